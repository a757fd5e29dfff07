"""Lines for a project's template."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.project import Project
from app.jobs.measuring.suggested_lines import with_line
from app.jobs.project_models.project_learning import ProjectLearning
from crfcore.features.presets import PRESETS
from crfcore.features.template import parse_template
from tests.crfcore.test_feature_induction import TEMPLATE, drawn
from tests.local_text import named_project
from tests.memory_projects import project_of, set_tags


def labelled_project() -> Project:
    """Return a project whose labels depend on two lines of its template together."""
    words, tags = drawn()
    sentences = [[word for (word,) in row] for row in words]
    project = project_of(sentences, labels=("A", "B"))
    project.words = sorted({word for row in sentences for word in row})
    ids = [[project.words.index(word) for row in sentences for word in row]]
    project.corpus.columns = np.array(ids, np.int32)
    for index, row in enumerate(tags):
        set_tags(project, index, [tag if tag == "O" else f"B-{tag}" for tag in row])
    project.settings = replace(project.settings, template=TEMPLATE)
    return project


def test_the_line_that_decides_is_found():
    project, learning = labelled_project(), ProjectLearning()
    data = learning.snapshot(project)
    found = learning.suggest_lines(data, lambda: False)
    assert found.lines[0].line == "Ui1:%x[-1,0]/%suffix[0,0,1]"
    assert (found.template, found.n_sentences) == (TEMPLATE, 120)
    assert learning.suggest_lines(data, lambda: True) is None
    longer = with_line(TEMPLATE, found.lines[0].line)
    project.settings = replace(project.settings, template=longer)
    again = learning.suggest_lines(learning.snapshot(project), lambda: False)
    assert again.lines == ()
    assert not again.has_few_labels


def test_few_labels_give_no_line():
    learning = ProjectLearning()
    found = learning.suggest_lines(learning.snapshot(named_project(60)), lambda: False)
    assert (found.lines, found.has_few_labels) == ((), True)


def test_a_line_is_added_to_a_preset_or_to_a_text():
    line = "Ui1:%x[0,0]/%x[1,0]"
    assert with_line("U0:%x[0,0]", line) == f"U0:%x[0,0]\n{line}\n"
    found = parse_template(with_line("basic", line))
    assert len(found.unigrams) == len(parse_template(PRESETS["basic"]).unigrams) + 1

"""Tests of training under a project's rules."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.domain.rules import ProjectRule
from app.domain.tokens import TokenState
from app.jobs.data.snapshot import snapshot, training_targets
from app.jobs.labelled_files.labelled_data import load
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import train_on
from app.jobs.training.train import training_rules
from crfcore.errors import DataError
from tests.memory_projects import project_of, set_tags

SENTENCES = [["Dr.", "Osei", "came"], ["Mrs.", "Ada", "left"], ["Dr.", "Bo", "came"]]
COLUMNS = "Dr. B-TITLE\nOsei B-PERSON\ncame O\n\nDr. B-TITLE\nBo _\ncame O\n\n"


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("TITLE", "PERSON"))
    project.words = sorted({word for words in SENTENCES for word in words})
    flat = [project.words.index(word) for words in SENTENCES for word in words]
    project.corpus.columns[0] = flat
    for sentence_index in (0, 1):
        set_tags(project, sentence_index, ["B-TITLE", "B-PERSON", "O"])
    add(project, "followed_by", {"a": "TITLE", "b": "PERSON"})
    return project


def add(project, kind, shown_text, **more):
    number = len(project.rules) + 1
    project.rules[number] = ProjectRule(
        number, kind, json.dumps(shown_text), position=number, **more
    )


def rules_of(project):
    data = snapshot(project)
    return training_rules(data, training_targets(data))


def trained(project):
    learning = ProjectLearning()
    return learning.train(snapshot(project), None, lambda _: None, lambda: False, 1)


def test_rules_say_more_of_sentences_that_are_partly_labelled(project):
    set_tags(project, 2, ["B-TITLE", None, None])
    free = trained(replace(project, rules={}))
    constrained = trained(project)
    assert constrained.crf.dropped_rules_ == ()

    def after_title(model):
        return model.crf.predict_marginals([[["Dr."], ["Bo"], ["came"]]])[0][1]["B-PERSON"]

    assert after_title(constrained) > after_title(free)


def test_where_all_is_labelled_rules_change_nothing(project):
    data = snapshot(project)
    assert not data.has_partly_labelled()
    assert not data.has_partly_labelled()
    assert rules_of(project) is None
    set_tags(project, 2, ["B-TITLE", None, None])
    assert snapshot(project).has_partly_labelled()
    assert snapshot(project).n_partly_labelled() == 1
    assert rules_of(project).words[2] == ["Dr.", "Bo", "came"]
    project.rules = {1: replace(project.rules[1], cost=2.0)}
    assert rules_of(project) is None


def test_what_a_person_said_comes_before_the_rules(project):
    set_tags(project, 2, ["B-TITLE", "O", None])
    model = trained(project)
    assert [tuple(one) for one in model.crf.dropped_rules_] == [(2, 0)]


def test_rules_that_no_training_can_obey_are_left_aside(project):
    set_tags(project, 2, ["B-TITLE", None, None])
    add(project, "same_word_same_label", {})
    add(project, "count", {"unit": "DRUG", "at_most": 1})
    add(project, "pattern", {"regex": "("})
    shown_text = {"matcher": {"kind": "word_pattern", "pattern": "[A-Z]o"}, "effect": "forbids"}
    add(project, "lexical", shown_text | {"labels": ["O"]})
    model = trained(project)
    bo = model.crf.predict_marginals([[["Dr."], ["Bo"], ["came"]]])[0][1]
    assert bo["B-PERSON"] > 0.5


def test_a_file_of_rules_for_a_file_of_labels(tmp_path):
    (tmp_path / "train.conll").write_text(COLUMNS)
    rules = {"format": "tagwright rules", "version": 1, "rules": []}
    path = tmp_path / "rules.json"

    def write(*kinds):
        path.write_text(json.dumps(rules | {"rules": list(kinds)}))

    data = load(tmp_path / "train.conll")
    options = TrainingOptions(constraints=path, max_iterations=3)
    write({"kind": "followed_by", "a": "TITLE", "b": "PERSON"})
    assert train_on(data, options).figures["dropped_rules"] == 0
    assert "dropped_rules" not in train_on(data, TrainingOptions(max_iterations=3)).figures
    matcher = {"kind": "word_pattern", "pattern": "O.*"}
    lexical = {"kind": "lexical", "effect": "allows", "labels": ["O"], "matcher": matcher}
    write(lexical, {"kind": "count", "unit": "TITLE", "at_most": 0})
    assert train_on(data, options).figures["dropped_rules"] == 3
    write({"kind": "count", "unit": "DRUG", "at_most": 0})
    with pytest.raises(DataError, match=r"rules\.json: A rule speaks of the type 'DRUG'"):
        train_on(data, options)
    path.write_text("{")
    with pytest.raises(DataError, match=r"rules\.json"):
        train_on(data, options)


def test_narrowed_tokens_are_open_ones(project):
    at = int(project.corpus.offsets[2])
    project.corpus.states[at : at + 3] = TokenState.NARROWED
    assert snapshot(project).has_partly_labelled()
    assert snapshot(project).n_partly_labelled() == 1


def test_a_model_from_counts_obeys_no_rules_and_is_made_all_the_same(project):
    set_tags(project, 2, ["B-TITLE", None, None])
    assert ProjectLearning().empirical(snapshot(project)) is not None

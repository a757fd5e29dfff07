"""The digest sees whatever an edit can change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from tests.memory_projects import project_of, set_tags
from tests.soak.state import digest


def hide(project):
    project.documents[1] = replace(project.documents[1], removed=True)


def settle(project):
    project.settings = replace(project.settings, c2=0.25)


def rule(project):
    project.rules[1] = ProjectRule(1, "not_after", '{"a": "DRUG", "b": "DOSE"}')


def draw(project):
    project.corpus.roles[np.array([1])] = Role.CONTROL


@pytest.mark.parametrize(
    "change",
    [
        hide,
        settle,
        rule,
        draw,
        lambda project: project.documents.update({2: Document(2, "more.txt", 1)}),
        lambda project: project.labels.pop(2),
        lambda project: project.flags.update({1: SentenceFlags.FLAGGED}),
        lambda project: set_tags(project, 0, ["B-DRUG"] + [None] * 8),
    ],
)
def test_every_change_shows(change):
    project = project_of()
    before = digest(project)
    assert digest(project_of()) == before
    change(project)
    assert digest(project) != before

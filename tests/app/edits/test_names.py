"""Tests that pasted names can be stored and read."""

from __future__ import annotations

import pytest

from app.domain.gazetteers import Gazetteer
from app.domain.rules import ProjectRule
from app.edits.documents import rename_document
from app.edits.gazetteers import add_gazetteer, change_gazetteer
from app.edits.label_rows import LabelNameError, add_label, rename_label
from app.edits.rules import add_rules, change_rule
from app.session import Session
from tests.memory_projects import project_of

PASTED = "a\x00b\x1bc\ud800"
KEPT = "abc"


@pytest.fixture
def session(qapp):
    return Session(project_of())


def test_a_label_is_refused_such_a_name(session):
    for name in (PASTED, "x" * 1_001):
        with pytest.raises(LabelNameError, match="no control characters"):
            add_label(session.project, name)
        with pytest.raises(LabelNameError, match="no control characters"):
            rename_label(session.project, 1, name)


def test_everything_else_gets_what_can_be_kept_of_it(session):
    session.apply(rename_document(session.project, 1, PASTED))
    assert session.project.documents[1].name == KEPT
    session.apply(rename_document(session.project, 1, "\x00"))
    assert session.project.documents[1].name == KEPT
    session.apply(add_gazetteer(session.project, Gazetteer(0, PASTED, label="DRUG"), {"x": ""}))
    (listed,) = session.project.gazetteers.values()
    assert listed.name == KEPT
    changed = Gazetteer(listed.id, f"{PASTED}d", label="DRUG")
    session.apply(change_gazetteer(session.project, changed))
    assert session.project.gazetteers[listed.id].name == f"{KEPT}d"
    rule = ProjectRule(0, "followed_by", '{"a": "DRUG", "b": "DOSE"}', PASTED)
    session.apply(add_rules(session.project, [rule]))
    (kept,) = session.project.rules.values()
    assert kept.name == KEPT
    session.apply(change_rule(session.project, ProjectRule(kept.id, kept.kind, "{}", PASTED)))
    assert session.project.rules[kept.id].name == KEPT

"""Tests of writing and reading rule files, and of rejecting other files."""

import json

import pytest

from app.domain.rules import ProjectRule
from app.jobs.rules.files import read_rule_file, write_rule_file
from crfcore.errors import CrfError, DataError
from tests.app.views.dialogs.test_rule_editor import RULES


def test_rules_come_back_as_they_were(tmp_path):
    path = tmp_path / "rules.json"
    assert write_rule_file(path, RULES) == len(RULES)
    found = read_rule_file(path)
    assert [(r.kind, r.parameters, r.name, r.on, r.cost) for r in found.rules] == [
        (r.kind, r.parameters, r.name, r.on, r.cost) for r in RULES
    ]
    assert found.n_sentences == 0


def test_what_a_file_says_of_single_sentences_is_counted(tmp_path):
    path = tmp_path / "rules.json"
    own = {"sentence": 3, "rules": [{"kind": "pin", "token": 0, "label": "B-X"}]}
    path.write_text(json.dumps({"format": "tagwright rules", "version": 1, "sentences": [own]}))
    found = read_rule_file(path)
    assert (found.rules, found.n_sentences) == ((), 1)


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "rules.json"
    path.write_text("no rules\n")
    with pytest.raises(DataError, match=r"rules\.json"):
        read_rule_file(path)


def test_a_rule_of_a_later_version_is_not_written(tmp_path):
    with pytest.raises(CrfError, match="telepathy"):
        write_rule_file(tmp_path / "r.json", [ProjectRule(1, "telepathy", "{}")])
    assert not (tmp_path / "r.json").exists()

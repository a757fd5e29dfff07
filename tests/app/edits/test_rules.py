"""Tests of adding, changing, switching, moving and removing rules."""

import json
from dataclasses import replace

import pytest

from app.domain.project import Project
from app.domain.rules import (
    ProjectRule,
    names_in,
    parameters_of,
    renamed,
    rule_text,
    rule_title,
)
from app.edits.label_rows import merge_labels, rename_label
from app.edits.rules import add_rules, change_rule, remove_rule, reorder_rules, switch_rule
from app.session import Session
from tests.memory_projects import contents_of, project_of
from tests.step_names import undo_text

FOLLOWED = ProjectRule(0, "followed_by", parameters_of({"a": "DRUG", "b": "B-DOSE"}))
FEW = ProjectRule(0, "count", parameters_of({"unit": "DOSE", "at_most": 2, "at_least": None}))

EVERY_WORD = "All occurrences of a word in a sentence have the same label"


@pytest.fixture
def session(qapp):
    session = Session(project_of())
    session.apply(add_rules(session.project, [FOLLOWED, FEW]))
    return session


def titles(project: Project) -> list[str]:
    return [rule_title(rule) for rule in project.ordered_rules()]


def test_rules_are_listed_in_the_order_in_which_they_came(session):
    assert titles(session.project) == [
        "DRUG is followed by B-DOSE",
        "At most 2 DOSE in a sentence",
    ]
    assert undo_text(session) == "add 2 rules"


def test_a_rule_that_is_there_is_not_added_again(session):
    assert add_rules(session.project, [replace(FEW, name="few", id=7)]).empty


@pytest.mark.parametrize(
    "edit",
    [
        lambda p: change_rule(p, replace(p.rules[1], name="doses follow", cost=2.5)),
        lambda p: switch_rule(p, 2, on=False),
        lambda p: remove_rule(p, 1),
        lambda p: reorder_rules(p, [2, 1]),
        lambda p: rename_label(p, 2, "AMOUNT"),
        lambda p: merge_labels(p, 2, 1),
    ],
)
def test_each_step_announces_rules_and_can_be_taken_back(session, edit):
    before = contents_of(session.project)
    seen = []
    session.changed.connect(seen.append)
    assert session.apply(edit(session.project)) is not None
    assert seen[-1].rules
    assert contents_of(session.project) != before
    session.undo()
    assert contents_of(session.project) == before
    session.redo()
    assert contents_of(session.project) != before


def test_what_changes_nothing_is_no_step(session):
    assert switch_rule(session.project, 1, on=True).empty
    assert reorder_rules(session.project, [1, 2]).empty


def test_rules_follow_a_label_to_its_new_name(session):
    session.apply(rename_label(session.project, 2, "AMOUNT"))
    assert titles(session.project) == [
        "DRUG is followed by B-AMOUNT",
        "At most 2 AMOUNT in a sentence",
    ]


def test_an_expression_follows_a_label_to_its_new_name_and_back(session):
    regex = ProjectRule(0, "pattern", '{"regex": "[^DOSE]* (B-DOSE I-DOSE*)? DRUG"}')
    session.apply(add_rules(session.project, [regex]))
    number = max(session.project.rules)
    session.apply(rename_label(session.project, 2, "AMOUNT"))
    shown_text = session.project.rules[number].fields["regex"]
    assert shown_text == "[^AMOUNT]* (B-AMOUNT I-AMOUNT*)? DRUG"
    session.undo()
    assert session.project.rules[number].parameters == regex.parameters


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("count", {"unit": "X", "at_least": 1, "at_most": 1}, "Exactly 1 X in a sentence"),
        ("count", {"unit": "X", "at_least": 1, "at_most": 3}, "1 to 3 X in a sentence"),
        ("count", {"unit": "X", "at_least": 1}, "At least 1 X in a sentence"),
        ("implies", {"a": "X", "b": "Y", "present": False}, "If X occurs, Y does not"),
        ("implies", {"a": "X", "b": "Y"}, "If X occurs, Y also occurs"),
        ("valid_scheme", {"scheme": "iob2"}, "Tags are valid IOB2"),
        ("same_word_same_label", {}, EVERY_WORD),
        ("same_word_same_label", {"words": ["a{b}"]}, f"{EVERY_WORD}: “a{{b}}”"),
        (
            "lexical",
            {
                "matcher": {"kind": "phrases", "phrases": [["New", "York"]]},
                "effect": "implies",
                "labels": ["CITY"],
            },
            "“New York”: always CITY",
        ),
        (
            "lexical",
            {"matcher": {"words": list("abcd")}, "effect": "allows", "labels": ["X", "O"]},
            "“a”, “b”, “c” … (4): only X or O",
        ),
        (
            "lexical",
            {"matcher": {"pattern": "[0-9]+"}, "effect": "forbids", "labels": ["X"]},
            "/[0-9]+/: never X",
        ),
        ("followed_by", {"a": "X"}, "X is followed by "),
        ("of_a_later_version", {}, "of_a_later_version"),
    ],
)
def test_a_rule_is_told_in_plain_words(kind, fields, text):
    assert rule_text(ProjectRule(1, kind, parameters_of(fields))) == text


def test_a_rule_of_many_phrases_is_read_once_to_be_told(monkeypatch):
    parsed = []
    real = json.loads
    monkeypatch.setattr(json, "loads", lambda text: parsed.append(1) or real(text))
    phrases = [[f"word{number}", "here"] for number in range(2_000)]
    shown_text = {"matcher": {"phrases": phrases}, "effect": "forbids", "labels": ["X"]}
    rule = ProjectRule(1, "lexical", parameters_of(shown_text))
    text = "“word0 here”, “word1 here”, “word2 here” … (2,000): never X"
    assert [rule_text(rule), rule_text(replace(rule, on=False))] == [text, text]
    assert len(parsed) == 1


ODD = [None, 5, True, "", "X", [], [["X"]], {}, {"kind": "phrases"}, {"phrases": 3}]


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("kind", ["lexical", "same_word_same_label", "count", "pattern", "?"])
def test_rules_of_files_from_elsewhere_are_listed_whatever_stands_in_them(kind, odd):
    fields = ("a", "unit", "at_most", "regex", "matcher", "effect", "labels", "words")
    for shown_text in ({"effect": "allows"} | {name: odd} for name in fields):
        rule = ProjectRule(1, kind, json.dumps(shown_text))
        assert rule_text(rule)
        assert all(isinstance(name, str) for name in names_in(rule))
        assert renamed(rule, "X", "Y").kind == kind
    assert rule_text(ProjectRule(1, kind, "{")) != ""


@pytest.mark.parametrize("kind", ["odd}", "{a:1}", "{0.__class__}", "new"])
def test_a_rule_of_an_unknown_kind_is_told_by_its_kind(kind):
    assert rule_text(ProjectRule(1, kind, '{"a": 2}')) == kind

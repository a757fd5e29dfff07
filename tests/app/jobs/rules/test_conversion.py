"""Tests of compiling a project's rules, and of rejecting bad or slow ones."""

import pytest

from app.domain.gazetteers import Gazetteer, Listed, listed_rule
from app.domain.rules import ProjectRule, parameters_of
from app.jobs.rules import conversion as rules_module
from app.jobs.rules.conversion import active_rules, engine_rule, project_rule, trouble_by_time
from crfcore.constraints import Count, FollowedBy, Lexical, Phrases, Rule, WordPattern
from crfcore.constraints.rules import LARGEST_COST
from tests.app.views.dialogs.test_rule_editor import RULES

AGES = r"(a*)(a*)(a*)(a*)\4\3\2\1[bc]"
PATTERN = {"kind": "word_pattern", "pattern": "[0-9]+"}


def lexical(**matcher):
    shown_text = {"matcher": {**PATTERN, **matcher}, "effect": "forbids", "labels": ["X"]}
    return ProjectRule(5, "lexical", parameters_of(shown_text))


def test_a_rule_becomes_one_of_the_engine():
    rule = ProjectRule(4, "followed_by", '{"a": "X", "b": "Y"}', "behind", on=False, cost=2.0)
    assert engine_rule(rule) == Rule(FollowedBy("X", "Y"), "behind", on=False, cost=2.0)
    phrases = {"kind": "phrases", "phrases": [["New", "York"]], "ignore_case": True}
    shown_text = {"matcher": phrases, "effect": "implies", "labels": ["CITY"]}
    assert engine_rule(ProjectRule(1, "lexical", parameters_of(shown_text))).kind == Lexical(
        Phrases((("New", "York"),), ignore_case=True), "implies", ("CITY",)
    )


def test_a_greater_penalty_than_the_engine_takes_is_its_greatest():
    plain = ProjectRule(4, "starts_with", '{"a": "X"}', cost=1e300)
    phrases = Listed(Gazetteer(1, "cities", label="CITY", cost=1e300), {"Rome": ""})
    active = active_rules((plain, listed_rule(phrases)))
    assert [rule.cost for rule in active.rules] == [LARGEST_COST, LARGEST_COST]
    assert not active.troubles


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.kind} {rule.parameters}")
def test_what_the_forms_make_is_taken_and_comes_back(rule):
    made = engine_rule(rule)
    assert isinstance(made, Rule)
    again = project_rule(made)
    assert (again.kind, again.parameters) == (rule.kind, rule.parameters)
    assert (again.name, again.on, again.cost) == (rule.name, rule.on, rule.cost)


@pytest.mark.parametrize(
    ("rule", "received"),
    [
        (ProjectRule(5, "telepathy", "{}"), "knows no rules of the kind 'telepathy'"),
        (ProjectRule(5, "count", '{"unit": "X", "at_least": 2, "at_most": 1}'), "contradict"),
        (ProjectRule(5, "followed_by", '{"a": "X"}'), "not those of the kind"),
        (ProjectRule(5, "followed_by", '{"a": "X", "c": "Y"}'), "not those of the kind"),
        (ProjectRule(5, "lexical", '{"matcher": {}, "effect": "allows", "labels": ["X"]}'), "kind"),
        (ProjectRule(5, "pattern", '{"regex": "(O"}'), "O"),
        (lexical(pattern="("), "not a valid regular expression"),
    ],
)
def test_what_cannot_be_obeyed_is_said_and_left_out(rule, received):
    good = ProjectRule(6, "count", '{"unit": "X", "at_most": 1000000}')
    active = active_rules((rule, good))
    assert [r.kind for r in active.rules] == [Count("X", None, 10**6)]
    assert active.ids == (6,)
    assert received in active.troubles[5]


def test_rules_that_are_off_are_not_taken():
    active = active_rules((ProjectRule(6, "count", '{"unit": "X", "at_most": 1}', on=False),))
    assert not active.rules
    assert active.matches(["a"]) is None


def test_patterns_match_whole_words():
    active = active_rules((lexical(),))
    assert active.matches(["5", "mg", "12", "1x"]) == {WordPattern("[0-9]+"): [(0, 1), (2, 3)]}
    assert active.matches([]) == {WordPattern("[0-9]+"): []}
    either = active_rules((lexical(pattern="MG", ignore_case=True),))
    assert list(either.matches(["mg", "g"]).values()) == [[(0, 1)]]


def test_a_pattern_that_takes_long_is_asked_once_and_named(monkeypatch):
    monkeypatch.setattr(rules_module, "SECONDS_PER_WORD", 0.02)
    rules_module._finder.cache_clear()
    slow = lexical(pattern=AGES)
    active = active_rules((slow,))
    assert trouble_by_time(active.rules) == []
    assert list(active.matches(["a" * 300, "b"]).values()) == [[]]
    assert trouble_by_time(active.rules) == [0]

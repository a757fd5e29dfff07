"""Kinds of rules, and invalid arguments."""

from __future__ import annotations

import pytest

from crfcore.constraints import kinds
from crfcore.constraints.kinds import (
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Lexical,
    NoneOf,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
    WordPattern,
)
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.units import is_label
from crfcore.errors import CrfError


def test_a_name_with_a_prefix_is_a_label_and_any_other_a_type():
    assert [is_label(name) for name in ("B-X", "O", "X", "NOUN", "X-Y")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_kinds_are_plain_values_that_can_be_compared_and_hashed():
    assert Pin(1, "B-X") == Pin(1, "B-X")
    assert len({OneOf(0, ["O", "B-X"]), OneOf(0, ("O", "B-X"))}) == 1
    assert OneOf(0, {"b", "a"}).labels == ("a", "b")
    assert Phrases(["New York", ("Rome",)]).phrases == (("New", "York"), ("Rome",))
    assert len({Phrases(["New York"]), Phrases([("New", "York")]), Phrases(["Rome"])}) == 2
    assert hash(Rules([Count("X", at_most=1)])) == hash(Rules([Rule(Count("X", at_most=1))]))


def test_rules_are_hard_unless_they_cost_and_only_those_that_are_on_count():
    more = [Rule(EndsWith("X"), "last", on=False, cost=2)]
    rules = Rules([StartsWith("O")]) + more
    assert [rule.hard for rule in rules] == [True, False]
    assert [place for place, _ in rules.in_force()] == [0]
    assert isinstance(rules, Rules)


def test_every_kind_has_its_name():
    assert set(kinds.KINDS) >= {"pin", "not_span", "count", "lexical"}
    assert list(kinds.MATCHERS) == ["phrases", "word_pattern", "word_list"]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Pin(-1, "O"), "Pin: token is the place"),
        (lambda: Pin(True, "O"), "Pin: token is the place"),
        (lambda: Pin(0, ""), "Pin: label is a name"),
        (lambda: OneOf(0, ()), "labels is empty"),
        (lambda: OneOf(0, "O"), "list of names"),
        (lambda: NoneOf(0, [1]), "each of labels is a name"),
        (lambda: FixedSpan(2, 2, "X"), "is empty; let end"),
        (lambda: NotSpan(0, 1, "B-X"), "leave its prefix out"),
        (lambda: FollowedBy("A", ""), "FollowedBy: b is a name"),
        (lambda: StartsWith(None), "StartsWith: a is a name"),
        (lambda: ValidScheme("bio"), "no scheme 'bio'"),
        (lambda: Count("X"), "needs at_least, at_most, or both"),
        (lambda: Count("X", at_least=-1), "a whole number from 0 on"),
        (lambda: Count("X", at_most=1.5), "a whole number from 0 on, not 1.5"),
        (lambda: Count("X", 3, 2), "contradict each other"),
        (lambda: Pattern(3), "is a text"),
        (lambda: Phrases("New York"), "list of lists"),
        (lambda: Phrases([""]), "has no words"),
        (lambda: WordPattern(""), "pattern is a name"),
        (lambda: WordList("a"), "list of names"),
        (lambda: Lexical("Rome", "implies", ["X"]), "matches Phrases"),
        (lambda: Lexical(WordList(["a"]), "is", ["X"]), "no effect 'is'"),
        (lambda: Lexical(WordList(["a"]), "implies", ["X", "Y"]), "use 'allows'"),
        (lambda: SameWordSameLabel(words="a"), "list of names"),
        (lambda: Rule("pin"), "no kind of rule"),
        (lambda: Rule(Pin(0, "O"), cost=-1), "from 0 to 1,000,000, not -1"),
        (lambda: Rule(Pin(0, "O"), cost=float("nan")), "from 0 to"),
        (lambda: Rule(Pin(0, "O"), cost=True), "from 0 to"),
        (lambda: Rule(Pin(0, "O"), cost=1e17), "to 1,000,000, not 1e\\+17; leave it out"),
    ],
)
def test_invalid_arguments_are_rejected(make, says):
    with pytest.raises(CrfError, match=says):
        make()

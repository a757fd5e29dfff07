"""Training under rules: they restrict partly labelled sentences, and labels override them."""

from __future__ import annotations

import pytest

from crfcore import LinearChainCRF
from crfcore.constraints import Count, FollowedBy, Lexical, Rule, Rules, SameWordSameLabel, WordList
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.errors import CrfError
from crfcore.estimator.text_rules import TextRules
from crfcore.features.column_table import ColumnTable

WORDS = [["Mr", "Smith", "met", "Rome"], ["a", "Mr", "Jones"], ["Rome"], ["is"]]
TABLE = ColumnTable.from_words(WORDS)
LABELS = [["T", None, "O", None], ["O", "T", None], [None], ["O"]]
NAMES = ["O", "T", "P", "C"]
FOLLOWED = Rules([FollowedBy("T", "P")])


def crf_of(**parameters):
    settings = {"template": "U:%x[0,0]\nB\n", "c2": 0.1, "max_iterations": 30}
    return LinearChainCRF(**(settings | parameters))


def test_rules_say_what_open_labels_are():
    plain = crf_of().fit(TABLE, LABELS, labels=NAMES)
    constrained = crf_of().fit(TABLE, LABELS, labels=NAMES, rules=FOLLOWED)
    there = [[(0, 2, ["T", "P"])], [], [], []]
    assert constrained.span_marginals(TABLE, there)[0][0] > 0.7
    assert plain.span_marginals(TABLE, there)[0][0] < 0.5
    assert constrained.dropped_rules_ == ()


def test_a_model_normalised_under_rules_does_not_learn_them():
    labels = [["T", "P", "O", "C"], ["O", "T", "P"], ["C"], ["O"]]
    both = [
        crf_of().fit(TABLE, labels, labels=NAMES, rules=FOLLOWED, normalise=normalise)
        for normalise in ("all", "rules")
    ]
    weights = [crf.transition_features_["T", "P"] for crf in both]
    assert weights[1] < weights[0]
    assert both[1].training_.objective < both[0].training_.objective
    assert both[1].predict(TABLE, rules=FOLLOWED) == labels
    weighted = crf_of().fit(
        TABLE,
        labels,
        labels=NAMES,
        rules=[None, FOLLOWED, FOLLOWED, Rules()],
        normalise="rules",
        sample_weight=[0.0, 1.0, 2.0, 1.0],
    )
    assert weighted.predict(TABLE)[1] == labels[1]


def test_what_labels_break_is_dropped_for_that_sentence_and_listed():
    rules = Rules(
        [
            Lexical(WordList(["Rome"]), "implies", ["C"]),
            Rule(Count("O", at_most=0), cost=1.0),
            FollowedBy("T", "P"),
            Count("O", at_most=1),
        ]
    )
    labels = [["T", "T", "O", None], ["T", None, "O"], ["O"], ["O"]]
    crf = crf_of().fit(TABLE, labels, labels=NAMES, rules=rules, normalise="rules")
    assert crf.dropped_rules_ == ((0, 2), (2, 0))
    assert crf.predict(TABLE, rules=FOLLOWED)[1][1] == "P"


def test_what_a_training_does_not_support_is_rejected():
    for parameters, arguments, says in (
        ({}, {"normalise": "rules"}, "needs rules"),
        ({}, {"rules": FOLLOWED, "normalise": "some"}, "'all' or 'rules'"),
        ({"algorithm": "ap"}, {"rules": FOLLOWED}, "obeys rules with"),
        ({"objective": "piecewise"}, {"rules": FOLLOWED}, "obeys rules with"),
        ({}, {"rules": FOLLOWED, "keep_state": True}, "no state"),
        ({}, {"rules": Rules([SameWordSameLabel()])}, "integer program"),
    ):
        with pytest.raises(CrfError, match=says):
            crf_of(**parameters).fit(TABLE, LABELS, labels=NAMES, **arguments)


def test_labels_that_are_all_known_need_no_rules_and_no_time(monkeypatch):
    labels = [["T", "T", "O", "C"], ["O", "T", "P"], ["C"], ["O"]]
    plain = crf_of().fit(TABLE, labels, labels=NAMES)
    with monkeypatch.context() as patched:
        patched.setattr(ConstrainedLattice, "__init__", None)
        constrained = crf_of().fit(TABLE, labels, labels=NAMES, rules=FOLLOWED)
    assert constrained.state_features_ == plain.state_features_
    assert constrained.dropped_rules_ == ((0, 0),)


@pytest.mark.parametrize("template", ["U:%x[0,0]\nB\n", "U:%x[0,0]\nB:%x[0,0]\n"])
@pytest.mark.parametrize("each", [False, True])
def test_rules_of_all_and_of_each_sentence_are_the_same_training(template, each):
    rules = Rules([*FOLLOWED, Count("O", at_most=1), Lexical(WordList(["Rome"]), "implies", ["C"])])
    labels = [["T", None, "O", None], ["O", "T", "P"], [None], ["O"]]
    fits = [
        crf_of(template=template).fit(
            TABLE, labels, labels=NAMES, rules=given, normalise="rules" if each else "all"
        )
        for given in (rules, [rules] * 4)
    ]
    assert fits[0].training_.objective == pytest.approx(fits[1].training_.objective)
    assert fits[0].dropped_rules_ == fits[1].dropped_rules_ == ()
    assert fits[0].predict(TABLE, rules=rules)[0][3] == "C"


def test_what_needs_the_integer_program_can_be_left_aside():
    rules = Rules([SameWordSameLabel(), FollowedBy("T", "P")])
    asked = TextRules(rules, regular_only=True)
    crf = crf_of().fit(TABLE, LABELS, labels=NAMES, rules=asked)
    only = crf_of().fit(TABLE, LABELS, labels=NAMES, rules=FOLLOWED)
    assert crf.training_.objective == pytest.approx(only.training_.objective)


def test_a_sentence_of_which_all_rules_are_broken_is_learned_without():
    labels = [["T", "O", "O", "C"], ["O", "T", "P"], ["C"], ["O"]]
    crf = crf_of().fit(TABLE, labels, labels=NAMES, rules=FOLLOWED, normalise="rules")
    assert crf.dropped_rules_ == ((0, 0),)

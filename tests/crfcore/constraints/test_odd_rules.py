"""Rules that are empty, repeated, redundant, huge, unknown or impossible."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.constraints import (
    Count,
    FollowedBy,
    Lexical,
    NoneOf,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    Rule,
    Rules,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
    WordPattern,
)
from crfcore.constraints.conflict import ConflictError
from crfcore.errors import CrfError, UnknownLabelError

SENTENCES = [[["Mr"], ["Lee"], ["met"], ["Mr"], ["May"]], [["Rome"], ["is"], ["old"]]]
LABELS = [["B-TITLE", "B-PER", "O", "B-TITLE", "B-PER"], ["B-LOC", "O", "O"]]


@pytest.fixture(scope="module")
def crf():
    return LinearChainCRF(template="U:%x[0,0]\nB\n", c2=0.1, max_iterations=10).fit(
        SENTENCES, LABELS
    )


NEEDLESS = [
    Rules(),
    Rules([Rule(Pin(0, "O"), on=False)]),
    Rules([Count("PER", at_least=0)]),
    Rules([Count("PER", at_most=10**6)]),
    Rules([Count("PER", 0, 10**6)] * 3),
    Rules([Lexical(WordList([]), "forbids", ["PER"])]),
    Rules([Lexical(Phrases([]), "implies", ["PER"])]),
    Rules([Pattern(".*")]),
    Rules([Rule(StartsWith("O"), cost=0.0)]),
    Rules([OneOf(0, ["O", "TITLE", "PER", "LOC"])]),
    Rules([Rule(Pin(900, "O"), on=False), Rule(FollowedBy("DOSE", "DRUG"), on=False)]),
]


@pytest.mark.parametrize("rules", NEEDLESS, ids=range(len(NEEDLESS)))
def test_what_has_no_effect_changes_nothing(crf, rules):
    assert crf.predict(SENTENCES, rules=rules) == crf.predict(SENTENCES)
    found = crf.predict_marginals(SENTENCES, rules=rules)[0][1]
    assert found == pytest.approx(crf.predict_marginals(SENTENCES)[0][1])


def test_repeated_rules_are_listed_once(crf):
    once, twice = Rules([FollowedBy("TITLE", "LOC")]), Rules([FollowedBy("TITLE", "LOC")] * 4)
    assert crf.predict(SENTENCES, rules=once) == crf.predict(SENTENCES, rules=twice)
    more = Rules([Count("PER", at_most=1), Count("PER", at_most=2), Count("B-PER", at_most=1)])
    few = Rules([Count("PER", at_most=1)])
    assert crf.predict(SENTENCES, rules=more) == crf.predict(SENTENCES, rules=few)


@pytest.mark.parametrize(
    ("rules", "n_named"),
    [
        ([Count("PER", at_least=10**6)], 1),
        ([Pin(0, "O"), ValidScheme("iob2"), Pin(0, "B-PER")], 2),
        ([Pin(0, "O"), NoneOf(0, ["O"]), StartsWith("PER")], 2),
        ([Count("PER", at_least=2), ValidScheme("iob2"), Count("PER", at_most=1)], 2),
        ([Pattern("O"), Count("O", at_most=10**6)], 1),
        ([SameWordSameLabel(), Pin(0, "O"), Pin(3, "B-PER"), Pin(1, "O")], 3),
    ],
)
def test_what_contradicts_itself_is_named(crf, rules, n_named):
    with pytest.raises(ConflictError) as caught:
        crf.predict(SENTENCES[:1], rules=Rules(rules))
    assert len(caught.value.rules) == n_named
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize(
    ("rules", "error", "says"),
    [
        ([Pin(0, "B-DRUG")], UnknownLabelError, "'B-DRUG'"),
        ([Count("DRUG", at_most=1)], UnknownLabelError, "'DRUG'"),
        ([Pin(9, "O")], CrfError, "token 10"),
        ([Pattern("(")], CrfError, r"\("),
        ([Pattern("DRUG*")], CrfError, "DRUG"),
        ([Lexical(WordPattern("a"), "forbids", ["PER"])], CrfError, "matched by the caller"),
        ("rules", CrfError, "not possible"),
    ],
)
def test_invalid_input_is_rejected_in_one_sentence(crf, rules, error, says):
    with pytest.raises(error, match=says) as caught:
        crf.predict(SENTENCES, rules=rules if isinstance(rules, str) else Rules(rules))
    assert "\n" not in str(caught.value)


def test_soft_rules_that_cannot_be_met_cost_what_they_must(crf):
    rules = Rules([Rule(Count("PER", at_least=10**6), cost=1e-9)])
    assert crf.predict(SENTENCES, rules=rules) == crf.predict(SENTENCES)
    dear = Rules([Rule(Count("PER", at_least=10**6), cost=50.0)])
    assert crf.predict(SENTENCES, rules=dear)[1] == ["B-PER"] * 3
    assert np.isfinite(crf.entropy(SENTENCES, rules=dear)).all()

"""Sentences that violate a rule, compared with direct counts."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import Count, Lexical, Rule, Rules, SameWordSameLabel, WordList
from crfcore.constraints.broken import broken_sentences
from crfcore.constraints.violations import violations
from tests.constrained_chains import ALPHABETS, random_kind


def labelled_text(rng, labels, *, least=0):
    words = [[rng.choice("abc") for _ in range(rng.randint(least, 4))] for _ in range(5)]
    given = [rng.randrange(len(labels)) for own in words for _ in own]
    offsets = np.concatenate([[0], np.cumsum([len(own) for own in words])])
    return words, np.array(given, dtype=np.int64), offsets


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_it_is_what_reading_the_spans_finds(seed):
    rng = random.Random(seed)
    labels = rng.choice(ALPHABETS)
    kind = random_kind(rng, labels, 1)
    # A rule about a place needs that place.
    is_placed = bool({"token", "start"} & set(kind.__dataclass_fields__))
    words, given_labels, offsets = labelled_text(rng, labels, least=int(is_placed))
    rule = Rule(kind, cost=rng.choice([None, 1.0]))
    found = broken_sentences(rule, labels, given_labels, offsets, words, max_states=200)
    names = [[labels[y] for y in given_labels[a:b]] for a, b in pairwise(offsets.tolist())]
    expected = [
        bool(own and violations(Rules([rule]), tags, own)[0])
        for own, tags in zip(words, names, strict=True)
    ]
    assert found.tolist() == expected


def test_what_needs_the_integer_program_is_read_too():
    labels = ("O", "A")
    offsets = np.array([0, 2, 2, 4])
    words = [["a", "a"], [], ["a", "b"]]
    given_labels = np.array([0, 1, 0, 1])
    same = broken_sentences(Rule(SameWordSameLabel()), labels, given_labels, offsets, words)
    assert same.tolist() == [True, False, False]
    few = broken_sentences(
        Rule(Count("A", at_least=2)), labels, given_labels, offsets, max_states=1
    )
    assert few.tolist() == [True, False, True]
    far = broken_sentences(
        Rule(Lexical(WordList(["c"]), "implies", ["A"])), labels, *(given_labels, offsets, words)
    )
    assert not far.any()

"""Confirmed phrases as evidence."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.column_table import ColumnTable
from crfcore.graphs.confirmed_phrases import (
    ConfirmedPhrases,
    Match,
    SuggestedSpans,
    count_cases,
    phrase_cost,
    phrase_scores,
)
from crfcore.graphs.ties import forms_of
from crfcore.text.tag_schemes import spans

SENTENCES = [
    ["New", "York", "Times"],
    ["in", "New", "York", "and", "New", "York", "Times", "York"],
    ["New", "York"],
    ["York", "New"],
]
TABLE = ColumnTable.from_words(SENTENCES)
FORMS = forms_of(TABLE.columns[0])[0]


def phrases():
    return ConfirmedPhrases(FORMS, TABLE.offsets, "iob2")


def test_the_longest_phrase_wins():
    known = phrases()
    new = int(FORMS[0])
    assert known.confirm(0, ["B-ORG", "I-ORG", "I-ORG"]) == {new}
    assert list(known.matches(1)) == [Match(7, 10, "ORG")]
    assert known.confirm(2, ["B-LOC", "I-LOC"]) == {new}
    assert list(known.matches(1)) == [Match(4, 6, "LOC"), Match(7, 10, "ORG")]
    assert known.sentences_with({new}).tolist() == [0, 1, 2, 3]
    assert known.sentences_with({int(FORMS[2])}).tolist() == [0, 1]
    assert list(known.matches(3)) == []


def test_parts_of_longer_suggested_spans_do_not_count():
    labels = ("O", "B-ORG", "I-ORG")
    best = np.zeros(TABLE.n_tokens, np.int32)
    best[7:10] = [1, 2, 2]  # "New York Times" in the second sentence
    best[10] = 1
    suggested = SuggestedSpans(best, labels, TABLE.offsets, "iob2")
    known = phrases()
    known.confirm(2, ["B-LOC", "I-LOC"])
    known.confirm(3, ["B-PER", "O"])
    found = list(known.matches(1))
    assert found == [Match(4, 6, "LOC"), Match(7, 9, "LOC"), Match(10, 11, "PER")]
    open_ = np.full(8, -1, np.int32)
    # "New York" is part of the longer span; "York" alone is one of its own.
    assert suggested.without_parts(1, found, open_) == [found[0], found[2]]
    agreed = open_.copy()
    agreed[4:7] = [1, -1, 2]
    assert suggested.without_parts(1, found, agreed) == [found[0], found[2]]
    denied = open_.copy()
    denied[6] = 0  # "Times" is confirmed as no part of a name
    assert suggested.without_parts(1, found, denied) == found
    whole = [Match(7, 10, "LOC")]
    assert suggested.without_parts(1, whole, open_) == whole
    assert suggested.without_parts(1, [], open_) == []


def test_two_types_say_nothing():
    known = phrases()
    known.confirm(2, ["B-LOC", "I-LOC"])
    # Once more, and again the same: nothing changes.
    assert known.confirm(0, ["B-LOC", "I-LOC", None]) == {int(FORMS[0])}
    assert known.confirm(0, ["B-LOC", "I-LOC", None]) == set()
    assert known.confirm(2, ["B-PER", "I-PER"]) == {int(FORMS[0])}
    assert list(known.matches(1)) == []
    assert known.confirm(0, [None] * 3) == {int(FORMS[0])}
    assert list(known.matches(1)) == [Match(4, 6, "PER"), Match(7, 9, "PER")]
    assert known.confirm(2, [None, None]) == {int(FORMS[0])}
    assert list(known.matches(1)) == []


def test_a_phrase_says_nothing_in_its_own_sentence():
    known = phrases()
    known.confirm(1, [None, None, None, None, "B-LOC", "I-LOC", None, None])
    assert list(known.matches(1)) == []
    assert list(known.matches(0)) == [Match(0, 2, "LOC")]
    known.confirm(2, ["B-LOC", "I-LOC"])
    assert list(known.matches(1)) == [Match(4, 6, "LOC"), Match(7, 9, "LOC")]
    assert list(known.matches(2)) == [Match(11, 13, "LOC")]
    # Two types, but only one of them in another sentence.
    known.confirm(2, ["B-PER", "I-PER"])
    assert [match.type for match in known.matches(1)] == ["PER", "PER"]
    assert [match.type for match in known.matches(2)] == ["LOC"]
    assert list(known.matches(0)) == []
    assert known.confirmed_in(tuple(FORMS[:2].tolist()), "LOC") == [1]


WORD_TAGS = st.tuples(st.integers(0, 2), st.sampled_from(["O", "B-ORG", "I-ORG", "B-LOC"]))


@given(st.lists(st.lists(WORD_TAGS, min_size=1, max_size=6), min_size=1, max_size=4), st.data())
def test_matches_are_those_of_comparing_every_phrase(sentences, data):
    words = [[f"w{word}" for word, _ in sentence] for sentence in sentences]
    table = ColumnTable.from_words(words)
    known = ConfirmedPhrases(forms_of(table.columns[0])[0], table.offsets, "iob2")
    confirmed = {}
    for sentence in data.draw(st.lists(st.integers(0, len(words) - 1), max_size=8)):
        tags = [tag for _, tag in sentences[sentence]]
        confirmed[sentence] = tags if confirmed.get(sentence) != tags else ["O"] * len(tags)
        known.confirm(sentence, confirmed[sentence])
    for sentence in range(len(words)):
        told = _told_in_other_sentences(words, confirmed, sentence)
        assert list(known.matches(sentence)) == _by_comparing(
            words[sentence], told, int(table.offsets[sentence])
        )


def _told_in_other_sentences(words, confirmed, sentence):
    """Return the types of each phrase that other sentences confirm."""
    told = {}
    for other, tags in confirmed.items():
        for span in spans(tags, "iob2") if other != sentence else ():
            told.setdefault(tuple(words[other][span.start : span.end]), set()).add(span.label)
    return told


def _by_comparing(words, told, start):
    found, at = [], 0
    while at < len(words):
        fitting = [phrase for phrase in told if tuple(words[at : at + len(phrase)]) == phrase]
        longest = max(fitting, key=len, default=())
        if longest and len(told[longest]) == 1:
            found.append(Match(start + at, start + at + len(longest), *told[longest]))
        at += max(1, len(longest))
    return found


def test_costs_by_counts():
    assert phrase_cost(3, 0) == 4.0
    assert phrase_cost(30, 5) == pytest.approx(log(30.5 / 5.5))
    assert phrase_cost(5, 30) == 0.0
    assert phrase_cost(100_000, 0) == 6.0


def test_cases_are_counted_in_order():
    tags = [
        ["B-ORG", "I-ORG", "I-ORG"],
        ["O", "B-LOC", "I-LOC", "O", "B-ORG", "I-ORG", "I-ORG", "O"],
        ["B-LOC", "I-LOC"],
        ["B-LOC", "O"],
    ]
    assert count_cases(FORMS, TABLE.offsets, tags, "iob2") == (2, 0)
    tags[2] = ["O", "O"]
    assert count_cases(FORMS, TABLE.offsets, tags, "iob2") == (1, 1)


def test_scores_are_those_of_the_tags():
    numbers = {"O": 0, "B-LOC": 1, "I-LOC": 2}
    open_tokens = np.full(8, -1, np.int32)
    matches = [Match(4, 6, "LOC"), Match(7, 9, "ORG")]
    found = phrase_scores(matches, 3, 11, numbers, "iob2", 2.0, open_tokens)
    expected = np.zeros((8, 3))
    expected[1, 1] = expected[2, 2] = 2.0
    assert np.array_equal(found, expected)
    # Not against what is confirmed.
    open_tokens[2] = 0
    assert not phrase_scores(matches, 3, 11, numbers, "iob2", 2.0, open_tokens).any()


def test_labels_of_tokens_are_phrases_of_one_word():
    known = ConfirmedPhrases(FORMS, TABLE.offsets, "tokens")
    known.confirm(2, ["ADJ", "NOUN"])
    assert [match.type for match in known.matches(3)] == ["NOUN", "ADJ"]

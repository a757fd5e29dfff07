"""Which tokens are tied."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.word_cases import learn_cases
from crfcore.graphs.ties import tie, tied_tokens, types_of

SENTENCES = [
    ["Springer", "buys", "the", "Post"],
    ["The", "post", "of", "Springer"],
    ["Mr.", "Springer", "and", "42"],
    ["The", "Springer", "42"],
]
TABLE = ColumnTable.from_words(SENTENCES)
WORDS, OFFSETS = TABLE.columns[0], TABLE.offsets


def forms(tied):
    return {word for word, is_tied in zip(chain(*SENTENCES), tied.tolist(), strict=True) if is_tied}


def test_types_are_without_prefixes():
    types, type_of = types_of(["O", "B-X", "I-X", "B-Y", "VERB"])
    assert types == ("O", "X", "Y", "VERB")
    assert type_of.tolist() == [0, 1, 1, 2, 3]


def test_names_have_capitals_and_are_not_more_often_lower_case():
    # "The" is lower case inside sentences, "Post" as often as not.
    assert forms(tied_tokens(WORDS, OFFSETS)) == {"Springer", "Mr."}
    cases = learn_cases([["x", "Post"], ["y", "Post"], ["x", "springer"], ["y", "springer"]])
    assert forms(tied_tokens(WORDS, OFFSETS, cases=cases)) == {"Post", "Mr."}


def test_other_rules():
    assert "42" in forms(tied_tokens(WORDS, OFFSETS, "form"))
    assert "post" in forms(tied_tokens(WORDS, OFFSETS, "form"))
    inside = np.zeros(len(WORDS.ids))
    inside[0] = 0.2
    many = ColumnTable.from_words(
        [[*(f"w{k}" for k in range(200)), "rare"], [f"w{k}" for k in range(200)]]
    )
    certain = np.ones(len(many.columns[0].ids))
    chosen = tied_tokens(many.columns[0], many.offsets, "model", inside=certain)
    assert np.flatnonzero(chosen).tolist() == [200]
    assert not tied_tokens(WORDS, OFFSETS, "model", inside=inside).any()
    with pytest.raises(CrfError, match="inside"):
        tied_tokens(WORDS, OFFSETS, "model")
    with pytest.raises(CrfError, match="names, model, form"):
        tied_tokens(WORDS, OFFSETS, "all")


def test_groups_are_forms_of_a_document():
    every = np.ones(len(WORDS.ids), bool)
    ties = tie(WORDS, OFFSETS, [7, 7, 3, 3], every)
    assert [ties.tokens(g).tolist() for g in range(ties.n_groups)] == [[0, 7], [9, 13], [11, 14]]
    assert ties.group_of[[0, 7, 9, 13, 11, 14]].tolist() == [0, 0, 1, 1, 2, 2]
    assert np.count_nonzero(ties.group_of >= 0) == len(ties.members) == 6
    assert ties.group_of_member.tolist() == [0, 0, 1, 1, 2, 2]
    together = tie(WORDS, OFFSETS, [0, 0, 0, 0], every)
    assert together.tokens(0).tolist() == [0, 7, 9, 13]
    # Parts of about eight tokens are the same as the two documents.
    parts = tie(WORDS, OFFSETS, [0, 0, 0, 0], every, window=8)
    assert parts.members.tolist() == ties.members.tolist()


def test_without_tokens_groups_of_one_end():
    every = np.ones(len(WORDS.ids), bool)
    ties = tie(WORDS, OFFSETS, [0, 0, 0, 0], every)
    left_out = np.zeros(len(WORDS.ids), bool)
    left_out[[0, 11]] = True
    fewer = ties.without(left_out)
    assert [fewer.tokens(g).tolist() for g in range(fewer.n_groups)] == [[7, 9, 13], [4, 12]]
    assert fewer.group_of[[7, 4, 14, 0]].tolist() == [0, 1, -1, -1]
    assert tie(WORDS, OFFSETS, [0] * 4, ~every).n_groups == 0


def test_documents_are_a_number_for_each_sentence():
    every = np.ones(len(WORDS.ids), bool)
    with pytest.raises(CrfError, match="4 sentences"):
        tie(WORDS, OFFSETS, [0, 1], every)
    with pytest.raises(CrfError, match="must be integers, not 'a'; number"):
        tie(WORDS, OFFSETS, ["a", "a", "b", "b"], every)

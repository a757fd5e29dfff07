"""The division of a corpus into shards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.training.shards.plan import Cutter, check_shard_tokens, cut

LENGTHS = st.lists(st.integers(0, 9), max_size=20)


def offsets_of(lengths):
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def slow_shards(files, wanted):
    """Return the sentences of each shard as (file, sentence), one sentence after another."""
    shards, here, n_tokens = [], [], 0
    for number, lengths in enumerate(files):
        for sentence, length in enumerate(lengths):
            here.append((number, sentence))
            n_tokens += length
            if n_tokens >= wanted:
                shards.append(here)
                here, n_tokens = [], 0
    return [*shards, here] if n_tokens else shards


@given(st.lists(LENGTHS, max_size=5), st.integers(1, 30))
def test_shards_end_where_they_have_enough_tokens(files, wanted):
    cutter = Cutter(wanted)
    shards = [shard for lengths in files for shard in cutter.feed(offsets_of(lengths))]
    shards += cutter.rest()
    found = [
        [(piece.file, sentence) for piece in shard for sentence in range(piece.first, piece.last)]
        for shard in shards
    ]
    assert found == slow_shards(files, wanted)


def test_sentences_of_one_sequence_are_cut_alike():
    assert cut(offsets_of([3, 3, 3, 1]), 5) == [(0, 2), (2, 4)]
    assert cut(offsets_of([]), 5) == []


@pytest.mark.parametrize("wanted", [0, -1, 2.5, "7", None, True, 10**9])
def test_the_size_of_a_shard_is_a_number_of_tokens(wanted):
    with pytest.raises(CrfError, match=r"shard_tokens=.* whole number from 1"):
        check_shard_tokens(wanted)

"""The words of vectors."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.dataset import Dataset
from crfcore.training.vector_words import words_of_vectors

N_ATTRIBUTES, N_VECTORS = 6, 7
TOKENS = st.lists(
    st.tuples(
        st.integers(-1, 3),
        st.integers(4, 7).map(lambda row: -1 if row == N_VECTORS else row),
        st.lists(st.integers(0, N_ATTRIBUTES), max_size=4),
    ),
    max_size=25,
)
"""Two vectors of each token, and its attributes; the last one has no number."""


def found_in(tokens):
    flat = np.array([a for *_, attributes in tokens for a in attributes], np.int32)
    ends = np.cumsum([0, *(len(attributes) for *_, attributes in tokens)]).astype(np.int64)
    offsets = np.array([0, len(tokens)], np.int64)
    dataset = Dataset(offsets, ends, flat, N_ATTRIBUTES + 1)
    numbers = np.array([*range(N_ATTRIBUTES), -1], np.int32)
    rows = np.array([[one, two] for one, two, _ in tokens], np.int32).reshape(-1, 2)
    return words_of_vectors(dataset, numbers, N_ATTRIBUTES, rows, N_VECTORS), numbers


def tokens_of(tokens):
    """Return the tokens of each attribute that no token has twice, and of each vector."""
    by_attribute = {
        a: {t for t, (*_, attributes) in enumerate(tokens) if a in attributes}
        for a in range(N_ATTRIBUTES)
        if all(attributes.count(a) <= 1 for *_, attributes in tokens)
    }
    by_vector = {
        row: {t for t, (*rows, _) in enumerate(tokens) if row in rows} for row in range(N_VECTORS)
    }
    return by_attribute, by_vector


@given(tokens=TOKENS)
def test_a_word_is_the_most_frequent_attribute_of_its_vector_alone(tokens):
    words, _ = found_in(tokens)
    by_attribute, by_vector = tokens_of(tokens)
    seen = set()
    for row, of_row in by_vector.items():
        own = {a: len(of) for a, of in by_attribute.items() if of and of <= of_row}
        wanted = max(own, key=lambda a: (own[a], -a), default=-1)
        wanted = -1 if wanted in seen else wanted
        seen.add(wanted)
        assert words.attributes[row] == wanted
        assert words.counts[row] == own.get(wanted, 0)


@given(tokens=TOKENS)
def test_a_word_is_merged_if_all_tokens_of_its_vector_have_it(tokens):
    words, numbers = found_in(tokens)
    by_attribute, by_vector = tokens_of(tokens)
    for row, merged in enumerate(words.merged.tolist()):
        word = int(words.attributes[row])
        is_same = word >= 0 and by_attribute[word] == by_vector[row]
        assert merged == (word if is_same else -1)
    left = words.unmerged(numbers, N_ATTRIBUTES)
    assert left.tolist() == [-1 if n in words.merged else n for n in numbers.tolist()]

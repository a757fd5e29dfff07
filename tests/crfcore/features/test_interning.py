import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.interning import interned, pair_keys, split_pairs

keys = st.lists(st.one_of(st.integers(-3, 9), st.integers(0, 2**62)), max_size=60)


@given(keys)
def test_numbers_follow_first_appearance(some):
    numbers, distinct = interned(np.array(some, np.int64))
    expected = list(dict.fromkeys(key for key in some if key >= 0))
    assert distinct.tolist() == expected
    assert numbers.tolist() == [expected.index(key) if key >= 0 else -1 for key in some]


def test_the_table_grows_with_its_keys():
    rng = np.random.default_rng(1)
    some = rng.permutation(np.repeat(np.arange(3000, dtype=np.int64) << 32, 2))
    numbers, distinct = interned(some)
    assert np.array_equal(distinct[numbers], some)
    assert len(np.unique(distinct)) == len(distinct) == 3000


ids = st.one_of(st.integers(-1, 5), st.integers(-1, 2**31 - 1))


@given(st.lists(st.tuples(ids, ids), min_size=1, max_size=30))
def test_pairs_are_keys(pairs):
    first, second = (np.array(part, np.int32) for part in zip(*pairs, strict=True))
    made = pair_keys(first, second)
    missing = (first < 0) | (second < 0)
    assert np.array_equal(made < 0, missing)
    back = split_pairs(made[~missing])
    assert np.array_equal(back[0], first[~missing])
    assert np.array_equal(back[1], second[~missing])
    assert len(set(made[~missing].tolist())) == len({p for p in pairs if min(p) >= 0})

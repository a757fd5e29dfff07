"""Sums along a tree: the same bits in any order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.training.shards.tree import TreeSum, summed


def add(one, other):
    return f"({one}{other})"


def test_the_tree_depends_on_the_number_of_parts():
    assert [summed(list("abcdefg")[:n], add) for n in range(1, 8)] == [
        "a",
        "(ab)",
        "((ab)c)",
        "((ab)(cd))",
        "(((ab)(cd))e)",
        "(((ab)(cd))(ef))",
        "(((ab)(cd))((ef)g))",
    ]


@given(st.integers(1, 40), st.randoms(use_true_random=False))
def test_parts_are_added_alike_in_any_order(n, random):
    order = list(range(n))
    random.shuffle(order)
    total = TreeSum(n, add)
    for number in order:
        total.put(number, f"<{number}>")
    assert total.total == summed([f"<{number}>" for number in range(n)], add)


def test_few_parts_wait_in_their_own_order():
    total = TreeSum(64, lambda one, other: one + other)
    most = 0
    for number in range(64):
        total.put(number, np.ones(1))
        most = max(most, len(total._waiting))
    assert total.total == 64.0
    assert most <= 6

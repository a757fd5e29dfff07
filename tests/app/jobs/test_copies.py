"""Tests of copies: complete, and never overwritten while they are read."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.jobs.copies import MAX_KEPT, Copies


def test_memory_of_a_copy_that_nobody_holds_is_used_again():
    copies, source = Copies(), np.arange(10)
    address = copies.of(source).ctypes.data
    source += 1
    again = copies.of(source)
    assert again.ctypes.data == address
    assert again.tolist() == source.tolist()


def test_a_part_of_a_copy_is_enough_to_keep_it():
    copies, source = Copies(), np.arange(10)
    part = copies.of(source)[2:5]
    source += 1
    copies.of(source)
    assert part.tolist() == [2, 3, 4]


def test_another_type_or_length_gets_memory_of_its_own():
    copies = Copies()
    copies.of(np.arange(4))
    assert copies.of(np.arange(5)).tolist() == [0, 1, 2, 3, 4]
    assert copies.of(np.arange(4, dtype=np.uint8)).dtype == np.uint8


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2 * MAX_KEPT)), max_size=60))
def test_whatever_is_held_and_dropped_what_is_held_stays_as_it_was(steps):
    copies = Copies()
    held: list[tuple[np.ndarray, list[int]]] = []
    for number, (length, dropped) in enumerate(steps):
        source = np.full(length, number)
        held.append((copies.of(source), source.tolist()))
        source[:] = -1
        del held[: max(0, len(held) - dropped)]
        assert all(copy.tolist() == expected for copy, expected in held)

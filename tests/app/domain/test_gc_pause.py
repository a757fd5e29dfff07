"""Tests of pausing the cycle collector."""

from __future__ import annotations

import gc

import pytest

from app.domain.gc_pause import gc_paused


def fail_inside():
    with gc_paused():
        assert not gc.isenabled()
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
        raise ZeroDivisionError


def test_it_is_off_inside_and_on_again_outside():
    with pytest.raises(ZeroDivisionError):
        fail_inside()
    assert gc.isenabled()


def test_cycles_made_inside_are_found_later():
    with gc_paused():
        first: list[object] = []
        first.append(first)
        del first
    assert gc.get_freeze_count() == 0
    assert gc.collect() >= 1

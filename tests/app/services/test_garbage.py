"""Tests of collecting garbage between keys."""

from __future__ import annotations

import gc
import weakref

import pytest

from app.services import garbage
from app.services.garbage import GarbageCollector
from app.services.threads import UI_PRIORITY


class Node:
    """A node of a cycle."""

    def __init__(self):
        self.own = self


@pytest.fixture
def collector(qtbot, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.0)
    gc.collect()
    # A collection then looks at what a test makes, not at all that the tests before it have left.
    gc.freeze()
    made = GarbageCollector()
    made._timer.stop()
    yield made
    made.close()


def new_cycles(count):
    """Make cycles, and return a reference to one of them."""
    nodes = [Node() for _ in range(count)]
    return weakref.ref(nodes[0])


def old_cycle():
    """Make a cycle that has survived for long, and return a reference to it."""
    node = Node()
    gc.collect(1)
    return weakref.ref(node)


def test_python_collects_nothing_by_itself_until_it_is_closed(collector):
    assert not gc.isenabled()
    collector.close()
    assert gc.isenabled()


def test_few_new_objects_are_left_alone(collector):
    node = new_cycles(10)
    collector.collect()
    assert node() is not None


def test_new_garbage_is_collected_and_old_garbage_is_not(collector):
    old = old_cycle()
    new = new_cycles(garbage.WORTH_COLLECTING)
    collector.collect()
    assert new() is None
    assert old() is not None


def test_very_many_new_objects_wait_for_a_collection_of_all(collector, monkeypatch):
    node = new_cycles(garbage.QUICK_TO_COLLECT + 1_000)
    collector.collect()
    gc.collect(1)
    assert node() is not None
    monkeypatch.setattr(garbage, "MANY_NEW", garbage.QUICK_TO_COLLECT)
    collector.collect()
    assert node() is None


def test_many_old_objects_wait_for_a_quarter_more(collector, monkeypatch):
    monkeypatch.setattr(garbage, "MANY_NEW", 0)
    old = old_cycle()
    collector._n_new, collector._n_old = 1_000, 4_001
    collector.collect()
    assert old() is not None
    collector._n_old = 3_999
    collector.collect()
    assert old() is None


def test_after_a_closed_project_all_is_collected(collector):
    old = old_cycle()
    collector.expect_garbage()
    collector.collect()
    assert old() is None


def test_not_all_is_collected_soon_after_a_key(collector, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 60.0)
    old = old_cycle()
    collector.expect_garbage()
    UI_PRIORITY.claim_for_key()
    UI_PRIORITY.release()
    collector.collect()
    assert old() is not None
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.0)
    collector.collect()
    assert old() is None


def test_it_runs_by_itself(qtbot, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.0)
    collector = GarbageCollector()
    try:
        old = old_cycle()
        collector.expect_garbage()
        qtbot.waitUntil(lambda: old() is None, timeout=10_000)
    finally:
        collector.close()

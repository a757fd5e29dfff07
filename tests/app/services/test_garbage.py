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
def collector(qtbot):
    gc.collect()
    made = GarbageCollector()
    made._timer.stop()
    yield made
    made.close()


def cycles(count):
    """Make cycles, and return a reference to one of them."""
    nodes = [Node() for _ in range(count)]
    return weakref.ref(nodes[0])


def test_python_collects_nothing_by_itself_until_it_is_closed(collector):
    assert not gc.isenabled()
    collector.close()
    assert gc.isenabled()


def test_few_new_objects_are_left_alone(collector):
    first = cycles(10)
    collector.collect()
    assert first() is not None


def test_new_garbage_is_collected(collector):
    first = cycles(garbage.WORTH_COLLECTING)
    collector.collect()
    assert first() is None


def test_very_many_new_objects_wait_for_a_time_without_keys(collector, monkeypatch):
    monkeypatch.setattr(garbage, "MANY_NEW", garbage.QUICK_TO_COLLECT)
    first = cycles(garbage.QUICK_TO_COLLECT + 1_000)
    UI_PRIORITY.claim_for_key()
    UI_PRIORITY.release()
    collector.collect()
    collector.collect()
    assert first() is not None
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.0)
    collector.collect()
    assert first() is None


def test_a_closed_project_is_collected_when_no_keys_come(collector, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.0)
    project = Node()
    gc.collect(1)  # it has been open for long
    seen = weakref.ref(project)
    del project
    collector.collect()
    assert seen() is not None
    collector.expect_garbage()
    collector.collect()
    assert seen() is None


def test_it_runs_by_itself(qtbot):
    collector = GarbageCollector()
    try:
        first = cycles(garbage.WORTH_COLLECTING)
        qtbot.waitUntil(lambda: first() is None, timeout=5_000)
    finally:
        collector.close()

"""Finished outcomes are saved and reported."""

from __future__ import annotations

from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from crfcore.training.monitor import TrainingProgress


def test_an_outcome_is_computed_once() -> None:
    heard: list[tuple[float, str]] = []
    context = Context(listener=lambda minutes, doing: heard.append((minutes, doing)))
    calls: list[int] = []

    def compute() -> Outcome:
        calls.append(1)
        return Outcome({"f1": 0.5})

    first = context.outcome("CRF", compute, 3.0)
    elapsed = context.elapsed
    assert elapsed > 0.0
    assert context.outcome("CRF", compute, 2.0) == first
    assert calls == [1]
    assert context.elapsed == 2.0 * elapsed
    assert heard == [(0.0, "CRF"), (3.0, "CRF"), (5.0, "CRF")]


def test_limits_and_seeds() -> None:
    assert Context().at_most([1, 2, 3]) == [1, 2, 3]
    assert Context(limit=2).at_most([1, 2, 3]) == [1, 2]
    assert (Context().n_seeds(3), Context(seeds=1).n_seeds(3)) == (3, 1)


def test_a_training_says_how_far_it_is() -> None:
    heard: list[str] = []
    context = Context(listener=lambda _, doing: heard.append(doing))
    assert not context.monitor("CRF")(TrainingProgress(2, 3, 1234.5, 1.0, 0.1, None))
    assert heard == ["CRF: 3 evaluations, 1,234.5"]

"""The numbers by which the queue is sorted, in words."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from app.domain.numbers import decimal, percentage
from app.domain.queue_numbers import Measure
from app.translation import translator

tr = translator("QueueWords")
SECONDS = 60.0
"""Numbers per second are shown per minute, the usual time of a sentence."""


def percent(probability: float) -> str:
    """Return a probability in whole per cent; only certainty is 100%."""
    return percentage(min(99, round(100 * probability)) if probability < 1 else 100)


def precise_percent(probability: float) -> str:
    """Return a probability rounded down to a tenth of a per cent; only certainty is 100%.

    So a search for confidences under 60% lists no row that shows 60%.
    """
    # Probabilities are in single precision: 0.9 is a little less or more.
    tenths = int(1000 * probability + 0.001)
    return percentage(decimal(tenths / 10, 1) if probability < 1 else 100)


def in_words(measure: Measure, value: float) -> str:
    """Return a number of the queue with what it measures, as "2.4 corrections expected"."""
    if measure.per_second:
        texts = _by_the_minute()
        text = texts.get(measure.strategy, tr("{n} bits/min"))
        scale = SECONDS if measure.strategy in texts else SECONDS / log(2)
        return text.format(n=number(value * scale))
    if measure.strategy in _CHANCES:
        return _chances()[measure.strategy].format(p=_chance(_CHANCES[measure.strategy](value)))
    if measure.strategy in _IN_BITS:
        return _in_bits()[measure.strategy].format(n=number(value / log(2)))
    text = _counted().get(measure.strategy, tr("{n} worth"))
    whole = measure.strategy in _WHOLE
    return text.format(n=decimal(value, 0) if whole else number(value))


def number(value: float) -> str:
    """Return a number with enough digits to distinguish rows: one decimal under 100."""
    if value >= 99.95:
        return decimal(value, 0)
    return decimal(value, 1) if value >= 0.095 else decimal(value, 2)


def _chance(probability: float) -> str:
    return tr("under 1%") if probability < 0.005 else percent(probability)


_WHOLE = frozenset({"inconsistent_names"})
"""Strategies whose numbers count something."""

_CHANCES: dict[str, Callable[[float], float]] = {
    "min_marginal": lambda value: 1 - value,
    "least_confidence": lambda value: exp(-value),
    "normalised_least_confidence": lambda value: exp(-value),
    "margin": lambda value: value,
}
"""Conversion of these strategies' numbers to probabilities."""

_IN_BITS = frozenset({"token_entropy", "mean_token_entropy", "sequence_entropy", "nbest_entropy"})


def _chances() -> dict[str, str]:
    return {
        "min_marginal": tr("{p} lowest confidence"),
        "least_confidence": tr("{p} for the sentence"),
        "normalised_least_confidence": tr("{p} per token"),
        "margin": tr("2nd answer {p} as likely"),
    }


def _in_bits() -> dict[str, str]:
    return {
        "token_entropy": tr("{n} bits open"),
        "mean_token_entropy": tr("{n} bits a word"),
        "sequence_entropy": tr("{n} bits open"),
        "nbest_entropy": tr("{n} bits in ten answers"),
    }


def _counted() -> dict[str, str]:
    return {
        "expected_corrections": tr("{n} corrections expected"),
        "missed_span": tr("{n} spans overlooked"),
        "inconsistent_names": tr("{n} labelled otherwise"),
        "information_density": tr("{n} open and typical"),
        "expected_gradient_length": tr("{n} change expected"),
    }


def _by_the_minute() -> dict[str, str]:
    return {
        "expected_corrections": tr("{n} corrections/min"),
        "missed_span": tr("{n} spans/min"),
        "inconsistent_names": tr("{n} labelled otherwise/min"),
        "min_marginal": tr("{n} uncertain/min"),
        "margin": tr("{n} uncertain/min"),
        "information_density": tr("{n}/min"),
        "expected_gradient_length": tr("{n} change/min"),
    }

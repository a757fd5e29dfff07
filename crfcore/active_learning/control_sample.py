"""Scores of a model on unlabelled sentences, estimated from a random test sample.

The score is that of the rest of the pool, which a random sample estimates without bias of whatever
a query strategy has picked. Spans come in sentences, so sentences are the units that vary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import eq
from typing import Any

import numpy as np
from scipy.special import stdtrit

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.metrics.spans import check_aligned, check_tags
from crfcore.text.tag_schemes import spans

LEVEL = 0.95

DESIGN_EFFECT = 1.6
"""By how much the variance of a score exceeds that of as many independent spans, before anything is
known: sentences are easy or hard as a whole. Measured: 1.2 on Dutch names, 1.5 on English parts of
speech, 1.6 on chunks, with models of 100 to 500 sentences."""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceCounts:
    """What was found in each of n sentences.

    Attributes
    ----------
    gold, predicted, correct : (n,) arrays
        Spans that are there, that the model proposes, and both; or tokens, for accuracy: then the
        first two are the lengths.
    """

    gold: OffsetArray
    predicted: OffsetArray
    correct: OffsetArray

    @property
    def n_sentences(self) -> int:
        """How many sentences there are."""
        return len(self.gold)

    @property
    def score(self) -> float:
        """2·correct / (gold + predicted): F1 of spans, accuracy of tokens; 0 without any."""
        total = int(self.gold.sum() + self.predicted.sum())
        return 2.0 * int(self.correct.sum()) / total if total else 0.0

    def select(self, places: Any) -> SentenceCounts:
        """Return those of the sentences at some places, or where a mask is true."""
        return SentenceCounts(self.gold[places], self.predicted[places], self.correct[places])


@dataclass(frozen=True, slots=True)
class ScoreInterval:
    """A score estimated from a sample, and where that of the rest is thought to lie.

    Attributes
    ----------
    score, low, high : float
    level : float
        In what share of samples such an interval holds the score of the rest.
    n_sentences : int
        The size of the sample.
    """

    score: float
    low: float
    high: float
    level: float
    n_sentences: int

    @property
    def width(self) -> float:
        """From low to high."""
        return self.high - self.low


def draw_control_sample(n_sentences: int, size: int, rng: np.random.Generator | int) -> OffsetArray:
    """Draw sentences for a control sample, each set of so many with the same probability.

    Parameters
    ----------
    n_sentences : int
        In the pool.
    size : int
        How many; all where there are not so many.
    rng : numpy.random.Generator or int
        A generator, or the seed of a new one.

    Returns
    -------
    (size,) array
        Places in the pool, rising.
    """
    drawn = np.random.default_rng(rng).permutation(n_sentences)[: max(size, 0)]
    return np.sort(drawn).astype(np.int64)


def span_counts(
    gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]], scheme: str | None = None
) -> SentenceCounts:
    """Count spans by sentence; parameters and errors as for `crfcore.metrics.span_scores`."""
    check_aligned(gold, predicted)
    check_tags(gold)
    check_tags(predicted)
    counts = np.zeros((3, len(gold)), dtype=np.int64)
    for sentence_index, (right, found) in enumerate(zip(gold, predicted, strict=True)):
        wanted, proposed = spans(right, scheme), spans(found, scheme)
        counts[:, sentence_index] = (
            len(wanted),
            len(proposed),
            len(set(wanted).intersection(proposed)),
        )
    return SentenceCounts(*counts)


def token_counts(
    gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> SentenceCounts:
    """Count tokens by sentence, all of them and those with the right tag.

    Raises
    ------
    ValueError
        As for `crfcore.metrics.token_accuracy`.
    """
    check_aligned(gold, predicted)
    lengths = np.fromiter(map(len, gold), np.int64, len(gold))
    right = [sum(map(eq, *pair)) for pair in zip(gold, predicted, strict=True)]
    return SentenceCounts(lengths, lengths, np.array(right, dtype=np.int64))


def score_interval(
    counts: SentenceCounts, n_rest: int | None = None, *, level: float = LEVEL
) -> ScoreInterval:
    """Return the score of a random sample with the interval for that of the rest of its pool.

    The score is a ratio of two sums over sentences. Its standard error is the jackknife's, times
    √(1 + n / n_rest) because the rest is finite, too, and not less than if spans were independent;
    the interval is Student's on the scale of log odds, so that it stays within 0 and 1 and leans to
    the middle, as the sampling distribution does. Where all or nothing is right, sentences count
    as single trials, of which all came out alike.

    Parameters
    ----------
    counts : SentenceCounts
        Of the sample.
    n_rest : int, optional
        How many sentences of the pool are not in the sample, at least 1; by default infinitely
        many.
    level : float
        Between 0 and 1.

    Raises
    ------
    CrfError
        level or n_rest is impossible.

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd ed. 1977, chapter 6 (ratios of two sums, and their
    jackknife).
    """
    _check(level, n_rest)
    score = counts.score
    n_units = int(np.count_nonzero(counts.gold + counts.predicted))
    if n_units < 2:
        low, high = 0.0, 1.0
    elif 0.0 < score < 1.0:
        error = _standard_error(counts) * _for_the_rest(counts.n_sentences, n_rest)
        low, high = _on_log_odds(score, error, _quantile(level, n_units - 1))
    else:
        bound = _bound_of_alike(n_units, level)
        low, high = (bound, 1.0) if score > 0.0 else (0.0, 1.0 - bound)
    return ScoreInterval(score, low, high, level, counts.n_sentences)


def widths_of_sizes(
    counts: SentenceCounts, sizes: Iterable[int], n_pool: int | None = None, *, level: float = LEVEL
) -> list[float]:
    """Return how wide the interval of other sizes can be expected to be, from a sample at hand.

    Parameters
    ----------
    counts : SentenceCounts
        Of the sample.
    sizes : iterable of int
        Of samples, at least 1 each.
    n_pool : int, optional
        How many sentences sample and rest have together; by default infinitely many.
    level : float

    Returns
    -------
    list of float
        1 where the sample says nothing: fewer than two sentences have a span, or there would be no
        rest. Where all or nothing is right, that is taken to go on.
    """
    _check(level, None)
    score = counts.score
    n_units = int(np.count_nonzero(counts.gold + counts.predicted))
    if n_units < 2:
        return [1.0 for _ in sizes]
    share = n_units / counts.n_sentences
    if not 0.0 < score < 1.0:
        return [_width_of_alike(size, share, n_pool, level) for size in sizes]
    by_sentence = _standard_error(counts) * sqrt(counts.n_sentences)
    return [_width(score, by_sentence, size, share, n_pool, level) for size in sizes]


def planned_widths(
    sizes: Iterable[int],
    *,
    score: float,
    spans_a_sentence: float,
    n_pool: int | None = None,
    level: float = LEVEL,
    design_effect: float = DESIGN_EFFECT,
) -> list[float]:
    """Return how wide the interval will about be, before anything is labelled.

    Parameters
    ----------
    sizes : iterable of int
        Of samples, at least 1 each.
    score : float
        What the model is expected to reach, between 0 and 1.
    spans_a_sentence : float
        How many spans a sentence has on average; for accuracy how many tokens.
    n_pool, level
        As for `widths_of_sizes`.
    design_effect : float
        The variance of a score as a multiple of that of as many independent spans.

    Raises
    ------
    CrfError
        A number is impossible.
    """
    _check(level, None)
    if not (0.0 < score < 1.0 and spans_a_sentence > 0.0 and design_effect > 0.0):
        raise CrfError(
            "A plan needs a score between 0 and 1, and spans_a_sentence and design_effect greater "
            f"than 0, not {score}, {spans_a_sentence} and {design_effect}."
        )
    by_sentence = sqrt(design_effect * score * (1.0 - score) / spans_a_sentence)
    share = min(spans_a_sentence, 1.0)
    return [_width(score, by_sentence, size, share, n_pool, level) for size in sizes]


def _check(level: float, n_rest: int | None) -> None:
    if not 0.0 < level < 1.0:
        raise CrfError(f"level={level} is not possible; it must be between 0 and 1.")
    if n_rest is not None and n_rest < 1:
        raise CrfError(f"n_rest={n_rest} is not possible; without a rest nothing is estimated.")


def _width(
    score: float, by_sentence: float, size: int, share: float, n_pool: int | None, level: float
) -> float:
    """Return the width for a size; ``share`` of the sentences have spans."""
    n_rest = None if n_pool is None else n_pool - size
    n_units = size * share
    if _is_undetermined(n_units, n_rest):
        return 1.0
    error = by_sentence / sqrt(size) * _for_the_rest(size, n_rest)
    low, high = _on_log_odds(score, error, _quantile(level, n_units - 1.0))
    return high - low


def _width_of_alike(size: int, share: float, n_pool: int | None, level: float) -> float:
    """Return the width for a size of which all or nothing is right."""
    n_units = size * share
    if _is_undetermined(n_units, None if n_pool is None else n_pool - size):
        return 1.0
    return 1.0 - _bound_of_alike(n_units, level)


def _is_undetermined(n_units: float, n_rest: int | None) -> bool:
    return n_units < 2.0 or (n_rest is not None and n_rest < 1)


def _bound_of_alike(n_units: float, level: float) -> float:
    """Return the least share under which so many trials still come out alike."""
    return float(((1.0 - level) / 2.0) ** (1.0 / n_units))


def _standard_error(counts: SentenceCounts) -> float:
    """Return the jackknife's standard error of a score, at least that of independent spans.

    Two sentences at least must have a span.
    """
    both: FloatArray = (counts.gold + counts.predicted).astype(np.float64)
    correct: FloatArray = (2 * counts.correct).astype(np.float64)
    n_sentences, total = len(both), float(both.sum())
    without = (correct.sum() - correct) / (total - both)
    spread = float(np.sum((without - without.mean()) ** 2))
    score = float(correct.sum()) / total
    independent = score * (1.0 - score) * (2.0 - score) / total
    return sqrt(max((n_sentences - 1) / n_sentences * spread, independent))


def _for_the_rest(n_sentences: int, n_rest: int | None) -> float:
    """Return by what the error of a sample grows since the rest has a finite size, too."""
    return 1.0 if n_rest is None else sqrt(1.0 + n_sentences / n_rest)


def _quantile(level: float, freedom: float) -> float:
    return float(stdtrit(freedom, 0.5 + level / 2.0))


def _on_log_odds(score: float, error: float, quantile: float) -> tuple[float, float]:
    """Return Student's interval on the scale of log(score / (1 − score))."""
    odds = score / (1.0 - score)
    factor = exp(min(quantile * error / (score * (1.0 - score)), 500.0))
    return odds / (odds + factor), odds / (odds + 1.0 / factor)

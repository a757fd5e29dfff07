"""The bias against "O": how much its score is lowered, chosen by spans of sentences held out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.prediction import PredictionMethods
from crfcore.metrics.spans import check_aligned, check_tags
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.material import material_for
from crfcore.model_selection.validation import Fold, by_fold, finished
from crfcore.tasks import Client
from crfcore.text.tag_schemes import spans
from crfcore.training.monitor import Monitor

OUTSIDE = "O"

BIASES = (0.0, 0.5, 1.0, 1.5, 2.0)
"""The biases that are compared; the first changes nothing."""

STANDARD_ERRORS = 1.5
"""A bias has to gain so many standard errors.

With 50 to 200 sentences of Dutch names and of chunks, ten and five draws, half of each training
file held out: the best of the grid costs up to 0.3 points of F1 where no bias helps, with one
standard error 0.1, with 1.5 at most 0.04; where it helps most (50 sentences without word vectors)
the gains are 2.7, 2.2 and 1.8 points.
"""

SpanCounts = NDArray[np.int64]
"""Gold, predicted and correct spans of N sentences with each of B biases, (B, N, 3)."""


class OutsideBias(NamedTuple):
    """A chosen bias, and the scores on sentences held out.

    Attributes
    ----------
    bias : float
        For ``crf.with_label_bias({"O": -bias})``; 0 if none is clearly better.
    f1, f1_without : float
        Of all spans, with it and without.
    """

    bias: float
    f1: float
    f1_without: float


def choose_outside_bias(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    folds: int = 5,
    seed: int = 0,
    *,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    sample_weight: Any = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    jobs: int = 1,
    client: Client | None = None,
) -> OutsideBias:
    """Choose a bias against "O" by cross-validation; sentences with open labels are not scored.

    A model of few sentences labels too many tokens "O". A model is trained once for each fold on
    the others, and finds the spans of that fold with each of `BIASES`.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters; it is not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; attributes are extracted once. Weights apply to training, not
        to scores.
    folds, seed
        As for `sentence_folds`.
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.
    jobs, client
        As for `cross_validate`.

    Raises
    ------
    CrfError
        No label is "O".
    TrainingCancelled
        `cancelled` returned True.
    """
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    if OUTSIDE not in material.labels:
        raise CrfError(f"A bias against “{OUTSIDE}” needs this label; the labels have none.")
    counts = by_fold(
        _spans_of_fold,
        material,
        sentence_folds(material.dataset.n_sentences, folds, seed),
        (crf,),
        jobs=jobs,
        client=client,
        monitor=monitor,
        cancelled=cancelled,
    )
    return best_outside_bias(np.concatenate(counts, axis=1))


def _spans_of_fold(
    fold: Fold,
    crf: LinearChainCRF,
    monitor: Monitor | None,
    cancelled: Callable[[], bool] | None,
) -> SpanCounts:
    model = finished(fold.training.fit(crf, {}, None, monitor, cancelled))
    return spans_by_bias(model, *fold.labelled())


def spans_by_bias(
    crf: PredictionMethods,
    X: Any,  # noqa: N803
    y: Sequence[Sequence[str]],
) -> SpanCounts:
    """Return the counts of spans that a model finds with each of `BIASES`.

    Parameters
    ----------
    crf : LinearChainCRF or SemiMarkovCRF
        With the label "O"; biases that it has already are replaced.
    X
        As for `LinearChainCRF.predict`.
    y : sequence of sequences of str
        The tags of each sentence.

    Raises
    ------
    ValueError
        The two have different numbers of sentences, or of tokens in a sentence.
    """
    models = [crf.with_label_bias({OUTSIDE: -bias} if bias else None) for bias in BIASES]
    return counts_by_way([partial(model.predict, X) for model in models], y, spans)


def counts_by_way(
    predictions: Sequence[Callable[[], Sequence[Sequence[str]]]],
    y: Sequence[Sequence[str]],
    spans_in: Callable[[Sequence[str]], Iterable[Hashable]],
) -> SpanCounts:
    """Return the gold, predicted and correct spans of each sentence in several ways to label.

    Parameters
    ----------
    predictions : sequence of callables
        Each labels all N sentences in its way; not called without sentences.
    y : sequence of sequences of str
        The gold tags.
    spans_in : callable
        Returns the spans in the tags of a sentence.

    Returns
    -------
    (B, N, 3) array

    Raises
    ------
    ValueError
        The two have different numbers of sentences, or of tokens in a sentence.
    """
    check_tags(y)
    gold = [set(spans_in(tags)) for tags in y]
    counts = np.zeros((len(predictions), len(gold), 3), np.int64)
    if not gold:
        return counts
    for at, predict in enumerate(predictions):
        predicted = predict()
        check_aligned(y, predicted)
        for number, (right, tags) in enumerate(zip(gold, predicted, strict=True)):
            found = set(spans_in(tags))
            counts[at, number] = len(right), len(found), len(right & found)
    return counts


def best_outside_bias(counts: SpanCounts) -> OutsideBias:
    """Return the bias of highest F1 if it gains more than `STANDARD_ERRORS` standard errors.

    The standard error of a difference of two F1 scores is that of the sum over sentences of what
    each adds to the first ratio, less what it adds to the second, both linearised.

    Parameters
    ----------
    counts : (B, N, 3) array

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd ed. 1977, chapter 6 (ratios of two sums).
    """
    best, gain = clearly_best(counts)
    return OutsideBias(BIASES[best], gain.after if best else gain.before, gain.before)


def clearly_best(counts: SpanCounts, errors: float = STANDARD_ERRORS) -> tuple[int, SpanGain]:
    """Return the way of highest F1, or the first if none is clearly better, and the gain.

    Parameters
    ----------
    counts : (B, N, 3) array
        As for `best_outside_bias`, of any B ways to label the sentences.
    errors : float
        How many standard errors it has to gain.
    """
    best = int(np.argmax([_score_and_shares(one)[0] for one in counts]))
    gain = clear_gain(counts[0], counts[best], errors)
    return (best if gain.is_clear else 0), gain


class SpanGain(NamedTuple):
    """The F1 of two ways to find spans, and whether the second is clearly higher."""

    before: float
    after: float
    is_clear: bool


def clear_gain(before: SpanCounts, after: SpanCounts, errors: float = STANDARD_ERRORS) -> SpanGain:
    """Return two scores, and whether they differ by more than some standard errors.

    Parameters
    ----------
    before, after : (N, 3) arrays
        Gold, predicted and correct spans of the same sentences; see `best_outside_bias`.
    errors : float
    """
    (low, low_shares), (high, high_shares) = _score_and_shares(before), _score_and_shares(after)
    error = float(np.sqrt(np.sum((high_shares - low_shares) ** 2)))
    return SpanGain(low, high, high - low > errors * error)


def _score_and_shares(counts: NDArray[np.int64]) -> tuple[float, NDArray[np.float64]]:
    """Return 2·correct / (gold + predicted), and what each sentence adds to it, linearised."""
    both, correct = counts[:, 0] + counts[:, 1], 2 * counts[:, 2]
    total = int(both.sum())
    if not total:
        return 0.0, np.zeros(len(counts))
    score = float(correct.sum() / total)
    return score, (correct - score * both) / total

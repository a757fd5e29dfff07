"""The exponent of a model of counts, chosen by labels of sentences held out.

Zhu et al. (see `crfcore.training.empirical`), section 3.7.1, adjust mu on held-out data. With few
labels there are none to spare, so that folds take their place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.prediction import PredictionMethods
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.material import Material, material_for
from crfcore.model_selection.outside_bias import OUTSIDE, SpanCounts, clearly_best, counts_by_way
from crfcore.model_selection.validation import Fold, by_fold
from crfcore.tasks import Client
from crfcore.text.tag_schemes import spans

EXPONENTS = (1.0, 1.4, 2.0, 3.0, 4.0)
"""The exponents that are compared; the first is the default."""

STANDARD_ERRORS = 2.0
"""An exponent has to gain so many standard errors.

With 30, 50, 100 and 200 sentences of Dutch names, chunks and parts of speech of EWT, ten draws
of a half of each training file, scored on 1,000 sentences of the other: names have an F1 of 24.9,
30.4, 35.6 and 41.5 and keep the exponent 1 (+0.1, 0, 0, 0; with 1.5 standard errors one draw of 30
loses ten points); chunks have 63.7, 66.0, 68.4 and 70.3, and gain 1.1, 1.2, 1.5 and 1.5; parts of
speech have an accuracy of 72.4, 75.6, 79.4 and 82.5, and gain 4.1, 5.1, 4.7 and 4.3.
"""


class Exponent(NamedTuple):
    """A chosen exponent, and the scores on sentences held out.

    Attributes
    ----------
    exponent : float
        For ``LinearChainCRF("empirical", exponent=…)``; 1 if none is clearly better.
    score, score_before : float
        The F1 of all spans with it and with 1; where no label is "O", the accuracy of tokens.
    """

    exponent: float
    score: float
    score_before: float


def choose_exponent(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    folds: int = 5,
    seed: int = 0,
    *,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    jobs: int = 1,
    client: Client | None = None,
) -> Exponent:
    """Choose the exponent of a model of counts; sentences with open labels are not scored.

    Parameters
    ----------
    crf : LinearChainCRF
        Of the algorithm "empirical"; gives the other parameters, and is not changed.
    X, y, labels, extractor
        As for `LinearChainCRF.fit`; attributes are extracted once.
    folds, seed
        As for `sentence_folds`.
    jobs, client
        As for `cross_validate`.

    Raises
    ------
    CrfError
        The algorithm is another.
    """
    if crf.algorithm != "empirical":
        raise CrfError("Only a model of counts has an exponent: use algorithm='empirical'.")
    material = material_for(crf, X, y, labels, extractor, None)
    positions = sentence_folds(material.dataset.n_sentences, folds, seed)
    counts = by_fold(_counts_of_fold, material, positions, (crf,), jobs=jobs, client=client)
    return best_exponent(np.concatenate(counts, axis=1))


def _counts_of_fold(fold: Fold, crf: LinearChainCRF, *_: None) -> SpanCounts:
    held, gold = fold.labelled()
    model_with = partial(_fitted, fold.training, crf)
    of_spans = OUTSIDE in fold.training.labels
    return counts_by_exponent(model_with, held, gold, of_spans=of_spans)


def _fitted(material: Material, crf: LinearChainCRF, exponent: float) -> LinearChainCRF:
    return material.fit(crf, {"exponent": exponent}, None, None, None)


def counts_by_exponent(
    model_with: Callable[[float], PredictionMethods],
    X: Any,  # noqa: N803
    y: Sequence[Sequence[str]],
    *,
    of_spans: bool,
) -> SpanCounts:
    """Return the counts of spans, or of tokens, that models find with each of `EXPONENTS`.

    Parameters
    ----------
    model_with : callable
        Returns the model of counts with an exponent.
    X
        As for `LinearChainCRF.predict`.
    y : sequence of sequences of str
        The tags of each sentence.
    of_spans : bool
        Otherwise each token counts as a span, and F1 is the accuracy.

    Returns
    -------
    (E, N, 3) array
        Gold, predicted and correct ones; see `best_outside_bias`.
    """
    predictions = [partial(_predicted, model_with, exponent, X) for exponent in EXPONENTS]
    return counts_by_way(predictions, y, partial(_marked, of_spans=of_spans))


def _predicted(
    model_with: Callable[[float], PredictionMethods],
    exponent: float,
    X: Any,  # noqa: N803
) -> list[list[str]]:
    return model_with(exponent).predict(X)


def _marked(tags: Sequence[str], *, of_spans: bool) -> set[Any]:
    return set(spans(tags)) if of_spans else set(enumerate(tags))


def best_exponent(counts: SpanCounts) -> Exponent:
    """Return the exponent of the highest score if it is clearly better than 1.

    Parameters
    ----------
    counts : (E, N, 3) array
        As `counts_by_exponent` returns them.
    """
    best, gain = clearly_best(counts, STANDARD_ERRORS)
    return Exponent(EXPONENTS[best], gain.after if best else gain.before, gain.before)

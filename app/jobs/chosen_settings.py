"""Training settings of the command line that sentences held out choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from app.domain.tagging import OUTSIDE
from crfcore.errors import DataError

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import Dataset
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.features.targets import Targets

FOLDS = 5
STRENGTHS = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01)
"""The L2 regularisations to choose from, strongest first."""


class Labelled(NamedTuple):
    """The attributes and labels of the sentences to learn from."""

    dataset: Dataset
    targets: Targets
    labels: Sequence[str]
    extractor: TemplateExtractor


def chosen_c2(crf: LinearChainCRF, labelled: Labelled, seed: int) -> float:
    """Return the L2 regularisation that makes the labels of sentences held out most likely."""
    from crfcore.model_selection import search

    found = search(
        crf,
        labelled.dataset,
        labelled.targets,
        {"c2": STRENGTHS},
        score="log_likelihood",
        **_of_folds(labelled, seed),
    )
    return float(found.best_params["c2"])


def chosen_bias(crf: LinearChainCRF, labelled: Labelled, seed: int) -> float:
    """Return the bias against “O” with which most spans held out are found; 0 without spans."""
    from crfcore.model_selection import choose_outside_bias

    if OUTSIDE not in labelled.labels:
        return 0.0
    data = labelled.dataset, labelled.targets
    return choose_outside_bias(crf, *data, **_of_folds(labelled, seed)).bias


def _of_folds(labelled: Labelled, seed: int) -> dict[str, Any]:
    """Return arguments of a cross-validation; DataError for a single sentence."""
    folds = min(FOLDS, labelled.dataset.n_sentences)
    if folds < 2:
        raise DataError("Choosing c2 needs at least two labelled sentences; give --c2 instead.")
    names = {"labels": labelled.labels, "extractor": labelled.extractor}
    return {"folds": folds, "seed": seed, **names}

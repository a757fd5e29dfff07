"""Training settings of the command line that sentences held out choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from app.domain.tagging import OUTSIDE
from app.domain.training_choice import ERRORS_OF_PRESET
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


def chosen_c2(crf: LinearChainCRF, labelled: Labelled, seed: int, jobs: int = 1) -> float:
    """Return the L2 regularisation that makes the labels of sentences held out most likely."""
    from crfcore.model_selection import search

    found = search(
        crf,
        labelled.dataset,
        labelled.targets,
        {"c2": STRENGTHS},
        score="log_likelihood",
        **_of_folds(labelled, seed, jobs),
    )
    return float(found.best_params["c2"])


def chosen_preset(
    crf: LinearChainCRF,
    labelled: Labelled,
    others: Mapping[str, Callable[[], Labelled]],
    seed: int,
    jobs: int = 1,
) -> tuple[str, Labelled]:
    """Return a preset that is clearly better, and its attributes; "" for the given template.

    ``others`` return the attributes of presets. As in the window, labels held out have to be more
    likely by more than `ERRORS_OF_PRESET`, and as many spans have to be found.
    """
    from crfcore.model_selection import cross_validate
    from crfcore.model_selection.validation import CrossValidation, exceeds_error

    known = bool((labelled.targets.label_sets < len(labelled.labels)).all())
    found = "span_f1" if known else "token_accuracy"

    def validated(one: Labelled) -> CrossValidation:
        scores = ("log_likelihood", found)
        return cross_validate(
            crf, one.dataset, one.targets, scores=scores, **_of_folds(one, seed, jobs)
        )

    name, best, scores = "", labelled, validated(labelled)
    for other, extracted in others.items():
        one = extracted()
        own = validated(one)
        gains = own.scores["log_likelihood"] - scores.scores["log_likelihood"]
        if exceeds_error(gains, ERRORS_OF_PRESET) and own.mean(found) >= scores.mean(found):
            name, best, scores = other, one, own
    return name, best


def chosen_exponent(crf: LinearChainCRF, labelled: Labelled, seed: int, jobs: int = 1) -> float:
    """Return the exponent with which most spans, or tokens, held out are found."""
    from crfcore.model_selection import choose_exponent

    data = labelled.dataset, labelled.targets
    return choose_exponent(crf, *data, **_of_folds(labelled, seed, jobs)).exponent


def chosen_bias(crf: LinearChainCRF, labelled: Labelled, seed: int, jobs: int = 1) -> float:
    """Return the bias against “O” with which most spans held out are found; 0 without spans."""
    from crfcore.model_selection import choose_outside_bias

    if OUTSIDE not in labelled.labels:
        return 0.0
    data = labelled.dataset, labelled.targets
    return choose_outside_bias(crf, *data, **_of_folds(labelled, seed, jobs)).bias


def _of_folds(labelled: Labelled, seed: int, jobs: int) -> dict[str, Any]:
    """Return arguments of a cross-validation; DataError for a single sentence."""
    folds = min(FOLDS, labelled.dataset.n_sentences)
    if folds < 2:
        raise DataError("Choosing c2 needs at least two labelled sentences; give --c2 instead.")
    names = {"labels": labelled.labels, "extractor": labelled.extractor}
    return {"folds": folds, "seed": seed, "jobs": jobs, **names}

"""Experts for opinion pools: models of parts of the features of one estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor, dataset_to_learn
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import check_chain, check_whole, generator
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import Feature
from crfcore.text.tag_schemes import OUTSIDE, split_tag
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.feature_index import FeatureIndex, restricted_index
from crfcore.training.given_labels import targets_for
from crfcore.training.linear_model import LinearModel
from crfcore.training.model_arrays import kind_of
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping

Cancelled = Callable[[], bool]

Mask = NDArray[np.bool_]

KINDS = ("positional", "label", "random")
"""How `experts` divides features."""

MAX_EXPERTS = 1_000
"""Limit of random parts."""


def experts(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    kind: str = "positional",
    *,
    n: int = 4,
    share: float = 0.5,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    cancelled: Cancelled | None = None,
) -> dict[str, LinearChainCRF]:
    """Train models of parts of the features, each beside the model of all.

    The ways of R. Gupta 2006, section 2.6.2, and of Smith, Cohn and Osborne 2005. Transitions are
    in every part. Pools of such experts are an alternative to a penalty: give the estimator a tiny
    c2. The models share their attributes, so that a dataset of one can be used for all.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters: L-BFGS without c1. It is not changed.
    X, y, labels, extractor
        As for its `fit`.
    kind : {"positional", "label", "random"}
        Lines of the template that read only the current token, or also earlier ones, or also later
        ones ("present", "before", "after"; lines that read both are in the full model only); the
        features of each type of label other than "O"; or those of random attributes.
    n, share, seed
        For "random": the number of parts, the share of all attributes in each, and the seed of the
        draws.
    cancelled : callable, optional
        Called regularly; True ends everything with `TrainingCancelled`.

    Returns
    -------
    dict of str to LinearChainCRF
        "full", then the parts.

    Raises
    ------
    CrfError
        The kind is unknown or not possible with these attributes or labels.
    """
    check_chain(crf)
    dataset, extractor = dataset_to_learn(X, extractor, crf.template, crf.min_count)
    dataset = Dataset.of(dataset, extractor)
    targets, names = targets_for(y, labels, dataset)
    if kind == "positional":
        parts = {
            name: (attributes, np.ones(len(names), bool))
            for name, attributes in _positional(extractor).items()
        }
    elif kind == "label":
        everything = np.ones(extractor.n_attributes, bool)
        parts = {name: (everything, members) for name, members in _types(names).items()}
    elif kind == "random":
        parts = _random(extractor.n_attributes, n, share, seed, len(names))
    else:
        raise CrfError(f"kind={shown(kind)} is unknown; use one of {', '.join(KINDS)}.")
    full = np.ones(extractor.n_attributes, bool), np.ones(len(names), bool)

    def train(attributes: Mask, members: Mask) -> LinearChainCRF:
        def chosen(index: FeatureIndex) -> Mask:
            owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
            keep = np.ones(index.n_weights, bool)
            index.state_part(keep)[:] = attributes[owners] & members[index.state_labels]
            return keep

        return trained(crf, dataset, targets, names, chosen, cancelled)

    return {name: train(*part) for name, part in {"full": full, **parts}.items()}


def _positional(extractor: Extractor) -> dict[str, Mask]:
    """Return the attributes of lines by the sign of the rows that they read."""
    if not isinstance(extractor, TemplateExtractor):
        raise CrfError(
            "kind='positional' needs a template, whose lines say where they read; use 'label' or "
            "'random'."
        )
    found = {
        name: np.zeros(extractor.n_attributes, bool) for name in ("present", "before", "after")
    }
    for lines, attributes in extractor.attributes_by_line().items():
        name = _position_of(lines)
        if name is not None:
            found[name][attributes[attributes >= 0]] = True
    found = {name: mask for name, mask in found.items() if mask.any()}
    if len(found) < 2:
        raise CrfError(
            "kind='positional' needs a template with lines of different rows; use 'label' or "
            "'random'."
        )
    return found


def _position_of(lines: tuple[Feature, ...]) -> str | None:
    rows = {np.sign(macro.row) for line in lines for macro in line.macros} - {0}
    if len(rows) > 1:
        return None
    return {-1: "before", 1: "after"}[rows.pop()] if rows else "present"


def _types(names: Sequence[str]) -> dict[str, Mask]:
    """Return the labels of each type."""
    types = {name: name if name == OUTSIDE else split_tag(name)[1] for name in names}
    found = {
        kind: np.array([types[name] == kind for name in names])
        for kind in dict.fromkeys(types.values())
        if kind != OUTSIDE
    }
    if len(found) < 2:
        raise CrfError("kind='label' needs labels of two types; use 'positional' or 'random'.")
    return found


def _random(
    n_attributes: int, n: int, share: float, seed: int, n_labels: int
) -> dict[str, tuple[Mask, Mask]]:
    check_whole("n", n, 1, MAX_EXPERTS)
    if not (isinstance(share, Real) and 0.0 < share <= 1.0):
        raise CrfError(f"share={shown(share)} is not possible; it must be above 0 and at most 1.")
    rng = generator(seed)
    return {
        f"random {number}": (rng.random(n_attributes) < share, np.ones(n_labels, bool))
        for number in range(1, n + 1)
    }


def trained(
    crf: LinearChainCRF,
    dataset: Dataset,
    targets: Targets,
    names: tuple[str, ...],
    chosen: Callable[[FeatureIndex], Mask],
    cancelled: Cancelled | None,
    *,
    start: LinearChainCRF | None = None,
) -> LinearChainCRF:
    """Train an estimator on a part of its features.

    L-BFGS leaves a weight at 0 where the gradient is always 0. It begins at zeros, or at the
    weights of a model whose attributes are the first ones of these.
    """
    params = crf.get_params()
    if params["algorithm"] not in (None, "lbfgs") or params["c1"]:
        raise CrfError(
            "Experts are trained by algorithm='lbfgs' without c1; set these parameters, or train "
            "the models yourself."
        )
    again = LinearChainCRF(**{**params, "model_filename": None, "initial": "auto"})
    with again.objective_function(dataset, targets, labels=names) as objective:
        keep = chosen(objective.index)

        def restricted(weights: FloatArray, gradient: FloatArray) -> float:
            if cancelled is not None and cancelled():
                raise TrainingCancelled
            value, gradient[:] = objective.value_and_gradient(weights)
            gradient[~keep] = 0.0
            return value

        weights = np.zeros(objective.n_weights)
        if start is not None:
            model = linear_model_of(start.fitted_)
            ids = np.full(objective.index.n_attributes, -1, np.int32)
            ids[: model.index.n_attributes] = np.arange(model.index.n_attributes)
            here = labels_of(start.fitted_, names)[0]
            weights = model.translated(objective.index, ids, np.zeros(0, np.int32), here)
            weights[~keep] = 0.0
        limits = (
            {} if params["max_iterations"] is None else {"max_iterations": params["max_iterations"]}
        )
        if minimise(restricted, weights, stopping=Stopping(**limits)).reason == "cancelled":
            raise TrainingCancelled
        index = restricted_index(objective.index, np.flatnonzero(keep))
        found: LinearChainCRF = objective.estimator(weights)
    model = LinearModel(index, weights[keep])
    found._fitted = replace(found.fitted_, model=model)  # noqa: SLF001 - made here
    found.metadata_ = dict(crf.metadata_)
    return found


def trained_again(
    model: LinearChainCRF,
    dataset: Dataset,
    targets: Targets,
    names: tuple[str, ...],
    cancelled: Cancelled | None,
) -> LinearChainCRF:
    """Train a model on other sentences, with the features that it has."""
    fitted = model.fitted_
    dataset = Dataset.of(dataset, fitted.extractor)

    def chosen(index: FeatureIndex) -> Mask:
        tokens = np.arange(index.n_attributes, dtype=np.int32)
        edges = np.arange(fitted.extractor.n_edge_attributes, dtype=np.int32)
        edges = edges[: len(index.edge_indptr) - 1]
        here = labels_of(fitted, names)[0]
        own = linear_model_of(fitted).index
        ones = LinearModel(own, np.ones(own.n_weights))
        return np.asarray(ones.translated(index, tokens, edges, here) != 0.0)

    found = trained(model, dataset, targets, names, chosen, cancelled)
    if fitted.temperature is not None or fitted.label_bias is not None:
        here = labels_of(fitted, names)[0]
        bias = None if fitted.label_bias is None else fitted.label_bias[here]
        found._fitted = replace(  # noqa: SLF001 - made here
            found.fitted_, temperature=fitted.temperature, label_bias=bias
        )
    return found


def linear_model_of(chain: FittedChain) -> LinearModel:
    """Return the weights of a chain; CrfError if it was made by counting or voting."""
    if kind_of(chain.model) == "linear":
        assert isinstance(chain.model, LinearModel)
        return chain.model
    made = "counting" if isinstance(chain.model, EmpiricalModel) else "voting"
    raise CrfError(
        f"A model made by {made} gives no weights to add; train it with algorithm='lbfgs'."
    )


def labels_of(chain: FittedChain, names: tuple[str, ...]) -> tuple[IdArray, IdArray]:
    """Return the chain's id of each label, and the id in `names` of each of the chain's."""
    here = np.array([chain.labels.index(name) for name in names], np.int32)
    there = np.array([names.index(name) for name in chain.labels], np.int32)
    return here, there

"""A shard arranged for evaluation: value and gradient over the weights of its own attributes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray, ranges_at
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.folding import Folding, folding_of
from crfcore.training.forbidden import check_possible
from crfcore.training.objectives.objective import (
    MAX_VALUE_OF_SINGLE,
    Objective,
    Precision,
    is_large,
)
from crfcore.training.objectives.shares_plan import plan_of, useful_sentences
from crfcore.training.shards.features import LocatedShard, without_weightless
from crfcore.training.shards.records import Record, State, writable
from crfcore.training.token_features import TokenFeatures, token_features
from crfcore.training.token_features_kernels import TokenEntries

Kind = Literal["single", "double", "curvature"]
"""What is evaluated: value and gradient in a precision, or the curvature in place of both."""

_STATES = ("state_indptr", "state_labels")
_REST = ("transition_pairs", "edge_indptr", "edge_pairs", "forbidden_pairs")
_FOLDING = ("numbers", "leaders", "sizes")


class Part(NamedTuple):
    """The part of a value and a gradient that is of some shards.

    Attributes
    ----------
    value : float
    gradient : (F,) array, or (F',) of the weights at `positions`
    positions : (F',) array or None
        None for all weights.
    """

    value: float
    gradient: FloatArray
    positions: OffsetArray | None


@dataclass(frozen=True, eq=False)
class Shard(Record):
    """A shard arranged for evaluation.

    Attributes
    ----------
    dataset : Dataset
        The useful sentences, the fully labelled ones first; without attributes of tokens, which are
        in `features`.
    targets : Targets
    sentence_weights : (N,) array, or (0,)
    folding : Folding
        Of attributes that are on the same tokens of this shard; the index has local numbers.
    features : TokenFeatures
    positions : (F',) array
        The position of each local weight in the weights of all shards, increasing.
    """

    dataset: Dataset
    targets: Targets
    sentence_weights: FloatArray
    folding: Folding
    features: TokenFeatures
    positions: OffsetArray

    def __post_init__(self) -> None:
        # Not fields: made at the first evaluation, and never sent.
        object.__setattr__(self, "_objective", None)
        object.__setattr__(self, "_lock", Lock())

    def state(self) -> State:
        """Return the state for `from_state`."""
        dataset, targets, folding = self.dataset, self.targets, self.folding
        index, folded = folding.index, folding.folded
        arrays: dict[str, NDArray[Any]] = {
            "offsets": dataset.offsets,
            "edge_ptr": dataset.edge_indptr,
            "edges": dataset.edge_attributes,
            "label_sets": targets.label_sets,
            "sets": targets.sets,
            "sentence_weights": self.sentence_weights,
            "positions": self.positions,
            "row_attributes": self.features.row_attributes,
        }
        arrays |= {name: getattr(index, name) for name in (*_STATES, *_REST)}
        arrays |= {f"folded_{name}": getattr(folded, name) for name in _STATES}
        arrays |= {name: getattr(folding, name) for name in _FOLDING}
        arrays |= {f"entries_{name}": array for name, array in _entries(self.features).items()}
        header = {"n_labels": targets.n_labels, "n_edge_attributes": dataset.n_edge_attributes}
        return header, arrays

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the shard of a `state`."""
        named: dict[str, Any] = {name: writable(array) for name, array in arrays.items()}
        n_labels = header["n_labels"]
        rest = {name: named[name] for name in _REST}
        index = FeatureIndex(n_labels, *(named[name] for name in _STATES), **rest)
        folded = FeatureIndex(n_labels, *(named[f"folded_{name}"] for name in _STATES), **rest)
        entries = TokenEntries(*(named[f"entries_{name}"] for name in TokenEntries._fields))
        dataset = Dataset(
            named["offsets"],
            np.zeros(int(named["offsets"][-1]) + 1, np.int64),
            np.zeros(0, np.int32),
            index.n_attributes,
            edge_indptr=named["edge_ptr"],
            edge_attributes=named["edges"],
            n_edge_attributes=header["n_edge_attributes"],
        )
        return cls(
            dataset,
            Targets(named["label_sets"], named["sets"], n_labels),
            named["sentence_weights"],
            Folding(index, folded, *(named[name] for name in _FOLDING)),
            TokenFeatures(folded, padded_width(n_labels), named["row_attributes"], entries),
            named["positions"],
        )

    def evaluate(
        self,
        weights: FloatArray,
        kind: Kind,
        *,
        threads: int = 1,
        cancelled: Callable[[], bool] | None = None,
    ) -> Part:
        """Return value and gradient of the negative log-likelihood, without penalty.

        Attributes on the same tokens of this shard have the same gradient, that of their sum.

        Parameters
        ----------
        weights : (F,) array
            Of all shards.
        kind : Kind
        threads : int
            Of the first evaluation; the result does not depend on it.
        cancelled : callable, optional
            Likewise; see `Objective`.
        """
        # A worker that has lost its client may still be at work on an earlier evaluation.
        with vars(self)["_lock"]:
            objective = self._objective_with(threads, cancelled)
            variables = self.folding.fold(weights[self.positions])
            value, gradient = 0.0, np.empty_like(variables)
            if kind == "curvature":
                objective.precision = "double"
                gradient = objective.curvature(variables)
            else:
                objective.precision = kind
                value = objective(variables, gradient)
        gradient *= self.folding.multiplicities()
        return Part(value, self.folding.unfold(gradient), self.positions)

    def _objective_with(self, threads: int, cancelled: Callable[[], bool] | None) -> Objective:
        made: Objective | None = vars(self)["_objective"]
        if made is not None:
            return made
        made = Objective(
            self.dataset,
            self.targets,
            self.folding.index,
            c2=0.0,
            threads=threads,
            cancelled=cancelled,
            sentence_weights=self.sentence_weights if len(self.sentence_weights) else None,
            folding=self.folding,
            features=self.features,
        )
        # A variable is the sum of its weights.
        made.rescale(np.ones(made.n_weights))
        object.__setattr__(self, "_objective", made)
        return made

    def close(self) -> None:
        """End the threads of evaluations."""
        made: Objective | None = vars(self)["_objective"]
        if made is not None:
            made.close()
            object.__setattr__(self, "_objective", None)


def _entries(features: TokenFeatures) -> dict[str, NDArray[Any]]:
    return features.entries._asdict()


def arranged(located: LocatedShard, index: FeatureIndex) -> Shard:
    """Return a shard arranged for evaluation.

    Parameters
    ----------
    located : LocatedShard
    index : FeatureIndex
        Of all shards.

    Raises
    ------
    CrfError
        A sentence has no labelling under the allowed transitions.
    """
    located = without_weightless(located)
    own, positions = local_index(index, located.ids, located.edge_ids)
    dataset, targets = Dataset.of(located.dataset), located.targets
    try:
        check_possible(dataset.offsets, targets, own)
    except NoLabellingError as error:
        sentence = located.first_sentence + error.sentence
        raise NoLabellingError(sentence, error.token) from None
    folding = folding_of(dataset, own)
    weights = located.sentence_weights
    useful = useful_sentences(dataset, targets, weights if len(weights) else None)
    plan = plan_of(useful, folding.folded)
    features = token_features(useful.dataset, folding.folded, plan.order, folding, plan.lanes)
    bare = replace(
        useful.dataset,
        indptr=np.zeros(useful.dataset.n_tokens + 1, np.int64),
        attributes=np.zeros(0, np.int32),
        values=np.zeros(0),
        made_by=None,
        table=None,
    )
    return Shard(bare, useful.targets, useful.sentence_weights, folding, features, positions)


def local_index(
    index: FeatureIndex, ids: IdArray, edge_ids: IdArray
) -> tuple[FeatureIndex, OffsetArray]:
    """Return the weights of some attributes, and their positions among all weights."""
    states = ranges_at(index.state_indptr, ids)
    edges = ranges_at(index.edge_indptr, edge_ids)
    first_edge = index.n_states + len(index.transition_pairs)
    own = FeatureIndex(
        index.n_labels,
        _offsets(index.state_indptr, ids),
        index.state_labels[states],
        index.transition_pairs,
        _offsets(index.edge_indptr, edge_ids),
        index.edge_pairs[edges],
        index.forbidden_pairs,
    )
    transitions = np.arange(index.n_states, first_edge, dtype=np.int64)
    return own, np.concatenate([states, transitions, first_edge + edges])


def _offsets(indptr: OffsetArray, ids: IdArray) -> OffsetArray:
    return offsets_of(indptr[ids + 1] - indptr[ids])


def evaluated(shard: Shard, weights: FloatArray, kind: Kind, **here: Any) -> Part:
    """Return the part of a shard; see `Shard.evaluate`."""
    return shard.evaluate(weights, kind, **here)


@dataclass(frozen=True, slots=True)
class Added:
    """The sum of parts; it is sent to workers, and called there.

    Attributes
    ----------
    n_weights : int
        F.
    may_change : bool
        Whether the first part may be changed; not where it may be used again, if a sum is lost.
    """

    n_weights: int
    may_change: bool = True

    def __call__(self, one: Part, other: Part) -> Part:
        """Return the sum, in the array of the first part if possible."""
        total = self.dense(one)
        if total is one and not self.may_change:
            total = one._replace(gradient=one.gradient.copy())
        if other.positions is None:
            total.gradient[:] += other.gradient
        else:
            total.gradient[other.positions] += other.gradient
        return total._replace(value=one.value + other.value)

    def dense(self, part: Part) -> Part:
        """Return a part with all weights."""
        if part.positions is None:
            return part
        gradient = np.zeros(self.n_weights)
        gradient[part.positions] = part.gradient
        return Part(part.value, gradient, None)


class Facts(NamedTuple):
    """What a training knows of its shards.

    Attributes
    ----------
    digest : str
        SHA-256 of their arrays, along the tree.
    n_tokens : int
        Of useful sentences.
    takes_single : bool
        Whether no value is too great for single precision.
    """

    digest: str
    n_tokens: int
    takes_single: bool


def facts_of(shard: Shard) -> Facts:
    """Return the facts of a shard."""
    digest = hashlib.sha256()
    _, arrays = shard.state()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name}{array.dtype.str}{array.shape};".encode())
        digest.update(np.ascontiguousarray(array).data)
    entries = shard.features.entries
    most = max(
        (float(np.max(np.abs(values), initial=0.0)) for values in (entries[2], entries[6])),
        default=0.0,
    )
    return Facts(digest.hexdigest(), shard.dataset.n_tokens, most <= MAX_VALUE_OF_SINGLE)


def facts_together(one: Facts, other: Facts) -> Facts:
    """Return the facts of both."""
    digest = hashlib.sha256(f"{one.digest}{other.digest}".encode()).hexdigest()
    return Facts(digest, one.n_tokens + other.n_tokens, one.takes_single and other.takes_single)


def check_useful(facts: Facts) -> None:
    """Raise CrfError if no sentence has a label."""
    if not facts.n_tokens:
        raise CrfError("No token has a label yet; label some before training.")


def precision_at_first(facts: Facts, n_labels: int) -> Precision:
    """Return the precision in which a training begins, as `initial_precision` does."""
    return "single" if is_large(facts.n_tokens, n_labels) and facts.takes_single else "double"

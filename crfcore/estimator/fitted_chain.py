"""A fitted chain and its predictions; immutable, so that threads may share it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, NotFittedError, UnknownLabelError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.reading import names_of_attributes
from crfcore.features.targets import Targets
from crfcore.inference.decoding import Decoding, decode
from crfcore.inference.forward_backward import NoLabellingError, log_z, marginals
from crfcore.inference.given_paths import log_z_or_nothing
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.nbest import NBest, nbest
from crfcore.inference.viterbi import viterbi
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.coded_model import CodedModel
from crfcore.training.defaults import MAX_THREADS
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_kernels import open_what_is_pinned
from crfcore.training.fitting import TrainingRecord, TrainingState
from crfcore.training.model_arrays import Model, state_weights
from crfcore.training.online.trainer import OnlineState
from crfcore.training.voted_model import VotedModel

TOKENS_AT_ONCE = 16_384
"""Tokens per batch in decoding."""

TOKENS_OF_VITERBI = 2048
"""Tokens per batch when only labels are needed: their scores fit a core's cache."""

ENTRIES_AT_ONCE = 2**21
"""Tokens × labels² per batch where transitions differ by position."""

Part = TypeVar("Part")

LatticeArrays: TypeAlias = tuple[FloatArray, FloatArray, OffsetArray, MaskArray | None]
"""Scores, transitions, offsets from 0, and mask: the arguments of inference."""

Search: TypeAlias = Callable[
    [FloatArray, FloatArray, OffsetArray, MaskArray | None], tuple[IdArray, FloatArray]
]
"""From the entries of `LatticeArrays` to labels (T,) and the scores of labellings (N,)."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedChain:
    """A fitted chain with its alphabets.

    Attributes
    ----------
    labels : tuple of str
        In the order of all arrays.
    extractor : Extractor
        The extractor of the model's attributes.
    model : LinearModel, LocalModel, BoostedModel, CodedModel or EmpiricalModel
    record : TrainingRecord or None
        Record of the training; None if the file has none.
    state : TrainingState or None
        State to resume the training, if kept.
    online : OnlineState or None
        State of an online method; None after others.
    temperature : float or None
        The divisor of all scores before probabilities are computed, for calibration; None if not
        fitted, equivalent to 1.
    label_bias : (L,) array or None
        Added to the score of each label at each token; None for zeros.
    """

    labels: tuple[str, ...]
    extractor: Extractor
    model: Model
    record: TrainingRecord | None
    state: TrainingState | None = None
    online: OnlineState | None = None
    temperature: float | None = None
    label_bias: FloatArray | None = None

    @property
    def untempered(self) -> Self:
        """The same with temperature 1, for ranking labels."""
        return self if self.temperature is None else replace(self, temperature=None)

    @property
    def divisor(self) -> float:
        """The divisor of scores."""
        return 1.0 if self.temperature is None else self.temperature

    @property
    def has_state(self) -> bool:
        """Whether it has a state to resume the training."""
        return self.state is not None or self.online is not None

    def kept_state(self) -> TrainingState:
        """Return the state of an optimiser; raises NotFittedError without one."""
        if self.state is None:
            raise NotFittedError(
                "This model does not hold the state of its training; train it with "
                "fit(…, keep_state=True), and save it with_state=True."
            )
        return self.state

    def decode(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> Decoding:
        """Return the best labellings and their probabilities; see `LinearChainCRF`."""
        ranked, temperature = self.untempered, self.divisor

        def part(first: int, last: int) -> Decoding:
            lattice = ranked.lattice(dataset, allowed, first, last)
            return decode(*lattice, temperature=temperature)

        return Decoding.joined(self.in_slices(dataset, part, threads))

    def best_labels(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> IdArray:
        """Return only the best labels, (T,): faster than `decode`."""
        ranked = self.untempered

        def part(first: int, last: int) -> IdArray:
            return viterbi(*ranked.lattice(dataset, allowed, first, last))[0]

        parts = self.in_slices(dataset, part, threads, TOKENS_OF_VITERBI)
        return np.concatenate([np.zeros(0, np.int32), *parts])

    def best_labels_of_table(
        self,
        table: ColumnTable,
        extractor: TemplateExtractor,
        search: Callable[[int, int], Search] | None = None,
        *,
        threads: int = 1,
    ) -> IdArray:
        """Return the best labels of a table's tokens, (T,).

        Sentences are processed in batches from attributes to labels, so that these fit a core's
        cache. ``search(first, last)`` returns the search for the labels of sentences first..last-1,
        by default `viterbi`.
        """
        reading = extractor.reading(table)
        ranked = self.untempered

        def part(first: int, last: int) -> IdArray:
            dataset = Dataset.of(reading.dataset(first, last))
            found = viterbi if search is None else search(first, last)
            return found(*ranked.lattice(dataset, None, 0, dataset.n_sentences))[0]

        parts = self.in_slices(table, part, threads, TOKENS_OF_VITERBI)
        return np.concatenate([np.zeros(0, np.int32), *parts])

    def label_probabilities(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> FloatArray:
        """Return P(y_t = y given x), (T, L)."""

        def part(first: int, last: int) -> FloatArray:
            return marginals(*self.lattice(dataset, allowed, first, last))

        parts = self.in_slices(dataset, part, threads)
        return np.concatenate([np.zeros((0, len(self.labels))), *parts])

    def log_likelihood(self, dataset: Dataset, targets: Targets, *, threads: int = 1) -> float:
        """Return Σ log P(targets given x); −∞ if impossible."""
        return float(np.sum(self.log_probabilities(dataset, targets, threads=threads)))

    def log_probabilities(
        self, dataset: Dataset, targets: Targets, *, threads: int = 1
    ) -> FloatArray:
        """Return log P(targets given x), (N,); −∞ if impossible."""
        allowed_by_set = targets.allowed_by_set()

        def part(first: int, last: int) -> FloatArray:
            scores, transitions, offsets, _ = self.lattice(dataset, None, first, last)
            tokens = slice(int(dataset.offsets[first]), int(dataset.offsets[last]))
            allowed = allowed_by_set[targets.label_sets[tokens]]
            everything = log_z(scores, transitions, offsets)
            # Models of counts can make a labelling impossible.
            agreeing = log_z_or_nothing(scores, transitions, offsets, allowed)
            return np.minimum(agreeing - everything, 0.0)

        return np.concatenate([np.zeros(0), *self.in_slices(dataset, part, threads)])

    def ranked(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        n: int,
        n_tokens: int,
        threads: int,
    ) -> list[tuple[OffsetArray, NBest]]:
        """Return the n best labellings of batches of sentences, each with its offsets.

        `n_tokens` is the number of tokens in a batch.
        """

        def part(first: int, last: int) -> tuple[OffsetArray, NBest]:
            scores, transitions, offsets, own = self.untempered.lattice(
                dataset, allowed, first, last
            )
            found = nbest(scores, transitions, offsets, n, own)
            if self.temperature is not None:
                log_sums = log_z(*self.lattice(dataset, allowed, first, last))
                found = NBest(found.labels, found.path_scores / self.temperature, log_sums)
            return offsets, found

        return self.in_slices(dataset, part, threads, n_tokens)

    def check_decoding(self, decoding: str) -> None:
        """Raise CrfError if the model has no decoding of this name; a chain has each."""

    def lattice(
        self, dataset: Dataset, allowed: MaskArray | None, first: int, last: int
    ) -> LatticeArrays:
        """Return scores, transitions, offsets and mask of sentences first..last-1.

        Scores include the label bias and those of the dataset; they and transitions are divided by
        the temperature.
        """
        shape = dataset.n_tokens, len(self.labels)
        for name, array in (("allowed", allowed), ("label_scores", dataset.label_scores)):
            if array is not None and array.shape != shape:
                raise CrfError(f"{name} must have the shape {shape}, not {array.shape}.")
        start, stop = int(dataset.offsets[first]), int(dataset.offsets[last])
        scores = self.model.scores(dataset, start, stop)
        if self.label_bias is not None:
            scores = scores + self.label_bias
        if dataset.label_scores is not None:
            scores = scores + dataset.label_scores[start:stop]
        mask = None if allowed is None else np.ascontiguousarray(allowed[start:stop], np.uint8)
        if mask is not None and isinstance(self.model, EmpiricalModel):
            open_what_is_pinned(scores, mask)
        transitions = self.model.transitions(dataset, start, stop)
        if self.temperature is not None:
            scores, transitions = scores / self.temperature, transitions / self.temperature
        return scores, transitions, dataset.offsets[first : last + 1] - start, mask

    def in_slices(
        self,
        dataset: Dataset | ColumnTable,
        work: Callable[[int, int], Part],
        threads: int,
        n_tokens: int | None = None,
    ) -> list[Part]:
        """Call work(first, last) for batches of sentences, on several threads if requested.

        CrfError if `threads`, an attribute that may be set after loading, is not their number.
        """
        _check_threads(threads)
        limit = min(n_tokens or TOKENS_AT_ONCE, TOKENS_AT_ONCE)
        if self.model.by_position:
            limit = min(limit, max(ENTRIES_AT_ONCE // len(self.labels) ** 2, 1))
        runs = sentence_runs(dataset.offsets, limit)

        def named(run: tuple[int, int]) -> Part:
            try:
                return work(*run)
            except NoLabellingError as error:
                raise NoLabellingError(run[0] + error.sentence, error.token) from None

        if threads <= 1 or len(runs) <= 1:
            return [named(run) for run in runs]
        with ThreadPoolExecutor(min(threads, len(runs))) as executor:
            return list(executor.map(named, runs))

    def in_lattices(
        self,
        dataset: Dataset,
        work: Callable[..., Part],
        allowed: MaskArray | None = None,
        *,
        threads: int = 1,
    ) -> list[Part]:
        """Call work(scores, transitions, offsets, allowed=…) for batches of sentences, in order.

        Parameters
        ----------
        dataset : Dataset
        work : callable
            A function of `crfcore.inference`, or built upon one.
        allowed : (T, L) array of 0 and 1, optional
        """

        def part(first: int, last: int) -> Part:
            scores, transitions, offsets, mask = self.lattice(dataset, allowed, first, last)
            return work(scores, transitions, offsets, allowed=mask)

        return self.in_slices(dataset, part, threads)

    def state_features(self) -> dict[tuple[str, str], float]:
        """Return the weight of each (attribute, label) pair."""
        names = self.extractor.attribute_names()
        indptr, members, weights = state_weights(self.model)
        owners = np.repeat(np.arange(len(names)), np.diff(indptr)).tolist()
        return {
            (names[attribute], self.labels[label]): weight
            for attribute, label, weight in zip(
                owners, members.tolist(), weights.tolist(), strict=True
            )
        }

    def top_state_features(
        self, n: int | None, label: str | None, *, lowest: bool = False
    ) -> list[tuple[tuple[str, str], float]]:
        """Return the greatest (or least) weights of (attribute, label) pairs, in order."""
        indptr, members, weights = state_weights(self.model)
        positions = np.arange(len(weights))
        if label is not None:
            positions = np.flatnonzero(members == self.number_of(label))
        ranks = weights[positions] if lowest else -weights[positions]
        positions = positions[np.argsort(ranks, kind="stable")[: at_most(n)]]
        owners = (np.searchsorted(indptr, positions, side="right") - 1).astype(np.int32)
        names = names_of_attributes(self.extractor, owners)
        return [
            ((names[attribute], self.labels[member]), weight)
            for attribute, member, weight in zip(
                owners.tolist(),
                members[positions].tolist(),
                weights[positions].tolist(),
                strict=True,
            )
        ]

    def number_of(self, label: str) -> int:
        """Return the id of a label; UnknownLabelError if it is unknown."""
        if label not in self.labels:
            known = ", ".join(self.labels[:20])
            raise UnknownLabelError(
                f"The label {shown(label)} is not one of the labels of this model: {known}."
            )
        return self.labels.index(label)

    def transition_features(self) -> dict[tuple[str, str], float]:
        """Return the weight of each (label, next label) pair."""
        n_labels = len(self.labels)
        pairs: NDArray[np.int32]
        every_pair = np.arange(n_labels**2, dtype=np.int32)
        if isinstance(self.model, EmpiricalModel):
            pairs, weights = every_pair, self.model.rates.ravel()
        elif isinstance(self.model, CodedModel):
            pairs, weights = every_pair, self.model.pair_scores.ravel()
        else:
            pairs = self.model.index.transition_pairs
            weights = self.model.index.transition_part(self.model.weights)
        return {
            (self.labels[pair // n_labels], self.labels[pair % n_labels]): weight
            for pair, weight in zip(pairs.tolist(), weights.tolist(), strict=True)
        }

    @property
    def n_nonzero(self) -> int:
        """The number of non-zero weights, and leaves of trees; for a model of counts, of counts."""
        if isinstance(self.model, EmpiricalModel):
            return self.model.n_features
        if isinstance(self.model, BoostedModel):
            return int(np.count_nonzero(self.model.weights)) + self.model.n_leaves
        return int(np.count_nonzero(self.model.weights))

    def compact(self) -> FittedChain:
        """Return the same without attributes that have no weight."""
        if isinstance(self.model, EmpiricalModel | VotedModel):
            return self
        keep, keep_edges = self.model.useful_attributes()
        extractor = self.extractor.compact(keep, keep_edges)
        model = self.model.kept(keep, keep_edges)
        return replace(self, extractor=extractor, model=model, online=None)


LEAST_TEMPERATURE, MAX_TEMPERATURE = 1e-6, 1e100
"""Limits of temperatures: in sums of scores divided by a smaller one, rounding errors are large."""


def checked_temperature(temperature: Any) -> float:
    """Return a temperature as a float.

    Raises
    ------
    CrfError
        It is no number in the range of temperatures.
    """
    is_number = isinstance(temperature, Real) and not isinstance(temperature, bool)
    # A whole number may be too large for a float.
    if not (is_number and LEAST_TEMPERATURE <= temperature <= MAX_TEMPERATURE):
        raise CrfError(
            f"temperature={shown(temperature)} is not possible; it must be a number from "
            f"{LEAST_TEMPERATURE:g} to {MAX_TEMPERATURE:g}."
        )
    return float(temperature)


MAX_LABEL_BIAS = 100.0
"""Greatest label bias, in size."""


def checked_label_bias(bias: Any, labels: tuple[str, ...]) -> FloatArray | None:
    """Return label biases as an array in the order of the labels, None if all are 0.

    Parameters
    ----------
    bias : mapping of str to float, or None
        Labels that it lacks have 0.
    labels : tuple of str

    Raises
    ------
    CrfError
        A label is unknown, or a number not from −100 to 100.
    """
    if bias is None:
        return None
    if not isinstance(bias, Mapping):
        raise CrfError(f"bias={shown(bias)} is not possible; give a number for each label.")
    found = np.zeros(len(labels))
    for label, value in bias.items():
        if label not in labels:
            raise CrfError(f"The model has no label {shown(label)} to give a bias.")
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        if not (is_number and -MAX_LABEL_BIAS <= value <= MAX_LABEL_BIAS):
            raise CrfError(
                f"The bias {shown(value)} of {shown(label)} is not possible; it must be a number "
                "from -100 to 100."
            )
        found[labels.index(label)] = float(value)
    return found if found.any() else None


def _check_threads(threads: Any) -> None:
    is_whole = isinstance(threads, Integral) and not isinstance(threads, bool)
    if not (is_whole and 1 <= threads <= MAX_THREADS):
        raise CrfError(
            f"threads={shown(threads)} is not possible; it must be a whole number from 1 to "
            f"{MAX_THREADS:,}."
        )


def at_most(n: Any) -> int | None:
    """Return how many to list at most, None for all; CrfError if it is no whole number."""
    if n is None:
        return None
    if isinstance(n, bool) or not isinstance(n, Integral):
        raise CrfError(f"n={shown(n)} is not possible; give a whole number, or None for all.")
    return max(int(n), 0)

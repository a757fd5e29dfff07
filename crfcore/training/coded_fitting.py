"""Training of the binary chains of a code."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.coded_model import CodedModel
from crfcore.training.feature_index import MAX_WEIGHTS, FeatureIndex
from crfcore.training.fitting import FeatureChoice, TrainingRecord, fit_by_likelihood
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingProgress
from crfcore.training.optimisation import Optimisation


def fit_by_codes(
    dataset: Dataset,
    targets: Targets,
    code: MaskArray,
    choice: FeatureChoice,
    optimisation: Optimisation,
    *,
    sentence_weights: FloatArray | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[CodedModel, TrainingRecord]:
    """Train a binary chain for each bit of a code, independently.

    Parameters
    ----------
    dataset : Dataset
        Without attributes of edges.
    targets : Targets
        A set of labels trains the bits in which its members agree.
    code : (L, s) array of 0 and 1
    choice, optimisation, sentence_weights
        As for `fit_by_likelihood`, of each chain; `optimisation.threads` chains at a time.
    monitor : Monitor, optional
        Gets the progress after each chain, an iteration; in the order of bits.
    cancelled : callable, optional
        Chains that were not trained then score nothing; others have the weights of their last
        iteration.
    """
    started = time.perf_counter()
    n_bits = code.shape[1]
    alone = replace(optimisation, threads=1)
    is_stopped = False

    def is_cancelled() -> bool:
        return is_stopped or (cancelled is not None and cancelled())

    def trained(bit: int) -> _Bit | None:
        if is_cancelled():
            return None
        bits = bit_targets(targets, code[:, bit])
        model, record, _ = fit_by_likelihood(
            dataset,
            bits,
            choice,
            alone,
            sentence_weights=sentence_weights,
            cancelled=is_cancelled,
        )
        return _Bit.of(model, record)

    found: list[_Bit | None] = []
    with ThreadPoolExecutor(min(optimisation.threads, n_bits)) as executor:
        for one in executor.map(trained, range(n_bits)):
            # Threads may be ahead of the monitor; what it has not seen does not count.
            found.append(None if is_stopped else one)
            seconds = time.perf_counter() - started
            if monitor is not None and not is_stopped:
                is_stopped = bool(monitor(_progress(found, n_bits, seconds)))
    model = _stacked(found, code, dataset.n_attributes)
    model = replace(model, bit_errors=bit_errors(model, dataset, targets))
    records = [one.record for one in found if one is not None]
    reason = _reason(records, n_bits, is_stopped=is_stopped)
    return model, TrainingRecord(
        "output-codes",
        sum(one.objective or 0.0 for one in records),
        sum(one.iterations for one in records),
        sum(one.evaluations for one in records),
        time.perf_counter() - started,
        0.0,
        reason == "all bits",
        reason,
        dataset.n_sentences,
        dataset.n_tokens,
        dataset.n_attributes,
        len(model.weights),
        targets.n_labels,
    )


@dataclass(frozen=True, slots=True)
class _Bit:
    """A trained binary chain, without the tables that make it fast.

    Attributes
    ----------
    attributes : (K,) array
        Those of which 1 and 0 have different weights.
    weights : (K,) array
        Of 1, less that of 0.
    transitions : (2, 2) array
    record : TrainingRecord
    """

    attributes: OffsetArray
    weights: FloatArray
    transitions: FloatArray
    record: TrainingRecord

    @classmethod
    def of(cls, model: LinearModel, record: TrainingRecord) -> _Bit:
        """Return the chain of a model."""
        index = model.index
        owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
        signs = 2.0 * index.state_labels - 1.0
        gains: FloatArray = np.zeros(index.n_attributes)
        np.add.at(gains, owners, signs * index.state_part(model.weights))
        used = np.flatnonzero(gains)
        return cls(used, gains[used], index.transition_matrix(model.weights), record)


def bit_targets(targets: Targets, column: MaskArray) -> Targets:
    """Return what is known of one bit of the labels.

    Parameters
    ----------
    targets : Targets
    column : (L,) array
        The bit of each label.
    """
    allowed = targets.allowed_by_set() != 0
    may_be_one = (allowed & (column == 1)).any(axis=1)
    may_be_zero = (allowed & (column == 0)).any(axis=1)
    known = np.where(may_be_one & may_be_zero, 2, may_be_one.astype(np.int32)).astype(np.int32)
    return Targets(known[targets.label_sets], np.zeros((0, 2), np.uint8), 2)


def bit_errors(model: CodedModel, dataset: Dataset, targets: Targets) -> FloatArray:
    """Return the share of the known tokens that each binary chain gets wrong, (s,)."""
    found = model.best_bits(dataset)
    errors = np.zeros(model.code.shape[1])
    for bit in range(len(errors)):
        known = bit_targets(targets, model.code[:, bit]).label_sets
        counted = known < 2
        wrong = np.count_nonzero(counted & (found[:, bit] != known))
        errors[bit] = wrong / max(int(np.count_nonzero(counted)), 1)
    return errors


def _reason(records: list[TrainingRecord], n_bits: int, *, is_stopped: bool) -> str:
    """Return why a training ended."""
    if is_stopped:
        return "monitor"
    if len(records) < n_bits or any(one.reason == "cancelled" for one in records):
        return "cancelled"
    return "all bits" if all(one.converged for one in records) else "max_iterations"


def _progress(found: list[_Bit | None], n_bits: int, seconds: float) -> TrainingProgress:
    """Return the progress after some of the chains."""
    records = [one.record for one in found if one is not None]
    return TrainingProgress(
        len(found),
        sum(one.evaluations for one in records),
        sum(one.objective or 0.0 for one in records),
        float("nan"),
        seconds,
        n_bits,
    )


def _stacked(found: list[_Bit | None], code: MaskArray, n_attributes: int) -> CodedModel:
    """Return the model of binary chains; those that are None score nothing."""
    n_bits = len(found)
    transitions = np.zeros((n_bits, 2, 2))
    attributes, bits, weights = [], [], []
    for bit, one in enumerate(found):
        if one is None:
            continue
        transitions[bit] = one.transitions
        attributes.append(one.attributes)
        bits.append(np.full(len(one.attributes), bit, np.int32))
        weights.append(one.weights)
    n_weights = sum(map(len, weights))
    if n_weights > MAX_WEIGHTS:
        raise CrfError(
            f"The model would have {n_weights:,} weights; {MAX_WEIGHTS:,} are possible. Take fewer "
            "bits, or leave out rare features (min_freq, min_count)."
        )
    owners = np.concatenate([np.zeros(0, np.int64), *attributes])
    order = np.argsort(owners, kind="stable")
    indptr = np.zeros(n_attributes + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=n_attributes), out=indptr[1:])
    index = FeatureIndex(
        n_bits,
        indptr,
        np.concatenate([np.zeros(0, np.int32), *bits])[order],
        np.zeros(0, np.int32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    linear = LinearModel(index, np.concatenate([np.zeros(0), *weights])[order])
    return CodedModel(linear, code, transitions, np.zeros(n_bits))

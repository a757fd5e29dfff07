"""Baum–Welch training: expectation maximisation of a hidden Markov model.

Textbook chapter VII.1.4, with the last factor of phi_n(q, q') corrected to beta_{n+1}(q'). Known
labels restrict the labellings in the sum. With `amount` > 0 the objective is log P(x) + amount · Σ
log θ (a Dirichlet prior on each row).
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.classic.generative.chain import Chain
from crfcore.classic.generative.counts import Counts
from crfcore.classic.generative.smoothing import laplace, prior_of
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.batched import forward_backward_for
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.potentials import padded_width, transition_potentials
from crfcore.inference.sentence_pass import NoLabellingError
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress
from crfcore.training.optimisers.minimisation import Minimum, Stopping

TOKENS_AT_ONCE = 2048
"""Tokens between two checks for cancellation."""


class Corpus:
    """Symbols and their known labels, prepared for sums.

    Parameters
    ----------
    dataset : Dataset
        Gives the sentences.
    symbols : (T,) array
    targets : Targets
    """

    def __init__(self, dataset: Dataset, symbols: IdArray, targets: Targets) -> None:
        self.offsets: OffsetArray = dataset.offsets
        self.symbols = symbols
        self.label_sets = targets.label_sets
        self.n_labels = targets.n_labels
        self._allowed: MaskArray = targets.allowed_by_set()
        self._runs = sentence_runs(dataset.offsets, TOKENS_AT_ONCE)
        longest = max(
            (int(self.offsets[last] - self.offsets[first]) for first, last in self._runs), default=0
        )
        self._worker = forward_backward_for(longest, targets.n_labels)

    def expected(self, chain: Chain, check: Callable[[], None]) -> tuple[float, Counts]:
        """Return log P(x, known labels), and the expected counts.

        Raises
        ------
        NoLabellingError
            A sentence is impossible; names its index among all.
        """
        n_labels, n_symbols = self.n_labels, len(chain.emissions) - 1
        width = padded_width(n_labels)
        pairs = np.zeros((1, width, width))
        steps = np.zeros((n_labels + 1, n_labels + 1))
        emissions = np.zeros((n_symbols + 1, n_labels))
        transitions = transition_potentials(chain.transitions[np.newaxis], self.offsets)
        value = 0.0
        for first, last in self._runs:
            check()
            start, stop = int(self.offsets[first]), int(self.offsets[last])
            offsets = self.offsets[first : last + 1] - start
            symbols = self.symbols[start:stop]
            try:
                log_z = self._worker.run(
                    chain.scores(symbols, offsets),
                    transitions,
                    offsets,
                    self._allowed[self.label_sets[start:stop]],
                    pair_counts=pairs,
                )
            except NoLabellingError as error:
                raise NoLabellingError(first + error.sentence, error.token) from None
            value += float(log_z.sum())
            labels = self._worker.posteriors[: stop - start, :n_labels]
            np.add.at(emissions, symbols, labels)
            full = offsets[:-1] < offsets[1:]
            steps[-1, :-1] += labels[offsets[:-1][full]].sum(axis=0)
            if len(chain.end):
                steps[:-1, -1] += labels[offsets[1:][full] - 1].sum(axis=0)
        steps[:-1, :-1] = pairs[0, :n_labels, :n_labels]
        return value, Counts(steps, np.ascontiguousarray(emissions.T))


def expectation_maximisation(
    corpus: Corpus,
    chain: Chain,
    amount: float,
    *,
    stopping: Stopping,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[Chain, Minimum]:
    """Maximise log P(x) + amount · Σ log θ.

    Parameters
    ----------
    corpus : Corpus
    chain : Chain
        The start; probabilities of 0 stay 0 if the amount is 0.
    amount : float
        As for `laplace`.
    stopping : Stopping
        Its `max_iterations`, `period` and `delta`.
    monitor, cancelled
        A cancelled training returns the last chain with a known objective.

    Returns
    -------
    Chain
    Minimum
        Of the negative objective.
    """
    started = time.perf_counter()
    result = Minimum(float("nan"), float("nan"), 0, 0, 0.0, "cancelled")
    has_end = len(chain.end) > 0

    def check() -> None:
        if cancelled is not None and cancelled():
            raise TrainingCancelled

    best = chain
    try:
        while True:
            log_p, counts = corpus.expected(chain, check)
            result.evaluations += 1
            best = chain
            result.value = -log_p - prior_of(chain, amount)
            result.history.append((result.evaluations, result.value))
            progress = TrainingProgress(
                result.iterations,
                result.evaluations,
                result.value,
                float("nan"),
                time.perf_counter() - started,
                stopping.max_iterations,
            )
            reason = _reason(result, stopping)
            if monitor is not None and monitor(progress):
                reason = "monitor"
            if reason is not None:
                result.reason = reason
                break
            chain = laplace(counts, amount, ends=has_end)
            result.iterations += 1
    except TrainingCancelled:
        pass
    result.seconds = time.perf_counter() - started
    return best, result


def _reason(result: Minimum, stopping: Stopping) -> str | None:
    if 0 < stopping.period <= result.iterations:
        fall = result.history[-1 - stopping.period][1] - result.value
        if fall <= stopping.delta * abs(result.value):
            return "delta"
    if stopping.max_iterations is not None and result.iterations >= stopping.max_iterations:
        return "max_iterations"
    return None


def random_chain(counts: FloatArray, n_labels: int, seed: int, *, ends: bool) -> Chain:
    """Return a chain with the frequencies of symbols and some noise, as a start.

    Parameters
    ----------
    counts : (V + 1,) array
        Of each symbol.
    n_labels : int
    seed : int
    ends : bool
    """
    rng = np.random.default_rng(seed)
    emissions = (counts + 1.0) * rng.uniform(0.5, 1.5, size=(n_labels, len(counts)))
    steps = rng.uniform(0.5, 1.5, size=(n_labels + 1, n_labels + 1))
    return laplace(Counts(steps, emissions), 0.0, ends=ends)

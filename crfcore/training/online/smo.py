"""Sequential minimal optimisation of the margin.

B. Taskar, C. Guestrin and D. Koller 2003, "Max-margin Markov networks", section 6: two labellings
of a sentence exchange as much of their shares of its distribution as raises D most. Here the
distribution is a list of labellings, so that no marginals have to be turned into one: the best
labelling of cost plus score joins the list, and gets a share from the worst one that has any. See
`dual_variables`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.dual_variables import DualSettings, WeightedMean
from crfcore.training.online.mistakes import Differences
from crfcore.training.online.smo_kernels import Labellings, smo_steps
from crfcore.training.online.trainer import pieces
from crfcore.training.online.working import Working

PAIRS = 5
"""Greatest number of exchanges in a visit of a sentence."""

PASSES_OVER_LISTS = 5
"""Passes that add no labelling, after each pass that does: they cost no search."""

AT_FIRST = 4
"""Labellings of a sentence for which there is room at first."""


class SequentialMinimalOptimisation(WeightedMean):
    """Algorithm ``"smo"``."""

    name = "smo"

    def __init__(self, working: Working, settings: DualSettings) -> None:
        super().__init__(working, settings)
        self._sums = np.zeros(working.index.n_weights)
        self._differences = Differences(working)
        self._order = working.order
        self.lists = _known_labellings(working)

    def sums_vector(self) -> FloatArray:
        """Return Σ k·(k − 1)·Δ_k, (F,)."""
        return self._sums

    def run(self, order: OffsetArray, cancelled: Callable[[], bool] | None = None) -> float | None:
        """Visit sentences in an order, and again over their lists."""
        self._order = order
        return super().run(order, cancelled)

    def end_of_pass(self, loss: float) -> float:
        """Make passes over the lists; return the objective."""
        for _ in range(PASSES_OVER_LISTS):
            for first, last in pieces(self._order, self.working):
                if self._cancelled is not None and self._cancelled():
                    return super().end_of_pass(loss)
                self._steps(self._order, first, last, 0, searching=False)
                self.n_steps += last - first
        return super().end_of_pass(loss)

    def visit(self, order: OffsetArray, first: int, last: int) -> tuple[float, float]:
        """Visit sentences with a search; see `DualTrainer.visit`."""
        loss = gap = 0.0
        at = first
        while True:
            at, own_loss, own_gap = self._steps(order, at, last, at - first, searching=True)
            loss, gap = loss + own_loss, gap + own_gap
            if at == last:
                return loss, gap
            self.lists = _with_more_room(self.lists)

    def _steps(
        self, order: OffsetArray, first: int, last: int, visited: int, *, searching: bool
    ) -> tuple[int, float, float]:
        return smo_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self._sums,
            self.work,
            self.lists,
            self.terms,
            self._differences.changes,
            self._differences.touched,
            self._differences.values,
            np.empty(self.lists.shares.shape[1]),
            self.settings.c2,
            self.n_steps + visited,
            PAIRS,
            searching,
            self.settings.averaging,
        )


def _known_labellings(working: Working) -> Labellings:
    """Return lists with the known labelling of each sentence, which has all of the share."""
    offsets = working.sentences.offsets
    shape = len(offsets) - 1, AT_FIRST
    shares, starts = np.zeros(shape), np.zeros(shape, np.int64)
    shares[:, 0], starts[:, 0] = 1.0, offsets[:-1]
    n_tokens = int(offsets[-1])
    labels = np.zeros(2 * n_tokens + 1, np.int32)
    labels[:n_tokens] = working.sentences.label_sets
    counts = np.ones(len(shares), np.int64)
    return Labellings(shares, np.zeros(shape), starts, counts, labels, np.array([n_tokens]))


def _with_more_room(lists: Labellings) -> Labellings:
    """Return lists with room for twice as many labellings, or twice as many labels."""
    if bool(np.any(lists.counts == lists.shares.shape[1])):
        wider = {
            name: np.concatenate([array, np.zeros_like(array)], axis=1)
            for name, array in zip(
                ("shares", "costs", "starts"),
                (lists.shares, lists.costs, lists.starts),
                strict=True,
            )
        }
        lists = lists._replace(**wider)
    else:
        lists = lists._replace(labels=np.concatenate([lists.labels, np.zeros_like(lists.labels)]))
    return lists

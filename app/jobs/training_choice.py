"""The choice of training settings by cross-validation on a project's own labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.training_choice import TrainingChoice
from app.jobs.held_out import SEED, part_of
from app.jobs.progress import Monitor, report
from app.jobs.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.train import Cancelled, Extraction, train

FOLDS = 5
STRENGTHS = (0.03, 0.1, 0.3, 1.0)
"""The L2 regularisations that are compared, besides that of the project."""

ENOUGH_SENTENCES = 30
"""With fewer labelled sentences the settings stay as they are."""

MOST_SENTENCES = 2_000
"""With more, so many are drawn: differences become small."""

_Way = tuple[bool, float]
"""Whether models learn from unlabelled text, and their L2 regularisation."""


def choose_training(
    data: TrainingData,
    extractions: Mapping[bool, Extraction],
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> TrainingChoice | None:
    """Return what sentences held out prefer; None if cancelled, or while little is labelled.

    ``extractions`` are the attributes without what was learned from unlabelled text (False) and
    with it (True), or one of the two. First it is chosen whether to use the text, then the
    regularisation. Another choice than the settings has to gain more than a standard error.
    """
    wanted = training_targets(data)
    if wanted is None or len(wanted.sentence_indices) < ENOUGH_SENTENCES:
        return None
    # Expectations about gazetteers would take most of the time, and are the same in all models.
    search = _Search(replace(data, lists=()), extractions, wanted, cancelled, monitor)
    now = (max(extractions), data.c2)
    best = now
    strengths = [c2 for c2 in STRENGTHS if c2 != data.c2]
    search.steps = FOLDS * (len(extractions) + len(strengths))
    for way in [(uses_text, data.c2) for uses_text in sorted(extractions, reverse=True)]:
        if not search.score(way):
            return None
        best = search.better(way, best)
    kept = best[0]
    for c2 in strengths:
        if not search.score((kept, c2)):
            return None
        best = search.better((kept, c2), best)
    return TrainingChoice(
        c2=best[1],
        from_text=best[0],
        n_sentences=len(wanted.sentence_indices),
        score=search.mean(best),
        score_before=search.mean(now),
        c2_before=data.c2,
        compared_text=len(extractions) > 1,
    )


class _Search:
    """The scores of several ways of training, by fold."""

    def __init__(
        self,
        data: TrainingData,
        extractions: Mapping[bool, Extraction],
        wanted: TrainingTargets,
        cancelled: Cancelled,
        monitor: Monitor | None,
    ) -> None:
        from crfcore.model_selection.folds import sentence_folds

        self._data, self._extractions = data, extractions
        self._wanted, self._cancelled, self._monitor = wanted, cancelled, monitor
        order = np.random.default_rng(SEED).permutation(len(wanted.sentence_indices))
        self._used = np.sort(order[:MOST_SENTENCES])
        self._folds = sentence_folds(len(self._used), FOLDS, SEED)
        self._found: dict[_Way, NDArray[np.float64]] = {}
        self._done = 0
        self.steps = 0

    def score(self, way: _Way) -> bool:
        """Train without each fold and score the model on it; return False if cancelled."""
        extraction, data = self._extractions[way[0]], replace(self._data, c2=way[1])
        scores = []
        for fold in self._folds:
            report(self._monitor, self._done, self.steps)
            self._done += 1
            rest = part_of(self._wanted, extraction, np.delete(self._used, fold))
            model = train(data, extraction, cancelled=self._cancelled, wanted=rest)
            if model is None or self._cancelled():
                return False
            held = part_of(self._wanted, extraction, self._used[fold])
            dataset = extraction.dataset.select(held.sentence_indices)
            scores.append(model.crf.log_likelihood(dataset, held.targets) / self._n_known(held))
        self._found[way] = np.array(scores)
        return True

    def mean(self, way: _Way) -> float:
        """Return the log-likelihood per token of one way."""
        return float(self._found[way].mean())

    def better(self, way: _Way, best: _Way) -> _Way:
        """Return the better of two ways: the second, unless the first is clearly better."""
        gains = self._found[way] - self._found[best]
        error = float(gains.std(ddof=1)) / np.sqrt(len(gains))
        return way if gains.mean() > error else best

    def _n_known(self, part: TrainingTargets) -> int:
        at = tokens_at(self._data.text.offsets, part.sentence_indices)
        return max(1, int(self._data.confirmed()[at].sum()))

"""001's section 2.5: boosted trees on CoNLL-2000 chunks, against linear chains."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.lab.corpora.conll2000 import read_part
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.boosted import BoostedCRF
from crfcore.crf import LinearChainCRF
from crfcore.features.presets import PRESETS
from crfcore.metrics.spans import span_scores

CELLS = "".join(f"U{c}{i}:%x[{i},{c}]\n" for c in (0, 1) for i in range(-2, 3)) + "B\n"
"""Words and parts of speech of five tokens, one by one."""

N_TRAINING = 2_000
N_FEW = 200
"""Sentences for trees that ask for the label before, which take most time."""

REHEARSAL = 8
"""Sentences of a first training, so that times exclude compilation and imports."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its name in the table, its estimator and parameters, and its sentences.

    ``minutes`` is the approximate time of training and tagging.
    """

    name: str
    estimator: type[BoostedCRF | LinearChainCRF]
    parameters: dict[str, Any]
    n_sentences: int = N_TRAINING
    minutes: float = 0.1

    def made(self, context: Context) -> BoostedCRF | LinearChainCRF:
        """Return the estimator."""
        return self.estimator(**{"template": CELLS, **self.parameters}, threads=context.threads)


MODELS = (
    Model("CRF, single cells", LinearChainCRF, {"c2": 0.1}),
    Model(
        "CRF, conjunctions by hand",
        LinearChainCRF,
        {"c2": 0.1, "template": PRESETS["chunking"]},
        minutes=0.2,
    ),
    Model("Boosting, 30 rounds", BoostedCRF, {"n_estimators": 30}, minutes=0.3),
    Model("Boosting, 100 rounds", BoostedCRF, {"n_estimators": 100}, minutes=0.8),
    Model(
        "Boosting, 100 rounds on first derivatives",
        BoostedCRF,
        {"n_estimators": 100, "second_order": False, "learning_rate": 1.0},
        minutes=0.7,
    ),
    Model("Few sentences: CRF", LinearChainCRF, {"c2": 0.1}, N_FEW, 0.05),
    Model("Few sentences: boosting, 30 rounds", BoostedCRF, {"n_estimators": 30}, N_FEW, 0.05),
    Model(
        "Few sentences: with the label before, 30 rounds",
        BoostedCRF,
        {"n_estimators": 30, "pairs": True},
        N_FEW,
        0.5,
    ),
)


@dataclass(frozen=True, slots=True)
class BoostingTable:
    """F1 of all chunks on the test file, by trees and by weights."""

    name: str = "gupta-2.5"
    about: str = (
        "Gradient tree boosting: all chunks of CoNLL-2000, F1 of spans, 2,000 sentences for "
        "training, 200 where few (Gupta, section 2.5)."
    )
    draws: int = 0

    @property
    def minutes(self) -> float:
        """The minutes of all models."""
        return sum(model.minutes for model in MODELS)

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of each model."""
        for model in MODELS:
            yield Row.of(model.name, None, _outcome(model, context), "f1")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks that compare trees with weights."""
        ours = {row.name: 100.0 * (row.ours or 0.0) for row in rows}
        single, by_hand, boosted = (ours[MODELS[number].name] for number in (0, 1, 3))
        return [
            f"From single cells, trees gain {boosted - single:+.2f} points on a linear chain: they "
            f"find conjunctions. Those that a person wrote gain {by_hand - single:+.2f}, in a "
            "fraction of the time. Write the conjunctions where you know them; boost where you do "
            "not, or where columns are numbers.",
            "001 prints no figure. Dietterich, Hao and Ashenfelter (2008) found no significant "
            "difference to a linear CRF on most tasks, better trees on one (FAQ) and worse ones on "
            "another (NETtalk); their trees ask for the label before, and use first derivatives.",
        ]


def _outcome(model: Model, context: Context) -> Outcome:
    return context.outcome(model.name, lambda: _trained(model, context), model.minutes)


def _trained(model: Model, context: Context) -> Outcome:
    """Train on the first sentences of the training file, and tag the test file."""
    training, test = (
        read_part(context.corpora, part).first(context.limit) for part in ("train", "test")
    )
    training = training.first(model.n_sentences)
    rehearsed = training.first(REHEARSAL)
    model.made(context).fit(rehearsed.table, rehearsed.tags)
    estimator = model.made(context)
    started = time.perf_counter()
    estimator.fit(training.table, training.tags, monitor=context.monitor(model.name))
    seconds = time.perf_counter() - started
    f1 = span_scores(test.tags, estimator.predict(test.table)).f1
    return Outcome({"f1": f1}, seconds, estimator.training_.evaluations)

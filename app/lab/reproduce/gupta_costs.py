"""001's section 2.4: softmax-margin with costs for missed names, beside the likelihood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_text import dutch_text
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.metrics.spans import span_scores

C2 = 0.1

COST = {"missed": 2.0, "invented": 0.0}

LIKELIHOOD = "likelihood"
"""The column of models without costs."""

TASKS = tuple((preset, n) for preset in ("basic", "ner") for n in (100, 500))


@dataclass(frozen=True, slots=True)
class CostsTable:
    """Recall and F1 of models with costs, and of those without beside them."""

    name: str = "gupta-2.4-dutch"
    about: str = (
        "Softmax-margin with costs (missed 2, invented 0) and the likelihood; Dutch named "
        "entities, recall and F1 of spans (Gupta, section 2.4)."
    )
    minutes: float = 3.0
    draws: int = 5

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield recall and F1 for each preset and number of sentences."""
        n_draws = context.n_seeds(self.draws)
        for preset, n in TASKS:
            name = f"{preset}, {n} sentences"
            outcomes = [
                context.outcome(
                    f"{name}, draw {seed}",
                    partial(_trained, context, preset, n, seed),
                    self.minutes / len(TASKS) / n_draws,
                )
                for seed in range(n_draws)
            ]
            found = mean(outcomes)
            for figure in ("recall", "F1"):
                yield Row.of(f"{name}: {figure}", None, found, figure)
                without = f"{figure} by the likelihood"
                yield Row.of(f"{name}: {figure}", None, found, without, variant=LIKELIHOOD)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return the gains, and what they depend on."""
        gains = [
            f"{row.name} {100.0 * ((row.ours or 0.0) - (other.ours or 0.0)):+.1f}"
            for row in rows
            for other in rows
            if other.variant == LIKELIHOOD and other.name == row.name and not row.variant
        ]
        return [
            f"c2 = {C2}; means over random draws of training sentences; tested on testb.",
            f"Gains in points: {', '.join(gains)}.",
            "The document has no figures of its own. The fewer sentences are labelled, the more "
            "names are found by costs; both presets gain alike.",
        ]


def _trained(context: Context, preset: str, n: int, seed: int) -> Outcome:
    training, test = (dutch_text(context, name) for name in ("ned.train.gz", "ned.testb.gz"))
    order = np.random.default_rng(seed).permutation(len(training.tags)).tolist()
    drawn = training.select(order[:n])
    usual = LinearChainCRF(template=preset, c2=C2, threads=context.threads)
    usual.fit(drawn.table, drawn.tags)
    crf = LinearChainCRF(objective="softmax-margin", cost=COST, template=preset, c2=C2)
    crf.set_params(threads=context.threads).fit(drawn.table, drawn.tags)
    figures: dict[str, float] = {}
    for suffix, model in (("", crf), (" by the likelihood", usual)):
        scores = span_scores(test.tags, model.predict(test.table))
        figures |= {f"recall{suffix}": scores.recall, f"F1{suffix}": scores.f1}
    return Outcome(figures, crf.training_.seconds, crf.training_.evaluations)

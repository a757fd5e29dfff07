"""Steps of simulated runs in other processes: each goes on from a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from crfcore.active_learning.checkpoints import Checkpoint, Scores
from crfcore.active_learning.simulated_run import Cancelled, Run, score, trained
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Plan, Way
from crfcore.crf import LinearChainCRF
from crfcore.features.targets import Targets

SECONDS_AT_ONCE = 1.0
"""How long a run goes on before it is handed back, where its end does not depend on others.

A run is the same wherever it is handed back: a checkpoint has all that it depends on.
"""


class Step(NamedTuple):
    """A task: to go on with a run; without a setting, to learn the whole pool."""

    way: str | None = None
    seed: int = 0
    kept: Checkpoint | None = None


class Bench:
    """What a process needs for its steps, with the runs that it was at."""

    def __init__(
        self, material: Material, crf: LinearChainCRF, ways: Sequence[Way], plan: Plan
    ) -> None:
        self._material, self._crf, self._plan = material, crf, plan
        self._ways = {way.name: way for way in ways}
        self._runs: dict[tuple[str, int], Run] = {}

    def do(self, step: Step) -> Checkpoint | Scores:
        """Go on with a run for one step, or for a while; or learn the whole pool."""
        if step.way is None:
            return full_scores(self._material, self._crf)
        key = step.way, step.seed
        run = self._runs.get(key)
        if run is None or step.kept is None or len(run.points) != len(step.kept.points):
            # Its model is built again from the weights of the checkpoint.
            run = Run(
                self._material, self._crf, self._ways[step.way], step.seed, self._plan, step.kept
            )
            self._runs[key] = run
        start = time.monotonic()
        run.step()
        alone = self._plan.budget is not None
        while alone and not run.is_over and time.monotonic() - start < SECONDS_AT_ONCE:
            run.step()
        if run.is_over:
            del self._runs[key]
        return run.checkpoint


def do_step(bench: Bench, step: Step) -> Checkpoint | Scores:
    """Do a task; see `crfcore.tasks.Work`."""
    return bench.do(step)


def full_scores(
    material: Material, crf: LinearChainCRF, cancelled: Cancelled | None = None
) -> Scores:
    """Return the scores of a model of the whole pool."""
    n_labels = len(material.labels)
    targets = Targets(material.numbers, np.zeros((0, n_labels), np.uint8), n_labels)
    everything = np.arange(material.pool.n_sentences)
    return score(trained(crf, material, everything, targets, cancelled=cancelled), material)

"""Comparison of query strategies by simulated annotators of a labelled corpus.

Each run starts with random sentences and continues in steps: a model is trained on the labelled
sentences and scored on a test text; it ranks the rest, and the annotator labels the first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from crfcore.active_learning.checkpoints import Checkpoint, Point, Scores
from crfcore.active_learning.simulated_curves import AMOUNTS, Seeds, Summary, crossing, summaries
from crfcore.active_learning.simulated_elsewhere import Bench, Step, do_step, full_scores
from crfcore.active_learning.simulated_run import Cancelled, Run
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Plan, Way
from crfcore.active_learning.strategies import strategy_named
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.tasks import CancelledTasksError, Client, Tasks, Work
from crfcore.training.monitor import TrainingCancelled

REFERENCE = "random"
"""The setting with which the others are compared."""

Key: TypeAlias = tuple[str, int]
"""The name of a setting, and a seed."""


@dataclass(frozen=True, slots=True)
class SimulationProgress:
    """Progress of a simulation.

    Attributes
    ----------
    way, seed : str, int
        The run of the last step; "" while the whole pool is learned.
    sentences : int
        Labelled in that run.
    done : float
        Approximate share of the work that is done, 0 … 1.
    """

    way: str
    seed: int
    sentences: int
    done: float


@dataclass(frozen=True, slots=True)
class Kept:
    """The state from which a simulation can be resumed.

    Attributes
    ----------
    full : Scores or None
        Of a model of the whole pool.
    runs : mapping of (way, seed) to Checkpoint
    """

    full: Scores | None
    runs: Mapping[Key, Checkpoint]


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of a simulation.

    Attributes
    ----------
    full : Scores
        Scores of a model of the whole pool.
    score : {"f1", "token_accuracy"}
        The score that is compared.
    ways : mapping of str to points by seed
        In the given order.
    """

    full: Scores
    score: str
    ways: Mapping[str, Seeds]

    def summaries(self) -> dict[str, Summary]:
        """Return areas under curves, and amounts for 90, 95 and 99 % of the full-data score."""
        return summaries(self.ways, self.full, self.score, reference=REFERENCE)


Keep: TypeAlias = Callable[[Kept], None]
Monitor: TypeAlias = Callable[[SimulationProgress], bool | None]


def simulate(
    material: Material,
    crf: LinearChainCRF,
    ways: Sequence[Way],
    seeds: Sequence[int] = (0,),
    plan: Plan | None = None,
    *,
    kept: Kept | None = None,
    keep: Keep | None = None,
    monitor: Monitor | None = None,
    cancelled: Cancelled | None = None,
    jobs: int = 1,
    client: Client | None = None,
) -> Simulation:
    """Let simulated annotators label a pool in several settings.

    The seeds of a setting advance together, step by step. Each training starts from the weights of
    the one before it.

    Parameters
    ----------
    material : Material
    crf : LinearChainCRF
        Gives the parameters of all models; it is not changed.
    ways : sequence of Way
        With distinct names. The one called "random" is the reference, and comes first.
    seeds : sequence of int
    plan : Plan, optional
    kept : Kept, optional
        State of an earlier call with the same material, parameters and plan; the result is that of
        one call.
    keep : callable, optional
        Called after each step with the state.
    monitor : callable, optional
        Called after each step; True ends the simulation.
    cancelled : callable, optional
        Called every few milliseconds; True ends the simulation.
    jobs : int
        How many processes take part; the result is the same. With a budget all runs are independent
        of each other; otherwise the seeds of a setting, and all settings after "random". In a
        script they need ``if __name__ == "__main__":``.
    client : optional
        Takes their place: an executor of `concurrent.futures`, or a client of Dask.

    Raises
    ------
    TrainingCancelled
        The monitor or `cancelled` returned True.
    CrfError
        There is nothing to label or to score on, names are repeated, or a strategy fails.
    """
    plan = plan or Plan()
    plan.check()
    material.check()
    _check(ways, seeds)
    simulator = _Simulator(material, crf, ways, seeds, plan, kept, keep, monitor, cancelled)
    if jobs == 1 and client is None:
        return simulator.run()
    work = Work(do_step, Bench, (material, crf, tuple(ways), plan))
    try:
        with Tasks(work, jobs=jobs, client=client, cancelled=cancelled) as tasks:
            return simulator.run_together(tasks)
    except CancelledTasksError:
        raise TrainingCancelled from None


def _check(ways: Sequence[Way], seeds: Sequence[int]) -> None:
    if not ways or not seeds:
        raise CrfError("A simulation needs a strategy and a seed.")
    for what in ([way.name for way in ways], list(seeds)):
        if len(set(what)) < len(what):
            raise CrfError("Each strategy and each seed is simulated once; omit repeated ones.")
    for way in ways:
        strategy_named(way.strategy)


class _Simulator:
    def __init__(
        self,
        material: Material,
        crf: LinearChainCRF,
        ways: Sequence[Way],
        seeds: Sequence[int],
        plan: Plan,
        kept: Kept | None,
        keep: Keep | None,
        monitor: Monitor | None,
        cancelled: Cancelled | None,
    ) -> None:
        self._material, self._crf, self._plan = material, crf, plan
        self._ways, self._seeds = ways, seeds
        self._keep, self._monitor, self._cancelled = keep, monitor, cancelled
        self._full = None if kept is None else kept.full
        self._runs: dict[Key, Checkpoint] = {} if kept is None else dict(kept.runs)
        self._floor: float | None = None
        self._n_finished = 0

    def run(self) -> Simulation:
        if self._full is None:
            self._set_full(full_scores(self._material, self._crf, self._cancelled))
        for way in self._in_order():
            self._go(way)
        return self._result()

    def run_together(self, tasks: Tasks) -> Simulation:
        """Return the result of tasks of steps, which are done at the same time."""
        ways = self._in_order()
        if self._full is None:
            tasks.add(None, Step())
        if self._plan.budget is None:
            # Where a setting ends depends on the whole pool, and on the reference.
            self._go_together(tasks, [])
            first = len(ways) if ways[0].name != REFERENCE else 1
            self._go_together(tasks, ways[:first])
            ways = ways[first:]
        self._go_together(tasks, ways)
        return self._result()

    def _in_order(self) -> list[Way]:
        return sorted(self._ways, key=lambda way: way.name != REFERENCE)

    def _set_full(self, full: Scores) -> None:
        self._full = full
        self._notify(SimulationProgress("", 0, self._material.pool.n_sentences, 0.0))

    def _result(self) -> Simulation:
        assert self._full is not None
        ways = {
            way.name: {seed: self._runs[way.name, seed].points for seed in self._seeds}
            for way in self._ways
        }
        return Simulation(self._full, self._material.score, ways)

    def _runs_of(self, way: Way) -> list[Run]:
        kept = self._runs
        return [
            Run(
                self._material,
                self._crf,
                way,
                seed,
                self._plan,
                kept.get((way.name, seed)),
                self._cancelled,
            )
            for seed in self._seeds
        ]

    def _go(self, way: Way) -> None:
        """Run all seeds of a setting until its end is reached."""
        runs = self._runs_of(way)
        while not self._is_enough(runs):
            for run in self._behind(runs):
                run.step()
                self._step_done(run)
        self._finish(way, runs)

    def _go_together(self, tasks: Tasks, ways: Sequence[Way]) -> None:
        """Run all seeds of several settings, and what else is to be done."""
        groups = {way.name: (way, self._runs_of(way)) for way in ways}
        runs = {(name, run.seed): run for name, (_, group) in groups.items() for run in group}
        left = {name: self._go_on(tasks, *group) for name, group in groups.items()}
        for key, future in tasks.finished():
            if key is None:
                self._set_full(future.result())
                continue
            run, name = runs[key], key[0]
            run.checkpoint = future.result()
            self._step_done(run)
            if self._plan.budget is not None and not run.is_over:
                tasks.add(key, Step(name, run.seed, run.checkpoint))
                continue
            left[name] -= 1
            if not left[name]:
                left[name] = self._go_on(tasks, *groups[name])

    def _go_on(self, tasks: Tasks, way: Way, runs: Sequence[Run]) -> int:
        """Add the next steps of a setting, or finish it; return how many steps."""
        if self._is_enough(runs):
            self._finish(way, runs)
            return 0
        alone = self._plan.budget is not None
        chosen = [run for run in runs if not run.is_over] if alone else self._behind(runs)
        for run in chosen:
            tasks.add((way.name, run.seed), Step(way.name, run.seed, run.checkpoint))
        return len(chosen)

    def _behind(self, runs: Sequence[Run]) -> list[Run]:
        """Return the runs whose turn it is: after resuming, those that are behind come first."""
        going = [run for run in runs if not run.is_over]
        behind = min(len(run.points) for run in going)
        return [run for run in going if len(run.points) == behind]

    def _step_done(self, run: Run) -> None:
        self._runs[run.way.name, run.seed] = run.checkpoint
        self._notify(self._progress(run))

    def _finish(self, way: Way, runs: Sequence[Run]) -> None:
        self._n_finished += 1
        for run in runs:
            self._runs[way.name, run.seed] = run.checkpoint.finished
        if way.name == REFERENCE and self._plan.budget is None:
            self._floor = crossing(
                {run.seed: run.points for run in runs},
                "tokens_read",
                self._material.score,
                self._wanted,
            ).amount

    @property
    def _wanted(self) -> float:
        assert self._full is not None
        return self._plan.until * float(getattr(self._full, self._material.score))

    def _is_enough(self, runs: Sequence[Run]) -> bool:
        if all(run.is_over for run in runs):
            return True
        if self._plan.budget is not None or not all(run.points for run in runs):
            return False
        if self._floor is not None:
            return all(run.is_over or run.points[-1].tokens_read >= self._floor for run in runs)
        seeds = {run.seed: run.points for run in runs}
        return all(
            crossing(seeds, amount, self._material.score, self._wanted).amount is not None
            for amount in AMOUNTS
        )

    def _progress(self, run: Run) -> SimulationProgress:
        last = run.points[-1]
        share = last.sentences / self._plan.limit(self._material.pool.n_sentences)
        if self._floor:
            share = min(max(share, last.tokens_read / self._floor), 1.0)
        # Steps, and their time, grow with the number of labelled sentences.
        done = (self._n_finished + share) / len(self._ways)
        return SimulationProgress(run.way.name, run.seed, last.sentences, done)

    def _notify(self, progress: SimulationProgress) -> None:
        if self._keep is not None:
            self._keep(Kept(self._full, dict(self._runs)))
        if self._monitor is not None and self._monitor(progress):
            raise TrainingCancelled


__all__ = [
    "Kept",
    "Material",
    "Plan",
    "Point",
    "Scores",
    "Simulation",
    "SimulationProgress",
    "Way",
    "simulate",
]

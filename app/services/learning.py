"""The mathematics that the services call, behind one small interface.

Everything numeric is done by `app.jobs` and `crfcore`; they are imported when they are first used,
on a worker thread, so that the window is on the screen before the compiler is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.asking import Asking
from app.domain.gazetteers import Listed
from app.domain.measurement import CurvePoint, Forecast, Measurement
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.queue_filter import FilteredQueue, QueueFilter
from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.rules import ProjectRule
from app.domain.timings import Timed
from app.jobs.propose import ProposedTags
from app.jobs.queue_order import QueueOrder, Waiting

Cancelled = Callable[[], bool]
Monitor = Callable[[Any], bool | None]


class Learning(Protocol):
    """What the trainer and the suggester need; a model is opaque to them."""

    def snapshot(self, project: Project) -> Any:
        """Return what a training needs of a project; on the GUI thread, in under 5 ms."""

    def empirical(self, data: Any) -> Any | None:
        """Return a model made from counts, None while nothing is labelled."""

    def begin_first(self) -> None:
        """Make ready what makes models without the compiler; not on the GUI thread.

        Not on a thread of low priority either, which it would inherit.
        """

    def first(self, data: Any) -> Any | None:
        """Return a model made from counts without the compiler; None where that can't be done.

        It can only propose; its ``trained_on`` says how many sentences and tokens it has learnt
        from. None, too, after `close_first`.
        """

    def close_first(self) -> None:
        """Make no more such models, and let those that there are propose nothing any more."""

    def train(
        self, data: Any, previous: Any | None, monitor: Monitor, cancelled: Cancelled, threads: int
    ) -> Any | None:
        """Return a trained model, None while nothing is labelled or after a cancel."""

    def train_on_all(
        self, data: Any, previous: Any, cancelled: Cancelled, threads: int
    ) -> Any | None:
        """Return a model that has learnt from the test sample, too; None after a cancel.

        It is as sure of itself as the previous one: nothing is left to fit a temperature on.
        """

    def listed_model(self, project: Project) -> Any:
        """Return what the gazetteers of a project propose, without any model."""

    def count_matches(self, listed: Listed, text: Any, visible: NDArray[np.int64]) -> int:
        """Return how many phrases of a gazetteer stand in the visible sentences."""

    def sentences(self, project: Project, places: NDArray[np.int64]) -> Any:
        """Return what a proposal needs of some sentences; on the GUI thread."""

    def text(self, project: Project) -> Any:
        """Return the words of a project; on the GUI thread."""

    def propose(self, model: Any, sentences: Any) -> ProposedTags:
        """Decode sentences under all that is known of their tokens."""

    def propose_at_once(self, model: Any, sentences: Any) -> ProposedTags | None:
        """Decode sentences on the GUI thread; None where rules make more than a moment of it."""

    def cost(self, model: Any, n_tokens: int, rules: tuple[ProjectRule, ...] = ()) -> int:
        """Return the number of steps of decoding so many tokens: tokens × labels².

        Under rules it is what the time of earlier slices stands for, and more than any limit
        before the first one.
        """

    def rate(
        self, model: Any, sentences: Any, asking: Asking, timed: tuple[Timed, ...] = ()
    ) -> NDArray[np.float64]:
        """Return how much each of some sentences is worth asking for, the greatest first."""

    def in_order(self, waiting: Waiting, model: Any | None) -> QueueOrder:
        """Return the sentences that wait in the order in which a person is asked for them."""

    def queue_question(
        self,
        project: Project,
        proposals: Proposals,
        order: NDArray[np.int64],
        visible: NDArray[np.int64],
        wanted: QueueFilter,
    ) -> Any:
        """Return what it takes to filter the queue; on the GUI thread."""

    def held_out(
        self, question: Any, cancelled: Cancelled, told: Callable[[int, int], None]
    ) -> Any | None:
        """Return what models say of labelled sentences that they have not learnt from.

        None if it was asked to stop.
        """

    def filtered_queue(
        self,
        held: Any | None,
        question: Any,
        cancelled: Cancelled,
        told: Callable[[int, int], None],
    ) -> FilteredQueue | None:
        """Return what passes a filter of the queue; None if it was asked to stop."""

    def is_calibrated(self, model: Any) -> bool:
        """Return whether a model's probabilities say how often they are right."""

    def rule_question(self, project: Project, visible: NDArray[np.int64]) -> Any:
        """Return what counting needs of a project's rules and sentences; on the GUI thread."""

    def rule_states(self, model: Any | None, question: Any) -> RuleStates:
        """Return how many states rules cost."""

    def hold_rules(
        self,
        model: Any | None,
        question: Any,
        cancelled: Cancelled,
        told: Callable[[int, int], None],
    ) -> dict[int, RuleFinding] | None:
        """Return what each rule meets, by its id; None if it was asked to stop.

        ``told`` hears how many sentences have been looked at, of how many.
        """

    def control_question(
        self, project: Project, visible: NDArray[np.int64], open_tokens: NDArray[np.int32]
    ) -> Any:
        """Return what judging a model needs of the test sample; on the GUI thread."""

    def measure(
        self,
        model: Any,
        question: Any,
        trained_on: tuple[int, int],
        made_at: float,
        *,
        detailed: bool,
    ) -> Measurement:
        """Judge a model by the test sample; ``detailed``: its calibration, too."""

    def forecast(
        self, points: Sequence[CurvePoint], models: Sequence[NDArray[np.int32]], target: float
    ) -> Forecast:
        """Return what the points of the curve, and the last models, say of going on."""

    def rules_matter(self, data: Any) -> bool:
        """Return whether a training on the data depends on the project's rules."""

    def rule_costs(self, model: Any, data: Any) -> dict[int, float]:
        """Return what breaking the soft rules should cost, by their ids; CrfError says why not."""

    def trained_on(self, data: Any) -> tuple[int, int]:
        """Return how many sentences and tokens of the data say something."""

    def n_partly(self, data: Any) -> int:
        """Return how many of these sentences have tokens of which nothing is said."""

    def save(self, model: Any, path: Path, source: Path | None = None) -> None:
        """Write a model to a file that nobody may read who may not read ``source``."""

    def to_bytes(self, model: Any) -> bytes:
        """Return a model as the bytes of its file."""

    def from_bytes(self, data: bytes) -> Any:
        """Return the model of such bytes."""

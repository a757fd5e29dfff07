"""Queries about the open project on a worker, of which the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.threads import UI_PRIORITY, now_and_then
from app.services.workers import WORKERS, LatestWorker, Workers
from app.translation import translated_message
from crfcore.errors import CrfError

SECONDS_BETWEEN_REPORTS = 0.2
"""Faster answers show no progress."""

Q = TypeVar("Q")
A = TypeVar("A")


class Run:
    """The context of the function that works on an answer."""

    def __init__(
        self,
        cancelled: Callable[[], bool],
        deliver: Callable[[Callable[[], object]], object],
        progressed: Callable[[int, int], object],
        *,
        patient: bool,
    ) -> None:
        self._patient = patient
        self.cancelled = cancelled
        """Whether the answer is no longer wanted."""
        self.deliver = deliver
        """Call a function on the window's thread, while the answer is wanted."""
        self.report = now_and_then(
            SECONDS_BETWEEN_REPORTS,
            lambda done, total: deliver(partial(progressed, done, total)),
        )
        """Report the amount done, and the total."""

    def stops(self) -> bool:
        """Pause while a key is handled, and return whether the answer is no longer wanted.

        Patient workers pause until no key has come for a while.
        """
        if self._patient:
            UI_PRIORITY.give_until_pause(self.cancelled)
        else:
            UI_PRIORITY.give()
        return self.cancelled()


class LatestQuery(QObject, Generic[Q, A]):
    """Answers a question repeatedly as a project changes, one at a time.

    Each question is made on the window's thread when it is asked, as a consistent snapshot of its
    data. `ask` drops the pending answer; `ask_next`, `ask_again` and `ask_when_quiet` wait for it,
    and then make the new question.

    Parameters
    ----------
    question : callable
        Returns the present question, None for none.
    work : callable
        Called on a worker with the question and its `Run`; returns the answer, None for none.
    answer : callable
        Called on the window's thread with the question and its answer.
    failed : callable, optional
        Called there with the message if `work` raises CrfError.
    unanswered : callable, optional
        Called there with the question if there is neither an answer nor a call of `failed`.
    progressed : callable, optional
        Called there with the amount done and the total; 0, 0 at the end.
    milliseconds : int
        The delay of `ask_again` and `ask_when_quiet`.
    rest, lengthy, workers
        As for `LatestWorker`.
    """

    _answered = Signal(int, object)
    _ended = Signal(int, object)

    def __init__(
        self,
        question: Callable[[], Q | None],
        work: Callable[[Q, Run], A | None],
        answer: Callable[[Q, A], object],
        *,
        failed: Callable[[str], object] | None = None,
        unanswered: Callable[[Q], object] | None = None,
        progressed: Callable[[int, int], object] | None = None,
        milliseconds: int = 0,
        rest: float = 0.0,
        lengthy: bool = False,
        workers: Workers = WORKERS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._question = question
        self._work = work
        self._answer = answer
        self._failed = failed
        self._unanswered = unanswered
        self._progressed = progressed
        self._patient = workers.patient
        self._worker: LatestWorker[tuple[int, Q]] = LatestWorker(
            self._run, rest=rest, lengthy=lengthy, workers=workers
        )
        # Numbers of questions: the last asked, the last ended, the first whose answer is wanted.
        self._asked = self._over = 0
        self._wanted = 1
        self._again = self._shows_progress = self._closed = False
        self.milliseconds = milliseconds
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.ask_next)
        self._answered.connect(self._receive)
        self._ended.connect(self._end)

    @property
    def begun(self) -> bool:
        """Whether anything was ever asked."""
        return self._worker.begun

    @property
    def running(self) -> bool:
        """Whether a wanted answer is pending."""
        return self._over < self._asked and self._wanted <= self._asked

    @property
    def idle(self) -> bool:
        """Whether nothing is running or about to be asked."""
        return self._worker.idle and not self.running and not self.timer.isActive()

    def ask(self) -> None:
        """Ask now; pending answers are dropped."""
        self.cancel()
        self.ask_next()

    def ask_next(self) -> None:
        """Ask now, or after the pending answer."""
        if self._closed:
            return
        self._again = self.running
        question = None if self._again else self._question()
        if question is not None:
            self._asked += 1
            self._worker.post((self._asked, question))

    def ask_again(self, milliseconds: int | None = None) -> None:
        """Ask after the delay; further calls until then are ignored."""
        if not self.timer.isActive():
            self.ask_when_quiet(milliseconds)

    def ask_when_quiet(self, milliseconds: int | None = None) -> None:
        """Ask after the delay; each call until then restarts it."""
        if not self._closed:
            self.timer.start(self.milliseconds if milliseconds is None else milliseconds)

    def cancel(self) -> None:
        """Drop pending answers."""
        self._wanted = self._asked + 1
        self._again = False
        self.timer.stop()
        self._worker.withdraw()
        self._end_progress()

    def stop(self) -> None:
        """Ask nothing more, without waiting."""
        self._closed = True
        self._shows_progress = False
        self.cancel()
        self._worker.stop()

    def wait(self) -> None:
        """After `stop`, wait for running work."""
        self._worker.join()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self.stop()
        self.wait()

    # ---- on the window's thread

    def _receive(self, number: int, deliver: Callable[[], object]) -> None:
        if number >= self._wanted and not self._closed:
            deliver()

    def _progress(self, done: int, total: int) -> None:
        if self._progressed is not None:
            self._shows_progress = True
            self._progressed(done, total)

    def _end_progress(self) -> None:
        if self._shows_progress and self._progressed is not None:
            self._shows_progress = False
            self._progressed(0, 0)

    def _end(self, number: int, deliver: Callable[[], object] | None) -> None:
        self._over = number
        if number < self._wanted or self._closed:
            return
        self._end_progress()
        if deliver is not None:
            deliver()
        if self._again and not self.running:
            self.ask_next()

    # ---- on a worker

    def _run(self, numbered: tuple[int, Q]) -> None:
        number, question = numbered
        run = Run(
            lambda: number < self._wanted,
            partial(self._answered.emit, number),
            self._progress,
            patient=self._patient,
        )
        deliver: Callable[[], object] | None = None
        if self._unanswered is not None:
            deliver = partial(self._unanswered, question)
        try:
            answer = None if self._patient and run.stops() else self._work(question, run)
            if answer is not None:
                deliver = partial(self._answer, question, answer)
        except CrfError as error:
            if self._failed is not None:
                deliver = partial(self._failed, translated_message(error))
        finally:
            # Also after a bug, which the exception hook reports.
            self._ended.emit(number, deliver)

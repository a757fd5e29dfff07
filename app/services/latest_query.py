"""A question about the open project that is answered on a shared thread; the newest one counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.services.threads import now_and_then
from app.services.workers import WORKERS, LatestWorker, Workers
from crfcore.errors import CrfError

SECONDS_BETWEEN_REPORTS = 0.2
"""An answer that is there sooner shows no progress at all."""

Q = TypeVar("Q")
A = TypeVar("A")


class Run:
    """One answer under way, as the function sees it that works on it."""

    def __init__(
        self,
        cancelled: Callable[[], bool],
        deliver: Callable[[Callable[[], object]], object],
        progressed: Callable[[int, int], object],
    ) -> None:
        self.cancelled = cancelled
        """Whether nobody wants the answer any more."""
        self.deliver = deliver
        """Call a function on the window's thread, unless nobody wants the answer any more."""
        self.report = now_and_then(
            SECONDS_BETWEEN_REPORTS,
            lambda done, total: deliver(partial(progressed, done, total)),
        )
        """Say how much of how much is done."""


class LatestQuery(QObject, Generic[Q, A]):
    """Asks a question again and again as a project changes, one at a time.

    Each question is made on the window's thread when it is asked: one consistent snapshot of what
    its answer needs. `ask` asks something else, so that the answer under way is dropped;
    `ask_next`, `ask_again` and `ask_when_quiet` ask the same of a newer state: what is under way is
    still answered, and the new question is made once it is.

    Parameters
    ----------
    question : callable
        Returns the question of this moment, None if there is nothing to ask.
    work : callable
        Called on a worker with the question and its `Run`; returns the answer, None for none.
    answer : callable
        Called on the window's thread with the question and its answer.
    failed : callable, optional
        Called there with one sentence where `work` meets an error that is nobody's bug.
    unanswered : callable, optional
        Called there with the question where there is neither an answer nor a call of `failed`.
    progressed : callable, optional
        Called there with how much of how much is done; 0, 0 at the end.
    milliseconds : int
        So long `ask_again` and `ask_when_quiet` wait.
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
        self._worker: LatestWorker[tuple[int, Q]] = LatestWorker(
            self._run, rest=rest, lengthy=lengthy, workers=workers
        )
        # Numbers of questions: the last that was asked, the last that ended, the first that counts.
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
        """Whether anything has ever been asked."""
        return self._worker.begun

    @property
    def running(self) -> bool:
        """Whether there is a question whose answer is wanted and has not come."""
        return self._over < self._asked and self._wanted <= self._asked

    @property
    def idle(self) -> bool:
        """Whether nothing is under way, wanted or not, and nothing is about to be asked."""
        return self._worker.idle and not self.running and not self.timer.isActive()

    def ask(self) -> None:
        """Ask now; older answers are not wanted any more."""
        self.cancel()
        self.ask_next()

    def ask_next(self) -> None:
        """Ask now, or once there is an answer to what is under way."""
        if self._closed:
            return
        self._again = self.running
        question = None if self._again else self._question()
        if question is not None:
            self._asked += 1
            self._worker.post((self._asked, question))

    def ask_again(self, milliseconds: int | None = None) -> None:
        """Ask soon; calls that come until then ask nothing more."""
        if not self.timer.isActive():
            self.ask_when_quiet(milliseconds)

    def ask_when_quiet(self, milliseconds: int | None = None) -> None:
        """Ask soon; each call until then begins the time anew."""
        if not self._closed:
            self.timer.start(self.milliseconds if milliseconds is None else milliseconds)

    def cancel(self) -> None:
        """Want no answer any more."""
        self._wanted = self._asked + 1
        self._again = False
        self.timer.stop()
        self._worker.withdraw()
        self._end_progress()

    def stop(self) -> None:
        """Ask nothing more; waits for nothing."""
        self._closed = True
        self._shows_progress = False
        self.cancel()
        self._worker.stop()

    def wait(self) -> None:
        """After `stop`, wait for the end of what is under way."""
        self._worker.join()

    def close(self) -> None:
        """Stop, and wait for the end of what is under way."""
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
            lambda: number < self._wanted, partial(self._answered.emit, number), self._progress
        )
        deliver: Callable[[], object] | None = None
        if self._unanswered is not None:
            deliver = partial(self._unanswered, question)
        try:
            answer = self._work(question, run)
            if answer is not None:
                deliver = partial(self._answer, question, answer)
        except CrfError as error:
            if self._failed is not None:
                deliver = partial(self._failed, str(error))
        finally:
            # After a bug, too, of which the hook tells: nobody waits for ever.
            self._ended.emit(number, deliver)

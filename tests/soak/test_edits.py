"""Random edits, undos, redos, journeys through the history and restarts, against a naive model.

The session, the storage thread and the file are the real ones; a hundred thousand actions, of which
`make test` takes a sample by Hypothesis.
"""

from __future__ import annotations

import ctypes
import gc
import random
import time
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication

from app.domain.labels import Label
from app.domain.project import Project
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.services.history import History
from app.services.storage_thread import StorageThread, first_history, open_project_file
from app.session import Session
from app.storage.project_file import ProjectFile
from tests.soak.naive import WORDS, Naive, do, no_blocks, random_action, wrong_blocks
from tests.soak.state import digest
from tests.step_names import undo_text

SAVED_EVERY = 40
"""So many actions, and what was done is waited for to be saved: nobody works faster than a disk."""

FAR = 8
"""So many steps a journey goes on the average; some go over hundreds."""

PATIENCE_SECONDS = 120.0

ACTIONS = {"deed": 60, "undo": 22, "redo": 12, "journey": 2, "nothing more": 1}


def wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        QCoreApplication.processEvents()
        assert time.monotonic() < end, "nothing happened for two minutes"


def make_project(path: Path, n_blocked: int, n_free: int) -> None:
    """Write a project of two documents with nothing said."""
    labels = [Label(1, "DRUG", 0, "1", 0), Label(2, "DOSE", 1, "2", 1)]
    with ProjectFile.create(path, ProjectSettings(), labels, "Ann") as file:
        project = file.load()
        for name, n in (("blocks.txt", n_blocked), ("free.txt", n_free)):
            text = path.with_name(name)
            text.write_text("".join(f"{word}\n" for word in WORDS) + "\n", encoding="utf-8")
            text.write_text(text.read_text(encoding="utf-8") * n, encoding="utf-8")
            options = ImportOptions("columns", columns=("word",), use=Use.TEXT)
            import_document(file, project, text, options)
            project = file.load()


class Play:
    """Acts on an open project, and holds it against the model after each action.

    With ``measures`` it measures memory: then no closed project stands beside the open one.
    """

    def __init__(
        self, path: Path, n_actions: int, chance: random.Random, *, measures: bool = False
    ) -> None:
        self.path = path
        self.chance = chance
        self.measures = measures
        self.memory: list[int] = []
        self.restarts = self.journeys = 0
        self.open()
        project = self.session.project
        newest = self.session.history.steps()[-1].id
        self.naive = Naive(n_actions, digest(project), no_blocks(project), newest)
        self.compare()

    @property
    def project(self) -> Project:
        return self.session.project

    def open(self) -> None:
        self.storage = StorageThread(open_project_file(self.path))
        self.storage.wait_until_open()
        self.session = Session(
            self.storage.call(lambda file: file.load()),
            annotator="Ben",
            history=self.storage.call(first_history),
            next_edit=self.storage.call(lambda file: file.history.last_edit_id()) + 1,
        )
        self.storage.attach(self.session)
        self.history = History(self.session, self.storage)

    def close(self) -> None:
        self.wait_for_saved()
        self.history.close()
        assert self.storage.close()
        QCoreApplication.processEvents()
        # As at the end of the program: what is opened next does not stand beside this.
        del self.history, self.storage, self.session
        if self.measures:
            gc.collect()

    def measure(self) -> None:
        """Note how much memory there is, if asked to: a collection takes a second."""
        if self.measures:
            self.memory.append(resident())

    def wait_for_saved(self) -> None:
        wait(lambda: self.session.saving.revision == self.session.revision)

    def compare(self) -> None:
        """Hold what is in memory against the model."""
        assert digest(self.project) == self.naive.digest
        assert wrong_blocks(self.project, self.naive.blocks) == []

    def act(self, action: str) -> None:
        getattr(self, action.replace(" ", "_"))()

    def deed(self) -> None:
        naive, before = self.naive, len(self.session.history.steps())
        after = do(self.session, random_action(self.chance), naive.blocks, self.chance)
        if after is not None:
            naive.step(digest(self.project), after, self.session.history.steps()[-1].id)
        else:
            assert len(self.session.history.steps()) == before
        self.compare()

    def undo(self) -> None:
        if self.naive.at:
            wait(lambda: undo_text(self.session) is not None)
            assert self.session.undo().id == self.naive.id_of(self.naive.at)
            self.naive.move(-1)
            self.compare()

    def redo(self) -> None:
        again = self.session.redo()
        assert (again is not None) == (self.naive.at < self.naive.newest)
        if again is not None:
            self.naive.move(1)
            assert again.id == self.naive.id_of(self.naive.at)
            self.compare()

    def journey(self) -> None:
        naive = self.naive
        far = round(self.chance.expovariate(1 / FAR)) ** self.chance.choice((1, 1, 1, 2))
        goal = naive.at + self.chance.choice((-far, far))
        goal = min(max(goal, 0), naive.newest)
        if goal == naive.at:
            return
        received = []
        self.history.history_moved.connect(received.append)
        go = self.history.back_to if goal < naive.at else self.history.forward_to
        go(naive.id_of(goal))
        wait(lambda: bool(received))
        self.history.history_moved.disconnect(received.append)
        assert received[0].n_steps == abs(goal - naive.at)
        naive.move(goal - naive.at)
        self.journeys += 1
        self.compare()

    def nothing_more(self) -> None:
        """Close the project, and open it again."""
        self.close()
        self.open()
        self.restarts += 1
        self.compare()


def play(
    path: Path, n_actions: int, seed: int, restart_every: float = 1.0, *, measures: bool = False
) -> Play:
    """Act so many times; ``restart_every`` says how much rarer restarts are than in the table."""
    chance = random.Random(seed)
    weights = [ACTIONS[name] / (restart_every if name == "nothing more" else 1) for name in ACTIONS]
    game = Play(path, n_actions, chance, measures=measures)
    for number in range(n_actions):
        game.act(chance.choices(list(ACTIONS), weights)[0])
        if not number % SAVED_EVERY:
            game.wait_for_saved()
        if number == n_actions // 10:
            game.nothing_more()
            game.measure()
    game.nothing_more()
    game.measure()
    return game


def resident() -> int:
    """Return the bytes that this process holds, without what it could give back."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32 - 1))
def test_whatever_is_done_the_file_is_what_a_naive_model_says(tmp_path_factory, qapp, seed):
    path = tmp_path_factory.mktemp("edits") / "project.tagwright"
    make_project(path, 3, 2)
    game = play(path, 60, seed)
    game.close()
    with ProjectFile.open(path) as file:
        assert digest(file.check()) == game.naive.digest


def test_a_closed_project_leaves_nothing_behind(tmp_path, qapp):
    path = tmp_path / "project.tagwright"
    make_project(path, 1, 1)
    game = Play(path, 100, random.Random(3))
    for action in ["deed"] * 20 + ["undo"] * 3 + ["redo", "journey", "journey"]:
        game.act(action)
    left = weakref.ref(game.session)
    game.nothing_more()
    gc.collect()
    assert left() is None
    game.close()


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_actions_leave_the_file_of_a_naive_model(tmp_path, qapp):
    path = tmp_path / "project.tagwright"
    make_project(path, 12, 6)
    game = play(path, 100_000, seed=7, restart_every=20, measures=True)
    game.close()
    assert game.restarts > 20
    assert game.journeys > 1000
    with ProjectFile.open(path) as file:
        assert digest(file.check()) == game.naive.digest
    early, late = game.memory
    assert late < 1.05 * early, (
        f"{early / 1e6:.1f} MB after a tenth, {late / 1e6:.1f} MB in the end"
    )

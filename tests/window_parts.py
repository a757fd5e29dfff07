"""A main window over a project in memory: real session and panels, services that only listen."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from app.domain.corrections import Reach
from app.domain.project import Project
from app.domain.project_contents import SavedState
from app.domain.rule_findings import RuleFinding
from app.jobs.gazetteers.grammars import GrammarTrial, check_grammar
from app.jobs.gazetteers.uncertain_words import uncertain_words, uncertain_words_question
from app.jobs.search.find import sentences_with
from app.jobs.search.names import TiedTokens, name_groups, names_question
from app.services.finder import Finder
from app.services.label_curves import LabelCurvesSearch
from app.services.match_action import MatchAction
from app.services.measurements import Progress
from app.services.occurrences import OccurrenceFinder
from app.services.show_requests import ShowRequests
from app.services.similar_words import SimilarWordsSearch
from app.services.suggested_lines import SuggestedLinesSearch
from app.services.task import TaskState
from app.services.training_status import TrainingStatus
from app.session import Session
from app.storage.logs import LogSetAside
from app.views.workspace import Workspace
from tests.fake_learning import FakeLearning


class QuietTrainer(QObject):
    """Has a status and remembers what it was told."""

    status_changed = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.status = TrainingStatus()
        self.model: Any = None
        self.full_model: Any = None
        self.received: list[str] = []

    def show(self, **news: Any) -> None:
        self.status = replace(self.status, **news)
        self.status_changed.emit(self.status)

    def train_now(self) -> None:
        self.received.append("train_now")

    def cancel(self) -> None:
        self.received.append("cancel")

    def pause(self) -> None:
        self.received.append("pause")

    def resume(self) -> None:
        self.received.append("resume")


class CompiledKernels(QObject):
    """A warm-up with nothing to compile."""

    finished = Signal()
    all_finished = Signal()
    done = all_done = True

    def start(self) -> None:
        self.finished.emit()
        self.all_finished.emit()

    def close(self) -> None:
        pass


class QuietExchange(QObject):
    """Remembers what was to be imported and exported."""

    started = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.requests: list[tuple[Any, ...]] = []
        self.reported: list[tuple[Any, bool]] = []
        self.jobs: list[TaskState] = []

    def unwritten(self) -> list[TaskState]:
        return []

    def keep_text(self, name: str, text: str) -> TaskState:
        return self._ask("keep_text", name, text)

    def import_unlabelled(self, paths: Any, options: Any) -> TaskState:
        return self._ask("import_unlabelled", list(paths), options)

    def drop_text(self, path: Path) -> TaskState:
        return self._ask("drop_text", path)

    def read_files(self, paths: Any, options: Any) -> TaskState:
        return self._ask("read", list(paths), options)

    def import_read(self, read: Any, scheme: str) -> TaskState:
        return self._ask("import", read, scheme)

    def export(
        self, out: Path, *, which: Any, format_name: str, on_violation: Any, scheme: str
    ) -> TaskState:
        return self._ask(
            "export", out, which, format_name, on_violation, *([scheme] if scheme else [])
        )

    def report_export(self, form: Any, *, folder: bool) -> TaskState:
        self.reported.append((form, folder))
        return TaskState("report", self)

    def find_unreadable_models(self, paths: Any) -> TaskState:
        task = TaskState("read", self)
        self.jobs.append(task)
        return task

    def combine_models(self, paths: Any, out: Path, *, learn: bool) -> TaskState:
        return self._ask("combine_models", paths, out, learn)

    def export_model(self, out: Path, *, control: bool) -> TaskState:
        return self._ask("export_model", out, *([control] if control else []))

    def save_copy(self, out: Path) -> TaskState:
        return self._ask("save_copy", out)

    def find_rules(self) -> TaskState:
        return self._ask("find_rules")

    def learn_costs(self) -> TaskState:
        return self._ask("learn_costs")

    def read_rules(self, path: Path) -> TaskState:
        return self._ask("read_rules", path)

    def write_rules(self, out: Path) -> TaskState:
        return self._ask("write_rules", out)

    def read_gazetteer(self, path: Path) -> TaskState:
        return self._ask("read_gazetteer", path)

    def write_gazetteer(self, out: Path, listed: Any) -> TaskState:
        return self._ask("write_gazetteer", out, listed)

    def read_grammar(self, path: Path) -> TaskState:
        return self._ask("read_grammar", path)

    def write_grammar(self, out: Path, text: str) -> TaskState:
        return self._ask("write_grammar", out, text)

    def learn_grammar(self, listed: Any) -> TaskState:
        return self._ask("learn_grammar", listed)

    def _ask(self, *what: Any) -> TaskState:
        self.requests.append(what)
        self.jobs.append(TaskState(what[0], self))
        return self.jobs[-1]


class QuietWords(QObject):
    """Lists words for a gazetteer at once."""

    found = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def search(self) -> None:
        project, proposals = self._session.project, self._session.proposals
        self.found.emit(uncertain_words(uncertain_words_question(project, proposals)))

    def cancel(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class QuietTrials(QObject):
    """Checks grammars at once, and finds nothing."""

    tried = Signal(object, object)

    def try_soon(self, listed: Any) -> None:
        QTimer.singleShot(0, lambda: self.tried.emit(listed, GrammarTrial(check_grammar(listed))))

    def cancel(self) -> None:
        """Do nothing."""


class QuietCounts(QObject):
    """Counts nothing of itself."""

    counted = Signal(object)
    weighted_counts = Signal(object)
    progressed = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.findings: dict[int, RuleFinding] = {}


class QuietFilter(QObject):
    """Remembers what was to be listed."""

    chosen = Signal(object)
    progressed = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.requests: list[Any] = []

    def set_filter(self, wanted: Any) -> None:
        self.requests.append(wanted)
        self.chosen.emit(wanted)


class QuietConfident(QObject):
    """Remembers what was looked for and accepted."""

    found = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.action = MatchAction(session, self)
        self.received: list[Any] = []

    def look(self, choice: Any) -> None:
        self.received.append(choice)

    def accept(self, confident: Any) -> None:
        self.received.append(confident)

    def stop(self) -> None:
        self.received.append("stop")


class QuietOccurrences(QObject):
    """Remembers for which fixes it was to look."""

    found = Signal(object)
    looked = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.action = MatchAction(session, self)
        self.reach = Reach()
        self.offer: Any = None
        self.requests: list[Any] = []

    def search_for(self, correction: Any) -> None:
        self.requests.append(correction)

    def search_with(self, correction: Any, reach: Any) -> None:
        self.requests.append((correction, reach))

    def apply(self, correction: Any, where: Any) -> None:
        OccurrenceFinder.apply(self, correction, where)  # type: ignore[arg-type] # it has what is asked

    def dismiss(self) -> bool:
        offered, self.offer = self.offer is not None, None
        self.found.emit(None)
        return offered


class QuietNames(QObject):
    """Counts names at once, without a thread, while somebody watches."""

    counted = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.document: int | None = None
        self.watched = False
        session.changed.connect(lambda _: self.count())

    def watch(self, *, wanted: bool) -> None:
        self.watched = wanted
        self.count()

    def show_document(self, document: int | None) -> None:
        self.document = document
        self.count()

    def count(self) -> None:
        session = self.session
        if self.watched and self.document is not None:
            question = names_question(
                session.project, session.proposals, session.visible, TiedTokens(), self.document
            )
            self.counted.emit(name_groups(question))


class QuietTexts(QObject):
    """Finds at once, without a thread, which sentences contain a text."""

    found = Signal(str, object)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session

    def look(self, text: str) -> None:
        self.found.emit(text, sentences_with(self.session.corpus.texts, text))

    def forget(self) -> None:
        pass


class QuietMeasurements(QObject):
    """Measures nothing, and remembers whether somebody looked."""

    progressed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.progress = Progress()
        self.target = 0.9
        self.watched = False
        self.counts = (0, 0)

    def watch(self, *, wanted: bool) -> None:
        self.watched = wanted

    def set_target(self, target: float) -> None:
        self.target = target

    def sample(self) -> tuple[int, int]:
        return self.counts

    def labelled_others(self) -> int:
        return 0


class QuietPlots(QObject):
    """Has loaded at once what draws plots."""

    loaded = Signal()

    def load(self) -> None:
        self.loaded.emit()


class QuietBackups(QObject):
    """Makes none, and remembers that it was to check."""

    made = Signal(object)
    failed = Signal(str)
    damaged = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.checks: list[TaskState] = []

    def check(self) -> TaskState:
        self.checks.append(TaskState("checking", self))
        return self.checks[-1]

    def export_everything(self, out: Path) -> TaskState:
        self.checks.append(TaskState(f"export to {out}", self))
        return self.checks[-1]

    def saved_state(self) -> SavedState:
        return SavedState("", 12)


class QuietStorage(QObject):
    """Remembers that it was asked to try again."""

    failed = Signal(str)
    looked = Signal()
    writable = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.tries = 0
        self.appearance = 0
        self.kept_elsewhere: Path | None = None

    def try_again(self) -> None:
        self.tries += 1

    def look(self) -> None:
        self.appearance += 1
        self.looked.emit()


class QuietHistory(QObject):
    """Remembers which steps were asked for, and reads none by itself."""

    page_read = Signal(int, object)
    started = Signal(object)
    history_moved = Signal(object)
    page = 3

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.requests: list[Any] = []

    def read(self, before: int | None, wanted: Any) -> int:
        self.requests.append((before, wanted))
        return len(self.requests)

    def request_authors(self, sentence_index: int) -> None:
        self.requests.append(("sayers", sentence_index))

    def back_to(self, number: int) -> None:
        self.requests.append(("back", number))

    def forward_to(self, number: int) -> None:
        self.requests.append(("forward", number))


def letters_are_unique(menu):
    """Whether each command of a menu has a letter, and each another one."""
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    letters = [text.partition("&")[2][:1].casefold() for text in texts]
    return all(letters) and len(set(letters)) == len(letters)


class LabelKeysOfTwo(QObject):
    """The keys of two labels, and of no label."""

    keys_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.own = {1: ("1",), 2: ("2",)}

    def keys_of_labels(self) -> dict[int, tuple[str, ...]]:
        """Return the keys of the labels, by id."""
        return self.own

    def keys_of(self, command: str) -> tuple[str, ...]:
        """Return the keys of "no label", and of the next sentence."""
        return {"no_label": ("0",), "next_sentence": ("Ctrl+Down", "PgDown")}.get(command, ())


class QuietProject(QObject):
    """What a main window needs of an open project."""

    def __init__(self, project: Project, path: Path = Path("/projects/notes.tagwright")) -> None:
        super().__init__()
        self.path = path
        self.annotators = ["AB"]
        self.backup_made: Path | None = None
        self.log_set_aside: LogSetAside | None = None
        self.sentence_index: Any = None
        self.session = Session(project, annotator="AB", path=path, parent=self)
        self.trainer = QuietTrainer(self.session)
        self.exchange = QuietExchange(self.session)
        self.storage = QuietStorage(self.session)
        self.rule_counts = QuietCounts(self)
        self.queue_filter = QuietFilter(self)
        self.confident = QuietConfident(self.session, self)
        self.occurrences = QuietOccurrences(self.session, self)
        self.names = QuietNames(self.session, self)
        self.finder = Finder(self.session, None, self)
        self.texts = QuietTexts(self.session)
        self.similar_words = SimilarWordsSearch(self.session, FakeLearning(), self)
        self.label_curves = LabelCurvesSearch(self.session, FakeLearning(), self)
        self.suggested_lines = SuggestedLinesSearch(self.session, FakeLearning(), self)
        self.uncertain_words = QuietWords(self.session, self)
        self.gazetteers = QuietCounts(self)
        self.grammar_trials = QuietTrials(self)
        self.measurements = QuietMeasurements(self)
        self.plots = QuietPlots(self)
        self.backups = QuietBackups(self)
        self.history = QuietHistory(self)
        self.show_requests = ShowRequests(self)
        self.annotators = ["AB", "Ben"]


def propose(
    session: Session, sentence_index: int, tags: list[str], probabilities: list[float]
) -> None:
    """Let a model say something of one sentence."""
    from app.domain.proposals import ProposalSlice

    ids = np.array([session.project.tag_id(tag) for tag in tags], np.int32)
    session.propose(
        ProposalSlice(
            np.array([sentence_index], np.int64),
            ids,
            np.array(probabilities, np.float32),
            1,
            session.revision,
        )
    )


def finished_status(age: float = 8.0) -> dict[str, Any]:
    """Return the status of a trainer that has just made its twelfth model."""
    history = tuple((i, 12_769.0 + 60_000.0 * 0.94**i) for i in range(1, 120))
    return {
        "state": "training",
        "iteration": 84,
        "objective": history[-1][1],
        "history": history,
        "model_kind": "full",
        "model_number": 12,
        "model_made_at": time.time() - age,
        "trained_sentences": 412,
        "trained_tokens": 9_870,
    }


def where(workspace: Workspace) -> tuple[int, int, int]:
    """Return the current place, and the first and last selected token."""
    return workspace.caret.sentence_index, workspace.caret.first, workspace.caret.last


def choose(monkeypatch: pytest.MonkeyPatch, **answers: Any) -> None:
    """Let Qt's own dialogs for files be answered at once, by the names of their functions."""
    for name, answer in answers.items():
        monkeypatch.setattr(QFileDialog, name, lambda *_, answer=answer: answer)

"""The page on twelve tasks of a first hour: its keys are played, and counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app import application as module
from app import preferences, resource_files
from app.application import build
from app.domain.tokens import TokenState
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.occurrences import OccurrencesDialog
from app.views.dialogs.rule_editor import RuleEditor
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

PAGE = resource_files.path("manual/first-hour.md")
ROW = re.compile(
    r"^\| (?P<task>[^|]+) \| `(?P<keys>[^|]+)` \| (?P<n>\d+) \| (?P<best>\S+) (?:\([^|]*\) )?\|",
    re.M,
)
SYSTEM = "(Enter)"
"""Answers a dialog of the system, which a test does not open."""

PAUSE = 30
"""Milliseconds between two keys, in which the window comes round to what the first one asked."""

Press = tuple[Qt.Key, Qt.KeyboardModifier] | str


class Task(NamedTuple):
    """A row of the page."""

    keys: str
    n: int
    best: str


TASKS = {
    row["task"]: Task(row["keys"], int(row["n"]), row["best"])
    for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))
}


def presses(keys: str) -> Iterator[Press]:
    """Give the presses of a row one by one; "…" are typed letters."""
    for part in keys.split(" "):
        if part.startswith('"'):
            yield from part.strip('"')
        elif part != SYSTEM:
            combination = QKeySequence(part)[0]
            yield combination.key(), combination.keyboardModifiers()


def play(task: str, ready: Callable[[int], bool] = lambda _: True) -> None:
    """Press the keys of a task, whatever menu or dialog they open.

    The next one is pressed when the window is ``ready``, which is told how many have been.
    """
    left, done = list(presses(TASKS[task].keys)), []
    n = len(left)

    def press() -> None:
        if not left:
            done.append(True)
            return
        # A menu that is opened by a key runs a loop of its own: the next key comes from a timer.
        QTimer.singleShot(PAUSE, press)
        there = QApplication.activePopupWidget() or QGuiApplication.focusWindow()
        if there is not None and ready(n - len(left)):
            key = left.pop(0)
            QTest.keyClick(there, *(key if isinstance(key, tuple) else (key,)))

    QTimer.singleShot(0, press)
    wait_for(lambda: bool(done), f"the keys of “{task}”")


def opened(kind: type[QWidget]) -> Callable[[int], bool]:
    """Return what says, from the second key on, whether a dialog has the keys."""

    def ready(n: int) -> bool:
        active = QApplication.activeWindow()
        return not n or (isinstance(active, kind) and active.isVisible())

    return ready


def back(gui_session: GuiSession, kind: type[QWidget] | None = None) -> None:
    """Turn to the sentence again, when a dialog has gone."""
    if kind is not None:
        wait_for(lambda: not gui_session.window.findChildren(kind), "the dialog goes")
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence has the keys")


def tags(gui_session: GuiSession) -> list[str | None]:
    return [record.tag for record in gui_session.workspace.caret.tokens()]


def n_labelled(gui_session: GuiSession, sentence_index: int) -> int:
    corpus = gui_session.project.session.corpus
    return int((corpus.states[corpus.span(sentence_index)] == TokenState.CONFIRMED).sum())


def dr(gui_session: GuiSession) -> list[tuple[int, int]]:
    """Return where "Dr." stands in sentences that are open, and in which nothing is said."""
    session = gui_session.project.session
    sentence_indices = session.visible[session.open_tokens[session.visible] > 0].tolist()
    words = (
        (sentence_index, session.corpus.words_of(sentence_index))
        for sentence_index in sentence_indices
    )
    return [
        (sentence_index, at)
        for sentence_index, own in words
        for at, word in enumerate(own)
        if word == "Dr."
    ]


def test_each_row_counts_its_keys_and_none_takes_more_than_others() -> None:
    assert len(TASKS) == 12
    for task, row in TASKS.items():
        assert len(list(presses(row.keys))) + row.keys.count(SYSTEM) == row.n, task
        assert row.best == "–" or row.n <= int(row.best), task


def test_the_sample_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "documents_folder", lambda: tmp_path)
    chosen = tmp_path / "preferences.json"
    preferences.save(preferences.Preferences(annotator="Ann", tour_seen=True), chosen)
    application = build(preferences_path=chosen)
    assert application.welcome is not None
    application.welcome.activateWindow()
    wait_for(lambda: application.welcome.sample.hasFocus(), "the sample is offered first")
    painted: list[object] = []
    application.painted.connect(painted.append)
    play("Open the sample")
    wait_for(lambda: bool(painted), "the sample")
    assert application.close()


def test_the_sentence_is_labelled_by_the_keys_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        session, workspace = gui_session.project.session, gui_session.workspace
        gui_session.rest(120)
        start = digest(session.project)
        workspace.caret.go_to(workspace.caret.sentence_index + 1, 3)
        sentence_index = workspace.caret.sentence_index
        wait_for(lambda: not workspace.seen_labels.awaits_paint, "the sentence is painted")
        play("Label two words")
        assert tags(gui_session)[3:5] == ["B-DOSE", "I-DOSE"]
        play("Make a span one word longer")
        assert tags(gui_session)[3:6] == ["B-DOSE", "I-DOSE", "I-DOSE"]
        workspace.caret.select(4, 4)
        play("Give a span another label")
        assert tags(gui_session)[3:6] == ["B-DATE", "I-DATE", "I-DATE"]
        play("Accept a sentence", lambda _: not workspace.seen_labels.awaits_paint)
        if not session.is_done(
            sentence_index
        ):  # a suggestion had changed: it is shown, and accepted then
            play("Accept a sentence", lambda _: not workspace.seen_labels.awaits_paint)
        assert session.is_done(sentence_index)

        where = dr(gui_session)
        first = where[0]
        workspace.caret.go_to(*first)
        gui_session.player.press(Qt.Key.Key_5)  # something that nobody says of it elsewhere
        wait_for(gui_session.window.status.offer.isVisible, "the offer")
        play("Label other occurrences of a word", opened(OccurrencesDialog))
        back(gui_session, OccurrencesDialog)
        wait_for(
            lambda: sum(n_labelled(gui_session, one) > 0 for one, _ in where) > 1,
            "the label of other occurrences",
        )

        history = gui_session.window.panels.history
        play(
            "Undo a day's work",
            lambda n: (
                not n
                or (
                    history.isAncestorOf(QApplication.focusWidget() or history)
                    and not history.model.reading
                )
            ),
        )
        wait_for(lambda: digest(session.project) == start, "all is as in the morning")
        back(gui_session)
        play("See how good the model is, or what measuring it needs")
        progress = gui_session.window.panels.progress
        assert progress.isVisible()
        assert progress.draw_sample.isVisible(), "the sample has no test sentences yet"


# A menu grabs the keyboard; without a screen nobody can.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_all_that_is_found_is_labelled(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        found, corpus = gui_session.window.panels["find"], gui_session.project.session.corpus
        letters = len("Dr.")
        n = sum(
            corpus.words_of(sentence_index).count("Dr.")
            for sentence_index in range(corpus.n_sentences)
        )

        def ready(pressed: int) -> bool:
            if pressed <= letters:
                return not pressed or found.query.hasFocus()
            return len(found.model.found) == n

        play("Find all “Dr.” and label them", ready)
        wait_for(lambda: "TITLE" in gui_session.window.messages.text.text(), "it is said")
        assert f"{n} matches" in gui_session.window.messages.text.text()
        assert TASKS["Find all “Dr.” and label them"].best == str(n), "one by one"
        assert not [
            1
            for sentence_index, _ in dr(gui_session)
            if not n_labelled(gui_session, sentence_index)
        ]


def test_in_and_out_and_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, pdf, out = (tmp_path / name for name in ("s.tagwright", "report.pdf", "out"))
    create_sample(path)
    out.mkdir()
    pdf.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(pdf)], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(out))
    with GuiSession(path) as gui_session:
        session, window = gui_session.project.session, gui_session.window
        before = digest(session.project)
        received: list[str] = []

        def named(n: int) -> bool:
            received.extend(one.problem.text() for one in window.findChildren(ImportDialog))
            return not n or (opened(ImportDialog)(n) and "PDF" in received[-1])

        play("Import a PDF by mistake", named)
        back(gui_session, ImportDialog)
        assert "PDF" in received[-1], "the dialog says what it is"
        assert digest(session.project) == before

        play("Export what is finished", opened(ExportDialog))
        wait_for(lambda: "Exported" in window.messages.text.text(), "it is said")
        back(gui_session, ExportDialog)
        done = int((session.open_tokens[session.visible] == 0).sum())
        texts = (one.read_text(encoding="utf-8").strip() for one in out.iterdir())
        assert sum(text.count("\n\n") + 1 for text in texts if text) == done

        play("Add a rule: a title is followed by a person", opened(RuleEditor))
        back(gui_session, RuleEditor)
        (rule,) = session.project.rules.values()
        assert (rule.kind, rule.fields["a"], rule.fields["b"]) == ("followed_by", "TITLE", "PERSON")

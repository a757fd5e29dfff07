"""Following the queue from an unlabelled text on: orders, notes, everything sure at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app import resource_files
from app.domain.query_choices import MIXED, PLAIN, QueryChoice
from app.domain.queue_filter import QueueFilter, QueueKind
from app.domain.sentence_flags import SentenceFlags
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.accept_confident import AcceptConfidentDialog
from app.views.panels.described_choices import DescribedComboBox
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of, new_project
from tests.memory_projects import contents_of
from tests.soak.state import digest
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 30
LABELS = ["DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"]
MODEL_SECONDS = 120.0
Key = Qt.Key


def choose_by_keys(box: DescribedComboBox, name: str) -> None:
    """Choose from a box of the panel as a person does who has no mouse."""
    if box.isHidden():  # a low panel gives its room to the list
        more = box.window().panels.queue.more
        more.setFocus()
        wait_for(more.hasFocus, "the button that shows all boxes has the focus")
        QTest.keyClick(more, Key.Key_Space)
    box.setFocus()
    wait_for(box.hasFocus, "the box has the focus")
    steps = box.choices.row_of(name) - box.currentIndex()
    left_out = range(*sorted((box.currentIndex(), box.choices.row_of(name))))
    skipped = sum(bool(box.choices.choice(row).why_not) for row in left_out)
    key = Key.Key_Down if steps > 0 else Key.Key_Up
    for _ in range(abs(steps) - skipped):
        QTest.keyClick(box, key)
    assert box.choices.choice(box.currentIndex()).name == name


def follow(gui_session: GuiSession, answers: dict[str, list[str]], sentences: int) -> list[int]:
    """Label what the head of the queue is, and press Enter; return the places.

    Each time the newest model has put the queue in order, however busy the machine is.
    """
    sentence_indices = []
    for _ in range(sentences):
        if any(gui_session.project.session.state.label_counts().values()):
            gui_session.rest(MODEL_SECONDS)
        sentence_index = gui_session.workspace.caret.sentence_index
        answer = answers[gui_session.text()]
        gui_session.player.label_sentence(answer)
        gui_session.player.accept(answer)
        assert gui_session.project.session.is_done(sentence_index)
        sentence_indices.append(sentence_index)
    return sentence_indices


def ranked(gui_session: GuiSession) -> list[int]:
    return gui_session.project.session.queue.sentence_indices.tolist()


def accept_everything_confident(gui_session: GuiSession, answers: dict[str, list[str]]) -> None:
    """Accept by Ctrl+Shift+A what is sure; check the count of errors; take it back by Ctrl+Z."""
    session = gui_session.project.session
    before = contents_of(session.project)
    n_open = int(np.count_nonzero(session.open_tokens[session.visible]))
    gui_session.player.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier | journey.SHIFT)
    dialog = journey.shown(gui_session.window, AcceptConfidentDialog)
    wait_for(lambda: bool(dialog.model.confident.n_candidates), "what is sure")
    dialog.threshold.setValue(70.0)
    wait_for(dialog.accept_button.isEnabled, "something is sure enough")
    confident = dialog.model.confident
    assert 0 < len(confident.sentence_indices) < n_open
    assert 0 <= confident.expected_errors < 0.3 * len(confident.tokens)
    assert "tokens" in dialog.summary.text()
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    wait_for(
        lambda: all(session.is_done(p) for p in confident.sentence_indices.tolist()),
        "they are accepted",
    )
    right = sum(
        session.project.tags_of(sentence_index) == answers[session.corpus.texts[sentence_index]]
        for sentence_index in confident.sentence_indices.tolist()
    )
    assert right > 0.5 * len(confident.sentence_indices)
    assert str(undo_text(session)).startswith("accept ")
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")
    received = gui_session.window.messages.message
    assert received is not None
    assert received.text.startswith("Accepted ")
    gui_session.player.press(Key.Key_Z, journey.CONTROL)
    assert contents_of(session.project) == before, "one undo takes all of it back"
    assert gui_session.window.messages.message != received, "nothing is done any more"


def skip_put_off_and_flag(gui_session: GuiSession) -> dict[SentenceFlags, int]:
    """Note something of three sentences by keys; return where."""
    session, workspace = gui_session.project.session, gui_session.workspace
    noted = {SentenceFlags.SKIPPED: workspace.caret.sentence_index}
    gui_session.player.press(Key.Key_Return, journey.SHIFT)
    noted[SentenceFlags.LATER] = workspace.caret.sentence_index
    gui_session.player.press(Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    noted[SentenceFlags.FLAGGED] = workspace.caret.sentence_index
    gui_session.player.press(Key.Key_M, journey.CONTROL)
    for mark, sentence_index in noted.items():
        assert session.project.flags_of(sentence_index) == mark
    assert noted[SentenceFlags.SKIPPED] not in ranked(gui_session)
    assert ranked(gui_session)[-1] == noted[SentenceFlags.LATER]
    return noted


def test_following_the_queue_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "notes.tagwright"
    new_project(project, LABELS, "basic")
    answers = answers_of(resource_files.path("sample/answers.conll"))
    with GuiSession(project) as gui_session:
        journey.import_as_text(
            gui_session, resource_files.path("sample/unlabelled.conll"), monkeypatch
        )
        session, panel = gui_session.project.session, gui_session.window.panels.queue
        follow(gui_session, answers, SENTENCES // 2)
        gui_session.rest(MODEL_SECONDS)
        journey.queue_is_in_order(gui_session)
        doubts = [panel.model.uncertainty(sentence_index) for sentence_index in ranked(gui_session)]
        for uncertainty in doubts:
            names_words = "under 60%: " in panel.model.explained(uncertainty)
            assert names_words == (
                uncertainty.probability is not None and uncertainty.n_uncertain > 0
            )
        numbers = [float(one.number.split()[0].replace(",", "")) for one in doubts if one.number]
        assert len(numbers) > len(doubts) // 2
        assert numbers == sorted(numbers, reverse=True)
        assert doubts[0].number.endswith("corrections/min")

        before = ranked(gui_session)
        choose_by_keys(panel.strategy, "missed_span")
        choose_by_keys(panel.wrapper, PLAIN)
        query_choice = QueryChoice("missed_span", PLAIN)
        assert session.project.settings.query_choice == query_choice
        wait_for(lambda: ranked(gui_session) != before, "the queue in its new order")
        gui_session.rest(MODEL_SECONDS)
        gui_session.window.sentence_view.setFocus()
        first = ranked(gui_session)[0]
        gui_session.player.press(Key.Key_Return, journey.CONTROL)
        # Sentences are still being rated, so another may come first while the key is pressed.
        assert gui_session.workspace.caret.sentence_index in {first, ranked(gui_session)[0]}
        follow(gui_session, answers, SENTENCES - SENTENCES // 2)
        gui_session.rest(MODEL_SECONDS)

        accept_everything_confident(gui_session, answers)
        noted = skip_put_off_and_flag(gui_session)
        gui_session.project.queue_filter.set_filter(QueueFilter(QueueKind.FLAGGED))
        wait_for(
            lambda: session.queue.queried.tolist() == [noted[SentenceFlags.FLAGGED]],
            "the flagged sentence alone",
        )
        gui_session.project.queue_filter.set_filter(QueueFilter())
        choose_by_keys(panel.wrapper, MIXED)
        end = digest(session.project)
        marks = dict(session.project.flags)

    with GuiSession(project) as gui_session:
        session = gui_session.project.session
        assert session.project.settings.query_choice == QueryChoice("missed_span", MIXED)
        assert session.project.flags == marks
        assert digest(session.project) == end
        assert gui_session.window.panels.queue.strategy.currentText() == "Possible missed spans"
        assert noted[SentenceFlags.SKIPPED] not in ranked(gui_session)

"""Following the queue from an unlabelled text on: orders, notes, everything sure at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app import resource_files
from app.domain.asking import MIXED, PLAIN, Asking
from app.domain.marks import Mark
from app.domain.queue_filter import QueueFilter, QueueKind
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.views.dialogs.accept_sure import AcceptSureDialog
from app.views.panels.asking_box import AskingBox
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of, new_project
from tests.memory_projects import image
from tests.soak.state import digest
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 30
LABELS = ["DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"]
MODEL_SECONDS = 120.0
Key = Qt.Key


def choose_by_keys(box: AskingBox, name: str) -> None:
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


def follow(sitting: Sitting, answers: dict[str, list[str]], sentences: int) -> list[int]:
    """Label what the head of the queue is, and press Enter; return the places.

    Each time the newest model has put the queue in order, however busy the machine is.
    """
    places = []
    for _ in range(sentences):
        if any(sitting.project.session.state.label_counts().values()):
            sitting.rest(MODEL_SECONDS)
        place = sitting.workspace.caret.place
        answer = answers[sitting.text()]
        sitting.player.label_sentence(answer)
        sitting.player.accept(answer)
        assert sitting.project.session.is_done(place)
        places.append(place)
    return places


def ranked(sitting: Sitting) -> list[int]:
    return sitting.project.session.queue.places.tolist()


def accept_everything_sure(sitting: Sitting, answers: dict[str, list[str]]) -> None:
    """Accept by Ctrl+Shift+A what is sure; check the count of errors; take it back by Ctrl+Z."""
    session = sitting.project.session
    before = image(session.project)
    n_open = int(np.count_nonzero(session.open_tokens[session.visible]))
    sitting.player.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier | journey.SHIFT)
    dialog = journey.shown(sitting.window, AcceptSureDialog)
    wait_for(lambda: bool(dialog.model.sure.n_candidates), "what is sure")
    dialog.threshold.setValue(70.0)
    wait_for(dialog.button.isEnabled, "something is sure enough")
    sure = dialog.model.sure
    assert 0 < len(sure.places) < n_open
    assert 0 <= sure.expected_errors < 0.3 * int(sure.n_tokens.sum())
    assert "will be wrong" in dialog.summary.text()
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    wait_for(lambda: all(session.is_done(p) for p in sure.places.tolist()), "they are accepted")
    right = sum(
        session.project.tags_of(place) == answers[session.corpus.texts[place]]
        for place in sure.places.tolist()
    )
    assert right > 0.5 * len(sure.places)
    assert str(undo_text(session)).startswith("accept ")
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")
    told = sitting.window.messages.message
    assert told is not None
    assert told.text.startswith("Accepted ")
    sitting.player.press(Key.Key_Z, journey.CONTROL)
    assert image(session.project) == before, "one undo takes all of it back"
    assert sitting.window.messages.message != told, "nothing is done any more"


def skip_put_off_and_flag(sitting: Sitting) -> dict[Mark, int]:
    """Note something of three sentences by keys; return where."""
    session, workspace = sitting.project.session, sitting.workspace
    noted = {Mark.SKIPPED: workspace.caret.place}
    sitting.player.press(Key.Key_Return, journey.SHIFT)
    noted[Mark.LATER] = workspace.caret.place
    sitting.player.press(Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    noted[Mark.FLAGGED] = workspace.caret.place
    sitting.player.press(Key.Key_M, journey.CONTROL)
    for mark, place in noted.items():
        assert session.project.mark_of(place) == mark
    assert noted[Mark.SKIPPED] not in ranked(sitting)
    assert ranked(sitting)[-1] == noted[Mark.LATER]
    return noted


def test_following_the_queue_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "notes.tagwright"
    new_project(project, LABELS, "basic")
    answers = answers_of(resource_files.path("sample/answers.conll"))
    with Sitting(project) as sitting:
        journey.import_as_text(sitting, resource_files.path("sample/unlabelled.conll"), monkeypatch)
        session, panel = sitting.project.session, sitting.window.panels.queue
        follow(sitting, answers, SENTENCES // 2)
        sitting.rest(MODEL_SECONDS)
        journey.queue_is_in_order(sitting)
        doubts = [panel.model.doubt(place) for place in ranked(sitting)]
        for doubt in doubts:
            names_words = "under 60%: " in panel.model.explained(doubt)
            assert names_words == (doubt.probability is not None and doubt.n_uncertain > 0)
        numbers = [float(one.number.split()[0].replace(",", "")) for one in doubts if one.number]
        assert len(numbers) > len(doubts) // 2
        assert numbers == sorted(numbers, reverse=True)
        assert doubts[0].number.endswith("corrections/min")

        before = ranked(sitting)
        choose_by_keys(panel.strategy, "missed_span")
        choose_by_keys(panel.wrapper, PLAIN)
        asking = Asking("missed_span", PLAIN)
        assert session.project.settings.asking == asking
        wait_for(lambda: ranked(sitting) != before, "the queue in its new order")
        sitting.rest(MODEL_SECONDS)
        sitting.window.sentence_view.setFocus()
        first = ranked(sitting)[0]
        sitting.player.press(Key.Key_Return, journey.CONTROL)
        # Sentences are still being rated, so another may come first while the key is pressed.
        assert sitting.workspace.caret.place in {first, ranked(sitting)[0]}
        follow(sitting, answers, SENTENCES - SENTENCES // 2)
        sitting.rest(MODEL_SECONDS)

        accept_everything_sure(sitting, answers)
        noted = skip_put_off_and_flag(sitting)
        sitting.project.queue_filter.set_filter(QueueFilter(QueueKind.FLAGGED))
        wait_for(
            lambda: session.queue.asked.tolist() == [noted[Mark.FLAGGED]],
            "the flagged sentence alone",
        )
        sitting.project.queue_filter.set_filter(QueueFilter())
        choose_by_keys(panel.wrapper, MIXED)
        end = digest(session.project)
        marks = dict(session.project.marks)

    with Sitting(project) as sitting:
        session = sitting.project.session
        assert session.project.settings.asking == Asking("missed_span", MIXED)
        assert session.project.marks == marks
        assert digest(session.project) == end
        assert sitting.window.panels.queue.strategy.currentText() == "Possible missed spans"
        assert noted[Mark.SKIPPED] not in ranked(sitting)

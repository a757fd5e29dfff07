"""Labelling by hand: spans by keys and mouse, a word everywhere, and from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.jobs.create_project import create_project, create_sample
from app.jobs.import_documents import ImportOptions, Use
from app.jobs.import_ids import import_document
from app.lab.benchmarks.by_hand_session import (
    keys_for_missed_entity,
    keys_to_confirm,
    label_everywhere,
)
from app.lab.benchmarks.fewest_keys import label_by_fewest_keys
from app.lab.benchmarks.player import PlayError, wait_for
from app.lab.benchmarks.sitting import Sitting
from app.lab.benchmarks.stops import accept_everything
from app.views.dialogs.occurrences import OccurrencesDialog
from app.views.sentence_view.edges import edges_of
from tests.journeys import journey
from tests.soak.state import digest
from tests.step_names import undo_text
from tests.window_parts import propose

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
DAY = "أعطى الدكتور أحمد المريض خمسة أقراص من الدواء صباح الاثنين ."
NEXT_DAY = "أخذ أحمد الدواء يوم الثلاثاء ."


def tags(sitting: Sitting) -> list[str | None]:
    return [record.tag for record in sitting.workspace.caret.tokens()]


def take_back_everywhere(sitting: Sitting) -> None:
    """Take a label away from a word, then from all its other places by the offer."""
    session, offer = sitting.project.session, sitting.window.status.offer
    player, workspace = sitting.player, sitting.workspace
    player.press(Key.Key_Delete)
    wait_for(offer.isVisible, "the offer")
    player.press(Key.Key_Equal)
    dialog = journey.shown(sitting.window, OccurrencesDialog)
    places = dialog.model.ticked()
    revision = session.revision
    QTest.keyClick(dialog.view, Key.Key_Return)
    wait_for(lambda: session.revision > revision, "it is taken back everywhere")
    wait_for(lambda: not sitting.window.findChildren(OccurrencesDialog), "the list goes")
    back_to_work(sitting)
    assert len(places) > 1
    assert (workspace.caret.place, workspace.caret.token) not in places
    assert {session.corpus.states[session.corpus.span(p).start + t] for p, t in places} == {0}


def back_to_work(sitting: Sitting) -> None:
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")


def drag(sitting: Sitting, span: tuple[int, int], token: int) -> None:
    """Drag the end of a span behind a token, by the mouse."""
    view = sitting.window.sentence_view
    geometry = view.page.geometry
    edge = next(edge for edge in edges_of(geometry, span) if edge.is_end)
    line = geometry.lines[edge.line]
    inwards = -1.0 if geometry.rightwards else 1.0
    at = QPointF(edge.x + inwards, (line.top + line.chip_bottom) / 2) + view.page.origin()
    rect = view.visualRect(view.model().index(token))
    to = QPointF(rect.right() - 2 if geometry.rightwards else rect.left() + 2, rect.center().y())
    QTest.mousePress(view.viewport(), LEFT, pos=at.toPoint())
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        to,
        QPointF(view.viewport().mapToGlobal(to.toPoint())),
        Qt.MouseButton.NoButton,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), move)
    QTest.mouseRelease(view.viewport(), LEFT, pos=to.toPoint())


def test_a_sample_is_labelled_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        sitting.rest(300)
        session = sitting.project.session
        before = digest(session.project)
        assert keys_for_missed_entity(sitting) <= 3
        sitting.rest(300)  # a model that arrives changes what Enter would confirm
        assert keys_to_confirm(sitting) == 1
        figures = label_everywhere(sitting, "omeprazole")
        assert figures["places_labelled"] > 1
        sitting.player.press(Key.Key_Y, CONTROL)
        take_back_everywhere(sitting)
        sitting.rest(300)
        open_before = int((session.open_tokens > 0).sum())
        figures = accept_everything(sitting)
        assert 0 < figures["accepted_sentences"] <= open_before
        assert figures["undo_everything_longest_stop_seconds"] > 0
        assert undo_text(session).startswith("accept ")
        after = digest(session.project)
    with Sitting(path) as sitting:
        session = sitting.project.session
        assert digest(session.project) == after
        while undo_text(session) != "import unlabelled.conll":
            sitting.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before


def test_an_arabic_sentence_is_labelled_by_keys_and_mouse(tmp_path: Path) -> None:
    path, text = tmp_path / "arabic.tagwright", tmp_path / "days.txt"
    text.write_text(f"{DAY}\n{NEXT_DAY}\n", encoding="utf-8")
    with create_project(path, labels=["DRUG", "DOSE"]) as file:
        import_document(file, file.load(), text, ImportOptions("text", use=Use.TEXT))
    with Sitting(path) as sitting:
        player, workspace = sitting.player, sitting.workspace
        for last in (1, 5):  # one token alone, with more selected: the player says if it fails
            player.select(0, last)
            player.select(last, last)
        player.say(4, 5, "DOSE")
        assert tags(sitting)[4:6] == ["B-DOSE", "I-DOSE"]
        drag(sitting, (4, 5), 7)
        assert tags(sitting)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "I-DOSE"]
        player.select(7, 7)
        player.press(Key.Key_Comma)
        assert tags(sitting)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "B-DOSE"]
        player.press(Key.Key_Space)
        player.press(Key.Key_1)
        assert tags(sitting)[7] == "B-DRUG"
        player.select(4, 4)
        player.press(Key.Key_Semicolon)
        assert tags(sitting)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "I-DOSE"]
        player.select(2, 2)
        player.press(Key.Key_2)
        offer = sitting.window.status.offer
        wait_for(offer.isVisible, "the same word in the next sentence")
        workspace.caret.go_to(1, 1)
        player.press(Key.Key_Period)
        assert tags(sitting)[1] == "B-DOSE"


def test_a_name_that_the_model_missed_takes_two_keys(tmp_path: Path) -> None:
    path, text = tmp_path / "news.tagwright", tmp_path / "news.txt"
    text.write_text("Yesterday the court heard what Ann Smith had to say .\n", encoding="utf-8")
    with create_project(path, labels=["PERSON", "PLACE"]) as file:
        import_document(file, file.load(), text, ImportOptions("text", use=Use.TEXT))
    with Sitting(path) as sitting:
        player, workspace = sitting.player, sitting.workspace
        sitting.project.trainer.pause()
        chances = [0.99, 0.99, 0.97, 0.99, 0.99, 0.5, 0.8, 0.99, 0.99, 0.99, 0.99]
        propose(sitting.project.session, 0, ["O"] * 11, chances)
        player.press(Key.Key_Tab)
        assert (
            (workspace.caret.first, workspace.caret.last)
            == sitting.window.sentence_view.selection.selected
            == (5, 6)
        )
        player.press(Key.Key_1)
        assert tags(sitting)[4:8] == ["O", "B-PERSON", "I-PERSON", "O"]
        player.press(Key.Key_Z, CONTROL)
        workspace.caret.go_to(0)
        propose(sitting.project.session, 0, ["O"] * 11, chances)
        assert label_by_fewest_keys(sitting, 5, 6, "PLACE") == 2
        assert tags(sitting)[5:7] == ["B-PLACE", "I-PLACE"]
        # What is read is confirmed up to here, and the caret stands behind it.
        player.press(Key.Key_Apostrophe)
        assert workspace.caret.token == 7
        open_tokens = sitting.project.session.open_tokens
        assert open_tokens[0] == 4
        # A leap to the end, and the label.
        assert label_by_fewest_keys(sitting, 10, 10, "PERSON") == 2
        with pytest.raises(PlayError, match="No 20 keys"):
            label_by_fewest_keys(sitting, 0, 20, "PERSON")

"""Labelling by hand: spans by keys and mouse, a word everywhere, and from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.jobs.projects.create import create_project, create_sample
from app.lab.benchmarks.by_hand_session import (
    keys_for_missed_entity,
    keys_to_confirm,
    label_everywhere,
)
from app.lab.benchmarks.fewest_keys import label_by_fewest_keys
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import PlayError, wait_for
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


def tags(gui_session: GuiSession) -> list[str | None]:
    return [record.tag for record in gui_session.workspace.caret.tokens()]


def take_back_everywhere(gui_session: GuiSession) -> None:
    """Take a label away from a word, then from all its other places by the offer."""
    session, offer = gui_session.project.session, gui_session.window.status.offer
    player, workspace = gui_session.player, gui_session.workspace
    player.press(Key.Key_Delete)
    wait_for(offer.isVisible, "the offer")
    player.press(Key.Key_Equal)
    dialog = journey.shown(gui_session.window, OccurrencesDialog)
    sentence_indices = dialog.model.ticked()
    revision = session.revision
    QTest.keyClick(dialog.view, Key.Key_Return)
    wait_for(lambda: session.revision > revision, "it is taken back everywhere")
    wait_for(lambda: not gui_session.window.findChildren(OccurrencesDialog), "the list goes")
    back_to_work(gui_session)
    assert len(sentence_indices) > 1
    assert (workspace.caret.sentence_index, workspace.caret.token) not in sentence_indices
    assert {
        session.corpus.states[session.corpus.span(p).start + t] for p, t in sentence_indices
    } == {0}


def back_to_work(gui_session: GuiSession) -> None:
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def drag(gui_session: GuiSession, span: tuple[int, int], token: int) -> None:
    """Drag the end of a span behind a token, by the mouse."""
    view = gui_session.window.sentence_view
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
    with GuiSession(path) as gui_session:
        gui_session.rest(300)
        session = gui_session.project.session
        before = digest(session.project)
        assert keys_for_missed_entity(gui_session) <= 3
        gui_session.rest(300)  # a model that arrives changes what Enter would confirm
        assert keys_to_confirm(gui_session) == 1
        figures = label_everywhere(gui_session, "omeprazole")
        assert figures["places_labelled"] > 1
        gui_session.player.press(Key.Key_Y, CONTROL)
        take_back_everywhere(gui_session)
        gui_session.rest(300)
        open_before = int((session.open_tokens > 0).sum())
        figures = accept_everything(gui_session)
        assert 0 < figures["accepted_sentences"] <= open_before
        assert figures["undo_everything_longest_stop_seconds"] > 0
        assert undo_text(session).startswith("accept ")
        after = digest(session.project)
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        assert digest(session.project) == after
        while undo_text(session) != "import unlabelled.conll":
            gui_session.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before


def test_an_arabic_sentence_is_labelled_by_keys_and_mouse(tmp_path: Path) -> None:
    path, text = tmp_path / "arabic.tagwright", tmp_path / "days.txt"
    text.write_text(f"{DAY}\n{NEXT_DAY}\n", encoding="utf-8")
    with create_project(path, labels=["DRUG", "DOSE"]) as file:
        import_document(file, file.load(), text, ImportOptions("text", use=Use.TEXT))
    with GuiSession(path) as gui_session:
        player, workspace = gui_session.player, gui_session.workspace
        for last in (1, 5):  # one token alone, with more selected: the player says if it fails
            player.select(0, last)
            player.select(last, last)
        player.label(4, 5, "DOSE")
        assert tags(gui_session)[4:6] == ["B-DOSE", "I-DOSE"]
        drag(gui_session, (4, 5), 7)
        assert tags(gui_session)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "I-DOSE"]
        player.select(7, 7)
        player.press(Key.Key_Comma)
        assert tags(gui_session)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "B-DOSE"]
        player.press(Key.Key_Space)
        player.press(Key.Key_1)
        assert tags(gui_session)[7] == "B-DRUG"
        player.select(4, 4)
        player.press(Key.Key_Semicolon)
        assert tags(gui_session)[4:8] == ["B-DOSE", "I-DOSE", "I-DOSE", "I-DOSE"]
        player.select(2, 2)
        player.press(Key.Key_2)
        offer = gui_session.window.status.offer
        wait_for(offer.isVisible, "the same word in the next sentence")
        workspace.caret.go_to(1, 1)
        player.press(Key.Key_Period)
        assert tags(gui_session)[1] == "B-DOSE"


def test_a_name_that_the_model_missed_takes_two_keys(tmp_path: Path) -> None:
    path, text = tmp_path / "news.tagwright", tmp_path / "news.txt"
    text.write_text("Yesterday the court heard what Ann Smith had to say .\n", encoding="utf-8")
    with create_project(path, labels=["PERSON", "PLACE"]) as file:
        import_document(file, file.load(), text, ImportOptions("text", use=Use.TEXT))
    with GuiSession(path) as gui_session:
        player, workspace = gui_session.player, gui_session.workspace
        gui_session.project.trainer.pause()
        chances = [0.99, 0.99, 0.97, 0.99, 0.99, 0.5, 0.8, 0.99, 0.99, 0.99, 0.99]
        propose(gui_session.project.session, 0, ["O"] * 11, chances)
        player.press(Key.Key_Tab)
        assert (
            (workspace.caret.first, workspace.caret.last)
            == gui_session.window.sentence_view.selection.selected
            == (5, 6)
        )
        player.press(Key.Key_1)
        assert tags(gui_session)[4:8] == ["O", "B-PERSON", "I-PERSON", "O"]
        player.press(Key.Key_Z, CONTROL)
        workspace.caret.go_to(0)
        propose(gui_session.project.session, 0, ["O"] * 11, chances)
        assert label_by_fewest_keys(gui_session, 5, 6, "PLACE") == 2
        assert tags(gui_session)[5:7] == ["B-PLACE", "I-PLACE"]
        # What is read is confirmed up to here, and the caret stands behind it.
        player.press(Key.Key_Apostrophe)
        assert workspace.caret.token == 7
        open_tokens = gui_session.project.session.open_tokens
        assert open_tokens[0] == 4
        # A leap to the end, and the label.
        assert label_by_fewest_keys(gui_session, 10, 10, "PERSON") == 2
        with pytest.raises(PlayError, match="No 20 keys"):
            label_by_fewest_keys(gui_session, 0, 20, "PERSON")

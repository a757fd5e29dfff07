"""The status line."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.domain.changes import Changes
from app.domain.corrections import Correction, CorrectionKind, Occurrences
from app.edits.documents import remove_document
from app.edits.spans import label_span, no_label
from app.item_models.sentences import SentencesModel
from app.session import Session
from app.views.panels.status import StatusLine
from app.views.workspace import Workspace
from tests.memory_projects import project_of
from tests.sessions import proposed
from tests.window_parts import QuietTrainer, propose


@pytest.fixture
def session(qapp):
    return Session(project_of([["a"], ["b"], ["c"]]))


@pytest.fixture
def line(session, qtbot):
    workspace = Workspace(session)
    line = StatusLine(workspace, SentencesModel(session), QuietTrainer(session))
    qtbot.addWidget(line)
    line.show()
    return line


def test_what_it_says_at_the_start(line):
    assert line.saved.text() == "✓ Saved"
    assert line.sentence.text() == "Sentence 1 of 3"
    assert line.done.text() == "0 of 3 sentences done"
    assert line.model.text() == "No model yet: label a sentence"


def test_a_project_that_can_only_be_read_is_not_called_saved(qtbot):
    session = Session(project_of([["a"]]), read_only=True)
    line = StatusLine(Workspace(session), SentencesModel(session), QuietTrainer(session))
    qtbot.addWidget(line)
    assert line.saved.text() == "Read-only"


def test_saving_and_saved_follow_the_session(line, session):
    session.apply(no_label(session.project, 0, 0, 0))
    assert line.saved.text() == "… Saving"
    assert line.done.text() == "1 of 3 sentences done"
    session.saving.mark_saved(session.revision)
    assert line.saved.text() == "✓ Saved"
    session.apply(no_label(session.project, 1, 0, 0))
    session.saving.stop("The disk is full.")
    assert line.saved.text() == "⚠ Not saved"
    assert line.done.text() == "2 of 3 sentences done"


def test_the_words_do_not_jump(line, session):
    before = line.sentence.x()
    session.apply(no_label(session.project, 0, 0, 0))
    line.layout().activate()
    assert line.sentence.x() == before


def test_a_removed_document_changes_the_numbers(line, session):
    session.apply(remove_document(session.project, 1))
    assert not line.sentence.isVisible()
    assert not line.done.isVisible()


def test_proposals_and_queue_count_nothing_anew(line, session, monkeypatch):
    monkeypatch.setattr(session.state, "progress", lambda: pytest.fail("counted for nothing"))
    session.changed.emit(Changes(proposals=np.array([0, 1]), queue=True, labels=True))


def test_a_correction_that_fits_elsewhere_is_offered_until_it_is_not(line, session, qtbot):
    word = session.corpus.words_of(0)[0]
    assert not line.offer.isVisible()
    line.show_offer(
        Occurrences(Correction(CorrectionKind.NO_LABEL, 0, 0, 0), *np.zeros((2, 14), np.int64))
    )
    assert line.offer.isVisible()
    assert line.offer.text() == f"“{word}”: 14 other occurrences (=)"
    with qtbot.waitSignal(line.offer_taken):
        line.offer.click()
    line.show_offer(
        Occurrences(Correction(CorrectionKind.NO_LABEL, 0, 0, 0), *np.zeros((2, 1), np.int64))
    )
    assert line.offer.text() == f"“{word}”: 1 other occurrence (=)"
    alike, nothing = np.arange(3), np.zeros(0, np.int64)
    line.show_offer(
        Occurrences(
            Correction(CorrectionKind.NO_LABEL, 0, 0, 0),
            nothing,
            nothing,
            alike_sentence_indices=alike,
            alike_firsts=alike,
        )
    )
    assert line.offer.text() == f"“{word}”: 3 others to accept (=)"
    line.show_offer(None)
    assert not line.offer.isVisible()


def test_what_changed_by_itself_is_counted_until_the_sentence_is_left(line, session, qtbot):
    workspace = line._workspace
    session.point_at(1, [0])
    assert not line.changed.isVisible()
    session.point_at(0, [0])
    assert line.changed.text() == "1 updated (Esc)"
    assert line.changed.isVisible()
    with qtbot.waitSignal(line.take_back_requested):
        line.changed.click()
    session.clear_marks(1)
    workspace.caret.next_sentence()
    assert not line.changed.isVisible()


def test_other_sentences_that_followed_a_correction_are_counted(line, session):
    lengths = [len(session.corpus.words_of(at)) for at in range(3)]
    session.propose(proposed(session, [1, 2], ["O"] * sum(lengths[1:])))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    name = session.project.tags[session.project.tag_id("B-DRUG")]
    tags = [name, *["O"] * (lengths[1] - 1), name, *["O"] * (lengths[2] - 1)]
    session.propose(proposed(session, [1, 2], tags), following=True)
    assert line.changed.text() == "2 other sentences updated (Esc)"
    session.point_at(0, [0])
    assert line.changed.text() == "1 updated, also 2 sentences (Esc)"
    line._workspace.undo_redo.take_back_propagation()
    assert not line.changed.isVisible()


def test_saving_does_not_lay_the_line_out_anew(line, session):
    before = line.saved.size()
    session.apply(no_label(session.project, 0, 0, 0))
    assert line.saved.minimumSize() == line.saved.maximumSize() == before


def test_a_larger_font_shows_the_whole_of_saved(line, qtbot):
    font = line.font()
    font.setPointSize(30)
    line.setFont(font)
    qtbot.waitUntil(lambda: line.saved.width() >= line.saved.sizeHint().width())
    assert line.saved.height() >= line.saved.fontMetrics().height()


def test_it_says_how_confident_the_words_are_that_tab_selects_and_nothing_marks(qtbot):
    session = Session(project_of([list("abc")] * 2))
    workspace = Workspace(session)
    line = StatusLine(workspace, SentencesModel(session), QuietTrainer(session))
    qtbot.addWidget(line)
    line.show()
    workspace.caret.go_to(0)
    propose(session, 0, ["O", "O", "B-DRUG"], [0.95, 0.714, 0.8])
    assert not line.unmarked.isVisible()
    workspace.uncertainty.next_uncertain()
    assert line.unmarked.text() == "No label, 71% confident: worth checking"
    assert line.unmarked.isVisible()
    workspace.uncertainty.next_uncertain()
    assert line.unmarked.text() == "DRUG, 80% confident: worth checking"
    workspace.caret.move(-1)
    assert not line.unmarked.isVisible()
    workspace.uncertainty.next_uncertain()
    assert line.unmarked.isVisible()
    propose(session, 0, ["O", "O", "O"], [0.95] * 3)
    assert not line.unmarked.isVisible()


def test_texts_are_cut_where_there_is_no_room_and_the_tip_has_them_whole(line, qtbot, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _spot, text, *_: tips.append(text))
    parts = (line.sentence, line.done, line.nameless)

    def show_tips():
        tips.clear()
        for part in parts:
            spot = part.rect().center()
            QApplication.sendEvent(
                part, QHelpEvent(QEvent.Type.ToolTip, spot, part.mapToGlobal(spot))
            )
        return list(tips)

    line.show_annotator("")
    line.resize(1200, line.height())
    qtbot.waitUntil(lambda: line.sentence.shown_text == "Sentence 1 of 3")
    assert [part.shown_text for part in parts] == [part.text() for part in parts]
    whole = show_tips()
    line.resize(line.minimumSizeHint().width(), line.height())
    qtbot.waitUntil(lambda: line.done.shown_text != line.done.text())
    assert line.sentence.shown_text == "1 of 3", "half a number would be another one"
    assert line.nameless.shown_text.endswith("…")
    tips_of_parts = zip(parts, show_tips(), strict=True)
    assert all(f">{part.text()}\n" in tip for part, tip in tips_of_parts)
    assert whole == [], "Qt shows a tip alone"
    line.grab()


def test_a_key_is_never_cut(line):
    line.show_offer(
        Occurrences(Correction(CorrectionKind.NO_LABEL, 0, 0, 0), *np.zeros((2, 14), np.int64))
    )
    line.offer.resize(line.offer.sizeHint().width() - 60, line.offer.height())
    assert line.offer.shown_text.endswith("… (=)")
    assert line.offer.shown_text != line.offer.text()

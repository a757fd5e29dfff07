from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit, Origin
from app.domain.proposals import ProposalSlice
from app.edits.documents import remove_document, restore_document
from app.session import Session
from app.views.sentence_view.pane import SentencePane
from app.views.sentence_view.surroundings import Placed
from app.views.workspace import NOWHERE, Workspace
from tests.memory_projects import corpus_of, project_of
from tests.sentences_on_screen import CLINICAL, middle_of, propose, session_of, shown

SENTENCES = ("She lives alone .", CLINICAL, "INR was 2.4 .", "No allergies .")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(qtbot) -> SentencePane:
    return shown(qtbot, session_of(*SENTENCES), sentence_index=1)


def neighbour_at(pane: SentencePane, sentence_index: int) -> QPoint:
    one = beside(pane, sentence_index)
    line = one.arrangement.geometry.lines[0]
    return (pane.page.origin() + QPointF(10, one.top + line.baseline)).toPoint()


def beside(pane: SentencePane, sentence_index: int) -> Placed:
    """Return another sentence that can be seen."""
    everything = QRectF(pane.viewport().rect())
    return next(one for one in pane.page.placed(everything) if one.sentence_index == sentence_index)


def test_where_the_workspace_goes_is_shown(pane: SentencePane):
    workspace = pane.workspace
    workspace.caret.next_sentence()
    assert pane.model().rowCount() == 4
    workspace.caret.select(1, 2)
    assert pane.selection.selected == (1, 2)
    assert pane.selection.token == 2


def test_where_the_person_goes_the_workspace_follows(qtbot, pane: SentencePane):
    workspace = pane.workspace
    qtbot.mouseClick(pane.viewport(), LEFT, pos=middle_of(pane, 7))
    qtbot.keyClick(pane, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert (workspace.caret.anchor, workspace.caret.token) == (7, 8)


def test_arrows_go_on_into_the_next_and_previous_sentence(qtbot, pane: SentencePane):
    workspace = pane.workspace
    qtbot.keyClick(pane, Qt.Key.Key_Left)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (0, 3)
    assert pane.selection.token == 3
    qtbot.keyClick(pane, Qt.Key.Key_Right)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (1, 0)


def test_a_label_appears_in_the_view(pane: SentencePane):
    workspace = pane.workspace
    workspace.caret.select(7, 7)
    workspace.labeller.label(1)
    index = pane.model().index(7)
    assert pane.model().data(index, Qt.ItemDataRole.AccessibleTextRole) == (
        "warfarin, DRUG, confirmed"
    )
    workspace.undo_redo.undo()
    assert pane.model().data(index, Qt.ItemDataRole.AccessibleTextRole) == "warfarin"


def import_document(session: Session) -> None:
    """Take in another document of two sentences, as an import does."""
    number = max(session.project.documents, default=0) + 1
    document = Document(number, f"{number}.txt", number)
    hidden = Document(number, document.name, number, removed=True)
    change = DocumentChange(hidden, document)
    edit = Edit("import_document", "import", Origin.IMPORT, documents=(change,))
    first_id = session.corpus.n_sentences + 1
    sentences = corpus_of([list("xyz"), list("uv")], first_id=first_id, document=number)
    session.add_document(document, sentences, replace(edit, id=session.history.reserve()))


def is_shown_as_selected(pane: SentencePane) -> bool:
    """Say whether the view shows the selection that a key would label."""
    workspace = pane.workspace
    if workspace.caret.sentence_index == NOWHERE:
        return pane.selection.token == -1
    seen = (pane.model().sentence_index, *pane.selection.selected, pane.selection.token)
    return seen == (
        workspace.caret.sentence_index,
        workspace.caret.first,
        workspace.caret.last,
        workspace.caret.token,
    )


def test_an_import_and_its_undo_leave_the_caret_where_it_is(qtbot, pane: SentencePane):
    workspace, session = pane.workspace, pane.workspace.session
    workspace.caret.select(7, 8)
    import_document(session)
    assert (pane.selection.token, pane.selection.selected) == (8, (7, 8))
    for _ in range(2):  # to the end of the selection, and on
        qtbot.keyClick(pane, Qt.Key.Key_Right)
    assert workspace.caret.token == pane.selection.token == 9
    session.undo()
    assert (pane.selection.token, pane.selection.selected) == (9, (9, 9))


def test_the_first_import_sets_the_caret_on_the_first_word(qtbot):
    pane = shown(qtbot, Session(project_of([])), sentence_index=NOWHERE)
    import_document(pane.workspace.session)
    assert (pane.selection.token, pane.selection.selected) == (0, (0, 0))
    pane.workspace.session.undo()
    assert pane.selection.token == -1
    pane.workspace.session.redo()
    assert pane.selection.token == 0


STEPS = ("import", "remove", "restore", "undo", "redo", "label", "go on", "select", "click")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9)), max_size=12))
def test_a_key_labels_what_is_shown_as_selected_whatever_has_happened(qapp, steps):
    session = session_of("a b c", "d e")
    pane = SentencePane(Workspace(session))
    workspace = pane.workspace
    for step, number in steps:
        document = sorted(session.project.documents)[number % len(session.project.documents)]
        acts = {
            "import": lambda: import_document(session),
            "remove": lambda n=document: session.apply(remove_document(session.project, n)),
            "restore": lambda n=document: session.apply(restore_document(session.project, n)),
            "undo": workspace.undo_redo.undo,
            "redo": workspace.undo_redo.redo,
            "label": lambda n=number: workspace.labeller.label(1 + n % 2),
            "go on": workspace.caret.next_sentence,
            "select": lambda n=number: workspace.caret.select(n // 3, n),
            "click": lambda n=number: pane.selection.choose(0, min(n, pane.model().rowCount() - 1)),
        }
        acts[step]()
        assert is_shown_as_selected(pane), step
    pane.deleteLater()


def test_neighbours_are_those_of_the_document(qtbot):
    project = project_of([["one"], ["two"], ["three"]])
    project.documents[2] = Document(2, "other.txt", 1)
    project.corpus.append(corpus_of([["four"]], first_id=4, document=2))
    pane = shown(qtbot, Session(project), sentence_index=2)
    assert pane.page.sentences_in_sight() == [2, 1, 0]


def test_a_click_on_a_neighbour_goes_there(qtbot, pane: SentencePane):
    qtbot.mouseClick(pane.viewport(), LEFT, pos=neighbour_at(pane, 2))
    assert pane.workspace.caret.sentence_index == 2
    qtbot.mouseClick(pane.viewport(), LEFT, pos=neighbour_at(pane, 0))
    assert pane.workspace.caret.sentence_index == 0


@pytest.mark.parametrize("sentence_index", [0, 2])
@pytest.mark.parametrize("token", [0, 1, 2, 3])
def test_a_click_on_a_word_of_a_neighbour_selects_it(
    qtbot, pane: SentencePane, sentence_index, token
):
    one = beside(pane, sentence_index)
    word = one.arrangement.geometry.rect(token).center()
    spot = pane.page.origin() + word + QPointF(0, one.top)
    qtbot.mouseClick(pane.viewport(), LEFT, pos=spot.toPoint())
    assert (
        pane.workspace.caret.sentence_index,
        pane.workspace.caret.token,
        pane.selection.token,
    ) == (
        sentence_index,
        token,
        token,
    )


def test_the_pointer_says_that_a_neighbour_can_be_clicked(pane: SentencePane):
    for sentence_index, shape in (
        (neighbour_at(pane, 2), Qt.CursorShape.PointingHandCursor),
        (middle_of(pane, 0), Qt.CursorShape.ArrowCursor),
    ):
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(sentence_index),
            pane.viewport().mapToGlobal(QPointF(sentence_index)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(pane.viewport(), event)
        assert pane.viewport().cursor().shape() == shape


def test_what_a_correction_changed_pulses_and_keeps_its_mark_until_the_sentence_is_left(
    pane: SentencePane,
):
    session = pane.workspace.session
    propose(session, 1, {7: ("B-DRUG", 0.9), 8: ("I-DRUG", 0.9)})
    n_tokens = pane.model().rowCount()
    tags = np.full(n_tokens, session.project.tag_id("O"), np.int32)
    surely = np.full(n_tokens, 0.99, np.float32)
    session.propose(ProposalSlice(np.array([1]), tags, surely, 1, session.revision), corrected=[0])
    assert list(pane.painter._pulse.tokens) == [7, 8]
    assert pane.page.arrangement().marked == [7, 8]
    pane.grab()
    pane.workspace.caret.go_to(2)
    pane.workspace.caret.go_to(1)
    assert pane.page.arrangement().marked == []


def test_nothing_is_accepted_that_was_not_painted_and_looked_at(qtbot, pane: SentencePane):
    workspace, session = pane.workspace, pane.workspace.session
    session.set_queue(np.array([1, 2, 3]))
    qtbot.waitUntil(lambda: not workspace.seen_labels.awaits_paint)
    workspace.acceptance.accept()
    workspace.acceptance.accept()
    assert (workspace.caret.sentence_index, session.is_done(1), session.is_done(2)) == (
        2,
        True,
        False,
    )
    assert not workspace.seen_labels.awaits_paint, "the second key has had the sentence painted"
    qtbot.waitUntil(lambda: not workspace.seen_labels.seconds_to_wait)
    propose(session, 2, {0: ("B-DRUG", 0.9)})
    pane.grab()
    workspace.acceptance.accept()
    assert (workspace.caret.sentence_index, pane.selection.selected) == (2, (0, 0))
    qtbot.waitUntil(lambda: not workspace.seen_labels.awaits_paint)
    qtbot.waitUntil(lambda: not workspace.seen_labels.seconds_to_wait)
    workspace.acceptance.accept()
    assert (workspace.caret.sentence_index, session.is_done(2)) == (3, True)


def test_marks_of_one_span_are_one(pane: SentencePane):
    session = pane.workspace.session
    propose(session, 1, {})
    n_tokens = pane.model().rowCount()
    tags = np.full(n_tokens, session.project.tag_id("O"), np.int32)
    tags[7], tags[8] = session.project.tag_id("B-DRUG"), session.project.tag_id("I-DRUG")
    surely = np.full(n_tokens, 0.99, np.float32)
    session.propose(ProposalSlice(np.array([1]), tags, surely, 1, session.revision), corrected=[0])
    assert pane.page.arrangement().marked == [8]


@pytest.mark.parametrize("document_mode", [False, True])
def test_what_follows_a_correction_is_marked_in_other_sentences_too(
    pane: SentencePane, document_mode: bool
):
    session = pane.workspace.session
    pane.page.set_document_mode(document_mode)
    propose(session, 2, {0: ("B-DRUG", 0.9)})
    session.proposals.models[2] = 1
    pane.grab()
    tags = np.full(len(session.token_display(2)), session.project.tag_id("O"), np.int32)
    surely = np.full(len(tags), 0.99, np.float32)
    news = ProposalSlice(np.array([2]), tags, surely, 1, session.revision)
    session.propose(news, following=True)

    def marked() -> list[list[int]]:
        whole = QRectF(pane.viewport().rect())
        found = [one for one in pane.page.placed(whole) if one.sentence_index == 2]
        return [one.arrangement.marked for one in found]

    assert marked() == [[0]]
    before = pane.grab().toImage()
    assert session.take_back_propagation(2)
    assert marked() == [[]]
    assert pane.grab().toImage() != before


def test_an_empty_project_says_what_will_be_here(qtbot):
    session = Session(project_of([["x"]]))
    session.project.documents.clear()
    session.state.count_corpus()
    workspace = Workspace(session)
    pane = SentencePane(workspace)
    qtbot.addWidget(pane)
    pane.resize(640, 400)
    pane.show()
    qtbot.waitExposed(pane)
    assert pane.model().rowCount() == 0
    image = pane.grab().toImage()
    assert len({image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}) > 1
    qtbot.keyClick(pane, Qt.Key.Key_Right)
    qtbot.keyClick(pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(pane.viewport(), LEFT, pos=QPoint(50, 50))
    pane.keys.copy()
    assert pane.selection.token == -1


def test_a_digit_that_is_the_key_of_no_label_is_reported(pane, qtbot):
    told = []
    pane.keys.digit_unused.connect(told.append)
    qtbot.keyClick(pane, Qt.Key.Key_7)
    qtbot.keyClick(pane, Qt.Key.Key_X)
    assert told == ["7"]

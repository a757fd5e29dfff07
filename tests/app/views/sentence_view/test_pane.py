import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.domain.documents import Document
from app.domain.proposals import ProposalSlice
from app.session import Session
from app.views.sentence_view.pane import SentencePane
from app.views.workspace import Workspace
from tests.memory_projects import corpus_of, project_of
from tests.sentences_on_screen import CLINICAL, middle_of, propose, session_of, shown

SENTENCES = ("She lives alone .", CLINICAL, "INR was 2.4 .", "No allergies .")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def pane(qtbot) -> SentencePane:
    return shown(qtbot, session_of(*SENTENCES), place=1)


def neighbour_at(pane: SentencePane, place: int) -> QPoint:
    one = next(one for one in pane._neighbours() if one.neighbour.place == place)
    return (pane._origin() + QPointF(10, (one.top + one.bottom) / 2)).toPoint()


def test_where_the_workspace_goes_is_shown(pane: SentencePane):
    workspace = pane._workspace
    workspace.next_sentence()
    assert pane.model().rowCount() == 4
    workspace.select(1, 2)
    assert pane.selected == (1, 2)
    assert pane.token == 2


def test_where_the_person_goes_the_workspace_follows(qtbot, pane: SentencePane):
    workspace = pane._workspace
    qtbot.mouseClick(pane.viewport(), LEFT, pos=middle_of(pane, 7))
    qtbot.keyClick(pane, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert (workspace.anchor, workspace.token) == (7, 8)


def test_arrows_go_on_into_the_next_and_previous_sentence(qtbot, pane: SentencePane):
    workspace = pane._workspace
    qtbot.keyClick(pane, Qt.Key.Key_Left)
    assert (workspace.place, workspace.token) == (0, 3)
    assert pane.token == 3
    qtbot.keyClick(pane, Qt.Key.Key_Right)
    assert (workspace.place, workspace.token) == (1, 0)


def test_a_label_appears_in_the_view(pane: SentencePane):
    workspace = pane._workspace
    workspace.select(7, 7)
    workspace.label(1)
    index = pane.model().index(7)
    assert pane.model().data(index, Qt.ItemDataRole.AccessibleTextRole) == (
        "warfarin, DRUG, confirmed"
    )
    workspace.undo()
    assert pane.model().data(index, Qt.ItemDataRole.AccessibleTextRole) == "warfarin"


def test_neighbours_are_those_of_the_document(qtbot):
    project = project_of([["one"], ["two"], ["three"]])
    project.documents[2] = Document(2, "other.txt", 1)
    project.corpus.append(corpus_of([["four"]], first_id=4, document=2))
    pane = shown(qtbot, Session(project), place=2)
    assert [one.neighbour.text for one in pane._neighbours()] == ["two", "one"]


def test_a_click_on_a_neighbour_goes_there(qtbot, pane: SentencePane):
    qtbot.mouseClick(pane.viewport(), LEFT, pos=neighbour_at(pane, 2))
    assert pane._workspace.place == 2
    qtbot.mouseClick(pane.viewport(), LEFT, pos=neighbour_at(pane, 0))
    assert pane._workspace.place == 0


def test_the_pointer_says_that_a_neighbour_can_be_clicked(pane: SentencePane):
    for place, shape in (
        (neighbour_at(pane, 2), Qt.CursorShape.PointingHandCursor),
        (middle_of(pane, 0), Qt.CursorShape.ArrowCursor),
    ):
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            pane.viewport().mapToGlobal(QPointF(place)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(pane.viewport(), event)
        assert pane.viewport().cursor().shape() == shape


def test_what_a_correction_changed_pulses_and_keeps_its_mark_until_the_sentence_is_left(
    pane: SentencePane,
):
    session = pane._workspace.session
    propose(session, 1, {7: ("B-DRUG", 0.9), 8: ("I-DRUG", 0.9)})
    n_tokens = pane.model().rowCount()
    tags = np.full(n_tokens, session.project.tag_id("O"), np.int32)
    surely = np.full(n_tokens, 0.99, np.float32)
    session.propose(ProposalSlice(np.array([1]), tags, surely, 1, session.revision), corrected=[0])
    assert list(pane._pulse.tokens) == [7, 8]
    assert pane._marked() == [7, 8]
    pane.grab()
    pane._workspace.go_to(2)
    pane._workspace.go_to(1)
    assert pane._marked() == []


def test_marks_of_one_span_are_one(pane: SentencePane):
    session = pane._workspace.session
    propose(session, 1, {})
    n_tokens = pane.model().rowCount()
    tags = np.full(n_tokens, session.project.tag_id("O"), np.int32)
    tags[7], tags[8] = session.project.tag_id("B-DRUG"), session.project.tag_id("I-DRUG")
    surely = np.full(n_tokens, 0.99, np.float32)
    session.propose(ProposalSlice(np.array([1]), tags, surely, 1, session.revision), corrected=[0])
    assert pane._marked() == [8]


def test_an_empty_project_says_what_will_be_here(qtbot):
    session = Session(project_of([["x"]]))
    session.project.documents.clear()
    session._image.count_corpus()
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
    pane.copy()
    assert pane.token == -1

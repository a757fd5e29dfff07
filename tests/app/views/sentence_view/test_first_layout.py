"""A sentence is laid out once before it is painted, at the width at which it is shown."""

import pytest

from app.views.main_window import MainWindow
from app.views.sentence_view import arrangement
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.pane import SentencePane
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import project_of
from tests.window_parts import QuietProject

pytestmark = pytest.mark.gui
SENTENCE = ["word"] * 40
OTHER = ["other"] * 7


@pytest.fixture
def widths(monkeypatch):
    """Return the widths at which the current sentence is laid out, in order."""
    made = []

    def laid_out(text, tokens, metrics, width):
        if len(tokens) == len(SENTENCE):
            made.append(width)
        return SentenceGeometry(text, tokens, metrics, width)

    monkeypatch.setattr(arrangement, "SentenceGeometry", laid_out)
    return made


@pytest.fixture
def project(qapp):
    return QuietProject(project_of([SENTENCE, OTHER]))


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.mark.parametrize("document", [False, True])
def test_opening_a_window_lays_the_sentence_out_once(project, themes, qtbot, widths, document):
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    view = window.sentence_view
    kept = {"zoom": "1.30"} | ({"document": "yes"} if document else {})
    window.restore_layout(kept)
    view.letters.set_font("", 20.0)
    assert view.page.document_mode is document
    assert widths == []
    with qtbot.waitSignal(view.painter.painted):
        window.show()
    assert widths == [view.page.geometry.width]


@pytest.fixture
def view(project, qtbot):
    view = SentencePane(Workspace(project.session))
    qtbot.addWidget(view)
    view.resize(500, 400)
    with qtbot.waitSignal(view.painter.painted):
        view.show()
    return view


def test_of_several_sizes_before_a_paint_the_last_is_laid_out(view, widths, qtbot):
    with qtbot.waitSignal(view.painter.painted):
        for width in (520, 560, 540):
            view.resize(width, 400)
            view.letters.zoom_in()
        assert widths == []
    assert len(widths) == 1
    with qtbot.waitSignal(view.painter.painted):
        view.viewport().update()
    assert len(widths) == 1


def test_whoever_asks_before_the_paint_is_told_of_the_new_size(view, widths):
    view.resize(300, 120)
    view.letters.set_zoom(2.0)
    last = view.model().index(len(SENTENCE) - 1, 0)
    view.selection.show(len(SENTENCE) - 1, len(SENTENCE) - 1)
    assert view.viewport().rect().contains(view.visualRect(last))
    assert widths == [view.page.geometry.width]


def test_a_hidden_view_lays_nothing_out_and_is_right_when_it_is_shown(view, widths, qtbot):
    view.hide()
    view.resize(300, 120)
    view.letters.set_zoom(2.0)
    view.selection.show(len(SENTENCE) - 1, len(SENTENCE) - 1)
    assert widths == []
    with qtbot.waitSignal(view.painter.painted):
        view.show()
    last = view.model().index(len(SENTENCE) - 1, 0)
    assert view.viewport().rect().contains(view.visualRect(last))
    assert len(widths) == 1

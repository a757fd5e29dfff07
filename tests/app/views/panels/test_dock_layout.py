"""How the focus goes round the panels."""

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget

from app.views.panels.dock_layout import step_focus


@pytest.fixture
def fields(qtbot):
    """Give three panels with two fields each, side by side."""
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    panels = []
    for _ in range(3):
        panel = QWidget(window)
        inner = QHBoxLayout(panel)
        for _ in range(2):
            inner.addWidget(QLineEdit(panel))
        row.addWidget(panel)
        panels.append(panel)
    window.show()
    qtbot.waitActive(window)
    yield [panel.findChildren(QLineEdit) for panel in panels]
    window.close()


def step(stops, way):
    step_focus([(field.parentWidget(), field) for field in stops], QApplication.focusWidget(), way)
    return QApplication.focusWidget()


def test_a_panel_with_two_stops_is_left_on_either_side(fields):
    (before, _), (first, second), (behind, _) = fields
    stops = [before, first, second, behind]
    before.setFocus()
    assert [step(stops, 1) for _ in range(3)] == [first, second, behind]
    assert [step(stops, -1) for _ in range(3)] == [second, first, before]


def test_from_between_two_stops_the_panel_is_left(fields):
    (before, _), (first, second), (behind, _) = fields
    second.setFocus()
    assert step([before, first, behind], 1) is behind
    second.setFocus()
    assert step([before, first, behind], -1) is before


def test_where_the_list_is_hidden_the_rest_of_the_panel_is_entered(fields):
    (before, _), (hidden, rest), (behind, _) = fields
    hidden.hide()
    before.setFocus()
    assert step([before, hidden, behind], 1) is rest
    assert step([before, hidden, behind], 1) is behind
    rest.hide()
    assert step([before, hidden, behind], -1) is before

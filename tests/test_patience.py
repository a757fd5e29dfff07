"""The robot of the tests of windows."""

from PySide6.QtWidgets import QWidget
from shiboken6 import delete

kept: list[QWidget] = []


def test_a_widget_that_the_program_deleted_is_not_closed_again(qtbot):
    """It fails after its end: pytest-qt closed whatever Python still had a reference to."""
    kept.append(QWidget())
    qtbot.addWidget(kept[-1])
    delete(kept[-1])


def test_a_widget_that_is_left_is_closed(qtbot, request):
    widget = QWidget()
    qtbot.addWidget(widget)
    ((reference, _),) = request.node.qt_widgets
    assert reference() is widget
    del widget
    assert reference() is None, "the robot keeps no widget alive"

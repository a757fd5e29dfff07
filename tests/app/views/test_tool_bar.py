"""The tool bar stays where it is while its commands change their words."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QMainWindow

from app.views.tool_bar import Parts, ToolBar
from tests.app.views.test_layout_boundary import Requests, settle


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = ToolBar("Tools", window)
    pixmap = QPixmap(20, 20)
    pixmap.fill("black")
    for name in ("Undo", "Redo"):
        bar.addAction(QAction(QIcon(pixmap), name, bar))
    bar.addSeparator()
    window.addToolBar(bar)
    window.bar = bar
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window


def button(window):
    return window.bar.widgetForAction(window.bar.actions()[0])


def test_another_text_and_tip_lay_nothing_out(window):
    requests = Requests(window)
    action = window.bar.actions()[0]
    action.setText("Undo a great many tokens")
    action.setToolTip("Takes back what was done last")
    settle()
    assert not requests.n
    assert button(window).toolTip() == "Takes back what was done last"
    assert button(window).text() == "Undo a great many tokens"


def test_buttons_follow_enabling(window):
    window.bar.actions()[0].setEnabled(False)
    assert not button(window).isEnabled()


def test_larger_icons_make_larger_buttons(window, qtbot):
    before = button(window).width()
    window.bar.setIconSize(2 * window.bar.iconSize())
    qtbot.waitUntil(lambda: button(window).width() > before)


def test_what_is_added_later_is_there(window):
    action = QAction("Save", window.bar)
    window.bar.addAction(action)
    assert window.bar.widgetForAction(action) is not None
    window.bar.removeAction(action)
    assert window.bar.widgetForAction(action) is None


# ---- commands with a word and a key


@pytest.fixture
def worded(qtbot):
    """A tool bar with two commands that have words, and one that has none."""
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = ToolBar("Tools", window)
    pixmap = QPixmap(20, 20)
    pixmap.fill("black")
    for name in ("Accept", "Reject this label"):
        action = QAction(QIcon(pixmap), name, bar)
        action.setObjectName(name.lower())
        bar.add_worded(action)
    bar.addSeparator()
    bar.addAction(QAction(QIcon(pixmap), "Undo", bar))
    bar.show_shortcuts({"accept": "Enter", "reject this label": "-"}.__getitem__)
    window.addToolBar(bar)
    window.bar = bar
    window.resize(800, 200)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window


def shown_on(button):
    """Return the text beside the icon of a button."""
    word = button.text() if button.parts >= Parts.WORD else ""
    return f"{word} {button.key}".rstrip() if button.parts is Parts.KEY else word


def shows(window):
    return [shown_on(button) for button in window.bar.worded]


def test_the_commonest_commands_say_their_word_and_key(worded):
    assert shows(worded) == ["Accept Enter", "Reject this label -"]
    assert [one.accessibleDescription() for one in worded.bar.worded] == ["Key Enter", "Key -"]


def test_other_keys_are_said_at_once(worded):
    worded.bar.show_shortcuts({"accept": "A", "reject this label": ""}.__getitem__)
    assert shows(worded) == ["Accept A", "Reject this label"]


def test_a_narrow_bar_gives_up_keys_then_words_and_no_button(worded):
    seen = []
    for width in range(800, 60, -10):
        worded.resize(width, 200)
        settle()
        if shows(worded) not in seen:
            seen.append(shows(worded))
        if worded.width() == width >= 160:
            assert all(button.isVisible() for button in worded.bar.worded)
    assert seen == [
        ["Accept Enter", "Reject this label -"],
        ["Accept Enter", "Reject this label"],
        ["Accept", "Reject this label"],
        ["Accept", ""],
        ["", ""],
    ]
    worded.resize(800, 200)
    settle()
    assert shows(worded) == seen[0]


def test_a_click_does_the_command_and_takes_no_focus(worded, qtbot):
    done = []
    worded.bar.worded[0].defaultAction().triggered.connect(lambda: done.append(True))
    qtbot.mouseClick(worded.bar.worded[0], Qt.MouseButton.LeftButton)
    assert done
    assert not worded.bar.worded[0].hasFocus()


def test_a_button_that_cannot_be_pressed_is_paler(worded):
    before = worded.bar.worded[0].grab().toImage()
    worded.bar.worded[0].defaultAction().setEnabled(False)
    settle()
    assert worded.bar.worded[0].grab().toImage() != before


def test_it_mirrors(worded):
    worded.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    settle()
    first, second = worded.bar.worded
    assert first.x() > second.x()
    assert shows(worded) == ["Accept Enter", "Reject this label -"]


def test_a_refused_command_says_why_and_its_action_stays(window):
    action = QAction("No label", window.bar)
    action.setObjectName("no_label")
    window.bar.add_worded(action)
    (tool,) = window.bar.worded
    window.bar.refuse("no_label", "Every token has a label")
    action.setText("No label at all")
    assert not tool.isEnabled()
    assert tool.toolTip() == "Every token has a label"
    assert action.isEnabled(), "its key explains more"
    window.bar.refuse("no_label", "")
    assert tool.isEnabled()
    assert tool.toolTip() == action.toolTip()

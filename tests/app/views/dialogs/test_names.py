"""A screen reader finds a name on everything in a dialog that can take the focus."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QRadioButton,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

import app.views.dialogs
from app.domain.project import Project
from app.views.dialogs import keys
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.widgets import base_dialog as sheet
from app.views.workspace import Workspace
from tests.app.views.dialogs.test_import_options import answer_reading
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

ROOT = Path(__file__).resolve().parents[4]
LINKS = 40
"""Tab goes from link to link within a page of the manual, and then on."""


def script_of_pictures():
    """Return the script that draws every dialog: its table says how each is opened."""
    path = ROOT / "packaging" / "take_pictures.py"
    spec = importlib.util.spec_from_file_location("take_pictures_of_test", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


pictures = script_of_pictures()


@pytest.fixture(scope="module")
def window(qapp):
    """One window for all dialogs: it is they that are looked at."""
    kept = qapp.palette(), qapp.styleSheet()
    project = QuietProject(project_of([WORDS] * 4))
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    window.show()
    yield window
    window.close()
    window.deleteLater()
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


def nameless(window: QWidget) -> list[str]:
    found = []
    for widget in window.findChildren(QWidget):
        focusable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if widget.isVisible() and focusable and widget.focusProxy() is None:
            face = QAccessible.queryAccessibleInterface(widget)
            if not face.text(QAccessible.Text.Name):
                found.append(f"{type(widget).__name__} {widget.objectName()}")
    return found


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_everything_that_takes_the_focus_has_a_name(name, window, tmp_path, qtbot):
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    assert dialog.accessibleName()
    assert dialog.accessibleDescription()
    assert nameless(dialog) == []


@pytest.mark.parametrize("name", pictures.CHOOSERS)
def test_a_list_over_the_window_has_names_too(name, window, tmp_path):
    chooser = pictures.CHOOSERS[name](window, tmp_path)
    assert chooser.accessibleName()
    assert chooser.accessibleDescription()
    assert nameless(chooser) == []
    QTest.keyClick(chooser.line, Qt.Key.Key_Escape)
    assert not chooser.isVisible()


def stops(dialog: QWidget) -> set[QWidget]:
    """Return what Tab has to reach: of buttons that exclude one another, one is enough."""
    found = set()
    for widget in dialog.findChildren(QWidget):
        here = widget.isVisible() and widget.isEnabled() and widget.window() is dialog
        inner = isinstance(widget, QLineEdit) and isinstance(
            widget.parentWidget(), QComboBox | QAbstractSpinBox
        )
        if not here or inner or widget.focusProxy() is not None:
            continue
        if isinstance(widget, QRadioButton) and not widget.isChecked():
            continue
        if isinstance(widget, QAbstractButton) and in_a_group(widget) and not widget.isChecked():
            continue
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.add(widget)
    return found


def in_a_group(button: QAbstractButton) -> bool:
    return button.group() is not None and button.group().exclusive()


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_tab_reaches_everything_and_escape_leaves(name, window, tmp_path, qtbot):
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    wanted, reached = stops(dialog), []
    for _ in range(3 * len(wanted) + LINKS):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    missed = [
        f"{type(w).__name__} {w.objectName()} {w.accessibleName()}" for w in wanted - {*reached}
    ]
    assert missed == []
    if isinstance(dialog, QDialog):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not isValid(dialog) or dialog.isHidden())


@pytest.mark.parametrize("name", sorted({*pictures.DIALOGS} - {"gazetteer_import", "appearance"}))
def test_tab_leads_downwards(name, window, tmp_path, qtbot):
    """From the first field on; what stands in another column may be higher.

    Two dialogs begin below a preview, which comes last.
    """
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    wanted = stops(dialog)
    order, at = [], dialog.nextInFocusChain()
    while at is not None and at is not dialog:
        order += [at] if at in wanted else []
        at = at.nextInFocusChain()
    x = [QRect(one.mapTo(dialog, QPoint()), one.size()) for one in order]
    upwards = [
        tuple(getattr(w, "text", str)() or w.accessibleName() for w in order[i : i + 2])
        for i, (one, other) in enumerate(pairwise(x))
        if other.bottom() < one.top() and other.left() < one.right() and one.left() < other.right()
    ]
    assert upwards == []


def letters(dialog: QWidget) -> list[str]:
    """Return the letters that lead somewhere with Alt, each as often as it does."""
    found = []
    for widget in dialog.findChildren(QWidget):
        here = widget.window() is dialog and not isinstance(widget, QMenu)
        if isinstance(dialog, RuleEditor):  # its forms are never shown together
            here = here and widget.isVisibleTo(dialog)
        leads = isinstance(widget, QAbstractButton | QGroupBox) or (
            isinstance(widget, QLabel) and widget.buddy() is not None
        )
        texts = (
            [widget.text() if not isinstance(widget, QGroupBox) else widget.title()]
            if leads
            else []
        )
        if isinstance(widget, QTabBar):
            texts = [widget.tabText(index) for index in range(widget.count())]
        if here:
            found += [QKeySequence.mnemonic(text).toString() for text in texts]
    return [letter for letter in found if letter]


def letters_of_main_window(window: MainWindow) -> list[str]:
    """Return the letters that lead somewhere with Alt, of the menus and of what is beside them."""
    menus = [QKeySequence.mnemonic(one.text()).toString() for one in window.menuBar().actions()]
    return [*menus, *letters(window)]


def test_letters_of_the_popover_of_the_model_differ_from_those_of_the_menus(window):
    found = letters_of_main_window(window)
    assert {"Alt+T", "Alt+U", "Alt+S", "Alt+I", "Alt+M"} <= set(found)
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_each_letter_with_alt_leads_to_one_place(name, window, tmp_path, qtbot):
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    found = letters(dialog)
    assert sorted(found) == sorted(set(found))


WITH_LETTER = (
    *(
        "accept_confident",
        "annotator",
        "appearance",
        "combine_models",
        "export",
        "export_model",
        "gazetteer_import",
    ),
    *(
        "gazetteer_name",
        "grammar_editor",
        "import_options",
        "new_project",
        "occurrences",
        "project_settings",
        "restore",
        "rule_editor",
    ),
)


@pytest.mark.parametrize("name", WITH_LETTER)
def test_the_button_that_accepts_has_a_letter(name, window, tmp_path, qtbot):
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    assert QKeySequence.mnemonic(dialog.accept_button.text()).toString()


def test_the_letters_of_an_export_under_rules_differ_too(qtbot):
    dialog = ExportDialog(1, None, 2)
    qtbot.addWidget(dialog)
    found = letters(dialog)
    assert len(found) == len(set(found)) == 9


ROOM = QSize(640, 360)
"""What is left for a dialog on a screen of 1280 × 800 where everything is twice as large."""


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_everything_can_be_seen_on_a_small_screen(name, window, tmp_path, qtbot, monkeypatch):
    for module in (sheet, keys):
        monkeypatch.setattr(module, "room_on", lambda _: ROOM)
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    QApplication.processEvents()
    if isinstance(dialog, QDialog):
        assert dialog.width() <= ROOM.width()
        assert dialog.height() <= ROOM.height()
    assert cut(dialog) == []
    assert sideways(dialog) == []


def cut(dialog: QWidget) -> list[str]:
    """Return the texts and fields that have less room than they need."""
    found = []
    for label in dialog.findChildren(QLabel):
        if label.isVisible() and label.text():
            needed = max(label.heightForWidth(label.width()), label.minimumSizeHint().height())
            if label.height() < needed:
                found.append(label.text())
    fields = dialog.findChildren(QWidget)
    found += [
        field.accessibleName()
        for field in fields
        if isinstance(field, QComboBox | QAbstractSpinBox | QAbstractButton)
        and field.isVisible()
        and field.height() < field.minimumSizeHint().height()
    ]
    return found


USUAL = QSize(1280, 780)
"""What a screen of 1280 × 820 leaves for a dialog."""

# Each picks the size in which a dialog is looked at: its own, and the least that it can get.
SIZES: dict[str, Callable[[QWidget], None]] = {
    "default": lambda _: None,
    "least": lambda dialog: dialog.resize(1, 1),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_nothing_lies_over_its_neighbour(name, size, window, tmp_path, qtbot, monkeypatch):
    for module in (sheet, keys):
        monkeypatch.setattr(module, "room_on", lambda _: USUAL)
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    QApplication.processEvents()
    SIZES[size](dialog)
    QApplication.processEvents()
    assert cut(dialog) == []
    assert overlaps(dialog) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_choices_of_an_import_lie_apart_with_its_report(
    size, window, tmp_path, qtbot, monkeypatch
):
    """A column file with document marks has most choices, and a report below them."""
    monkeypatch.setattr(sheet, "room_on", lambda _: USUAL)
    path = tmp_path / "ned.testa"
    rows = "".join(f"-DOCSTART- O\n\nDr. B-PER\nOsei I-PER\nin O\nGhent B-{n}\n\n" for n in "AB")
    path.write_text(rows * 9, encoding="utf-8")
    dialog = ImportDialog([path], Project(), window)
    qtbot.addWidget(dialog)
    answer_reading(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled())
    assert dialog.marks.isVisible()
    assert dialog.report.isVisible()
    QApplication.processEvents()
    SIZES[size](dialog)
    QApplication.processEvents()
    assert cut(dialog) == []
    assert overlaps(dialog) == []


def overlaps(dialog: QWidget) -> list[tuple[str, str]]:
    """Return the widgets of one layout that lie over one another, in pairs."""
    found = []
    for parent in [dialog, *dialog.findChildren(QWidget)]:
        here = [widget for widget in laid_out(parent.layout()) if widget.isVisible()]
        for one, other in combinations(here, 2):
            if one.geometry().intersects(other.geometry()):
                found.append((name_of(one), name_of(other)))
    return found


def laid_out(layout: QLayout | None) -> list[QWidget]:
    """Return the widgets in a layout and in those within it."""
    found: list[QWidget] = []
    for item_index in range(0 if layout is None else layout.count()):
        item = layout.itemAt(item_index)
        widget = item.widget()
        found += laid_out(item.layout()) if widget is None else [widget]
    return found


def name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} {text}"


def sideways(dialog: QWidget) -> list[str]:
    """Return the pages that have to be moved from side to side to be read."""
    return [
        area.accessibleName()
        for area in dialog.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBar().maximum()
    ]


def test_every_dialog_is_in_the_table_of_pictures():
    folder = Path(app.views.dialogs.__file__).parent
    dialogs = {
        path.stem for path in folder.glob("*.py") if "(DialogWithHelp):" in path.read_text("utf-8")
    }
    assert dialogs - pictures.DIALOGS.keys() == set()

"""Names are shown as they are written: no HTML, no keys of menus, no window without end."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction, QHelpEvent, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QMenu,
    QTabBar,
    QToolTip,
    QWidget,
)

import app.views
from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.rules import ProjectRule, parameters_of
from app.domain.settings import ProjectSettings
from app.edits.gazetteers import add_gazetteer
from app.edits.rules import add_rules
from app.edits.spans import label_span
from app.views.main_window import MainWindow
from app.views.plain_text import PlainTips, add_named, on_a_button, plain_tip
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.app.views.dialogs.test_names import pictures
from tests.memory_projects import WORDS, corpus_of
from tests.window_parts import QuietProject, propose

NAMES = {
    "a picture": "<img src='file:///dev/zero'>a&b<b>c</b>",
    "an entity": "&amp;a&b &lt;i&gt;",
    "control characters": "a\x00b\x1b[31m\x07\u202e<br>\r\nc&b",
    "no end": "<u>" + "long" * 2_500,
}
SCREEN = 1280
MAX_ROWS = 20


def project_named(name: str) -> QuietProject:
    """Return a project in which everything has this name, or begins with it."""
    project = QuietProject(
        Project(
            settings=ProjectSettings(scheme="iob2"),
            labels={n: Label(n, f"{name}{n}", n - 1, str(n), n - 1) for n in (1, 2, 3)},
            documents={1: Document(1, name, 0), 2: Document(2, f"{name} 2", 1)},
            words=[name],
            corpus=corpus_of([WORDS] * 4),
        )
    )
    session = project.session
    session.annotator = name
    fields = parameters_of({"a": f"{name}1", "b": f"{name}2"})
    session.apply(add_rules(session.project, [ProjectRule(0, "followed_by", fields, name)]))
    listed = Gazetteer(0, name, label=f"{name}1")
    session.apply(add_gazetteer(session.project, listed, {name: ""}))
    session.apply(label_span(session.project, 0, 1, 2, 1))
    tags = ["O"] * 4 + [f"B-{name}2", f"I-{name}2", "O", f"B-{name}1", "O"]
    propose(session, 1, tags, [0.9] * len(tags))
    return project


@pytest.fixture(params=NAMES)
def name(request):
    return NAMES[request.param]


@pytest.fixture
def window(qtbot, name):
    qapp = QApplication.instance()
    kept = qapp.palette(), qapp.styleSheet()
    project = project_named(name)
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    qtbot.addWidget(window)
    window.show()
    for dock in window.docks.values():
        dock.show()
    window.messages.show_message(name, "error", "Undo")
    yield window
    window.close()
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


def test_the_window_and_all_its_lists_show_names_as_they_are(window, name, qtbot) -> None:
    QApplication.processEvents()
    assert markup_in(window, name) == []
    assert window.minimumSizeHint().width() < SCREEN
    assert window.width() < SCREEN


def test_dialogs_show_names_as_they_are(window, name, tmp_path) -> None:
    for dialog_name in pictures.DIALOGS:
        dialog = pictures.opened(dialog_name, window, tmp_path)
        QApplication.processEvents()
        assert markup_in(dialog, name) == [], dialog_name
        assert dialog.width() <= SCREEN, dialog_name
        dialog.close()
    for chooser_name in pictures.CHOOSERS:
        chooser = pictures.CHOOSERS[chooser_name](window, tmp_path)
        QApplication.processEvents()
        assert markup_in(chooser, name) == [], chooser_name


def markup_in(root: QWidget, name: str) -> list[str]:
    """Return where a text of a window would be taken for something else than it is."""
    found = []
    for one in [root, *root.findChildren(QObject)]:
        found += [f"{who(one)}: {text[:200]!r}" for text in rich_texts(one) if is_rich(text)]
        found += [f"{who(one)}: {text[:200]!r}" for text in texts_with_keys(one) if keyed(text)]
        if isinstance(one, QAbstractItemView) and one.isVisible():
            found += [f"{who(one)}: {text[:200]!r}" for text in tips_of_rows(one) if is_rich(text)]
    return found


def who(one: QObject) -> str:
    parent = one.parent()
    return f"{type(one).__name__} {one.objectName()} of {type(parent).__name__}"


def is_rich(text: str) -> bool:
    """Say whether a text is HTML, other than that in which a tip is shown as it is."""
    inner = text.removeprefix('<div style="white-space: pre-wrap">').removesuffix("</div>")
    return "<" in inner


def keyed(text: str) -> bool:
    """Say whether the "&" of a name would underline a letter; ours stand before capitals."""
    return "a&b" in text or "c&b" in text


def rich_texts(one: QObject) -> list[str]:
    """Return the texts of something that Qt looks through for HTML."""
    texts = []
    if isinstance(one, QWidget):
        texts += [one.toolTip(), one.whatsThis()]
    if isinstance(one, QLabel) and one.textFormat() is not Qt.TextFormat.PlainText:
        texts.append(one.text())
    if isinstance(one, QAction):
        texts += [one.toolTip(), one.whatsThis()]
    if isinstance(one, QComboBox) and not isinstance(one.view().itemDelegate(), PlainTips):
        tips = [one.itemData(row, Qt.ItemDataRole.ToolTipRole) for row in range(one.count())]
        texts += [tip for tip in tips if isinstance(tip, str)]
    if isinstance(one, QTabBar):
        texts += [one.tabToolTip(number) for number in range(one.count())]
    return texts


def texts_with_keys(one: QObject) -> list[str]:
    """Return the texts of something in which "&" stands before the letter of a key."""
    if isinstance(one, (QAction, QAbstractButton)):
        return [one.text()]
    if isinstance(one, (QGroupBox, QMenu)):
        return [one.title()]
    if isinstance(one, QTabBar):
        return [one.tabText(number) for number in range(one.count())]
    if isinstance(one, QLabel) and one.buddy() is not None:
        return [one.text()]
    return []


def tips_of_rows(view: QAbstractItemView) -> list[str]:
    """Return the tips of a list whose delegate would show them as HTML."""
    model = view.model()
    if isinstance(view, QHeaderView) or isinstance(view.itemDelegate(), PlainTips):
        return []
    # The sample of the looks shows words of the program's own.
    if not type(model).__module__.startswith("app.item_models"):
        return []
    tall = min(MAX_ROWS, model.rowCount(QModelIndex()))
    wide = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    tips = [
        model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
        for row in range(tall)
        for column in range(wide)
    ]
    return [tip for tip in tips if isinstance(tip, str)]


def test_the_tip_of_a_token_is_shown_as_it_is(qtbot) -> None:
    project = project_named(NAMES["a picture"])
    qapp = QApplication.instance()
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    qtbot.addWidget(window)
    window.show()
    view = window.sentence_view
    at = view.visualRect(view.model().index(1, 0)).center()
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(lambda: QToolTip.isVisible())
    assert not is_rich(QToolTip.text())
    assert NAMES["a picture"] in plain_of(QToolTip.text())
    QToolTip.hideText()
    window.close()


def plain_of(html: str) -> str:
    document = QTextDocument()
    document.setHtml(html)
    return document.toPlainText()


def test_a_tip_is_left_alone_where_nothing_looks_like_html() -> None:
    assert plain_tip("Label R&D (1)") == "Label R&D (1)"
    for text in ("<b>x</b>", "a < b", "&lt;<br>", "x\n<img src=y>"):
        assert plain_of(plain_tip(text)) == text
    assert len(plain_tip("x" * 100_000)) == 1_000


def test_a_name_on_a_button_has_no_key_and_an_end(qtbot) -> None:
    assert on_a_button("R&D") == "R&&D"
    assert on_a_button("x" * 100) == "x" * 59 + "…"
    menu = QMenu()
    qtbot.addWidget(menu)
    action = add_named(menu, "<i>R&D")
    assert action.text() == "<i>R&&D"
    assert plain_of(action.toolTip()) == "<i>R&D"


def test_only_one_module_gives_tips_and_makes_labels_and_boxes() -> None:
    """What is written elsewhere would have to think of names itself."""
    folder = Path(app.views.__file__).parent
    found = []
    for path in folder.rglob("*.py"):
        if path.name == "plain_text.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                own_item = path.name == "report_tree.py" and called == "item.setToolTip"
                tip = called.endswith(".setToolTip") and not own_item
                if tip or called in {"QLabel", "QMessageBox", "QErrorMessage", "QProgressDialog"}:
                    found.append(f"{path.name}:{node.lineno} {called}")
    assert found == []


def test_only_the_page_of_the_manual_reads_documents() -> None:
    folder = Path(app.views.__file__).parent.parent
    readers = ("QTextBrowser", "QTextDocument", "setHtml", "setMarkdown", "RichText", "TextItem(")
    found = {
        path.name
        for path in folder.rglob("*.py")
        for reader in readers
        if reader in path.read_text(encoding="utf-8")
    }
    assert found <= {"manual.py"}

"""The window in other languages: every text is translated, and fits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.edits import Edit
from app.domain.step_texts import step_data
from app.item_models.step_names import step_name
from app.views.dialogs.import_options import ImportDialog
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.packaging.scripts import script_module
from tests.pseudo_language import PseudoLanguage, untranslated
from tests.window_parts import QuietProject

pictures = script_module("take_pictures")
translations = script_module("translations")

NAMES = {"Tagwright", "English", "Deutsch", "notes", "letters of the year 1917"}
KEYS = re.compile(
    r"(?:(?:Ctrl|Shift|Alt|Enter|Esc|Space|Tab|Backspace|Del|Up|Down|PgUp|PgDown|F\d+|\W|[A-Z\d])"
    r"(?:\+|, |$))+"
)
OF_QT = re.compile(
    r"(?:QToolButton Scroll|QAbstractButton qt_dockwidget_)\w+button$", re.IGNORECASE
)
"""Parts of Qt's own widgets, which its own translation names."""

OWN_WORDS = {
    "Changed by a rule",  # given by the script of the pictures
    "Windows-1252",
    "letters.conll",
    "ward.conll",
    "carprofen",
    "vitamin b 12",
    "warfarin",
    "ValueError: something that should not have happened",
}


def left(widget: QWidget, folder: Path | None = None) -> list[tuple[str, str]]:
    """Return the texts with words that are neither «translated» nor data."""
    fonts = {*QFontDatabase.families()}

    def is_data(where: str, text: str) -> bool:
        return bool(
            text in NAMES | OWN_WORDS | fonts
            or KEYS.fullmatch(text.strip(" ()"))
            or OF_QT.search(where)
            or (folder is not None and text.startswith(str(folder)))
            or where.startswith(("ToolTipRole", "AccessibleTextRole"))
            or text.startswith(("# Doses and dates.", "https://"))
        )

    return [(where, text) for where, text in untranslated(widget) if not is_data(where, text)]


@pytest.fixture(scope="module")
def language(qapp):
    texts = {(text.context, text.source) for text in translations.texts()}
    pseudo = PseudoLanguage(texts, qapp)
    QCoreApplication.installTranslator(pseudo)
    yield pseudo
    QCoreApplication.removeTranslator(pseudo)


@pytest.fixture(scope="module")
def window(qapp, language):
    kept = qapp.palette(), qapp.styleSheet()
    project = QuietProject(project_of([WORDS] * 4))
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    window.show()
    yield window
    window.close()
    window.deleteLater()
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


def test_every_text_of_the_window_is_translated(window, language) -> None:
    QApplication.processEvents()
    assert left(window) == []
    assert language.unknown == []


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_every_text_of_a_dialog_is_translated(name, window, language, tmp_path, qtbot) -> None:
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    QApplication.processEvents()
    assert left(dialog, tmp_path) == []
    assert language.unknown == []


def test_what_rows_say_is_translated_but_for_words_of_the_text(window) -> None:
    """A tip or a text for screen readers is data, or has a part that is translated."""
    spoken = [
        (where, text)
        for where, text in untranslated(window)
        if where.startswith(("ToolTipRole", "AccessibleTextRole"))
    ]
    assert spoken == [("AccessibleTextRole of DocumentsModel", "notes.txt, –")]


@pytest.mark.parametrize(
    "summary",
    [
        step_data("notes.txt", "letters"),
        "rename notes.txt to letters",  # of a file of an earlier version
    ],
)
def test_steps_of_the_history_are_translated_when_they_are_shown(language, summary) -> None:
    step = Edit("rename_document", summary)
    assert step_name(step) == "«rename notes.txt to letters»"
    assert "«" not in step.summary

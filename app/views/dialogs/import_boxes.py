"""The combo boxes and radio buttons of the import dialog."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.formats.plain_text import BLANKS, CHARACTERS, WORDS
from app.formats.table import FORMATS
from app.item_models.report_words import report_words
from app.jobs.importing.documents import Use
from app.translation import translator
from app.views.layouts import NO_MARGINS, in_column
from app.views.theme import GRID
from crfcore.text.lines import ENCODINGS

tr = translator("ImportDialog")


def format_box(dialog: QWidget) -> QComboBox:
    """Return a box of formats, with one that detects the format."""
    box = QComboBox(dialog)
    box.setAccessibleName(tr("Format"))
    box.addItem(tr("Detect"), "")
    # The table is in the order of detection, with the commonest formats last.
    for form in reversed(FORMATS.values()):
        box.addItem(report_words(form.title), form.name)
    return box


def encoding_box(dialog: QWidget) -> QComboBox:
    """Return a box of encodings."""
    box = QComboBox(dialog)
    box.setAccessibleName(tr("Encoding"))
    for encoding, name in ENCODINGS.items():
        box.addItem(name, encoding)
    return box


def token_box(dialog: QWidget) -> QComboBox:
    """Return a box of tokenisations of plain text."""
    box = QComboBox(dialog)
    box.setAccessibleName(tr("Tokens"))
    text = tr("Automatic (characters for Chinese, Thai and similar scripts)")
    box.addItem(text, WORDS)
    box.addItem(tr("Characters"), CHARACTERS)
    text = tr("Already tokenised: split at spaces, one sentence per line")
    box.addItem(text, BLANKS)
    return box


def column_box(dialog: QWidget, name: str) -> QComboBox:
    """Return an empty box for the columns of a file."""
    box = QComboBox(dialog)
    box.setAccessibleName(name)
    return box


def use_choices(dialog: QWidget, group: QButtonGroup) -> QWidget:
    """Return radio buttons for how to import the labels of a file."""
    page = QWidget(dialog)
    layout = in_column(within=page, margins=NO_MARGINS, spacing=GRID // 2)
    page.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetMinimumSize)
    texts = {
        Use.GOLD: tr("Confi&rmed: as if a person had set them; the model learns from them"),
        Use.SUGGESTION: tr("&Suggestions: shown until someone accepts them"),
        Use.TEXT: tr("&Nothing: only the text is imported"),
    }
    for use, text in texts.items():
        button = QRadioButton(text, page)
        button.setProperty("use", use.value)
        button.setChecked(use is Use.GOLD)
        group.addButton(button)
        layout.addWidget(button)
    return page

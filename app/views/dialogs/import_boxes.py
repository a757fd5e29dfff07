"""The boxes of the import in which a word is chosen; their texts are the dialog's."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from app.formats.plain_text import BLANKS, CHARACTERS, WORDS
from app.formats.table import FORMATS
from crfcore.text.lines import ENCODINGS


def format_box(dialog: QWidget) -> QComboBox:
    """Return the formats, and what finds one."""
    box = QComboBox(dialog)
    box.setAccessibleName(dialog.tr("Format"))
    box.addItem(dialog.tr("Detect"), "")
    # The table has the order of recognition, which is none to look things up in.
    for form in reversed(FORMATS.values()):
        box.addItem(dialog.tr(form.title), form.name)
    return box


def encoding_box(dialog: QWidget) -> QComboBox:
    """Return the encodings, of which none is guessed."""
    box = QComboBox(dialog)
    box.setAccessibleName(dialog.tr("Encoding"))
    for encoding, name in ENCODINGS.items():
        box.addItem(name, encoding)
    return box


def token_box(dialog: QWidget) -> QComboBox:
    """Return what a token of plain text can be."""
    box = QComboBox(dialog)
    box.setAccessibleName(dialog.tr("Tokens"))
    text = dialog.tr("Automatic (characters for Chinese, Thai and similar scripts)")
    box.addItem(text, WORDS)
    box.addItem(dialog.tr("Characters"), CHARACTERS)
    text = dialog.tr("Already tokenised: split at spaces, one sentence per line")
    box.addItem(text, BLANKS)
    return box

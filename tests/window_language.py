"""The window in another language, for a part of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.translation import ENGLISH, show_language


@contextmanager
def window_in(language: str) -> Iterator[None]:
    """Translate what is made meanwhile."""
    application = QApplication.instance()
    assert application is not None
    assert show_language(application, language) == language
    try:
        yield
    finally:
        show_language(application, ENGLISH)
        QLocale.setDefault(QLocale.system())

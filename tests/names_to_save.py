"""A person who saves under a name without its ending, where a file with the ending is there."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox


def type_names(monkeypatch: pytest.MonkeyPatch, answer: str, *names: Path | str) -> list[str]:
    """Type one name after the other, and answer questions so; return what was proposed and asked.

    After the last name, the dialog is dismissed.
    """
    typed, seen = [str(name) for name in names], []

    def name_typed(*request):
        seen.append(request[2])
        return typed.pop(0) if typed else "", ""

    def answered(box):
        seen.append(box.text())
        assert box.defaultButton().text() == "Cancel"
        next(button for button in box.buttons() if button.text() == answer).click()

    monkeypatch.setattr(QFileDialog, "getSaveFileName", name_typed)
    monkeypatch.setattr(QMessageBox, "exec", answered)
    return seen


def question(path: Path) -> str:
    """Return the question about a file that is there."""
    return f"{path.name} already exists.\nDo you want to replace it?"

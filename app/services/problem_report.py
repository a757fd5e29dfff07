"""Making and saving of a report about a problem, off the window's thread."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, qVersion
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication

from app.formats.output import write_bytes
from app.jobs.problem_report import OpenState, problem_report
from app.services.task import TaskState
from app.services.training_status import TrainingStatus
from app.session import Session

NAME = "tagwright-report.txt"
"""The proposed name of its file."""


def start_report(task: TaskState, session: Session, path: Path, status: TrainingStatus) -> None:
    """Make the report of an open project; the result of the task is its text."""
    state = OpenState(session.project, path, screen_rows(), model_rows(status, session))
    task.start(lambda _: problem_report(state))


def start_saving(task: TaskState, text: str, path: Path) -> None:
    """Write a report; the result of the task is the path."""

    def save(_: TaskState) -> Path:
        write_bytes(path, text.encode("utf-8"))
        return path

    task.start(save)


def screen_rows() -> tuple[tuple[str, object], ...]:
    """Return what Qt tells of itself, the screens and the language; fast."""
    return (
        ("Qt", qVersion()),
        ("Platform", QGuiApplication.platformName()),
        ("Style", QApplication.style().metaObject().className()),
        ("Language of the system", QLocale.system().name()),
        ("Language of the window", QLocale().name()),
        *(
            (f"Screen {number}", screen_row(one))
            for number, one in enumerate(QGuiApplication.screens(), 1)
        ),
    )


def screen_row(screen: QScreen) -> str:
    """Return size and density of a screen; its name and number are left out."""
    size = screen.size()
    return (
        f"{size.width()} × {size.height()}, scale {screen.devicePixelRatio():g}, "
        f"{screen.logicalDotsPerInch():.0f} dpi, {screen.refreshRate():.0f} Hz"
    )


def model_rows(status: TrainingStatus, session: Session) -> tuple[tuple[str, object], ...]:
    """Return the state of learning and saving, without any sentence about it."""
    return (
        ("State", status.state),
        ("Model", f"{status.model_kind}, number {status.model_number}"),
        ("Sentences in training", status.trained_sentences),
        ("Tokens in training", status.trained_tokens),
        ("Seconds of training", f"{status.seconds:.2f}"),
        ("Last training failed", bool(status.error)),
        ("Saving", session.saving.state),
        ("Changes not saved", session.saving.n_unsaved),
        ("Read-only", session.saving.read_only),
    )

"""A short session in the real window without a screen, which shows that an installation works."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import monotonic

from crfcore.errors import CrfError

SECONDS = 180.0
"""Seconds to wait for each step: at a first start kernels may be compiled."""

LABEL_KEY = "1"

LATER = (
    "app.views.panels.progress_plots",
    "scipy.optimize",
    "scipy.sparse.csgraph",
    "scipy.special",
)
"""Modules with many parts of other packages, which are imported when they are needed."""


class NotWorkingError(CrfError):
    """A step had no effect."""


def label_and_export() -> str:
    """Label a word of the sample by a key and export it; return what was done.

    Projects, settings and recent files of the person are not touched.

    Raises
    ------
    NotWorkingError
        The window did not open, or a step had no effect.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="tagwright-") as folder:
        return _played(Path(folder))


def _played(folder: Path) -> str:
    from PySide6.QtCore import Qt, qInstallMessageHandler
    from PySide6.QtTest import QTest

    from app import preferences
    from app.application import build
    from app.domain.display import DisplayKind
    from app.jobs.projects.create import create_sample

    # The platform without a screen says of each window what it does not support.
    qInstallMessageHandler(lambda *_: None)
    begun = monotonic()
    path, settings = folder / "sample.tagwright", folder / "preferences.json"
    create_sample(path)
    preferences.save(preferences.Preferences(language="en"), settings)
    application = build(path, preferences_path=settings)
    painted: list[object] = []
    application.painted.connect(painted.append)
    try:
        _wait(lambda: bool(painted), "the window is painted")
        window, project = application.window, application.project
        if window is None or project is None:
            raise NotWorkingError("The window was closed at once.")
        session, caret = project.session, window.workspace.caret
        sentence_index = caret.sentence_index
        _wait(lambda: session.proposals.models[sentence_index] > 0, "words have suggestions")
        window.sentence_view.setFocus()
        QTest.keyClick(window.windowHandle(), Qt.Key(ord(LABEL_KEY)))
        _wait(lambda: caret.tokens()[0].kind is DisplayKind.PERSON, "the label is shown")
        label = caret.tokens()[0].tag or ""
        for name in LATER:
            import_module(name)
        task = project.exchange.export(folder / "corpus.conll", format_name="columns")
        _wait(lambda: task.over, "the corpus is written")
        if label not in (folder / "corpus.conll").read_text(encoding="utf-8"):
            raise NotWorkingError(f"The label {label} is not in the exported corpus.")
        return (
            f"The window opened, suggested labels, took the key {LABEL_KEY} for {label}, and "
            f"exported the sample, in {monotonic() - begun:.1f} s. The installation works."
        )
    finally:
        application.close()


def _wait(condition: Callable[[], bool], what: str) -> None:
    """Run the event loop until a condition holds."""
    from PySide6.QtCore import QEventLoop, QTimer

    end = monotonic() + SECONDS
    while not condition():
        if monotonic() > end:
            raise NotWorkingError(f"After {SECONDS:.0f} s it is not true that {what}.")
        loop = QEventLoop()
        QTimer.singleShot(10, loop.quit)
        loop.exec()

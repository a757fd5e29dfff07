"""A person asks where more labels would help, and goes on labelling."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.projects.create import label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.label_curves import ROLE, LabelCurvesDialog
from tests.journeys import journey
from tests.local_text import made_up_names, sentences_with_names

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""


def test_labels_are_listed_with_their_curves(tmp_path: Path) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    names = set(made_up_names())
    text.write_text(
        "".join(
            "".join(f"{word} {'B-NAME' if word in names else 'O'}\n" for word in words) + "\n"
            for words in sentences_with_names(60, first_frames=0)
        )
    )
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        options = ImportOptions("columns", ("word", "label"), Use.GOLD)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        gui_session.window.actions_["label_curves"].trigger()
        dialog = journey.shown(gui_session.window, LabelCurvesDialog)
        wait_for(lambda: dialog.view.count() > 0, "the curves")
        curves = [dialog.view.item(row).data(ROLE) for row in range(dialog.view.count())]
        assert [one.label for one in curves] == ["", "NAME"]
        assert curves[1].n_labelled == 60
        assert curves[1].scores[-1] > 0.5
        QTest.keyClick(dialog.view, Qt.Key.Key_Down)
        assert " 40: " in dialog.picture.accessibleDescription()
        QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
        wait_for(gui_session.window.isActiveWindow, "the dialog closes")

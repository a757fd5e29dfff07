"""A project with an unfit setting: cross-validation chooses another, until that is switched off."""

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
from app.views.dialogs.project_settings import ProjectSettingsDialog
from tests.journeys import journey
from tests.local_text import made_up_names, sentences_with_names
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""

UNFIT = 100.0


def c2_of_the_model(gui_session: GuiSession) -> float:
    """Return the regularisation of the newest model, 0 while one is trained."""
    trainer = gui_session.project.trainer
    if trainer.full_model is None or trainer.status.state != "idle":
        return 0.0
    return float(trainer.full_model.model.crf.c2)


def write_names(path: Path, first: int, last: int) -> None:
    """Write some sentences with labelled names."""
    names = set(made_up_names())
    path.write_text(
        "".join(
            "".join(f"{word} {'B-NAME' if word in names else 'O'}\n" for word in words) + "\n"
            for words in sentences_with_names(last, first_frames=0)[first:]
        )
    )


def test_another_regularisation_is_chosen_shown_and_switched_off(tmp_path: Path) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    write_names(text, 0, 60)
    settings = ProjectSettings(c2=UNFIT)
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        session, window = gui_session.project.session, gui_session.window
        options = ImportOptions("columns", ("word", "label"), Use.GOLD)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        wait_for(lambda: 0.0 < c2_of_the_model(gui_session) < UNFIT, "a model by the choice")
        chosen = c2_of_the_model(gui_session)
        assert undo_text(session) == "import t.conll", "it is no step of the history"

        gui_session.player.press(Qt.Key.Key_T, journey.CONTROL | journey.SHIFT)
        assert f" chose L2 regularisation\u00a0{chosen:g}" in window.model.choice.text()
        assert window.model.choose.isChecked()
        QTest.mouseClick(window.model.choose, Qt.MouseButton.LeftButton)
        wait_for(lambda: c2_of_the_model(gui_session) == UNFIT, "a model by the settings")
        assert window.model.choice.text() == ""
        assert undo_text(session) == "turn off cross-validation"
        gui_session.player.press(Qt.Key.Key_Z, journey.CONTROL)
        wait_for(lambda: c2_of_the_model(gui_session) == chosen, "the choice again")
        assert window.model.choose.isChecked()

        before = gui_session.project.trainer.status.choice
        gui_session.player.press(Qt.Key.Key_Comma, journey.CONTROL)
        dialog = journey.shown(window, ProjectSettingsDialog)
        dialog.template.setFocus()
        QTest.keyClick(dialog.template, Qt.Key.Key_N)
        assert dialog.template.template() == "ner"
        QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
        trainer = gui_session.project.trainer
        wait_for(
            lambda: trainer.status.choice not in (None, before), "a choice for the other template"
        )
        wait_for(lambda: 0.0 < c2_of_the_model(gui_session) < UNFIT, "a model by that choice")

    # The next day the stored model brings its choice along.
    with GuiSession(path) as gui_session:
        wait_for(lambda: gui_session.project.trainer.status.choice is not None, "the choice")
        assert c2_of_the_model(gui_session) in (0.0, chosen)


def test_a_choice_goes_with_the_labels_that_an_undone_import_brought(tmp_path: Path) -> None:
    path, first, second = (tmp_path / name for name in ("p.tagwright", "a.conll", "b.conll"))
    write_names(first, 0, 10)
    write_names(second, 10, 60)
    settings = ProjectSettings(c2=UNFIT)
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        trainer, window = gui_session.project.trainer, gui_session.window
        options = ImportOptions("columns", ("word", "label"), Use.GOLD)
        gui_session.finish(gui_session.project.exchange.import_files([first], options))
        gui_session.finish(gui_session.project.exchange.import_files([second], options))
        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        wait_for(lambda: 0.0 < c2_of_the_model(gui_session) < UNFIT, "a model by the choice")
        assert trainer.status.choice.n_sentences == 60
        gui_session.player.press(Qt.Key.Key_Z, journey.CONTROL)
        wait_for(lambda: c2_of_the_model(gui_session) == UNFIT, "a model by the settings")
        assert trainer.status.choice is None
        assert window.model.choice.text() == ""
        gui_session.player.press(Qt.Key.Key_Y, journey.CONTROL)
        wait_for(lambda: trainer.status.choice is not None, "the choice again")
        gui_session.player.press(Qt.Key.Key_Z, journey.CONTROL)
        gui_session.player.press(Qt.Key.Key_Z, journey.CONTROL)
        wait_for(lambda: trainer.model is None, "no model without labels")
        assert trainer.status.choice is None

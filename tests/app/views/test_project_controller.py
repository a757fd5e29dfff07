"""Commands about the project as a whole: dialogs open, nothing chosen does nothing."""

from pathlib import Path

import pytest

from app.views.dialogs.about import AboutDialog
from app.views.dialogs.label_editor import LabelEditor
from app.views.dialogs.log import LogDialog
from app.views.dialogs.new_project import NewProjectDialog
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.project_controller import ProjectController
from tests.memory_projects import project_of
from tests.window_parts import QuietProject, choose


@pytest.fixture
def desk(project, messages, files, window):
    return ProjectController(project, messages, files, lambda: "the log", window)


def test_another_project_is_opened(desk, monkeypatch, qtbot):
    choose(monkeypatch, getOpenFileName=("/x/p.tagwright", ""))
    with qtbot.waitSignal(desk.open_requested) as seen:
        desk.open_project()
    assert seen.args == [Path("/x/p.tagwright")]


def test_nothing_chosen_does_nothing(desk, project, monkeypatch, qtbot):
    choose(
        monkeypatch,
        getOpenFileName=("", ""),
        getSaveFileName=("", ""),
    )
    with qtbot.assertNotEmitted(desk.open_requested):
        desk.open_project()
    desk.save_copy()
    assert project.exchange.asked == []


def test_a_copy_gets_the_suffix_and_is_announced(desk, project, messages, monkeypatch, tmp_path):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "copy"), ""))
    asked = []
    monkeypatch.setattr(
        project.exchange,
        "save_copy",
        lambda path: asked.append(path) or project.exchange._ask("copy", path),
    )
    desk.save_copy()
    assert asked == [tmp_path / "copy.tagwright"]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("new_project", NewProjectDialog),
        ("edit_labels", LabelEditor),
        ("project_settings", ProjectSettingsDialog),
        ("show_log", LogDialog),
        ("about", AboutDialog),
    ],
)
def test_each_command_shows_its_dialog_and_waits_for_nothing(desk, window, command, kind):
    getattr(desk, command)()
    dialog = window.findChild(kind)
    assert dialog.isVisible()
    assert not dialog.isModal()


def test_there_is_one_label_editor(desk, window):
    desk.edit_labels()
    desk.edit_label(2)
    assert len(window.findChildren(LabelEditor)) == 1
    assert window.findChild(LabelEditor).name.text() == "DOSE"


def test_a_new_label_is_ready_to_be_named(desk, window, project):
    desk.new_label()
    assert window.findChild(LabelEditor).name.text() == "LABEL"


def test_training_while_paused_offers_to_go_on(desk, project, messages):
    from dataclasses import replace

    settings = project.session.project.settings
    project.session.project.settings = replace(settings, learning_paused=True)
    desk.train_now()
    messages.action.click()
    assert project.trainer.received == ["resume"]


def test_a_read_only_project_says_so(window, messages, files, tmp_path):
    project = QuietProject(project_of(), tmp_path / "notes.tagwright")
    project.session.saving.read_only = True
    ProjectController(project, messages, files, str, window).greet()
    assert "is read-only" in messages.text.text()
    assert messages.action.text() == "Save a copy…"


def test_a_migrated_project_names_its_copy(desk, project, messages, tmp_path):
    project.backup_made = tmp_path / "notes (2026-11-21).tagwright"
    desk.greet()
    assert str(project.backup_made) in messages.text.text()


def test_a_sound_project_is_greeted_in_silence(desk, messages):
    desk.greet()
    assert messages.message is None

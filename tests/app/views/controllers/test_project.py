"""Commands about the project as a whole: dialogs open, nothing chosen does nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.project import Project
from app.jobs.data.snapshot import LABEL_LACKS, OUTSIDE_LACKS
from app.storage.logs import LogSetAside
from app.views.controllers.project import ProjectController
from app.views.dialogs.about import AboutDialog
from app.views.dialogs.label_editor import LabelEditor
from app.views.dialogs.log import LogDialog
from app.views.dialogs.new_project import NewProjectDialog
from app.views.dialogs.problem_report import ProblemReportDialog
from app.views.dialogs.project_settings import ProjectSettingsDialog
from tests.memory_projects import project_of
from tests.names_to_save import question, type_names
from tests.window_parts import QuietProject, choose


@pytest.fixture
def controller(project, messages, files, window):
    return ProjectController(project, messages, files, lambda: "the log", window)


def test_another_project_is_opened(controller, monkeypatch, qtbot):
    choose(monkeypatch, getOpenFileName=("/x/p.tagwright", ""))
    with qtbot.waitSignal(controller.open_requested) as seen:
        controller.open_project()
    assert seen.args == [Path("/x/p.tagwright")]


def test_nothing_chosen_does_nothing(controller, project, monkeypatch, qtbot):
    choose(
        monkeypatch,
        getOpenFileName=("", ""),
        getSaveFileName=("", ""),
    )
    with qtbot.assertNotEmitted(controller.open_requested):
        controller.open_project()
    controller.save_copy()
    assert project.exchange.requests == []


def test_a_copy_gets_the_suffix_and_is_announced(
    controller, project, messages, monkeypatch, tmp_path
):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "copy"), ""))
    requests = []
    monkeypatch.setattr(
        project.exchange,
        "save_copy",
        lambda path: requests.append(path) or project.exchange._ask("copy", path),
    )
    controller.save_copy()
    assert requests == [tmp_path / "copy.tagwright"]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("new_project", NewProjectDialog),
        ("edit_labels", LabelEditor),
        ("project_settings", ProjectSettingsDialog),
        ("show_log", LogDialog),
        ("save_report", ProblemReportDialog),
        ("about", AboutDialog),
    ],
)
def test_each_command_shows_its_dialog_and_waits_for_nothing(controller, window, command, kind):
    getattr(controller, command)()
    dialog = window.findChild(kind)
    assert dialog.isVisible()
    assert not dialog.isModal()


def test_there_is_one_label_editor(controller, window):
    controller.edit_labels()
    controller.edit_label(2)
    assert len(window.findChildren(LabelEditor)) == 1
    assert window.findChild(LabelEditor).name.text() == "DOSE"


def test_a_new_label_is_ready_to_be_named(controller, window, project):
    controller.new_label()
    assert window.findChild(LabelEditor).name.text() == "LABEL"


def test_training_while_paused_offers_to_go_on(controller, project, messages):
    settings = project.session.project.settings
    project.session.project.settings = replace(settings, learning_paused=True)
    controller.train_now()
    messages.action.click()
    assert project.trainer.received == ["resume"]


def test_train_now_says_what_labels_lack_for_a_model(controller, project, messages):
    project.trainer.status = replace(project.trainer.status, lacks=OUTSIDE_LACKS)
    controller.train_now()
    assert "waits for tokens without a label: press 0 on some" in messages.text.text()


def test_without_texts_train_now_asks_for_these(messages, files, window, tmp_path):
    project = QuietProject(Project(), tmp_path / "new.tagwright")
    project.trainer.status = replace(project.trainer.status, lacks=LABEL_LACKS)
    ProjectController(project, messages, files, str, window).train_now()
    assert messages.text.text().startswith("Import texts first")


def test_a_read_only_project_says_so(window, messages, files, tmp_path):
    project = QuietProject(project_of(), tmp_path / "notes.tagwright")
    project.session.saving.read_only = True
    ProjectController(project, messages, files, str, window).greet()
    assert "is read-only" in messages.text.text()
    assert messages.action.text() == "Save a copy…"


def test_a_migrated_project_names_its_copy(controller, project, messages, tmp_path):
    project.backup_made = tmp_path / "notes (2026-11-21).tagwright"
    controller.greet()
    assert str(project.backup_made) in messages.text.text()


def test_a_damaged_log_is_told_of_until_that_is_closed(controller, project, messages, tmp_path):
    project.log_set_aside = LogSetAside(tmp_path / "notes.tagwright-wal.old", is_damaged=True)
    controller.greet()
    messages.sentence_left()
    assert str(project.log_set_aside.path) in messages.text.text()
    assert messages.message.kind == "error"


def test_a_damaged_log_that_the_project_does_not_need_is_no_error(
    controller, project, messages, tmp_path
):
    path = tmp_path / "notes.tagwright-wal.old"
    project.log_set_aside = LogSetAside(path, is_damaged=True, is_behind=True)
    controller.greet()
    assert "the project has all its changes" in messages.text.text()
    assert messages.message.kind == "warning"


def test_a_sound_project_is_greeted_in_silence(controller, messages):
    controller.greet()
    assert messages.message is None


def test_a_report_is_saved_where_the_person_says(
    controller, window, messages, monkeypatch, tmp_path, qtbot
):
    controller.save_report()
    dialog = window.findChild(ProblemReportDialog)
    qtbot.waitUntil(dialog.save.isEnabled)
    assert "notes" not in dialog.text.toPlainText(), "the name of the project"
    choose(monkeypatch, getSaveFileName=("", ""))
    dialog.save.click()
    assert dialog.isVisible()
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "mine"), ""))
    text = dialog.text.toPlainText()
    dialog.save.click()
    qtbot.waitUntil(lambda: messages.message is not None)
    assert messages.message.text == f"Report saved: {tmp_path / 'mine.txt'}."
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == text


def test_a_report_that_cannot_be_saved_stays_on_the_screen(
    controller, window, messages, monkeypatch, tmp_path, qtbot
):
    controller.save_report()
    dialog = window.findChild(ProblemReportDialog)
    qtbot.waitUntil(dialog.save.isEnabled)
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "none" / "mine.txt"), ""))
    dialog.save.click()
    qtbot.waitUntil(lambda: messages.message is not None)
    assert messages.message.kind == "error"
    assert dialog.isVisible()


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_a_copy_or_report_replaces_another_file_only_on_request(
    controller, project, window, messages, monkeypatch, tmp_path, qtbot, answer
):
    copy, report = tmp_path / "sample.tagwright", tmp_path / "mine.txt"
    copy.write_text("Another project.")
    report.write_text("Another text.")
    seen = type_names(monkeypatch, answer, tmp_path / "sample")
    controller.save_copy()
    assert seen[1] == question(copy)
    assert project.exchange.requests == ([("save_copy", copy)] if answer == "Replace" else [])
    controller.save_report()
    dialog = window.findChild(ProblemReportDialog)
    qtbot.waitUntil(dialog.save.isEnabled)
    seen = type_names(monkeypatch, answer, tmp_path / "mine")
    dialog.save.click()
    assert seen[1] == question(report)
    if answer == "Replace":
        qtbot.waitUntil(lambda: messages.message is not None)
    assert (report.read_text(encoding="utf-8") == "Another text.") == (answer == "Cancel")

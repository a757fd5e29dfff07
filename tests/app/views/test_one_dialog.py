"""Each command, given twice, has one dialog open: the one of the first time, brought forward."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from app.domain.rules import ProjectRule
from app.edits.rules import add_rules
from app.jobs.gazetteers.files import ReadGazetteer
from app.views.actions import COMMANDS
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.key_editor import KeyEditor
from app.views.dialogs.restore import RestoreDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.welcome import Welcome
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject, choose

pytestmark = pytest.mark.gui
LEAVE = {"quit", "close_project"}


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def project(qapp, tmp_path):
    project = QuietProject(project_of([WORDS] * 4), tmp_path / "notes.tagwright")
    project.trainer.model = object()
    project.measurements.counts = (60, 40)
    return project


def dialogs(window, kind=QDialog):
    return [one for one in window.findChildren(kind) if one.isVisible()]


@pytest.fixture
def window(project, themes, qtbot, monkeypatch):
    choose(
        monkeypatch,
        getOpenFileName=("", ""),
        getOpenFileNames=([], ""),
        getSaveFileName=("", ""),
        getExistingDirectory="",
    )
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    yield window
    close_all(window)


def close_all(window):
    for one in dialogs(window):
        one.reject()


def test_a_command_that_is_given_three_times_opens_one_dialog(window):
    stacked, opening = {}, set()
    for command in (one.id for one in COMMANDS if one.id not in LEAVE):
        for _ in range(3):
            window.actions_[command].trigger()
        counted = Counter(type(one).__name__ for one in dialogs(window))
        opening |= {command} if counted else set()
        stacked |= {command: counted} if any(n > 1 for n in counted.values()) else {}
        close_all(window)
    assert stacked == {}
    assert len(opening) > 10, "the commands that open dialogs are among them"


def test_a_dialog_that_was_closed_opens_anew(window, qtbot):
    for command in (one.id for one in COMMANDS if one.id not in LEAVE):
        window.actions_[command].trigger()
        closed = dialogs(window)
        close_all(window)
        window.actions_[command].trigger()
        # What was closed is deleted in the next turn of the loop, and takes nothing with it.
        qtbot.waitUntil(lambda closed=closed: not any(map(isValid, closed)))
        assert len(dialogs(window)) == len(closed), command
        close_all(window)


def test_what_was_chosen_in_a_dialog_is_kept_when_it_is_asked_for_again(window):
    window.controllers.exchange.export_corpus()
    (dialog,) = dialogs(window, ExportDialog)
    dialog.format.setCurrentIndex(2)
    window.controllers.exchange.export_corpus()
    assert dialogs(window, ExportDialog) == [dialog]
    assert dialog.format.currentIndex() == 2
    editor = window.controllers.keys.change_keys()
    assert window.controllers.keys.change_keys() is editor
    assert dialogs(window, KeyEditor) == [editor]


def test_each_rule_has_one_form(window, project):
    session = project.session
    rules = [ProjectRule(0, "ends_with", f'{{"a": "{name}"}}') for name in ("O", "DRUG")]
    session.apply(add_rules(session.project, rules))
    one, other = session.project.ordered_rules()
    controller = window.controllers.rules
    assert controller.edit_rule(one) is controller.edit_rule(one)
    assert controller.edit_rule(other) is not controller.edit_rule(one)
    assert controller.edit_rule(None) is controller.edit_rule(None)
    assert len(dialogs(window, RuleEditor)) == 3


def test_a_second_import_waits_for_the_first(window, project, tmp_path, monkeypatch):
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    for path in (first, second):
        path.write_text("Rex slept.", encoding="utf-8")
    controller = window.controllers.exchange
    controller.take_files([first])
    controller.take_files([second])
    (dialog,) = dialogs(window, ImportDialog)
    assert dialog._paths == [first]
    assert "Another import is open" in window.messages.text.text()
    requests = []
    monkeypatch.setattr(
        controller._files, "several_to_open", lambda *what: requests.append(what) or []
    )
    controller.import_files()
    assert requests == []


def test_a_text_that_is_pasted_twice_is_asked_about_once(window, project, tmp_path):
    data = QMimeData()
    data.setText("Rex slept.")
    QGuiApplication.clipboard().setMimeData(data)
    controller = window.controllers.exchange
    for _ in range(2):
        controller.paste_text()
    paths = [tmp_path / "Pasted text 1", tmp_path / "Pasted text 1-2"]
    for path, job in zip(paths, list(project.exchange.jobs), strict=True):
        path.write_text("Rex slept.", encoding="utf-8")
        job.finished.emit(path)
    (dialog,) = dialogs(window, ImportDialog)
    assert dialog._paths == paths[:1]
    assert not dialog.form.isRowVisible(dialog.encoding), "the clipboard has none to choose"
    assert project.exchange.requests[-1] == ("drop_text", paths[1])
    n_queried = len(project.exchange.requests)
    controller.paste_text()
    assert len(project.exchange.requests) == n_queried, "nothing is kept that nobody is asked about"
    QGuiApplication.clipboard().clear()


def test_a_second_gazetteer_waits_for_the_first(window, project, monkeypatch):
    controller = window.controllers.gazetteers
    for name in ("cities", "drugs"):
        controller.read_gazetteer(Path(f"/lists/{name}.tsv"))
    for name, job in zip(("cities", "drugs"), list(project.exchange.jobs), strict=True):
        job.finished.emit(ReadGazetteer(name, {"Ulm": ""}, 1, 0, ()))
    (dialog,) = dialogs(window)
    assert dialog.name.text() == "cities"
    assert "gazetteer is being imported" in window.messages.text.text()
    requests = []
    monkeypatch.setattr(controller._files, "to_open", lambda *what: requests.append(what))
    controller.import_gazetteer()
    assert requests == []


def test_damage_turns_to_the_list_of_backups_that_is_open(window, project):
    project.path.write_bytes(b"a project")
    window.controllers.safety.restore_backup()
    (dialog,) = dialogs(window, RestoreDialog)
    assert dialog.beside.isChecked()
    project.backups.damaged.emit("notes.tagwright: this project file is damaged")
    window.messages.action.click()
    assert dialogs(window, RestoreDialog) == [dialog]
    assert dialog.instead.isChecked()


@pytest.fixture
def welcome(qtbot, tmp_path):
    page = Welcome([], tmp_path)
    qtbot.addWidget(page)
    page.show()
    yield page
    close_all(page)


def test_the_welcome_page_opens_one_form_of_a_new_project(welcome):
    for _ in range(3):
        welcome.new.click()
    assert len(dialogs(welcome)) == 1

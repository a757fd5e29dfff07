from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app import DESKTOP_ID, preferences, program_log
from app import application as module
from app.application import (
    Application,
    build,
    main,
)
from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.edits.sentence_flags import flag_sentence
from app.edits.settings import change_goal
from app.edits.spans import clear_tokens
from app.jobs.projects.backups import backups_of, folder_of, make_backup
from app.preferences import Appearance, Preferences
from app.process import catch_crashes, scale
from app.program_log import log_path, read_log, start_log
from app.services import backups as backups_service
from app.services.threads import Limit
from app.storage.errors import DiskFullError
from app.storage.project_file import ProjectFile
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.new_project import NewProject
from app.views.dialogs.restore import RestoreDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.keymap import Keymap
from app.views.panels.dock_layout import in_window
from crfcore import whole_files
from tests.fake_learning import FakeLearning
from tests.kill_points import killed_after
from tests.memory_projects import token_tags
from tests.project_files import small_project
from tests.step_names import undo_text
from tests.window_parts import CompiledKernels, choose

pytestmark = pytest.mark.gui


@pytest.fixture
def learning(monkeypatch, tmp_path):
    made = FakeLearning()
    monkeypatch.setattr(module, "ProjectLearning", lambda: made)
    monkeypatch.setattr(module, "KernelWarmup", lambda parent: CompiledKernels(parent))
    monkeypatch.setattr(module, "documents_folder", lambda: tmp_path)
    return made


@pytest.fixture
def preferences_path(tmp_path):
    path = tmp_path / "preferences.json"
    preferences.save(preferences.Preferences(annotator="Ann"), path)
    return path


@pytest.fixture
def built(qtbot, qapp, learning, preferences_path):
    """Return a function that builds the program as the command does; all are closed at the end."""
    made: list[Application] = []

    def start(path: Path | None = None) -> Application:
        made.append(build(path, preferences_path=preferences_path))
        return made[-1]

    yield start
    for application in made:
        assert application.close()
        application.deleteLater()


def written(application):
    """Return the preferences on disk once they are written."""
    assert application.writer.wait()
    return preferences.load(application.writer._path)


@pytest.fixture
def path(tmp_path):
    project_path = tmp_path / "p.tagwright"
    small_project(project_path)
    return project_path


def painted(qtbot, application):
    with qtbot.waitSignal(application.painted, timeout=20_000) as received:
        pass
    return received.args[0]


def test_without_a_project_there_is_the_welcome_page(qtbot, built) -> None:
    application = built()
    assert application.welcome is not None
    assert application.welcome.isVisible()
    assert application.window is None


def test_the_desktop_knows_the_windows_by_name(built) -> None:
    built()
    assert QGuiApplication.desktopFileName() == DESKTOP_ID
    assert QGuiApplication.applicationName() == "tagwright"


def test_a_copy_that_alone_has_the_last_steps_is_listed_first(
    qtbot, built, path, tmp_path, monkeypatch
) -> None:
    write, copy = ProjectFile.write_edit, tmp_path / "elsewhere" / "copy.tagwright"
    copy.parent.mkdir()

    def full(file, *arguments):
        if file.path == path:
            raise DiskFullError(file.path, "the disk is full")
        write(file, *arguments)

    monkeypatch.setattr(ProjectFile, "write_edit", full)
    application = built(path)
    painted(qtbot, application)
    session = application.project.session
    session.apply(flag_sentence(session.project, 0))
    qtbot.waitUntil(lambda: session.saving.state == "failed", timeout=10_000)
    application.close_project()
    choose(monkeypatch, getSaveFileName=(str(copy), ""))
    box = application.window.controllers.closing.box
    box.defaultButton().click()
    qtbot.waitUntil(lambda: application.welcome is not None, timeout=10_000)
    assert application.preferences.recent == (str(copy), str(path))
    assert [entry.path for entry in application.welcome.recent_entries()] == [copy, path]


def test_a_project_is_opened_painted_and_learnt_from(qtbot, built, path, learning) -> None:
    application = built(path)
    window = painted(qtbot, application)
    assert window is application.window
    assert window.isVisible()
    assert application.welcome is None
    qtbot.waitUntil(lambda: application.project.trainer.full_model is not None, timeout=20_000)
    assert application.preferences.recent == (str(path),)
    assert application.project.session.annotator == "Ann"


def test_what_is_done_in_the_window_is_in_the_file_after_it_closes(
    qtbot, built, path, preferences_path
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    assert application.close()
    assert application.project is None
    with ProjectFile.open(path) as file:
        assert token_tags(file.load(), 2) == ["O", "?", "O"]
    assert written(application).window


def test_a_project_is_opened_where_it_was_left(qtbot, built, path) -> None:
    application = built(path)
    painted(qtbot, application).workspace.caret.go_to(2)
    assert application.close()
    application = built(path)
    assert painted(qtbot, application).workspace.caret.sentence_index == 2


def test_where_somebody_stays_is_kept_before_the_project_is_closed(
    qtbot, built, path, monkeypatch
) -> None:
    monkeypatch.setattr(module, "STAY_MILLISECONDS", 0)
    application = built(path)
    caret = painted(qtbot, application).workspace.caret
    caret.go_to(2)
    qtbot.waitUntil(
        lambda: application.preferences.last_sentence_in(path) == caret.sentence_id, timeout=20_000
    )
    assert written(application).last_sentence_in(path) == caret.sentence_id


def test_a_project_that_was_left_where_all_is_done_opens_at_the_next_sentence(
    qtbot, built, path
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    session = window.project.session
    session.apply(clear_tokens(session.project, 2, 0, 1))
    window.workspace.caret.go_to(1)
    assert application.close()
    application = built(path)
    assert painted(qtbot, application).workspace.caret.sentence_index == 2


def test_a_project_that_cannot_be_written_says_so(qtbot, built, path, monkeypatch) -> None:
    opened = ProjectFile.open.__func__

    def only_to_look_at(cls, target, **choices):
        file = opened(cls, target, **choices)
        file.read_only = True
        return file

    monkeypatch.setattr(ProjectFile, "open", classmethod(only_to_look_at))
    application = built(path)
    window = painted(qtbot, application)
    assert "Save a copy" in window.messages.text.text()
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    assert undo_text(application.project.session) == "import names.conll"


def test_closing_the_project_goes_back_to_the_welcome_page(qtbot, built, path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.controllers.project.close_requested.emit()
    assert application.window is None
    assert application.welcome.isVisible()
    application.welcome.open_requested.emit(path)
    painted(qtbot, application)
    assert application.project.path == path


def test_a_project_is_not_closed_over_an_unsaved_rule(qtbot, built, path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    editor = RuleEditor(window.workspace.session.project, None, window)
    editor.show()
    editor.name.setText("apart")
    window.controllers.project.close_requested.emit()
    assert application.window is window
    editors = window.controllers.closing.editors
    next(one for one in editors.box.buttons() if one.text() == "Close &anyway").click()
    assert application.window is None
    assert application.welcome.isVisible()


def test_a_maximised_window_is_followed_by_a_maximised_one(qtbot, built, path) -> None:
    application = built()
    application.welcome.showMaximized()
    application.open(path)
    window = painted(qtbot, application)
    assert window.isMaximized()
    with qtbot.waitSignal(application.project.gone):
        application.close_project()
    assert application.welcome.isMaximized()
    application.welcome.showNormal()
    assert not application.welcome.isMaximized()


def test_a_window_that_is_not_maximised_is_followed_by_one_as_it_was_left(
    qtbot, built, path
) -> None:
    application = built()
    application.open(path)
    window = painted(qtbot, application)
    assert not window.isMaximized()
    with qtbot.waitSignal(application.project.gone):
        application.close_project()
    assert not application.welcome.isMaximized()


def test_what_cannot_be_opened_is_told_where_the_person_is(qtbot, built, path, tmp_path) -> None:
    application = built(tmp_path / "gone.tagwright")
    with qtbot.waitSignal(application.projects.failed):
        pass
    assert application.welcome.isVisible()
    assert "gone.tagwright" in application.welcome.messages.text.text()
    application.open(path)
    window = painted(qtbot, application)
    received = []
    window.workspace.message.connect(lambda text, kind: received.append(kind))
    with qtbot.waitSignal(application.projects.failed):
        application.open(tmp_path / "gone.tagwright")
    assert received == ["error"]
    application.open(path)
    assert application.window is window


def test_a_project_that_lost_its_log_is_opened_only_when_somebody_says_so(
    qtbot, built, path
) -> None:
    killed_after(path, ProjectFile.probe)
    path.with_name(path.name + "-wal").unlink()
    application = built(path)
    with qtbot.waitSignal(application.projects.log_unusable, timeout=20_000):
        pass
    messages = application.welcome.messages
    assert f"its log {path.name}-wal" in messages.text.text()
    qtbot.keyClick(messages.action, Qt.Key.Key_Space)
    painted(qtbot, application)
    assert application.project.path == path


def test_beside_an_open_project_a_missing_log_is_asked_for_as_well(
    qtbot, built, path, tmp_path
) -> None:
    other = tmp_path / "other.tagwright"
    small_project(other)
    killed_after(other, ProjectFile.probe)
    other.with_name("other.tagwright-wal").unlink()
    application = built(path)
    window = painted(qtbot, application)
    with qtbot.waitSignal(application.projects.log_unusable, timeout=20_000):
        application.open(other)
    assert application.window is window
    qtbot.mouseClick(window.messages.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: application.project.path == other, timeout=20_000)


def test_a_log_of_another_project_is_told_of(qtbot, built, path) -> None:
    kept = path.read_bytes()
    killed_after(path, ProjectFile.probe)
    path.write_bytes(kept)
    window = painted(qtbot, built(path))
    assert f"{path.name}-wal.old" in window.messages.text.text()


def test_a_project_whose_log_is_damaged_is_opened_only_when_somebody_says_so(
    qtbot, built, path
) -> None:
    killed_after(path, ProjectFile.probe)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"\0" + log.read_bytes()[1:])
    application = built(path)
    with qtbot.waitSignal(application.projects.log_unusable, timeout=20_000):
        pass
    messages = application.welcome.messages
    assert "is damaged at byte 0" in messages.text.text()
    qtbot.keyClick(messages.action, Qt.Key.Key_Space)
    window = painted(qtbot, application)
    text = window.messages.text.text()
    assert "The log of this project was damaged" in text
    assert f"{path.name}-wal.old" in text


def test_another_project_takes_the_place_of_the_first(qtbot, built, path, tmp_path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    wanted = NewProject(
        tmp_path / "new.tagwright", ProjectSettings(), (Label(1, "DRUG", 0, "1", 0),)
    )
    window.controllers.project.new_requested.emit(wanted)
    painted(qtbot, application)
    assert application.project.path == wanted.path
    assert application.preferences.recent == (str(wanted.path), str(path))
    with ProjectFile.open(path) as file:
        assert file.load().corpus.n_sentences == 3


def test_the_sample_is_copied_each_time(qtbot, built, tmp_path) -> None:
    application = built()
    for name in ("sample.tagwright", "sample-2.tagwright"):
        application.open_sample()
        painted(qtbot, application)
        assert application.project.path == tmp_path / name
        assert str(tmp_path / name) in application.window.messages.text.text()


def test_asking_twice_makes_one_project(qtbot, built, tmp_path) -> None:
    application = built()
    application.open_sample()
    application.open_sample()
    application.open(tmp_path / "other.tagwright")
    application.create(NewProject(tmp_path / "new.tagwright", ProjectSettings(), ()))
    application.create_for([tmp_path / "text.txt"])
    painted(qtbot, application)
    assert application.project is not None
    assert application.project.path == tmp_path / "sample.tagwright"
    assert [path.name for path in tmp_path.glob("*.tagwright")] == ["sample.tagwright"]


def test_texts_dropped_on_the_welcome_page_make_a_project(
    qtbot, built, tmp_path, monkeypatch
) -> None:
    text = tmp_path / "letters.txt"
    text.write_text("Anna lives in Ulm.\n")
    taken = []
    monkeypatch.setattr(module.MainWindow, "show", lambda window: _show(window, taken))
    application = built()
    application.welcome.import_requested.emit([text])
    painted(qtbot, application)
    assert application.project.path == tmp_path / "letters.tagwright"
    assert taken == [[text]]


def import_dialog(qtbot, application, text):
    """Choose a text on the welcome page, and return the dialog that asks how to import it."""
    application.welcome.import_requested.emit([text])
    window = painted(qtbot, application)
    qtbot.waitUntil(lambda: window.findChildren(ImportDialog) != [])
    return window.findChildren(ImportDialog)[0]


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "letters.txt"
    path.write_text("Anna lives in Ulm.\n")
    return path


def test_the_project_of_a_cancelled_import_is_removed(qtbot, built, text) -> None:
    application = built()
    dialog = import_dialog(qtbot, application, text)
    made = text.with_suffix(".tagwright")
    assert made.exists()
    dialog.reject()
    qtbot.waitUntil(lambda: not made.exists())
    shown = application.welcome.messages.text
    qtbot.waitUntil(lambda: "letters.tagwright was removed" in shown.text())
    assert application.window is None
    assert str(made) not in application.preferences.recent
    assert sorted(path.name for path in text.parent.glob("letters*")) == ["letters.txt"]


def test_a_project_in_which_something_was_done_stays_after_a_cancelled_import(
    qtbot, built, text
) -> None:
    application = built()
    dialog = import_dialog(qtbot, application, text)
    session = application.project.session
    session.apply(change_goal(session.project, 0.5))
    dialog.reject()
    qtbot.wait(100)
    assert application.window is not None
    assert text.with_suffix(".tagwright").exists()


def test_an_older_project_stays_after_a_cancelled_import(qtbot, built, text, tmp_path) -> None:
    path = tmp_path / "empty.tagwright"
    ProjectFile.create(path).close()
    application = built(path)
    window = painted(qtbot, application)
    window.controllers.exchange.take_files([text])
    window.findChildren(ImportDialog)[0].reject()
    qtbot.wait(100)
    assert application.window is window
    assert path.exists()


@pytest.mark.parametrize(
    ("name", "said_of_it"),
    [
        ("x" * 260 + ".txt", "too long"),
        ("\N{CJK UNIFIED IDEOGRAPH-4E00}" * 100 + ".txt", "too long"),
        ("file/letters.txt", "folder"),
        ("gone/letters.txt", "folder"),
        ("let\0ters.txt", "character"),
    ],
)
@pytest.mark.parametrize("command", ["create_for", "open", "create"])
def test_of_a_name_that_no_disk_takes_one_sentence_is_told(
    qtbot, built, tmp_path, name, said_of_it, command
) -> None:
    (tmp_path / "file").touch()
    application = built()
    page = application.welcome
    path = tmp_path / name
    with qtbot.waitSignal(application.projects.failed, timeout=20_000):
        if command == "create_for":
            application.create_for([path])
        elif command == "open":
            application.open(path.with_name(f"{path.stem}.tagwright"))
        else:
            target = path.with_name(f"{path.stem}.tagwright")
            application.create(NewProject(target, ProjectSettings(), ()))
    received = page.messages.message.text
    assert application.window is None
    assert "Traceback" not in received
    assert "Errno" not in received
    if command != "open":
        assert said_of_it in received.lower().replace(str(tmp_path).lower(), "")


def _show(window, taken) -> None:
    window.controllers.exchange.take_files = taken.append
    window.setVisible(True)


def test_a_project_that_is_gone_can_be_taken_off_the_list(
    qtbot, built, tmp_path, preferences_path
) -> None:
    gone = tmp_path / "gone.tagwright"
    preferences.save(preferences.Preferences().with_recent(gone), preferences_path)
    application = built()
    assert len(application.welcome.recent_entries()) == 1
    application.welcome.forgotten.emit(gone)
    assert not application.welcome.recent_entries()
    assert written(application).recent == ()


def test_a_project_that_is_gone_is_forgotten_once_that_is_known(
    qtbot, built, tmp_path, preferences_path
) -> None:
    gone, damaged = tmp_path / "gone.tagwright", tmp_path / "damaged.tagwright"
    damaged.write_text("no project")
    chosen = preferences.Preferences().with_recent(gone).with_recent(damaged)
    preferences.save(chosen, preferences_path)
    application = built(damaged)
    qtbot.waitUntil(lambda: application.welcome is not None)
    application.open(gone)
    qtbot.waitUntil(lambda: application.preferences.recent == (str(damaged),))
    assert len(application.welcome.recent_entries()) == 1


def test_the_annotators_name_is_asked_once_and_kept(
    qtbot, built, path, preferences_path, monkeypatch
) -> None:
    preferences.save(preferences.Preferences(), preferences_path)
    shown_dialogs = []
    monkeypatch.setattr(module.MainWindow, "ask_annotator", lambda _: shown_dialogs.append("name"))
    application = built(path)
    window = painted(qtbot, application)
    qtbot.waitUntil(lambda: shown_dialogs == ["name"])
    window.controllers.project.annotator_named.emit("Ben")
    assert application.project.session.annotator == "Ben"
    assert not window.status.nameless.isVisible()
    assert written(application).annotator == "Ben"


def _huge(target: Path) -> None:
    with target.open("wb") as file:
        file.truncate(1 << 36)


IN_THEIR_PLACE = {
    "circle": lambda target: target.symlink_to(target),
    "pipe": os.mkfifo if hasattr(os, "mkfifo") else None,
    "device": lambda target: target.symlink_to("/dev/zero"),
    "full device": lambda target: target.symlink_to("/dev/full"),
    "nowhere": lambda target: target.symlink_to(target.parent / "p.tagwright" / "p.json"),
    "folder": Path.mkdir,
    "huge": _huge,
}


@pytest.mark.skipif(os.name == "nt", reason="links, pipes and devices of Unix")
@pytest.mark.parametrize("kind", IN_THEIR_PLACE)
def test_whatever_lies_in_place_of_preferences_a_project_opens(
    qtbot, built, path, preferences_path, monkeypatch, kind
) -> None:
    # A writer waits as long for the reader of a pipe.
    monkeypatch.setattr(whole_files, "READER_SECONDS", 0.0)
    preferences_path.unlink()
    IN_THEIR_PLACE[kind](preferences_path)
    application = built(path)
    window = painted(qtbot, application)
    assert application.preferences == Preferences(recent=(str(path),))
    window.controllers.keys.choose_keys(Keymap("prodigy"))
    assert application.writer.wait()
    assert application.preferences.preset == "prodigy"
    assert preferences_path.is_file() == (kind == "huge")


def test_chosen_keys_are_kept_and_hold_in_the_next_window(
    qtbot, built, path, preferences_path
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.controllers.keys.choose_keys(Keymap("prodigy").with_keys("undo", ["F9"]))
    kept = written(application)
    assert (kept.preset, kept.shortcuts) == ("prodigy", {"undo": "F9"})
    application.close()
    actions = painted(qtbot, built(path)).actions_
    assert actions.keys_of("undo") == ("F9",)
    assert actions.keys_of("accept")[0] == "A"


def test_looks_are_kept(built, preferences_path) -> None:
    chosen = Appearance(contrast="high", points=20.0, scale=150)
    application = built()
    application.themes.set_appearance(chosen)
    assert written(application).appearance == chosen
    assert written(application).annotator == "Ann"
    application.themes.set_appearance(Appearance())


@pytest.mark.parametrize(
    ("percent", "outside", "factor"),
    [(100, None, None), (150, None, "1.5"), (200, "3", "3")],
)
def test_the_scale_is_told_to_qt_unless_it_is_set_outside(
    monkeypatch, percent, outside, factor
) -> None:
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    if outside:
        monkeypatch.setenv("QT_SCALE_FACTOR", outside)
    monkeypatch.setattr(os, "environ", dict(os.environ))  # restored after the test
    scale(percent)
    assert os.environ.get("QT_SCALE_FACTOR") == factor


def test_the_theme_is_kept(qtbot, built, path, preferences_path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.choose_theme("dark")
    assert written(application).theme == "dark"
    window.choose_theme("system")


def test_closing_the_window_ends_the_loop_and_main_says_how(
    qtbot, qapp, learning, path, monkeypatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    interval = sys.getswitchinterval()
    seen = []

    def loop() -> int:
        application = QApplication.instance().findChildren(Application)[-1]
        with qtbot.waitSignal(application.painted, timeout=20_000):
            pass
        seen.append(application.window.pos() == QPoint(0, 0) or application.window.isVisible())
        application.window.close()
        application.setParent(None)
        return 0

    monkeypatch.setattr(QApplication, "exec", loop)
    handlers = list(logging.getLogger().handlers)
    try:
        assert main([str(path)]) == 0
    finally:
        sys.setswitchinterval(interval)
        _forget_log(handlers)
    assert seen == [True]


def _forget_log(handlers) -> None:
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()


ARRAYS_THAT_COME_AND_GO = """
import resource
from pathlib import Path

import numpy as np

from app.process import prepare_process

prepare_process()


def held():
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def small_ones_between_large_ones():
    small, large = [], []
    for _ in range(40):
        large.append(np.ones(1_000_000))
        small.append(np.ones(1_000))
    return small


small_ones_between_large_ones()
before = held()
kept = small_ones_between_large_ones()
print(held() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="that is how glibc keeps memory")
def test_large_arrays_go_back_to_the_system_when_they_are_freed():
    done = subprocess.run(
        [sys.executable, "-c", ARRAYS_THAT_COME_AND_GO],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 50_000_000


def test_what_nobody_expected_goes_to_the_log_and_to_one_dialog(
    qtbot, built, monkeypatch, caplog
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    handlers = list(logging.getLogger().handlers)
    start_log()
    try:
        application = built()
        catch_crashes(application, application.crashed)
        hook = sys.excepthook
        for value in ("first", "second"):
            try:
                raise ZeroDivisionError(value)
            except ZeroDivisionError as error:
                hook(type(error), error, error.__traceback__)
        dialog = application.crash_report.dialog
        assert dialog.isVisible()
        assert "ZeroDivisionError: first" in dialog.log.toPlainText()
        assert "second" in read_log()
        dialog.close()
        with qtbot.waitSignal(application.crashed):
            thread = threading.Thread(target=lambda: 1 / 0)
            thread.start()
        thread.join()
        application.crash_report.dialog.close()
        assert log_path().exists()
    finally:
        _forget_log(handlers)


def test_without_a_place_for_the_log_there_is_none(monkeypatch, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(program_log, "log_path", lambda: tmp_path / "file" / "log")
    handlers = list(logging.getLogger().handlers)
    start_log()
    _forget_log(handlers)
    assert read_log() == ""


def test_an_interrupt_ends_the_loop(qtbot, built, monkeypatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    ended = []
    monkeypatch.setattr(QApplication, "quit", lambda: ended.append(True))
    application = built()
    catch_crashes(application, application.crashed)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert ended == [True]


def backed_up(path):
    with ProjectFile.open(path) as file:
        backup = make_backup(path, file.database.freeze())
        file.database.thaw()
    return backup.path


def test_a_damaged_project_comes_back_from_a_backup_by_keys(qtbot, built, path) -> None:
    backed_up(path)
    broken = path.read_bytes()[:9000]
    path.write_bytes(broken)
    application = built(path)
    with qtbot.waitSignal(application.projects.failed, timeout=20_000):
        pass
    messages = application.welcome.messages
    assert "damaged" in messages.text.text()
    qtbot.keyClick(messages.action, Qt.Key.Key_Space)
    (dialog,) = application.welcome.findChildren(RestoreDialog)
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    assert dialog.instead.isChecked()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    window = painted(qtbot, application)
    aside = path.with_name("p.set-aside.tagwright")
    assert str(aside) in window.messages.text.text()
    assert aside.read_bytes() == broken
    assert application.project.path == path
    assert token_tags(application.project.session.project) == ["B-PER", "O", "O", "B-LOC"]


def test_an_open_project_goes_back_to_a_backup_and_is_kept(qtbot, built, path) -> None:
    backup = backed_up(path)
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(0, 0)
    window.workspace.labeller.clear()
    window.controllers.safety.restore_requested.emit(path, backup, path)
    painted(qtbot, application)
    assert token_tags(application.project.session.project)[0] == "B-PER"
    with ProjectFile.open(path.with_name("p.set-aside.tagwright")) as file:
        assert token_tags(file.load())[0] == "?"


def test_a_backup_is_opened_beside_the_project(qtbot, built, path) -> None:
    backup = backed_up(path)
    application = built(path)
    window = painted(qtbot, application)
    target = path.with_name("p.restored.tagwright")
    window.controllers.safety.restore_requested.emit(path, backup, target)
    text = painted(qtbot, application).messages.text.text()
    assert text == "Backup restored: p.restored.tagwright is now open."
    assert application.project.path == target


def test_a_project_open_elsewhere_offers_no_backup(qtbot, built, path) -> None:
    backed_up(path)
    with ProjectFile.open(path):
        application = built(path)
        with qtbot.waitSignal(application.projects.failed, timeout=20_000):
            pass
    assert not application.welcome.messages.action.isVisible()


def test_a_place_that_is_shared_is_told_once_a_project(qtbot, built, tmp_path, preferences_path):
    folder = tmp_path / "Dropbox"
    folder.mkdir()
    path = folder / "p.tagwright"
    small_project(path)
    for received in (True, False):
        application = built(path)
        window = painted(qtbot, application)
        assert ("Dropbox" in window.messages.text.text()) is received
        assert application.close()
    assert written(application).cloud_warned == (str(path),)


def test_the_first_sample_begins_with_the_tour_until_it_has_been_seen(
    qtbot, built, preferences_path
) -> None:
    application = built()
    application.open_sample()
    window = painted(qtbot, application)
    assert window.controllers.tour.note is not None
    window.step_back()
    assert written(application).tour_seen
    application.show_welcome()
    application.open_sample()
    assert painted(qtbot, application).controllers.tour.note is None


class SlowBackup:
    """Makes backups only when it may."""

    def __init__(self, monkeypatch) -> None:
        self._make = backups_service.make_backup
        self.free = threading.Event()
        self.reached = threading.Event()
        monkeypatch.setattr(backups_service, "make_backup", self)

    def __call__(self, *arguments, **how):
        self.reached.set()
        assert self.free.wait(60)
        return self._make(*arguments, **how)


@pytest.fixture
def slow_backup(monkeypatch):
    slow = SlowBackup(monkeypatch)
    yield slow
    slow.free.set()


def test_nobody_waits_for_the_backup_of_a_project_that_closes(
    qtbot, built, path, slow_backup
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    application.show_welcome()
    assert application.welcome.isVisible()
    assert not window.isVisible()
    assert slow_backup.reached.wait(60)
    assert backups_of(path) == []
    # It can be opened again once it is closed, and closing everything twice is harmless.
    application.open(path)
    application.open(path)
    assert application.window is None
    slow_backup.free.set()
    window = painted(qtbot, application)
    assert token_tags(application.project.session.project, 2) == ["O", "?", "O"]
    assert len(backups_of(path)) == 1
    assert application.close()
    assert application.close()


def test_whoever_ends_the_program_meanwhile_has_the_backup(qtbot, built, path, slow_backup) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    application.show_welcome()
    assert slow_backup.reached.wait(60)
    threading.Timer(0.05, slow_backup.free.set).start()
    assert application.close()
    (backup,) = backups_of(path)
    with ProjectFile.open(backup.path) as file:
        assert token_tags(file.load(), 2) == ["O", "?", "O"]


def test_that_no_last_backup_could_be_made_is_told_where_one_goes_on(qtbot, built, path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    folder_of(path).write_text("in the way")
    application.show_welcome()
    qtbot.waitUntil(lambda: application.welcome.messages.message is not None, timeout=20_000)
    text = application.welcome.messages.text.text()
    assert "Could not back up p.tagwright on closing" in text
    assert text.endswith("give that file another name.")


def test_a_project_that_was_deleted_while_open_comes_back_in_its_place(qtbot, built, path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    project = application.project
    with qtbot.waitSignal(project.backups.made, timeout=20_000) as received:
        project.backups.make()
    path.unlink()
    application.restore(path, received.args[0].path, path)
    assert painted(qtbot, application) is not window
    assert token_tags(application.project.session.project, 2) == ["O", "?", "O"]
    # Earlier steps can be undone, which is saved in the restored file.
    application.window.workspace.undo_redo.undo()
    qtbot.waitUntil(lambda: application.project.session.saving.state == "saved", timeout=20_000)
    assert application.close()
    with ProjectFile.open(path) as file:
        assert token_tags(file.load(), 2) == ["O", "O", "O"]


def test_nobody_waits_for_a_training_that_cannot_be_stopped_yet(
    qtbot, built, path, learning
) -> None:
    """For example one that still extracts the attributes of a million tokens."""
    begun, free = threading.Event(), threading.Event()

    def deaf() -> None:
        begun.set()
        assert free.wait(60)

    learning.on_train = deaf
    application = built(path)
    painted(qtbot, application)
    qtbot.waitUntil(begun.is_set, timeout=60_000)
    project = application.project
    application.show_welcome()
    assert application.welcome.isVisible()
    # Its file is closed all the same, and can be opened again.
    learning.on_train = lambda: None
    application.open(path)
    painted(qtbot, application)
    assert application.project is not project
    # Not by the signal: the program receives it first and deletes its sender.
    free.set()
    qtbot.waitUntil(lambda: project.ended, timeout=20_000)


# ---- a disk that does not respond


@pytest.fixture
def stalled_disk(monkeypatch):
    """Return what lets steps be written; until then the disk does not respond."""
    for name in ("app.services.storage_thread", "app.views.closing"):
        monkeypatch.setattr(f"{name}.CLOSE_SECONDS", 0.05)
    free = threading.Event()
    write = ProjectFile.write_edit

    def stalled(file, *arguments):
        assert free.wait(120)
        write(file, *arguments)

    monkeypatch.setattr(ProjectFile, "write_edit", stalled)
    yield free
    free.set()


def stalled_question(qtbot, window):
    """Close a window on a stalled disk and return the question that appears."""
    window.close()
    assert window.isVisible()
    qtbot.waitUntil(lambda: window.controllers.closing.box is not None, timeout=20_000)
    return window.controllers.closing.box


def pressed(box, word):
    next(button for button in box.buttons() if word in button.text().replace("&", "")).click()


def test_a_stalled_disk_is_told_with_what_it_has_not_saved(
    qtbot, built, path, stalled_disk, caplog
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    project = application.project
    box = stalled_question(qtbot, window)
    assert box.informativeText().startswith(
        "The disk does not answer.\n\nNot saved: “names: no label → open”.\n\n"
    )
    pressed(box, "without it")
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=20_000)
    assert not application.close()
    assert application.stalled
    assert "the last steps were not saved" in caplog.text
    stalled_disk.set()
    qtbot.waitUntil(lambda: project.ended, timeout=20_000)


def test_who_waits_for_a_stalled_disk_has_everything_saved(
    qtbot, built, path, stalled_disk
) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    stalled_question(qtbot, window)
    # From here on the disk responds, however busy the machine is.
    application.project.storage.limit = Limit(600.0)
    stalled_disk.set()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=20_000)
    assert application.close()
    assert not application.stalled
    with ProjectFile.open(path) as file:
        assert token_tags(file.load(), 2) == ["O", "?", "O"]


START_AND_WORK = """
build = application.build
def built(path):
    made = build(path)
    made.painted.connect(lambda window: QTimer.singleShot(0, lambda: work(window)))
    return made
application.build = built
sys.exit(application.main([sys.argv[1]]))
"""


PROGRAM_ON_A_STALLED_DISK = """
import sys, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app import application, preferences, program_log
from app.services import storage_thread
from app.storage.project_file import ProjectFile
from app.views import closing

storage_thread.CLOSE_SECONDS = closing.CLOSE_SECONDS = 0.05
asked = threading.Event()
def stalled(*_):
    asked.set()
    threading.Event().wait()
ProjectFile.write_edit = stalled
program_log.log_path = lambda: Path(sys.argv[2])
preferences.default_path = lambda: Path(sys.argv[3])

def work(window):
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    timer = QTimer(window, interval=20)
    def leave():
        box = window.controllers.closing.box
        if box is not None:
            print(box.informativeText(), flush=True)
            next(one for one in box.buttons() if "without" in one.text()).click()
            timer.stop()
        elif asked.is_set() and not closing_begun:
            closing_begun.append(1)
            window.close()
    closing_begun = []
    timer.timeout.connect(leave)
    timer.start()
"""


def test_the_process_ends_though_the_disk_never_answers(tmp_path, path) -> None:
    preferences.save(Preferences(annotator="Ann"), tmp_path / "preferences.json")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            PROGRAM_ON_A_STALLED_DISK + START_AND_WORK,
            *map(str, (path, tmp_path / "log", tmp_path / "preferences.json")),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Not saved: “names: no label → open”." in done.stdout, done.stderr
    assert done.returncode == 1


PROGRAM_THAT_WAITS = """
import signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app import application, preferences, program_log

program_log.log_path = lambda: Path(sys.argv[2])
preferences.default_path = lambda: Path(sys.argv[3])
# Tests that nohup has started ignore it.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

def work(window):
    window.workspace.caret.go_to(2, 1)
    window.workspace.labeller.clear()
    QTimer.singleShot(500, lambda: print("waits", flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="that system has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_that_ends_the_session_saves_and_closes(tmp_path, path, name) -> None:
    preferences.save(Preferences(annotator="Ann"), tmp_path / "preferences.json")
    program = [sys.executable, "-c", PROGRAM_THAT_WAITS + START_AND_WORK]
    program += map(str, (path, tmp_path / "log", tmp_path / "preferences.json"))
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "waits\n"
        process.send_signal(getattr(signal, name))
        try:
            assert process.wait(120) == 0
        finally:
            process.kill()
    assert sorted(one.name for one in path.parent.glob(f"{path.name}*")) == [path.name]
    with ProjectFile.open(path) as file:
        assert file.history.last_edit_id() > 0


def test_the_menu_opens_a_recent_project_and_its_list_can_be_cleared(built, qtbot, tmp_path):
    one, other = tmp_path / "one.tagwright", tmp_path / "other.tagwright"
    small_project(one)
    small_project(other)
    application = built(one)
    qtbot.waitUntil(lambda: application.window is not None)
    assert application.window.recent.actions()[0].text() == "No other projects yet"
    application.open(other)
    qtbot.waitUntil(lambda: application.project.path == other)
    recent = application.window.recent
    assert recent.actions()[0].text().startswith("&1 one – ")
    recent.actions()[0].trigger()
    qtbot.waitUntil(lambda: application.project.path == one)
    recent = application.window.recent
    assert recent.actions()[0].text().startswith("&1 other – ")
    recent.actions()[-1].trigger()
    assert application.preferences.recent == (str(one),)
    assert recent.actions()[0].text() == "No other projects yet"


def test_nothing_is_left_of_a_closed_project(qtbot, built, path) -> None:
    application = built(path)
    painted(qtbot, application)
    alive = weakref.ref(application.project), weakref.ref(application.window)
    application.close_project()

    def is_freed():
        gc.collect()
        return not any(one() for one in alive)

    qtbot.waitUntil(is_freed, timeout=20_000)


def test_in_a_new_project_labels_are_in_front(qtbot, built, path, tmp_path) -> None:
    application = built(path)
    window = painted(qtbot, application)
    window.bring_up("gazetteers")
    qtbot.waitUntil(lambda: in_window(window.panels.gazetteers))
    wanted = NewProject(tmp_path / "new.tagwright", ProjectSettings(), ())
    window.controllers.project.new_requested.emit(wanted)
    panels = painted(qtbot, application).panels
    qtbot.waitUntil(lambda: in_window(panels.labels))
    assert not in_window(panels.gazetteers)

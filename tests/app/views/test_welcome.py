"""The welcome page."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.views.dialogs.new_project import NewProjectDialog
from app.views.keymap import Keymap
from app.views.welcome import Welcome


@pytest.fixture
def recent(tmp_path):
    here = tmp_path / "clinic.tagwright"
    here.touch()
    return [here, tmp_path / "gone.tagwright"]


@pytest.fixture
def page(recent, tmp_path, qtbot):
    page = Welcome(recent, tmp_path)
    qtbot.addWidget(page)
    page.show()
    page.presence.wait()
    yield page
    page.presence.wait()


def test_it_is_known_by_its_name(page):
    assert page.objectName() == "welcome"
    assert page.accessibleName()
    assert page.accessibleDescription()


def test_a_recent_project_is_opened(page, recent, qtbot):
    with qtbot.waitSignal(page.open_requested) as seen:
        qtbot.mouseClick(page.recent_entries()[0], Qt.MouseButton.LeftButton)
    assert seen.args == [recent[0]]


def test_a_missing_one_is_grey_and_can_be_forgotten(page, recent, qtbot):
    entry = page.recent_entries()[1]
    qtbot.waitUntil(lambda: not entry.present)
    assert entry.accessibleDescription().startswith("Not found in ")
    with qtbot.assertNotEmitted(page.open_requested):
        entry.click()
    assert "no longer exists" in page.messages.text.text()
    with qtbot.waitSignal(page.forgotten) as seen:
        page.messages.action.click()
    assert seen.args == [recent[1]]


def test_the_backups_of_a_missing_one_are_offered(page, recent, qtbot):
    recent[1].with_name(f"{recent[1].stem}.backups").mkdir()
    page.show_recent(recent)
    entry = page.recent_entries()[1]
    qtbot.waitUntil(lambda: entry.has_backups)
    entry.click()
    assert "There are backups of it." in page.messages.text.text()
    with qtbot.waitSignal(page.backups_requested) as seen:
        page.messages.action.click()
    assert seen.args == [recent[1]]


def test_whoever_comes_back_goes_on_with_one_key(page, recent, qtbot):
    with qtbot.waitSignal(page.open_requested) as seen:
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    assert seen.args == [recent[0]]


def test_folders_are_named_as_people_name_them(page, monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    page.show_recent([tmp_path / "a.tagwright", tmp_path / "b" / "c.tagwright", Path("/x/d")])
    shown_text = [
        entry.explanation.removeprefix("Not found in ") for entry in page.recent_entries()
    ]
    assert shown_text == ["your home folder", str(tmp_path / "b"), str(Path("/x"))]


def test_the_list_is_renewed(page, recent):
    page.show_recent(recent[:1])
    assert [entry.path for entry in page.recent_entries()] == recent[:1]
    page.show_recent([])
    assert page.recent_entries() == []


def test_the_sample_says_where_its_copy_goes(qtbot, tmp_path):
    page = Welcome([], tmp_path)
    qtbot.addWidget(page)
    assert str(tmp_path) in page.sample.explanation
    assert str(tmp_path) in page.sample.toolTip()


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_sample_is_one_key_away(page, qtbot, key):
    page.sample.setFocus()
    with qtbot.waitSignal(page.sample_requested):
        qtbot.keyClick(page.sample, key)


@pytest.mark.parametrize(("choice", "heard"), [("Open it", "open"), ("Make", "copy"), ("Can", "")])
def test_where_there_is_a_copy_of_the_sample_it_asks(qtbot, tmp_path, monkeypatch, choice, heard):
    page = Welcome([], tmp_path)
    qtbot.addWidget(page)
    (tmp_path / "sample.tagwright").touch()
    wanted, texts = [], []
    page.open_requested.connect(lambda path: wanted.append(("open", path.name)))
    page.sample_requested.connect(lambda: wanted.append(("copy", "")))

    def answer(box):
        texts.append(box.text())
        next(one for one in box.buttons() if one.text().startswith(choice)).click()

    monkeypatch.setattr(QMessageBox, "exec", answer)
    page.sample.click()
    assert texts == [f"{tmp_path} already has a copy of the sample, sample.tagwright."]
    assert [name for name, _ in wanted] == ([heard] if heard else [])


def test_a_new_project_is_asked_for(page):
    page.new.click()
    dialog = page.findChild(NewProjectDialog)
    assert dialog is not None
    assert dialog.isVisible()
    dialog.close()


def test_keys_are_those_of_the_window(page):
    def keys():
        return {one.objectName(): one.shortcut().toString() for one in page.actions()}

    assert keys()["import_files"] == "Ctrl+I"
    assert keys()["show_manual"] == "F1"
    page.use(Keymap().with_keys("import_files", ["U", "F7"]).with_keys("quit", []))
    assert (keys()["import_files"], keys()["quit"]) == ("F7", "")


def test_files_are_chosen_in_the_system_s_dialog(page, monkeypatch, qtbot):
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/x/a.txt", "/x/b.txt"], ""))
    with qtbot.waitSignal(page.import_requested) as seen:
        page.import_texts.click()
    assert seen.args == [[Path("/x/a.txt"), Path("/x/b.txt")]]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/x/p.tagwright", ""))
    with qtbot.waitSignal(page.open_requested) as seen:
        page.open.click()
    assert seen.args == [Path("/x/p.tagwright")]


def test_nothing_chosen_is_nothing_wanted(page, monkeypatch, qtbot):
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    with qtbot.assertNotEmitted(page.import_requested), qtbot.assertNotEmitted(page.open_requested):
        page.import_texts.click()
        page.open.click()


def test_dropped_files(page, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/x/a.txt"), QUrl("https://example.org/b.txt")])
    event = QDropEvent(
        QPointF(1, 1),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(page.import_requested) as seen:
        page.dropEvent(event)
    assert seen.args == [[Path("/x/a.txt")]]


def test_everything_is_reached_by_tab(page, qtbot):
    page.activateWindow()
    page.sample.setFocus()
    seen = []
    for _ in range(6):
        seen.append(page.focusWidget())
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
    assert seen == [page.sample, page.new, page.import_texts, page.open, *page.recent_entries()]


def test_a_disk_that_does_not_answer_holds_up_nobody(recent, tmp_path, qtbot, monkeypatch):
    answers, exists = threading.Event(), Path.exists

    def slow(path):
        answers.wait()
        return exists(path)

    monkeypatch.setattr(Path, "exists", slow)
    page = Welcome([recent[1], recent[0]], tmp_path)
    qtbot.addWidget(page)
    page.show()
    gone, there = page.recent_entries()
    assert gone.present
    assert page.focusWidget() is gone
    answers.set()
    page.presence.wait()
    qtbot.waitUntil(lambda: not gone.present)
    assert there.present
    assert page.focusWidget() is there
    page.close()


def test_at_first_it_is_no_larger_than_the_screen(tmp_path, qtbot, monkeypatch):
    room = QSize(866, 533)
    monkeypatch.setattr("app.views.welcome.room_on", lambda _: room)
    recent = [tmp_path / f"project {number}.tagwright" for number in range(12)]
    welcome = Welcome(recent, tmp_path)
    qtbot.addWidget(welcome)
    welcome.show()
    assert welcome.size().boundedTo(room) == welcome.size()


def test_a_copy_in_the_home_folder_is_said_in_words(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    page = Welcome([], tmp_path)
    qtbot.addWidget(page)
    assert page.sample.explanation.endswith("in your home folder.")


def test_imports_ask_for_the_files_of_every_format(page, monkeypatch):
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *asks: asked.append(asks[3]) or ([], "")
    )
    page.import_texts.click()
    assert asked[0].startswith("Texts (*.")

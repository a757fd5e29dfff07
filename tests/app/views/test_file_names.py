"""Files are asked for in the folder of what was chosen last."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QTreeView

from app.views.file_names import free_path, prepare_file_dialog, same_file
from tests.names_to_save import question, type_names
from tests.window_parts import choose


def test_what_was_chosen_is_returned_and_nothing_is_none(files, monkeypatch):
    choose(
        monkeypatch,
        getOpenFileName=("/x/a.txt", ""),
        getOpenFileNames=(["/x/a.txt", "/y/b.txt"], ""),
        getExistingDirectory="/x",
    )
    assert files.to_open("Open", "Texts (*.txt)") == Path("/x/a.txt")
    assert files.folder == Path("/x")
    assert files.several_to_open("Open", "Texts (*.txt)") == [Path("/x/a.txt"), Path("/y/b.txt")]
    assert files.folder == Path("/y")
    assert files.folder_to_fill("Export") == files.folder == Path("/x")
    choose(
        monkeypatch,
        getOpenFileName=("", ""),
        getOpenFileNames=([], ""),
        getSaveFileName=("", ""),
        getExistingDirectory="",
    )
    assert files.to_open("Open", "Texts (*.txt)") is None
    assert files.several_to_open("Open", "Texts (*.txt)") == []
    assert files.folder_to_fill("Export") is None
    assert files.to_save("Save", Path("a.txt"), "Texts (*.txt)") is None


def test_a_free_name_is_beside_what_is_there(tmp_path):
    path = tmp_path / "a.tagwright"
    assert free_path(path) == path
    path.touch()
    (tmp_path / "a-2.tagwright").symlink_to(tmp_path / "gone")
    assert free_path(path) == tmp_path / "a-3.tagwright", "a link that leads nowhere is a name, too"


@pytest.mark.parametrize(
    "name", ["x" * 300, "a\0b", "file/a", "gone/a", "\udcff", "/".join("ab" * 3000)]
)
def test_what_the_system_refuses_is_no_file_and_stops_nobody(tmp_path, name):
    (tmp_path / "file").touch()
    path = tmp_path / f"{name}.tagwright"
    assert free_path(path) == path
    assert not same_file(path, tmp_path / "file")


def test_a_name_to_save_gets_a_suffix_and_the_next_dialog_begins_beside_it(files, monkeypatch):
    choose(monkeypatch, getSaveFileName=("/there/out", ""))
    assert files.to_save("Save", Path("a.crf"), "Models (*.crf)") == Path("/there/out.crf")
    choose(monkeypatch, getSaveFileName=("/there/out.bin", ""))
    assert files.to_save("Save", Path("a.crf"), "Models (*.crf)") == Path("/there/out.bin")
    begun = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: begun.append(a[2]) or ("", ""))
    files.to_open("Open", "Models (*.crf)")
    assert begun == ["/there"]


def test_the_name_in_the_question_is_one_line_that_nothing_reorders(files, monkeypatch, tmp_path):
    (tmp_path / "a\u202egpj\nb.crf").touch()
    seen = type_names(monkeypatch, "Cancel", tmp_path / "a\u202egpj\nb")
    files.to_save("Save", tmp_path / "m.crf", "Models (*.crf)")
    assert seen[1].startswith("a\\u202egpj\\nb.crf already exists.")


@pytest.mark.parametrize("ask", [QFileDialog.getSaveFileName, QFileDialog.getOpenFileName])
def test_a_dialog_for_saving_does_not_say_look_in(ask, qtbot, tmp_path):
    seen = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        seen.append(dialog.labelText(QFileDialog.DialogLabel.LookIn))
        dialog.reject()

    prepare_file_dialog()
    QTimer.singleShot(0, look)
    option = QFileDialog.Option.DontUseNativeDialog
    assert ask(None, "x", str(tmp_path), "Texts (*.txt)", options=option)[0] == ""
    assert seen == ["&Folder:" if ask is QFileDialog.getSaveFileName else "&Look in:"]


def test_a_dialog_of_qt_has_room_for_names_sizes_and_dates(qtbot, tmp_path):
    (tmp_path / "a report with a name.txt").write_text("x" * 2000)
    seen = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        tree = dialog.findChild(QTreeView)
        columns = range(1, tree.header().count())
        for column in columns:
            seen.append(tree.columnWidth(column) >= tree.sizeHintForColumn(column) > 0)
        seen.append(tree.columnWidth(0) >= 240)
        dialog.reject()

    prepare_file_dialog()
    QTimer.singleShot(1000, look)
    option = QFileDialog.Option.DontUseNativeDialog
    QFileDialog.getOpenFileName(None, "x", str(tmp_path), "Texts (*.txt)", options=option)
    assert seen == [True] * 4


def test_a_file_of_the_name_with_its_suffix_is_replaced_only_on_request(
    files, monkeypatch, tmp_path
):
    there = tmp_path / "sample.tagwright"
    there.touch()
    proposed = tmp_path / "a.tagwright"
    seen = type_names(monkeypatch, "Replace", tmp_path / "sample")
    assert files.to_save("Save", proposed, "Projects (*.tagwright)") == there
    assert seen == [str(proposed), question(there)]
    seen = type_names(monkeypatch, "Cancel", tmp_path / "sample", tmp_path / "other")
    other = tmp_path / "other.tagwright"
    assert files.to_save("Save", proposed, "Projects (*.tagwright)") == other
    assert seen == [str(proposed), question(there), str(there)], "it asks for a name again"
    seen = type_names(monkeypatch, "Cancel", tmp_path / "sample")
    assert files.to_save("Save", proposed, "Projects (*.tagwright)") is None
    assert seen == [str(proposed), question(there), str(there)]
    seen = type_names(monkeypatch, "Cancel", there)
    assert files.to_save("Save", proposed, "Projects (*.tagwright)") == there
    assert seen == [str(proposed)], "Qt's dialog has asked about the name as it was typed"
    (tmp_path / "link.tagwright").symlink_to(tmp_path / "gone")
    seen = type_names(monkeypatch, "Cancel", tmp_path / "link")
    assert files.to_save("Save", proposed, "Projects (*.tagwright)") is None

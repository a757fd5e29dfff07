"""A new project: what the fields say, and what they may not say."""

import os

import pytest
from PySide6.QtCore import Qt

from app.views.dialogs.new_project import NewProjectDialog


@pytest.fixture
def dialog(tmp_path, qtbot):
    dialog = NewProjectDialog(tmp_path)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_labels_get_keys_and_colours_in_order(dialog, tmp_path, qtbot):
    dialog.path.setText(str(tmp_path / "clinic"))
    dialog.labels.setText("DRUG, DOSE,,PERSON ")
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept()
    project = seen.args[0]
    assert project.path == tmp_path / "clinic.tagwright"
    assert [(x.id, x.name, x.key, x.colour, x.position) for x in project.labels] == [
        (1, "DRUG", "1", 0, 0),
        (2, "DOSE", "2", 1, 1),
        (3, "PERSON", "3", 2, 2),
    ]
    assert (project.settings.scheme, project.settings.template) == ("iob2", "basic")


def test_the_proposed_name_is_free(tmp_path, qtbot):
    (tmp_path / "project.tagwright").touch()
    dialog = NewProjectDialog(tmp_path)
    qtbot.addWidget(dialog)
    assert dialog.path.text() == str(tmp_path / "project 2.tagwright")


def test_an_existing_file_is_not_overwritten(dialog, tmp_path, qtbot):
    (tmp_path / "old.tagwright").touch()
    dialog.path.setText(str(tmp_path / "old.tagwright"))
    with qtbot.assertNotEmitted(dialog.wanted):
        dialog.accept()
    assert "already exists" in dialog.problem.text()
    assert dialog.isVisible()


def test_a_missing_folder_is_named(dialog, tmp_path):
    dialog.path.setText(str(tmp_path / "nowhere" / "x.tagwright"))
    dialog.accept()
    assert f"The folder {tmp_path / 'nowhere'} does not exist" in dialog.problem.text()


def test_a_folder_that_may_not_be_written_to_is_named_and_nothing_typed_is_lost(
    dialog, monkeypatch, tmp_path, qtbot
):
    dialog.path.setText(str(tmp_path / "mine"))
    dialog.labels.setText("DRUG")
    monkeypatch.setattr(os, "access", lambda folder, mode: folder != tmp_path or mode == os.R_OK)
    with qtbot.assertNotEmitted(dialog.wanted):
        dialog.accept()
    assert dialog.isVisible()
    assert dialog.problem.text() == (
        f"You may not write into the folder {tmp_path}. Choose another one."
    )
    assert dialog.labels.text() == "DRUG"


@pytest.mark.parametrize(("labels", "reason"), [("A, A", "“A” is named twice"), ("O", "“O”")])
def test_bad_labels_are_refused_in_words(dialog, labels, reason):
    dialog.labels.setText(labels)
    dialog.accept()
    assert reason in dialog.problem.text()


def test_names_that_differ_by_case_alone_are_told_and_allowed(dialog):
    dialog.labels.setText("PERSON, DRUG, person")
    assert dialog.problem.text() == "There is PERSON already. Labels differ by case."
    assert [label.name for label in dialog.project().labels] == ["PERSON", "DRUG", "person"]
    dialog.labels.setText("PERSON, DRUG")
    assert dialog.problem.isHidden()


@pytest.mark.parametrize("labels", ["PER LOC", "PER,LOC", "PER; LOC", " PER\tLOC, "])
def test_names_are_separated_as_one_likes(dialog, labels):
    dialog.labels.setText(labels)
    assert [label.name for label in dialog.project().labels] == ["PER", "LOC"]


def test_o_is_a_label_where_every_token_has_one(dialog):
    dialog.labels.setText("N, O")
    assert "an F1" in dialog.control.explanation.text()
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("tokens"))
    assert "an accuracy" in dialog.control.explanation.text()
    assert [label.name for label in dialog.project().labels] == ["N", "O"]

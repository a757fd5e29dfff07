"""The label editor: each change is one edit, made at once, and undo takes it back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.domain.edits import Edit, LabelChange
from app.domain.labels import LONGEST_DESCRIPTION
from app.edits.label_rows import change_label, rename_label
from app.edits.spans import label_span
from app.session import Session
from app.storage import tables
from app.views.dialogs.label_editor import LabelEditor
from tests.memory_projects import contents_of, project_of, token_tags
from tests.step_names import undo_text


@pytest.fixture
def session(qapp):
    session = Session(project_of(labels=("DRUG", "DOSE", "DATE")))
    session.apply(label_span(session.project, 0, 4, 5, 2))
    return session


@pytest.fixture
def editor(session, qtbot):
    editor = LabelEditor(session)
    qtbot.addWidget(editor)
    editor.show()
    return editor


def kinds(session):
    return [edit.kind for edit in session.history.steps()[1:]]


def test_it_opens_at_the_first_label(editor):
    assert editor.name.text() == "DRUG"
    assert editor.key.currentText() == "1"
    assert editor.use.text() == "Not used yet."


def test_it_says_what_would_be_lost(editor):
    editor.choose(2)
    assert editor.use.text().startswith("1 span, 2 tokens. Merging")


def test_a_new_name_is_one_step(editor, session, qtbot):
    editor.choose(2)
    editor.name.setFocus()
    editor.name.selectAll()
    qtbot.keyClicks(editor.name, "AMOUNT")
    qtbot.keyClick(editor.name, Qt.Key.Key_Return)
    assert kinds(session) == ["rename_label"]
    assert token_tags(session.project)[4:6] == ["B-AMOUNT", "I-AMOUNT"]
    assert editor.isVisible()
    session.undo()
    assert editor.name.text() == "DOSE"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("DOSE", "already a label “DOSE”. Use “Merge into” instead."),
        ("", "cannot be empty"),
        ("two words", "contain spaces"),
        ("O", "“O”"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(editor, session, qtbot, name, reason):
    editor.name.setText(name)
    editor.name.editingFinished.emit()
    assert reason in editor.error.text()
    assert editor.error.isVisible()
    assert kinds(session) == []


def test_a_name_that_differs_by_case_alone_is_told_and_allowed(editor, session, qtbot):
    note = "There is DRUG already. Labels differ by case."
    editor.choose(2)
    editor.name.clear()
    qtbot.keyClicks(editor.name, "Drug")
    assert editor.error.text() == note
    qtbot.keyClick(editor.name, Qt.Key.Key_Return)
    assert kinds(session) == ["rename_label"]
    assert (editor.name.text(), editor.error.text()) == ("Drug", note)
    qtbot.keyClicks(editor.name, "S")
    assert editor.error.isHidden()
    qtbot.keyClick(editor.name, Qt.Key.Key_Backspace)
    editor.choose(3)
    assert editor.error.isHidden()
    editor.name.setText("date")
    editor.name.editingFinished.emit()
    assert editor.error.isHidden(), "it is its own name"
    editor.begin_new()
    editor.name.setText("PLACE drug")
    editor.name.editingFinished.emit()
    assert "There is DRUG, Drug already." in editor.error.text()


def test_a_new_label_is_named_at_once(editor, session):
    editor.begin_new()
    assert session.project.visible_labels()[-1].name == "LABEL"
    assert editor.name.selectedText() == "LABEL"
    editor.begin_new()
    assert [label.name for label in session.project.visible_labels()][-2:] == ["LABEL", "LABEL2"]
    assert kinds(session) == ["add_label", "add_label"]


def test_a_list_of_names_makes_as_many_labels(editor, session):
    editor.begin_new()
    editor.name.setText("PLACE  DOSE TIME")
    editor.name.editingFinished.emit()
    assert "already" in editor.error.text()
    assert len(session.project.visible_labels()) == 4
    editor.name.setText(" PLACE, TIME;PLACE  NAME ")
    editor.name.editingFinished.emit()
    names = [label.name for label in session.project.visible_labels()]
    assert names == ["DRUG", "DOSE", "DATE", "PLACE", "TIME", "NAME"]
    assert [label.key for label in session.project.visible_labels()] == list("123456")
    session.undo()
    assert len(session.project.visible_labels()) == 5


def test_a_key_is_swapped(editor, session):
    editor.key.setCurrentIndex(editor.key.findData("2"))
    editor.key.activated.emit(editor.key.currentIndex())
    assert {label.name: label.key for label in session.project.visible_labels()} == {
        "DRUG": "2",
        "DOSE": "1",
        "DATE": "3",
    }
    assert kinds(session) == ["change_label"]


def test_a_colour_is_picked_by_keyboard(editor, session, qtbot):
    button = editor.colours._group.button(13)
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert session.project.labels[1].colour == 13
    assert button.accessibleName() == "Vermilion, striped"


def test_labels_are_moved(editor, session):
    assert not editor.up.isEnabled()
    editor.down.click()
    assert [label.name for label in session.project.visible_labels()] == ["DOSE", "DRUG", "DATE"]
    assert editor.name.text() == "DRUG"
    editor.down.click()
    assert not editor.down.isEnabled()


def test_two_labels_become_one(editor, session):
    before = contents_of(session.project)
    editor.choose(2)
    actions = editor.merge.menu().actions()
    assert [action.text() for action in actions] == ["DRUG", "DATE"]
    actions[0].trigger()
    assert token_tags(session.project)[4:6] == ["B-DRUG", "I-DRUG"]
    assert editor.name.text() == "DRUG"
    session.undo()
    assert contents_of(session.project) == before


def test_a_label_is_deleted_and_comes_back(editor, session):
    editor.choose(2)
    editor.delete.click()
    assert [label.name for label in session.project.visible_labels()] == ["DRUG", "DATE"]
    assert token_tags(session.project)[4] == "?"
    assert editor.note.text() == "DOSE deleted. 1 span is open again."
    editor.delete.click()
    assert len(session.project.visible_labels()) == 2, "a second click deletes nothing"
    assert editor.view.hasFocus()
    assert editor.name.text() == "DATE"
    assert editor.view.currentIndex().row() == 1
    editor.undo_button.click()
    assert token_tags(session.project)[4] == "B-DOSE"
    assert not editor.undo_button.isVisible()


def test_after_the_last_label_the_one_before_is_selected(editor, session, qtbot):
    for label, shown in ((3, "DOSE"), (2, "DRUG"), (1, "")):
        editor.choose(label)
        qtbot.waitUntil(editor.delete.isEnabled)
        editor.delete.click()
        assert editor.name.text() == shown
    assert not session.project.visible_labels()


def test_another_letter_than_that_of_the_menu_deletes(editor):
    assert "&l" not in editor.delete.text().lower()


def test_a_merge_and_a_swap_of_keys_say_what_they_did(editor, session):
    editor.choose(2)
    editor.merge.menu().actions()[0].trigger()
    assert editor.note.text() == "DOSE merged into DRUG: 1 span relabelled."
    editor.undo_button.click()
    editor.choose(1)
    editor.key.setCurrentIndex(editor.key.findData("3"))
    editor.key.activated.emit(editor.key.currentIndex())
    assert editor.note.text() == "Key 3 was that of DATE, which now has 1."
    session.apply(change_label(session.project, 1, colour=3))
    assert not editor.undo_button.isVisible(), "it is not the newest change"


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_arrow_keys_and_the_wheel_change_no_key(editor, session, qtbot):
    qtbot.keyClick(editor.key, Qt.Key.Key_Down)
    assert editor.key.view().isVisible()
    qtbot.keyClick(editor.key.view(), Qt.Key.Key_Down)
    assert kinds(session) == []
    qtbot.keyClick(editor.key.view(), Qt.Key.Key_Return)
    assert kinds(session) == ["change_label"]


def test_without_labels_only_adding_is_left(qapp, qtbot):
    editor = LabelEditor(Session(project_of(labels=())))
    qtbot.addWidget(editor)
    assert not editor.name.isEnabled()
    assert not editor.delete.isEnabled()
    assert editor.add.isEnabled()


def test_a_label_deleted_elsewhere_is_left(editor, session):
    from app.edits.label_rows import delete_label

    session.apply(delete_label(session.project, 1))
    assert editor.name.text() == "DOSE"


def test_a_meaning_is_one_step_when_its_field_is_left(editor, session, qtbot):
    editor.meaning.setFocus()
    qtbot.keyClicks(editor.meaning, "A substance  given as medicine.")
    assert kinds(session) == []
    qtbot.keyClick(editor.meaning, Qt.Key.Key_Tab)
    assert kinds(session) == ["change_label"]
    assert undo_text(session) == "describe label DRUG"
    assert session.project.labels[1].description == "A substance given as medicine."
    session.undo()
    assert session.project.labels[1].description == ""
    assert editor.meaning.toPlainText() == ""


def test_a_meaning_that_is_being_written_is_kept_when_the_editor_closes(editor, session, qtbot):
    editor.choose(2)
    editor.meaning.setFocus()
    qtbot.keyClicks(editor.meaning, "How much.")
    editor.hide()
    assert session.project.labels[2].description == "How much."


def test_a_label_that_changes_its_name_keeps_its_meaning(editor, session):
    session.apply(change_label(session.project, 1, description="A substance."))
    session.apply(rename_label(session.project, 1, "SUBSTANCE"))
    assert session.project.labels[1].description == "A substance."
    assert editor.meaning.toPlainText() == "A substance."


@pytest.mark.parametrize("meaning", ["a\x1b[2J\u2028b\r\nc ", "x" * LONGEST_DESCRIPTION])
def test_a_meaning_from_a_file_is_no_step_when_its_field_is_left(editor, session, meaning):
    label = replace(session.project.labels[1], description=meaning)
    session.apply(Edit("x", "x", labels=(LabelChange(session.project.labels[1], label),)))
    editor.choose(1)
    assert "\x1b" not in editor.meaning.toPlainText()
    steps = len(list(session.history.steps()))
    editor.meaning.emit_if_edited()
    assert len(list(session.history.steps())) == steps
    assert session.project.labels[1].description == meaning


def test_a_meaning_may_be_as_long_in_the_window_as_in_a_file(editor, session):
    editor.choose(1)
    editor.meaning.setPlainText("x" * (LONGEST_DESCRIPTION + 1))
    editor.meaning.emit_if_edited()
    assert session.project.labels[1].description == "x" * LONGEST_DESCRIPTION
    table = next(one for one in tables.TABLES if one.name == "labels")
    (column,) = [one for one in table.columns if one.name == "description"]
    assert str(LONGEST_DESCRIPTION) in column.test

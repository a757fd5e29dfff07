"""Closing with unsaved entries in an editor: the person is asked, and nothing is lost unasked."""

import pytest
from PySide6.QtCore import QObject, Signal

from app.domain.gazetteers import Gazetteer
from app.edits.gazetteers import add_gazetteer
from app.services.task import TaskState
from app.views.dialogs.gazetteer_editor import GazetteerEditor
from app.views.dialogs.grammar_editor import GrammarEditor
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.open_editors import OpenEditors


class QuietTrials(QObject):
    tried = Signal(object, object)

    def try_soon(self, listed):
        pass

    def cancel(self):
        pass


def grammar_editor(session, window):
    editor = GrammarEditor(session, QuietTrials(window), Gazetteer(0, "Doses & dates"), window)
    return editor, lambda: editor.text.setPlainText("DOSE -> 5"), "The rules of the grammar “Doses"


def changed_grammar(session, window):
    grammar = Gazetteer(1, "doses", grammar="DOSE -> 5")
    editor = GrammarEditor(session, QuietTrials(window), grammar, window)
    return editor, lambda: editor.name.setText("times"), "The changes of the grammar “times” are"


def rule_editor(session, window):
    editor = RuleEditor(session.project, None, window)
    return editor, lambda: editor.name.setText("apart"), "The rule in its form is not saved."


def gazetteer_editor(session, window):
    editor = GazetteerEditor(session, 0, window, name="cities")
    typed = "The phrase “Ulm” is typed, but not in the gazetteer “cities”."
    return editor, lambda: editor.phrase.setText("Ulm"), typed


def project_settings(session, window):
    editor = ProjectSettingsDialog(session, window)
    return editor, lambda: editor.c2.setValue(7), "The changed project settings are not saved."


@pytest.fixture(
    params=[grammar_editor, changed_grammar, rule_editor, gazetteer_editor, project_settings]
)
def opened(request, project, window):
    window.show()
    editor, enter, said = request.param(project.session, window)
    editor.show()
    return editor, enter, said


def test_an_editor_without_changes_asks_nothing(opened, window):
    editors = OpenEditors(window)
    assert editors.may_leave(lambda: None, lambda: None)
    assert editors.box is None


def test_entries_are_kept_on_the_button_that_does_not_close(opened, window):
    editor, enter, said = opened
    enter()
    editors, called = OpenEditors(window), []
    assert not editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    assert editors.box.text().startswith(said)
    assert editors.box.defaultButton().text() == "&Do not close"
    editors.box.escapeButton().click()
    assert called == ["else"]
    assert editors.box is None
    assert editor.isVisible()


def test_the_project_closes_after_they_are_discarded(opened, window):
    editor, enter, _ = opened
    enter()
    editors, called = OpenEditors(window), []
    editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    next(one for one in editors.box.buttons() if one.text() == "Close &anyway").click()
    assert called == ["then"]
    assert not editor.isVisible()
    assert editors.may_leave(lambda: None, lambda: None)


def test_asked_twice_it_asks_in_one_box_for_the_last_command(opened, window):
    _, enter, _ = opened
    enter()
    editors, called = OpenEditors(window), []
    editors.may_leave(lambda: called.append("close"), lambda: None)
    box = editors.box
    assert not editors.may_leave(lambda: called.append("quit"), lambda: None)
    assert editors.box is box
    next(one for one in box.buttons() if one.text() == "Close &anyway").click()
    assert called == ["quit"]


def test_a_file_that_is_being_written_is_not_lost_unasked(window, tmp_path):
    task = TaskState("Combining models")
    task.out = tmp_path / "e.crf"
    running = [task]
    editors, called = OpenEditors(window, lambda: running), []
    assert not editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    assert editors.box.text() == "Combining models: e.crf is not written yet."
    editors.box.escapeButton().click()
    assert called == ["else"]
    assert not task.is_cancelled
    editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    next(one for one in editors.box.buttons() if one.text() == "Close &anyway").click()
    assert called == ["else", "then"]
    assert task.is_cancelled
    running.clear()
    assert editors.may_leave(lambda: None, lambda: None)


@pytest.fixture
def writing(tmp_path):
    tasks = [TaskState("Exporting"), TaskState("Saving a copy")]
    for number, task in enumerate(tasks):
        task.out = tmp_path / f"{number}.conll"
    return tasks


def test_the_project_closes_by_itself_once_the_files_are_written(window, writing, qtbot):
    editors, called = OpenEditors(window, lambda: writing), []
    editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    assert editors.box.text().count("\n") == 1
    writing.pop()
    alone = "Exporting: 0.conll is not written yet."
    qtbot.waitUntil(lambda: editors.box.text() == alone)
    assert not called
    writing.pop()
    qtbot.waitUntil(lambda: bool(called))
    assert called == ["then"]
    assert editors.box is None


def test_a_file_that_could_not_be_written_keeps_the_project_open(window, writing):
    editors, called = OpenEditors(window, lambda: writing), []
    editors.may_leave(lambda: called.append("then"), lambda: called.append("else"))
    writing[0].failed.emit("The disk is full.")
    assert called == ["else"]
    assert editors.box is None


def test_a_changed_label_of_a_known_phrase_is_unsaved(project, window):
    session = project.session
    session.apply(add_gazetteer(session.project, Gazetteer(0, "cities"), {"Ulm": ""}))
    editor = GazetteerEditor(session, 1, window)
    editor.show()
    editor.phrase.setText("Ulm")
    assert editor.unsaved() == ""
    editor.own_label.setCurrentText("DOSE")
    assert editor.unsaved() == "The label of “Ulm” in the gazetteer “cities” is not saved."

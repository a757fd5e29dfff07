"""Commands of gazetteers: from files and into them, and words taken from a sentence."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.domain.gazetteers import Effect, Gazetteer
from app.domain.tokens import Role
from app.edits.gazetteers import add_gazetteer, remove_gazetteer
from app.edits.spans import label_span
from app.jobs.gazetteers.files import ReadGazetteer
from app.jobs.gazetteers.grammars import GrammarCheck, GrammarTrial, LearnedGrammar
from app.views.controllers.gazetteer import GazetteerController
from app.views.dialogs.gazetteer_editor import GazetteerEditor
from app.views.dialogs.gazetteer_import import GazetteerImport
from app.views.dialogs.gazetteer_name import GazetteerName
from app.views.dialogs.grammar_editor import GrammarEditor
from app.views.dialogs.uncertain_words import UncertainWordsDialog
from app.views.file_names import FileNames
from app.views.panels.messages import Messages
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.names_to_save import question, type_names
from tests.window_parts import LabelKeysOfTwo, QuietProject


@pytest.fixture
def chosen():
    """The gazetteer that is chosen in the panel comes last, if there is one."""
    return [None]


@pytest.fixture
def controller(qtbot, chosen):
    window = QWidget()
    qtbot.addWidget(window)
    project = QuietProject(project_of([WORDS] * 2))
    messages = Messages(window)
    files = FileNames(project.path.parent, window)
    controller = GazetteerController(
        project,
        Workspace(project.session, project),
        messages,
        files,
        window,
        keys=LabelKeysOfTwo(window),
        chosen=lambda: chosen[-1],
        spot=QCursor.pos,
    )
    window.show()
    yield controller
    project.uncertain_words.close()
    project.deleteLater()


def of(controller):
    return controller._project.session.project


def add(controller, name, phrases=(), **fields):
    session = controller._project.session
    session.apply(add_gazetteer(session.project, Gazetteer(0, name, **fields), dict(phrases)))


def select(controller, first, last, label=None):
    controller._workspace.caret.select(first, last)
    if label is not None:
        controller._workspace.labeller.label(label)
        controller._workspace.caret.select(first, last)


def test_where_there_is_no_gazetteer_the_first_is_named(controller):
    select(controller, 1, 2, label=1)
    controller.add_to_gazetteer()
    controller.add_to_gazetteer()
    assert of(controller).phrases == {}
    (dialog,) = controller._window.findChildren(GazetteerName)
    label = of(controller).labels[1].name
    assert dialog.isModal(), "what is typed there acts nowhere else"
    assert dialog.name.selectedText() == label
    dialog.name.setText("remedies")
    dialog.accept()
    assert of(controller).phrases == {1: {" ".join(WORDS[1:3]): ""}}
    assert (of(controller).gazetteers[1].name, of(controller).gazetteers[1].label) == (
        "remedies",
        label,
    )
    phrase = " ".join(WORDS[1:3])
    received = controller._messages.text.text()
    assert received == f"Added “{phrase}” to “remedies”."
    controller._messages.action.click()
    assert of(controller).gazetteers == {}


def test_a_gazetteer_without_a_name_is_not_begun(controller):
    select(controller, 1, 1)
    controller.add_to_gazetteer()
    (dialog,) = controller._window.findChildren(GazetteerName)
    dialog.name.setText("  ")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.reject()
    assert of(controller).gazetteers == {}


def test_words_of_a_control_sentence_go_into_no_gazetteer(controller):
    controller._project.session.corpus.roles[0] = Role.CONTROL
    select(controller, 1, 2, label=1)
    controller.add_to_gazetteer()
    assert of(controller).gazetteers == {}
    assert "test sentence" in controller._messages.text.text()


def test_selected_words_join_the_only_gazetteer_once(controller, qtbot):
    add(controller, "words")
    select(controller, 0, 0, label=1)
    controller.add_to_gazetteer()
    assert of(controller).phrases[1] == {WORDS[0]: ""}
    received = controller._messages.text.text()
    assert received == f"Added “{WORDS[0]}” to “words”."
    controller.add_to_gazetteer()
    messages = controller._messages
    assert "already" in messages.text.text()
    qtbot.waitUntil(lambda: bool(messages._remark))
    messages.drop_remark()  # as the window does with each step
    assert not messages.isVisible() or "already" not in messages.text.text()


def test_where_phrases_have_labels_this_one_brings_its_own(controller):
    add(controller, "drugs", {"x": ""}, label="DOSE")
    select(controller, 0, 0, label=1)
    controller.add_to_gazetteer()
    label = of(controller).labels[1].name
    assert of(controller).phrases[1][WORDS[0]] == label
    assert controller._messages.text.text() == f"Added “{WORDS[0]}” to “drugs” as {label}."
    select(controller, 1, 1)
    controller.add_to_gazetteer()
    assert of(controller).phrases[1][WORDS[1]] == ""


def test_of_several_gazetteers_a_menu_offers_each(controller, monkeypatch):
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)
    add(controller, "cities")
    add(controller, "drugs & doses")
    select(controller, 0, 0)
    controller.add_to_gazetteer()
    menu = next(m for m in controller._window.findChildren(QWidget, "gazetteer_menu"))
    names = [action.text() for action in menu.actions() if action.text()]
    assert names == ["cities", "drugs && doses", "New gazetteer…"]
    menu.actions()[1].trigger()
    assert of(controller).phrases[2] == {WORDS[0]: ""}
    menu.actions()[-1].trigger()
    controller._window.findChild(GazetteerName).accept()
    assert [one.name for one in of(controller).ordered_gazetteers()][-1] == "phrases"
    assert of(controller).phrases[3] == {WORDS[0]: ""}


def test_without_a_sentence_there_is_nothing_to_add(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    project = QuietProject(project_of([]))
    files = FileNames(project.path.parent, window)
    controller = GazetteerController(
        project,
        Workspace(project.session),
        Messages(window),
        files,
        window,
        keys=LabelKeysOfTwo(window),
        chosen=list,
        spot=QCursor.pos,
    )
    controller.add_to_gazetteer()
    assert of(controller).gazetteers == {}
    controller.show_uncertain_words()
    assert controller._messages.message.text == "No text yet. Import one first (Ctrl+I)."


def test_a_file_is_previewed_and_then_imported(controller, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/lists/cities.tsv", ""))
    controller.import_gazetteer()
    assert controller._project.exchange.requests == [("read_gazetteer", Path("/lists/cities.tsv"))]
    found = ReadGazetteer("cities", {"Ulm": "CITY", "Rome": ""}, 3, 1, ("line 4: bad.",))
    controller._project.exchange.jobs[0].finished.emit(found)
    dialog = controller._window.findChild(GazetteerImport)
    assert "2 phrases" in dialog.summary.text()
    assert of(controller).gazetteers == {}
    imported = []
    controller.imported.connect(imported.append)
    dialog.accept()
    assert of(controller).gazetteers[1].name == "cities"
    assert of(controller).phrases[1] == {"Ulm": "CITY", "Rome": ""}
    assert imported == [1]


def test_a_dialog_that_is_dismissed_asks_for_nothing(controller, monkeypatch):
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: ("", ""))
    controller.import_gazetteer()
    add(controller, "cities")
    controller.export_gazetteer(1)
    assert controller._project.exchange.requests == []


def test_the_chosen_gazetteer_is_written(controller, chosen, monkeypatch):
    controller.export_gazetteer()
    assert "Select the gazetteer" in controller._messages.text.text()
    add(controller, "in/out", {"Ulm": ""})
    proposed = []

    def requests(_window, _title, path, _files):
        proposed.append(path)
        return "/lists/x.tsv", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", requests)
    chosen.append(1)
    controller.export_gazetteer()
    assert proposed == ["/projects/in-out.tsv"]
    what, path, listed = controller._project.exchange.requests[0]
    assert (what, path, dict(listed.phrases)) == (
        "write_gazetteer",
        Path("/lists/x.tsv"),
        {"Ulm": ""},
    )
    controller._project.exchange.jobs[0].finished.emit(1)
    assert "x.tsv" in controller._messages.text.text()


def test_a_new_one_opens_in_its_editor_once(controller):
    controller.new_gazetteer()
    controller.new_gazetteer()
    (editor,) = controller._window.findChildren(GazetteerEditor)
    assert editor.name.selectedText() == "phrases"
    editor.name.setText("drugs")
    editor.name.editingFinished.emit()
    controller.edit_gazetteer(1)
    assert len(controller._window.findChildren(GazetteerEditor)) == 1
    assert of(controller).gazetteers[1].name == "drugs"


def test_a_new_gazetteer_that_is_only_looked_at_leaves_no_step(controller):
    session = controller._project.session
    session.apply(label_span(session.project, 0, 0, 0, 1))
    session.undo()
    again = session.history.next_again()
    controller.new_gazetteer()
    (editor,) = controller._window.findChildren(GazetteerEditor)
    editor.name.editingFinished.emit()
    editor.reject()
    assert session.project.gazetteers == {}
    assert session.history.next_again() is again


@pytest.fixture
def dialog(controller, monkeypatch, qtbot):
    """The list of uncertain words, with some."""
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)
    of(controller).words = list(WORDS)
    of(controller).corpus.columns[0] = [*range(len(WORDS)), *range(len(WORDS))]
    controller.show_uncertain_words()
    controller.show_uncertain_words()
    (made,) = controller._window.findChildren(UncertainWordsDialog)
    qtbot.waitUntil(lambda: made.view.count() > 0)
    return made


def test_an_uncertain_word_begins_the_gazetteer_of_its_label(controller, dialog):
    dialog.chosen.emit("The", "DRUG")
    row = of(controller).gazetteers[1]
    assert (row.name, row.label) == ("DRUG", "DRUG")
    assert of(controller).phrases[1] == {"The": ""}
    told = "Added “The” to the new gazetteer “DRUG”."
    assert controller._messages.text.text() == dialog.report.text() == told
    dialog.chosen.emit("patient", "DRUG")
    assert of(controller).phrases[1] == {"The": "", "patient": ""}
    assert dialog.report.text() == "Added “patient” to “DRUG”."
    dialog.chosen.emit("given", "")
    row = of(controller).gazetteers[2]
    assert (row.name, row.label) == ("No label", "")
    assert "how many of its words you expect to have no label." in dialog.report.text()
    controller._messages.action.click()
    assert list(of(controller).gazetteers) == [1]
    assert dialog.report.text() == ""
    controller._project.session.saving.read_only = True
    dialog.chosen.emit("given", "")
    assert list(of(controller).gazetteers) == [1]


def test_beside_lists_with_an_expectation_a_new_one_has_the_usual_one(controller, dialog):
    add(controller, "drugs", label="DRUG", share=0.7)
    dialog.chosen.emit("The", "DOSE")
    dialog.chosen.emit("given", "")
    assert [of(controller).gazetteers[n].share for n in (1, 2, 3)] == [0.7, 0.8, 0.95]
    assert dialog.report.text() == (
        "Added “given” to the new gazetteer “No label”. It expects no label for 95% of its words; "
        "its editor can change this."
    )


def test_an_uncertain_word_is_added_where_its_label_is(controller, dialog):
    add(controller, "forbidden", label="DRUG", as_rule=True, effect=Effect.FORBIDS)
    add(controller, "mixed", {"x": "DOSE", "y": ""})
    add(controller, "drugs", label="DRUG")
    add(controller, "more", label="DRUG")
    dialog.chosen.emit("The", "DOSE")
    assert of(controller).phrases[2] == {"x": "DOSE", "y": "", "The": "DOSE"}
    dialog.chosen.emit("patient", "DRUG")
    (menu,) = controller._window.findChildren(QMenu, "gazetteer_menu")
    assert [one.text() for one in menu.actions() if one.text()] == [
        "drugs",
        "more",
        "New gazetteer…",
    ]
    menu.actions()[1].trigger()
    assert of(controller).phrases[4] == {"patient": ""}
    assert dialog.report.text() == "Added “patient” to “more”."
    add(controller, "features", {"x": ""})
    dialog.chosen.emit("given", "")
    assert of(controller).gazetteers[6].name == "No label", "the other list says nothing of labels"
    dialog.chosen.emit("was", "")
    assert of(controller).phrases[6] == {"given": "", "was": ""}
    add(controller, "stop words", {"x": ""}, share=0.95)
    dialog.chosen.emit("of", "")
    menus = controller._window.findChildren(QMenu, "gazetteer_menu")
    names = [one.text() for one in menus[-1].actions() if one.text()]
    assert names == ["No label", "stop words", "New gazetteer…"]


RULES = 'DOSE -> /.+/ "mg"\nTIME -> "noon"\n'


def test_a_new_grammar_is_saved_with_its_labels_and_opened_again(controller, qtbot):
    controller.new_grammar()
    controller.new_grammar()
    (editor,) = controller._window.findChildren(GrammarEditor)
    editor.text.setPlainText(RULES)
    qtbot.waitUntil(editor.accept_button.isEnabled)
    editor.accept()
    own = of(controller).gazetteers[1]
    assert (own.name, own.grammar) == ("grammar", RULES)
    assert [label.name for label in of(controller).visible_labels()] == ["DRUG", "DOSE", "TIME"]
    assert controller._messages.text.text() == "Saved the grammar “grammar”."
    again = controller.edit_gazetteer(1)
    assert isinstance(again, GrammarEditor)
    assert again.text.toPlainText() == RULES
    # Its words belong to no grammar.
    select(controller, 3, 3)
    controller.add_to_gazetteer()
    assert controller._window.findChildren(GazetteerName)


def test_rules_that_cannot_be_saved_stay_in_their_editor(controller, qtbot):
    controller.new_grammar()
    (editor,) = controller._window.findChildren(GrammarEditor)
    text = "O -> /x/\n"
    editor.text.setPlainText(text)
    qtbot.waitUntil(editor.accept_button.isEnabled)
    saving = controller._project.session.saving
    saving.stop("the disk is full")
    editor.accept()
    assert editor.state.text() == "The project cannot be changed now: the disk is full"
    saving.set_writable()
    editor.accept()
    assert "“O” stands for" in editor.state.text()
    assert editor.isVisible()
    assert editor.text.toPlainText() == text
    assert of(controller).gazetteers == {}
    editor.new_labels.setChecked(False)
    editor.accept()
    assert not editor.isVisible()
    assert of(controller).gazetteers[1].grammar == text


def test_a_grammar_is_read_written_and_learned_by_tasks(controller, qtbot, monkeypatch, tmp_path):
    add(controller, "rules", grammar=RULES)
    editor = controller.edit_gazetteer(1)
    qtbot.waitUntil(editor.learn.isEnabled)
    exchange, path = controller._project.exchange, tmp_path / "rules.txt"
    parents = []

    def chosen(parent, *_):
        parents.append(parent)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    editor.export.click()
    controller.export_gazetteer(1)
    assert exchange.requests == [("write_grammar", path, RULES)] * 2
    exchange.jobs[-1].finished.emit(None)
    assert "Exported the grammar" in controller._messages.text.text()
    editor.learn.click()
    assert exchange.requests[-1][0] == "learn_grammar"
    exchange.jobs[-1].finished.emit(LearnedGrammar('DOSE -> "5"\n', 3, 4, 2))
    assert editor.text.toPlainText() == 'DOSE -> "5"\n'
    told = "3 of 4 probabilities changed, learned from 2 labelled sentences."
    assert editor.state.text() == told
    trial = GrammarTrial(GrammarCheck(n_rules=1, finds=("DOSE",)))
    editor._show(editor._tried, trial)
    assert editor.state.text() == f"{told} 1 rule. It finds DOSE."
    editor.set_text(RULES)
    editor._show(editor._tried, trial)
    assert editor.state.text() == "1 rule. It finds DOSE."
    editor.import_requested.emit()
    assert exchange.requests[-1] == ("read_grammar", path)
    exchange.jobs[-1].finished.emit(RULES)
    assert editor.text.toPlainText() == RULES
    assert of(controller).gazetteers[1].grammar == RULES
    # The dialog that asked has the keyboard again: Enter in the window would accept a sentence.
    assert parents == [editor, controller._window, editor]
    editor.learn.setEnabled(True)
    editor.learn.click()
    exchange.jobs[-1].failed.emit("No sentence is labelled yet.")
    assert editor.state.text() == "No sentence is labelled yet."


def test_a_removed_grammar_can_be_brought_back_by_the_button_of_its_message(controller):
    add(controller, "doses", grammar='DOSE -> "mg"\n')
    session = controller._project.session
    edit = session.apply(remove_gazetteer(session.project, 1))
    controller.show_removed(edit, "doses")
    assert controller._messages.text.text() == "Removed “doses”."
    controller._messages.action.click()
    assert list(session.project.gazetteers) == [1]


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_another_list_is_replaced_only_on_request(controller, monkeypatch, tmp_path, answer):
    add(controller, "cities", {"Ulm": ""})
    (tmp_path / "out.tsv").touch()
    seen = type_names(monkeypatch, answer, tmp_path / "out")
    controller.export_gazetteer(1)
    assert seen[1] == question(tmp_path / "out.tsv")
    requests = [request[:2] for request in controller._project.exchange.requests]
    there = ("write_gazetteer", tmp_path / "out.tsv")
    assert requests == ([there] if answer == "Replace" else [])

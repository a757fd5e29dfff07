"""Commands about keys, and labels found by their names, in a window over a project in memory."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.corrections import Correction, CorrectionKind, Occurrences
from app.domain.tokens import TokenState
from app.views.actions import COMMANDS
from app.views.chooser import Chooser
from app.views.dialogs.keys import KeysDialog
from app.views.keymap import Keymap
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def window(themes, qtbot):
    project = QuietProject(project_of([WORDS] * 4))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    qtbot.waitActive(window)
    return window


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.windowHandle(), key, modifiers)


def states(window):
    corpus = window.workspace.session.corpus
    return corpus.states[corpus.span(window.workspace.caret.sentence_index)].tolist()


def label_names(window):
    return [label.name for label in window.workspace.session.project.visible_labels()]


def test_a_question_mark_shows_the_keys_once(window):
    press(window, Key.Key_Question)
    window.controllers.keys.show_keys()
    dialogs = [one for one in window.findChildren(KeysDialog) if one.isVisible()]
    assert len(dialogs) == 1


def test_a_label_is_given_by_its_name(window):
    window.workspace.caret.select(4, 5)
    press(window, Key.Key_Slash)
    chooser = window.findChild(Chooser, "label_chooser")
    assert chooser.line.hasFocus()
    second = label_names(window)[1]
    QTest.keyClicks(chooser.line, second.lower())
    QTest.keyClick(chooser.line, Key.Key_Return)
    records = window.workspace.caret.tokens()
    assert states(window)[4:6] == [TokenState.CONFIRMED] * 2
    assert {record.tag[2:] for record in records[4:6]} == {second}
    assert window.sentence_view.hasFocus()


def test_a_label_is_ruled_out_by_its_name(window):
    window.workspace.caret.select(4, 4)
    chooser = window.controllers.keys.label_by_name()
    QTest.keyClick(chooser.line, Key.Key_Return, SHIFT)
    assert states(window)[4] == TokenState.NARROWED


def test_no_label_can_be_said_by_its_name(window):
    window.workspace.caret.select(0, 0)
    chooser = window.controllers.keys.label_by_name()
    QTest.keyClicks(chooser.line, "no la")
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert states(window)[0] == TokenState.CONFIRMED


def listed(chooser):
    rows = range(chooser.model.rowCount())
    return [chooser.model.choice(row) for row in rows]


def find(window, typed):
    press(window, Key.Key_K, CONTROL)
    chooser = window.findChildren(Chooser, "palette")[-1]
    QTest.keyClicks(chooser.line, typed)
    return chooser


def test_a_command_is_found_by_its_name_and_carried_out(window):
    chooser = find(window, "flag")
    first = listed(chooser)[0]
    assert (first.name, first.kind, first.key) == ("Flag the sentence", "Go", "Ctrl+M")
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert window.messages.message.text == "Sentence flagged."
    assert window.sentence_view.hasFocus()
    names = [choice.name for choice in listed(find(window, ""))]
    assert names[0] == "Flag the sentence"
    assert "Find a command…" not in names


def test_what_cannot_be_done_is_listed_last_with_the_reason(window):
    last = listed(find(window, "redo"))[-1]
    assert (last.name, last.trouble) == ("Redo", "Nothing to redo.")


def test_labels_and_documents_are_found(window):
    window.workspace.caret.select(4, 5)
    chooser = find(window, label_names(window)[0])
    assert listed(chooser)[0].is_label
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert states(window)[4:6] == [TokenState.CONFIRMED] * 2
    chooser = find(window, "notes")
    assert listed(chooser)[0].kind == "Document"
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert window.panels.sentences.model.rowCount() == 4


def test_recent_projects_are_found_and_opened(window, tmp_path, qtbot):
    window.recent.show_projects([tmp_path / "night round.tagwright"])
    first = listed(find(window, "recent"))[0]
    assert (first.name, first.trouble) == ("Open recent: night round", "")
    with qtbot.waitSignal(window.recent.open_requested) as seen:
        QTest.keyClick(find(window, "night").line, Key.Key_Return)
    assert seen.args == [tmp_path / "night round.tagwright"]


@pytest.mark.parametrize("typed", ["3", " 3 ", "sentence 3", "Go to sentence 3"])
def test_a_number_goes_to_the_sentence(window, typed):
    chooser = find(window, typed)
    assert listed(chooser)[0].kind.startswith(WORDS[0])
    QTest.keyClick(chooser.line, Key.Key_Return)
    assert window.workspace.caret.sentence_index == 2


def test_a_sentence_and_a_document_get_the_focus_from_a_panel(window, qtbot):
    for typed in ("3", "notes"):
        window.show_panel("labels")
        assert not window.sentence_view.hasFocus()
        QTest.keyClick(find(window, typed).line, Key.Key_Return)
        qtbot.waitUntil(window.sentence_view.hasFocus)


@pytest.mark.parametrize("typed", ["0", "5", "1,000", "9" * 15])
def test_a_number_beyond_the_text_says_how_many_there_are(window, typed):
    assert listed(find(window, typed))[-1].trouble == "There are 4 sentences."


@pytest.mark.parametrize("typed", ["story01", "story00", "story 3", "3 stories", "s3", "1e3"])
def test_a_number_in_a_name_goes_to_no_sentence(window, typed):
    assert window.controllers.keys.palette.sentence(typed) == []


def test_a_document_comes_before_a_sentence_that_is_not_there(window):
    document = replace(window.project.session.project.documents[1], name="2024")
    window.project.session.project.documents[1] = document
    assert [choice.name for choice in listed(find(window, "2024"))] == [
        "2024",
        "Go to sentence 2,024",
    ]


def test_every_command_that_can_be_carried_out_is_by_its_name(window, monkeypatch):
    done = []
    for command in COMMANDS:
        action = window.actions_[command.id]
        monkeypatch.setattr(action, "trigger", lambda name=command.id: done.append(name))
    possible = {
        command.id
        for command in COMMANDS
        if command.id != "find_command" and window.actions_[command.id].isEnabled()
    }
    for choice in window.controllers.keys.palette.choices():
        if not (choice.trouble or choice.is_label or choice.kind == "Document"):
            choice.do()
    assert set(done) == possible


def test_without_a_sentence_the_palette_says_so(themes, qtbot):
    project = QuietProject(project_of([]))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    troubles = {one.name: one.trouble for one in window.controllers.keys.palette.choices()}
    assert troubles["Clear"] == "There is no sentence to label."
    assert troubles["DRUG"] == "There is no sentence to label."


def test_no_label_cannot_be_ruled_out(window):
    window.workspace.caret.select(0, 0)
    chooser = window.controllers.keys.label_by_name()
    QTest.keyClicks(chooser.line, "no la")
    QTest.keyClick(chooser.line, Key.Key_Return, SHIFT)
    assert states(window)[0] == TokenState.UNKNOWN
    assert "cannot" in window.messages.message.text


def test_without_a_label_the_first_is_offered(themes, qtbot):
    project = QuietProject(project_of([WORDS], labels=()))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    assert window.controllers.keys.label_by_name() is None
    assert "no labels yet" in window.messages.text.text()


def test_without_a_sentence_nothing_opens(themes, qtbot):
    project = QuietProject(project_of([]))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    assert window.controllers.keys.label_by_name() is None


def texts_of(window):
    """Return every text of the window that may name a key."""
    view = window.sentence_view
    return [
        window.panels.documents.listing.hint,
        window.panels.gazetteers.listing.hint,
        window.panels.sentences.listing.hint,
        window.messages.close_button.toolTip(),
        window.status.offer.toolTip(),
        window.status.changed.toolTip(),
        window.control_notice.toolTip(),
        window.queried_notice.toolTip(),
        window.model.source.text(),
        window.panels.queue.listing.hint,
        view.accessibleDescription(),
    ]


def test_texts_name_the_keys_that_hold(window):
    own = {
        "import_files": ("Ctrl+Alt+1",), "add_to_gazetteer": ("Ctrl+Alt+2",), "accept": ("F2",),
        "take_back_propagation": ("F3",), "say_elsewhere": ("F4",), "next_uncertain": (),
    }  # fmt: skip
    window.status.show_offer(
        Occurrences(Correction(CorrectionKind.NO_LABEL, 0, 0, 0), np.arange(3))
    )
    assert window.status.offer.text().endswith("(=)")
    window.controllers.keys.choose_keys(Keymap("tagwright", own))
    assert window.status.offer.text().endswith("(F4)")
    shown_text = " ".join(texts_of(window))
    for gone in ("(Ctrl+I)", "Ctrl+G", "Enter", "Esc", "(=)", "(Tab)"):
        assert gone not in shown_text
    for held in ("(Ctrl+Alt+1)", "(F2)", "(F3)"):
        assert held in shown_text


def test_texts_name_no_key_where_there_is_none(window):
    none = {command.id: () for command in COMMANDS}
    window.controllers.keys.choose_keys(Keymap("tagwright", none))
    shown_text = " ".join(texts_of(window)).replace("(marked ◆ in the sentence)", "")
    assert "(" not in shown_text.replace("(s)", "")

"""The editor of a grammar: errors with their place, matches, labels and options."""

import re
import sys

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.domain.gazetteers import LONGEST_GRAMMAR, Gazetteer
from app.edits.grammars import set_grammar
from app.jobs.gazetteers.grammars import LearnedGrammar
from app.services.grammar_trials import GrammarTrials
from app.session import Session
from app.views.dialogs.grammar_editor import EXAMPLE, GrammarEditor
from crfcore.grammars import parse_grammar
from tests.memory_projects import WORDS, project_of
from tests.window_language import window_in

RULES = 'DOSE -> /\\d+/ "mg"\nTIME -> "noon"\n'


@pytest.fixture
def trials(qapp):
    project = project_of([WORDS] * 3)
    project.words = sorted(set(WORDS))
    project.corpus.columns = np.array([[project.words.index(w) for w in WORDS * 3]], np.int32)
    trials = GrammarTrials(Session(project))
    yield trials
    trials.close()


def opened(qtbot, trials, grammar):
    editor = GrammarEditor(trials._session, trials, grammar)
    qtbot.addWidget(editor)
    editor.show()
    return editor


def tried(qtbot, trials, editor, text):
    with qtbot.waitSignal(trials.tried):
        editor.text.setPlainText(text)


def test_an_empty_editor_offers_an_example_that_is_valid(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    assert editor.state.text().startswith("Write rules")
    assert not editor.accept_button.isEnabled()
    assert editor.text.placeholderText().endswith(EXAMPLE)
    with qtbot.waitSignal(trials.tried):
        editor.example.click()
    assert editor.accept_button.isEnabled()
    assert not editor.example.isEnabled()
    assert len(parse_grammar(EXAMPLE).rules) == 12
    editor.text.undo()
    assert editor.text.toPlainText() == ""


def test_the_comment_of_the_example_is_in_the_language_of_the_window(qtbot, trials):
    with window_in("de"):
        editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
        comment, _, rules = editor.text.placeholderText().partition("\n")
        with qtbot.waitSignal(trials.tried):
            editor.example.click()
    assert comment.startswith("# Dosierungen und Datumsangaben.")
    assert rules == EXAMPLE
    assert editor.text.toPlainText() == f"{comment}\n{EXAMPLE}"
    assert editor.accept_button.isEnabled()


def test_its_rules_are_as_large_as_the_other_texts(qtbot, trials, qapp):
    before, larger = qapp.font(), qapp.font()
    larger.setPointSizeF(15.0)
    qapp.setFont(larger)
    try:
        editor = opened(qtbot, trials, Gazetteer(0, "g"))
        assert editor.text.font().pointSizeF() == 15.0
    finally:
        qapp.setFont(before)


def test_an_error_has_its_place_and_is_underlined(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, "DOSE -> \nUNIT = mg")
    assert editor.state.text() == (
        'Line 1, column 9: Found the end of the line, expected a symbol or a "word".'
    )
    assert len(editor.text.extraSelections()) == 1
    tried(qtbot, trials, editor, 'DOSE -> "mg" UNIT\n')
    assert "Line 1, column 14" in editor.state.text()
    selection = editor.text.extraSelections()[0]
    assert selection.cursor.selectedText() == "UNIT"
    assert not editor.accept_button.isEnabled()
    assert not editor.learn.isEnabled()
    editor.text.setPlainText("A" * (LONGEST_GRAMMAR + 1))
    assert "too long" in editor.state.text()


def test_a_text_that_is_too_long_is_not_pasted(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    QApplication.clipboard().setText("A" * (LONGEST_GRAMMAR - len(RULES) + 1))
    editor.text.paste()
    assert "too long" in editor.state.text()
    assert editor.text.toPlainText() == RULES
    editor.text.selectAll()
    editor.text.paste()
    assert len(editor.text.toPlainText()) == LONGEST_GRAMMAR - len(RULES) + 1


def test_a_word_with_a_space_that_matches_nothing_is_explained(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, 'DOSE -> "55 mg"\n')
    assert editor.found.text() == (
        'No matches. Give each word its own quotes: "55" "mg" instead of "55 mg".'
    )
    tried(qtbot, trials, editor, 'DOSE -> "nowhere"\n')
    assert editor.found.text() == "No matches."


def test_unsaved_rules_are_discarded_only_the_second_time(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    editor.reject()
    assert editor.isVisible()
    assert editor.state.text().startswith("The rules are not saved.")
    tried(qtbot, trials, editor, RULES + "# more\n")
    editor.reject()
    assert editor.isVisible()
    editor.reject()
    assert not editor.isVisible()


def test_another_label_is_discarded_only_the_second_time(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(1, "grammar", grammar=RULES))
    editor.label.setCurrentIndex(1)
    editor.reject()
    assert editor.isVisible()
    assert editor.state.text().startswith("The changes are not saved.")
    editor.reject()
    assert not editor.isVisible()


def test_unchanged_rules_are_closed_at_once(qtbot, trials):
    for rules in ("", RULES):
        editor = opened(qtbot, trials, Gazetteer(1, "grammar", grammar=rules))
        editor.reject()
        assert not editor.isVisible()


def test_a_problem_is_told_beside_the_rules(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    editor.show_problem("No sentence is labelled yet.")
    assert editor.state.text() == "No sentence is labelled yet."
    assert editor.accept_button.isEnabled()


def test_matches_and_missing_labels_are_shown(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    assert (
        editor.state.text() == "2 rules for 2 symbols. They find DOSE, and with a new label TIME."
    )
    assert editor.new_labels.text() == "&Create the label TIME"
    assert editor.windowTitle() == "New grammar"
    assert editor.found.text() == "3 matches in your texts, with their probability:"
    assert editor.matches.item(2).text().startswith("5 mg · DOSE · ")
    assert re.search(r" · \d\d% · sentence 3$", editor.matches.item(2).text())
    wanted = []
    editor.wanted.connect(lambda *given: wanted.append(given))
    editor.name.setText("doses")
    editor.proposals.setChecked(False)
    editor.accept()
    ((grammar, labels),) = wanted
    assert labels == ("TIME",)
    assert grammar == Gazetteer(0, "doses", grammar=RULES, as_proposals=False)


def test_a_new_label_that_differs_by_case_alone_is_told(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES.replace("DOSE", "Drug"))
    assert editor.state.text().endswith("There is DRUG already. Labels differ by case.")
    assert editor.accept_button.isEnabled()


def test_labels_are_created_only_if_wanted(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    wanted = []
    editor.wanted.connect(lambda *given: wanted.append(given))
    editor.new_labels.setChecked(False)
    editor.accept()
    assert wanted[0][1] == ()


def test_one_label_for_all_is_kept(qtbot, trials):
    session = trials._session
    given = Gazetteer(0, "days", label="DRUG", grammar='DAY -> "noon"\n')
    session.apply(set_grammar(session.project, given))
    with qtbot.waitSignal(trials.tried):
        editor = opened(qtbot, trials, session.project.gazetteers[1])
    assert editor.label.currentText() == "DRUG"
    assert editor.state.text() == "1 rule. It finds DRUG."
    assert editor.new_labels.isHidden()
    assert editor.found.text() == "No matches."
    assert editor.grammar() == session.project.gazetteers[1]


def test_what_is_out_of_date_is_not_shown(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    editor.text.setPlainText(RULES)
    old = editor._tried
    tried(qtbot, trials, editor, "DOSE ->")
    trial = editor._trial
    trials.tried.emit(old, trial)
    assert not editor.accept_button.isEnabled()
    assert editor._trial is trial


def test_the_name_of_a_new_grammar_is_replaced_by_typing(qtbot, trials):
    assert opened(qtbot, trials, Gazetteer(0, "grammar")).name.selectedText() == "grammar"
    assert opened(qtbot, trials, Gazetteer(3, "doses")).name.selectedText() == ""


def test_rules_whose_derivations_may_never_end_are_told(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, 'PER -> PER PER 0.6 | "Jan" 0.4\n')
    assert editor.state.text().endswith(
        "Derivations may never end (spectral radius 1.2); make recursive rules less probable."
    )
    tried(qtbot, trials, editor, 'PER -> PER PER 0.2 | "Jan" 0.8\n')
    assert "never end" not in editor.state.text()


def test_an_error_does_not_stay_after_a_change(qtbot, trials, monkeypatch):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, "DOSE -> \n")
    assert "column 9" in editor.state.text()
    monkeypatch.setattr(trials, "try_soon", lambda _listed: None)  # a check that takes long
    editor.text.setPlainText(RULES)
    qtbot.waitUntil(lambda: editor.state.text() == "Checking the rules …", timeout=500)


@pytest.mark.skipif(sys.platform == "darwin", reason="Alt types other letters there")
def test_the_key_of_a_disabled_button_types_nothing(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    modifier = Qt.KeyboardModifier
    for held in (modifier.AltModifier, modifier.AltModifier | modifier.ShiftModifier):
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_S, held, "s")
        QApplication.sendEvent(editor.text, press)
    assert editor.text.toPlainText() == ""
    alt_gr = modifier.AltModifier | modifier.ControlModifier
    QApplication.sendEvent(editor.text, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_At, alt_gr, "@"))
    assert editor.text.toPlainText() == "@"


def test_learned_rules_can_be_undone_with_the_keyboard(qtbot, trials):
    editor = opened(qtbot, trials, Gazetteer(0, "grammar"))
    tried(qtbot, trials, editor, RULES)
    editor.learn.setFocus()
    editor.show_learned(LearnedGrammar(RULES + "# learned\n", 1, 2, 3))
    assert editor.focusWidget() is editor.text
    editor.text.undo()
    assert editor.text.toPlainText() == RULES

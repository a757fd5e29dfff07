"""A grammar, from its rules in the editor to a model that knows it, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.domain.display import DisplayKind
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.tag_files.tag import TagOptions, tag
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.grammar_editor import GrammarEditor
from crfcore.crf import LinearChainCRF
from crfcore.grammars import Terminal, parse_grammar
from crfcore.grammars.grammar import WORD
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

COMPILER_SECONDS = 1200.0
"""How long the compiler may take where the kernels are not in the cache."""

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
TEXT = "".join(
    f"{who}\tNNP\ngave\tVBD\n{dose}\tCD\n{unit}\tNN\nof\tIN\nzolpan\tNN\non\tIN\n{day}\tCD\nMay\tNNP\n\n"
    for who in ("Ada", "Bo", "Cy", "Di")
    for dose, unit in (("5", "mg"), ("0.5", "ml"), ("12", "mg"))
    for day in ("3", "14")
)
RULES = """\
DOSE -> <1=CD> UNIT
UNIT -> "mg" 0.6
  | "ml" 0.3
  | "g" 0.1
DATE -> <1=CD> MONTH
MONTH -> "May"
  | "June"
"""


def shown(gui_session: GuiSession) -> dict[str, str]:
    records = gui_session.workspace.caret.tokens()
    return {r.word: f"{r.kind.value} {r.tag}" for r in records if r.tag not in (None, "O")}


def back_to_work(gui_session: GuiSession) -> None:
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def has_suggestions(gui_session: GuiSession) -> bool:
    return bool((gui_session.project.session.proposals.models < 0).all())


def suggested(gui_session: GuiSession, sentence_index: int) -> bool:
    """Return whether a sentence shows suggestions on each word of the grammar's spans."""
    records = gui_session.project.session.token_display(sentence_index)
    tags = [r.tag for r in records if r.kind.value in ("listed", "proposal") and r.tag != "O"]
    return tags == ["B-DOSE", "I-DOSE", "B-DATE", "I-DATE"]


SUGGESTED = {
    "5": "listed B-DOSE",
    "mg": "listed I-DOSE",
    "3": "listed B-DATE",
    "May": "listed I-DATE",
}


def test_a_grammar_from_its_rules_to_a_model(tmp_path: Path) -> None:
    path, text = (tmp_path / name for name in ("p.tagwright", "t.conll"))
    text.write_text(TEXT)
    ProjectFile.create(path, ProjectSettings()).close()
    with GuiSession(path) as gui_session:
        project, player = gui_session.project, gui_session.player
        session = project.session
        options = ImportOptions("columns", ("word", "pos"), Use.TEXT)
        gui_session.finish(project.exchange.import_files([text], options))
        gui_session.workspace.caret.go_to(0)
        assert session.project.labels == {}
        wait_for(lambda: gui_session.application.warmup.all_done, "kernels", COMPILER_SECONDS)

        # Errors are told with their place; nothing can be saved then.
        gui_session.window.actions_["new_grammar"].trigger()
        editor = journey.shown(gui_session.window, GrammarEditor)
        assert not editor.accept_button.isEnabled()
        editor.text.setPlainText(RULES.replace('"ml" 0.3', '"ml 0.3'))
        wait_for(lambda: bool(editor.text.extraSelections()), "the error is shown")
        assert editor.state.text().startswith('Line 3, column 5: Found “"ml 0.3”, expected')
        assert not editor.accept_button.isEnabled()

        # Seven rules, and what they find.
        editor.text.setPlainText(RULES)
        wait_for(editor.accept_button.isEnabled, "the rules are checked")
        assert editor.state.text() == "7 rules for 4 symbols. They find DOSE, DATE."
        assert editor.new_labels.text() == "&Create the labels DOSE, DATE"
        assert editor.matches.count() == 48
        assert editor.matches.item(0).text().startswith("5 mg · DOSE · ")
        editor.name.setText("doses")
        editor.accept()
        back_to_work(gui_session)
        assert [label.name for label in session.project.labels.values()] == ["DOSE", "DATE"]

        # Suggestions before anything is labelled, with their source.
        wait_for(lambda: has_suggestions(gui_session), "suggestions of the grammar")
        wait_for(lambda: shown(gui_session) == SUGGESTED, "the suggestions are shown")
        record = gui_session.workspace.caret.tokens()[2]
        assert record.probability is not None
        assert 0.5 < record.probability <= 1.0
        wait_for(lambda: project.gazetteers.counts == {1: 48}, "the matches are counted")

        # One sentence is accepted: beside its model, the grammar's suggestions stay in the others.
        gui_session.workspace.caret.go_to(1)
        player.press(Key.Key_Return)
        assert session.is_done(1)
        gui_session.rest(120)
        assert project.trainer.full_model.sentences == 1
        assert {number for number in range(24) if suggested(gui_session, number)} == {
            number for number in range(24) if number != 1
        }
        # Undone, there is no model any more, and they are the grammar's alone.
        player.press(Key.Key_Z, CONTROL)
        assert not session.is_done(1)
        wait_for(lambda: has_suggestions(gui_session), "suggestions of the grammar")
        assert project.trainer.model is None
        assert all(suggested(gui_session, number) for number in range(24))
        # Undone with its labels, and done again.
        player.press(Key.Key_Z, CONTROL)
        assert session.project.gazetteers == {}
        assert not session.project.visible_labels()
        player.press(Key.Key_Y, CONTROL)
        player.press(Key.Key_Y, CONTROL)
        assert session.project.gazetteers[1].grammar == RULES
        assert session.is_done(1)

        # From the first sentences on a model suggests, and knows the grammar.
        for sentence_index in (7, 14):
            gui_session.workspace.caret.go_to(sentence_index)
            player.press(Key.Key_Return)
        gui_session.rest(120)
        model = project.trainer.full_model.model
        names = {name for name, _ in model.crf.state_features_}
        assert any(name.startswith("grammar:doses:B-DOSE") for name in names)

        # The probabilities are learned from the three sentences.
        editor = gui_session.window.controllers.gazetteers.edit_gazetteer(1)
        wait_for(editor.learn.isEnabled, "the rules are checked")
        editor.learn.click()
        wait_for(lambda: editor.text.toPlainText() != RULES, "other probabilities")
        learnt = {r[:2]: r.probability for r in parse_grammar(editor.text.toPlainText()).rules}
        written = {r[:2]: r.probability for r in parse_grammar(RULES).rules}
        may = "MONTH", (Terminal(WORD, "May"),)
        assert learnt[may] > written[may]
        editor.reject()
        back_to_work(gui_session)

        # The exported model tags new text as the window does, except where the grammar suggests.
        out, new = tmp_path / "m.crf", tmp_path / "new.conll"
        gui_session.finish(project.exchange.export_model(out))
        waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
        sentences = TEXT.split("\n\n")
        new.write_text("".join(f"{sentences[number]}\n\n" for number in waiting))
        lines = "".join(tag(LinearChainCRF.load(out), new, TagOptions(()))).splitlines()
        tags = [line.split()[-1] for line in lines if line]
        records = [r for number in waiting for r in session.token_display(number)]
        by_model = [r.kind is not DisplayKind.LISTED and r.tag is not None for r in records]
        pairs = zip(tags, records, by_model, strict=True)
        assert all(tag == r.tag for tag, r, own in pairs if own)
        assert sum(by_model) > len(records) / 2

    with GuiSession(path) as gui_session:
        own = gui_session.project.session.project.gazetteers[1]
        assert (own.name, own.grammar) == ("doses", RULES)

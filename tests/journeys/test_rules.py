"""Rules, from the form to the export, in the real window with the sample."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from app.domain.display import DisplayKind
from app.domain.rules import rule_title
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.occurrences import OccurrencesDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.dialogs.rule_forms import FORMS
from app.views.dialogs.sentence_list import SentenceListDialog
from tests.journeys import journey
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def back_to_work(gui_session: GuiSession) -> None:
    """Turn from a dialog that is gone to the sentence."""
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def add_rule(gui_session: GuiSession, title: str, **values: object) -> None:
    """Add a rule by Ctrl+R and its form."""
    gui_session.player.press(Key.Key_R, CONTROL)
    form = journey.shown(gui_session.window, RuleEditor)
    form.kind.setCurrentIndex([one.title for one in FORMS].index(title))
    for name, value in values.items():
        form.field(name).show_value(value)
    QTest.mouseClick(form.accept_button, Qt.MouseButton.LeftButton)
    wait_for(lambda: not gui_session.window.findChildren(RuleEditor), "the form goes")
    back_to_work(gui_session)


def message_text(gui_session: GuiSession) -> str:
    message = gui_session.window.messages.message
    return message.text if message is not None else ""


def shown_labels(gui_session: GuiSession, sentence_index: int) -> set[str]:
    records = gui_session.project.session.token_display(sentence_index)
    return {record.tag[2:] for record in records if record.tag and record.tag != "O"}


def doses_without_drug(gui_session: GuiSession) -> list[int]:
    session = gui_session.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    labels = {
        sentence_index: shown_labels(gui_session, sentence_index) for sentence_index in waiting
    }
    return [
        sentence_index
        for sentence_index in waiting
        if "DOSE" in labels[sentence_index] and "DRUG" not in labels[sentence_index]
    ]


def frequent_word(gui_session: GuiSession) -> tuple[int, int]:
    """Return place and token of a word without a label that stands in many other sentences."""
    session = gui_session.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    seen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for sentence_index in waiting:
        for record in session.token_display(sentence_index):
            if record.tag == "O" and record.kind is DisplayKind.PROPOSAL:
                seen[record.word].append((sentence_index, record.index))
    return max(seen.values(), key=len)[0]


def label_the_same_elsewhere(gui_session: GuiSession) -> None:
    """Correct a word, take up the offer for the other sentences but one, and take all back."""
    session, player = gui_session.project.session, gui_session.player
    sentence_index, token = frequent_word(gui_session)
    gui_session.workspace.caret.go_to(sentence_index)
    player.label(token, token, "DATE")
    offer = gui_session.window.status.offer
    wait_for(offer.isVisible, "the offer")
    before = digest(session.project)
    player.press(Key.Key_Equal)
    dialog = journey.shown(gui_session.window, OccurrencesDialog)
    where = dialog.model.ticked()
    assert offer.text().endswith(f"”: {len(where):,} other occurrences (=)")
    QTest.keyClick(dialog.view, Key.Key_Space)
    QTest.keyClick(dialog.view, Key.Key_Return)
    wait_for(lambda: not gui_session.window.findChildren(OccurrencesDialog), "the list goes")
    back_to_work(gui_session)
    wait_for(lambda: " → " in message_text(gui_session), "what was done is said")
    tags = [session.token_display(p)[t].tag for p, t in where[1:]]
    assert set(tags) == {"B-DATE"}
    player.press(Key.Key_Z, CONTROL)
    assert digest(session.project) == before
    player.press(Key.Key_Z, CONTROL)
    wait_for(lambda: not offer.isVisible(), "the offer goes with the correction")


def a_title_brings_a_person(gui_session: GuiSession) -> None:
    """Add the rule, call a word a title, see the name behind it follow, and undo both."""
    session, player = gui_session.project.session, gui_session.player
    add_rule(gui_session, "A is followed by B", a="TITLE", b="PERSON")
    gui_session.rest(120)
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    plain = (
        sentence_index
        for sentence_index in waiting
        if not shown_labels(gui_session, sentence_index)
    )
    sentence_index = next(
        sentence_index
        for sentence_index in plain
        if len(session.token_display(sentence_index)) >= 4
    )
    gui_session.workspace.caret.go_to(sentence_index)
    player.label(1, 1, "TITLE")
    tags = [record.tag for record in session.token_display(sentence_index)]
    assert tags[:4] == ["O", "B-TITLE", "B-PERSON", "O"]
    assert session.propagation.tokens(sentence_index) == [2]
    player.press(Key.Key_Z, CONTROL)
    player.press(Key.Key_Z, CONTROL)
    assert not session.project.rules
    assert not shown_labels(gui_session, sentence_index)
    gui_session.rest(120)


def export_to(gui_session: GuiSession, out: Path, patch: pytest.MonkeyPatch, choice: str) -> None:
    """Export by Ctrl+E with "report" or "refuse"."""
    patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    gui_session.player.press(Key.Key_E, CONTROL)
    dialog = journey.shown(gui_session.window, ExportDialog)
    dialog.target.setCurrentIndex(0)
    next(b for b in dialog.findChildren(QAbstractButton) if b.property("choice") == choice).click()
    dialog.accept()
    wait_for(
        lambda: "violate rules" in message_text(gui_session), "the export says what breaks rules"
    )
    back_to_work(gui_session)


def test_rules_from_the_form_to_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        gui_session.rest(300)
        session, workspace = gui_session.project.session, gui_session.workspace
        a_title_brings_a_person(gui_session)
        against = doses_without_drug(gui_session)
        assert against, "the model by itself proposes doses without a drug"

        add_rule(gui_session, "A requires B", a="DOSE", b="DRUG")
        gui_session.rest(120)
        assert doses_without_drug(gui_session) == []
        counts = gui_session.project.rule_counts
        wait_for(lambda: 1 in counts.findings, "the rule is counted")
        assert set(against) <= set(counts.findings[1].changed.tolist())
        wait_for(lambda: "affects" in message_text(gui_session), "what the rule changes is said")
        assert counts.states.each[1]

        # One token is said, its neighbours follow, and Esc takes that back.
        propagated = journey.correction_changes_neighbours(gui_session)
        sentence_index = workspace.caret.sentence_index
        assert session.propagation.tokens(sentence_index) == sorted(propagated)
        gui_session.player.press(Key.Key_Escape)
        assert session.propagation.tokens(sentence_index) == []

        # A person's word against a rule: the sentence says so, and goes on.
        add_rule(gui_session, "Number per sentence", unit="DATE", at_most=0)
        gui_session.rest(120)
        gui_session.player.label(0, 0, "DATE")
        wait_for(lambda: sentence_index in session.suggestions.conflicts, "the conflict")
        assert "“At most 0 DATE in a sentence”" in message_text(gui_session)
        assert workspace.caret.tokens()[0].tag == "B-DATE"
        rules = gui_session.window.panels.rules
        rules.view.show_row(1)
        rules.view.setFocus()
        gui_session.window.docks["rules"].raise_()
        gui_session.player.press(Key.Key_Space)
        gui_session.rest(120)
        assert [rule.on for rule in session.project.ordered_rules()] == [True, False]
        assert sentence_index not in session.suggestions.conflicts
        gui_session.window.sentence_view.setFocus()

        label_the_same_elsewhere(gui_session)

        out = tmp_path / "out.conll"
        export_to(gui_session, out, monkeypatch, "refuse")
        assert "Nothing was exported" in message_text(gui_session)
        assert not out.exists()
        gui_session.window.messages.message.do()
        listed = journey.shown(gui_session.window, SentenceListDialog)
        assert listed.model.rowCount()
        listed.close()
        back_to_work(gui_session)
        gui_session.window.messages.dismiss()
        export_to(gui_session, out, monkeypatch, "report")
        assert "B-DATE" in out.read_text()

    with GuiSession(path) as gui_session:
        titles = [rule_title(rule) for rule in gui_session.project.session.project.ordered_rules()]
        assert titles == ["If DOSE occurs, DRUG also occurs", "At most 0 DATE in a sentence"]

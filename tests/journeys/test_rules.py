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
from app.jobs.create_project import create_sample
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
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


def back_to_work(sitting: Sitting) -> None:
    """Turn from a dialog that is gone to the sentence."""
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")


def add_rule(sitting: Sitting, title: str, **values: object) -> None:
    """Add a rule by Ctrl+R and its form."""
    sitting.player.press(Key.Key_R, CONTROL)
    form = journey.shown(sitting.window, RuleEditor)
    form.kind.setCurrentIndex([one.title for one in FORMS].index(title))
    for name, value in values.items():
        form.field(name).show_value(value)
    QTest.mouseClick(form.apply, Qt.MouseButton.LeftButton)
    wait_for(lambda: not sitting.window.findChildren(RuleEditor), "the form goes")
    back_to_work(sitting)


def told(sitting: Sitting) -> str:
    message = sitting.window.messages.message
    return message.text if message is not None else ""


def shown_labels(sitting: Sitting, place: int) -> set[str]:
    records = sitting.project.session.token_display(place)
    return {record.tag[2:] for record in records if record.tag and record.tag != "O"}


def doses_without_drug(sitting: Sitting) -> list[int]:
    session = sitting.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    labels = {place: shown_labels(sitting, place) for place in waiting}
    return [place for place in waiting if "DOSE" in labels[place] and "DRUG" not in labels[place]]


def frequent_word(sitting: Sitting) -> tuple[int, int]:
    """Return place and token of a word without a label that stands in many other sentences."""
    session = sitting.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    seen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place in waiting:
        for record in session.token_display(place):
            if record.tag == "O" and record.kind is DisplayKind.PROPOSAL:
                seen[record.word].append((place, record.index))
    return max(seen.values(), key=len)[0]


def say_the_same_elsewhere(sitting: Sitting) -> None:
    """Correct a word, take up the offer for the other sentences but one, and take all back."""
    session, player = sitting.project.session, sitting.player
    place, token = frequent_word(sitting)
    sitting.workspace.caret.go_to(place)
    player.say(token, token, "DATE")
    offer = sitting.window.status.offer
    wait_for(offer.isVisible, "the offer")
    before = digest(session.project)
    player.press(Key.Key_Equal)
    dialog = journey.shown(sitting.window, OccurrencesDialog)
    where = dialog.model.ticked()
    assert offer.text() == f"{len(where):,} other occurrences (=)"
    QTest.keyClick(dialog.view, Key.Key_Space)
    QTest.keyClick(dialog.view, Key.Key_Return)
    wait_for(lambda: not sitting.window.findChildren(OccurrencesDialog), "the list goes")
    back_to_work(sitting)
    wait_for(lambda: " → " in told(sitting), "what was done is said")
    tags = [session.token_display(p)[t].tag for p, t in where[1:]]
    assert set(tags) == {"B-DATE"}
    player.press(Key.Key_Z, CONTROL)
    assert digest(session.project) == before
    player.press(Key.Key_Z, CONTROL)
    wait_for(lambda: not offer.isVisible(), "the offer goes with the correction")


def a_title_brings_a_person(sitting: Sitting) -> None:
    """Add the rule, call a word a title, see the name behind it follow, and undo both."""
    session, player = sitting.project.session, sitting.player
    add_rule(sitting, "A is followed by B", a="TITLE", b="PERSON")
    sitting.rest(120)
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    plain = (place for place in waiting if not shown_labels(sitting, place))
    place = next(place for place in plain if len(session.token_display(place)) >= 4)
    sitting.workspace.caret.go_to(place)
    player.say(1, 1, "TITLE")
    tags = [record.tag for record in session.token_display(place)]
    assert tags[:4] == ["O", "B-TITLE", "B-PERSON", "O"]
    assert session.propagation.tokens(place) == [2]
    player.press(Key.Key_Z, CONTROL)
    player.press(Key.Key_Z, CONTROL)
    assert not session.project.rules
    assert not shown_labels(sitting, place)
    sitting.rest(120)


def export_to(sitting: Sitting, out: Path, patch: pytest.MonkeyPatch, choice: str) -> None:
    """Export by Ctrl+E with "report" or "refuse"."""
    patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    sitting.player.press(Key.Key_E, CONTROL)
    dialog = journey.shown(sitting.window, ExportDialog)
    dialog.target.setCurrentIndex(0)
    next(b for b in dialog.findChildren(QAbstractButton) if b.property("choice") == choice).click()
    dialog.accept()
    wait_for(lambda: "violate rules" in told(sitting), "the export says what breaks rules")
    back_to_work(sitting)


def test_rules_from_the_form_to_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        sitting.rest(300)
        session, workspace = sitting.project.session, sitting.workspace
        a_title_brings_a_person(sitting)
        against = doses_without_drug(sitting)
        assert against, "the model by itself proposes doses without a drug"

        add_rule(sitting, "A requires B", a="DOSE", b="DRUG")
        sitting.rest(120)
        assert doses_without_drug(sitting) == []
        counts = sitting.project.rule_counts
        wait_for(lambda: 1 in counts.findings, "the rule is counted")
        assert set(against) <= set(counts.findings[1].changed.tolist())
        wait_for(lambda: "affects" in told(sitting), "what the rule changes is said")
        assert counts.states.each[1]

        # One token is said, its neighbours follow, and Esc takes that back.
        propagated = journey.correction_changes_neighbours(sitting)
        place = workspace.caret.place
        assert session.propagation.tokens(place) == sorted(propagated)
        sitting.player.press(Key.Key_Escape)
        assert session.propagation.tokens(place) == []

        # A person's word against a rule: the sentence says so, and goes on.
        add_rule(sitting, "Number per sentence", unit="DATE", at_most=0)
        sitting.rest(120)
        sitting.player.say(0, 0, "DATE")
        wait_for(lambda: place in session.suggestions.conflicts, "the conflict")
        assert "at most 0 DATE" in told(sitting) or "no DATE" in told(sitting)
        assert workspace.caret.tokens()[0].tag == "B-DATE"
        rules = sitting.window.panels.rules
        rules.view.show_row(1)
        rules.view.setFocus()
        sitting.window.docks["rules"].raise_()
        sitting.player.press(Key.Key_Space)
        sitting.rest(120)
        assert [rule.on for rule in session.project.ordered_rules()] == [True, False]
        assert place not in session.suggestions.conflicts
        sitting.window.sentence_view.setFocus()

        say_the_same_elsewhere(sitting)

        out = tmp_path / "out.conll"
        export_to(sitting, out, monkeypatch, "refuse")
        assert "Nothing was exported" in told(sitting)
        assert not out.exists()
        sitting.window.messages.message.do()
        listed = journey.shown(sitting.window, SentenceListDialog)
        assert listed.model.rowCount()
        listed.close()
        back_to_work(sitting)
        sitting.window.messages.dismiss()
        export_to(sitting, out, monkeypatch, "report")
        assert "B-DATE" in out.read_text()

    with Sitting(path) as sitting:
        titles = [rule_title(rule) for rule in sitting.project.session.project.ordered_rules()]
        assert titles == ["If there is DOSE, there is DRUG", "At most 0 DATE in a sentence"]

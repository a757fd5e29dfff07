"""Rules, from the form to the export, in the real window with the sample."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.benchmarks.player import wait_for
from app.benchmarks.sitting import Sitting
from app.domain.rules import rule_title
from app.jobs.create_project import create_sample
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.dialogs.rule_forms import FORMS
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def add_rule(sitting: Sitting, title: str, **values: object) -> None:
    """Add a rule by Ctrl+R and its form."""
    sitting.player.press(Key.Key_R, CONTROL)
    form = journey.shown(sitting.window, RuleEditor)
    form.kind.setCurrentIndex([one.title for one in FORMS].index(title))
    for name, value in values.items():
        form.field(name).show_value(value)
    QTest.mouseClick(form.apply, Qt.MouseButton.LeftButton)
    wait_for(lambda: not sitting.window.findChildren(RuleEditor), "the form goes")
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()


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


def test_rules_from_the_form_to_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        sitting.rest(300)
        session, workspace = sitting.project.session, sitting.workspace
        against = doses_without_drug(sitting)
        assert against, "the model by itself proposes doses without a drug"

        add_rule(sitting, "If one occurs, another does", a="DOSE", b="DRUG")
        sitting.rest(120)
        assert doses_without_drug(sitting) == []
        counts = sitting.project.rule_counts
        wait_for(lambda: 1 in counts.findings, "the rule is counted")
        assert set(against) <= set(counts.findings[1].changed.tolist())

        # One token is said, its neighbours follow, and Esc takes that back.
        propagated = journey.correction_changes_neighbours(sitting)
        place = workspace.place
        assert session.marked_tokens(place) == sorted(propagated)
        sitting.player.press(Key.Key_Escape)
        assert session.marked_tokens(place) == []

        # A person's word against a rule: the sentence says so, and goes on.
        add_rule(sitting, "So many in a sentence", unit="DATE", at_most=0)
        sitting.rest(120)
        sitting.player.say(0, 0, "DATE")
        wait_for(lambda: place in session.conflicts, "the conflict")
        assert "at most 0 DATE" in told(sitting) or "no DATE" in told(sitting)
        assert workspace.tokens()[0].tag == "B-DATE"
        rules = sitting.window.rules
        rules.view.show_row(1)
        rules.view.setFocus()
        sitting.window.docks["rules"].raise_()
        sitting.player.press(Key.Key_Space)
        sitting.rest(120)
        assert [rule.on for rule in session.project.ordered_rules()] == [True, False]
        assert place not in session.conflicts
        sitting.window.sentence_view.setFocus()

        out = tmp_path / "out.conll"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
        sitting.player.press(Key.Key_E, CONTROL)
        dialog = journey.shown(sitting.window, ExportDialog)
        dialog.target.setCurrentIndex(0)
        dialog.accept()
        wait_for(out.exists, "the exported file")
        assert "B-DATE" in out.read_text()
        wait_for(lambda: "break rules" in told(sitting), "the export says what breaks rules")

    with Sitting(path) as sitting:
        titles = [rule_title(rule) for rule in sitting.project.session.project.ordered_rules()]
        assert titles == ["If there is DOSE, there is DRUG", "At most 0 DATE in a sentence"]

"""Gazetteers, from a file to a model that tags new text, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.domain.display import DisplayKind
from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.tag_files.tag import TagOptions, tag
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.gazetteer_editor import GazetteerEditor
from app.views.dialogs.gazetteer_import import GazetteerImport
from crfcore.crf import LinearChainCRF
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
LABELS = ("DRUG", "DAY")
TEXT = "\n".join(
    f"{who} gave {drug} on {day} .\n".replace(" ", "\n")
    for who in ("Ada", "Bo", "Cy")
    for drug in ("folic\tacid", "zolpan", "merivan", "Xylo")
    for day in ("Monday", "May")
).replace("\t", "\n")
LISTED = "zolpan\tDRUG\nfolic acid\tDRUG\nMonday\tDAY\nbad\tline\there\n"


def back_to_work(gui_session: GuiSession) -> None:
    """Turn from a dialog that is gone to the sentence."""
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def kinds(gui_session: GuiSession) -> dict[str, str]:
    records = gui_session.workspace.caret.tokens()
    return {r.word: f"{r.kind.value} {r.tag}" for r in records if r.tag not in (None, "O")}


def go_to(gui_session: GuiSession, *words: str) -> None:
    session = gui_session.project.session
    for sentence_index in session.visible.tolist():
        if (
            set(words) <= set(session.corpus.words_of(sentence_index))
            and session.open_tokens[sentence_index]
        ):
            gui_session.workspace.caret.go_to(sentence_index)
            return
    raise AssertionError(words)


def token(gui_session: GuiSession, word: str) -> int:
    return [record.word for record in gui_session.workspace.caret.tokens()].index(word)


def test_gazetteers_from_a_file_to_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, text, listed = (tmp_path / name for name in ("p.tagwright", "t.conll", "known.tsv"))
    text.write_text(TEXT)
    listed.write_text(LISTED)
    labels = [Label(n, name, n, str(n), n) for n, name in enumerate(LABELS, 1)]
    ProjectFile.create(path, ProjectSettings(), labels).close()
    with GuiSession(path) as gui_session:
        project, player = gui_session.project, gui_session.player
        session = project.session
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(project.exchange.import_files([text], options))

        # A file, its preview, and what it proposes without any model.
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(listed), ""))
        gui_session.window.actions_["import_gazetteer"].trigger()
        preview = journey.shown(gui_session.window, GazetteerImport)
        assert "known.tsv, line 4" in preview.troubles.toPlainText()
        preview.accept()
        back_to_work(gui_session)
        wait_for(lambda: project.gazetteers.counts == {1: 24}, "the matches are counted")
        wait_for(lambda: bool((session.proposals.models < 0).all()), "suggestions of the gazetteer")
        go_to(gui_session, "Ada", "acid", "Monday")
        assert kinds(gui_session) == {
            "folic": "listed B-DRUG",
            "acid": "listed I-DRUG",
            "Monday": "listed B-DAY",
        }

        # Words of a sentence join it by one key, and undo takes them out again.
        go_to(gui_session, "Ada", "merivan", "May")
        gui_session.workspace.caret.select(
            token(gui_session, "merivan"), token(gui_session, "merivan")
        )
        player.label(token(gui_session, "merivan"), token(gui_session, "merivan"), "DRUG")
        player.press(Key.Key_G, CONTROL)
        assert session.project.phrases[1]["merivan"] == "DRUG"
        player.press(Key.Key_Z, CONTROL)
        assert "merivan" not in session.project.phrases[1]
        player.press(Key.Key_Y, CONTROL)
        wait_for(lambda: project.gazetteers.counts == {1: 30}, "it is counted again")

        # The first sentences are accepted; from then on the model proposes, and knows the lists.
        for who in ("Ada", "Bo"):
            for drug in ("acid", "zolpan"):
                go_to(gui_session, who, drug, "Monday")
                player.press(Key.Key_Return)
        gui_session.rest(120)
        go_to(gui_session, "Cy", "merivan", "Monday")
        assert {one.kind for one in gui_session.workspace.caret.tokens()} == {DisplayKind.PROPOSAL}
        model = project.trainer.full_model.model
        names = {name for name, _ in model.crf.state_features_}
        assert {"gaz:known:B-DRUG", "gaz:known:I-DRUG", "gaz:known:B-DAY"} <= names

        # As a rule it is obeyed, whatever the model thinks; a phrase is added in the editor.
        player.press(Key.Key_G, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        view = gui_session.window.panels.gazetteers.view
        wait_for(view.hasFocus, "the list has the focus")
        view.show_row(0)
        QTest.keyClick(view, Key.Key_1)
        QTest.keyClick(view, Key.Key_Return)
        editor = journey.shown(gui_session.window, GazetteerEditor)
        QTest.keyClicks(editor.phrase, "Ada")
        editor.own_label.setCurrentText("DAY")
        QTest.keyClick(editor.phrase, Key.Key_Return)
        editor.close()
        back_to_work(gui_session)
        gui_session.rest(120)
        go_to(gui_session, "Ada", "merivan", "Monday")
        assert kinds(gui_session)["Ada"] == "proposal B-DAY"
        wait_for(lambda: -1 in project.rule_counts.findings, "the rule is counted")

        # The exported model tags new text as the window does.
        view.setFocus()
        QTest.keyClick(view, Key.Key_1)
        assert not session.project.gazetteers[1].as_rule
        gui_session.rest(120)
        out, new = tmp_path / "m.crf", tmp_path / "new.conll"
        gui_session.finish(project.exchange.export_model(out))
        waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
        new.write_text("\n".join("\n".join(session.corpus.words_of(p)) + "\n" for p in waiting))
        lines = "".join(tag(LinearChainCRF.load(out), new, TagOptions(("word",)))).splitlines()
        records = [r for number in waiting for r in session.token_display(number)]
        tags = [line.split()[-1] for line in lines if line]
        differs = [r for tag, r in zip(tags, records, strict=True) if tag != r.tag]
        # What is listed stays beside the model of few sentences.
        assert {r.kind.value for r in differs} == {"listed"}

    with GuiSession(path) as gui_session:
        again = gui_session.project.session.project
        assert list(again.phrases[1]) == ["zolpan", "folic acid", "Monday", "merivan", "Ada"]
        assert again.gazetteers[1].as_features
        assert not again.gazetteers[1].as_rule

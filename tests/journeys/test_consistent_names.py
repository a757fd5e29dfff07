"""A document with repeated names: what is confirmed in one sentence, others follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.consistency import PHRASES
from app.domain.settings import ProjectSettings
from app.edits.settings import change_settings
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.projects.create import label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.project_settings import ProjectSettingsDialog
from tests.journeys import journey
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""

PEOPLE = ("Ada", "Bo", "Cyra", "Dima", "Edda", "Flo")
FIRMS = ("Acme", "Borealis", "Cargolux", "Dunlop", "Evonik", "Fagor")
FRAMES = ("Yesterday {person} left for lunch .", "Shares of {firm} rose again .")
LABELLED = [
    frame.format(person=person, firm=firm).split()
    for person, firm in zip(PEOPLE, FIRMS, strict=True)
    for frame in FRAMES
]
NEW = [
    text.split()
    for text in (
        "Everybody talks about Springer now .",
        "Yesterday Springer left for good .",
        "Nobody likes Springer any more .",
        "Critics of Springer rose again .",
    )
]


def answer(words: Sequence[str]) -> list[str]:
    """Return the right tags of a labelled sentence."""
    return ["B-PER" if word in PEOPLE else "B-ORG" if word in FIRMS else "O" for word in words]


def text_of(sentences: Sequence[Sequence[str]]) -> str:
    """Return sentences as a column file of words."""
    return "".join("\n".join(words) + "\n\n" for words in sentences)


def suggested(gui_session: GuiSession, sentence_index: int) -> str | None:
    """Return the tag shown for *Springer*."""
    records = gui_session.project.session.token_display(sentence_index)
    return next(record.tag for record in records if record.word == "Springer")


def tip_of(gui_session: GuiSession, word: str) -> str:
    """Return the tool tip of a word of the current sentence."""
    model = gui_session.window.sentence_view.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    row = next(one for one in rows if one.data() == word)
    return str(row.data(Qt.ItemDataRole.ToolTipRole))


def settle(gui_session: GuiSession) -> None:
    """Wait for what documents tell, and suggestions with it."""
    wait_for(lambda: gui_session.project.evidence.idle, "the documents", COMPILER_SECONDS)
    gui_session.settle()


def set_consistency(gui_session: GuiSession, key: Qt.Key) -> None:
    """Choose how names are made consistent in the project settings by keys."""
    gui_session.player.press(Key.Key_Comma, CONTROL)
    dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
    dialog.consistency.setFocus()
    QTest.keyClick(dialog.consistency, key)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    gui_session.window.sentence_view.setFocus()


def test_other_sentences_follow_a_correction_and_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "p.tagwright"
    settings = replace(ProjectSettings(), consistency=PHRASES, choose_training=False)
    rows = label_rows(["PER", "ORG"], settings.scheme)
    ProjectFile.create(path, settings, rows, "Ann").close()
    options = ImportOptions("columns", ("word",), Use.TEXT)
    with GuiSession(path) as gui_session:
        project, player = gui_session.project, gui_session.player
        session = project.session
        for name, sentences in (("old.conll", LABELLED), ("new.conll", NEW)):
            (tmp_path / name).write_text(text_of(sentences))
            gui_session.finish(project.exchange.import_files([tmp_path / name], options))
        wait_for(lambda: gui_session.application.warmup.all_done, "kernels", COMPILER_SECONDS)
        first_new = len(LABELLED)
        for at in range(first_new):
            gui_session.workspace.caret.go_to(at)
            player.accept(answer(session.corpus.words_of(at)))
        gui_session.rest(COMPILER_SECONDS)
        settle(gui_session)
        assert project.evidence.way == PHRASES
        # Otherwise the next model might be faster than the document.
        paused = replace(session.project.settings, learning_paused=True)
        session.apply(change_settings(session.project, paused))
        settle(gui_session)
        others = [first_new + 1, first_new + 2, first_new + 3]
        before = [suggested(gui_session, at) for at in others]

        # A correction here …
        gui_session.workspace.caret.go_to(first_new)
        player.label(3, 3, "ORG")
        wait_for(lambda: project.evidence.idle, "the document")
        wait_for(
            lambda: [suggested(gui_session, at) for at in others] == ["B-ORG"] * 3,
            "the others to follow",
        )
        changed = [at for at, tag in zip(others, before, strict=True) if tag != "B-ORG"]
        assert changed
        assert all(session.propagation.tokens(at) for at in changed)
        # The status bar follows after the paint.
        status = gui_session.window.status.changed
        wait_for(lambda: "sentence" in status.text(), "the number of sentences")

        # … is taken back together with what followed it, and the label stays.
        player.press(Key.Key_Escape)
        assert [suggested(gui_session, at) for at in others] == before
        assert not any(session.propagation.tokens(at) for at in others)
        assert suggested(gui_session, first_new) == "B-ORG"
        # Nor does it come back when the document has been asked again.
        settle(gui_session)
        assert [suggested(gui_session, at) for at in others] == before
        assert not any(session.propagation.tokens(at) for at in others)

        # Labelled anew, it is followed again, and the tool tip tells why.
        player.press(Key.Key_Z, CONTROL)
        player.label(3, 3, "ORG")
        wait_for(
            lambda: [suggested(gui_session, at) for at in others] == ["B-ORG"] * 3,
            "the others to follow again",
        )
        gui_session.workspace.caret.go_to(others[0])
        told = (
            f"“Springer” is confirmed as ORG elsewhere in this document: sentence {first_new + 1}."
        )
        wait_for(lambda: told in tip_of(gui_session, "Springer"), "the tool tip to tell why")
        gui_session.workspace.caret.go_to(first_new)
        player.press(Key.Key_Z, CONTROL)
        settle(gui_session)
        assert [suggested(gui_session, at) for at in others] == before

        # The setting is one step of the history; without it every sentence is for itself.
        set_consistency(gui_session, Key.Key_O)
        assert undo_text(session) == "set consistent names to “Off”"
        gui_session.workspace.caret.go_to(first_new)
        player.label(3, 3, "ORG")
        settle(gui_session)
        assert not project.suggester.label_scores
        player.press(Key.Key_Z, CONTROL)
        player.press(Key.Key_Z, CONTROL)
        assert session.project.settings.consistency == PHRASES
        settle(gui_session)

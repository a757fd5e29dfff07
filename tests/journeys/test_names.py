"""The names of a document: those with different labels come first, and one key labels them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.labels import Label
from app.domain.names import TypeCount
from app.domain.settings import ProjectSettings
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.panels.names import NamesPanel
from tests.journeys.journey import CONTROL, SHIFT, Key, import_as_text
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = (
    "Yesterday Axel Springer met Friede Springer in Hamburg .",
    "Later Springer bought a house in Hamburg .",
    "A paper of Springer said so in Hamburg .",
    "Nobody at Springer knew the price .",
    "People like Springer , he said .",
)


def first_of(gui_session: GuiSession, word: str, sentence: int) -> tuple[int, int]:
    """Return where a word stands for the first time in a sentence."""
    corpus = gui_session.project.session.corpus
    return sentence, corpus.words_of(sentence).index(word)


def listed(panel: NamesPanel) -> list[str]:
    return [panel.model.group(row).name for row in range(panel.model.rowCount())]


def test_a_name_with_two_labels_is_first_and_one_key_labels_it_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "news.conll"
    text.write_text("\n\n".join(one.replace(" ", "\n") for one in SENTENCES) + "\n")
    labels = [Label(n, name, n, str(n), n) for n, name in enumerate(("ORG", "PER"), 1)]
    ProjectFile.create(path, ProjectSettings(), labels).close()
    with GuiSession(path) as gui_session:
        import_as_text(gui_session, text, monkeypatch)
        gui_session.project.trainer.pause()  # suggestions would come at any time
        session, workspace = gui_session.project.session, gui_session.workspace
        for sentence, label in ((2, Key.Key_1), (4, Key.Key_2)):
            workspace.caret.go_to(*first_of(gui_session, "Springer", sentence))
            gui_session.player.press(label)
        panel = gui_session.window.panels["names"]
        assert isinstance(panel, NamesPanel)
        gui_session.player.press(Key.Key_N, CONTROL | SHIFT)
        wait_for(lambda: listed(panel)[:1] == ["Springer"], "the names")
        group = panel.model.group(0)
        confirmed = {one.label: one.confirmed for one in group.types}
        assert group.is_mixed
        assert (confirmed["ORG"], confirmed["PER"], group.n) == (1, 1, 6)
        assert "Hamburg" in listed(panel)

        # Enter goes from one occurrence to the next, and stays in the list.
        gui_session.player.press(Key.Key_Down)
        gui_session.player.press(Key.Key_Up)
        assert panel.view.currentIndex().row() == 0
        visited = []
        for _ in range(7):
            gui_session.player.press(Key.Key_Return)
            visited.append((workspace.caret.sentence_index, workspace.caret.first))
        assert visited == [*group.places(), group.places()[0]]

        # One key labels all open occurrences, one Ctrl+Z takes it back.
        before = digest(session.project)
        gui_session.player.press(Key.Key_1)
        wait_for(lambda: panel.model.group(0).n_open == 0, "all occurrences are labelled")
        assert panel.model.group(0).types == (TypeCount("ORG", 5, 0), TypeCount("PER", 1, 0))
        gui_session.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before

        # A sentence that is found by its number has the focus: a label key labels nothing else.
        gui_session.player.press(Key.Key_K, CONTROL)
        QTest.keyClicks(QApplication.focusWidget(), "3")
        gui_session.player.press(Key.Key_Return)
        wait_for(gui_session.window.sentence_view.hasFocus, "the sentence has the focus")
        assert workspace.caret.sentence_index == 2
        gui_session.player.press(Key.Key_N, CONTROL | SHIFT)
        wait_for(panel.view.hasFocus, "the list has the focus")
        gui_session.player.press(Key.Key_Down, CONTROL)
        assert workspace.caret.sentence_index == 3
        wait_for(gui_session.window.sentence_view.hasFocus, "the sentence has the focus")

        gui_session.player.press(Key.Key_N, CONTROL | SHIFT)
        gui_session.player.press(Key.Key_N, CONTROL | SHIFT)
        assert panel.isVisible()
        assert panel.view.hasFocus()

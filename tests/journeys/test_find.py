"""Searching a project and labelling all that was found, by keys alone, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.panels.find import FindPanel
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TEXT = "\n\n".join(
    f"{who} gave {drug} on {day} .".replace(" ", "\n")
    for who in ("Ada", "Bo", "Cy", "Dan")
    for drug in ("folic acid", "zolpan", "Zolpan", "Xylo")
    for day in ("Monday", "May", "June")
)


def search(gui_session: GuiSession, line: str) -> FindPanel:
    """Write a query by keys, and wait for its hits."""
    panel = gui_session.window.panels["find"]
    assert isinstance(panel, FindPanel)
    gui_session.player.press(Key.Key_F, CONTROL | SHIFT)
    wait_for(panel.query.hasFocus, "the line of the query has the keys")
    before = panel.model.found
    QTest.keyClicks(panel.query, line)
    wait_for(lambda: panel.model.found is not before and len(panel.model.found) > 0, "hits")
    return panel


def labelled(gui_session: GuiSession, tag: str) -> int:
    project = gui_session.project.session.project
    return sum(
        project.tags_of(sentence_index).count(tag)
        for sentence_index in range(project.corpus.n_sentences)
    )


def test_all_that_is_found_is_labelled_and_taken_back(tmp_path: Path) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    labels = [Label(n, name, n, str(n), n) for n, name in enumerate(("DRUG", "DAY"), 1)]
    ProjectFile.create(path, ProjectSettings(), labels).close()
    with GuiSession(path) as gui_session:
        session, workspace = gui_session.project.session, gui_session.workspace
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))

        # Words in any case; Enter goes to the first hit, F3 to the next.
        panel = search(gui_session, "zolpan")
        wait_for(lambda: len(panel.model.found) == 24, "all hits")
        QTest.keyClick(panel.query, Key.Key_Return)
        QTest.keyClick(panel.view, Key.Key_Return)
        wait_for(gui_session.window.sentence_view.hasFocus, "the sentence has the keys")
        first = workspace.caret.sentence_index
        gui_session.player.press(Key.Key_2)  # one of them is decided otherwise
        gui_session.player.press(Key.Key_F3)
        assert workspace.caret.sentence_index != first
        assert workspace.caret.tokens()[workspace.caret.token].word.casefold() == "zolpan"

        # All of them get a label in one step, but for the one that is decided.
        before = digest(session.project)
        menu = panel.bulk_button.menu()
        menu.aboutToShow.emit()
        drug = menu.actions()[0].menu().actions()[0]
        with_hits = panel.bulk_button.text()
        drug.trigger()
        wait_for(lambda: labelled(gui_session, "B-DRUG") == 23, "the labels")
        assert with_hits == "Edit all 24"
        received = gui_session.window.messages.text
        wait_for(lambda: "; 1 that someone labelled" in received.text(), "the message")
        gui_session.window.sentence_view.setFocus()
        gui_session.player.press(Key.Key_Z, CONTROL)
        assert digest(session.project) == before
        gui_session.player.press(Key.Key_Y, CONTROL)
        assert labelled(gui_session, "B-DRUG") == 23

        # The list follows what the query says of labels.
        panel = search(gui_session, "zolpan -label:DRUG")
        wait_for(lambda: len(panel.model.found) == 1, "what is left")
        assert panel.model.where(0)[0] == first
    with GuiSession(path) as gui_session:
        assert labelled(gui_session, "B-DRUG") == 23

"""A model that arrives around Enter, in the real window: nothing is confirmed unread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from app.domain.labels import Label
from app.domain.proposals import ProposalSlice
from app.domain.settings import ProjectSettings
from app.jobs.import_documents import ImportOptions, Use
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.storage.project_file import ProjectFile

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
TEXT = "\n\n".join(f"{who} gave it .".replace(" ", "\n") for who in ("Ada", "Bo", "Cy", "Dan"))


def arrive(sitting: Sitting, tags: str) -> None:
    """Let a model propose tags for the sentence in work."""
    session, place = sitting.project.session, sitting.workspace.caret.place
    known = [session.project.tag_id(tag) for tag in tags.split()]
    chances = np.full(len(known), 0.9, np.float32)
    number = int(session.proposals.models[place]) + 1
    news = ProposalSlice(
        np.array([place]), np.array(known, np.int32), chances, number, session.revision
    )
    session.propose(news)


class AtMoment(QObject):
    """Does something when the window is told of a key, before it takes it."""

    def __init__(self, sitting: Sitting, moment: QEvent.Type, tags: str) -> None:
        super().__init__()
        self._sitting, self._moment, self._tags = sitting, moment, tags
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._moment and watched is self._sitting.window.sentence_view:
            QApplication.instance().removeEventFilter(self)
            arrive(self._sitting, self._tags)
        return False


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Open the window on four sentences without a label; what proposes is the test."""
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    settings = ProjectSettings(learning_paused=True)
    ProjectFile.create(path, settings, [Label(1, "WHO", 1, "1", 1)]).close()
    with Sitting(path) as sitting:
        options = ImportOptions("columns", ("word",), Use.TEXT)
        sitting.finish(sitting.project.exchange.import_files([text], options))
        sitting.window.sentence_view.setFocus()
        wait_for(sitting.window.sentence_view.hasFocus, "the focus")
        sitting.settle()
        sitting.workspace.caret.select(0, 0)  # a person has clicked the first word
        yield sitting


@pytest.mark.parametrize("moment", ["painted", "a moment before", "with the key"])
def test_enter_shows_what_a_model_has_just_changed(sitting: Sitting, moment: str) -> None:
    session, workspace = sitting.project.session, sitting.workspace
    place, message = workspace.caret.place, sitting.window.messages.text
    arrive(sitting, "O O O O")

    if moment == "with the key":
        at_key = AtMoment(sitting, QEvent.Type.ShortcutOverride, "B-WHO O O O")
    else:
        arrive(sitting, "B-WHO O O O")
    if moment == "painted":
        sitting.settle()
    sitting.player.press(Key.Key_Return)
    assert session.open_tokens[place] == 4
    assert workspace.caret.place == place
    wait_for(lambda: "“Ada” no label → WHO" in message.text(), "it says so")
    assert session.propagation.tokens(place) == [0]
    sitting.settle()

    sitting.player.press(Key.Key_Return)
    assert session.is_done(place)
    assert session.token_display(place)[0].tag == "B-WHO"
    sitting.player.press(Key.Key_Return)
    assert session.state.progress().confirmed_tokens == 8, "one press where nothing has changed"
    if moment == "with the key":
        at_key.deleteLater()
    sitting.settle()


def test_esc_brings_back_nothing_that_an_undone_label_had_led_to(sitting: Sitting) -> None:
    session, workspace, window = sitting.project.session, sitting.workspace, sitting.window
    arrive(sitting, "O O O O")
    sitting.settle()
    sitting.player.press(Key.Key_1)
    arrive(sitting, "B-WHO O B-WHO O")
    wait_for(lambda: not window.status.changed.isHidden(), "what changed is told")
    sitting.player.press(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    arrive(sitting, "O O O O")
    sitting.settle()
    assert window.status.changed.isHidden(), "the undo has changed it"
    sitting.player.press(Key.Key_Escape)
    assert [record.tag for record in session.token_display(workspace.caret.place)] == ["O"] * 4

"""A person's session on a long text: the model uses word clusters, until they are switched off."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.domain.settings import ProjectSettings
from app.jobs.projects.create import label_rows
from app.jobs.search.similar_words import N_WORDS
from app.jobs.training.word_clusters import LEAST_TOKENS
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.dialogs.similar_words import SimilarWordsDialog
from app.views.dialogs.unlabelled_text import UnlabelledTextDialog
from tests.journeys import journey
from tests.local_text import made_up_names, sentences_with_names
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 5_500

COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""


def cluster_tokens(gui_session: GuiSession) -> int:
    """Return the size of the text of the newest full model's clusters, -1 while it trains."""
    trainer = gui_session.project.trainer
    if trainer.full_model is None or trainer.status.state != "idle":
        return -1
    return trainer.status.cluster_tokens


def popover_line(gui_session: GuiSession) -> str:
    """Open the model's popover by its key, and return what it shows of clusters."""
    gui_session.player.press(Qt.Key.Key_T, journey.CONTROL | journey.SHIFT)
    label = gui_session.window.model.clusters
    wait_for(gui_session.window.model.isVisible, "the popover of the model")
    line = label.text() if label.isVisible() else ""
    QTest.keyClick(gui_session.window.model, Qt.Key.Key_Escape)
    wait_for(lambda: not gui_session.window.model.isVisible(), "the popover closes")
    gui_session.window.sentence_view.setFocus()
    return line


def words_like_the_current_one(gui_session: GuiSession, names: set[str]) -> list[str]:
    """List the words like a name of the current sentence, and close the list."""
    sentence = gui_session.text().split()
    token = next(at for at, word in enumerate(sentence) if word in names)
    gui_session.player.select(token, token)
    gui_session.window.actions_["similar_words"].trigger()
    dialog = journey.shown(gui_session.window, SimilarWordsDialog)
    wait_for(lambda: dialog.view.count() > 0, "similar words")
    role = Qt.ItemDataRole.UserRole
    words = [dialog.view.item(row).data(role) for row in range(dialog.view.count())]
    QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")
    return words


def test_text_that_nobody_labels_is_added_in_a_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text, more = (tmp_path / name for name in ("p.tagwright", "text.conll", "more.txt"))
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    sentences = sentences_with_names(SENTENCES, first_frames=0)
    few, many = sentences[:20], sentences[20:]
    text.write_text("".join("\n".join(words) + "\n\n" for words in few))
    more.write_text("\n".join(" ".join(words) + " ." for words in many))
    with GuiSession(path) as gui_session:
        session, window = gui_session.project.session, gui_session.window
        journey.import_as_text(gui_session, text, monkeypatch)
        names = set(made_up_names())
        answers = {
            " ".join(words): ["B-NAME" if word in names else "O" for word in words] for words in few
        }
        journey.label_by_keyboard(gui_session, answers, 3)
        window.actions_["unlabelled_text"].trigger()
        dialog = journey.shown(window, UnlabelledTextDialog)
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(more)], ""))
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
        wait_for(lambda: dialog.view.count() == 1, "the text is listed")
        assert len(session.visible) == 20
        assert session.state.progress().sentences == 20
        assert len(session.queue.sentence_indices) == 17
        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        n_tokens = session.corpus.n_tokens
        wait_for(lambda: cluster_tokens(gui_session) == n_tokens, "a model that learned from it")
        dialog.view.setFocus()
        QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
        assert undo_text(session) == "remove unlabelled text more.txt"
        wait_for(lambda: cluster_tokens(gui_session) == 0, "a model without it")
        dialog.close()

    with ProjectFile.open(path) as file:
        (added,) = [one for one in file.load().documents.values() if one.for_learning]
        assert added.removed


def test_a_long_text_teaches_the_model_until_that_is_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = tmp_path / "names.tagwright", tmp_path / "text.conll"
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    sentences = sentences_with_names(SENTENCES, first_frames=0)
    text.write_text("".join("\n".join(words) + "\n\n" for words in sentences))
    names = set(made_up_names())
    answers = {
        " ".join(words): ["B-NAME" if word in names else "O" for word in words]
        for words in sentences
    }
    n_tokens = sum(map(len, sentences))
    assert n_tokens >= LEAST_TOKENS
    with GuiSession(path) as gui_session:
        journey.import_as_text(gui_session, text, monkeypatch)
        journey.label_by_keyboard(gui_session, answers, 3)
        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        wait_for(lambda: cluster_tokens(gui_session) == n_tokens, "a model with word clusters")
        line = f"Word vectors and clusters from {n_tokens:,} tokens of this project."
        assert popover_line(gui_session) == line

        words = words_like_the_current_one(gui_session, names)
        assert len(words) == N_WORDS
        assert set(words) <= names

        gui_session.player.press(Qt.Key.Key_Comma, journey.CONTROL)
        dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
        dialog.from_text.setFocus()
        QTest.keyClick(dialog.from_text, Qt.Key.Key_Space)
        QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
        wait_for(lambda: cluster_tokens(gui_session) == 0, "a model without word clusters")
        assert undo_text(gui_session.project.session) == "stop learning from unlabelled text"
        assert popover_line(gui_session) == ""

        gui_session.player.press(Qt.Key.Key_Z, journey.CONTROL)
        wait_for(lambda: cluster_tokens(gui_session) == n_tokens, "word clusters again")

    # The next day the stored model has them at once.
    with GuiSession(path) as gui_session:
        wait_for(lambda: gui_session.project.trainer.model is not None, "the stored model")
        assert gui_session.project.trainer.status.cluster_tokens == n_tokens

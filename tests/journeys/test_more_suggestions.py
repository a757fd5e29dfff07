"""A project whose model suggests too little for its person: the switch for more, and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.settings import ProjectSettings
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
SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""

AMBIGUOUS = ("rose", "jade", "iris", "ruby")
"""Two of five labelled ones are names."""

TAGS = ("B-NAME", "B-NAME", "O", "O", "O")
LABELLED = [
    *((f"Anna saw {word} today .", tag) for word in AMBIGUOUS for tag in TAGS),
    *((f"Anna saw {word} today .", tag) for word, tag in (("Zoe", "B-NAME"), ("tea", "O"))),
]
OPEN = [f"Anna saw {word} today ." for word in (*AMBIGUOUS, "Zoe", "tea")]


def rows(words: str, tag: str) -> str:
    tags = ("B-NAME", "O", tag, "O", "O")
    return "".join(f"{word} {own}\n" for word, own in zip(words.split(), tags, strict=True)) + "\n"


def switch(gui_session: GuiSession) -> None:
    """Use the switch in the project settings."""
    gui_session.player.press(Key.Key_Comma, CONTROL)
    dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
    dialog.more.setFocus()
    QTest.keyClick(dialog.more, Key.Key_Space)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    gui_session.window.sentence_view.setFocus()


def trained(gui_session: GuiSession, objective: str) -> Callable[[], bool]:
    """Return whether the newest model was trained with an objective, and training is over."""

    def is_there() -> bool:
        trainer = gui_session.project.trainer
        model = trainer.full_model
        is_idle = model is not None and trainer.status.state == "idle"
        return is_idle and model.model.crf.get_params()["objective"] == objective

    return is_there


def suggested(gui_session: GuiSession) -> dict[str, list[str | None]]:
    """Return what is suggested for each open sentence."""
    gui_session.rest(120)
    session = gui_session.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    found = {index: session.token_display(index) for index in waiting}
    return {
        " ".join(record.word for record in records): [record.tag for record in records]
        for records in found.values()
    }


def n_names(suggestions: dict[str, list[str | None]]) -> int:
    return sum(tag == "B-NAME" for tags in suggestions.values() for tag in tags)


def test_the_switch_gives_more_suggestions_and_takes_them_back(tmp_path: Path) -> None:
    path = tmp_path / "p.tagwright"
    gold, text = tmp_path / "gold.conll", tmp_path / "open.conll"
    gold.write_text("".join(rows(*one) for one in LABELLED))
    text.write_text("".join("\n".join(words.split()) + "\n\n" for words in OPEN))
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        project, session = gui_session.project, gui_session.project.session
        wait_for(lambda: gui_session.application.warmup.all_done, "kernels", SECONDS)
        for file, columns, use in (
            (gold, ("word", "label"), Use.GOLD),
            (text, ("word",), Use.TEXT),
        ):
            options = ImportOptions("columns", columns, use)
            gui_session.finish(project.exchange.import_files([file], options))
        wait_for(trained(gui_session, "likelihood"), "a model", SECONDS)
        usual = suggested(gui_session)
        assert len(usual) == len(OPEN)
        # What is more often a name is one; what is rather not is left out.
        assert [tags[2] for tags in usual.values()] == [*["O"] * 4, "B-NAME", "O"]

        switch(gui_session)
        assert undo_text(session) == "turn on “Favour recall over precision”"
        wait_for(trained(gui_session, "softmax-margin"), "a model with costs", SECONDS)
        more = suggested(gui_session)
        assert n_names(more) == n_names(usual) + len(AMBIGUOUS)
        assert [tags[2] for tags in more.values()] == [*["B-NAME"] * 5, "O"]

        switch(gui_session)
        assert undo_text(session) == "turn off “Favour recall over precision”"
        wait_for(trained(gui_session, "likelihood"), "a model without costs", SECONDS)
        assert suggested(gui_session) == usual

        # Both changes are undone like any other.
        gui_session.player.press(Key.Key_Z, CONTROL)
        assert session.project.settings.more_suggestions
        gui_session.player.press(Key.Key_Z, CONTROL)
        assert not session.project.settings.more_suggestions

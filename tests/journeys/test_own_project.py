"""A person's own project, from the welcome page to the file that is handed on, and the day after.

The text is that of the sample, whose right labels are known: what the window shows, what the file
says, and what is there after reopening are compared with them at each stage.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import preferences, resource_files
from app.application import build
from app.domain.display import DisplayKind
from app.domain.tokens import Role
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.gazetteer_name import GazetteerName
from app.views.dialogs.new_project import NewProjectDialog
from app.views.dialogs.project_settings import ProjectSettingsDialog
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from tests.journeys import journey
from tests.journeys.test_main_job import answers_of
from tests.journeys.test_rules import add_rule, back_to_work
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
CONTROL_SHIFT = CONTROL | Qt.KeyboardModifier.ShiftModifier
LABELS = ["DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"]
BEFORE_A_MODEL, BY_QUEUE, TEST_SAMPLE = 10, 30, 36
Answers = dict[str, list[str]]


def begin_on_the_welcome_page(path: Path, chosen: Path) -> GuiSession:
    """Make a project by its form, without a test sample for now."""
    preferences.save(preferences.Preferences(annotator="Ann", tour_seen=True), chosen)
    application = build(preferences_path=chosen)
    welcome = application.welcome
    assert welcome is not None
    painted: list[object] = []
    application.painted.connect(painted.append)
    QTest.mouseClick(welcome.new, Qt.MouseButton.LeftButton)
    form = journey.shown(welcome, NewProjectDialog)
    form.path.setText(str(path))
    assert form.focusWidget() is form.labels, "the labels are asked for first"
    QTest.keyClicks(form.labels, ", ".join(LABELS))
    form.control.setValue(0)
    QTest.keyClick(form.labels, Key.Key_Return)
    wait_for(lambda: bool(painted), "the window of the new project")
    return GuiSession(path, application)


def label_by_queue(gui_session: GuiSession, answers: Answers, sentences: int) -> list[str]:
    """Label what the queue brings, wait for a first model on the way, and return the texts."""
    session, texts = gui_session.project.session, []
    for number in range(sentences):
        if number == BEFORE_A_MODEL:
            gui_session.rest(120)
            gui_session.player.press(Key.Key_Return, CONTROL)
            kinds = {record.kind for record in gui_session.workspace.caret.tokens()}
            assert kinds == {DisplayKind.PROPOSAL}, "by now the model suggests something"
        sentence_index, text = gui_session.workspace.caret.sentence_index, gui_session.text()
        assert not gui_session.window.control_notice.isVisible()
        gui_session.player.label_sentence(answers[text])
        gui_session.player.accept(answers[text])
        assert session.is_done(sentence_index)
        texts.append(text)
    done = f"{sentences} of {len(session.visible)} sentences done"
    wait_for(lambda: gui_session.window.status.done.text() == done, "the number of sentences done")
    return texts


def correct_and_take_back(gui_session: GuiSession) -> None:
    """Say something else of a token, see it, and take it back."""
    player, session = gui_session.player, gui_session.project.session
    sentence_index = gui_session.workspace.caret.sentence_index
    before = digest(session.project)
    player.label(0, 0, "DATE")
    assert player.shown()[0] == "B-DATE"
    assert gui_session.workspace.caret.tokens()[0].kind is DisplayKind.PERSON
    player.press(Key.Key_Z, CONTROL)
    assert digest(session.project) == before
    assert gui_session.workspace.caret.tokens()[0].kind is not DisplayKind.PERSON
    assert gui_session.workspace.caret.sentence_index == sentence_index


def make_a_rule(gui_session: GuiSession) -> None:
    """A title is followed by a person; from now on all suggestions obey that."""
    add_rule(gui_session, "A is followed by B", a="TITLE", b="PERSON")
    gui_session.rest(120)
    session = gui_session.project.session
    waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
    for sentence_index in waiting:
        tags = [record.tag or "" for record in session.token_display(sentence_index)]
        behind = [after for tag, after in zip(tags, [*tags[1:], ""], strict=True) if "TITLE" in tag]
        assert all(tag in ("B-PERSON", "I-TITLE") for tag in behind)


def make_a_gazetteer(gui_session: GuiSession, answers: Answers) -> str:
    """Add a drug of the text to a gazetteer by one key, and return it."""
    session = gui_session.project.session
    for sentence_index in session.visible[session.open_tokens[session.visible] > 0].tolist():
        tags = answers[session.corpus.texts[sentence_index]]
        if "B-DRUG" in tags and "I-DRUG" not in tags:
            gui_session.workspace.caret.go_to(sentence_index)
            token = tags.index("B-DRUG")
            gui_session.player.label(token, token, "DRUG")
            gui_session.player.press(Key.Key_G, CONTROL)
            form = journey.shown(gui_session.window, GazetteerName)
            assert form.name.text() == "DRUG"
            form.accept()
            wait_for(lambda: not gui_session.window.findChildren(GazetteerName), "the form goes")
            back_to_work(gui_session)
            word = session.corpus.words_of(sentence_index)[token]
            assert dict(session.project.phrases[1]) == {word: ""}
            assert session.project.gazetteers[1].label == "DRUG"
            gui_session.player.label_sentence(tags)
            gui_session.player.accept(tags)
            return word
    raise AssertionError("no drug is left")


def switch_the_test_on(gui_session: GuiSession, answers: Answers) -> int:
    """Draw a test sample from the panel, and label what the queue brings until one comes."""
    session, panel = gui_session.project.session, gui_session.window.panels.progress
    gui_session.player.press(Key.Key_P, CONTROL_SHIFT)
    assert "Create a test sample first" in panel.hint.text()
    at_work = gui_session.workspace.caret.sentence_index
    QTest.mouseClick(panel.draw_sample, Qt.MouseButton.LeftButton)
    form = journey.shown(gui_session.window, ProjectSettingsDialog)
    form.control.setValue(TEST_SAMPLE)
    form.accept()
    wait_for(lambda: not gui_session.window.findChildren(ProjectSettingsDialog), "the form goes")
    back_to_work(gui_session)
    control = np.flatnonzero(session.corpus.roles == Role.CONTROL)
    assert len(control) == TEST_SAMPLE
    assert (session.open_tokens[control] > 0).all(), "nothing that was labelled is in it"
    assert gui_session.workspace.caret.sentence_index == at_work
    assert at_work not in control, "nor what one has before one"
    assert "Label 10 test sentences" in panel.hint.text()
    for number in range(1, 5):
        sentence_index = gui_session.workspace.caret.sentence_index
        gui_session.player.label_sentence(answers[gui_session.text()])
        gui_session.player.accept(answers[gui_session.text()])
        assert session.is_done(sentence_index)
        if sentence_index in control:
            gui_session.player.press(Key.Key_P, CONTROL_SHIFT)
            return number
        if gui_session.workspace.caret.sentence_index in control:
            assert gui_session.window.control_notice.isVisible()
            kinds = {record.kind for record in gui_session.workspace.caret.tokens()}
            assert kinds == {DisplayKind.NONE}, "a test sentence shows no suggestion"
    raise AssertionError("no test sentence came")


def test_a_project_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = answers_of(resource_files.path("sample/answers.conll"))
    text = resource_files.path("sample/unlabelled.conll")
    path, chosen, out = (tmp_path / n for n in ("own.tagwright", "preferences.json", "out.conll"))

    with begin_on_the_welcome_page(path, chosen) as gui_session:
        session = gui_session.project.session
        assert [label.name for label in session.project.visible_labels()] == LABELS
        assert gui_session.window.status.model.text().startswith("No model yet")
        journey.import_as_text(gui_session, text, monkeypatch)
        assert len(session.visible) == len(answers)
        assert session.queue.waits(np.array([gui_session.workspace.caret.sentence_index]))[0]
        label_by_queue(gui_session, answers, BY_QUEUE)
        correct_and_take_back(gui_session)
        make_a_rule(gui_session)
        word = make_a_gazetteer(gui_session, answers)
        switch_the_test_on(gui_session, answers)

        done = session.visible[session.open_tokens[session.visible] == 0]
        finished = [session.corpus.texts[sentence_index] for sentence_index in done.tolist()]
        lines = journey.export_confirmed(gui_session, out, monkeypatch)
        wait_for(lambda: "Exported" in gui_session.window.messages.text.text(), "it is said")
        left = len(session.visible) - len(done)
        assert f"Exported {len(done)} sentences" in gui_session.window.messages.text.text()
        assert f"{left} " in gui_session.window.messages.text.text(), "and what was left out"
        end, at_work = digest(session.project), gui_session.workspace.caret.sentence_id

    exported = parse_columns(read_text(out)).sentences
    assert [" ".join(f[0] for f in one.fields) for one in exported] == finished
    assert [[f[-1] for f in one.fields] for one in exported] == [answers[t] for t in finished]
    assert lines[-1] == ""

    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        assert digest(session.project) == end
        assert gui_session.workspace.caret.sentence_id == at_work
        assert [rule.kind for rule in session.project.rules.values()] == ["followed_by"]
        assert dict(session.project.phrases[1]) == {word: ""}
        assert int((session.corpus.roles == Role.CONTROL).sum()) == TEST_SAMPLE
        assert gui_session.window.recent.actions()[0].text() == "No other projects yet"
        journey.undo_to_the_start_and_back(gui_session)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

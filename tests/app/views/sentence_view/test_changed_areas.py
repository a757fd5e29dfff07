"""After each edit only what looks different is painted: the result is that of a whole paint."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.session import Session
from app.views.sentence_view import repainting
from app.views.sentence_view.pane import SentencePane
from app.views.sentence_view.pictures import Pictures
from tests.sentences_on_screen import (
    ARABIC,
    CLINICAL,
    ENGLISH,
    LABELS,
    MIXED,
    propose,
    session_of,
    shown,
)
from tests.sessions import proposed

STEPS = 60
ROUNDING = 1
"""Difference of a colour where a smooth edge is drawn in two parts."""


def on_screen(pane: SentencePane) -> QImage:
    """Return what the paints so far have left on the screen."""
    QApplication.processEvents()
    picture = pane.screen().grabWindow(pane.winId()).toImage()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def painted_anew(pane: SentencePane) -> QImage:
    """Return a whole paint without pictures of sentences."""
    pictures, pane.painter._pictures = pane.painter._pictures, Pictures()
    pane.viewport().update()
    image = on_screen(pane)
    pane.painter._pictures = pictures
    return image


def pixels(picture: QImage) -> NDArray[np.int16]:
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1)
    return rows.astype(np.int16)


def step(pane: SentencePane, chance: random.Random) -> str:
    """Do something that a person, or a model, does to the current sentence."""
    workspace = pane.workspace
    session, caret = workspace.session, workspace.caret
    n = caret.n_tokens
    labeller, spans, history = workspace.labeller, workspace.spans, workspace.undo_redo
    first = chance.randrange(n)
    last = min(n - 1, first + chance.choice([0, 0, 0, 1, 2, n]))

    def suggest() -> None:
        tags = {
            token: (f"B-{chance.choice(LABELS)}", chance.choice([0.4, 0.9]))
            for token in range(n)
            if chance.random() < 0.3
        }
        propose(session, caret.sentence_index, tags, rest=chance.choice([0.4, 0.99]))

    actions = {
        "select": lambda: caret.select(first, last),
        "label": lambda: (
            caret.select(first, last),
            labeller.label(chance.choice([*session.project.labels])),
        ),
        "no label": lambda: (caret.select(first, last), labeller.no_label()),
        "clear": lambda: (caret.select(first, last), labeller.clear()),
        "forbid": lambda: (caret.select(first, first), labeller.forbid()),
        "longer": spans.grow_end,
        "shorter": spans.shrink_start,
        "undo": history.undo,
        "redo": history.redo,
        "suggest": suggest,
        "picture": lambda: pane.painter.paint_ahead(pane.page.arrangement()),
    }
    name = chance.choice([*actions])
    actions[name]()
    return f"{name} {first} {last}"


@pytest.mark.parametrize("text", [ENGLISH, ARABIC, MIXED])
@pytest.mark.parametrize("document", [False, True])
def test_painting_what_has_changed_is_as_good_as_painting_everything(
    qtbot, monkeypatch, text, document
):
    monkeypatch.setattr("app.views.sentence_view.pulse.reduced_motion", lambda: True)
    session = session_of(*[CLINICAL, text] * 4)
    pane = shown(qtbot, session, 3)
    pane.resize(420, 400)
    pane.page.set_document_mode(document)
    on_screen(pane)
    chance, done = random.Random(f"{text}{document}"), []
    for _ in range(STEPS):
        done.append(step(pane, chance))
        before, anew = pixels(on_screen(pane)), pixels(painted_anew(pane))
        assert np.abs(before - anew).max() <= ROUNDING, done


class Events(QObject):
    """Records paints of a view, and what a session says, in order."""

    def __init__(self, pane: SentencePane) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.labels: list[str] = []
        self._pane = pane
        pane.viewport().installEventFilter(self)
        pane.workspace.session.changed.connect(lambda _: self.seen.append("changed"))
        pane.painter.painted.connect(lambda: self.seen.append("all"))

    def eventFilter(self, _watched, event) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.seen.append("paint")
            record = self._pane.workspace.caret.tokens()[3]
            self.labels.append(record.tag or "")
        return False


@pytest.fixture
def pane(qtbot) -> SentencePane:
    pane = shown(qtbot, session_of(*[CLINICAL] * 3), 1)
    pane.workspace.caret.select(3, 3)
    QApplication.processEvents()
    return pane


def suggesting(session: Session, events: Events) -> None:
    """Let a model suggest a label for the token after the one labelled."""

    def suggest(sentence_index: int):
        events.seen.append("suggest")
        n = len(session.corpus.words_of(sentence_index))
        tags = ["O"] * n
        tags[3:5] = ["B-DRUG", "B-DOSE"]
        return proposed(session, [sentence_index], tags)

    session.suggest_with(suggest)


def test_a_label_is_painted_before_the_suggestions_that_follow_from_it(pane: SentencePane):
    events = Events(pane)
    suggesting(pane.workspace.session, events)
    pane.workspace.labeller.label(1)
    assert events.seen == ["paint", "suggest", "changed"]
    assert events.labels[0].startswith("B-")
    QApplication.processEvents()
    assert events.seen == ["paint", "suggest", "changed", "paint", "all"]


def test_a_view_says_that_it_has_painted_even_if_no_suggestion_follows(pane: SentencePane):
    events = Events(pane)
    pane.workspace.labeller.label(1)
    QApplication.processEvents()
    assert events.seen == ["paint", "changed", "paint", "all"]


@pytest.mark.parametrize(("document", "seen"), [(False, "changed"), (True, "paint")])
def test_an_accepted_sentence_is_painted_first_where_it_stays_in_view(qtbot, document, seen):
    session = session_of(*[CLINICAL] * 3)
    propose(session, 1, {3: ("B-DRUG", 0.9)})
    pane = shown(qtbot, session, 1)
    pane.page.set_document_mode(document)
    QApplication.processEvents()
    events = Events(pane)
    pane.workspace.acceptance.accept()
    assert session.is_done(1)
    assert events.seen[0] == seen


def test_a_selection_is_painted_without_the_rest_of_its_line(pane: SentencePane):
    QApplication.processEvents()
    area = pane.page.selection_area(3, 4)
    assert area.width() < pane.page.sentence_strip().width() / 2
    assert area.contains(pane.page.rect_of(3))
    assert area.contains(pane.page.rect_of(4))
    QTest.keyClick(pane, Qt.Key.Key_Right)
    assert pane.page.selection_area(0, 99) == pane.page.sentence_strip()


def fails_once(monkeypatch, name: str, what: object) -> list[str]:
    """Let a function of the painter, or of another object, fail when it is next called."""
    function, failures = getattr(what, name), []

    def fail(*values, **choices):
        if not failures:
            failures.append(name)
            raise ValueError(name)
        return function(*values, **choices)

    monkeypatch.setattr(what, name, fail)
    return failures


@pytest.mark.parametrize("name", ["paint_sentence", "changed_area"])
def test_a_label_that_could_not_be_painted_is_there_and_painted_next(
    qtbot, pane: SentencePane, monkeypatch, name
):
    session = pane.workspace.session
    what = pane.page if name == "changed_area" else repainting
    failures = fails_once(monkeypatch, name, what)
    with qtbot.captureExceptions() as exceptions:
        pane.workspace.labeller.label(1)
    assert failures == [name]
    assert [str(error).endswith(name) for _, error, _ in exceptions] == [True]
    assert session.saving.n_unsaved == 1
    assert session.token_display(1)[3].tag == "B-DRUG"
    before, anew = pixels(on_screen(pane)), pixels(painted_anew(pane))
    assert np.abs(before - anew).max() <= ROUNDING


def test_a_label_given_while_one_is_painted_is_painted_too(pane: SentencePane):
    labeller, caret = pane.workspace.labeller, pane.workspace.caret

    class Nested(QObject):
        def eventFilter(self, _watched, event) -> bool:
            if event.type() == QEvent.Type.Paint:
                pane.viewport().removeEventFilter(self)
                caret.select(7, 7)
                labeller.label(2)
            return False

    nested = Nested()
    pane.viewport().installEventFilter(nested)
    labeller.label(1)
    steps = pane.workspace.session.history.steps()
    assert [(step.id, int(step.tokens[0].tokens[0])) for step in steps] == [(1, 3), (2, 7)]
    before, anew = pixels(on_screen(pane)), pixels(painted_anew(pane))
    assert np.abs(before - anew).max() <= ROUNDING


def test_a_jump_to_a_sentence_not_laid_out_yet_leaves_nothing_in_its_old_place(qtbot):
    chance = random.Random(5)
    texts = [
        " ".join("x" * chance.choice([1, 1, 2, 12, 16]) for _ in range(chance.randrange(1, 14)))
        for _ in range(60)
    ]
    pane = shown(qtbot, session_of(*texts), 30)
    pane.page.set_document_mode(True)
    for _ in range(30):
        pane.letters.zoom_by(chance.choice([-1, 1]))
        at = chance.randrange(12, 48)
        pane.workspace.caret.go_to(at)
        on_screen(pane)
        for _ in range(2):
            step = chance.choice([-1, 1]) * chance.randrange(2, 9)
            pane.workspace.caret.go_to(at + step)
            on_screen(pane)
            assert on_screen(pane) == painted_anew(pane), (at, step)

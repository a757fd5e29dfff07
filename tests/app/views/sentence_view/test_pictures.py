"""Pictures of sentences look like sentences painted directly."""

from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.domain.tokens import TokenState
from app.session import Session
from app.views.sentence_view import pictures, repainting
from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.painting import paint_sentence
from app.views.sentence_view.pane import SETTLED_MILLISECONDS, SentencePane
from app.views.sentence_view.pictures import Pictures
from app.views.theme import DARK, HIGH_CONTRAST_LIGHT, LIGHT, Theme
from tests.sentences_on_screen import (
    ARABIC,
    CLINICAL,
    ENGLISH,
    MIXED,
    confirm,
    propose,
    session_of,
    shown,
)

SIZE = QSize(900, 300)
AT = QPoint(60, 40)


@pytest.fixture
def session(qapp) -> Session:
    session = session_of(*[CLINICAL, ENGLISH, ARABIC, MIXED] * 6)
    for sentence_index in range(0, 24, 2):
        propose(session, sentence_index, {3: ("B-DRUG", 0.6), 4: ("I-DRUG", 0.9)})
    return session


@pytest.fixture
def pane(qtbot, session: Session) -> SentencePane:
    pane = shown(qtbot, session, 0)
    pane.page.set_document_mode(True)
    pane.grab()
    return pane


def canvas(theme: Theme, ratio: float) -> QImage:
    image = QImage(SIZE * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.base)
    return image


def painted(arrangement: Arrangement, theme: Theme, ratio: float, *, quiet: bool = False) -> QImage:
    image = canvas(theme, ratio)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(AT)
    paint_sentence(painter, arrangement, theme, None, QRectF(QRect(QPoint(), SIZE)), quiet=quiet)
    painter.end()
    return image


def arrangements(pane: SentencePane) -> list[Arrangement]:
    return [one.arrangement for one in islice(pane.page.others_in_sight(), 4)]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(
    "theme", [LIGHT, DARK, HIGH_CONTRAST_LIGHT], ids=["light", "dark", "contrast"]
)
def test_a_picture_has_the_same_pixels(pane, theme, ratio) -> None:
    kept = Pictures()
    kept.use(theme, ratio)
    for arrangement in arrangements(pane):
        assert kept.add(arrangement)
        image = canvas(theme, ratio)
        painter = QPainter(image)
        assert kept.draw(painter, AT, arrangement)
        painter.end()
        assert image == painted(arrangement, theme, ratio)


def test_a_sentence_gets_one_picture(pane) -> None:
    kept = Pictures()
    kept.use(LIGHT, 1.0)
    first = arrangements(pane)[0]
    assert kept.add(first)
    assert not kept.add(first)


def test_nothing_is_drawn_without_a_picture_or_between_pixels(pane) -> None:
    kept = Pictures()
    image = canvas(LIGHT, 1.5)
    painter = QPainter(image)
    first, second = arrangements(pane)[:2]
    kept.use(LIGHT, 1.5)
    kept.add(first)
    assert not kept.draw(painter, QPoint(1, 0), second)
    corner = pictures._room_of(first).topLeft()
    assert kept.draw(painter, QPoint(2, 2) - corner, first)
    assert not kept.draw(painter, QPoint(2, 1) - corner, first)  # 1.5 device pixels
    painter.end()


@pytest.mark.parametrize("other", [(DARK, 1.0), (LIGHT, 2.0)], ids=["theme", "screen"])
def test_another_theme_or_screen_needs_other_pictures(pane, other) -> None:
    kept = Pictures()
    kept.use(LIGHT, 1.0)
    first = arrangements(pane)[0]
    kept.add(first)
    kept.use(*other)
    assert kept.add(first)


def test_the_memory_is_bounded(pane, monkeypatch) -> None:
    some = arrangements(pane)
    kept = Pictures()
    kept.use(LIGHT, 1.0)
    monkeypatch.setattr(pictures, "MAX_BYTES", 0)
    assert all(kept.add(one) for one in some)
    assert kept.add(some[0])  # nothing was kept


def test_a_very_long_sentence_has_no_picture(pane, monkeypatch) -> None:
    monkeypatch.setattr(pictures, "TALLEST", 5)
    kept = Pictures()
    kept.use(LIGHT, 1.0)
    assert not kept.add(arrangements(pane)[0])


def test_neighbours_are_painted_once(pane, session, monkeypatch) -> None:
    pane.page.set_document_mode(False)
    pane.grab()
    painted_now = []

    def paint(painter, arrangement, *arguments, **named):
        painted_now.append(arrangement)
        paint_sentence(painter, arrangement, *arguments, **named)

    monkeypatch.setattr(pictures, "paint_sentence", paint)
    first = pane.viewport().grab().toImage()
    painted_now.clear()
    assert pane.viewport().grab().toImage() == first
    assert not painted_now
    confirm(session, 1, {1: "B-DRUG"})
    assert pane.viewport().grab().toImage() != first
    assert len(painted_now) == 1


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST_LIGHT])
def test_a_picture_of_a_neighbour_has_the_same_pixels(pane, theme) -> None:
    kept = Pictures()
    kept.use(theme, 1.0)
    for arrangement in arrangements(pane):
        image = canvas(theme, 1.0)
        painter = QPainter(image)
        assert kept.add(arrangement, quiet=True)
        assert kept.draw(painter, AT, arrangement)
        painter.end()
        assert image == painted(arrangement, theme, 1.0, quiet=True)


def test_a_document_with_pictures_looks_the_same(pane) -> None:
    without = pane.viewport().grab().toImage()
    for one in pane.page.others_in_sight():
        pane.painter.paint_ahead(one.arrangement)
    assert pane.viewport().grab().toImage() == without


def test_a_new_label_is_seen_in_spite_of_a_picture(pane, session) -> None:
    for one in pane.page.others_in_sight():
        pane.painter.paint_ahead(one.arrangement)
    before = pane.viewport().grab().toImage()
    confirm(session, 1, {1: "B-DRUG"})
    assert session.corpus.states[session.corpus.span(1)][1] == TokenState.CONFIRMED
    assert pane.viewport().grab().toImage() != before


def test_pictures_are_painted_in_idle_time(qtbot, pane) -> None:
    assert pane.page.others_in_sight()
    pane.page.sight_changed.emit()
    qtbot.wait(SETTLED_MILLISECONDS + 200)
    others = [one.arrangement for one in pane.page.others_in_sight()]
    assert not any(pane.painter.paint_ahead(one) for one in others)


@pytest.fixture
def painted_now(monkeypatch) -> list[Arrangement]:
    """Sentences that are painted directly onto the screen from now on."""
    found: list[Arrangement] = []

    def paint(painter, arrangement, *arguments, **named):
        found.append(arrangement)
        paint_sentence(painter, arrangement, *arguments, **named)

    monkeypatch.setattr(repainting, "paint_sentence", paint)
    return found


@pytest.mark.parametrize("document", [False, True])
@pytest.mark.parametrize(("first", "last"), [(4, 4), (2, 5), (0, 15)])
def test_the_current_sentence_looks_the_same_with_a_picture(
    pane, painted_now, document, first, last
) -> None:
    pane.page.set_document_mode(document)
    pane.workspace.caret.select(first, last)
    without = pane.viewport().grab().toImage()
    assert pane.painter.paint_ahead(pane.page.arrangement())
    painted_now.clear()
    assert pane.viewport().grab().toImage() == without
    # Of several selected tokens, their part of the sentence is painted anew.
    assert (pane.page.arrangement() in painted_now) == (first != last)


def test_a_sentence_that_becomes_current_keeps_its_layout_and_its_picture(
    pane, session, painted_now
) -> None:
    before = next(one for one in pane.page.placed(QRectF(pane.rect())) if one.sentence_index == 2)
    first = pane.page.arrangement()
    for one in (first, before.arrangement):
        pane.painter.paint_ahead(one)
    pane.viewport().grab()
    painted_now.clear()
    for sentence_index in (2, 0):
        pane.workspace.caret.go_to(sentence_index)
        pane.viewport().grab()
    assert not {first, before.arrangement} & set(painted_now)
    pane.workspace.caret.go_to(2)
    assert pane.page.arrangement() is before.arrangement
    confirm(session, 2, {1: "B-DRUG"})
    assert pane.page.arrangement() is not before.arrangement


def test_the_labelled_sentence_gets_a_picture_in_idle_time(qtbot, pane) -> None:
    pane.workspace.caret.select(3, 3)
    pane.workspace.labeller.label(1)
    qtbot.wait(SETTLED_MILLISECONDS + 200)
    assert not pane.painter.paint_ahead(pane.page.arrangement())


def test_the_sentences_to_which_enter_and_tab_go_are_prepared(qtbot, pane, session) -> None:
    pane.workspace.session.set_queue(np.array([0, 17, 3]))
    for sentence_index in range(24):
        session.proposals.lowest[sentence_index] = 0.2 if sentence_index == 21 else 0.9
    received = []
    pane.binding.sight_reported.connect(received.append)
    pane.page.sight_changed.emit()
    qtbot.wait(SETTLED_MILLISECONDS + 300)
    assert received[-1][-2:] == [17, 21]
    for sentence_index in (17, 21):
        assert not pane.painter.paint_ahead(pane.page.around.whole(sentence_index))


def test_the_page_to_which_enter_goes_is_painted_ahead(qtbot, session, painted_now) -> None:
    pane = shown(qtbot, session, 0)
    session.set_queue(np.array([0, 12, 5]))
    kept, around = pane.painter._pictures._kept, pane.page.around
    qtbot.waitUntil(lambda: all(one.arrangement in kept for one in around.prepare(12, 600.0)))
    painted_now.clear()
    pane.workspace.acceptance.next_in_queue()
    pane.viewport().repaint()
    assert pane.workspace.caret.sentence_index == 12
    assert pane.page.arrangement() in kept
    # The selected words are painted over the picture.
    assert set(painted_now) <= {pane.page.arrangement()}


def test_nothing_is_painted_ahead_between_fast_keys(qtbot, session, monkeypatch) -> None:
    pane = shown(qtbot, session, 0)
    priority = SimpleNamespace(claimed=False, claim=lambda: None, release=lambda: None)
    monkeypatch.setattr("app.views.sentence_view.pane.UI_PRIORITY", priority)
    priority.seconds_without_keys = 0.0
    session.set_queue(np.array([0, 12, 5]))
    kept, around = pane.painter._pictures._kept, pane.page.around
    qtbot.wait(4 * SETTLED_MILLISECONDS)
    assert not any(one.arrangement in kept for one in around.prepare(12, 600.0))
    priority.seconds_without_keys = 1.0
    qtbot.waitUntil(lambda: all(one.arrangement in kept for one in around.prepare(12, 600.0)))

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from app.views.colours import TEXT_CONTRAST, contrast
from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.neighbours import (
    LONGEST,
    MOST,
    Neighbour,
    lay_out_neighbours,
    paint_neighbours,
)
from app.views.sentence_view.offsets import OffsetMap
from app.views.theme import DARK, LIGHT, THEMES
from tests.sentences_on_screen import ARABIC, CLINICAL, EMOJI, MIXED

pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(before=(), behind=(), height: float = 100.0):
    metrics = Metrics.of(QFont(), 1.0)
    return lay_out_neighbours(
        [Neighbour(10 - i, text) for i, text in enumerate(before)],
        [Neighbour(12 + i, text) for i, text in enumerate(behind)],
        metrics,
        400.0,
        height,
    )


def test_they_stand_above_and_below_without_touching():
    found = laid_out([CLINICAL, "one"], ["two", CLINICAL])
    above = [one for one in found if one.bottom < 0]
    below = [one for one in found if one.top > 100]
    assert [one.neighbour.place for one in above] == [10, 9]
    assert [one.neighbour.place for one in below] == [12, 13]
    assert above[1].bottom < above[0].top
    assert below[0].bottom < below[1].top


def test_few_are_laid_out_and_long_ones_in_part():
    found = laid_out(["x"] * 20, ["word " * 5000])
    assert len(found) == MOST + 1
    assert len(found[-1].layout.text()) == LONGEST


def test_arabic_neighbours_stand_at_the_right():
    (one,) = laid_out([], [ARABIC])
    line = one.layout.lineAt(0)
    assert line.naturalTextRect().right() == pytest.approx(400, abs=1)


@pytest.mark.parametrize("where", ["before", "behind"])
@pytest.mark.parametrize("text", [ARABIC, MIXED, EMOJI, CLINICAL, "word " * 500 + "END"])
def test_a_point_on_a_letter_finds_its_word(where, text):
    (one,) = laid_out(**{where: [text]})
    shown = one.layout.text()
    left_out = len(text) - len(shown) if where == "before" else 0
    for code_point in range(len(shown)):
        unit = OffsetMap(shown).unit(code_point)
        runs = one.layout.glyphRuns(unit, 1)
        if shown[code_point] == " " or not runs:  # or a mark upon the letter before
            continue
        at = runs[0].boundingRect().center()
        found = one.character_at(at.x(), one.top + at.y())
        # A blank belongs to the word before it.
        n_before = text[: found + 1].rstrip(" ").count(" ")
        assert n_before == text[: left_out + code_point].count(" "), code_point
    assert one.character_at(0.0, one.top - 1) == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_they_are_fainter_than_text_the_further_away(theme):
    inks = []
    for distance in range(2):
        image = QImage(400, 400, QImage.Format.Format_RGB32)
        image.fill(theme.base)
        painter = QPainter(image)
        found = laid_out([], ["I" * 20] * 2, height=0.0)
        paint_neighbours(painter, [found[distance]], theme, QRectF(0, 0, 400, 400))
        painter.end()
        inks.append(
            max(
                contrast(image.pixelColor(x, y), theme.base)
                for x in range(60)
                for y in range(10, 110, 3)
            )
        )
    assert contrast(theme.text, theme.base) > inks[0] > inks[1] > 1


@pytest.mark.parametrize("theme", THEMES.values())
def test_the_furthest_can_be_read(theme):
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(theme.base)
    painter = QPainter(image)
    furthest = laid_out([], ["■" * 20] * MOST, height=0.0)[-1]
    furthest = replace(furthest, top=0.0, layout=laid_out([], ["■" * 20], height=0.0)[0].layout)
    paint_neighbours(painter, [furthest], theme, QRectF(0, 0, 400, 400))
    painter.end()
    ink = max(
        contrast(image.pixelColor(x, y), theme.base) for x in range(60) for y in range(0, 40, 2)
    )
    assert ink >= TEXT_CONTRAST

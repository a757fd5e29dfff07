import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QFont, QImage

from app.domain.changes import Changes
from app.domain.labels import Label
from app.domain.query_choices import TOKENS_ALONE
from app.views.colours import contrast, luminance
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.metrics import Metrics
from app.views.sentence_view.painting import ring_of
from app.views.sentence_view.pane import SentencePane
from app.views.theme import DARK, LIGHT, Theme
from tests.sentences_on_screen import (
    ARABIC,
    CHINESE,
    CLINICAL,
    EMOJI,
    MIXED,
    confirm,
    propose,
    rule_out,
    session_of,
    shown,
    suggest,
)

DRUG, MONDAY, HARBOUR, CLINIC = 7, 12, 21, 23
themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def picture(pane: SentencePane) -> QImage:
    return pane.viewport().grab().toImage()


def rect_of(pane: SentencePane, token: int) -> QRect:
    return pane.visualRect(pane.model().index(token, 0))


def in_theme(pane: SentencePane, theme: Theme) -> SentencePane:
    pane.setPalette(theme.palette())
    return pane


def colours_in(image: QImage, rect: QRect) -> Counter[str]:
    part = image.copy(rect).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(part.constBits(), np.uint32) & 0xFFFFFF
    values, counts = np.unique(pixels, return_counts=True)
    return Counter({f"#{v:06x}": n for v, n in zip(values.tolist(), counts.tolist(), strict=True)})


def has(seen: Counter[str], wanted: QColor) -> bool:
    """Say whether a colour is there, give or take the rounding of a blend."""
    return any(
        max(
            abs(colour.red() - wanted.red()),
            abs(colour.green() - wanted.green()),
            abs(colour.blue() - wanted.blue()),
        )
        <= 3
        for colour in map(QColor, seen)
    )


def below(pane: SentencePane, token: int) -> QRect:
    rect = rect_of(pane, token)
    return QRect(rect.left(), rect.bottom() + 2, max(rect.width(), 90), 18)


def test_a_person_s_chip_has_an_edge_in_the_dark(qtbot):
    session = session_of()
    confirm(session, 0, {DRUG: "B-DRUG"})
    pane = in_theme(shown(qtbot, session), DARK)
    edge = DARK.label(session.project.labels[1].colour).line
    assert contrast(edge, DARK.base) >= DARK.shape_contrast
    assert has(colours_in(picture(pane), rect_of(pane, DRUG).adjusted(-6, -6, 6, 6)), edge)


@themes
def test_a_person_s_chip_is_filled_and_a_proposal_s_is_not(qtbot, theme: Theme):
    session = session_of()
    confirm(session, 0, {DRUG: "B-DRUG"})
    propose(session, 0, {MONDAY: ("B-DATE", 0.95)})
    pane = in_theme(shown(qtbot, session), theme)
    image = picture(pane)
    filled = colours_in(image, rect_of(pane, DRUG))
    outlined = colours_in(image, rect_of(pane, MONDAY))
    assert filled.most_common(1)[0][0] == theme.label(0).fill.name()
    assert outlined.most_common(1)[0][0] == theme.base.name()
    assert has(outlined, theme.label(3).outline(0.95))


def line_pixels(image: QImage, rect: QRect, theme: Theme) -> list[QColor]:
    """Return the colours along the upper edge of a chip, corners left out."""
    row = []
    for x in range(rect.left() + 8, rect.right() - 8):
        column = [image.pixelColor(x, rect.top() + dy) for dy in range(3)]
        row.append(max(column, key=lambda colour: contrast(colour, theme.base)))
    return row


@themes
def test_the_less_sure_the_lighter_the_line(qtbot, theme: Theme):
    session = session_of()
    seen = []
    pane = in_theme(shown(qtbot, session), theme)
    for probability in (0.95, 0.8, 0.65):
        propose(session, 0, {DRUG: ("B-DRUG", probability)})
        line = line_pixels(picture(pane), rect_of(pane, DRUG), theme)
        seen.append(min(contrast(colour, theme.base) for colour in line))
    assert seen == sorted(seen, reverse=True)
    assert seen[0] > seen[2] >= theme.shape_contrast - 0.05


def test_under_the_threshold_the_line_is_dashed(qtbot):
    session = session_of()
    pane = in_theme(shown(qtbot, session), LIGHT)
    gaps = {}
    for probability in (0.7, 0.55):
        propose(session, 0, {CLINIC: ("B-PLACE", probability)})
        line = line_pixels(picture(pane), rect_of(pane, CLINIC), LIGHT)
        gaps[probability] = sum(contrast(colour, LIGHT.base) < 1.1 for colour in line)
    assert gaps[0.7] == 0
    assert gaps[0.55] > 3


def test_a_span_is_filled_without_a_gap_between_its_words(qtbot):
    session = session_of()
    confirm(session, 0, {21: "B-PLACE", 22: "I-PLACE", 23: "I-PLACE"})
    pane = in_theme(shown(qtbot, session), LIGHT)
    left, right = rect_of(pane, 21), rect_of(pane, 23)
    y = left.top() + 2
    image = picture(pane)
    fill = LIGHT.label(4).fill.name()
    span = range(left.left() + 8, right.right() - 8)
    assert {image.pixelColor(x, y).name() for x in span} == {fill}


def test_an_imported_suggestion_is_open_above(qtbot):
    session = session_of()
    suggest(session, 0, {CLINIC: "B-PLACE"})
    pane = in_theme(shown(qtbot, session), LIGHT)
    rect = rect_of(pane, CLINIC)
    image = picture(pane)
    middle = QRect(rect.center().x() - 4, rect.top(), 8, 3)
    assert set(colours_in(image, middle)) == {LIGHT.base.name()}
    side = QRect(rect.left(), rect.center().y() - 3, 4, 6)
    assert has(colours_in(image, side), LIGHT.label(4).line)


def test_what_a_gazetteer_proposes_is_outlined_over_a_list(qtbot):
    session = session_of()
    propose(session, 0, {CLINIC: ("B-PLACE", 0.5)})
    session.proposals.models[0] = -1
    pane = in_theme(shown(qtbot, session), LIGHT)
    rect, image = rect_of(pane, CLINIC), picture(pane)
    side = QRect(rect.left(), rect.center().y() - 3, 4, 6)
    assert has(colours_in(image, side), LIGHT.label(4).line)
    assert has(colours_in(image, below(pane, CLINIC)), LIGHT.label(4).ink)


@themes
def test_what_is_asked_about_bears_a_question_mark_in_a_circle(qtbot, theme: Theme):
    session = session_of()
    session.project.settings = replace(session.project.settings, query_unit=TOKENS_ALONE)
    propose(session, 0, {CLINIC: ("B-PLACE", 0.5)})
    pane = in_theme(shown(qtbot, session), theme)
    rect = below(pane, CLINIC)
    circle = colours_in(picture(pane), QRect(rect.left(), rect.top(), rect.height(), rect.height()))
    assert has(circle, theme.accent)
    assert has(circle, theme.base)
    assert contrast(theme.accent, theme.base) >= 4.5


def test_ruled_out_names_are_struck_through(qtbot):
    session = session_of()
    rule_out(session, 0, CLINIC, "DATE")
    pane = in_theme(shown(qtbot, session), LIGHT)
    inks = colours_in(picture(pane), below(pane, CLINIC))
    assert has(inks, LIGHT.text)
    assert not has(inks, LIGHT.bad), "what is ruled out is no problem"


@themes
def test_a_probable_miss_is_dotted_under_plain_text(qtbot, theme: Theme):
    session = session_of()
    propose(session, 0, {CLINIC: ("O", 0.5)})
    pane = in_theme(shown(qtbot, session), theme)
    rect = rect_of(pane, CLINIC)
    image = picture(pane)
    y = rect.bottom()
    row = [
        max(contrast(image.pixelColor(x, y + dy), theme.base) for dy in (-1, 0, 1))
        for x in range(rect.left() + 5, rect.right() - 5)
    ]
    assert max(row) > 3
    assert min(row) < 1.5


def test_a_person_s_no_label_is_a_quiet_line_that_a_proposed_one_has_not(qtbot):
    session = session_of()
    propose(session, 0, {})
    pane = in_theme(shown(qtbot, session), LIGHT)
    rect = rect_of(pane, CLINIC)
    under = QRect(rect.left() + 6, rect.bottom() - 2, rect.width() - 12, 4)
    assert set(colours_in(picture(pane), under)) == {LIGHT.base.name()}
    confirm(session, 0, {CLINIC: "O"})
    assert len(colours_in(picture(pane), under)) > 1


def test_the_selection_has_the_system_s_colour_and_the_ring_is_always_there(qtbot):
    session = session_of()
    pane = in_theme(shown(qtbot, session), LIGHT)
    pane.selection.show(HARBOUR, CLINIC)
    image = picture(pane)
    assert colours_in(image, rect_of(pane, 22)).most_common(1)[0][0] == LIGHT.selection.name()
    around = rect_of(pane, CLINIC).adjusted(-4, -4, 4, 4)
    assert has(colours_in(image, around), LIGHT.accent)
    pane.clearFocus()
    image = picture(pane)
    ring = QRect(around.left() + 10, around.top(), around.width() - 20, 5)
    assert any(luminance(QColor(name)) < 0.6 for name in colours_in(image, ring))


def test_a_selection_cuts_no_marks_that_reach_out_of_the_line(qtbot):
    pane = in_theme(shown(qtbot, session_of("one two o" + 9 * "\u0301" + " end")), LIGHT)
    pane.selection.show(3, 3)
    rect = rect_of(pane, 2)
    above = QRect(rect.left(), rect.top() - 24, rect.width(), 22)
    whole = picture(pane).copy(above)
    assert len(colours_in(whole, whole.rect())) > 1
    pane.selection.show(0, 1)
    assert picture(pane).copy(above) == whole


def test_one_token_alone_is_ringed_but_not_filled(qtbot):
    session = session_of()
    pane = in_theme(shown(qtbot, session), LIGHT)
    pane.selection.show(CLINIC, CLINIC)
    seen = colours_in(picture(pane), rect_of(pane, CLINIC))
    assert seen.most_common(1)[0][0] == LIGHT.base.name()


def test_a_label_without_a_row_is_painted_neutrally(qtbot):
    session = session_of()
    confirm(session, 0, {DRUG: "B-GENE"})
    pane = in_theme(shown(qtbot, session), DARK)
    seen = colours_in(picture(pane), rect_of(pane, DRUG))
    fill = QColor(seen.most_common(1)[0][0])
    assert fill.name() == DARK.neutral().fill.name()


def test_a_pattern_lies_over_the_fill_of_a_tint(qtbot):
    session = session_of()
    session.project.labels[1] = Label(1, "DRUG", 8, "1", 0)
    confirm(session, 0, {DRUG: "B-DRUG"})
    pane = in_theme(shown(qtbot, session), LIGHT)
    session.changed.emit(Changes(labels=True))
    seen = colours_in(picture(pane), rect_of(pane, DRUG))
    label = LIGHT.label(8)
    assert has(seen, label.hatch)
    assert label.fill.name() in seen


def test_only_what_can_be_seen_is_painted(qtbot):
    session = session_of(" ".join([CLINICAL] * 150))
    n_tokens = len(CLINICAL.split()) * 150
    propose(session, 0, dict.fromkeys(range(0, n_tokens, 4), ("B-DRUG", 0.9)))
    pane = shown(qtbot, session)
    pane.selection.show(n_tokens // 2, n_tokens // 2)
    assert rect_of(pane, n_tokens // 2).intersects(pane.viewport().rect())
    assert pane.visualRect(pane.model().index(0, 0)).bottom() < 0
    assert pane.indexAt(QPoint(200, 300)).isValid()


@themes
@pytest.mark.parametrize("text", [CLINICAL, ARABIC, MIXED, EMOJI, CHINESE])
def test_any_script_is_painted_without_a_warning(qtbot, theme: Theme, text: str):
    session = session_of(text)
    propose(session, 0, {1: ("B-DRUG", 0.9), 2: ("I-DRUG", 0.9), 4: ("B-DOSE", 0.3)})
    confirm(session, 0, {0: "B-PERSON", 5: "O"})
    pane = in_theme(shown(qtbot, session, size=(320, 400)), theme)
    pane.selection.show(1, 6)
    assert len(colours_in(picture(pane), pane.viewport().rect())) > 10


@pytest.mark.parametrize("mark", ["\u200e", "\u200f", "\u2068", "\u00ad"])
def test_a_pin_shows_what_nobody_sees(qtbot, mark: str):
    plain, pinned = (shown(qtbot, session_of(f"ab{text}cd efgh")) for text in ("", mark))
    assert plain.grab().toImage() != pinned.grab().toImage()


def white_columns(pane: SentencePane, rect: QRect, theme: Theme) -> set[int]:
    """Return where in a rectangle a line of the colour of selected text runs from top to bottom."""
    image = picture(pane)
    wanted = theme.on_selection
    found = set()
    for x in range(rect.left(), rect.right() + 1):
        hits = sum(
            abs(image.pixelColor(x, y).lightness() - wanted.lightness()) < 40
            for y in range(rect.top() + 8, rect.bottom() - 8)
        )
        if hits > 0.8 * (rect.height() - 16):
            found.add(x)
    return found


@themes
def test_under_a_selection_one_sees_where_a_span_ends(qtbot, theme: Theme):
    session = session_of()
    propose(session, 0, {MONDAY: ("B-DATE", 0.95)})
    pane = in_theme(shown(qtbot, session), theme)
    pane.selection.show(MONDAY, MONDAY + 1)
    rect = rect_of(pane, MONDAY)
    edge = QRect(rect.right() - 8, rect.top(), 9, rect.height())
    assert white_columns(pane, edge, theme)
    propose(session, 0, {MONDAY: ("B-DATE", 0.95), MONDAY + 1: ("I-DATE", 0.95)})
    assert not white_columns(pane, edge, theme), "the span goes on here"


@pytest.mark.parametrize("zoom", [0.7, 1.0, 2.0])
@pytest.mark.parametrize("text", [CLINICAL, ARABIC, MIXED])
def test_the_ring_stays_off_the_words_beside_it(qapp, text: str, zoom: float):
    metrics = Metrics.of(QFont(), zoom)
    tokens = [match.span() for match in re.finditer(r"\S+", text)]
    geometry = SentenceGeometry(text, tokens, metrics, 500.0)
    for token in range(geometry.n_tokens):
        (piece,) = geometry.pieces(token)
        ring = ring_of(geometry, piece, LIGHT.ring)
        left, right = geometry.room_beside(piece)
        assert 0 < piece.left - ring.left() < left - LIGHT.ring / 2
        assert 0 < ring.right() - piece.right < right - LIGHT.ring / 2

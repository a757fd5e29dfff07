"""A row of the queue as it is painted: two lines, what is uncertain in them, labels and number."""

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.domain.names import NameGroup, TypeCount
from app.domain.queue_numbers import Measure, QueueNumbers
from app.item_models.queue import Chip, HighlightedWord, RowUncertainty
from app.session import Session
from app.views.panels import queue_rows
from app.views.panels.queue import QueuePanel
from app.views.panels.queue_rows import (
    BESIDE_NAME,
    NARROWEST,
    WIDEST,
    longest_that_fits,
    paint_chip,
    paint_chips,
    paint_text,
    rooms_for,
)
from app.views.theme import LIGHT, THEMES
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

WIDTH = 260


@pytest.fixture
def canvas(qapp):
    image = QImage(WIDTH, 120, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    painter = QPainter(image)
    painter.setFont(QApplication.font())
    yield image, painter
    painter.end()


def inked(image, rect):
    ground = image.pixelColor(WIDTH - 1, 119)
    xs = range(rect.left(), min(rect.right(), WIDTH - 1))
    ys = range(rect.top(), rect.bottom())
    return [(x, y) for y in ys for x in xs if image.pixelColor(x, y) != ground]


def painted(canvas, uncertainty):
    image, painter = canvas
    height = paint_text(painter, QRect(0, 0, WIDTH, 100), uncertainty, LIGHT)
    return height // QFontMetrics(QApplication.font()).height(), inked(image, image.rect())


@pytest.mark.parametrize(
    ("text", "lines"),
    [("Short.", 1), ("word " * 12, 2), ("word " * 60, 2), ("w" * 300, 2), ("وصف الطبيب " * 30, 2)],
)
def test_a_text_takes_two_lines_at_most_and_stays_within_them(canvas, text, lines):
    n, ink = painted(canvas, RowUncertainty(text=text.strip()))
    assert n == lines
    assert max(y for _, y in ink) <= n * QFontMetrics(QApplication.font()).height()


def test_an_uncertain_word_has_a_line_in_the_colour_of_its_label(canvas):
    image, _ = canvas
    text = "𝔄𝔅 Polish friends"  # behind letters that Qt counts twice
    at = text.index("Polish")
    uncertainty = RowUncertainty(
        text=text, highlighted=(HighlightedWord(at, at + 6, Chip("TITLE", 5)),)
    )
    _, ink = painted(canvas, uncertainty)
    colour = LIGHT.label(5).line.rgb()
    line = [x for x, y in ink if image.pixelColor(x, y).rgb() == colour]
    metrics = QFontMetrics(QApplication.font())
    assert line
    assert min(line) >= metrics.horizontalAdvance("𝔄𝔅") - 1
    assert max(line) - min(line) <= 2 * metrics.horizontalAdvance("Polish")


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_chip_has_the_label_s_name_in_its_colour(canvas, theme):
    _, painter = canvas
    row, long = QRect(0, 0, WIDTH, 16), Chip("A very long name indeed " * 5, 5)
    assert 20 < paint_chip(painter, row, Chip("TITLE", 5), theme, WIDTH) < 100
    assert WIDTH / 2 < paint_chips(painter, row, [long], theme) <= WIDTH
    assert paint_chips(painter, row, [long, Chip("TITLE", 5)], theme) <= WIDTH
    assert paint_chips(painter, QRect(0, 0, NARROWEST - 1, 16), [long], theme) == 0


@pytest.mark.parametrize("name", ["O", "ORG", "PER", "ORGANISATION"])
def test_a_label_that_fits_is_not_cut(canvas, monkeypatch, name):
    _, painter = canvas
    drawn = []
    elided = QFontMetrics.elidedText
    monkeypatch.setattr(
        QFontMetrics,
        "elidedText",
        lambda metrics, *rest: drawn.append(elided(metrics, *rest)) or drawn[-1],
    )
    chips = [Chip(name, 1), Chip("PLACE", 2)]
    width = paint_chips(painter, QRect(0, 0, WIDTH, 16), chips, LIGHT)
    assert paint_chips(painter, QRect(0, 0, width + 2, 16), chips, LIGHT) == width
    assert drawn == 2 * [name, "PLACE"]


def test_a_second_label_is_left_out_rather_than_cut_to_a_letter():
    assert rooms_for([30, 30], 2 * (30 + BESIDE_NAME)) == [30, 30]
    assert rooms_for([30, 30], 2 * (30 + BESIDE_NAME) - 1) == [30]
    assert rooms_for([30], 30 + BESIDE_NAME) == [30]
    assert rooms_for([300], 200) == [200 - BESIDE_NAME]
    assert rooms_for([300, 30], 200) == [200 - 30 - 2 * BESIDE_NAME, 30]
    assert rooms_for([WIDEST - 5, 300, 30], 200) == [WIDEST - 5]
    assert rooms_for([30], NARROWEST - 1) == []
    assert rooms_for([], 100) == []


def test_of_several_wordings_the_longest_that_fits_is_shown(qapp):
    metrics = QFontMetrics(QApplication.font())
    texts = ("a long reason of many words", "a reason", "why")
    for text in texts:
        assert longest_that_fits(texts, metrics, metrics.horizontalAdvance(text)) == text
    assert longest_that_fits(texts, metrics, 0) == "why"


class Row:
    """A row of the queue, as far as it is painted."""

    def __init__(self, uncertainty):
        self._uncertainty = uncertainty

    def data(self, _role):
        return self._uncertainty


def test_what_stands_below_a_text_stands_alike_below_one_line_and_two(canvas, qtbot):
    image, painter = canvas
    panel = QueuePanel(Workspace(Session(project_of([WORDS]))))
    qtbot.addWidget(panel)
    delegate, line = panel.view.itemDelegate(), painter.fontMetrics().height()
    number = QRect(WIDTH - 60, 0, 59, 3 * line + 12)
    lowest = []
    for text in ("Short.", "word " * 12):
        image.fill(LIGHT.window)
        uncertainty = RowUncertainty(text=text.strip(), number="mmmmm")
        delegate.paint_row(painter, QRect(0, 0, WIDTH, 3 * line + 12), Row(uncertainty), LIGHT)
        rows = {y for _, y in inked(image, number) if y < 3 * line + 10}
        lowest.append(max(rows))
    assert lowest[0] == lowest[1]


def test_rows_that_are_not_on_the_screen_are_not_computed(qtbot, monkeypatch):
    n = 2_000
    session = Session(project_of([WORDS] * n))
    propose(session, 1, ["O"] * len(WORDS), [0.9] * 8 + [0.4])
    order = np.arange(n)
    session.set_queue(order, numbers=QueueNumbers.of(Measure("margin"), order, 1.0 / (1 + order)))
    panel = QueuePanel(Workspace(session))
    qtbot.addWidget(panel)
    requests = []
    uncertainty = panel.model.uncertainty
    monkeypatch.setattr(
        panel.model,
        "uncertainty",
        lambda sentence_index: requests.append(sentence_index) or uncertainty(sentence_index),
    )
    panel.resize(296, 600)
    panel.show()
    qtbot.waitUntil(lambda: len(requests) > 0)
    panel.grab()
    assert max(requests) < 40
    rows = panel.view.viewport().height() // panel.view.row_height()
    assert rows >= 5


def painted_texts(monkeypatch, panel, uncertainty, width):
    """Return the texts of the last line of a row that is painted in a width."""
    texts = []
    monkeypatch.setattr(queue_rows, "paint_elided", lambda *args, **_: texts.append(args[2]) or 0)
    monkeypatch.setattr(queue_rows, "paint_line", lambda *args, **_: texts.append(args[2]))
    image = QImage(width, 120, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(QApplication.font())
    delegate = queue_rows.QueueDelegate(panel.model)
    index = panel.model.index(0)
    monkeypatch.setattr(type(panel.model), "uncertainty", lambda *_: uncertainty)
    delegate.paint_row(painter, QRect(0, 0, width, 80), index, LIGHT)
    painter.end()
    return texts


def test_the_number_leaves_room_for_why_a_name_is_listed(qtbot, monkeypatch):
    session = Session(project_of([WORDS] * 2))
    session.set_queue(np.arange(2))
    panel = QueuePanel(Workspace(session))
    qtbot.addWidget(panel)
    at = np.zeros(3, np.int64)
    types = TypeCount("ORG", 2, 0), TypeCount("MISC", 0, 1)
    name = NameGroup("Kelme", 1, at, at, at > 0, 1, types)
    listed = RowUncertainty(
        text="Kelme wint", token="Kelme", number="8.4 corrections/min", name=name
    )
    metrics = QFontMetrics(QApplication.font())
    whole = metrics.horizontalAdvance("Kelme: ORG 2, MISC 1")
    number = metrics.horizontalAdvance(listed.number)
    for width, texts in (
        (whole + number + 40, [listed.number, "Kelme: ORG 2, MISC 1"]),
        (whole + 20, ["Kelme: ORG 2, MISC 1"]),
        (whole - 10, ["ORG 2, MISC 1"]),
    ):
        assert painted_texts(monkeypatch, panel, listed, width) == texts


def test_a_row_has_no_number_before_a_model_has_suggested(qtbot):
    session = Session(project_of([WORDS] * 2))
    order = np.arange(2)
    measure = Measure("expected_corrections", per_second=True)
    session.set_queue(order, numbers=QueueNumbers.of(measure, order, np.array([0.0, 0.1])))
    panel = QueuePanel(Workspace(session))
    qtbot.addWidget(panel)
    assert [panel.model.uncertainty(row).number for row in range(2)] == ["", ""]
    propose(session, 1, ["O"] * len(WORDS), [0.9] * len(WORDS))
    assert [panel.model.uncertainty(row).number for row in range(2)] == ["", "6.0 corrections/min"]

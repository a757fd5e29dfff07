import pytest
from PySide6.QtGui import QFont

from app.views.sentence_view.metrics import DEFAULT_POINTS, Metrics

pytestmark = pytest.mark.usefixtures("qapp")


def test_text_is_between_15_and_18_points():
    assert 15 <= DEFAULT_POINTS <= 18
    assert Metrics.of(QFont(), 1.0).font.pointSizeF() == DEFAULT_POINTS


@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_everything_grows_with_the_zoom(zoom: float):
    small, large = Metrics.of(QFont(), zoom), Metrics.of(QFont(), zoom * 1.5)
    for name in ("ascent", "pad_x", "air", "row_gap", "caption_height", "radius"):
        assert getattr(small, name) <= getattr(large, name)
    assert small.font.pointSizeF() < large.font.pointSizeF()


def test_captions_stay_legible():
    assert Metrics.of(QFont(), 0.5).caption_font.pointSizeF() >= 8


def test_text_is_in_the_font_that_is_given():
    metrics = Metrics.of(QFont("DejaVu Serif"), 1.0)
    assert metrics.font.family() == "DejaVu Serif"
    assert metrics.caption_font.family() == "DejaVu Serif"


def test_widths_are_remembered():
    metrics = Metrics.of(QFont(), 1.0)
    assert metrics.caption_width("PERSON") == metrics.caption_width("PERSON") > 0
    assert metrics.widths.keys() == {"PERSON"}


def test_the_next_sentence_is_further_away_than_the_next_line(qapp) -> None:
    for zoom in (0.5, 1.0, 2.0):
        metrics = Metrics.of(qapp.font(), zoom)
        assert metrics.line_height + metrics.paragraph_gap > 1.3 * metrics.line_height

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from app.views.colours import TEXT_CONTRAST, contrast, luminance, mix, readable

colours = st.builds(QColor, *[st.integers(0, 255)] * 3)


def test_contrast_of_black_on_white_is_21():
    assert round(contrast(QColor("black"), QColor("white")), 6) == 21
    assert contrast(QColor("#777777"), QColor("#777777")) == 1


def test_contrast_of_a_grey_as_published():
    # WebAIM's contrast checker gives 4.48 for #777777 and 4.54 for #767676 on white.
    assert round(contrast(QColor("#777777"), QColor("white")), 2) == 4.48
    assert round(contrast(QColor("white"), QColor("#767676")), 2) == 4.54


def test_luminance_of_primaries_sums_to_that_of_white():
    total = sum(luminance(QColor(name)) for name in ("red", "lime", "blue"))
    assert round(total, 6) == 1


@given(colours, colours)
def test_mixtures_begin_and_end_with_their_colours(first: QColor, second: QColor):
    assert mix(first, second, 0.0).name() == first.name()
    assert mix(first, second, 1.0).name() == second.name()


@given(colours, st.sampled_from(["#ffffff", "#f5f6f8", "#16181d", "#1c1f26"]))
def test_readable_colours_can_be_read(colour: QColor, background: str):
    behind = QColor(background)
    assert contrast(readable(colour, [behind], TEXT_CONTRAST), behind) >= TEXT_CONTRAST


def test_readable_keeps_a_colour_that_can_be_read_already():
    assert readable(QColor("#0072b2"), [QColor("white")], TEXT_CONTRAST) == QColor("#0072b2")

"""Learning curves as a picture."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from app.views.simulation_picture import COLOURS, draw, ticks, write_png
from crfcore.active_learning.checkpoints import Point, Scores
from crfcore.active_learning.simulated_annotator import Effort
from crfcore.active_learning.simulation import Simulation
from crfcore.errors import DataError


def _points(*heights):
    return tuple(
        Point.of(Effort(50 * n, 900 * n, 900 * n, 30 * n, 100 * n), Scores(height, height))
        for n, height in enumerate(heights, 1)
    )


def _simulation(score="f1", n_ways=2):
    ways = {
        f"a rather long name of a strategy {number}": {
            0: _points(0.3, 0.5, 0.6 + 0.01 * number),
            1: _points(0.4, 0.5, 0.7),
        }
        for number in range(n_ways)
    }
    return Simulation(Scores(0.8, 0.9), score, ways)


def _has(image, colour):
    wanted = QColor(colour).rgb()
    return any(
        image.pixel(x, y) == wanted
        for y in range(0, image.height(), 3)
        for x in range(0, image.width(), 3)
    )


def test_a_row_for_each_score_and_a_colour_for_each_way(qapp):
    image = draw(_simulation())
    assert all(_has(image, colour) for colour in COLOURS[:2])
    assert not _has(image, COLOURS[2])
    tags = draw(_simulation("token_accuracy"))
    assert tags.width() == image.width()
    assert tags.height() < image.height()


def test_many_ways_get_a_legend_of_several_lines(qapp):
    assert draw(_simulation(n_ways=9)).height() > draw(_simulation()).height()


def test_ways_without_a_common_amount_are_left_out(qapp):
    apart = {0: _points(0.3), 1: _points(0.1, 0.2)[1:]}
    assert not _has(draw(Simulation(Scores(0.8, 0.9), "f1", {"apart": apart})), "#ff0000")


def test_the_picture_is_a_png(qapp, tmp_path):
    write_png(tmp_path / "a.png", _simulation())
    assert QImage(str(tmp_path / "a.png")).size() == draw(_simulation()).size()
    with pytest.raises(DataError, match="folder"):
        write_png(tmp_path / "no" / "a.png", _simulation())


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0.0, 10.0, 5, [0, 2, 4, 6, 8, 10]),
        (0.31, 0.72, 5, [0.4, 0.5, 0.6, 0.7]),
        (0.0, 7400.0, 5, [0, 2000, 4000, 6000]),
    ],
)
def test_scales_have_round_numbers(low, high, most, expected):
    assert ticks(low, high, most) == expected

"""What is promised of a size is what the library says."""

import pytest

from app.domain.precision import PLANNED, PLANNED_SCORE, PLANNED_SPANS, planned_precision
from crfcore.active_learning.control_sample import planned_widths


def test_the_kept_numbers_are_the_library_s() -> None:
    widths = planned_widths(PLANNED, score=PLANNED_SCORE, spans_a_sentence=PLANNED_SPANS)
    assert [planned_precision(size) for size in PLANNED] == pytest.approx(
        [width / 2 for width in widths], abs=1e-4
    )


def test_between_them_precision_goes_with_the_root_of_the_size() -> None:
    (width,) = planned_widths([150], score=PLANNED_SCORE, spans_a_sentence=PLANNED_SPANS)
    assert planned_precision(150) == pytest.approx(width / 2, rel=0.01)
    assert planned_precision(6400) == pytest.approx(PLANNED[1600] / 2)


def test_a_handful_of_sentences_tells_nothing() -> None:
    assert planned_precision(9) == 0.5

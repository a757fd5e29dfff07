"""Tests of the precision of a sample size, against the library."""

import pytest

from app.domain.precision import ACCURACY, SPANS, planned_precision
from crfcore.active_learning.control_sample import planned_widths


def widths(plan, sizes):
    return planned_widths(sizes, score=plan.score, spans_a_sentence=plan.counted)


@pytest.mark.parametrize("plan", [SPANS, ACCURACY])
def test_the_kept_numbers_are_the_library_s(plan) -> None:
    assert [planned_precision(size, plan) for size in plan.precision] == pytest.approx(
        [width / 2 for width in widths(plan, plan.precision)], abs=1e-4
    )


def test_between_them_precision_goes_with_the_root_of_the_size() -> None:
    (width,) = widths(SPANS, [150])
    assert planned_precision(150) == pytest.approx(width / 2, rel=0.01)
    assert planned_precision(6400) == pytest.approx(SPANS.precision[1600] / 2)


def test_a_handful_of_sentences_tells_nothing() -> None:
    assert planned_precision(9) == 0.5

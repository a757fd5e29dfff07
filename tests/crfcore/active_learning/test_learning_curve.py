from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import LearningCurve, PowerLaw, fit_power_law, mean_curve
from crfcore.errors import CrfError

CURVE = LearningCurve([10, 20, 40], [0.2, 0.6, 0.8])


def test_a_known_curve():
    assert CURVE.area() == pytest.approx((10 * 0.4 + 20 * 0.7) / 30)
    assert CURVE.area(15, 30) == pytest.approx((5 * 0.5 + 10 * 0.65) / 15)
    assert CURVE.area(20, 20) == pytest.approx(0.6)
    assert CURVE.first_crossing(0.4) == pytest.approx(15)
    assert CURVE.first_crossing(0.1) == 10
    assert CURVE.first_crossing(0.8) == pytest.approx(40)
    assert CURVE.first_crossing(0.81) is None
    np.testing.assert_allclose(CURVE.at([10, 30]), [0.2, 0.7])


def test_the_first_crossing_counts_although_the_curve_falls_again():
    curve = LearningCurve([1, 2, 3, 4], [0.1, 0.5, 0.3, 0.7])
    assert curve.first_crossing(0.4) == pytest.approx(1.75)


CURVES = st.lists(st.tuples(st.integers(1, 30), st.floats(0, 1)), min_size=1, max_size=8).map(
    lambda points: LearningCurve(np.cumsum([n for n, _ in points]), [s for _, s in points])
)


@given(curve=CURVES, shares=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_areas_equal_slow_sums(curve, shares):
    first, last = sorted(curve.start + share * (curve.stop - curve.start) for share in shares)
    places = np.linspace(first, last, 4001)
    middle = curve.at((places[1:] + places[:-1]) / 2)
    assert curve.area(first, last) == pytest.approx(middle.mean(), abs=1e-3)


@given(curve=CURVES, score=st.floats(0, 1))
def test_crossings_equal_a_slow_walk(curve, score):
    found = curve.first_crossing(score)
    if found is None:
        assert curve.scores.max() < score
    else:
        assert curve.at(found) >= score - 1e-9
        before = np.linspace(curve.start, found, 500, endpoint=False)
        assert found == curve.start or np.all(curve.at(before) <= score + 1e-9)


def test_the_mean_of_curves_covers_what_they_share():
    other = LearningCurve([15, 45], [0.5, 0.9])
    mean = mean_curve([CURVE, other])
    np.testing.assert_array_equal(mean.amounts, [15, 20, 40])
    np.testing.assert_allclose(mean.scores, (CURVE.at([15, 20, 40]) + other.at([15, 20, 40])) / 2)
    alone = mean_curve([CURVE])
    np.testing.assert_array_equal(alone.scores, CURVE.scores)


@pytest.mark.parametrize(
    "work",
    [
        lambda: LearningCurve([], []),
        lambda: LearningCurve([1, 1], [0.1, 0.2]),
        lambda: LearningCurve([1, 2], [0.1]),
        lambda: LearningCurve([1, 2], [0.1, np.nan]),
        lambda: CURVE.at([5]),
        lambda: CURVE.area(5, 20),
        lambda: CURVE.area(30, 20),
        lambda: mean_curve([]),
        lambda: mean_curve([CURVE, LearningCurve([50, 60], [0.1, 0.2])]),
        lambda: fit_power_law(LearningCurve([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4])).gain(0, 1),
        lambda: fit_power_law(LearningCurve([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4])).gain(1, -1),
    ],
)
def test_invalid_arguments_are_rejected(work):
    with pytest.raises(CrfError):
        work()


AMOUNTS = np.array([50, 70, 100, 140, 200, 280, 400, 560, 800])


def test_an_exact_power_law_is_found():
    law = PowerLaw(0.9, 2.0, 0.6)
    fit = fit_power_law(LearningCurve(AMOUNTS, [law.at(n) for n in AMOUNTS]))
    assert fit.law.exponent == pytest.approx(0.6, rel=0.02)
    assert fit.law.ceiling == pytest.approx(0.9, abs=0.005)
    gain = fit.gain(800, 100)
    assert gain.gain == pytest.approx(law.at(900) - law.at(800), rel=0.03)
    assert gain.low <= gain.gain <= gain.high


def test_fits_equal_least_squares_for_each_exponent():
    rng = np.random.default_rng(1)
    scores = PowerLaw(0.7, 1.5, 0.5).at(1) + 1.5 - 1.5 * AMOUNTS**-0.5 + rng.normal(0, 0.01, 9)
    fit = fit_power_law(LearningCurve(AMOUNTS, scores))
    for law in fit.laws[::17]:
        table = np.stack([np.ones(9), -(AMOUNTS**-law.exponent)], axis=1)
        ceiling, drop = np.linalg.lstsq(table, scores, rcond=None)[0]
        if ceiling <= 1.0 and drop >= 0.0:
            assert (law.ceiling, law.drop) == pytest.approx((ceiling, drop))
    errors = [np.sum((scores - [law.at(n) for n in AMOUNTS]) ** 2) for law in fit.laws]
    assert fit.laws[int(np.argmin(errors))] == fit.law


def test_the_ceiling_is_not_above_one_and_a_falling_curve_gains_nothing():
    steep = fit_power_law(LearningCurve(AMOUNTS, np.log(AMOUNTS) / np.log(900)))
    assert all(law.ceiling <= 1.0 and law.drop >= 0.0 for law in steep.laws)
    assert any(law.ceiling == 1.0 for law in steep.laws)
    falling = fit_power_law(LearningCurve(AMOUNTS, 0.9 - AMOUNTS / 2000))
    assert falling.gain(800, 100).gain == 0.0


def test_gains_are_covered_as_promised():
    rng = np.random.default_rng(5)
    law = PowerLaw(0.88, 1.2, 0.45)
    truth = law.at(900) - law.at(800)
    held = 0
    for _ in range(300):
        scores = [law.at(n) + rng.normal(0, 0.004) for n in AMOUNTS]
        gain = fit_power_law(LearningCurve(AMOUNTS, scores)).gain(800, 100)
        held += gain.low <= truth <= gain.high
    assert held >= 0.9 * 300


def test_few_points_give_no_result():
    assert fit_power_law(CURVE) is None
    assert fit_power_law(LearningCurve([0, 1, 2, 3], [0.1, 0.2, 0.3, 0.4])) is None


def test_the_amount_needed_is_where_the_law_reaches_the_score() -> None:
    amounts = np.array([50, 100, 200, 400, 800])
    fit = fit_power_law(LearningCurve(amounts, 0.9 - 2.0 * amounts**-0.5))
    assert fit is not None
    needed = fit.needed(0.85)
    assert needed.amount == pytest.approx((2.0 / 0.05) ** 2.0, rel=0.1)
    assert needed.low <= needed.amount <= needed.high


def test_no_amount_is_enough_for_more_than_the_ceiling() -> None:
    amounts = np.array([50, 100, 200, 400, 800])
    fit = fit_power_law(LearningCurve(amounts, 0.9 - 2.0 * amounts**-0.5))
    assert fit is not None
    assert fit.needed(0.99).amount == np.inf


def test_what_noise_leaves_open_is_reported() -> None:
    rng = np.random.default_rng(0)
    amounts = np.arange(50, 500, 50)
    scores = 0.9 - 2.0 * amounts**-0.5 + rng.normal(0.0, 0.01, len(amounts))
    fit = fit_power_law(LearningCurve(amounts, scores))
    assert fit is not None
    needed = fit.needed(0.84)
    assert needed.low < needed.amount < needed.high


def test_an_amount_beyond_all_numbers_is_none():
    amounts = np.array([113090.0, 136350.0, 409288.0, 784091.0, 862116.0])
    fit = fit_power_law(LearningCurve(amounts, [0.29, 0.31, 0.41, 0.71, 0.74]))
    for law in fit.laws:
        needed = fit.needed(float(np.nextafter(law.ceiling, 0.0)))
        assert needed.low <= needed.amount <= needed.high

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.active_learning import cross_fitted, fit_temperature
from crfcore.active_learning.temperature import ENOUGH_SENTENCES, GRID, SPREAD
from crfcore.errors import CrfError, DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets

N_LABELS = 3
LABELS = ["A", "B", "C"]


def random_text(rng, n_sentences):
    return [[f"w{number}" for number in rng.integers(12, size=8)] for _ in range(n_sentences)]


@pytest.fixture(scope="module")
def material():
    """Return a model, sentences, and labels drawn from the model with all scores halved."""
    rng = np.random.default_rng(3)
    words = random_text(rng, 60)
    tags = [[LABELS[(int(word[1:]) + int(rng.integers(4) == 0)) % 3] for word in s] for s in words]
    crf = LinearChainCRF(template="U0:%x[0,0]\nU1:%x[-1,0]\nB\n", c2=0.01, max_iterations=30)
    crf.fit(ColumnTable.from_words(words), tags)
    others = ColumnTable.from_words(random_text(rng, 160))
    drawn = [labels[0] for labels in crf.with_temperature(2.0).sample(others, 1, rng)]
    return crf, others, drawn


def slow_log_likelihood(crf, table, y, temperature):
    total = 0.0
    for tokens, known in zip(
        crf.with_temperature(temperature).predict_marginals(table), y, strict=True
    ):
        for row, label in zip(tokens, known, strict=True):
            wanted = {label} if isinstance(label, str) else label
            if label is not None and wanted & set(row):
                total += np.log(sum(row[name] for name in wanted if name in row))
    return total


def test_the_temperature_of_what_was_drawn_is_found(material):
    crf, table, y = material
    fit = fit_temperature(crf, table, y)
    assert fit.temperature == pytest.approx(2.0, rel=0.15)
    assert fit.n_sentences == 160
    assert fit.n_tokens == 1280
    assert fit.enough
    assert fit.log_likelihood > fit.log_likelihood_before
    assert fit.log_likelihood == pytest.approx(
        slow_log_likelihood(crf, table, y, fit.temperature), rel=1e-9
    )
    # The model's current temperature does not matter.
    assert fit_temperature(crf.with_temperature(9.0), table, y) == fit


def test_it_is_where_a_finer_search_finds_it(material):
    crf, table, y = material
    some, known = table.select(range(40)), y[:40]
    fit = fit_temperature(crf, some, known)
    assert fit.enough == (ENOUGH_SENTENCES <= 40)
    places = np.log(fit.temperature) + np.linspace(-0.05, 0.05, 21)
    values = [
        slow_log_likelihood(crf, some, known, float(np.exp(place))) - 0.5 * (place / SPREAD) ** 2
        for place in places
    ]
    assert places[int(np.argmax(values))] == pytest.approx(np.log(fit.temperature), abs=0.011)


def test_sets_unknown_tokens_and_unknown_labels(material):
    crf, table, y = material
    some = table.select(range(60))
    known = [list(labels) for labels in y[:60]]
    known[0] = [None] * 8
    known[1] = ["never seen"] * 8
    known[2] = [{label, "A"} for label in known[2]]
    known[3] = [set(LABELS)] * 8
    fit = fit_temperature(crf, some, known)
    assert (fit.n_sentences, fit.n_tokens) == (58, 58 * 8)
    assert fit.log_likelihood == pytest.approx(
        slow_log_likelihood(crf, some, known, fit.temperature)
    )
    found = cross_fitted(crf, some, known)
    assert len(found.correct) == 59 * 8  # an unknown label is wrong, an unknown token is nothing
    assert not found.correct[:8].any()


def test_targets_are_taken_too(material):
    crf, table, y = material
    some, known = table.select(range(50)), [list(labels) for labels in y[:50]]
    known[4][2] = None
    targets = Targets.from_labels(known, crf.classes_)
    assert fit_temperature(crf, some, targets) == fit_temperature(crf, some, known)
    one, other = cross_fitted(crf, some, targets), cross_fitted(crf, some, known)
    np.testing.assert_array_equal(one.confidence, other.confidence)


def test_cross_fitted_confidences_come_from_the_other_sentences(material):
    crf, table, y = material
    some, known = table.select(range(50)), y[:50]
    found = cross_fitted(crf, some, known, folds=4, rng=7)
    parts = np.array_split(np.random.default_rng(7).permutation(50), 4)
    expected = np.zeros(400)
    for part, temperature in zip(parts, found.temperatures, strict=True):
        others = np.setdiff1d(np.arange(50), part)
        fit = fit_temperature(crf, table.select(others), [known[i] for i in others])
        assert temperature == pytest.approx(fit.temperature)
        warm = crf.with_temperature(temperature)
        for place in part.tolist():
            rows = warm.predict_marginals(some.select([place]))[0]
            expected[8 * place : 8 * place + 8] = [
                max_of(rows, crf, some, place, t) for t in range(8)
            ]
    np.testing.assert_allclose(found.confidence, expected, atol=1e-9)
    found_labels = crf.predict(some)
    right = [
        a == b for s, t in zip(found_labels, known, strict=True) for a, b in zip(s, t, strict=True)
    ]
    np.testing.assert_array_equal(found.correct, right)


def max_of(rows, crf, table, place, t):
    """Return the probability of the label that is proposed."""
    return rows[t][crf.predict(table.select([place]))[0][t]]


def test_it_mends_what_is_wrong(material):
    crf, table, y = material
    found = cross_fitted(crf, table, y)
    before = found.reliability_before().expected_calibration_error
    assert found.reliability().expected_calibration_error < 0.6 * before


def test_a_sample_without_errors_stays_within_reason(material):
    crf, table, _ = material
    some = table.select(range(3))
    fit = fit_temperature(crf, some, crf.predict(some))
    assert np.exp(GRID[0]) <= fit.temperature < 1.0
    assert not fit.enough
    many = table.select(range(150))
    assert fit_temperature(crf, many, crf.predict(many)).temperature == pytest.approx(
        np.exp(GRID[0])
    )


def test_nothing_known_leaves_the_temperature_at_one(material):
    crf, table, _ = material
    fit = fit_temperature(crf, table.select([0]), [[None] * 8])
    assert fit.temperature == pytest.approx(1.0)
    assert fit.n_tokens == 0
    assert fit_temperature(crf, table.select([]), []).temperature == pytest.approx(1.0)
    found = cross_fitted(crf, table.select([]), [])
    assert len(found.confidence) == 0
    assert cross_fitted(crf, table.select([0]), [["A"] * 8]).temperatures == pytest.approx((1.0,))


def test_invalid_arguments_are_rejected(material):
    crf, table, y = material
    with pytest.raises(CrfError, match="folds=1"):
        cross_fitted(crf, table, y, folds=1)
    with pytest.raises(DataError):
        fit_temperature(crf, table, y[:3])


def test_a_model_of_counts_has_probabilities_of_zero():
    table = ColumnTable.from_words([["a", "b"], ["b", "a"]])
    crf = LinearChainCRF(algorithm="empirical", template="U0:%x[0,0]\nB\n")
    crf.fit(table, [["X", "Y"], ["Y", "X"]])
    fit = fit_temperature(crf, table, [["Y", "X"], ["X", "Y"]])
    assert np.isfinite(fit.log_likelihood)
    assert fit.temperature == pytest.approx(1.0)  # whatever it is, they stay 0

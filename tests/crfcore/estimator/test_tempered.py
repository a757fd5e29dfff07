"""Temperature: probabilities are those of divided scores, and the best labelling does not
change."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import (
    BoostedCRF,
    CodedCRF,
    HiddenMarkovModel,
    LinearChainCRF,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
)
from crfcore.constraints import Count, Pin, Rule, Rules, SameWordSameLabel, StartsWith, ValidScheme
from crfcore.constraints.rules import LARGEST_COST
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError, ModelFileError, NotFittedError
from crfcore.estimator.fitted_files import chain_from, content_of_chain
from crfcore.features.column_table import ColumnTable
from crfcore.files import content_of, restored
from tests.fitted_models import (
    ITEMS,
    TAGS,
    WORDS,
    as_fields,
    enumerated,
    of_counts,
    of_items,
    of_template,
)

MODELS = [
    (of_items, ITEMS),
    (of_template, as_fields(WORDS)),
    (of_counts, as_fields(WORDS)),
]
TABLE = ColumnTable.from_words(WORDS)


def tempered_twins(model, sentences, temperature):
    """Return P(labelling) of each sentence to the power of 1 / temperature, normalised again."""
    result = []
    for all_of_it in enumerated(model, sentences):
        powers = {labels: p ** (1.0 / temperature) for labels, p in all_of_it.items()}
        total = sum(powers.values())
        result.append({labels: p / total for labels, p in powers.items()})
    return result


def marginals_of(labellings, names):
    rows = np.zeros((len(next(iter(labellings))), len(names)))
    for labels, probability in labellings.items():
        for t, label in enumerate(labels):
            rows[t, names.index(label)] += probability
    return rows


@pytest.mark.parametrize(("model", "sentences"), MODELS)
@pytest.mark.parametrize("temperature", [0.4, 3.0])
def test_probabilities_equal_enumeration(model, sentences, temperature):
    crf = model().with_temperature(temperature)
    names = crf.classes_
    twins = tempered_twins(model(), sentences, temperature)
    rows = crf.label_probabilities(crf.dataset(sentences))
    expected = np.concatenate([marginals_of(one, names) for one in twins])
    np.testing.assert_allclose(rows, expected, atol=1e-9)
    dicts = [token for sentence in crf.predict_marginals(sentences) for token in sentence]
    np.testing.assert_allclose([[d[n] for n in names] for d in dicts], expected, atol=1e-9)
    entropies = [-sum(p * np.log(p) for p in one.values() if p > 0) for one in twins]
    np.testing.assert_allclose(crf.entropy(sentences), entropies, atol=1e-9)
    found = crf.predict(sentences)
    for one, best, ranked, twin in zip(
        crf.predict_with_scores(sentences), found, crf.nbest(sentences, 3), twins, strict=True
    ):
        assert one.labels == best
        assert np.exp(one.log_probability) == pytest.approx(twin[tuple(best)])
        likeliest = sorted(twin.values(), reverse=True)[: len(ranked)]
        assert [p for _, p in ranked] == pytest.approx(likeliest)
    sure = crf.sequence_probability(sentences, found)
    assert sure == pytest.approx([t[tuple(b)] for t, b in zip(twins, found, strict=True)])
    assert crf.log_likelihood(sentences, found) == pytest.approx(np.log(sure).sum())
    decoding = crf.decode_dataset(crf.dataset(sentences))
    np.testing.assert_allclose(np.exp(decoding.path_scores - decoding.log_z), sure)
    chosen = rows[np.arange(len(rows)), decoding.labels]
    np.testing.assert_allclose(decoding.probabilities, chosen, rtol=1e-6)


@given(temperature=st.floats(0.05, 20.0))
@settings(deadline=None, max_examples=25)
def test_the_best_labelling_and_its_score_stay(temperature):
    for model, sentences in MODELS:
        plain, crf = model(), model().with_temperature(temperature)
        assert crf.predict(sentences) == plain.predict(sentences)
        np.testing.assert_array_equal(
            crf.decode_dataset(crf.dataset(sentences)).labels,
            plain.decode_dataset(plain.dataset(sentences)).labels,
        )
        for one, other in zip(
            crf.predict_with_scores(sentences), plain.predict_with_scores(sentences), strict=True
        ):
            assert one.labels == other.labels
            assert one.score == pytest.approx(other.score)
            assert one.margin == pytest.approx(other.margin)


def test_ties_are_broken_as_without_a_temperature():
    crf = LinearChainCRF(max_iterations=1, initial="zeros").fit(
        [[{"a": 1.0}] * 3, [{"b": 1.0}] * 3], [["X", "Y", "Z"], ["Z", "Y", "X"]]
    )
    items = [[{"a": 1.0}, {"b": 1.0}, {"a": 1.0}] * 4]
    for temperature in (0.3, 1.0 / 3.0, 0.7, 1.7, 9.1):
        warm = crf.with_temperature(temperature)
        assert warm.predict(items) == crf.predict(items)
        labels = warm.decode_dataset(warm.dataset(items)).labels
        assert [warm.classes_[label] for label in labels] == crf.predict(items)[0]


SOFT = Rules([Rule(Count("X", at_most=0), cost=0.3), Rule(Pin(0, "O"), cost=0.2)])


@pytest.mark.parametrize("model", [of_template, of_counts])
@pytest.mark.parametrize(
    "rules",
    [
        SOFT,
        Rules([ValidScheme("iob2")]),
        [SOFT, None, Rules([Pin(0, "O")]), SOFT, None, Rules([ValidScheme("iob2")])],
        Rules([SameWordSameLabel(), Rule(Pin(0, "O"), cost=0.2)]),
    ],
)
def test_under_rules_the_best_labelling_stays_and_costs_are_divided(model, rules):
    plain, crf = model(), model().with_temperature(2.5)
    assert crf.predict(TABLE, rules=rules) == plain.predict(TABLE, rules=rules)
    found = crf.decode_under_rules(TABLE, rules)
    expected = plain.decode_under_rules(TABLE, rules)
    np.testing.assert_array_equal(found.decoding.labels, expected.decoding.labels)
    assert found.broken == expected.broken
    np.testing.assert_allclose(
        2.5 * found.decoding.path_scores, expected.decoding.path_scores, atol=1e-9
    )
    if "integer" not in found.routes:
        for one, other in zip(
            crf.predict_with_scores(TABLE, rules=rules),
            plain.predict_with_scores(TABLE, rules=rules),
            strict=True,
        ):
            assert one.labels == other.labels
            assert one.score == pytest.approx(other.score)


def test_the_greatest_cost_is_possible_at_any_temperature():
    rules = Rules([Rule(StartsWith("O"), cost=LARGEST_COST)])
    crf = of_template().with_temperature(0.05)
    assert crf.predict(TABLE, rules=rules) == crf.predict(TABLE, rules=Rules([StartsWith("O")]))


def test_probabilities_under_soft_rules_equal_enumeration():
    plain, crf = of_template(), of_template().with_temperature(2.0)
    names = crf.classes_
    rows = crf.label_probabilities(crf.dataset(TABLE), rules=SOFT)
    start = 0
    for sentence, all_of_it in enumerate(enumerated(plain, as_fields(WORDS))):
        weights = {}
        for labels, probability in all_of_it.items():
            cost = 0.3 * _excess(labels) + 0.2 * (labels[0] != "O")
            weights[labels] = np.sqrt(probability * np.exp(-cost))
        total = sum(weights.values())
        expected = marginals_of({y: w / total for y, w in weights.items()}, names)
        stop = start + len(WORDS[sentence])
        np.testing.assert_allclose(rows[start:stop], expected, atol=1e-9)
        start = stop


def _excess(labels):
    return violations(Rules([Count("X", at_most=0)]), list(labels))[0]


def test_samples_follow_the_tempered_probabilities():
    crf = of_items().with_temperature(4.0)
    names = crf.classes_
    samples = crf.sample(ITEMS[:1], 4000, 0)[0]
    shares = np.mean([[[label == n for n in names] for label in y] for y in samples], axis=0)
    expected = crf.label_probabilities(crf.dataset(ITEMS[:1]))
    np.testing.assert_allclose(shares, expected, atol=0.03)


@pytest.mark.parametrize("model", [of_items, of_template, of_counts])
def test_it_travels_in_files_and_copies(model, tmp_path):
    crf = model().with_temperature(1.75)
    assert crf.temperature_ == 1.75
    assert crf.calibrated_
    assert not model().calibrated_
    crf.save(tmp_path / "model")
    twins = [type(crf).load(tmp_path / "model"), copy.copy(crf), pickle.loads(pickle.dumps(crf))]
    twins.append(crf.compact())
    for twin in twins:
        assert twin.temperature_ == 1.75
    assert crf.with_temperature(None).temperature_ is None
    assert crf.temperature_ == 1.75


def test_marginals_say_whether_they_are_calibrated():
    crf = of_items()
    assert crf.predict_marginals(ITEMS).calibrated is False
    assert crf.with_temperature(2.0).predict_marginals(ITEMS).calibrated is True


def test_explanations_and_trainings_see_the_weights_as_they_are():
    plain = of_items()
    crf = plain.with_temperature(5.0)
    assert crf.explain(ITEMS[0], 1) == plain.explain(ITEMS[0], 1)
    assert crf.state_features_ == plain.state_features_
    start = {"c2": 0.05, "max_iterations": 2}
    one = LinearChainCRF(initial=crf, **start).fit(ITEMS, TAGS)
    other = LinearChainCRF(initial=plain, **start).fit(ITEMS, TAGS)
    assert one.state_features_ == other.state_features_
    assert one.temperature_ is None
    learner = copy.copy(crf)
    assert learner.partial_fit(ITEMS, TAGS).temperature_ is None


@pytest.mark.parametrize(
    "model",
    [
        BoostedCRF(3, template="basic"),
        CodedCRF(template="basic"),
        HiddenMarkovModel(template="U:%x[0,0]\n"),
        MaximumEntropyClassifier(template="basic"),
        MaximumEntropyMarkovModel(template="basic"),
    ],
)
def test_other_estimators_have_one_too(model):
    crf = model.fit(TABLE, TAGS)
    warm = crf.with_temperature(2.0)
    assert warm.predict(TABLE) == crf.predict(TABLE)
    assert warm.entropy(TABLE).sum() > crf.entropy(TABLE).sum()
    if isinstance(crf, HiddenMarkovModel):
        np.testing.assert_array_equal(warm.log_evidence(TABLE), crf.log_evidence(TABLE))


@pytest.mark.parametrize("wrong", [0, -1.0, np.nan, np.inf, "1", True, 10**400, 5e-324, 9e-7])
def test_anything_but_a_temperature_is_rejected(wrong):
    with pytest.raises(CrfError, match=r"temperature=.* a number from 1e-06 to 1e\+100\.$"):
        of_items().with_temperature(wrong)


@pytest.mark.parametrize("model", [of_items, of_template, of_counts])
@pytest.mark.parametrize("temperature", [1e-6, 1e100])
def test_extreme_temperatures_give_numbers(model, temperature):
    crf = model().with_temperature(temperature)
    sentences = ITEMS if model is of_items else TABLE
    for sentence in crf.predict_marginals(sentences):
        for token in sentence:
            assert sum(token.values()) == pytest.approx(1.0)
    assert np.all(np.isfinite(crf.entropy(sentences)))


def test_a_model_that_has_learned_nothing_has_none():
    with pytest.raises(NotFittedError):
        LinearChainCRF().with_temperature(2.0)


def test_a_file_with_an_impossible_temperature_is_rejected():
    fitted = of_items().with_temperature(2.0)._fitted
    content, arrays = content_of_chain(fitted)
    assert chain_from(content, arrays).temperature == 2.0
    with pytest.raises(CrfError, match="temperature"):
        chain_from({**content, "temperature": 0.0}, arrays)
    crf = of_items()
    content, arrays = content_of(crf)
    with pytest.raises(ModelFileError, match="does not fit together"):
        restored(LinearChainCRF, {**content, "temperature": "hot"}, arrays, name="x")

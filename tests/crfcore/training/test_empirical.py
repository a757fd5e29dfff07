from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference import marginals
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_counts import count
from tests import brute_force
from tests.training_data import random_dataset


def small():
    """Two sentences, key attributes 0–2 (words), 3 and 4 something else."""
    rows = [[0, 3], [1, 4], [0, 3], [1, 3], [2, 4]]
    indptr = np.arange(0, 11, 2, dtype=np.int64)
    attributes = np.array(rows, dtype=np.int32).ravel()
    dataset = Dataset(np.array([0, 3, 5]), indptr, attributes, 7)
    targets = Targets(np.array([0, 1, 0, 0, 2], np.int32), np.zeros((0, 2), np.uint8), 2)
    is_key = np.array([1, 1, 1, 0, 0, 1, 0], np.uint8)
    return dataset, targets, is_key


def test_scores_of_seen_and_unseen_keys():
    dataset, targets, is_key = small()
    model = EmpiricalModel(count(dataset, targets), is_key)
    # Tokens: key 0; key 1; unseen key 5 with attributes 3 and 4; unseen key 5 alone.
    attributes = np.array([0, 3, 1, 4, 5, 3, 4, 5], np.int32)
    asked = Dataset(np.array([0, 4]), np.array([0, 2, 4, 7, 8]), attributes, 7)
    psi = np.exp(model.scores(asked, 0, 4))
    # Label 0 was seen 3 times with key 0, and never label 1: impossible.
    np.testing.assert_allclose(psi[0], [1.0, 0.0])
    np.testing.assert_allclose(psi[1], [0.5, 0.5])
    # Attribute 3: always label 0; attribute 4: once label 1 (its other token is unknown).
    np.testing.assert_allclose(psi[2], [0.5, 0.5])
    np.testing.assert_allclose(psi[3], [0.75, 0.25])


def test_the_exponent_works_on_unseen_keys_only():
    dataset, targets, is_key = small()
    counts = count(dataset, targets)
    asked = Dataset(np.array([0, 2]), np.array([0, 1, 2]), np.array([1, 5], np.int32), 7)
    plain = np.exp(EmpiricalModel(counts, is_key).scores(asked, 0, 2))
    raised = np.exp(EmpiricalModel(counts, is_key, exponent=2.0).scores(asked, 0, 2))
    np.testing.assert_allclose(raised[0], plain[0])
    np.testing.assert_allclose(raised[1], plain[1] ** 2)


def test_co_occurrence_rates():
    dataset, targets, is_key = small()
    rates = np.exp(EmpiricalModel(count(dataset, targets), is_key).rates)
    # Pairs 0→1 and 1→0, one each; P~(0) = 3/4.
    expected = 0.5 / (0.75 * 0.25)
    np.testing.assert_allclose(rates, [[1e-4, expected], [expected, 1e-4]])


def test_nothing_confirmed_is_a_model_of_no_opinion():
    dataset, targets, is_key = small()
    unknown = Targets(np.full(5, 2, np.int32), targets.sets, 2)
    model = EmpiricalModel(count(dataset, unknown), is_key)
    np.testing.assert_allclose(np.exp(model.scores(dataset, 0, 5)), 0.5)


def sentences():
    words = [["a", "dog", "ran"], ["a", "cat", "ran"], ["the", "dog"]]
    labels = [["D", "N", "V"], ["D", "N", "V"], ["D", "N"]]
    return ColumnTable.from_words(words), labels


def test_the_template_s_own_word_is_the_key():
    table, labels = sentences()
    template = "U0:%x[0,0]\nU1:%suffix[0,0,1]\nU2:%x[-1,0]\nB\n"
    crf = LinearChainCRF(algorithm="empirical", template=template).fit(table, labels)
    asked = ColumnTable.from_words([["the", "fog", "ran"]])
    assert crf.predict(asked) == [["D", "N", "V"]]
    assert crf.training_.objective is None
    assert crf.training_.converged


def test_a_person_may_know_what_counting_holds_impossible():
    table, labels = sentences()
    crf = LinearChainCRF(algorithm="empirical", template="U0:%x[0,0]\nB\n").fit(table, labels)
    dataset = crf.dataset(ColumnTable.from_words([["a", "dog"]]))
    allowed = np.ones((2, 3), np.uint8)
    allowed[1] = [label == "V" for label in crf.classes_]
    decoding = crf.decode_dataset(dataset, allowed)
    assert crf.classes_[decoding.labels[1]] == "V"
    assert crf.log_likelihood(ColumnTable.from_words([["a", "dog"]]), [["D", "V"]]) == -np.inf


def test_attribute_items_have_the_key_they_are_reported_of():
    items = [[{"word": w, "end": w[-1]} for w in ws] for ws in (["ab", "cb"], ["ab", "db"])]
    y = [["A", "B"], ["A", "B"]]
    without = LinearChainCRF(algorithm="empirical").fit(items, y)
    keyed = LinearChainCRF(algorithm="empirical", key="word:").fit(items, y)
    item = [[{"word": "ab", "end": "b"}]]
    assert keyed.predict_marginals(item)[0][0] == {"A": 1.0, "B": 0.0}
    assert without.predict_marginals(item)[0][0]["A"] == pytest.approx(0.75)


FOUR = [[[f"w={letter}"] for letter in "abcd"]] * 5
FOUR_LABELS = [list("0000")] * 4 + [list("0110")]


def test_the_estimate_of_the_test_time_problem_is_a_maximum_of_the_likelihood():
    """Zhu et al., sections 3.4.3 and 4.3, on the five instances alone."""
    crf = LinearChainCRF("empirical", key="w=", edges="words", unseen_rate=0.0)
    crf.fit(FOUR, FOUR_LABELS)
    best = -4 * np.log(0.8) - np.log(0.2)
    assert -crf.log_likelihood(FOUR, FOUR_LABELS) == pytest.approx(best, abs=1e-9)
    assert best == pytest.approx(2.502012, abs=1e-6)
    for oov in ("mean", "exponential"):
        for edges in ("words", "labels"):
            crf.set_params(oov=oov, edges=edges, unseen_rate=1e-4).fit(FOUR, FOUR_LABELS)
            assert crf.predict([FOUR[0][1:3]]) == [["0", "0"]]


def naive_rates(model, dataset, t, starts):
    """Return phi of token t and the one before by its definition, where their words were seen."""
    if t in starts:
        return None
    rows = [
        [a for a in dataset.attributes[slice(*dataset.indptr[s : s + 2])] if model.is_key[a]]
        for s in (t - 1, t)
    ]
    if not all(rows):
        return None
    keys = [row[0] for row in rows]
    table = model.counts.pairs.merged()
    code = int(keys[0]) * 2**32 + int(keys[1])
    row = int(np.searchsorted(table.codes, code))
    if row == len(table.codes) or table.codes[row] != code:
        return None
    seen = slice(*table.indptr[row : row + 2])
    n_labels = model.counts.n_labels
    states = model.counts.states.merged()
    unary = np.zeros((2, n_labels))
    for place, key in enumerate(keys):
        mine = slice(*states.indptr[key : key + 2])
        unary[place, states.members[mine]] = states.counts[mine] / states.counts[mine].sum()
    rates = np.full((n_labels, n_labels), model.unseen_rate)
    for pair, n in zip(table.members[seen], table.counts[seen], strict=True):
        y, z = divmod(int(pair), n_labels)
        rates[y, z] = n / table.counts[seen].sum() / (unary[0, y] * unary[1, z])
    return rates


@pytest.mark.parametrize("seed", range(4))
def test_rates_of_words_are_those_of_equation_13(seed):
    rng = np.random.default_rng(seed)
    is_key = np.array([1, 1, 1, 1, 0, 0], np.uint8)
    dataset, targets = random_dataset(
        rng, [4, 0, 1, 6, 5, 3], n_attributes=6, n_labels=3, openness=0.2
    )
    first_half = dataset.select([0, 1, 2, 3])
    known = targets.select(dataset.offsets, [0, 1, 2, 3])
    rest = dataset.select([4])
    more = targets.select(dataset.offsets, [4]).label_sets
    counts = count(first_half, known, is_key=is_key).added(rest, more, is_key)
    model = EmpiricalModel(counts, is_key, unseen_rate=0.01)
    assert model.by_position
    first, last = int(dataset.offsets[3]), dataset.n_tokens
    rates = np.exp(model.transitions(dataset, first, last))
    starts = set(dataset.offsets.tolist())
    found = 0
    for t in range(first, last):
        expected = naive_rates(model, dataset, t, starts)
        found += expected is not None
        fallback = counts.rates(0.01) if expected is None else expected
        np.testing.assert_allclose(rates[t - first], fallback, rtol=1e-12)
    assert found > 1


def test_a_multiplier_changes_nothing_and_so_mu_is_an_exponent():
    """Zhu et al. scale all labels of a token alike (section 3.7.1)."""
    rng = np.random.default_rng(5)
    scores, transitions = rng.normal(size=(6, 3)), rng.normal(size=(3, 3))
    scaled = scores.copy()
    scaled[2] += np.log(0.3)
    offsets = np.array([0, 6])
    np.testing.assert_allclose(
        marginals(scaled, transitions, offsets), marginals(scores, transitions, offsets)
    )


@pytest.mark.parametrize("edges", ["labels", "words"])
@pytest.mark.parametrize("oov", ["mean", "exponential"])
def test_answers_are_those_of_enumerating_all_labellings(edges, oov):
    words = [["a", "dog", "ran"], ["a", "cat", "ran"], ["the", "dog"], ["ran", "dog"]]
    labels = [["D", "N", "V"], ["D", "N", "N"], ["D", "N"], ["V", "V"]]
    items = [[{"w": word, "end": word[-1]} for word in sentence] for sentence in words]
    crf = LinearChainCRF("empirical", key="w:", edges=edges, oov=oov, exponent=0.7, unseen_rate=0.1)
    crf.fit(items, labels)
    asked = [[{"w": word, "end": word[-1]} for word in ("a", "dog", "fog", "ran")]]
    dataset = crf.dataset(asked)
    model = crf._fitted.model
    scores, rates = model.scores(dataset, 0, 4), model.transitions(dataset, 0, 4)
    paths, values = brute_force.all_scores(scores, rates)
    log_z = brute_force.log_sum(values)
    np.testing.assert_allclose(
        crf.label_probabilities(dataset), brute_force.marginals(scores, rates), atol=1e-10
    )
    ranked = np.argsort(-values, kind="stable")[:3].tolist()
    best = [[crf.classes_[y] for y in paths[place]] for place in ranked]
    assert [labelling for labelling, _ in crf.nbest(asked, 3)[0]] == best
    assert crf.predict(asked) == best[:1]
    wanted = values[ranked[0]] - log_z
    assert crf.log_likelihood(asked, best[:1]) == pytest.approx(wanted, abs=1e-10)

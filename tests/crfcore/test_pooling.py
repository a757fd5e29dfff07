"""Opinion pools: the product of chains against enumeration, weights, experts."""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from crfcore import HiddenMarkovModel, LinearChainCRF, WordClusters
from crfcore.errors import CrfError
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.matrix import Matrix
from crfcore.features.phrases import PhraseList
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.features.word_clusters import learn_clusters
from crfcore.model_selection import sentence_folds
from crfcore.pooling import GREATEST_WEIGHT, PoolObjective, _Judged, experts, fit_pool, pool
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled
from tests import brute_force, fitted_models
from tests.made_up_sentences import sentences

ALL_NAMES = [f"a{n}" for n in range(6)]


def random_crf(rng, labels, forbidden=0.0):
    """Return a chain of random weights of some attributes and labels."""
    names = [name for name in ALL_NAMES if rng.random() < 0.7] or ALL_NAMES[:1]
    n_labels = len(labels)
    has = rng.random((len(names), n_labels)) < 0.7
    indptr = np.concatenate([[0], np.cumsum(has.sum(axis=1))]).astype(np.int64)
    members = np.nonzero(has)[1].astype(np.int32)
    is_forbidden = rng.random(n_labels**2) < forbidden
    is_forbidden[:: n_labels + 1] = False
    pairs = np.flatnonzero(~is_forbidden & (rng.random(n_labels**2) < 0.8)).astype(np.int32)
    index = FeatureIndex(
        n_labels,
        indptr,
        members,
        pairs,
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.flatnonzero(is_forbidden).astype(np.int32),
    )
    model = LinearModel(index, rng.normal(size=index.n_weights))
    temperature = float(rng.uniform(0.5, 2.0)) if rng.random() < 0.5 else None
    bias = rng.normal(size=n_labels) if rng.random() < 0.5 else None
    crf = LinearChainCRF()
    crf._fitted = FittedChain(
        tuple(labels),
        AttributeExtractor.of_names(names),
        model,
        None,
        temperature=temperature,
        label_bias=bias,
    )
    return crf


def random_items(rng, n):
    return [
        [[name for name in ALL_NAMES if rng.random() < 0.5] for _ in range(rng.integers(1, 5))]
        for _ in range(n)
    ]


def product(models, weights, items):
    """Return {labels: probability} of each sentence, from those of the models."""
    found = [fitted_models.enumerated(model, items) for model in models]
    result = []
    for parts in zip(*found, strict=True):
        paths = [path for path in parts[0] if all(part.get(path, 0.0) > 0.0 for part in parts)]
        values = np.array(
            [
                sum(w * np.log(part[path]) for w, part in zip(weights, parts, strict=True))
                for path in paths
            ]
        )
        shares = np.exp(values - brute_force.log_sum(values))
        result.append(dict(zip(paths, shares.tolist(), strict=True)))
    return result


def assert_equal(found, expected, tolerance=1e-9):
    for own, other in zip(found, expected, strict=True):
        for path in own.keys() | other.keys():
            assert own.get(path, 0.0) == pytest.approx(other.get(path, 0.0), abs=tolerance)


@pytest.mark.parametrize("seed", range(40))
def test_a_pool_is_the_product_of_its_models(seed):
    rng = np.random.default_rng(seed)
    labels = ["A", "B", "C"][: rng.integers(2, 4)]
    models = [
        random_crf(rng, rng.permutation(labels).tolist(), forbidden=0.2 * (seed % 2))
        for _ in range(rng.integers(1, 4))
    ]
    weights = rng.uniform(-0.5, 1.5, size=len(models))
    items = random_items(rng, 50)
    assert_equal(
        fitted_models.enumerated(pool(models, weights), items), product(models, weights, items)
    )


def test_a_pool_of_templates_is_the_product_where_transitions_differ_by_position():
    words = fitted_models.WORDS
    models = [
        LinearChainCRF(c2=0.05, max_iterations=15, template=template).fit(
            ColumnTable.from_words(words[part]), fitted_models.TAGS[part], labels=names
        )
        for template, part, names in (
            (fitted_models.EDGES, slice(0, 4), ["O", "B-X", "I-X", "B-Y"]),
            ("U0:%x[0,0]\nU9:%x[-1,0]\n", slice(2, 6), ["B-Y", "I-X", "O", "B-X"]),
            (fitted_models.EDGES + "U9:%x[-1,0]\n", slice(1, 6), ["O", "B-X", "I-X", "B-Y"]),
        )
    ]
    weights = [0.5, 0.8, -0.1]
    found = pool(models, weights)
    items = fitted_models.as_fields(words)
    assert_equal(fitted_models.enumerated(found, items), product(models, weights, items))
    again = LinearChainCRF.from_bytes(found.to_bytes())
    assert again.predict(items) == found.predict(items)
    assert again.template.count("\n") == 5


def test_the_distance_of_a_pool_is_that_of_equation_55():
    # KL(p*, p) = Σ w_k KL(p*, p_k) − Σ w_k KL(p, p_k), where Σ w_k = 1.
    def divergence(one, other):
        return sum(p * np.log(p / other[path]) for path, p in one.items())

    rng = np.random.default_rng(3)
    models = [random_crf(rng, ["A", "B"]) for _ in range(3)]
    weights = np.array([0.2, 0.5, 0.3])
    items = random_items(rng, 1)
    (pooled,) = fitted_models.enumerated(pool(models, weights), items)
    parts = [fitted_models.enumerated(model, items)[0] for model in models]
    (truth,) = fitted_models.enumerated(random_crf(rng, ["A", "B"]), items)
    expected = sum(
        w * (divergence(truth, part) - divergence(pooled, part))
        for w, part in zip(weights, parts, strict=True)
    )
    assert divergence(truth, pooled) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_copies_of_a_model_are_the_model(n):
    crf = fitted_models.of_template()
    found = pool([crf] * n)
    items = fitted_models.as_fields(fitted_models.WORDS)
    assert found.predict(items) == crf.predict(items)
    own = found.state_features_
    assert own.keys() == crf.state_features_.keys()
    for feature, weight in crf.state_features_.items():
        assert own[feature] == pytest.approx(weight, abs=1e-12)
    assert_equal(
        fitted_models.enumerated(found, items), fitted_models.enumerated(crf, items), 1e-12
    )
    assert found.explain(items[0], 1).label == crf.explain(items[0], 1).label


def test_a_pool_has_the_metadata_and_the_labels_of_all():
    crf = fitted_models.of_items()
    one, other = crf.__copy__(), crf.__copy__()
    one.metadata_ = {"scheme": "iob2", "columns": ["word"]}
    other.metadata_ = {"scheme": "iob2", "columns": ["other"]}
    found = pool([one, other])
    assert found.metadata_ == {"scheme": "iob2"}
    assert found.classes_ == crf.classes_
    assert found.with_temperature(2.0).predict_marginals(fitted_models.ITEMS)
    # Its weights are the start of a training.
    LinearChainCRF(initial=found, max_iterations=2).fit(fitted_models.ITEMS, fitted_models.TAGS)


def test_models_of_matrices_and_blocks_can_be_pooled():
    rng = np.random.default_rng(0)
    rows = [rng.normal(size=(len(words), 3)) for words in fitted_models.WORDS]
    half = [row * [1, 0, 1] for row in rows]
    for one, other, given in (
        (rows, half, rows),
        (Matrix(rows, names=["x", "y", "z"]), Matrix(half, names=["x", "y", "z"]), None),
        (Blocks(rows, fitted_models.ITEMS), Blocks(half, fitted_models.ITEMS), None),
    ):
        models = [
            LinearChainCRF(c2=0.1, max_iterations=5).fit(X, fitted_models.TAGS)
            for X in (one, other)
        ]
        found, weights = pool(models[::-1], [0.3, 0.9]), [0.9, 0.3]
        items = one if given is None else given
        assert_equal(fitted_models.enumerated(found, items), product(models, weights, items))


def test_lists_and_clusters_of_models_are_kept():
    table = ColumnTable.from_words(fitted_models.WORDS)
    clusters = learn_clusters(table, 2, min_count=1)
    template = parse_template("U0:%x[0,0]\nU1:%cluster[0,1]\nB\n")

    def trained(lists, own):
        extractor = TemplateExtractor(template, 1, lists, own)
        dataset = Dataset.of(extractor.fit(table), extractor)
        return LinearChainCRF(c2=0.1, max_iterations=5).fit(dataset, fitted_models.TAGS)

    models = [
        trained([PhraseList("X", ("to",))], None),
        trained([PhraseList("Y", ("lu", "ka to"))], clusters),
    ]
    found = pool(models)
    names = set(found.attributes_)
    assert {"gaz:X:B", "gaz:Y:I", "U0:ren"} < names
    assert any(name.startswith("U1:") for name in names)
    assert_equal(fitted_models.enumerated(found, table), product(models, [0.5, 0.5], table))
    with pytest.raises(CrfError, match="different lists called “X”"):
        pool([models[0], trained([PhraseList("X", ("lu",))], None)])
    others = WordClusters.from_state(*learn_clusters(table, 3, min_count=1).state())
    with pytest.raises(CrfError, match="read different word clusters, so that the same"):
        pool([models[1], trained([], others)])


# ---- weights


def judged(rng, n=6):
    models = [random_crf(rng, ["A", "B", "C"]) for _ in range(3)]
    items = random_items(rng, n)
    targets = [[rng.choice(["A", "B", "C", None]) for _ in item] for item in items]
    targets[0][0] = {"A", "C"}
    datasets = [model.dataset(items) for model in models]
    names = ["A", "B", "C"]
    chains = tuple(model.fitted_ for model in models)
    own = _Judged(chains, datasets, Targets.from_labels(targets, names), tuple(names))
    return models, items, targets, own


@pytest.mark.parametrize("seed", range(3))
def test_the_gradient_is_that_of_differences(seed):
    rng = np.random.default_rng(seed)
    *_, own = judged(rng)
    objective = PoolObjective([own])
    weights = rng.normal(size=3)
    gradient = np.empty(3)
    objective(weights, gradient)
    for k, direction in enumerate(np.eye(3)):
        after, before = (
            objective(weights + step * direction, np.empty(3)) for step in (1e-5, -1e-5)
        )
        found = (after - before) / 2e-5
        assert gradient[k] == pytest.approx(found, abs=1e-6)


def test_the_objective_is_the_likelihood_of_the_pool():
    rng = np.random.default_rng(5)
    models, items, targets, own = judged(rng)
    weights = rng.normal(size=3)
    value = PoolObjective([own])(weights, np.empty(3))
    crf = pool(models, weights)
    assert -value == pytest.approx(crf.log_likelihood(items, targets), abs=1e-9)
    assert PoolObjective([own, own], threads=3)(weights, np.empty(3)) == 2 * value


def test_the_weight_of_one_model_is_its_inverse_temperature():
    items, labels = sentences()
    crf = LinearChainCRF(c2=0.01).fit(items[:15], labels[:15])
    found = fit_pool([crf], items[15:], labels[15:])
    best = max(
        (crf.with_temperature(1.0 / w).log_likelihood(items[15:], labels[15:]), w)
        for w in np.linspace(0.9, 1.1, 201) * found.weights[0]
    )
    assert found.weights[0] == pytest.approx(best[1], rel=2e-3)
    assert found.log_likelihood == pytest.approx(best[0], abs=1e-4)
    assert found.log_likelihood >= found.log_likelihood_before
    own = found.crf.log_likelihood(items[15:], labels[15:])
    assert own == pytest.approx(found.log_likelihood, abs=1e-9)


def test_the_better_model_gets_more_weight():
    items, labels = sentences(n=60)
    good = LinearChainCRF(c2=0.1).fit(items[:25], labels[:25])
    rng = np.random.default_rng(0)
    shuffled = [rng.permutation(own).tolist() for own in labels[:25]]
    bad = LinearChainCRF(c2=0.1).fit(items[:25], shuffled, labels=good.classes_)
    found = fit_pool([bad, good], items[25:], labels[25:], negative=True)
    assert found.weights[1] > 2.0 * abs(found.weights[0])
    assert found.n_sentences == 35
    # A label that the models do not know counts as open.
    more = [[*own[:-1], "NEW"] for own in labels[25:]]
    opened = fit_pool([bad, good], items[25:], more, negative=True)
    assert opened.log_likelihood > found.log_likelihood


def test_a_weight_below_0_is_0_unless_it_may_be_negative():
    items, labels = sentences(n=60)
    good = LinearChainCRF(c2=0.1).fit(items[:25], labels[:25])
    order = good.classes_
    other = dict(zip(order, [*order[1:], order[0]], strict=True))
    wrong = [[other[label] for label in own] for own in labels[:25]]
    # Labels in another order, which the fit does not begin with after the first model is gone.
    bad = LinearChainCRF(c2=0.1).fit(items[:25], wrong, labels=order[::-1])
    free = fit_pool([bad, good], items[25:], labels[25:], negative=True)
    assert free.weights[0] < 0.0
    found = fit_pool([bad, good], items[25:], labels[25:])
    assert found.weights[0] == 0.0
    alone = fit_pool([good], items[25:], labels[25:])
    assert found.weights[1] == pytest.approx(alone.weights[0], rel=1e-4)
    assert found.crf.log_likelihood(items[25:], labels[25:]) == pytest.approx(found.log_likelihood)
    assert found.log_likelihood >= found.log_likelihood_before
    with pytest.raises(CrfError, match="worse on these sentences than no model"):
        fit_pool([bad, bad], items[25:], labels[25:])


def multiplied(crf, factor):
    """Return a model whose weights are so many times as great."""
    chain = crf.fitted_
    model = replace(chain.model, weights=chain.model.weights * factor)
    again = copy.copy(crf)
    again._fitted = replace(chain, model=model)
    return again


@pytest.mark.parametrize("factor", [1e-5, 1e-3, 30.0])
def test_the_pool_is_the_same_whatever_the_scale_of_a_model(factor):
    items, labels = sentences(n=60)
    pair = [
        LinearChainCRF(c2=0.1).fit(items[:15], labels[:15]),
        LinearChainCRF(c2=1.0).fit(items[10:25], labels[10:25]),
    ]
    # Some labels are wrong, so that the best weights are finite.
    labels = [[*own[:-1], labels[0][0]] for own in labels]
    expected = fit_pool(pair, items[25:], labels[25:])
    scaled = [multiplied(pair[0], factor), pair[1]]
    found = fit_pool(scaled, items[25:], labels[25:])
    assert found.log_likelihood == pytest.approx(expected.log_likelihood, rel=1e-5)
    np.testing.assert_allclose(found.weights * [factor, 1.0], expected.weights, rtol=0.01)


@pytest.mark.parametrize("factor", [1e-12, 1e-200])
def test_no_weight_exceeds_the_greatest_possible(factor):
    items, labels = sentences(n=60)
    crf = LinearChainCRF(c2=0.1).fit(items[:25], labels[:25])
    found = fit_pool([multiplied(crf, factor), crf], items[25:], labels[25:], negative=True)
    assert np.abs(found.weights).max() <= GREATEST_WEIGHT
    assert found.crf.log_likelihood(items[25:], labels[25:]) == pytest.approx(found.log_likelihood)
    alone = fit_pool([multiplied(crf, 1e-12)], items[25:], labels[25:])
    assert alone.weights == [GREATEST_WEIGHT]
    assert alone.log_likelihood > alone.log_likelihood_before


def test_folds_judge_by_models_that_have_not_seen_the_sentences():
    items, labels = sentences(n=40)
    crf = LinearChainCRF(c2=0.01)
    full = crf.fit(items, labels).with_label_bias({"O": -0.5})
    found = fit_pool([full], items, labels, folds=4, seed=1)
    # The same by hand.
    total = 0.0
    for held_out in sentence_folds(40, 4, 1):
        rest = sorted(set(range(40)) - set(held_out.tolist()))
        again = LinearChainCRF(c2=0.01, epsilon=1e-7, period=100).fit(
            [items[i] for i in rest], [labels[i] for i in rest], labels=full.classes_
        )
        again = again.with_label_bias({"O": -0.5}).with_temperature(1.0 / found.weights[0])
        total += again.log_likelihood([items[i] for i in held_out], [labels[i] for i in held_out])
    assert found.log_likelihood == pytest.approx(total, abs=0.05)
    # Who has seen the sentences is believed too much.
    assert fit_pool([full], items, labels).weights[0] > found.weights[0]


# ---- experts

TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[1,0]\nU3:%x[-1,0]/%x[1,0]\nU4:%x[-1,0]/%x[0,0]\nB\n"


def test_experts_have_the_features_of_their_kind():
    words, tags = fitted_models.as_fields(fitted_models.WORDS), fitted_models.TAGS
    crf = LinearChainCRF(c2=1e-3, template=TEMPLATE)
    found = experts(crf, words, tags)
    assert list(found) == ["full", "present", "before", "after"]
    lines = {
        name: {attribute[:2] for (attribute, _), w in model.state_features_.items() if w}
        for name, model in found.items()
    }
    assert lines["full"] == {"U0", "U1", "U2", "U3", "U4"}
    assert (lines["present"], lines["before"], lines["after"]) == ({"U0"}, {"U1", "U4"}, {"U2"})
    assert all(model.transition_features_ for model in found.values())
    alone = LinearChainCRF(c2=1e-3, template="U0:%x[0,0]\nB\n").fit(words, tags)
    for feature, weight in found["present"].state_features_.items():
        assert weight == pytest.approx(alone.state_features_[feature], abs=0.05)
    by_label = experts(crf, words, tags, "label")
    assert list(by_label) == ["full", "X", "Y"]
    assert {label for _, label in by_label["X"].state_features_} == {"B-X", "I-X"}
    drawn = experts(crf, words, tags, "random", n=2, share=0.5, seed=3)
    assert list(drawn) == ["full", "random 1", "random 2"]
    assert 0 < len(drawn["random 1"].state_features_) < len(drawn["full"].state_features_)
    assert experts(crf, words, tags, "random", n=1, seed=3)["random 1"].state_features_ == (
        drawn["random 1"].state_features_
    )


def test_a_dataset_serves_all_experts_and_their_folds():
    table = ColumnTable.from_words(fitted_models.WORDS)
    dataset = Dataset.from_columns(table, TEMPLATE)
    crf = LinearChainCRF(c2=0.1)
    found = experts(crf, dataset, fitted_models.TAGS)
    models = list(found.values())
    fitted = fit_pool(models, dataset, fitted_models.TAGS, folds=3)
    assert fitted.crf.extractor_.n_attributes == dataset.n_attributes
    assert fitted.log_likelihood >= fitted.log_likelihood_before
    with pytest.raises(TrainingCancelled):
        fit_pool(models, dataset, fitted_models.TAGS, folds=3, cancelled=lambda: True)
    answers = iter([False] * 12)
    with pytest.raises(TrainingCancelled):
        fit_pool(models, dataset, fitted_models.TAGS, cancelled=lambda: next(answers, True))
    with pytest.raises(TrainingCancelled):
        experts(crf, dataset, fitted_models.TAGS, cancelled=lambda: True)


# ---- errors


def of_words(template="U0:%x[0,0]\nB\n", **params):
    return LinearChainCRF(template=template, max_iterations=2, **params).fit(
        fitted_models.as_fields(fitted_models.WORDS), fitted_models.TAGS
    )


def test_what_cannot_be_pooled_is_told_in_a_sentence():
    crf = of_words()
    hmm = HiddenMarkovModel().fit([[["a"], ["b"]]], [["A", "B"]])
    with_veto = crf.__copy__()
    weights = crf.fitted_.model.weights.copy()
    weights[0] = -np.inf
    with_veto._fitted = replace(crf.fitted_, model=LinearModel(crf.fitted_.model.index, weights))
    for models, given, message in (
        ([], None, "A pool needs at least one model"),
        ([hmm], None, "A pool is made of LinearChainCRFs"),
        ([crf, of_words(algorithm="empirical", key=None)], None, "made by counting"),
        ([crf, of_words(algorithm="voted-perceptron")], None, "made by voting"),
        ([crf, fitted_models.of_items()], None, "read different kinds of attributes"),
        ([crf, random_crf(np.random.default_rng(0), ["A", "B"])], None, "Model 2 has different"),
        ([crf, of_words("U0:%x[1,0]\nB\n")], None, "have different lines called 'U0:'"),
        ([crf, of_words("U0:%x[0,0]\nU0:%x[1,0]\n")], None, "have different lines called 'U0:'"),
        ([crf, of_words("# dialect: wapiti\nu:%x[0,0]\nb\n")], None, "in different languages"),
        ([crf, with_veto], None, "Model 2 has a weight of −∞"),
        ([crf, crf], [1.0], "There are 2 models and 1 weight;"),
        ([crf], ["x"], "give 1 numbers"),
        ([crf], [float("nan")], "The weight nan is not possible"),
        ([crf], [10**400], r"weights=.* is not possible; give numbers from −1,000,000 to 1,000,00"),
    ):
        with pytest.raises(CrfError, match=message):
            pool(models, given)


def test_what_no_weights_can_be_learned_from_is_told_in_a_sentence():
    crf = of_words()
    words = fitted_models.as_fields(fitted_models.WORDS)
    with pytest.raises(CrfError, match="No token has a label that the models know"):
        fit_pool([crf], words, [["NEW"] * len(own) for own in words])
    strict = of_words(allowed_transitions="observed")
    pairs = {pair for own in fitted_models.TAGS for pair in pairwise(own)}
    assert ("I-X", "I-X") not in pairs
    with pytest.raises(CrfError, match="Sentence 1 of those with labels: one of the models"):
        fit_pool([crf, strict], words[:1], [["O", "O", "I-X", "I-X"]])
    with pytest.raises(CrfError, match="folds=9 is not possible"):
        fit_pool([crf], words, fitted_models.TAGS, folds=9)
    for kind, message in (("other", "kind='other' is unknown"), ("label", "labels of two types")):
        with pytest.raises(CrfError, match=message):
            experts(LinearChainCRF(template="basic"), words[2:3], [["B-X"]], kind)
    with pytest.raises(CrfError, match="needs a template, whose lines"):
        experts(LinearChainCRF(), fitted_models.ITEMS, fitted_models.TAGS)
    with pytest.raises(CrfError, match="lines of different rows"):
        experts(LinearChainCRF(template="U:%x[0,0]\n"), words, fitted_models.TAGS)
    with pytest.raises(CrfError, match="without c1"):
        experts(LinearChainCRF(template=TEMPLATE, c1=1.0), words, fitted_models.TAGS)
    for wrong in ({"n": 0}, {"share": 0.0}):
        with pytest.raises(CrfError, match="is not possible"):
            experts(LinearChainCRF(template=TEMPLATE), words, fitted_models.TAGS, "random", **wrong)


def test_sentences_of_an_iterator_are_read_once_for_all_models():
    words, labels = [[{"w": "a"}, {"w": "b"}]] * 3, [["x", "y"]] * 3
    models = [LinearChainCRF(max_iterations=n).fit(words, labels) for n in (1, 2)]
    found = fit_pool(models, iter(words), labels)
    np.testing.assert_array_equal(found.weights, fit_pool(models, words, labels).weights)
    for given in (None, models[0], iter(models)):
        with pytest.raises(CrfError, match="A pool is made of a list of models"):
            pool(given)


@pytest.mark.parametrize(
    "given", [{"n": "x"}, {"n": 1.5}, {"n": 10**12}, {"share": "x"}, {"seed": -1}, {"seed": "x"}]
)
def test_numbers_of_experts_are_checked(given):
    (name,) = given
    with pytest.raises(CrfError, match=f"{name}=.* is not possible"):
        experts(LinearChainCRF(), [[{"w": "a"}]], [["x"]], "random", **given)
    with pytest.raises(CrfError, match="A LinearChainCRF is needed"):
        experts(None, [[{"w": "a"}]], [["x"]], "random", **given)

from __future__ import annotations

import pickle

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError
from crfcore.estimator.fitted_files import chain_from, content_of_chain
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.training.feature_index import feature_index
from crfcore.training.joined_index import carried_over, joined_index
from tests.training_data import random_dataset

ONLINE = ["l2sgd", "ap", "pa", "arow"]
X = [[["w=the"], ["w=cat", "odd"]], [["w=a"], ["w=dog"]], [["w=cat"]]]
Y = [["D", "N"], ["D", "N"], ["N"]]
MORE = [[["w=the"], ["w=bird"], ["w=sings", "odd"]], [["w=sings"]]]
MORE_Y = [["D", "N", "V"], ["V"]]


@pytest.mark.parametrize("algorithm", ["lbfgs", *ONLINE])
def test_attributes_and_labels_are_added(algorithm):
    crf = LinearChainCRF(algorithm, c2=0.01).partial_fit(X, Y, passes=3)
    before = crf.state_features_
    crf.partial_fit(MORE, MORE_Y, passes=20)
    assert crf.classes_ == ["D", "N", "V"]
    assert crf.predict([*X, *MORE]) == [*Y, *MORE_Y]
    assert {"w=bird", "w=sings", "w=dog"} <= set(crf.attributes_)
    assert ("w=dog", "N") in crf.state_features_
    assert ("w=dog", "V") not in crf.state_features_
    if algorithm != "l2sgd" and algorithm != "lbfgs":
        # Only a penalty changes weights that these sentences lack; averages start again.
        assert (crf.state_features_["w=dog", "N"] > 0.0) == (before["w=dog", "N"] > 0.0)


@pytest.mark.parametrize("algorithm", ONLINE)
def test_counter_and_averages_go_on_over_the_file(algorithm):
    crf = LinearChainCRF(algorithm, c2=0.1).partial_fit(X, Y, passes=2)
    assert crf._fitted.online.n_steps == 6
    loaded = LinearChainCRF.from_bytes(crf.to_bytes(with_state=True))
    copied = pickle.loads(pickle.dumps(crf))
    without = LinearChainCRF.from_bytes(crf.to_bytes())
    assert without._fitted.online is None
    weights = []
    for one in (crf, loaded, copied):
        one.partial_fit(MORE, MORE_Y)
        assert one._fitted.online.n_steps == 8
        weights.append(one._fitted.model.weights.tobytes())
    assert weights[0] == weights[1] == weights[2]


def test_the_mean_of_the_perceptron_goes_on_as_if_there_had_been_one_training():
    first = LinearChainCRF("ap").partial_fit(X[:1], Y[:1]).partial_fit(X[:1], Y[:1])
    whole = LinearChainCRF("ap", max_iterations=2).fit(X[:1], Y[:1])
    assert first.state_features_ == whole.state_features_


def test_gradient_descent_goes_on_as_if_there_had_been_one_training():
    params = {"c2": 0.1, "calibration_max_trials": 1, "period": 0}
    first = LinearChainCRF("l2sgd", **params).partial_fit(X[:1], Y[:1])
    online = first._fitted.online
    assert online.numbers["first_rate"] == 0.1
    before = first._fitted.model.weights.copy()
    first.partial_fit(X[:1], Y[:1])
    # The penalty is now that of two sentences: λ = 2 · c2 / 2.
    decay, step = 0.1, 1
    rate = 1.0 / (1.0 / 0.1 + decay * step)
    from crfcore.training.objectives.objective import Objective

    index = first._fitted.model.index
    dataset = first.dataset(X[:1])
    targets = Targets.from_labels(Y[:1], first.classes_)
    shrunk, gradient = before * (1.0 - rate * decay), np.empty(index.n_weights)
    with Objective(dataset, targets, index, c2=0.0) as objective:
        objective(shrunk, gradient)
    np.testing.assert_allclose(first._fitted.model.weights, shrunk - rate * gradient, atol=1e-12)


def test_a_model_of_another_algorithm_is_gone_on_with_and_not_forgotten():
    crf = LinearChainCRF(c2=0.05).fit(X, Y)
    shared = crf._fitted
    crf.partial_fit(MORE, MORE_Y)
    assert crf.predict(X) == Y
    assert shared.labels == ("D", "N")
    crf.set_params(algorithm="ap").partial_fit(MORE, MORE_Y, passes=5)
    assert crf.predict([*X, *MORE]) == [*Y, *MORE_Y]
    assert crf.training_.algorithm == "ap"
    assert crf.training_.iterations == 5


def test_templates_learn_new_words():
    template = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB1:%x[0,0]\nB\n"
    words = ColumnTable.from_words([["the", "cat"], ["a", "dog"]])
    more = ColumnTable.from_words([["the", "bird", "sings"]])
    crf = LinearChainCRF("ap", template=template, initial="empirical")
    crf.partial_fit(words, [["D", "N"], ["D", "N"]], passes=3)
    crf.metadata_["who"] = "me"
    crf.partial_fit(more, [["D", "N", "V"]], passes=5)
    assert crf.metadata_ == {"who": "me"}
    assert crf.predict(more) == [["D", "N", "V"]]
    assert crf.predict(words) == [["D", "N"], ["D", "N"]]
    extractor = TemplateExtractor(parse_template(template))
    extractor.fit(words)
    extended = extractor.extended(more)
    names = extractor.attribute_names()
    assert extended.attribute_names()[: len(names)] == names
    edges = extractor.edge_attribute_names()
    assert extended.edge_attribute_names()[: len(edges)] == edges
    assert set(extended.attribute_names()) == set(names) | {
        "U0:bird",
        "U0:sings",
        "U1:the/bird",
        "U1:bird/sings",
    }
    both = extended.transform(ColumnTable.from_words([["the", "bird"], ["a", "dog"]]))
    found = {extended.attribute_names()[a] for a in both.attributes}
    assert {"U1:the/bird", "U1:a/dog", "U0:the"} <= found
    loaded = LinearChainCRF.from_bytes(crf.to_bytes(with_state=True))
    assert loaded.predict(more) == [["D", "N", "V"]]


def test_datasets_and_matrices_keep_their_attributes():
    crf = LinearChainCRF("ap").fit(X, Y)
    dataset = crf.dataset(MORE)
    targets = Targets.from_labels(MORE_Y, ["D", "N", "V"])
    crf.partial_fit(dataset, targets, labels=["D", "N", "V"])
    assert crf.num_attributes_ == 5
    with pytest.raises(CrfError, match="labels that begin with those of the model"):
        crf.partial_fit(dataset, targets, labels=["N", "D", "V"])
    crf.partial_fit(X, Y, labels=["W"])
    assert crf.classes_ == ["D", "N", "V", "W"]
    rows = [np.eye(2), np.eye(2)]
    other = LinearChainCRF("l2sgd", c2=0.1).partial_fit(rows, [["a", "b"]] * 2)
    other.partial_fit(rows, [["a", "b"]] * 2)
    assert other.num_attributes_ == 2


def test_impossible_values_are_rejected():
    counted = LinearChainCRF("empirical").fit(X, Y)
    for crf, arguments, words in (
        (LinearChainCRF("empirical"), {"passes": 0}, "passes=0"),
        (LinearChainCRF("voted-perceptron"), {}, "'voted-perceptron' cannot go on"),
        (LinearChainCRF("ap"), {"passes": 0}, "passes=0"),
        (LinearChainCRF("ap"), {"passes": "2"}, "passes='2'"),
        (LinearChainCRF(c1=1.0), {}, "c1=1.0"),
    ):
        with pytest.raises(CrfError, match=words):
            crf.partial_fit(X, Y, **arguments)
    with pytest.raises(CrfError, match="made by counting has no weights"):
        counted.set_params(algorithm="ap").partial_fit(X, Y)
    forbidding = LinearChainCRF(allowed_transitions="observed").fit(X, Y)
    with pytest.raises(CrfError, match="does not heed"):
        forbidding.partial_fit(X, Y)
    crf = LinearChainCRF("ap").fit(X, Y)
    before = crf._fitted
    with pytest.raises(CrfError):
        crf.partial_fit(X, [["D"]])
    assert crf._fitted is before


def test_a_model_file_whose_state_does_not_fit_is_rejected():
    crf = LinearChainCRF("ap").fit(X, Y)
    content, arrays = content_of_chain(crf._fitted)
    for change in (
        {"n_steps": -1},
        {"algorithm": "sgd"},
        {"algorithm": "l2sgd"},
        {"numbers": {"n_sentences": -1.0}},
    ):
        wrong = {**content, "online": {**content["online"], **change}}
        with pytest.raises((ValueError, LookupError)):
            chain_from(wrong, arrays)
    with pytest.raises(ValueError, match="does not fit the model"):
        chain_from(content, {**arrays, "online/sums": np.zeros(1)})
    with pytest.raises(ValueError, match="does not fit the model"):
        chain_from(content, {**arrays, "online/sums": arrays["online/sums"].astype(np.float32)})
    assert issubclass(ModelFileError, CrfError)


def test_a_joined_index_has_the_features_of_both():
    rng = np.random.default_rng(4)
    sides = [
        random_dataset(rng, [4, 3], n_attributes=6, n_labels=n_labels, n_edge_attributes=2)
        for n_labels in (2, 3)
    ]
    old, new = (feature_index(*side, all_possible_transitions=False) for side in sides)
    old_ids = np.array([2, -1, 0, 5, 1, -1], np.int32)
    old_edge_ids = np.array([-1, 1], np.int32)
    joined = joined_index(old, new, old_ids, old_edge_ids)
    for a in range(6):
        wanted = set(new.state_labels[new.state_indptr[a] : new.state_indptr[a + 1]])
        if old_ids[a] >= 0:
            start, stop = old.state_indptr[old_ids[a]], old.state_indptr[old_ids[a] + 1]
            wanted |= set(old.state_labels[start:stop])
        found = joined.state_labels[joined.state_indptr[a] : joined.state_indptr[a + 1]]
        assert found.tolist() == sorted(wanted)
    pairs = {(pair // 2) * 3 + pair % 2 for pair in old.transition_pairs}
    assert joined.transition_pairs.tolist() == sorted(pairs | set(new.transition_pairs))
    vector = rng.normal(size=old.n_weights)
    carried = carried_over(old, vector, joined, old_ids, old_edge_ids)
    kept = old.transition_matrix(vector)
    np.testing.assert_array_equal(joined.transition_matrix(carried)[:2, :2], kept)
    known = old_ids[old_ids >= 0]
    sizes = np.diff(old.state_indptr)[known].sum()
    assert np.count_nonzero(joined.state_part(carried)) == sizes


def test_labels_may_come_one_by_one():
    expected = LinearChainCRF("ap").partial_fit(X, Y)
    found = LinearChainCRF("ap").partial_fit(X, (iter(labels) for labels in Y))
    assert found.state_features_ == expected.state_features_

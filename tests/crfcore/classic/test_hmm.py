"""Hidden Markov models as estimators, against enumeration of all labellings."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import Dataset, HiddenMarkovModel, LinearChainCRF
from crfcore.classic.generative.chain import Chain
from crfcore.errors import CrfError, DataError, ModelFileError, UnknownLabelError
from crfcore.features.column_table import ColumnTable
from crfcore.inference import viterbi

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], ["the", "dog"], ["cats", "sat"]] * 3
X = [[[word] for word in words] for words in WORDS]
Y = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in words] for words in WORDS]
NEW = [[["the"], ["mouse"], ["sat"]], [["cats"]], []]
OPTIONS = [
    {"smoothing": "none"},
    {"smoothing": "none", "ends": True},
    {"smoothing": "laplace", "pseudo_count": 0.3, "ends": True},
    {},
    {"smoothing": "back-off", "ends": True, "held_out": 0.4},
    {"smoothing": "shrinkage"},
    {"smoothing": "shrinkage", "hierarchy": {"D": "n", "N": "n", "V": "v"}, "held_out": 0.3},
    {"smoothing": "shrinkage", "hierarchy": [{"D": 1, "N": 1, "V": 2}], "held_out": 0.0},
]


def joint(hmm, symbols, path):
    """Return P(x, y) by its definition."""
    places = {name: number for number, name in enumerate(hmm.symbols_)}
    total, before = 1.0, None
    for symbol, y in zip(symbols, path, strict=True):
        total *= hmm.start_[y] if before is None else hmm.transitions_[before, y]
        total *= hmm.emissions_[y, places.get(symbol, -1)]
        before = y
    return total * (hmm.end_[before] if hmm.ends and symbols else 1.0)


def all_joints(hmm, sentence):
    symbols = [token[0] for token in sentence]
    paths = list(product(range(len(hmm.classes_)), repeat=len(symbols)))
    return paths, np.array([joint(hmm, symbols, path) for path in paths])


@pytest.mark.parametrize("options", OPTIONS)
def test_probabilities_sum_to_one_and_answers_are_those_of_the_definition(options):
    hmm = HiddenMarkovModel(**options).fit(X, Y)
    rest = hmm.end_ if hmm.ends else 0.0
    assert hmm.start_.sum() == pytest.approx(1.0)
    last = hmm.emissions_[:, -1].copy()
    if options.get("smoothing") == "none":
        # An unseen symbol has no effect.
        assert np.all(last == 1.0)
        last[:] = 0.0
    np.testing.assert_allclose(hmm.emissions_[:, :-1].sum(axis=1) + last, 1.0)
    np.testing.assert_allclose(hmm.transitions_.sum(axis=1) + rest, 1.0)
    for sentence in [*X[:4], *NEW]:
        paths, joints = all_joints(hmm, sentence)
        evidence = hmm.log_evidence([sentence])[0]
        assert evidence == pytest.approx(np.log(joints.sum()), abs=1e-9)
        best = [hmm.classes_[y] for y in paths[int(np.argmax(joints))]]
        assert hmm.predict([sentence])[0] == best
        found = hmm.predict_marginals([sentence])[0]
        for t, row in enumerate(found):
            for y, label in enumerate(hmm.classes_):
                share = sum(one for path, one in zip(paths, joints, strict=True) if path[t] == y)
                assert row[label] == pytest.approx(share / joints.sum(), abs=1e-9)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_crf_made_of_it_has_the_same_posterior_also_from_a_file(options, tmp_path):
    hmm = HiddenMarkovModel(**options).fit(X, Y)
    crf = hmm.to_crf()
    crf.save(tmp_path / "m.crf")
    loaded = LinearChainCRF.load(tmp_path / "m.crf")
    for one in (crf, loaded):
        assert type(one) is LinearChainCRF
        for found, wanted in zip(
            one.predict_marginals([*X, *NEW]), hmm.predict_marginals([*X, *NEW]), strict=True
        ):
            for row, other in zip(found, wanted, strict=True):
                assert row == pytest.approx(other, abs=1e-12)
    hmm.save(tmp_path / "h.crf")
    again = HiddenMarkovModel.load(tmp_path / "h.crf")
    np.testing.assert_array_equal(again.log_evidence(NEW), hmm.log_evidence(NEW))
    np.testing.assert_allclose(hmm.compact().log_evidence(NEW), hmm.log_evidence(NEW))
    with pytest.raises(ModelFileError, match="holds a HiddenMarkovModel"):
        LinearChainCRF.load(tmp_path / "h.crf")


def test_zeros_are_forbidden_and_explained():
    hmm = HiddenMarkovModel(smoothing="none").fit(X, Y)
    crf = hmm.to_crf()
    assert crf.state_features_["the", "N"] == -np.inf
    assert ("D", "D") not in crf.transition_features_
    assert crf.log_likelihood(X[:1], [["N", "N", "V"]]) == -np.inf
    assert crf.explain(X[0], 0).rival is None
    smooth = HiddenMarkovModel().fit(X, Y)
    explained = smooth.explain(X[0], 1)
    assert explained.difference == pytest.approx(explained.score - explained.rival_score)
    with pytest.raises(CrfError, match="no label is possible there"):
        hmm.log_evidence([[["sat"], ["the"]]])


def test_the_example_of_the_textbook():
    """Its matrix has a row that sums to 0.9, and its answer does not follow: by hand S1 S3 S2."""
    bears = {"a": [0.5, 0.8, 0.2], "b": [0.5, 0.2, 0.8]}
    with np.errstate(divide="ignore"):
        chain = Chain(
            np.log([0.5, 0.0, 0.5]),
            np.log([[0.1, 0.4, 0.4], [0.4, 0.1, 0.5], [0.4, 0.5, 0.1]]),
            np.log([bears["a"], bears["b"], [1.0, 1.0, 1.0]]),
            np.zeros(0),
        )
    offsets = np.array([0, 3])
    scores = chain.scores(np.array([0, 1, 0], np.int32), offsets)
    path, (score,) = viterbi(scores, chain.transitions, offsets)
    assert [f"S{y + 1}" for y in path] == ["S1", "S3", "S2"]
    assert np.exp(score) == pytest.approx(0.032)


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**16),
    ends=st.booleans(),
    amount=st.sampled_from([0.0, 0.01, 1.0]),
    openness=st.sampled_from([0.3, 0.7, 1.0]),
)
def test_expectation_maximisation_never_makes_the_objective_worse(seed, ends, amount, openness):
    rng = np.random.default_rng(seed)
    y = [[None if rng.random() < openness else label for label in labels] for labels in Y]
    y[0][1] = {"N", "V"}
    hmm = HiddenMarkovModel(
        "baum-welch",
        smoothing="laplace" if amount else "none",
        pseudo_count=amount,
        ends=ends,
        max_iterations=15,
        delta=0.0,
        seed=seed,
    ).fit(X, y, labels=["D", "N", "V"])
    values = [value for _, value in hmm.training_.history]
    assert all(later <= earlier + 1e-9 * abs(earlier) for earlier, later in pairwise(values))
    np.testing.assert_allclose(
        hmm.transitions_.sum(axis=1) + (hmm.end_ if ends else 0.0), 1.0, atol=1e-9
    )


def test_one_iteration_is_that_of_enumeration():
    first = HiddenMarkovModel(smoothing="laplace", pseudo_count=0.5).fit(X, Y)
    options = {"smoothing": "none", "initial": first, "max_iterations": 1, "delta": 0.0}
    second = HiddenMarkovModel("baum-welch", **options).fit(X[:4], labels=["V", "D", "N"])
    n_labels, symbols = 3, first.symbols_
    begins, steps = np.zeros(n_labels), np.zeros((n_labels, n_labels))
    bears = np.zeros((n_labels, len(symbols)))
    for sentence in X[:4]:
        paths, joints = all_joints(first, sentence)
        for path, weight in zip(paths, joints / joints.sum(), strict=True):
            begins[path[0]] += weight
            for pair in pairwise(path):
                steps[pair] += weight
            for token, y in zip(sentence, path, strict=True):
                bears[y, symbols.index(token[0])] += weight
    order = [first.classes_.index(label) for label in second.classes_]
    columns = [symbols.index(name) for name in second.symbols_]
    np.testing.assert_allclose(second.start_, (begins / begins.sum())[order])
    wanted = steps / steps.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(second.transitions_, wanted[np.ix_(order, order)])
    wanted = bears / bears.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(second.emissions_[:, :-1], wanted[np.ix_(order, columns)])
    assert second.log_evidence(X[:4]).sum() > first.log_evidence(X[:4]).sum()


def test_it_finds_labels_that_were_not_named():
    hmm = HiddenMarkovModel("baum-welch", smoothing="none", seed=3)
    received = []
    hmm.fit(X, labels=["1", "2", "3"], monitor=lambda progress: received.append(progress) or None)
    assert hmm.training_.reason == "delta"
    assert received[-1].evaluations == hmm.training_.evaluations == len(received)
    assert hmm.log_evidence(X).sum() == pytest.approx(-hmm.training_.objective)
    hmm.fit(X, labels=["1", "2"], cancelled=lambda: True)
    assert hmm.training_.reason == "cancelled"
    hmm.fit(X, labels=["1", "2"], monitor=lambda progress: progress.iteration == 2)
    assert hmm.training_.reason == "monitor"
    hmm.max_iterations, hmm.delta = 4, 0.0
    assert hmm.fit(X, labels=["1", "2"]).training_.iterations == 4


def test_what_it_reads(tmp_path):
    table = ColumnTable.from_words(WORDS)
    items = [[{"w": word, "ends": word[-1]} for word in words] for words in WORDS]
    wanted = HiddenMarkovModel().fit(X, Y).predict(X)
    by_template = HiddenMarkovModel(template="U0:%x[0,0]\nU1:%x[-1,0]\nB\n").fit(table, Y)
    by_key = HiddenMarkovModel(key="w:").fit(items, Y)
    data = Dataset.from_items(X)
    of_data = HiddenMarkovModel().fit(data, Y)
    assert by_template.predict(table) == by_key.predict(items) == wanted
    assert of_data.predict(data) == of_data.predict(X) == of_data.predict(of_data.dataset(X))
    by_template.save(tmp_path / "m.crf")
    loaded = HiddenMarkovModel.load(tmp_path / "m.crf")
    assert "U1" in loaded.template
    assert loaded.predict(table) == wanted
    with pytest.raises(CrfError, match="key=None matches no attribute"):
        HiddenMarkovModel().fit(items, Y)
    with pytest.raises(DataError, match="Sentence 1, token 1: there are several symbols"):
        HiddenMarkovModel(key="").fit(items, Y)


def test_what_is_left_out_is_like_what_is_not_known():
    hmm = HiddenMarkovModel(min_count=4).fit(X, Y)
    assert set(hmm.symbols_) == {"sat", "the", "dog"}
    assert hmm.log_evidence([[["cat"]]]) == hmm.log_evidence([[["mouse"]]])
    em = HiddenMarkovModel("baum-welch", smoothing="none", min_count=4, max_iterations=5)
    em.fit(X, labels=["1", "2"])
    np.testing.assert_allclose(em.emissions_.sum(axis=1), 1.0)


def test_a_crf_starts_from_it():
    hmm = HiddenMarkovModel(smoothing="none").fit(X, Y)
    zeros = LinearChainCRF(initial="zeros").fit(X, Y)
    for start in (hmm, hmm.to_crf()):
        crf = LinearChainCRF(initial=start, delta=1e-9).fit(X, Y)
        assert crf.training_.objective == pytest.approx(zeros.training_.objective, rel=1e-4)
    again = LinearChainCRF(initial=zeros).fit(hmm.dataset(X), Y)
    assert again.predict(X) == Y


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "gibbs"}, "algorithm='gibbs' is not possible"),
        ({"smoothing": "katz"}, "smoothing='katz' is not possible"),
        ({"pseudo_count": -1}, "pseudo_count=-1 is not possible"),
        ({"held_out": 1.0}, "held_out=1.0 is not possible"),
        ({"held_out": 0.0, "smoothing": "back-off"}, "tuned on held-out sentences"),
        ({"algorithm": "baum-welch", "smoothing": "back-off"}, "not possible with algorithm='baum"),
        ({"initial": "zeros"}, "initial='zeros' is not possible"),
        ({"hierarchy": 3, "smoothing": "shrinkage"}, "hierarchy=3 is not possible"),
        ({"hierarchy": {"D": "n"}}, "with smoothing='back-off', which mixes no classes"),
        ({"initial": HiddenMarkovModel()}, "algorithm='counts' has no start"),
        ({"threads": 0}, "threads=0 is not possible"),
    ],
)
def test_what_it_refuses(options, words):
    with pytest.raises(CrfError, match=words):
        HiddenMarkovModel(**options).fit(X, Y)


def test_what_it_refuses_of_sentences():
    with pytest.raises(UnknownLabelError, match="level 2 gives 'n' no class"):
        HiddenMarkovModel(
            smoothing="shrinkage", hierarchy=[{"D": "n", "N": "n", "V": "v"}, {"v": 1}]
        ).fit(X, Y)
    with pytest.raises(CrfError, match="counts labels, and there are none"):
        HiddenMarkovModel().fit(X)
    with pytest.raises(CrfError, match="Without y the labels must be named"):
        HiddenMarkovModel("baum-welch").fit(X)
    with pytest.raises(CrfError, match="No token has a label yet"):
        HiddenMarkovModel().fit(X, [[None] * len(words) for words in WORDS], labels=["D"])
    earlier = HiddenMarkovModel().fit(X, Y)
    with pytest.raises(CrfError, match="initial has the labels D, N, V"):
        HiddenMarkovModel("baum-welch", initial=earlier).fit(X, labels=["D", "N"])
    ending = HiddenMarkovModel(ends=True).fit(X, Y)
    assert HiddenMarkovModel("baum-welch", initial=ending, ends=True).fit(X, Y).score(X, Y) == 1.0
    counted = HiddenMarkovModel(smoothing="none").fit(X, Y)
    going_on = HiddenMarkovModel("baum-welch", smoothing="none", initial=counted)
    with pytest.raises(CrfError, match="no label is possible there"):
        going_on.fit(X, [["N", *labels[1:]] for labels in Y], labels=["D", "N", "V"])


def test_a_single_sentence_can_be_held_out():
    hmm = HiddenMarkovModel(smoothing="back-off").fit(X[:1], Y[:1])
    assert hmm.predict(X[:1]) == Y[:1]


@pytest.mark.parametrize("smoothing", ["none", "laplace", "back-off", "shrinkage"])
def test_symbols_of_tokens_without_a_label_are_possible(smoothing):
    y = [labels if place else [None] * 3 for place, labels in enumerate(Y[:4])]
    hmm = HiddenMarkovModel(smoothing=smoothing).fit(X[:4], y)
    assert hmm.predict([[["the"], ["cat"], ["sat"]]])[0][0] == "D"


def test_whether_ends_are_modelled_is_seen_in_the_model_not_in_the_parameters():
    hmm = HiddenMarkovModel(ends=True).fit(X, Y)
    end = hmm.end_
    np.testing.assert_array_equal(hmm.set_params(ends=False).end_, end)
    np.testing.assert_array_equal(hmm.compact().end_, end)
    without = HiddenMarkovModel().fit(X, Y).set_params(ends=True)
    assert without.end_.shape == (0,)
    with pytest.raises(CrfError, match="with ends=True, and here they are D, N, V with ends=False"):
        HiddenMarkovModel("baum-welch", initial=hmm).fit(X, Y)
    certain = HiddenMarkovModel(smoothing="none", ends=True).fit([[["a"]], [["b"]]], [["A"], ["B"]])
    np.testing.assert_array_equal(certain.end_, [1.0, 1.0])


def test_the_dataset_of_another_hidden_markov_model_can_be_learned_from_and_saved():
    first = HiddenMarkovModel().fit(X, Y)
    second = HiddenMarkovModel().fit(first.dataset(X), Y)
    loaded = HiddenMarkovModel.from_bytes(second.to_bytes())
    for hmm in (second, loaded):
        assert hmm.symbols_ == first.symbols_
        assert hmm.predict_marginals([*X, *NEW]) == first.predict_marginals([*X, *NEW])

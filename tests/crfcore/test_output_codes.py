"""Chains of codes as estimators."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from crfcore import CodedCRF, CrfError, LinearChainCRF, ModelFileError
from crfcore.features.column_table import ColumnTable
from crfcore.output_codes import exhaustive_code, random_code
from crfcore.training.coded_model import least_distance
from tests.crfcore.test_boosted import X, Y, noisy


@pytest.fixture(scope="module")
def fitted():
    return CodedCRF(c2=0.1).fit(X, Y)


def test_it_answers_like_other_estimators(fitted, tmp_path):
    assert fitted.score(X, Y) == 1.0
    assert fitted.predict(X, allowed=[["N", None, None], *[None] * 11])[0][0] == "N"
    assert [max(row, key=row.get) for row in fitted.predict_marginals(X)[1]] == Y[1]
    assert fitted.nbest(X, 2)[0][0][0] == Y[0]
    assert len(fitted.transition_features_) == 9
    assert set(fitted.state_features_) >= {("w:the", label) for label in fitted.classes_}
    assert fitted.top_state_features(1, "D")[0][0] in {("ends:e", "D"), ("w:the", "D")}
    assert fitted.training_.reason == "all bits"
    fitted.save(tmp_path / "m.crf")
    loaded = CodedCRF.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(X) == fitted.predict_marginals(X)
    assert loaded.bound_ == fitted.bound_
    np.testing.assert_array_equal(loaded.code_, fitted.code_)
    assert fitted.compact().predict(X) == Y
    with pytest.raises(ModelFileError, match="a CodedCRF, not a LinearChainCRF"):
        LinearChainCRF.load(tmp_path / "m.crf")
    with pytest.raises(CrfError, match="trees and codes have no weights of labels"):
        LinearChainCRF(initial=fitted).fit(X, Y)
    with pytest.raises(CrfError, match="of trees or codes"):
        fitted.explain(X[0], 0)


def test_the_file_of_a_given_code_holds_it_once():
    crf = CodedCRF(np.eye(3)).fit(X, Y)
    loaded = CodedCRF.from_bytes(crf.to_bytes())
    assert loaded.code.tolist() == np.eye(3).tolist()
    assert loaded.fit(X, Y).predict_marginals(X) == crf.predict_marginals(X)


@pytest.mark.parametrize("open_labels", [False, True])
def test_two_labels_are_the_binary_chain(open_labels):
    x, y = noisy(0, 60, n_labels=2)
    if open_labels:
        y = [[None if t % 3 == 1 else label for t, label in enumerate(row)] for row in y]
    names = ["L0", "L1"]
    options = {"c2": 0.3, "epsilon": 1e-9, "all_possible_states": True}
    coded = CodedCRF([[0], [1]], **options).fit(x, y, labels=names)
    chain = LinearChainCRF(**options).fit(x, y, labels=names)
    assert coded.training_.objective == pytest.approx(chain.training_.objective, rel=1e-9)
    found, wanted = coded.predict_marginals(x), chain.predict_marginals(x)
    for one, other in zip(found, wanted, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a == pytest.approx(b, abs=1e-4)
    assert coded.predict_by_bits(x) == coded.predict(x)


def test_sets_teach_what_their_members_share():
    """No token is fully known, but each bit is at some."""
    words = ["a", "b", "c", "d"] * 5
    x = [[[word] for word in words]]
    sets = [
        {"a": "ab", "b": "bc", "c": "cd", "d": "da"},
        {"a": "ad", "b": "ba", "c": "cb", "d": "dc"},
    ]
    y = [[set(sets[t // 4 % 2][word]) for t, word in enumerate(words)]]
    code = [[0, 0], [0, 1], [1, 1], [1, 0]]
    crf = CodedCRF(code, c2=0.01).fit(x, y, labels=list("abcd"))
    assert crf.predict([[["a"]], [["b"]], [["c"]], [["d"]]]) == [["a"], ["b"], ["c"], ["d"]]


@pytest.mark.parametrize("decoding", ["hamming", "marginal", "product"])
def test_decodings_of_the_literature(decoding):
    x, y = noisy(1, 60, n_labels=4)
    crf = CodedCRF(c2=0.3).fit(x, y)
    found = crf.predict_by_bits(x, decoding)
    gold = [label for row in y for label in row]
    right = np.mean([a == b for a, b in zip([p for row in found for p in row], gold, strict=True)])
    assert right > LinearChainCRF(c2=0.3).fit(x, y).score(x, y) - 0.1
    if decoding == "hamming":
        assert 1.0 - right <= crf.bound_
        assert crf.bound(x, y) == pytest.approx(crf.bound_)
    if decoding == "product":
        assert found == crf.predict(x)


def test_the_bound_is_markovs():
    x, y = noisy(2, 30)
    crf = CodedCRF("exhaustive").fit(x, y)
    assert crf.code_.tolist() == [[1, 1, 1], [0, 1, 0], [0, 0, 1]]
    assert crf.distance_ == 2
    assert crf.bound_ == pytest.approx(2.0 * crf.bit_errors_.sum() / 2.0)
    assert np.all((crf.bit_errors_ > 0.0) & (crf.bit_errors_ < 0.5))
    # One wrong label of 33 is no reason to learn it; a bound above 1 says nothing.
    wrong = [["N", "N", "V"], *Y[1:]]
    crf = CodedCRF("exhaustive").fit(X, wrong)
    assert crf.predict_by_bits(X) == Y
    assert 1.0 / 33.0 <= crf.bound_ < 0.5
    assert CodedCRF("exhaustive", max_iterations=0).fit(X, Y).bound_ <= 1.0


def test_codes():
    for n_labels in range(3, 8):
        code = exhaustive_code(n_labels)
        assert code.shape == (n_labels, 2 ** (n_labels - 1) - 1)
        assert least_distance(code) == 2 ** (n_labels - 2)
        divisions = {tuple(column) for column in code.T.tolist()}
        assert len(divisions) == code.shape[1]
        assert all(len(set(column)) == 2 for column in divisions)
    code = random_code(49, 57, 0)
    assert code.shape == (49, 57)
    assert np.all(code.sum(axis=0) == 24)
    distances = [np.count_nonzero(a != b) for a, b in combinations(code, 2)]
    assert least_distance(code) == min(distances) >= 14
    np.testing.assert_array_equal(code, random_code(49, 57, 0))
    assert not np.array_equal(code, random_code(49, 57, 1))
    one = CodedCRF("one-vs-rest").fit(X, Y)
    assert one.code_.tolist() == np.eye(3).tolist()
    assert one.predict(X) == Y


def test_bits_by_default():
    assert CodedCRF(max_iterations=1).fit(X, Y).code_.shape == (3, 16)
    assert CodedCRF(n_bits=20, max_iterations=1).fit(X, Y).code_.shape == (3, 20)


def test_threads_change_nothing(fitted):
    other = CodedCRF(c2=0.1, threads=3).fit(X, Y).fitted_.model
    model = fitted.fitted_.model
    np.testing.assert_array_equal(model.bits.weights, other.bits.weights)
    np.testing.assert_array_equal(model.bit_transitions, other.bit_transitions)


def test_a_temperature_makes_it_less_confident():
    x, y = noisy(3, 80, n_labels=4)
    other_x, other_y = noisy(4, 80, n_labels=4)
    crf = CodedCRF(c2=0.3).fit(x, y)
    calibrated = crf.with_temperature(5.0)
    assert calibrated.predict(x) == crf.predict(x)
    assert calibrated.log_likelihood(other_x, other_y) > crf.log_likelihood(other_x, other_y)


def test_attributes_of_edges_are_left_out():
    table = ColumnTable.from_words([["a", "b"], ["b", "c"]])
    crf = CodedCRF(template="U0:%x[0,0]\nB\nB1:%x[0,0]\n").fit(table, [["x", "y"], ["y", "z"]])
    assert crf.extractor_.n_edge_attributes == 0
    assert CodedCRF.from_bytes(crf.to_bytes()).predict(table) == crf.predict(table)
    none = CodedCRF(template="U0:%x[0,0]\n").fit(table, [["x", "y"], ["y", "z"]])
    assert set(none.transition_features_.values()) == {0.0}


def test_weights_of_sentences_are_repetitions():
    x, y = noisy(5, 9)
    weighted = CodedCRF("exhaustive", epsilon=1e-8).fit(x, y, sample_weight=[1, 2, 3] * 3)
    repeated = [i for i in range(9) for _ in range(i % 3 + 1)]
    crf = CodedCRF("exhaustive", epsilon=1e-8)
    crf.fit([x[i] for i in repeated], [y[i] for i in repeated], labels=weighted.classes_)
    assert weighted.training_.objective == pytest.approx(crf.training_.objective, rel=1e-6)


def test_a_training_is_watched_and_can_be_ended(capsys):
    received = []
    crf = CodedCRF("exhaustive", verbose=True).fit(X, Y, monitor=received.append)
    assert [one.iteration for one in received] == [1, 2, 3]
    assert capsys.readouterr().out.count("Iter ") == 3
    crf.fit(X, Y, monitor=lambda progress: progress.iteration == 2)
    assert crf.training_.reason == "monitor"
    assert np.count_nonzero(np.abs(crf.fitted_.model.bit_transitions).sum(axis=(1, 2))) == 2
    crf.fit(X, Y, cancelled=lambda: True)
    assert crf.training_.reason == "cancelled"
    assert not np.any(crf.fitted_.model.weights)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"code": "gray"}, "code='gray' is not possible; use one of 'random'"),
        ({"code": [[0, 1], [1, 0]]}, "a row for each of the 3 labels"),
        ({"code": [[0], [1], [2]]}, "a matrix of 0 and 1"),
        ({"code": [0, 1, 1]}, "a matrix of 0 and 1"),
        ({"code": [[0, "x"], [1, 0], [1, 1]]}, "a matrix of 0 and 1"),
        ({"code": None}, "code=None is not possible"),
        ({"code": [[0, 1], [1, 1], [1, 1]]}, "Bit 2 of the code is the same for all labels"),
        ({"code": [[0, 1], [1, 0], [1, 0]]}, "Two labels have the same code"),
        ({"code": np.ones((3, 4_097))}, "The code has 4,097 bits, and up to 4,096 are possible"),
        ({"n_bits": 4_097}, "n_bits=4097 is not possible; it must be a whole number from 1"),
        ({"n_bits": 0}, "n_bits=0 is not possible"),
        ({"n_bits": 2.0}, r"n_bits=2\.0"),
        ({"n_bits": 1}, "n_bits=1 are too few to tell 3 labels apart"),
        ({"code": "one-vs-rest", "n_bits": 9}, "n_bits=9 is for code='random' only"),
        ({"c2": -1.0}, r"c2=-1\.0"),
    ],
)
def test_what_it_refuses(options, words):
    with pytest.raises(CrfError, match=words):
        CodedCRF(**options).fit(X, Y)


def test_other_refusals(fitted):
    with pytest.raises(CrfError, match="A code of 2 labels is of no use; train a LinearChainCRF"):
        CodedCRF().fit([[["a"], ["b"]]], [["A", "B"]])
    eight = [[str(number) for number in range(8)]]
    with pytest.raises(CrfError, match="too many bits for 8 labels"):
        CodedCRF("exhaustive").fit([[[word] for word in eight[0]]], eight)
    many = [[str(number) for number in range(4_097)]]
    with pytest.raises(CrfError, match="'one-vs-rest' has 4,097 bits, one for each label"):
        CodedCRF("one-vs-rest").fit([[["w"]] * 4_097], many)
    with pytest.raises(CrfError, match="decoding='viterbi' is not possible"):
        fitted.predict_by_bits(X, "viterbi")

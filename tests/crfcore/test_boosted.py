"""Boosted chains as estimators."""

from __future__ import annotations

import copy
from itertools import pairwise, product

import numpy as np
import pytest

from crfcore import BoostedCRF, CrfError, LinearChainCRF, Matrix, ModelFileError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.inference.sentence_pass import NoLabellingError

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], ["the", "dog"], ["cats", "sat"]] * 3
X = [[{"w": word, "ends": word[-1]} for word in words] for words in WORDS]
Y = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in words] for words in WORDS]
SMALL = {"min_count": 1, "min_child_weight": 0.01}


def noisy(seed, n_sentences, n_attributes=6, n_labels=3):
    """Return sentences whose labels depend on attributes and the label before, with noise."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=(n_attributes, n_labels))
    follows = rng.normal(size=(n_labels, n_labels))
    sentences, labels = [], []
    for _ in range(n_sentences):
        has = rng.random((int(rng.integers(1, 7)), n_attributes)) < 0.5
        path: list[int] = []
        for row in has:
            scores = row @ weights + (follows[path[-1]] if path else 0.0)
            path.append(int(np.argmax(scores + rng.gumbel(size=n_labels))))
        sentences.append([[f"a{k}" for k in np.flatnonzero(row)] for row in has])
        labels.append([f"L{k}" for k in path])
    return sentences, labels


@pytest.fixture(scope="module")
def fitted():
    return BoostedCRF(20, **SMALL).fit(X, Y)


def test_it_answers_like_other_estimators(fitted, tmp_path):
    assert fitted.score(X, Y) == 1.0
    assert fitted.predict(X, allowed=[["N", None, None], *[None] * 11])[0][0] == "N"
    assert [max(row, key=row.get) for row in fitted.predict_marginals(X)[1]] == Y[1]
    assert fitted.nbest(X, 2)[0][0][0] == Y[0]
    assert fitted.sequence_probability(X[:1], Y[:1])[0] > 0.5
    assert len(fitted.transition_features_) == 9
    assert fitted.state_features_ == {}
    assert fitted.n_nonzero_ > 9
    fitted.save(tmp_path / "m.crf")
    loaded = BoostedCRF.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(X) == fitted.predict_marginals(X)
    assert loaded.get_params() == fitted.get_params()
    assert loaded.splits_ == fitted.splits_
    smaller = copy.copy(fitted).compact()
    assert smaller.predict_marginals(X) == fitted.predict_marginals(X)
    assert smaller.num_attributes_ < fitted.num_attributes_
    with pytest.raises(ModelFileError, match="a BoostedCRF, not a LinearChainCRF"):
        LinearChainCRF.load(tmp_path / "m.crf")
    with pytest.raises(CrfError, match="trees and codes have no weights of labels to begin with"):
        LinearChainCRF(initial=fitted).fit(X, Y)


def test_the_questions_of_trees_are_listed(fitted):
    asked = fitted.splits_
    assert all(one.gain >= two.gain for one, two in pairwise(asked))
    assert asked[0].name in {"ends:t", "w:sat"}
    trees = fitted.fitted_.model.trees
    assert sum(one.splits for one in asked) == np.count_nonzero(trees.children)
    assert sum(one.gain for one in asked) == pytest.approx(trees.gains.sum())


@pytest.mark.parametrize(
    "options", [{}, {"subsample": 0.6}, {"second_order": False}, {"pairs": True}]
)
def test_the_likelihood_never_falls(options):
    x, y = noisy(0, 40)
    y = [
        [{"L0", "L1"} if (i + t) % 5 == 0 else y[i][t] for t in range(len(y[i]))] for i in range(40)
    ]
    crf = BoostedCRF(15, learning_rate=1.0, **SMALL, **options).fit(x, y)
    values = [value for _, value in crf.training_.history]
    assert len(values) > 10
    assert all(later <= earlier for earlier, later in pairwise(values))
    assert values[-1] < 0.7 * values[0]
    # What was recorded is what the model says.
    assert -crf.log_likelihood(x, y) == pytest.approx(values[-1], rel=1e-9)


def test_one_leaf_is_newtons_step_on_the_bias_of_a_label():
    x, y = noisy(1, 30)
    crf = BoostedCRF(1, max_leaves=1, learning_rate=0.25, reg_lambda=0.5).fit(x, y)
    dataset = crf.dataset(x)
    counts = {label: sum(row.count(label) for row in y) for label in crf.classes_}
    scores = crf.fitted_.model.scores(dataset, 0, dataset.n_tokens)
    for number, label in enumerate(crf.classes_):
        # All labels have the same probability at first.
        slope = counts[label] - dataset.n_tokens / 3.0
        curvature = dataset.n_tokens * (1.0 / 3.0) * (2.0 / 3.0)
        np.testing.assert_allclose(scores[:, number], 0.25 * slope / (curvature + 0.5), rtol=1e-12)
    n_pairs = sum(len(row) - 1 for row in y)
    seen = sum(pair == ("L0", "L1") for row in y for pair in pairwise(row))
    step = 0.25 * (seen - n_pairs / 9.0) / (n_pairs / 9.0 + 0.5)
    assert crf.transition_features_["L0", "L1"] == pytest.approx(step, rel=1e-12)


def test_trees_of_one_split_become_the_chain_without_penalty():
    x, y = noisy(2, 30, n_attributes=4)
    # A tree also learns how frequent its label is.
    x = [[["every", *token] for token in one] for one in x]
    chain = LinearChainCRF(c2=0.0, all_possible_states=True, epsilon=1e-4).fit(x, y)
    boosted = BoostedCRF(
        60, max_leaves=2, learning_rate=1.0, reg_lambda=0.0, min_count=1, min_child_weight=0.0
    ).fit(x, y)
    assert boosted.training_.objective == pytest.approx(chain.training_.objective, rel=0.01)
    assert boosted.training_.objective > 0.9999 * chain.training_.objective


def exclusive_or(seed, n_sentences):
    """Return tokens with two bits, of which exactly one makes a label; bits are 1 in 60 %.

    If they were 1 in half of the tokens, no single question would gain anything.
    """
    rng = np.random.default_rng(seed)
    bits = rng.random((n_sentences, 4, 2)) < 0.6
    sentences = [
        [[n for n, bit in zip("pq", row, strict=True) if bit] for row in one] for one in bits
    ]
    return sentences, [["yes" if row[0] != row[1] else "no" for row in one] for one in bits]


def test_trees_find_an_exclusive_or_that_weights_cannot_say():
    (x, y), (other, wanted) = exclusive_or(0, 100), exclusive_or(1, 100)
    assert LinearChainCRF(c2=0.01).fit(x, y).score(other, wanted) < 0.9
    assert BoostedCRF(30, max_leaves=2).fit(x, y).score(other, wanted) < 0.9
    assert BoostedCRF(30, max_leaves=4).fit(x, y).score(other, wanted) == 1.0


def test_numbers_need_no_scaling_and_no_bins_of_ones_own():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 2)) * [1e6, 1e-6]
    y = ["in" if abs(a) < 5e5 and b > 0.0 else "out" for a, b in rows]
    matrix = Matrix(rows, lengths=[4] * 100)
    labels = [y[4 * i : 4 * i + 4] for i in range(100)]
    assert LinearChainCRF(c2=0.01).fit(matrix, labels).score(matrix, labels) < 0.9
    assert BoostedCRF(30).fit(matrix, labels).score(matrix, labels) > 0.98
    asked = {one.name for one in BoostedCRF(3).fit(matrix, labels).splits_}
    assert asked == {"x[0]", "x[1]"}


def test_labels_before_are_asked_for():
    """A label repeats the one before where the token says so: a conjunction with the label."""
    rng = np.random.default_rng(0)
    x, y = [], []
    for _ in range(80):
        repeats = rng.random(6) < 0.5
        path = [str(rng.integers(3))]
        for repeat in repeats[1:]:
            path.append(path[-1] if repeat else str((int(path[-1]) + 1) % 3))
        x.append([["same"] if one else ["next"] for one in repeats])
        y.append(path)
    plain = BoostedCRF(20).fit(x, y)
    crf = BoostedCRF(20, pairs=True, min_child_weight=0.01).fit(x, y)
    assert plain.log_likelihood(x, y) < 2.0 * crf.log_likelihood(x, y) < 0.0
    assert {one.name for one in crf.splits_} >= {"y[-1]=0", "y[-1]=1", "y[-1]=2"}
    # Little more is unknown than the first labels.
    assert crf.log_likelihood(x, y) > -1.3 * 80 * np.log(3.0)
    loaded = BoostedCRF.from_bytes(crf.to_bytes())
    assert loaded.predict_marginals(x) == crf.predict_marginals(x)


def test_trees_learn_what_an_initial_chain_lacks():
    x, y = exclusive_or(0, 60)
    chain = LinearChainCRF(c2=0.1, allowed_transitions="observed").fit(x, y)
    crf = BoostedCRF(1, max_leaves=1, learning_rate=1e-9, initial=chain).fit(x, y)
    assert crf.log_likelihood(x, y) == pytest.approx(chain.log_likelihood(x, y), rel=1e-6)
    assert crf.state_features_ == chain.state_features_
    more = BoostedCRF(20, initial=chain).fit(x, y)
    assert more.score(x, y) == 1.0
    assert more.training_.history[0][1] == pytest.approx(-chain.log_likelihood(x, y), rel=1e-9)
    loaded = BoostedCRF.from_bytes(more.to_bytes())
    assert loaded.predict_marginals(x) == more.predict_marginals(x)


def test_an_initial_chain_keeps_its_edges_and_forbidden_pairs():
    table = ColumnTable.from_words(WORDS)
    edges = "U0:%x[0,0]\nB\nB1:%x[0,0]\n"
    y = [[*row] for row in Y]
    chain = LinearChainCRF(template=edges, allowed_transitions="observed", c2=1.0).fit(table, y)
    crf = BoostedCRF(3, initial=chain, min_count=1).fit(table, y)
    assert crf.fitted_.model.by_position
    before, after = chain.fitted_.model.index, crf.fitted_.model.index
    assert set(after.forbidden_pairs) == set(before.forbidden_pairs)
    assert crf.log_likelihood(table, y) > chain.log_likelihood(table, y)
    forbidden = [["V", "D", "N"]]
    assert crf.log_likelihood(ColumnTable.from_words([["sat", "the", "cat"]]), forbidden) == -np.inf
    with pytest.raises(NoLabellingError):
        BoostedCRF(3, initial=chain).fit(ColumnTable.from_words([["sat", "the"]]), [["V", "D"]])


@pytest.mark.parametrize("pairs", [False, True])
def test_threads_change_nothing(pairs):
    x, y = noisy(3, 30)
    options = {"pairs": pairs, "subsample": 0.7, **SMALL}
    files = []
    for threads in (1, 3):
        crf = BoostedCRF(6, threads=threads, **options).fit(x, y)
        files.append({name: a.tobytes() for name, a in crf.fitted_.model.arrays().items()})
    assert files[0] == files[1]
    other = BoostedCRF(6, seed=1, **options).fit(x, y)
    assert other.fitted_.model.arrays()["node_values"].tobytes() != files[0]["node_values"]


def test_weights_of_sentences_are_repetitions():
    x, y = noisy(4, 12)
    counts = [0, 1, 2, 3] * 3
    options = {"max_leaves": 3, "min_child_weight": 0.0}
    weighted = BoostedCRF(5, min_count=1, **options).fit(x, y, sample_weight=counts)
    repeated = [i for i, count in enumerate(counts) for _ in range(count)]
    crf = BoostedCRF(5, min_count=1, **options)
    crf.fit([x[i] for i in repeated], [y[i] for i in repeated], labels=weighted.classes_)
    assert weighted.training_.objective == pytest.approx(crf.training_.objective, rel=1e-9)
    for one, two in zip(weighted.predict_marginals(x), crf.predict_marginals(x), strict=True):
        for a, b in zip(one, two, strict=True):
            assert a == pytest.approx(b, abs=1e-9)


def test_open_labels_add_nothing():
    x, y = noisy(5, 20)
    crf = BoostedCRF(4, **SMALL).fit(x, y)
    more = [*x, [["a0"], ["a1"]]]
    wider = BoostedCRF(4, **SMALL).fit(more, [*y, [None, None]])
    assert wider.training_.objective == pytest.approx(crf.training_.objective, rel=1e-9)
    # Open tokens between known ones do, but do not shorten the steps of these.
    some = [[label if t % 2 else None for t, label in enumerate(row)] for row in y]
    crf = BoostedCRF(20, **SMALL).fit(x, some)
    assert crf.training_.objective < 0.5 * crf.training_.history[0][1]


def test_a_template_without_transitions_has_none():
    table = ColumnTable.from_words(WORDS)
    crf = BoostedCRF(5, template="U0:%x[0,0]\n", min_count=1).fit(table, Y)
    assert crf.transition_features_ == {}
    assert crf.predict(table) == Y


def test_a_training_can_be_cancelled_watched_and_stopped_early(capsys):
    received = []
    crf = BoostedCRF(50, verbose=True, **SMALL)
    crf.fit(X, Y, monitor=lambda progress: received.append(progress) or progress.iteration == 3)
    assert crf.training_.reason == "monitor"
    assert capsys.readouterr().out.count("Iter ") == 3
    assert [one.iteration for one in received] == [0, 1, 2, 3]
    crf.fit(X, Y, cancelled=lambda: True)
    assert (crf.training_.reason, crf.training_.iterations) == ("cancelled", 0)
    x, y = noisy(6, 40)
    dev_x, dev_y = noisy(7, 40)
    stopped = BoostedCRF(60, patience=3, dev_score="log_likelihood", **SMALL)
    stopped.fit(x, y, dev_x, dev_y)
    record = stopped.training_
    assert record.reason == "dev"
    assert record.best_iteration == record.iterations - 3
    assert stopped.log_likelihood(dev_x, dev_y) == pytest.approx(max(record.dev_scores))


def test_a_training_ends_where_no_step_helps():
    crf = BoostedCRF(50).fit([[["a"]], [["a"]]], [["A"], ["A"]])
    assert (crf.training_.reason, crf.training_.iterations) == ("no step", 0)
    assert crf.training_.converged
    assert crf.predict([[["a"]]]) == [["A"]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_estimators": -1}, "n_estimators=-1 is not possible; it must be a whole number from 0"),
        ({"n_estimators": True}, "n_estimators=True"),
        ({"max_leaves": 0}, "max_leaves=0"),
        ({"max_leaves": 2.5}, r"max_leaves=2\.5"),
        ({"min_count": None}, "min_count=None"),
        ({"learning_rate": 0.0}, r"learning_rate=0\.0 .* above 0, at most 1"),
        ({"learning_rate": 1.5}, r"learning_rate=1\.5"),
        ({"subsample": np.nan}, "subsample=nan"),
        ({"reg_lambda": -1.0}, r"reg_lambda=-1\.0 .* a number from 0 to 1e\+30"),
        ({"min_child_weight": "1"}, "min_child_weight='1'"),
        ({"pairs": "yes"}, "pairs='yes'"),
        ({"second_order": None}, "second_order=None"),
        ({"dev_score": "f2"}, "dev_score='f2'"),
        ({"patience": 0}, "patience=0"),
        ({"initial": "zeros"}, "initial='zeros' is not possible; give a fitted LinearChainCRF"),
    ],
)
def test_what_it_refuses(options, words):
    with pytest.raises(CrfError, match=words):
        BoostedCRF(**options).fit(X, Y)


def test_an_initial_model_fits_the_rest(fitted):
    chain = LinearChainCRF(max_iterations=1).fit(X, Y)
    for initial in (fitted, LinearChainCRF("voted-perceptron", max_iterations=1).fit(X, Y)):
        with pytest.raises(CrfError, match="give a fitted LinearChainCRF"):
            BoostedCRF(initial=initial).fit(X, Y)
    with pytest.raises(CrfError, match="leave out template"):
        BoostedCRF(initial=chain, template="basic").fit(X, Y)
    with pytest.raises(CrfError, match="leave out labels"):
        BoostedCRF(initial=chain).fit(X, Y, labels=["N", "D", "V"])
    with pytest.raises(CrfError, match="'Z'"):
        BoostedCRF(initial=chain).fit([[["w:cat"]]], [["Z"]])


def test_too_much_memory_is_refused(monkeypatch):
    from crfcore.training.boosting import fitting, rounds

    monkeypatch.setattr(fitting, "MAX_PAIRS", 100)
    with pytest.raises(CrfError, match=r"33 tokens and 3 labels are too many .* pairs=True"):
        BoostedCRF(pairs=True).fit(X, Y)
    monkeypatch.setattr(rounds, "MAX_SUMS", 10)
    with pytest.raises(CrfError, match="give fewer leaves or a greater min_count"):
        BoostedCRF(min_count=1).fit(X, Y)


def test_a_dataset_can_be_used_again():
    dataset = Dataset.from_items(X)
    crf = BoostedCRF(5, **SMALL).fit(dataset, Y)
    assert crf.predict(dataset) == BoostedCRF(5, **SMALL).fit(X, Y).predict(X)


def test_every_labelling_of_a_sentence_is_scored(fitted):
    """Probabilities of all labellings sum to one, with trees as with weights."""
    total = 0.0
    for path in product(fitted.classes_, repeat=3):
        total += fitted.sequence_probability(X[:1], [list(path)])[0]
    assert total == pytest.approx(1.0)


def test_pairs_of_many_tokens_are_an_error_instead_of_gigabytes(monkeypatch):
    monkeypatch.setattr("crfcore.training.boosting.rounds.MAX_PAIRS", 7)
    sentence, labels = [[{"w": "a"}, {"w": "b"}]], [["x", "y"]]
    with pytest.raises(CrfError, match="pairs=True takes too much memory for 2 tokens and 2"):
        BoostedCRF(1, pairs=True).fit(sentence, labels)
    assert BoostedCRF(1, min_count=1).fit(sentence, labels).predict(sentence)

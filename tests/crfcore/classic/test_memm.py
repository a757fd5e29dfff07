"""Maximum entropy Markov models as estimators."""

from __future__ import annotations

import copy
from itertools import pairwise

import numpy as np
import pytest

from crfcore import LinearChainCRF, MaximumEntropyMarkovModel
from crfcore.errors import CrfError, ModelFileError, NotFittedError, UnknownLabelError
from crfcore.features.column_table import ColumnTable
from crfcore.inference.sentence_pass import NoLabellingError

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], ["the", "dog"], ["cats", "sat"]] * 3
X = [[{"w": word, "ends": word[-1]} for word in words] for words in WORDS]
Y = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in words] for words in WORDS]
TABLE = ColumnTable.from_words(WORDS)


@pytest.fixture(scope="module")
def fitted():
    return MaximumEntropyMarkovModel(c2=0.1).fit(X, Y)


def label_bias(seed, n_sentences):
    """Return sentences of Zhu et al. 2013, section 4.4."""
    rng = np.random.default_rng(seed)
    paths = [["R1", "I", "B"], ["R2", "O", "B"]]
    y = [paths[number] for number in rng.integers(2, size=n_sentences)]
    sentences = []
    for path in y:
        own = [one[0].lower() for one in path]
        noisy = [
            letter if rng.random() < 29 / 32 else "riob".replace(letter, "")[rng.integers(3)]
            for letter in own
        ]
        sentences.append([[letter] for letter in noisy])
    return sentences, y


def test_it_answers_like_other_estimators(fitted, tmp_path):
    assert fitted.score(X, Y) == 1.0
    assert fitted.predict(X[:1]) == [["D", "N", "V"]]
    marginals = fitted.predict_marginals(X)[1]
    assert [max(row, key=row.get) for row in marginals] == Y[1]
    assert fitted.nbest(X, 2)[0][0][0] == Y[0]
    assert 0.5 < np.exp(fitted.log_likelihood(X[:1], Y[:1])) < 1.0
    assert fitted.training_.converged
    assert fitted.training_.algorithm == "lbfgs"
    assert set(fitted.state_features_) >= {("w:the", "D")}
    assert len(fitted.transition_features_) == 9
    fitted.save(tmp_path / "m.crf")
    loaded = MaximumEntropyMarkovModel.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(X) == fitted.predict_marginals(X)
    assert loaded.get_params() == fitted.get_params()
    assert copy.copy(fitted).predict(X) == fitted.compact().predict(X) == Y
    with pytest.raises(ModelFileError, match="a MaximumEntropyMarkovModel, not a LinearChainCRF"):
        LinearChainCRF.load(tmp_path / "m.crf")
    with pytest.raises(NotFittedError, match="This MaximumEntropyMarkovModel has not"):
        MaximumEntropyMarkovModel().predict(X)


def test_what_it_refuses():
    with pytest.raises(CrfError, match="algorithm='newton' is not possible; use one of 'lbfgs'"):
        MaximumEntropyMarkovModel("newton").fit(X, Y)
    with pytest.raises(CrfError, match="c2=-1 is not possible"):
        MaximumEntropyMarkovModel(c2=-1).fit(X, Y)
    with pytest.raises(CrfError, match=r"c1=1\.0 is not possible with algorithm='gis'"):
        MaximumEntropyMarkovModel("gis", c1=1.0).fit(X, Y)
    with pytest.raises(CrfError, match="initial='passes' is not possible"):
        MaximumEntropyMarkovModel(initial="passes").fit(X, Y)
    assert MaximumEntropyMarkovModel(c1=0.5, num_memories=5).fit(X, Y).n_nonzero_ < 30


def test_templates_and_features_of_edges(tmp_path):
    shared = MaximumEntropyMarkovModel(template="U0:%x[0,0]\nB\n", c2=0.1).fit(TABLE, Y)
    by_state = MaximumEntropyMarkovModel(template="U0:%x[0,0]\nB0:%x[0,0]\n", c2=0.1).fit(TABLE, Y)
    assert shared.predict(TABLE) == by_state.predict(TABLE) == Y
    by_state.save(tmp_path / "m.crf")
    loaded = MaximumEntropyMarkovModel.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(TABLE) == by_state.predict_marginals(TABLE)
    # Nothing that it knows: transitions are then the same at all places.
    strange = ColumnTable.from_words([["green", "ideas"]])
    assert sum(by_state.predict_marginals(strange)[0][1].values()) == pytest.approx(1.0)


def test_maximum_likelihood_over_seen_transitions_is_biased_and_a_penalty_hides_it():
    sentences, y = label_bias(0, 250)
    tests, wanted = label_bias(1, 120)
    options = {"c2": 0.0, "allowed_transitions": "observed"}
    biased = MaximumEntropyMarkovModel(**options).fit(sentences, y)
    assert 0.6 < biased.score(tests, wanted) < 0.75
    penalised = MaximumEntropyMarkovModel(c2=5.0).fit(sentences, y)
    assert penalised.score(tests, wanted) > 0.85
    crf = LinearChainCRF(c2=1.0).fit(sentences, y)
    assert crf.score(tests, wanted) > 0.93
    # The observation after a state with one successor changes nothing.
    (one, other) = biased.predict_marginals([[["r"], ["i"]], [["r"], ["o"]]])
    assert one[0] == pytest.approx(other[0])


def test_a_crf_starts_from_its_weights(fitted):
    zeros = LinearChainCRF(initial="zeros").fit(X, Y)
    started = LinearChainCRF(initial=fitted).fit(X, Y)
    assert started.training_.history[0][1] < zeros.training_.history[0][1]
    assert started.training_.objective == pytest.approx(zeros.training_.objective, rel=1e-4)
    again = MaximumEntropyMarkovModel(c2=0.1, initial=fitted).fit(X, Y)
    assert again.training_.evaluations < fitted.training_.evaluations
    with pytest.raises(UnknownLabelError, match="not one of those of the model to start from"):
        MaximumEntropyMarkovModel(initial=fitted).fit([["a"]], [["Z"]])


@pytest.mark.parametrize("algorithm", ["gis", "lbfgs"])
def test_hidden_states(algorithm):
    """Each label has two states, which are hidden."""
    y = [[{f"{label}1", f"{label}2"} for label in labels] for labels in Y]
    names = [f"{label}{number}" for label in "DNV" for number in (1, 2)]
    model = MaximumEntropyMarkovModel(algorithm, c2=0.01, max_iterations=60)
    model.fit(X, y, labels=names)
    values = [value for _, value in model.training_.history]
    assert all(later < earlier for earlier, later in pairwise(values))
    found = [[state[0] for state in states] for states in model.predict(X)]
    assert found == Y


def test_a_training_can_be_cancelled_watched_and_is_all_or_nothing(fitted, capsys):
    received = []
    model = MaximumEntropyMarkovModel(verbose=True)
    model.fit(X, Y, monitor=lambda progress: received.append(progress) or progress.iteration == 3)
    assert model.training_.reason == "monitor"
    assert capsys.readouterr().out.count("Iter ") == 3
    assert len(received) == 4
    model.fit(X, Y, cancelled=lambda: True)
    assert (model.training_.reason, model.training_.objective) == ("cancelled", None)
    before = fitted.predict(X)
    with pytest.raises(CrfError):
        fitted.fit(X, Y[:1])
    assert fitted.predict(X) == before


def test_sentences_of_which_nothing_is_known_at_the_start_forbid_no_first_label():
    model = MaximumEntropyMarkovModel(allowed_transitions="observed", max_iterations=5)
    model.fit(X[:2], [[None, "N", "V"], [None, "N", "V", "N"]], labels=["D", "N", "V"])
    assert sum(model.predict_marginals(X[:1])[0][0].values()) == pytest.approx(1.0)


def test_held_out_sentences_stop_a_training_and_choose_its_weights():
    model = MaximumEntropyMarkovModel(c2=0.001, patience=2, dev_score="log_likelihood")
    wrong = [["N"] * len(words) for words in WORDS]
    model.fit(X, Y, X, wrong)
    record = model.training_
    assert (record.reason, record.best_iteration) == ("dev", 1)
    assert model.log_likelihood(X, wrong) == pytest.approx(record.dev_scores[0])
    watched = MaximumEntropyMarkovModel(dev_score="token_accuracy").fit(X, Y, X, Y)
    assert watched.training_.dev_scores[-1] == watched.score(X, Y)
    with pytest.raises(CrfError, match="patience=2 needs held-out sentences"):
        model.fit(X, Y)


def test_sentences_can_be_weighed():
    twice = MaximumEntropyMarkovModel(delta=1e-9).fit([*X, *X[:2]], [*Y, *Y[:2]])
    weights = [2.0, 2.0] + [1.0] * (len(X) - 2)
    weighed = MaximumEntropyMarkovModel(delta=1e-9).fit(X, Y, sample_weight=weights)
    assert weighed.training_.objective == pytest.approx(twice.training_.objective, rel=1e-7)
    assert weighed.training_.n_sentences == len(X)


def test_a_training_goes_on_where_another_one_ended():
    first = MaximumEntropyMarkovModel(c2=0.01).fit(X, Y)
    again = MaximumEntropyMarkovModel(c2=0.01, max_iterations=0, initial=first).fit(X, Y)
    assert again.training_.objective == pytest.approx(first.training_.objective, rel=1e-12)
    observed = MaximumEntropyMarkovModel(allowed_transitions="observed").fit(X, Y)
    for start in (observed, LinearChainCRF().fit(X, Y)):
        going_on = MaximumEntropyMarkovModel(initial=start, delta=1e-9).fit(X, Y)
        wanted = MaximumEntropyMarkovModel(delta=1e-9).fit(X, Y)
        assert going_on.training_.objective == pytest.approx(wanted.training_.objective, rel=1e-5)


@pytest.mark.parametrize("algorithm", ["lbfgs", "gis"])
def test_a_sentence_that_could_not_begin_is_named(algorithm):
    items = [[["a"], ["b"], ["a"]], [["a"], ["b"]], [["b"], ["a"]]]
    model = MaximumEntropyMarkovModel(algorithm, allowed_transitions="observed")
    with pytest.raises(NoLabellingError, match="Sentence 3, token "):
        model.fit(items, [["A", "B", "A"], ["A", "B"], [None, "A"]])

"""Estimators in code written for sklearn_crfsuite, in grid searches, and their attributes."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from crfcore.boosted import BoostedCRF
from crfcore.classic.hmm import HiddenMarkovModel
from crfcore.classic.maxent import MaximumEntropyClassifier
from crfcore.classic.memm import MaximumEntropyMarkovModel
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, UnknownLabelError
from crfcore.metrics import flat_f1_score, sequence_accuracy_score, span_f1_score
from crfcore.output_codes import CodedCRF
from tests.fitted_models import of_counts, of_items, of_template

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], ["the", "dog"], ["cats", "sat"]] * 3
X = [[{"w": word, "ends": word[-1], "long": len(word) / 4} for word in words] for words in WORDS]
Y = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in words] for words in WORDS]


@pytest.fixture(scope="module")
def fitted():
    return LinearChainCRF(max_iterations=20).fit(X, Y)


def test_every_parameter_and_attribute_of_sklearn_crfsuite_is_here(fitted):
    peer = pytest.importorskip("sklearn_crfsuite", reason="sklearn-crfsuite is not installed").CRF
    theirs = list(inspect.signature(peer).parameters)
    assert list(inspect.signature(LinearChainCRF).parameters)[: len(theirs)] == theirs
    names = [name for name in dir(peer) if name.endswith("_") and not name.startswith("_")]
    assert "training_log_" in vars(peer())
    for name in [*names, "training_log_", "modelfile"]:
        assert hasattr(fitted, name), name
    methods = [name for name, _ in inspect.getmembers(peer, inspect.isfunction)]
    public = [name for name in methods if name[0] != "_" and "metadata" not in name]
    assert {"fit", "predict_marginals_single", "score"} <= set(public)
    for name in set(public) - {"set_fit_request"}:
        assert hasattr(fitted, name), name


def test_it_does_what_sklearn_crfsuite_does():
    peer = pytest.importorskip("sklearn_crfsuite", reason="sklearn-crfsuite is not installed").CRF
    options = {"algorithm": "lbfgs", "c1": 0, "c2": 0.1, "all_possible_transitions": True}
    to_the_end = {"delta": 1e-12, "epsilon": 1e-8, "period": 10, "max_iterations": 500}
    theirs = peer(**options, **to_the_end).fit(X, Y)
    ours = LinearChainCRF(**options, **to_the_end).fit(X, Y)
    assert sorted(ours.classes_) == sorted(theirs.classes_)
    assert [list(one) for one in theirs.predict(X)] == ours.predict(X)
    assert ours.score(X, Y) == theirs.score(X, Y)
    assert set(ours.attributes_) == set(theirs.attributes_)
    theirs.tagger_.set(X[1])
    ours.tagger_.set(X[1])
    for t in range(len(X[1])):
        for label in ours.classes_:
            expected = theirs.tagger_.marginal(label, t)
            assert ours.tagger_.marginal(label, t) == pytest.approx(expected, abs=1e-3)
    expected = theirs.tagger_.probability(Y[1])
    assert ours.tagger_.probability(Y[1]) == pytest.approx(expected, abs=1e-3)
    last = theirs.training_log_.last_iteration
    assert ours.training_log_.last_iteration["loss"] == pytest.approx(last["loss"], rel=1e-5)
    expected = last["feature_norm"]
    assert ours.training_log_.last_iteration["feature_norm"] == pytest.approx(expected, rel=1e-3)


# ---- the tagger


def test_the_tagger_is_one_object_that_a_sentence_is_given_to(fitted):
    tagger = fitted.tagger_
    assert tagger is fitted.tagger_
    assert tagger.labels() == fitted.classes_
    assert tagger.tag(X[0]) == fitted.predict_single(X[0])
    marginals = fitted.predict_marginals_single(X[0])
    for t, row in enumerate(marginals):
        for label, probability in row.items():
            assert fitted.tagger_.marginal(label, t) == pytest.approx(probability)
    total = sum(
        tagger.probability([one, other, third])
        for one in fitted.classes_
        for other in fitted.classes_
        for third in fitted.classes_
    )
    assert total == pytest.approx(1.0)
    assert tagger.probability(["D", "N", "never seen"]) == 0.0
    tagger.set(X[1])
    assert tagger.tag() == fitted.predict_single(X[1])
    tagger.close()
    with pytest.raises(CrfError, match="no sentence to look at"):
        tagger.tag()


def test_questions_without_an_answer_are_rejected(fitted):
    fitted.tagger_.set(X[2])
    with pytest.raises(CrfError, match="'Q' is not one of the labels"):
        fitted.tagger_.marginal("Q", 0)
    with pytest.raises(IndexError, match="no token 2; the sentence has 2"):
        fitted.tagger_.marginal("N", 2)


def test_what_the_model_consists_of(fitted):
    info = fitted.tagger_.info()
    assert info.state_features == fitted.state_features_
    assert info.transitions == fitted.transition_features_
    assert info.labels == {name: str(n) for n, name in enumerate(fitted.classes_)}
    assert list(info.attributes) == fitted.attributes_
    assert info.header["num_attrs"] == str(fitted.num_attributes_)


def test_another_fit_gives_another_tagger():
    crf = LinearChainCRF(max_iterations=1).fit(X, Y)
    before = crf.tagger_
    crf.fit(X[:2], Y[:2])
    assert crf.tagger_ is not before
    assert LinearChainCRF().training_log_ is None
    assert LinearChainCRF().tagger_ is None


# ---- the log


def test_the_log_holds_each_iteration(fitted, capsys):
    log = fitted.training_log_
    assert [one["num"] for one in log.iterations] == list(range(1, len(log.iterations) + 1))
    assert log.last_iteration["loss"] == fitted.training_.objective
    losses = [one["loss"] for one in log.iterations]
    assert losses == sorted(losses, reverse=True)
    weights = [*fitted.state_features_.values(), *fitted.transition_features_.values()]
    assert log.last_iteration["feature_norm"] == pytest.approx(np.linalg.norm(weights))
    assert log.featgen_num_features == fitted.training_.n_features
    assert log.log[0].startswith("Iter 1")
    assert capsys.readouterr() == ("", "")


def test_verbose_says_the_log(capsys):
    received = []
    crf = LinearChainCRF(verbose=True, max_iterations=3).fit(X, Y, monitor=received.append)
    assert capsys.readouterr().out.splitlines() == crf.training_log_.log
    assert len(crf.training_log_.log) == 3
    assert [progress.iteration for progress in received] == [0, 1, 2, 3]
    crf.set_params(algorithm="empirical").fit(X, Y)
    assert crf.training_log_.last_iteration is None
    assert capsys.readouterr().out == ""


def test_an_algorithm_that_tells_no_norm_has_none_in_its_log():
    from crfcore.estimator.training_log import TrainingLog
    from crfcore.training.monitor import TrainingProgress

    log = TrainingLog()
    log.note(TrainingProgress(1, 1, 5.0, 0.1, 0.5, None))
    log.note(TrainingProgress(2, 2, 4.0, 0.1, 0.75, None))
    assert log.log == ["Iter 1    time=0.50   loss=5.00", "Iter 2    time=0.25   loss=4.00"]


# ---- parameters


@pytest.mark.parametrize("name", ["MoreThuente", "Backtracking", "StrongBacktracking"])
def test_all_names_of_line_searches_are_taken(fitted, name):
    crf = LinearChainCRF(max_iterations=20, linesearch=name, keep_tempfiles=True).fit(X, Y)
    assert crf.state_features_ == fitted.state_features_


def test_other_names_are_rejected():
    with pytest.raises(CrfError, match="linesearch='Armijo' is unknown"):
        LinearChainCRF(linesearch="Armijo").fit(X, Y)
    with pytest.raises(CrfError, match="trainer_cls"):
        LinearChainCRF(trainer_cls=dict).fit(X, Y)


def test_a_model_with_a_file_name_is_saved_and_found(tmp_path, fitted):
    path = str(tmp_path / "model.crf")
    crf = LinearChainCRF(max_iterations=20, model_filename=path)
    assert not crf.__sklearn_is_fitted__()
    with pytest.raises(NotFittedError):
        crf.predict(X)
    crf.fit(X, Y)
    assert crf.modelfile.name == path
    other = LinearChainCRF(model_filename=path)
    assert other.__sklearn_is_fitted__()
    assert other.predict(X) == fitted.predict(X)
    assert LinearChainCRF.load(path).model_filename is None


def test_if_the_model_cannot_be_saved_nothing_has_happened(tmp_path):
    crf = LinearChainCRF(max_iterations=1).fit(X, Y)
    before = crf.state_features_
    crf.set_params(model_filename=str(tmp_path / "missing" / "model.crf"), c2=9.0)
    with pytest.raises(ModelFileError):
        crf.fit(X, Y)
    assert crf.state_features_ == before
    assert len(crf.training_log_.iterations) == 1


def test_another_program_s_file_is_no_model(tmp_path):
    (tmp_path / "model.crfsuite").write_bytes(b"lCRF" + bytes(100))
    crf = LinearChainCRF(model_filename=str(tmp_path / "model.crfsuite"))
    with pytest.raises(ModelFileError):
        crf.predict(X)


# ---- copies


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy])
def test_copies_share_the_model(fitted, twin_of):
    twin = twin_of(fitted)
    assert twin._fitted is fitted._fitted
    assert twin.get_params() == fitted.get_params()
    assert twin.training_log_ is fitted.training_log_


@pytest.mark.parametrize("keep_state", [False, True])
def test_a_fitted_estimator_can_be_pickled(keep_state):
    crf = LinearChainCRF(max_iterations=5, c2=0.5).fit(X, Y, keep_state=keep_state)
    crf.metadata_["columns"] = ["word"]
    twin = pickle.loads(pickle.dumps(crf))
    assert twin.get_params() == crf.get_params()
    assert twin.predict_marginals(X) == crf.predict_marginals(X)
    assert twin.state_features_ == crf.state_features_
    assert twin.training_ == crf.training_
    assert twin.metadata_ == crf.metadata_
    assert twin.training_log_.iterations == crf.training_log_.iterations
    assert (twin._fitted.state is not None) == keep_state
    assert not pickle.loads(pickle.dumps(LinearChainCRF())).__sklearn_is_fitted__()


# ---- scikit-learn


@pytest.fixture
def selection():
    return pytest.importorskip("sklearn.model_selection", reason="scikit-learn is not installed")


def test_joblib_writes_and_reads_it(tmp_path, fitted):
    joblib = pytest.importorskip("joblib", reason="joblib is not installed")
    joblib.dump(fitted, tmp_path / "crf.joblib")
    assert joblib.load(tmp_path / "crf.joblib").predict(X) == fitted.predict(X)


def test_grids_are_searched_with_our_scores(selection):
    from sklearn.metrics import make_scorer

    scorers = {
        "f1": make_scorer(flat_f1_score, average="weighted", labels=["N", "V"]),
        "sentences": make_scorer(sequence_accuracy_score),
        "spans": make_scorer(span_f1_score, scheme="tokens"),
    }
    crf = LinearChainCRF(max_iterations=4)
    search = selection.GridSearchCV(
        crf, {"c2": [0.01, 100.0]}, scoring=scorers, refit="f1", cv=3, error_score="raise"
    ).fit(X, Y)
    assert search.best_params_ == {"c2": 0.01}
    assert search.best_estimator_.score(X, Y) > 0.9
    search = selection.RandomizedSearchCV(
        crf, {"c2": [0.01, 0.1, 1.0]}, n_iter=2, cv=2, random_state=0, error_score="raise"
    ).fit(X, Y)
    assert search.best_score_ > 0.5


def test_cross_validation(selection):
    crf = LinearChainCRF(max_iterations=4)
    scores = selection.cross_val_score(crf, X, Y, cv=3, error_score="raise")
    assert scores.shape == (3,)
    found = selection.cross_val_predict(crf, X, Y, cv=3)
    assert [len(one) for one in found] == [len(one) for one in Y]


@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (BoostedCRF(4, min_count=1), {"learning_rate": [0.1, 0.3]}),
        (CodedCRF("one-vs-rest", max_iterations=5), {"c2": [0.1, 1.0]}),
        (HiddenMarkovModel(smoothing="laplace", key="w:"), {"pseudo_count": [0.1, 1.0]}),
        (MaximumEntropyMarkovModel(max_iterations=5), {"c2": [0.1, 1.0]}),
        (MaximumEntropyClassifier(max_iterations=5), {"c2": [0.1, 1.0]}),
    ],
)
def test_the_other_estimators_keep_the_conventions(estimator, grid):
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed")
    from sklearn.model_selection import GridSearchCV

    twin = base.clone(estimator)
    assert repr(twin) == repr(estimator)
    assert GridSearchCV(estimator, grid, cv=3).fit(X, Y).best_params_
    twin.fit(X, Y)
    again = pickle.loads(pickle.dumps(twin))
    assert again.predict(X) == twin.predict(X) == [twin.tagger_.tag(sentence) for sentence in X]
    with pytest.raises(CrfError, match=f"{type(twin).__name__} has no parameter 'colour'"):
        twin.set_params(colour="red")


@pytest.mark.parametrize("model", [of_items, of_template, of_counts])
def test_the_greatest_weights_are_those_that_a_counter_finds(model):
    crf = model()
    for found, weights in (
        (crf.top_state_features, crf.state_features_),
        (crf.top_transition_features, crf.transition_features_),
    ):
        ranked = Counter(weights).most_common()
        assert found() == ranked
        assert found(3) == ranked[:3]
        assert found(0) == []
        lowest = found(2, lowest=True)
        assert [weight for _, weight in lowest] == [weight for _, weight in ranked[:-3:-1]]


def test_those_of_one_label():
    crf = of_items()
    found = crf.top_state_features(2, "B-X")
    own = {pair: w for pair, w in crf.state_features_.items() if pair[1] == "B-X"}
    assert found == Counter(own).most_common(2)
    with pytest.raises(UnknownLabelError, match="'NEVER'"):
        crf.top_state_features(2, "NEVER")


def test_a_model_may_not_say_how_it_was_trained():
    crf = of_items()
    crf._fitted = replace(crf.fitted_, record=None)
    with pytest.raises(NotFittedError, match="how it was trained"):
        _ = crf.training_


@pytest.mark.parametrize("model", [of_items, of_counts])
def test_weights_that_are_not_zero_are_counted(model):
    crf = model()
    n_weights = len(crf.state_features_) + len(crf.transition_features_)
    assert 0 < crf.fitted_.n_nonzero <= n_weights


def test_a_misspelt_parameter_is_named_with_the_one_that_is_like_it():
    message = "LinearChainCRF has no parameter 'algoritm'; use algorithm."
    for kind in (CrfError, TypeError):
        with pytest.raises(kind, match=message):
            LinearChainCRF(algoritm="lbfgs")
    with pytest.raises(CrfError, match=r"use algorithm\."):
        LinearChainCRF().set_params(algoritm="lbfgs")
    with pytest.raises(CrfError, match="has no parameter 'zzz'; it has algorithm, min_freq"):
        LinearChainCRF(zzz=1)
    with pytest.raises(CrfError, match=r"no parameter 'c3'; use c1 or c2\."):
        LinearChainCRF(c3=1)


@pytest.mark.parametrize("name", [3, None, ["model.crf"]])
def test_what_is_no_name_of_a_file_is_refused(name):
    with pytest.raises(ModelFileError, match="is no file's name; give the name of a model's file"):
        LinearChainCRF.load(name)

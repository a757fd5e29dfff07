"""Invalid sentences, labels and parameters: plain errors instead of internal ones."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import (
    BoostedCRF,
    CodedCRF,
    CrfError,
    DataError,
    HiddenMarkovModel,
    LinearChainCRF,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
    SemiMarkovCRF,
)
from crfcore.constraints import Rule, StartsWith

X = [[{"w": "a"}, {"w": "b"}]]
Y = [["A", "B"]]
ESTIMATORS = (
    LinearChainCRF,
    BoostedCRF,
    CodedCRF,
    HiddenMarkovModel,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
)


def nested(depth, kind=list):
    value = "x"
    for _ in range(depth):
        value = [value] if kind is list else {"k": value}
    return value


DEEP = [nested(2_000), nested(2_000, dict)]


@pytest.mark.parametrize("sentences", [["ab"], [b"ab"], "ab", [X[0], "ab"]])
@pytest.mark.parametrize("template", [None, "basic"])
def test_a_string_is_no_sentence(sentences, template):
    labels = [["A", "B"]] * (2 if isinstance(sentences[0], list) else 1)
    given = [[["a"], ["b"]] if part is X[0] else part for part in sentences]
    given = sentences if isinstance(sentences, str) else given
    with pytest.raises(DataError, match=r"string b?'ab'"):
        LinearChainCRF(template=template).fit(given, labels)


def test_a_string_is_no_sentence_for_a_model_either():
    crf = LinearChainCRF(max_iterations=1).fit(X, Y)
    for ask in (crf.predict, crf.predict_marginals):
        with pytest.raises(DataError, match=r"Sentence 1, token 1: A sentence .* string 'ab'"):
            ask(["ab"])
    with pytest.raises(DataError, match="the string 'ab'"):
        crf.predict_single("ab")


@pytest.mark.parametrize(
    ("labels", "found"), [(["AB"], "Sentence 1 has the string 'AB'"), ("AB", "the string 'AB'")]
)
def test_a_string_is_no_labels(labels, found):
    with pytest.raises(DataError, match=found):
        LinearChainCRF().fit(X, labels)


@pytest.mark.parametrize("value", [1e100, -1e100, 1e300, 10**400])
@pytest.mark.parametrize("algorithm", ["lbfgs", "ap", "iis", "empirical"])
def test_a_value_that_is_huge_is_reported(value, algorithm):
    with pytest.raises(DataError, match=r"1e\+12|a number, a string") as received:
        LinearChainCRF(algorithm).fit([[{"w": "a"}, {"v": value}]], Y)
    assert "Sentence 1, token 2" in str(received.value)
    assert len(str(received.value)) < 300


@pytest.mark.parametrize(
    "make",
    [
        lambda one: LinearChainCRF(c1=one, c2=one, delta=one),
        lambda one: LinearChainCRF("empirical", unseen_rate=one, exponent=one),
        lambda one: LinearChainCRF("pa", c=one),
        lambda one: HiddenMarkovModel(pseudo_count=one),
        lambda one: BoostedCRF(1, learning_rate=one),
    ],
)
def test_numbers_in_half_precision_are_numbers(make):
    """A warning of numpy fails this test."""
    assert make(np.float16(0.5)).fit(X, Y).predict(X)
    Rule(StartsWith("O"), cost=np.float16(0.5))


@pytest.mark.parametrize("value", [1e12, -1e12])
def test_the_largest_value_can_be_learned_from(value):
    crf = LinearChainCRF(max_iterations=5).fit([[{"w": "a"}, {"v": value}]], Y)
    assert crf.predict(X)


@pytest.mark.parametrize("deep", DEEP, ids=["list", "dict"])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_what_is_nested_2000_deep_is_reported(estimator, deep):
    for sentences in ([[{"w": deep}, {"w": "b"}]], [[deep, deep]], [deep], deep):
        with pytest.raises(CrfError) as received:
            estimator().fit(sentences, Y)
        assert len(str(received.value)) < 500
    for labels in ([[deep, "B"]], [deep], deep):
        with pytest.raises(CrfError) as received:
            estimator().fit([[["a"], ["b"]]], labels)
        assert len(str(received.value)) < 500


def test_a_long_parameter_is_cut_where_it_is_shown():
    words = [f"word{i}" for i in range(10_000)]
    assert len(repr(LinearChainCRF(key=words))) < 200


@pytest.mark.parametrize("deep", DEEP, ids=["list", "dict"])
def test_a_parameter_that_is_nested_2000_deep_is_reported(deep):
    may_be_anything = {"verbose", "correction", "error_sensitive", "averaging", "keep_tempfiles"}
    of_counting = {"key", "edges", "oov", "exponent", "unseen_rate"}
    for name in LinearChainCRF().get_params():
        crf = LinearChainCRF(**{name: deep})
        assert len(repr(crf)) < 2_000
        if name in may_be_anything or name.startswith("all_possible"):
            continue
        if name in of_counting:
            crf.set_params(algorithm="empirical")
        if name == "dev_score":
            crf.set_params(patience=1)
        with pytest.raises(CrfError) as received:
            crf.fit(X, Y)
        assert name in str(received.value)


@pytest.mark.parametrize(
    "params",
    [
        {"c2": 10**400},
        {"c2": 1e100},
        {"c1": 1e308},
        {"num_memories": 10**100},
        {"max_iterations": 1e100},
        {"max_iterations": 10**100},
        {"period": 10**100},
        {"threads": 10**100},
        {"epsilon": 1e100},
        {"algorithm": "pa", "c": 1e100},
        {"algorithm": "arow", "variance": 10**400},
        {"algorithm": "empirical", "unseen_rate": 1e100},
        {"algorithm": "empirical", "exponent": 10**400},
        {"model_filename": 3},
        {"algorithm": "empirical", "key": 3},
    ],
    ids=str,
)
def test_a_parameter_that_is_huge_is_reported(params):
    with pytest.raises(CrfError, match="is not possible"):
        LinearChainCRF(**params).fit(X, Y)


OF_ALGORITHMS = [
    *((algorithm, "c2") for algorithm in ("lbfgs", "gis", "iis", "l2sgd", "bcfw", "smo", "eg")),
    ("l2sgd", "calibration_eta"),
    ("l2sgd", "calibration_rate"),
    ("pa", "c"),
    ("arow", "variance"),
    ("arow", "gamma"),
]


@pytest.mark.parametrize(("algorithm", "name"), OF_ALGORITHMS)
def test_a_parameter_that_is_tiny_is_reported(algorithm, name):
    """A warning of numpy fails this test."""
    for value in (1e-320, 1e-101):
        crf = LinearChainCRF(algorithm, **{name: value})
        with pytest.raises(CrfError, match=f"^{name}={value} is too small; give at least 1e-100.$"):
            crf.fit(X, Y)
    assert LinearChainCRF(algorithm, max_iterations=3, **{name: 1e-100}).fit(X, Y).predict(X)


@pytest.mark.parametrize(
    "model",
    [
        *(
            LinearChainCRF(algorithm, max_iterations=1, **{name: 2**63})
            for algorithm, name in OF_ALGORITHMS
        ),
        BoostedCRF(1, reg_lambda=2**63),
        BoostedCRF(1, min_child_weight=2**63),
    ],
    ids=repr,
)
def test_whole_numbers_may_be_larger_than_those_of_kernels(model):
    assert model.fit(X, Y).predict(X)


def test_weights_of_sentences_that_is_huge_are_reported():
    for weight in (10**400, 1e308):
        with pytest.raises(CrfError, match="sample_weight"):
            LinearChainCRF().fit(X, Y, sample_weight=[weight])


def test_metadata_that_is_nested_too_deep_is_reported():
    crf = LinearChainCRF(max_iterations=1).fit(X, Y)
    crf.metadata_["notes"] = nested(100_000)
    with pytest.raises(CrfError, match="metadata_"):
        crf.to_bytes()


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_nothing_is_set_that_is_no_parameter(estimator):
    fresh = estimator()
    assert set(vars(fresh)) == set(fresh.get_params())


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_before_fit_there_is_no_tagger(estimator):
    assert estimator().tagger_ is None


def test_the_objective_is_a_parameter_beside_the_method_of_that_name():
    crf = LinearChainCRF(objective="piecewise", max_iterations=1)
    assert crf.get_params()["objective"] == crf.objective_name == "piecewise"
    assert crf.set_params(objective="likelihood").objective_name == "likelihood"
    with crf.objective(X, Y) as function:
        assert function.zeros().size


def test_fresh_estimators_share_no_metadata():
    one, other = LinearChainCRF(), LinearChainCRF()
    one.metadata_["scheme"] = "iob2"
    assert other.metadata_ == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("threads", 4_096), ("seed", 2**70), ("c2", 1e20), ("max_iterations", 2**60)],
)
def test_what_can_be_trained_can_be_loaded(name, value):
    given = {"max_iterations": 1, name: value}
    loaded = LinearChainCRF.from_bytes(LinearChainCRF(**given).fit(X, Y).to_bytes())
    assert getattr(loaded, name) == value


@pytest.mark.parametrize(
    ("name", "value"), [("threads", 4_097), ("threads", True), ("seed", 10**31)]
)
def test_what_no_file_may_say_is_not_trained(name, value):
    with pytest.raises(CrfError, match=f"{name}={value} is not possible"):
        LinearChainCRF(**{name: value}).fit(X, Y)


SENTENCE = [["a"], ["b"]]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda crf: crf.explain(SENTENCE, "a"), "token='a' is no token"),
        (lambda crf: crf.explain(SENTENCE, None), "token=None is no token"),
        (lambda crf: crf.explain(SENTENCE, 0.5), r"token=0\.5 is no token"),
        (lambda crf: crf.confidence([SENTENCE], None), "Statements are a list for each"),
        (lambda crf: crf.confidence([SENTENCE], [3]), "Statements are a list for each"),
        (lambda crf: crf.span_marginals([SENTENCE], True), "Spans are a list for each"),
        (lambda crf: crf.span_marginals([SENTENCE], [None]), "Spans are a list for each"),
        (lambda crf: crf.span_marginals([SENTENCE], [[]], scheme=np.zeros(2)), "scheme=array"),
        (lambda crf: crf.all_span_marginals([SENTENCE], ["A"], 1), "is no type of spans"),
        (lambda crf: crf.all_span_marginals([SENTENCE], "A", True), "longest=True"),
        (lambda crf: crf.predict([SENTENCE], rules=[3]), "The rules of sentence 1 are 3"),
        (lambda crf: crf.predict([SENTENCE], decoding=np.zeros(2)), "is unknown; choose one of"),
        (lambda crf: crf.partial_fit([SENTENCE], Y, labels=3), "must be a list of strings"),
        (lambda crf: crf.save(3.5), r"3\.5 is no file's name"),
        (lambda crf: crf.sample([SENTENCE], 2, -1), "rng=-1 is neither a random generator nor"),
        (lambda crf: crf.sample([SENTENCE], 2, "a"), "rng='a' is neither a random generator"),
        (lambda crf: crf.sample([SENTENCE], "a", 0), "n='a' labellings cannot be drawn"),
        (lambda crf: crf.sample([SENTENCE], -1, 0), "n=-1 labellings cannot be drawn"),
        (lambda crf: crf.sample([SENTENCE], True, 0), "n=True labellings cannot be drawn"),
        (lambda crf: crf.sample([SENTENCE], 10**30, 0), "of 2 tokens are too many at once"),
        (lambda crf: crf.top_state_features("a"), "n='a' is not possible; give a whole number"),
        (lambda crf: crf.top_transition_features(1.5), r"n=1\.5 is not possible"),
    ],
)
def test_a_wrong_argument_is_named(ask, message):
    crf = LinearChainCRF(max_iterations=1).fit([SENTENCE], Y)
    with pytest.raises(CrfError, match=message):
        ask(crf)


@pytest.mark.parametrize(
    "estimator",
    [
        LinearChainCRF(),
        LinearChainCRF(algorithm="pa"),
        LinearChainCRF(algorithm="empirical"),
        BoostedCRF(1),
        CodedCRF(),
        HiddenMarkovModel(),
        MaximumEntropyMarkovModel(),
        MaximumEntropyClassifier(),
        SemiMarkovCRF(),
    ],
)
def test_a_monitor_is_a_function(estimator):
    y = [["B-X", "I-X", "O"]] if isinstance(estimator, SemiMarkovCRF) else [["A", "B", "C"]]
    with pytest.raises(CrfError, match="monitor=3 is not possible; it must be a function, which"):
        estimator.fit([[*SENTENCE, ["c"]]], y, monitor=3)


def test_what_a_model_lacks_is_an_attribute_that_it_does_not_have():
    crf = LinearChainCRF(max_iterations=1).fit([SENTENCE], Y)
    for name in ("exponent_", "optimiser_state_"):
        assert not hasattr(crf, name)
    with pytest.raises(CrfError, match="has no exponent; fit it with algorithm='empirical'"):
        crf.exponent_  # noqa: B018 - an error


def test_the_symbol_of_a_hidden_markov_model_is_named_by_a_string():
    with pytest.raises(CrfError, match="key=3 is not possible; it must be the prefix"):
        HiddenMarkovModel(key=3).fit([SENTENCE], Y)


def test_one_label_is_no_plural():
    with pytest.raises(DataError, match="Sentence 1 has 2 tokens and 1 label; each"):
        LinearChainCRF().fit([SENTENCE], [["A"]])


def test_a_model_is_read_from_bytes_and_files():
    for wrong in ([], None, 3, "abc"):
        with pytest.raises(CrfError, match="the bytes of a model were expected; found"):
            LinearChainCRF.from_bytes(wrong)
    for wrong in (-1, None, b"x"):
        with pytest.raises(CrfError, match="is no name of a file"):
            LinearChainCRF.import_model(wrong)
    with pytest.raises(CrfError, match="There is no format"):
        LinearChainCRF.import_model("x", ["crf++"])


def test_starts_that_are_models_are_named():
    with pytest.raises(CrfError, match="use 'counts', or a HiddenMarkovModel"):
        HiddenMarkovModel("baum-welch", initial=3).fit([SENTENCE], Y)
    with pytest.raises(CrfError, match="use one of 'auto', 'zeros', or another model"):
        SemiMarkovCRF(initial=3).fit([SENTENCE], Y)

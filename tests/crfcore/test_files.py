"""Damaged and hostile model files: an error in words, in no time, and no crash."""

from __future__ import annotations

import time
from contextlib import suppress

import numpy as np
import pytest

from crfcore import (
    HiddenMarkovModel,
    LinearChainCRF,
    Matrix,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
    ModelFileError,
    model_file,
)
from crfcore.errors import CrfError
from tests.damaged_models import DAMAGES, HOSTILITIES

WORDS = [[["the", "D"], ["cat", "N"]], [["a", "D"], ["dog", "N"], ["ran", "V"]]]
ITEMS = [[{"w": "the", "n": 2.0}, {"w": "cat"}], [["a"], ["dog"], ["ran"]]]
ROWS = Matrix(np.arange(1.0, 11.0).reshape(5, 2), lengths=[2, 3])
Y = [["a", "b"], ["a", "b", "c"]]
KINDS = ["template", "edges", "wapiti", "items", "matrix", "empirical"]


def trained(kind):
    """Return a model of a kind and what it reads."""
    template = {
        "template": "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,1]/%x[1,0]\nU2:%suffix[0,0,2]\nB\n",
        "edges": "U0:%x[0,0]\nB0:%x[0,1]\n",
        "wapiti": 'u:%t[0,0,"^a"]%m[-1,0,"^.?"]\n*:%x[@1,0]\n',
        "empirical": "U0:%x[0,0]\nU1:%x[-1,0]\nB\n",
    }.get(kind)
    algorithm = "empirical" if kind == "empirical" else "lbfgs"
    crf = LinearChainCRF(template=template, max_iterations=3, algorithm=algorithm)
    sentences = {"items": ITEMS, "matrix": ROWS}.get(kind, WORDS)
    return crf.fit(sentences, Y), sentences


@pytest.fixture(scope="module")
def models():
    return {kind: (crf.to_bytes(), sentences) for kind, (crf, sentences) in map(named, KINDS)}


def named(kind):
    return kind, trained(kind)


def assert_refused_quickly(data):
    start = time.thread_time()
    with pytest.raises(ModelFileError, match=r"^m\.crf: .+\.$"):
        LinearChainCRF.from_bytes(data, name="m.crf")
    assert time.thread_time() - start < 1.0


def assert_refused_or_usable(data, sentences):
    start = time.thread_time()
    crf = None
    with suppress(ModelFileError):
        crf = LinearChainCRF.from_bytes(data, name="m.crf")
    assert time.thread_time() - start < 1.0
    if crf is not None:
        # Other numbers may be a model, too; it must not lead out of its arrays.
        crf.predict_marginals(sentences)
        crf.predict(sentences)


def check(models, rng, n_each):
    for kind in KINDS:
        data, sentences = models[kind]
        LinearChainCRF.from_bytes(data).predict(sentences)
        for _ in range(n_each):
            for damage in DAMAGES:
                assert_refused_quickly(damage(rng, data))
            for hostility in HOSTILITIES:
                assert_refused_or_usable(hostility(rng, data), sentences)


def test_some_damaged_models(models):
    check(models, np.random.default_rng(0), 5)


@pytest.mark.slow
def test_a_thousand_damaged_models(models):
    # 6 kinds of models, 7 ways to damage them.
    check(models, np.random.default_rng(1), 24)


@pytest.mark.parametrize("mapped", [True, False, None])
def test_a_mapped_model_predicts_trains_and_is_replaced(tmp_path, mapped):
    crf, sentences = trained("template")
    path = tmp_path / "m.crf"
    crf.save(path)
    before = path.read_bytes()
    loaded = LinearChainCRF.load(path, mapped=mapped)
    assert loaded.predict(sentences) == crf.predict(sentences)
    assert loaded.state_features_ == crf.state_features_
    LinearChainCRF(template=crf.template, initial=loaded, max_iterations=1).fit(WORDS, Y)
    assert path.read_bytes() == before
    loaded.compact().save(path)
    assert loaded.predict_marginals(sentences) == crf.predict_marginals(sentences)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_arrays_that_cannot_be_written_serve(kind):
    # Kernels are compiled once more for them, which is why files are not opened so.
    crf, sentences = trained(kind)
    content, arrays = model_file.parse(crf.to_bytes())
    for array in arrays.values():
        array.setflags(write=False)
    loaded = LinearChainCRF._from_content(content, arrays, name="m.crf")
    assert loaded.predict(sentences) == crf.predict(sentences)
    assert loaded.predict_marginals(sentences) == crf.predict_marginals(sentences)


def test_single_precision_halves_the_weights(tmp_path):
    crf, sentences = trained("template")
    crf.save(tmp_path / "single.crf", precision="single")
    loaded = LinearChainCRF.load(tmp_path / "single.crf")
    assert loaded.state_features_ == pytest.approx(crf.state_features_, rel=1e-7)
    assert len(crf.to_bytes(precision="single")) < len(crf.to_bytes())
    assert loaded.predict(sentences) == crf.predict(sentences)
    counted, sentences = trained("empirical")
    assert counted.to_bytes(precision="single") == counted.to_bytes()


def test_another_precision_is_refused():
    crf, _ = trained("items")
    with pytest.raises(Exception, match="precision='half' is unknown"):
        crf.to_bytes(precision="half")


def test_a_model_with_strange_parameters_is_refused():
    crf, _ = trained("items")
    crf.threads = "two"
    with pytest.raises(ModelFileError, match="its parameter threads is 'two'"):
        LinearChainCRF.from_bytes(crf.to_bytes())
    crf.threads, crf.c2 = 1, [1]
    with pytest.raises(ModelFileError, match=r"its parameter c2 is \[1\]"):
        LinearChainCRF.from_bytes(crf.to_bytes())


def test_what_other_programs_have_trained_is_a_crf_and_nothing_else(tmp_path):
    for estimator in (HiddenMarkovModel, MaximumEntropyClassifier, MaximumEntropyMarkovModel):
        with pytest.raises(CrfError, match=f"is no {estimator.__name__}; use LinearChainCRF"):
            estimator.import_model(tmp_path / "model")

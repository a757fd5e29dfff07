"""The estimator of skip-chains."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import (
    CrfError,
    LinearChainCRF,
    ModelFileError,
    NotFittedError,
    SkipChainCRF,
    model_file,
)
from crfcore.features.column_table import ColumnTable
from tests.crfcore.test_document_crf import CHAIN, DOCUMENTS, NEW, TABLE, Y

OPTIONS = {"max_iterations": 60, "reach": None}


@pytest.fixture(scope="module")
def model():
    return SkipChainCRF(CHAIN, ends=True, **OPTIONS).fit(TABLE, Y, documents=DOCUMENTS)


def test_other_sentences_tell(model):
    assert model.predict(NEW, documents=[0, 0, 0]) == [
        ["O", "B-PER", "O"],
        ["O", "B-PER"],
        ["B-PER", "O"],
    ]
    alone = model.predict_marginals(NEW, documents=[0, 1, 2])
    joined = model.predict_marginals(NEW, documents=[0, 0, 0])
    assert joined[1][1]["B-PER"] > alone[1][1]["B-PER"] + 0.2
    assert sum(joined[1][1].values()) == pytest.approx(1.0)
    # Apart, they are the chain alone.
    assert alone == model.chain_.predict_marginals(NEW)
    assert model.score(TABLE, Y, documents=DOCUMENTS) == 1.0
    assert model.converged_
    assert model.training_.history[-1][1] < model.training_.history[0][1]
    # The model learned that the types of equal words agree.
    pairs = model.ties_.weights.pairs
    assert pairs.diagonal()[1:].min() > pairs[~np.eye(3, dtype=bool)].max()


def test_a_confirmed_label_moves_other_sentences(model):
    allowed = [[None, "B-ORG", None], [None, None], [None, None]]
    confirmed = model.predict_marginals(NEW, documents=[0, 0, 0], allowed=allowed)
    free = model.predict_marginals(NEW, documents=[0, 0, 0])
    assert confirmed[1][1]["B-ORG"] > free[1][1]["B-ORG"]
    labels = model.predict(NEW, documents=[0, 0, 0], allowed=allowed)
    assert labels[0][1] == "B-ORG"


def test_without_equal_words_it_is_the_chain():
    documents = np.arange(len(Y))
    given = SkipChainCRF(CHAIN).fit(TABLE, Y, documents=documents)
    chain = LinearChainCRF(**CHAIN.get_params()).fit(TABLE, Y)
    found, wanted = given.chain_.state_features_, chain.state_features_
    assert found == pytest.approx(wanted, abs=0.05)
    assert given.training_.objective == pytest.approx(chain.training_.objective, rel=1e-3)
    assert given.predict(TABLE, documents=documents) == chain.predict(TABLE)


def test_open_labels_are_possible():
    y = [[None if t == "O" else t for t in tags] if i % 3 else tags for i, tags in enumerate(Y)]
    model = SkipChainCRF(CHAIN, **OPTIONS).fit(TABLE, y, documents=DOCUMENTS)
    assert model.score(TABLE, Y, documents=DOCUMENTS) > 0.9
    again = SkipChainCRF(CHAIN, **OPTIONS).fit(TABLE, y, documents=DOCUMENTS)
    assert again.predict_marginals(NEW, documents=[0, 0, 0]) == (
        model.predict_marginals(NEW, documents=[0, 0, 0])
    )


def test_files_keep_the_model(model, tmp_path):
    model.metadata_ = {"from": "a test"}
    model.save(tmp_path / "model")
    again = SkipChainCRF.load(tmp_path / "model")
    for documents in ([0, 0, 0], [0, 1, 2]):
        assert again.predict_marginals(NEW, documents=documents) == (
            model.predict_marginals(NEW, documents=documents)
        )
    assert again.metadata_ == model.metadata_
    assert again.converged_ == model.converged_
    assert SkipChainCRF.from_bytes(again.to_bytes()).to_bytes() == again.to_bytes()
    with pytest.raises(ModelFileError, match="SkipChainCRF"):
        LinearChainCRF.load(tmp_path / "model")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("skip/pairs", np.zeros((2, 2))),
        ("skip/pairs", np.full((3, 3), np.nan)),
        ("skip/pairs", np.full((3, 3), 1e308)),
        ("skip/attributes", np.array([2, 1], np.int32)),
        ("skip/attributes", np.array([10**6], np.int32)),
        ("skip/ends", np.zeros((1, 3))),
        ("skip/cases_cases", np.zeros(1, np.int32)),
    ],
)
def test_damaged_files_are_refused(model, name, value):
    content, arrays = model_file.parse(model.to_bytes(), name="m")
    assert name in arrays
    with pytest.raises(ModelFileError, match="does not fit together"):
        SkipChainCRF.from_content(content, {**arrays, name: value}, name="m")
    for params in ({"rule": "model"}, {"max_passes": 10**9}, {"reach": 0.5}, {"other": 1}):
        wrong = {**content, "params": {**content["params"], **params}}
        with pytest.raises(ModelFileError):
            SkipChainCRF.from_content(wrong, arrays, name="m")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"chain": "ner"}, "LinearChainCRF is needed"),
        ({"chain": LinearChainCRF(template="ner", c1=0.1)}, "c1=0.1"),
        ({"chain": LinearChainCRF(template="ner", algorithm="ap")}, "algorithm"),
        ({"chain": LinearChainCRF(template="ner", c1=np.array([0, 1]))}, "^c1=array"),
        ({"chain": LinearChainCRF()}, "template"),
        ({"rule": "model"}, "rule"),
        ({"ends": 2}, "ends"),
        ({"message_tolerance": -1.0}, "message_tolerance"),
        ({"max_iterations": 0}, "max_iterations"),
        ({"max_passes": 2.5}, "max_passes"),
        ({"reach": 0}, "reach"),
    ],
)
def test_wrong_parameters_are_named(params, message):
    with pytest.raises(CrfError, match=message):
        SkipChainCRF(**({"chain": CHAIN} | params)).fit(TABLE, Y, documents=DOCUMENTS)


def test_wrong_arguments_are_named(model):
    with pytest.raises(CrfError, match="sample_weight"):
        SkipChainCRF(CHAIN).fit(TABLE, Y, documents=DOCUMENTS, sample_weight=[1.0] * len(Y))
    with pytest.raises(CrfError, match="follow"):
        model.predict(NEW, documents=[0, 1, 0])
    with pytest.raises(NotFittedError, match="SkipChainCRF"):
        SkipChainCRF(CHAIN).predict(NEW, documents=[0, 0, 0])
    with pytest.raises(CrfError, match="SkipChainCRF has no parameter"):
        SkipChainCRF(CHAIN).set_params(ending=True)
    empty = ColumnTable.from_words([])
    assert model.predict(empty, documents=[]) == []


def test_a_cancelled_training_keeps_what_it_has():
    begun = []

    def monitor(progress):
        if progress.iteration == 0:
            begun.append(progress)

    model = SkipChainCRF(CHAIN)
    # The second training is that of all weights.
    model.fit(TABLE, Y, documents=DOCUMENTS, monitor=monitor, cancelled=lambda: len(begun) == 2)
    assert model.training_.reason == "cancelled"
    assert model.training_.iterations == 0
    assert model.predict(TABLE, documents=DOCUMENTS) == model.chain_.predict(TABLE)

"""Maximum entropy classifiers as estimators."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import ColumnTable, LinearChainCRF, MaximumEntropyClassifier
from crfcore.errors import CrfError, UnknownLabelError

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], ["the", "dog"], ["cats", "sat"]] * 3
X = [[{"w": word, "ends": word[-1]} for word in words] for words in WORDS]
Y = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in words] for words in WORDS]
TO_THE_END = {"delta": 1e-13, "epsilon": 1e-9, "max_iterations": 3000, "c2": 0.2}


def probabilities(model, item):
    """Return P(y given a token) by the definition, from the weights by name."""
    names = [f"{key}:{value}" for key, value in item.items()]
    weights = model.state_features_
    scores = [sum(weights.get((name, label), 0.0) for name in names) for label in model.classes_]
    odds = np.exp(np.array(scores) - max(scores))
    return dict(zip(model.classes_, odds / odds.sum(), strict=True))


def test_each_token_is_for_itself(tmp_path):
    model = MaximumEntropyClassifier(c2=0.1).fit(X, Y)
    assert model.score(X, Y) == 1.0
    assert not model.transition_features_
    assert model.training_.n_sentences == len(X)
    for sentence, rows in zip(X, model.predict_marginals(X), strict=True):
        for item, row in zip(sentence, rows, strict=True):
            assert row == pytest.approx(probabilities(model, item), abs=1e-12)
    wanted = sum(
        np.log(probabilities(model, item)[label])
        for sentence, labels in zip(X, Y, strict=True)
        for item, label in zip(sentence, labels, strict=True)
    )
    assert model.log_likelihood(X, Y) == pytest.approx(wanted)
    penalty = 0.1 * sum(weight**2 for weight in model.state_features_.values())
    assert model.training_.objective == pytest.approx(penalty - wanted)
    assert model.explain(X[0], 0).label == "D"
    model.save(tmp_path / "m.crf")
    loaded = MaximumEntropyClassifier.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(X) == model.predict_marginals(X)


def test_expectations_are_those_observed_at_the_optimum():
    """Expectations are equal up to the penalty's 2·c2·w."""
    model = MaximumEntropyClassifier(**TO_THE_END).fit(X, Y)
    rows = [row for sentence in model.predict_marginals(X) for row in sentence]
    items = [item for sentence in X for item in sentence]
    labels = [label for sentence in Y for label in sentence]
    for (name, label), weight in model.state_features_.items():
        fires = [name in {f"{k}:{v}" for k, v in item.items()} for item in items]
        expected = sum(row[label] for row, one in zip(rows, fires, strict=True) if one)
        observed = sum(one and own == label for one, own in zip(fires, labels, strict=True))
        assert observed - expected == pytest.approx(2.0 * 0.2 * weight, abs=1e-4)


@pytest.mark.parametrize("algorithm", ["gis", "iis", "cg-pr"])
def test_optimisers_agree(algorithm):
    wanted = MaximumEntropyClassifier(**TO_THE_END).fit(X, Y)
    found = MaximumEntropyClassifier(algorithm, **TO_THE_END).fit(X, Y)
    assert found.training_.objective == pytest.approx(wanted.training_.objective, rel=1e-6)
    assert found.training_.algorithm == algorithm


def test_what_else_it_takes():
    table = ColumnTable.from_words(WORDS)
    by_edges = MaximumEntropyClassifier(template="U0:%x[0,0]\nB0:%x[0,0]\n").fit(table, Y)
    plain = MaximumEntropyClassifier(template="U0:%x[0,0]\n").fit(table, Y)
    assert by_edges.predict_marginals(table) == plain.predict_marginals(table)
    twice = MaximumEntropyClassifier(c2=2.0).fit([*X, *X], [*Y, *Y])
    weighted = MaximumEntropyClassifier(c2=2.0).fit(X, Y, sample_weight=np.full(len(X), 2.0))
    assert weighted.training_.objective == pytest.approx(twice.training_.objective, rel=1e-6)
    crf = LinearChainCRF().fit(X, Y)
    started = MaximumEntropyClassifier(initial=crf).fit(X, Y)
    assert started.score(X, Y) == 1.0
    y = [[None, *labels[1:]] for labels in Y]
    assert set(MaximumEntropyClassifier().fit(X, y).classes_) == {"N", "V"}
    watched = MaximumEntropyClassifier(dev_score="token_accuracy", patience=50)
    watched.fit(X, Y, X, Y)
    assert max(watched.training_.dev_scores) == watched.score(X, Y) == 1.0
    for algorithm in ("ap", "empirical", "simplex"):
        with pytest.raises(CrfError, match=f"algorithm='{algorithm}' is not possible; use one of"):
            MaximumEntropyClassifier(algorithm).fit(X, Y)
    with pytest.raises(CrfError, match="correction=True is not possible with algorithm='iis'"):
        MaximumEntropyClassifier("iis", correction=True).fit(X, Y)
    with pytest.raises(UnknownLabelError, match="'X' is not one of those of the model to start"):
        MaximumEntropyClassifier(initial=crf).fit(X, [["X"] * len(labels) for labels in Y])

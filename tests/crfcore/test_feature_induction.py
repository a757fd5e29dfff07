"""Gains of features, and lines that would help a template."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from crfcore import BoostedCRF, LinearChainCRF
from crfcore.errors import CrfError
from crfcore.feature_induction import Groups, Residuals, gains_of, suggest_lines
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets
from crfcore.training.monitor import TrainingCancelled
from tests import fitted_models

TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%suffix[0,0,1]\nB\n"


def drawn(seed=0, n=120):
    """Return sentences in which x is A after p and B after q, and the reverse for z."""
    rng = np.random.default_rng(seed)
    words, tags = [], []
    for _ in range(n):
        first = rng.choice(["p", "q"])
        second = rng.choice(["ax", "bx", "az", "bz"])
        agree = (first == "p") == second.endswith("x")
        words.append([[first], [str(second)], ["end"]])
        tags.append(["O", "A" if agree else "B", "O"])
    return words, tags


@pytest.mark.parametrize("label", [0, 1, 2])
@pytest.mark.parametrize("c2", [0.05, 1.0])
def test_a_gain_is_what_training_that_weight_alone_gains(label, c2):
    # In sentences of one token the marginals are the whole model.
    rng = np.random.default_rng(label)
    tags = [[["A", "B", "C"][min(rng.poisson(0.8), 2)]] for _ in range(60)]
    has = [[rng.random() < 0.5 for _ in tags] for _ in "ab"]
    items = [[["all"] + ["a"] * a + ["b"] * b] for a, b in zip(*has, strict=True)]
    crf = LinearChainCRF(c2=c2, all_possible_states=True)
    without = [[[name for name in item if name != "b"] for item in one] for one in items]
    crf.fit(without, tags, labels=["A", "B", "C"])
    residuals = Residuals.of(crf, without, tags)
    groups = Groups.of_column(np.where(has[1], 0, -1).astype(np.int32))
    found = gains_of(residuals, groups, 0.0)
    (place,) = np.flatnonzero(found.labels == label)
    with crf.objective(items, tags, labels=["A", "B", "C"]) as objective:
        names = [*objective.named(objective.zeros()).states]
        fixed = np.array([crf.state_features_.get(name, 0.0) for name in names])
        pairs = [*objective.named(objective.zeros()).transitions]
        fixed = np.append(fixed, [crf.transition_features_[pair] for pair in pairs])
        at = names.index(("b", ["A", "B", "C"][label]))

        def value(weight):
            moved = fixed.copy()
            moved[at] = weight
            return objective(moved)

        best = minimize_scalar(
            value, bounds=(-20.0, 20.0), method="bounded", options={"xatol": 1e-10}
        )
        before = value(0.0)
    assert found.gains[place] == pytest.approx(before - best.fun, abs=1e-6)
    assert found.weights[place] == pytest.approx(best.x, abs=1e-3)


def test_the_line_that_decides_is_suggested_first():
    words, tags = drawn()
    crf = LinearChainCRF(c2=0.1, template=TEMPLATE).fit(words, tags)
    found = suggest_lines(crf, words, tags)
    best = found[0]
    assert best.line == "Ui1:%x[-1,0]/%suffix[0,0,1]"
    assert best.parts == ("U1:%x[-1,0]", "U2:%suffix[0,0,1]")
    assert best.gain == max(one.gain for one in found)
    assert best.gain > 20.0
    assert {example.text for example in best.examples} <= {"p/x", "q/x", "p/z", "q/z"}
    assert all(example.n_tokens > 10 for example in best.examples)
    right = {("p/x", "A"), ("q/z", "A"), ("q/x", "B"), ("p/z", "B")}
    assert all(
        (example.weight > 0.0) == ((example.text, example.label) in right)
        for example in best.examples
    )
    assert best.n_features >= len(best.examples) == 3
    # With the line, no line helps any more.
    better = LinearChainCRF(c2=0.1, template=TEMPLATE + best.line + "\n").fit(words, tags)
    assert suggest_lines(better, words, tags) == []
    new_words, new_tags = drawn(1)
    assert better.predict(new_words) == new_tags
    assert crf.predict(new_words) != new_tags


def test_suggestions_are_few_and_the_same_each_time():
    words, tags = drawn()
    crf = LinearChainCRF(c2=0.1, template=TEMPLATE).fit(words, tags)
    found = suggest_lines(crf, ColumnTable.from_sentences(words), tags, least_total=1.0)
    assert found == suggest_lines(crf, words, tags, least_total=1.0)
    assert suggest_lines(crf, words, tags, 1, least_total=1.0) == found[:1]
    assert suggest_lines(crf, words, tags, 0) == []
    assert suggest_lines(crf, words, tags, n_examples=1)[0].examples == found[0].examples[:1]
    # Two lines that read the same cells are one suggestion.
    cells = [frozenset(one.line.partition(":")[2].split("/")) for one in found]
    assert len(set(cells)) == len(cells)
    # Names that the template has are not given again.
    template = TEMPLATE + "Ui1:%x[1,0]\n"
    crf = LinearChainCRF(c2=0.1, template=template).fit(words, tags)
    assert suggest_lines(crf, words, tags)[0].line.startswith("Ui2:")


def test_open_tokens_and_unknown_labels_are_ignored():
    words, tags = drawn()
    crf = LinearChainCRF(c2=0.1, template=TEMPLATE).fit(words, tags)
    some = [row if at % 2 else [None, {"A", "B"}, "NEW"] for at, row in enumerate(tags)]
    residuals = Residuals.of(crf, words, some)
    assert len(residuals.known) == 3 * len(words) // 2
    assert suggest_lines(crf, words, some)[0].parts == ("U1:%x[-1,0]", "U2:%suffix[0,0,1]")
    targets = Targets.from_labels(tags, crf.classes_)
    dataset = crf.dataset(words)
    assert suggest_lines(crf, dataset, targets) == suggest_lines(crf, words, tags)


def test_on_its_own_sentences_a_model_is_rarely_wrong():
    words, tags = drawn(n=40)
    crf = LinearChainCRF(c2=1e-3, template=TEMPLATE + "U3:%x[-1,0]/%x[0,0]\n").fit(words, tags)
    own = Residuals.of(crf, words, tags)
    others = Residuals.of(crf, words, tags, folds=4)
    assert own.is_wrong.sum() == 0
    assert others.probabilities.shape == own.probabilities.shape
    right = np.arange(len(own.known)), own.labels
    assert others.probabilities[right].mean() < own.probabilities[right].mean()
    assert suggest_lines(crf, words, tags, folds=None) == []


def test_what_no_line_can_be_suggested_for_is_told_in_a_sentence():
    words, tags = drawn(n=6)
    crf = LinearChainCRF(template=TEMPLATE).fit(words, tags)
    with pytest.raises(CrfError, match="Lines can be suggested for a template only"):
        suggest_lines(fitted_models.of_items(), fitted_models.ITEMS, fitted_models.TAGS)
    with pytest.raises(CrfError, match="No token has a label that the model knows"):
        suggest_lines(crf, words, [["NEW"] * 3] * 6)
    with pytest.raises(CrfError, match="folds=7 is not possible"):
        suggest_lines(crf, words, tags, folds=7)
    with pytest.raises(TrainingCancelled):
        suggest_lines(crf, words, tags, cancelled=lambda: True)


@pytest.mark.parametrize(
    "given",
    [
        {"n": -1},
        {"n": 1.5},
        {"n_examples": "x"},
        {"min_count": 0},
        {"least_gain": float("nan")},
        {"least_total": "x"},
        {"folds": "x"},
        {"seed": "x"},
    ],
)
def test_the_model_and_the_numbers_of_suggestions_are_checked(given):
    words, tags = drawn(n=6)
    (name,) = given
    crf = LinearChainCRF(template=TEMPLATE, max_iterations=1).fit(words, tags)
    with pytest.raises(CrfError, match=f"{name}=.* is not possible"):
        suggest_lines(crf, words, tags, **given)
    with pytest.raises(CrfError, match="A LinearChainCRF is needed"):
        suggest_lines(BoostedCRF(1), words, tags)

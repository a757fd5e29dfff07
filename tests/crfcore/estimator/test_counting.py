from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.empirical import EmpiricalModel
from tests.crfcore.training.test_empirical_counts import entries

TEMPLATE = "Uw:%x[0,0]\nUs:%suffix[0,0,1]\nUb:%x[-1,0]\nB\n"
WORDS = [["a", "dog", "ran"], ["the", "cat"], ["a", "fox", "hid"], ["dogs", "ran"]]
LABELS = [["D", "N", "V"], ["D", "N"], ["D", "N", "V"], ["N", "V"]]
ITEMS = [[{"w": word, "end": word[-1]} for word in words] for words in WORDS]
KINDS = ["template", "items"]


def counting(kind, **params):
    template = TEMPLATE if kind == "template" else None
    return LinearChainCRF(
        "empirical", template=template, key="w:" if template is None else None, **params
    )


def sentences(kind, places):
    if kind == "items":
        return [ITEMS[place] for place in places]
    return ColumnTable.from_words([WORDS[place] for place in places])


def labels(places):
    return [LABELS[place] for place in places]


def by_name(crf):
    """Return counts under names, which do not depend on the order of learning."""
    counts = crf._fitted.model.counts
    names = crf.attributes_
    states = {(names[a], crf.classes_[y]): n for (a, y), n in entries(counts.states).items()}
    pairs = {
        (crf.classes_[y], crf.classes_[z]): counts.neighbours[y, z]
        for y, z in np.argwhere(counts.neighbours > 0).tolist()
    }
    keys = {names[a] for a in np.flatnonzero(crf._fitted.model.is_key).tolist()}
    return states, dict(zip(crf.classes_, counts.labels.tolist(), strict=True)), pairs, keys


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edges", ["labels", "words"])
def test_learning_in_parts_is_learning_together(kind, edges):
    everything = counting(kind, edges=edges).fit(sentences(kind, range(4)), LABELS)
    parts = counting(kind, edges=edges)
    for places in ([0], [1, 2], [3]):
        parts.partial_fit(sentences(kind, places), labels(places))
    assert by_name(parts) == by_name(everything)
    asked = sentences(kind, range(4))
    assert parts.predict_marginals(asked) == everything.predict_marginals(asked)
    loaded = LinearChainCRF.from_bytes(parts.to_bytes())
    assert loaded.predict_marginals(asked) == parts.predict_marginals(asked)
    assert loaded.partial_fit(sentences(kind, [1]), labels([1])).classes_ == parts.classes_


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("edges", ["labels", "words"])
def test_what_is_forgotten_has_never_been(kind, edges):
    crf = counting(kind, edges=edges).fit(sentences(kind, [0, 1]), labels([0, 1]))
    before, shared = by_name(crf), crf._fitted
    crf.partial_fit(sentences(kind, [2, 3]), labels([2, 3]))
    crf.metadata_ = {"mine": 1}
    crf.correct(sentences(kind, [2]), labels([2]), [["N", None, {"D", "N"}]])
    assert by_name(crf)[1]["N"] == 4
    crf.correct(sentences(kind, [2]), [["N", None, {"D", "N"}]], labels([2]))
    crf.forget(sentences(kind, [2, 3]), labels([2, 3]))
    states, *rest = by_name(crf)
    assert states == before[0]
    assert rest[:2] == list(before[1:3])
    assert crf.metadata_ == {"mine": 1}
    assert crf._fitted is not shared
    assert crf.training_.n_sentences == 2
    # A word that had two labels has one again, and so have two words beside one another.
    other = [["N", "V"]]
    again = crf.predict_marginals(sentences(kind, [1]))
    crf.partial_fit(sentences(kind, [1]), other).forget(sentences(kind, [1]), other)
    assert crf.predict_marginals(sentences(kind, [1])) == again
    assert crf.training_.n_features == shared.model.n_features


def test_datasets_and_targets_are_learned_without_reading_anything_again():
    dataset = Dataset.from_columns(ColumnTable.from_words(WORDS), TEMPLATE)
    targets = Targets.from_labels(LABELS, ["D", "N", "V"])

    def part(*places):
        return dataset.select(places), targets.select(dataset.offsets, places)

    crf = LinearChainCRF("empirical").fit(*part(0, 1), labels=["D", "N", "V"])
    crf.partial_fit(*part(2)).partial_fit(*part(3), labels=["D", "N", "V"])
    assert by_name(crf) == by_name(LinearChainCRF("empirical").fit(dataset, LABELS))
    with pytest.raises(CrfError, match="begin with those of the model"):
        crf.partial_fit(*part(0), labels=["N", "D", "V"])


def test_known_attributes_leave_the_extractor_alone():
    crf = counting("template").fit(sentences("template", range(4)), LABELS)
    extractor = crf._fitted.extractor
    crf.partial_fit(sentences("template", [1]), labels([1]))
    assert crf._fitted.extractor is extractor
    crf.partial_fit(ColumnTable.from_words([["new"]]), [["X"]])
    assert crf._fitted.extractor is not extractor
    assert crf.predict(ColumnTable.from_words([["new"]])) == [["X"]]


def test_what_cannot_be_counted_is_rejected_and_changes_nothing():
    crf = counting("items").fit(ITEMS, LABELS)
    before = crf._fitted
    for wrong in ([["N", "N", "V"]], [["X", "N", "V"]]):
        with pytest.raises(DataError):
            crf.forget(ITEMS[:1], wrong)
    with pytest.raises(DataError, match="not counted so"):
        crf.correct(ITEMS[:1], [["V", "V", "V"]], LABELS[:1])
    assert crf._fitted is before
    other = LinearChainCRF(max_iterations=1).fit(ITEMS, LABELS)
    with pytest.raises(CrfError, match="not made by counting"):
        other.forget(ITEMS, LABELS)
    with pytest.raises(CrfError, match="not made by counting"):
        other.set_params(algorithm="empirical").partial_fit(ITEMS, LABELS)


def test_the_exponent_is_tuned_on_request():
    # An unseen word that ends as nouns do, where a verb is likelier after a noun.
    crf = counting("items", exponent="held-out")
    held_out = [[{"w": "ox", "end": "x"}, {"w": "sat", "end": "t"}]], [["N", "V"]]
    crf.fit(ITEMS, LABELS, *held_out)
    model = crf._fitted.model
    assert isinstance(model, EmpiricalModel)
    assert crf.exponent_ == model.exponent
    assert crf.score(*held_out) >= counting("items").fit(ITEMS, LABELS).score(*held_out)
    crf.partial_fit(ITEMS, LABELS)
    assert crf._fitted.model.exponent == model.exponent == crf.exponent_
    with pytest.raises(CrfError, match="needs held-out sentences"):
        crf.fit(ITEMS, LABELS)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"edges": "pairs"}, "edges='pairs' is unknown; use one of labels, words"),
        ({"oov": "none"}, "oov='none' is unknown"),
        ({"unseen_rate": -0.1}, "unseen_rate=-0.1 is not possible"),
        ({"unseen_rate": "few"}, "unseen_rate='few'"),
        ({"exponent": 0.0}, "exponent=0.0 is not possible"),
        ({"exponent": "dev"}, "exponent='dev' is not possible"),
    ],
)
def test_parameters_that_cannot_be_are_named(params, words):
    with pytest.raises(CrfError, match=words):
        counting("items", **params).fit(ITEMS, LABELS)


def test_a_model_of_another_kind_has_no_exponent():
    crf = LinearChainCRF(max_iterations=1).fit(ITEMS, LABELS)
    with pytest.raises(CrfError, match="not made by counting"):
        _ = crf.exponent_


def test_a_new_label_is_none_of_a_word_that_was_never_seen_by_what_was_fitted_before():
    crf = counting("items", oov="exponential").fit(ITEMS, LABELS)
    crf.partial_fit([[{"w": "oh", "end": "h"}]], [["I"]])
    asked = [[{"w": "zebra", "end": "a"}, {"w": "oh", "end": "h"}]]
    found = crf.predict_marginals(asked)
    assert found[0][0]["I"] == 0.0
    assert found[0][1]["I"] == 1.0
    loaded = LinearChainCRF.from_bytes(crf.to_bytes())
    assert loaded.predict_marginals(asked) == found


@pytest.mark.parametrize(
    ("name", "value"),
    [("edges", "words"), ("unseen_rate", 0.0), ("exponent", "held-out"), ("oov", "exponential")],
)
def test_what_counting_alone_looks_at_is_rejected_elsewhere(name, value):
    for algorithm in (None, "lbfgs", "ap"):
        with pytest.raises(CrfError, match=f"{name}={value!r} is for algorithm='empirical' alone"):
            LinearChainCRF(algorithm, **{name: value}).fit(ITEMS, LABELS)


@pytest.mark.parametrize("given", [{"template": TEMPLATE}, {}])
def test_a_key_that_fits_no_attribute_is_refused(given):
    texts = sentences("template" if given else "items", range(4))
    with pytest.raises(CrfError, match="key='zz' matches no attribute"):
        LinearChainCRF("empirical", key="zz", **given).fit(texts, LABELS)

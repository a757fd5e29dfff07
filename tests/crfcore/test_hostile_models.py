"""Numbers in model files that would wrap, overflow or exhaust memory are rejected."""

from __future__ import annotations

import copy
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crfcore import (
    BoostedCRF,
    CodedCRF,
    CrfError,
    DataError,
    HiddenMarkovModel,
    LinearChainCRF,
    Matrix,
    MaximumEntropyMarkovModel,
    ModelFileError,
    SemiMarkovCRF,
    learn_cases,
    learn_clusters,
    learn_vectors,
    model_file,
)
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.template import parse_template
from crfcore.text.label_names import LONGEST_IN_MODELS
from crfcore.training import given_labels
from crfcore.training.given_labels import LABELS_OF_ANY_MODEL
from tests.damaged_models import opened, with_right_checksum

WORDS = [["the", "cat"], ["a", "dog", "ran"]]
ITEMS = [[{"w": word, "n": 2.0} for word in words] for words in WORDS]
ROWS = Matrix(np.arange(1.0, 11.0).reshape(5, 2), lengths=[2, 3])
Y = [["a", "b"], ["a", "b", "c"]]
EDGES = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB\nB0:%x[0,0]\n"
MISSING_IS_MEANT = {"extractor/borders", "extractor/symbols"}
"""Where −1 says that a symbol has no number."""


def with_list():
    table = ColumnTable.from_words(WORDS)
    phrases = PhraseList("pets", ["cat", "a dog"], ["one", "other"])
    extractor = TemplateExtractor(parse_template(EDGES), phrase_lists=[phrases])
    return LinearChainCRF(max_iterations=2).fit(extractor.fit(table), Y, extractor=extractor)


def with_text():
    template = "U0:%x[0,0]\nU1:%cluster[0,2]\nU2:%vector[0]\nU3:%case[0]\nB\n"
    return LinearChainCRF(max_iterations=2, template=template).fit(
        ColumnTable.from_words(WORDS),
        Y,
        clusters=learn_clusters(WORDS, n=3),
        vectors=learn_vectors(WORDS, n=2),
        cases=learn_cases(WORDS),
    )


def with_segments():
    table = ColumnTable.from_words(WORDS)
    lists = [PhraseList("pets", ["cat", "a dog"], ["one", "other"])]
    lines = "S0:%length/%listed[*]\nS1:%span[0]\nS2:%shapespan[0]/%before[-1,0]\n"
    tags = [["O", "B-X"], ["B-X", "I-X", "B-Y"]]
    return SemiMarkovCRF(lines, template=EDGES, max_iterations=2).fit(table, tags, lists=lists)


MAKERS = {
    "segments": with_segments,
    "edges": lambda: LinearChainCRF(template=EDGES, max_iterations=3).fit(
        ColumnTable.from_words(WORDS), Y
    ),
    "counts": lambda: LinearChainCRF("empirical", template=EDGES, edges="words").fit(
        ColumnTable.from_words(WORDS), Y
    ),
    "forbidden": lambda: LinearChainCRF(max_iterations=2, allowed_transitions="observed").fit(
        ITEMS, Y
    ),
    "items": lambda: LinearChainCRF(max_iterations=2).fit(ITEMS, Y),
    "matrix": lambda: LinearChainCRF(max_iterations=2).fit(ROWS, Y),
    "blocks": lambda: LinearChainCRF(max_iterations=2, template=EDGES).fit(
        Blocks(ColumnTable.from_words(WORDS), np.eye(5)), Y
    ),
    "list": with_list,
    "text": with_text,
    "voted": lambda: LinearChainCRF("voted-perceptron", max_iterations=3).fit(ITEMS, Y),
    "local": lambda: MaximumEntropyMarkovModel(max_iterations=2).fit(ITEMS, Y),
    "boosted": lambda: BoostedCRF(2, min_count=1, min_child_weight=0.0).fit(ITEMS, Y),
    "boosted pairs": lambda: BoostedCRF(2, min_count=1, min_child_weight=0.0, pairs=True).fit(
        ITEMS, Y
    ),
    "coded": lambda: CodedCRF([[0, 1], [1, 0], [1, 1]], max_iterations=2).fit(ITEMS, Y),
    "symbols": lambda: HiddenMarkovModel().fit([[[word] for word in words] for words in WORDS], Y),
}


@cache
def made(kind):
    crf = MAKERS[kind]()
    return type(crf), crf.to_bytes()


def changed(data, name, place, value):
    """Return a file with another number in an array, None where it is there already."""
    header, arrays = opened(data)
    kind, shape, offset = header["arrays"][name]
    dtype = np.dtype(kind)
    found = np.frombuffer(arrays, dtype, int(np.prod(shape)), offset).copy()
    if found[place] == value:
        return None
    found[place] = value
    arrays[offset : offset + found.nbytes] = found.tobytes()
    return with_right_checksum(header, arrays)


@pytest.mark.parametrize("kind", MAKERS)
def test_no_index_counts_from_the_end(kind):
    estimator, data = made(kind)
    header, _ = opened(data)
    tables = [
        name
        for name, (dtype, shape, _) in header["arrays"].items()
        if dtype in ("int32", "int64") and np.prod(shape) and name not in MISSING_IS_MEANT
    ]
    assert tables
    for name in tables:
        for place in (0, -1):
            for value in (-1, -(2**31), 2**31 - 1):
                other = changed(data, name, place, value)
                if other is not None and not (name == "pair_codes" and value > 0):
                    with pytest.raises(ModelFileError, match=r"does not fit together"):
                        estimator.from_bytes(other)


@pytest.mark.parametrize("name", ["extractor/token_0_ids", "extractor/token_0_cells"])
def test_ids_are_whole_numbers(name):
    estimator, data = made("edges")
    content, arrays = model_file.parse(data)
    for value in (np.nan, 1e30):
        altered = arrays | {name: np.full(arrays[name].shape, value)}
        with pytest.raises(ModelFileError, match=r"does not fit together"):
            estimator.from_bytes(model_file.dump(content, altered))


def test_pairs_of_words_that_are_none_have_no_labels():
    estimator, data = made("counts")
    header, _ = opened(data)
    assert "pair_indptr" in header["arrays"]
    assert changed(data, "pair_codes", 0, -1) is None
    with pytest.raises(ModelFileError, match="no pair of words"):
        estimator.from_bytes(changed(data, "pair_indptr", 1, 1))


# ---- texts of Python


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"labels": None}, "a value in it is not of the expected kind"),
        ({"extractor": 5}, "a value in it is not of the expected kind"),
        ({"metadata": "x"}, "a value in it is not of the expected kind"),
        ({"training": {"history": "x"}}, "a value in it is not of the expected kind"),
        ({"training": {"history": [["x", 1]]}}, "a value in it is not of the expected kind"),
        ({"training": {"dev_scores": "x"}}, "a value in it is not of the expected kind"),
        ({"extractor": {}}, "'.*' is missing or unknown in it"),
        ({"training": {}}, "'.*' is missing or unknown in it"),
    ],
)
def test_a_fault_of_a_header_is_in_words(change, words):
    header, arrays = opened(made("items")[1])
    header["content"].update(change)
    with pytest.raises(ModelFileError, match=rf"does not fit together \({words}\)"):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


def test_what_a_later_version_adds_to_the_record_is_ignored():
    header, arrays = opened(made("items")[1])
    header["content"]["training"]["later"] = [1]
    crf = LinearChainCRF.from_bytes(with_right_checksum(header, arrays))
    assert crf.training_ == LinearChainCRF.from_bytes(made("items")[1]).training_


# ---- labels


@pytest.mark.parametrize("n_labels", [LABELS_OF_ANY_MODEL + 1, 46_340, 46_341])
def test_labels_without_weights_take_no_memory(n_labels):
    estimator, data = made("items")
    header, arrays = opened(data)
    header["content"]["labels"] = [f"L{number}" for number in range(n_labels)]
    with pytest.raises(ModelFileError, match="labels"):
        estimator.from_bytes(with_right_checksum(header, arrays))


def test_many_labels_with_weights_for_each_are_a_model():
    estimator, data = made("items")
    header, arrays = opened(data)
    n_labels = len(header["content"]["labels"])
    header["content"]["labels"] += [f"L{n}" for n in range(n_labels, LABELS_OF_ANY_MODEL)]
    assert len(estimator.from_bytes(with_right_checksum(header, arrays)).classes_) == 5_000


def labelled(name):
    """Return a forged file, with another name of the first label."""
    header, arrays = opened(made("items")[1])
    header["content"]["labels"][0] = name
    return with_right_checksum(header, arrays)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("B-X\nb B-X", r"'B-X\\nb B-X' holds a control character"),
        ("B-X\n\nB-X", "control character"),
        ("a\tb", "control character"),
        ("\0", "control character"),
        ("\x1b[2J", r"'\\x1b\[2J' holds a control character"),
        ("\x85", "control character"),
        ("L" * (LONGEST_IN_MODELS + 1), "2,001 characters, and at most 2,000 were expected"),
        ("L" * 500_000, "500,000 characters"),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_label_that_would_break_files_or_terminals_is_rejected(name, words):
    with pytest.raises(ModelFileError, match=words) as caught:
        LinearChainCRF.from_bytes(labelled(name), name="m.crf")
    assert str(caught.value).startswith("m.crf: this model does not fit together (its label ")
    assert len(str(caught.value)) < 250
    assert str(caught.value).isprintable()


@given(name=st.text(st.characters() | st.sampled_from("\t\n -:|=_/#")))
@example(name="")
@example(name="NP-SBJ|n=1:é\u2028 x")
@example(name="\udcff")
@example(name="L" * LONGEST_IN_MODELS)
@example(name="L" * (LONGEST_IN_MODELS + 1))
def test_any_label_that_is_learnt_can_be_saved_and_opened(name):
    if name in ("b", "c"):
        return
    labels = [[name if label == "a" else label for label in sentence] for sentence in Y]
    crf = LinearChainCRF(max_iterations=1)
    try:
        crf.fit(ITEMS, labels)
    except DataError:
        with pytest.raises(ModelFileError):
            LinearChainCRF.from_bytes(labelled(name))
        return
    assert name in crf.classes_
    assert LinearChainCRF.from_bytes(crf.to_bytes()).classes_ == crf.classes_


@pytest.mark.parametrize("name", ["a\n", "a\0", "L" * (LONGEST_IN_MODELS + 1)])
def test_labels_that_could_not_be_opened_are_refused_before_the_training(name):
    crf = LinearChainCRF(max_iterations=1)
    with pytest.raises(DataError, match=r"The label 'a.* holds a control|The label 'L.*2,001 char"):
        crf.fit(ITEMS, [[name, "b"], [name, "b", "c"]])
    with pytest.raises(DataError, match="The label"):
        crf.fit(ITEMS, Y, labels=["a", "b", "c", name])


def test_labels_that_could_not_be_opened_are_not_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(given_labels, "label_fault", lambda *_: "")
    crf = LinearChainCRF(max_iterations=1).fit(ITEMS, [["a\n", "b"], ["a\n", "b", "c"]])
    with pytest.raises(ModelFileError, match=r"could not be saved.*'a\\n' holds a control"):
        crf.save(tmp_path / "m.crf")
    assert list(tmp_path.iterdir()) == []


def test_more_labels_than_their_weights_allow_are_not_saved(monkeypatch):
    monkeypatch.setattr(given_labels, "LABELS_OF_ANY_MODEL", 1_500)
    names = [f"L{number}" for number in range(1_501)]
    crf = LinearChainCRF(max_iterations=1, template="U0:%x[0,0]\n")
    crf.fit(ColumnTable.from_words([["a"]]), [["L0"]], labels=names)
    with pytest.raises(ModelFileError, match=r"could not be saved.*far too few weights"):
        crf.to_bytes()


# ---- the state of a training


@cache
def with_state(algorithm):
    crf = LinearChainCRF(algorithm, max_iterations=3)
    keeps = {"keep_state": True} if algorithm == "lbfgs" else {}
    return crf.fit(ITEMS, Y, **keeps).to_bytes(with_state=True)


VECTORS = {
    "lbfgs": ["state/x", "state/steps", "state/changes", "state/scale"],
    "ap": ["online/weights", "online/sums"],
    "arow": ["online/variances"],
}


@pytest.mark.parametrize("algorithm", VECTORS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_state_holds_finite_numbers(algorithm, value):
    data = with_state(algorithm)
    LinearChainCRF.from_bytes(data)
    for name in VECTORS[algorithm]:
        with pytest.raises(ModelFileError, match=r"finite|a number from"):
            LinearChainCRF.from_bytes(changed(data, name, 0, value))


@pytest.mark.parametrize(
    ("algorithm", "name", "value"),
    [
        ("lbfgs", "state/scale", 0.0),
        ("lbfgs", "state/scale", -1.0),
        ("lbfgs", "state/scale", 1e-300),
        ("arow", "online/variances", -1),
    ],
)
def test_scales_and_variances_are_in_their_range(algorithm, name, value):
    with pytest.raises(ModelFileError, match="a number from"):
        LinearChainCRF.from_bytes(changed(with_state(algorithm), name, 0, value))


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("state/scale", 1e300, "scale"),
        ("state/x", 1e13, "weights"),
        ("state/x", -1e101, "x"),
        ("state/steps", 1e200, "steps"),
        ("state/changes", -1e200, "changes"),
    ],
)
def test_the_vectors_of_a_state_are_bounded(name, value, what):
    message = f"{what} holds something that is not a finite number of at most"
    with pytest.raises(ModelFileError, match=message):
        LinearChainCRF.from_bytes(changed(with_state("lbfgs"), name, 0, value))


def test_along_each_step_of_a_state_the_gradient_rises():
    content, arrays = model_file.parse(with_state("lbfgs"))
    for factor in (0.0, -1.0, 1e-130):
        data = model_file.dump(content, arrays | {"state/steps": arrays["state/steps"] * factor})
        with pytest.raises(ModelFileError, match="curvature holds something"):
            LinearChainCRF.from_bytes(data)


@pytest.mark.parametrize(("name", "factor"), [("state/x", 1e6), ("state/scale", 1e-90)])
def test_the_objective_of_a_state_is_that_of_its_weights(name, factor):
    content, arrays = model_file.parse(with_state("lbfgs"))
    arrays[name] = arrays[name] * factor
    altered = LinearChainCRF.from_bytes(model_file.dump(content, arrays)).optimiser_state_
    with pytest.raises(CrfError, match=r"records an objective of .* it has been altered"):
        LinearChainCRF().fit(ITEMS, Y, state=altered)


@pytest.mark.parametrize(
    ("algorithm", "part", "name", "value"),
    [
        ("lbfgs", "state", "c1", -1.0),
        ("lbfgs", "state", "c2", float("nan")),
        ("lbfgs", "state", "seconds", float("inf")),
        ("lbfgs", "state", "seconds", -1.0),
        ("lbfgs", "state", "iterations", -1),
        ("lbfgs", "state", "iterations", 1000),
        ("lbfgs", "state", "iterations", 10**30),
        ("lbfgs", "state", "evaluations", -1),
        ("lbfgs", "state", "evaluations", 10**30),
        ("lbfgs", "state", "comparable_from", -1),
        ("lbfgs", "state", "comparable_from", 10**6),
        ("lbfgs", "state", "history", []),
        ("lbfgs", "state", "history", [[0, float("nan")]] * 9),
        ("lbfgs", "state", "history", [[-1, 1.0]] * 9),
        ("ap", "online", "n_steps", -1),
        ("ap", "online", "n_steps", 10**30),
        ("l2sgd", "online", "n_steps", 2**63 - 1),
        ("l2sgd", "online", "numbers", {"first_rate": float("nan")}),
        ("l2sgd", "online", "numbers", {"first_rate": 0.0}),
        ("l2sgd", "online", "numbers", {}),
    ],
)
def test_the_numbers_of_a_state_are_those_that_a_training_leaves(algorithm, part, name, value):
    header, arrays = opened(with_state(algorithm))
    header["content"][part][name] = value
    with pytest.raises(ModelFileError):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


OTHER_KINDS = {
    "LinearChainCRF": LinearChainCRF(max_iterations=1),
    "BoostedCRF": BoostedCRF(1, min_count=1),
    "CodedCRF": CodedCRF(np.eye(2), max_iterations=1),
}


@pytest.mark.parametrize(("made", "said"), list(permutations(OTHER_KINDS, 2)))
def test_a_file_that_names_another_estimator_than_its_model_is_rejected(made, said):
    model = copy.deepcopy(OTHER_KINDS[made]).fit([[{"w": "a"}, {"w": "b"}]], [["A", "B"]])
    content, arrays = model_file.parse(model.to_bytes())
    params = {"threads": 1, "verbose": False}
    data = model_file.dump({**content, "estimator": said, "params": params}, arrays)
    with pytest.raises(ModelFileError, match="or the other way round"):
        type(OTHER_KINDS[said]).from_bytes(data)

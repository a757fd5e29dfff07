from __future__ import annotations

import copy
import inspect
import os
from itertools import pairwise
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import (
    CrfError,
    DataError,
    ModelFileError,
    NotFittedError,
    TemplateError,
    UnknownLabelError,
)
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.files import content_of
from tests import brute_force

TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,0]/%x[1,0]\nU3:%suffix[0,0,1]\nB\n"
EDGES = "U0:%x[0,0]\nU3:%suffix[0,0,1]\nB1:%x[0,0]\n"

SYLLABLES = ["ka", "to", "mi", "ren", "so", "lu"]


def draw_words(rng, n):
    return ["".join(rng.choice(SYLLABLES, size=rng.integers(1, 4))) for _ in range(n)]


def label_of(word, before, rng):
    if rng.random() < 0.08:
        return "O"
    if word.endswith("to"):
        return "I-X" if before in {"B-X", "I-X"} else "B-X"
    return "B-Y" if word.startswith("lu") else "O"


def corpus(seed=0, n_sentences=60):
    """Return sentences of made-up words, and labels that depend on spelling and neighbours."""
    rng = np.random.default_rng(seed)
    words = [draw_words(rng, rng.integers(1, 9)) for _ in range(n_sentences)]
    labels = []
    for sentence in words:
        found: list[str] = []
        for word in sentence:
            found.append(label_of(word, found[-1] if found else "", rng))
        labels.append(found)
    return words, labels


def items_of(words):
    return [
        [
            {"word": word, "end": word[-2:], "length": len(word) / 4, "bias": True}
            | ({"before": sentence[t - 1]} if t else {"first": 1.0})
            for t, word in enumerate(sentence)
        ]
        for sentence in words
    ]


WORDS, LABELS = corpus()
ITEMS = items_of(WORDS)
TABLE = ColumnTable.from_words(WORDS)


@pytest.fixture(scope="module")
def fitted():
    return LinearChainCRF(c2=0.1).fit(ITEMS, LABELS)


@pytest.fixture(scope="module")
def fitted_by_template():
    return LinearChainCRF(c2=0.1, template=TEMPLATE).fit(TABLE, LABELS)


# ---- against python-crfsuite


def crfsuite_model(path, items, labels, **params):
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"feature.possible_transitions": True, **params})
    for sentence, tags in zip(items, labels, strict=True):
        trainer.append(pycrfsuite.ItemSequence(sentence), tags)
    trainer.train(str(path))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    return tagger, float(trainer.logparser.last_iteration["loss"])


TO_THE_END = {"delta": 1e-12, "epsilon": 1e-8, "max_iterations": 3000}


@pytest.mark.parametrize("c2", [0.01, 1.0])
def test_at_convergence_it_is_the_model_of_python_crfsuite(tmp_path, c2):
    tagger, loss = crfsuite_model(tmp_path / "peer", ITEMS, LABELS, c1=0.0, c2=c2, **TO_THE_END)
    crf = LinearChainCRF(c2=c2, **TO_THE_END).fit(ITEMS, LABELS)
    assert crf.training_.objective == pytest.approx(loss, rel=1e-5)
    assert crf.training_.objective <= loss * (1 + 1e-5)
    info = tagger.info()
    assert len(info.state_features) <= len(crf.state_features_)
    assert set(info.transitions) == set(crf.transition_features_)
    for found, sentence in zip(crf.predict_marginals(ITEMS), ITEMS, strict=True):
        tagger.set(pycrfsuite.ItemSequence(sentence))
        for t, probabilities in enumerate(found):
            for label, probability in probabilities.items():
                assert probability == pytest.approx(tagger.marginal(label, t), abs=2e-3)
    tagger.close()


def test_the_same_weights_give_the_probabilities_of_python_crfsuite(tmp_path):
    tagger, _ = crfsuite_model(tmp_path / "peer", ITEMS, LABELS, c1=0.0, c2=0.1)
    info = tagger.info()
    crf = LinearChainCRF(max_iterations=0).fit(ITEMS, LABELS, labels=list(info.labels))
    model = crf._fitted.model
    names = crf.attributes_
    labels = crf.classes_
    owners = np.repeat(np.arange(len(names)), np.diff(model.index.state_indptr))
    for j, (a, y) in enumerate(zip(owners, model.index.state_labels, strict=True)):
        model.weights[j] = info.state_features.get((names[a], labels[y]), 0.0)
    for j, pair in enumerate(model.index.transition_pairs):
        key = labels[pair // len(labels)], labels[pair % len(labels)]
        model.index.transition_part(model.weights)[j] = info.transitions[key]
    # The rows of frequent attributes are laid out when a model is made.
    crf = LinearChainCRF.from_bytes(crf.to_bytes())
    decoding = crf.decode_dataset(crf.dataset(ITEMS))
    offsets = crf.dataset(ITEMS).offsets
    for i, sentence in enumerate(ITEMS):
        tagger.set(pycrfsuite.ItemSequence(sentence))
        tags = tagger.tag()
        part = slice(offsets[i], offsets[i + 1])
        assert [labels[y] for y in decoding.labels[part]] == tags
        probability = np.exp(decoding.path_scores[i] - decoding.log_z[i])
        assert probability == pytest.approx(tagger.probability(tags), abs=1e-6)
        for t, tag in enumerate(tags):
            marginal = decoding.probabilities[offsets[i] + t]
            assert marginal == pytest.approx(tagger.marginal(tag, t), abs=1e-6)
    tagger.close()


CORPORA = os.environ.get("TAGWRIGHT_CORPORA")


@pytest.mark.skipif(not CORPORA, reason="TAGWRIGHT_CORPORA does not say where the corpora are")
def test_on_conll_2000_it_reaches_the_optimum_of_python_crfsuite(tmp_path):
    from crfcore.features.presets import template_named
    from crfcore.text.columns import parse_columns
    from crfcore.text.lines import read_text

    raw = parse_columns(read_text(Path(CORPORA) / "conll2000" / "train.txt.gz"))
    sentences = [sentence.fields for sentence in raw.sentences[:300]]
    labels = [[fields[2] for fields in sentence] for sentence in sentences]
    table = ColumnTable.from_sentences([[fields[:2] for fields in s] for s in sentences])
    extractor = TemplateExtractor(template_named("chunking"))
    dataset = extractor.fit(table)
    names = np.array(extractor.attribute_names(), dtype=object)
    strings = [
        [names[dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]]].tolist()
         for t in range(start, stop)]
        for start, stop in pairwise(dataset.offsets.tolist())
    ]  # fmt: skip
    limits = {"delta": 1e-7, "max_iterations": 600}
    tagger, loss = crfsuite_model(tmp_path / "peer", strings, labels, c1=0.0, c2=1.0, **limits)
    tagger.close()
    crf = LinearChainCRF(c2=1.0, **limits).fit(dataset, labels, extractor=extractor)
    assert crf.training_.objective == pytest.approx(loss, rel=1e-5)
    quick = LinearChainCRF(c2=1.0).fit(dataset, labels, extractor=extractor)
    assert quick.training_.objective <= crf.training_.objective * 1.0005


# ---- learning


def test_it_learns(fitted):
    assert fitted.score(ITEMS, LABELS) > 0.9
    words, labels = corpus(seed=1)
    assert fitted.score(items_of(words), labels) > 0.8
    record = fitted.training_
    assert record.algorithm == "lbfgs"
    assert record.converged
    assert record.n_sentences == 60
    assert record.n_features == len(fitted.state_features_) + len(fitted.transition_features_)
    assert record.n_labels == len(fitted.classes_) == 4
    assert record.evaluations >= record.iterations > 5


def test_probabilities_are_those_of_all_labellings(fitted):
    crf = fitted
    short = [sentence for sentence in ITEMS if len(sentence) <= 4][:5]
    states, transitions = crf.state_features_, crf.transition_features_
    labels = crf.classes_
    matrix = np.array([[transitions[before, after] for after in labels] for before in labels])
    dataset = crf.dataset(short)
    names = crf.attributes_
    found = crf.predict_marginals(short)
    for sentence, probabilities in zip(range(len(short)), found, strict=True):
        start, stop = dataset.offsets[sentence : sentence + 2]
        scores = np.zeros((stop - start, len(labels)))
        for t in range(start, stop):
            for k in range(dataset.indptr[t], dataset.indptr[t + 1]):
                for y, label in enumerate(labels):
                    weight = states.get((names[dataset.attributes[k]], label), 0.0)
                    scores[t - start, y] += weight * dataset.values[k]
        expected = brute_force.marginals(scores, matrix)
        np.testing.assert_allclose([list(row.values()) for row in probabilities], expected)


def test_labels_are_in_order_of_appearance_unless_said_otherwise():
    crf = LinearChainCRF(max_iterations=1).fit([[["a"], ["b"]]], [["x", "w"]])
    assert crf.classes_ == ["x", "w"]
    crf = LinearChainCRF(max_iterations=1).fit(
        [[["a"], ["b"]]], [["x", "w"]], labels=["v", "w", "x"]
    )
    assert crf.classes_ == ["v", "w", "x"]


def test_open_labels_are_learned_from(fitted):
    """With half of the labels hidden or narrowed the model still finds what they follow from."""
    rng = np.random.default_rng(0)
    names = fitted.classes_
    opened = [
        [
            label
            if (kind := rng.random()) < 0.5
            else None
            if kind < 0.75
            else {label, str(rng.choice(names))}
            for label in sentence
        ]
        for sentence in LABELS
    ]
    crf = LinearChainCRF(c2=0.1).fit(ITEMS, opened)
    assert crf.score(ITEMS, LABELS) > 0.85
    value = -crf.log_likelihood(ITEMS, opened)
    weights = [*crf.state_features_.values(), *crf.transition_features_.values()]
    assert value + 0.1 * float(np.square(weights).sum()) == pytest.approx(crf.training_.objective)


@pytest.mark.parametrize("template", [TEMPLATE, EDGES])
def test_threads_do_not_change_a_bit(template, monkeypatch):
    monkeypatch.setattr("crfcore.training.objectives.shares_plan.MIN_TOKENS_OF_LANE", 60)
    monkeypatch.setattr("crfcore.training.objectives.shares_plan.LABELS_AT_ONCE", 8 * 25)
    monkeypatch.setattr("crfcore.training.objectives.shares_plan.MIN_TOKENS_AT_ONCE", 25)
    monkeypatch.setattr("crfcore.training.objectives.shares_plan.LABELS_AT_ONCE_OF_RUN", 8 * 25)
    monkeypatch.setattr("crfcore.estimator.fitted_chain.TOKENS_AT_ONCE", 50)
    words, labels = corpus(seed=3, n_sentences=90)
    table = ColumnTable.from_words(words)
    models = [
        LinearChainCRF(template=template, threads=threads, max_iterations=8).fit(table, labels)
        for threads in (1, 2, 3)
    ]
    assert models[0].training_.objective == models[1].training_.objective
    for other in models[1:]:
        assert np.array_equal(other._fitted.model.weights, models[0]._fitted.model.weights)
        assert other.predict(table) == models[0].predict(table)


def test_edge_templates_have_no_plain_transitions():
    crf = LinearChainCRF(template=EDGES, c2=0.1).fit(TABLE, LABELS)
    assert crf.transition_features_ == {}
    assert crf.score(TABLE, LABELS) > 0.85
    plain = LinearChainCRF(template="U0:%x[0,0]\n", c2=0.1).fit(TABLE, LABELS)
    assert plain.transition_features_ == {}


def test_a_dataset_with_its_extractor_is_the_table_again(fitted_by_template):
    extractor = TemplateExtractor(parse_template(TEMPLATE))
    dataset = extractor.fit(TABLE)
    targets = Targets.from_labels(LABELS, fitted_by_template.classes_)
    crf = LinearChainCRF(c2=0.1).fit(
        dataset, targets, labels=fitted_by_template.classes_, extractor=extractor
    )
    assert crf.training_.objective == fitted_by_template.training_.objective
    assert crf.predict(dataset) == fitted_by_template.predict(TABLE)


def test_starting_from_an_earlier_model_saves_work(fitted_by_template):
    words, labels = corpus(seed=8, n_sentences=70)
    # New words, new sentences, and a label more, in another order.
    names = ["NEW", *reversed(fitted_by_template.classes_)]
    for table, y in ((TABLE, LABELS), (ColumnTable.from_words(words), labels)):
        cold = LinearChainCRF(c2=0.1, template=TEMPLATE).fit(table, y, labels=names)
        warm = LinearChainCRF(c2=0.1, template=TEMPLATE, initial=fitted_by_template).fit(
            table, y, labels=names
        )
        assert warm.training_.history[0][1] < 0.3 * cold.training_.history[0][1]
        assert warm.training_.objective == pytest.approx(cold.training_.objective, rel=1e-3)


def test_starting_from_an_earlier_model_of_items_or_edges(fitted):
    again = LinearChainCRF(c2=0.1, initial=fitted).fit(ITEMS, LABELS)
    assert again.training_.iterations <= 12
    edges = LinearChainCRF(c2=0.1, template=EDGES).fit(TABLE, LABELS)
    again = LinearChainCRF(c2=0.1, template=EDGES, initial=edges).fit(TABLE, LABELS)
    assert again.training_.iterations <= 12


def test_starting_from_counts_ends_at_the_same_optimum(fitted_by_template):
    crf = LinearChainCRF(c2=0.1, template=TEMPLATE, initial="empirical").fit(TABLE, LABELS)
    assert crf.training_.objective == pytest.approx(
        fitted_by_template.training_.objective, rel=1e-3
    )


def test_rare_features_are_left_out():
    crf = LinearChainCRF(min_freq=5, c2=0.1).fit(ITEMS, LABELS)
    every = LinearChainCRF(all_possible_states=True, max_iterations=1).fit(ITEMS, LABELS)
    some = LinearChainCRF(all_possible_transitions=False, max_iterations=1).fit(ITEMS, LABELS)
    assert len(crf.state_features_) < len(some.state_features_) < len(every.state_features_)
    assert len(every.state_features_) == len(every.attributes_) * 4
    assert len(some.transition_features_) < 16


# ---- progress and cancelling


def test_the_monitor_stops_a_training_with_a_usable_model():
    seen = []

    def monitor(progress):
        seen.append(progress)
        return progress.iteration >= 3

    crf = LinearChainCRF().fit(ITEMS, LABELS, monitor=monitor)
    assert [progress.iteration for progress in seen] == [0, 1, 2, 3]
    assert crf.training_.reason == "monitor"
    assert not crf.training_.converged
    assert crf.training_.objective == seen[-1].objective
    assert len(crf.predict(ITEMS)) == len(ITEMS)


@pytest.mark.parametrize("after", [0, 1, 12])
@pytest.mark.parametrize("initial", ["zeros", "empirical"])
def test_a_cancelled_training_leaves_a_usable_model(after, initial):
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > after

    crf = LinearChainCRF(initial=initial).fit(ITEMS, LABELS, cancelled=cancelled)
    assert crf.training_.reason == "cancelled"
    assert len(asked) == after + 1 or initial == "empirical"
    for probabilities in crf.predict_marginals(ITEMS[:3])[0]:
        assert sum(probabilities.values()) == pytest.approx(1.0)


def test_an_interrupted_training_leaves_the_old_model(fitted):
    crf = copy.copy(fitted)
    before = crf.predict(ITEMS)

    def interrupted(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        crf.fit(ITEMS[:5], LABELS[:5], monitor=interrupted)
    assert crf.predict(ITEMS) == before


# ---- predicting


def test_single_sentences_are_predicted_like_many(fitted):
    assert fitted.predict_single(ITEMS[3]) == fitted.predict(ITEMS)[3]
    assert fitted.predict_marginals_single(ITEMS[3]) == fitted.predict_marginals(ITEMS)[3]
    assert fitted.predict([]) == []
    assert fitted.predict([[], ITEMS[0]])[0] == []


def test_pins_are_obeyed_and_change_their_neighbours(fitted_by_template):
    crf = fitted_by_template
    dataset = crf.dataset(TABLE)
    plain = crf.decode_dataset(dataset)
    allowed = np.ones((dataset.n_tokens, 4), np.uint8)
    place = int(np.argmin(plain.probabilities))
    other = (plain.labels[place] + 1) % 4
    allowed[place] = np.arange(4) == other
    pinned = crf.decode_dataset(dataset, allowed)
    assert pinned.labels[place] == other
    assert pinned.probabilities[place] == 1.0
    probabilities = crf.label_probabilities(dataset, allowed)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    np.testing.assert_allclose(
        probabilities[np.arange(dataset.n_tokens), pinned.labels],
        pinned.probabilities,
        rtol=1e-6,
    )
    assert np.all(pinned.log_z <= plain.log_z + 1e-12)


def test_nothing_allowed_names_sentence_and_token(fitted_by_template):
    dataset = fitted_by_template.dataset(TABLE)
    allowed = np.ones((dataset.n_tokens, 4), np.uint8)
    allowed[dataset.offsets[7]] = 0
    with pytest.raises(CrfError, match="Sentence 8, token 1"):
        fitted_by_template.decode_dataset(dataset, allowed)


def test_words_never_seen_are_no_obstacle(fitted, fitted_by_template):
    assert len(fitted.predict([[{"word": "§", "unheard": True}, {}]])[0]) == 2
    assert len(fitted_by_template.predict([[["§"], ["§§"]]])[0]) == 2


def test_a_label_never_seen_costs_a_point_and_has_no_probability(fitted):
    unseen = [["NEVER"] * len(LABELS[0])]
    assert fitted.score(ITEMS[:1], unseen) == 0.0
    assert fitted.log_likelihood(ITEMS[:1], unseen) == -np.inf
    assert fitted.log_likelihood(ITEMS[:1], unseen, skip_unknown_labels=True) == 0.0


def test_scores_of_open_tokens(fitted):
    predicted = fitted.predict(ITEMS[:1])[0]
    assert fitted.score(ITEMS[:1], [[{label, "other"} for label in predicted]]) == 1.0
    assert fitted.score(ITEMS[:1], [[None] * len(predicted)]) == 0.0


def test_long_sentences_and_tiny_ones():
    crf = LinearChainCRF(max_iterations=3).fit([[["a"]] * 5000, [["b"]]], [["x"] * 5000, ["y"]])
    assert crf.predict([[["a"]] * 5000])[0] == ["x"] * 5000
    one = LinearChainCRF().fit([[["a"], ["b"]]], [["only", "only"]])
    assert one.predict([[["c"]]]) == [["only"]]
    assert one.training_.objective == pytest.approx(0.0, abs=1e-9)


# ---- files


@pytest.mark.parametrize("algorithm", ["lbfgs", "empirical"])
@pytest.mark.parametrize("template", [TEMPLATE, EDGES, None])
def test_a_saved_model_is_the_same_model(tmp_path, algorithm, template):
    sentences = ITEMS if template is None else TABLE
    crf = LinearChainCRF(algorithm=algorithm, template=template).fit(sentences, LABELS)
    crf.metadata_ = {"scheme": "iob2", "columns": ["word", "label"]}
    crf.save(tmp_path / "model.crf")
    loaded = LinearChainCRF.load(tmp_path / "model.crf")
    assert loaded.predict_marginals(sentences) == crf.predict_marginals(sentences)
    assert loaded.metadata_ == crf.metadata_
    assert loaded.training_ == crf.training_
    assert loaded.classes_ == crf.classes_
    assert loaded.state_features_ == crf.state_features_
    assert loaded.transition_features_ == crf.transition_features_
    assert loaded.to_bytes() == crf.to_bytes() or loaded.template != crf.template
    compact = crf.compact()
    assert compact.predict(sentences) == crf.predict(sentences)
    assert len(compact.to_bytes()) <= len(crf.to_bytes())


def test_a_compact_model_forgets_what_has_no_weight():
    words, labels = corpus(seed=4)
    opened = [[None] * len(sentence) for sentence in labels[:40]] + labels[40:]
    crf = LinearChainCRF(template=TEMPLATE).fit(ColumnTable.from_words(words), opened)
    compact = crf.compact()
    assert len(compact.attributes_) < len(crf.attributes_)
    assert compact.state_features_ == crf.state_features_
    table = ColumnTable.from_words(words)
    assert compact.predict_marginals(table) == crf.predict_marginals(table)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("state_labels", lambda array: array + 100),
        ("state_indptr", lambda array: array[:-1]),
        ("state_indptr", lambda array: array[::-1].copy()),
        ("weights", lambda array: array[:-1]),
        ("transition_pairs", lambda array: array - 1),
        ("transition_pairs", lambda array: array.astype(np.float64)),
        ("weights", lambda array: array.astype(np.int64)),
        ("extractor/token_0_ids", lambda array: array + 100_000_000),
        ("extractor/token_0_ids", lambda array: array - 1),
        ("extractor/token_0_ids", lambda array: np.zeros_like(array)),
        ("extractor/token_0_ids", lambda array: array[1:]),
        ("extractor/token_0_cells", lambda array: array + 100_000_000),
        ("extractor/token_0_cells", lambda array: np.zeros_like(array)),
        ("extractor/token_2_cells", lambda array: array[:, :1].copy()),
        ("extractor/strings", lambda array: array[:0]),
        ("extractor/string_offsets", lambda array: array[:-9]),
    ],
)
def test_arrays_that_do_not_fit_are_rejected_not_followed(fitted_by_template, name, change):
    from crfcore import model_file

    content, arrays = content_of(fitted_by_template)
    data = model_file.dump(content, {**arrays, name: change(arrays[name])})
    with pytest.raises(ModelFileError, match=r"^m\.crf: this model does not fit together"):
        LinearChainCRF.from_bytes(data, name="m.crf")


def test_a_model_whose_labels_are_alike_is_rejected(fitted):
    from crfcore import model_file

    content, arrays = content_of(fitted)
    data = model_file.dump({**content, "labels": ["O"] * 4}, arrays)
    with pytest.raises(ModelFileError, match="not distinct"):
        LinearChainCRF.from_bytes(data)


# ---- errors


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"algorithm": "sgd"}, "'sgd' is not available"),
        ({"c1": -0.5}, "c1=-0.5"),
        ({"linesearch": "Armijo"}, "Armijo"),
        ({"initial": "ones"}, "'ones' is unknown"),
        ({"c2": -1.0}, "c2=-1.0"),
        ({"threads": 0}, "threads=0"),
        ({"delta": float("nan")}, "delta"),
        ({"num_memories": 0}, "num_memories"),
        ({"num_memories": 2.5}, "num_memories=2.5 .* whole number"),
        ({"max_iterations": 1e3}, "max_iterations=1000.0 .* whole number"),
        ({"threads": "2"}, "threads='2'"),
        ({"c2": float("inf")}, "c2=inf"),
        ({"c": 0.0}, "c=0.0"),
        ({"algorithm": ["lbfgs"]}, "algorithm .* is not available"),
        ({"pa_type": [1]}, "pa_type"),
        ({"threads": None}, "threads=None"),
        ({"seed": None}, "seed=None"),
        ({"initial": None}, "initial=None is unknown"),
        ({"initial": np.zeros(3)}, "initial=array"),
        ({"template": Path("basic")}, r"template=.*'basic'.* is not possible"),
        ({"allowed_transitions": None}, "allowed_transitions=None"),
    ],
)
def test_parameters_that_cannot_be_are_rejected(params, words):
    with pytest.raises(CrfError, match=words):
        LinearChainCRF(**params).fit(ITEMS, LABELS)


def test_data_that_does_not_fit_is_rejected():
    crf = LinearChainCRF()
    with pytest.raises(DataError, match="60 sentences, and labels for 59"):
        crf.fit(ITEMS, LABELS[:-1])
    with pytest.raises(DataError, match="Sentence 1 has 2 tokens and 1 label;"):
        crf.fit([[["a"], ["b"]]], [["x"]])
    with pytest.raises(CrfError, match="no sentence"):
        crf.fit([], [])
    with pytest.raises(CrfError, match="label some"):
        crf.fit([[["a"]]], [[None]])
    with pytest.raises(CrfError, match="label some"):
        crf.fit([[["a"]]], [[None]], labels=["x"])
    with pytest.raises(UnknownLabelError, match="'y'"):
        crf.fit([[["a"]]], [["y"]], labels=["x"])
    with pytest.raises(CrfError, match="template"):
        crf.fit(TABLE, LABELS)
    with pytest.raises(TemplateError, match="no template 'nonsense'"):
        LinearChainCRF(template="nonsense").fit(TABLE, LABELS)
    extractor = TemplateExtractor(parse_template(TEMPLATE))
    dataset = extractor.fit(TABLE)
    with pytest.raises(CrfError, match="extractor"):
        crf.fit(dataset, LABELS)
    targets = Targets.from_labels(LABELS, ["O", "B-X", "I-X", "B-Y"])
    with pytest.raises(CrfError, match="labels="):
        crf.fit(dataset, targets, extractor=extractor)
    with pytest.raises(DataError, match="targets for"):
        crf.fit(
            dataset.select([0]), targets, labels=["O", "B-X", "I-X", "B-Y"], extractor=extractor
        )
    with pytest.raises(NotFittedError):
        crf.predict(ITEMS)
    for pair in ((ITEMS, None), (None, LABELS)):
        with pytest.raises(CrfError, match="X_dev and y_dev belong together"):
            crf.fit(ITEMS, LABELS, *pair)
    with pytest.raises(CrfError, match="these sentences are none; leave it out"):
        crf.fit(ITEMS, LABELS, extractor=extractor)
    with pytest.raises(CrfError, match="state=3 is not"):
        crf.fit(ITEMS, LABELS, state=3)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "Labels are a list for each sentence"),
        (3, "Labels are a list for each sentence"),
        ([1, 2], "Sentence 1 has 1 for labels; give a list with one for each token"),
        (np.array([1, 2]), r"Sentence 1 has (np.int64\()?1\)? for labels"),
        ([["x"], None], "Sentence 2 has None for labels; give a list with one for each token"),
    ],
)
def test_anything_but_labels_at_all_is_reported(y, message, fitted):
    for ask in (LinearChainCRF().fit, fitted.log_likelihood, fitted.score):
        with pytest.raises(DataError, match=message):
            ask([[["a"]], [["b"]]], y)
    with pytest.raises(DataError, match="3 is not what is known of a token"):
        fitted.score([[["a"]]], [[3]])


@pytest.mark.parametrize("labels", ["xy", 3, [1, 2]])
def test_names_of_labels_are_a_list_of_strings(labels):
    with pytest.raises(DataError, match=r"labels=.* must be a list of strings"):
        LinearChainCRF().fit([[["a"]]], [["x"]], labels=labels)


def test_strings_of_numpy_become_strings():
    items = [[["a"], ["b"]]]
    y = [np.array(["x", "y"])]
    for crf in (
        LinearChainCRF().fit(items, y),
        LinearChainCRF().fit(items, y, labels=np.array(["x", "y"])),
        LinearChainCRF("ap").partial_fit(items, y),
    ):
        assert [type(label) for label in crf.classes_] == [str, str]
        assert type(crf.predict(items)[0][0]) is str


def test_one_array_of_labels_is_taken_everywhere(fitted):
    flat = np.array([label for labels in LABELS for label in labels])
    found = fitted.sequence_log_probability(ITEMS, flat)
    np.testing.assert_array_equal(found, fitted.sequence_log_probability(ITEMS, LABELS))
    assert fitted.log_likelihood(ITEMS, flat) == fitted.log_likelihood(ITEMS, LABELS)
    for score in ("span_f1", "token_accuracy", "log_likelihood"):
        one, other = (
            LinearChainCRF(max_iterations=2, dev_score=score).fit(ITEMS, flat, ITEMS, y)
            for y in (flat, LABELS)
        )
        assert one.training_.dev_scores == other.training_.dev_scores


@pytest.mark.parametrize("target", [1, ["x", "y"], ("x", "y"), {1, 2}, b"x"])
def test_anything_but_a_label_is_named_with_its_place(target):
    for y in ([["x", "y"], ["x", target]], [[None, None], [None, target]]):
        with pytest.raises(DataError, match=r"^Sentence 2, token 2: found .* a string, or None"):
            LinearChainCRF().fit([[["a"], ["b"]]] * 2, y)
    with pytest.raises(DataError, match=r"Sentence 1, token 2: The set .* is empty"):
        LinearChainCRF().fit([[["a"], ["b"]]], [["x", set()]])
    with pytest.raises(UnknownLabelError, match="Sentence 1, token 2: The label 'z'"):
        LinearChainCRF().fit([[["a"], ["b"]]], [["x", {"x", "z"}]], labels=["x", "y"])


def test_labels_that_are_not_distinct_are_rejected():
    with pytest.raises(CrfError, match="not distinct"):
        LinearChainCRF().fit(ITEMS, LABELS, labels=["O", "O"])


def test_targets_that_cannot_be_are_rejected():
    extractor = TemplateExtractor(parse_template(TEMPLATE))
    dataset = extractor.fit(ColumnTable.from_words([["a", "b"]]))
    empty = Targets(np.array([0, 3], np.int32), np.zeros((1, 2), np.uint8), 2)
    beyond = Targets(np.array([0, 3], np.int32), np.zeros((0, 2), np.uint8), 2)
    for targets, words in ((empty, "Set 0 .* allows no label"), (beyond, "found 0 to 3")):
        with pytest.raises(DataError, match=words):
            LinearChainCRF().fit(dataset, targets, labels=["x", "y"], extractor=extractor)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_values_that_are_not_numbers_are_rejected(fitted, value):
    with pytest.raises(DataError, match="'length' has the value"):
        LinearChainCRF().fit([[{"length": value}, {"length": 1.0}]], [["x", "y"]])
    with pytest.raises(DataError, match="'length' has the value"):
        fitted.predict([[{"length": value}]])
    dataset = fitted.dataset(ITEMS)
    dataset.values[0] = value
    with pytest.raises(DataError, match="NaN or infinite"):
        fitted.predict(dataset)
    with pytest.raises(DataError, match="NaN or infinite"):
        LinearChainCRF().fit(dataset, LABELS, extractor=fitted.extractor_)


def test_a_mask_of_another_shape_is_rejected(fitted, fitted_by_template):
    counted = LinearChainCRF(algorithm="empirical").fit(ITEMS, LABELS)
    for crf in (fitted, counted):
        dataset = crf.dataset(ITEMS[:2])
        n_tokens = dataset.n_tokens
        for shape in ((n_tokens + 1, 4), (n_tokens, 3), (n_tokens, 5), (n_tokens - 1, 4)):
            with pytest.raises(CrfError, match="allowed must have the shape"):
                crf.decode_dataset(dataset, np.ones(shape, np.uint8))


def test_lists_of_fields_are_a_table_to_a_template(fitted_by_template):
    fields = [[[word] for word in sentence] for sentence in WORDS]
    crf = LinearChainCRF(c2=0.1, template=TEMPLATE).fit(fields, LABELS)
    assert crf.attributes_ == fitted_by_template.attributes_
    assert crf.predict(fields) == fitted_by_template.predict(TABLE)
    for sentences in (WORDS, ITEMS):
        with pytest.raises(DataError, match="sequences of fields; found"):
            LinearChainCRF(template=TEMPLATE).fit(sentences, LABELS)
        with pytest.raises(DataError, match="sequences of fields; found"):
            crf.predict(sentences)


def test_an_extractor_that_learns_anew_does_not_change_the_model():
    extractor = TemplateExtractor(parse_template(TEMPLATE))
    dataset = extractor.fit(TABLE)
    crf = LinearChainCRF().fit(dataset, LABELS, extractor=extractor)
    before = crf.predict(TABLE)
    extractor.fit(ColumnTable.from_words([["another", "word"]]))
    assert crf.predict(TABLE) == before
    with pytest.raises(CrfError, match="own extractor"):
        LinearChainCRF().fit(dataset, LABELS, extractor=extractor)


def test_targets_are_scored_like_labels(fitted):
    opened = [[{label, "O"} if label == "B-Y" else label for label in s] for s in LABELS]
    opened[0] = [None] * len(opened[0])
    targets = Targets.from_labels(opened, fitted.classes_)
    assert fitted.score(ITEMS, targets) == fitted.score(ITEMS, opened)
    with pytest.raises(DataError, match="labels for 59"):
        fitted.score(ITEMS, LABELS[:-1])
    with pytest.raises(DataError, match="each token needs"):
        fitted.score(ITEMS, [[*LABELS[0], "O"], *LABELS[1:]])


def test_sets_lose_labels_never_seen(fitted):
    item = ITEMS[:1]
    known = [[{label} for label in LABELS[0]]]
    more = [[{label, "NEVER"} for label in LABELS[0]]]
    none = [[{"NEVER", "EVER"} for _ in LABELS[0]]]
    expected = fitted.log_likelihood(item, known)
    assert fitted.log_likelihood(item, more) == expected
    assert fitted.log_likelihood(item, none) == -np.inf
    assert fitted.log_likelihood(item, more, skip_unknown_labels=True) == expected
    assert fitted.log_likelihood(item, none, skip_unknown_labels=True) == 0.0


def test_numbers_of_numpy_can_be_saved_and_anything_but_a_json_is_named(tmp_path):
    crf = LinearChainCRF(max_iterations=np.int64(3), c2=np.float32(0.5)).fit(ITEMS, LABELS)
    loaded = LinearChainCRF.from_bytes(crf.to_bytes())
    assert (loaded.max_iterations, loaded.c2) == (3, 0.5)
    crf.metadata_ = {"columns": {"word"}}
    with pytest.raises(ModelFileError, match=r"not JSON .*metadata_"):
        crf.save(tmp_path / "model.crf")
    assert list(tmp_path.iterdir()) == []


def test_models_and_data_of_different_kinds_are_rejected(fitted, fitted_by_template):
    with pytest.raises(CrfError, match="attribute items"):
        fitted.predict(TABLE)
    with pytest.raises(CrfError, match="own extractor"):
        fitted.predict(fitted_by_template.dataset(TABLE))
    with pytest.raises(CrfError, match="another kind"):
        LinearChainCRF(initial=fitted, template=TEMPLATE).fit(TABLE, LABELS)
    counted = LinearChainCRF(algorithm="empirical").fit(ITEMS, LABELS)
    with pytest.raises(CrfError, match="no weights"):
        LinearChainCRF(initial=counted).fit(ITEMS, LABELS)


# ---- scikit-learn's conventions


def test_parameters_can_be_read_and_set_like_scikit_learn_s():
    crf = LinearChainCRF(c2=0.5, max_iterations=7)
    again = type(crf)(**crf.get_params())
    assert again.get_params() == crf.get_params()
    assert set(crf.get_params()) == set(inspect.signature(LinearChainCRF).parameters)
    assert crf.set_params(c2=2.0) is crf
    assert crf.c2 == 2.0
    with pytest.raises(CrfError, match="'nonsense'"):
        crf.set_params(nonsense=1)
    assert repr(crf) == "LinearChainCRF(c2=2.0, max_iterations=7)"
    assert not crf.__sklearn_is_fitted__()


def test_the_parameters_of_sklearn_crfsuite_are_taken_in_its_order():
    names = list(inspect.signature(LinearChainCRF).parameters)
    # fmt: off
    assert names[:29] == [
        "algorithm", "min_freq", "all_possible_states", "all_possible_transitions", "c1", "c2",
        "max_iterations", "num_memories", "epsilon", "period", "delta", "linesearch",
        "max_linesearch", "calibration_eta", "calibration_rate", "calibration_samples",
        "calibration_candidates", "calibration_max_trials", "pa_type", "c", "error_sensitive",
        "averaging", "variance", "gamma", "verbose", "model_filename", "keep_tempfiles",
        "trainer_cls", "template",
    ]
    # fmt: on


def test_code_for_sklearn_crfsuite_runs():
    crf = LinearChainCRF(algorithm=None, c1=None, c2=None, all_possible_transitions=None)
    crf.fit(ITEMS, LABELS, ITEMS[:2], LABELS[:2])
    assert crf.num_attributes_ == len(crf.attributes_)
    assert crf.size_ == len(crf.to_bytes())


def test_scikit_learn_can_clone_and_validate():
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed")
    from sklearn.model_selection import GridSearchCV, cross_val_predict

    crf = LinearChainCRF(c2=0.5, max_iterations=5)
    assert base.clone(crf).get_params() == crf.get_params()
    predicted = cross_val_predict(crf, ITEMS, LABELS, cv=2)
    assert [len(found) for found in predicted] == [len(sentence) for sentence in ITEMS]
    warm = base.clone(LinearChainCRF(initial=LinearChainCRF().fit(ITEMS, LABELS)))
    assert warm.fit(ITEMS, LABELS).training_.iterations <= 12
    assert not base.clone(warm).__sklearn_is_fitted__()
    search = GridSearchCV(crf, {"c2": [0.1, 1.0]}, cv=2, error_score="raise").fit(ITEMS, LABELS)
    assert search.best_params_["c2"] in {0.1, 1.0}


@pytest.mark.parametrize("template", ["U:%lower[0,0]\nB\n", "U:%x[0,0]\nB\n"])
@pytest.mark.parametrize("field", [None, 5, b"a", ["Rex"]])
def test_a_field_that_is_no_string_is_refused_in_training_and_prediction(template, field):
    crf = LinearChainCRF(template=template, max_iterations=2)
    with pytest.raises(DataError, match="Sentence 1, token 1: field 1 must be a string; found"):
        crf.fit([[[field], ["b"]]], [["A", "B"]])
    crf.fit([[["a"], ["b"]]], [["A", "B"]])
    with pytest.raises(DataError, match="Sentence 1, token 2: field 1 must be a string; found"):
        crf.predict([[["a"], [field]]])


@pytest.mark.parametrize("name", [name for name in LinearChainCRF().get_params() if name != "cost"])
def test_an_array_as_parameter_is_refused_in_words(name):
    crf = LinearChainCRF(**{name: np.array([1, 2])})
    with pytest.raises(CrfError, match=f"^{name}=.* is not possible|allowed_transitions"):
        crf.fit([[["a"]]], [["A"]])


@pytest.mark.parametrize("value", ["no", "yes", "", 2, 1.0, []])
@pytest.mark.parametrize(
    "name",
    ["all_possible_states", "all_possible_transitions", "averaging", "correction", "verbose"],
)
def test_a_switch_is_true_or_false(name, value):
    with pytest.raises(CrfError, match=f"^{name}=.* is not possible; it must be True or False"):
        LinearChainCRF(**{name: value}).fit([[["a"]]], [["A"]])


@pytest.mark.parametrize("value", [None, True, False, np.True_, 0, 1])
def test_a_switch_may_be_a_number_or_left_out(value):
    crf = LinearChainCRF(all_possible_states=value, max_iterations=1)
    assert crf.fit([[["a"]]], [["A"]]).predict([[["a"]]]) == [["A"]]


def test_num_memories_is_no_bool():
    with pytest.raises(CrfError, match="num_memories=True is not possible"):
        LinearChainCRF(num_memories=True).fit([[["a"]]], [["A"]])


@pytest.mark.parametrize("threads", ["2", -1, 0, 1.5, 10**30, True, None])
def test_the_threads_of_a_fitted_model_are_checked(fitted_by_template, threads):
    crf = copy.copy(fitted_by_template)
    crf.threads = threads
    with pytest.raises(CrfError, match=r"threads=.* is not possible; it must be a whole number"):
        crf.predict(TABLE)


def test_a_name_that_no_file_has_is_refused(fitted_by_template):
    with pytest.raises(ModelFileError, match=r"the model cannot be saved .*; choose another name"):
        fitted_by_template.save("a\0b")


def test_the_number_of_best_labellings_is_no_bool(fitted_by_template):
    with pytest.raises(CrfError, match="n=True best labellings are not possible"):
        fitted_by_template.nbest(TABLE, True)

"""The semi-Markov estimator: training, predictions, files and refusals."""

from __future__ import annotations

import copy
from itertools import pairwise

import numpy as np
import pytest

from crfcore import ColumnTable, LinearChainCRF, SemiMarkovCRF, Targets
from crfcore.active_learning import fit_temperature
from crfcore.errors import CrfError, DataError, ModelFileError, TemplateError, UnknownLabelError
from crfcore.features.blocks import Blocks
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.segment_lines import parse_segment_lines
from crfcore.features.template import parse_template
from crfcore.semi_markov import load_model, model_from_bytes
from crfcore.training.objectives import objective
from tests.segmentations import Enumerated, tags_and_score

WORDS = [
    ["in", "New", "York", "City"],
    ["Rome", ".", "New", "York"],
    ["he", "likes", "Rome"],
    ["by", "Ann", "Lee"],
    ["x", "Ann"],
]
TAGS = [
    ["O", "B-L", "I-L", "I-L"],
    ["B-L", "O", "B-L", "I-L"],
    ["O", "O", "B-L"],
    ["O", "B-P", "I-P"],
    ["O", "B-P"],
]
SOME = [
    [None, "B-L", "I-L", None],
    [{"B-L", "B-P"}, None, "B-L", "I-L"],
    ["O", "O", "B-L"],
    [None, None, None],
    ["O", {"B-P", "O"}],
]
LISTS = [PhraseList("CITY", ["New York", "Rome"])]
TEMPLATE = "U0:%x[0,0]\nU1:%shape[-1,0]\nB\n"
EDGES = "U0:%x[0,0]\nB\nB1:%shape[0,0]\n"
TABLE = ColumnTable.from_words(WORDS)


def fit(y=TAGS, template=TEMPLATE, **options):
    model = SemiMarkovCRF(template=template, **{"c2": 0.1, **options})
    return model.fit(TABLE, y, lists=LISTS)


@pytest.fixture(scope="module")
def fitted():
    return fit()


def enumerated(model, sentence, allowed=None):
    """Return the enumeration of a sentence under a fitted model."""
    chain = model.fitted_
    dataset = model.dataset(TABLE.select([sentence]))
    n_tokens = dataset.n_tokens
    scores = chain.model.scores(dataset, 0, n_tokens)
    transitions = chain.model.transitions(dataset, 0, n_tokens)
    forms = chain.forms
    candidates = chain.segments.extractor.transform(dataset.offsets, dataset.table, forms.longest)
    of_segments = chain.segments.scores(candidates.attributes)[candidates.rows]
    return Enumerated(scores, transitions, dataset.offsets, of_segments, forms, allowed)


@pytest.mark.parametrize("template", [TEMPLATE, EDGES])
@pytest.mark.parametrize("y", [TAGS, SOME])
def test_predictions_are_those_of_the_enumeration(template, y):
    model = fit(y, template)
    names = model.classes_
    for sentence, words in enumerate(WORDS):
        slow = enumerated(model, sentence)
        rows = slow.sentences[0][1]
        posteriors, _, segments = slow.sums()
        x = TABLE.select([sentence])
        assert model.predict(x) == [[names[tag] for tag in rows[0][2]]]
        found = [[row[name] for name in names] for row in model.predict_marginals(x)[0]]
        np.testing.assert_allclose(found, posteriors, atol=1e-9)
        best = model.nbest(x, 3)[0]
        chances = [np.exp(row[0] - slow.log_z()[0]) for row in rows[:3]]
        np.testing.assert_allclose([chance for _, chance in best], chances, atol=1e-9)
        spans = [
            (start, stop, "L")
            for start in range(len(words))
            for stop in range(start + 1, len(words) + 1)
        ]
        (of_spans,) = model.span_marginals(x, [spans])
        number = model.fitted_.types.index("L")
        longest = model.longest_
        wanted = [
            segments[start * longest + stop - start - 1, number] if stop - start <= longest else 0
            for start, stop, _ in spans
        ]
        np.testing.assert_allclose(of_spans, wanted, atol=1e-9)
        (table,) = model.all_span_marginals(x, "L", 2)
        for (start, stop, _), chance in zip(spans, of_spans, strict=False):
            if stop - start <= 2:
                assert table[start, stop - start - 1] == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 1.0, 3.0]])
def test_single_precision_ends_at_the_same_weights(monkeypatch, weights):
    options = {"epsilon": 1e-7, "initial": "zeros", "template": TEMPLATE, "c2": 0.3}
    exact = SemiMarkovCRF(**options).fit(TABLE, TAGS, lists=LISTS, sample_weight=weights)
    monkeypatch.setattr(objective, "MIN_SCORES", 1)
    model = SemiMarkovCRF(**options).fit(TABLE, TAGS, lists=LISTS, sample_weight=weights)
    assert model.training_.objective == pytest.approx(exact.training_.objective, rel=1e-6)
    assert model.training_.history[0] != exact.training_.history[0]
    for name, weight in exact.segment_features_.items():
        assert model.segment_features_[name] == pytest.approx(weight, abs=1e-4)


def test_allowed_labels_are_exact(fitted):
    names = fitted.classes_
    for sentence, words in enumerate(WORDS):
        rng = np.random.default_rng(sentence)
        mask = (rng.random((len(words), len(names))) < 0.7).astype(np.uint8)
        mask[:, names.index("O")] = 1
        slow = enumerated(fitted, sentence, mask)
        dataset = fitted.dataset(TABLE.select([sentence]))
        decoding = fitted.decode_dataset(dataset, mask)
        assert decoding.labels.tolist() == slow.sentences[0][1][0][2]
        posteriors = slow.sums()[0]
        np.testing.assert_allclose(
            decoding.probabilities,
            posteriors[np.arange(len(words)), decoding.labels],
            atol=1e-6,
        )
        np.testing.assert_allclose(decoding.log_z, slow.log_z())
        np.testing.assert_allclose(fitted.label_probabilities(dataset, mask), posteriors, atol=1e-9)
    pinned = fitted.predict(TABLE, allowed=[[None, "O", None, None], None, None, None, None])
    assert pinned[0][1] == "O"
    with pytest.raises(CrfError, match="Sentence 3, token 1: no label is possible"):
        fitted.predict(TABLE, allowed=[None, None, ["I-L", None, None], None, None])


@pytest.mark.parametrize("template", [TEMPLATE, EDGES])
@pytest.mark.parametrize("y", [TAGS, SOME])
@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 1.0, 3.0]])
def test_training_ends_where_differences_of_the_likelihood_do(template, y, weights):
    # Without a penalty of its own, the derivative by each weight is that of the likelihood.
    model = SemiMarkovCRF(template=template, c2=0.3, epsilon=1e-7, initial="zeros")
    model.fit(TABLE, y, lists=LISTS, sample_weight=weights)
    fitted = model.fitted_
    targets = Targets.from_labels(y, fitted.labels)
    dataset = model.dataset(TABLE)
    weighted = np.ones(len(WORDS)) if weights is None else np.array(weights)

    def objective(own, segments):
        changed = copy.copy(model)
        object.__setattr__(changed, "_fitted", _with_weights(fitted, own, segments))
        logs = changed.fitted_.log_probabilities(dataset, targets)
        penalty = np.sum(own**2) + np.sum(segments**2)
        return -float(np.sum(weighted * logs)) + 0.3 * penalty

    own, segments = fitted.model.weights, fitted.segments.model.weights
    least = objective(own, segments)
    assert least == pytest.approx(model.training_.objective, rel=1e-9)
    rng = np.random.default_rng(0)
    for _ in range(12):
        along, further = rng.normal(size=len(own)), rng.normal(size=len(segments))
        step = 1e-4
        up = objective(own + step * along, segments + step * further)
        down = objective(own - step * along, segments - step * further)
        assert (up - down) / (2 * step) == pytest.approx(0.0, abs=1e-4)
        assert up > least - 1e-12
        assert down > least - 1e-12


def _with_weights(fitted, own, segments):
    from dataclasses import replace

    from crfcore.training.linear_model import LinearModel

    part = replace(fitted.segments, model=LinearModel(fitted.segments.model.index, segments))
    return replace(fitted, model=LinearModel(fitted.model.index, own), segments=part)


def test_likelihood_and_score_are_those_of_the_enumeration(fitted):
    names = fitted.classes_
    wanted = 0.0
    for sentence, tags in enumerate(TAGS):
        slow = enumerated(fitted, sentence)
        numbers = [names.index(tag) for tag in tags]
        score = next(row[0] for row in slow.sentences[0][1] if row[2] == numbers)
        wanted += score - slow.log_z()[0]
    assert fitted.log_likelihood(TABLE, TAGS) == pytest.approx(wanted)
    assert fitted.score(TABLE, TAGS) == 1.0
    assert fitted.log_likelihood(TABLE.select([3]), [["O", "I-P", "I-P"]]) == -np.inf
    assert [len(spans) for spans in fitted.predict_spans(TABLE)] == [1, 2, 1, 1, 1]


def test_a_length_alone_is_learned():
    rng = np.random.default_rng(0)
    # Runs of "a" are spans if they have three tokens.
    words, tags = [], []
    for length in rng.integers(1, 6, size=60).tolist():
        words.append(["x", *["a"] * length, "x"])
        inner = ["B-X", "I-X", "I-X"] if length == 3 else ["O"] * length
        tags.append(["O", *inner, "O"])
    table = ColumnTable.from_words(words)
    template = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[1,0]\nB\n"
    model = SemiMarkovCRF("S0:%length\nS1:%length/%span[0]\n", template=template, c2=0.01)
    lines = "S0:%length/%before[-1,0]/%after[1,0]\n"
    model = SemiMarkovCRF(lines, template=template, c2=0.01).fit(table, tags)
    chain = LinearChainCRF(template=template, c2=0.01).fit(table, tags)
    assert model.predict(table) == tags
    assert chain.predict(table) != tags


def test_without_lines_it_starts_and_ends_as_the_chain_under_its_scheme():
    tags = TAGS
    labels = ["O", "B-L", "I-L", "B-P", "I-P"]
    pairs = [
        (one, other)
        for one in labels
        for other in labels
        if other[0] != "I" or (one[1:] == other[1:] and one != "O")
    ]
    options = {"template": TEMPLATE, "c2": 0.1, "epsilon": 1e-9, "initial": "zeros"}
    # A first token begins no sentence with I: here all labels are known, and words say so.
    chain = LinearChainCRF(allowed_transitions=pairs, **options).fit(TABLE, tags, labels=labels)
    model = SemiMarkovCRF("# none\n", longest=4, initial=chain, template=TEMPLATE, c2=0.1)
    model.fit(TABLE, tags, labels=labels)
    assert model.predict(TABLE) == chain.predict(TABLE)
    assert model.segment_features_ == {}
    assert model.training_.evaluations < 20


def test_files_keep_everything(fitted, tmp_path):
    fitted.save(tmp_path / "m.crf")
    loaded = SemiMarkovCRF.load(tmp_path / "m.crf")
    assert loaded.predict_marginals(TABLE) == fitted.predict_marginals(TABLE)
    assert (loaded.scheme_, loaded.longest_) == ("iob2", 3)
    assert loaded.segments == "S0:%length\nS1:%listed[*]\nS2:%listed[*]/%length\n"
    assert loaded.to_bytes() == SemiMarkovCRF.from_bytes(loaded.to_bytes()).to_bytes()
    again = SemiMarkovCRF(**loaded.get_params()).fit(TABLE, TAGS, lists=LISTS)
    assert again.predict(TABLE) == TAGS
    assert copy.copy(fitted).predict(TABLE) == fitted.compact().predict(TABLE)
    single = SemiMarkovCRF.from_bytes(fitted.to_bytes(precision="single"))
    assert single.predict(TABLE) == fitted.predict(TABLE)
    with pytest.raises(ModelFileError, match="a SemiMarkovCRF, not a LinearChainCRF"):
        LinearChainCRF.load(tmp_path / "m.crf")
    spans = "S0:%span[0]\nS1:%lowerspan[0]\nS2:%shapespan[0]/%before[-1,0]\nS3:%after[2,0]\n"
    fits = 'S4:%fits[0,"^\\u\\l*$"]\n'
    of_spans = SemiMarkovCRF(spans + fits, template=TEMPLATE).fit(TABLE, TAGS)
    loaded = SemiMarkovCRF.from_bytes(of_spans.to_bytes())
    assert loaded.predict_marginals(TABLE) == of_spans.predict_marginals(TABLE)
    assert loaded.segment_features_ == of_spans.segment_features_


def test_l1_leaves_weights_out(fitted):
    sparse = fit(c1=0.3)
    assert sparse.n_nonzero_ < fitted.n_nonzero_
    loaded = SemiMarkovCRF.from_bytes(sparse.to_bytes())
    assert loaded.predict_marginals(TABLE) == sparse.predict_marginals(TABLE)
    assert len(loaded.segment_features_) < len(fitted.segment_features_)


def test_it_starts_from_earlier_weights(fitted):
    again = fit(initial=fitted)
    assert again.training_.evaluations == 1
    chain = LinearChainCRF(template=TEMPLATE, c2=0.1).fit(TABLE, TAGS)
    warm = fit(initial=chain)
    assert warm.training_.objective == pytest.approx(fitted.training_.objective, rel=1e-3)
    more = [*TAGS[:4], ["O", "B-Q"]]
    with pytest.raises(UnknownLabelError, match="B-Q"):
        fit(more, initial=fitted)
    model = SemiMarkovCRF(template=TEMPLATE, c2=0.1, initial=fitted)
    assert model.fit(TABLE, more, lists=LISTS, new_labels=True).predict(TABLE) == more


def test_a_dataset_of_a_project_is_read_like_its_table():
    extractor = TemplateExtractor(parse_template(TEMPLATE), phrase_lists=LISTS)
    dataset = Dataset.of(extractor.fit(TABLE))
    order = [3, 0, 4, 1, 2]
    labels = ["O", "B-L", "I-L", "B-P", "I-P"]
    targets = Targets.from_labels([TAGS[i] for i in order], labels)
    model = SemiMarkovCRF(c2=0.1).fit(
        dataset.select(order),
        targets,
        extractor=extractor,
        labels=["O", "B-L", "I-L", "B-P", "I-P"],
    )
    found = model.decode_dataset(dataset.select([1])).labels
    assert [model.classes_[tag] for tag in found] == TAGS[1]
    assert model.predict(TABLE) == TAGS
    assert model.fitted_.best_labels_of_table(TABLE, extractor).tolist() == (
        model.fitted_.best_labels(dataset).tolist()
    )


def test_results_do_not_depend_on_threads():
    table = ColumnTable.from_words(WORDS * 500)
    models = [
        SemiMarkovCRF(template=TEMPLATE, threads=threads, max_iterations=4).fit(
            table, TAGS * 500, lists=LISTS
        )
        for threads in (1, 3)
    ]
    marginals = [model.predict_marginals(TABLE) for model in models]
    assert marginals[0] == marginals[1]
    # Not the files: the seconds of training are in them.
    assert models[0].state_features_ == models[1].state_features_
    assert models[0].transition_features_ == models[1].transition_features_
    assert models[0].predict(table) == models[1].predict(table) == TAGS * 500


def test_the_best_iteration_is_kept(fitted):
    model = SemiMarkovCRF(template=TEMPLATE, patience=3, c2=0.001, initial="zeros")
    model.fit(TABLE, TAGS, TABLE, TAGS, lists=LISTS)
    record = model.training_
    assert record.reason == "dev"
    assert max(record.dev_scores) == record.dev_scores[record.best_iteration - 1] == 1.0
    assert model.score(TABLE, TAGS) == 1.0
    assert fitted.training_.dev_scores == ()


def test_temperature_and_bias_change_what_they_do_for_a_chain(fitted):
    warmer = fitted.with_temperature(2.0)
    assert warmer.predict(TABLE) == fitted.predict(TABLE)
    before, after = (model.nbest(TABLE, 1)[0][0][1] for model in (fitted, warmer))
    assert after < before
    decoding = warmer.decode_dataset(warmer.dataset(TABLE))
    assert np.exp(decoding.path_scores - decoding.log_z)[0] == pytest.approx(after)
    assert fit_temperature(fitted, TABLE, TAGS).temperature < 1.0
    shy = fitted.with_label_bias({"O": 50.0})
    assert {tag for tags in shy.predict(TABLE) for tag in tags} == {"O"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scheme": "iob1"}, "scheme='iob1' is not possible .there, a tag depends"),
        ({"scheme": "bioes"}, None),
        ({"longest": 2}, "Sentence 1: the span from token 2 on has 3 tokens, and longest=2"),
        ({"longest": 0}, "longest=0 is not possible"),
        ({"segments": 3}, "segments=3 is not possible"),
        ({"segments": "nothing like it"}, "nothing like it: There is no such file of lines"),
        (
            {"segments": "S0:%listed[OTHER]\n"},
            "reads a list that is not there: the lists are 'CITY'",
        ),
        ({"segments": "S0:%span[4]\n"}, "reads column 4"),
        ({"initial": "passes"}, "initial='passes' is not possible"),
        ({"c2": -1.0}, "c2=-1.0 is not possible"),
        ({"patience": 2}, "patience=2 needs held-out sentences"),
    ],
)
def test_parameters_that_are_not_possible(options, message):
    if message is None:
        with pytest.raises(CrfError):
            fit(**options)
    else:
        with pytest.raises(CrfError, match=message):
            fit(**options)


def test_labels_that_are_not_possible():
    with pytest.raises(DataError, match="Sentence 3, token 2: the tag 'I-L' is not where"):
        fit([*TAGS[:2], ["O", "I-L", "B-L"], *TAGS[3:]])
    with pytest.raises(CrfError, match="'NOUN' is no tag of the scheme iob2"):
        fit([*TAGS[:4], ["O", "NOUN"]])
    with pytest.raises(CrfError, match="No label is a tag of a span"):
        fit([["O"] * len(words) for words in WORDS])
    partly = [*TAGS[:4], [{"I-P", "I-L"}, None]]
    with pytest.raises(DataError, match="Sentence 5: no segmentation agrees"):
        fit(partly)


@pytest.mark.parametrize("skip_impossible", [False, True])
def test_a_label_of_a_span_is_needed(skip_impossible):
    model = SemiMarkovCRF(template="U0:%x[0,0]\n")
    with pytest.raises(CrfError, match="No label is a tag of a span, such as B-X"):
        model.fit([[["a"], ["b"]]], [["O", None]], skip_impossible=skip_impossible)


def test_sentences_that_agree_with_no_segmentation_may_be_left_out(fitted, tmp_path):
    wrong = [TAGS[0], ["O", "I-L", "O", "I-L"], TAGS[2], [None, "O", "I-P"], TAGS[4]]
    model = SemiMarkovCRF(template=TEMPLATE, c2=0.1)
    labels = ["O", "B-L", "I-L", "B-P", "I-P"]
    model.fit(TABLE, wrong, lists=LISTS, labels=labels, skip_impossible=True)
    assert model.skipped_sentences_ == (1, 3)
    assert fitted.skipped_sentences_ == ()
    assert model.predict(TABLE.select([0, 2])) == [TAGS[0], TAGS[2]]
    with pytest.raises(DataError, match="No sentence has labels that agree"):
        model.fit(TABLE.select([1]), wrong[1:2], labels=labels, skip_impossible=True)
    model.save(tmp_path / "m.crf")
    assert isinstance(load_model(tmp_path / "m.crf"), SemiMarkovCRF)
    chain = LinearChainCRF(template=TEMPLATE, max_iterations=2).fit(TABLE, TAGS)
    assert isinstance(model_from_bytes(chain.to_bytes()), LinearChainCRF)


def test_pinned_spans_may_be_longer_than_those_of_the_training(fitted):
    assert fitted.longest_ == 3
    table = ColumnTable.from_words([["New", "York", "City", "Rome", "Ann", "x"]])
    pinned = ["B-L", *["I-L"] * 4, "O"]
    assert fitted.predict(table, allowed=[pinned]) == [pinned]
    dataset = fitted.dataset(table)
    mask = np.ones((6, 5), np.uint8)
    mask[1:5] = 0
    mask[1:5, fitted.classes_.index("I-L")] = 1
    assert fitted.decode_dataset(dataset, mask).labels.tolist() == [
        fitted.classes_.index(tag) for tag in pinned
    ]
    assert fitted.log_likelihood(table, [pinned]) == -np.inf


def test_what_a_chain_alone_can_do_is_refused(fitted):
    with pytest.raises(CrfError, match="scores whole spans and has no lattice"):
        fitted.sample(TABLE, 1, 0)
    with pytest.raises(CrfError, match="scores whole spans and has no lattice"):
        fitted.entropy(TABLE)
    for decoding in ("posterior", "possible-posterior"):
        with pytest.raises(CrfError, match=f"decoding='{decoding}' is not available: a semi-Mar"):
            fitted.predict(TABLE, decoding=decoding)
    with pytest.raises(CrfError, match="knows no rules"):
        fitted.span_marginals(TABLE, [[]] * 5, rules=[])
    with pytest.raises(CrfError, match="knows no rules"):
        SemiMarkovCRF(template=TEMPLATE).fit(TABLE, TAGS, rules=[])
    with pytest.raises(CrfError, match="'bioes' is not that of the model"):
        fitted.all_span_marginals(TABLE, "L", 2, scheme="bioes")
    with pytest.raises(CrfError, match="is no type of spans"):
        fitted.span_marginals(TABLE, [[(0, 1, ["O"])], [], [], [], []])
    for wrong in ("LL", "O", "B-L"):
        with pytest.raises(CrfError, match=f"Sentence 2: '{wrong}' is no type of .*types are L"):
            fitted.span_marginals(TABLE, [[], [(0, 1, wrong)], [], [], []])
    with pytest.raises(CrfError, match="label='LL' is no type of spans of this model"):
        fitted.all_span_marginals(TABLE, "LL", 2)
    items = [[{"w": word} for word in words] for words in WORDS]
    with pytest.raises(CrfError, match="Lists of phrases need sentences as columns"):
        SemiMarkovCRF().fit(items, TAGS, lists=LISTS)
    blocks = Blocks(items, [[[word] for word in words] for words in WORDS])
    matrix = [np.zeros((len(words), 2)) for words in WORDS]
    for other in (blocks, matrix):
        with pytest.raises(CrfError, match="are read from sentences as columns, and these are"):
            SemiMarkovCRF(template=TEMPLATE).fit(other, TAGS, lists=LISTS)
    with pytest.raises(CrfError, match="reads words, and these sentences have none"):
        SemiMarkovCRF("S0:%span[0]\n").fit(items, TAGS)
    assert SemiMarkovCRF("S0:%length\n").fit(items, TAGS).predict(items) == TAGS


def test_the_slow_twin_scores_what_it_says():
    # One segmentation by hand: O, then a span of two tokens.
    scores = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
    transitions = np.array([[0.0, 10.0, 0.0], [0.0, 0.0, 20.0], [0.0, 0.0, 0.0]])
    from tests.segmentations import forms_of

    forms = forms_of(["O", "B-X", "I-X"], ["X"], "iob2", 2)
    of_segments = np.zeros((6, forms.width))
    of_segments[3, 0] = 100.0
    found = [(0, 1, -1), (1, 2, 0)]
    tags, score = tags_and_score(found, scores, transitions, of_segments, forms)
    assert tags == [0, 1, 2]
    assert score == 136.0
    assert list(pairwise(tags)) == [(0, 1), (1, 2)]


def test_lines_of_segments_are_checked():
    for lines, column in (
        ("U0:%x[0,0]\n", 1),
        ("S0:%nothing\n", 4),
        ("S0:%before[1,0]\n", 4),
        ('S0:%fits[0,"*"]\n', 4),
        ('S0:%fits[0,"' + "a" * 63 + '"]\n', 4),
        ('S0:%fits[0,"[mg"]\n', 13),
        ('S0:%fits[0,"[A-Z].* [A-Z].*"]\n', 13),
        ('S0:%fits[0,"a(b|c)"]\n', 14),
        ('S0:%fits[0,"\\d+ mg"]\n', 15),
        ('S0:%fits[0,"\\bmg"]\n', 13),
    ):
        with pytest.raises(TemplateError) as caught:
            fit(segments=lines)
        assert caught.value.column == column


def test_constructs_of_other_languages_are_refused_unless_they_stand_for_themselves():
    with pytest.raises(TemplateError) as caught:
        parse_segment_lines('S0:%fits[0,"a["]\n')
    assert str(caught.value).startswith(
        "Template, line 1: '%fits[0,\"a[\"]': [ at column 14 has no meaning in these patterns; "
        "write \\[ for the character itself, or use . \\a \\d"
    )
    (line,) = parse_segment_lines('S0:%fits[0,"\\[\\d* mg\\]\\+"]\n')
    assert line.macros[0].regexp == "\\[\\d* mg\\]\\+"


def test_a_long_sentence_with_long_segments_is_an_error_instead_of_gigabytes():
    n = 5_000
    with pytest.raises(CrfError, match="5,000 tokens, with segments of up to 5,000 of them"):
        SemiMarkovCRF(template=TEMPLATE).fit([[("a",)] * n], [["B-L"] + ["I-L"] * (n - 1)])
    model = SemiMarkovCRF("# none\n", longest=10_000, template=TEMPLATE, c2=0.1).fit(TABLE, TAGS)
    assert model_from_bytes(model.to_bytes()).longest_ == 10_000
    for ask in (model.predict, model.predict_marginals):
        with pytest.raises(CrfError, match="take too much memory; split long sentences"):
            ask([[("a",)] * n])


def test_segments_are_as_long_as_a_file_may_say():
    with pytest.raises(CrfError, match=r"longest=10001 is not possible.* at most 10000"):
        fit(longest=10_001)
    with pytest.raises(CrfError, match="longest=True is not possible"):
        fit(longest=True)


def test_spans_that_cannot_be_are_errors(fitted):
    with pytest.raises(CrfError, match="are too many at once; ask for shorter ones"):
        fitted.all_span_marginals(TABLE, "L", 10**9)
    with pytest.raises(CrfError, match="longest=0: a span has at least one token"):
        fitted.all_span_marginals(TABLE, "L", 0)
    with pytest.raises(CrfError, match=r"whole numbers; found 0\.5"):
        fitted.span_marginals(TABLE, [[(0.5, 1, "L")], [], [], [], []])


def test_no_lines_are_no_attributes():
    assert fit(segments="").segment_features_ == fit(segments="# none\n").segment_features_ == {}


@pytest.mark.parametrize("name", ["my[1]", "50%", "a\nb", "*", "#"])
def test_lists_of_any_name_can_be_saved(name):
    lists = [PhraseList(name, ["New York"]), PhraseList("CITY", ["Rome"])]
    model = SemiMarkovCRF(template=TEMPLATE, c2=0.1).fit(TABLE, TAGS, lists=lists)
    loaded = model_from_bytes(model.to_bytes())
    assert any(name in attribute for attribute, _ in loaded.segment_features_)
    assert loaded.segment_features_ == model.segment_features_
    assert loaded.predict(TABLE) == model.predict(TABLE)
    assert loaded.segments == "S0:%length\nS1:%listed[*]\nS2:%listed[*]/%length\n"


def test_lists_are_phrase_lists():
    for wrong in (LISTS[0], "x", 3):
        with pytest.raises(CrfError, match=r"lists=.* must be a list of PhraseList"):
            SemiMarkovCRF(template=TEMPLATE).fit(TABLE, TAGS, lists=wrong)
    with pytest.raises(CrfError, match="lists holds 'x', which is no PhraseList"):
        SemiMarkovCRF(template=TEMPLATE).fit(TABLE, TAGS, lists=["x"])

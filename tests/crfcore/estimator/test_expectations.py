"""Training with expectations about unlabelled sentences."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import CrfError, Dataset, Expectation, LinearChainCRF, UnknownLabelError
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.template import parse_template

WORDS = [["Rex", "saw", "Anna"], ["Anna", "slept"], ["the", "dog", "saw", "Rex"]]
LABELS = [["PET", "O", "PERSON"], ["PERSON", "O"], ["O", "O", "O", "PET"]]
TEXT = [["Ann", "saw", "Tom"], ["the", "cat", "slept"], ["Tom", "slept"], ["Ann", "and", "Kim"]]
TEMPLATE = "Uw:%x[0,0]\nUs:%shape[0,0]\nUp:%x[-1,0]\nB\n"
SHAPES = [Expectation("Us:Xx", ("PERSON", "PET"), 0.9), Expectation("Us:x", ("O",), 0.98)]


def columns(sentences):
    return [[[word] for word in sentence] for sentence in sentences]


def items(sentences):
    return [[{"word": word, "lower": word.islower()} for word in words] for words in sentences]


def share(crf, sentences, concerned, labels):
    """Return the mean probability of some labels over the words that a function accepts."""
    answers = crf.predict_marginals(columns(sentences))
    found = [
        sum(probabilities[label] for label in labels)
        for words, sentence in zip(sentences, answers, strict=True)
        for word, probabilities in zip(words, sentence, strict=True)
        if concerned(word)
    ]
    return np.mean(found)


def test_without_labels_shares_are_met():
    crf = LinearChainCRF(template=TEMPLATE, c2=1e-3)
    expectations = [
        Expectation("Uw:Ann", ("PERSON",), 0.7),
        Expectation("Uw:Tom", ("PERSON", "PET"), 0.6),
        Expectation("Us:x", ("O",), 0.98),
    ]
    crf.fit([], [], expectations=expectations, unlabelled=columns(TEXT), expectation_weight=1000.0)
    assert crf.classes_ == ["PERSON", "PET", "O"]
    assert share(crf, TEXT, "Ann".__eq__, ["PERSON"]) == pytest.approx(0.7, abs=0.02)
    assert share(crf, TEXT, "Tom".__eq__, ["PERSON", "PET"]) == pytest.approx(0.6, abs=0.02)
    assert share(crf, TEXT, str.islower, ["O"]) == pytest.approx(0.98, abs=0.02)
    assert crf.unused_expectations_ == ()


def test_expectations_about_one_token_have_a_closed_form():
    """With weights w and −w, p is σ(2w); Λ·KL(q‖p) + 2·c2·w² is least where its slope is 0."""
    weight, c2, q = 5.0, 0.25, 0.8
    crf = LinearChainCRF(c2=c2, epsilon=1e-10, delta=0.0)
    crf.fit(
        [],
        [],
        expectations=[Expectation("a", ["A"], q)],
        unlabelled=[[["a"]]],
        expectation_weight=weight,
        labels=["A", "B"],
    )
    weights = crf.state_features_
    w = weights["a", "A"]
    assert weights["a", "B"] == pytest.approx(-w, abs=1e-7)
    p = 1.0 / (1.0 + np.exp(-2.0 * w))
    assert weight * (p - q) + 2.0 * c2 * w == pytest.approx(0.0, abs=1e-6)
    assert crf.predict_marginals([[["a"]]])[0][0]["A"] == pytest.approx(p)


def test_without_weight_it_is_the_likelihood():
    params = {"all_possible_states": True, "c2": 0.1, "epsilon": 1e-8, "delta": 0.0}
    plain = LinearChainCRF(template=TEMPLATE, **params)
    expecting = LinearChainCRF(template=TEMPLATE, **params)
    plain.fit(columns(WORDS), LABELS)
    expecting.fit(
        columns(WORDS),
        LABELS,
        expectations=SHAPES,
        unlabelled=columns(TEXT),
        expectation_weight=0.0,
    )
    assert expecting.training_.objective == pytest.approx(plain.training_.objective)
    for feature, weight in expecting.state_features_.items():
        assert weight == pytest.approx(plain.state_features_.get(feature, 0.0), abs=1e-4)


def test_attributes_of_unlabelled_sentences_alone_are_learned():
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1)
    crf.fit(
        columns(WORDS),
        LABELS,
        expectations=[Expectation("Uw:cat", ["PET"], 1.0)],
        unlabelled=columns(TEXT),
        expectation_weight=100.0,
    )
    assert crf.predict(columns([["the", "cat", "slept"]])) == [["O", "PET", "O"]]
    assert LinearChainCRF(template=TEMPLATE, c2=0.1).fit(columns(WORDS), LABELS).predict(
        columns([["the", "cat", "slept"]])
    ) == [["O", "O", "O"]]


def test_a_model_with_expectations_is_saved_like_any_other(tmp_path):
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1)
    crf.fit(columns(WORDS), LABELS, expectations=SHAPES, unlabelled=columns(TEXT))
    crf.save(tmp_path / "model.crf")
    loaded = LinearChainCRF.load(tmp_path / "model.crf")
    assert loaded.predict_marginals(columns(TEXT)) == crf.predict_marginals(columns(TEXT))


@pytest.mark.parametrize("make", [list, iter])
def test_items_and_beginnings_of_names(make):
    """A name that ends in a colon means all attributes that begin with it."""
    crf = LinearChainCRF(c2=0.1)
    crf.fit(
        make(items(WORDS)),
        LABELS,
        expectations=[
            Expectation("word:T", ["PET"], 1.0),
            Expectation("word:", ["PERSON"], 0.5),
            Expectation("lower", ["O"], 0.98),
        ],
        unlabelled=make(items(TEXT)),
    )
    assert [one.attribute for one in crf.unused_expectations_] == ["word:T"]
    plain = LinearChainCRF(c2=0.1).fit(items(WORDS), LABELS)
    shares = [
        np.mean([token["PERSON"] for sentence in one for token in sentence])
        for one in (plain.predict_marginals(items(TEXT)), crf.predict_marginals(items(TEXT)))
    ]
    assert abs(shares[1] - 0.5) < abs(shares[0] - 0.5)


def test_attributes_with_the_value_0_are_not_there():
    crf = LinearChainCRF(c2=0.1)
    text = [[{"a": 0.0}], [{"a": False}]]
    crf.fit([[["b"]]], [["A"]], labels=["A", "B"], expectations=[], unlabelled=text)
    crf.fit(
        [[["b"]]],
        [["A"]],
        labels=["A", "B"],
        expectations=[Expectation("a", ["B"], 0.9)],
        unlabelled=text,
    )
    assert len(crf.unused_expectations_) == 1


def test_phrase_lists_and_datasets():
    lists = [PhraseList("NAMES", ["Ann", "Tom"])]
    extractor = TemplateExtractor(parse_template(TEMPLATE), phrase_lists=lists)
    everything = Dataset.of(extractor.fit(ColumnTable.from_words([*WORDS, *TEXT])), extractor)
    crf = LinearChainCRF(c2=0.1)
    crf.fit(
        everything.select(range(3)),
        LABELS,
        expectations=[Expectation("gaz:NAMES:", ["PERSON"], 0.9)],
        unlabelled=everything.select(range(3, 7)),
        expectation_weight=100.0,
    )
    assert crf.unused_expectations_ == ()
    assert crf.predict(columns([["Ann", "saw", "Rex"]])) == [["PERSON", "O", "PET"]]
    without = everything.select([])
    crf.fit(
        without,
        [],
        expectations=[Expectation("gaz:NAMES:", ["PERSON"], 0.9), *SHAPES],
        unlabelled=everything,
    )
    assert crf.predict(columns([["Ann", "slept"]])) == [["PERSON", "O"]]


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("template", [TEMPLATE, "Uw:%x[0,0]\nBw:%x[0,0]\n"])
def test_no_bit_depends_on_threads(threads, template):
    rng = np.random.default_rng(1)
    drawn = [[f"w{rng.integers(30)}" for _ in range(rng.integers(1, 30))] for _ in range(700)]
    labels = [["A" if word < "w2" else "B" for word in words] for words in drawn[:200]]

    def trained(n_threads):
        crf = LinearChainCRF(template=template, c2=0.1, max_iterations=5, threads=n_threads)
        return crf.fit(
            columns(drawn[:200]),
            labels,
            expectations=[Expectation("Uw:w7", ["A"], 0.4), Expectation("Uw:", ["A"], 0.5)],
            unlabelled=columns(drawn),
        )

    one, several = trained(1), trained(threads)
    assert one.fitted_.model.weights.tobytes() == several.fitted_.model.weights.tobytes()


def test_a_model_given_as_initial_is_where_the_training_starts():
    first = LinearChainCRF(template=TEMPLATE, c2=0.1)
    first.fit(columns(WORDS), LABELS, expectations=SHAPES, unlabelled=columns(TEXT))
    again = LinearChainCRF(template=TEMPLATE, c2=0.1, initial=first)
    again.fit(columns(WORDS), LABELS, expectations=SHAPES, unlabelled=columns(TEXT))
    assert again.training_.iterations < 3
    assert again.training_.objective == pytest.approx(first.training_.objective, rel=1e-4)


def test_sample_weights_held_out_sentences_and_monitors():
    seen = []
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1, c1=0.01, patience=3)
    crf.fit(
        columns(WORDS),
        LABELS,
        columns(WORDS),
        LABELS,
        sample_weight=[1.0, 2.0, 0.0],
        expectations=SHAPES,
        unlabelled=columns(TEXT),
        monitor=lambda progress: seen.append(progress.iteration),
    )
    record = crf.training_
    assert seen == sorted(seen)
    assert len(record.dev_scores) > 0
    assert record.best_iteration in seen


@pytest.mark.parametrize("at", [0, 1, 30])
def test_it_stops_when_the_monitor_says_so(at):
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1)
    crf.fit(
        columns(WORDS),
        LABELS,
        expectations=SHAPES,
        unlabelled=columns(TEXT),
        monitor=lambda progress: progress.iteration >= at,
    )
    assert crf.training_.reason == "monitor"
    assert crf.training_.iterations == at


def test_a_cancelled_training_keeps_the_last_iteration():
    asked = iter(range(1000))
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1)
    crf.fit(
        columns(WORDS),
        LABELS,
        expectations=SHAPES,
        unlabelled=columns(TEXT),
        cancelled=lambda: next(asked) > 60,
    )
    assert crf.training_.reason == "cancelled"
    assert crf.predict(columns(WORDS)) == LABELS


def test_open_labels_are_enough():
    crf = LinearChainCRF(template=TEMPLATE, c2=0.1)
    crf.fit(
        columns(WORDS),
        [[None] * len(words) for words in WORDS],
        expectations=SHAPES,
        unlabelled=columns(TEXT),
    )
    assert crf.predict(columns([["saw"]])) == [["O"]]


def test_nothing_to_learn_from():
    asked = [Expectation("Uw:none", ["A"], 0.5), Expectation("Uw:other", ["B"], 0.5)]
    with pytest.raises(CrfError, match="No token has a label yet, and no unlabelled one") as caught:
        LinearChainCRF(template=TEMPLATE).fit([], [], expectations=asked, unlabelled=columns(TEXT))
    assert "has 'Uw:none', 'Uw:other', which the expectations are about" in str(caught.value)
    assert str(caught.value).endswith("correct them, or give a text that has them.")


def test_names_without_their_beginning_are_shown_with_it():
    asked = [Expectation("Ann", ["A"], 0.9), Expectation("saw", ["O"], 0.9)]
    with pytest.raises(CrfError, match=r"'Ann', 'saw', which .* names look like 'Uw:Ann'"):
        LinearChainCRF(template=TEMPLATE).fit([], [], expectations=asked, unlabelled=columns(TEXT))
    with pytest.raises(CrfError, match=r"'Ann', 'saw', which .* names look like 'word:Ann'"):
        LinearChainCRF().fit([], [], expectations=asked, unlabelled=items(TEXT))
    many = [Expectation(f"n{number}", [f"L{number}"], 0.9) for number in range(30)]
    with pytest.raises(CrfError, match="'n9', …, which the expectations are about"):
        LinearChainCRF(template=TEMPLATE).fit([], [], expectations=many, unlabelled=columns(TEXT))


def test_one_label_alone_is_too_few():
    asked = [Expectation("Uw:Ann", ["PERSON"], 0.9)]
    with pytest.raises(
        CrfError, match=r"'PERSON' is the only label here, .* expect another"
    ) as error:
        LinearChainCRF(template=TEMPLATE).fit([], [], expectations=asked, unlabelled=columns(TEXT))
    assert str(error.value).endswith("or name all labels: fit(…, labels=…).")
    LinearChainCRF(template=TEMPLATE, max_iterations=1).fit(
        [], [], expectations=asked, unlabelled=columns(TEXT), labels=["PERSON", "O"]
    )


def test_forbidden_transitions_of_unlabelled_sentences():
    with pytest.raises(CrfError, match="Unlabelled sentence 1 has no labelling under"):
        LinearChainCRF(template=TEMPLATE, allowed_transitions=[]).fit(
            [], [], expectations=SHAPES, unlabelled=columns(TEXT)
        )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"expectations": "Us:x"}, "is not a list of Expectation"),
        ({"expectations": SHAPES[0]}, "is not a list of Expectation"),
        ({"expectations": [("Us:x", ["O"], 0.9)]}, r"give Expectation\(attribute, labels, share\)"),
        ({"unlabelled": None}, "give fit"),
        ({"expectations": None}, "unlabelled is read for expectations alone"),
        ({"expectation_weight": -1.0}, "it must be a number from 0 to 1e"),
        ({"expectation_weight": float("nan")}, "it must be a number from 0 to 1e"),
        ({"expectation_weight": True}, "it must be a number from 0 to 1e"),
        ({"expectation_weight": "10"}, "it must be a number from 0 to 1e"),
        ({"rules": []}, "rules cannot be combined with expectations"),
        ({"keep_state": True}, "state cannot be combined with expectations"),
        ({"expectations": [Expectation("Us:x", ["PERSON", "PET", "O"], 0.5)]}, "names all labels"),
    ],
)
def test_arguments_that_are_not_possible(changed, message):
    given = {"expectations": SHAPES, "unlabelled": columns(TEXT), **changed}
    with pytest.raises(CrfError, match=message) as caught:
        LinearChainCRF(template=TEMPLATE).fit(columns(WORDS), LABELS, **given)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1e155, r"the value 1e\+155, and values from -1e\+12 to 1e\+12 can be learned from"),
        (-1e13, r"the value -1e\+13, and values"),
        (1e12, r"the value 1e\+12, which makes labels so certain that an expectation has no"),
        (-1e4, "the value -10000, which makes labels so certain"),
    ],
)
def test_values_that_leave_expectations_without_effect(value, message):
    expected = [Expectation("a", ["A"], 0.5)]
    unlabelled = [[{"b": 1.0}], [{"b": 1.0}, {"a": value}]]
    with pytest.raises(CrfError, match=f"^Unlabelled sentence 2, token 2: an attribute.*{message}"):
        LinearChainCRF().fit(
            [[{"a": 1.0}, {"b": 2.0}], [{"a": 1.0}]],
            [["A", "B"], ["A"]],
            expectations=expected,
            unlabelled=unlabelled,
        )


def test_labels_that_are_not_known():
    with pytest.raises(UnknownLabelError, match="'CITY', which is none of A, B"):
        LinearChainCRF(template=TEMPLATE).fit(
            [],
            [],
            labels=["A", "B"],
            expectations=[Expectation("Us:x", ["CITY"], 0.5)],
            unlabelled=columns(TEXT),
        )


@pytest.mark.parametrize("algorithm", ["empirical", "ap", "newton"])
def test_other_algorithms_do_not_learn_from_expectations(algorithm):
    with pytest.raises(CrfError, match="does not learn from expectations"):
        LinearChainCRF(algorithm, template=TEMPLATE).fit(
            columns(WORDS), LABELS, expectations=SHAPES, unlabelled=columns(TEXT)
        )

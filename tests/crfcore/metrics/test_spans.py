from __future__ import annotations

import itertools
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.metrics.calibration import brier_score
from crfcore.metrics.flat import flat_f1_score
from crfcore.metrics.spans import Counts, span_f1_score, span_scores
from crfcore.metrics.tokens import token_accuracy
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from crfcore.text.tag_schemes import SCHEMES, Span, encode, spans
from tests.strict_spans import strict_spans


def counts(gold: str, predicted: str, scheme: str | None = None) -> tuple[int, int, int]:
    scores = span_scores([gold.split()], [predicted.split()], scheme)
    return scores.total.gold, scores.total.predicted, scores.total.correct


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        # IOB1: B divides two neighbours of the same type.
        ("I-X I-X B-X O I-Y", "I-X I-X I-X O I-Y", (3, 2, 1)),
        ("I-X B-X O", "I-X B-X O", (2, 2, 2)),
        # IOB2
        ("B-X I-X B-X O B-Y", "B-X I-X I-X O B-Y", (3, 2, 1)),
        ("B-X I-X O", "B-X O O", (1, 1, 0)),
        ("B-X I-X O", "B-Y I-Y O", (1, 1, 0)),
        # IOE2
        ("I-X E-X E-X O E-Y", "I-X I-X E-X O E-Y", (3, 2, 1)),
        # BIOES
        ("B-X E-X S-X O S-Y", "B-X I-X E-X O S-Y", (3, 2, 1)),
        # BILOU
        ("B-X L-X U-X O U-Y", "B-X L-X U-X O O", (3, 2, 2)),
        # One scheme against another: only the spans count.
        ("B-X I-X B-X O B-Y", "B-X L-X U-X O U-Y", (3, 3, 3)),
        ("B-X I-X B-X O B-Y", "I-X I-X B-X O I-Y", (3, 3, 3)),
        # Ill-formed: I without B opens a span, a change of type divides.
        ("B-X I-X O", "I-X I-X O", (1, 1, 1)),
        ("B-X I-X I-X", "B-X I-Y I-X", (1, 3, 0)),
        ("B-X O O", "O I-X I-X", (1, 1, 0)),
        ("O O", "O O", (0, 0, 0)),
        ("O O", "B-X O", (0, 1, 0)),
    ],
)
def test_hand_computed_counts(gold, predicted, expected):
    assert counts(gold, predicted) == expected


def test_single_labels_are_spans_of_one_token():
    assert counts("NN VB O", "NN NN O") == (2, 2, 1)
    assert counts("I-X I-X O", "I-X O O", "tokens") == (2, 1, 1)


def test_spans_end_with_their_sentence():
    gold = [["B-X"], ["I-X", "O"]]
    assert span_scores(gold, [["B-X"], ["B-X", "O"]]).total == Counts(2, 2, 2)


def test_the_example_of_conlleval():
    # 14 gold phrases, 13 found, 10 correct: precision 76.92 %, recall 71.43 %, F1 74.07.
    gold = [encode([Span(2 * k, 2 * k + 1, "NP") for k in range(14)], 28, "iob2")]
    found = [Span(2 * k, 2 * k + 1, "NP") for k in range(10)] + [
        Span(2 * k, 2 * k + 1, "VP") for k in (10, 11, 12)
    ]
    scores = span_scores(gold, [encode(found, 28, "iob2")])
    assert scores.precision == pytest.approx(10 / 13)
    assert scores.recall == pytest.approx(10 / 14)
    assert round(100 * scores.f1, 2) == 74.07
    assert dict(scores.per_label) == {"NP": Counts(14, 10, 10), "VP": Counts(0, 3, 0)}
    assert scores.per_label["VP"].recall == 0.0
    assert scores.per_label["VP"].f1 == 0.0
    assert scores.per_label["NP"].precision == 1.0


def test_nothing_scores_zero():
    scores = span_scores([], [])
    assert (scores.precision, scores.recall, scores.f1, dict(scores.per_label)) == (0, 0, 0, {})


tags = st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y", "E-X", "S-Y"])


@given(st.lists(st.lists(st.tuples(tags, tags), max_size=8), max_size=4))
def test_sums_and_symmetry(pairs):
    gold = [[one for one, _ in sentence] for sentence in pairs]
    predicted = [[other for _, other in sentence] for sentence in pairs]
    there, back = span_scores(gold, predicted), span_scores(predicted, gold)
    assert there.precision == back.recall
    assert there.f1 == pytest.approx(back.f1)
    assert there.total.correct <= min(there.total.gold, there.total.predicted)
    assert sum(c.correct for c in there.per_label.values()) == there.total.correct
    same = span_scores(gold, gold)
    assert same.f1 == (1.0 if same.total.gold else 0.0)


@pytest.mark.parametrize("score", [span_scores, token_accuracy])
def test_different_tokens_cannot_be_compared(score):
    with pytest.raises(ValueError, match="There is 1 gold sentence and 0 predicted"):
        score([["O"]], [])
    with pytest.raises(ValueError, match="Sentence 2 has 2 tags here and 1 there"):
        score([["O"], ["O", "O"]], [["O"], ["O"]])


# ---- strictly


def test_strict_spans_by_hand():
    gold = [["B-X", "I-X", "O", "B-Y", "O"]]
    found = [["I-X", "I-X", "O", "B-Y", "I-X"]]
    assert span_scores(gold, found).total == Counts(2, 3, 2)
    assert span_scores(gold, found, "iob2", strict=True).total == Counts(2, 1, 1)
    assert span_f1_score(gold, found, "iob2", strict=True) == pytest.approx(2 / 3)
    assert span_f1_score(gold, found) == pytest.approx(4 / 5)
    # In IOB1, B only divides two spans of one label.
    assert span_scores([["I-X", "B-X"]], [["I-X", "B-X"]], "iob1", strict=True).f1 == 1.0
    assert span_scores([["I-X"]], [["B-X"]], "iob1", strict=True).total == Counts(1, 0, 0)
    assert span_scores([["I-X", "O"]], [["I-X", "O"]], "tokens", strict=True).total.correct == 1


def test_strictness_needs_a_scheme():
    with pytest.raises(ValueError, match="strictly by a scheme only"):
        span_scores([["O"]], [["O"]], strict=True)
    with pytest.raises(ValueError, match="no scheme 'iob3'"):
        span_scores([["O"]], [["O"]], "iob3", strict=True)
    with pytest.raises(ValueError, match="no scheme 'iob3'"):
        span_scores([["O"]], [["O"]], "iob3")


def test_anything_but_a_tag_is_named():
    for gold, found in (([["O"], [None]], [["O"], ["O"]]), ([["O"], ["O"]], [["O"], [None]])):
        with pytest.raises(ValueError, match="Sentence 2 has None for a tag"):
            span_scores(gold, found)


label = st.sampled_from("XYZ")
sentence = st.lists(st.none() | st.tuples(label, st.integers(1, 3)), max_size=6)


def spans_of(sentence):
    """Lay drawn spans (a label and a length) out one after the other; None is a token outside."""
    found, at = [], 0
    for one in sentence:
        if one is not None:
            found.append(Span(at, at + one[1], one[0]))
        at += 1 if one is None else one[1]
    return found, at


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "tokens"])
@given(sentence)
def test_of_well_formed_tags_all_spans_are_strict(scheme, drawn):
    expected, n_tokens = spans_of(drawn)
    assert spans(encode(expected, n_tokens, scheme), scheme, strict=True) == expected


PREFIXES = {"iob2": "BI", "ioe2": "IE", "bioes": "BIES", "bilou": "BILU"}


def tags_of(scheme):
    return ["O", *(f"{prefix}-{label}" for prefix in PREFIXES[scheme] for label in "XY")]


@pytest.mark.parametrize("scheme", PREFIXES)
@given(data=st.data())
def test_strict_scores_are_those_of_a_naive_reader_on_any_tags(scheme, data):
    tag = st.sampled_from(tags_of(scheme))
    pairs = data.draw(st.lists(st.lists(st.tuples(tag, tag), min_size=1, max_size=9), min_size=1))
    gold = [[one for one, _ in tokens] for tokens in pairs]
    found = [[other for _, other in tokens] for tokens in pairs]
    there = {(n, *span) for n, tags in enumerate(gold) for span in strict_spans(tags, scheme)}
    here = {(n, *span) for n, tags in enumerate(found) for span in strict_spans(tags, scheme)}
    expected = Counts(len(there), len(here), len(there & here))
    assert span_scores(gold, found, scheme, strict=True).total == expected


@given(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), max_size=9))
def test_strict_spans_of_iob1_are_those_of_a_naive_reader_on_any_tags(tags):
    found = [(span.start, span.end, span.label) for span in spans(tags, "iob1", strict=True)]
    assert found == strict_spans(tags, "iob1")


COUNTED_BY_SEQEVAL = [
    ("iob2", "B-Y B-Y I-X O I-X I-X B-X O", "B-Y B-Y B-X B-Y I-X I-X I-X I-Y", (3, 4, 2)),
    ("iob2", "B-X I-X I-X B-X B-Y O", "B-X I-X I-X I-Y B-Y O", (3, 2, 2)),
    ("iob2", "O B-X B-X B-X B-X B-Y", "O O B-X B-X B-X B-Y", (5, 4, 4)),
    ("iob2", "I-Y I-Y I-X B-X B-X B-X B-X", "I-Y I-Y I-X B-X B-X I-X I-X", (4, 2, 1)),
    ("iob2", "O B-Y I-Y O B-X", "O I-X I-Y I-X B-X", (2, 1, 1)),
    ("iob2", "B-X B-X B-X I-Y I-Y B-Y B-Y I-Y", "B-X B-X I-Y I-Y I-Y B-Y B-X I-Y", (5, 4, 3)),
    ("iob2", "I-X B-X B-Y I-Y I-Y B-X", "I-X B-X B-Y I-Y I-Y I-X", (3, 2, 2)),
    ("iob2", "B-Y B-X O O", "I-Y B-X O B-Y", (2, 2, 1)),
    ("iob2", "B-X B-Y I-Y B-Y B-X B-X B-X I-X", "B-X B-Y I-Y B-Y B-X I-Y B-X I-X", (6, 5, 5)),
    ("iob2", "O B-Y B-Y I-Y B-Y B-Y", "O B-Y B-Y B-X B-Y B-Y", (4, 5, 3)),
    ("ioe2", "E-Y E-Y I-Y E-Y O E-Y I-Y", "I-X E-X I-Y E-Y O E-Y I-Y", (4, 3, 2)),
    ("ioe2", "E-Y E-X I-X I-X I-X E-X E-Y I-Y", "E-Y I-Y I-X I-X E-Y E-X E-X I-Y", (4, 4, 1)),
    ("ioe2", "O I-X I-X E-X E-X I-X", "I-X I-X I-X E-X E-X I-X", (2, 2, 1)),
    ("ioe2", "I-Y E-X I-X I-X E-X E-Y I-Y E-X", "E-X E-X I-X I-X E-X E-Y I-Y E-X", (4, 5, 4)),
    ("ioe2", "I-Y I-Y E-X E-X I-Y E-Y E-Y", "I-Y E-Y E-X I-X I-Y I-X E-Y", (4, 3, 2)),
    ("ioe2", "I-Y I-Y E-Y E-Y", "I-Y I-Y I-X E-Y", (2, 1, 1)),
    ("ioe2", "I-Y I-X E-X I-X E-X E-X", "E-Y I-X E-X I-X E-X E-X", (3, 4, 3)),
    ("ioe2", "I-X E-X I-X E-X", "I-Y E-X I-X E-X", (2, 2, 1)),
    ("ioe2", "E-Y E-Y E-Y I-Y I-Y E-Y", "E-Y E-Y O I-Y I-Y E-Y", (4, 3, 3)),
    ("ioe2", "E-X I-X E-X I-X I-X I-X E-X", "E-X I-Y E-X O I-X I-X E-X", (3, 3, 1)),
    ("bioes", "B-X E-X S-X B-X I-X I-X", "O E-X S-X B-X S-X B-Y", (2, 2, 1)),
    ("bioes", "E-X I-X S-X I-X I-X S-X I-X", "E-X B-Y S-X I-X I-X S-X I-X", (2, 2, 2)),
    ("bioes", "B-Y S-Y E-Y E-X S-X S-X B-X", "B-Y O E-Y E-X I-X S-X B-X", (3, 1, 1)),
    ("bioes", "O S-X I-X B-X I-X S-X I-Y I-Y", "B-X B-X I-X I-X S-Y S-X I-Y E-X", (2, 2, 1)),
    ("bioes", "B-X I-Y I-Y S-X B-X E-X B-X S-Y", "B-X I-Y I-Y S-X B-X I-Y B-X S-Y", (3, 2, 2)),
    ("bioes", "I-X I-X B-X S-X E-X B-X E-X I-X", "B-X I-X S-Y B-Y E-X O E-X I-X", (2, 1, 0)),
    ("bioes", "S-X I-X B-Y E-Y E-X I-X I-X B-X", "S-X B-Y B-Y E-Y O I-X I-X B-X", (2, 2, 2)),
    ("bioes", "E-X S-Y S-Y I-Y E-Y S-Y B-Y", "E-X S-Y S-Y S-Y B-X I-Y B-Y", (3, 3, 2)),
    ("bioes", "S-X B-X I-X S-Y E-Y", "O B-X I-X S-Y E-Y", (2, 1, 1)),
    ("bioes", "E-Y E-Y B-Y S-X S-X S-X S-X", "B-X E-Y B-Y S-X S-X S-X S-X", (4, 4, 4)),
    ("bilou", "B-Y I-X I-Y U-X U-X L-X", "B-Y U-X I-Y U-X B-Y L-X", (2, 2, 1)),
    ("bilou", "B-X U-Y B-Y U-Y", "I-Y U-Y B-Y U-Y", (2, 2, 2)),
    ("bilou", "U-Y B-X U-X L-X", "U-Y B-X B-Y L-X", (2, 1, 1)),
    ("bilou", "U-X I-X B-X L-X B-X L-X O", "U-X I-X B-X B-X L-Y L-X I-X", (3, 1, 1)),
    ("bilou", "B-X I-X B-Y B-Y U-Y B-Y I-X U-X", "U-X I-X O B-Y U-Y B-Y I-X U-X", (2, 3, 2)),
    ("bilou", "L-X U-X I-X I-X B-Y L-Y", "L-X U-X I-X I-X U-X B-X", (2, 2, 1)),
    ("bilou", "L-X U-X I-Y L-X I-X I-X U-X", "L-X U-X U-X L-X I-X I-X U-X", (2, 3, 2)),
    ("bilou", "B-Y U-X U-X B-X B-Y U-X B-X U-X", "B-Y U-X L-X B-X B-X I-X I-Y B-X", (4, 1, 1)),
    ("bilou", "L-Y I-Y U-Y L-X U-Y L-X", "L-Y I-Y U-Y B-Y U-Y L-X", (2, 2, 2)),
    ("bilou", "B-X U-X L-X U-X U-X", "B-X I-X L-X U-X U-X", (3, 3, 2)),
]
"""Drawn tags and what seqeval 1.2.2 counts of them with ``mode="strict"``: gold, found, both."""

SPANS_OF_ALL_TAGS = {
    "iob2": [5250, 850, 130, 18, 2],
    "ioe2": [5250, 850, 130, 18, 2],
    "bioes": [5832, 486, 36, 2],
    "bilou": [5832, 486, 36, 2],
}
"""Of all sequences of n tags with two labels: the spans of 1 to n tokens seqeval 1.2.2 finds."""


@pytest.mark.parametrize(("scheme", "gold", "found", "expected"), COUNTED_BY_SEQEVAL)
def test_strict_counts_are_those_of_seqeval(scheme, gold, found, expected):
    scores = span_scores([gold.split()], [found.split()], scheme, strict=True)
    assert scores.total == Counts(*expected)
    _, counted, correct = expected
    assert scores.precision == pytest.approx(correct / counted)


@pytest.mark.parametrize(("scheme", "by_length"), SPANS_OF_ALL_TAGS.items())
def test_of_all_tags_there_are_as_many_strict_spans_as_seqeval_finds(scheme, by_length):
    all_tags = itertools.product(tags_of(scheme), repeat=len(by_length))
    found = Counter(
        span.end - span.start for tags in all_tags for span in spans(tags, scheme, strict=True)
    )
    assert [found[length] for length in range(1, len(by_length) + 1)] == by_length


# ---- published figures

BASELINE = {
    "ADJP": (0.00, 0.00, 0.00, 0),
    "ADVP": (44.33, 77.71, 56.46, 1518),
    "CONJP": (0.00, 0.00, 0.00, 0),
    "INTJ": (50.00, 50.00, 50.00, 2),
    "LST": (0.00, 0.00, 0.00, 0),
    "NP": (79.87, 86.80, 83.19, 13500),
    "PP": (74.73, 97.07, 84.45, 6249),
    "PRT": (75.00, 8.49, 15.25, 12),
    "SBAR": (0.00, 0.00, 0.00, 0),
    "VP": (60.53, 74.22, 66.68, 5711),
}
"""What conlleval prints of the baseline of CoNLL-2000: precision, recall, F1 and phrases found.

The totals are in E. F. Tjong Kim Sang and S. Buchholz (2000), table 2; the output of conlleval by
label is in reports of reproductions of the baseline.
"""


@pytest.mark.parametrize(
    "call",
    [
        lambda: span_f1_score([["B-X"]], [["B-X", "O"]]),
        lambda: span_f1_score([["B-X"]], [["B-X"]], "iob3"),
        lambda: flat_f1_score([["B-X"]], [["B-X"]], average="foo"),
        lambda: token_accuracy([["B-X"]], []),
        lambda: brier_score([0.5], [True, False]),
    ],
)
def test_what_cannot_be_compared_is_an_error_of_the_library(call):
    with pytest.raises(CrfError):
        call()


def read_pos_and_chunks(path):
    sentences = parse_columns(read_text(path)).sentences
    return [[(row[1], row[2]) for row in one.fields] for one in sentences]


def test_the_published_baseline_of_conll_2000(corpora):
    """The chunk tag seen most often with each part of speech, scored as conlleval has scored it."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tokens in read_pos_and_chunks(corpora / "conll2000/train.txt.gz"):
        for pos, chunk in tokens:
            seen[pos][chunk] += 1
    best = {pos: counts.most_common(1)[0][0] for pos, counts in seen.items()}
    test = read_pos_and_chunks(corpora / "conll2000/test.txt.gz")
    gold = [[chunk for _, chunk in tokens] for tokens in test]
    found = [[best[pos] for pos, _ in tokens] for tokens in test]
    scores = span_scores(gold, found)
    assert scores.total == Counts(23852, 26992, 19592)
    assert round(100 * token_accuracy(gold, found), 2) == 77.29
    rounded = [round(100 * one, 2) for one in (scores.precision, scores.recall, scores.f1)]
    assert rounded == [72.58, 82.14, 77.07]
    by_label = {
        name: (
            *(round(100 * one, 2) for one in (counts.precision, counts.recall, counts.f1)),
            counts.predicted,
        )
        for name, counts in scores.per_label.items()
    }
    assert by_label == BASELINE

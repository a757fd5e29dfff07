from __future__ import annotations

import warnings
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.metrics.spans import Counts, span_f1_score, span_scores
from crfcore.metrics.tokens import token_accuracy
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from crfcore.text.tag_schemes import SCHEMES, Span, encode, spans


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
    with pytest.raises(ValueError, match="1 sentences are compared with 0"):
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


def test_what_is_no_tag_is_named():
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


@pytest.fixture(scope="module")
def seqeval():
    return pytest.importorskip("seqeval.metrics.v1", reason="seqeval is not installed")


def counted_by_seqeval(seqeval, gold, found, scheme):
    from seqeval import scheme as schemes

    kind = getattr(schemes, {"bioes": "IOBES"}.get(scheme, scheme.upper()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return seqeval.precision_recall_fscore_support(
            gold, found, mode="strict", scheme=kind, average="micro", zero_division=0
        )[:3]


@pytest.mark.parametrize("scheme", PREFIXES)
@given(data=st.data())
def test_strict_scores_are_those_of_seqeval_on_any_tags(seqeval, scheme, data):
    tag = st.sampled_from(["O", *(f"{p}-{t}" for p in PREFIXES[scheme] for t in "XY")])
    pairs = data.draw(st.lists(st.lists(st.tuples(tag, tag), min_size=1, max_size=9), min_size=1))
    gold = [[one for one, _ in tokens] for tokens in pairs]
    found = [[other for _, other in tokens] for tokens in pairs]
    ours = span_scores(gold, found, scheme, strict=True)
    expected = counted_by_seqeval(seqeval, gold, found, scheme)
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(expected)


@given(st.lists(sentence, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_strict_scores_are_those_of_seqeval_on_well_formed_iob1(seqeval, drawn, random):
    # Of ill-formed IOB1 it lets an I begin a span behind a B that begins none.
    gold, found = [], []
    for one in drawn:
        expected, n_tokens = spans_of(one)
        gold.append(encode(expected, n_tokens + 1, "iob1"))
        kept = [span for span in expected if random.random() < 0.7]
        found.append(encode(kept, n_tokens + 1, "iob1"))
    ours = span_scores(gold, found, "iob1", strict=True)
    expected = counted_by_seqeval(seqeval, gold, found, "iob1")
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(expected)


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

The totals are in E. F. Tjong Kim Sang and S. Buchholz (2000), table 2; the output of conlleval,
label by label, stands in reports of people who repeated the baseline.
"""


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

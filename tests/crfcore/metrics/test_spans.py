import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.metrics.spans import Counts, span_scores
from crfcore.metrics.tokens import token_accuracy
from crfcore.text.tag_schemes import Span, encode


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

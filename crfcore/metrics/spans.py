"""Precision, recall and F1 of spans, as in the program conlleval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crfcore.errors import CrfError, shown
from crfcore.messages import there_are
from crfcore.text.tag_schemes import SCHEMES, Span, spans


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of gold, predicted and correct spans.

    A predicted span is correct if start, end and label are those of a gold span.
    """

    gold: int
    predicted: int
    correct: int

    @property
    def precision(self) -> float:
        """Correct / predicted spans; 0 if none is predicted."""
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Correct / gold spans; 0 if there is none."""
        return self.correct / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 if none is correct."""
        both = self.gold + self.predicted
        return 2 * self.correct / both if both else 0.0


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Scores of all spans together (micro-averaged) and of each label.

    Attributes
    ----------
    total : Counts
    per_label : mapping of str to Counts
        Labels that occur in the gold standard or among the predictions, sorted.
    """

    total: Counts
    per_label: Mapping[str, Counts]

    @property
    def precision(self) -> float:
        """Precision over all labels."""
        return self.total.precision

    @property
    def recall(self) -> float:
        """Recall over all labels."""
        return self.total.recall

    @property
    def f1(self) -> float:
        """F1 over all labels."""
        return self.total.f1


def span_scores(
    gold: Sequence[Sequence[str]],
    predicted: Sequence[Sequence[str]],
    scheme: str | None = None,
    *,
    strict: bool = False,
) -> SpanScores:
    """Compare the spans of two taggings of the same sentences.

    Parameters
    ----------
    gold, predicted : sequences of sequences of str
        Tags of each sentence, of any scheme, well-formed or not.
    scheme : str, optional
        With "tokens", each token that is not "O" is a span (``conlleval -r``). Others matter
        only if strict.
    strict : bool
        Count only spans that are valid under the scheme, in both taggings: seqeval's
        ``mode="strict"``. Otherwise spans are read as in conlleval.

    Raises
    ------
    CrfError
        The two have different numbers of sentences, or of tokens in a sentence; a tag is no
        string; the scheme is unknown; or strict without a scheme.

    References
    ----------
    E. F. Tjong Kim Sang and S. Buchholz, Introduction to the CoNLL-2000 shared task: chunking,
    2000; its program conlleval, with prefixes S, U and L added.
    """
    check_aligned(gold, predicted)
    check_tags(gold)
    check_tags(predicted)
    if scheme is not None and scheme not in SCHEMES:
        raise CrfError(f"There is no scheme {shown(scheme)}; there are {', '.join(SCHEMES)}.")
    in_gold: Counter[str] = Counter()
    in_predicted: Counter[str] = Counter()
    in_both: Counter[str] = Counter()
    for gold_tags, predicted_tags in zip(gold, predicted, strict=True):
        gold_spans = spans(gold_tags, scheme, strict=strict)
        predicted_spans = spans(predicted_tags, scheme, strict=strict)
        in_gold.update(_labels(gold_spans))
        in_predicted.update(_labels(predicted_spans))
        in_both.update(_labels(set(gold_spans).intersection(predicted_spans)))
    total = Counts(in_gold.total(), in_predicted.total(), in_both.total())
    per_label = {
        label: Counts(in_gold[label], in_predicted[label], in_both[label])
        for label in sorted(in_gold | in_predicted)
    }
    return SpanScores(total, per_label)


def span_f1_score(
    gold: Sequence[Sequence[str]],
    predicted: Sequence[Sequence[str]],
    scheme: str | None = None,
    *,
    strict: bool = False,
) -> float:
    """Return F1 over all spans: one number, for searches and cross-validation.

    Parameters
    ----------
    gold, predicted, scheme, strict
        As for `span_scores`.
    """
    return span_scores(gold, predicted, scheme, strict=strict).f1


def _labels(found: list[Span] | set[Span]) -> list[str]:
    return [span.label for span in found]


def check_aligned(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> None:
    """Raise CrfError unless both are taggings of the same tokens."""
    if len(gold) != len(predicted):
        raise CrfError(
            f"{there_are(len(gold), 'gold sentence')} and {len(predicted):,} predicted; compare "
            "the same sentences."
        )
    for position, (one, other) in enumerate(zip(gold, predicted, strict=True)):
        if len(one) != len(other):
            message = f"Sentence {position + 1} has {len(one)} tags here and {len(other)} there."
            raise CrfError(message)


def check_tags(sentences: Sequence[Sequence[str]]) -> None:
    """Raise CrfError for a tag that is no string, such as None."""
    for position, tags in enumerate(sentences):
        for tag in tags:
            if not isinstance(tag, str):
                message = f"Sentence {position + 1} has {shown(tag)} for a tag; spans need strings."
                raise CrfError(message)

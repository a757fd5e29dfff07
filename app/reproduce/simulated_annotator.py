"""An annotator who reads from left to right and corrects proposals until they are right.

After every correction all that has been read is known, and the rest of the sentence is decoded
again under it: correction propagation (T. Kristjansson, A. Culotta, P. Viola and A. McCallum,
Interactive information extraction with constrained conditional random fields, AAAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.text.tag_schemes import Span, continues, spans

Tags = Sequence[str]


@dataclass(frozen=True, slots=True)
class Fix:
    """One correction: tokens before ``end`` are right by it, and known from now on.

    ``closes``: a span is known to end there, so that the next token doesn't go on with it.
    """

    end: int
    closes: bool = False


Reading = Callable[[Tags, Tags], list[Fix]]
"""``reading(proposed, right)`` lists the corrections that a proposal needs, from left to right."""


def wrong_tokens(proposed: Tags, right: Tags) -> list[Fix]:
    """Correct a token at a time."""
    return [Fix(t + 1) for t, (a, b) in enumerate(zip(proposed, right, strict=True)) if a != b]


def wrong_spans(proposed: Tags, right: Tags) -> list[Fix]:
    """Correct a span at a time, as the window does with one action.

    To label a span replaces the proposed ones that it overlaps; what overlaps no right span has to
    be removed.
    """
    found, wanted = spans(proposed), spans(right)
    missing = set(wanted) - set(found)
    needless = [span for span in found if not any(_overlap(span, other) for other in wanted)]
    fixes = [(span, True) for span in missing] + [(span, False) for span in needless]
    return [Fix(span.end, closes) for span, closes in sorted(fixes)]


def _overlap(span: Span, other: Span) -> bool:
    return span.start < other.end and other.start < span.end


@dataclass(frozen=True, slots=True)
class Effort:
    """Corrections that the first proposals need, and those made when each one propagates."""

    alone: int
    propagated: int

    @property
    def saved(self) -> float:
        """The fraction of corrections that propagation saves."""
        return 1.0 - self.propagated / self.alone if self.alone else 0.0


def effort(
    crf: LinearChainCRF, dataset: Dataset, right: Sequence[Tags], reading: Reading
) -> Effort:
    """Correct sentences until all are right.

    ``right`` holds labels that the model knows.
    """
    names = list(crf.classes_)
    after = _following(names)
    masks = [np.ones((len(tags), len(names)), np.uint8) for tags in right]
    numbers = {name: number for number, name in enumerate(names)}
    gold = [np.array([numbers[tag] for tag in tags], np.int64) for tags in right]
    alone = propagated = 0
    waiting = np.arange(dataset.n_sentences)
    is_first = True
    while len(waiting):
        part = dataset.select(waiting)
        decoded = crf.decode_dataset(part, _joined([masks[i] for i in waiting], len(names)))
        left = []
        for i, (start, end) in zip(waiting.tolist(), pairwise(part.offsets.tolist()), strict=True):
            proposed = [names[label] for label in decoded.labels[start:end].tolist()]
            fixes = reading(proposed, right[i])
            alone += len(fixes) if is_first else 0
            if fixes:
                propagated += 1
                _pin(masks[i], gold[i], fixes[0], after)
                left.append(i)
        waiting = np.array(left, np.int64)
        is_first = False
    return Effort(alone, propagated)


def _following(names: Sequence[str]) -> NDArray[np.uint8]:
    """Return, (L, L), which labels don't go on with the span of the label before."""
    return np.array([[not continues(a, b) for b in names] for a in names], np.uint8)


def _joined(masks: Sequence[NDArray[np.uint8]], n_labels: int) -> NDArray[np.uint8]:
    return np.concatenate([np.zeros((0, n_labels), np.uint8), *masks])


def _pin(
    mask: NDArray[np.uint8], gold: NDArray[np.int64], fix: Fix, after: NDArray[np.uint8]
) -> None:
    known = np.arange(fix.end)
    mask[known] = 0
    mask[known, gold[known]] = 1
    if fix.closes and fix.end < len(mask):
        mask[fix.end] &= after[gold[fix.end - 1]]

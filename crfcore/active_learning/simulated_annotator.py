"""A simulated annotator who reads suggestions, corrects and accepts them, and its effort.

After every correction the rest of the sentence is decoded again: correction propagation (T.
Kristjansson, A. Culotta, P. Viola and A. McCallum, Interactive information extraction with
constrained conditional random fields, AAAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.inference.viterbi import viterbi
from crfcore.text.tag_schemes import OUTSIDE, Span, continues, spans, split_tag

Tags = Sequence[str]

GESTURES_OF_A_FIX = 2
"""A mouse gesture selects tokens, and a key labels them."""

ACTIONS_OF_ACCEPTING = 1
"""Enter accepts a sentence and goes on to the next."""


# ---- what it costs


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of an annotator.

    Attributes
    ----------
    sentences : int
        Sentences shown.
    tokens : int
        Tokens labelled or confirmed.
    tokens_read : int
        All tokens of the sentences shown.
    corrections : int
        Tokens whose label was changed.
    actions : int
        Key presses and mouse gestures of the window.
    """

    sentences: int = 0
    tokens: int = 0
    tokens_read: int = 0
    corrections: int = 0
    actions: int = 0

    def __add__(self, other: Effort) -> Effort:
        """Return the sum."""
        return Effort(
            self.sentences + other.sentences,
            self.tokens + other.tokens,
            self.tokens_read + other.tokens_read,
            self.corrections + other.corrections,
            self.actions + other.actions,
        )


@dataclass(frozen=True, slots=True)
class TimeModel:
    """Seconds for a sentence, for a token that is read, and for a correction.

    Attributes
    ----------
    sentence, token, correction : float
    """

    sentence: float
    token: float
    correction: float

    def seconds(self, effort: Effort) -> float:
        """Return the time that an effort takes."""
        return (
            self.sentence * effort.sentences
            + self.token * effort.tokens_read
            + self.correction * effort.corrections
        )


MEASURED = TimeModel(12.6, 3.8, 5.4)
"""Fitted to annotators who corrected parts of speech (R. Haertel, E. Ringger, K. Seppi, J. Carroll
and P. McClanahan, Assessing the costs of sampling methods in active learning for annotation, ACL
2008: 3.795 s per token, 5.387 s per correction, 12.57 s per sentence, as quoted; not checked in the
paper)."""

FAST_READING = TimeModel(12.6, 0.4, 5.4)
"""The same with tokens read as fast as running text."""


# ---- corrections and propagation


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of tokens ``start`` to ``end`` (exclusive).

    ``closes``: a span ends there, so that the next token does not continue it.
    """

    start: int
    end: int
    closes: bool = False


Reading = Callable[[Tags, Tags], list[Correction]]
"""``reading(proposed, right)`` lists the corrections that a proposal needs, from left to right."""


def wrong_tokens(proposed: Tags, right: Tags) -> list[Correction]:
    """List corrections of single tokens."""
    pairs = enumerate(zip(proposed, right, strict=True))
    return [Correction(t, t + 1) for t, (a, b) in pairs if a != b]


def wrong_spans(proposed: Tags, right: Tags) -> list[Correction]:
    """List corrections of spans, as the window makes them with one action.

    Labelling a span replaces the proposed ones that it overlaps; a proposed span that overlaps no
    right one has to be removed.
    """
    found, wanted = spans(proposed), spans(right)
    missing = set(wanted) - set(found)
    needless = [span for span in found if not any(_is_overlapping(span, other) for other in wanted)]
    fixes = [(span, True) for span in missing] + [(span, False) for span in needless]
    return [Correction(span.start, span.end, closes) for span, closes in sorted(fixes)]


def reading_of(scheme: str | None) -> Reading:
    """Return the way of correcting for a scheme: by token ("tokens") or by span."""
    return wrong_tokens if scheme == "tokens" else wrong_spans


def _is_overlapping(span: Span, other: Span) -> bool:
    return span.start < other.end and other.start < span.end


@dataclass(frozen=True, slots=True, eq=False)
class Corrections:
    """Corrections of N sentences until all labels are right.

    Attributes
    ----------
    alone : (N,) array
        Corrections that the first proposals need without propagation.
    fixes : (N,) array
        Corrections made with propagation.
    tokens : (N,) array
        Tokens whose label these corrections changed.
    """

    alone: OffsetArray
    fixes: OffsetArray
    tokens: OffsetArray


def correct(
    crf: LinearChainCRF,
    dataset: Dataset,
    right: Sequence[Tags],
    reading: Reading = wrong_tokens,
    *,
    known: Literal["touched", "read"] = "touched",
) -> Corrections:
    """Correct the proposals for some sentences until all are right.

    In each round the first correction is made, and the sentence is decoded again.

    Parameters
    ----------
    crf : LinearChainCRF
        Fitted; it proposes labels.
    dataset : Dataset
        N sentences, with the model's attributes.
    right : N sequences of str
        Labels that the model knows.
    reading : callable
        `wrong_tokens`, `wrong_spans`, or one like these.
    known : {"touched", "read"}
        Tokens fixed by a correction: those that it changes, as in the window, or also all to their
        left.

    Raises
    ------
    CrfError
        The model lacks a label, or there are not as many labels as tokens.
    """
    names = list(crf.classes_)
    gold = _numbers(right, names, dataset.offsets)
    after = _following(names)
    mask = np.ones((dataset.n_tokens, len(names)), np.uint8)
    counts = np.zeros((3, dataset.n_sentences), np.int64)
    waiting = np.arange(dataset.n_sentences)
    is_first = True
    while len(waiting):
        part = dataset.select(waiting)
        bounds = [slice(*dataset.offsets[i : i + 2].tolist()) for i in waiting.tolist()]
        shown = crf.fitted_.best_labels(part, _rows(mask, bounds), threads=crf.threads)
        left = []
        for i, tokens, (start, end) in zip(
            waiting.tolist(), bounds, pairwise(part.offsets.tolist()), strict=True
        ):
            own, wanted = shown[start:end], gold[tokens]
            wrong = own != wanted
            if not wrong.any():
                continue
            fixes = reading([names[label] for label in own.tolist()], right[i])
            if not fixes:  # other tags can encode the right spans
                continue
            counts[0, i] += len(fixes) if is_first else 0
            fix = _first_effective(fixes, mask[tokens], wrong)
            counts[1, i] += 1
            counts[2, i] += np.count_nonzero(wrong[fix.start : fix.end])
            _pin(mask[tokens], wanted, fix, after, 0 if known == "read" else fix.start)
            left.append(i)
        waiting = np.array(left, np.int64)
        is_first = False
    return Corrections(*counts)


def edits_under_scores(
    names: Sequence[str], scores: FloatArray, transitions: FloatArray, right: Tags
) -> int:
    """Return the span edits of a sentence that is decoded again after each; what is read is known.

    Parameters
    ----------
    names : sequence of L str
    scores, transitions : (T, L) and (L, L) arrays
        Of the sentence, with all that changes them.
    right : sequence of T str
    """
    offsets, after = np.array([0, len(right)]), _following(names)
    gold = _numbers([right], names, offsets)
    mask = np.ones(scores.shape, np.uint8)
    n_edits = 0
    while True:
        shown = viterbi(scores, transitions, offsets, mask)[0]
        wrong = shown != gold
        fixes = wrong_spans([names[label] for label in shown.tolist()], right)
        if not wrong.any() or not fixes:
            return n_edits
        fix = _first_effective(fixes, mask, wrong)
        _pin(mask, gold, fix, after, 0)
        n_edits += 1


def _rows(mask: MaskArray, bounds: Sequence[slice]) -> MaskArray:
    return np.concatenate([mask[tokens] for tokens in bounds])


def _first_effective(
    fixes: Sequence[Correction], mask: MaskArray, wrong: NDArray[np.bool_]
) -> Correction:
    """Return the first correction if it changes the constraints, else one of the first wrong token.

    A span can be known as a whole and yet be shown as part of a longer one, by the token before it.
    """
    fix = fixes[0]
    if np.any(mask[fix.start : fix.end].sum(axis=1) > 1):
        return fix
    first = int(np.argmax(wrong))
    return Correction(first, first + 1)


def _pin(mask: MaskArray, gold: IdArray, fix: Correction, after: MaskArray, start: int) -> None:
    known = np.arange(start, fix.end)
    mask[known] = 0
    mask[known, gold[known]] = 1
    if fix.closes and fix.end < len(mask) and np.any(mask[fix.end] & after[gold[fix.end - 1]]):
        mask[fix.end] &= after[gold[fix.end - 1]]


def _following(names: Sequence[str]) -> MaskArray:
    """Return a mask (L, L) of labels that do not continue the span of the label before."""
    return np.array([[not continues(a, b) for b in names] for a in names], np.uint8)


def _numbers(right: Sequence[Tags], names: Sequence[str], offsets: OffsetArray) -> IdArray:
    lengths = np.array([len(tags) for tags in right], np.int64)
    if not np.array_equal(offsets_of(lengths), offsets):
        raise CrfError("There must be a right label for each token of each sentence.")
    numbers = {name: number for number, name in enumerate(names)}
    missing = {tag for tags in right for tag in tags} - numbers.keys()
    if missing:
        raise CrfError(
            f"The model does not know the label {min(missing)!r}, so it cannot be corrected to "
            "that; train it with labels=…, which may name more than the sentences have."
        )
    return np.array([numbers[tag] for tags in right for tag in tags], np.int32)


# ---- effort


def effort_with_proposals(
    crf: LinearChainCRF, dataset: Dataset, right: Sequence[Tags], scheme: str | None
) -> Effort:
    """Return the effort of reading, correcting and accepting the proposals for sentences.

    Parameters
    ----------
    crf, dataset, right
        As for `correct`.
    scheme : str or None
        With "tokens" a correction is of one token, otherwise of one span.
    """
    done = correct(crf, dataset, right, reading_of(scheme))
    return Effort(
        dataset.n_sentences,
        dataset.n_tokens,
        dataset.n_tokens,
        int(done.tokens.sum()),
        _actions(int(done.fixes.sum()), dataset.n_sentences),
    )


def effort_without_proposals(right: Sequence[Tags], scheme: str | None) -> Effort:
    """Return the effort without proposals: each token that is not O is a correction."""
    n_tokens = sum(map(len, right))
    n_labelled = sum(tag != OUTSIDE for tags in right for tag in tags)
    n_fixes = n_labelled if scheme == "tokens" else sum(len(spans(tags)) for tags in right)
    return Effort(len(right), n_tokens, n_tokens, n_labelled, _actions(n_fixes, len(right)))


def answer_uncertain(
    crf: LinearChainCRF,
    dataset: Dataset,
    right: Sequence[Tags],
    below: float,
    scheme: str | None,
) -> tuple[NDArray[np.bool_], Effort]:
    """Read sentences, and label their uncertain tokens only.

    A key moves to the next uncertain token and selects the proposed span around it. A correct span
    is passed with a key; a wrong one is labelled with a key, after a mouse gesture if the right
    span is not the selected one. After each label the sentence is decoded again, so that tokens may
    become certain. When no uncertain token is wrong, Enter confirms them all.

    Parameters
    ----------
    crf, dataset, right
        As for `correct`.
    below : float
        Tokens whose proposed label has a lower probability are uncertain.
    scheme : str or None
        With "tokens" a label is given to one token, otherwise to all tokens of a span.

    Returns
    -------
    queried : (T,) array of bool
        Tokens labelled or confirmed.
    effort : Effort
    """
    names = list(crf.classes_)
    gold = _numbers(right, names, dataset.offsets)
    after = _following(names)
    mask = np.ones((dataset.n_tokens, len(names)), np.uint8)
    queried = np.zeros(dataset.n_tokens, np.bool_)
    passed = np.zeros(dataset.n_tokens, np.bool_)
    n_corrections, n_actions = 0, ACTIONS_OF_ACCEPTING * dataset.n_sentences
    waiting = np.arange(dataset.n_sentences)
    while len(waiting):
        part = dataset.select(waiting)
        bounds = [slice(*dataset.offsets[i : i + 2].tolist()) for i in waiting.tolist()]
        shown = crf.decode_dataset(part, _rows(mask, bounds))
        left = []
        for i, tokens, (start, end) in zip(
            waiting.tolist(), bounds, pairwise(part.offsets.tolist()), strict=True
        ):
            own = shown.labels[start:end]
            is_uncertain = (shown.probabilities[start:end] < below) & ~queried[tokens]
            wrong = own != gold[tokens]
            uncertain_and_wrong = np.flatnonzero(is_uncertain & wrong)
            if not len(uncertain_and_wrong):
                queried[tokens] |= is_uncertain
                continue
            at = int(uncertain_and_wrong[0])
            proposed = [names[label] for label in own.tolist()]
            n_stops = _stops(is_uncertain[:at] & ~passed[tokens][:at], proposed, scheme)
            passed[tokens][: at + 1] = True
            fix, n_gestures = _fix_at(at, proposed, right[i], scheme)
            n_gestures = min(n_stops + n_gestures, GESTURES_OF_A_FIX)
            if queried[tokens][fix.start : fix.end].all():  # shown as part of a longer span
                fix = Correction(at, at + 1)
            n_actions += n_gestures
            n_corrections += int(np.count_nonzero(wrong[fix.start : fix.end]))
            queried[tokens][fix.start : fix.end] = True
            _pin(mask[tokens], gold[tokens], fix, after, fix.start)
            left.append(i)
        waiting = np.array(left, np.int64)
    return queried, Effort(
        dataset.n_sentences,
        int(np.count_nonzero(queried)),
        dataset.n_tokens,
        n_corrections,
        n_actions,
    )


def _stops(passed: NDArray[np.bool_], proposed: Tags, scheme: str | None) -> int:
    """Return the number of key presses to move past some tokens.

    Neighbouring uncertain tokens in one proposed span count as one.
    """
    places = np.flatnonzero(passed).tolist()
    if scheme == "tokens":
        return len(places)
    return sum(t - 1 not in places or not continues(proposed[t - 1], proposed[t]) for t in places)


def _fix_at(at: int, proposed: Tags, right: Tags, scheme: str | None) -> tuple[Correction, int]:
    """Return the correction of a wrong token, and its number of actions.

    The proposed span around the token is selected; if it is the right one, a key is enough.
    """
    if scheme == "tokens":
        return Correction(at, at + 1), 1
    around = next((s for s in spans(proposed) if s.start <= at < s.end), None)
    start, end = (at, at + 1) if around is None else (around.start, around.end)
    fixes = [f for f in wrong_spans(proposed, right) if f.start < end and start < f.end]
    covering = [fix for fix in fixes if fix.start <= at < fix.end]
    fix = (covering or fixes or [Correction(at, at + 1)])[0]
    return fix, 1 if (fix.start, fix.end) == (start, end) else GESTURES_OF_A_FIX


def _actions(n_fixes: int, n_accepted: int) -> int:
    return GESTURES_OF_A_FIX * n_fixes + ACTIONS_OF_ACCEPTING * n_accepted


def believed(
    right: Sequence[Tags],
    labels: Sequence[str],
    rate: float,
    rng: np.random.Generator,
    scheme: str | None,
) -> list[list[str]]:
    """Return labels with an annotator's errors.

    Parameters
    ----------
    right : sequences of str
    labels : sequence of str
        All labels, from which wrong ones are drawn.
    rate : float
        Probability of an error. A token (scheme "tokens") then has another label, drawn uniformly;
        a span is overlooked or has another type, with equal probabilities.
    rng : numpy.random.Generator
    scheme : str or None

    Raises
    ------
    CrfError
        The rate is no probability.
    """
    if not 0.0 <= rate <= 1.0:
        raise CrfError(f"An error rate of {rate} is not possible; it must be between 0 and 1.")
    if rate == 0.0:
        return [list(tags) for tags in right]
    if scheme == "tokens":
        return [[_other(tag, labels, rate, rng) for tag in tags] for tags in right]
    return [_misread_spans(tags, labels, rate, rng) for tags in right]


def _other(name: str, names: Sequence[str], rate: float, rng: np.random.Generator) -> str:
    others = [other for other in names if other != name]
    if rng.random() >= rate or not others:
        return name
    return others[int(rng.integers(len(others)))]


def _misread_spans(
    tags: Tags, labels: Sequence[str], rate: float, rng: np.random.Generator
) -> list[str]:
    read = list(tags)
    types = sorted({split_tag(label)[1] for label in labels} - {""})
    known = set(labels)
    for span in spans(tags):
        if rng.random() >= rate:
            continue
        wrong = span.label if rng.random() < 0.5 else _other(span.label, types, 1.0, rng)
        for t in range(span.start, span.end):
            prefix, label = split_tag(tags[t])
            tag = f"{prefix}-{wrong}" if prefix else wrong
            read[t] = tag if wrong != label and tag in known else OUTSIDE
    return read

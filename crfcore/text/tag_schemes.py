"""Tagging schemes: tags of tokens from labels of spans, and back.

A *label* is a type (DRUG), a *tag* is that of a token (B-DRUG). Reading is lenient: the spans of a
sequence of tags are those of the program conlleval of the CoNLL shared tasks (2000), for any scheme
and any ill-formed sequence, with S and U (one token) and L (last, like E) added.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from crfcore.errors import shown

SCHEMES = ("tokens", "iob1", "iob2", "ioe2", "bioes", "bilou")
"""One label per token; or inside, outside, beginning, end, single (unit) and last."""

OUTSIDE = "O"

_PREFIXES = frozenset("BIESLU")
_ENDS = frozenset("ESLU")
_INSIDE = frozenset("IEL")
_PREFIXES_OF_SCHEME = {
    "tokens": ("",),
    "iob1": ("B", "I"),
    "iob2": ("B", "I"),
    "ioe2": ("I", "E"),
    "bioes": ("B", "I", "E", "S"),
    "bilou": ("B", "I", "L", "U"),
}
# Prefixes of the only token of a span, and of the first, a middle and the last of several.
_FORMS = {
    "iob1": ("I", "I", "I", "I"),
    "iob2": ("B", "B", "I", "I"),
    "ioe2": ("E", "I", "I", "E"),
    "bioes": ("S", "B", "I", "E"),
    "bilou": ("U", "B", "I", "L"),
}


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Tokens ``start`` to ``end`` (exclusive) with a common label."""

    start: int
    end: int
    label: str


@lru_cache(maxsize=4096)
def split_tag(tag: str) -> tuple[str, str]:
    """Return prefix and type of a tag.

    Parameters
    ----------
    tag : str
        A tag of any scheme.

    Returns
    -------
    (str, str)
        ``("B", "X")`` for "B-X"; types may contain hyphens. ``("O", "")`` for "O". ``("", tag)``
        for anything else: a label of one token.
    """
    if tag == OUTSIDE:
        return OUTSIDE, ""
    if len(tag) > 2 and tag[1] == "-" and tag[0] in _PREFIXES:
        return tag[0], tag[2:]
    return "", tag


def continues(tag: str, next_tag: str) -> bool:
    """Whether a tag continues the span of the tag before it.

    Parameters
    ----------
    tag, next_tag : str
        Tags of two neighbouring tokens.
    """
    prefix, label = split_tag(tag)
    next_prefix, next_label = split_tag(next_tag)
    return (
        prefix in _PREFIXES
        and prefix not in _ENDS
        and next_prefix in _INSIDE
        and label == next_label
    )


def spans(tags: Sequence[str], scheme: str | None = None, *, strict: bool = False) -> list[Span]:
    """Return the spans of a sentence.

    Parameters
    ----------
    tags : sequence of str
        Tags of any scheme, well-formed or not.
    scheme : str, optional
        With "tokens", each token whose label is not "O" is a span. Other schemes are read
        leniently, as without a scheme.
    strict : bool
        Only the spans that are valid under the scheme, with the tags of `encode`. In IOB2 no span
        begins with I, in BIOES none lacks its E.

    Returns
    -------
    list of Span
        In order, without overlaps.

    Raises
    ------
    ValueError
        `strict` without a scheme.
    """
    if strict:
        return _strict_spans(tags, scheme)
    if scheme == "tokens":
        return [Span(t, t + 1, tag) for t, tag in enumerate(tags) if tag != OUTSIDE]
    found: list[Span] = []
    start = 0
    for t, tag in enumerate(tags):
        if tag == OUTSIDE:
            continue
        if t == 0 or not continues(tags[t - 1], tag):
            start = t
        if t + 1 == len(tags) or not continues(tag, tags[t + 1]):
            found.append(Span(start, t + 1, split_tag(tag)[1]))
    return found


def _strict_spans(tags: Sequence[str], scheme: str | None) -> list[Span]:
    if scheme is None:
        reason = f"Spans can be read strictly by a scheme only, one of {', '.join(SCHEMES)}."
        raise ValueError(reason)
    _check_scheme(scheme)
    found: list[Span] = []
    before = Span(0, 0, "")
    for span in spans(tags, scheme):
        touches = before.end == span.start and before.label == span.label
        if list(tags[span.start : span.end]) == _tags_of(span, scheme, touches=touches):
            found.append(span)
        before = span
    return found


def encode(spans: Iterable[Span], n_tokens: int, scheme: str) -> list[str]:
    """Return the tags of a sentence with the given spans.

    Parameters
    ----------
    spans : iterable of Span
        In any order, without overlaps.
    n_tokens : int
        Length of the sentence.
    scheme : str
        One of `SCHEMES`.

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        Spans overlap, are empty or exceed the sentence; or the scheme is unknown.
    """
    _check_scheme(scheme)
    tags = [OUTSIDE] * n_tokens
    before = Span(0, 0, "")
    for span in sorted(spans):
        if not before.end <= span.start < span.end <= n_tokens:
            raise ValueError(f"{span} is empty, overlaps {before}, or leaves {n_tokens} tokens.")
        touches = before.end == span.start and before.label == span.label
        tags[span.start : span.end] = _tags_of(span, scheme, touches=touches)
        before = span
    return tags


def _tags_of(span: Span, scheme: str, *, touches: bool) -> list[str]:
    length = span.end - span.start
    if scheme == "tokens":
        return [span.label] * length
    single, first, middle, last = _FORMS[scheme]
    if scheme == "iob1" and touches:
        single = first = "B"
    prefixes = single if length == 1 else first + middle * (length - 2) + last
    return [f"{prefix}-{span.label}" for prefix in prefixes]


def convert(tags: Sequence[str], scheme: str, other: str) -> list[str] | None:
    """Return the tags of the same spans under another scheme.

    From "tokens", neighbours with the same label become one span; to "tokens", borders between
    spans of the same label are lost.

    Parameters
    ----------
    tags : sequence of str
        Tags of a sentence.
    scheme, other : str
        The scheme of the tags, and that of the result: of `SCHEMES`.

    Returns
    -------
    list of str, or None
        None if the tags are invalid under ``scheme``.

    Raises
    ------
    ValueError
        The scheme is unknown.
    """
    _check_scheme(scheme)
    if scheme == "tokens":
        found = _runs(tags)
    else:
        found = spans(tags, scheme)
        if encode(found, len(tags), scheme) != list(tags):
            return None
    return encode(found, len(tags), other)


def within_runs(found: Iterable[Span], parts: Iterable[Span]) -> list[Span]:
    """Return spans, with those replaced that parts of the same label cover without a gap.

    Under "tokens", neighbours with the same label have no borders; other spans may provide them.

    Parameters
    ----------
    found : iterable of Span
        In order, without overlaps.
    parts : iterable of Span
        In order, without overlaps.

    Returns
    -------
    list of Span
    """
    pending = list(parts)
    result: list[Span] = []
    for span in found:
        inside = [one for one in pending if span.start <= one.start and one.end <= span.end]
        covered = sum(one.end - one.start for one in inside) == span.end - span.start
        same = all(one.label == span.label for one in inside)
        result += inside if covered and same else [span]
    return result


def _runs(labels: Sequence[str]) -> list[Span]:
    """Return the runs of equal labels."""
    found: list[Span] = []
    for t, label in enumerate(labels):
        if label == OUTSIDE:
            continue
        goes_on = found and found[-1].end == t and found[-1].label == label
        start = found.pop().start if goes_on else t
        found.append(Span(start, t + 1, label))
    return found


def tags_for(labels: Iterable[str], scheme: str) -> list[str]:
    """Return all tags of some labels.

    Parameters
    ----------
    labels : iterable of str
        Types of spans, or labels of tokens.
    scheme : str
        One of `SCHEMES`.

    Returns
    -------
    list of str
        "O" first, then the tags of each label.

    Raises
    ------
    ValueError
        The scheme is unknown.
    """
    _check_scheme(scheme)
    prefixes = _PREFIXES_OF_SCHEME[scheme]
    tags = [f"{prefix}-{label}" if prefix else label for label in labels for prefix in prefixes]
    return [OUTSIDE, *(tag for tag in dict.fromkeys(tags) if tag != OUTSIDE)]


def _check_scheme(scheme: str) -> None:
    if scheme not in SCHEMES:
        raise ValueError(f"There is no scheme {shown(scheme)}; there are {', '.join(SCHEMES)}.")


def detect_scheme(sentences: Iterable[Sequence[str]]) -> str:
    """Return the most probable scheme of tagged sentences.

    Parameters
    ----------
    sentences : iterable of sequences of str
        Tags of each sentence; a few may be ill-formed.

    Returns
    -------
    str
        One of `SCHEMES`; "iob2" if all tags are "O" or there are none.
    """
    counts = dict.fromkeys(["", *_PREFIXES], 0)
    bare_starts = needless = 0
    for tags in sentences:
        previous = OUTSIDE
        for tag in tags:
            prefix, label = split_tag(tag)
            if prefix != OUTSIDE:
                counts[prefix] += 1
                same = previous != OUTSIDE and split_tag(previous)[1] == label
                bare_starts += prefix == "I" and not same
                needless += prefix == "B" and not same
            previous = tag
    return _scheme_of_counts(counts, bare_starts, needless)


def _scheme_of_counts(counts: dict[str, int], bare_starts: int, needless: int) -> str:
    """Decide by majorities, so that errors do not matter."""
    if counts[""] * 2 > sum(counts.values()):
        return "tokens"
    ends, lasts = counts["E"] + counts["S"], counts["L"] + counts["U"]
    # Schemes with ends have as many of them as beginnings.
    if max(ends, lasts) * 2 > counts["B"]:
        if lasts > ends:
            return "bilou"
        return "bioes" if (counts["B"] + counts["S"]) * 2 > counts["E"] else "ioe2"
    # In IOB1 a span begins with I, and B only separates it from one of the same label.
    return "iob1" if bare_starts > needless else "iob2"

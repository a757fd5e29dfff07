"""The labels of exported sentences: kept fields, and tags in another scheme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.documents import SCHEME_OPTION, Layout
from app.domain.sentences import SentenceSource
from app.domain.tagging import OUTSIDE, TOKENS
from app.formats.records import NO_LABEL
from app.formats.rows import label_in
from crfcore.text.tag_schemes import convert, encode, spans, within_runs


def no_label_of(scheme: str) -> str:
    """Return the field for "no label"."""
    return NO_LABEL if scheme == TOKENS else OUTSIDE


def converted(tags: Sequence[str], own: Iterable[str], scheme: str) -> list[str] | None:
    """Return the tags of a sentence in another scheme.

    ``own`` are their possible schemes, the most probable first; None if they violate all.
    """
    written = (convert(tags, one, scheme) for one in own)
    return next((one for one in written if one is not None), None)


def kept_fields(layout: Layout, source: SentenceSource, stays: Sequence[bool]) -> list[str]:
    """Return the imported labels where they are kept, and "O" elsewhere."""
    fields = [OUTSIDE] * len(stays)
    for token, at in enumerate(source.tokens):
        if stays[token]:
            fields[token] = label_in(layout, source.lines[at]) or OUTSIDE
    return fields


def with_borders(
    tags: list[str | None], layout: Layout, source: SentenceSource, scheme: str
) -> list[str | None]:
    """Return tags with the imported boundaries between adjacent spans of one label.

    A project with one label for each token does not store them.
    """
    own = layout.option(SCHEME_OPTION)
    if not own or not source.lines:
        return tags
    names = [OUTSIDE if tag is None else tag for tag in tags]
    fields = [label_in(layout, source.lines[at]) or OUTSIDE for at in source.tokens]
    parted = within_runs(spans(names, scheme), spans(fields, own))
    written = encode(parted, len(tags), scheme)
    return [None if tag is None else new for tag, new in zip(tags, written, strict=True)]


def has_label(layout: Layout, source: SentenceSource, token: int) -> bool:
    """Return whether a token's imported field had a label; True if the format has no rows."""
    return not source.lines or label_in(layout, source.lines[source.tokens[token]]) is not None

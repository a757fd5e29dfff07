"""Display records of tokens, for the sentence view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from app.domain.project import Project
from app.domain.proposals import LISTED_PROBABILITY, NO_TAG, Proposals
from app.domain.spacing import readable
from app.domain.tagging import TOKENS, TagTable, begins_span, tags_without_label
from app.domain.tokens import Role, TokenState

Part = tuple[int, int] | None
"""First and last token of the shown part of a sentence, None for all."""


class DisplayKind(StrEnum):
    """The source of the tag shown on a token."""

    PERSON = "person"
    """Confirmed by a person or imported as confirmed."""
    NARROWED = "narrowed"
    """A person has rejected labels; a tag shown is the model's proposal among the rest."""
    IMPORTED = "imported"
    """An imported suggestion."""
    PROPOSAL = "proposal"
    """A proposal of the model."""
    LISTED = "listed"
    """A proposal of a gazetteer, or with a probability of a grammar, while little is labelled."""
    NONE = "none"
    """Nothing is shown."""


# Python 3.11 takes 0.2 µs to find a member in its class, and these are needed for each token.
_PERSON, _NARROWED, _IMPORTED = DisplayKind.PERSON, DisplayKind.NARROWED, DisplayKind.IMPORTED
_PROPOSAL, _LISTED, _NONE = DisplayKind.PROPOSAL, DisplayKind.LISTED, DisplayKind.NONE


class SpanPosition(StrEnum):
    """The position of a token in its span; NONE outside of spans."""

    NONE = "none"
    SINGLE = "single"
    FIRST = "first"
    INSIDE = "inside"
    LAST = "last"


_OUTSIDE = SpanPosition.NONE


# A frozen one takes four times as long to make, and each frame of a scroll makes hundreds.
@dataclass(slots=True)
class TokenDisplay:
    """One token as it is painted; never changed once it is made.

    ``start`` and ``end`` are code points in the sentence's readable text (`spacing`). ``tag`` is
    the tag shown ("B-DRUG", "O") or None; ``label`` the id of its label, None for "O".
    ``probability`` is the model's marginal for the tag shown, None if unknown or confirmed.
    ``uncertain``: a proposal under the project's threshold, or of a gazetteer. ``forbidden`` are
    the ids of rejected labels. ``propagated``: marked as changed automatically.
    ``span`` is the index of the first token of the span shown, -1 for none. ``queried``: one of the
    tokens to be checked, where only uncertain ones are.
    """

    index: int
    word: str
    start: int
    end: int
    kind: DisplayKind
    tag: str | None
    label: int | None
    probability: float | None
    uncertain: bool
    propagated: bool
    forbidden: tuple[int, ...]
    position: SpanPosition
    span: int
    queried: bool = False


class ShownTag(NamedTuple):
    """The tag shown on a token: its source, its id (`NO_TAG`: none), its probability."""

    kind: DisplayKind
    tag: int
    probability: float | None


def shown_tags(
    project: Project,
    proposals: Proposals,
    sentence_index: int,
    part: Part = None,
    *,
    helped: bool = True,
) -> list[ShownTag]:
    """Return the tag shown on each token of a sentence: confirmed, imported or proposed.

    Proposals of rejected or deleted labels are not shown, nor are any suggestions in a test
    sentence or unless ``helped``.
    """
    at = _part_of(project.corpus.span(sentence_index), part)
    proposed_tags = proposals.tags[at].tolist()
    states = project.corpus.states[at].tolist()
    if not helped or int(project.corpus.roles[sentence_index]) == Role.CONTROL:
        proposed_tags = [NO_TAG] * len(proposed_tags)
        unknown, suggested = TokenState.UNKNOWN, TokenState.SUGGESTED
        states = [unknown if state == suggested else state for state in states]
    gone = tags_without_label(project, set(proposed_tags) - {NO_TAG})
    rows = zip(
        project.corpus.tag_sets[at].tolist(),
        states,
        proposed_tags,
        proposals.probabilities[at].tolist(),
        proposals.are_listed(sentence_index, at).tolist(),
        strict=True,
    )
    return [
        _shown(
            project.tag_sets[tag_set],
            state,
            NO_TAG if proposed in gone else proposed,
            None if listed and probability == LISTED_PROBABILITY else probability,
            listed=listed,
        )
        for tag_set, state, proposed, probability, listed in rows
    ]


def _shown(
    members: tuple[int, ...],
    state: int,
    proposed: int,
    probability: float | None,
    *,
    listed: bool,
) -> ShownTag:
    if state == TokenState.CONFIRMED:
        return ShownTag(_PERSON, members[0], None)
    if state == TokenState.SUGGESTED:
        agrees = members[0] == proposed
        return ShownTag(_IMPORTED, members[0], probability if agrees else None)
    if proposed == NO_TAG or (members and proposed not in members):
        narrowed = state == TokenState.NARROWED
        kind = _NARROWED if narrowed else _NONE
        return ShownTag(kind, NO_TAG, None)
    proposed_kind = _LISTED if listed else _PROPOSAL
    kind = _NARROWED if members and proposed_kind is not _LISTED else proposed_kind
    return ShownTag(kind, proposed, probability)


def token_display(
    project: Project,
    proposals: Proposals,
    sentence_index: int,
    table: TagTable,
    propagated: Collection[int] = (),
    part: Part = None,
    *,
    helped: bool = True,
) -> list[TokenDisplay]:
    """Return the display records of one sentence, or of a part of it as if that were all.

    There are no suggestions in a test sentence, or unless ``helped``.
    """
    corpus = project.corpus
    at = _part_of(corpus.span(sentence_index), part)
    shown = shown_tags(project, proposals, sentence_index, part, helped=helped)
    tags = [project.tags[one.tag] if one.tag != NO_TAG else None for one in shown]
    spans = span_starts(tags, project.settings.scheme)
    sets = corpus.tag_sets[at].tolist()
    read = readable(project, sentence_index, *(part or ()))
    below = project.settings.uncertain_below
    records = []
    for index, (kind, tag, probability) in enumerate(shown):
        start, end = read.starts[index], read.ends[index]
        records.append(
            TokenDisplay(
                index=index,
                word=read.text[start:end],
                start=start,
                end=end,
                kind=kind,
                tag=tags[index],
                label=table.labels[tag] if tag != NO_TAG else None,
                probability=probability,
                uncertain=kind is _LISTED or (probability is not None and probability < below),
                propagated=index in propagated,
                forbidden=_forbidden(project.tag_sets[sets[index]], kind, project, table),
                position=_position(spans, index),
                span=spans[index],
            )
        )
    return records


def shown_otherwise(
    project: Project, table: TagTable, before: Sequence[int], now: Sequence[int]
) -> list[int]:
    """Return the tokens that showed a tag, and now show another label or another span.

    ``before`` and ``now`` are the tag ids shown on each token of a sentence, `NO_TAG` for none.
    """
    other = [earlier != later for earlier, later in zip(before, now, strict=True)]
    return [
        token
        for token, tag in enumerate(before)
        if tag != NO_TAG
        and (other[token] or (token and other[token - 1]))
        and _look(project, table, before, token) != _look(project, table, now, token)
    ]


def _look(project: Project, table: TagTable, shown: Sequence[int], token: int) -> tuple[str, bool]:
    """Return what is visible of a token's tag: its label, and whether a span begins there."""
    tags = [
        project.tags[tag] if tag != NO_TAG else None for tag in shown[max(0, token - 1) : token + 1]
    ]
    begins = begins_span(tags[0] if token else None, tags[-1], table.scheme)
    return table.names[shown[token]] if shown[token] != NO_TAG else "", begins


def with_queried(
    records: Sequence[TokenDisplay], looked_at: Mapping[int, str | None]
) -> list[TokenDisplay]:
    """Mark the queried tokens: those that are uncertain.

    ``looked_at`` has the tag that each token showed when a person looked at it without a change:
    while it still shows that tag, it stays queried however confident the model becomes.
    """
    return [
        replace(record, queried=True)
        if record.kind is not DisplayKind.PERSON
        and record.tag is not None
        and (record.uncertain or looked_at.get(record.index) == record.tag)
        else record
        for record in records
    ]


def _part_of(at: slice, part: Part) -> slice:
    return at if part is None else slice(at.start + part[0], at.start + part[1] + 1)


def span_starts(tags: list[str | None], scheme: str) -> list[int]:
    """Return for each token the first one of its span, -1 outside of spans."""
    starts: list[int] = []
    for index, tag in enumerate(tags):
        if tag is None or (tag == "O" and scheme != TOKENS):
            starts.append(-1)
        elif begins_span(tags[index - 1] if index else None, tag, scheme):
            starts.append(index)
        else:
            starts.append(starts[-1] if index else -1)
    return starts


def _position(spans: list[int], index: int) -> SpanPosition:
    span = spans[index]
    if span < 0:
        return _OUTSIDE
    last = index + 1 == len(spans) or spans[index + 1] != span
    if span == index:
        return SpanPosition.SINGLE if last else SpanPosition.FIRST
    return SpanPosition.LAST if last else SpanPosition.INSIDE


def _forbidden(
    members: tuple[int, ...], kind: DisplayKind, project: Project, table: TagTable
) -> tuple[int, ...]:
    narrowed = kind is _NARROWED or (kind is _LISTED and members)
    if not narrowed:
        return ()
    possible = {table.labels[tag] for tag in members}
    return tuple(label.id for label in project.visible_labels() if label.id not in possible)

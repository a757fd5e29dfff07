"""Accepting a sentence: the tags shown are confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.display import DisplayKind, ShownTag, shown_tags
from app.domain.edits import Edit, Origin
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.tokens import Role, TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.sentence_draft import SentenceDraft
from app.edits.sentence_flags import answered_whole
from app.edits.wording import sentence_of, words_of
from crfcore.text.tag_schemes import encode, spans


def accept_sentence(
    project: Project, proposals: Proposals, sentence_index: int, names: Vocabulary | None = None
) -> Edit:
    """Confirm the tags shown in a sentence.

    Confirmed tokens keep their edit. In a span scheme a token without a proposal is confirmed as
    "O"; under "tokens" it stays open. ``names`` are shared by edits that will be one.
    """
    last = len(project.corpus.words_of(sentence_index)) - 1
    return accept_up_to(project, proposals, sentence_index, last, names)


def accept_up_to(
    project: Project,
    proposals: Proposals,
    sentence_index: int,
    last: int,
    names: Vocabulary | None = None,
) -> Edit:
    """Confirm the tags shown in a sentence from its beginning to the token ``last``.

    A span that extends beyond ``last`` is confirmed as a whole.
    """
    draft = SentenceDraft(project, sentence_index, names)
    shown = shown_tags(project, proposals, sentence_index)
    tags = [project.tags[one.tag] if one.tag != NO_TAG else None for one in shown]
    proposed = tags_to_confirm(project, tags)
    end = _end_of_span(project, tags, last)
    for token, one in enumerate(shown[:end]):
        if one.kind is DisplayKind.PERSON:
            continue
        tag = tags[token] if one.kind is DisplayKind.IMPORTED else proposed[token]
        if tag is not None and is_possible(draft, token, tag):
            draft.confirm(token, tag)
    change = draft.change()
    whole = end == len(draft) or set(draft.states) == {TokenState.CONFIRMED}
    flags = answered_whole(project, sentence_index) if change and whole else ()
    kind = "accept" if whole else "accept_part"
    origin = Origin.NOTHING if _shows_nothing(project, sentence_index, shown) else Origin.ACCEPTED
    summary = step_data(sentence_of(project, sentence_index))
    if not whole and change:
        until = words_of(project, sentence_index, int(change[0].tokens[0]), end - 1)
        summary = step_data(until)
    return draft.edit(kind, summary, origin, flags)


def _shows_nothing(project: Project, sentence_index: int, shown: Sequence[ShownTag]) -> bool:
    """Return whether a sentence that is labelled with suggestions shows none, and no label."""
    helped = int(project.corpus.roles[sentence_index]) != Role.CONTROL
    return helped and all(one.kind is DisplayKind.NONE for one in shown)


def _end_of_span(project: Project, tags: Sequence[str | None], last: int) -> int:
    """Return the end of a token, or of its span."""
    if project.settings.scheme == TOKENS:
        return last + 1
    found = spans([tag or OUTSIDE for tag in tags])
    return next((span.end for span in found if span.start <= last < span.end), last + 1)


def tags_to_confirm(project: Project, tags: Sequence[str | None]) -> list[str | None]:
    """Return the tags to confirm where these are shown: in a span scheme those of its spans.

    The model may propose "O I-DRUG", which is a span as well.
    """
    if project.settings.scheme == TOKENS:
        return list(tags)
    found = [tag or OUTSIDE for tag in tags]
    return list(encode(spans(found), len(found), project.settings.scheme))


def is_possible(draft: SentenceDraft, token: int, tag: str) -> bool:
    """Return whether a tag has not been rejected."""
    possible = draft.possible(token)
    if draft.states[token] == TokenState.SUGGESTED:
        # A test sentence does not show it.
        return True
    return not possible or draft.names.tag_id(tag) in possible

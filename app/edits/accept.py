"""Accepting a sentence: what is shown becomes what a person says."""

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
    """Confirm what is shown of each token of a sentence.

    Tokens that are confirmed already keep the edit that said so. In a span scheme a token without
    any proposal is confirmed as "O"; under "tokens" it stays as it is. ``names`` are those that
    edits share which are to become one.
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
    """Confirm what is shown of each token from the beginning of a sentence up to ``last``.

    A span that goes on behind that is confirmed whole.
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
    """Say whether nobody has said or proposed anything of a sentence that is labelled with help."""
    helped = int(project.corpus.roles[sentence_index]) != Role.CONTROL
    return helped and all(one.kind is DisplayKind.NONE for one in shown)


def _end_of_span(project: Project, tags: Sequence[str | None], last: int) -> int:
    """Return the place behind a token, or behind the span that it stands in."""
    if project.settings.scheme == TOKENS:
        return last + 1
    found = spans([tag or OUTSIDE for tag in tags])
    return next((span.end for span in found if span.start <= last < span.end), last + 1)


def tags_to_confirm(project: Project, tags: Sequence[str | None]) -> list[str | None]:
    """Return what a person confirms where these tags are shown: in a span scheme its spans.

    The model may propose "O I-DRUG", which stands for a span as well.
    """
    if project.settings.scheme == TOKENS:
        return list(tags)
    found = [tag or OUTSIDE for tag in tags]
    return list(encode(spans(found), len(found), project.settings.scheme))


def is_possible(draft: SentenceDraft, token: int, tag: str) -> bool:
    """Say whether a person has left a tag possible."""
    possible = draft.possible(token)
    if draft.states[token] == TokenState.SUGGESTED:
        # A test sentence does not show it, so it binds nobody.
        return True
    return not possible or draft.names.tag_id(tag) in possible

"""Edits of a few tokens of one sentence: labelling, clearing, rejecting and resizing.

Only the tokens touched are confirmed. Their neighbours are kept consistent: a span that is cut
keeps well-formed tags, and the neighbours of a new span cannot continue it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.domain.edits import Edit
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS, tags_of_label
from app.domain.tokens import TokenState
from app.edits.sentence_draft import SentenceDraft
from app.edits.sentence_flags import taken_back
from app.edits.wording import NO_LABEL, label_before, words_of
from crfcore.text.tag_schemes import Span, continues, encode, spans


def label_span(project: Project, sentence_index: int, first: int, last: int, label_id: int) -> Edit:
    """Make tokens ``first`` … ``last`` one span of a label."""
    draft = SentenceDraft(project, sentence_index)
    name = project.labels[label_id].name
    summary = _label_summary(draft, sentence_index, first, last, name)
    put(draft, first, last, name)
    return draft.edit("label", summary)


def no_label(project: Project, sentence_index: int, first: int, last: int) -> Edit:
    """Give tokens ``first`` … ``last`` no label."""
    draft = SentenceDraft(project, sentence_index)
    summary = _label_summary(draft, sentence_index, first, last, NO_LABEL)
    put(draft, first, last, OUTSIDE)
    return draft.edit("no_label", summary)


def clear_tokens(project: Project, sentence_index: int, first: int, last: int) -> Edit:
    """Clear tokens ``first`` … ``last``."""
    draft = SentenceDraft(project, sentence_index)
    summary = _label_summary(draft, sentence_index, first, last, "")
    put(draft, first, last, None)
    flags = taken_back(project, sentence_index) if draft.change() else ()
    return draft.edit("clear", summary, flags=flags)


def resize_span(
    project: Project, sentence_index: int, old: tuple[int, int], new: tuple[int, int], label_id: int
) -> Edit:
    """Resize a span to ``new[0]`` … ``new[1]``; tokens that it loses are cleared."""
    draft = SentenceDraft(project, sentence_index)
    name = project.labels[label_id].name
    put(draft, *old, None)
    put(draft, *new, name)
    summary = step_data(
        name, words_of(project, sentence_index, *old), words_of(project, sentence_index, *new)
    )
    return draft.edit("resize", summary)


def split_span(
    project: Project, sentence_index: int, first: int, last: int, at: int, label_id: int
) -> Edit:
    """Split a span in two: the second begins at token ``at``, first < at <= last.

    Both are confirmed, even if the span was a proposal.
    """
    draft = SentenceDraft(project, sentence_index)
    name = project.labels[label_id].name
    put(draft, first, at - 1, name)
    put(draft, at, last, name)
    parts = (
        words_of(project, sentence_index, first, at - 1),
        words_of(project, sentence_index, at, last),
    )
    return draft.edit("split", step_data(name, *parts))


def join_spans(project: Project, sentence_index: int, first: int, last: int, label_id: int) -> Edit:
    """Make one span of a label of tokens ``first`` … ``last``."""
    draft = SentenceDraft(project, sentence_index)
    name = project.labels[label_id].name
    put(draft, first, last, name)
    words = words_of(project, sentence_index, first, last)
    return draft.edit("join", step_data(name, words))


def forbid_label(
    project: Project, sentence_index: int, first: int, last: int, label_ids: Collection[int]
) -> Edit:
    """Reject labels on tokens ``first`` … ``last``; the others stay possible.

    Tokens without another possible label are left unchanged.
    """
    draft = SentenceDraft(project, sentence_index)
    reject(draft, first, last, label_ids)
    names = [project.labels[label_id].name for label_id in label_ids]
    summary = step_data(words_of(project, sentence_index, first, last), ", ".join(names))
    return draft.edit("forbid", summary)


def reject(draft: SentenceDraft, first: int, last: int, label_ids: Collection[int]) -> None:
    """Reject labels on some tokens, where another stays possible."""
    project = draft.project
    labels = [project.labels[label_id] for label_id in label_ids]
    ruled_out = {tag for label in labels for tag in tags_of_label(project, label)}
    everything = draft.names.everything
    for token in range(first, last + 1):
        if draft.tag(token) is not None:
            if not ruled_out.intersection(draft.possible(token)):
                continue
            put(draft, token, token, None)
        left = tuple(t for t in draft.possible(token) or everything if t not in ruled_out)
        if left:
            draft.narrow(token, left)


def _label_summary(
    draft: SentenceDraft, sentence_index: int, first: int, last: int, after: str
) -> str:
    """Return the words of some tokens, and their labels before and after; "" for none confirmed."""
    words, before = (
        words_of(draft.project, sentence_index, first, last),
        label_before(draft, first, last),
    )
    named = (after,) if after not in (NO_LABEL, "") else ()
    if before in ("", after):
        return step_data(words, *named)
    if before == NO_LABEL:
        return step_data(words, *named, case="unlabelled")
    return step_data(words, before, *named, case="from")


def put(draft: SentenceDraft, first: int, last: int, name: str | None) -> None:
    """Set a label, "O" or nothing (None) on some tokens, and keep their neighbours consistent."""
    _release_behind(draft, first, last)
    if draft.project.settings.scheme == TOKENS:
        for token in range(first, last + 1):
            _set_tag(draft, token, name)
        return
    new = Span(first, last + 1, name) if name not in (None, OUTSIDE) else None
    rest, encoded = _encoded(draft, first, last, new)
    for token in range(first, last + 1):
        _set_tag(draft, token, encoded[token] if name is not None else None)
    for span in rest:
        _keep_rest(draft, span, encoded, new)
    if new is not None:
        _close(draft, first, last)


def _set_tag(draft: SentenceDraft, token: int, tag: str | None) -> None:
    if tag is None:
        draft.forget(token)
    else:
        draft.confirm(token, tag)


def _encoded(
    draft: SentenceDraft, first: int, last: int, new: Span | None
) -> tuple[list[Span], list[str]]:
    """Return the remainders of spans that are cut or touched, and the tags of all spans."""
    kept: list[Span] = []
    rest: list[Span] = []
    for span in spans([tag or OUTSIDE for tag in draft.tags()]):
        if span.end <= first or span.start > last:
            kept.append(span)
            if new is not None and span.start == new.end and span.label == new.label:
                rest.append(span)  # in some schemes its first tag has to say that it begins
            continue
        if span.start < first:
            rest.append(replace(span, end=first))
        if span.end > last + 1:
            rest.append(replace(span, start=last + 1))
    whole = {*kept, *rest} | ({new} if new is not None else set())
    ordered = sorted(whole, key=lambda span: span.start)
    return rest, encode(ordered, len(draft), draft.project.settings.scheme)


def _keep_rest(draft: SentenceDraft, span: Span, encoded: list[str], new: Span | None) -> None:
    """Update the tags of a remainder; states and edits stay.

    An imported suggestion of the same label directly behind the new span contradicts it, and is
    cleared.
    """
    denied = new is not None and span.start == new.end and span.label == new.label
    for token in range(span.start, span.end):
        if denied and draft.states[token] == TokenState.SUGGESTED:
            draft.forget(token)
        else:
            draft.retag(token, encoded[token])


def _close(draft: SentenceDraft, first: int, last: int) -> None:
    """Reject tags with which an unlabelled neighbour would continue the span."""
    everything = draft.names.everything
    names = draft.project.tags
    if last + 1 < len(draft) and draft.tag(last + 1) is None:
        tag = draft.tag(last) or OUTSIDE
        _keep_out(draft, last + 1, {t for t in everything if continues(tag, names[t])})
    if first > 0 and draft.tag(first - 1) is None:
        tag = draft.tag(first) or OUTSIDE
        _keep_out(draft, first - 1, {t for t in everything if continues(names[t], tag)})


def _keep_out(draft: SentenceDraft, token: int, tags: set[int]) -> None:
    possible = draft.possible(token) or draft.names.everything
    left = tuple(tag for tag in possible if tag not in tags)
    if not left or len(left) == len(possible):
        return
    if draft.states[token] == TokenState.NARROWED:
        # Clearing the neighbour must not clear what a person rejected here.
        draft.narrow_further(token, left)
    else:
        draft.narrow(token, left)


def _release_behind(draft: SentenceDraft, first: int, last: int) -> None:
    """Release the neighbours that an earlier labelling of these tokens narrowed.

    A token narrowed by the same edit that labelled its neighbour was narrowed by `_close`.
    """
    for token in range(first, last + 1):
        edit = draft.edits[token]
        if edit == 0 or draft.states[token] != TokenState.CONFIRMED:
            continue
        for beside in (token - 1, token + 1):
            if (
                0 <= beside < len(draft)
                and draft.states[beside] == TokenState.NARROWED
                and draft.edits[beside] == edit
            ):
                draft.release(beside)

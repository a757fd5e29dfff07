"""Confirmation of the queried tokens of a sentence only."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.edits import Edit, Origin
from app.domain.project import Project
from app.domain.queried_tokens import answer_of
from app.domain.step_texts import step_data
from app.domain.tokens import TokenState
from app.edits.accept import is_possible, tags_to_confirm
from app.edits.sentence_draft import SentenceDraft
from app.edits.sentence_flags import answered_in_part, answered_whole


def answer_sentence(project: Project, sentence_index: int, records: Sequence[TokenDisplay]) -> Edit:
    """Confirm the queried tokens of a sentence as ``records`` show them.

    Other tokens stay open, or are accepted if the settings say so. The sentence leaves the queue.
    """
    draft = SentenceDraft(project, sentence_index)
    if all(state == TokenState.CONFIRMED for state in draft.states):
        return Edit("answer")
    answer = answer_of(records, project.settings.query_choice.accept_from)
    tags = tags_to_confirm(project, [record.tag for record in records])
    for token in (*answer.queried, *answer.accepted):
        imported = records[token].kind is DisplayKind.IMPORTED
        tag = records[token].tag if imported else tags[token]
        if tag is not None and is_possible(draft, token, tag):
            draft.confirm(token, tag)
    is_whole = all(state == TokenState.CONFIRMED for state in draft.states)
    flags = (
        answered_whole(project, sentence_index)
        if is_whole
        else answered_in_part(project, sentence_index)
    )
    summary = _summary(len(answer.queried), len(answer.accepted))
    return draft.edit("answer", summary, Origin.ACCEPTED, flags)


def _summary(n_queried: int, n_accepted: int) -> str:
    if n_accepted:
        return step_data(n_queried, n_accepted, case="more")
    return step_data(n_queried) if n_queried else step_data(case="none")

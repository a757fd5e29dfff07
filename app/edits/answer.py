"""Answering for the doubtful tokens of a sentence: they are confirmed, the rest is not."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.asked import answer_of
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.edits import Edit, Origin
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.domain.tokens import TokenState
from app.edits.accept import is_possible, tags_to_confirm
from app.edits.marks import answered_in_part, answered_whole
from app.edits.sentence_draft import SentenceDraft


def answer_sentence(project: Project, place: int, records: Sequence[TokenDisplay]) -> Edit:
    """Confirm the doubtful tokens of a sentence as they are shown; ``records`` are what is shown.

    What is not asked stays open, or is accepted if the project wants that of what is so sure. The
    sentence no longer waits.
    """
    draft = SentenceDraft(project, place)
    if all(state == TokenState.CONFIRMED for state in draft.states):
        return Edit("answer")
    answer = answer_of(records, project.settings.asking.accept_from)
    tags = tags_to_confirm(project, [record.tag for record in records])
    for token in (*answer.asked, *answer.accepted):
        imported = records[token].kind is DisplayKind.IMPORTED
        tag = records[token].tag if imported else tags[token]
        if tag is not None and is_possible(draft, token, tag):
            draft.confirm(token, tag)
    is_whole = all(state == TokenState.CONFIRMED for state in draft.states)
    marks = answered_whole(project, place) if is_whole else answered_in_part(project, place)
    summary = _summary(len(answer.asked), len(answer.accepted))
    return draft.edit("answer", summary, Origin.ACCEPTED, marks)


def _summary(n_asked: int, n_accepted: int) -> str:
    if n_accepted:
        return step_data(n_asked, n_accepted, case="more")
    return step_data(n_asked) if n_asked else step_data(case="none")

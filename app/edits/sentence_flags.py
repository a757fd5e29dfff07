"""Edits of sentence flags."""

from __future__ import annotations

from app.domain.edits import Edit, FlagChange
from app.domain.project import Project
from app.domain.sentence_flags import PUT_OFF, SentenceFlags
from app.domain.step_texts import step_data
from app.edits.wording import sentence_of


def skip_sentence(project: Project, sentence_index: int) -> Edit:
    """Remove a sentence from the queue."""
    return _edit(
        project, sentence_index, put_aside(project, sentence_index, SentenceFlags.SKIPPED), "skip"
    )


def put_off_sentence(project: Project, sentence_index: int) -> Edit:
    """Move a sentence to the end of the queue."""
    return _edit(
        project, sentence_index, put_aside(project, sentence_index, SentenceFlags.LATER), "postpone"
    )


def flag_sentence(project: Project, sentence_index: int) -> Edit:
    """Flag a sentence for review, or remove the flag."""
    if project.flags_of(sentence_index) & SentenceFlags.FLAGGED:
        changes = _changed(project, sentence_index, remove=SentenceFlags.FLAGGED)
        return _edit(project, sentence_index, changes, "unflag")
    return _edit(project, sentence_index, flagged(project, sentence_index), "flag")


def ask_again(project: Project, sentence_index: int) -> Edit:
    """Return a skipped, postponed or partly answered sentence to the queue."""
    return _edit(project, sentence_index, answered_whole(project, sentence_index), "requeue")


def put_aside(project: Project, sentence_index: int, flag: SentenceFlags) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence that is skipped or postponed."""
    return _changed(project, sentence_index, remove=PUT_OFF, add=flag)


def flagged(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence flagged for review."""
    return _changed(project, sentence_index, add=SentenceFlags.FLAGGED)


def answered(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a labelled sentence: it is not postponed."""
    return _changed(project, sentence_index, remove=PUT_OFF)


def answered_whole(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence that is done."""
    return _changed(project, sentence_index, remove=PUT_OFF | SentenceFlags.ANSWERED)


def answered_in_part(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a partly answered sentence."""
    return _changed(project, sentence_index, remove=PUT_OFF, add=SentenceFlags.ANSWERED)


def taken_back(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence with cleared tokens: it is queued again."""
    return _changed(project, sentence_index, remove=SentenceFlags.ANSWERED)


def _changed(
    project: Project,
    sentence_index: int,
    *,
    remove: SentenceFlags = SentenceFlags.NONE,
    add: SentenceFlags = SentenceFlags.NONE,
) -> tuple[FlagChange, ...]:
    before = project.flags_of(sentence_index)
    after = before & ~remove | add
    change = FlagChange(int(project.corpus.ids[sentence_index]), before, after)
    return (change,) if after != before else ()


def _edit(project: Project, sentence_index: int, flags: tuple[FlagChange, ...], done: str) -> Edit:
    return Edit("mark", step_data(sentence_of(project, sentence_index), case=done), flags=flags)

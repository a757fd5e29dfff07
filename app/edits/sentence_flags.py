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
    before = project.flags_of(sentence_index)
    taken = bool(before & SentenceFlags.FLAGGED)
    done = "unflag" if taken else "flag"
    return _edit(
        project,
        sentence_index,
        _changed(project, sentence_index, before ^ SentenceFlags.FLAGGED),
        done,
    )


def ask_again(project: Project, sentence_index: int) -> Edit:
    """Return a skipped, postponed or partly answered sentence to the queue."""
    left = project.flags_of(sentence_index) & ~(PUT_OFF | SentenceFlags.ANSWERED)
    return _edit(project, sentence_index, _changed(project, sentence_index, left), "requeue")


def put_aside(project: Project, sentence_index: int, flag: SentenceFlags) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence that is skipped or postponed."""
    return _changed(project, sentence_index, project.flags_of(sentence_index) & ~PUT_OFF | flag)


def flagged(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence flagged for review."""
    return _changed(
        project, sentence_index, project.flags_of(sentence_index) | SentenceFlags.FLAGGED
    )


def answered(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a labelled sentence: it is not postponed."""
    return _changed(project, sentence_index, project.flags_of(sentence_index) & ~PUT_OFF)


def answered_whole(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence that is done."""
    return _changed(
        project,
        sentence_index,
        project.flags_of(sentence_index) & ~(PUT_OFF | SentenceFlags.ANSWERED),
    )


def answered_in_part(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a partly answered sentence."""
    return _changed(
        project,
        sentence_index,
        project.flags_of(sentence_index) & ~PUT_OFF | SentenceFlags.ANSWERED,
    )


def taken_back(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of flags of a sentence with cleared tokens: it is queued again."""
    return _changed(
        project, sentence_index, project.flags_of(sentence_index) & ~SentenceFlags.ANSWERED
    )


def _changed(project: Project, sentence_index: int, after: SentenceFlags) -> tuple[FlagChange, ...]:
    before = project.flags_of(sentence_index)
    change = FlagChange(int(project.corpus.ids[sentence_index]), before, after)
    return (change,) if after != before else ()


def _edit(project: Project, sentence_index: int, flags: tuple[FlagChange, ...], done: str) -> Edit:
    return Edit("mark", step_data(sentence_of(project, sentence_index), case=done), flags=flags)

"""Notes on whole sentences: not to be asked for, to be asked for later, to be looked at again."""

from __future__ import annotations

from app.domain.edits import Edit, FlagChange
from app.domain.project import Project
from app.domain.sentence_flags import PUT_OFF, SentenceFlags
from app.domain.step_texts import step_data
from app.edits.wording import sentence_of


def skip_sentence(project: Project, sentence_index: int) -> Edit:
    """Take a sentence out of the queue."""
    return _edit(
        project, sentence_index, put_aside(project, sentence_index, SentenceFlags.SKIPPED), "skip"
    )


def put_off_sentence(project: Project, sentence_index: int) -> Edit:
    """Ask for a sentence when everything else is done."""
    return _edit(
        project, sentence_index, put_aside(project, sentence_index, SentenceFlags.LATER), "postpone"
    )


def flag_sentence(project: Project, sentence_index: int) -> Edit:
    """Mark a sentence to be looked at again, or take the mark away."""
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
    """Let a sentence wait in the queue again that was skipped, put off or answered in part."""
    left = project.flags_of(sentence_index) & ~(PUT_OFF | SentenceFlags.ANSWERED)
    return _edit(project, sentence_index, _changed(project, sentence_index, left), "requeue")


def put_aside(project: Project, sentence_index: int, flag: SentenceFlags) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence that is skipped, or put off."""
    return _changed(project, sentence_index, project.flags_of(sentence_index) & ~PUT_OFF | flag)


def flagged(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence that is to be looked at again."""
    return _changed(
        project, sentence_index, project.flags_of(sentence_index) | SentenceFlags.FLAGGED
    )


def answered(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence that has been labelled: it is not put off."""
    return _changed(project, sentence_index, project.flags_of(sentence_index) & ~PUT_OFF)


def answered_whole(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence of which everything is said now."""
    return _changed(
        project,
        sentence_index,
        project.flags_of(sentence_index) & ~(PUT_OFF | SentenceFlags.ANSWERED),
    )


def answered_in_part(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence of which what was asked is said now."""
    return _changed(
        project,
        sentence_index,
        project.flags_of(sentence_index) & ~PUT_OFF | SentenceFlags.ANSWERED,
    )


def taken_back(project: Project, sentence_index: int) -> tuple[FlagChange, ...]:
    """Return the change of marks of a sentence of which an answer is taken back: it waits."""
    return _changed(
        project, sentence_index, project.flags_of(sentence_index) & ~SentenceFlags.ANSWERED
    )


def _changed(project: Project, sentence_index: int, after: SentenceFlags) -> tuple[FlagChange, ...]:
    before = project.flags_of(sentence_index)
    change = FlagChange(int(project.corpus.ids[sentence_index]), before, after)
    return (change,) if after != before else ()


def _edit(project: Project, sentence_index: int, flags: tuple[FlagChange, ...], done: str) -> Edit:
    return Edit("mark", step_data(sentence_of(project, sentence_index), case=done), flags=flags)

"""Notes on whole sentences: not to be asked for, to be asked for later, to be looked at again."""

from __future__ import annotations

from app.domain.edits import Edit, MarkChange
from app.domain.marks import PUT_OFF, Mark
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.edits.wording import sentence_of


def skip_sentence(project: Project, place: int) -> Edit:
    """Take a sentence out of the queue."""
    return _edit(project, place, put_aside(project, place, Mark.SKIPPED), "skip")


def put_off_sentence(project: Project, place: int) -> Edit:
    """Ask for a sentence when everything else is done."""
    return _edit(project, place, put_aside(project, place, Mark.LATER), "postpone")


def flag_sentence(project: Project, place: int) -> Edit:
    """Mark a sentence to be looked at again, or take the mark away."""
    before = project.mark_of(place)
    taken = bool(before & Mark.FLAGGED)
    done = "unflag" if taken else "flag"
    return _edit(project, place, _changed(project, place, before ^ Mark.FLAGGED), done)


def ask_again(project: Project, place: int) -> Edit:
    """Let a sentence wait in the queue again that was skipped, put off or answered in part."""
    left = project.mark_of(place) & ~(PUT_OFF | Mark.ANSWERED)
    return _edit(project, place, _changed(project, place, left), "requeue")


def put_aside(project: Project, place: int, mark: Mark) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence that is skipped, or put off."""
    return _changed(project, place, project.mark_of(place) & ~PUT_OFF | mark)


def flagged(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence that is to be looked at again."""
    return _changed(project, place, project.mark_of(place) | Mark.FLAGGED)


def answered(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence that has been labelled: it is not put off."""
    return _changed(project, place, project.mark_of(place) & ~PUT_OFF)


def answered_whole(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which everything is said now."""
    return _changed(project, place, project.mark_of(place) & ~(PUT_OFF | Mark.ANSWERED))


def answered_in_part(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which what was asked is said now."""
    return _changed(project, place, project.mark_of(place) & ~PUT_OFF | Mark.ANSWERED)


def taken_back(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which an answer is taken back: it waits."""
    return _changed(project, place, project.mark_of(place) & ~Mark.ANSWERED)


def _changed(project: Project, place: int, after: Mark) -> tuple[MarkChange, ...]:
    before = project.mark_of(place)
    change = MarkChange(int(project.corpus.ids[place]), before, after)
    return (change,) if after != before else ()


def _edit(project: Project, place: int, marks: tuple[MarkChange, ...], done: str) -> Edit:
    return Edit("mark", step_data(sentence_of(project, place), case=done), marks=marks)

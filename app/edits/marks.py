"""Notes on whole sentences: not to be asked for, to be asked for later, to be looked at again."""

from __future__ import annotations

from app.domain.edits import Edit, MarkChange
from app.domain.marks import PUT_OFF, Mark
from app.domain.project import Project


def skip_sentence(project: Project, place: int) -> Edit:
    """Take a sentence out of the queue."""
    return _mark(project, place, Mark.SKIPPED, "skip a sentence")


def put_off_sentence(project: Project, place: int) -> Edit:
    """Ask for a sentence when everything else is done."""
    return _mark(project, place, Mark.LATER, "put a sentence off")


def flag_sentence(project: Project, place: int) -> Edit:
    """Mark a sentence to be looked at again, or take the mark away."""
    before = project.mark_of(place)
    taken = bool(before & Mark.FLAGGED)
    summary = "take a flag away" if taken else "flag a sentence"
    return _edit(project, place, before ^ Mark.FLAGGED, summary)


def ask_again(project: Project, place: int) -> Edit:
    """Let a sentence wait in the queue again that was skipped, put off or answered in part."""
    left = project.mark_of(place) & ~(PUT_OFF | Mark.ANSWERED)
    return _edit(project, place, left, "ask for a sentence again")


def answered(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence that has been labelled: it is not put off."""
    return _edit(project, place, project.mark_of(place) & ~PUT_OFF, "").marks


def answered_whole(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which everything is said now."""
    return _edit(project, place, project.mark_of(place) & ~(PUT_OFF | Mark.ANSWERED), "").marks


def answered_in_part(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which what was asked is said now."""
    return _edit(project, place, project.mark_of(place) & ~PUT_OFF | Mark.ANSWERED, "").marks


def taken_back(project: Project, place: int) -> tuple[MarkChange, ...]:
    """Return the change of marks of a sentence of which an answer is taken back: it waits."""
    return _edit(project, place, project.mark_of(place) & ~Mark.ANSWERED, "").marks


def _mark(project: Project, place: int, mark: Mark, summary: str) -> Edit:
    return _edit(project, place, project.mark_of(place) & ~PUT_OFF | mark, summary)


def _edit(project: Project, place: int, after: Mark, summary: str) -> Edit:
    before = project.mark_of(place)
    change = MarkChange(int(project.corpus.ids[place]), before, after)
    return Edit("mark", summary, marks=(change,) if after != before else ())

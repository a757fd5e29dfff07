from __future__ import annotations

from app.domain.sentences import Additions
from app.edits.label_rows import add_label, rename_label
from app.edits.spans import label_span
from tests.memory_projects import contents_of
from tests.sessions import heard
from tests.step_names import undo_text

DRUG, DOSE = 1, 2


def test_saved_is_said_when_every_step_is_saved(session) -> None:
    states = heard(session.save_state_changed)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.saving.mark_saved(1)
    assert session.saving.state == "saving"
    session.saving.mark_saved(2)
    assert states == ["saving", "saved"]
    assert session.saving.revision == 2


def test_what_could_not_be_saved_stays_and_edits_are_refused(session) -> None:
    reasons, states = heard(session.refused), heard(session.save_state_changed)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.saving.mark_saved(1)
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.undo()
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    shown = contents_of(session.project)
    session.saving.stop("the disk is full")
    assert contents_of(session.project) == shown
    assert (session.saving.read_only, session.saving.state, session.saving.n_unsaved) == (
        True,
        "failed",
        3,
    )
    assert reasons == ["the disk is full"]
    assert undo_text(session) == "a → DOSE"
    assert session.apply(label_span(session.project, 0, 2, 2, DRUG)) is None
    assert session.undo() is None
    assert session.redo() is None
    assert len(reasons) == 3
    for revision in (2, 3, 4):
        session.saving.mark_saved(revision)
    assert session.saving.state == "failed"
    session.saving.set_writable()
    assert states[-2:] == ["failed", "saved"]
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    assert session.saving.state == "saving"


def test_a_refusal_repeats_why_nothing_can_be_saved(session) -> None:
    received: list[str] = []
    session.refused.connect(received.append)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.saving.stop("the disk is full")
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    assert received == ["the disk is full", "The project cannot be changed now: the disk is full"]
    session.saving.set_writable()
    session.saving.read_only = True
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    assert "its file or folder cannot be written" in received[-1]


def test_each_step_brings_exactly_what_the_project_has_gained(session) -> None:
    steps = heard(session.recorded)
    project = session.project
    known = project.written
    assert known < project.n_names
    session.apply(label_span(project, 0, 0, 0, DRUG))
    assert steps[-1].additions == Additions.since(project, *known)
    known = project.n_names
    session.apply(label_span(project, 0, 2, 2, DRUG))
    assert steps[-1].additions.empty
    session.apply(add_label(project, "ROUTE"))
    assert steps[-1].additions == Additions.since(project, *known)
    assert {"B-ROUTE", "I-ROUTE"} <= set(steps[-1].additions.tags)
    assert project.written == project.n_names
    session.undo()
    session.redo()
    assert steps[-1].additions.empty


def test_tags_of_a_renamed_label_go_into_the_file_under_their_earlier_names(session) -> None:
    steps = heard(session.recorded)
    session.apply(rename_label(session.project, DRUG, "MEDICINE"))
    assert "B-DRUG" in steps[-1].additions.tags
    assert "B-MEDICINE" not in steps[-1].additions.tags
    assert "B-MEDICINE" in session.project.tags

from __future__ import annotations

from dataclasses import replace

from app.edits.spans import label_span
from tests.memory_projects import image
from tests.sessions import heard

DRUG, DOSE = 1, 2


def test_saved_is_said_when_every_step_is_saved(session) -> None:
    states = heard(session.save_state_changed)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.mark_saved(1)
    assert session.save_state == "saving"
    session.mark_saved(2)
    assert states == ["saving", "saved"]
    assert session.saved_revision == 2


def test_what_could_not_be_saved_is_taken_back_and_edits_are_refused(session) -> None:
    reasons = heard(session.refused)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.mark_saved(1)
    kept = image(session.project)
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.undo()
    session.redo()
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(2, "the disk is full")
    assert image(session.project) == kept
    assert (session.read_only, session.save_state) == (True, "failed")
    assert reasons == ["the disk is full"]
    assert session.undo_text() == "label 1 token DRUG"
    assert session.apply(label_span(session.project, 0, 2, 2, DRUG)) is None
    assert session.undo() is None
    assert session.redo() is None
    assert len(reasons) == 3
    session.set_writable()
    steps = heard(session.recorded)
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    assert session.save_state == "saving"
    # Names that went down with the lost steps come again.
    assert steps[0].additions.first_tag + len(steps[0].additions.tags) == len(session.project.tags)
    assert steps[0].additions.tag_sets


def test_what_a_lost_step_gave_up_can_be_redone_again(session) -> None:
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DOSE))
    session.mark_saved(2)
    before = image(session.project)
    session.undo()
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(3, "the disk is full")
    assert image(session.project) == before
    assert (session.undo_text(), session.redo_text()) == ("label 1 token DOSE", None)
    session.set_writable()
    session.undo()
    session.mark_saved(session.revision)
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(session.revision, "the disk is full")
    assert session.redo_text() == "label 1 token DOSE"
    session.set_writable()
    session.redo()
    assert image(session.project)[:2] == before[:2]


def test_a_refusal_repeats_why_nothing_can_be_saved(session) -> None:
    told: list[str] = []
    session.refused.connect(told.append)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.take_back(1, "the disk is full")
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert told == ["the disk is full", "The project cannot be changed now: the disk is full"]
    session.set_writable()
    session.read_only = True
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert "the disk is full" not in told[-1]
    assert "try again" in told[-1]


def test_a_lost_undo_is_undone(session) -> None:
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.mark_saved(1)
    after = image(session.project)
    session.undo()
    session.take_back(2, "no")
    assert image(session.project) == after
    assert session.undo_text() is not None
    assert session.redo_text() is None


def test_names_on_another_way_are_not_sent_twice_unless_they_get_lost(session) -> None:
    steps = heard(session.recorded)
    session.project.words.append("new")
    assert session.take_names().words == ("new",)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert steps[-1].additions.words == ()
    session.names_lost(replace(steps[-1].additions, first_word=1))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    assert steps[-1].additions.words == ("new",)

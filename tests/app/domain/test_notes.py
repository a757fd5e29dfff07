"""Tests of merging notes on one thing, and of their order."""

from __future__ import annotations

from app.domain.notes import MAX_SENTENCES_KEPT, Note, NoteKind, together


def test_notes_of_the_same_thing_are_added_up_and_sorted():
    kept = Note(NoteKind.KEPT, "Comments", 2, (0, 3))
    lost = Note(NoteKind.LOST, "Links between spans", 1, (7,))
    assert together([kept, lost, Note(NoteKind.KEPT, "Comments", 3, (3, 4))]) == (
        lost,
        Note(NoteKind.KEPT, "Comments", 5, (0, 3, 4)),
    )
    assert together([Note(NoteKind.ODD, "Comments"), Note(NoteKind.KEPT, "Comments")]) == (
        Note(NoteKind.ODD, "Comments"),
        Note(NoteKind.KEPT, "Comments"),
    )


def test_few_places_are_kept_and_all_are_counted():
    (note,) = together(
        Note(NoteKind.ODD, "x", 1, (sentence_index,))
        for sentence_index in range(MAX_SENTENCES_KEPT + 50)
    )
    assert (note.n, len(note.sentence_indices)) == (MAX_SENTENCES_KEPT + 50, MAX_SENTENCES_KEPT)


def test_notes_with_different_names_stay_apart_and_are_translated_without_them():
    one, other = (Note(NoteKind.ODD, "No {name}", 1, (), name) for name in ("X", "{name}"))
    assert together([one, other, one]) == (Note(NoteKind.ODD, "No {name}", 2, (), "X"), other)
    assert [note.worded({"No {name}": "Kein {name}"}.get) for note in (one, other)] == [
        "Kein X",
        "Kein {name}",
    ]
    assert Note(NoteKind.ODD, "{name}").worded() == "{name}"

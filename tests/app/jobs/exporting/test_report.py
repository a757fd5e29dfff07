"""Tests of the report of what an export would lose, against what is written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.labels import Label
from app.domain.notes import Note, NoteKind
from app.domain.proposals import Proposals
from app.domain.tokens import Role, TokenState
from app.edits.label_rows import add_label
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import forbid_label, label_span
from app.jobs.exporting.documents import ExportForm, Which, export
from app.jobs.exporting.report import export_report, loss_lines
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError

UNDECIDED = "Unconfirmed tokens, exported as “O”"
STAYS = "Unconfirmed tokens, exported with their original labels"
BROKEN = "Tags that violate their scheme, exported unchanged"


@pytest.fixture
def file(tmp_path):
    with ProjectFile.create(tmp_path / "p.tagwright") as made:
        yield made


def imported(file, path, content, use=Use.GOLD):
    path.write_text(content, encoding="utf-8")
    project = file.load()
    import_document(file, project, path, ImportOptions(use=use))
    return project


def notes_by_text(project, file, **options):
    form = ExportForm(**{k: v for k, v in options.items() if k in ("which", "format", "scheme")})
    rest = {k: v for k, v in options.items() if k in ("folder", "proposals")}
    return {
        note.worded(): note for note in export_report(project, file.sentence_sources, form, **rest)
    }


def test_what_nobody_has_decided_is_the_first_line(file, tmp_path):
    project = imported(file, tmp_path / "a.txt", "Anna lives here. Ida came.")
    session = Session(project, next_edit=2)
    session.apply(add_label(project, "PER"))
    session.apply(add_label(project, "LOC"))
    session.apply(label_span(project, 0, 0, 0, 1))
    session.apply(forbid_label(project, 1, 0, 0, [1]))
    session.apply(flag_sentence(project, 1))
    notes = export_report(project, file.sentence_sources)
    text = "Unconfirmed tokens, exported as “{name}”"
    assert notes[0] == Note(NoteKind.LOST, text, 6, (0, 1), name="O")
    assert {note.worded(): note.n for note in notes[1:]} == {
        "Rejected labels, not exported": 1,
        "Documents whose original spacing is lost": 1,
        "Flags and status of sentences (flagged, skipped, postponed) are not exported": 1,
    }
    first = loss_lines(notes)[0]
    assert (first.text, first.value, first.grave) == (UNDECIDED, "6", True)


def test_a_file_that_is_as_it_was_loses_nothing(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "Anna B-PER\nlives O\n\n")
    assert export_report(project, file.sentence_sources) == ()
    assert loss_lines(())[0].text == "Nothing is lost in this export."
    assert set(notes_by_text(project, file, format="columns")) == set()


def test_fields_of_the_imported_file_stay_where_nobody_has_said_anything(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "Anna B-PER\nlives O\n\n", Use.TEXT)
    assert {text: note.n for text, note in notes_by_text(project, file).items()} == {STAYS: 2}


def test_suggestions_and_proposals(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a B-PER\nb O\n")
    project = imported(file, tmp_path / "b.conll", "c B-PER\nd O\n", Use.SUGGESTION)
    project = imported(file, tmp_path / "c.txt", "Anna lives.")
    proposals = Proposals.none(3, 7)
    proposals.tags[4:6] = project.tag_ids["B-PER"]
    assert {text: note.n for text, note in notes_by_text(project, file).items()} == {
        UNDECIDED: 3,
        "Documents whose original spacing is lost": 1,
        STAYS: 2,
    }
    both = notes_by_text(project, file, which=Which.ALL, proposals=proposals)
    assert {text: note.n for text, note in both.items()} == {
        UNDECIDED: 1,
        "Documents whose original spacing is lost": 1,
        "Model suggestions, exported as confirmed": 2,
        "Imported suggestions, exported as confirmed": 2,
    }
    project.corpus.roles[2] = Role.CONTROL
    alone = notes_by_text(project, file, which=Which.ALL, proposals=proposals)
    assert UNDECIDED not in alone
    tested = "Unconfirmed tokens of test sentences (without suggestions), exported as “O”"
    assert alone[tested].n == 3
    named = "Nicht bestätigte Tokens, als „{name}“ exportiert"
    german = {"Unconfirmed tokens, exported as “{name}”": named}
    lines = loss_lines(tuple(both.values()), lambda text: german.get(text, text))
    assert [line.text for line in lines if "Tokens" in line.text] == [named.format(name="O")]
    together = notes_by_text(project, file, format="columns", folder=False)
    assert together["Documents exported as words and labels only"].n == 2
    assert together["Unaccepted suggestions, not exported"].n == 2
    with pytest.raises(DataError, match="different columns"):
        export_report(project, file.sentence_sources, folder=False)


def test_tags_that_break_their_scheme_and_borders_that_go(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a B-X\nb B-X\nc I-X\n\nd O\ne I-X\n")
    assert notes_by_text(project, file) == {BROKEN: Note(NoteKind.ODD, BROKEN, 1, (1,))}
    lost = notes_by_text(project, file, scheme="tokens")
    assert lost["Boundaries between adjacent spans with the same label"].n == 1


def test_labels_that_no_column_holds_and_a_project_with_nothing(file, tmp_path):
    with pytest.raises(DataError, match="no document"):
        export_report(file.load(), file.sentence_sources)
    project = imported(file, tmp_path / "a.conll", "a B-X\nb O\n")
    project.labels[9] = Label(9, "dose unit", 1, "2", 1)
    text = "Labels with a space, which cannot be exported; rename them first"
    assert notes_by_text(project, file)[text].n == 1


@settings(max_examples=25)
@given(
    st.lists(
        st.lists(st.sampled_from(["B-X", "I-X", "O", "_", "E-Y"]), min_size=1, max_size=4),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(list(Use)),
    st.integers(0, 3),
    st.booleans(),
)
def test_the_count_of_undecided_tokens_is_that_of_the_file(
    tmp_path_factory, sentences, use, n_labelled, as_columns
):
    folder = tmp_path_factory.mktemp("report")
    content = "\n".join("".join(f"w x {tag}\n" for tag in tags) for tags in sentences)
    with ProjectFile.create(folder / "p.tagwright") as file:
        project = imported(file, folder / "a.conll", content, use)
        session = Session(project, next_edit=2)
        if project.visible_labels():
            for sentence_index in range(min(n_labelled, project.corpus.n_sentences)):
                session.apply(
                    label_span(project, sentence_index, 0, 0, project.visible_labels()[0].id)
                )
        form = ExportForm(format="columns" if as_columns else "")
        notes = {n.worded(): n.n for n in export_report(project, file.sentence_sources, form)}
        export(project, file.sentence_sources, folder / "out", format_name=form.format)
        written = [line.split()[-1] for line in (folder / "out").read_text().split("\n") if line]
        states = project.corpus.states
        undecided = states != TokenState.CONFIRMED
        before = np.array([tag for tags in sentences for tag in tags])
        kept = notes.get(STAYS, 0)
        assert kept + notes.get(UNDECIDED, 0) == int(undecided.sum()) - notes.get(
            "Unaccepted suggestions, not exported", 0
        )
        assert sum(np.array(written)[undecided] == before[undecided]) >= kept


def test_neighbours_of_one_label_that_become_one_span_are_told(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a NN\nb NN\nc VB\n\nd NN\ne O\nf O\n")
    assert notes_by_text(project, file) == {}
    text = (
        "Adjacent tokens with one label, merged into one span unless separated in the source file"
    )
    assert notes_by_text(project, file, scheme="iob2") == {
        text: Note(NoteKind.CHANGED, text, 1, (0,))
    }

"""Tests of what a format may add: options, companion files, records, notes, rejected labels.

The format here is made up: a line is a record, its words stand behind a name; beside it lies a
file that says which labels single words have, or have not.
"""

from __future__ import annotations

import pytest

from app.domain.documents import Layout, SourceRecord
from app.domain.notes import Note, NoteKind
from app.domain.sentences import SentenceSource
from app.domain.tokens import TokenState
from app.formats.records import NOTHING, Format, ImportedSentence, ImportedText
from app.formats.table import FORMATS, beside, format_named, format_of, suffixes
from app.jobs.exporting.documents import ExportForm, export, files_in
from app.jobs.exporting.report import export_report
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError
from tests.memory_projects import token_tags

LINES = "a|Anna lives\nb|\nc|in Ulm\n"
FLAGS = "Anna=B-PER\nUlm!PER\nlives!PER LOC\n"


def read(text, columns=(), path=None, *, options=NOTHING, companions=NOTHING, watch=None):
    marks = companions.get(".marks", "")
    tags = dict(line.split("=") for line in marks.splitlines() if "=" in line)
    out = dict(line.split("!") for line in marks.splitlines() if "!" in line)
    sentences, records, notes = [], [], []
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\n").partition("|")[2]
        records.append(SourceRecord(len(sentences), line))
        words = tuple(body.split())
        if not words:
            notes.append(Note(NoteKind.ODD, "Empty lines", 1))
            continue
        ends = [len(" ".join(words[: sentence_index + 1])) for sentence_index in range(len(words))]
        sentences.append(
            ImportedSentence(
                text=body,
                starts=[end - len(word) for end, word in zip(ends, words, strict=True)],
                ends=ends,
                columns=(words,),
                tags=tuple(tags.get(word) for word in words),
                source=SentenceSource(),
                ruled_out=tuple(tuple(out.get(word, "").split()) for word in words),
            )
        )
    layout = Layout("verses", options=tuple(sorted(options.items())))
    return ImportedText(layout, sentences, records, notes)


def write(document):
    yield from (record.raw for record in document.records())


def write_marks(document):
    for sentence in document.sentences:
        for tag, start, end in zip(sentence.tags, sentence.starts, sentence.ends, strict=True):
            if tag is not None:
                yield f"{sentence.id} {sentence.text[start:end]}={tag} ({document.scheme})\n"


def losses(document):
    for sentence_index, sentence in enumerate(document.sentences):
        yield (
            Note(NoteKind.LOST, "Long words", 1, (sentence_index,))
            if "Anna" in sentence.words
            else Note(NoteKind.KEPT, "Options: " + document.layout.option("case", "none"))
        )


@pytest.fixture(autouse=True)
def verses(monkeypatch):
    form = Format(
        "verses",
        "Verses",
        (".verse",),
        lambda text: "|" in text,
        read,
        write,
        companions=(".marks",),
        writes={".marks": write_marks},
        losses=losses,
    )
    before = dict(FORMATS)
    FORMATS.clear()
    FORMATS.update({"verses": form, **before})
    yield form
    FORMATS.clear()
    FORMATS.update(before)


@pytest.fixture
def file(tmp_path):
    with ProjectFile.create(tmp_path / "p.tagwright") as made:
        yield made


def imported(file, folder, **options):
    path = folder / "poem.verse"
    path.write_text(LINES)
    (folder / "poem.marks").write_text(FLAGS)
    project = file.load()
    numbered = import_document(file, project, path, ImportOptions(**options))
    return project, numbered


def test_a_format_with_companions_is_recognised_by_what_lies_beside(tmp_path):
    path = tmp_path / "poem.verse"
    assert format_of(LINES, path).name != "verses"
    assert format_of(LINES).name != "verses"
    (tmp_path / "poem.marks").write_text(FLAGS)
    assert format_of(LINES, path).name == "verses"
    assert beside(tmp_path / "poem.verse.gz", ".marks") == tmp_path / "poem.marks"
    assert suffixes()[0] == ".verse"
    assert suffixes()[-1] == ".gz"
    with pytest.raises(DataError, match="no format “prose”; there are verses, conllu"):
        format_named("prose")


def test_options_records_and_notes_are_kept(file, tmp_path):
    project, numbered = imported(file, tmp_path, options=(("case", "low"),))
    assert numbered.prepared.notes == (Note(NoteKind.ODD, "Empty lines", 1),)
    stored = file.check()
    assert stored.documents == project.documents
    assert stored.documents[1].layout.option("case") == "low"
    first = int(stored.corpus.ids[0])
    assert list(file.records(1)) == [
        SourceRecord(first, "a|Anna lives\n"),
        SourceRecord(first + 1, "b|\n"),
        SourceRecord(first + 1, "c|in Ulm\n"),
    ]


def test_labels_ruled_out_narrow_what_is_left(file, tmp_path):
    imported(file, tmp_path)
    project = file.check()
    assert {label.name for label in project.labels.values()} == {"PER", "LOC"}
    assert token_tags(project, 0) == ["B-PER", "O"]
    assert token_tags(project, 1) == ["?", "{B-LOC I-LOC O}"]
    assert project.corpus.states[3] == TokenState.NARROWED
    assert set(project.corpus.edits.tolist()) == {0, 1}


@pytest.mark.parametrize("use", [Use.SUGGESTION, Use.TEXT])
def test_only_right_labels_rule_out_others(file, tmp_path, use):
    imported(file, tmp_path, use=use)
    assert token_tags(file.check(), 1) == ["?", "?"]


def test_a_document_is_written_with_the_files_beside_it(file, tmp_path):
    project, _ = imported(file, tmp_path)
    out = tmp_path / "out"
    out.mkdir()
    assert export(project, file.sentence_sources, out, records=file.records) == 2
    assert files_in(project, out) == [out / "poem.verse", out / "poem.marks"]
    assert (out / "poem.verse").read_text() == LINES
    expected = "1 Anna=B-PER (iob2)\n1 lives=O (iob2)\n2 in=O (iob2)\n2 Ulm=O (iob2)\n"
    assert (out / "poem.marks").read_text() == expected
    alone = tmp_path / "alone.verse"
    assert export(project, file.sentence_sources, alone, records=file.records) == 2
    assert (tmp_path / "alone.marks").read_text() == expected


def test_documents_of_several_files_need_a_folder(file, tmp_path):
    imported(file, tmp_path)
    project, _ = imported(file, tmp_path)
    with pytest.raises(DataError, match="There is no folder “one”; create it first"):
        export(project, file.sentence_sources, tmp_path / "one", records=file.records)


def test_a_format_for_its_own_documents_takes_no_others(file, tmp_path):
    (tmp_path / "t.txt").write_text("Anna lives.")
    project = file.load()
    import_document(file, project, tmp_path / "t.txt")
    with pytest.raises(DataError, match="as verses; write it as text or as "):
        export(project, file.sentence_sources, tmp_path / "out", format_name="verses")


def test_losses_are_told_with_places_of_the_project(file, tmp_path):
    (tmp_path / "t.txt").write_text("One. Two. Three.")
    project = file.load()
    import_document(file, project, tmp_path / "t.txt")
    path = tmp_path / "poem.verse"
    path.write_text(LINES)
    (tmp_path / "poem.marks").write_text(FLAGS)
    import_document(file, project, path)
    received = export_report(project, file.sentence_sources)
    assert Note(NoteKind.LOST, "Long words", 1, (3,)) in received
    assert received[-1] == Note(NoteKind.KEPT, "Options: none")
    with pytest.raises(DataError, match="more than one file"):
        export_report(project, file.sentence_sources, folder=False)
    poem = export_report(project, file.sentence_sources, ExportForm(format="columns"))
    assert not {"Long words", "Options: none"} & {note.text for note in poem}

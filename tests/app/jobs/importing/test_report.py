"""Tests of the import report against a naive count of the file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Layout
from app.domain.notes import NoteKind
from app.domain.sentences import SentenceSource
from app.domain.settings import ProjectSettings
from app.edits.spans import label_span, no_label
from app.formats.records import ImportedSentence, ImportedText, NoLabelsError
from app.jobs.data.tag_sequences import TagSequences
from app.jobs.exporting.documents import export
from app.jobs.importing import documents
from app.jobs.importing.documents import (
    ImportOptions,
    Use,
    arrays_of,
    each_once,
    prepare,
    prepare_all,
)
from app.jobs.importing.ids import number_document, reserved, show, store
from app.jobs.importing.present import listed_sentences
from app.jobs.importing.report import (
    MAX_LISTED,
    ReadFiles,
    ReportLine,
    n_files_present,
    read_files,
    report_lines,
    report_of,
    scheme_to_be,
)
from app.jobs.importing.schemes import in_scheme
from app.jobs.progress import JobCancelledError
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError
from crfcore.text.tag_schemes import SCHEMES, detect_scheme, encode, spans
from tests.memory_projects import project_of

TAGS = ["O", "B-X", "I-X", "E-X", "S-X", "L-X", "U-X", "X", "B-Y", "I-Y", "E-Y", "Y"]
CONLLU = (
    "# newdoc\n# text = al mar\n1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_\n2\tel\tel\tDET\t_\t_\t3\tdet\t_\t_\n"
    "3\tmar\tmar\tNOUN\t_\t_\t0\troot\t_\t_\n3.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n# end\n"
)


def sequences_of(sentences):
    names = list(dict.fromkeys(tag for tags in sentences for tag in tags if tag is not None))
    flat = [-1 if tag is None else names.index(tag) for tags in sentences for tag in tags]
    offsets = np.cumsum([0, *map(len, sentences)])
    return TagSequences(np.array(flat, np.int32), names, offsets)


@given(
    st.lists(st.lists(st.sampled_from(TAGS), max_size=6), min_size=1, max_size=5),
    st.sampled_from(SCHEMES),
)
def test_counts_and_breaks_are_those_of_a_plain_walk(sentences, scheme):
    found = sequences_of(sentences)
    counted = Counter(one.label for tags in sentences for one in spans(tags, scheme))
    if scheme == "tokens":
        counted.update("O" for tags in sentences for tag in tags if tag == "O")
    assert found.label_counts(scheme) == counted
    broken = found.broken(scheme)
    at = 0
    for tags in sentences:
        obeys = scheme == "tokens" or encode(spans(tags, scheme), len(tags), scheme) == tags
        assert broken[at : at + len(tags)].any() == (not obeys)
        at += len(tags)


def test_a_token_without_a_tag_could_have_any():
    assert not sequences_of([["B-X", None, "I-X"]]).broken("iob2").any()
    assert sequences_of([[None, "S-X", None]]).broken("iob2").tolist() == [False, True, False]
    assert sequences_of([["B-X", None, "I-X"]]).label_counts("iob2") == {"X": 2}


def read(tmp_path, content, use=Use.GOLD, name="in.conll", **options):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    prepared = prepare(path, ImportOptions(use=use, **options))
    return ReadFiles((prepared,), (report_of(prepared),))


def test_what_stands_in_a_file(tmp_path):
    content = (
        "-DOCSTART- O\n\na B-PER\nb I-PER\nc O\n\n\n# a comment\nd I-LOC\ne B-PER\n\nf B-LOC\ng _\n"
    )
    (report,) = read(tmp_path, content).reports
    assert (report.n_sentences, report.n_tokens, report.n_labelled) == (3, 7, 6)
    assert report.labels == {"PER": 2, "LOC": 2}
    assert report.scheme == "iob2"
    assert report.fits == {"tokens"}
    (odd,) = report.odd
    assert (report.n_odd, odd.line, odd.word, odd.before, odd.tag) == (1, 9, "d", "", "I-LOC")
    assert content.split("\n")[odd.line - 1] == "d I-LOC"
    assert {(note.text, note.n) for note in report.notes} == {
        ("Comments", 1),
        ("-DOCSTART- lines", 1),
    }


def test_rows_of_conllu_that_are_no_words_are_counted(tmp_path):
    (report,) = read(tmp_path, CONLLU, name="in.conllu").reports
    assert {(note.kind, note.text, note.n) for note in report.notes} == {
        (NoteKind.KEPT, "Comments", 3),
        (NoteKind.KEPT, "Ranges of words", 1),
        (NoteKind.KEPT, "Empty nodes", 1),
    }
    assert report.labels == {"ADP": 1, "DET": 1, "NOUN": 1}
    assert (report.scheme, report.n_odd) == ("tokens", 0)


def test_a_sentence_that_ends_too_early_is_named_at_its_last_token(tmp_path):
    (report,) = read(tmp_path, "a S-X\n\nb B-X\nc E-X\n\nd B-X\n").reports
    assert report.scheme == "bioes"
    assert [(odd.line, odd.before, odd.tag) for odd in report.odd] == [(6, "", "B-X")]


def test_labels_that_are_not_wanted_are_not_counted(tmp_path):
    found = read(tmp_path, "a B-X\nb I-Y\n", Use.TEXT)
    assert (found.reports[0].labels, found.reports[0].scheme, found.scheme) == ({}, "", "")
    (line,) = report_lines(found, project_of())
    assert [(one.text, one.value) for one in line.below][1:] == [
        ("Labels", "ignored (restored on export)")
    ]
    found = read(tmp_path, "a O\nb O\n")
    assert report_lines(found, project_of())[0].below[-1].value == "none"
    assert scheme_to_be(project_of(labels=()), found) == "iob2"


def test_the_report_says_that_a_document_of_this_name_is_there(tmp_path):
    found = read(tmp_path, "a O\nb O\n")
    project = project_of()
    name = found.reports[0].name
    assert "Already in the project" not in {o.text for o in report_lines(found, project)[0].below}
    project.documents[1] = replace(project.documents[1], name=name)
    assert report_lines(found, project)[0].below[0].text == "Already in the project"


def against(tmp_path, content, project, *others):
    paths = [tmp_path / f"{number}.conll" for number in range(1 + len(others))]
    for path, text in zip(paths, (content, *others), strict=True):
        path.write_text(text, encoding="utf-8")
    return read_files(prepare_all(paths), listed_sentences(project))


def project_with(sentences):
    """Return a project with these sentences, and the ids of their words."""
    project = project_of(sentences)
    words = [word for sentence in sentences for word in sentence]
    project.words = list(dict.fromkeys(words))
    project.corpus.columns = np.array([[project.words.index(word) for word in words]], np.int32)
    return project


def lines_of(read, project):
    return {one.text: (one.value, one.grave) for one in report_lines(read, project)[0].below}


PRESENT = "Sentences that are already in the project"


def test_the_report_counts_sentences_that_the_project_has_already(tmp_path):
    project = project_with([["Rex", "slept"], ["Rex", "ate", "."], ["."]])
    found = against(tmp_path, "Rex O\nslept O\n\nslept O\nRex O\n\n. O\n\n. O\n", project)
    assert found.reports[0].n_present == 3
    assert lines_of(found, project)[PRESENT] == ("3 of 4", True)
    found = against(tmp_path, ". O\n\nRex O\n\nnew O\n", project)
    assert lines_of(found, project)[PRESENT] == ("1 of 3", False)
    found = against(tmp_path, "Rex O\n", project, "Rex O\nslept O\n")
    assert [one.n_present for one in found.reports] == [0, 1]
    assert PRESENT not in lines_of(found, project)


def test_files_are_counted_that_the_project_seems_to_have(tmp_path):
    project = project_with([["Rex", "slept"], ["Rex", "ate", "."]])
    project.documents[1] = replace(project.documents[1], name="1.conll")
    whole = "Rex O\nslept O\n\nRex O\nate O\n. O\n"
    found = against(tmp_path, "new O\n", project, "by O\nname O\n", whole, whole + "\nnew O\n" * 3)
    assert n_files_present(found, project) == 2
    assert n_files_present(against(tmp_path, "new O\n", project), project) == 0


def test_a_file_that_several_paths_lead_to_is_found_once(tmp_path):
    first, second, gone = (tmp_path / name for name in ("a.txt", "b.txt", "gone.txt"))
    for path in (first, second):
        path.write_text("the same text")
    link = tmp_path / "link.txt"
    link.symlink_to(first)
    detour = tmp_path / "." / ".." / tmp_path.name / "b.txt"
    paths = [link, first, gone, second, detour, gone, first]
    assert each_once(paths) == ([link, gone, second], [first, detour, gone, first])
    assert each_once([first, second]) == ([first, second], [])


def test_a_text_that_is_not_listed_is_not_already_in_the_project(tmp_path):
    project = project_with([["Rex", "slept"]])
    content = "Rex O\nslept O\n"
    assert against(tmp_path, content, project).reports[0].n_present == 1
    project.documents[1] = replace(project.documents[1], removed=True)
    assert against(tmp_path, content, project).reports[0].n_present == 0


def test_the_search_for_sentences_of_the_project_can_be_cancelled(tmp_path):
    project = project_with([["Rex", "slept"]])
    path = tmp_path / "a.conll"
    path.write_text("Rex O\nslept O\n", encoding="utf-8")
    with pytest.raises(JobCancelledError):
        read_files(prepare_all([path]), listed_sentences(project), lambda *_: True)


@pytest.mark.parametrize("name", ["table.csv", "TABLE.CSV"])
def test_the_report_says_that_a_table_is_read_as_text(tmp_path, name):
    text = "Lines of a table, read as plain text with commas and quotation marks"
    found = read(tmp_path, '"id","text"\n\n1,"Anna slept."\n', Use.TEXT, name)
    below = {one.text: one for one in report_lines(found, project_of())[0].below}
    assert (below[text].value, below[text].grave) == ("2", True)
    assert not read(tmp_path, "Anna slept.\n", Use.TEXT, "in.txt").reports[0].notes


def test_the_report_says_what_is_new_and_what_is_odd(tmp_path):
    found = read(tmp_path, "a B-DRUG\nb E-NEW\n\nc S-DRUG\n\n" * 120)
    (line,) = report_lines(found, project_of())
    assert line.value == "240 sentences, 360 tokens"
    received = {one.text: one for one in line.below}
    assert received["Scheme"].value == "BIOES; the project has IOB2"
    assert received["Scheme"].grave
    odd = received["Invalid tags (kept unchanged)"]
    assert odd.value == "120"
    assert odd.below[0].text == "line 2: E-NEW on “b”, after B-DRUG"
    assert len(odd.below) == MAX_LISTED + 1
    assert odd.below[-1].text == "… and 20 more"
    assert received["Labels"].value == "2 (1 new)"
    assert [one.text for one in received["Labels"].below] == ["DRUG", "NEW (new)"]


def test_a_file_without_lines_names_the_sentence(tmp_path):
    rows = [
        ImportedSentence("a b", [0, 2], [1, 3], (("a", "b"),), tags, SentenceSource())
        for tags in (("B-X", "E-X"), ("O", "E-X"), ("B-X", "E-X"))
    ]
    text = ImportedText(Layout("text"), rows)
    prepared = arrays_of(text, "x", Use.GOLD)
    found = ReadFiles((prepared,), (report_of(prepared),))
    below = report_lines(found, project_of())[0].below
    assert [one.below[0].text for one in below if one.grave and one.below] == [
        "sentence 2: E-X on “b”, after O"
    ]


def test_a_converted_file_comes_out_as_it_went_in_but_for_nothing(tmp_path):
    content = "a S-X\nb B-Y\nc E-Y\n\nd O\ne E-Y\n\nf _\ng S-X\n"
    (prepared,) = read(tmp_path, content).prepared
    converted = in_scheme(prepared, "iob2")
    names = [converted.tag_names[tag] if tag >= 0 else None for tag in converted.tags]
    assert names == ["B-X", "B-Y", "I-Y", "O", "E-Y", None, "B-X"]
    assert converted.layout.option("scheme") == "bioes"
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        project = file.load()
        numbered = reserved(project, number_document(project, converted, 1))
        store(file, project, numbered)
        show(project, numbered)
        assert project.settings.scheme == "iob2"
        export(project, file.sentence_sources, tmp_path / "out")
    assert (tmp_path / "out").read_text() == content


TOUCHING = {
    "columns": ("a.conll", "a B-X\nb B-X\nc I-X\nd O\ne B-X\n", ""),
    "doccano": (
        "a.jsonl",
        '{"text": "a b c d e", "label": [[0, 1, "X"], [2, 5, "X"], [8, 9, "X"]]}\n',
        "",
    ),
    "prodigy": (
        "a.jsonl",
        '{"text": "a b c d e", "spans": [{"start": 0, "end": 1, "label": "X"}, {"start": 2, "end": '
        '5, "label": "X"}, {"start": 8, "end": 9, "label": "X"}], "answer": "accept", "_view_id": '
        '"ner_manual"}\n',
        "",
    ),
    "brat": ("a.txt", "a b c d e", "T1\tX 0 1\ta\nT2\tX 2 5\tb c\nT3\tX 8 9\te\n"),
}


@pytest.mark.parametrize("form", TOUCHING)
def test_touching_spans_stay_apart_where_each_token_has_a_label(tmp_path, form):
    name, content, beside = TOUCHING[form]
    (tmp_path / name).write_text(content)
    if beside:
        (tmp_path / "a.ann").write_text(beside)
    prepared = in_scheme(prepare(tmp_path / name, ImportOptions(form)), "tokens")
    out = tmp_path / "out"
    out.mkdir()
    with ProjectFile.create(tmp_path / "p.tagwright", ProjectSettings(scheme="tokens")) as file:
        project = file.load()
        project.settings = ProjectSettings(scheme="tokens")
        numbered = reserved(project, number_document(project, prepared, 1))
        store(file, project, numbered)
        show(project, numbered)
        assert project.tags_of(0) == ["X", "X", "X", "O", "X"]
        received = report_lines(ReadFiles((prepared,), (report_of(prepared),)), project)[0].below
        assert any("adjacent spans" in line.value for line in received) == (form != "columns")
        export(project, file.sentence_sources, out, records=file.records)
        assert (out / name).read_text() == content
        assert not beside or (out / "a.ann").read_text() == beside
        session = Session(project, next_edit=2)
        session.apply(label_span(project, 0, 3, 3, project.visible_labels()[0].id))
        export(project, file.sentence_sources, out, records=file.records)
    again = prepare(out / name, ImportOptions(form))
    tags = [again.tag_names[tag] for tag in again.tags]
    assert tags[:1] == ["B-X"]
    assert tags[3] == "I-X", "one run that the file does not part as it stands now"


@given(
    st.lists(st.lists(st.sampled_from(TAGS[:5]), min_size=1, max_size=5), min_size=1, max_size=4)
)
def test_a_document_is_foreign_only_if_its_tags_do_not_fit(sentences):
    rows = [
        ImportedSentence(
            "x " * len(tags), range(0, 2 * len(tags), 2), range(1, 2 * len(tags), 2),
            (tuple("x" * len(tags)),), tuple(tags), SentenceSource(),
        )
        for tags in sentences
    ]  # fmt: skip
    layout = Layout("columns", ("word", "label"))
    report = report_of(arrays_of(ImportedText(layout, rows), "x", Use.GOLD))
    if all(tag == "O" for tags in sentences for tag in tags):
        assert not any(map(report.is_foreign, SCHEMES))
        return
    assert report.scheme == detect_scheme(sentences)
    for scheme in SCHEMES[1:]:
        fits = all(encode(spans(tags), len(tags), scheme) == tags for tags in sentences)
        assert report.is_foreign(scheme) == (report.scheme != scheme and not fits)
    assert report.is_foreign("tokens") == (report.scheme != "tokens")


def test_of_labels_that_only_some_files_have_the_others_say_that_they_come_without(tmp_path):
    row = "1\t{word}\t_\t_\t_\t_\t0\troot\t_\t{misc}\n\n"
    paths = [tmp_path / f"{name}.conllu" for name in ("plain", "spans", "glosses")]
    for path, misc in zip(paths, ("_", "NE=B-PER", "Gloss=x"), strict=True):
        path.write_text(row.format(word="Anna", misc=misc) + row.format(word="lives", misc="_"))
    options, begun = ImportOptions(columns=("misc:NE",)), []
    found = prepare_all(paths, options, begin=lambda *one: begun.append(one))
    assert begun == list(enumerate(paths))
    assert [one.tags.tolist() for one in found] == [[-1, -1], [0, 1], [-1, -1]]
    text = "No word of the file has the attribute NE: its tokens are imported without labels"
    notes = [[note for note in one.notes if note.worded() == text] for one in found]
    assert [[(note.kind, note.n) for note in some] for some in notes] == [
        [(NoteKind.ODD, 2)],
        [],
        [(NoteKind.ODD, 2)],
    ]
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        project = file.load()
        for number, prepared in enumerate(found, 1):
            numbered = reserved(project, number_document(project, prepared, number))
            store(file, project, numbered)
            show(project, numbered)
        read = ReadFiles(found, tuple(map(report_of, found)))
        lines = report_lines(read, project)[0].below
        assert ReportLine(text, "2", grave=True) in lines
        session = Session(project, next_edit=9)
        session.apply(label_span(project, 0, 0, 0, 1))
        session.apply(no_label(project, 4, 0, 0))
        (tmp_path / "out").mkdir()
        export(project, file.sentence_sources, tmp_path / "out")
    labelled = [(tmp_path / "out" / path.name).read_text() for path in paths]
    assert labelled[0] == paths[0].read_text().replace("_\n", "NE=B-PER\n", 1)
    assert labelled[1] == paths[1].read_text()
    assert labelled[2] == paths[2].read_text().replace("Gloss=x", "Gloss=x|NE=O")


def test_labels_that_no_file_has_are_an_error_as_for_one(tmp_path):
    paths = [tmp_path / f"{n}.conllu" for n in (1, 2)]
    for path in paths:
        path.write_text("1\tAnna" + "\t_" * 8 + "\n\n")
    for some in (paths, paths[:1]):
        with pytest.raises(DataError, match=r"1\.conllu: No word has the attribute NE"):
            prepare_all(some, ImportOptions(columns=("misc:NE",)))
    paths[1].write_text("1\tAnna\n")
    with pytest.raises(DataError, match=r"2\.conllu, line 1"):
        prepare_all(paths, ImportOptions(columns=("misc:NE",)))


def test_files_that_cannot_be_read_are_left_out_if_others_can(tmp_path):
    good, bad = tmp_path / "good.conll", tmp_path / "bad.conll"
    good.write_text("Anna B-PER\nlives O\n\n")
    bad.write_text("Anna B-PER\nlives O O\n\n")
    with pytest.raises(DataError, match=r"bad\.conll, line 2"):
        prepare_all([good, bad])
    for paths in ([good, bad], [bad, good, tmp_path / "missing.conll"]):
        errors: list[Exception] = []
        (found,) = prepare_all(paths, left_out=errors)
        assert found.name == "good.conll"
        assert len(errors) == len(paths) - 1
        assert "bad.conll, line 2" in str(errors[0])
    with pytest.raises(DataError, match=r"bad\.conll, line 2"):
        prepare_all([bad, tmp_path / "missing.conll"], left_out=[])


def test_a_file_that_vanishes_between_two_readings_is_left_out(tmp_path, monkeypatch):
    labelled, gone, bad = (tmp_path / f"{name}.conllu" for name in ("labelled", "gone", "bad"))
    labelled.write_text("1\tAnna" + "\t_" * 7 + "\tNE=B-PER\n\n")
    gone.write_text("1\tAnna" + "\t_" * 8 + "\n\n")
    bad.write_text("1\tAnna\n")

    def vanishing(path, *rest):
        try:
            return prepare(path, *rest)
        except NoLabelsError:
            path.unlink()
            raise

    monkeypatch.setattr(documents, "prepare", vanishing)
    errors: list[Exception] = []
    options = ImportOptions(columns=("misc:NE",))
    (found,) = prepare_all([bad, gone, labelled], options, left_out=errors)
    assert found.name == "labelled.conllu"
    assert ["bad.conllu" in str(errors[0]), "gone.conllu" in str(errors[1])] == [True, True]


def test_labels_that_no_readable_file_has_are_an_error(tmp_path):
    plain, bad = tmp_path / "1.conllu", tmp_path / "2.conllu"
    plain.write_text("1\tAnna" + "\t_" * 8 + "\n\n")
    bad.write_text("1\tAnna\n")
    with pytest.raises(DataError, match=r"1\.conllu: No word has the attribute NE"):
        prepare_all([plain, bad], ImportOptions(columns=("misc:NE",)), left_out=[])


def test_a_file_in_utf_8_that_is_read_as_windows_1252_has_a_red_line(tmp_path):
    paths = [tmp_path / "old.txt", tmp_path / "new.txt"]
    paths[0].write_bytes("Im Café".encode("windows-1252"))
    paths[1].write_text("Käthe", encoding="utf-8")
    for encoding, wrong in (("windows-1252", [False, True]), ("utf-8", [False])):
        options = ImportOptions(options=(("encoding", encoding),))
        found = prepare_all(paths, options, left_out=[])
        read = read_files(found, listed_sentences(project_of()))
        assert [one.is_of_utf8 for one in read.reports] == wrong
        lines = report_lines(read, project_of())
        assert [line.grave for line in lines] == wrong
        assert [any(one.grave for one in line.below) for line in lines] == wrong

"""Tests that an import is exported unchanged, but for labels edited since."""

from __future__ import annotations

import gzip
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.cli import run
from app.domain.edits import Edit
from app.domain.proposals import Proposals
from app.domain.sentences import Additions
from app.domain.tokens import TokenState
from app.domain.vocabulary import assign_ids
from app.edits.label_rows import add_label
from app.edits.spans import forbid_label, label_span
from app.jobs.exporting.documents import ExportForm, Which, export, files_in, folder_to_make
from app.jobs.exporting.report import export_report
from app.jobs.importing import ids as import_ids
from app.jobs.importing.documents import ImportOptions, Use, prepare
from app.jobs.importing.ids import import_document, number_document, reserved, show, store
from app.jobs.progress import JobCancelledError
from app.session import Session
from app.session.stamping import stamped
from app.storage.errors import DiskFullError
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError
from tests.project_files import record_redo, record_undo, retag
from tests.small_disks import read_only, small_disk
from tests.step_names import step_name

COLUMNS = (
    "# comment\r\n\r\n-DOCSTART- -X- O\r\n\r\nAnna NNP B-PER\r\nlives  VBZ O \r\n\r\n\r\n"
    "Ulm NNP B-LOC\r\n# NN O\r\n"
)
CONLLU = (
    "\ufeff# newdoc\n# text = Al fin\n1-2\tAl\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\ta\ta\tADP\t_\t_\t3\tcase\t_\t_\n2\tel\tel\tDET\t_\t_\t3\tdet\t_\t_\n"
    "3\tfin\tfin\tNOUN\t_\t_\t0\troot\t_\t_\n3.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n"
)
TEXT = "\ufeffDr. Smith came.\r\n\r\n  He left at 5.\n\n"
CORPORA = os.environ.get("TAGWRIGHT_CORPORA", "")


@pytest.fixture
def file(tmp_path):
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        yield file


def imported(file, path, content, **options):
    path.write_bytes(content.encode("utf-8"))
    project = file.load()
    import_document(file, project, path, ImportOptions(**options))
    return file.load()


def exported(file, project, out, **options):
    export(project, file.sentence_sources, out, **options)
    return out.read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    ("content", "use"),
    [(COLUMNS, use) for use in Use] + [(CONLLU, use) for use in Use],
)
def test_a_file_comes_out_as_it_went_in(file, tmp_path, content, use):
    project = imported(file, tmp_path / "in.x", content, use=use)
    assert exported(file, project, tmp_path / "out.y") == content


def test_a_packed_file_is_read_and_written(file, tmp_path):
    path = tmp_path / "in.conll.gz"
    path.write_bytes(gzip.compress(COLUMNS.encode()))
    project = file.load()
    import_document(file, project, path)
    export(project, file.sentence_sources, tmp_path / "out.gz")
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()).decode() == COLUMNS


def test_the_image_in_memory_is_what_the_file_holds(file, tmp_path):
    path = tmp_path / "in.conll"
    path.write_text(COLUMNS)
    image = file.load()
    for _ in range(2):
        import_document(file, image, path)
        loaded = file.load()
        assert image.words == loaded.words
        assert image.tag_sets == loaded.tag_sets
        assert image.documents == loaded.documents
        assert image.labels == loaded.labels
        for name in ("ids", "offsets", "columns", "tag_sets", "states", "edits", "starts"):
            np.testing.assert_array_equal(getattr(image.corpus, name), getattr(loaded.corpus, name))


def test_gold_labels_are_confirmed_and_bring_labels_and_scheme(file, tmp_path):
    project = imported(file, tmp_path / "in.conll", "a S-PER\nb B-LOC\nc E-LOC\n\nd O\n")
    assert project.settings.scheme == "bioes"
    assert sorted(label.name for label in project.visible_labels()) == ["LOC", "PER"]
    assert [label.key for label in project.visible_labels()] == ["1", "2"]
    assert project.tags_of(0) == ["S-PER", "B-LOC", "E-LOC"]
    assert set(project.corpus.states) == {TokenState.CONFIRMED}
    (edit, _), *_ = file.history.recent_edits()
    assert edit.origin == "import"
    assert set(project.corpus.edits) == {edit.id}


def test_suggestions_are_not_done_and_text_has_no_labels(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a S-PER\nb O\n", use=Use.SUGGESTION)
    assert set(project.corpus.states) == {TokenState.SUGGESTED}
    assert [label.name for label in project.visible_labels()] == ["PER"]
    project = imported(file, tmp_path / "b.conll", "c S-ORG\nd O\n", use=Use.TEXT)
    assert set(project.corpus.states[2:]) == {TokenState.UNKNOWN}
    assert [label.name for label in project.visible_labels()] == ["PER"]


def test_a_scheme_that_has_been_chosen_stays(file, tmp_path):
    imported(file, tmp_path / "a.conll", "a B-PER\nb I-PER\nc O\n")
    project = imported(file, tmp_path / "b.conll", "a S-PER\nb B-LOC\nc E-LOC\n")
    assert project.settings.scheme == "iob2"
    assert project.tags_of(1) == ["S-PER", "B-LOC", "E-LOC"]
    assert [label.position for label in project.visible_labels()] == [0, 1]


def test_an_underscore_is_no_label(file, tmp_path):
    project = imported(file, tmp_path / "a.conllu", CONLLU.replace("ADP", "_"))
    assert project.tags_of(0) == [None, "DET", "NOUN"]


def test_undoing_an_import_hides_the_document(file, tmp_path):
    imported(file, tmp_path / "a.conll", COLUMNS)
    (edit, _), *_ = file.history.recent_edits()
    record_undo(file, edit)
    project = file.load()
    assert project.documents[1].removed
    assert project.visible().tolist() == []
    assert project.labels == {}
    with pytest.raises(DataError, match="no document"):
        export(project, file.sentence_sources, tmp_path / "out")


def test_relabelling_one_token_changes_one_line(file, tmp_path):
    project = imported(file, tmp_path / "in.conll", COLUMNS)
    edit = retag(project, 1, 0, "B-ORG", 2)
    file.write_edit(edit, Additions.unwritten(project))
    out = exported(file, file.load(), tmp_path / "out")
    changed = [
        pair
        for pair in zip(COLUMNS.split("\n"), out.split("\n"), strict=True)
        if len(set(pair)) > 1
    ]
    assert changed == [("Ulm NNP B-LOC\r", "Ulm NNP B-ORG\r")]


def test_a_token_that_was_cleared_gets_no_label(file, tmp_path):
    project = imported(file, tmp_path / "in.conll", COLUMNS)
    edit = retag(project, 1, 0, "O", 2)
    change = edit.tokens[0]
    cleared = replace(change.after, tag_sets=np.zeros(1, np.int32), states=np.zeros(1, np.uint8))
    file.write_edit(replace(edit, tokens=(replace(change, after=cleared),)))
    out = exported(file, file.load(), tmp_path / "out")
    assert out == COLUMNS.replace("Ulm NNP B-LOC", "Ulm NNP O")


def test_a_field_that_says_nothing_stays_beside_a_labelled_token(file, tmp_path):
    content = "Anna B-PER\nmet _\nIda _\n. O\n\n"
    project = imported(file, tmp_path / "in.conll", content)
    # The next token is closed: it may have any tag but one that continues the span.
    edit = stamped(assign_ids(project, label_span(project, 0, 1, 1, 1)), 2, "AB")
    file.write_edit(edit, Additions.unwritten(project))
    assert TokenState.NARROWED in file.load().corpus.states
    out = exported(file, file.load(), tmp_path / "out")
    assert out == content.replace("met _", "met B-PER")


def test_a_proposal_that_was_ruled_out_is_not_written(file, tmp_path):
    project = imported(file, tmp_path / "in.conll", "Anna B-PER\nmet _\nIda _\n\n")
    session = Session(project, next_edit=2)
    session.apply(add_label(project, "ORG"))
    session.apply(forbid_label(project, 0, 2, 2, [1]))
    proposals = Proposals.none(1, 3)
    proposals.tags[:] = project.tag_id("B-PER")
    out = tmp_path / "out"
    export(project, file.sentence_sources, out, which=Which.ALL, proposals=proposals)
    assert out.read_text() == "Anna B-PER\nmet B-PER\nIda _\n\n"


def test_text_becomes_rows_of_word_and_tag(file, tmp_path):
    project = imported(file, tmp_path / "in.txt", TEXT)
    assert project.documents[1].layout.bom
    file.write_edit(retag(project, 0, 1, "B-PER", 2), Additions.unwritten(project))
    out = exported(file, file.load(), tmp_path / "out")
    assert out == "Dr. O\nSmith B-PER\ncame O\n. O\n\nHe O\nleft O\nat O\n5 O\n. O\n\n"


def test_one_label_a_token_has_another_sign_for_none(tmp_path):
    from app.jobs.projects.create import create_project

    with create_project(tmp_path / "p.tagwright", scheme="tokens", labels=["N"]) as file:
        project = imported(file, tmp_path / "in.txt", "one two")
        assert exported(file, project, tmp_path / "out") == "one _\ntwo _\n\n"


def test_proposals_and_suggestions_are_written_on_request(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a B-PER\nb O\n")
    project = imported(file, tmp_path / "b.conll", "c B-PER\nd O\n", use=Use.SUGGESTION)
    project = imported(file, tmp_path / "c.conll", "e B-PER\nf O\n", use=Use.TEXT)
    proposals = Proposals.none(3, 6)
    proposals.tags[:] = project.tag_ids["B-PER"]
    proposals.tags[4] = project.tag_ids["O"]
    for which, expected in (
        (Which.CONFIRMED, "a B-PER\nb O\n\nc B-PER\nd O\n\ne B-PER\nf O\n"),
        (Which.ALL, "a B-PER\nb O\n\nc B-PER\nd O\n\ne O\nf B-PER\n"),
    ):
        out = exported(file, project, tmp_path / "out", which=which, proposals=proposals)
        assert out == expected


def test_unfinished_sentences_may_be_left_out(file, tmp_path):
    content = "Anna B-PER\nsleeps O\n\nBen B-PER\n\nIda B-PER\n"
    project = imported(file, tmp_path / "in", content, use=Use.GOLD)
    project.corpus.states[2] = TokenState.UNKNOWN
    out, finished = tmp_path / "out", Which.DONE
    assert exported(file, project, out, which=finished) == "Anna B-PER\nsleeps O\n\nIda B-PER\n"
    assert export(project, file.sentence_sources, out, which=finished) == 2
    notes = export_report(project, file.sentence_sources, ExportForm(finished), folder=False)
    assert [(note.worded(), note.n, note.sentence_indices) for note in notes] == [
        ("Sentences that are not done, left out", 1, (1,))
    ]
    # No blank line is left of the first ones.
    project.corpus.states[:2] = TokenState.UNKNOWN
    assert exported(file, project, out, which=finished) == "Ida B-PER\n"
    project.corpus.states[:] = TokenState.UNKNOWN
    assert export(project, file.sentence_sources, out, which=finished) == 0


def test_of_texts_that_are_kept_whole_no_sentence_is_left_out(file, tmp_path):
    line = '{"text": "Anna came. Ben left.", "label": [[0, 4, "PER"]]}\n'
    project = imported(file, tmp_path / "in.jsonl", line, use=Use.GOLD)
    with pytest.raises(DataError, match="not done cannot be left out"):
        exported(file, project, tmp_path / "out", which=Which.DONE)
    exported(file, project, tmp_path / "out", which=Which.DONE, format_name="columns")


def test_documents_go_one_behind_the_other_or_into_a_folder(file, tmp_path):
    imported(file, tmp_path / "a.conll", "\ufeffa B-PER\n")
    project = imported(file, tmp_path / "b.conll", "\ufeffb B-PER\n")
    assert exported(file, project, tmp_path / "out") == "\ufeffa B-PER\n\nb B-PER\n"
    folder = tmp_path / "folder"
    folder.mkdir()
    export(project, file.sentence_sources, folder)
    assert {p.name: p.read_text("utf-8-sig") for p in folder.iterdir()} == {
        "a.conll": "a B-PER\n",
        "b.conll": "b B-PER\n",
    }


def test_a_folder_gets_all_documents_or_none(file, tmp_path):
    imported(file, tmp_path / "a.conll", "a B-PER\n")
    project = imported(file, tmp_path / "b.conll", "b B-PER\n")
    folder = tmp_path / "folder"
    (folder / "b.conll").mkdir(parents=True)
    with pytest.raises(DataError, match=r"b\.conll: This is a folder; name a file in it\."):
        export(project, file.sentence_sources, folder)
    assert [path.name for path in folder.iterdir()] == ["b.conll"]


def test_labelled_and_unlabelled_documents_of_one_kind_share_a_file(file, tmp_path):
    imported(file, tmp_path / "a.conll", "a B-PER\n")
    project = imported(file, tmp_path / "b.conll", "b\n", columns=("word",), format="columns")
    assert exported(file, project, tmp_path / "out") == "a B-PER\n\nb O\n"


def test_documents_of_one_name_have_files_of_their_own(file, tmp_path):
    for content in ("a B-PER\n", "b B-PER\n"):
        project = imported(file, tmp_path / "a.conll", content)
    with folder_to_make(project, tmp_path / "one" / "two"):
        export(project, file.sentence_sources, tmp_path / "one" / "two")
    assert {p.name: p.read_text() for p in (tmp_path / "one" / "two").iterdir()} == {
        "a.conll": "a B-PER\n",
        "2-a.conll": "b B-PER\n",
    }
    with (
        pytest.raises(DataError, match="There is a file where a folder is needed"),
        folder_to_make(project, tmp_path / "a.conll" / "folder"),
    ):
        pass


def test_no_file_takes_the_place_of_another_where_capitals_are_the_same(file, tmp_path):
    contents = {"a.conll": "a B-PER\n", "3-A.conll": "b B-PER\n", "A.conll": "c B-PER\n"}
    for name, content in contents.items():
        project = imported(file, tmp_path / name, content)
    assert [path.name for path in files_in(project, tmp_path)] == [
        "a.conll",
        "3-A.conll",
        "3-3-A.conll",
    ]


def test_words_with_white_space_make_rows_that_others_can_part(file, tmp_path):
    content = "New York\tB-LOC\n5\u00a0mg\tO\n\u00a0\tO\nx\tO\n"
    project = imported(file, tmp_path / "a.tsv", content)
    imported(file, tmp_path / "b.conll", "y x O\n")
    project = file.check()
    export(project, file.sentence_sources, tmp_path / "out", format_name="columns")
    rows = (tmp_path / "out").read_text(encoding="utf-8")
    assert rows == "NewYork B-LOC\n5mg O\n_ O\nx O\n\ny O\n\n"
    form = ExportForm(format="columns")
    notes = export_report(project, file.sentence_sources, form, folder=False)
    received = {note.text: (note.n, note.sentence_indices) for note in notes}
    assert received["Words that contain spaces, exported without them"] == (3, (0,))


def test_documents_of_different_columns_are_refused_in_one_file(file, tmp_path):
    imported(file, tmp_path / "a.conll", "a B-PER\n")
    project = imported(file, tmp_path / "b.conllu", CONLLU)
    with pytest.raises(DataError, match="different columns"):
        export(project, file.sentence_sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    out = exported(file, project, tmp_path / "out", format_name="columns")
    assert out == "a B-PER\n\na ADP\nel DET\nfin NOUN\n\n"
    with pytest.raises(DataError, match="cannot be written as"):
        export(project, file.sentence_sources, tmp_path / "no", format_name="conllu")
    with pytest.raises(DataError, match="no format"):
        export(project, file.sentence_sources, tmp_path / "no", format_name="prose")
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"\x00\x01\x02\x03", "NUL"),
        (b"Anna B-PER\nM\xfcller B-PER\n", r"line 2, column 2: The byte 0xFC"),
        (b"Anna NNP B-PER\nlives O\nin IN O\nUlm NNP B-LOC\nnow RB O\nok UH O\n",
         r"line 2: Found 2 fields .* expected 3"),
        (b" \n\n", "no word"),
        (b"\x1f\x8bnonsense", "packed by gzip"),
        (b"\xff\xfea\x00", "UTF-16"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_and_leave_nothing(file, tmp_path, content, message):
    path = tmp_path / "bad.x"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        import_document(file, file.load(), path)
    assert str(caught.value).startswith(str(path))
    assert file.load().documents == {}
    assert file.load().words == []


def test_a_folder_and_a_missing_file_are_refused(tmp_path):
    with pytest.raises(DataError, match="folder"):
        prepare(tmp_path)
    with pytest.raises(DataError, match="no such file"):
        prepare(tmp_path / "none")
    path = tmp_path / "a"
    path.write_text("a")
    with pytest.raises(DataError, match="no format"):
        prepare(path, ImportOptions(format="prose"))


def test_a_sentence_of_5000_tokens_and_a_line_of_a_megabyte(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "word B-X\n" * 5000)
    assert project.corpus.offsets.tolist() == [0, 5000]
    project = imported(file, tmp_path / "b.conll", f"{'x' * 1_000_000} B-X\ny O\n")
    assert len(project.corpus.words_of(1)[0]) == 1_000_000
    project = imported(file, tmp_path / "c.txt", "word " * 200_000)
    assert project.corpus.n_tokens == 205_002
    file.check()


@pytest.mark.parametrize("calls", [1, 3, 6])
def test_a_cancelled_import_leaves_no_document(file, tmp_path, calls):
    path = tmp_path / "long.conll"
    path.write_text("".join(f"w{i} B-X\nw O\n\n" for i in range(1500)))
    image = file.load()
    left = [calls]

    def monitor(done, total):
        left[0] -= 1
        return left[0] <= 0

    with pytest.raises(JobCancelledError):
        import_document(file, image, path, monitor=monitor)
    assert image.documents == {}
    loaded = file.load()
    assert loaded.documents == {}
    assert loaded.words == image.words
    import_document(file, image, path)
    assert file.load().corpus.n_sentences == 1500


@pytest.mark.parametrize(
    ("name", "line", "end"),
    [
        ("a.conllu", "1\ta" + "\t_" * 8 + "\n\n", "1\tb\n"),
        ("a.conll", "a B-X\n\n", "b\n"),
        ("a.jsonl", '{"text": "a", "label": []}\n', "{\n"),
        ("b.jsonl", '{"text": "a", "answer": "accept"}\n', "{\n"),
    ],
)
def test_reading_is_stopped_before_the_end_of_the_file(tmp_path, name, line, end):
    (tmp_path / name).write_text(line * 4000 + end)
    stops = iter([False, False, True])
    with pytest.raises(JobCancelledError):
        prepare(tmp_path / name, monitor=lambda *_: next(stops))
    with pytest.raises(DataError, match=r"line \d+"):
        prepare(tmp_path / name, monitor=lambda *_: False)


def test_sentences_of_a_text_are_counted_while_it_is_read(tmp_path):
    (tmp_path / "a.txt").write_text("He came. " * 1000)
    stops = iter([False] * 3 + [True] + [False] * 99)
    with pytest.raises(JobCancelledError):
        prepare(tmp_path / "a.txt", monitor=lambda *_: next(stops))
    assert len(list(stops)) == 99


def test_edits_may_come_between_the_slices_of_an_import(file, tmp_path):
    project = imported(file, tmp_path / "a.conll", "a B-PER\nb O\n")
    path = tmp_path / "b.conll"
    path.write_text("c B-ORG\n\n" * 600)
    numbered = reserved(project, number_document(project, prepare(path), 7))
    steps = []

    def monitor(done, total):
        number = 100 + len(steps)
        steps.append(done)
        file.write_edit(retag(project, 0, 1, "B-PER", number))

    store(file, project, numbered, monitor)
    show(project, numbered)
    assert len(steps) > 2
    loaded = file.load()
    assert loaded.corpus.n_sentences == 601
    assert loaded.tags_of(0) == ["B-PER", "B-PER"]


def test_an_import_without_room_is_refused_before_the_first_row_fills_the_disk(tmp_path):
    (tmp_path / "big.txt").write_text("A few words for a sentence. " * 8000)
    (tmp_path / "small.txt").write_text("A few words.")
    with small_disk(tmp_path) as disk, ProjectFile.create(disk / "p.tagwright") as file:
        free = shutil.disk_usage(disk).free
        with pytest.raises(DiskFullError, match=r"The disk has .* so nothing was imported; free"):
            import_document(file, file.load(), tmp_path / "big.txt")
        assert free - shutil.disk_usage(disk).free < 10_000
        import_document(file, file.load(), tmp_path / "small.txt")
        assert len(file.load().documents) == 1


def test_files_without_room_for_all_are_refused_before_the_first(tmp_path, monkeypatch, capfd):
    (tmp_path / "big.txt").write_text("A few words for a sentence. " * 8000)
    (tmp_path / "small.txt").write_text("A few words.")
    names = [str(tmp_path / name) for name in ("small.txt", "big.txt", "small.txt")]
    with small_disk(tmp_path) as disk:
        project = disk / "p.tagwright"
        assert run(["new", str(project)]) == 0
        capfd.readouterr()
        assert run(["import", str(project), *names]) == 1
        told = capfd.readouterr()
        assert "so nothing was imported; free" in told.err
        assert told.out == ""
        with ProjectFile.open(project) as file:
            assert not file.load().documents
        # Another program may take the room meanwhile.
        asked, check_room = [], import_ids.check_room

        def checked(path, n_bytes, what):
            asked.append(n_bytes)
            if len(asked) > 1:
                check_room(path, n_bytes, what)

        monkeypatch.setattr(import_ids, "check_room", checked)
        assert run(["import", str(project), *names]) == 1
        told = capfd.readouterr()
        assert "so the import ended before “big.txt”; free" in told.err
        assert "small.txt: 1 sentence" in told.out
        with ProjectFile.open(project) as file:
            assert [one.name for one in file.load().documents.values()] == ["small.txt"]


def test_a_full_disk_during_import_leaves_no_document(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(import_ids, "check_room", lambda *_: None)
    path = tmp_path / "big.txt"
    path.write_text("A few words for a sentence. " * 8000)
    with small_disk(tmp_path) as disk, ProjectFile.create(disk / "p.tagwright") as file:
        with pytest.raises(Exception, match="disk is full"):
            import_document(file, file.load(), path)
        assert file.load().documents == {}
    assert all("the newest steps are in" in message for message in caplog.messages)


def test_a_full_disk_and_a_read_only_folder_stop_an_export(file, tmp_path):
    project = imported(file, tmp_path / "in.conll", "a_long_word B-X\n" * 60_000)
    with small_disk(tmp_path) as disk:
        (disk / "out").write_text("before")
        with pytest.raises(DataError, match="disk is full"):
            export(project, file.sentence_sources, disk / "out")
        assert (disk / "out").read_text() == "before"
        assert len(list(disk.iterdir())) == 1
    folder = tmp_path / "locked"
    folder.mkdir()
    with read_only(folder), pytest.raises(DataError, match="cannot be written"):
        export(project, file.sentence_sources, folder / "out")
    with pytest.raises(DataError, match="no such folder"):
        export(project, file.sentence_sources, tmp_path / "none" / "out")


@pytest.mark.skipif(not CORPORA, reason="TAGWRIGHT_CORPORA names no folder of corpora")
@pytest.mark.parametrize("name", ["conll2000/test.txt.gz", "ud/en_ewt-ud-train.conllu.gz",
                                  "conll2002/ned.testa.gz"])  # fmt: skip
def test_corpora_come_out_byte_for_byte(file, tmp_path, name):
    path = Path(CORPORA) / name
    project = file.load()
    import_document(file, project, path)
    export(project, file.sentence_sources, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == gzip.decompress(path.read_bytes())


def test_an_edit_that_is_empty_is_no_import(file):
    assert Edit("import_document", "").empty


MARKED = (
    "\ufeff-DOCSTART- -X- O\r\n\r\nAnna B-PER\r\nleft O\r\n\r\n"
    "# kept here\n \n-DOCSTART- -X- O\n\n-DOCSTART- -X- O\n\nUlm S-LOC\n\nb O\n\t\n"
    "-DOCSTART- -X- O\nIda B-PER\nB. I-PER\n\n-DOCSTART- -X- O\n"
)


def test_a_file_becomes_a_document_for_each_mark_and_one_file_again(file, tmp_path):
    path = tmp_path / "eng.train.gz"
    path.write_bytes(gzip.compress(MARKED.encode()))
    options = ImportOptions("columns", options=(("documents", "marks"),))
    prepared = prepare(path, options)
    assert [one.name for one in prepared.parts] == ["eng 1.train", "eng 2.train", "eng 3.train"]
    assert prepared.texts == ["Anna left", "Ulm", "b", "Ida B."]
    assert prepared.scheme == "iob2", "one file has one scheme"
    project = file.load()
    numbered = reserved(project, number_document(project, prepared, 1))
    store(file, project, numbered)
    show(project, numbered)
    assert project.corpus.documents.tolist() == [1, 2, 2, 3]
    assert exported(file, project, tmp_path / "out.conll") == MARKED
    stored = file.check()
    assert stored.documents == project.documents
    assert stored.corpus.documents.tolist() == [1, 2, 2, 3]
    (folder := tmp_path / "out").mkdir()
    export(project, file.sentence_sources, folder)
    names = sorted(one.name for one in folder.iterdir())
    assert b"".join((folder / name).read_bytes() for name in names) == MARKED.encode()
    assert prepare(path, ImportOptions("columns")).parts == ()
    path.write_bytes(b"a B-X\nb O\n")
    assert prepare(path, options).parts == ()


def test_all_documents_of_a_file_are_one_step(file, tmp_path):
    path = tmp_path / "eng.train"
    path.write_text(MARKED)
    options = ImportOptions("columns", options=(("documents", "marks"),))
    project = file.load()
    import_document(file, project, path, options)
    assert [step_name(edit) for edit, _ in file.history.recent_edits()] == ["import eng.train"]
    (edit, _), *_ = file.history.recent_edits()
    record_undo(file, edit)
    assert [one.removed for one in file.load().documents.values()] == [True] * 3
    record_redo(file, edit)
    assert not any(one.removed for one in file.load().documents.values())

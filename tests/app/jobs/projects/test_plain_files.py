"""Tests of saving a project as plain files and reading it back without loss."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.documents import SourceRecord
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.edits.gazetteers import add_gazetteer
from app.edits.rules import add_rules
from app.jobs.exporting.documents import export
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects.check import UNUSABLE_MODEL
from app.jobs.projects.create import create_sample
from app.jobs.projects.plain_files import write_everything
from app.jobs.projects.read_plain_files import read_everything
from app.storage.errors import ExistsError
from app.storage.project_file import ProjectFile
from crfcore import whole_files
from crfcore.crf import LinearChainCRF
from crfcore.errors import DataError
from tests.kill_points import kills
from tests.memory_projects import contents_of
from tests.project_files import LABELLED, add_document, retag, small_project
from tests.small_disks import small_disk


def without_steps(project):
    """Return everything but the step ids, which the new history does not keep."""
    values = list(contents_of(project))
    del values[2]
    corpus = project.corpus
    words = [project.words[word] for word in corpus.columns.ravel().tolist()]
    names = (corpus.texts, corpus.starts.tolist(), corpus.ends.tolist(), corpus.ids.tolist())
    return values, words, names, dict(project.gazetteers), dict(project.phrases)


def rules_of(edit):
    """Return the change of a grammar as the second row of its table."""
    (change,) = edit.gazetteers
    return replace(change, after=replace(change.after, id=2, position=1))


def stamped(edit, number):
    return replace(edit, id=number, made_at="2026-01-02T00:00:00+00:00", annotator="Ben")


MODEL = LinearChainCRF(max_iterations=1).fit([[["a"], ["b"]]], [["x", "y"]]).to_bytes()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    labels = (Label(1, "PER", 0, "1", 0), Label(2, "LOC", 1, "2", 1, removed=True))
    ProjectFile.create(path, ProjectSettings(learning_paused=True), labels, "Ann").close()
    with ProjectFile.open(path) as file:
        add_document(file, LABELLED, edit_id=1)
        add_document(file, LABELLED[:2], edit_id=2)
        project = file.load()
        file.write_edit(stamped(retag(project, 0, 0, "B-LOC", 3), 3))
        rule = ProjectRule(0, "followed_by", '{"first":"PER","then":["LOC"]}')
        file.write_edit(stamped(add_rules(project, [rule]), 4))
        edit = add_gazetteer(project, Gazetteer(0, "a/b: towns", label="LOC"), {"New York": "LOC"})
        file.write_edit(stamped(edit, 5))
        edit = add_gazetteer(project, Gazetteer(0, "rules", grammar='LOC -> "Ulm"\n'), {})
        file.write_edit(stamped(replace(edit, gazetteers=(rules_of(edit),)), 6))
        with file.database.transaction() as connection:
            connection.execute("INSERT INTO marks VALUES (2, ?)", (int(SentenceFlags.FLAGGED | 1),))
            connection.execute("UPDATE sentences SET role = 1 WHERE id = 3")
        file.imports.add_records(1, [])
        file.write_model(1, MODEL, {})
    return path


def written(path, out):
    with ProjectFile.open(path) as file:
        return write_everything(file, out)


def loaded(path):
    with ProjectFile.open(path) as file:
        return file.load()


def test_what_was_written_is_read_again(path, tmp_path):
    out = tmp_path / "files"
    written(path, out)
    back = tmp_path / "back.tagwright"
    assert "5 sentences" in read_everything(out, back, "Ann")
    assert without_steps(loaded(back)) == without_steps(loaded(path))
    second = tmp_path / "again"
    written(back, second)
    for name in ("project.json", "records.jsonl"):
        assert (second / name).read_text() == (out / name).read_text()


def test_an_export_of_what_was_read_again_is_that_of_the_project(tmp_path):
    path, back = tmp_path / "sample.tagwright", tmp_path / "back.tagwright"
    create_sample(path)
    out = tmp_path / "files"
    written(path, out)
    read_everything(out, back)
    for path_there in (path, back):
        folder = tmp_path / path_there.stem
        folder.mkdir()
        with ProjectFile.open(path_there) as file:
            export(file.load(), file.sentence_sources, folder, records=file.records)
    for one in (tmp_path / "sample").iterdir():
        assert (tmp_path / "back" / one.name).read_bytes() == one.read_bytes()
        assert (out / "documents" / one.name).read_bytes() == one.read_bytes()


def test_other_programs_find_what_they_know(path, tmp_path):
    out = tmp_path / "files"
    written(path, out)
    assert "tagwright new PROJECT --from FOLDER" in (out / "README.txt").read_text()
    assert (out / "model.crf").read_bytes() == MODEL
    gazetteer, grammar = sorted((out / "gazetteers").iterdir())
    assert gazetteer.name == "1-a_b_ towns.tsv"
    assert gazetteer.read_text() == "New York\tLOC\n"
    assert grammar.name == "2-rules.txt"
    assert grammar.read_text() == 'LOC -> "Ulm"\n'
    assert (out / "documents").is_dir()
    steps = [json.loads(line) for line in (out / "history.jsonl").read_text().splitlines()]
    assert [step["step"] for step in steps] == [1, 2, 3, 4, 5, 6]
    assert steps[2]["annotator"] == "Ben"
    sentences = [json.loads(line) for line in (out / "sentences.jsonl").read_text().splitlines()]
    assert sentences[0]["tokens"][0] == {
        "start": 0,
        "end": 4,
        "fields": ["Anna"],
        "state": "confirmed",
        "tags": ["B-LOC"],
        "step": 3,
    }
    assert sentences[1]["marks"] == ["skipped", "flagged"]
    assert sentences[2]["role"] == "control"


def test_a_model_that_cannot_be_read_is_left_out_and_named(path, tmp_path):
    assert written(path, tmp_path / "with").endswith("19 tokens, 1 label")
    with ProjectFile.open(path) as file:
        file.write_model(1, MODEL[:-1] + bytes([MODEL[-1] ^ 1]), {})
    text = written(path, tmp_path / "without")
    assert text.endswith(f". {UNUSABLE_MODEL[:-1]}")
    assert not (tmp_path / "without" / "model.crf").exists()
    assert (tmp_path / "without" / "documents").exists()


def test_an_empty_project_comes_back_empty(tmp_path):
    path = tmp_path / "empty.tagwright"
    ProjectFile.create(path, ProjectSettings(scheme="tokens")).close()
    written(path, tmp_path / "files")
    back = tmp_path / "back.tagwright"
    read_everything(tmp_path / "files", back)
    assert loaded(back).settings.scheme == "tokens"


def test_a_folder_with_files_is_left_alone(path, tmp_path):
    with pytest.raises(DataError, match="choose a new folder"):
        written(path, tmp_path)
    (tmp_path / "new").mkdir()
    written(path, tmp_path / "new")
    assert (tmp_path / "new" / "project.json").exists()


def test_a_full_disk_leaves_nothing(path, tmp_path):
    with small_disk(tmp_path, "16k") as disk:
        with pytest.raises(DataError, match=r"room|space|full"):
            written(path, disk / "files")
        assert list(disk.iterdir()) == []


def test_an_export_that_is_cancelled_leaves_nothing(tmp_path):
    from app.jobs.progress import JobCancelledError

    path = tmp_path / "p.tagwright"
    small_project(path, LABELLED * 200)
    with ProjectFile.open(path) as file, pytest.raises(JobCancelledError):
        write_everything(file, tmp_path / "files", lambda _done, _total: True)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_project_that_is_there_is_not_replaced(path, tmp_path):
    written(path, tmp_path / "files")
    before = path.read_bytes()
    with pytest.raises(ExistsError):
        read_everything(tmp_path / "files", path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "old", "new", "match"),
    [
        ("project.json", '"format": 1', '"format": 2', "newer version"),
        ("project.json", '"settings"', '"setting"', "not what"),
        ("project.json", "{", "[{", "not what"),
        ("sentences.jsonl", '"start": 0', '"start": 99', "line 1.*are not inside"),
        ("sentences.jsonl", '"id": 1', '"id": 9', "line 2.*comes after"),
        ("sentences.jsonl", '"document": 1', '"document": 2', "line 2.*is of document 1 and comes"),
        ("sentences.jsonl", "confirmed", "sure", "line 1"),
        ("sentences.jsonl", '"document": 1', '"document": 7', "line 1"),
        ("sentences.jsonl", "{", "", "line 1"),
        ("records.jsonl", "", '{"document": 1}\n', "line 1"),
        ("records.jsonl", "", '{"document": 8, "first_sentence": 1, "raw": ""}\n', "document 8"),
        ("records.jsonl", "", "3\n", "no object"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(path, tmp_path, name, old, new, match):
    out, back = tmp_path / "files", tmp_path / "back.tagwright"
    written(path, out)
    text = (out / name).read_text()
    (out / name).write_text(text.replace(old, new, 1) if old else new)
    with pytest.raises(DataError, match=match) as received:
        read_everything(out, back)
    assert name in str(received.value)
    assert not back.exists()


def test_missing_or_foreign_files_are_told(path, tmp_path):
    out, back = tmp_path / "files", tmp_path / "back.tagwright"
    with pytest.raises(DataError, match="whole exported folder"):
        read_everything(tmp_path / "none", back)
    written(path, out)
    (out / "sentences.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="no UTF-8"):
        read_everything(out, back)
    assert not back.exists()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.lists(
            st.tuples(
                st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=4),
                st.sampled_from(["O", "B-PER", "B-LOC", "odd tag"]),
            ),
            min_size=1,
            max_size=5,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_any_words_and_tags_come_back(tmp_path_factory, sentences):
    folder = tmp_path_factory.mktemp("any")
    path, back = folder / "p.tagwright", folder / "back.tagwright"
    small_project(path, sentences)
    written(path, folder / "files")
    read_everything(folder / "files", back)
    assert without_steps(loaded(back)) == without_steps(loaded(path))


def test_many_sentences_and_records_come_back(tmp_path):
    path, back = tmp_path / "p.tagwright", tmp_path / "back.tagwright"
    small_project(path, LABELLED * 200)
    with ProjectFile.open(path) as file:
        records = [SourceRecord(601, "{}\n"), SourceRecord(603, "odd")]
        add_document(file, LABELLED, edit_id=2, records=records)
    written(path, tmp_path / "files")
    received = []
    read_everything(
        tmp_path / "files", back, monitor=lambda done, total: bool(received.append((done, total)))
    )
    assert received == [(500, 0)]
    assert without_steps(loaded(back)) == without_steps(loaded(path))
    with ProjectFile.open(back) as file:
        assert list(file.records(2)) == records
        assert list(file.records(1)) == []


def test_a_file_of_json_lines_comes_out_byte_for_byte(tmp_path):
    text = (
        '{"id": 7, "text": "Anna lives 😀 in Ulm.", "label": [[0, 4, "PER"]], "meta": {"a": 1}}\n'
        '{"id": 9, "text": "No names.", "label": []}\n'
    )
    source = tmp_path / "notes.jsonl"
    source.write_text(text, encoding="utf-8")
    path, back = tmp_path / "p.tagwright", tmp_path / "back.tagwright"
    with ProjectFile.create(path) as file:
        import_document(file, file.load(), source, ImportOptions("doccano"))
    written(path, tmp_path / "files")
    read_everything(tmp_path / "files", back)
    out = tmp_path / "out.jsonl"
    with ProjectFile.open(back) as file:
        export(file.load(), file.sentence_sources, out, records=file.records)
    assert out.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("room", range(20, 80, 12))
def test_a_disk_that_fills_up_at_any_file_writes_nothing(path, tmp_path, room):
    with small_disk(tmp_path, f"{room}k") as disk:
        out = disk / "files"
        with suppress(DataError):
            written(path, out)
        assert not out.exists() or list((out / "documents").iterdir())
        assert out.exists() or list(disk.iterdir()) == []


def test_a_document_that_the_disk_refuses_is_not_left_out(path, tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise DataError("The disk is full.", path=tmp_path) from OSError(28, "No space left")

    monkeypatch.setattr("app.jobs.projects.plain_files.export", refuse)
    with pytest.raises(DataError, match="disk is full"):
        written(path, tmp_path / "files")
    assert not (tmp_path / "files").exists()


def test_an_export_that_is_killed_leaves_no_half_folder(path, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    for step in kills(lambda: written(path, folder / "files"), folder):
        shown = {one.name for one in folder.iterdir() if not one.name.startswith(".unfinished-")}
        assert shown <= {"files"}, step
        if (folder / "files").exists():
            assert (folder / "files" / "documents").exists()
    assert {one.name for one in folder.iterdir()} == {"files"}


def test_a_project_whose_making_is_killed_is_whole_or_not_there(path, tmp_path):
    written(path, tmp_path / "files")
    folder = tmp_path / "out"
    folder.mkdir()
    back = folder / "back.tagwright"
    for step in kills(lambda: read_everything(tmp_path / "files", back), folder, every=30):
        if back.exists():
            assert loaded(back).corpus.texts == loaded(path).corpus.texts, step
    assert {one.name for one in folder.iterdir()} == {"back.tagwright"}


def test_what_has_come_into_the_folder_meanwhile_stays(path, tmp_path, monkeypatch):
    out = tmp_path / "files"
    put = whole_files.put

    def put_second(made, **choices):
        if out in [target for _, target in made]:
            out.mkdir()
            (out / "first").touch()
        put(made, **choices)

    monkeypatch.setattr(whole_files, "put", put_second)
    with pytest.raises(DataError, match="put files into this folder meanwhile; choose a new"):
        written(path, out)
    assert [one.name for one in out.iterdir()] == ["first"]


@pytest.mark.parametrize("beside", ["", "deeper"])
def test_a_name_that_is_too_long_is_told(path, tmp_path, beside):
    with pytest.raises(DataError, match="too long for the disk; choose a shorter one"):
        written(path, tmp_path / ("x" * 300) / beside)


def test_a_folder_in_a_file_is_told(path, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="There is a file where a folder is needed"):
        written(path, tmp_path / "file" / "out")


def test_names_of_any_length_do(path, tmp_path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE documents SET name = ?", ("ä" * 300,))
    written(path, tmp_path / "files")
    assert len(list((tmp_path / "files" / "documents").iterdir())) == 2


@pytest.mark.parametrize(
    ("name", "keys", "value", "found"),
    [
        ("project.json", ["labels"], 5, "“labels” is 5, and a list is expected"),
        ("project.json", ["labels", 0, "name"], "x" * 1_001, "in “labels[0]”, “name” is \"xxx"),
        ("project.json", ["labels"], [None], "“labels[0]” is null, and an object is expected"),
        ("project.json", ["documents"], [None], "“documents[0]” is null, and an object is"),
        ("project.json", ["settings"], "x", "“settings” is \"x\", and an object is expected"),
        ("project.json", ["settings", "control_size"], None, "“control_size” is null, and a whole"),
        ("project.json", ["documents", 0, "layout"], 1, "in “documents[0]”, “layout” is 1, and an"),
        ("project.json", ["documents", 0, "id"], "1", "“id” is \"1\", and a whole number is"),
        ("project.json", ["documents", 0, "layout", "options"], 5, "“options” is 5, and a list"),
        ("project.json", ["rules", 0, "cost"], [], "“cost” is [], and a number is expected"),
        ("project.json", ["rules", 0], {}, "in “rules[0]”, “id” is missing"),
        ("project.json", ["gazetteers", 0, "phrases"], [], "“phrases” is [], and an object is"),
        ("project.json", ["gazetteers", 0, "effect"], "x", "“effect” is \"x\", and one of implies"),
        ("project.json", ["gazetteers", 1, "grammar"], 5, "“grammar” is 5, and a text is"),
        ("project.json", ["gazetteers", 0, "phrases"], {"a": 1}, "“phrases.a” is 1, and a text"),
        ("sentences.jsonl", ["tokens"], None, "“tokens” is null, and a list is expected"),
        ("sentences.jsonl", ["tokens", 0], 5, "“tokens[0]” is 5, and an object is expected"),
        ("sentences.jsonl", ["tokens", 0, "start"], None, "“start” is null, and a whole number"),
        ("sentences.jsonl", ["tokens", 0, "start"], 2**40, "“tokens[0].start” is 10995"),
        ("sentences.jsonl", ["tokens", 0, "state"], "x", "“state” is \"x\", and one of unknown, "),
        ("sentences.jsonl", ["tokens", 0, "tags"], [1], "“tags[0]” is 1, and a text is expected"),
        ("sentences.jsonl", ["role"], 5, "“role” is 5, and a text is expected"),
        ("sentences.jsonl", ["marks"], ["x"], "“marks” is \"x\", and one of "),
        ("sentences.jsonl", ["document"], 77, "document 77 is none of project.json"),
        ("sentences.jsonl", ["lines"], None, "“lines” is null, and a list is expected"),
    ],
)  # fmt: skip
def test_what_is_another_kind_is_told_with_its_name(path, tmp_path, name, keys, value, found):
    out, back = tmp_path / "files", tmp_path / "back.tagwright"
    written(path, out)
    text = (out / name).read_text()
    first = text if name == "project.json" else text.splitlines()[0]
    inner = whole = json.loads(first)
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    (out / name).write_text(json.dumps(whole, ensure_ascii=False) + "\n")
    with pytest.raises(DataError) as received:
        read_everything(out, back)
    assert found in str(received.value)
    assert str(received.value).startswith(f"{out / name}")
    assert not back.exists()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' + "1" * 5_000 + "}", '{"a": }', "{'a'"])
def test_what_is_no_json_is_told_in_our_words(path, tmp_path, text):
    out = tmp_path / "files"
    written(path, out)
    (out / "sentences.jsonl").write_text(text)
    with pytest.raises(DataError, match=r"is no JSON|too many digits") as received:
        read_everything(out, tmp_path / "back.tagwright")
    assert "char " not in str(received.value)

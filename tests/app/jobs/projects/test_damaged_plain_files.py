"""Tests of exported folders that were changed, cut off, or made by other people."""

from __future__ import annotations

import json
import os

import pytest

from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects import exported_files
from app.jobs.projects.check import check_project
from app.jobs.projects.create import label_rows
from app.jobs.projects.plain_files import write_everything
from app.jobs.projects.read_plain_files import read_everything
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError
from crfcore.text.lines import reading_streams

TABLE = "Anna\tB-PER\nlives\tO\n\nUlm\tB-LOC\n"
NOTES = '{"text": "Ben sleeps.", "label": [[0, 3, "PER"]]}\n'
FILES = ("project.json", "sentences.jsonl", "records.jsonl")


@pytest.fixture
def out(tmp_path):
    """Return a folder with everything of a project of two formats."""
    path = tmp_path / "p.tagwright"
    with ProjectFile.create(path, labels=label_rows(["PER", "LOC"], "iob2")) as file:
        for name, text, form, columns in (
            ("table.conll", TABLE, "columns", ("word", "label")),
            ("notes.jsonl", NOTES, "doccano", ()),
        ):
            (tmp_path / name).write_text(text)
            options = ImportOptions(form, columns=columns)
            import_document(file, file.load(), tmp_path / name, options)
        write_everything(file, tmp_path / "files")
    return tmp_path / "files"


def refusal(out):
    """Return the message about a folder, of which no project is made."""
    made = out.parent / "made"
    made.mkdir()
    with reading_streams(), pytest.raises(DataError) as received:
        read_everything(out, made / "new.tagwright")
    assert list(made.iterdir()) == []
    text = str(received.value)
    assert text.count("\n") == 0
    return text


def changed(out, name, change):
    """Change the values of a line of a file, by default the first."""
    path = out / name
    if name == "project.json":
        values = json.loads(path.read_text())
        change(values)
        path.write_text(json.dumps(values))
        return
    values = [json.loads(line) for line in path.read_text().splitlines()]
    change(values)
    path.write_text("".join(json.dumps(one) + "\n" for one in values))


def test_a_project_of_two_formats_comes_back(out, tmp_path):
    read_everything(out, tmp_path / "new.tagwright")
    check_project(tmp_path / "new.tagwright")
    counts = json.loads((out / "project.json").read_text())["counts"]
    assert counts == {"sentences": 3, "records": 1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of Unix")
@pytest.mark.parametrize("name", FILES)
def test_pipes_and_devices_are_refused(out, name):
    (out / name).unlink()
    os.mkfifo(out / name)
    assert f"{name}: This is a pipe" in refusal(out)


@pytest.mark.skipif(os.name != "posix", reason="devices of Unix")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("target", ["/dev/zero", "elsewhere"])
def test_links_out_of_the_folder_are_not_followed(out, name, target, tmp_path):
    (out / name).rename(tmp_path / "elsewhere")
    (out / name).symlink_to(tmp_path / target)
    assert f"{name}: This is a link to another folder" in refusal(out)


def test_a_folder_may_be_a_link(out, tmp_path):
    (tmp_path / "link").symlink_to(out)
    assert "3 sentences" in read_everything(tmp_path / "link", tmp_path / "new.tagwright")


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [("LONGEST_LINE", 40, "more than 40 bytes"), ("MOST_LISTS", 3, "more than 3 lists")],
)
def test_what_is_read_at_once_is_limited(out, monkeypatch, limit, most, said):
    monkeypatch.setattr(exported_files, limit, most)
    assert said in refusal(out)


def set_at(*keys, to):
    def change(values):
        for key in keys[:-1]:
            values = values[key]
        values[keys[-1]] = to

    return change


HUGE = 10**20
RULE = {
    "id": 1,
    "kind": "count",
    "parameters": "[]",
    "name": "",
    "on": True,
    "cost": None,
    "position": 0,
}


@pytest.mark.parametrize(
    ("keys", "value", "said"),
    [
        (("labels", 0, "id"), HUGE, "in “labels[0]”, “id” is 1000"),
        (("labels", 0, "position"), HUGE, "in “labels[0]”, “position” is 1000"),
        (("labels", 0, "colour"), -1, "“colour” is -1, and a whole number from 0 to"),
        (("labels", 1, "id"), 1, "in “labels[1]”, “id” is 1, which another one has"),
        (("labels", 1, "name"), "PER", 'in “labels”, 2 have the “name” "PER"'),
        (("labels", 0, "name"), "A\nB", "a control character"),
        (("documents", 0, "id"), HUGE, "in “documents[0]”, “id” is 1000"),
        (("documents", 1, "id"), 1, "in “documents[1]”, “id” is 1, which another one has"),
        (("documents", 0, "layout", "format"), "text", "the columns are not those"),
        (("documents", 0, "layout", "format"), "brat", "the columns are not those"),
        (
            ("documents", 0, "layout", "columns"),
            ["label", "label"],
            "has 0 times “word” and 2 times",
        ),
        (("documents", 0, "layout", "columns"), ["word", "label", "x"], "“token_lines” are not"),
        (("documents", 1, "layout", "format"), "brat", None),
        (("settings", "c2"), 10**400, "a number is too large"),
        (("settings", "control_size"), HUGE, "control_size"),
        (("counts", "sentences"), 4, "sentences.jsonl, line 3: This is not what “Export"),
        (("counts", "records"), "x", "“counts.records” is"),
        (("rules",), [RULE], "“parameters” is []"),
        (("rules",), [{**RULE, "parameters": "{}", "cost": -1.0}], "“cost” is -1.0, and a number"),
    ],
)
def test_values_of_a_project_are_checked_before_it_is_made(out, keys, value, said, tmp_path):
    changed(out, "project.json", set_at(*keys, to=value))
    if said is None:
        read_everything(out, tmp_path / "new.tagwright")
        check_project(tmp_path / "new.tagwright")
        return
    text = refusal(out)
    assert said in text
    assert ".json" in text


def token(name, value, at=0):
    return set_at(0, "tokens", at, name, to=value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (token("tags", ["B-X\nEvil\tB-LOC"]), 'the tag "B-X\\nEvil\\tB-LOC" holds a control'),
        (token("tags", []), "“tags” is [], and one tag"),
        (token("fields", ["Anna", "x"], 0), "“tokens[1].fields” has 1 texts, and 2 are expected"),
        (token("fields", ["Otto"]), '“tokens[0].fields[0]” is "Otto", and the text has "Anna"'),
        (token("fields", [["Anna"]]), '“fields[0]” is ["Anna"], and a text'),
        (token("end", HUGE), "not inside its text"),
        (set_at(0, "token_lines", to=[HUGE, 1]), "“token_lines” names lines other"),
        (set_at(0, "lines", to=["Anna\n"]), "“token_lines” names lines other"),
        (set_at(0, "id", to=HUGE), "sentence 1000"),
        (set_at(0, "document", to=HUGE), "document 1000"),
        (set_at(0, "text", to="\ud800"), "half of a character"),
    ],
)
def test_values_of_a_sentence_are_checked(out, change, said):
    changed(out, "sentences.jsonl", change)
    text = refusal(out)
    assert "sentences.jsonl, line 1: " in text
    assert said in text


@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_file_that_was_cut_off_is_told(out, n):
    path = out / "sentences.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:n]))
    assert f"{n} lines, and project.json counts 3" in refusal(out)


def test_records_that_are_gone_are_told_without_counts(out):
    changed(out, "project.json", lambda values: values.pop("counts"))
    (out / "records.jsonl").write_text("")
    assert "records.jsonl: This is not what “Export everything” writes (no rec" in refusal(out)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (set_at(0, "raw", to="{"), "“raw” cannot be read: This line is not one object in JSON"),
        (set_at(0, "first_sentence", to=HUGE), "“first_sentence” is 1000"),
        (set_at(0, "document", to=7), "document 7"),
    ],
)
def test_values_of_a_record_are_checked(out, change, said):
    changed(out, "records.jsonl", change)
    text = refusal(out)
    assert "records.jsonl, line 1: " in text
    assert said in text

"""Tests of each value's type, range and references in a project file."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from app.domain.edits import Edit, LabelChange
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.edits.gazetteers import add_gazetteer
from app.storage.errors import DamagedError, ProjectFileError
from app.storage.project_file import ProjectFile
from app.storage.sentence_rows import checksum
from app.storage.tables import LARGEST_COST, MAX_NAME, TABLES
from tests.project_files import retag, small_project

RULE = "INSERT INTO rules VALUES (1, 'not_after', '{}', '', 1, NULL, 0)"
GAZETTEER = (
    "INSERT INTO gazetteers VALUES (1, 'g', 0, '', 0, 1, 1, 'implies', '[]', NULL, 0, NULL, NULL)"
)
LABEL = "INSERT INTO labels VALUES (1, 'PER', 0, '1', 0, 0, NULL)"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))
    return path


def altered(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def read_whole(path):
    """Do what a window and `tagwright check` do; either may find the error."""
    with ProjectFile.open(path) as file:
        file.load()
        file.history.recent_edits()
        file.history.entries()
        file.newest_model()
        file.history.authors([1, 2])
        for document in file.load().documents:
            list(file.sentence_sources(document))


@pytest.mark.parametrize(
    "statements",
    [
        ["UPDATE sentences SET role = 300"],
        ["UPDATE sentences SET role = -1"],
        ["UPDATE sentences SET role = 'x'"],
        ["UPDATE sentences SET document_id = 1099511627776"],
        ["UPDATE sentences SET document_id = 7"],
        ["UPDATE sentences SET id = -id"],
        ["UPDATE sentences SET id = 9223372036854775807 WHERE id = 3"],
        ["UPDATE sentences SET text = CAST(text AS BLOB)"],
        ["UPDATE sentences SET starts = CAST(starts AS TEXT)"],
        ["UPDATE documents SET name = x'00ff'"],
        ["UPDATE documents SET name = 'a' || char(0)"],
        ["UPDATE documents SET name = printf('%.20000c', 'a')"],
        ["UPDATE documents SET position = 1e300"],
        ["UPDATE documents SET removed = 2"],
        ["UPDATE documents SET layout = 'null'"],
        ["UPDATE documents SET layout = replace(layout, 'false', '7')"],
        ["UPDATE annotators SET name = x'ff'"],
        [LABEL, "UPDATE labels SET key = printf('%.10000c', 'a')"],
        [LABEL, "UPDATE labels SET colour = 'red; } QWidget { image: url(file:///dev/zero) }'"],
        [LABEL, "UPDATE labels SET name = ''"],
        [LABEL, "UPDATE labels SET description = x'00'"],
        [LABEL, "UPDATE labels SET position = 9223372036854775807"],
        [
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            " INSERT INTO labels SELECT i, 'L' || i, 0, '', i, 0, NULL FROM n"
        ],
        ["UPDATE settings SET value = '7' WHERE key = 'goal'"],
        ["UPDATE settings SET value = 'NaN' WHERE key = 'c2'"],
        ["UPDATE settings SET value = '1e999' WHERE key = 'c2'"],
        ["UPDATE settings SET value = '0' WHERE key = 'control_every'"],
        ["UPDATE settings SET value = printf('%.5000c', '9') WHERE key = 'train_every'"],
        ["UPDATE settings SET value = printf('%.100000c', '[') WHERE key = 'c2'"],
        ["UPDATE settings SET value = '\"none\"' WHERE key = 'scheme'"],
        ["UPDATE tag_sets SET members = '[1e400]' WHERE id = 1"],
        ["UPDATE tag_sets SET members = '[1, 0]' WHERE id = 1"],
        ["UPDATE tag_sets SET members = '{}' WHERE id = 0"],
        [RULE, "UPDATE rules SET cost = 'x'"],
        [RULE, "UPDATE rules SET cost = 9e999"],
        [RULE, "UPDATE rules SET parameters = '[]'"],
        [RULE, "UPDATE rules SET parameters = printf('%.100000c', '[')"],
        [RULE, "UPDATE rules SET id = -1"],
        [GAZETTEER, "UPDATE gazetteers SET effect = 'kills'"],
        [GAZETTEER, "UPDATE gazetteers SET share = 1.5"],
        [GAZETTEER, "UPDATE gazetteers SET grammar = x'41'"],
        [GAZETTEER, "UPDATE gazetteers SET grammar = printf('%.200001c', 'A')"],
        [GAZETTEER, "UPDATE gazetteers SET others = '[1]'"],
        [GAZETTEER, "UPDATE gazetteers SET others = '\"ab\"'"],
        ["INSERT INTO phrases VALUES (9, 'Ulm', '')"],
        [GAZETTEER, "INSERT INTO phrases VALUES (1, x'ff', '')"],
        [GAZETTEER, "INSERT INTO phrases VALUES (1, 'a' || char(0), '')"],
        [GAZETTEER, "INSERT INTO phrases VALUES (1, 'a', 'P' || char(27))"],
        [GAZETTEER, "UPDATE gazetteers SET label = 'P' || char(27)"],
        ["INSERT INTO marks VALUES (77, 1)"],
        ["INSERT INTO marks VALUES (1, 64)"],
        ["INSERT INTO models VALUES (1, '', 'null', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{}', 'text')"],
        ["INSERT INTO models VALUES (1, '', '{\"sentences\": \"abc\"}', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{\"sentences\": -5}', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{\"tokens\": 1e999}', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{\"tokens\": []}', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{\"made_at\": \"x\"}', x'00')"],
        ["INSERT INTO models VALUES (1, '', '{\"made_at\": NaN}', x'00')"],
        ["INSERT INTO models VALUES (1, '', printf('%.100000c', '['), x'00')"],
        ["UPDATE sources SET tokens = x'ffffff7f'"],
        ["UPDATE sources SET lines = x'00ff'"],
        ["UPDATE edits SET undone = 9 WHERE id = 2"],
        ["UPDATE edits SET undone = x'00'"],
        ["UPDATE edits SET kind = x'00'"],
        ["UPDATE edits SET annotator_id = 99"],
        ["UPDATE edits SET origin = 'heaven'"],
        ["UPDATE edits SET made_at = x'00'"],
        ["UPDATE edits SET id = -id"],
        ["UPDATE tags SET name = 'B-X' || char(10) || 'O' WHERE id = 1"],
        ["UPDATE tags SET name = 'B-X' || char(9) || 'O' WHERE id = 1"],
        ["UPDATE tags SET name = 'B-X' || char(133) WHERE id = 1"],
        [LABEL.replace("PER", "P\tR")],
        [LABEL, LABEL.replace("(1,", "(2,")],
        ["UPDATE documents SET layout = replace(layout, '\"word\"', '\"label\"')"],
    ],
)
def test_a_value_that_cannot_be_is_refused_when_it_is_read(path, statements):
    altered(path, *statements)
    with pytest.raises(DamagedError, match="damaged"):
        read_whole(path)
    with pytest.raises(DamagedError, match="damaged"), ProjectFile.open(path) as file:
        file.check_through()


def test_lists_that_are_nested_too_deep_are_told_in_words(path):
    altered(path, "UPDATE tag_sets SET members = printf('%.100000c', '[')")
    with pytest.raises(DamagedError, match="lists in it are nested a thousand deep"):
        read_whole(path)


def test_records_of_wrong_types_are_found_by_the_check(path):
    altered(path, "INSERT INTO records VALUES (1, 0, -4, x'00')")
    with pytest.raises(DamagedError, match="records"), ProjectFile.open(path) as file:
        file.check_through()


@pytest.mark.parametrize(
    ("column", "change"),
    [
        ("starts", lambda values: values[::-1]),
        ("starts", lambda values: values + 1000),
        ("ends", lambda values: values + 1),
        ("edits", lambda values: values + 2**60),
        ("states", lambda values: values + 7),
        ("tag_sets", lambda values: values + 77),
    ],
)
def test_arrays_beyond_their_ranges_are_refused_although_the_checksum_fits(path, column, change):
    kinds = {"states": "u1", "edits": "<i8"}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM sentences WHERE id = 1").fetchone())
        kind = kinds.get(column, "<i4")
        row[column] = change(np.frombuffer(row[column], kind)).astype(kind).tobytes()
        fixed = (row["starts"], row["ends"], row["columns"])
        total = checksum(row["text"], fixed, row["tag_sets"], row["states"], row["edits"])
        connection.execute(
            f"UPDATE sentences SET {column} = ?, checksum = ? WHERE id = 1", (row[column], total)
        )
    with pytest.raises(DamagedError, match="don't exist"), ProjectFile.open(path) as file:
        file.load()


def other_side(side, **changes):
    return json.dumps({**json.loads(side), **changes}).encode()


DOCUMENT = {
    "id": 1,
    "name": "n",
    "position": 0,
    "layout": {"format": "columns", "columns": [], "separator": "tab", "bom": False, "tail": ""},
    "removed": False,
}
LABEL_SIDE = {"id": 1, "name": "P", "colour": 0, "key": "", "position": 0, "removed": False}


@pytest.mark.parametrize(
    "changes",
    [
        {"sentences": [77]},
        {"sentences": [-1]},
        {"sentences": [2**62]},
        {"sentences": [2**70]},
        {"sentences": ["1"]},
        {"sentences": None},
        {"counts": [-1]},
        {"counts": [2**40]},
        {"counts": [0], "tokens": [], "tag_sets": [], "states": [], "edits": []},
        {"tokens": [4]},
        {"tokens": [-1]},
        {"tokens": [True]},
        {"tag_sets": [7]},
        {"tag_sets": [2**33]},
        {"states": [9]},
        {"states": [257]},
        {"edits": [2**60]},
        {"edits": "AAAA"},
        {"labels": [LABEL_SIDE | {"colour": "red"}]},
        {"labels": [LABEL_SIDE | {"name": "n" * (MAX_NAME + 1)}]},
        {"labels": [LABEL_SIDE | {"position": 10**30}]},
        {"labels": [LABEL_SIDE | {"removed": 0}]},
        {"labels": [LABEL_SIDE | {"name": "a\0"}]},
        {"labels": [None]},
        {"labels": [7]},
        {"tags": [[99, "O"]]},
        {"tags": [["0", "O"]]},
        {"tags": [[0, None]]},
        {"documents": [DOCUMENT | {"id": 12}, DOCUMENT]},
        {"documents": [DOCUMENT | {"layout": None}]},
        {"documents": [DOCUMENT | {"position": 1.5}]},
        {"marks": [[77, 1]]},
        {"marks": [[1, 640]]},
        {"marks": [[1]]},
        {"marks": 7},
        {"roles": {"sentences": [1], "roles": [9]}},
        {"roles": {"sentences": [99], "roles": [1]}},
        {"phrases": [{"gazetteer": "1", "phrases": "a", "labels": "b"}]},
        {"phrases": [None]},
        {"phrases": ["a"]},
        {"settings": {"goal": 7}},
        {"settings": []},
        {"rules": [{"id": 1}]},
        {"gazetteers": [[]]},
    ],
)
def test_a_step_that_lies_is_refused(path, changes):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        sides = connection.execute('SELECT "before", "after" FROM edits WHERE id = 2').fetchone()
        connection.execute(
            'UPDATE edits SET "before" = ?, "after" = ? WHERE id = 2',
            [other_side(side, **changes) for side in sides],
        )
    with pytest.raises(DamagedError, match="step 2 of the history"):
        read_whole(path)
    with pytest.raises(DamagedError, match="step 2"), ProjectFile.open(path) as file:
        file.check_through()


# Made by the tests: nobody who only collects them compresses hundreds of megabytes.
@pytest.mark.parametrize(
    "make_side",
    [
        lambda: zlib.compress(b" " * 200_000_000),
        lambda: zlib.compress(b'{"sentences":[' + b"0," * 30_000_000),
        lambda: zlib.compress(b'{"sentences":[' + b"{}," * 10_000_000),
        lambda: zlib.compress(b'{"sentences":' + b"[" * 100_000),
        lambda: b'{"sentences":' + b"[" * 100_000,
        lambda: b'{"sentences":[' + b"9" * 5_000 + b"]}",
        lambda: zlib.compress(b'{"sentences":[1]}' + b" " * 5_000)[:-20],
        lambda: b"[]",
        lambda: b"",
        lambda: b"\xff" * 3_000,
    ],
    ids=range(10),
)
def test_a_step_that_is_no_step_is_refused(path, make_side):
    side = make_side()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute('UPDATE edits SET "before" = ? WHERE id = 2', (side,))
    with pytest.raises(DamagedError, match="cannot be read"), ProjectFile.open(path) as file:
        file.history.recent_edits()


def test_what_cannot_be_read_again_is_not_written(path):
    with ProjectFile.open(path) as file:
        for label in (
            Label(1, "n" * (MAX_NAME + 1), 0, "", 0),
            Label(1, "a\0", 0, "", 0),
            Label(1, "a", 0, "", 10**18),
        ):
            edit = Edit("add_label", "", labels=(LabelChange(None, label),), id=3)
            with pytest.raises(ProjectFileError, match=r"not saved; choose a shorter name"):
                file.write_edit(edit)
        assert file.history.last_edit_id() == 2
        file.check()


@pytest.mark.parametrize("phrases", [{"a\0b": ""}, {"Ulm": "", "a": "P\x1b"}])
def test_phrases_that_cannot_be_read_again_are_not_written(path, phrases):
    with ProjectFile.open(path) as file:
        edit = add_gazetteer(file.load(), Gazetteer(0, "towns"), phrases)
        with pytest.raises(ProjectFileError, match=r"not saved"):
            file.write_edit(replace(edit, id=3))
        assert file.history.last_edit_id() == 2
        assert not file.check().phrases


def test_extremes_that_the_program_itself_makes_are_read_again(path):
    rule = ProjectRule(1, "not_after", "{}", "n" * MAX_NAME, cost=LARGEST_COST)
    with ProjectFile.open(path) as file:
        with file.database.transaction() as connection:
            from app.storage import writing

            writing.write_rule(connection, rule)
            writing.write_gazetteer(connection, Gazetteer(1, "", cost=2))
        assert file.load().rules == {1: rule}
        file.check()


def test_every_table_has_a_condition_for_every_column():
    for table in TABLES:
        for column in table.columns:
            assert "typeof" in column.condition

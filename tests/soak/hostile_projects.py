"""Projects, backups and preferences as somebody who wishes ill would make them."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import zlib
from contextlib import closing, suppress
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from app import preferences
from app.domain.documents import SourceRecord
from app.domain.edits import (
    DocumentChange,
    Edit,
    FlagChange,
    GazetteerChange,
    LabelChange,
    PhraseChange,
    RoleChange,
    RuleChange,
    SettingsChange,
    TagChange,
)
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule, rule_text
from app.domain.sentence_flags import SentenceFlags
from app.domain.sentences import Additions
from app.jobs.projects.backups import restore, rows_of
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile
from app.storage.sentence_rows import checksum
from app.storage.summary import steps_after, summary_of
from app.storage.tables import TABLES
from tests.project_files import (
    LABELLED,
    add_document,
    age,
    record_redo,
    record_undo,
    retag,
    small_project,
)
from tests.soak.hostile import Kind
from tests.soak.mutations import NASTY, mutated

NUMBERS = [
    -1, 0, 1, 2, 3, 7, 255, 256, 300, 2**15, 2**31 - 1, 2**31, -(2**31), 2**32, 2**40, 2**53,
    2**63 - 1, -(2**63),
]  # fmt: skip
VALUES: list[Any] = [
    *NUMBERS, None, 0.5, -0.0, 1e300, float("inf"), float("-inf"), "", "x", "O", "\0", "a\0b",
    "a" * 20_000, "<img src='file:///dev/zero'>", "/dev/zero", "../../x", "null", "[]", "{}",
    "NaN", "1e999", "9" * 5_000, "[" * 50_000, '{"a":' * 50_000, '{"a":1,"a":2}', '"\\ud800"',
    "red; } QWidget {image:url(file:///dev/zero)}", "(a*)*b", "a{1000000000}", b"", b"\xff\xfe",
    b"{}", b"\0" * 64, zlib.compress(b" " * 100_000_000), zlib.compress(b"[" * 100_000),
    zlib.compress(b'{"sentences":[' + b"1," * 20_000_000),
]  # fmt: skip
JSON_VALUES: list[Any] = [
    *NUMBERS, 2**70, -1.5, 1e308, float("nan"), float("inf"), None, True, False, "", "x", "\0",
    "AAAA", "a" * 20_000, [], {}, [[]], [1], ["x"], {"a": 1}, [None], list(range(100)),
]  # fmt: skip
SCHEMAS = [
    "CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)"
    " SELECT max(i) FROM n",
    "CREATE TRIGGER more AFTER UPDATE ON sentences BEGIN DELETE FROM words; END",
    "CREATE TRIGGER more BEFORE INSERT ON settings BEGIN SELECT RAISE(FAIL, 'no'); END",
    "CREATE TABLE more (x, y AS (hex(zeroblob(900000000))))",
    "CREATE INDEX more ON words (hex(word))",
    "CREATE VIRTUAL TABLE more USING fts5(x)",
    "CREATE VIRTUAL TABLE more USING rtree(a, b, c)",
    "ALTER TABLE marks ADD COLUMN more AS (randomblob(900000000))",
    "ALTER TABLE words RENAME TO more",
    "DROP TABLE records",
    "ANALYZE",
    "PRAGMA user_version=1",
    "PRAGMA user_version=77",
    "PRAGMA application_id=7",
    "PRAGMA auto_vacuum=FULL",
    "VACUUM",
    "DELETE FROM _sqlite_migrations",
    "UPDATE _sqlite_migrations SET name = x'ff'",
    "UPDATE sqlite_master SET rootpage = (rootpage + 1)",
    "UPDATE sqlite_master SET rootpage = 2",
    "UPDATE sqlite_master SET rootpage = 99999999 WHERE name = 'words'",
    "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')",
    "UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'BLOB')",
    "UPDATE sqlite_master SET sql = sql || ' STRICT' WHERE type = 'table'",
    "UPDATE sqlite_master SET sql = sql || ' WITHOUT ROWID' WHERE name = 'words'",
    "UPDATE sqlite_master SET name = upper(name)",
    "UPDATE sqlite_master SET sql = x'00'",
    "DELETE FROM sqlite_master WHERE name = 'tags'",
]
ARRAYS = {
    "starts": "<i4", "ends": "<i4", "columns": "<i4", "tag_sets": "<i4", "states": "u1",
    "edits": "<i8",
}  # fmt: skip
N_ROWS = {
    "settings": 15, "documents": 2, "tag_sets": 4, "rules": 1, "gazetteers": 1, "models": 1,
    "edits": 14,
}  # fmt: skip
"""So many rows the sound project has at least of each."""

IN_JSON = [
    ("settings", "value"),
    ("documents", "layout"),
    ("tag_sets", "members"),
    ("rules", "parameters"),
    ("gazetteers", "others"),
    ("models", "report"),
    ("edits", "before"),
    ("edits", "after"),
]


@cache
def bases() -> tuple[bytes, ...]:
    """Return sound projects: one with something in every table, and older ones."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.tagwright"
        small_project(path)
        with ProjectFile.open(path) as file:
            _fill(file)
            file.check()
        whole = path.read_bytes()
        contents = [whole] * 4
        for version in (1, 2, 3, 4):
            path.write_bytes(whole)
            age(path, version)
            contents.append(path.read_bytes())
    return tuple(contents)


def _fill(file: ProjectFile) -> None:
    add_document(file, LABELLED * 3, 2, records=[SourceRecord(4, "{}\n")])
    project = file.load()
    file.write_edit(retag(project, 0, 1, "B-LOC", 3))
    many = [retag(project, sentence_index, 0, "B-LOC", 4).tokens[0] for sentence_index in range(12)]
    file.write_edit(Edit("accept_sure", "accept 12", tokens=tuple(many), id=4, annotator="Ann"))
    rule = ProjectRule(1, "not_after", '{"a": "PER", "b": "LOC"}', "no", cost=1.5)
    gazetteer = Gazetteer(1, "towns", label="LOC", others=("O",), cost=2.0)
    label = Label(1, "PER", 0, "1", 0)
    document = project.documents[1]
    settings = replace(project.settings, goal=0.5)
    changes = [
        Edit("add_label", "", labels=(LabelChange(None, label),)),
        Edit("change_label", "", labels=(LabelChange(label, replace(label, colour=3)),)),
        Edit("rename_label", "", tags=(TagChange(1, project.tags[1], "B-X"),)),
        Edit("add_rules", "", rules=(RuleChange(None, rule),)),
        Edit("add_gazetteer", "", gazetteers=(GazetteerChange(None, gazetteer),)),
        Edit("set_phrase", "", phrases=(PhraseChange(1, ("Ulm", "B"), (None, None), ("", "X")),)),
        Edit("mark", "", flags=(FlagChange(1, SentenceFlags.NONE, SentenceFlags.FLAGGED),)),
        Edit("settings", "", settings=SettingsChange(project.settings, settings)),
        Edit(
            "rename_document",
            "",
            documents=(DocumentChange(document, replace(document, name="other")),),
        ),
        Edit(
            "settings",
            "",
            roles=RoleChange(
                np.array([1, 2]), np.zeros(2, np.uint8), np.array([1, 0], np.uint8)
            ),
        ),
    ]  # fmt: skip
    for number, edit in enumerate(changes, 5):
        file.write_edit(replace(edit, id=number, annotator="Ben"))
    file.write_model(1, b"no model at all", {"curve": [], "n_tokens": 3})


def make_project(rng: np.random.Generator, folder: Path) -> Path:
    """Write a project with one to three things wrong in it."""
    path = folder / "p.tagwright"
    kept = bases()
    path.write_bytes(kept[rng.integers(len(kept))])
    for _ in range(rng.integers(1, 4)):
        change = CHANGES[rng.choice(len(CHANGES), p=SHARES)]
        # What was damaged before may not be changed any more.
        with suppress(sqlite3.Error, OverflowError, ValueError, TypeError, RecursionError):
            change(rng, path)
        if change is plant:
            # SQLite would wait for a pipe beside the file.
            break
    return path


def _connected(path: Path) -> closing[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA writable_schema=ON")
    except BaseException:
        # An earlier change may have left no database.
        connection.close()
        raise
    return closing(connection)


def change_value(rng: np.random.Generator, path: Path) -> None:
    """Put a value where it cannot be."""
    table = TABLES[rng.integers(len(TABLES))]
    column = table.columns[rng.integers(len(table.columns))].name
    value = VALUES[rng.integers(len(VALUES))]
    with _connected(path) as connection:
        if rng.random() < 0.3:
            # As if the table had been made without NOT NULL, and made right again.
            value = None if rng.random() < 0.5 else value
        where = "" if rng.random() < 0.3 else " WHERE rowid = (SELECT max(rowid) FROM {0})"
        connection.execute(
            f'UPDATE OR REPLACE "{table.name}" SET "{column}" = ?' + where.format(table.name),
            (value,),
        )
        if table.name == "sentences" and rng.random() < 0.8:
            right_checksums(connection)


def change_array(rng: np.random.Generator, path: Path) -> None:
    """Put a number into an array of a sentence, or make it longer, and make the checksum right."""
    column = list(ARRAYS)[rng.integers(len(ARRAYS))]
    with _connected(path) as connection:
        number, blob = connection.execute(
            f'SELECT id, "{column}" FROM sentences LIMIT 1 OFFSET ?', (int(rng.integers(12)),)
        ).fetchone()
        values = np.frombuffer(blob, ARRAYS[column]).copy()
        kind = np.iinfo(values.dtype)
        new = int(NUMBERS[rng.integers(len(NUMBERS))])
        values[rng.integers(len(values))] = min(max(new, kind.min), kind.max)
        if rng.random() < 0.2:
            values = np.resize(values, int(rng.integers(0, 2 * len(values) + 1)))
        connection.execute(
            f'UPDATE sentences SET "{column}" = ? WHERE id = ?', (values.tobytes(), number)
        )
        right_checksums(connection)


def right_checksums(connection: sqlite3.Connection) -> None:
    """Let every sentence have the checksum of what it holds."""
    rows = connection.execute(
        "SELECT id, text, starts, ends, columns, tag_sets, states, edits FROM sentences"
    ).fetchall()
    for number, text, *blobs in rows:
        with suppress(TypeError, AttributeError):
            total = checksum(text, tuple(blobs[:3]), *blobs[3:])  # type: ignore[arg-type]
            connection.execute("UPDATE sentences SET checksum = ? WHERE id = ?", (total, number))


def change_json(rng: np.random.Generator, path: Path) -> None:
    """Put a value into JSON, or a thing of another kind."""
    table, column = IN_JSON[rng.integers(len(IN_JSON))]
    with _connected(path) as connection:
        row, stored = connection.execute(
            f'SELECT rowid, "{column}" FROM "{table}" LIMIT 1 OFFSET ?',
            (int(rng.integers(N_ROWS[table])),),
        ).fetchone()
        value = json.loads(stored)
        for _ in range(rng.integers(1, 3)):
            value = changed_json(rng, value)
        text: str | bytes = json.dumps(value)
        if isinstance(stored, bytes):
            text = str(text).encode()
            text = zlib.compress(text) if rng.random() < 0.3 else text
        connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (text, row))


def changed_json(rng: np.random.Generator, value: Any) -> Any:
    """Return JSON with another value somewhere in it."""
    if rng.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return JSON_VALUES[rng.integers(len(JSON_VALUES))]
    if isinstance(value, dict):
        name = list(value)[rng.integers(len(value))]
        if rng.random() < 0.1:
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: changed_json(rng, value[name])}
    at = int(rng.integers(len(value)))
    if rng.random() < 0.2:
        return value[:at] + value[at:] * 2
    return [*value[:at], changed_json(rng, value[at]), *value[at + 1 :]]


def change_rows(rng: np.random.Generator, path: Path) -> None:
    """Remove rows, or give one another number."""
    table = TABLES[rng.integers(len(TABLES))].name
    number = NUMBERS[rng.integers(len(NUMBERS))]
    with _connected(path) as connection:
        if rng.random() < 0.5:
            connection.execute(
                f'DELETE FROM "{table}" WHERE rowid % 3 = ?', (int(rng.integers(3)),)
            )
        else:
            connection.execute(
                f'UPDATE OR REPLACE "{table}" SET rowid = ?'
                f' WHERE rowid = (SELECT max(rowid) FROM "{table}")',
                (number,),
            )


def change_schema(rng: np.random.Generator, path: Path) -> None:
    """Let the file hold other tables than those of the program."""
    with _connected(path) as connection:
        connection.execute(SCHEMAS[rng.integers(len(SCHEMAS))])


def change_bytes(rng: np.random.Generator, path: Path) -> None:
    """Cut the file short, flip bits, swap pages, or write noise into it."""
    data = bytearray(path.read_bytes())
    match rng.integers(6):
        case 0:
            del data[rng.integers(len(data)) :]
        case 1:
            for at in rng.integers(0, len(data), rng.integers(1, 9)):
                data[at] ^= 1 << int(rng.integers(8))
        case 2:
            one, other = (4096 * int(at) for at in rng.integers(0, len(data) // 4096, 2))
            data[one : one + 4096], data[other : other + 4096] = (
                data[other : other + 4096],
                data[one : one + 4096],
            )
        case 3:
            data[rng.integers(16, 100)] = int(rng.integers(256))
        case 4:
            at = int(rng.integers(len(data)))
            noise = rng.bytes(int(rng.integers(1, 64)))
            data[at : at + len(noise)] = noise
        case _:
            # The head of a page: its kind, its number of cells, where they are.
            page = 4096 * int(rng.integers(1, max(2, len(data) // 4096)))
            data[page + int(rng.integers(12))] = int(rng.integers(256))
    path.write_bytes(data)


def plant(rng: np.random.Generator, path: Path) -> None:
    """Put something beside the project under the name of one of SQLite's logs."""
    log = path.with_name(path.name + ("-wal", "-shm", "-journal")[rng.integers(3)])
    thesis = path.parent.parent / "beside" / "thesis"
    with suppress(FileExistsError):
        match rng.integers(5):
            case 0:
                log.symlink_to(thesis)
            case 1:
                os.link(thesis, log)
            case 2:
                os.mkfifo(log)
            case 3:
                log.write_bytes(rng.bytes(int(rng.integers(0, 9000))))
            case _:
                name = os.fsencode(thesis)
                end = len(name).to_bytes(4, "big") + (sum(name) % 2**32).to_bytes(4, "big")
                magic = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
                log.write_bytes(magic + rng.bytes(504) + name + end + magic)


CHANGES = (change_value, change_array, change_json, change_rows, change_schema, change_bytes, plant)
SHARES = (0.28, 0.14, 0.22, 0.08, 0.08, 0.15, 0.05)


def use_project(path: Path) -> str:
    """Do with a project what windows and commands do; it is refused in words, or stays sound."""
    for look in (summary_of, lambda path: steps_after(path, 1)):
        with suppress(ProjectFileError):
            look(path)
    try:
        with ProjectFile.open(path, copy_first=False) as file:
            newest = _read_whole(file)
            file.check_through()
            _work(file, newest)
    except ProjectFileError as error:
        _is_a_sentence(error)
        return "refused"
    with ProjectFile.open(path) as file:
        file.check()
    return "sound"


def _read_whole(file: ProjectFile) -> list[Edit]:
    project = file.load()
    for rule in project.rules.values():
        rule_text(rule)
    steps = file.history.recent_edits()
    file.history.entries()
    file.history.edit_authors()
    file.history.authors(range(1, 20))
    file.annotators()
    file.newest_model()
    file.saved_state()
    for number in project.documents:
        list(file.sentence_sources(number))
        list(file.records(number))
    return [edit for edit, undone in steps if not undone]


def _work(file: ProjectFile, newest: list[Edit]) -> None:
    """Take every step back, make one again, and label something."""
    for edit in newest:
        record_undo(file, edit)
    for edit in newest[::-1][:3]:
        record_redo(file, edit)
    project = file.load()
    if project.corpus.n_tokens and project.tags:
        edit = retag(project, 0, 0, project.tags[-1], file.history.last_edit_id() + 1)
        file.write_edit(edit, Additions.unwritten(project))


def _is_a_sentence(error: ProjectFileError) -> None:
    shown_text = error.reason
    assert shown_text, "nothing is said"
    assert len(shown_text) < 1_000, shown_text[:1_000]
    assert "\n" not in shown_text, shown_text


def make_backup(rng: np.random.Generator, folder: Path) -> Path:
    """Write a sound project with a hostile backup."""
    made = make_project(rng, folder)
    backups = folder / "p.backups"
    backups.mkdir()
    for one in list(folder.iterdir()):
        if one != backups:
            one.rename(backups / one.name.replace("p.tag", "p.20260101-000000.tag"))
    made.write_bytes(bases()[0])
    return made


def use_backup(path: Path) -> str:
    """List the backups of a project and bring one back."""
    rows_of(path)
    backup = path.with_name("p.backups") / "p.20260101-000000.tagwright"
    target = path.with_name("back.tagwright")
    try:
        restore(path, backup, target)
    except ProjectFileError as error:
        _is_a_sentence(error)
        assert not target.exists()
        return "refused"
    with ProjectFile.open(target) as file:
        file.load()
    return "sound"


def make_preferences(rng: np.random.Generator, folder: Path) -> Path:
    """Write preferences with something wrong in them."""
    path = folder / "preferences.json"
    sound = preferences.Preferences(
        recent=("/a", "/b"),
        window={"main": "AAAA"},
        shortcuts={"undo": "Ctrl+Z"},
        places={"/a": 3},
        cloud_warned=("/a",),
    )
    preferences.save(sound, path)
    text = path.read_bytes()
    if rng.random() < 0.5:
        text = mutated(rng, [text])
    else:
        value = json.loads(text)
        for _ in range(rng.integers(1, 4)):
            value = changed_json(rng, value)
        text = json.dumps(value).encode()
    if rng.random() < 0.05:
        text = (b"[" * 200_000, b'{"recent":' + b"9" * 5_000 + b"}", NASTY[1])[rng.integers(3)]
    path.write_bytes(text)
    return path


def use_preferences(path: Path) -> str:
    """Read preferences, change one, write them and read them again."""
    read = preferences.load(path)
    for one in fields(preferences.Preferences):
        default, value = getattr(preferences.Preferences(), one.name), getattr(read, one.name)
        assert type(value) is type(default), one.name
    assert preferences.save(replace(read, annotator="Ann"), path, since=read)
    assert preferences.load(path).annotator == "Ann"
    return "sound"


KINDS = (
    Kind("projects", make_project, use_project, bases),
    Kind("backups", make_backup, use_backup, bases),
    Kind("preferences", make_preferences, use_preferences),
)

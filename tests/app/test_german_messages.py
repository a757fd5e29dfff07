"""What is wrong with files, rules and queries is said in the language of the window."""

from __future__ import annotations

import gzip
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.domain import search_line
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.rules import ProjectRule, parameters_of
from app.edits.label_rows import check_name
from app.formats.output import check_target, written_file
from app.jobs.data.templates import template_trouble
from app.jobs.gazetteers.files import read_gazetteer_file
from app.jobs.importing.documents import ImportOptions, prepare
from app.jobs.patterns.expressions import compiled
from app.jobs.projects.check import check_project
from app.jobs.rules.conversion import unused_rules
from app.services.task import sentence_of
from app.storage.project_file import ProjectFile
from app.translation import translated_message
from crfcore.constraints.json_files import parse_rules
from crfcore.features.template import parse_template
from crfcore.grammars.grammar_text import parse_grammar
from crfcore.semi_markov import model_from_bytes
from tests.project_files import small_project
from tests.window_language import window_in

ENGLISH = re.compile(
    r"\b(the|is|are|were|of|and|with|this|that|have|not|there|expected|choose|found|give|write|to|"
    r"be|it|its|or|cannot|cannot|for|from|as|but|than|only|must|may|label is|line)\b"
)
"""Words that no German text has."""

FORMATS = {".conll": "columns", ".conllu": "conllu", ".jsonl": "doccano"}


@pytest.fixture(autouse=True)
def german(qapp) -> Iterator[None]:
    with window_in("de"):
        yield


def assert_german(said: object, *names: str) -> None:
    """Check a message, apart from names that it quotes."""
    text = sentence_of(said) if isinstance(said, Exception) else translated_message(said)
    assert text != str(said)
    for name in names:
        text = text.replace(name, "")
    assert not ENGLISH.search(text), text
    assert "”" not in text, text


def error_of(call: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011 (each has its own class)
        call()
    return caught.value


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", b""),
        ("a.txt", b" \n"),
        ("a.txt", b"abc\0def\n"),
        ("a.txt", "hallo\n".encode("utf-16")),
        ("a.txt", b"h\xe4llo\n"),
        ("a.txt", b"%PDF-1.4 abc\n"),
        ("a.txt", b"PK\x03\x04abcdefgh"),
        ("a.gz", gzip.compress(gzip.compress(b"a b\n" * 50, mtime=0), mtime=0)),
        ("a.gz", gzip.compress(bytes(range(97, 123)) * 50, mtime=0)[:30]),
        ("a.conll", b"a\tX\nb\tO\tO\n"),
        ("a.conll", b"a\tX\nb O\n"),
        ("a.conll", b"a\tX\rb\tO\n"),
        ("a.conll", b"\n\n"),
        ("a.conllu", b"1\ta\tb\n"),
        ("a.conllu", b"x\ta" + 8 * b"\t_" + b"\n"),
        ("a.jsonl", b'{"text": "a b", }\n'),
        ("a.jsonl", b'{"text": tru}\n'),
        ("a.jsonl", b'{"text": "abc\n'),
        ("a.jsonl", b'{"text": NaN}\n'),
        ("a.jsonl", b'{"text": "a", "text": "b"}\n'),
        ("a.jsonl", b'{"text": "\\ud800"}\n'),
        ("a.jsonl", b'{"other": "a"}\n'),
        ("a.jsonl", b'{"text": "a", "label": [[0, 1, 3]]}\n'),
    ],
)
def test_files_that_cannot_be_imported(tmp_path, name, data) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    options = ImportOptions(format=FORMATS.get(path.suffix, ""))
    assert_german(error_of(lambda: prepare(path, options)), str(tmp_path))


def test_files_that_are_not_there(tmp_path) -> None:
    assert_german(error_of(lambda: prepare(tmp_path / "none.txt")), str(tmp_path))
    assert_german(error_of(lambda: prepare(tmp_path)), str(tmp_path))
    assert_german(error_of((tmp_path / "none").read_text), str(tmp_path))


def opened(path: Path) -> object:
    with ProjectFile.open(path, for_reading=True) as file:
        file.check_through()
        return file.load()


@pytest.mark.parametrize("data", [b"", b"hello world, hello text", 40, 5000, "sqlite"])
def test_files_that_are_no_projects(tmp_path, data) -> None:
    path = tmp_path / "a.tagwright"
    if data == "sqlite":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE t (a)")
        connection.close()
    elif isinstance(data, int):
        small_project(path)
        path.write_bytes(path.read_bytes()[:data])
    else:
        path.write_bytes(data)
    assert_german(error_of(lambda: opened(path)), str(tmp_path))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE sentences SET checksum = 1",
        "UPDATE edits SET after = x'00'",
        "UPDATE settings SET value = '{'",
        "DELETE FROM sources",
        "DELETE FROM words",
        "DROP TABLE labels",
        "UPDATE documents SET layout = '[]'",
    ],
)
def test_projects_that_are_damaged(tmp_path, change) -> None:
    path = tmp_path / "a.tagwright"
    small_project(path)
    shutil.copy(path, tmp_path / "a.backup-1.tagwright")
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    assert_german(error_of(lambda: check_project(path)), str(tmp_path))


def test_a_project_that_is_sound(tmp_path) -> None:
    path = tmp_path / "a.tagwright"
    small_project(path)
    assert translated_message(check_project(path)) == (
        "1 Dokument, 3 Sätze (3 fertig), 11 Tokens, 0 Labels"
    )


def test_places_that_cannot_be_written(tmp_path) -> None:
    project = tmp_path / "a.tagwright"
    small_project(project)
    (tmp_path / "link").symlink_to("/etc/passwd")

    def write(path: Path) -> None:
        with written_file(path) as file:
            file.write(b"x")

    for path in (project, tmp_path, tmp_path / "none" / "a", project / "a", tmp_path / ("x" * 300)):
        assert_german(error_of(lambda path=path: write(path)), str(tmp_path))
    assert_german(error_of(lambda: check_target(tmp_path / "link")), str(tmp_path))


@pytest.mark.parametrize(
    "line",
    ["a\tX\tY", "a\t\x01", '{"pattern": "x"}\n', '{"label": "A", "pattern": [{"LEMMA": "x"}]}'],
)
def test_lines_of_a_gazetteer(tmp_path, line) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(f"{line}\n", encoding="utf-8")
    (trouble,) = read_gazetteer_file(path).troubles
    assert_german(trouble)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A => b",
        'A -> "b',
        "A -> B",
        "A -> A",
        'A -> "x" 1.5',
        "| b",
        "A -> /(/",
        "A -> /[/",
        "A -> @",
        'A -> "x" 0.5 | "y" 0.2',
        'A -> "x"?',
        "A -> <9999999=x>",
        "A -> " + '"x" ' * 50,
    ],
)
def test_grammars(text) -> None:
    assert_german(error_of(lambda: parse_grammar(text)))


@pytest.mark.parametrize(
    "text",
    ["", "X", "U:%x[0", "U:%y[0,0]", "U:%x[a,b]", "U:%x[0,99999]", "u:%x[0,0", "u:%x[01,0]"],
)
def test_templates(text) -> None:
    assert_german(error_of(lambda: parse_template(text)), "row,column")
    assert_german(template_trouble("no such template"), "no such template")


RULE = '{"format": "tagwright rules", "version": 1, "rules": [{%s}]}'


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": "x", "version": 1, "rules": []}',
        RULE % "",
        RULE % '"kind": "followed_by", "a": "X"',
        RULE % '"kind": "followed_by", "a": "", "b": 3',
        RULE % '"kind": "followed_by", "a": "X", "b": "Y", "cost": -3',
        RULE % '"kind": "count", "unit": "X"',
        RULE % '"kind": "pattern", "regex": "(A"',
        RULE % '"kind": "valid_scheme", "scheme": "x"',
    ],
)
def test_files_of_rules(text) -> None:
    assert_german(error_of(lambda: parse_rules(text)), "tagwright rules", "never_adjacent")


def test_rules_that_are_not_used() -> None:
    """The title of a rule is translated as in the list of rules."""
    rules = tuple(
        ProjectRule(number, "pattern", parameters_of({"regex": "(A"}), position=number)
        for number in range(9)
    )
    said = translated_message(unused_rules(rules))
    assert said.startswith("Die Regel „Die Tags passen zu (A“ wird nicht verwendet: Das Muster")
    assert said.endswith("weitere Regeln werden nicht verwendet.")
    assert_german(unused_rules(rules))


@pytest.mark.parametrize(
    "line", ["(a", "a)", '"a', "/a", "//", "p<200", "p:x", "foo:b", "doc:", "OR"]
)
def test_queries(line) -> None:
    assert_german(error_of(lambda: search_line.read_query(line)))


@pytest.mark.parametrize(
    "expression", ["(", "a)", "[a", "*", "a{3,2}", "a\\", "(?R)", "x" * 20_000]
)
def test_regular_expressions(expression) -> None:
    assert_german(error_of(lambda: compiled(expression)))


@pytest.mark.parametrize("data", [b"", b"hello, this is text", b"\x89crfcore"])
def test_models(data) -> None:
    assert_german(error_of(lambda: model_from_bytes(data)))


@pytest.mark.parametrize("name", ["", "a b", "O", "A", "x" * 5000])
def test_names_of_labels(name) -> None:
    project = Project()
    project.labels[1] = Label(1, "A", 0, "", 0)
    assert_german(error_of(lambda: check_name(project, name)))

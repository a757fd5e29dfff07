"""Tests that column files and CoNLL-U are exported unchanged but for the labels."""

from __future__ import annotations

import pytest

from app.domain.notes import NoteKind
from app.formats import column_files, conllu
from app.formats.records import ExportedDocument, ExportedSentence
from app.formats.rows import Roles
from app.formats.table import FORMATS, format_of
from crfcore.errors import DataError

COLUMNS = "\ufeff-DOCSTART- -X- O\r\n\r\nAnna NNP B-PER\r\nlives  VBZ O \r\n\r\n\r\nUlm NNP B-LOC"
CONLLU = (
    "# text = vámonos al mar\n"
    "1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tvamos\tir\tVERB\t_\tMood=Imp\t0\troot\t_\t_\n"
    "2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_\n"
    "2.1\tal\t_\tADP\t_\t_\t_\t_\t1:x\t_\n"
    "3\tmar abierto\tmar\t_\t_\t_\t1\tobl\t_\t_\n"
    "\n"
    "1\tfin\tfin\tNOUN\t_\t_\t0\troot\t_\t_\n"
    "\n"
)


def exported(imported, write, retag=lambda tag: tag):
    rows = [
        ExportedSentence(s.columns[0], [retag(tag) for tag in s.tags or [None] * len(s.starts)],
                         s.source)
        for s in imported.sentences
    ]  # fmt: skip
    return "".join(write(ExportedDocument(imported.layout, rows)))


def test_a_column_file_comes_out_as_it_went_in():
    imported = column_files.read(COLUMNS)
    assert imported.layout.columns == ("word", "pos", "label")
    assert [s.text for s in imported.sentences] == ["Anna lives", "Ulm"]
    assert imported.sentences[0].columns == (("Anna", "lives"), ("NNP", "VBZ"))
    assert imported.sentences[0].tags == ("B-PER", "O")
    assert exported(imported, column_files.write) == COLUMNS


def test_one_other_label_changes_one_line():
    imported = column_files.read(COLUMNS)
    changed = exported(imported, column_files.write, lambda t: "B-ORG" if t == "B-LOC" else t)
    before, after = COLUMNS.split("\n"), changed.split("\n")
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("Ulm NNP B-LOC", "Ulm NNP B-ORG")
    ]


def test_conllu_comes_out_as_it_went_in():
    imported = conllu.read(CONLLU)
    assert [s.text for s in imported.sentences] == ["vamos nos mar abierto", "fin"]
    first = imported.sentences[0]
    assert list(zip(first.starts, first.ends, strict=True)) == [(0, 5), (6, 9), (10, 21)]
    assert imported.sentences[0].tags == ("VERB", "PRON", None)
    assert exported(imported, conllu.write) == CONLLU


def test_another_column_of_conllu_may_be_the_label():
    imported = conllu.read(CONLLU, ("deprel",))
    assert imported.sentences[0].tags == ("root", "obj", "obl")
    assert imported.sentences[0].columns[2] == ("VERB", "PRON", "_")
    with pytest.raises(DataError, match="name the one that is the label"):
        conllu.read(CONLLU, ("word", "pos", "tag"))


def test_a_file_without_a_label_column_gets_one():
    imported = column_files.read("Anna NNP\r\nlives VBZ\r\n", ("word", "pos"))
    assert imported.sentences[0].tags is None
    rows = [ExportedSentence((), ["B-PER", None], imported.sentences[0].source)]
    text = "".join(column_files.write(ExportedDocument(imported.layout, rows)))
    assert text == "Anna NNP B-PER\r\nlives VBZ O\r\n"


def test_a_label_with_a_space_is_refused_in_words():
    imported = column_files.read("Anna NNP O\n")
    with pytest.raises(DataError, match="cannot be written"):
        exported(imported, column_files.write, lambda _: "New York")
    unlabelled = column_files.read("Anna\n")
    row = ExportedSentence((), ["New York"], unlabelled.sentences[0].source)
    with pytest.raises(DataError, match="rename the label"):
        "".join(column_files.write(ExportedDocument(unlabelled.layout, [row])))


@pytest.mark.parametrize(
    ("n_columns", "names"),
    [
        (1, ("word",)),
        (2, ("word", "label")),
        (3, ("word", "pos", "label")),
        (5, ("word", "pos", "column3", "column4", "label")),
    ],
)
def test_usual_names_of_columns(n_columns, names):
    assert column_files.column_names(n_columns) == names


def test_columns_can_be_named_and_left_out():
    imported = column_files.read("1 Anna x B-PER\n", ("_", "word", "shape", "label"))
    assert imported.sentences[0].columns == (("Anna",), ("x",))
    with pytest.raises(DataError, match="4 columns and 3 are named"):
        column_files.read("1 Anna x B-PER\n", ("word", "pos", "label"))


@pytest.mark.parametrize("names", [("pos", "label"), ("word", "word"), ("word", "label", "label")])
def test_names_that_contradict_themselves_are_refused(names):
    with pytest.raises(DataError, match="exactly one must be"):
        Roles.of(names)


def test_an_empty_word_is_named_with_its_line():
    with pytest.raises(DataError, match="line 2: The word is empty"):
        column_files.read("Anna\tB-PER\n\tO\n", path="x.tsv")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (COLUMNS, "columns"),
        (CONLLU, "conllu"),
        ("Anna B-PER\nlives O\n\n", "columns"),
        ("the at\nman nn\n" * 30, "columns"),
        ("Anna NNP B-PER\nlives O\nin IN O\nUlm NNP B-LOC\nnow RB O\n. . O\n", "columns"),
        ("Anna lives in Ulm.\nShe is old.\n", "text"),
        ("Anna Meier\nJan Huber\nEva Braun\n", "text"),
        ("one word\n", "text"),
        ("word\nword\n", "text"),
        ("", "text"),
        ("# comment\nAnna\tB-PER\nlives\tO\n", "columns"),
    ],
)
def test_formats_are_recognised_by_content(text, name):
    assert format_of(text).name == name
    assert list(FORMATS)[-1] == "text"


RAGGED = "Anna NNP B-PER\nlives O\nin  the old IN O\nUlm NNP B-LOC\n\n# words\nx\ty\n"


def test_rows_of_any_length_are_read_if_one_wants_them_and_come_out_as_they_were():
    with pytest.raises(DataError, match="line 2: Found 2 fields"):
        column_files.read(RAGGED)
    imported = column_files.read(RAGGED, options={"rows": "ragged"})
    assert [one.tags for one in imported.sentences] == [("B-PER", "O", "O", "B-LOC"), ("y",)]
    assert imported.sentences[0].columns == (
        ("Anna", "lives", "in", "Ulm"),
        ("NNP", "_", "the", "NNP"),
    )
    received = [(note.kind, note.n, note.sentence_indices) for note in imported.notes]
    assert received == [
        (NoteKind.KEPT, 1, ()),
        (NoteKind.ODD, 2, (0,)),
        (NoteKind.ODD, 1, (1,)),
    ]
    assert exported(imported, column_files.write) == RAGGED
    changed = exported(imported, column_files.write, lambda tag: "X" if tag == "O" else tag)
    assert changed == RAGGED.replace("lives O", "lives X").replace("IN O", "IN X")
    with pytest.raises(DataError, match="first column is the word and the last the label"):
        column_files.read(RAGGED, ("word", "label", "pos"), options={"rows": "ragged"})
    with pytest.raises(DataError, match="Found 1 field"):
        column_files.read("a b\nc\n", options={"rows": "ragged"})


@pytest.mark.parametrize("text", ["# text = _0", "-DOCSTART- -X- O\n"])
def test_a_file_without_a_word_is_refused(text):
    with pytest.raises(DataError, match=r"No line of the file|no row of columns"):
        column_files.read(text, (), None)

"""The words of files and projects, as one text."""

from __future__ import annotations

import gzip
from dataclasses import replace
from itertools import pairwise

import pytest

from app.edits.documents import remove_document
from app.jobs.labelled_files.unlabelled_text import SPACES, read_words, taken_for_tables
from app.jobs.projects.create import create_sample
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError


def sentences_of(table):
    words = [table.columns[0].values[at] for at in table.columns[0].ids.tolist()]
    bounds = table.offsets.tolist()
    return [words[start:end] for start, end in pairwise(bounds)]


def test_files_of_several_formats_are_one_text(tmp_path):
    (tmp_path / "a.txt").write_text("The cat, asleep. It dreams.\n")
    (tmp_path / "b.conll").write_text("Rex NN PET\nslept VB O\n\nThe DT O\n\n")
    (tmp_path / "c.conllu.gz").write_bytes(
        gzip.compress(b"1\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\t_\n\n")
    )
    table = read_words([tmp_path / name for name in ("a.txt", "b.conll", "c.conllu.gz")])
    assert sentences_of(table) == [
        ["The", "cat", ",", "asleep", "."],
        ["It", "dreams", "."],
        ["Rex", "slept"],
        ["The"],
        ["cat"],
    ]
    assert len(set(table.columns[0].values)) == len(table.columns[0].values)


def test_spaces_part_tokens_and_lines_sentences(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a, b.c\n\nd e f\n")
    assert sentences_of(read_words([path], SPACES)) == [["a,", "b.c"], ["d", "e", "f"]]


def test_files_of_other_kinds_have_sentences_of_their_own_beside_such_lines(tmp_path):
    (tmp_path / "a.txt").write_text("a, b.c\nd e f\n")
    (tmp_path / "b.conll").write_text("Rex NN PET\nslept VB O\n\nThe DT O\n\n")
    (tmp_path / "c.conllu").write_text("1\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\t_\n\n")
    paths = [tmp_path / name for name in ("a.txt", "b.conll", "c.conllu")]
    found = sentences_of(read_words(paths, SPACES))
    assert found == [["a,", "b.c"], ["d", "e", "f"], ["Rex", "slept"], ["The"], ["cat"]]
    assert taken_for_tables(paths, SPACES) == {paths[1]: True}


def test_a_project_gives_all_its_sentences_but_those_of_removed_documents(tmp_path):
    path = tmp_path / "s.tagwright"
    create_sample(path)
    with ProjectFile.open(path, for_reading=True) as file:
        project = file.load()
    assert read_words([path]).n_sentences == len(project.corpus.offsets) - 1
    removed = next(iter(project.documents))
    left = int((project.corpus.documents != removed).sum())
    with ProjectFile.open(path) as file:
        edit = remove_document(project, removed)
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    assert left > 0
    assert read_words([path]).n_sentences == left


def test_a_file_without_words_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text(" \n")
    with pytest.raises(DataError, match="no words"):
        read_words([tmp_path / "a.txt"])

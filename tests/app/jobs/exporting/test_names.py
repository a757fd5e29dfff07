"""Tests of the names of exported files: valid on every system and unique."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import Document, Layout
from app.domain.project import Project
from app.formats.table import FORMATS
from app.jobs.exporting.documents import export, files_in
from app.storage.project_file import ProjectFile
from tests.project_files import LABELLED, add_document, small_project

NAMES = st.one_of(
    st.text("aÄ𝒳./", min_size=1, max_size=8),
    st.builds(
        "{}{}".format,
        st.builds(str.__mul__, st.sampled_from("aä𝒳."), st.integers(50, 400)),
        st.sampled_from(["", ".txt", ".conll", ".conll.gz", ".jsonl", "." + "b" * 30]),
    ),
)


@settings(deadline=None)
@given(
    st.lists(st.tuples(NAMES, st.sampled_from([*FORMATS])), min_size=1, max_size=8),
    st.sampled_from(["", *FORMATS]),
)
def test_every_file_has_a_name_of_its_own_that_disks_take(named, form):
    project = Project()
    for number, (name, kind) in enumerate([*named, *named], 1):
        project.documents[number] = Document(number, name, 0, Layout(kind))
    found = [path.name for path in files_in(project, Path("/nowhere"), form)]
    assert len({name.casefold() for name in found}) == len(found) >= 2 * len(named)
    assert all(len(name.encode()) <= 255 and name not in ("", ".", "..") for name in found)
    assert all(
        path.parent == Path("/nowhere") for path in files_in(project, Path("/nowhere"), form)
    )


@pytest.mark.parametrize("form", ["", "brat", "doccano", "prodigy", "columns"])
@pytest.mark.parametrize("length", [255, 400])
def test_long_names_of_documents_are_cut(tmp_path, form, length):
    path, out = tmp_path / "p.tagwright", tmp_path / "out"
    small_project(path)
    out.mkdir()
    with ProjectFile.open(path) as file:
        add_document(file, LABELLED, 2)
        project = file.load()
        for number, document in project.documents.items():
            name = "n" * (length - len(".conll")) + ".conll"
            project.documents[number] = Document(number, name, 0, document.layout)
        export(project, file.sentence_sources, out, format_name=form, records=file.records)
    names = [one.name for one in out.iterdir()]
    assert len(names) == (4 if form == "brat" else 2)
    if not form:
        assert all(name.endswith(".conll") for name in names)
        assert ("n" * 249 + ".conll" in names) == (length == 255)


def names_for(*named, form="", kind="columns"):
    project = Project()
    for number, name in enumerate(named, 1):
        project.documents[number] = Document(number, name, number, Layout(kind))
    return [path.name for path in files_in(project, Path("/nowhere"), form)]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a\n\x1b[31m\u202ecod.b", "a__[31m_cod.b"),
        ("a\u2066b\u2028c\x85.txt", "a_b_c_.txt"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("Lpt1 .conll", "_Lpt1 .conll"),
        ("COM¹.txt", "_COM¹.txt"),
        ("console.txt", "console.txt"),
        ("a:b?.txt", "a_b_.txt"),
        ("c:\\a|b<d>.txt", "c__a_b_d_.txt"),
        ("a. .", "a"),
        ("...", "document-1"),
        ("." * 226 + "b" * 30, "document-1"),
        ("می\u200cخواهم.txt", "می\u200cخواهم.txt"),
        ("東京\u3000駅.txt", "東京\u3000駅.txt"),
    ],
)
def test_a_file_has_a_name_that_every_system_takes(name, file):
    assert names_for(name) == [file]


@settings(deadline=None)
@given(st.lists(st.text(min_size=1, max_size=300), min_size=1), st.sampled_from(["", *FORMATS]))
def test_no_name_of_a_document_does_harm_as_a_file(named, form):
    found = names_for(*named, *named, form=form)
    assert len({name.casefold() for name in found}) == len(found)
    for name in found:
        assert not set(name) & set('<>:"/\\|?*\n\r\t\x1b\x7f\u202e\u2066\u2028')
        assert name == name.rstrip(". ")
        assert name.split(".")[0].lower() not in ("con", "nul", "aux", "prn", "com1")
        assert 0 < len(name.encode()) <= 255


@pytest.mark.parametrize(
    ("kind", "form", "name", "file"),
    [
        ("text", "", "news.txt", "news.conll"),
        ("text", "columns", "news.txt", "news.conll"),
        ("text", "", "Pasted text 1", "Pasted text 1.conll"),
        ("text", "", "Dr. No", "Dr. No.conll"),
        ("text", "brat", "news.txt", "news.txt"),
        ("conllu", "columns", "a.conllu", "a.conll"),
        ("doccano", "columns", "a.jsonl", "a.conll"),
        ("columns", "columns", "a.bio", "a.bio"),
        ("columns", "doccano", "a.bio", "a.jsonl"),
    ],
)
def test_the_suffix_says_what_is_in_the_file(kind, form, name, file):
    assert names_for(name, form=form, kind=kind)[0] == file

"""The files of documents in a folder have names that disks take, each its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import Document, Layout
from app.domain.project import Project
from app.formats.table import FORMATS
from app.jobs.export import export, files_in
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

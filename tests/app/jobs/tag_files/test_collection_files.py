"""Names and patterns become files, each once, and each with its place in the folder of results."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.jobs.tag_files.collection_files import check_inside, files_of
from crfcore.errors import DataError


@pytest.fixture
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("in/a.txt", "in/b/c.txt", "in/b/d.tsv", "in/.hidden/e.txt", "in/.f.txt", "g.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(name)
    return tmp_path


def planned(*inputs, out="out"):
    return {
        str(file.source): os.path.relpath(file.target, out) for file in files_of(inputs, Path(out))
    }


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (["in/**/*.txt"], {"in/a.txt": "a.txt", "in/b/c.txt": "b/c.txt"}),
        (["in/**"], {"in/a.txt": "a.txt", "in/b/c.txt": "b/c.txt", "in/b/d.tsv": "b/d.tsv"}),
        (["in/b/?.txt"], {"in/b/c.txt": "c.txt"}),
        (["in/b/[x]*.txt", "g.txt"], None),
        (["g.txt"], {"g.txt": "g.txt"}),
        (["in/b/c.txt", "g.txt"], {"in/b/c.txt": "in/b/c.txt", "g.txt": "g.txt"}),
        (
            ["in/b/c.txt", "in/b/*", "in/b/../b/d.tsv"],
            {"in/b/c.txt": "c.txt", "in/b/d.tsv": "d.tsv"},
        ),
    ],
)
def test_the_structure_below_the_common_folder_is_kept(inside, inputs, expected):
    if expected is None:
        with pytest.raises(DataError, match=r"No file matches the pattern in/b/\[x\]\*\.txt"):
            planned(*inputs)
    else:
        assert planned(*inputs) == expected


def test_a_file_that_is_named_like_a_pattern(inside):
    Path("in/[a].txt").write_text("x")
    assert planned("in/[a].txt") == {"in/[a].txt": "[a].txt"}


def test_links_are_followed_to_files_alone_and_each_file_comes_once(inside):
    Path("in/z.txt").symlink_to("a.txt")
    Path("in/loop").symlink_to(".", target_is_directory=True)
    Path("in/linked").symlink_to("b", target_is_directory=True)
    Path("in/other.txt").symlink_to(inside / "g.txt")
    assert planned("in/**/*.txt") == {
        "in/a.txt": "a.txt", "in/b/c.txt": "b/c.txt", "in/other.txt": "other.txt",
    }  # fmt: skip
    assert planned("in/*/*.txt") == {"in/b/c.txt": "b/c.txt"}
    assert planned("in/*/**/*.txt") == {"in/b/c.txt": "b/c.txt"}
    with pytest.raises(DataError, match=r"No file matches .*; links to folders are not followed,"):
        planned("in/l*/*.txt")


def test_results_are_no_inputs(inside):
    Path("in/out").mkdir()
    Path("in/out/a.txt").write_text("a result")
    assert "in/out/a.txt" not in planned("in/**/*.txt", out="in/out")
    with pytest.raises(DataError, match="All files that were found are in in"):
        planned("in/*.txt", out="in")
    with pytest.raises(DataError, match="This is in in/b, the folder of the results"):
        planned("in/b/c.txt", out="in/b")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("in", "This is a folder"),
        ("in/none.txt", "There is no such file"),
        ("in/*.none", "No file matches the pattern"),
        ("none/*.txt", "No file matches the pattern"),
        ("/dev/null", "this is a pipe or a device"),
    ],
)
def test_what_is_no_file(inside, given, message):
    with pytest.raises(DataError, match=message):
        planned("g.txt", given)


def test_a_folder_of_results_is_a_folder(inside):
    with pytest.raises(DataError, match="this is none"):
        planned("in/a.txt", out="g.txt")


def test_no_link_leads_out_of_the_folder(inside):
    Path("out").mkdir()
    Path("out/b").symlink_to(inside / "in", target_is_directory=True)
    check_inside(Path("out/a.txt"), Path("out"))
    with pytest.raises(DataError, match="A link leads from here out of out"):
        check_inside(Path("out/b/c.txt"), Path("out"))

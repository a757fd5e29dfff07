"""Tests of reporting spans that an import omits, and of companion paths."""

from __future__ import annotations

import json
import os

import pytest

from app.cli import run

TEXT = "Anna lives in Ulm."


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.tagwright"
    assert run(["new", str(path)]) == 0
    return str(path)


def spans(tmp_path, labels):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": TEXT, "label": labels}) + "\n")
    return str(path)


@pytest.mark.parametrize(
    ("labels", "remark"),
    [
        ([[0, 99, "A"], [1, 3, "A"], [5, 5, "A"]], "3 spans; import with --report lists them."),
        ([[0, 4, "A"], [0, 99, "A"]], "1 span; import with --report lists it."),
        ([[0, 4, "A"]], ""),
    ],
)
def test_spans_that_are_left_out_are_told(tmp_path, project, capsys, labels, remark):
    path = spans(tmp_path, labels)
    capsys.readouterr()
    assert run(["import", project, path]) == 0
    output = capsys.readouterr().err
    assert output.count("\n") == (1 if remark else 0)
    assert remark in output


def test_spans_of_a_text_alone_are_ignored_and_not_left_out(tmp_path, project, capsys):
    assert run(["import", project, spans(tmp_path, [[0, 99, "A"]]), "--as", "text"]) == 0
    assert capsys.readouterr().err == ""


def test_a_quoted_text_that_differs_is_told(tmp_path, project, capsys):
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "a.ann").write_text("T1\tA 0 4\tBert\n")
    assert run(["import", project, str(tmp_path / "a.txt")]) == 0
    assert "1 span; import with --report lists it." in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="pipes of Unix")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "nowhere"])
def test_what_is_no_file_beside_a_text_is_refused(tmp_path, project, capsys, kind):
    (tmp_path / "a.txt").write_text(TEXT)
    ann = tmp_path / "a.ann"
    if kind == "pipe":
        os.mkfifo(ann)
    elif kind == "folder":
        ann.mkdir()
    else:
        ann.symlink_to("/dev/zero" if kind == "device" else tmp_path / "none")
    assert run(["import", project, str(tmp_path / "a.txt")]) == 1
    output = capsys.readouterr().err
    assert output.startswith(f"{ann}: ")
    assert output.count("\n") == 1
    assert run(["import", project, str(tmp_path / "a.txt"), "--format", "text"]) == 0

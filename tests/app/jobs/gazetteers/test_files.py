"""Gazetteer files take no names that texts and models could not have."""

from __future__ import annotations

import pytest

from app.jobs.gazetteers.files import read_gazetteer_file


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        (r'{"label": "PER", "pattern": "a\u0000b"}', r"'a\x00b' contains a NUL character"),
        (r'{"label": "P\u001b[31m", "pattern": "a"}', r"the label 'P\x1b[31m' holds a control"),
        ('{"label": "%s", "pattern": "a"}' % ("L" * 1001), "has 1,001 characters, and at most"),
    ],
)
def test_patterns_with_names_that_nothing_can_have_are_left_out(tmp_path, line, trouble):
    path = tmp_path / "names.jsonl"
    path.write_text('{"label": "PER", "pattern": "Rex"}\n' + line + "\n")
    read = read_gazetteer_file(path)
    assert read.phrases == {"Rex": "PER"}
    assert read.n_bad == 1
    assert read.troubles[0].startswith("names.jsonl, line 2: ")
    assert trouble in read.troubles[0]


@pytest.mark.parametrize("label", ["P\x1b[31m", "L" * 1001])
def test_so_are_lines_with_such_labels(tmp_path, label):
    path = tmp_path / "names.txt"
    path.write_text(f"Rex\tPER\na\t{label}\n")
    read = read_gazetteer_file(path)
    assert read.phrases == {"Rex": "PER"}
    assert "names.txt, line 2: the label" in read.troubles[0]

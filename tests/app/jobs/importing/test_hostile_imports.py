"""Tests of hostile files: an error or an import, in linear time and memory."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from app.domain.labels import MAX_LABELS
from app.jobs.importing.documents import ImportOptions, Use, prepare
from app.jobs.labelled_files.labelled_data import read
from app.jobs.progress import JobCancelledError
from crfcore.errors import DataError
from crfcore.text.label_names import LONGEST_LABEL
from crfcore.text.lines import reading_streams
from crfcore.text.rows import LONGEST_LINE, LONGEST_SENTENCE, MAX_COLUMNS
from tests.bounded import run_bounded
from tests.soak.hostile_corpora import FAMILIES

IMPORT_ALL = """
import sys
from pathlib import Path
from app.jobs.importing.documents import prepare
from app.jobs.importing.report import report_of
from crfcore.errors import DataError
from tests.soak.hostile_corpora import FAMILIES
folder, size = Path(sys.argv[1]), int(sys.argv[2])
for number, family in enumerate(FAMILIES.values()):
    inside = folder / str(number)
    inside.mkdir()
    files = family(size)
    for name, text in files.items():
        inside.joinpath(name).write_text(text, encoding="utf-8", newline="")
    del text
    first = inside / next(iter(files))
    del files
    try:
        report_of(prepare(first))
    except DataError as error:
        assert len(str(error)) < 600, str(error)[:1000]
    print(number, flush=True)
"""
SIZE = 300_000
"""At this size all families take seconds; a quadratic one takes over half a minute."""


def test_no_hostile_shape_costs_more_than_its_size(tmp_path):
    done = run_bounded(IMPORT_ALL, tmp_path, SIZE, mebibytes=2048, seconds=30)
    n_done = len(done.stdout.splitlines())
    names = [*FAMILIES, "the end"]
    assert n_done == len(FAMILIES), f"{names[n_done]}: {done.stderr[-2000:]}"


def imported(tmp_path, text, name="a.conll", **options):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return prepare(path, ImportOptions(**options))


def test_words_in_the_place_of_labels_are_refused(tmp_path):
    text = "".join(f"w B-{number}\n\n" for number in range(MAX_LABELS + 1))
    with pytest.raises(DataError, match=r"a\.conll: The labels are more than 5,000"):
        imported(tmp_path, text)
    found = imported(tmp_path, text, use=Use.TEXT)
    assert len(found.texts) == MAX_LABELS + 1


def span_lines(kind, text, number):
    """Return ``number`` lines, with a new label for each word of a text."""
    word = text.index(" ")
    spans = [
        {"start": start, "end": start + word, "label": f"L{number}"}
        for number, start in zip(range(number), range(0, len(text), word + 1), strict=False)
    ]
    if kind == "doccano":
        spans = [[one["start"], one["end"], one["label"]] for one in spans]
        return json.dumps({"text": text, "label": spans}) + "\n"
    if kind == "prodigy":
        return json.dumps({"text": text, "spans": spans, "answer": "accept"}) + "\n"
    return "".join(
        f"T{number}\t{one['label']} {one['start']} {one['end']}\tw\n"
        for number, one in enumerate(spans)
    )


@pytest.mark.parametrize("kind", ["doccano", "prodigy", "brat"])
def test_labels_of_spans_are_counted_while_a_file_is_read(tmp_path, kind, monkeypatch):
    text = "w " * (MAX_LABELS + 1)
    path = tmp_path / f"a.{'txt' if kind == 'brat' else 'jsonl'}"
    lines = span_lines(kind, text, MAX_LABELS + 1)
    if kind == "brat":
        path.write_text(text)
        path.with_suffix(".ann").write_text(lines)
    else:
        # The rest is not read.
        path.write_text(lines + "no JSON\n")
    with pytest.raises(DataError, match="more than 5,000 different labels"):
        prepare(path)
    if kind != "brat":
        path.write_text(lines)
    assert len(prepare(path, ImportOptions(use=Use.TEXT)).texts) >= 1
    assert read(path).sentences


def test_so_many_labels_of_spans_are_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(span_lines("doccano", "w " * (MAX_LABELS // 2 - 1), MAX_LABELS))
    assert len(prepare(path).tag_names) >= MAX_LABELS // 2 - 1


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("B-" + "L" * LONGEST_LABEL, "has 1,002 characters"),
        ("B-\x1b[2J", "holds a control character"),
        ("B-\x85", "holds a control character"),
    ],
)
def test_a_label_that_is_none_is_refused_with_its_place(tmp_path, label, words):
    with pytest.raises(DataError, match=f"token 2 in sentence 3 {words}".replace("[", r"\[")):
        imported(tmp_path, f"a O\n\nb O\nc O\n\nd O\ne {label}\n\nf {label}\n")


def test_a_label_with_a_nul_is_refused(tmp_path):
    with pytest.raises(DataError, match="holds a control character"):
        imported(tmp_path, '{"text": "a b", "label": [[0, 1, "X\\u0000"]]}\n', "a.jsonl")


def test_a_line_without_end_is_refused_with_its_number(tmp_path):
    text = "a O\n\nb O\n" + "c" * LONGEST_LINE + " O\n"
    with pytest.raises(DataError, match=r"line 4: This line has 1,048,579 characters, and at"):
        imported(tmp_path, text)


def test_a_row_of_very_many_fields_is_refused_with_its_line(tmp_path):
    with pytest.raises(DataError, match=r"line 2: This row has 1,001 fields, and at most 1,000"):
        imported(tmp_path, "\n" + "a\t" * MAX_COLUMNS + "O\n")


def test_a_sentence_without_end_is_refused(tmp_path):
    with pytest.raises(DataError, match=r"Sentence 2 has more than 100,000 tokens; an empty line"):
        imported(tmp_path, "a O\n\n" + "a O\n" * (LONGEST_SENTENCE + 1))
    assert len(imported(tmp_path, "a O\n" * LONGEST_SENTENCE).tags) == LONGEST_SENTENCE


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on Unix")
def test_a_name_that_is_not_utf8_is_text_in_the_project(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.conll"))
    path.write_text("-DOCSTART- O\n\na O\n\n-DOCSTART- O\n\nb O\n")
    read = prepare(path, ImportOptions(options=(("documents", "marks"),)))
    assert read.name == "caf\\xe9.conll"
    assert [part.name for part in read.parts] == ["caf\\xe9 1.conll", "caf\\xe9 2.conll"]


@pytest.mark.parametrize("family", ["line ends", "spaces", "signs", "the same span", "comments"])
def test_a_hostile_file_stops_being_read_when_it_is_asked_to(tmp_path, family):
    files = FAMILIES[family](400_000)
    for name, text in files.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8", newline="")
    looks = 0

    def monitor(_done, _total):
        nonlocal looks
        looks += 1
        return looks > limit

    limit = 10**9
    path = tmp_path / next(iter(files))
    prepare(path, monitor=monitor)
    assert looks > 4
    for limit in np.linspace(1, looks - 1, 5, dtype=int).tolist():
        looks = 0
        with pytest.raises(JobCancelledError):
            prepare(path, monitor=monitor)
        assert looks == limit + 1


def text_with_ann(folder):
    text = folder / "in.txt"
    text.write_text("A b.\n", encoding="utf-8")
    return text, folder / "in.ann"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_beside_a_text_is_not_waited_for(tmp_path):
    """A command may read a pipe that it is given, but not one that another user put there."""
    text, ann = text_with_ann(tmp_path)
    os.mkfifo(ann)
    with reading_streams(), pytest.raises(DataError, match=r"in.ann: .* no file"):
        prepare(text, ImportOptions("brat"))


def test_a_link_beside_a_text_leads_to_no_other_folder(tmp_path):
    folder = tmp_path / "unpacked"
    folder.mkdir()
    text, ann = text_with_ann(folder)
    (tmp_path / "private").write_text("T1\tX 0 1\tA\n", encoding="utf-8")
    ann.symlink_to(tmp_path / "private")
    with pytest.raises(DataError, match=r"in.ann: .* link"):
        prepare(text, ImportOptions("brat"))


def test_a_text_and_what_lies_beside_it_may_be_links_together(tmp_path):
    text, ann = text_with_ann(tmp_path)
    ann.write_text("T1\tX 0 1\tA\n", encoding="utf-8")
    linked = tmp_path / "linked"
    linked.mkdir()
    for one in (text, ann):
        (linked / one.name).symlink_to(one)
    assert len(prepare(linked / text.name, ImportOptions("brat")).texts) == 1

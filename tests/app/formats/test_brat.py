"""Tests of brat: the text is kept, and only lines of edited spans change."""

from __future__ import annotations

import pytest

from app.formats.table import format_of
from app.jobs.exporting.documents import Which
from app.jobs.importing.documents import ImportOptions, Use, prepare
from crfcore.errors import DataError
from tests.app.formats.span_projects import Trip
from tests.memory_projects import token_tags

TEXT = "\ufeffDr. Osei 👩‍👩‍👧 gave\nwarfarin. It  helped a lot.\n\n"
ANN = (
    "T1\tPERSON 1 9\tDr. Osei\n"
    "T7\tDRUG 16 20;21 29\tgave warfarin\r\n"
    "R1\thelps Arg1:T7 Arg2:T1\t\n"
    "#1\tAnnotatorNotes T1\twho?\n"
    "*\tEquiv T1 T7\n"
    "A1\tSure T7\n\n"
    "T9\tX 1 4;6 9\tDr. sei\n"
    "T10\tX 31 33\tHe\n"
    "T11\tX\n"
    "T12\tX 999 1000\tx"
)


def trip_of(folder, text=TEXT, ann=ANN, **options):
    return Trip(folder, text, name="in.txt", beside=ann, **options)


def ann_of(trip, name="in"):
    return (trip.folder / "out" / f"{name}.ann").read_bytes().decode("utf-8")


def test_text_and_spans_come_in(tmp_path):
    with trip_of(tmp_path) as trip:
        assert trip.project.documents[1].layout.format == "brat"
        assert trip.words() == [
            ["Dr.", "Osei", "👩‍👩‍👧", "gave", "warfarin", "."],
            ["It", "helped", "a", "lot", "."],
        ]
        assert token_tags(trip.project, 0) == ["B-PERSON", "I-PERSON", "O", "B-DRUG", "I-DRUG", "O"]
        assert trip.notes == {
            "Discontinuous spans": 1,
            "Spans whose quoted text does not match": 2,
            "Incomplete spans (offsets or label missing)": 1,
            "Relations": 2,
            "Comments": 1,
            "Attributes": 1,
        }


@pytest.mark.parametrize("use", list(Use))
@pytest.mark.parametrize(
    ("text", "ann"), [(TEXT, ANN), ("One. Two.", ""), ("  A b\r\nc", "T1\tX 2 6;6 7\tA b c")]
)
def test_untouched_files_come_out_as_they_went_in(tmp_path, text, ann, use):
    (tmp_path / "in.ann").touch()
    with trip_of(tmp_path, text, ann, use=use) as trip:
        assert trip.out() == text
        assert ann_of(trip) == ann
        assert trip.out(scheme="bioes") == text
        assert ann_of(trip) == ann
        assert trip.losses() == {}


def test_only_lines_of_changed_spans_change(tmp_path):
    with trip_of(tmp_path) as trip:
        trip.label(0, 0, 1, "DRUG")
        trip.label(1, 1, 2, "PERSON")
        assert trip.out() == TEXT
        before, after = ANN.split("\n"), ann_of(trip).split("\n")
        assert after[0] == "T1\tDRUG 1 9\tDr. Osei"
        assert after[1:-2] == before[1:]
        assert after[-2:] == ["T13\tPERSON 35 43\thelped a", ""]
        assert trip.losses() == {}
        trip.label(0, 0, 1, None)
        trip.label(0, 3, 3, "DRUG")
        trip.out()
        assert ann_of(trip).startswith("T7\tDRUG 16 20\tgave\r\nR1")
        assert trip.losses() == {"brat lines referring to deleted spans (kept unchanged)": 3}


def test_a_span_over_a_line_end_is_written_in_pieces(tmp_path):
    with trip_of(tmp_path, "A b\n  c d", "T1\tX 0 1\tA\n") as trip:
        trip.label(0, 1, 2, "X")
        trip.out()
        assert ann_of(trip) == "T1\tX 0 1\tA\nT2\tX 2 3;6 7\tb c\n"


@pytest.mark.parametrize(
    ("text", "ann"),
    [
        ("A\r\nb c", "T1\tX 2 3\tb"),
        ("\ufeffA b c", "T1\tX 2 3\tb"),
        ("\ufeffA\r\nb c", "T1\tX 2 3\tb"),
        ("🙂 b c", "T1\tX 3 4\tb"),
    ],
)
def test_other_ways_to_count_are_found_and_kept(tmp_path, text, ann):
    with trip_of(tmp_path, text, ann) as trip:
        assert token_tags(trip.project, 0) == ["O", "B-X", "O"]
        assert trip.out() == text
        assert ann_of(trip) == ann
        trip.label(0, 2, 2, "X")
        trip.out()
        start = int(ann.split()[2]) + 2
        assert ann_of(trip) == f"{ann}\nT2\tX {start} {start + 1}\tc\n"


def test_a_text_alone_is_no_text_of_brat(tmp_path):
    path = tmp_path / "in.txt"
    assert format_of(TEXT, path).name == "text"
    (tmp_path / "in.ann").write_text("")
    assert format_of(TEXT, path).name == "brat"
    assert format_of(TEXT, tmp_path / "in.note").name == "text"


def test_what_cannot_be_read_is_refused_in_words(tmp_path):
    with pytest.raises(DataError, match="no columns"), trip_of(tmp_path, columns=("word",)):
        pass
    path = tmp_path / "alone.txt"
    path.write_text("A b.")
    with pytest.raises(DataError, match="no such file"):
        prepare(path, ImportOptions("brat"))
    path.write_text(" ")
    path.with_suffix(".ann").touch()
    with pytest.raises(DataError, match="no word"):
        prepare(path)


def test_a_text_keeps_its_gaps(tmp_path):
    text = "\ufeff  One two.\r\n\r\nThree.\n"
    with Trip(tmp_path, text, name="in.txt") as trip:
        assert trip.out("x.txt", format_name="brat") == text.removeprefix("\ufeff")
        assert ann_of(trip, "x") == ""
        assert trip.losses("brat") == {}


def test_other_documents_get_a_sentence_a_line(tmp_path):
    content = "Zoë\tB-A B\nHall\tI-A B\nleft\tO\n\nUlm\tB-LOC\n"
    with Trip(tmp_path, content, name="in.conll", format="columns") as trip:
        trip.out("x.txt", format_name="brat")
        assert (tmp_path / "out" / "x.txt").read_text() == "Zoë Hall left\nUlm\n"
        assert ann_of(trip, "x") == "T1\tA_B 0 8\tZoë Hall\nT2\tLOC 14 17\tUlm\n"
        assert trip.losses("brat") == {
            "Documents that lose columns and comments": 1,
            "Labels with spaces, exported with “_” instead": 1,
        }


@pytest.mark.parametrize("which", list(Which))
def test_labels_that_would_get_the_same_name_are_refused(tmp_path, which):
    content = "Zoë\tB-A B\nHall\tB-A_B\nleft\tO\n"
    with Trip(tmp_path, content, name="in.conll", format="columns") as trip:
        trip.label(0, 2, 2, None)
        with pytest.raises(DataError, match="'A B' and 'A_B' would both become 'A_B'"):
            trip.out("x.txt", format_name="brat", which=which)
        assert not (tmp_path / "out" / "x.txt").exists()
        trip.label(0, 1, 1, "A B")
        trip.out("x.txt", format_name="brat", which=which)
        assert ann_of(trip, "x").count("A_B") == 2

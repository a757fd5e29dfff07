"""Tests of span formats: import and export to the byte, but for edited labels.

The texts hold what shifts places elsewhere: emoji of several characters, combining marks, line
ends of Windows, byte-order marks, right-to-left words, characters outside the first plane.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.formats.span_alignment import (
    AlignedSpan,
    Misfit,
    TextSpan,
    TokenGrid,
    sentences_around,
)
from app.jobs.importing.documents import Use
from crfcore.text.tag_schemes import spans
from tests.app.formats.span_projects import Trip
from tests.memory_projects import token_tags

PIECES = [
    "a", "Bo", "é", "e\u0301", "👩‍👩‍👧", "🙂", "שלום", "مرحبا", "\u200f", "\ufeff", "\u00a0",
    "\u2028", "\r\n", "\n", " ", "  ", ".", "?", "Dr.", "x-y", "漢字", "\t", "\U0001d54f", "7",
    "\x85",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map(lambda pieces: "aa " + "".join(pieces))
LABELS = st.sampled_from(["P", "LOC", "Ünï-x"])


@st.composite
def spans_in(draw, text):
    n = len(text)
    ranges = st.tuples(st.integers(0, n), st.integers(0, n)).map(sorted)
    found = [(*draw(ranges), draw(LABELS)) for _ in range(draw(st.integers(0, 3)))]
    return [(0, 2, "P"), *found] if draw(st.booleans()) else found


@st.composite
def doccano_files(draw):
    lines = []
    for number in range(draw(st.integers(1, 4))):
        text = draw(TEXTS)
        spans = draw(spans_in(text))
        if draw(st.booleans()):
            row = {"text": text, "label": spans}
        else:
            found = [
                {"id": at, "label": label, "start_offset": start, "end_offset": end}
                for at, (start, end, label) in enumerate(spans)
            ]
            row = {"id": number, "text": text, "entities": found, "relations": []}
        lines.append(json.dumps(row, ensure_ascii=draw(st.booleans())))
    return file_of(draw, lines)


@st.composite
def prodigy_files(draw):
    lines = []
    texts = draw(st.lists(TEXTS, min_size=1, max_size=2))
    for _ in range(draw(st.integers(1, 4))):
        number = draw(st.integers(0, len(texts) - 1))
        text = texts[number]
        keys = st.sampled_from(["ner", "ner_manual", None])
        row = {
            "text": text,
            "_input_hash": number,
            "spans": [{"start": a, "end": z, "label": name} for a, z, name in draw(spans_in(text))],
            "answer": draw(st.sampled_from(["accept", "reject", "ignore"])),
        }
        view = draw(keys)
        if view:
            row["_view_id"] = view
        if draw(st.booleans()):
            edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
            pairs = list(zip(edges[::2], edges[1::2], strict=False))
            if not pairs or any(text[a:z].strip() for a, z in pairs):  # else it has no words
                row["tokens"] = [{"start": a, "end": z, "id": i} for i, (a, z) in enumerate(pairs)]
        lines.append(json.dumps(row, ensure_ascii=draw(st.booleans())))
    return file_of(draw, lines)


def file_of(draw, lines):
    end = draw(st.sampled_from(["\n", "\r\n", "\n\n"]))
    content = draw(st.sampled_from(["", "\ufeff"])) + end.join(lines)
    return content + end if draw(st.booleans()) else content


@st.composite
def brat_files(draw):
    text = draw(TEXTS)
    lines = []
    for number, (start, end, label) in enumerate(draw(spans_in(text))):
        quote = text[start:end].replace("\n", " ")
        lines.append(f"T{number}\t{label} {start} {end}\t{quote}")
        lines.append(f"A{number}\tSure T{number}")
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return text, end.join(lines) + (end if draw(st.booleans()) else "")


def trip_of(folder, content, beside, form, use=Use.GOLD):
    name = "in.txt" if form == "brat" else "in.jsonl"
    if form == "brat":
        (Path(folder) / "in.ann").touch()
    return Trip(Path(folder), content, name=name, beside=beside, format=form, use=use)


def files_of(trip, form):
    text = trip.out()
    if form != "brat":
        return text, ""
    return text, (trip.folder / "out" / "in.ann").read_bytes().decode("utf-8")


FILES = {"doccano": doccano_files(), "prodigy": prodigy_files(), "brat": brat_files()}


@pytest.mark.parametrize("form", FILES)
def test_what_nobody_touched_comes_out_to_the_byte(form):
    @settings(max_examples=25, deadline=None)
    @given(FILES[form], st.sampled_from(list(Use)))
    def holds(drawn, use):
        content, beside = drawn if form == "brat" else (drawn, "")
        with TemporaryDirectory() as folder, trip_of(folder, content, beside, form, use) as trip:
            assert files_of(trip, form) == (content, beside)

    holds()


@pytest.mark.parametrize("form", FILES)
def test_what_was_said_is_read_again_and_nothing_else_has_changed(form):
    @settings(max_examples=25, deadline=None)
    @given(FILES[form], st.data())
    def holds(drawn, data):
        content, beside = drawn if form == "brat" else (drawn, "")
        with TemporaryDirectory() as folder, trip_of(folder, content, beside, form) as trip:
            names = [label.name for label in trip.project.visible_labels()]
            assume(names and "Spans that overlap others" not in trip.notes)
            corpus = trip.project.corpus
            sentence_index = data.draw(st.integers(0, corpus.n_sentences - 1))
            n = len(corpus.words_of(sentence_index))
            first = data.draw(st.integers(0, n - 1))
            last = data.draw(st.integers(first, n - 1))
            trip.label(sentence_index, first, last, data.draw(st.sampled_from([*names, None])))
            expected = all_spans(trip.project)
            text, ann = files_of(trip, form)
            assert len(text.split("\n")) - len(content.split("\n")) in (0, 1)
            if form == "doccano":
                pairs = zip(text.split("\n"), content.split("\n"), strict=True)
                assert sum(one != other for one, other in pairs) <= 1
        with TemporaryDirectory() as folder, trip_of(folder, text, ann, form) as again:
            assert all_spans(again.project) == expected

    holds()


def all_spans(project):
    """Return the words and labels of all spans."""
    found = []
    for sentence_index in range(project.corpus.n_sentences):
        words = project.corpus.words_of(sentence_index)
        tags = [tag if tag[0] in "BI" else "O" for tag in token_tags(project, sentence_index)]
        found += [(tuple(words[one.start : one.end]), one.label) for one in spans(tags)]
    return sorted(found)


@given(st.data())
def test_spans_are_put_onto_tokens_as_a_walk_through_the_text_says(data):
    edges = sorted(data.draw(st.sets(st.integers(0, 30), min_size=2, max_size=14)))
    tokens = list(zip(edges[::2], edges[1::2], strict=False))
    cut = data.draw(st.integers(0, len(tokens)))
    parts = [part for part in (tokens[:cut], tokens[cut:]) if part]
    start, end = data.draw(st.integers(-1, 31)), data.draw(st.integers(-1, 31))
    found = TokenGrid(parts, 30).locate(TextSpan(start, end, "X"))
    inside = [token for token in tokens if start <= token[0] and token[1] <= end]
    touched = [token for token in tokens if token[0] < end and start < token[1]]
    if not 0 <= start <= end <= 30:
        assert found is Misfit.OUT_OF_TEXT
    elif (start == end and any(a < start < z for a, z in tokens)) or inside != touched:
        assert found is Misfit.INSIDE_WORD
    elif not inside:
        assert found is Misfit.EMPTY
    elif len(parts) == 2 and inside[0] in parts[0] and inside[-1] in parts[1]:
        assert found is Misfit.ACROSS
        assert sentences_around(parts, [TextSpan(start, end, "X")], 30) == [tokens]
    else:
        number = next(at for at, part in enumerate(parts) if inside[0] in part)
        first = parts[number].index(inside[0])
        assert found == AlignedSpan(number, first, first + len(inside), "X")

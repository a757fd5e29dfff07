"""Tests of CoNLL-U: exact reading, and labels that the file has no column for."""

from __future__ import annotations

import re

import conllu
import pytest

from app.domain.notes import Note, NoteKind
from app.edits.label_rows import add_label
from app.formats.conllu import read
from crfcore.errors import DataError
from crfcore.text.lines import read_text
from tests.app.formats.span_projects import Trip
from tests.memory_projects import token_tags


def row(number, form, misc="_"):
    return f"{number}\t{form}\t_\tX\t_\t_\t_\t_\t_\t{misc}\n"


TEXT = (
    "# text = «I don't go al mar.»\n"
    + row(1, "«", "SpaceAfter=No")
    + row(2, "I")
    + row("3-4", "don't")
    + row(3, "do", "X=SpaceAfter=No")
    + row(4, "n't")
    + row(5, "go", "A=1")
    + row("5.1", "went")
    + row("6-7", "al")
    + row(6, "a")
    + row(7, "el")
    + row("8-9", "mar.", "Y=2|SpaceAfter=No")
    + row(8, "mar")
    + row(9, ".")
    + row(10, "»")
    + "\n"
)


def test_a_sentence_is_written_as_its_file_spaces_it():
    (sentence,) = read(TEXT).sentences
    assert sentence.text == "«I don't go a el mar.»", "what no letters say stands word by word"
    words = [sentence.text[a:z] for a, z in zip(sentence.starts, sentence.ends, strict=True)]
    assert words == ["«", "I", "do", "n't", "go", "a", "el", "mar", ".", "»"]


@pytest.mark.parametrize("part", ["dev", "test"])
def test_the_english_web_treebank_reads_as_its_comments_say(corpora, part):
    text = read_text(corpora / "ud" / f"en_ewt-ud-{part}.conllu.gz")
    ours = [re.sub(r"\s+", " ", sentence.text) for sentence in read(text).sentences]
    theirs = [re.sub(r"\s+", " ", one) for one in re.findall(r"(?m)^# text = (.*)$", text)]
    assert ours == theirs


def test_words_and_columns_are_those_that_the_reference_reads(corpora):
    text = read_text(corpora / "ud" / "en_ewt-ud-dev.conllu.gz")
    ours = read(text).sentences
    theirs = conllu.parse(text)
    for sentence, reference in zip(ours, theirs, strict=True):
        words = [token for token in reference if isinstance(token["id"], int)]
        assert list(sentence.columns[0]) == [token["form"] for token in words]
        assert list(sentence.tags) == [token["upos"] for token in words]


def test_labels_that_the_file_has_no_column_for_become_an_attribute(tmp_path):
    columns = ("id", "word", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
    content = TEXT.replace("A=1", "A=1|NE=old")
    with Trip(tmp_path, content, name="in.conllu", columns=columns) as trip:
        assert trip.out() == content
        trip.session.apply(add_label(trip.project, "LOC"))
        trip.label(0, 4, 6, "LOC")
        out = trip.out()
    changed = {
        row(5, "go", "A=1|NE=old"): row(5, "go", "A=1|NE=old|NE2=B-LOC"),
        row(6, "a"): row(6, "a", "NE2=I-LOC"),
        row(7, "el"): row(7, "el", "NE2=I-LOC"),
    }
    for before, after in changed.items():
        content = content.replace(before, after)
    assert out == content
    assert conllu.parse(out)[0].filter(id=6)[0]["misc"] == {"NE2": "I-LOC"}
    again = read(out, ("misc:NE2",)).sentences[0].tags
    assert again == ("O",) * 4 + ("B-LOC", "I-LOC", "I-LOC") + ("O",) * 3


SURFACE = (("tokens", "surface"),)


def test_a_range_may_be_one_token(tmp_path):
    with Trip(tmp_path, TEXT, name="in.conllu", options=SURFACE) as trip:
        assert trip.words() == [["«", "I", "don't", "go", "al", "mar.", "»"]]
        assert trip.project.corpus.texts == ["«I don't go al mar.»"]
        assert trip.notes["Words inside ranges"] == 6
        assert trip.out() == TEXT
        trip.session.apply(add_label(trip.project, "LOC"))
        trip.label(0, 4, 5, "LOC")
        out = trip.out()
        spans = trip.out("out.jsonl", format_name="doccano")
    assert '"label": [[12, 19, "LOC"]]' in spans
    expected = TEXT.replace(row("6-7", "al"), row("6-7", "al", "NE=B-LOC"))
    mar = row("8-9", "mar.", "Y=2|SpaceAfter=No")
    assert out == expected.replace(mar, mar.replace("No", "No|NE=I-LOC"))
    (tmp_path / "again").mkdir()
    columns = ("misc:NE",)
    content = {"name": "in.conllu", "columns": columns, "options": SURFACE}
    with Trip(tmp_path / "again", out, **content) as trip:
        assert token_tags(trip.project, 0)[4:6] == ["B-LOC", "I-LOC"]
        trip.label(0, 4, 5, None)
        assert trip.out() == TEXT


def test_columns_say_nothing_of_a_range():
    with pytest.raises(DataError, match="for example misc:NE"):
        read(TEXT, ("upos",), options=dict(SURFACE))
    odd = row("2-1", "x") + row(1, "a") + row("2-3", "b") + row("3-4", "c") + row(2, "d")
    words = [list(one.columns[0]) for one in read(odd, options=dict(SURFACE)).sentences]
    assert words == [["x", "a", "b", "c"]]


def test_other_numbers_than_1_2_3_are_told_and_kept():
    text = row(1, "a") + row(1, "b") + "\n" + row(1, "c") + "\n" + row(2, "d") + row("2-9", "e")
    received = "Sentences whose words are not numbered 1, 2, 3, …"
    odd = [note for note in read(text).notes if note.kind is NoteKind.ODD]
    assert odd == [Note(NoteKind.ODD, received, 1, (0,)), Note(NoteKind.ODD, received, 1, (2,))]


def test_an_attribute_takes_no_label_with_a_bar(tmp_path):
    columns = ("id", "word", *"abcdefgh")
    with Trip(tmp_path, row(1, "a"), name="in.conllu", columns=columns) as trip:
        trip.session.apply(add_label(trip.project, "A|B"))
        trip.label(0, 0, 0, "A|B")
        with pytest.raises(DataError, match=r"because of its “\|”"):
            trip.out()

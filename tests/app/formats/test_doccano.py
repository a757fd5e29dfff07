"""Tests of doccano: exact round trips, in which only edited spans are rewritten."""

from __future__ import annotations

import json

import pytest

from app.jobs.importing.documents import Use
from app.jobs.importing.ids import import_document
from crfcore.errors import DataError
from tests.app.formats.span_projects import Trip
from tests.memory_projects import token_tags

TRIPLES = (
    '\ufeff{"id":1, "text": "Dr. Osei gave\\u00a0warfarin. It helped.", "meta": {"x": [1]}, '
    '"label": [[0, 8, "PERSON"], [14,22,"DRUG"]], "Comments": ["why?"]}\r\n'
    "\r\n"
    '{"id": 2, "text": "Nothing here 👩‍👩‍👧 .", "label": []}\n'
    '{"id": 3, "text": "", "label": []}\n'
    '{"text": "👩‍👩‍👧 Anna\u2028came", "label": [[6, 11, "PERSON"]], "n": 1e3}'
)
ENTITIES = (
    '{"id": 4, "text": "Anna met Bo in Ulm", "entities": [{"id": 7, "label": "PER", '
    '"start_offset": 0, "end_offset": 4}, {"id": 9, "label": "PER", "start_offset": 9, '
    '"end_offset": 11, "x": 1}], "relations": [{"id": 12, "from_id": 7, "to_id": 9, "t": "x"}]}\n'
)


def test_texts_and_spans_come_in(tmp_path):
    with Trip(tmp_path, TRIPLES) as trip:
        assert trip.words() == [
            ["Dr.", "Osei", "gave", "warfarin", "."],
            ["It", "helped", "."],
            ["Nothing", "here", "👩‍👩‍👧", "."],
            ["👩‍👩‍👧", "Anna", "came"],
        ]
        assert token_tags(trip.project, 0) == ["B-PERSON", "I-PERSON", "O", "B-DRUG", "O"]
        assert token_tags(trip.project, 1) == ["O", "O", "O"]
        assert token_tags(trip.project, 2) == ["?"] * 4
        assert token_tags(trip.project, 3) == ["O", "B-PERSON", "O"]
        assert trip.notes == {"Comments": 1}


@pytest.mark.parametrize("content", [TRIPLES, ENTITIES])
@pytest.mark.parametrize("use", list(Use))
def test_an_untouched_file_comes_out_as_it_went_in(tmp_path, content, use):
    with Trip(tmp_path, content, use=use) as trip:
        assert trip.out() == content
        assert trip.losses() == {}
        assert trip.out(scheme="bioes") == content


def test_only_the_spans_of_the_edited_line_are_written_anew(tmp_path):
    with Trip(tmp_path, TRIPLES) as trip:
        trip.label(0, 1, 1, "DRUG")
        trip.label(1, 0, 0, "PERSON")
        before, after = TRIPLES.split("\n"), trip.out().split("\n")
        assert after[1:] == before[1:]
        assert after[0] == before[0].replace(
            '[[0, 8, "PERSON"], [14,22,"DRUG"]]',
            '[[0, 3, "PERSON"], [4, 8, "DRUG"], [14,22,"DRUG"], [24, 26, "PERSON"]]',
        )


def test_an_entity_keeps_its_number_when_it_is_changed(tmp_path):
    with Trip(tmp_path, ENTITIES) as trip:
        assert trip.notes == {"Relations": 1}
        trip.label(0, 4, 4, "PER")
        trip.label(0, 1, 2, "PER")
        row = json.loads(trip.out())
        assert row["entities"][1:] == [
            {"id": 9, "label": "PER", "start_offset": 5, "end_offset": 11, "x": 1},
            {"id": 13, "label": "PER", "start_offset": 15, "end_offset": 18},
        ]
        assert trip.losses() == {}
        trip.label(0, 0, 0, None)
        assert trip.losses() == {"Relations of spans that are gone": 1}
        assert json.loads(trip.out())["relations"] == json.loads(ENTITIES)["relations"]


def test_what_does_not_fit_is_named_and_stays(tmp_path):
    spans = '[[0,4,"A"], [0,4,"B"], [6,7,"A"], [4,5,"A"], [2,99,"A"], [9,5,"A"], [1,2], [0,4,""]]'
    content = '{"text": "Anna lives. Bo.", "labels": ' + spans + "}\n"
    with Trip(tmp_path, content) as trip:
        assert trip.notes == {
            "Spans that overlap others": 1,
            "Spans that begin or end inside a word": 1,
            "Spans without a word": 1,
            "Spans outside the text": 2,
            "Incomplete spans (offsets or label missing)": 2,
        }
        assert trip.out() == content
        trip.label(0, 0, 0, None)
        assert trip.out() == content.replace('[0,4,"A"], ', "")


def test_a_span_holds_its_sentences_together(tmp_path):
    content = '{"text": "He is at Yahoo! Inc. He said so.", "label": [[9, 20, "ORG"]]}'
    with Trip(tmp_path, content) as trip:
        assert len(trip.words()) == 2
        assert token_tags(trip.project, 0)[3:6] == ["B-ORG", "I-ORG", "I-ORG"]


def test_other_layouts(tmp_path):
    content = (
        '{"text": "Anna came", "annotations": [{"label": "P", "start_offset": 0, "end_offset": 4}]}'
        '\n{"text": "Bo\\u00e9 came"}\n'
    )
    with Trip(tmp_path, content) as trip:
        trip.label(1, 0, 0, "P")
        trip.label(0, 1, 1, "P")
        first, second, _ = trip.out().split("\n")
        assert second == '{"text": "Bo\\u00e9 came", "label": [[0, 3, "P"]]}'
        assert json.loads(first)["annotations"][1] == {
            "label": "P",
            "start_offset": 5,
            "end_offset": 9,
        }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "a b"}\n{"text": "a", "label": [[0, 1, 5]]}', "the number 5 here"),
        ('{"text": "a b"}\n{"txt": "a"}', "no “text” here"),
        ('{"text": "a b"}\n{"text": "a\\u0000"}', "a NUL"),
        ('{"text": "a b"}\n{"text": ', "not one object in JSON"),
        ('{"text": "  "}', "contains no words"),
    ],
)
def test_a_bad_file_is_refused_in_words(tmp_path, content, message):
    with pytest.raises(DataError, match=message), Trip(tmp_path, content, format="doccano"):
        pass


def test_columns_cannot_be_named(tmp_path):
    with pytest.raises(DataError, match="no columns"), Trip(tmp_path, ENTITIES, columns=("word",)):
        pass


def test_other_documents_become_a_line_for_each_sentence(tmp_path):
    content = "Zoë B-PER\nHall I-PER\nleft O\n\nUlm B-LOC\n"
    with Trip(tmp_path, content, name="in.conll") as trip:
        assert trip.out("out.jsonl", format_name="doccano") == (
            '{"id": 1, "text": "Zoë Hall left", "label": [[0, 8, "PER"]]}\n'
            '{"id": 2, "text": "Ulm", "label": [[0, 3, "LOC"]]}\n'
        )
        assert trip.losses("doccano") == {"Documents that lose columns and comments": 1}


def test_tokens_without_a_label_are_no_spans(tmp_path):
    content = "The\tDET\ncat\tNOUN\nis\t_\n"
    with Trip(tmp_path, content, name="in.conll") as trip:
        assert json.loads(trip.out("o.jsonl", format_name="doccano"))["label"] == [
            [0, 3, "DET"],
            [4, 7, "NOUN"],
        ]


def test_documents_stand_behind_each_other_without_blank_lines(tmp_path):
    with Trip(tmp_path, ENTITIES.rstrip("\n")) as trip:
        import_document(trip.file, trip.file.load(), trip.path)
        trip.project = trip.file.check()
        assert trip.out() == ENTITIES + ENTITIES.rstrip("\n")


@pytest.mark.parametrize("found", ["7", '"positive"', "true", '{"a": 1}'])
def test_a_label_of_the_whole_text_is_no_span_and_stays(tmp_path, found):
    first = f'{{"text": "Anna lives.", "label": {found}}}\n'
    with Trip(tmp_path, first + '{"text": "Bo", "label": [[0, 2, "PER"]]}\n') as trip:
        assert trip.notes == {"Incomplete spans (offsets or label missing)": 1}
        assert token_tags(trip.project, 0) == ["?"] * 3
        trip.label(0, 0, 0, "PER")
        received = json.loads(trip.out().split("\n")[0])
        assert received == {**json.loads(first), "entities": received["entities"]}
        assert [one["label"] for one in received["entities"]] == ["PER"]

"""Tests of Prodigy: answers to the same text are merged, and written to their lines."""

from __future__ import annotations

import json

import pytest

from app.domain.tokens import TokenState
from app.jobs.importing.documents import Use
from crfcore.errors import DataError
from tests.app.formats.span_projects import Trip
from tests.memory_projects import token_tags

BINARY = (
    '{"text":"Apple sells Kindle 🙂","spans":[{"start":0,"end":5,"text":"Apple","label":"ORG",'
    '"score":0.5}],"meta":{"section":"x"},"_input_hash":-1,"_task_hash":5,"answer":"accept"}\n'
    '{"text":"Other text here","spans":[],"_input_hash":2,"_task_hash":6,"answer":"ignore"}\r\n'
    '{"text":"Apple sells Kindle 🙂","spans":[{"start":12,"end":18,"label":"ORG"}],'
    '"_input_hash":-1,"_task_hash":7,"answer":"reject"}'
)


def manual(text, words, spans, **more):
    """Return a line that was labelled by hand."""
    tokens, at = [], 0
    for number, word in enumerate(words):
        start = text.index(word, at)
        at = start + len(word)
        tokens.append(
            {"text": word, "start": start, "end": at, "id": number, "ws": text[at : at + 1] == " "}
        )
    row = {"text": text, "_input_hash": 9, "tokens": tokens, "_view_id": "ner_manual"}
    found = [
        {"start": tokens[a]["start"], "end": tokens[z]["end"], "token_start": a, "token_end": z,
         "label": label}
        for a, z, label in spans
    ]  # fmt: skip
    return json.dumps({**row, "spans": found, "answer": "accept", **more})


ODD_SPANS = [
    7,
    {"start": 0},
    {"start": 0, "end": 1, "label": " "},
    {"start": 0, "end": 1, "label": "P"},
    {"start": 2, "end": 3, "label": "P", "answer": "reject"},
]


HAND = manual("It's U.S.-made\n by Bo", ["It's", "U.S.-", "made", "\n ", "by", "Bo"], [(5, 5, "P")])


STRICT = (("rejected", "tokens"),)
REJECTED = "Rejected spans (cannot be represented per token)"


def test_a_rejected_span_says_nothing_of_longer_ones(tmp_path):
    content = BINARY.replace('"start":12,"end":18', '"start":6,"end":11')
    with Trip(tmp_path, content) as trip:
        assert token_tags(trip.project, 0) == ["B-ORG", "?", "?", "?"]
        assert trip.notes == {REJECTED: 1, "Ignored answers": 1}
        trip.label(0, 1, 2, "ORG")
        lines = trip.out().split("\n")
        assert json.loads(lines[-1])["answer"] == "reject", "another span is there now"
        trip.label(0, 1, 2, None)
        trip.label(0, 1, 1, "ORG")
        assert json.loads(trip.out().split("\n")[-1])["answer"] == "accept"


def test_answers_to_the_same_text_are_one_text(tmp_path):
    with Trip(tmp_path, BINARY, options=STRICT) as trip:
        assert trip.words() == [["Apple", "sells", "Kindle", "🙂"], ["Other", "text", "here"]]
        assert token_tags(trip.project, 0) == ["B-ORG", "?", "O", "?"]
        assert token_tags(trip.project, 1) == ["?"] * 3
        assert trip.notes == {"Ignored answers": 1}


def test_a_rejected_label_is_ruled_out_where_others_remain(tmp_path):
    content = BINARY.replace('"end":18,"label":"ORG"', '"end":18,"label":"GPE"')
    with Trip(tmp_path, content, options=STRICT) as trip:
        assert trip.project.corpus.states[2] == TokenState.NARROWED
        assert token_tags(trip.project, 0)[2] == "{B-ORG I-ORG O}"
        assert trip.out() == content


def test_tokens_are_those_of_the_file(tmp_path):
    with Trip(tmp_path, HAND) as trip:
        assert trip.words() == [["It's", "U.S.-", "made", "by", "Bo"]]
        assert token_tags(trip.project, 0) == ["O", "O", "O", "O", "B-P"]


@pytest.mark.parametrize("content", [BINARY, HAND, "\ufeff" + HAND + "\r\n\n" + HAND + "\n"])
@pytest.mark.parametrize("use", list(Use))
def test_an_untouched_file_comes_out_as_it_went_in(tmp_path, content, use):
    with Trip(tmp_path, content, use=use) as trip:
        assert trip.out() == content
        assert trip.out(scheme="bilou") == content
        assert trip.losses() == {}


def test_a_line_made_by_hand_gets_other_spans(tmp_path):
    with Trip(tmp_path, HAND) as trip:
        trip.label(0, 1, 2, "P")
        row = json.loads(trip.out())
        new = {"start": 5, "end": 14, "token_start": 1, "token_end": 2, "label": "P"}
        before = json.loads(HAND)
        assert row == {**before, "spans": [new, *before["spans"]]}
        trip.label(0, 4, 4, None)
        assert json.loads(trip.out()) == {**before, "spans": [new]}


def test_answers_follow_what_was_labelled(tmp_path):
    with Trip(tmp_path, BINARY) as trip:
        trip.label(0, 0, 0, None)
        trip.label(0, 2, 2, "ORG")
        before = BINARY.split("\n")
        assert trip.out().split("\n") == [
            before[0].replace("accept", "reject"),
            before[1],
            before[2].replace("reject", "accept"),
        ]


def test_a_span_that_no_line_has_gets_a_line_of_its_own(tmp_path):
    with Trip(tmp_path, BINARY, options=STRICT) as trip:
        trip.label(0, 3, 3, "ORG")
        lines = trip.out().split("\n")
        assert [lines[0], *lines[2:]] == BINARY.split("\n")
        assert json.loads(lines[1]) == {
            "text": "Apple sells Kindle 🙂",
            "_input_hash": -1,
            "spans": [{"start": 19, "end": 20, "label": "ORG"}],
            "answer": "accept",
        }
        trip.label(0, 1, 1, None)
        whole = json.loads(trip.out().split("\n")[1])
        assert [span["token_start"] for span in whole["spans"]] == [0, 3]
        assert [token["text"] for token in whole["tokens"]] == ["Apple", "sells", "Kindle", "🙂"]


def test_a_changed_span_keeps_what_else_is_said_of_it(tmp_path):
    with Trip(tmp_path, BINARY) as trip:
        trip.label(0, 0, 1, "ORG")
        (span,) = json.loads(trip.out().split("\n")[0])["spans"]
        assert span == {"start": 0, "end": 11, "text": "Apple sells", "label": "ORG", "score": 0.5}


def test_a_line_that_nobody_had_answered_gets_an_answer(tmp_path):
    fresh = '{"text": "Anna came home"}\n'
    content = manual("Bo", ["Bo"], [(0, 0, "P")]) + "\n" + fresh
    with Trip(tmp_path, content) as trip:
        assert trip.out() == content
        trip.label(1, 0, 0, "P")
        written = trip.out().split("\n")[1]
        assert written.startswith('{"text": "Anna came home", "spans": [{"start": 0')
        assert json.loads(written)["answer"] == "accept"
        assert "tokens" not in json.loads(written)
        trip.label(1, 1, 2, None)
        assert [one["text"] for one in json.loads(trip.out().split("\n")[1])["tokens"]] == [
            "Anna",
            "came",
            "home",
        ]


def test_the_last_answer_by_hand_counts_and_what_is_odd_is_named(tmp_path):
    text, words = "Anna met Bo", ["Anna", "met", "Bo"]
    lines = [
        manual(text, words, [(0, 0, "P")]),
        manual(text, words, [(2, 2, "P")], tokens=[{"start": 5, "end": 3}]),
        manual(text, words, [(0, 0, "Q")], answer="reject"),
        json.dumps({"text": "x y z", "spans": ODD_SPANS}),
    ]
    with Trip(tmp_path, "\n".join(lines)) as trip:
        assert token_tags(trip.project, 0) == ["O", "O", "B-P"]
        assert trip.notes == {
            "Texts that were labelled by hand more than once (the last answer counts)": 1,
            "Rejected answers without a usable span": 1,
            "Lists of tokens that don't fit their text, not used": 1,
            "Incomplete spans (offsets or label missing)": 3,
            REJECTED: 1,
        }
        assert trip.out() == "\n".join(lines)


def test_sentences_of_a_text_with_tokens_are_parted(tmp_path):
    text = "Anna left. Bo came. Yo."
    words = ["Anna", "left", ".", "Bo", "came", ".", "Yo", "."]
    with Trip(tmp_path, manual(text, words, [(5, 6, "P")])) as trip:
        assert trip.words() == [words[:3], words[3:]]


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ('{"text": "a", "answer": "accept"}\n{"text": 5, "answer": "accept"}', {}, "no “text”"),
        ('{"text": "a", "answer": "accept"}\n{"text": "a", ', {}, "not one object"),
        ('{"text": " ", "answer": "accept"}', {}, "no word"),
        (BINARY, {"columns": ("word",)}, "no columns"),
    ],
)
def test_a_bad_file_is_refused_in_words(tmp_path, content, options, message):
    with pytest.raises(DataError, match=message), Trip(tmp_path, content, **options):
        pass


def test_other_documents_become_a_task_for_each_sentence(tmp_path):
    content = "Zoë B-PER\nHall I-PER\nleft O\n\nUlm B-LOC\n"
    with Trip(tmp_path, content, name="in.conll") as trip:
        out = trip.out("out.jsonl", format_name="prodigy")
        assert trip.losses("prodigy") == {"Documents that lose columns and comments": 1}
    (tmp_path / "again").mkdir()
    with Trip(tmp_path / "again", out) as trip:
        assert token_tags(trip.project, 0) == ["B-PER", "I-PER", "O"]
        assert trip.words() == [["Zoë", "Hall", "left"], ["Ulm"]]
        assert trip.out() == out

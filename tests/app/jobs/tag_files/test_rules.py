"""Tests of tagging under rules of a JSON file."""

from __future__ import annotations

import json

import pytest

from app.jobs.tag_files.rules import holds_rules
from app.jobs.tag_files.tag import TagNotes, TagOptions, tag
from crfcore import LinearChainCRF
from crfcore.constraints.integer import OutOfTimeError
from crfcore.errors import DataError
from crfcore.estimator import dataset_rules
from crfcore.features.column_table import ColumnTable

WORDS = [["Mr", "Smith", "met", "Mr", "Jones"], ["Rome", "is", "old"], ["Smith", "left", "Rome"]]
TAGS = [
    ["B-TITLE", "B-PER", "O", "B-TITLE", "B-PER"],
    ["B-LOC", "O", "O"],
    ["B-PER", "O", "B-LOC"],
]
TEXT = "Mr\nBlack\n\nRome\nleft\nSmith\n"


@pytest.fixture(scope="module")
def crf():
    model = LinearChainCRF(template="U0:%x[0,0]\nB\n", c2=0.1, max_iterations=20)
    model.fit([[[word] for word in words] for words in WORDS], TAGS)
    model.metadata_ = {"columns": ["word", "label"]}
    return model


@pytest.fixture
def constrained(crf, tmp_path):
    """Tag the text under rules; return rows and notes."""
    (tmp_path / "text").write_text(TEXT)

    def run(*rules, sentences=(), name="rules.json", **choices):
        content = {"format": "tagwright rules", "version": 1, "rules": list(rules)}
        (tmp_path / name).write_text(json.dumps(content | {"sentences": list(sentences)}))
        options = TagOptions(("word",), constraints=tmp_path / name, **choices)
        notes = TagNotes()
        out = "".join(tag(crf, tmp_path / "text", options, notes=notes))
        return [line.split() for line in out.splitlines()], notes

    return run


def _labels(found):
    return [row[1] for row in found[0] if row and row[0] != "#"]


def test_rules_hold_everywhere(constrained):
    assert _labels(constrained())[2] == "B-LOC"
    forbidden = {
        "kind": "lexical",
        "effect": "forbids",
        "labels": ["LOC"],
        "matcher": {"kind": "word_pattern", "pattern": "R.*e"},
    }
    found = constrained(forbidden, {"kind": "followed_by", "a": "TITLE", "b": "LOC"})
    assert _labels(found)[:2] in (["B-TITLE", "B-LOC"], ["O", "O"], ["B-PER", "O"])
    assert _labels(found)[2] != "B-LOC"
    assert found[1].sentences() == []


def test_single_sentences_have_their_own(constrained):
    pin = {"sentence": 1, "rules": [{"kind": "pin", "token": 1, "label": "B-TITLE"}]}
    found = _labels(constrained({"kind": "followed_by", "a": "TITLE", "b": "PER"}, sentences=[pin]))
    assert found[3:] == ["B-TITLE", "B-PER"]


def test_probabilities_and_ranks_know_the_rules(constrained):
    none = {"kind": "count", "unit": "LOC", "at_most": 0}
    rows = constrained(none, marginals=True)[0]
    assert all("B-LOC/0.000000" in row for row in rows if row)
    ranked = constrained(none, nbest=2)[0]
    assert "B-LOC" not in {field for row in ranked for field in row}
    assert ranked[0][:2] == ["#", "1"]


@pytest.mark.parametrize(
    ("choices", "shown_text"), [({}, 1), ({"marginals": True}, 2), ({"nbest": 2}, 2)]
)
def test_the_integer_program_is_mentioned(constrained, choices, shown_text, monkeypatch):
    monkeypatch.setattr(dataset_rules, "is_about_same_words", lambda _: False)
    found, notes = constrained({"kind": "same_word_same_label"}, **choices)
    assert found
    assert notes.by_integers == 2
    assert len(notes.sentences()) == shown_text
    assert "The best labels of 2 sentences were found" in notes.sentences()[0]
    assert "1 sentence were" in TagNotes(1).sentences()[0]


def test_what_ranks_do_not_know_is_mentioned(constrained):
    for choices, n_unranked in (({"marginals": True}, 0), ({"nbest": 2}, 2)):
        notes = constrained({"kind": "same_word_same_label"}, **choices)[1]
        assert (notes.by_integers, notes.unranked) == (0, n_unranked)
    assert "Ranked labellings do not" in TagNotes(unranked=2).sentences()[0]


def test_a_sentence_whose_labels_become_valid_is_counted_once(tmp_path, monkeypatch):
    table = ColumnTable.from_words([["Anna", "Maria", "ruft"], ["Ute", "Maria", "ruft"]])
    crf = LinearChainCRF(template="U0:%x[0,0]\n", c2=0.01)
    crf.fit(table, [["B-PER", "I-PER", "O"]] * 2, labels=["O", "B-PER", "I-PER"])
    crf.metadata_ = {"scheme": "iob2", "columns": ["word"]}
    text, rules = tmp_path / "a.conll", tmp_path / "rules.json"
    text.write_text("Maria\nruft\n\nAnna\nruft\n", encoding="utf-8")
    rules.write_text(
        '{"format": "tagwright rules", "version": 1, "rules": [{"kind": "same_word_same_label"}]}'
    )
    free = tag(crf, text, TagOptions(constraints=rules))
    assert "I-PER" not in "".join(free), "the first sentence is asked about again"
    for choices in ({}, {"marginals": True}, {"nbest": 2}):
        notes = TagNotes()
        list(tag(crf, text, TagOptions(constraints=rules, **choices), notes=notes))
        assert (notes.by_integers, notes.unranked) == (0, 2 * ("nbest" in choices))
        with monkeypatch.context() as patch:
            patch.setattr(dataset_rules, "is_about_same_words", lambda _: False)
            notes = TagNotes()
            list(tag(crf, text, TagOptions(constraints=rules, **choices), notes=notes))
        assert (notes.by_integers, notes.unranked) == (2, 0)


def test_contradictions_are_named(constrained):
    pin = {"sentence": 1, "rules": [{"kind": "pin", "token": 2, "label": "B-TITLE"}]}
    titles = {"kind": "followed_by", "a": "TITLE", "b": "PER", "name": "titles"}
    with pytest.raises(
        DataError, match=r"rules\.json: In sentence 2 \(number 1 in the rules\) .* token 3"
    ):
        constrained(titles, sentences=[pin])


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ({"kind": "count", "unit": "DOSE", "at_most": 1}, "DOSE"),
        (
            {
                "kind": "lexical",
                "effect": "implies",
                "labels": ["PER"],
                "matcher": {"kind": "word_pattern", "pattern": "("},
            },
            "not a valid regular expression",
        ),
    ],
)
def test_rules_that_the_model_cannot_obey_are_named(constrained, rule, says):
    with pytest.raises(DataError, match=rf"rules\.json.*{says}"):
        constrained(rule)


def test_when_the_integer_program_has_no_time_the_sentence_is_named(constrained, monkeypatch):
    def late(*_args, **_more):
        raise OutOfTimeError(10.0, (), None, 1)

    monkeypatch.setattr(LinearChainCRF, "decode_under_rules", late)
    with pytest.raises(DataError, match=r"of sentence 2 in 10 seconds; leave out one"):
        constrained({"kind": "same_word_same_label"})


def test_places_that_the_text_does_not_have(constrained):
    pin = {"kind": "fixed_span", "start": 1, "end": 3, "type": "PER"}
    with pytest.raises(DataError, match=r"sentence 0 name token 2; .* the tokens 0 to 1"):
        constrained(sentences=[{"sentence": 0, "rules": [pin]}])
    with pytest.raises(DataError, match=r"Rules are found for sentence 2; .* sentences 0 to 1"):
        constrained(sentences=[{"sentence": 2, "rules": []}])


def test_what_is_a_file_of_rules(tmp_path, constrained):
    path = tmp_path / "known"
    path.write_text("{ _\n_\n")
    assert not holds_rules(path.read_text(), path)
    path.write_text('\n{"version": 1, "format": "tagwright rules"}')
    assert holds_rules(path.read_text(), path)
    assert holds_rules("", tmp_path / "none.JSON")
    assert _labels(constrained(name="known"))


def test_it_is_said_that_probabilities_are_calibrated():
    assert TagNotes(with_probabilities=True).sentences() == []
    assert TagNotes(temperature=1.5).sentences() == []
    shown_text = TagNotes(1, with_probabilities=True, temperature=1.5).sentences()
    assert shown_text[0] == "Probabilities are calibrated (temperature 1.50)."


def test_a_span_may_name_any_number_of_tokens(constrained):
    rule = {"kind": "fixed_span", "start": 0, "end": 10**12, "type": "PER"}
    with pytest.raises(DataError, match=r"rules\.json: .*sentence 0 name token 9{12}; .*0 to 1"):
        constrained(sentences=[{"sentence": 0, "rules": [rule]}])

"""Gazetteers as files, as spans and as rules."""

from __future__ import annotations

import pytest

from crfcore.constraints.gazetteer import Entry, parse_gazetteer, read_gazetteer
from crfcore.constraints.kinds import Lexical, Phrases
from crfcore.errors import CrfError, DataError
from crfcore.text.tag_schemes import Span

LABELLED = ["New York\tCITY\n", "Rome\tCITY\n", "\n", "New York Times\tORG\n", "Rome\tCITY\n"]


def test_phrases_with_labels_are_found_as_spans():
    found = parse_gazetteer(LABELLED)
    words = ["the", "New", "York", "Times", "in", "New", "York"]
    assert found.find(words) == [Span(1, 4, "ORG"), Span(5, 7, "CITY")]
    assert found.marks(words) == ["O", "B-ORG", "I-ORG", "I-ORG", "O", "B-CITY", "I-CITY"]
    assert found.labels == ["CITY", "ORG"]
    assert len(found.entries) == 3


def test_a_word_list_has_no_labels(tmp_path):
    path = tmp_path / "cities.txt"
    path.write_text("Rome\r\n New  York \n")
    found = read_gazetteer(path, ignore_case=True)
    assert not found.has_labels
    assert found.name == "cities"
    assert found.marks(["ROME"]) == ["B-LISTED"]
    assert found.find(["new", "york"], "CITY") == [Span(0, 2, "CITY")]
    assert list(found.lines()) == ["Rome\n", "New York\n"]


def test_rules_for_each_label():
    rules = parse_gazetteer(LABELLED, name="places").rules("allows", ["O"], cost=2.0)
    assert [rule.kind for rule in rules] == [
        Lexical(Phrases((("New", "York"), ("Rome",))), "allows", ("CITY", "O")),
        Lexical(Phrases((("New", "York", "Times"),)), "allows", ("ORG", "O")),
    ]
    assert {(rule.name, rule.cost) for rule in rules} == {("places", 2.0)}
    (rule,) = parse_gazetteer(["Rome"], ignore_case=True).rules(labels=["CITY"])
    assert rule.kind == Lexical(Phrases((("Rome",),), True), "implies", ("CITY",))
    with pytest.raises(CrfError, match="word list given doesn't say"):
        parse_gazetteer(["Rome"]).rules()


def test_some_phrases_may_have_a_label_and_others_none():
    found = parse_gazetteer(["London", "Ulm\tCITY"], name="places")
    assert found.entries == (Entry(("London",)), Entry(("Ulm",), "CITY"))
    assert found.marks(["London", "Ulm"]) == ["B-LISTED", "B-CITY"]
    assert found.phrase_list().labels == ["", "CITY"]
    assert list(found.lines()) == ["London\n", "Ulm\tCITY\n"]


def test_rules_of_phrases_without_a_label_are_of_the_labels_that_are_named():
    found = parse_gazetteer(["London", "Ulm\tCITY"])
    (rule,) = found.rules()
    assert rule.kind == Lexical(Phrases((("Ulm",),)), "implies", ("CITY",))
    implied = [rule.kind.labels for rule in found.rules(labels=["LOC"])]
    assert implied == [("LOC",), ("CITY",)]
    allowed = [rule.kind.labels for rule in found.rules("allows", ["LOC"])]
    assert allowed == [("LOC",), ("CITY", "LOC")]


def test_editing():
    found = parse_gazetteer(LABELLED).without("New York")
    assert found.entries == (
        Entry(("Rome",), "CITY"),
        Entry(("New", "York", "Times"), "ORG"),
    )
    assert list(found.lines()) == ["Rome\tCITY\n", "New York Times\tORG\n"]
    with pytest.raises(CrfError, match="needs a word"):
        found.without(" ")


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        (["a\tX", "a"], 2, "'a' is without a label here and X in line 1"),
        (["a\tX", "", "a\tY"], 3, "'a' is Y here and X in line 1"),
        (["a\t"], 1, "a tab and a label; found"),
        (["a\tX\tY"], 1, "a tab and a label; found"),
        (["\tX"], 1, "a tab and a label; found"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(lines, line, says):
    with pytest.raises(DataError, match=says) as caught:
        parse_gazetteer(lines, "g.tsv")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"g.tsv, line {line}")


def test_case_decides_what_is_repeated():
    with pytest.raises(DataError, match="'ROME' is Y here"):
        parse_gazetteer(["Rome\tX", "ROME\tY"], ignore_case=True)
    assert len(parse_gazetteer(["Rome\tX", "ROME\tY"]).entries) == 2


def test_a_mark_at_the_beginning_is_no_part_of_the_first_phrase(tmp_path):
    path = tmp_path / "cities.txt"
    path.write_text("Ulm\n", encoding="utf-8-sig")
    assert [entry.words for entry in read_gazetteer(path).entries] == [("Ulm",)]

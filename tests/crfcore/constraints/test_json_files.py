"""Rules as JSON: round trips, and errors with their position."""

from __future__ import annotations

import json
import os

import pytest

from crfcore.constraints import json_files
from crfcore.constraints.json_files import parse_rules, read_rules, rule_to_json, rules_text
from crfcore.constraints.kinds import (
    KINDS,
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Lexical,
    NeverAdjacent,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
    WordPattern,
)
from crfcore.constraints.rules import Rule, Rules
from crfcore.errors import DataError
from crfcore.text.lines import reading_streams

GENERAL = Rules(
    [
        Rule(FollowedBy("TITLE", "PERSON"), "titles", cost=2.5),
        Rule(NotFollowedBy("A", "B"), on=False),
        NeverAdjacent("A", "B-é"),
        StartsWith("A"),
        EndsWith("O"),
        ValidScheme("bioes"),
        Count("DATE", at_most=1),
        Count("DATE", 2, 3),
        Implies("A", "B", present=False),
        NotAfter("A", "B"),
        Pattern("O* (B-NP I-NP*)+"),
        Lexical(Phrases(["New York", ["a b", "c"]], True), "allows", ["CITY", "O"]),
        Lexical(WordList(["x"]), "forbids", ["CITY"]),
        Lexical(WordPattern("[0-9]+"), "implies", ["NUMBER"]),
        SameWordSameLabel(),
        SameWordSameLabel(["the"], ignore_case=True, by_type=True),
    ]
)
OF_SENTENCES = {
    7: Rules([Rule(Pin(0, "O"), cost=1), FixedSpan(1, 2, "X")]),
    0: Rules([OneOf(0, ["O"]), NoneOf(1, ["X"]), NotSpan(0, 2, "X"), StartsWith("O")]),
}


def test_every_kind_comes_back():
    text = rules_text(GENERAL, OF_SENTENCES)
    found = parse_rules(text)
    assert found.rules == GENERAL
    assert found.sentences == OF_SENTENCES
    assert list(found.sentences) == [0, 7]
    kinds = {type(rule.kind) for rules in (GENERAL, *OF_SENTENCES.values()) for rule in rules}
    assert kinds == set(KINDS.values())
    assert rules_text(found.rules, found.sentences) == text
    assert json.loads(rules_text([])) == {"format": "tagwright rules", "version": 1, "rules": []}


def test_what_is_as_usual_is_left_out():
    assert rule_to_json(GENERAL[0]) == {
        "kind": "followed_by",
        "a": "TITLE",
        "b": "PERSON",
        "name": "titles",
        "cost": 2.5,
    }
    assert rule_to_json(Rule(Count("DATE", at_most=1))) == {
        "kind": "count",
        "unit": "DATE",
        "at_most": 1,
    }


def test_the_example_of_the_documentation_can_be_read(tmp_path):
    text = json_files.__doc__.split("::\n", 1)[1].split("``rules``", 1)[0]
    (tmp_path / "rules.json").write_text(text)
    (tmp_path / "cities.txt").write_text("New York\nRome\n")
    found = read_rules(tmp_path / "rules.json")
    assert found.rules[2] == Rule(
        Lexical(Phrases(["New York", "Rome"], True), "allows", ["CITY", "O"]), "cities"
    )
    assert list(found.sentences) == [3]
    for kind in KINDS:
        assert kind in json_files.__doc__


def test_phrases_of_a_file_bring_their_labels(tmp_path):
    (tmp_path / "g.tsv").write_text("Rome\tCITY\nEssex\tCOUNTY\n")
    rule = {
        "kind": "lexical",
        "name": "places",
        "on": False,
        "effect": "implies",
        "matcher": {"kind": "phrases", "file": "g.tsv"},
    }
    text = json.dumps({"format": "tagwright rules", "version": 1, "rules": [rule]})
    found = parse_rules(text, tmp_path / "rules.json").rules
    assert [rule.kind.labels for rule in found] == [("CITY",), ("COUNTY",)]
    assert {(rule.name, rule.on) for rule in found} == {("places", False)}


def _file(*rules, **more):
    return json.dumps({"format": "tagwright rules", "version": 1, "rules": list(rules)} | more)


def _lexical(**matcher):
    return {"kind": "lexical", "effect": "forbids", "labels": ["X"], "matcher": matcher}


COUNT = {"kind": "count", "unit": "X", "at_most": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" ", "line 1, column 2: This is not JSON"),
        ('{\n "format": }', "line 2, column 12: This is not JSON"),
        ("[" * 100_000, "Brackets are nested"),
        ("3", "At the top, 3 is found; expected an object with format, version"),
        ('{"format": 1, "format": 2}', "'format' is in an object twice"),
        (json.dumps(dict.fromkeys(map(str, range(100_000))))[:-1] + ', "7": 1}', "'7' is in an"),
        ('{"format": NaN}', "NaN is no number"),
        ("{}", "expected 'format' in it"),
        ('{"format": "other", "version": 1}', 'At format, "other" is found; expected "tagwright'),
        ('{"format": "tagwright rules", "version": 2}', "a newer program wrote the file"),
        ('{"format": "tagwright rules", "version": true}', "At version, true is found"),
        (_file(other=1), "At other, 1 is found; expected no more than format, version"),
        (_file(rules={}), "At rules, {} is found; expected a list of rules"),
        (_file(COUNT, 3), r"At rules\[1\], 3 is found; expected an object with a 'kind'"),
        (_file({}), r"At rules\[0\].kind, null is found; expected one of pin, "),
        (_file({"kind": "counts"}), r'At rules\[0\].kind, "counts" is found'),
        (_file({"kind": ["pin"]}), r"rules\[0\].kind, \[\"pin\"\] is found"),
        (_file(COUNT | {"unt": "X"}), r"At rules\[0\].unt, \"X\" is found; expected no more than"),
        (_file({"kind": "count"}), "expected 'unit' in it"),
        (_file(COUNT | {"cost": "high"}), r'rules\[0\].cost, "high" is found; expected a number'),
        (_file(COUNT | {"cost": True}), "expected a number from 0 on"),
        (_file(COUNT | {"cost": -1}), r"At rules\[0\]: The cost of a soft rule is a number from"),
        (_file(COUNT | {"cost": 2e6}), r"At rules\[0\]: The cost .* 0 to 1,000,000, not 2000000.0"),
        (_file(COUNT | {"name": 3}), "expected a text"),
        (_file(COUNT | {"name": "\ud83d"}), r"\\ud83d is half of a character; write the whole"),
        (_file(COUNT | {"cost": 10**400}), r"10{17}… is a number of 401 digits; write a smaller"),
        (_file(COUNT).replace(": 1}", f": {'9' * 5000}}}"), "a number of 5,000 digits"),
        (_file(COUNT | {"on": 1}), "expected true or false"),
        (_file(COUNT | {"at_least": 2}), "contradict each other"),
        (_file({"kind": "implies", "a": "A", "b": "B", "present": 0}), "present, 0 is found"),
        (_file({"kind": "pin", "token": 0, "label": "O"}), "belong in “sentences”"),
        (_file({"kind": "pin", "label": "x" * 99}), "x… is found; expected 'token' in it"),
        (_file({"kind": "lexical", "effect": "forbids", "labels": ["X"]}), "'matcher' in it"),
        (_file(_lexical(kind="words")), r"rules\[0\].matcher.kind, \"words\" is found"),
        (_file(_lexical(kind="word_list")), "expected 'words' in it"),
        (_file(_lexical(kind="word_list", words="a")), r"At rules\[0\]: WordList: words is a list"),
        (_file(_lexical(kind="word_list", words=[], ignore_case="no")), 'ignore_case, "no" is'),
        (_file(_lexical(kind="word_list", words=[], file="a")), "expected either this or a file"),
        (_file(_lexical(kind="word_list", file=3)), "expected the name of a file"),
        (_file(_lexical(kind="word_pattern", file="a")), "At rules.* is found; expected no more"),
        (_file(_lexical(kind="phrases", phrases=[3])), r"rules\[0\]: something is found"),
        (_file(_lexical(kind="phrases", phrases=3)), "something is found"),
        (_file(COUNT | {"unit": []}), "unit is a name"),
        (_file(_lexical(kind="word_list", words=[[]])), "something is found"),
        (_file(_lexical(kind="phrases", file="missing.txt")), "missing.txt"),
        (_file(sentences=3), "At sentences, 3 is found; expected a list of objects"),
        (_file(sentences=[{"sentence": 1}]), r"At sentences\[0\], .* expected 'rules' in it"),
        (_file(sentences=[{"sentence": -1, "rules": []}]), "expected the number of a sentence"),
        (_file(sentences=[{"sentence": 1, "rules": []}] * 2), "expected each sentence once"),
        (_file(sentences=[{"sentence": 1, "rules": [{}]}]), r"sentences\[0\].rules\[0\].kind"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path, text, says):
    path = tmp_path / "rules.json"
    path.write_text(text)
    with pytest.raises(DataError, match=says) as caught:
        read_rules(path)
    assert "rules.json" in str(caught.value) or "missing.txt" in str(caught.value)


def test_a_file_without_labels_needs_them(tmp_path):
    (tmp_path / "g.txt").write_text("Rome\n")
    rule = {"kind": "lexical", "effect": "implies", "matcher": {"kind": "phrases", "file": "g.txt"}}
    with pytest.raises(DataError, match=r"'labels' in it, for g\.txt says none"):
        parse_rules(_file(rule), tmp_path / "rules.json")


def test_whole_characters_may_be_escaped_and_the_file_may_begin_with_a_mark():
    text = "\ufeff" + _file(COUNT | {"name": "\U0001f600"})
    assert "\\ud83d\\ude00" in text
    assert parse_rules(text).rules[0].name == "\U0001f600"


@pytest.mark.parametrize("name", ["/etc/hosts", "../cities.txt", "lists/../../x", "a\0b"])
def test_only_files_beside_the_rules_are_opened(tmp_path, name):
    matcher = {"kind": "phrases", "file": name}
    rule = {"kind": "lexical", "matcher": matcher, "effect": "forbids", "labels": ["X"]}
    (tmp_path / "cities.txt").write_text("Ulm\n")
    path = tmp_path / "rules" / "rules.json"
    path.parent.mkdir()
    path.write_text(_file(rule))
    with pytest.raises(DataError, match=r"rules\[0\].matcher.file, .* a file beside this one"):
        read_rules(path)


def naming(file):
    matcher = {"kind": "word_list", "file": file}
    rule = {"kind": "lexical", "effect": "implies", "labels": ["A"], "matcher": matcher}
    return json.dumps({"format": "tagwright rules", "version": 1, "rules": [rule] * 50})


@pytest.mark.skipif(os.name != "posix", reason="links are for some alone")
def test_a_link_that_leads_away_is_not_followed(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret.txt").write_text("secret\n")
    (inner / "words.txt").symlink_to(tmp_path / "secret.txt")
    (inner / "round.txt").symlink_to(inner / "round.txt")
    (inner / "folder").symlink_to(tmp_path)
    for name in ("words.txt", "folder/secret.txt", "round.txt"):
        with pytest.raises(
            DataError, match=r"a file beside this one|cannot be read|link"
        ) as received:
            parse_rules(naming(name), inner / "rules.json")
        assert "secret\n" not in str(received.value)


def test_a_gazetteer_is_read_once_for_all_rules_that_name_it(tmp_path, monkeypatch):
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    asked = []
    plain = json_files.read_gazetteer
    monkeypatch.setattr(
        json_files, "read_gazetteer", lambda *a, **how: asked.append(a) or plain(*a, **how)
    )
    assert len(list(parse_rules(naming("words.txt"), tmp_path / "rules.json").rules)) == 50
    assert len(asked) == 1


def test_a_name_of_any_length_is_reported_in_a_sentence():
    rule = json.dumps({"kind": "starts_with", "a": "A", "x" * 100_000: 1})
    with pytest.raises(DataError) as received:
        parse_rules(f'{{"format": "tagwright rules", "version": 1, "rules": [{rule}]}}')
    assert len(str(received.value)) < 500


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of Unix")
def test_a_pipe_that_only_a_file_names_is_refused(tmp_path):
    os.mkfifo(tmp_path / "cities.txt")
    matcher = {"kind": "phrases", "file": "cities.txt"}
    rule = {"kind": "lexical", "matcher": matcher, "effect": "implies", "labels": ["LOC"]}
    content = {"format": "tagwright rules", "version": 1, "rules": [rule]}
    (tmp_path / "rules.json").write_text(json.dumps(content))
    with reading_streams(), pytest.raises(DataError, match=r"cities\.txt: This is a pipe"):
        read_rules(tmp_path / "rules.json")

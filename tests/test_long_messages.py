"""A file does not choose how long a message is, or what it advises."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from app.cli import run
from app.formats.table import FORMATS
from app.jobs.importing.documents import ImportOptions, prepare
from app.jobs.projects.create import create_sample
from app.jobs.projects.plain_files import write_everything
from app.jobs.projects.read_plain_files import read_everything
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile
from crfcore import LinearChainCRF, ModelFileError
from crfcore.constraints.gazetteer import read_gazetteer
from crfcore.constraints.json_files import parse_rules
from crfcore.errors import LONGEST_MESSAGE, CrfError, DataError, cut
from crfcore.features.column_table import ColumnTable
from crfcore.features.template import parse_template
from tests.damaged_models import opened, with_right_checksum

LONG = "x" * 1_000_000
MOST = LONGEST_MESSAGE + 1_000
"""A message, and the name of the file ahead of it."""


def places(value, place=()):
    """Give the places of all values inside one of JSON."""
    if place:
        yield place
    inside = value if isinstance(value, dict) else dict(enumerate(as_list(value)[:3]))
    for key, one in inside.items():
        yield from places(one, (*place, key))


def as_list(value):
    return value if isinstance(value, list) else []


def with_value(value, place, other):
    changed = deepcopy(value)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = other
    return changed


def with_name(value, place):
    """Return a value with a long name of a field in place of another; None in a list."""
    changed = deepcopy(value)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    if not isinstance(inner, dict):
        return None
    inner[LONG] = inner.pop(place[-1])
    return changed


def variants(value):
    for place in places(value):
        yield with_value(value, place, LONG)
        yield with_value(value, place, [LONG])
        renamed = with_name(value, place)
        if renamed is not None:
            yield renamed


def message_of(read, *arguments):
    """Return what a reader says of an input, "" where it takes it."""
    try:
        read(*arguments)
    except (CrfError, ProjectFileError) as error:
        return str(error)
    return ""


def model():
    words = ColumnTable.from_words([["Ann", "lives"], ["Ulm", "lies", "there"]])
    crf = LinearChainCRF(max_iterations=2, template="U0:%x[0,0]\nB\n")
    return crf.fit(words, [["A", "O"], ["B", "O", "O"]], keep_state=True).to_bytes(with_state=True)


def test_a_message_is_cut_and_keeps_its_advice():
    error = DataError(f"{LONG} is found; write less.", path="a.json", line=3)
    assert str(error).startswith("a.json, line 3: xxx")
    assert str(error).endswith(" is found; write less.")
    assert len(str(error)) < MOST
    assert len(error.reason) == LONGEST_MESSAGE
    assert len(str(ProjectFileError("a", LONG))) < MOST
    assert cut("short") == "short"


def test_a_model_s_description_makes_no_long_message():
    header, arrays = opened(model())
    shown_text = [
        message_of(LinearChainCRF.from_bytes, with_right_checksum(one, arrays))
        for one in variants(header)
    ]
    received = [one for one in shown_text if one]
    assert len(received) > 50
    assert max(map(len, received)) < 800


@pytest.mark.parametrize("kind", [LONG, "evil.load; run rm -rf and then Some", 5, ["a"]])
def test_a_model_does_not_choose_the_advice(kind):
    header, arrays = opened(model())
    header["content"]["estimator"] = kind
    with pytest.raises(ModelFileError) as caught:
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))
    assert str(caught.value).endswith("choose a file that LinearChainCRF.save has written.")
    assert len(str(caught.value)) < 300


def test_another_estimator_s_model_is_told_by_its_name():
    header, arrays = opened(model())
    header["content"]["estimator"] = "HiddenMarkovModel"
    with pytest.raises(
        ModelFileError, match=r"give the file of a LinearChainCRF, or .* HiddenMarkovModel\.load"
    ):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


@pytest.mark.parametrize("name", ["project.json", "sentences.jsonl", "records.jsonl"])
def test_plain_files_make_no_long_message(tmp_path, name):
    project, folder = tmp_path / "p.tagwright", tmp_path / "all"
    create_sample(project)
    with ProjectFile.open(project) as file:
        write_everything(file, folder)
    # What is taken is read to its end: of 12 sentences as of all.
    sentences = folder / "sentences.jsonl"
    sentences.write_text("".join(sentences.read_text().splitlines(keepends=True)[:12]))
    contents = json.loads((folder / "project.json").read_text())
    del contents["counts"]  # as in older exports, for there are fewer sentences
    (folder / "project.json").write_text(json.dumps(contents))
    assert message_of(read_everything, folder, tmp_path / "whole.tagwright") == ""
    whole = name == "project.json"
    text = (folder / name).read_text()
    first = json.loads(text if whole else (text.splitlines() or ['{"document": 1, "raw": ""}'])[0])
    shown_text = []
    for number, one in enumerate(variants(first)):
        (folder / name).write_text(json.dumps(one) + "\n")
        shown_text.append(message_of(read_everything, folder, tmp_path / f"{number}.tagwright"))
    received = [one for one in shown_text if one]
    assert received
    assert max(map(len, received)) < MOST


RULES = {
    "rules": [
        {"kind": "followed_by", "first": "A", "then": ["B"], "name": "n", "cost": 1.0},
        {"kind": "pattern", "regex": "A B", "matcher": {"kind": "words", "words": ["a"]}},
    ]
}


def test_rules_make_no_long_message():
    received = [message_of(parse_rules, json.dumps(one)) for one in variants(RULES)]
    assert max(map(len, received)) < MOST


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG}\n",
        f"U0:{LONG}",
        f"U0:%x[{LONG}]",
        f"U0:%m[0,0,{LONG}]",
        f"U0:%{LONG}",
        "U0:%x[0,9]" * 99,
    ],
)
def test_templates_make_no_long_message(text):
    assert len(message_of(parse_template, text)) < MOST


@pytest.mark.parametrize(
    "text",
    [f"{LONG}\tA\tB\n", f"{LONG}\tA\n{LONG}\tB\n", f"a\t{LONG}\na\tB\n", f"a\n{LONG}\tB\tC\n"],
)
def test_phrase_lists_make_no_long_message(tmp_path, text):
    path = tmp_path / "phrases.tsv"
    path.write_text(text)
    shown_text = message_of(read_gazetteer, path)
    assert 0 < len(shown_text) < MOST


CORPORA = [
    f"{LONG}", f"a {LONG}\n", f"a B-{LONG}\nb c d\n", f"1\t{LONG}\n", f"x{LONG}\ta\n" * 2,
    json.dumps({"text": "a", "label": [[0, 1, LONG]]}), json.dumps({"text": LONG, "label": LONG}),
    json.dumps({"text": "a", LONG: [[0, 1, "A"]]}), json.dumps({"text": "a", "label": [[LONG, 1]]}),
    json.dumps({"text": "a", "spans": [{"start": LONG, "end": 1, "label": "A"}]}),
    json.dumps({"text": "a", "spans": [{"start": 0, "end": 1, "label": LONG}]}),
    json.dumps({"text": "a", "tokens": [{"text": LONG, "start": 0, "end": 1, "id": 0}]}),
    json.dumps({"text": "a", "answer": LONG}), "[" * 100_000, "1" * 1_000_000, f'{{"a": {LONG}',
]  # fmt: skip


@pytest.mark.parametrize("format_name", ["", *FORMATS])
@pytest.mark.parametrize("number", range(len(CORPORA)))
def test_corpora_make_no_long_message(tmp_path, format_name, number):
    path = tmp_path / "a.txt"
    path.write_text(CORPORA[number])
    path.with_suffix(".ann").write_text(f"T1\t{LONG} 0 1\ta\nT2\tA 0 {LONG}\ta\n")
    assert len(message_of(prepare, path, ImportOptions(format_name))) < MOST


def test_a_model_of_another_program_makes_no_long_message(tmp_path, capsys):
    path = tmp_path / "model"
    texts = [f"version: {LONG}\n", f"#mdl#{LONG}\n", f"#rdr#1/0/0\n5:{LONG}", f"FileHeader{LONG}"]
    for text in [*texts, "lCRF" + LONG]:
        path.write_text(text)
        for name in ("crfsuite", "crfsuite-dump", "crf++", "wapiti", "wapiti-dump", LONG):
            asked = ["convert", str(path), "--model", str(tmp_path / "m"), "--format", name]
            assert run(asked) == (2 if name == LONG else 1)
            assert len(capsys.readouterr().err) < MOST


def test_shapes_of_a_million_numbers_are_cut():
    header, arrays = opened(model())
    name = next(iter(header["arrays"]))
    for place, value in ((1, [-1] * 100_000), (2, LONG), (0, [LONG])):
        one = deepcopy(header)
        one["arrays"][name][place] = value
        shown_text = message_of(LinearChainCRF.from_bytes, with_right_checksum(one, arrays))
        assert 0 < len(shown_text) < 800

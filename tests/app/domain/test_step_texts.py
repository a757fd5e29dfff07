"""Tests of naming steps by kind and data, in any language."""

import pytest

from app.domain.numbers import set_signs
from app.domain.step_texts import LONGEST_TEXT, TEXTS, headline, step_data, step_text
from app.edits.documents import rename_document
from app.edits.spans import label_span, no_label
from app.session import Session
from tests.memory_projects import WORDS, project_of

GERMAN = {
    "rename {} to {}": "{} in {} umbenennen",
    "{}: {} → no label": "{}: {} → ohne Label",
    "accept {:confident token|confident tokens} in {:sentence|sentences}": (
        "in {1:Satz|Sätzen} {0:sicheres Token|sichere Tokens} annehmen"
    ),
    "query strategy: {:choice}": "Reihenfolge: {:choice}",
    "Smallest margin": "Kleinster Abstand",
    "postpone “{}”": "„{}“ zurückstellen",
    "unflag “{}”": "nicht mehr kennzeichnen: „{}“",
    "“{}”": "„{}“",
}


def german(text):
    return GERMAN.get(text, text)


def test_a_step_keeps_data_and_no_text():
    edit = rename_document(project_of([WORDS]), 1, "letters")
    assert edit.summary == step_data("notes.txt", "letters")
    assert "rename" not in edit.summary
    assert step_text(edit.kind, edit.summary) == "rename notes.txt to letters"
    assert step_text(edit.kind, edit.summary, german) == "notes.txt in letters umbenennen"


def test_a_label_before_is_part_of_the_data():
    session = Session(project_of([WORDS]))
    session.apply(label_span(session.project, 0, 4, 5, 1))
    edit = no_label(session.project, 0, 4, 5)
    assert step_text(edit.kind, edit.summary, german) == "5 mg: DRUG → ohne Label"


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        ("rename_document", "rename a.txt to b.txt", "a.txt in b.txt umbenennen"),
        ("no_label", "5 mg: DOSE → no label", "5 mg: DOSE → ohne Label"),
        (
            "accept_sure",
            "accept 1,200 sure tokens in 1 sentence",
            "in 1 Satz 1,200 sichere Tokens annehmen",
        ),
        ("settings", "order: Smallest margin", "Reihenfolge: Kleinster Abstand"),
    ],
)
def test_a_text_of_an_older_file_is_translated_as_well(kind, text, shown):
    assert step_text(kind, text, german) == shown


@pytest.mark.parametrize(
    ("text", "shown", "english"),
    [
        ("put a sentence off", "zurückstellen", "postpone"),
        ("put off “b c”", "„b c“ zurückstellen", "postpone “b c”"),
        ("take a flag away", "nicht mehr kennzeichnen:", "unflag"),
    ],
)
def test_a_step_that_does_not_say_which_sentence_has_no_empty_quotes(text, shown, english):
    assert step_text("mark", text, german) == shown
    assert step_text("mark", text) == english


def test_a_row_begins_with_a_capital_but_for_words_of_the_text():
    rename = step_data("drug", "DRUG")
    assert headline("rename_label", rename) == "Rename drug to DRUG"
    assert headline("rename_label", rename, german) == "drug in DRUG umbenennen"
    unit = step_data("Whole sentences", case="unit")
    assert headline("settings", unit, german) == "Whole sentences"
    assert headline("clear", step_data("ulm")) == "ulm → open"


@pytest.mark.parametrize("key", TEXTS)
def test_every_text_is_found_again_in_an_older_file(key):
    kind, _, case = key.partition(".")
    data = step_data(*["1234"] * TEXTS[key].count("{"), case=case)
    text = step_text(kind, data)
    assert step_text(kind, text) == text
    seen = []
    step_text(kind, text, lambda template: seen.append(template) or template)
    assert seen, "it is not shown as it is"


@pytest.mark.parametrize("data", ["\x1f", "\x1f\x1fa", "\x1fno such case\x1fa\x1fb", "\x1f" * 5000])
@pytest.mark.parametrize("kind", ["rename_label", "accept_sure", "no such kind", ""])
def test_data_from_a_file_may_be_anything(kind, data):
    assert len(step_text(kind, data)) <= LONGEST_TEXT
    assert len(headline(kind, data)) <= LONGEST_TEXT


def test_values_from_a_file_are_one_line_and_no_templates():
    data = "\x1f\x1f{0.__class__}\u202e\x1fb\nc"
    assert step_text("rename_label", data) == "rename {0.__class__} to b c"
    assert step_text("found_flag", "\x1f\x1f" + "9" * 900).startswith("flag 9")


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("reorder_labels", "reorder labels"),
        ("reorder_rules", "reorder rules"),
        ("set_costs", "learn rule penalties"),
        ("label", ""),
    ],
)
def test_a_step_without_data_has_a_text_where_it_needs_none(kind, shown):
    assert step_text(kind, "") == shown


@pytest.mark.parametrize(
    ("case", "value", "shown"),
    [
        ("goal", "92.5", "set the goal to 92,5%"),
        ("goal", "90", "set the goal to 90%"),
        ("accept", "99.25", "accept remaining tokens from 99,25%"),
        ("accept", "1.2.3", "accept remaining tokens from 1.2.3%"),
    ],
)
def test_decimals_have_the_sign_of_the_language(case, value, shown):
    data = step_data(value, case=case)
    set_signs(".", ",")
    try:
        assert step_text("settings", data, german) == shown
        # Files have English numbers, and words of the text stay as they are.
        assert step_text("settings", data) == shown.replace(value.replace(".", ","), value)
        assert step_text("label", step_data("2.5", "DOSE"), german) == "2.5 → DOSE"
    finally:
        set_signs()

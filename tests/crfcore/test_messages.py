"""Messages are their English text, and can be worded again from template and values."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from crfcore.errors import CrfError, DataError, GrammarError, TemplateError, cut, fault_in
from crfcore.messages import (
    Message,
    MessageTemplate,
    as_sentence,
    capitalised,
    changed,
    counted,
    joined,
    message,
    there_are,
    uncapitalised,
    without_stop,
)

WORDS = {
    "The label {label} is in line {line:,}.": "Zeile {line:,} hat {label}.",
    "{n:,} label": ("{n:,} Etikett", "{n:,} Etiketten"),
    "There are {things}": ("Es gibt {things}", "Es gibt {things}"),
    "line {line}": "Zeile {line}",
    "column {column}": "Spalte {column}",
    " and ": " und ",
    "{file}, line {line}: {reason}": "{file}, Zeile {line}: {reason}",
    "Template": "Vorlage",
    "Grammar, line {line}, column {column}: {reason}": "Gr. {line}/{column}: {reason}",
    "it failed; {advice}": "Fehler; {advice}",
}


def translate(template: str, n: int | None) -> str:
    found = WORDS.get(template, template)
    return found if isinstance(found, str) else found[n != 1]


def german(text: object) -> str:
    said = str(text)
    assert isinstance(said, Message)
    return said.worded(translate, lambda number: number.translate({ord(","): ".", ord("."): ","}))


def test_a_message_is_its_english_text() -> None:
    text = message("The label {label} is in line {line:,}.", label="A", line=1234)
    assert text == "The label A is in line 1,234."
    assert german(text) == "Zeile 1.234 hat A."
    assert message("with {{braces}}") == "with {braces}"


def test_what_is_not_translated_stays_english() -> None:
    assert german(message("It is {n:,} and {label}.", n=1000, label="B")) == "It is 1.000 and B."
    assert german(counted(3, "phrase")) == "3 phrases"
    assert german(counted(1, "match", "matches")) == "1 match"


@pytest.mark.parametrize(
    ("n", "english", "translated"),
    [
        (0, "There are 0 labels", "Es gibt 0 Etiketten"),
        (1, "There is 1 label", "Es gibt 1 Etikett"),
        (1200, "There are 1,200 labels", "Es gibt 1.200 Etiketten"),
    ],
)
def test_numbers_of_things_have_plural_forms(n, english, translated) -> None:
    text = there_are(n, "label")
    assert text == english
    assert german(text) == translated
    assert german(changed(text, uncapitalised)) == translated[:1].lower() + translated[1:]


def test_messages_are_values_of_messages() -> None:
    text = message("it failed; {advice}", advice=joined(message(" and "), ["a", "b", "c"]))
    assert text == "it failed; a and b and c"
    assert german(text) == "Fehler; a und b und c"
    assert joined(", ", []) == ""
    assert joined("{", ["x", "y"]) == "x{y"


def test_changes_are_made_in_both_languages() -> None:
    text = message("The label {label} is in line {line:,}.", label="A" * 50, line=2)
    assert without_stop(text) == text[:-1]
    assert german(without_stop(text)) == german(text)[:-1]
    assert german(cut(text, 40)) == cut(german(text), 40)
    assert len(cut(text, 40)) == 40
    assert changed("plain.", without_stop) == "plain"


def test_parts_become_sentences_in_both_languages() -> None:
    text = message("line {line}", line=2)
    assert as_sentence(text) == "Line 2."
    assert german(as_sentence(text)) == "Zeile 2."
    assert as_sentence("an error.") == as_sentence("an error") == "An error."
    assert (capitalised("éa"), capitalised("")) == ("Éa", "")


def test_values_can_be_replaced() -> None:
    text = message("The label {label} is in line {line:,}.", label="A", line=1)
    assert text.with_values(line=1000) == "The label A is in line 1,000."
    assert german(text.with_values(line=1000)) == "Zeile 1.000 hat A."


def test_a_constant_with_fields_is_a_template() -> None:
    template = MessageTemplate("it failed; {advice}")
    assert german(template.format(advice="try", unknown=1)) == "Fehler; try"
    assert template.format(advice="try") == "it failed; try"


def test_errors_keep_the_message() -> None:
    text = message("The label {label} is in line {line:,}.", label="A", line=1)
    assert german(CrfError(text)) == "Zeile 1 hat A."
    assert german(fault_in(CrfError(text))) == "Zeile 1 hat A."
    assert str(DataError(text, path="f", line=3, column=2)) == f"f, line 3, column 2: {text}"
    assert german(DataError(text, path="f", line=3, column=2)) == (
        "f, Zeile 3, Spalte 2: Zeile 1 hat A."
    )
    assert german(DataError(text).at("f")) == "f: Zeile 1 hat A."
    assert german(TemplateError(text, line=3)) == "Vorlage, Zeile 3: Zeile 1 hat A."
    assert german(GrammarError(text, line=3, column=4)) == "Gr. 3/4: Zeile 1 hat A."
    assert german(message("it failed; {advice}", advice=CrfError(text))) == (
        "Fehler; Zeile 1 hat A."
    )


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_errors_go_to_other_processes_with_their_messages(copied) -> None:
    text = message("The label {label} is in line {line:,}.", label={"a": print}, line=np.int64(1))
    error = copied(DataError(cut(text, 20), line=5))
    assert str(error) == f"line 5: {cut(text, 20)}"
    assert german(error) == f"Zeile 5: {cut(german(text), 20)}"

"""What a person can see uses the terms of the glossary: no retired word, none of the old habits."""

from __future__ import annotations

import re

import pytest

from tests.retired_words import retired_in
from tests.shown_texts import ShownText, texts_of_the_program

TEXTS = list(texts_of_the_program())

EXCEPTIONS = {
    ("app/edits/wording.py", "^"): "patterns for the names of steps in older project files",
    ("app/jobs/plain_files.py", "Everything that the Tagwright project"): "“taken back” is a name "
    "in the files of an export, which older versions read",
    ("app/formats/plain_tokens.py", "(?:https"): "a regular expression",
    ("app/jobs/text_patterns.py", r"\\[pP]"): "a regular expression",
    ("app/lab/reproduce/zhu_brown.py", "Parts of speech, a stand-in"): "“stand-in” is a noun",
}
"""File and beginning of the texts that keep a retired word, with the reason."""


def is_excepted(text: ShownText) -> bool:
    return any(
        text.path == path and text.text.lstrip().startswith(begin) for path, begin in EXCEPTIONS
    )


def complaints(text: ShownText) -> list[str]:
    return [f"{text.where}: {line}" for line in retired_in(text.text)]


def test_no_text_uses_a_retired_word():
    wrong = [line for text in TEXTS if not is_excepted(text) for line in complaints(text)]
    assert wrong == []


@pytest.mark.parametrize(("path", "begin"), EXCEPTIONS)
def test_each_exception_is_needed(path, begin):
    own = [text for text in TEXTS if text.path == path and text.text.lstrip().startswith(begin)]
    assert any(complaints(text) for text in own)


def test_no_space_stands_before_a_percent_sign():
    wrong = [text.where for text in TEXTS if re.search(r"(?:^|[\d}]) %(?!\w)", text.text)]
    assert wrong == []

"""The family of errors, and how a value is shown in a message."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import (
    CrfError,
    DataError,
    GrammarError,
    ModelFileError,
    NotFittedError,
    ParameterError,
    TemplateError,
    UnknownLabelError,
    as_text,
    shown,
)


@pytest.mark.parametrize(
    "kind",
    [
        CrfError,
        DataError,
        TemplateError,
        GrammarError,
        UnknownLabelError,
        NotFittedError,
        ParameterError,
        ModelFileError,
    ],
)
def test_every_error_is_a_value_error_too(kind):
    assert str(kind("What is wrong.")) == "What is wrong."
    assert issubclass(kind, ValueError)


def test_a_parameter_that_is_not_possible_is_a_value_error():
    with pytest.raises(ValueError, match="c2='much' is not possible"):
        LinearChainCRF(c2="much").fit([[["a"]]], [["A"]])


@pytest.mark.parametrize("content", [None, b"", b"not a model"])
def test_a_model_that_cannot_be_read_is_an_os_error_too(tmp_path, content):
    path = tmp_path / "model.crf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(OSError, match=r"model\.crf"):
        LinearChainCRF.load(path)


def nested(depth, value="x"):
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("the", "'the'"),
        (None, "None"),
        (1e100, "1e+100"),
        (nested(2), "[['x']]"),
        ({"w": 1.0}, "{'w': 1.0}"),
        (np.float64(2.5), repr(np.float64(2.5))),
    ],
)
def test_a_small_value_is_shown_as_it_is(value, expected):
    assert shown(value) == expected


class Broken:
    def __repr__(self):
        raise RuntimeError("broken")


@pytest.mark.parametrize(
    "value",
    [
        nested(100_000),
        10**400,
        10**10_000,
        "w" * 10_000,
        ["w" * 1_000] * 1_000,
        np.zeros((50, 50)),
        Broken(),
        {"w": nested(100_000)},
    ],
    ids=["nested", "long", "longer", "text", "list", "array", "broken", "dict"],
)
def test_any_value_is_shown_on_one_short_line(value):
    assert 0 < len(shown(value)) < 700
    assert "\n" not in shown(value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a\u202etxt.b", "a\\u202etxt.b"),
        ("\u2066a\u2069\u200f\u061c", "\\u2066a\\u2069\\u200f\\u061c"),
        ("a\u2028b\u2029c\x85", "a\\u2028b\\u2029c\\u0085"),
        ("a\nb\rc\td\x1b", "a\\nb\\rc\\td\\u001b"),
        ("\udcff\ud800", "\\xff\\ud800"),
        ("שלום é", "שלום é"),
    ],
)
def test_a_name_cannot_reorder_or_break_a_message(name, text):
    assert as_text(name) == text


@pytest.mark.parametrize("kind", [CrfError, DataError, ModelFileError])
def test_what_a_message_quotes_cannot_reorder_it(kind):
    assert str(kind("The key \u202eabc is unknown.")) == "The key \\u202eabc is unknown."

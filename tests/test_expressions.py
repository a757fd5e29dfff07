"""Regular expressions of Python's own module, which are to match alike in every release."""

from __future__ import annotations

import importlib
import pkgutil
import re
from re import _constants as constants
from re import _parser as parser

import pytest

import app.formats
import app.jobs.patterns
import crfcore.constraints
import crfcore.grammars
import crfcore.text

PACKAGES = (app.formats, app.jobs.patterns, crfcore.constraints, crfcore.grammars, crfcore.text)


def own_expressions():
    for package in PACKAGES:
        for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(info.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{info.name}.{name}", value


def operations(parsed):
    for operation, argument in parsed:
        yield operation
        for part in argument if isinstance(argument, tuple) else (argument,):
            for one in part if isinstance(part, list) else (part,):
                if isinstance(one, parser.SubPattern):
                    yield from operations(one)


@pytest.mark.parametrize(("name", "expression"), list(own_expressions()))
def test_none_has_a_possessive_quantifier(name, expression):
    # Python before 3.11.5, that of Debian 12 for one, matches less with them; `regex` does not.
    found = set(operations(parser.parse(expression.pattern, expression.flags)))
    assert constants.POSSESSIVE_REPEAT not in found


def test_possessive_quantifiers_are_found():
    parsed = parser.parse(r"(?:x|[a-z](?=(?:ab?)++))*")
    assert constants.POSSESSIVE_REPEAT in set(operations(parsed))

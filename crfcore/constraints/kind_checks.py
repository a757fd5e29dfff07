"""Checks of the fields of kinds of rules: each raises `CrfError` for what the kind cannot take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from numbers import Integral
from typing import Any

from crfcore.constraints.units import is_label
from crfcore.errors import CrfError, shown


def _kind_name(kind: Any) -> str:
    return str(type(kind).__name__)


def check_token(kind: Any, name: str, token: object) -> None:
    """Refuse what is no place of a token; keep it as an int."""
    if isinstance(token, bool) or not isinstance(token, Integral) or token < 0:
        raise CrfError(
            f"{_kind_name(kind)}: {name} is the place of a token, counted from 0, not "
            f"{shown(token)}."
        )
    object.__setattr__(kind, name, int(token))


def check_number(kind: Any, name: str, number: object) -> None:
    """Refuse what is neither None nor a number from 0 on; keep it as an int."""
    if number is None:
        return
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        raise CrfError(f"{_kind_name(kind)}: {name} is a number from 0 on, not {shown(number)}.")
    object.__setattr__(kind, name, int(number))


def check_name(kind: Any, field: str, name: object) -> None:
    """Refuse what is no text, and the empty one."""
    if not isinstance(name, str) or not name:
        raise CrfError(f"{_kind_name(kind)}: {field} is a name, not {shown(name)}.")


def check_pair(kind: Any) -> None:
    """Refuse a kind whose first two fields are not both names."""
    for field in fields(kind)[:2]:
        check_name(kind, field.name, getattr(kind, field.name))


def check_span(kind: Any, start: object, end: object) -> None:
    """Refuse ends of a span that are no tokens, and an empty span."""
    check_token(kind, "start", start)
    check_token(kind, "end", end)
    if not kind.start < kind.end:
        raise CrfError(
            f"{_kind_name(kind)}: a span of the tokens {start} to {end} (exclusive) is empty; let "
            "end be greater than start."
        )


def check_type(kind: Any, name: object) -> None:
    """Refuse what is no name of a type: a label of tokens."""
    check_name(kind, "type", name)
    if is_label(str(name)):
        raise CrfError(
            f"{_kind_name(kind)}: a span has a type such as PERSON, and {shown(name)} is a label "
            "of tokens; leave its prefix out."
        )


def keep_names(kind: Any, field: str, *, empty: bool = False) -> None:
    """Refuse what is no list of names; keep it as a tuple in which each stands once."""
    names = getattr(kind, field)
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise CrfError(f"{_kind_name(kind)}: {field} is a list of names, not {shown(names)}.")
    kept = tuple(dict.fromkeys(sorted(names) if isinstance(names, (set, frozenset)) else names))
    if not empty and not kept:
        raise CrfError(f"{_kind_name(kind)}: {field} is empty; name at least one.")
    for name in kept:
        check_name(kind, f"each of {field}", name)
    object.__setattr__(kind, field, kept)

"""Checks of the fields of kinds of rules; each raises `CrfError` for an invalid value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from numbers import Integral
from typing import Any

from crfcore.constraints.units import is_label
from crfcore.errors import CrfError, shown
from crfcore.messages import message


def _kind_name(kind: Any) -> str:
    return str(type(kind).__name__)


def check_token(kind: Any, name: str, token: object) -> None:
    """Reject anything but a token index; store it as an int."""
    if isinstance(token, bool) or not isinstance(token, Integral) or token < 0:
        raise CrfError(
            message(
                "{kind_name}: {name} is the place of a token, counted from 0, not {token}.",
                kind_name=_kind_name(kind),
                name=name,
                token=shown(token),
            )
        )
    object.__setattr__(kind, name, int(token))


def check_number(kind: Any, name: str, number: object) -> None:
    """Reject anything but None or a number from 0 on; store it as an int."""
    if number is None:
        return
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        raise CrfError(
            message(
                "{kind_name}: {name} is a whole number from 0 on, not {number}.",
                kind_name=_kind_name(kind),
                name=name,
                number=shown(number),
            )
        )
    object.__setattr__(kind, name, int(number))


def check_name(kind: Any, field: str, name: object) -> None:
    """Reject anything but a non-empty text."""
    if not isinstance(name, str) or not name:
        raise CrfError(
            message(
                "{kind_name}: {field} is a name, not {name}.",
                kind_name=_kind_name(kind),
                field=field,
                name=shown(name),
            )
        )


def check_pair(kind: Any) -> None:
    """Reject a kind whose first two fields are not names."""
    for field in fields(kind)[:2]:
        check_name(kind, field.name, getattr(kind, field.name))


def check_span(kind: Any, start: object, end: object) -> None:
    """Reject a span that is empty, or whose bounds are no tokens."""
    check_token(kind, "start", start)
    check_token(kind, "end", end)
    if not kind.start < kind.end:
        raise CrfError(
            message(
                "{kind_name}: a span of the tokens {start} to {end} (exclusive) is empty; let "
                "end be greater than start.",
                kind_name=_kind_name(kind),
                start=start,
                end=end,
            )
        )


def check_type(kind: Any, name: object) -> None:
    """Reject anything but the name of a type."""
    check_name(kind, "type", name)
    if is_label(str(name)):
        raise CrfError(
            message(
                "{kind_name}: a span has a type such as PERSON, and {name} is a label of tokens; "
                "leave its prefix out.",
                kind_name=_kind_name(kind),
                name=shown(name),
            )
        )


def keep_names(kind: Any, field: str, *, empty: bool = False) -> None:
    """Reject anything but a list of names; store it as a tuple without repetitions."""
    names = getattr(kind, field)
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise CrfError(
            message(
                "{kind_name}: {field} is a list of names, not {names}.",
                kind_name=_kind_name(kind),
                field=field,
                names=shown(names),
            )
        )
    kept = tuple(dict.fromkeys(sorted(names) if isinstance(names, (set, frozenset)) else names))
    if not empty and not kept:
        raise CrfError(
            message(
                "{kind_name}: {field} is empty; name at least one.",
                kind_name=_kind_name(kind),
                field=field,
            )
        )
    for name in kept:
        check_name(kind, f"each of {field}", name)
    object.__setattr__(kind, field, kept)

"""JSON values with checked types."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from app.storage.errors import WrongKindError
from crfcore.errors import cut
from crfcore.messages import message

Side = dict[str, Any]

_T = TypeVar("_T")

_KINDS = {
    str: message("a text"),
    int: message("a whole number"),
    float: message("a number"),
    bool: message("true or false"),
    list: message("a list"),
    dict: message("an object"),
}
_SHOWN = 80


def from_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; ValueError for what no file of the program holds.

    JSON can write half of a character as an escape, and a step with it could never be saved.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(message("lists in it are nested a thousand deep")) from None
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    if rb"\ud" in data or rb"\uD" in data:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def misfit(name: str, value: Any, expected: str) -> str:
    """Return the message for a value that is not what was expected."""
    found = message("“{name}” is {value}", name=name, value=value) if name else value
    return message("{found}, and {expected} is expected", found=found, expected=expected)


def as_kind(kind: type[_T], value: Any, name: str = "") -> _T:
    """Return a value; TypeError if it is of another type."""
    if type(value) is not kind:
        raise WrongKindError(misfit(name, as_json(value), _KINDS[kind]))
    return value


def field(values: Side, name: str, kind: type[_T]) -> _T:
    """Return a value of an object; TypeError if it is missing or of another type."""
    if type(values) is not dict:
        raise WrongKindError(
            message(
                "{values}, and an object with “{name}” is expected",
                values=as_json(values),
                name=name,
            )
        )
    if name not in values:
        raise WrongKindError(message("“{name}” is missing", name=name))
    return as_kind(kind, values[name], name)


def fields(values: Side, **kinds: type) -> Side:
    """Return some values of an object; TypeError if one is of another type."""
    return {name: field(values, name, kind) for name, kind in kinds.items()}


def listed(values: Side, name: str, kind: type[_T]) -> list[_T]:
    """Return a list of an object; TypeError if it or an item is of another type."""
    found = field(values, name, list)
    for number, one in enumerate(found):
        if type(one) is not kind:
            as_kind(kind, one, f"{name}[{number}]")
    return found


def as_json(value: Any) -> str:
    """Return a value as JSON on one line, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = message("a value of many lists or digits")
    return cut(text, _SHOWN)

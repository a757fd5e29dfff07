"""Labels in MISC, the last column of CoNLL-U: ``SpaceAfter=No|NE=B-PER`` has the label B-PER.

If a file tags spans and nowhere has ``NE=O``, a token without the attribute is outside of spans,
and is written without it. Otherwise such a token is unlabelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path

from app.domain.documents import Layout
from app.domain.notes import Note, NoteKind
from app.domain.tagging import OUTSIDE
from app.formats.records import NO_LABEL, NoLabelsError
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import line_content, listed, replace_field, shortened, split_fields
from crfcore.text.tag_schemes import split_tag

ATTRIBUTE_OPTION = "label_attribute"
"""The option of a layout for the label's attribute."""
ABSENT_OPTION = "label_absent"
"""The option for the label of a token without the attribute."""

NEW_OPTION = "new_attribute"
"""The option for the attribute of labels in a file without them."""

NEW_ATTRIBUTE = "NE"
"""The default name of such an attribute."""

_COLUMN = "misc:"
_EMPTY = "_"
_USED_OTHERWISE = ("SpaceAfter", "SpacesAfter", "SpacesBefore", "SpacesInToken")


def attribute_named(columns: Sequence[str]) -> str:
    """Return the attribute that a column name denotes, "" for none."""
    if len(columns) == 1 and columns[0].lower().startswith(_COLUMN):
        return columns[0][len(_COLUMN) :]
    return ""


def column_of(attribute: str) -> str:
    """Return the column name that denotes an attribute."""
    return _COLUMN + attribute


def attribute_options(
    name: str, fields: Iterable[str], path: Path | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the layout's options for an attribute; NoLabelsError if no word has it."""
    fields = list(fields)
    values = {value for field in fields if (value := _value(field, name)) is not None}
    if not values:
        found = listed(attributes(fields)) or "none"
        raise NoLabelsError(
            message(
                "No word has the attribute {value} in its last column; there are: {found}.",
                value=listed([name]),
                found=found,
            ),
            path=path,
        )
    spans = any(split_tag(value)[0] not in ("", OUTSIDE) for value in values)
    if spans and OUTSIDE not in values:
        return ((ABSENT_OPTION, OUTSIDE), (ATTRIBUTE_OPTION, name))
    return ((ATTRIBUTE_OPTION, name),)


def without_attribute(name: str, n_tokens: int) -> tuple[tuple[tuple[str, str], ...], Note]:
    """Return the layout's options for an attribute that no word has, and a note."""
    text = "No word of the file has the attribute {name}: its tokens are imported without labels"
    return ((ATTRIBUTE_OPTION, name),), Note(NoteKind.ODD, text, n_tokens, name=name)


def attributes(fields: Iterable[str]) -> list[str]:
    """Return the attributes that could be labels, the most frequent first."""
    counted = Counter(
        name
        for field in fields
        for name, equals, _ in (item.partition("=") for item in field.split("|"))
        if equals and name not in _USED_OTHERWISE
    )
    return [name for name, _ in counted.most_common()]


def attribute_reader(layout: Layout) -> Callable[[str], str | None]:
    """Return the function that reads a label, or None, from its field."""
    name, absent = layout.option(ATTRIBUTE_OPTION), layout.option(ABSENT_OPTION) or None
    if not name:
        return _whole_field

    def read(field: str) -> str | None:
        value = _value(field, name)
        return absent if value is None else _whole_field(value)

    return read


def attribute_writer(layout: Layout) -> Callable[[str, str], str]:
    """Return the function that returns a field with another label."""
    name, absent = layout.option(ATTRIBUTE_OPTION), layout.option(ABSENT_OPTION)
    if not name:
        return lambda _, tag: tag

    def write(field: str, tag: str) -> str:
        return _with_value(field, name, None if tag == absent else tag)

    return write


def new_attribute(fields: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the layout's options for labels in a file without them: an unused attribute."""
    taken = set(attributes(fields))
    if NEW_ATTRIBUTE not in taken:
        return ()
    names = (f"{NEW_ATTRIBUTE}{number}" for number in count(2))
    return ((NEW_OPTION, next(name for name in names if name not in taken)),)


def with_attribute(line: str, layout: Layout, tag: str) -> str:
    """Return a row with the attribute for a new label, "" for none."""
    field = split_fields(line_content(line), "tab")[-1]
    written = _with_value(field, layout.option(NEW_OPTION, NEW_ATTRIBUTE), tag or None)
    return line if written == field else replace_field(line, -1, written, "tab")


def _whole_field(field: str) -> str | None:
    return None if field in ("", NO_LABEL) else field


def _value(field: str, name: str) -> str | None:
    """Return the first value of an attribute, None without it."""
    start = name + "="
    if start not in field:
        return None
    items = (item for item in field.split("|") if item.startswith(start))
    return next((item[len(start) :] for item in items), None)


def _with_value(field: str, name: str, value: str | None) -> str:
    """Return a field with another value of an attribute, without it for None."""
    if _value(field, name) == value:
        return field
    if value is not None and "|" in value:
        raise DataError(
            message(
                "The label {value} cannot be written to an attribute because of its “|”; rename "
                "the label.",
                value=shortened(value),
            )
        )
    items = [] if field in ("", _EMPTY) else field.split("|")
    at = next((at for at, item in enumerate(items) if item.startswith(name + "=")), len(items))
    items[at : at + 1] = [] if value is None else [f"{name}={value}"]
    return "|".join(items) or _EMPTY

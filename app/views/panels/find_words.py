"""Texts of the list of matches while it is empty."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.invisible import escaped_line
from app.translation import translator

tr = translator("FindPanel")

MOST_NAMED = 6
"""Annotators that are named beside an unknown one."""


def no_query() -> str:
    """Return the text shown without a query."""
    return tr(
        "Matches appear here, in their context. Type words, or use “Add” for labels, "
        "confidence and other conditions."
    )


def looking() -> str:
    """Return the text shown during a search."""
    return tr("Searching… Matches will be listed here.")


def refused() -> str:
    """Return the text shown after a failure, such as a syntax error."""
    return tr("Change the query to see matches.")


def nothing_found(unknown_label: str, unknown_person: str, people: Iterable[str]) -> str:
    """Return the text shown without matches; the names are "" if all of the query exist.

    ``people`` are the annotators who have changed something.
    """
    if unknown_label:
        text = tr("Unknown label “{name}”. Use “Add” to choose one.")
        return text.format(name=unknown_label)
    if unknown_person:
        return _with_known(tr("Unknown annotator “{name}”.").format(name=unknown_person), people)
    return tr("No matches. Try removing a word or a condition.")


def _with_known(text: str, people: Iterable[str]) -> str:
    """Return a text about an unknown annotator with the names of the known ones."""
    names = sorted(filter(None, people), key=str.casefold)
    if not names:
        return text
    shown = [*map(escaped_line, names[:MOST_NAMED]), *["…"] * (len(names) > MOST_NAMED)]
    known = tr("Annotators of this project: {names}").format(names=", ".join(shown))
    return f"{text} {known}" if len(names) > MOST_NAMED else f"{text} {known}."

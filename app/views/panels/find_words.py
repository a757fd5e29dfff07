"""Texts of the list of matches while it is empty."""

from __future__ import annotations

from app.translation import translator

tr = translator("FindPanel")


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


def nothing_found(unknown_label: str, unknown_person: str) -> str:
    """Return the text shown without matches; the names are "" if all of the query exist."""
    if unknown_label:
        text = tr("Unknown label “{name}”. Use “Add” to choose one.")
        return text.format(name=unknown_label)
    if unknown_person:
        text = tr("Unknown annotator “{name}”. The history shows who labelled what.")
        return text.format(name=unknown_person)
    return tr("No matches. Try removing a word or a condition.")

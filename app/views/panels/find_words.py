"""What the list of hits says where it is empty."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

CONTEXT = "FindPanel"


def tr(text: str) -> str:
    """Return a text in the language of the window."""
    return QCoreApplication.translate(CONTEXT, text)


def no_query() -> str:
    """Say what the list is for."""
    return tr(
        "Search results appear here in context. Type words, or use “Add” for labels, "
        "confidence and other conditions."
    )


def looking() -> str:
    """Say that the search is under way."""
    return tr("Searching… Matches will be listed here.")


def refused(*, understood: bool) -> str:
    """Say that there is no answer: the query is wrong, or the search for it was given up."""
    if understood:
        return tr("The search took too long and was stopped. Change the query.")
    return tr("Fix the query to see results.")


def nothing_found(unknown_label: str) -> str:
    """Say that there is no hit; ``unknown_label`` is "" if the project has all that are named."""
    if unknown_label:
        text = tr("Unknown label “{name}”. Use “Add” to choose one.")
        return text.format(name=unknown_label)
    return tr("No matches. Try removing a word or a condition.")

"""A limit on the number of labels while spans are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from app.domain.labels import MAX_LABELS
from app.formats.records import NOTHING
from app.formats.span_alignment import Misfit, TextSpan
from crfcore.errors import DataError
from crfcore.messages import message

LABELS_IGNORED = "ignored labels"
"""The option of formats, "yes" if labels are not imported and need no limit."""


class LabelCount:
    """The labels read so far; DataError if they are too many."""

    def __init__(self, path: Path | None, options: Mapping[str, str] = NOTHING) -> None:
        self._path = path
        self._ignored = options.get(LABELS_IGNORED) == "yes"
        self._names: set[str] = set()

    def add_spans(self, spans: Iterable[TextSpan | Misfit]) -> None:
        """Add the labels of spans."""
        self.add(span.label for span in spans if isinstance(span, TextSpan))

    def add(self, names: Iterable[str]) -> None:
        """Add labels."""
        if self._ignored:
            return
        self._names.update(names)
        if len(self._names) > MAX_LABELS:
            raise DataError(
                message(
                    "The spans have more than {max_labels:,} different labels, and no more were "
                    "expected; check which field holds the labels, or import the text without "
                    "them.",
                    max_labels=MAX_LABELS,
                ),
                path=self._path,
            )

"""Counting the labels of spans while they are read: a file with too many is not read to its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from app.domain.labels import MAX_LABELS
from app.formats.records import NOTHING
from app.formats.span_alignment import Misfit, TextSpan
from crfcore.errors import DataError

LABELS_IGNORED = "ignored labels"
"""The option of formats, "yes" where the text alone is wanted: its labels may be any."""


class LabelCount:
    """Which labels a file has had so far; DataError where they are too many."""

    def __init__(self, path: Path | None, options: Mapping[str, str] = NOTHING) -> None:
        self._path = path
        self._ignored = options.get(LABELS_IGNORED) == "yes"
        self._names: set[str] = set()

    def add_spans(self, spans: Iterable[TextSpan | Misfit]) -> None:
        """Count the labels of spans."""
        self.add(span.label for span in spans if isinstance(span, TextSpan))

    def add(self, names: Iterable[str]) -> None:
        """Count some labels, which may have been there before."""
        if self._ignored:
            return
        self._names.update(names)
        if len(self._names) > MAX_LABELS:
            raise DataError(
                f"The spans have more than {MAX_LABELS:,} different labels, and no more were "
                "expected; check which field holds the labels, or import the text without them.",
                path=self._path,
            )

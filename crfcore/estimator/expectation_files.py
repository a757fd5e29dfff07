"""Files of expectations: an attribute, labels and a share on each line, separated by tabs."""

from __future__ import annotations

import re
from pathlib import Path

from crfcore.errors import DataError, cut, shown
from crfcore.text.label_names import label_fault
from crfcore.text.lines import read_small_text
from crfcore.text.rows import BOM, is_blank, line_content, numbered_lines
from crfcore.training.expectations import Expectation
from crfcore.training.given_labels import LABELS_OF_ANY_MODEL

LARGEST_FILE = 2**24
"""Bytes."""
MOST_EXPECTATIONS = 100_000

_SHOWN = 60
_NUMBER = re.compile(r"[0-9]{0,400}\.?[0-9]{1,400}(?:[eE][-+]?[0-9]{1,3})?", re.ASCII)


def read_expectations(path: Path | str) -> list[Expectation]:
    """Read a file of expectations; empty lines are skipped.

    A line is the name of an attribute, a tab, one label or several with a tab between them, a tab,
    and the share: ``gaz:CITY:``, ``B-LOC``, ``I-LOC``, ``0.8``.

    Raises
    ------
    DataError
        With line and column: a field is missing, a label cannot be one, a share is no number from 0
        to 1, or an attribute and its labels have a share already.
    """
    path = Path(path)
    text = read_small_text(path, "a file of expectations", LARGEST_FILE).removeprefix(BOM)
    found: list[Expectation] = []
    labels: set[str] = set()
    lines: dict[tuple[str, frozenset[str]], int] = {}
    for number, line in numbered_lines(text, path=path):
        content = line_content(line)
        if is_blank(content):
            continue
        if len(found) == MOST_EXPECTATIONS:
            raise DataError(
                f"There are more than {MOST_EXPECTATIONS:,} expectations; leave some out.",
                path=path,
                line=number,
            )
        try:
            found.append(_expectation(content))
            _check_new(found[-1], number, lines)
            labels.update(found[-1].labels)
        except DataError as error:
            raise DataError(error.reason, path=path, line=number, column=error.column) from None
        if len(labels) > LABELS_OF_ANY_MODEL:
            raise DataError(
                f"There are more than {LABELS_OF_ANY_MODEL:,} different labels; leave some out.",
                path=path,
                line=number,
            )
    if not found:
        raise DataError(
            "There is no expectation; a line with an attribute, a tab, a label, a tab and a share "
            "was expected.",
            path=path,
        )
    return found


def _check_new(one: Expectation, number: int, lines: dict[tuple[str, frozenset[str]], int]) -> None:
    """Raise DataError for labels of an attribute that have a share already."""
    first = lines.setdefault((one.attribute, frozenset(one.labels)), number)
    if first != number:
        raise DataError(
            f"{shown(one.attribute)} and these labels have a share in line {first:,} already; "
            "leave one of the two out.",
            column=1,
        )


def _expectation(content: str) -> Expectation:
    """Return the expectation of a line; DataError with the column of an error."""
    attribute, *labels = content.split("\t")
    if len(labels) < 2:
        raise DataError(
            f"{cut(content, _SHOWN)!r} is found where an attribute, a tab, a label, a tab and a "
            "share is expected; write all three, with tabs between them.",
            column=1,
        )
    if not attribute:
        raise DataError(
            "A tab is found where an attribute is expected; write its name before the tab.",
            column=1,
        )
    share, column = labels.pop(), len(attribute) + 2
    for label in labels:
        _check_label(label, column)
        column += len(label) + 1
    if _NUMBER.fullmatch(share) is None or float(share) > 1.0:
        raise DataError(
            f"{shown(share)} is found where a share from 0 to 1 is expected; for 80%, write 0.8.",
            column=column,
        )
    return Expectation(attribute, labels, float(share))


def _check_label(label: str, column: int) -> None:
    if not label:
        raise DataError(
            "A tab is found where a label is expected; write a label, or leave out the tab.",
            column=column,
        )
    if fault := label_fault(label):
        raise DataError(f"The label {shown(label)} {fault}; write another.", column=column)

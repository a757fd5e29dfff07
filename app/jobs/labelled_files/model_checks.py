"""Checks of a model's labels and metadata before they are written to files.

The library allows any text as a label and any metadata; column files do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.formats.records import LABEL, WORD
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.label_names import label_fault
from crfcore.text.rows import Separator, fits_field, shortened
from crfcore.text.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.semi_markov import SemiMarkovCRF


def check_metadata(crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF) -> None:
    """Raise DataError if a model's metadata are invalid."""
    known = crf.metadata_
    columns, scheme = known.get("columns"), known.get("scheme", SCHEMES[0])
    for name, right in (
        ("columns", "columns" not in known or _are_columns(columns)),
        ("scheme", _is_text(scheme) and scheme in SCHEMES),
        ("label_attribute", _is_attribute(known.get("label_attribute", "NE"))),
    ):
        if not right:
            raise DataError(
                message(
                    "The model's record of its training data is invalid: its {name} is {found}; "
                    "train and save it again.",
                    name=name,
                    found=shortened(str(known[name])),
                )
            )


def _are_columns(names: object) -> bool:
    if not isinstance(names, (list, tuple)) or not all(map(_is_column, names)):
        return False
    return names.count(WORD) == 1 and names.count(LABEL) <= 1


def _is_column(name: object) -> bool:
    if not isinstance(name, str) or label_fault(name):
        return False
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_attribute(value: object) -> bool:
    if not isinstance(value, str) or not value or label_fault(value):
        return False
    return not any(character.isspace() or character in "|=" for character in value)


def check_written(labels: Iterable[str], separator: Separator | None) -> None:
    """Raise DataError if a label cannot be a field of such rows, or, with None, of JSON."""
    for name in labels:
        fault = _written_fault(name, separator)
        if fault:
            raise DataError(
                message("The model's label {name} {fault}.", name=shortened(name), fault=fault)
            )


def _written_fault(name: str, separator: Separator | None) -> str:
    if not name:
        return message("is empty, and no file can hold it; train the model with a name for it")
    if any("\ud800" <= character <= "\udfff" for character in name):
        return message("holds what is no text, and no file can; train the model with another name")
    if separator is not None and not fits_field(name, separator):
        return message(
            "contains whitespace, which would split it into several fields; tag JSON lines, "
            "or train the model with another name"
        )
    return ""

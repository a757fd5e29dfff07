"""Validity of label names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from crfcore.messages import message
from crfcore.text.rows import shortened

LONGEST_LABEL = 1000
"""Limit of the characters of a project's label, or of a tag in a text."""
LONGEST_IN_MODELS = 2000
"""The same for models: schemes add a prefix to a name, hidden states a suffix."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def label_fault(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return why a name cannot be a label.

    Parameters
    ----------
    name : str
    longest : int
        Limit of its characters.

    Returns
    -------
    str
        The rest of a sentence that begins with the name; "" if it is valid.
    """
    if len(name) > longest:
        return message(
            "has {n:,} characters, and at most {longest:,} were expected",
            n=len(name),
            longest=longest,
        )
    if _CONTROL.search(name):
        return message("holds a control character, which no label does")
    return ""


def fault_of_model_labels(names: Iterable[str]) -> str:
    """Return the fault of the first label that is invalid in a model's file, "" if none."""
    for name in names:
        fault = label_fault(name, LONGEST_IN_MODELS)
        if fault:
            return message("its label {name} {fault}", name=shortened(name), fault=fault)
    return ""

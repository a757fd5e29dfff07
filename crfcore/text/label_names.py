"""Names of labels that files and terminals can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable

from crfcore.text.rows import shortened

LONGEST_LABEL = 1000
"""So many characters has the name of a project's label, or the tag of a text, at most."""
LONGEST_IN_MODELS = 2000
"""A model's may be longer: schemes of spans put letters ahead of a name, hidden states behind."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def label_fault(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return why a name cannot be that of a label.

    Parameters
    ----------
    name : str
    longest : int
        How many characters it may have.

    Returns
    -------
    str
        Continues a sentence that begins with the name; "" if it can be one.
    """
    if len(name) > longest:
        return f"has {len(name):,} characters, and at most {longest:,} were expected"
    if _CONTROL.search(name):
        return "holds a control character, which no label does"
    return ""


def fault_of_model_labels(names: Iterable[str]) -> str:
    """Return what is wrong with the first label that a model's file cannot hold, "" if nothing."""
    for name in names:
        fault = label_fault(name, LONGEST_IN_MODELS)
        if fault:
            return f"its label {shortened(name)} {fault}"
    return ""

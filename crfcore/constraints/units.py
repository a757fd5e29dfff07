"""Names in rules: labels of tokens, and types of spans."""

from __future__ import annotations

from crfcore.text.tag_schemes import OUTSIDE, split_tag


def is_label(unit: str) -> bool:
    """Whether a unit is a label of tokens, not a type."""
    return unit == OUTSIDE or split_tag(unit)[0] != ""

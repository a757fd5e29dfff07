"""Models of segments: where they are possible, and why a model scores tokens instead."""

from __future__ import annotations

from dataclasses import dataclass

SEGMENT_SCHEMES = ("iob2", "ioe2", "bioes", "bilou")
"""The schemes in which the tags of a span do not depend on its neighbours; the library's."""

RULES, COSTS, SCHEME, UNLABELLED, LABELS, KERNELS = (
    "rules",
    "costs",
    "scheme",
    "unlabelled",
    "labels",
    "kernels",
)
"""Reasons why a model scores tokens although the project is to have segments.

Rules are in force; missed labels cost more; the scheme; too little is labelled, so that a model
learns from gazetteers alone; the labels of many sentences are no segments; kernels are not compiled
yet.
"""

LONGEST = 32
"""The most tokens of a span that is learned; sentences with longer ones are left out."""

MOST_LEFT_OUT = 0.1
"""If more of the sentences have labels that are no segments, a model scores tokens."""


@dataclass(frozen=True, slots=True)
class SegmentNote:
    """Whether a model scores segments.

    ``why_tokens`` is the reason why it does not although the project is to have them, else "".
    ``left_out`` sentences have labels that are no segments.
    """

    has_segments: bool = False
    why_tokens: str = ""
    left_out: int = 0


WHY_TOKENS = {
    RULES: "It scores tokens, not segments, because rules are in force.",
    COSTS: "It scores tokens, not segments, because “Favour recall over precision” is on.",
    SCHEME: "It scores tokens, not segments, because the scheme of this project is another.",
    UNLABELLED: "It scores tokens, not segments, because too few sentences are labelled yet.",
    LABELS: "It scores tokens, not segments, because the labels of many sentences break the scheme "
    f"or are spans of more than {LONGEST} tokens.",
    KERNELS: "It scores tokens, not segments, because models of segments are still being prepared "
    "(once per computer).",
}
"""The sentence for each reason."""

NEEDS_TOKENS = frozenset(
    {"missed_span", "sequence_entropy", "information_density", "expected_gradient_length"}
)
"""Query strategies that models of segments do not support; the least confident token is used."""

"""How models of a project are trained, chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

_KEY = "choice"
"""Its key in a model's metadata."""

MAX_C2, MAX_SENTENCES = 1e9, 2**31
"""No choice in a file has larger numbers."""

GROWTH = 1.5
"""With so many times the labelled sentences, or as many fewer, there is a new choice."""


@dataclass(frozen=True, slots=True)
class TrainingChoice:
    """The L2 regularisation, and whether models learn from unlabelled text.

    ``n_sentences`` were labelled. ``score`` is the log-likelihood per token of sentences held out,
    ``score_before`` that with the settings of the project, whose regularisation was ``c2_before``.
    ``compared_text``: there were word vectors and clusters to compare with.
    """

    c2: float
    from_text: bool
    n_sentences: int
    score: float
    score_before: float
    c2_before: float
    compared_text: bool

    @property
    def uses_text(self) -> bool:
        """Whether models learn from unlabelled text; they do where there was none to compare."""
        return self.from_text or not self.compared_text

    def suits(self, n_sentences: int, c2: float, *, has_text: bool) -> bool:
        """Return whether it is still that of a project."""
        grown = max(n_sentences, self.n_sentences) / max(1, min(n_sentences, self.n_sentences))
        same = self.c2_before == c2 and (self.compared_text or not has_text)
        return same and grown < GROWTH

    def metadata(self) -> dict[str, Any]:
        """Return it as part of a model's metadata."""
        return {_KEY: asdict(self)}

    @classmethod
    def of_metadata(cls, metadata: Mapping[str, Any]) -> TrainingChoice | None:
        """Return the choice in metadata, which may be anything in a file from elsewhere."""
        own = metadata.get(_KEY)
        kinds = {"from_text": bool, "compared_text": bool, "n_sentences": int}
        numbers = ("c2", "score", "score_before", "c2_before")
        if not isinstance(own, dict) or own.keys() != {*kinds, *numbers}:
            return None
        if any(type(own[name]) is not kind for name, kind in kinds.items()):
            return None
        if any(type(own[name]) is not float or not isfinite(own[name]) for name in numbers):
            return None
        fits = 0.0 <= own["c2"] <= MAX_C2 and 0 <= own["n_sentences"] <= MAX_SENTENCES
        return cls(**own) if fits else None

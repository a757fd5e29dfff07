"""How models of a project are trained, chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

_KEY = "choice"
"""Its key in a model's metadata."""

MAX_C2, MAX_SENTENCES, MAX_BIAS = 1e9, 2**31, 100.0
_LARGEST_SCORE = 1e9

_RANGES: Mapping[str, tuple[float, float]] = {
    **dict.fromkeys(("c2", "c2_before"), (0.0, MAX_C2)),
    **dict.fromkeys(("score", "score_before"), (-_LARGEST_SCORE, _LARGEST_SCORE)),
    **dict.fromkeys(("f1", "f1_before", "f1_tokens", "f1_segments"), (0.0, 1.0)),
    **dict.fromkeys(("bias", "segments_bias"), (0.0, MAX_BIAS)),
    "n_sentences": (0, MAX_SENTENCES),
}
"""The least and the greatest value of each number of a choice in a file."""

GROWTH = 1.5
"""With so many times the labelled sentences, or as many fewer, there is a new choice."""

BOTH, VECTORS, CLUSTERS, NOTHING = "both", "vectors", "clusters", "nothing"
"""What models may learn from unlabelled text."""

TEXT_PARTS = (BOTH, VECTORS, CLUSTERS, NOTHING)

_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("c2", "bias", "score", "score_before", "f1", "f1_before", "c2_before"), float),
    **dict.fromkeys(("segments_bias", "f1_tokens", "f1_segments"), float),
    **dict.fromkeys(("text_parts", "template"), str),
    "n_sentences": int,
    "compared_text": bool,
    "more_suggestions": bool,
    "compared_segments": bool,
    "prefers_segments": bool,
}

_SINCE = {
    "more_suggestions": False,
    "segments_bias": 0.0,
    "f1_tokens": 0.0,
    "f1_segments": 0.0,
    "compared_segments": False,
    "prefers_segments": False,
}
"""What a choice of the last versions may lack."""

_ADDED = {"bias": 0.0, "f1": 0.0, "f1_before": 0.0, "template": ""}
"""What a choice of earlier versions lacks; it has `from_text`, a bool, in place of a part."""


def digest_of(template: str) -> str:
    """Return a short name of a project's template, by which a choice remembers it."""
    return sha256(template.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class TrainingChoice:
    """The L2 regularisation, what is learned from unlabelled text, and the bias against "O".

    ``n_sentences`` were labelled. ``score`` is the log-likelihood per token of sentences held out,
    ``score_before`` that with the settings of the project, whose regularisation was ``c2_before``.
    ``f1`` is that of their spans with the bias, ``f1_before`` without it; 0 where there are none.
    ``compared_text``: there were word vectors and clusters to compare with. ``template`` is the
    digest of the project's, "" if not known. ``more_suggestions`` is that of the project.
    ``compared_segments``: models of segments were compared, whose spans have ``f1_segments``, those
    of tokens ``f1_tokens``, both without a bias; ``prefers_segments``: the first is clearly higher.
    ``segments_bias`` is the bias of models of segments.
    """

    c2: float
    text_parts: str
    bias: float
    n_sentences: int
    score: float
    score_before: float
    f1: float
    f1_before: float
    c2_before: float
    compared_text: bool
    template: str
    more_suggestions: bool = False
    compared_segments: bool = False
    prefers_segments: bool = False
    f1_tokens: float = 0.0
    f1_segments: float = 0.0
    segments_bias: float = 0.0

    @property
    def used_parts(self) -> str:
        """What models learn from unlabelled text; everything where there was none to compare."""
        return self.text_parts if self.compared_text else BOTH

    @property
    def way(self) -> tuple[float, str, float, float]:
        """What a model is trained by: the regularisation, parts of the text, and the biases."""
        return self.c2, self.used_parts, self.bias, self.segments_bias

    def bias_of(self, *, segments: bool) -> float:
        """Return the bias against "O" of models of segments, or of tokens."""
        return self.segments_bias if segments else self.bias

    def applies(self, template: str, c2: float, *, more_suggestions: bool = False) -> bool:
        """Return whether it was made for the settings of a project."""
        same_costs = self.more_suggestions == more_suggestions
        return same_costs and self.c2_before == c2 and self.template in ("", digest_of(template))

    def suits(
        self,
        n_sentences: int,
        template: str,
        c2: float,
        *,
        has_text: bool,
        more_suggestions: bool = False,
    ) -> bool:
        """Return whether it is still that of a project; no other is due."""
        grown = max(n_sentences, self.n_sentences) / max(1, min(n_sentences, self.n_sentences))
        applies = self.applies(template, c2, more_suggestions=more_suggestions)
        same = bool(self.template) and applies
        return same and (self.compared_text or not has_text) and grown < GROWTH

    def metadata(self) -> dict[str, Any]:
        """Return it as part of a model's metadata."""
        return {_KEY: asdict(self)}

    @classmethod
    def of_metadata(cls, metadata: Mapping[str, Any]) -> TrainingChoice | None:
        """Return the choice in metadata, which may be anything in a file from elsewhere."""
        own = _brought_up(metadata.get(_KEY))
        if own is None or own.keys() != _KINDS.keys():
            return None
        if any(type(own[name]) is not kind for name, kind in _KINDS.items()):
            return None
        # NaN is in no range.
        fits = all(least <= own[name] <= most for name, (least, most) in _RANGES.items())
        return cls(**own) if fits and own["text_parts"] in TEXT_PARTS else None


def _brought_up(own: object) -> dict[str, Any] | None:
    """Return stored values with the present names."""
    if not isinstance(own, dict):
        return None
    own = {**_SINCE, **own}
    if "from_text" not in own:
        return own
    others = {name: value for name, value in own.items() if name != "from_text"}
    if type(own["from_text"]) is not bool or others.keys() & {"text_parts", *_ADDED}:
        return None
    return {**others, "text_parts": BOTH if own["from_text"] else NOTHING, **_ADDED}

"""How models of a project are trained, chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

_KEY = "choice"
"""Its key in a model's metadata."""

MAX_C2, MAX_SENTENCES, MAX_TOKENS, MAX_BIAS = 1e9, 2**31, 2**31, 100.0
MIN_EXPONENT, MAX_EXPONENT = 0.01, 100.0
_LARGEST_SCORE = 1e9

_RANGES: Mapping[str, tuple[float, float]] = {
    **dict.fromkeys(("c2", "c2_before"), (0.0, MAX_C2)),
    **dict.fromkeys(("score", "score_before"), (-_LARGEST_SCORE, _LARGEST_SCORE)),
    **dict.fromkeys(("f1", "f1_before", "f1_tokens", "f1_segments"), (0.0, 1.0)),
    **dict.fromkeys(("bias", "segments_bias"), (0.0, MAX_BIAS)),
    **dict.fromkeys(("counts_score", "counts_score_before"), (0.0, 1.0)),
    "exponent": (MIN_EXPONENT, MAX_EXPONENT),
    "n_sentences": (0, MAX_SENTENCES),
    "text_tokens": (0, MAX_TOKENS),
}
"""The least and the greatest value of each number of a choice in a file."""

GROWTH = 1.5
"""With so many times the labelled sentences, or as many fewer, there is a new choice."""

BOTH, VECTORS, CLUSTERS, NOTHING = "both", "vectors", "clusters", "nothing"
"""What models may learn from unlabelled text."""

TEXT_PARTS = (BOTH, VECTORS, CLUSTERS, NOTHING)

PRESETS = ("basic", "ner", "pos")
"""The presets that are compared where a project has one of them: all read the words alone."""

ERRORS_OF_PRESET = 2.0
"""Another preset has to gain so many standard errors. With 30 to 200 sentences of Dutch names and
of chunks, five draws, half of each training file held out, presets differ by 1.8 points of F1 at
most; with one standard error the choice costs up to 0.1 where nothing helps, with two it never
lost, and gained 0.1 and 0.6 with 100 and 200 sentences of chunks. Words two places away gained
nothing.
"""

_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("c2", "bias", "score", "score_before", "f1", "f1_before", "c2_before"), float),
    **dict.fromkeys(("segments_bias", "f1_tokens", "f1_segments"), float),
    **dict.fromkeys(("exponent", "counts_score", "counts_score_before"), float),
    **dict.fromkeys(("text_parts", "template", "preset"), str),
    **dict.fromkeys(("n_sentences", "text_tokens"), int),
    "compared_text": bool,
    "more_suggestions": bool,
    "compared_segments": bool,
    "prefers_segments": bool,
    "segments_waited": bool,
}

_SINCE = {
    "more_suggestions": False,
    "segments_bias": 0.0,
    "f1_tokens": 0.0,
    "f1_segments": 0.0,
    "compared_segments": False,
    "prefers_segments": False,
    "segments_waited": False,
    "preset": "",
    "exponent": 1.0,
    "counts_score": 0.0,
    "counts_score_before": 0.0,
    "text_tokens": 0,
}
"""What a choice of the last versions may lack."""

_ADDED = {"bias": 0.0, "f1": 0.0, "f1_before": 0.0, "template": ""}
"""What a choice of earlier versions lacks; it has `from_text`, a bool, in place of a part."""


def other_presets(template: str) -> tuple[str, ...]:
    """Return the presets to compare with a project's template; none with one of its own."""
    return tuple(one for one in PRESETS if one != template) if template in PRESETS else ()


def digest_of(template: str) -> str:
    """Return a short name of a project's template, by which a choice remembers it."""
    return sha256(template.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class TrainingChoice:
    """How full models are trained, and the exponent of quick models.

    Full models have an L2 regularisation, parts of what is learned from unlabelled text, a template
    and a bias against "O".

    ``n_sentences`` were labelled. ``score`` is the log-likelihood per token of sentences held out,
    ``score_before`` that with the settings of the project, whose regularisation was ``c2_before``.
    ``f1`` is that of their spans with the bias, ``f1_before`` without it; 0 where there are none.
    ``compared_text``: there were word vectors and clusters to compare with, of a text of
    ``text_tokens``, 0 if not known. ``template`` is the digest of the project's, "" if not known.
    ``more_suggestions`` is that of the project.
    ``compared_segments``: models of segments were compared, whose spans have ``f1_segments``, those
    of tokens ``f1_tokens``, each with its bias; ``prefers_segments``: the first is clearly higher.
    ``segments_waited``: they were not, because of rules or because they were not compiled yet.
    ``segments_bias`` is the bias of models of segments. ``preset`` is the template, "" for that of
    the project. ``exponent`` is that of models of counts, which have ``counts_score``, the F1 of
    spans or else the accuracy of tokens, with it, and ``counts_score_before`` with 1; 0 if they
    were not compared.
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
    segments_waited: bool = False
    f1_tokens: float = 0.0
    f1_segments: float = 0.0
    segments_bias: float = 0.0
    preset: str = ""
    exponent: float = 1.0
    counts_score: float = 0.0
    counts_score_before: float = 0.0
    text_tokens: int = 0

    @property
    def used_parts(self) -> str:
        """What models learn from unlabelled text; everything where there was none to compare."""
        return self.text_parts if self.compared_text else BOTH

    @property
    def way(self) -> tuple[float, str, float, float, str]:
        """What a full model is trained by: regularisation, parts of the text, biases, preset."""
        return self.c2, self.used_parts, self.bias, self.segments_bias, self.preset

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
        applies = self.applies(template, c2, more_suggestions=more_suggestions)
        same = bool(self.template) and applies
        return same and (self.compared_text or not has_text) and self.is_of(n_sentences)

    def is_of(self, n_sentences: int) -> bool:
        """Return whether about as many sentences were labelled when it was made."""
        most, least = max(n_sentences, self.n_sentences), min(n_sentences, self.n_sentences)
        return most / max(1, least) < GROWTH

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
        known = own["text_parts"] in TEXT_PARTS and own["preset"] in ("", *PRESETS)
        return cls(**own) if fits and known else None


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

"""Learning curves by label, with and without unlabelled text."""

from __future__ import annotations

from dataclasses import dataclass

ENOUGH_SPANS = 20
"""A label with fewer spans gains or loses points by the chance of a few."""


@dataclass(frozen=True, slots=True)
class LabelCurve:
    """F1 scores of a label, or of all together (""), for growing numbers of sentences.

    ``with_text`` are those of models that learn from unlabelled text, too, ``without`` those of
    others; empty if this project's models don't. ``n_labelled`` is how often the label was given.
    """

    label: str
    with_text: tuple[float, ...]
    without: tuple[float, ...]
    n_labelled: int

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores of models as this project has them."""
        return self.with_text or self.without

    @property
    def is_rough(self) -> bool:
        """Whether a label was given too rarely to say what it has gained."""
        return bool(self.label) and self.n_labelled < ENOUGH_SPANS

    @property
    def gain(self) -> float:
        """What the last doubling of the labelled sentences has gained."""
        return self.scores[-1] - self.scores[-2]


@dataclass(frozen=True, slots=True)
class LabelCurves:
    """Curves over ``sizes``, numbers of training sentences; none of fewer than enough sentences.

    ``n_sentences`` fully labelled sentences were there. The curve of all labels is the first.
    """

    sizes: tuple[int, ...]
    curves: tuple[LabelCurve, ...]
    n_sentences: int

    def by_gain(self) -> list[LabelCurve]:
        """Return all labels together, then each, the one that gained most first, rare ones last."""
        first, *others = self.curves
        return [first, *self.ranked(), *(one for one in others if one.is_rough)]

    def ranked(self) -> list[LabelCurve]:
        """Return the labels with enough spans, the one that gained most first."""
        known = [one for one in self.curves[1:] if not one.is_rough]
        return sorted(known, key=lambda one: (-one.gain, one.label))

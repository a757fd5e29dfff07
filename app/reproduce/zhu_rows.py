"""The rows of 002's tables 2 to 7: four figures for each way of training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.reproduce.outcome import Outcome
from app.reproduce.table import Row

FIGURES = ("overall", "known", "OOV", "seconds")
"""The lines of a table in the paper, from top to bottom; the last is the time of training."""

Printed = Mapping[str, tuple[float, float, float, float]]
"""What a table prints for each method: per cent, and seconds."""

NOTABLE = 0.01
"""A difference between the paper and us that gets a sentence."""


def rows_of(method: str, outcome: Outcome, printed: Printed, variant: str = "") -> Iterator[Row]:
    """Yield the rows of one method."""
    figures = printed.get(method, ())
    for place, figure in enumerate(FIGURES):
        paper = figures[place] if figures else None
        if figure == "seconds":
            yield Row.of(f"{method} time", paper, outcome, figure, "seconds", variant)
        else:
            theirs = None if paper is None else round(paper / 100.0, 6)
            yield Row.of(f"{method} {figure}", theirs, outcome, figure, variant=variant)


def differences(rows: Sequence[Row], reasons: Mapping[str, str]) -> list[str]:
    """Say in a sentence for each method where ours is notably above or below the paper's.

    ``reasons`` says why, for each method, as the rest of a sentence. Of variants nothing is said.
    """
    sentences = []
    for method, reason in reasons.items():
        gains = [
            f"{row.name.removeprefix(method).strip()} {100.0 * row.gain:+.1f}"
            for row in rows
            if row.name in {f"{method} {figure}" for figure in FIGURES[:-1]}
            if not row.variant and row.gain is not None and abs(row.gain) >= NOTABLE
        ]
        if gains:
            sentences.append(f"{method} against the paper, in points: {', '.join(gains)}; {reason}")
    return sentences

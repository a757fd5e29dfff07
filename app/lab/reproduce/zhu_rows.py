"""The rows of 002's tables 2 to 7: the paper's four figures for each method, and one more.

Accuracy on words seen once in training is not in the paper; it depends on penalties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from app.lab.reproduce.tagging import C2, CHOSEN_C2, CHOSEN_CRF, CRF, EP1, ONCE

FIGURES = ("overall", "known", "OOV", "seconds")
"""The lines of a table in the paper, from top to bottom; the last is the time of training."""

Printed = Mapping[str, tuple[float, float, float, float]]
"""The published figures of each method: per cent, and seconds."""

NOTABLE = 0.01
"""Least difference to the paper that gets a sentence."""


def rows_of(method: str, outcome: Outcome, printed: Printed, variant: str = "") -> Iterator[Row]:
    """Yield the rows of one method."""
    figures = printed.get(method, ())
    for index, figure in enumerate(FIGURES):
        paper = figures[index] if figures else None
        if figure == "seconds":
            yield Row.of(f"{method} {ONCE}", None, outcome, ONCE, variant=variant)
            yield Row.of(f"{method} time", paper, outcome, figure, "seconds", variant)
        else:
            theirs = None if paper is None else round(paper / 100.0, 6)
            yield Row.of(f"{method} {figure}", theirs, outcome, figure, variant=variant)


def differences(rows: Sequence[Row], reasons: Mapping[str, str]) -> list[str]:
    """Return a sentence for each method with notable differences to the paper.

    ``reasons`` has the rest of the sentence for each method. Variants are ignored.
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


def against_counting(rows: Sequence[Row], variant: str = "") -> str:
    """Return sentences that compare standard training with EP1, and the effect of the penalty.

    Figures of EP1 are those of the variant, if there are any.
    """
    ours = {row.name: 100.0 * (row.ours or 0.0) for row in rows if not row.variant}
    if variant:
        ours |= {row.name: 100.0 * (row.ours or 0.0) for row in rows if row.variant == variant}

    def figures(name: str) -> tuple[float, float, float]:
        first, second, third = (ours[f"{m.name} {name}"] for m in (EP1, CRF, CHOSEN_CRF))
        return first, second, third

    (counted, usual, chosen), once, unseen = figures("overall"), figures(ONCE), figures("OOV")
    return (
        f"Standard training against EP1, in points: {usual - counted:+.1f} with CRF++'s default "
        f"penalty (c2 = {C2}), {chosen - counted:+.1f} with one chosen on sentences held out "
        f"(c2 = {CHOSEN_C2}). Of the words seen once in training, {once[0]:.1f} per cent are "
        f"right by EP1, {once[1]:.1f} and {once[2]:.1f} by standard training: a penalty holds down "
        f"what was seen once, and EP1 takes it at its word. Of the words never seen, "
        f"{unseen[0]:.1f} per cent are right by EP1, {unseen[1]:.1f} and {unseen[2]:.1f} by "
        "standard training, whose weights of words and spelling are made together."
    )

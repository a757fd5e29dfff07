"""Rows of a table as text, for a terminal or a page."""

from __future__ import annotations

from collections.abc import Sequence

from app.lab.reproduce.table import Kind, Row

Line = tuple[str, ...]


def grid_of(rows: Sequence[Row]) -> list[Line]:
    """Return a heading and a line for each row; variants of a row are further columns."""
    variants = list(dict.fromkeys(row.variant for row in rows if row.variant))
    others = {(row.name, row.variant): row for row in rows if row.variant}
    saves = ["saved"] if any(row.saved is not None for row in rows) else []
    heading = ("", "paper", "ours", *variants, *saves, "seconds", "evaluations")
    return [
        heading,
        *(_line(row, variants, others, bool(saves)) for row in rows if not row.variant),
    ]


def _line(
    row: Row,
    variants: Sequence[str],
    others: dict[tuple[str, str], Row],
    saves: bool,  # noqa: FBT001
) -> Line:
    beside = (others.get((row.name, variant)) for variant in variants)
    return (
        row.name,
        shown(row.paper, row.kind),
        shown(row.ours, row.kind),
        *("" if other is None else shown(other.ours, other.kind) for other in beside),
        *([] if not saves else ["" if row.saved is None else f"{100.0 * row.saved:.1f} %"]),
        shown(row.seconds, "seconds"),
        shown(row.evaluations, "count"),
    )


def shown(value: float | None, kind: Kind) -> str:
    """Return a figure as text, a dash if there is none."""
    if value is None:
        return "–"
    if kind == "fraction":
        return f"{100.0 * value:.2f}"
    if kind == "nats":
        return f"{value:,.6f}" if abs(value) < 1_000.0 else f"{value:,.1f}"
    if kind == "count":
        return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"
    return f"{value:,.0f}" if value >= 100.0 else f"{value:.3g}"

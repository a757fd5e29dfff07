"""The edges of spans, which the mouse can drag.

Coordinates are relative to the column of text. Of a span that is split by bidirectional text, or
continues in another line, only the ends are edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.views.sentence_view.geometry import Piece, SentenceGeometry

REACH_OUTSIDE = 4.0
REACH_INSIDE = 6.0
"""Distance in pixels at which the mouse grabs an edge; at most a quarter of a narrow token."""

Tokens = tuple[int, int]
"""First and last token."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One end of ``span``, of its last token if ``is_end``, at ``x`` in a line."""

    span: Tokens
    is_end: bool
    line: int
    x: float


def edges_of(geometry: SentenceGeometry, span: Tokens) -> list[Edge]:
    """Return the edges of a span."""
    found = []
    for run in geometry.runs(*span):
        if run.left_closed:
            found.append(Edge(span, not run.starts_left, run.line, run.left))
        if run.right_closed:
            found.append(Edge(span, run.starts_left, run.line, run.right))
    return found


def edge_at(geometry: SentenceGeometry, spans: Iterable[Tokens], x: float, y: float) -> Edge | None:
    """Return the edge that the mouse grabs at a point, None without one.

    Between two adjacent spans it is the edge of the one under the mouse.
    """
    near: list[tuple[bool, float, Edge]] = []
    lines = enumerate(geometry.lines)
    here = next((n for n, line in lines if line.top <= y < line.chip_bottom), None)
    for span in spans:
        if here not in range(geometry.line_of(span[0]), geometry.pieces(span[1])[-1].line + 1):
            continue
        for edge in edges_of(geometry, span):
            if edge.line != here:
                continue
            token = edge.span[1 if edge.is_end else 0]
            pieces = [piece for piece in geometry.pieces(token) if piece.line == edge.line]
            inside = any(piece.outer_left <= x <= piece.outer_right for piece in pieces)
            narrowest = min(piece.outer_right - piece.outer_left for piece in pieces)
            reach = min(REACH_INSIDE, narrowest / 4) if inside else REACH_OUTSIDE
            if abs(x - edge.x) <= reach:
                near.append((not inside, abs(x - edge.x), edge))
    return min(near, key=lambda one: one[:2])[2] if near else None


def dragged(geometry: SentenceGeometry, edge: Edge, x: float, y: float) -> Tokens:
    """Return the span after dragging its edge to a point.

    A token is included once the mouse is past its middle, seen from the fixed end. A span of one
    token can be extended at either end.
    """
    token = geometry.token_at(x, y, nearest=True)
    first, last = edge.span
    if token < 0:
        return edge.span
    is_end = token > first if first == last else edge.is_end
    fixed = first if is_end else last
    if token == fixed or (token > fixed) != is_end:
        return fixed, fixed
    piece = min(geometry.pieces(token), key=lambda one: _distance(geometry, one, x, y))
    middle = (piece.left + piece.right) / 2
    passed = x > middle if _lies_right(geometry, piece, fixed) else x < middle
    if not passed:
        token += -1 if is_end else 1
    return (fixed, token) if is_end else (token, fixed)


def _distance(geometry: SentenceGeometry, piece: Piece, x: float, y: float) -> float:
    line = geometry.lines[piece.line]
    off = max(line.top - y, y - line.bottom, 0.0)
    return off * geometry.width + max(piece.left - x, x - piece.right, 0.0)


def _lies_right(geometry: SentenceGeometry, piece: Piece, fixed: int) -> bool:
    """Return whether a piece is right of the token at the fixed end, in reading order."""
    beside = [other for other in geometry.pieces(fixed) if other.line == piece.line]
    if beside:
        return piece.left > beside[0].left
    return (piece.token > fixed) == geometry.rightwards

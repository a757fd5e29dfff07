"""Edges of spans under the mouse: where they are taken, and what a span becomes by them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont

from app.views.sentence_view.edges import Edge, dragged, edge_at, edges_of
from app.views.sentence_view.geometry import SentenceGeometry
from app.views.sentence_view.metrics import Metrics
from tests.sentences_on_screen import ARABIC, CLINICAL, MIXED


def laid_out(text: str, width: float = 500.0) -> SentenceGeometry:
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append((at, at + len(word)))
        at += len(word) + 1
    return SentenceGeometry(text, tokens, Metrics.of(QFont(), 1.0), width)


def middle(geometry: SentenceGeometry, edge: Edge) -> float:
    line = geometry.lines[edge.line]
    return (line.top + line.chip_bottom) / 2


def over(geometry: SentenceGeometry, token: int, share: float) -> tuple[float, float]:
    """Return a point in a token: ``share`` of the way through it as the sentence is read."""
    rect = geometry.rect(token)
    way = share if geometry.rightwards else 1 - share
    return rect.left() + way * rect.width(), rect.center().y()


def edge_of(geometry: SentenceGeometry, span: tuple[int, int], *, is_end: bool) -> Edge:
    return next(edge for edge in edges_of(geometry, span) if edge.is_end == is_end)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("text", [CLINICAL, ARABIC, MIXED])
def test_a_span_has_one_beginning_and_one_end(text: str):
    geometry = laid_out(text, 300)
    for first in range(geometry.n_tokens):
        for last in range(first, min(first + 5, geometry.n_tokens)):
            found = sorted(edge.is_end for edge in edges_of(geometry, (first, last)))
            # In mixed text a span can begin or end amid its own words.
            assert found == [False, True] or (text == MIXED and len(found) == 1)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("text", [CLINICAL, ARABIC])
def test_reading_goes_from_the_beginning_to_the_end(text: str):
    geometry = laid_out(text, 2000)
    start, end = (edge_of(geometry, (2, 4), is_end=is_end) for is_end in (False, True))
    assert (start.x < end.x) == geometry.rightwards


@pytest.mark.usefixtures("qapp")
def test_the_mouse_takes_an_edge_near_it_and_of_two_the_one_it_is_in():
    geometry = laid_out(CLINICAL, 2000)
    spans = [(1, 2), (3, 4)]
    for span in spans:
        for edge in edges_of(geometry, span):
            inwards = 1.0 if edge.is_end != geometry.rightwards else -1.0
            assert edge_at(geometry, spans, edge.x + inwards, middle(geometry, edge)) == edge
            assert edge_at(geometry, spans, edge.x + inwards, -50.0) is None
    rect = geometry.rect(1)
    assert edge_at(geometry, spans, rect.center().x(), rect.center().y()) is None
    assert edge_at(geometry, [], rect.left(), rect.center().y()) is None


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("text", [CLINICAL, ARABIC])
@pytest.mark.parametrize("width", [2000.0, 260.0])
def test_a_token_is_taken_in_once_its_middle_is_passed(text: str, width: float):
    geometry = laid_out(text, width)
    end = edge_of(geometry, (2, 4), is_end=True)
    assert dragged(geometry, end, *over(geometry, 6, 0.75)) == (2, 6)
    assert dragged(geometry, end, *over(geometry, 6, 0.25)) == (2, 5)
    assert dragged(geometry, end, *over(geometry, 3, 0.75)) == (2, 3)
    assert dragged(geometry, end, *over(geometry, 0, 0.5)) == (2, 2)
    start = edge_of(geometry, (2, 4), is_end=False)
    assert dragged(geometry, start, *over(geometry, 0, 0.25)) == (0, 4)
    assert dragged(geometry, start, *over(geometry, 0, 0.75)) == (1, 4)
    assert dragged(geometry, start, *over(geometry, 8, 0.5)) == (4, 4)


@pytest.mark.usefixtures("qapp")
def test_a_latin_word_in_arabic_grows_to_where_the_mouse_is():
    geometry = laid_out(MIXED, 2000)
    words = MIXED.split(" ")
    left, right = words.index("warfarin"), words.index("sodium")
    assert geometry.rect(left).left() < geometry.rect(right).left(), "they are read rightwards"
    for edge in edges_of(geometry, (right, right)):
        far = geometry.rect(left)
        assert dragged(geometry, edge, far.left() + 1, far.center().y()) == (left, right)


@pytest.mark.usefixtures("qapp")
def test_without_tokens_nothing_is_dragged():
    geometry = laid_out(CLINICAL)
    edge = edge_of(geometry, (0, 0), is_end=True)
    empty = SentenceGeometry("", [], geometry.metrics, 300.0)
    assert dragged(empty, edge, 0.0, 0.0) == (0, 0)


@pytest.mark.usefixtures("qapp")
@given(
    st.lists(
        st.text("ab אב 5٣", min_size=1, max_size=6).map(lambda s: s.replace(" ", "x")),
        min_size=1,
        max_size=9,
    ),
    st.floats(120, 600),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_wherever_an_edge_is_let_go_the_span_keeps_its_other_end(words, width, data):
    geometry = laid_out(" ".join(words), width)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    edge = data.draw(st.sampled_from(edges_of(geometry, (first, last))))
    x = data.draw(st.floats(-20, width + 20))
    y = data.draw(st.floats(-20, geometry.height + 20))
    new = dragged(geometry, edge, x, y)
    assert 0 <= new[0] <= new[1] < len(words)
    if first < last:
        assert new[0 if edge.is_end else 1] == (first if edge.is_end else last)
    else:
        assert first in new

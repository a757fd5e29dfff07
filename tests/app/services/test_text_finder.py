"""Tests of the search field of the sentence list: only the last text counts."""

import pytest

from app.services.text_finder import TextFinder
from app.session import Session
from tests.memory_projects import WORDS, project_of


@pytest.fixture
def texts(qapp):
    made = TextFinder(Session(project_of([WORDS, ["Mrs.", "Abernathy"], WORDS, ["mrs.", "A"]])))
    yield made
    made.close()


def look(texts, qtbot, text):
    with qtbot.waitSignal(texts.found, timeout=5000) as seen:
        texts.look(text)
    assert seen.args[0] == text
    return seen.args[1].tolist()


@pytest.mark.parametrize("text", ["abernathy", "ABERNATHY", "thy"])
def test_the_text_is_found_in_any_case(texts, qtbot, text):
    assert look(texts, qtbot, text) == [1]


def test_typing_on_looks_among_what_was_found(texts, qtbot):
    found = [look(texts, qtbot, text) for text in ("m", "mr", "mrs. a", "mrs. x", "mrs")]
    assert found == [[0, 1, 2, 3], [1, 3], [1, 3], [], [1, 3]]


def test_what_nobody_wants_any_more_is_dropped(texts, qtbot):
    with qtbot.assertNotEmitted(texts.found, wait=50):
        texts.look("mrs")
        texts.forget()

"""Tests of a sentence's uncertain pieces: whole spans, and neighbours together."""

import pytest

from app.domain.uncertain_pieces import is_uncertain, uncertain_pieces
from app.session import Session
from tests.memory_projects import project_of, set_tags
from tests.window_parts import propose


def pieces(tags, chances, *, shown_text=(), words=(), **how):
    project = project_of([words or ["w"] * len(tags)], **how)
    session = Session(project)
    propose(session, 0, tags, chances)
    if shown_text:
        set_tags(project, 0, list(shown_text))
    return uncertain_pieces(session.token_display(0))


@pytest.mark.usefixtures("qapp")
def test_a_span_with_a_doubtful_token_is_one_piece_and_so_are_doubtful_neighbours():
    tags = ["O", "B-DRUG", "I-DRUG", "O", "O", "B-DOSE", "O"]
    chances = [0.99, 0.99, 0.7, 0.3, 0.89, 0.93, 0.5]
    assert pieces(tags, chances) == [(1, 2), (3, 4), (6, 6)]


@pytest.mark.usefixtures("qapp")
def test_what_a_person_said_is_in_no_doubt():
    tags = ["O", "O", "O"]
    assert pieces(tags, [0.5] * 3, shown_text=[None, "B-DRUG", None]) == [(0, 0), (2, 2)]


@pytest.mark.usefixtures("qapp")
def test_one_label_a_token_is_looked_at_token_by_token():
    how = {"scheme": "tokens", "labels": ("NOUN", "VERB")}
    assert pieces(["NOUN", "NOUN", "VERB"], [0.5, 0.5, 0.99], **how) == [(0, 0), (1, 1)]


@pytest.mark.usefixtures("qapp")
def test_only_what_lies_under_the_threshold_is_uncertain():
    session = Session(project_of([["w"] * 3]))
    propose(session, 0, ["O"] * 3, [0.59, 0.7, 0.95])
    records = session.token_display(0)
    assert [is_uncertain(record) for record in records] == [True, False, False]
    assert uncertain_pieces(records) == [(0, 1)]


@pytest.mark.usefixtures("qapp")
def test_punctuation_parts_names_and_is_looked_at_only_where_it_is_uncertain():
    words = ["Ann", "Lee", ",", "Bo", "&", "Co", "."]
    assert pieces(["O"] * 7, [0.8] * 7, words=words) == [(0, 1), (3, 3), (5, 5)]
    chances = [0.8, 0.8, 0.5, 0.8, 0.8, 0.99, 0.8]
    assert pieces(["O"] * 7, chances, words=words) == [(0, 1), (2, 2), (3, 3)]
    tags = ["O", "O", "O", "B-DRUG", "I-DRUG", "I-DRUG", "O"]
    assert pieces(tags, [0.99] * 4 + [0.8, 0.99, 0.99], words=words) == [(3, 5)]


@pytest.mark.usefixtures("qapp")
def test_many_doubtful_neighbours_are_no_name():
    assert pieces(["O"] * 4, [0.5] * 4) == [(0, 3)]
    assert pieces(["O"] * 5, [0.5] * 5) == [(token, token) for token in range(5)]


@pytest.mark.usefixtures("qapp")
def test_a_span_and_a_word_that_meet_at_capitals_are_one_piece():
    """This is one name whose end the model has missed, rather than two names."""
    tags, chances = ["B-DRUG", "O", "O", "B-DOSE"], [0.5] * 4
    sure_of_saw = [0.5, 0.5, 0.99, 0.5]
    assert pieces(tags, sure_of_saw, words=["Albert", "II", "saw", "Rome"]) == [(0, 1), (3, 3)]
    assert pieces(tags, chances, words=["Albert", "the", "Last", "King"]) == [(0, 0), (1, 3)]
    assert pieces(["B-DRUG", "B-DOSE"], [0.5] * 2, words=["Ann", "Bo"]) == [(0, 0), (1, 1)]
    assert pieces(["B-DRUG", "O"], [0.99, 0.5], words=["Ann", "Lee"]) == [(1, 1)]


@pytest.mark.usefixtures("qapp")
def test_no_name_is_longer_than_five_words():
    tags = ["B-DRUG", "I-DRUG", "I-DRUG", "O", "O", "O"]
    assert pieces(tags, [0.5] * 6, words=["A"] * 6) == [(0, 2), (3, 5)]
    assert pieces(tags[:5], [0.5] * 5, words=["A"] * 5) == [(0, 4)]

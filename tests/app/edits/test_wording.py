"""What steps are called: by their words, by what became of them, and by what that was before."""

from dataclasses import replace

import pytest

from app.domain.tokens import TokenState
from app.edits.accept import accept_sentence, accept_up_to
from app.edits.marks import ask_again, flag_sentence, put_off_sentence, skip_sentence
from app.edits.spans import (
    clear_tokens,
    forbid_label,
    join_spans,
    label_span,
    no_label,
    resize_span,
    split_span,
)
from app.edits.wording import LONGEST, LONGEST_TITLE, headline, renewed, words_of
from app.session import Session
from tests.memory_projects import WORDS, project_of, say

DRUG, DOSE = 1, 2


@pytest.fixture
def session():
    return Session(project_of([WORDS] * 2))


def name(session, make, *rest):
    """Make a step of the first sentence, and return what it is called."""
    edit = make(session.project, 0, *rest)
    session.apply(edit)
    return edit.summary


def test_a_label_is_called_by_its_words(session):
    assert name(session, label_span, 7, 7, DRUG) == "warfarin → DRUG"
    assert name(session, label_span, 4, 5, DRUG) == "5 mg → DRUG"


def test_another_label_says_which_one_there_was(session):
    name(session, label_span, 4, 5, DOSE)
    assert name(session, label_span, 4, 5, DRUG) == "5 mg: DOSE → DRUG"
    assert name(session, no_label, 4, 5) == "5 mg: DRUG → no label"
    assert name(session, label_span, 4, 5, DOSE) == "5 mg: no label → DOSE"
    assert name(session, label_span, 4, 4, DOSE) == "5 → DOSE"


def test_where_several_things_were_said_none_is_named(session):
    name(session, label_span, 4, 4, DOSE)
    assert name(session, label_span, 4, 5, DRUG) == "5 mg → DRUG"
    name(session, label_span, 5, 5, DOSE)
    assert name(session, label_span, 4, 5, DRUG) == "5 mg → DRUG"


def test_what_a_file_suggests_was_said(session):
    say(session.project, 0, ["O"] * 7 + ["B-DRUG", "O"], state=TokenState.SUGGESTED)
    assert label_span(session.project, 0, 7, 7, DOSE).summary == "warfarin: DRUG → DOSE"


def test_what_is_cleared_is_open_again(session):
    assert name(session, label_span, 7, 7, DRUG) == "warfarin → DRUG"
    assert name(session, clear_tokens, 7, 7) == "warfarin: DRUG → open"


def test_the_shape_of_a_span_is_told_by_its_words(session):
    name(session, label_span, 4, 4, DOSE)
    assert name(session, resize_span, (4, 4), (4, 5), DOSE) == "DOSE: 5 → 5 mg"
    assert name(session, split_span, 4, 5, 5, DOSE) == "split DOSE: 5 | mg"
    assert name(session, join_spans, 4, 5, DOSE) == "join DOSE: 5 mg"


def test_what_is_ruled_out_is_named(session):
    assert name(session, forbid_label, 7, 7, [DRUG]) == "warfarin: not DRUG"
    assert name(session, forbid_label, 0, 0, [DRUG, DOSE]) == "The: not DRUG, DOSE"


def test_whole_sentences_are_called_by_their_beginning(session):
    cut = "“The patient was given 5 mg of warfarin .”"
    assert name(session, flag_sentence) == f"flag {cut}"
    assert name(session, flag_sentence) == f"take the flag from {cut}"
    assert name(session, skip_sentence) == f"skip {cut}"
    assert name(session, put_off_sentence) == f"put off {cut}"
    assert name(session, ask_again) == f"ask again for {cut}"
    proposals = session.proposals
    part = accept_up_to(session.project, proposals, 0, 1)
    assert part.summary == "accept up to “The patient”"
    assert accept_sentence(session.project, proposals, 0).summary == f"accept {cut}"


def test_a_long_text_keeps_both_ends(session):
    project = project_of([[f"word{n}" for n in range(40)]])
    told = words_of(project, 0, 0, 39)
    assert len(told) <= LONGEST
    assert told.startswith("word0 word1")
    assert told.endswith("word39")
    assert " … " in told
    assert "\n" not in words_of(project, 0, 0, 1)


def test_what_nobody_sees_is_not_named():
    project = project_of([["war\u200bfarin\u202e"]])
    assert words_of(project, 0, 0, 0) == "warfarin"


def test_one_label_a_token_is_named_as_well():
    project = project_of([["Rex", "ate"]], scheme="tokens", labels=("NOUN", "VERB"))
    session = Session(project)
    assert name(session, label_span, 0, 0, 1) == "Rex → NOUN"
    assert name(session, label_span, 0, 0, 2) == "Rex: NOUN → VERB"


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("label 1 token DATE", "1 token → DATE"),
        ("label 1,200 hits B-X", "1,200 hits → B-X"),
        ("no label on 2 tokens", "2 tokens → no label"),
        ("clear 2 hits", "2 hits → open"),
        ("not DRUG, DOSE on 1 token", "1 token: not DRUG, DOSE"),
        ("label “5 mg” DOSE in 14 sentences", "5 mg → DOSE in 14 sentences"),
        ("no label on “b” in 1 sentence", "b → no label in 1 sentence"),
        ("not DRUG on “b” in 1 sentence", "b: not DRUG in 1 sentence"),
        ("clear DRUG on “b” in 2 sentences", "b: DRUG → open in 2 sentences"),
        ("accept 7 tokens", "accept 7 tokens"),
        ("rename DRUG to MEDICINE", "rename DRUG to MEDICINE"),
    ],
)
def test_steps_of_earlier_versions_read_alike(earlier, now):
    assert renewed(earlier) == now
    assert renewed(now) == now


def test_words_keep_their_letters_and_a_sentence_begins_with_a_capital():
    assert headline("today → DATE") == "today → DATE"
    assert headline("rose: not DRUG") == "rose: not DRUG"
    assert headline("add label DRUG") == "Add label DRUG"
    assert headline("label 1 token DATE") == "1 token → DATE"
    assert headline("") == ""


@pytest.mark.parametrize("summary", ["x" * 4_000_000, "not x" + " on “a” in 5" * 200_000])
def test_a_name_from_a_file_is_shown_no_longer_than_anybody_reads(summary):
    assert len(renewed(summary)) <= LONGEST_TITLE


def test_a_name_from_a_file_is_one_line_without_signs_that_turn_it():
    assert renewed("&a\n\u202eb\u2028c\t\x01d\x00e") == "&a b c d e"


def test_words_stand_as_they_are_read():
    project = project_of([WORDS])
    layout = replace(project.documents[1].layout, format="columns")
    project.documents[1] = replace(project.documents[1], layout=layout)
    assert words_of(project, 0, 7, 8) == "warfarin."
    assert skip_sentence(project, 0).summary == "skip “The patient was given 5 mg of warfarin.”"

"""Tests of the names of steps."""

from dataclasses import replace

import pytest

from app.domain.step_texts import LONGEST_TEXT, headline, step_text
from app.domain.tokens import TokenState
from app.edits.accept import accept_sentence, accept_up_to
from app.edits.sentence_flags import ask_again, flag_sentence, put_off_sentence, skip_sentence
from app.edits.spans import (
    clear_tokens,
    forbid_label,
    join_spans,
    label_span,
    no_label,
    resize_span,
    split_span,
)
from app.edits.wording import LONGEST, words_of
from app.session import Session
from tests.memory_projects import WORDS, project_of, set_tags
from tests.step_names import step_name

DRUG, DOSE = 1, 2


@pytest.fixture
def session():
    return Session(project_of([WORDS] * 2))


def name(session, make, *rest):
    """Make a step on the first sentence and return its name."""
    edit = make(session.project, 0, *rest)
    session.apply(edit)
    return step_name(edit)


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
    set_tags(session.project, 0, ["O"] * 7 + ["B-DRUG", "O"], state=TokenState.SUGGESTED)
    assert step_name(label_span(session.project, 0, 7, 7, DOSE)) == "warfarin: DRUG → DOSE"


def test_what_is_cleared_is_open_again(session):
    assert name(session, label_span, 7, 7, DRUG) == "warfarin → DRUG"
    assert name(session, clear_tokens, 7, 7) == "warfarin: DRUG → open"


def test_the_shape_of_a_span_is_told_by_its_words(session):
    name(session, label_span, 4, 4, DOSE)
    assert name(session, resize_span, (4, 4), (4, 5), DOSE) == "DOSE: 5 → 5 mg"
    assert name(session, split_span, 4, 5, 5, DOSE) == "split DOSE: 5 | mg"
    assert name(session, join_spans, 4, 5, DOSE) == "merge DOSE: 5 mg"


def test_what_is_ruled_out_is_named(session):
    assert name(session, forbid_label, 7, 7, [DRUG]) == "warfarin: not DRUG"
    assert name(session, forbid_label, 0, 0, [DRUG, DOSE]) == "The: not DRUG, DOSE"


def test_whole_sentences_are_called_by_their_beginning(session):
    cut = "“The patient was given 5 mg of warfarin .”"
    assert name(session, flag_sentence) == f"flag {cut}"
    assert name(session, flag_sentence) == f"unflag {cut}"
    assert name(session, skip_sentence) == f"skip {cut}"
    assert name(session, put_off_sentence) == f"postpone {cut}"
    assert name(session, ask_again) == f"return {cut} to the queue"
    proposals = session.proposals
    part = accept_up_to(session.project, proposals, 0, 1)
    assert step_name(part) == "accept up to “The patient”"
    assert step_name(accept_sentence(session.project, proposals, 0)) == f"accept {cut}"


def test_a_long_text_keeps_both_ends(session):
    project = project_of([[f"word{n}" for n in range(40)]])
    received = words_of(project, 0, 0, 39)
    assert len(received) <= LONGEST
    assert received.startswith("word0 word1")
    assert received.endswith("word39")
    assert " … " in received
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
    ("kind", "earlier", "now"),
    [
        ("label", "label 1 token DATE", "1 token → DATE"),
        ("found_label", "label 1,200 hits B-X", "1,200 matches → B-X"),
        ("found_label", "3 hits → NUMBER", "3 matches → NUMBER"),
        ("no_label", "no label on 2 tokens", "2 tokens → no label"),
        ("found_no_label", "no label on 2 hits", "2 matches → no label"),
        ("found_clear", "clear 2 hits", "2 matches → open"),
        ("found_accept", "accept 1 hit", "accept 1 match"),
        ("found_later", "put 2 sentences off", "postpone 2 sentences"),
        ("forbid", "not DRUG, DOSE on 1 token", "1 token: not DRUG, DOSE"),
        ("say_elsewhere", "label “5 mg” DOSE in 14 sentences", "5 mg → DOSE in 14 sentences"),
        ("say_elsewhere", "no label on “b” in 1 sentence", "b → no label in 1 sentence"),
        ("say_elsewhere", "not DRUG on “b” in 1 sentence", "b: not DRUG in 1 sentence"),
        ("say_elsewhere", "clear DRUG on “b” in 2 sentences", "b: DRUG → open in 2 sentences"),
        (
            "accept_sure",
            "accept 1,200 sure tokens in 1 sentence",
            "accept 1,200 confident tokens in 1 sentence",
        ),
        (
            "accept_sure",
            "accept 1 sure tokens in 1 sentence",
            "accept 1 confident token in 1 sentence",
        ),
        ("mark", "put off “Rex ate”", "postpone “Rex ate”"),
        ("mark", "ask again for “Rex ate”", "return “Rex ate” to the queue"),
        ("mark", "requeue “Rex ate”", "return “Rex ate” to the queue"),
        ("mark", "ask for a sentence again", "return to the queue"),
        ("mark", "take the flag from “Rex ate”", "unflag “Rex ate”"),
        ("set_costs", "learn what rules cost", "learn rule penalties"),
        ("answer", "leave a sentence as it is", "leave a sentence unchanged"),
        ("settings", "change when to train", "change training schedule"),
        ("settings", "make the control sample 25 sentences", "set the test sample to 25"),
        ("settings", "leave open what is not asked for", "leave remaining tokens open"),
        (
            "settings",
            "accept what is not asked for from 99 % on",
            "accept remaining tokens from 99%",
        ),
        ("settings", "set the goal to 85.5 %", "set the goal to 85.5%"),
        ("change_gazetteer", "use drugs for proposals", "use “drugs” as early suggestions"),
        ("join", "join DOSE: 5 mg", "merge DOSE: 5 mg"),
        ("accept", "accept 7 tokens", "accept 7 tokens"),
        ("rename_label", "rename DRUG to MEDICINE", "rename DRUG to MEDICINE"),
    ],
)
def test_steps_of_earlier_versions_read_alike(kind, earlier, now):
    assert step_text(kind, earlier) == now
    assert step_text(kind, now) == now


@pytest.mark.parametrize("summary", ["3 hits → NUMBER", "put off “a” → TIME", "2 % on → DOSE"])
def test_the_words_of_a_text_are_not_renewed(summary):
    assert step_text("label", summary) == summary


def test_words_keep_their_letters_and_a_sentence_begins_with_a_capital():
    assert headline("label", "today → DATE") == "today → DATE"
    assert headline("forbid", "rose: not DRUG") == "rose: not DRUG"
    assert headline("add_labels", "add label DRUG") == "Add label DRUG"
    assert headline("label", "label 1 token DATE") == "1 token → DATE"
    assert headline("label", "") == ""


@pytest.mark.parametrize("kind", ["forbid", "say_elsewhere", "accept_sure", "settings"])
@pytest.mark.parametrize(
    "summary", ["x" * 4_000_000, "not x" + " on “a” in 5" * 200_000, "1 hit → " * 100_000]
)
def test_a_name_from_a_file_is_shown_no_longer_than_anybody_reads(summary, kind):
    assert len(step_text(kind, summary)) <= LONGEST_TEXT


def test_a_name_from_a_file_is_one_line_without_signs_that_turn_it():
    assert step_text("label", "&a\n\u202eb\u2028c\t\x01d\x00e") == "&a b c d e"


def test_words_stand_as_they_are_read():
    project = project_of([WORDS])
    layout = replace(project.documents[1].layout, format="columns")
    project.documents[1] = replace(project.documents[1], layout=layout)
    assert words_of(project, 0, 7, 8) == "warfarin."
    assert step_name(skip_sentence(project, 0)) == "skip “The patient was given 5 mg of warfarin.”"

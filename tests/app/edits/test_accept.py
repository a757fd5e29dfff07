from __future__ import annotations

import numpy as np
import pytest

from app.domain.display import shown_tags
from app.domain.edits import Origin
from app.domain.proposals import NO_TAG, Proposals
from app.domain.tokens import Role
from app.edits.accept import accept_sentence, accept_up_to
from app.edits.label_rows import delete_label
from app.edits.spans import label_span
from app.session import Session
from tests.memory_projects import project_of, set_tags, token_tags
from tests.step_names import step_name


def proposals(project, tags):
    found = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    for token, tag in enumerate(tags):
        if tag is not None:
            found.tags[token] = project.tag_id(tag)
            found.probabilities[token] = 0.5
    return found


@pytest.fixture
def project():
    return project_of([list("abcde")])


def test_accepting_confirms_proposals_and_outside_where_there_is_none(project) -> None:
    shown = proposals(project, ["O", "B-DRUG", "I-DRUG", None, None])
    edit = accept_sentence(project, shown, 0)
    assert edit.origin is Origin.ACCEPTED
    Session(project, next_edit=5).apply(edit)
    assert token_tags(project) == ["O", "B-DRUG", "I-DRUG", "O", "O"]
    assert set(project.corpus.edits.tolist()) == {5}


def test_what_is_confirmed_keeps_its_edit_and_wins(project) -> None:
    set_tags(project, 0, ["B-DOSE", None, None, None, None])
    Session(project, next_edit=9).apply(
        accept_sentence(project, proposals(project, ["O", "O", "O", "O", "O"]), 0)
    )
    assert token_tags(project) == ["B-DOSE", "O", "O", "O", "O"]
    assert project.corpus.edits.tolist() == [1, 9, 9, 9, 9]


def test_an_ill_formed_proposal_is_confirmed_as_the_span_that_is_shown(project) -> None:
    shown = proposals(project, ["O", "I-DRUG", "I-DRUG", "O", "O"])
    Session(project).apply(accept_sentence(project, shown, 0))
    assert token_tags(project) == ["O", "B-DRUG", "I-DRUG", "O", "O"]


def test_imported_suggestions_are_taken_verbatim(project) -> None:
    set_tags(project, 0, ["I-DRUG", "O", "O", "O", "O"], state=3)
    Session(project).apply(accept_sentence(project, proposals(project, []), 0))
    assert token_tags(project) == ["I-DRUG", "O", "O", "O", "O"]


def test_a_proposal_that_was_ruled_out_since_is_not_accepted(project) -> None:
    session = Session(project)
    session.apply(label_span(project, 0, 0, 0, 1))
    shown = proposals(project, [None, "I-DRUG", None, None, None])
    session.apply(accept_sentence(project, shown, 0))
    assert token_tags(project) == ["B-DRUG", "O", "O", "O", "O"]


def test_a_proposal_of_a_label_deleted_since_is_neither_shown_nor_accepted(project) -> None:
    shown = proposals(project, ["B-DRUG", "I-DRUG", "B-DOSE", "O", "O"])
    session = Session(project)
    session.apply(delete_label(project, 1))
    assert [one.tag for one in shown_tags(project, shown, 0)[:2]] == [NO_TAG, NO_TAG]
    session.apply(accept_sentence(project, shown, 0))
    assert token_tags(project) == ["O", "O", "B-DOSE", "O", "O"]


def test_under_tokens_a_token_without_proposal_stays_open() -> None:
    project = project_of([list("abc")], scheme="tokens", labels=["NOUN"])
    Session(project).apply(accept_sentence(project, proposals(project, [None, "NOUN", None]), 0))
    assert token_tags(project) == ["?", "NOUN", "?"]


def test_the_control_sample_is_labelled_without_help(project) -> None:
    project.corpus.roles[0] = Role.CONTROL
    Session(project).apply(accept_sentence(project, proposals(project, ["B-DRUG"] * 5), 0))
    assert token_tags(project) == ["O"] * 5


@pytest.mark.parametrize("scheme", ["iob2", "tokens"])
def test_a_control_sentence_hides_imported_suggestions_too(scheme) -> None:
    project = project_of([list("ab")], scheme=scheme, labels=["DRUG"])
    set_tags(project, 0, ["DRUG" if scheme == "tokens" else "B-DRUG", None], state=3)
    project.corpus.roles[0] = Role.CONTROL
    assert [one.tag for one in shown_tags(project, proposals(project, []), 0)] == [NO_TAG] * 2
    session = Session(project)
    session.apply(label_span(project, 0, 1, 1, 1))
    session.apply(accept_sentence(project, proposals(project, []), 0))
    assert project.tags_of(0) == ([None, "DRUG"] if scheme == "tokens" else ["O", "B-DRUG"])


def test_accepting_twice_leaves_no_second_step(project) -> None:
    nothing = proposals(project, [])
    Session(project).apply(accept_sentence(project, nothing, 0))
    assert accept_sentence(project, nothing, 0).empty
    assert np.all(project.corpus.states == 1)


def test_it_is_noted_where_nothing_was_said_or_proposed(project) -> None:
    nothing = proposals(project, [])
    assert accept_sentence(project, nothing, 0).origin is Origin.NOTHING
    assert accept_sentence(project, proposals(project, ["O"]), 0).origin is Origin.ACCEPTED
    project.corpus.roles[0] = Role.CONTROL  # it has no proposals
    assert accept_sentence(project, nothing, 0).origin is Origin.ACCEPTED
    project.corpus.roles[0] = Role.POOL
    Session(project).apply(label_span(project, 0, 1, 1, 1))
    assert accept_sentence(project, nothing, 0).origin is Origin.ACCEPTED


def test_up_to_a_token_a_span_is_confirmed_whole_and_the_rest_stays_open(project) -> None:
    shown = proposals(project, ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"])
    edit = accept_up_to(project, shown, 0, 1)
    assert (edit.kind, step_name(edit), edit.origin) == (
        "accept_part",
        "accept up to “a b c”",
        Origin.ACCEPTED,
    )
    session = Session(project)
    session.apply(edit)
    assert token_tags(project) == ["O", "B-DRUG", "I-DRUG", "?", "?"]
    assert accept_up_to(project, shown, 0, 2).empty
    rest = accept_up_to(project, shown, 0, 4)
    assert (rest.kind, step_name(rest)) == ("accept", "accept “a b c d e”")
    session.undo()
    assert token_tags(project) == ["?"] * 5


def test_up_to_a_token_decisions_further_on_stay_as_they_are(project) -> None:
    set_tags(project, 0, [None, None, None, "B-DOSE", "O"])
    edit = accept_up_to(project, proposals(project, ["O"] * 5), 0, 2)
    assert edit.kind == "accept", "nothing is left open"
    Session(project).apply(edit)
    assert token_tags(project) == ["O", "O", "O", "B-DOSE", "O"]


def test_one_label_a_token_is_confirmed_up_to_that_token() -> None:
    project = project_of([list("abc")], scheme="tokens", labels=("NOUN", "VERB"))
    edit = accept_up_to(project, proposals(project, ["NOUN", "NOUN", "VERB"]), 0, 0)
    Session(project).apply(edit)
    assert token_tags(project) == ["NOUN", "?", "?"]

from __future__ import annotations

import pytest

from app.domain.tokens import TokenState
from app.edits.label_rows import (
    LabelNameError,
    add_label,
    change_label,
    delete_label,
    label_use,
    merge_labels,
    names_listed,
    rename_label,
    reorder_labels,
)
from app.edits.spans import forbid_label, label_span
from app.session import Session
from tests.memory_projects import contents_of, project_of, set_tags, token_tags

DRUG, DOSE = 1, 2


@pytest.fixture
def project():
    project = project_of([list("abcde"), list("abcde")])
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "B-DOSE", "O", None])
    set_tags(project, 1, ["O", None, None, "B-DRUG", None], state=3)
    return project


def names(project):
    return [label.name for label in project.visible_labels()]


def test_a_new_label_gets_the_next_key_and_place(project) -> None:
    Session(project).apply(add_label(project, "DATE"))
    label = project.visible_labels()[-1]
    assert (label.name, label.key, label.position, label.id) == ("DATE", "3", 2, 3)


def test_a_new_label_is_possible_where_a_choice_was_left_open(project) -> None:
    session = Session(project)
    session.apply(label_span(project, 1, 0, 0, DRUG))
    assert token_tags(project, 1)[1] == "{B-DOSE B-DRUG I-DOSE O}"
    session.apply(add_label(project, "DATE"))
    assert token_tags(project, 1)[1] == "{B-DATE B-DOSE B-DRUG I-DATE I-DOSE O}"
    session.undo()
    assert token_tags(project, 1)[1] == "{B-DOSE B-DRUG I-DOSE O}"
    assert names(project) == ["DRUG", "DOSE"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("A B", "contain spaces"),
        ("O", "no label"),
        ("DOSE", "There is already a label “DOSE”. Use “Merge into” instead."),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(project, name, reason) -> None:
    with pytest.raises(LabelNameError, match=reason):
        add_label(project, name)
    with pytest.raises(LabelNameError, match=reason):
        rename_label(project, DRUG, name)


def test_renaming_renames_the_tags_everywhere_and_comes_back(project) -> None:
    session = Session(project)
    before = contents_of(project)
    session.apply(rename_label(project, DRUG, "MEDICINE"))
    assert token_tags(project) == ["B-MEDICINE", "I-MEDICINE", "B-DOSE", "O", "?"]
    assert project.tag_ids["B-MEDICINE"] == project.tags.index("B-MEDICINE")
    session.undo()
    assert contents_of(project) == before


def test_a_deleted_labels_name_can_be_taken_again(project) -> None:
    session = Session(project)
    session.apply(delete_label(project, DOSE))
    session.apply(rename_label(project, DRUG, "DOSE"))
    assert token_tags(project)[:2] == ["B-DOSE", "I-DOSE"]
    assert len(set(project.tags)) == len(project.tags)


def test_deleting_forgets_what_was_said_with_the_label(project) -> None:
    session = Session(project)
    before = contents_of(project)
    assert label_use(project, DRUG) == 3
    session.apply(change_label(project, DRUG, key="1"))
    session.apply(delete_label(project, DRUG))
    assert token_tags(project) == ["?", "?", "B-DOSE", "O", "?"]
    assert token_tags(project, 1) == ["O*", "?", "?", "?", "?"]
    assert names(project) == ["DOSE"]
    session.undo()
    assert contents_of(project) == before


def test_deleting_frees_a_token_that_could_have_no_other_label(project) -> None:
    drug = project.set_id((project.tag_id("B-DRUG"), project.tag_id("I-DRUG")))
    project.corpus.tag_sets[4] = drug
    project.corpus.states[4] = TokenState.NARROWED
    Session(project).apply(delete_label(project, DRUG))
    assert token_tags(project)[4] == "?"


def test_under_tokens_even_o_can_be_renamed() -> None:
    project = project_of([list("ab")], scheme="tokens", labels=("O", "X"))
    session = Session(project)
    session.apply(label_span(project, 0, 0, 0, 1))
    session.apply(rename_label(project, 1, "NONE"))
    assert token_tags(project) == ["NONE", "?"]
    assert session.state.label_counts() == {1: 1}


def test_merging_keeps_spans_and_edits(project) -> None:
    session = Session(project)
    session.apply(merge_labels(project, DRUG, DOSE))
    assert token_tags(project) == ["B-DOSE", "I-DOSE", "B-DOSE", "O", "?"]
    assert token_tags(project, 1)[3] == "B-DOSE*"
    assert project.corpus.edits[:5].tolist() == [1, 1, 1, 1, 0]
    assert session.state.label_counts() == {DOSE: 2}


def test_merging_under_iob1_keeps_neighbours_apart() -> None:
    project = project_of([list("abcd")], scheme="iob1")
    set_tags(project, 0, ["I-DRUG", "I-DOSE", "I-DOSE", "I-DRUG"])
    Session(project).apply(merge_labels(project, DRUG, DOSE))
    assert token_tags(project) == ["I-DOSE", "B-DOSE", "I-DOSE", "B-DOSE"]


def test_merging_keeps_a_span_closed() -> None:
    project = project_of([list("ab")])
    session = Session(project)
    session.apply(label_span(project, 0, 0, 0, DRUG))
    assert token_tags(project)[1] == "{B-DOSE B-DRUG I-DOSE O}"
    session.apply(merge_labels(project, DRUG, DOSE))
    assert token_tags(project) == ["B-DOSE", "{B-DOSE O}"]


def test_merging_opens_a_choice_in_which_everything_is_left() -> None:
    project = project_of([list("ab")])
    session = Session(project)
    session.apply(forbid_label(project, 0, 1, 1, [DOSE]))
    session.apply(merge_labels(project, DRUG, DOSE))
    assert token_tags(project) == ["?", "?"]


def test_a_new_label_gets_the_key_and_the_colour_of_a_deleted_one(project) -> None:
    session = Session(project)
    session.apply(delete_label(project, DRUG))
    session.apply(add_label(project, "ROUTE"))
    drug, dose, route = (project.labels[number] for number in sorted(project.labels)[:3])
    assert (route.key, route.colour) == ("1", drug.colour)
    assert route.colour != dose.colour


def test_a_key_changes_hands(project) -> None:
    Session(project).apply(change_label(project, DRUG, key="2", colour=5))
    assert (project.labels[DRUG].key, project.labels[DOSE].key) == ("2", "1")
    assert project.labels[DRUG].colour == 5
    assert change_label(project, DRUG, key="2").empty


def test_labels_take_a_new_order(project) -> None:
    Session(project).apply(reorder_labels(project, [DOSE, DRUG]))
    assert names(project) == ["DOSE", "DRUG"]
    assert reorder_labels(project, [DOSE, DRUG]).empty


def test_names_of_a_list_and_marks_that_are_names() -> None:
    assert names_listed("PER, LOC;ORG  MISC,\n") == ["PER", "LOC", "ORG", "MISC"]
    assert names_listed("NN , . :") == ["NN", ",", ".", ":"]
    assert names_listed("  ") == []

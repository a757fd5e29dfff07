"""Tests of adding, changing, switching and removing gazetteers."""

from dataclasses import replace

import pytest

from app.domain.gazetteers import Effect, Gazetteer, Use, listed_rule, normal_phrase
from app.edits.gazetteers import (
    add_gazetteer,
    change_gazetteer,
    change_phrase,
    remove_gazetteer,
    remove_phrases,
    set_phrase,
    switch_use,
)
from app.edits.label_rows import merge_labels, rename_label
from app.session import Session
from app.storage.project_file import ProjectFile
from tests.memory_projects import project_of
from tests.project_files import record_redo, record_undo, small_project
from tests.step_names import undo_text

PLACES = {"Ulm": "", "New York": "DRUG"}
ROW = Gazetteer(0, "places", label="DOSE", others=("O", "B-DRUG"), cost=2.0, effect=Effect.ALLOWS)


@pytest.fixture
def session(qapp):
    session = Session(project_of())
    session.apply(add_gazetteer(session.project, ROW, PLACES))
    return session


def state(session):
    project = session.project
    return (
        dict(project.gazetteers),
        {number: dict(p) for number, p in project.phrases.items() if p},
    )


def test_a_gazetteer_joins_the_list_with_a_name_of_its_own(session):
    session.apply(add_gazetteer(session.project, Gazetteer(0, "places"), {}))
    assert [one.name for one in session.project.ordered_gazetteers()] == ["places", "places 2"]
    assert undo_text(session) == "add gazetteer “places 2”"
    assert session.project.phrases[1] == PLACES
    assert normal_phrase("  New \t York ") == "New York"


def test_a_name_stays_where_it_would_be_empty(session):
    row = session.project.gazetteers[1]
    assert change_gazetteer(session.project, replace(row, name="  ")).empty
    session.apply(change_gazetteer(session.project, replace(row, name=" towns ")))
    assert session.project.gazetteers[1].name == "towns"


@pytest.mark.parametrize(
    ("news", "text"),
    [
        ({"name": "towns"}, "rename gazetteer “places” to “towns”"),
        ({"label": "DRUG"}, "set the label of “places” to DRUG"),
        ({"label": "", "share": 0.5}, "remove the label of “places”"),
        ({"ignore_case": True}, "ignore case in “places”"),
        ({"cost": 3.0}, "change the rule of “places”"),
        ({"cost": 3.0, "label": "DRUG"}, "change gazetteer “places”"),
    ],
)
def test_a_step_says_what_it_changes(session, news, text):
    row = replace(session.project.gazetteers[1], ignore_case=False)
    session.project.gazetteers[1] = row
    session.apply(change_gazetteer(session.project, replace(row, **news)))
    assert undo_text(session) == text


@pytest.mark.parametrize("use", list(Use))
def test_each_use_is_a_switch(session, use):
    before = session.project.gazetteers[1].uses(use)
    session.apply(switch_use(session.project, 1, use, on=not before))
    assert session.project.gazetteers[1].uses(use) is not before
    assert [one.gazetteer.id for one in session.project.listed_for(use)] == [1] * (not before)
    assert switch_use(session.project, 1, use, on=not before).empty


def test_phrases_come_change_and_go(session):
    changes = [
        lambda: set_phrase(session.project, 1, " Oslo  Fjord ", "DRUG"),
        lambda: set_phrase(session.project, 1, "Ulm", "DRUG"),
        lambda: change_phrase(session.project, 1, "Ulm", "ULM", "X"),
        lambda: remove_phrases(session.project, 1, ["New York", "nowhere"]),
        lambda: remove_gazetteer(session.project, 1),
    ]
    states = [state(session)]
    for change in changes:
        session.apply(change())
        states.append(state(session))
    assert states[1][1][1] == {**PLACES, "Oslo Fjord": "DRUG"}
    assert states[3][1][1] == {"New York": "DRUG", "Oslo Fjord": "DRUG", "ULM": "X"}
    assert states[-1] == ({}, {})
    for expected in reversed(states[:-1]):
        session.undo()
        assert state(session) == expected
    for expected in states[1:]:
        session.redo()
        assert state(session) == expected


def test_what_changes_nothing_is_no_step(session):
    for edit in (
        set_phrase(session.project, 1, " ", "X"),
        set_phrase(session.project, 1, "Ulm", ""),
        change_phrase(session.project, 1, "Ulm", " ", "X"),
        change_phrase(session.project, 1, "Ulm", "Ulm", ""),
        remove_phrases(session.project, 1, ["nowhere"]),
    ):
        assert edit.empty


def test_what_workers_have_is_never_written_into(session):
    before = session.project.listed(1)
    assert session.project.listed(1) is before
    session.apply(set_phrase(session.project, 1, "Rome"))
    assert before.phrases == PLACES
    after = session.project.listed(1)
    assert not after.finds_as(before)
    session.apply(switch_use(session.project, 1, Use.RULE, on=True))
    assert session.project.listed(1).finds_as(after)
    assert session.project.listed(1) is not after


def test_labels_are_renamed_in_gazetteers_too(session):
    drug = next(one for one in session.project.labels.values() if one.name == "DRUG")
    dose = next(one for one in session.project.labels.values() if one.name == "DOSE")
    session.apply(rename_label(session.project, drug.id, "MEDICINE"))
    assert session.project.phrases[1]["New York"] == "MEDICINE"
    assert session.project.gazetteers[1].others == ("O", "B-MEDICINE")
    session.apply(merge_labels(session.project, dose.id, drug.id))
    assert session.project.gazetteers[1].label == "MEDICINE"


def test_what_a_gazetteer_says_as_a_rule_has_an_id_below_the_others(session):
    assert session.project.rules_in_force() == ()
    session.apply(switch_use(session.project, 1, Use.RULE, on=True))
    (rule,) = session.project.rules_in_force()
    assert (rule.id, rule.name, rule.cost, rule.on) == (-1, "places", 2.0, True)
    assert rule == listed_rule(session.project.listed(1))


def test_everything_survives_a_restart(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        project = file.load()
        add = replace(add_gazetteer(project, ROW, PLACES), id=2)
        file.write_edit(add)
    with ProjectFile.open(path) as file:
        project = file.load()
        assert project.gazetteers == {1: replace(ROW, id=1)}
        assert project.phrases == {1: PLACES}
        file.write_edit(replace(change_phrase(project, 1, "Ulm", "Rome", "DRUG"), id=3))
        [(last, _), (first, _), *_] = file.history.recent_edits()
        assert first.gazetteers == add.gazetteers
        assert vars_of(first.phrases[0]) == vars_of(add.phrases[0])
        record_undo(file, last)
        assert set(file.load().phrases[1].items()) == set(PLACES.items())
        record_redo(file, last)
        file.write_edit(replace(remove_gazetteer(file.load(), 1), id=4))
    with ProjectFile.open(path) as file:
        assert file.load().gazetteers == {}
        assert file.load().phrases == {}
        [(last, _), *_] = file.history.recent_edits()
        record_undo(file, last)
        assert dict(file.load().phrases[1]) == {"New York": "DRUG", "Rome": "DRUG"}


def vars_of(change):
    return change.gazetteer, change.phrases, change.before, change.after

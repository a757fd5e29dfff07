"""Tests of the number of states that rules need, alone and together."""

import pytest

from app.domain.rule_findings import RuleStates
from app.domain.rules import ProjectRule
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rule_effects import states as module
from app.jobs.rule_effects.counts import rule_question
from tests.memory_projects import project_of, set_tags


@pytest.fixture
def project():
    project = project_of([["a"], ["a", "b", "c"], ["a", "b"]], labels=("TITLE", "PERSON"))
    project.words = ["a"]
    return project


def add(project, kind, parameters, **more):
    number = len(project.rules) + 1
    project.rules[number] = ProjectRule(number, kind, parameters, position=number, **more)


def states(project, model=None):
    learning = ProjectLearning()
    return learning.rule_states(model, rule_question(project, project.visible()))


def test_without_any_tag_nothing_is_known():
    project = project_of([["a"], ["a", "b"]], labels=())
    add(project, "same_word_same_label", "{}")
    assert states(project) == RuleStates()


def test_masks_cost_nothing_numbers_states_and_equal_words_the_integer_program(project):
    set_tags(project, 0, ["B-TITLE"])
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}')
    add(project, "count", '{"unit": "TITLE", "at_most": 2}')
    add(project, "same_word_same_label", "{}", on=False)
    found = states(project)
    assert found.each[1] == 0
    assert found.each[2] > 2
    assert found.each[3] is None
    assert found.together == found.each[2]
    assert found.by_integers == frozenset()
    project.rules[3] = ProjectRule(3, "same_word_same_label", "{}", position=3)
    assert states(project).by_integers == {3}


def test_the_labels_are_those_of_the_model(project):
    for sentence_index, tags in enumerate((["B-TITLE"], ["O", "B-PERSON", "O"], ["O", "O"])):
        set_tags(project, sentence_index, tags)
    add(project, "count", '{"unit": "TITLE", "at_most": 2}')
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    assert states(project, model).together == 3


def test_rules_that_are_off_cost_nothing_together(project):
    set_tags(project, 0, ["B-TITLE"])
    add(project, "count", '{"unit": "TITLE", "at_most": 2}', on=False)
    found = states(project)
    assert found.each[1]
    assert found.together == 0


def test_without_a_sentence_each_rule_is_weighed_by_itself(project):
    set_tags(project, 0, ["B-TITLE"])
    add(project, "count", '{"unit": "TITLE", "at_most": 2}')
    question = rule_question(project, project.visible()[:0])
    assert module.rule_states(None, question).together == 0

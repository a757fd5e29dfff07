"""What rules meet: confirmed sentences that break them, and proposals that they change."""

import pytest

from app.domain.rules import ProjectRule
from app.domain.tokens import Role
from app.jobs.learning import ProjectLearning
from app.jobs.rule_counts import SENTENCES_AT_ONCE, TOO_SLOW
from tests.app.jobs.test_rules import AGES, lexical
from tests.memory_projects import project_of, say

SENTENCES = [["Dr.", "Osei", "came"], ["Mrs.", "Ada", "left"], ["Dr.", "Lund", "came"], ["Osei"]]


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("TITLE", "PERSON"))
    project.words = [word for words in SENTENCES for word in words]
    project.corpus.columns[0] = range(len(project.words))
    say(project, 0, ["B-TITLE", "B-PERSON", "O"])
    say(project, 1, ["B-TITLE", "O", "O"])
    return project


def add(project, kind, parameters, **more):
    number = len(project.rules) + 1
    project.rules[number] = ProjectRule(number, kind, parameters, position=number, **more)


def held(project, model=None):
    learning = ProjectLearning()
    question = learning.rule_question(project, project.visible())
    return learning.hold_rules(model, question, lambda: False)


def test_confirmed_sentences_that_break_a_rule_are_found_also_while_it_is_off(project):
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}', on=False)
    add(project, "count", '{"unit": "PERSON", "at_least": 1}', cost=1.0)
    add(project, "same_word_same_label", "{}")
    add(project, "telepathy", "{}")
    found = held(project)
    assert [found[number].broken.tolist() for number in (1, 2, 3, 4)] == [[1], [1], [], []]
    assert not len(found[1].changed)
    assert "telepathy" in found[4].trouble


def test_half_confirmed_and_control_sentences_are_no_proof(project):
    add(project, "count", '{"unit": "PERSON", "at_least": 1}')
    project.corpus.states[4] = 0
    project.corpus.roles[0] = Role.CONTROL
    assert held(project)[1].broken.tolist() == []


def test_what_the_model_would_do_against_a_rule_is_counted(project):
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    found = held(project, model)
    assert found[1].changed.tolist() == [2]
    assert found[1].broken.tolist() == [0, 1]
    question = learning.rule_question(project, project.visible())
    assert learning.hold_rules(model, question, lambda: True) is None


def test_a_pattern_that_takes_too_long_is_named(project):
    rule = lexical(pattern=AGES)
    project.rules[1] = rule
    project.words = ["a" * 300 for _ in project.words]
    assert held(project)[rule.id].trouble == TOO_SLOW


def test_many_sentences_go_a_few_at_a_time():
    project = project_of([["a"]] * (SENTENCES_AT_ONCE + 3))
    project.words = ["a"]
    for place in range(project.corpus.n_sentences):
        say(project, place, ["B-DRUG"])
    add(project, "count", '{"unit": "DRUG", "at_most": 0}')
    assert len(held(project)[1].broken) == SENTENCES_AT_ONCE + 3

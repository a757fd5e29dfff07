"""Tests of counting confirmed sentences that violate rules, and proposals they change."""

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.rules import ProjectRule
from app.domain.tokens import Role, TokenState
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rule_effects.counts import SENTENCES_AT_ONCE, TOO_SLOW, rule_question
from app.jobs.suggestions.propose import propose
from tests.app.jobs.rules.test_conversion import AGES, lexical
from tests.memory_projects import project_of, set_tags

SENTENCES = [["Dr.", "Osei", "came"], ["Mrs.", "Ada", "left"], ["Dr.", "Lund", "came"], ["Osei"]]


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("TITLE", "PERSON"))
    project.words = [word for words in SENTENCES for word in words]
    project.corpus.columns[0] = range(len(project.words))
    set_tags(project, 0, ["B-TITLE", "B-PERSON", "O"])
    set_tags(project, 1, ["B-TITLE", "O", "O"])
    return project


def add(project, kind, parameters, **more):
    number = len(project.rules) + 1
    project.rules[number] = ProjectRule(number, kind, parameters, position=number, **more)


def held(project, model=None):
    learning = ProjectLearning()
    question = rule_question(project, project.visible())
    return learning.evaluate_rules(model, question, lambda: False)


def test_confirmed_sentences_that_break_a_rule_are_found_also_while_it_is_off(project):
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}', on=False)
    add(project, "count", '{"unit": "PERSON", "at_least": 1}', cost=1.0)
    add(project, "same_word_same_label", "{}")
    add(project, "telepathy", "{}")
    found = held(project)
    assert [found[number].broken.tolist() for number in (1, 2, 3, 4)] == [[1], [1], [], []]
    assert [found[number].broken_at.tolist() for number in (1, 2, 3, 4)] == [[0], [0], [], []]
    assert not len(found[1].changed)
    assert "telepathy" in found[4].trouble


def test_of_each_sentence_the_first_token_that_breaks_a_rule_is_found(project):
    add(project, "not_followed_by", '{"a": "TITLE", "b": "PERSON"}')
    set_tags(project, 2, ["O", "B-TITLE", "B-PERSON"])
    found = held(project)[1]
    assert (found.broken.tolist(), found.broken_at.tolist()) == ([0, 2], [1, 2])


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
    question = rule_question(project, project.visible())
    assert learning.evaluate_rules(model, question, lambda: True) is None


def test_a_pattern_that_takes_too_long_is_named(project):
    rule = lexical(pattern=AGES)
    project.rules[1] = rule
    project.words = ["a" * 300 for _ in project.words]
    assert held(project)[rule.id].trouble == TOO_SLOW


def test_many_sentences_go_a_few_at_a_time():
    project = project_of([["a"]] * (SENTENCES_AT_ONCE + 3))
    project.words = ["a"]
    for sentence_index in range(project.corpus.n_sentences):
        set_tags(project, sentence_index, ["B-DRUG"])
    add(project, "count", '{"unit": "DRUG", "at_most": 0}')
    assert len(held(project)[1].broken) == SENTENCES_AT_ONCE + 3


def test_progress_is_told_over_confirmed_and_open_sentences(project):
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    question = rule_question(project, project.visible())
    received = []
    learning.evaluate_rules(model, question, lambda: False, lambda *one: received.append(one))
    assert received == [(0, 4), (2, 4)]


# ---- exactly the sentences whose proposals would differ without the rule

TAGS = ["B-TITLE", "I-TITLE", "B-PERSON", "I-PERSON", "O"]
RULES = st.sampled_from(
    [
        ("count", '{"unit": "PERSON", "at_most": 1}'),
        ("count", '{"unit": "TITLE", "at_least": 1}'),
        ("followed_by", '{"a": "TITLE", "b": "PERSON"}'),
        ("implies", '{"a": "TITLE", "b": "PERSON"}'),
        ("ends_with", '{"a": "O"}'),
        ("not_after", '{"a": "TITLE", "b": "PERSON"}'),
    ]
)
COSTS = st.sampled_from([None, None, 0.3, 2.0])


@pytest.fixture(scope="module")
def open_project():
    rng = np.random.default_rng(3)
    words = list("abcde")
    sentences = [rng.choice(words, size=rng.integers(1, 7)).tolist() for _ in range(60)]
    project = project_of(sentences, labels=("TITLE", "PERSON"))
    project.words = words
    project.corpus.columns[0] = [words.index(w) for sentence in sentences for w in sentence]
    for sentence_index in range(30):
        n_tokens = len(sentences[sentence_index])
        set_tags(
            project, sentence_index, [TAGS[number] for number in rng.integers(5, size=n_tokens)]
        )
    for sentence_index in range(30, 40):  # pins, which may make a rule infeasible
        set_tags(
            project, sentence_index, ["B-TITLE", *[None] * (len(sentences[sentence_index]) - 1)]
        )
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    return project, learning, model


@settings(max_examples=25)
@given(st.lists(st.tuples(RULES, COSTS), min_size=1, max_size=3, unique_by=lambda one: one[0]))
def test_a_rule_changes_what_would_be_other_without_it(open_project, chosen):
    project, learning, model = open_project
    project.rules = {}
    for (kind, parameters), cost in chosen:
        add(project, kind, parameters, cost=cost)
    found = held(project, model)
    rules = project.rules_in_force()
    for rule in rules:
        others = tuple(other for other in rules if other is not rule)
        for sentence_index in range(30, 60):
            one = learning.sentences(project, np.array([sentence_index], np.int64))
            with_it = propose(model, one).tags
            without = propose(model, replace(one, rules=others)).tags
            changed = not np.array_equal(with_it, without)
            assert (sentence_index in found[rule.id].changed) == changed


def test_what_is_said_after_the_question_was_put_changes_no_answer(project):
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}')
    learning = ProjectLearning()
    question = rule_question(project, project.visible())
    set_tags(project, 1, ["B-TITLE", "B-PERSON", "O"])
    set_tags(project, 2, ["B-TITLE", "O", "O"])
    project.rules.clear()
    assert question.confirmed().tolist() == [0, 1]
    assert question.open().tolist() == [2, 3]
    assert learning.evaluate_rules(None, question, lambda: False)[1].broken.tolist() == [1]


def test_a_question_about_a_large_project_is_put_in_a_moment():
    project = project_of([["a"] * 10] * 10_000)
    project.corpus.states[:50_000] = TokenState.CONFIRMED
    moments = []
    for _ in range(5):  # the machine may be busy with something else meanwhile
        began = time.process_time()
        question = rule_question(project, project.visible())
        moments.append(time.process_time() - began)
        assert len(question.confirmed()) == 5_000
    # The tokens' states are gathered a few sentences at a time, on the worker.
    assert min(moments) < 0.02


def test_names_that_no_label_has_are_told(project):
    add(project, "followed_by", '{"a": "TITLE", "b": "DRUG"}')
    add(project, "pattern", '{"regex": "O* B-TITLE [I-TITLE B-DATE] .*"}')
    add(project, "implies", '{"a": "O", "b": "I-PERSON"}')
    project.labels[1] = replace(project.labels[1], removed=True)
    found = held(project)
    assert found[1].unknown == ("TITLE", "DRUG")
    assert found[2].unknown == ("B-TITLE", "I-TITLE", "B-DATE")
    assert found[3].unknown == ()

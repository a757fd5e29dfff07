"""Tests of reporting labels in an export that violate hard rules."""

import numpy as np
import pytest

from app.domain.proposals import Proposals
from app.domain.rules import ProjectRule, parameters_of
from app.item_models.report_words import report_words
from app.item_models.rules import translated
from app.jobs.exporting.documents import Which
from app.jobs.exporting.violations import (
    RuleViolation,
    first_tokens,
    rule_violations,
    sentence_indices_of,
    unused_hard_rules,
    wording,
)
from app.jobs.progress import JobCancelledError
from tests.memory_projects import project_of, set_tags
from tests.window_language import window_in


@pytest.fixture
def project():
    project = project_of([["a", "b"]] * 9)
    for sentence_index in range(7):
        set_tags(project, sentence_index, ["B-DRUG", "B-DRUG"])
    set_tags(project, 7, ["B-DRUG", None])
    for number, (on, cost) in enumerate(((True, None), (False, None), (True, 2.0)), 1):
        project.rules[number] = ProjectRule(
            number, "count", '{"unit": "DRUG", "at_most": 1}', on=on, cost=cost, position=number
        )
    return project


def test_without_a_rule_that_must_hold_nothing_is_looked_at(project):
    del project.rules[1]
    assert rule_violations(project) == ()
    assert sentence_indices_of(()).tolist() == []


def test_confirmed_sentences_against_rules_that_are_on_and_must_hold(project):
    (found,) = rule_violations(project)
    assert found.rule.id == 1
    assert found.sentence_indices.tolist() == list(range(7))
    assert found.tokens.tolist() == [1] * 7
    assert wording(project, (found,)) == (
        "Labels violate rules in 7 sentences: “At most 1 DRUG in a sentence” "
        "(sentences 1, 2, 3, 4, 5 and 2 more)."
    )


def test_proposals_count_where_they_are_written(project):
    proposals = Proposals.none(9, 18)
    proposals.tags[15] = project.tag_id("B-DRUG")
    (found,) = rule_violations(project, Which.ALL, proposals)
    assert found.sentence_indices.tolist() == list(range(8))
    project.documents.clear()
    assert rule_violations(project, Which.ALL, proposals) == ()


def test_one_sentence_and_several_rules_in_words(project):
    project.rules[4] = ProjectRule(4, "ends_with", '{"a": "O"}', position=4)
    for sentence_index in range(7):
        set_tags(project, sentence_index, ["B-DRUG", "O"])
    set_tags(project, 2, ["B-DRUG", "B-DRUG"])
    found = rule_violations(project)
    assert sentence_indices_of(found).tolist() == [2]
    assert [one.tokens.tolist() for one in found] == [[1], [1]]
    assert wording(project, found) == (
        "Labels violate rules in 1 sentence: “At most 1 DRUG in a sentence” (sentence 3); "
        "“A sentence ends with O” (sentence 3)."
    )


def test_a_sentence_has_the_first_token_of_all_its_violations():
    rule = ProjectRule(1, "ends_with", '{"a": "O"}')
    found = (
        RuleViolation(rule, np.array([2]), np.array([3])),
        RuleViolation(rule, np.array([2, 5]), np.array([1, 4])),
        RuleViolation(rule, np.array([2]), np.array([2])),
    )
    assert first_tokens(found) == {2: 1, 5: 4}


def test_words_in_the_title_of_a_rule_are_in_single_quotes(project, qapp):
    fields = {"matcher": {"words": ["b"]}, "effect": "forbids", "labels": ["DRUG"]}
    rule = ProjectRule(4, "lexical", parameters_of(fields))
    found = (RuleViolation(rule, np.array([0, 1])),)
    assert wording(project, found) == (
        "Labels violate rules in 2 sentences: “‘b’: never DRUG” (sentences 1, 2)."
    )
    with window_in("de"):
        assert wording(project, found, report_words, translated) == (
            "Labels verstoßen in 2 Sätzen gegen Regeln: „‚b‘: nie DRUG“ (Sätze 1, 2)."
        )


def test_it_can_be_stopped(project):
    with pytest.raises(JobCancelledError):
        rule_violations(project, monitor=lambda *_: True)


def test_places_are_those_of_all_rules_together(project):
    project.rules[4] = ProjectRule(4, "ends_with", '{"a": "O"}', position=4)
    assert np.array_equal(sentence_indices_of(rule_violations(project)), np.arange(7))


def test_hard_rules_that_cannot_be_used_are_named(project):
    assert unused_hard_rules(project) == ""
    for number in range(4, 11):
        project.rules[number] = ProjectRule(number, "count", '{"unit": 5}', "few", position=number)
    project.rules[11] = ProjectRule(11, "count", '{"unit": 5}', "off", on=False, position=11)
    project.rules[12] = ProjectRule(12, "count", '{"unit": 5}', "soft", cost=2.0, position=12)
    told = unused_hard_rules(project)
    assert told.startswith("The rule “few” is not used: ")
    assert told.count("few") == 5
    assert told.endswith(". 2 more rules are not used.")
    project.rules[4] = ProjectRule(4, "count", '{"unit": 5}', "few " * 1_000, position=4)
    assert len(unused_hard_rules(project)) < 2_000


def test_only_the_first_of_many_violated_rules_are_named(project):
    many = tuple(
        ProjectRule(number, "ends_with", '{"a": "O"}', f"rule {number}", position=number)
        for number in range(4, 1_015)
    )
    found = tuple(RuleViolation(rule, np.arange(2)) for rule in many)
    told = wording(project, found)
    assert told.count("“rule ") == 10
    assert told.endswith("(sentences 1, 2); and 1,001 more rules.")
    assert wording(project, found[:11]).endswith("; and 1 more rule.")

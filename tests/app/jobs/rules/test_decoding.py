"""Tests of proposals under rules, where the user's labels take precedence."""

import time

import numpy as np
import pytest

from app.domain.proposals import NO_TAG
from app.domain.rules import ProjectRule
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rules import decoding as constrained_decoding
from crfcore.constraints.integer import OutOfTimeError
from crfcore.constraints.kinds import Count, OneOf, Pin
from crfcore.constraints.rules import Rule
from crfcore.constraints.wording import wording
from crfcore.errors import CrfError
from tests.app.jobs.rules.test_conversion import lexical
from tests.memory_projects import project_of, set_tags

TITLE = ["Dr.", "Osei", "came"]
SENTENCES = [TITLE, ["Mrs.", "Ada", "left"], TITLE, ["the", "Dr.", "of", "Osei"], ["the", "Dr."]]


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("TITLE", "PERSON"))
    project.words = sorted({word for words in SENTENCES for word in words})
    flat = [project.words.index(word) for words in SENTENCES for word in words]
    project.corpus.columns[0] = flat
    for sentence_index in (0, 1):
        set_tags(project, sentence_index, ["B-TITLE", "B-PERSON", "O"])
    return project


@pytest.fixture
def learning():
    return ProjectLearning()


@pytest.fixture
def model(project, learning):
    return learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)


def add(project, kind, parameters, **more):
    number = len(project.rules) + 1
    project.rules[number] = ProjectRule(number, kind, parameters, position=number, **more)


def proposed(project, learning, model, *sentence_indices):
    found = learning.propose(
        model, learning.sentences(project, np.array(sentence_indices, np.int64))
    )
    tags = [project.tags[tag] if tag != NO_TAG else None for tag in found.tags.tolist()]
    return tags, found


def test_proposals_obey_the_rules(project, learning, model):
    free, _ = proposed(project, learning, model, 2)
    assert free == ["B-TITLE", "B-PERSON", "O"]
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    tags, found = proposed(project, learning, model, 2, 3)
    assert "B-TITLE" not in tags
    assert found.conflicts == {}
    assert found.probabilities.dtype == "float32"
    assert 0 < found.probabilities.min() <= found.probabilities.max() <= 1


def test_a_rule_that_is_off_changes_nothing(project, learning, model):
    free, _ = proposed(project, learning, model, 2)
    add(project, "count", '{"unit": "TITLE", "at_most": 0}', on=False)
    assert proposed(project, learning, model, 2)[0] == free


def test_a_label_that_the_model_does_not_know_may_stand_in_a_rule(project, learning, model):
    add(project, "followed_by", '{"a": "TITLE", "b": "DRUG"}')
    tags, found = proposed(project, learning, model, 2)
    assert "B-TITLE" not in tags
    assert found.conflicts == {}


def test_a_soft_rule_gives_way(project, learning, model):
    add(project, "count", '{"unit": "TITLE", "at_most": 0}', cost=0.01)
    assert proposed(project, learning, model, 2)[0][0] == "B-TITLE"
    project.rules[1] = ProjectRule(1, "count", '{"unit": "TITLE", "at_most": 0}', cost=50.0)
    assert proposed(project, learning, model, 2)[0][0] != "B-TITLE"


def test_words_and_patterns_of_words(project, learning, model):
    shown_text = '{"matcher": {"kind": "word_list", "words": ["Osei"]}, "effect": "forbids",'
    add(project, "lexical", shown_text + '"labels": ["PERSON"]}')
    assert proposed(project, learning, model, 2)[0][1] != "B-PERSON"
    project.rules = {5: lexical(pattern="Os.*")}
    project.rules[5] = ProjectRule(5, "lexical", project.rules[5].parameters.replace("X", "PERSON"))
    assert proposed(project, learning, model, 2)[0][1] != "B-PERSON"


def test_what_a_person_said_comes_first_and_the_conflict_is_told(project, learning, model):
    add(project, "count", '{"unit": "PERSON", "at_most": 5}')
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}', name="titles")
    set_tags(project, 4, [None, "B-TITLE"])
    tags, found = proposed(project, learning, model, 2, 4)
    assert tags[:3] == ["B-TITLE", "B-PERSON", "O"]
    assert tags[4] == "B-TITLE"
    assert list(found.conflicts) == [4]
    assert found.conflicts[4].startswith("The rule “titles” conflicts with: ")
    assert "token 2 “Dr.” is TITLE" in found.conflicts[4]
    assert "is ignored" in found.conflicts[4]


def test_a_conflict_is_told_in_the_words_of_the_window(project, learning, model):
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}')
    set_tags(project, 2, ["B-TITLE", "O", None])
    _, found = proposed(project, learning, model, 2)
    told = found.conflicts[2]
    assert told.startswith("The rule “TITLE is followed by PERSON” conflicts with: token 1 ")
    assert " is TITLE; token 2 " in told
    assert " is “No label”. It is" in told


def test_a_conflict_with_confirmed_spans_names_the_spans():
    labels = ("O", "B-PER", "I-PER")
    allowed = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 1, 0], [0, 0, 1]], np.uint8)
    known = constrained_decoding._known_tags(allowed, labels)
    assert known == ["B-PER", "I-PER", "O", "B-PER", "I-PER"]
    most = Rule(Count("PER", at_most=1), name="one")
    pins = [Rule(Pin(0, "B-PER")), Rule(Pin(3, "B-PER")), Rule(Pin(4, "I-PER"))]
    words = ["Ada", "Osei", "met", "Ben", "Farrow"]
    text = constrained_decoding._conflict_text([most, *pins], most, words, labels, known)
    assert text == (
        "The rule “one” conflicts with: tokens 1 to 2 “Ada Osei” are one PER; tokens 4 to 5 “Ben "
        "Farrow” are one PER. It is ignored in this sentence."
    )


def test_a_conflict_with_a_rule_about_tags_is_told_with_tags(project, learning, model):
    add(project, "followed_by", '{"a": "B-TITLE", "b": "PERSON"}')
    set_tags(project, 2, ["B-TITLE", "O", None])
    _, found = proposed(project, learning, model, 2)
    assert " is B-TITLE; token 2 " in found.conflicts[2]
    assert " is O. It is" in found.conflicts[2]


def test_of_two_rules_that_contradict_each_other_the_last_is_left_out(project, learning, model):
    add(project, "count", '{"unit": "PERSON", "at_least": 1}')
    add(project, "count", '{"unit": "PERSON", "at_most": 0}')
    tags, found = proposed(project, learning, model, 2)
    assert "B-PERSON" in tags
    assert "“At most 0 PERSON in a sentence” conflicts" in found.conflicts[2]


def test_a_rule_that_cannot_be_met_alone(project, learning, model):
    add(project, "count", '{"unit": "DRUG", "at_least": 1}')
    _, found = proposed(project, learning, model, 2)
    assert "cannot be satisfied in this sentence" in found.conflicts[2]


def test_the_same_word_has_the_same_label(project, learning, model):
    add(project, "same_word_same_label", "{}")
    set_tags(project, 3, [None, "O", None, None])
    _, found = proposed(project, learning, model, 2, 3)
    assert found.conflicts == {}


def test_rules_that_take_too_long_are_left_out(project, learning, model, monkeypatch):
    real = constrained_decoding._decode

    def slow(crf, dataset, allowed, rules, active, words, **more):
        if any(rule.kind.KIND == "same_word_same_label" for rule in rules):
            raise OutOfTimeError(0.3, [rules[-1]], words[0])
        return real(crf, dataset, allowed, rules, active, words, **more)

    monkeypatch.setattr(constrained_decoding, "_decode", slow)
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    add(project, "same_word_same_label", "{}")
    tags, found = proposed(project, learning, model, 2)
    assert "B-TITLE" not in tags
    assert "have the same label” takes too long" in found.conflicts[2]
    monkeypatch.setattr(constrained_decoding, "_decode", never)
    free = learning.propose(model, learning.sentences(project, np.array([2], np.int64)))
    assert "takes too long" in free.conflicts[2]


def never(*_, **__):
    raise OutOfTimeError


def test_a_pattern_that_is_too_large_for_the_labels_is_left_out_and_told(project, learning, model):
    # With one label it is small: all that ends is the same.
    add(project, "pattern", '{"regex": ".* B-TITLE .{12}"}')
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    started = time.process_time()
    tags, found = proposed(project, learning, model, 2, 3)
    assert time.process_time() - started < 20.0
    assert "B-TITLE" not in tags
    assert set(found.conflicts) == {2, 3}
    assert "2,000 states" in found.conflicts[2]


def test_a_huge_pattern_costs_a_moment(project, learning, model):
    add(project, "pattern", '{"regex": "O{1900} | .{0,60}"}')
    started = time.process_time()
    assert proposed(project, learning, model, 2)[1].conflicts == {}
    assert time.process_time() - started < 20.0


def test_a_key_waits_for_rules_only_when_they_are_known_to_be_quick(project, learning, model):
    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    rules = project.rules_in_force()
    assert learning.cost(model, 10) == 10 * len(model.crf.classes_) ** 2
    assert learning.cost(model, 10, rules) > 10**9
    for _ in range(3):
        proposed(project, learning, model, 2)
    assert learning.cost(model, 10, rules) < 10**8
    assert learning.cost(model, 10, ()) == learning.cost(model, 10)
    set_tags(project, 2, ["O", "B-DRUG", "O"])
    other = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    assert learning.cost(other, 10, rules) > 10**9


LABELS = ["O", "B-TITLE", "I-TITLE", "B-PERSON", "I-PERSON", "B-DRUG", "I-DRUG"]


@pytest.mark.parametrize(
    ("left", "received"),
    [
        (["O", "B-TITLE", "I-TITLE", "B-DRUG", "I-DRUG"], "token 2 “Osei” is not PERSON"),
        ([one for one in LABELS if one != "I-DRUG"], "token 2 “Osei” is not I-DRUG"),
        (LABELS[1:], "token 2 “Osei” is not O"),
        (["O"], "token 2 “Osei” is O"),
        (["B-DRUG", "O"], "token 2 “Osei” is B-DRUG or O"),
        (LABELS, "token 2 “Osei” is O, B-TITLE, I-TITLE or 4 more"),
    ],
)
def test_what_is_ruled_out_is_named_where_that_is_shorter(left, received):
    rule = constrained_decoding._shorter(Rule(OneOf(1, left)), LABELS)
    assert wording(rule, TITLE) == received


def test_what_takes_more_than_a_moment_is_not_answered_at_once(project, learning, model):
    add(project, "followed_by", '{"a": "TITLE", "b": "PERSON"}')
    free = learning.sentences(project, np.array([2], np.int64))
    at_once = learning.propose_at_once(model, free)
    assert at_once.tags.tolist() == learning.propose(model, free).tags.tolist()
    set_tags(project, 4, [None, "B-TITLE"])
    against = learning.sentences(project, np.array([4], np.int64))
    assert learning.propose_at_once(model, against) is None
    assert list(learning.propose(model, against).conflicts) == [4]


def test_a_sentence_with_trouble_of_any_kind_leaves_the_others_their_proposals(
    project, learning, model, monkeypatch
):
    real = constrained_decoding._decode

    def troubled(crf, dataset, allowed, rules, active, words, **more):
        if TITLE not in words:
            raise CrfError("No number is so large.")
        return real(crf, dataset, allowed, rules, active, words, **more)

    add(project, "count", '{"unit": "TITLE", "at_most": 0}')
    monkeypatch.setattr(constrained_decoding, "_decode", troubled)
    tags, found = proposed(project, learning, model, 3, 4)
    assert "B-TITLE" in tags
    assert found.conflicts[3] == "All rules are ignored in this sentence: No number is so large."

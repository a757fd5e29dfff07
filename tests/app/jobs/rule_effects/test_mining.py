"""Tests of mining rules from confirmed sentences."""

from app.domain.rules import rule_text
from app.domain.tokens import Role
from app.jobs.rule_effects.counts import rule_question
from app.jobs.rule_effects.mining import MIN_TIMES, mine_rules
from tests.memory_projects import project_of, set_tags

OBEYS = ["B-TITLE", "B-PERSON", "O", "O"]
OTHER = ["O", "B-DATE", "O", "B-DATE"]


def mined(tag_rows, known=(), control=()):
    project = project_of([["w"] * 4] * len(tag_rows), labels=("TITLE", "PERSON", "DATE"))
    project.corpus.roles[list(control)] = Role.CONTROL
    project.words = ["w"]
    project.rules = {rule.id: rule for rule in known}
    for sentence_index, tags in enumerate(tag_rows):
        set_tags(project, sentence_index, tags)
    return mine_rules(rule_question(project, project.visible()))


def counts_by_sentence(found):
    return {(rule_text(one.rule), one.times) for one in found}


def test_what_always_held_is_found_and_never_on():
    found = mined([OBEYS] * MIN_TIMES + [OTHER] * MIN_TIMES)
    assert counts_by_sentence(found) == {
        ("TITLE is followed by PERSON", 10),
        ("If TITLE occurs, PERSON also occurs", 10),
        ("If PERSON occurs, TITLE also occurs", 10),
        ("At most 1 TITLE in a sentence", 10),
        ("At most 1 PERSON in a sentence", 10),
    }
    assert not any(one.rule.on for one in found)


def test_one_exception_is_enough():
    found = mined([OBEYS] * 20 + [["B-TITLE", "O", "O", "O"]] + [OTHER] * 20)
    assert ("TITLE is followed by PERSON", 21) not in counts_by_sentence(found)
    assert ("If TITLE occurs, PERSON also occurs", 21) not in counts_by_sentence(found)
    assert ("If PERSON occurs, TITLE also occurs", 20) in counts_by_sentence(found)


def test_what_was_seldom_seen_or_is_known_is_not_proposed():
    assert mined([OBEYS] * (MIN_TIMES - 1)) == []
    first = mined([OBEYS] * 12 + [OTHER] * 12)
    assert mined([OBEYS] * 12 + [OTHER] * 12, [one.rule for one in first][:1]) == first[1:]
    assert mined([]) == []


def test_control_sentences_are_no_proof():
    rows = [OBEYS] * MIN_TIMES + [OTHER] * MIN_TIMES
    assert mined(rows, control=range(len(rows))) == []
    assert ("At most 1 TITLE in a sentence", 9) not in counts_by_sentence(mined(rows, control=[0]))
    told_apart = counts_by_sentence(mined([["B-TITLE", "O", "O", "O"], *rows], control=[0]))
    assert ("TITLE is followed by PERSON", 10) in told_apart

"""Tests of gazetteers: files, counts, proposals, rules and features."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from app.domain.gazetteers import Effect, Gazetteer, Use
from app.domain.proposals import LISTED_PROBABILITY, NO_TAG
from app.domain.rules import ProjectRule
from app.edits.gazetteers import add_gazetteer, change_gazetteer, set_phrase, switch_use
from app.edits.spans import forbid_label, label_span, no_label
from app.jobs.data.snapshot import ProjectText
from app.jobs.gazetteers.files import read_gazetteer_file, write_gazetteer_file
from app.jobs.gazetteers.phrase_lists import is_ready, phrase_list
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rules.conversion import NO_LABEL, active_rules
from app.jobs.suggestions import gazetteers
from app.jobs.suggestions.gazetteers import ListedSpans, count_matches, with_listed
from app.jobs.suggestions.propose import ProposedTags, Sentences, sentences_of
from app.jobs.tag_files.rules import holds_rules
from app.session import Session
from crfcore.constraints.gazetteer import read_gazetteer
from crfcore.errors import DataError
from crfcore.text.tag_schemes import Span
from tests.memory_projects import project_of

TEXT = [
    ["He", "takes", "folic", "acid", "and", "aspirin"],
    ["Aspirin", "helps"],
    ["no", "acid", "rain"],
]
LISTED = {"folic acid": "DRUG", "aspirin": "", "acid rain": "WEATHER", "takes": "DOSE"}


@pytest.fixture
def session(qapp):
    project = project_of(TEXT)
    words = [word for words in TEXT for word in words]
    project.words = sorted(set(words))
    project.corpus.columns = np.array([[project.words.index(w) for w in words]], np.int32)
    session = Session(project)
    row = Gazetteer(0, "drugs", label="DRUG")
    session.apply(add_gazetteer(session.project, row, LISTED))
    return session


def test_a_mark_at_the_beginning_of_a_file_is_no_part_of_a_phrase(tmp_path):
    path = tmp_path / "places.txt"
    path.write_text("Ulm\nRome\n", encoding="utf-8-sig")
    assert list(read_gazetteer_file(path).phrases) == ["Ulm", "Rome"]
    assert [entry.words for entry in read_gazetteer(path).entries] == [("Ulm",), ("Rome",)]
    rules = tmp_path / "rules"
    rules.write_text('{"format": "tagwright rules", "version": 1}', encoding="utf-8-sig")
    assert holds_rules(rules.read_text(), rules)


def test_a_file_is_read_with_what_is_wrong_in_it(tmp_path):
    path = tmp_path / "places.tsv"
    path.write_text(
        "Ulm\n\nNew  York\tCITY\r\nUlm\na\tb\tc\n\tX\ny\t \nUlm\tCITY\nBonn\tX\nBonn\tY\n"
    )
    found = read_gazetteer_file(path)
    assert (found.name, found.phrases) == ("places", {"Ulm": "", "New York": "CITY", "Bonn": "X"})
    assert (found.n_duplicates, found.n_bad, found.labels) == (1, 5, ["CITY", "X"])
    assert found.troubles[0] == (
        "places.tsv, line 5: expected a phrase, or a phrase, a tab and a label; found “a→b→c”; the "
        "line is skipped."
    )
    assert found.troubles[4] == (
        "places.tsv, line 10: “Bonn” is Y here and X in line 9, where one label is expected; the "
        "line is skipped."
    )
    assert write_gazetteer_file(tmp_path / "out.tsv", found.phrases) == 3
    assert (tmp_path / "out.tsv").read_text() == "Ulm\nNew York\tCITY\nBonn\tX\n"
    assert read_gazetteer_file(tmp_path / "out.tsv").phrases == found.phrases


def test_comments_are_left_out_and_phrases_that_look_like_some_are_kept(tmp_path):
    path = tmp_path / "tags.tsv"
    path.write_text("# my list\tof tags\n#\n#MeToo\tTAG\r\n # 1\tRANK\n")
    found = read_gazetteer_file(path)
    assert (found.phrases, found.n_bad) == ({"#MeToo": "TAG", "# 1": "RANK"}, 0)
    write_gazetteer_file(tmp_path / "out.tsv", found.phrases)
    assert read_gazetteer_file(tmp_path / "out.tsv").phrases == found.phrases


def test_patterns_of_words_are_read(tmp_path):
    path = tmp_path / "drugs.jsonl"
    path.write_text(
        '\ufeff{"label": "DRUG", "pattern": "heroin"}\n\n'
        '{"label": "DRUG", "pattern": [{"LOWER": "crystal"}, {"orth": "meth"}], "id": "x"}\r\n'
        '{"label": "DRUG", "pattern": [{"lower": "crack", "pos": "NOUN"}]}\n'
        '{"label": "", "pattern": "x"}\n{"pattern": "x"}\n{"label": "X", "pattern": []}\n'
        '{"label": "X", "pattern": 5}\n{"label": "X", "pattern": [{"is_digit": true}]}\nheroin\n',
        encoding="utf-8",
    )
    found = read_gazetteer_file(path)
    assert found.phrases == {"heroin": "DRUG", "crystal meth": "DRUG"}
    assert (found.any_case, found.n_bad) == (True, 7)
    assert "nothing but words" in found.troubles[0]
    assert "has no label" in found.troubles[1]
    assert "an object in JSON" in found.troubles[-1]
    path.write_text('{"label": "A", "pattern": "b"}')
    assert read_gazetteer_file(path).any_case is False


def test_of_very_many_bad_lines_some_are_told_and_all_counted(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("\tX\n" * 300 + "y" * 99 + "\t\n")
    found = read_gazetteer_file(path)
    assert (found.n_bad, len(found.troubles)) == (301, 200)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError):
        read_gazetteer_file(path)


def test_matches_are_counted_in_the_visible_sentences(session):
    project = session.project
    text = ProjectText.of(project)
    everything = np.arange(3)
    listed = project.listed(1)
    assert count_matches(listed, text, everything) == 4
    assert count_matches(listed, text, everything[1:]) == 1
    assert is_ready(listed)
    session.apply(set_phrase(project, 1, "rain"))
    assert not is_ready(project.listed(1))
    assert phrase_list(project.listed(1)) is phrase_list(project.listed(1))


def proposed(session, *sentence_indices):
    learning = ProjectLearning()
    model = learning.listed_model(session.project)
    where = np.array(sentence_indices or range(3))
    tags = learning.propose(model, learning.sentences(session.project, where)).tags
    return [session.project.tags[tag] if tag != NO_TAG else "" for tag in tags]


def test_phrases_are_proposed_where_there_is_no_model(session):
    assert proposed(session) == [
        *("", "B-DOSE", "B-DRUG", "I-DRUG", "", "B-DRUG"),
        *("", ""),
        *("", "", ""),
    ]
    session.apply(switch_use(session.project, 1, Use.PROPOSALS, on=False))
    assert set(proposed(session)) == {""}


def test_what_a_person_said_comes_first(session):
    drug = next(one.id for one in session.project.labels.values() if one.name == "DRUG")
    dose = next(one.id for one in session.project.labels.values() if one.name == "DOSE")
    session.apply(forbid_label(session.project, 0, 5, 5, {drug}))
    session.apply(label_span(session.project, 0, 1, 1, drug))
    assert proposed(session, 0) == ["", "", "B-DRUG", "I-DRUG", "", ""]
    assert dose != drug


def test_of_two_gazetteers_the_first_one_counts_where_they_overlap(session):
    other = Gazetteer(0, "more", label="DOSE", ignore_case=True)
    session.apply(add_gazetteer(session.project, other, {"acid and": "", "ASPIRIN": ""}))
    assert proposed(session, 0, 1) == [
        *("", "B-DOSE", "B-DRUG", "I-DRUG", "", "B-DRUG"),
        *("B-DOSE", ""),
    ]


def test_decoding_at_once_is_cheap_only_where_the_lists_are_ready(session):
    learning = ProjectLearning()
    model = learning.listed_model(session.project)
    session.apply(set_phrase(session.project, 1, "new one"))
    fresh = learning.listed_model(session.project)
    learning.propose(model, sentences_of(session.project, np.array([0])))
    assert learning.cost(model, 10) == 10
    assert learning.cost(fresh, 10) > 1_000_000


def as_rule(session, **fields):
    row = replace(session.project.gazetteers[1], as_rule=True, **fields)
    session.project.gazetteers[1] = row
    return active_rules(session.project.rules_in_force())


def test_as_a_rule_all_labels_are_looked_for_together(session):
    active = as_rule(session, effect=Effect.ALLOWS, others=("O",), cost=2.5)
    assert active.ids == (-1, -1, -1)
    assert {rule.cost for rule in active.rules} == {2.5}
    matches = active.matches(["folic", "acid", "rain", "takes"])
    by_label = {rule.kind.labels[0]: matches[rule.kind.matcher] for rule in active.rules}
    assert by_label == {"DRUG": [(0, 2)], "WEATHER": [], "DOSE": [(3, 4)]}
    assert active.rules[0].kind.labels == ("DRUG", "O")


def test_a_rule_needs_labels(session):
    active = as_rule(session, label="")
    assert active.troubles == {-1: NO_LABEL}
    assert len(active.rules) == 3
    session.project.phrases[1] = {"a": ""}
    assert as_rule(session).ids == ()
    # With "never" and further labels a word list needs none of its own.
    assert as_rule(session, effect=Effect.FORBIDS, others=("DRUG",)).ids == (-1,)


def test_a_gazetteer_does_not_propose_what_it_rules_out(session):
    row = session.project.gazetteers[1]
    session.apply(change_gazetteer(session.project, replace(row, effect=Effect.FORBIDS)))
    assert set(proposed(session)) != {""}
    session.apply(switch_use(session.project, 1, Use.RULE, on=True))
    assert set(proposed(session)) == {""}


def test_proposals_obey_a_gazetteer_and_a_model_learns_from_it(session):
    project = session.project
    drug = next(one.id for one in project.labels.values() if one.name == "DRUG")
    dose = next(one.id for one in project.labels.values() if one.name == "DOSE")
    session.apply(label_span(project, 0, 2, 3, drug))
    session.apply(label_span(project, 2, 1, 1, dose))
    session.apply(no_label(project, 2, 0, 0))
    learning = ProjectLearning()

    def trained():
        return learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)

    model = trained()
    names = (
        set(model.crf.attributes_)
        if hasattr(model.crf, "attributes_")
        else {name for name, _ in model.crf.state_features_}
    )
    assert "gaz:drugs:B-DRUG" in names
    assert trained().extraction is model.extraction
    session.apply(switch_use(project, 1, Use.RULE, on=True))
    assert trained().extraction is model.extraction
    tags = learning.propose(model, learning.sentences(project, np.array([1, 0]))).tags
    words = [project.tags[tag] for tag in tags]
    assert words[2:] == [words[2], "B-DOSE", "B-DRUG", "I-DRUG", words[6], "B-DRUG"]
    session.apply(set_phrase(project, 1, "Aspirin"))
    again = learning.train(learning.snapshot(project), model, lambda _: None, lambda: False, 1)
    assert again.extraction is not model.extraction
    kept = learning.from_bytes(again.to_bytes())
    where = learning.sentences(project, np.arange(3))
    assert (
        learning.propose(kept, where).tags.tolist() == learning.propose(again, where).tags.tolist()
    )


WORDS = "one two three four five six seven eight"


def merged(tags, chances, found, *, fixed=None, rules=(), scheme="iob2"):
    """Return tags with listed spans, which are listed, and the probabilities, of one sentence.

    ``fixed`` are the tags that a person allows, by token.
    """
    known = ["O", "B-A", "I-A", "B-B", "I-B", "A", "B"]
    n = len(tags)
    text = SimpleNamespace(offsets=np.array([0, n]), columns=[np.arange(n)], words=WORDS.split())
    fixed = fixed or {}
    sets = [1 + list(fixed).index(t) if t in fixed else 0 for t in range(n)]
    members = {
        1 + number: tuple(known.index(tag) for tag in one)
        for number, one in enumerate(fixed.values())
    }
    sentences = Sentences(
        text, np.array([0]), np.array(sets, np.int32), members, known, rules=rules, scheme=scheme
    )
    ids = [known.index(tag) if tag else NO_TAG for tag in tags]
    made = ProposedTags(np.array(ids, np.int32), np.array(chances, np.float32))
    got = with_listed(made, sentences, [[(Span(*span), chance) for *span, chance in found]])
    listed = [] if got.listed is None else np.flatnonzero(got.listed).tolist()
    names = [known[tag] if tag != NO_TAG else "" for tag in got.tags.tolist()]
    return names, listed, [round(one, 2) for one in got.probabilities.tolist()]


def test_listed_spans_are_added_where_a_model_proposes_no_label():
    free, sure = ["O"] * 4, [0.9] * 4
    assert merged(free, sure, []) == (free, [], sure)
    assert merged(free, sure, [(1, 3, "A", 0.5)]) == (
        ["O", "B-A", "I-A", "O"],
        [1, 2],
        [0.9, 0.5, 0.5, 0.9],
    )
    assert merged(free, sure, [(0, 1, "A", 0.5), (3, 4, "B", 0.8)])[:2] == (
        ["B-A", "O", "O", "B-B"],
        [0, 3],
    )
    assert merged(["", "", "O", "O"], sure, [(0, 2, "B", 0.5)])[0] == ["B-B", "I-B", "O", "O"]
    assert merged(free, sure, [(0, 2, "NONE", 0.5)])[1] == [], "no label of the project"


def test_of_overlapping_spans_the_more_probable_one_stays():
    model, chances = ["O", "B-A", "I-A", "O"], [0.9, 0.8, 0.4, 0.9]
    assert merged(model, chances, [(2, 4, "B", 0.5)])[:2] == (["O", "", "B-B", "I-B"], [2, 3])
    assert merged(model, chances, [(2, 4, "B", 0.4)])[1] == [], "as probable: the model's"
    assert merged(model, chances, [(1, 3, "B", 0.3)])[0] == model


def test_listed_spans_yield_to_a_person_and_continue_no_span():
    free, sure = ["O"] * 4, [0.3] * 4
    assert merged(free, sure, [(1, 3, "A", 0.9)], fixed={2: ["O"]})[1] == [], "confirmed"
    others = ["O", "B-A", "B-B", "I-B"]
    assert merged(free, sure, [(1, 3, "A", 0.9)], fixed={2: others})[1] == [], "rejected"
    assert merged(free, sure, [(1, 2, "A", 0.9)], fixed={1: others})[1] == [1]
    # A span that a person has begun is not cut, although its end is uncertain.
    begun = ["O", "B-A", "I-A", "O"]
    assert merged(begun, sure, [(2, 4, "B", 0.9)], fixed={1: ["B-A"]})[1] == []
    # A model may propose I alone.
    assert merged(["O", "I-A", "O", "O"], sure, [(0, 1, "A", 0.9)])[1] == []
    assert merged(["O", "I-A", "O", "O"], sure, [(0, 1, "B", 0.9)])[1] == [0]
    # Of tokens with labels of their own, each is a span.
    one_each = merged(["A", "B", "O"], [0.9, 0.3, 0.9], [(1, 3, "A", 0.5)], scheme="tokens")
    assert one_each[:2] == (["A", "A", "A"], [1, 2])


def test_listed_spans_violate_no_hard_rule():
    at_most_one = {"unit": "A", "at_most": 1}
    hard = ProjectRule(1, "count", json.dumps(at_most_one))
    found = [(0, 1, "A", 0.5), (2, 3, "A", 0.5)]
    assert merged(["O"] * 4, [0.9] * 4, found)[1] == [0, 2]
    assert merged(["O"] * 4, [0.9] * 4, found, rules=(hard,))[1] == [0]
    assert merged(["O"] * 4, [0.9] * 4, found, rules=(replace(hard, cost=1.0),))[1] == [0, 2]
    assert merged(["B-A", *"OOO"], [0.9] * 4, found[1:], rules=(hard,))[1] == []


def test_a_model_of_few_labels_keeps_what_is_listed(session):
    project = session.project
    session.apply(no_label(project, 2, 0, 2))
    session.apply(no_label(project, 1, 0, 0))
    session.apply(label_span(project, 1, 1, 1, 1))
    learning = ProjectLearning()
    model = learning.empirical(learning.snapshot(project))
    sentences = sentences_of(project, np.array([0]))
    assert {project.tags[tag] for tag in learning.propose(model, sentences).tags} == {"O"}
    sentences = learning.with_lists(sentences, project)
    listed = learning.propose(model, sentences)
    names = [project.tags[tag] for tag in listed.tags]
    assert names == ["O", "B-DOSE", "B-DRUG", "I-DRUG", "O", "B-DRUG"]
    assert listed.probabilities[1] == LISTED_PROBABILITY
    at_once = learning.propose_at_once(model, sentences)
    assert at_once.tags.tolist() == listed.tags.tolist()
    assert at_once.listed.tolist() == listed.listed.tolist()
    # One with an expectation is left to the model, which has learned it.
    row = project.gazetteers[1]
    session.apply(change_gazetteer(project, replace(row, share=0.8)))
    assert learning.with_lists(sentences, project).lists == ()


def test_spans_are_found_once_and_again_for_another_list(session, monkeypatch):
    project, spans = session.project, ListedSpans()
    searched = []
    find = gazetteers._spans
    monkeypatch.setattr(
        gazetteers, "_spans", lambda lists, text, at: searched.append(at) or find(lists, text, at)
    )

    def found(*where, at_once=False):
        sentences = sentences_of(project, np.array(where))
        return spans.of(project.proposing(), sentences, at_once=at_once)

    both = found(0, 1)
    assert [[span.label for span, _ in one] for one in both] == [["DOSE", "DRUG", "DRUG"], []]
    assert found(1, 0, at_once=True) == both[::-1]
    assert [len(one) for one in found(2, 0, at_once=True)] == [1, 3]
    assert searched == [[0, 1], [2]]
    session.apply(set_phrase(project, 1, "helps"))
    assert found(1, at_once=True) is None, "the new list is not compiled"
    assert len(found(1)[0]) == 1
    assert spans.of((), sentences_of(project, np.array([0, 1]))) == [[], []]


def test_the_library_reads_files_as_the_window_does(tmp_path):
    path = tmp_path / "places.tsv"
    path.write_text("London\nUlm\tCITY\nNew  York\n")
    entries = read_gazetteer(path).entries
    own = {" ".join(entry.words): entry.label or "" for entry in entries}
    assert own == dict(read_gazetteer_file(path).phrases)

"""One document whose sentences are confirmed one after the other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from crfcore.errors import CrfError, TrainingCancelled
from crfcore.features.column_table import ColumnTable
from crfcore.graphs.confirmed_phrases import ConfirmedPhrases
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_document import TiedDocument
from crfcore.graphs.ties import tie, tied_tokens, types_of
from crfcore.inference import marginals, viterbi

LABELS = ("O", "B-ORG", "I-ORG", "B-PER", "I-PER")
TYPES = types_of(LABELS)[0]
SENTENCES = [
    ["Springer", "Verlag", "buys", "Post"],
    ["now", "Springer", "Verlag", "sells"],
    ["mister", "Springer", "left"],
    ["nothing", "here"],
    ["Post", "again"],
    ["Springer", "Verlag"],
]
WORDS = ColumnTable.from_words(SENTENCES)
N_TOKENS = WORDS.n_tokens
OPEN = [np.full(len(words), -1, np.int32) for words in SENTENCES]
ORG = np.array([1, 2, 0, -1], np.int32)


def document(
    seed=0,
    *,
    cost=4.0,
    table=True,
    confirmed=None,
    silent=None,
    transitions=None,
    strength=0.5,
    pause=lambda: None,
):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(N_TOKENS, len(LABELS)))
    pairs = rng.normal(size=(len(LABELS),) * 2) if transitions is None else transitions
    words = WORDS.columns[0]
    ties = tie(words, WORDS.offsets, [0] * len(SENTENCES), tied_tokens(words, WORDS.offsets))
    return TiedDocument(
        *(words, WORDS.offsets, LABELS, scores, pairs),
        ties=ties,
        table=TieTable.of_agreement(TYPES) if table else None,
        strength=strength,
        cost=cost,
        confirmed=confirmed,
        silent=silent,
        pause=pause,
    )


def additions(one):
    return np.concatenate([one.additions(sentence) for sentence in range(len(SENTENCES))])


def flat(labels):
    return np.concatenate(labels).astype(np.int32)


def test_a_correction_changes_sentences_with_its_names():
    one = document()
    before = additions(one)
    changed = one.confirm(0, ORG)
    after = additions(one)
    # "Post" is open, and so says no more than before but by its neighbours.
    assert {1, 2, 5} <= set(changed.tolist())
    assert not {0, 3} & set(changed.tolist())
    rows = slice(4, 8)
    gain = (after - before)[rows]
    assert gain[1].argmax() == 1
    assert gain[2].argmax() == 2
    # Both phrase and ties: more than the cost of the phrase.
    assert gain[1, 1] - gain[1, 0] > 4.0
    assert not (after - before)[11:13].any()
    # "Springer" alone is no confirmed phrase: ties alone, the same for both labels of the type.
    assert (after - before)[9, 1] == (after - before)[9, 2] > 0.5


def test_a_phrase_says_nothing_within_a_longer_suggested_span():
    words = ColumnTable.from_words([["York", "spoke"], ["Bank", "of", "York"], ["York"]])
    scores = np.zeros((words.n_tokens, len(LABELS)))
    scores[:, 0] = 1.0
    scores[[2, 3, 4], [1, 2, 2]] = 3.0
    column = words.columns[0]
    ties = tie(column, words.offsets, [0] * 3, tied_tokens(column, words.offsets))

    def york(**arguments):
        one = TiedDocument(
            *(column, words.offsets, LABELS, scores, np.zeros((5, 5))),
            ties=ties,
            table=None,
            **arguments,
        )
        one.confirm(0, np.array([3, 0], np.int32))
        return one

    one = york()
    assert not one.additions(1).any()
    assert one.explain(1, 2) == []
    assert one.additions(2)[0].tolist() == [0, 0, 0, 4, 0]
    # A person who labels "Bank" as no name has made the company impossible.
    one.confirm(1, np.array([0, -1, -1], np.int32))
    assert one.additions(1)[2].tolist() == [0, 0, 0, 4, 0]
    assert york(inside_longer=True).additions(1)[2].tolist() == [0, 0, 0, 4, 0]


def tied_york(first, pairs, **arguments):
    """Return a document of "York spoke", "First of York", "York" that suggests an organisation."""
    words = ColumnTable.from_words([["York", "spoke"], [first, "of", "York"], ["York"]])
    scores = np.zeros((words.n_tokens, len(LABELS)))
    scores[:, 0] = 1.0
    scores[[2, 3, 4], [1, 2, 2]] = [3.0, 3.0, 1.2]
    column = words.columns[0]
    ties = tie(column, words.offsets, [0] * 3, tied_tokens(column, words.offsets))
    one = TiedDocument(
        *(column, words.offsets, LABELS, scores, pairs),
        ties=ties,
        table=TieTable.of_agreement(TYPES),
        cost=0.0,
        **arguments,
    )
    one.confirm(0, np.array([3, 0], np.int32))
    return one


def decoded(one, sentence, pairs):
    tokens = slice(*one.chains.offsets[sentence : sentence + 2].tolist())
    scores = one.chains.scores[tokens] + one.additions(sentence)
    return viterbi(scores, pairs, np.array([0, len(scores)]))[0].tolist()


def test_ties_do_not_break_up_a_longer_suggested_span():
    pairs = np.zeros((5, 5))
    one = tied_york("Bank", pairs)
    assert decoded(one, 1, pairs) == [1, 2, 2]
    assert not one.additions(1).any()
    assert one.explain(1, 2) == []
    assert one.explain(2, 0)[0].kind == "ties"
    assert one.additions(2)[0, 3] > 0.5
    assert decoded(tied_york("Bank", pairs, inside_longer=True), 1, pairs) == [1, 2, 3]
    # A person who labels "Bank" as no name has made the company impossible.
    one.confirm(1, np.array([0, -1, -1], np.int32))
    assert one.additions(1)[2, 3] > 0.5


def test_ties_may_give_a_longer_suggested_span_another_type_as_a_whole():
    # No span may begin behind another, and none of a type continues one of the other.
    pairs = np.zeros((5, 5))
    pairs[1:, [1, 3]] = pairs[[1, 2], 4] = pairs[[3, 4], 2] = -10.0
    one = tied_york("Duke", pairs)
    one.chains.scores[[2, 3], [3, 4]] = 2.9
    assert decoded(one, 1, pairs) == [3, 4, 4]
    assert one.additions(1)[2, 3] > 0.5


def test_steps_lead_where_a_new_document_starts():
    steps = [
        (0, ORG),
        (2, np.array([-1, 3, 0], np.int32)),
        (5, np.array([1, 2], np.int32)),
        (2, OPEN[2]),
        (0, np.array([3, 4, 0, 1], np.int32)),
        (5, OPEN[5]),
        (4, np.array([1, 0], np.int32)),
    ]
    one = document(3)
    labels = [own.copy() for own in OPEN]
    for sentence, own in steps:
        one.confirm(sentence, own)
        labels[sentence] = own
        new = document(3, confirmed=flat(labels))
        np.testing.assert_allclose(additions(one), additions(new), atol=0.02)
        np.testing.assert_array_equal(one.chains.strengths, new.chains.strengths)
    for sentence in range(len(SENTENCES)):
        one.confirm(sentence, OPEN[sentence])
    np.testing.assert_allclose(additions(one), additions(document(3)), atol=0.02)


def test_changed_sentences_are_all_that_changed():
    one = document(5)
    for sentence, own in ((0, ORG), (4, np.array([3, 0], np.int32)), (0, OPEN[0])):
        before = [one.additions(other) for other in range(len(SENTENCES))]
        changed = one.confirm(sentence, own)
        for other in range(len(SENTENCES)):
            moved = np.abs(one.additions(other) - before[other]).max() > 1e-2
            assert not moved or other in changed or other == sentence
    assert one.confirm(0, OPEN[0]).tolist() == []


def test_several_sentences_at_once_are_the_same_as_one_by_one():
    labels = {0: ORG, 2: np.array([-1, 3, 0], np.int32), 5: np.array([1, 2], np.int32)}
    at_once, one_by_one, before = document(3), document(3), additions(document(3))
    changed = at_once.confirm_all(labels)
    for sentence, own in labels.items():
        one_by_one.confirm(sentence, own)
    np.testing.assert_allclose(additions(at_once), additions(one_by_one), atol=0.02)
    np.testing.assert_array_equal(at_once.confirmed, one_by_one.confirmed)
    for sentence in range(len(SENTENCES)):
        tokens = at_once._tokens(sentence)
        moved = np.abs(additions(at_once)[tokens] - before[tokens]).max() > 1e-2
        assert not moved or sentence in changed
    assert at_once.confirm_all(labels).tolist() == []
    assert at_once.confirm_all({}).tolist() == []


def test_a_step_of_many_sentences_searches_each_sentence_once(monkeypatch):
    one, searched = document(3), Counter()
    matches = ConfirmedPhrases.matches

    def counted(self, sentence):
        searched[sentence] += 1
        return matches(self, sentence)

    monkeypatch.setattr(ConfirmedPhrases, "matches", counted)
    one.confirm_all({0: ORG, 1: np.array([0, 1, 2, 0], np.int32), 5: np.array([1, 2], np.int32)})
    assert set(searched.values()) == {1}


def test_there_is_a_pause_for_each_sentence():
    # One with labels, and the three that may have its phrase.
    pauses = []
    document(confirmed=flat([ORG, *OPEN[1:]]), pause=lambda: pauses.append("made"))
    assert len(pauses) >= 4
    one, pauses = document(), []
    one.confirm_all({0: ORG}, lambda: pauses.append("confirmed"))
    assert len(pauses) >= 4
    assert len(additions(one)) == N_TOKENS


def test_what_a_pause_raises_ends_the_construction():
    def stop():
        raise TrainingCancelled

    with pytest.raises(TrainingCancelled):
        document(confirmed=flat([ORG, *OPEN[1:]]), pause=stop)


def test_phrases_or_ties_alone():
    phrases = document(table=False)
    assert not additions(phrases).any()
    assert phrases.confirm(0, ORG).tolist() == [1, 5]
    expected = np.zeros((4, len(LABELS)))
    expected[1, 1] = expected[2, 2] = 4.0
    assert np.array_equal(phrases.additions(1), expected)
    ties = document(cost=0.0)
    ties.confirm(0, ORG)
    assert ties.explain(1, 1)[0].kind == "ties"
    # The same number for all labels of a type.
    assert np.array_equal(ties.additions(1)[:, 1], ties.additions(1)[:, 2])


def test_silent_sentences_neither_give_nor_take():
    silent = np.array([True, False, False, False, False, False])
    one = document(silent=silent)
    before = additions(one)
    assert one.confirm(0, ORG).tolist() == []
    assert np.array_equal(additions(one), before)
    assert one.confirm(1, np.array([0, 1, 2, 0], np.int32)).tolist() == [2, 5]
    assert not one.additions(0).any()
    assert one.explain(0, 0) == []


def test_explanations_name_what_is_confirmed():
    one = document()
    assert one.explain(1, 1) == []
    one.confirm(0, ORG)
    one.confirm(5, np.array([1, 2], np.int32))
    phrase, ties = sorted(one.explain(1, 1), key=lambda evidence: evidence.kind)
    assert (phrase.words, phrase.type, phrase.sentences) == (("Springer", "Verlag"), "ORG", (0, 5))
    assert phrase.nats == 4.0
    assert (ties.words, ties.type, ties.sentences) == (("Springer",), "ORG", (0, 5))
    assert ties.nats > 0.5
    # Nothing speaks about itself.
    own = [(evidence.kind, evidence.sentences) for evidence in one.explain(0, 0)]
    assert own == [("phrase", (5,)), ("ties", (5,))]
    assert one.explain(3, 0) == []


def test_a_long_sentence_is_searched_and_decoded_once_for_all_its_tokens(monkeypatch):
    one = document()
    one.confirm(0, ORG)
    each = {token: one.explain(1, token) for token in range(4)}
    calls = []
    for name in ("_matches", "_messages_to"):
        function = getattr(one, name)
        monkeypatch.setattr(one, name, lambda at, f=function, n=name: (calls.append(n), f(at))[1])
    assert one.explain_all(1) == {token: found for token, found in each.items() if found}
    assert calls == ["_matches", "_messages_to"]
    assert list(one.explain_all(1)) == [1, 2]


def test_marginals_have_confirmed_labels():
    one = document()
    one.confirm(0, ORG)
    own = one.probabilities(0)
    np.testing.assert_allclose(own[[0, 1, 2], [1, 2, 0]], 1.0)
    scores = one.chains.scores[4:8] + one.additions(1) - one._evidence[4:8]
    np.testing.assert_allclose(
        marginals(scores, one.chains.pairs, np.array([0, 4])), one.probabilities(1), atol=1e-3
    )


def test_labels_that_the_model_forbids_are_phrases_alone():
    transitions = np.zeros((len(LABELS),) * 2)
    transitions[1, 2] = -np.inf
    one = document(transitions=transitions)
    assert 1 in one.confirm(0, ORG)
    assert [evidence.kind for evidence in one.explain(1, 1)] == ["phrase"]
    assert one.confirm(0, OPEN[0]).tolist() != []


def test_a_table_of_other_types_is_refused():
    words = WORDS.columns[0]
    ties = tie(words, WORDS.offsets, [0] * len(SENTENCES), tied_tokens(words, WORDS.offsets))
    scores = np.zeros((N_TOKENS, len(LABELS)))
    with pytest.raises(CrfError, match="ORG"):
        TiedDocument(
            *(words, WORDS.offsets, LABELS, scores, np.zeros((len(LABELS),) * 2)),
            ties=ties,
            table=TieTable.of_agreement(("O", "X")),
        )

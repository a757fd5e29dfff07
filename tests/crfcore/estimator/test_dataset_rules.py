"""Rules in the predictions of a fitted model."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.constraints import (
    Count,
    FollowedBy,
    Lexical,
    Pin,
    Rule,
    Rules,
    SameWordSameLabel,
    ValidScheme,
    WordList,
)
from crfcore.constraints.conflict import ConflictError
from crfcore.constraints.integer import OutOfTimeError
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError, DataError, UnknownLabelError
from crfcore.estimator import dataset_rules
from crfcore.estimator.dataset_rules import DatasetRules
from crfcore.estimator.text_rules import NotAtOnceError, TextRules
from crfcore.features.column_table import ColumnTable
from tests.brute_force import all_scores

SENTENCES = [
    ["Mr", "Smith", "met", "Mr", "Jones"],
    ["Rome", "is", "old"],
    ["Smith", "left", "Rome"],
]
LABELS = [
    ["B-TITLE", "B-PER", "O", "B-TITLE", "B-PER"],
    ["B-LOC", "O", "O"],
    ["B-PER", "O", "B-LOC"],
]


@pytest.fixture(scope="module")
def crf():
    return LinearChainCRF(template="U:%x[0,0]\nB\n", max_iterations=5).fit(
        ColumnTable.from_words(SENTENCES), LABELS
    )


@pytest.fixture(scope="module")
def items_crf():
    items = [[{"w": word} for word in words] for words in SENTENCES]
    return LinearChainCRF(max_iterations=5).fit(items, LABELS)


TABLE = ColumnTable.from_words(SENTENCES)


def test_counts_hold_in_every_answer(crf):
    rules = Rules([Count("PER", at_most=0), ValidScheme("iob2")])
    assert "B-PER" in crf.predict(TABLE)[0]
    for labels in (
        crf.predict(TABLE, rules=rules),
        crf.predict(TABLE, rules=rules, decoding="posterior"),
        [rows[0][0] for rows in crf.nbest(TABLE, 2, rules=rules)],
        [one.labels for one in crf.predict_with_scores(TABLE, rules=rules)],
        [rows[0] for rows in crf.sample(TABLE, 1, 0, rules=rules)],
    ):
        assert all("B-PER" not in row for row in labels)
    rows = crf.predict_marginals(TABLE, rules=rules)
    assert all(token["B-PER"] == 0.0 for row in rows for token in row)
    assert crf.entropy(TABLE, rules=rules).shape == (3,)
    pairs = crf.pair_marginals(TABLE, rules=rules)
    assert [len(table) for table in pairs] == [5, 3, 3]
    spans = crf.span_marginals(
        TABLE, [[(1, 2, "PER"), (2, 4, ["O", "B-TITLE"])], [(0, 1, ["?"])], []], rules=rules
    )
    assert spans[0][0] == 0.0
    assert 0.0 < spans[0][1] < 1.0
    assert spans[1:] == [[0.0], []]
    assert crf.all_span_marginals(TABLE, "PER", 2, rules=rules)[0].max() == 0.0


def test_a_pin_moves_its_neighbours(crf):
    rules = Rules([FollowedBy("TITLE", "PER")])
    pinned = [[*rules, Pin(3, "B-TITLE")], None, [*rules, Pin(1, "B-TITLE")]]
    sentences = ColumnTable.from_words([["a", "b", "c", "d", "e"], ["x"], ["a", "b", "c"]])
    found = crf.predict(sentences, rules=pinned)
    assert found[0][3:] == ["B-TITLE", "B-PER"]
    assert found[2][1:] == ["B-TITLE", "B-PER"]


def test_routes_and_what_soft_rules_were_broken_are_reported(crf):
    rules = Rules(
        [
            Rule(Count("PER", at_most=0), cost=1e-6),
            Lexical(WordList(["Rome"]), "forbids", ["LOC"]),
            SameWordSameLabel(),
        ]
    )
    found = crf.decode_under_rules(TABLE, rules)
    assert found.routes == ["junction-tree"] * 3
    assert found.broken[0] == [2, 0, 0]
    assert found.decoding.labels.shape == (11,)
    assert crf.decode_under_rules(TABLE, Rules([Count("PER", 0, 1)])).routes[0] == "automaton"
    assert crf.decode_under_rules(TABLE, Rules([Pin(0, "O")])).routes == ["mask"] * 3


def test_the_integer_program_goes_on_where_automata_end(crf):
    words = [["Smith", "a", "Smith", "Rome"]]
    table = ColumnTable.from_words(words)
    rules = Rules([SameWordSameLabel(words=["Smith"]), Pin(0, "B-LOC")])
    assert crf.predict(table, rules=rules)[0][2] == "B-LOC"
    decoding = crf.decode_dataset(crf.dataset(table), rules=TextRules(rules, words=words))
    assert decoding.labels[2] == crf.classes_.index("B-LOC")
    with pytest.raises(ConflictError):
        crf.predict(table, rules=[*rules, Pin(2, "O")])
    few = TextRules(Rules([Count("PER", 2, 2), Count("LOC", 1, 1)]), max_states=2)
    assert crf.predict(table, rules=few)[0].count("B-PER") == 2


def test_contradictions_are_named_on_every_way(crf):
    rules = Rules([Count("PER", at_least=2), Count("PER", at_most=1)])
    with pytest.raises(ConflictError, match="sentence 1"):
        crf.predict(TABLE, rules=rules)
    with pytest.raises(ConflictError, match="sentence 1"):
        crf.predict_marginals(TABLE, rules=rules)
    spans = [[(0, 1, "PER")], [], []]
    with pytest.raises(ConflictError, match="sentence 1"):
        crf.span_marginals(TABLE, spans, rules=rules)
    with pytest.raises(ConflictError, match="sentence 2"):
        crf.span_marginals(
            TABLE,
            [[], [(0, 1, ["O"])], []],
            rules=[None, Rules([Pin(0, "O"), Pin(0, "B-PER")]), None],
        )


def test_huge_and_unknown_numbers_and_names_end_well(crf):
    huge = Rules([Count("PER", at_most=10**6), Rule(Count("LOC", at_least=10**6), cost=0.1)])
    assert len(crf.predict(TABLE, rules=huge)) == 3
    with pytest.raises(ConflictError, match=r"1,?000,?000"):
        crf.predict(TABLE, rules=Rules([Count("PER", at_least=10**6)]))
    with pytest.raises(UnknownLabelError, match="the type 'DOSE'"):
        crf.predict(TABLE, rules=Rules([Count("DOSE", at_most=1)]))
    lenient = TextRules(Rules([Count("DOSE", at_most=1)]), lenient=True)
    assert crf.predict(TABLE, rules=lenient) == crf.predict(TABLE)


def test_words_come_from_the_sentences_or_beside_them(crf, items_crf):
    rules = Rules([Lexical(WordList(["Rome"]), "implies", ["PER"])])
    fields = [[(word,) for word in words] for words in SENTENCES]
    for sentences in (fields, TABLE):
        assert crf.predict(sentences, rules=rules)[1][0] == "B-PER"
    items = [[{"w": word} for word in words] for words in SENTENCES]
    with pytest.raises(CrfError, match="give words="):
        items_crf.predict(items, rules=rules)
    assert items_crf.predict(items, rules=TextRules(rules, words=SENTENCES))[1][0] == "B-PER"
    with pytest.raises(DataError, match="words for 1"):
        items_crf.predict(items, rules=TextRules(rules, words=SENTENCES[:1]))
    with pytest.raises(DataError, match="Sentence 1 has 5 tokens and 3 words"):
        items_crf.predict(items, rules=TextRules(rules, words=SENTENCES[1:] + SENTENCES[:1]))
    with pytest.raises(CrfError, match="give words="):
        items_crf.decode_dataset(items_crf.dataset(items), rules=rules)


def test_anything_but_rules_is_rejected(crf):
    for rules, says in ((3, "not possible"), ([Rules()], "rules for 1"), ("ab", "not possible")):
        with pytest.raises(CrfError, match=says):
            crf.predict(TABLE, rules=rules)
    assert crf.predict(TABLE, rules=[Pin(0, "O")])[0][0] == "O"
    sentences = ColumnTable.from_words([[], SENTENCES[1]])
    assert crf.decode_under_rules(sentences, Rules([Pin(0, "O")])).broken == [[0], [0]]


def test_arrays_under_rules_are_those_of_the_lists(crf):
    rules = Rules([Count("PER", 0, 1)])
    dataset = crf.dataset(TABLE)
    rows = crf.label_probabilities(dataset, rules=rules)
    by_name = crf.predict_marginals(TABLE, rules=rules)[0][1]
    np.testing.assert_allclose(rows[1], [by_name[label] for label in crf.classes_])


def test_a_sentence_that_the_model_itself_forbids_is_no_conflict_of_rules(crf):
    rules = Rules([Count("PER", at_most=5)])
    allowed = np.ones((11, len(crf.classes_)), dtype=np.uint8)
    allowed[6] = 0
    with pytest.raises(CrfError, match=r"[Ss]entence 2"):
        crf.predict(TABLE, rules=rules, allowed=allowed)
    strict = LinearChainCRF(
        template="U:%x[0,0]\nB\n", max_iterations=5, allowed_transitions="observed"
    ).fit(TABLE, LABELS)
    pins = Rules([Pin(0, "B-LOC"), Pin(1, "B-LOC")])
    with pytest.raises(ConflictError, match="sentence 1"):
        strict.span_marginals(TABLE, [[(0, 1, ["O"])], [], []], rules=[pins, None, None])


def test_impossible_labels_have_no_probability(crf):
    asked = [[(0, 1, ["B-PER"])], [], []]
    assert crf.span_marginals(TABLE, asked, rules=[[Pin(0, "O")], None, None])[0] == [0.0]
    allowed = [[{"O", "B-LOC"}, None, None, None, None], None, None]
    found = crf.span_marginals(TABLE, asked, rules=Rules([Count("PER", 0, 3)]), allowed=allowed)
    assert found[0] == [0.0]


def test_a_pin_is_obeyed_by_a_model_that_has_never_counted_it():
    counted = LinearChainCRF("empirical", template="U:%x[0,0]\nB\n").fit(TABLE, LABELS)
    pins = [Rules([Pin(0, "B-LOC"), Count("PER", at_most=2)]), None, None]
    assert counted.predict(TABLE, rules=pins)[0][0] == "B-LOC"
    allowed = np.ones((11, len(counted.classes_)), dtype=np.uint8)
    assert counted.predict(TABLE, rules=pins, allowed=allowed)[0][0] == "B-LOC"
    assert counted.confidence(TABLE, [[Pin(0, "B-LOC")], [], []], rules=pins)[0] == [1.0]


def test_when_the_time_is_up_the_sentence_and_its_rules_are_named(crf, monkeypatch):
    def late(*_args, **more):
        raise OutOfTimeError(more["time_limit"])

    monkeypatch.setattr(dataset_rules, "best_under_rules", late)
    monkeypatch.setattr(dataset_rules, "same_word_trees", lambda *_: None)
    asked = TextRules(Rules([SameWordSameLabel(by_type=True)]), time_limit=0.5)
    words = [["Rome", "is"], ["Mr", "Mr"]]
    monkeypatch.setattr(DatasetRules, "_has_leftover_violations", lambda _self, at, *_: at == 1)
    with pytest.raises(OutOfTimeError, match=r"of sentence 2 in 0\.5 seconds; .*same type") as one:
        crf.predict(ColumnTable.from_words(words), rules=asked)
    assert [rule.kind for rule in one.value.rules] == [SameWordSameLabel(by_type=True)]
    assert "of sentence 12 in 0.5" in str(one.value.at(11))


def test_what_takes_more_than_a_moment_is_rejected_where_that_is_all_there_is(crf):
    def asked(*kinds):
        return TextRules(Rules(kinds), at_once=True)

    assert crf.predict(TABLE, rules=asked(Count("PER", at_most=0)))[1] == LABELS[1]
    with pytest.raises(NotAtOnceError, match="in sentence 1; ask again"):
        crf.predict(TABLE, rules=asked(Count("LOC", at_least=9)))
    words = ColumnTable.from_words([["Rome", "Mr", "Rome"], ["Mr", "Jones", "Mr"]])
    harmless = SameWordSameLabel(("Rome",))
    assert crf.predict(words, rules=asked(harmless))[0][0] == "B-LOC"
    pinned = [Rules([Pin(0, "O"), harmless]), None]
    with pytest.raises(NotAtOnceError):
        crf.predict(words, rules=TextRules(pinned, at_once=True))


def test_where_nobody_knows_in_time_which_rules_contradict_each_other(crf, monkeypatch):
    monkeypatch.setattr(dataset_rules, "best_under_rules", lambda *_, **__: None)
    monkeypatch.setattr(dataset_rules, "same_word_trees", lambda *_: None)
    monkeypatch.setattr(dataset_rules, "conflict_of", lambda *_, **__: None)
    words = ColumnTable.from_words([["Mr", "Jones", "Mr"]])
    asked = TextRules([Rules([Pin(0, "O"), SameWordSameLabel()])])
    with pytest.raises(OutOfTimeError, match=r"of sentence 1 .* have the same label"):
        crf.predict(words, rules=asked)


@pytest.mark.parametrize("cost", [None, 0.4])
@pytest.mark.parametrize("extra", [[], [Count("PER", at_most=1)]])
def test_probabilities_under_rules_about_equal_words_equal_enumeration(crf, cost, extra):
    """Also with an automaton, and for a soft rule, which is broken once however often."""
    words = [["Smith", "a", "Smith", "a"], ["Rome", "is", "a", "Rome"]]
    table = ColumnTable.from_words(words)
    rules = Rules([*extra, Rule(SameWordSameLabel(), cost=cost)])
    dataset = crf.dataset(table)
    scores, transitions, _, _ = crf.fitted_.lattice(dataset, None, 0, 2)
    found = crf.decode_under_rules(table, rules)
    rows = crf.label_probabilities(dataset, rules=TextRules(rules, words=words))
    likelihoods = crf.log_likelihood(table, [["O"] * 4] * 2, rules=rules)
    assert found.routes == ["junction-tree"] * 2
    expected_likelihood = 0.0
    entropies = crf.entropy(table, rules=rules)
    best = crf.nbest(table, 3, rules=rules)
    ranked = crf.predict_with_scores(table, rules=rules)
    drawn = crf.sample(table, 50, 0, rules=rules)
    for sentence, own in enumerate(words):
        part = slice(4 * sentence, 4 * sentence + 4)
        paths, values = all_scores(scores[part], transitions)
        names = [[crf.classes_[y] for y in path] for path in paths]
        broken = np.array([violations(rules, labels, own) for labels in names])
        hard = np.array([rule.cost is None for rule in rules])
        costs = np.array([rule.cost or 0.0 for rule in rules])
        values = np.where(broken[:, hard].any(axis=1), -np.inf, values - broken @ costs)
        weights = np.exp(values - values.max())
        assert found.decoding.path_scores[sentence] == pytest.approx(values.max())
        log_z = values.max() + np.log(weights.sum())
        assert found.decoding.log_z[sentence] == pytest.approx(log_z)
        weights /= weights.sum()
        marginals = np.zeros((4, len(crf.classes_)))
        for path, weight in zip(paths, weights, strict=True):
            marginals[np.arange(4), path] += weight
        np.testing.assert_allclose(rows[part], marginals, atol=1e-10)
        nothing = names.index(["O"] * 4)
        expected_likelihood += values[nothing] - log_z
        possible = weights[weights > 0.0]
        assert entropies[sentence] == pytest.approx(-(possible * np.log(possible)).sum())
        first, second, third = np.argsort(-values)[:3].tolist()
        # Two labellings may have the same probability, in either order.
        assert [p for _, p in best[sentence]] == pytest.approx(weights[[first, second, third]])
        found_at = [names.index(labels) for labels, _ in best[sentence]]
        assert len(set(found_at)) == 3
        assert weights[found_at] == pytest.approx(weights[[first, second, third]])
        assert weights[names.index(ranked[sentence].labels)] == pytest.approx(weights[first])
        assert ranked[sentence].margin == pytest.approx(values[first] - values[second])
        assert all(weights[names.index(labels)] > 0.0 for labels in drawn[sentence])
    assert likelihoods == pytest.approx(expected_likelihood)


def test_contradictions_with_equal_words_are_named(crf):
    words = ColumnTable.from_words([["Mr", "Jones", "Mr"]])
    rules = Rules([SameWordSameLabel(), Pin(0, "O"), Pin(2, "B-PER")])
    asks = (crf.predict, crf.predict_marginals, crf.decode_under_rules, crf.entropy)
    for ask in asks:
        with pytest.raises(ConflictError):
            ask(words, rules=[rules])
    assert crf.log_likelihood(words, [["O", "O", "O"]], rules=Rules(rules[:2])) < 0.0

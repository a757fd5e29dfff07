"""Charts: probabilities, counts and best derivations, against all derivations."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from crfcore import HiddenMarkovModel
from crfcore.errors import CrfError
from crfcore.grammars.chart import Bracket, ChartParser, RulePasses
from crfcore.grammars.grammar import WORD, Grammar, Rule, Terminal
from crfcore.grammars.grammar_text import parse_grammar
from crfcore.grammars.normal_form import NormalForm
from tests.crfcore.grammars.trees import derivations, twin

GRAMMARS = [
    parse_grammar('S -> S S 0.3 | "a" 0.4 | "b" 0.3'),
    parse_grammar(
        'S -> A B 0.5 | A S B 0.2 | C 0.3\nA -> "a"\nB -> "b" 0.7 | A 0.3\nC -> A "a" "b"'
    ),
    parse_grammar('S -> X 0.6 | Y "a" X 0.4\nX -> "a"+ | "b" X?\nY -> X 0.5 | "b" Y* "a" 0.5'),
    parse_grammar('S -> T 0.1 | "a" S "a" 0.5 | "a" 0.4\nT -> S 0.01 | "b" 0.59 | S "b" 0.4'),
]
STRINGS = [list(one) for n in range(1, 5) for one in product("ab", repeat=n)]


@pytest.mark.parametrize("number", range(len(GRAMMARS)))
def test_sums_counts_and_best_are_those_of_all_derivations(number):
    grammar = GRAMMARS[number]
    parser = ChartParser(grammar)
    # A loop of unit rules has derivations of any depth: the twin leaves some out.
    tolerance = 1e-5 if number == 3 else 1e-10
    for tokens in STRINGS:
        total, counts, best = twin(grammar, tokens)
        log_z, found = parser.counts([tokens])
        assert np.exp(log_z[0]) == pytest.approx(total, rel=tolerance, abs=1e-15)
        assert found == pytest.approx(counts, rel=tolerance, abs=max(tolerance, 1e-9))
        if total == 0.0:
            with pytest.raises(CrfError, match="does not generate"):
                parser.best(tokens)
            continue
        parse = parser.best(tokens)
        assert np.exp(parse.log_probability) == pytest.approx(best, rel=1e-10)
        # What was found is one of the derivations, and has this probability.
        same = [
            p for p, nodes in derivations(grammar, tokens) if nodes == list(map(tuple, parse.nodes))
        ]
        assert same == [pytest.approx(best, rel=1e-10)]


def test_a_chart_in_logarithms_is_the_same():
    for grammar in GRAMMARS:
        parser = ChartParser(grammar)
        for tokens in STRINGS[-6:]:
            ((emissions, cells),) = parser._prepared([tokens], None)
            plain = parser._passes.inside(emissions, cells)
            logs = parser._passes.inside(emissions, cells, logs=True)
            assert np.exp(logs.e) == pytest.approx(plain.e, rel=1e-12)
            if plain.e[0, -1, parser._start] > 0.0:
                one = parser._passes.outside(plain, parser._tops(plain))
                other = parser._passes.outside(logs, parser._tops(logs))
                assert np.exp(other[0]) == pytest.approx(one[0], rel=1e-10)
                assert other[1] == pytest.approx(one[1], rel=1e-10)


def test_improbable_strings_are_computed_in_logarithms():
    grammar = parse_grammar('A -> "a" A 1e-200 | "b"')
    parser = ChartParser(grammar)
    tokens = ["a"] * 5 + ["b"]
    log_z, counts = parser.counts([tokens])
    assert log_z[0] == pytest.approx(5 * np.log(1e-200), rel=1e-12)
    assert counts == pytest.approx([5.0, 1.0])
    # The factors of the tokens alone are enough for long strings of common words.
    long = ChartParser(GRAMMARS[0]).log_z([["a"] * 60])[0]
    assert long == pytest.approx(
        np.log(float(comb(118, 59) // 60)) + 59 * np.log(0.3) + 60 * np.log(0.4)
    )


def test_catalan_numbers():
    parser = ChartParser(parse_grammar('S -> S S 0.4 | "a" 0.6'))
    for n in range(1, 12):
        catalan = comb(2 * n - 2, n - 1) // n
        expected = catalan * 0.4 ** (n - 1) * 0.6**n
        assert np.exp(parser.log_z([["a"] * n])[0]) == pytest.approx(expected, rel=1e-12)


def test_strings_of_a_consistent_grammar_sum_to_one():
    grammar = parse_grammar('S -> A S B 0.1 | A 0.5 | B A 0.4\nA -> "a" 0.9 | B 0.1\nB -> "b"')
    assert grammar.spectral_radius() < 1.0
    strings = [list(one) for n in range(1, 11) for one in product("ab", repeat=n)]
    total = np.exp(ChartParser(grammar).log_z(strings)).sum()
    assert 1.0 - 1e-4 < total <= 1.0 + 1e-12
    # S → S S (p) | a sums to (1 − p) / p for p > 1/2: its derivations may never end.
    endless = parse_grammar('S -> S S 0.6 | "a" 0.4')
    assert endless.spectral_radius() == pytest.approx(1.2)
    sums = np.exp(ChartParser(endless).log_z([["a"] * n for n in range(1, 90)])).sum()
    assert sums == pytest.approx(0.4 / 0.6, abs=0.01)


def test_counts_are_derivatives():
    grammar = GRAMMARS[2]
    tokens = list("babaa")
    counts = ChartParser(grammar).counts([tokens])[1]
    for number, rule in enumerate(grammar.rules):
        step = 1e-6 * rule.probability
        values = []
        for sign in (-1.0, 1.0):
            rules = list(grammar.rules)
            rules[number] = rule._replace(probability=rule.probability + sign * step)
            parser = ChartParser(grammar)
            changed = Grammar(grammar.rules)
            # Not a distribution any more, which only the check minds.
            object.__setattr__(changed, "rules", tuple(rules))
            parser.form = NormalForm.of(changed)
            parser._passes = RulePasses(parser.form)
            values.append(parser.log_z([tokens])[0])
        slope = (values[1] - values[0]) / (2.0 * step) * rule.probability
        assert counts[number] == pytest.approx(slope, abs=1e-7)


def test_ties_go_to_the_earliest_rule_and_split():
    parser = ChartParser(
        parse_grammar('S -> X 0.25 | Y 0.25 | S S 0.25 | "a" 0.25\nX -> "a"\nY -> "a"')
    )
    assert parser.best(["a"]).nodes == [("S", 0, 1, 0), ("X", 0, 1, 4)]
    assert parser.best(["a", "a", "a"]).nodes[1] == ("S", 0, 1, 0)


def test_right_linear_grammars_are_hidden_markov_models():
    words = [["the", "cat", "sat"], ["a", "dog"], ["cat", "the"], ["sat", "sat", "a"]]
    tags = [["D", "N", "V"], ["D", "N"], ["N", "D"], ["V", "V", "D"]]
    items = [[{"word": word} for word in sentence] for sentence in words]
    model = HiddenMarkovModel(ends=True, smoothing="laplace", key="word").fit(items, tags)
    labels, symbols = list(model.classes_), [one.removeprefix("word:") for one in model.symbols_]
    symbols = [one.split(":")[-1].split("=")[-1] for one in symbols]
    rules = [Rule("S", (f"A{y}",), p) for y, p in zip(labels, model.start_, strict=True)]
    # Unknown symbols have a share as well.
    vocabulary = [Terminal(WORD, word) for word in [*symbols, "?"]]
    for y, label in enumerate(labels):
        for x, word in enumerate(vocabulary):
            for z, other in enumerate(labels):
                p = model.emissions_[y, x] * model.transitions_[y, z]
                rules.append(Rule(f"A{label}", (word, f"A{other}"), p))
            rules.append(Rule(f"A{label}", (word,), model.emissions_[y, x] * model.end_[y]))
    parser = ChartParser(Grammar(tuple(rules)))
    assert parser.log_z(words) == pytest.approx(model.log_evidence(items), rel=1e-9)
    for sentence, item in zip(words, items, strict=True):
        n = len(sentence)
        nodes = parser.node_probabilities(sentence)
        marginals = model.predict_marginals([item])[0]
        for t in range(n):
            for label in labels:
                own = parser.grammar.symbols.index(f"A{label}")
                assert nodes[t, n - t - 1, own] == pytest.approx(marginals[t][label], abs=1e-9)


def test_brackets():
    parser = ChartParser(GRAMMARS[0])
    tokens = list("abab")
    # ((a b) (a b)) and ((a (b a)) b) are single derivations.
    for spans in ([(0, 2), (2, 4)], [(0, 3), (1, 3)]):
        brackets = [Bracket(start, end, "S") for start, end in spans]
        log_z, counts = parser.counts([tokens], [brackets])
        kept = [
            (p, nodes)
            for p, nodes in derivations(GRAMMARS[0], tokens)
            if {(start, end) for _, start, end, _ in nodes} >= set(spans)
        ]
        assert len(kept) == 1
        assert np.exp(log_z[0]) == pytest.approx(kept[0][0], rel=1e-12)
        own = np.bincount([node[3] for node in kept[0][1]], minlength=len(counts))
        assert counts == pytest.approx(own, abs=1e-12)
        assert parser.best(tokens, brackets).nodes == [tuple(one) for one in kept[0][1]]
    typed = ChartParser(GRAMMARS[1])
    free, only = (
        typed.log_z([list("ab")])[0],
        typed.counts([list("ab")], [[Bracket(0, 1, "S")]])[0],
    )
    assert only[0] == -np.inf < free
    with pytest.raises(CrfError, match=r"bracket 2:9 is not within a sentence of 4 tokens"):
        parser.counts([tokens], [[Bracket(2, 9)]])
    with pytest.raises(CrfError, match="crosses another"):
        parser.counts([tokens], [[Bracket(0, 2, "S"), Bracket(1, 3, "S")]])
    with pytest.raises(CrfError, match="'X' is no symbol of the grammar"):
        parser.counts([tokens], [[Bracket(0, 2, "X")]])
    with pytest.raises(CrfError, match="There is 1 sentence, and brackets for 2;"):
        parser.counts([tokens], [[], []])


@pytest.mark.parametrize("sentences", [None, 3, "ab", ["ab"], [b"ab"], [3], [[1]], [[None]]])
def test_only_lists_of_words_are_sentences(sentences):
    with pytest.raises(CrfError, match=r"list of|A token is a word"):
        ChartParser(GRAMMARS[0]).log_z(sentences)


def test_brackets_may_be_plain_pairs():
    parser, tokens = ChartParser(GRAMMARS[0]), list("aba")
    log_z, counts = parser.counts([tokens], [[(0, 2)]])
    expected = parser.counts([tokens], [[Bracket(0, 2)]])
    assert (log_z.tolist(), counts.tolist()) == (expected[0].tolist(), expected[1].tolist())
    for wrong in (3, (1,), ("a", 2), (0, 1, "S", 2)):
        with pytest.raises(CrfError, match="is no bracket; give the first token, the end"):
            parser.counts([tokens], [[wrong]])


def test_phrase_lists_and_columns():
    from crfcore.features.phrases import PhraseList

    grammar = parse_grammar('S -> @cities "!"? | <1=CD> "km"\n')
    lists = {"cities": PhraseList("cities", ["Ulm", "New York City"])}
    parser = ChartParser(grammar, lists)
    good = [["New", "York", "City"], ["Ulm", "!"], ["New", "York"], ["York"], ["Ulm", "Ulm"]]
    log_z = parser.log_z([[(word, "NN") for word in sentence] for sentence in good])
    assert (log_z > -np.inf).tolist() == [True, True, False, False, False]
    assert parser.log_z([[("7", "CD"), ("km", "NN")]])[0] == pytest.approx(np.log(0.5))
    with pytest.raises(CrfError, match="reads the phrase list 'cities', which is not given"):
        ChartParser(grammar)
    with pytest.raises(CrfError, match="reads column 1, and tokens have 1"):
        parser.log_z([["Ulm"]])


def test_impossible_input():
    parser = ChartParser(GRAMMARS[0])
    with pytest.raises(CrfError, match="Sentence 2 is empty"):
        parser.log_z([["a"], []])
    with pytest.raises(CrfError, match=r"Sentence 1 has 9,000 tokens, and this grammar can have"):
        parser.log_z([["a"] * 9_000])
    with pytest.raises(CrfError, match="replace one another for ever"):
        ChartParser(parse_grammar('A -> B 0.999999999999999 | "x"\nB -> A'))
    long = [f"W{n} -> {' '.join(f'T{(n * m) % 400}' for m in range(1, 16))}" for n in range(50)]
    large = parse_grammar("\n".join([*long, *(f'T{n} -> "{n}"' for n in range(400))]))
    with pytest.raises(CrfError, match="symbols with those for its long rules, and 500 are"):
        ChartParser(large)


@pytest.mark.parametrize("probability", ["1e-300", "1e-309", "1e-320"])
def test_tiny_probabilities_are_finite_in_logarithms(probability):
    """A warning of numpy fails this test."""
    parser = ChartParser(parse_grammar(f'X -> "rare" {probability} | "x"'))
    log_z, counts = parser.counts([["rare"], ["x"]])
    assert log_z == pytest.approx([np.log(float(probability)), 0.0])
    assert counts == pytest.approx([1.0, 1.0])


def test_tiny_probabilities_of_a_chain_of_symbols_are_multiplied():
    parser = ChartParser(parse_grammar('X -> Y 1e-160 | "x"\nY -> "rare" 1e-155 | "x"'))
    assert parser.log_z([["rare"]]) == pytest.approx([-315 * np.log(10.0)])

"""Grammars that are learned from strings alone, and from strings with brackets.

K. Lari, S. J. Young, "The estimation of stochastic context-free grammars using the inside-outside
algorithm" (1990), learn palindromes; F. Pereira, Y. Schabes, "Inside-outside reestimation from
partially bracketed corpora" (1992), parts of speech with brackets.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from app.lab.corpora.conll2000 import read_part
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.grammars.chart import Bracket, ChartParser
from crfcore.grammars.grammar import WORD, Grammar, Item, Rule, Terminal
from crfcore.grammars.reestimation import Settings, reestimate
from crfcore.text.tag_schemes import spans

SYMBOLS = (2, 3, 4)
"""Letters of the palindromes."""

END = 0.4
"""The probability that a palindrome, of two letters at least, has no further pair of letters."""

STRINGS, NEW_STRINGS = 200, 1_000
"""Palindromes to learn from, and for the figures."""

STARTS = 5

CLOSE = 0.02
"""How far above the entropy, as a fraction of it, a start counts as right."""

SHORT = (2, 4, 6)
"""Lengths of palindromes that are learned first, and then longer ones with them."""

SHORT_SETTINGS = Settings(pseudo_count=0.0, max_iterations=20, delta=2e-5)

SETTINGS = Settings(pseudo_count=0.0, max_iterations=80, delta=2e-5)

BETWEEN, AFTER = 0.05, 1e-6
"""Shares of equal probabilities that rules get, so that one without a count may have some later,
and a little in new strings."""

LONGEST = 15
SENTENCES, NEW_SENTENCES = 300, 300
"""Sentences of parts of speech, of at most ``LONGEST`` tokens."""

TAG_SYMBOLS = 8
"""Symbols of the grammar of parts of speech; each generates pairs of symbols, and any tag."""

TAG_SETTINGS = Settings(pseudo_count=0.01, max_iterations=30, delta=1e-4)

PAPER = 0.90
"""Cells compatible with brackets by Pereira and Schabes, of air travel questions: at least."""


def palindromes(n_letters: int, n: int, rng: Generator) -> list[list[str]]:
    """Return random palindromes of even length."""
    found = []
    for half in rng.geometric(END, n):
        letters = [f"x{letter}" for letter in rng.integers(n_letters, size=half)]
        found.append(letters + letters[::-1])
    return found


def log_palindrome(n_letters: int, string: Sequence[str]) -> float:
    """Return the logarithm of the probability of a palindrome."""
    half = len(string) // 2
    return float(np.log(END) + (half - 1) * np.log1p(-END) - half * np.log(n_letters))


def free_grammar(n_pairs: int, n_letters: int, rng: Generator) -> Grammar:
    """Return a random grammar of any pairs of symbols.

    ``n_pairs`` symbols generate pairs of symbols, and as many as there are letters generate a
    letter. Lari and Young's palindromes need one symbol, and two for each letter.
    """
    pairs = [f"A{a}" for a in range(n_pairs)]
    singles = [f"B{b}" for b in range(n_letters)]
    names = [*pairs, *singles]
    both: list[tuple[Item, ...]] = [(one, other) for one in names for other in names]
    letters: list[tuple[Item, ...]] = [(Terminal(WORD, f"x{x}"),) for x in range(n_letters)]
    rights = {**dict.fromkeys(pairs, both), **dict.fromkeys(singles, letters)}
    return _random(rights, rng)


def markov_grammar(n_states: int, n_letters: int, rng: Generator) -> Grammar:
    """Return a random hidden Markov model: a grammar of states S, their letters and their next."""
    letters: list[tuple[Item, ...]] = [(Terminal(WORD, f"x{x}"),) for x in range(n_letters)]
    states: list[tuple[Item, ...]] = [(f"S{y}",) for y in range(n_states)]
    rights: dict[str, list[tuple[Item, ...]]] = {"START": states}
    for y in range(n_states):
        rights[f"S{y}"] = [(f"E{y}", f"T{y}"), (f"E{y}",)]
        rights[f"E{y}"] = letters
        rights[f"T{y}"] = states
    return _random(rights, rng)


def states_for(n_rules: int, n_letters: int) -> int:
    """Return the number of states of the hidden Markov model that has about as many rules."""
    # States have n next states, the letters, two rules, and one of the beginning.
    half = (n_letters + 3) / 2
    return max(round(float(np.sqrt(half**2 + n_rules) - half)), 1)


def tag_grammar(tags: Sequence[str], rng: Generator) -> Grammar:
    """Return a random grammar whose symbols generate pairs of symbols, and any tag."""
    names = [f"A{a}" for a in range(TAG_SYMBOLS)]
    right: list[tuple[Item, ...]] = [(one, other) for one in names for other in names]
    right += [(Terminal(WORD, tag),) for tag in tags]
    return _random(dict.fromkeys(names, right), rng)


def _random(rights: dict[str, list[tuple[Item, ...]]], rng: Generator) -> Grammar:
    rules = []
    for left, right in rights.items():
        weights = rng.random(len(right)) + 0.1
        shares = (weights / weights.sum()).tolist()
        rules += [Rule(left, one, share) for one, share in zip(right, shares, strict=True)]
    return Grammar(tuple(rules))


@dataclass(frozen=True, slots=True)
class LearnedGrammarsTable:
    """Nats a palindrome by learned grammars, and cells of derivations of parts of speech."""

    name: str = "lari-young"
    about: str = (
        "Grammars learned from strings (Lari and Young 1990): palindromes, nats a string, by a "
        "grammar and by a hidden Markov model of as many parameters; and parts of speech of "
        "CoNLL-2000, cells of derivations that cross no chunk, learned without and with brackets "
        "(Pereira and Schabes 1992)."
    )
    minutes: float = 4.0
    draws: int = STARTS

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the figures of palindromes, and of parts of speech."""
        starts = range(context.n_seeds(self.draws))
        for n_letters in SYMBOLS:
            strings = f"{n_letters} letters"
            entropy = _entropy(context, n_letters)
            yield Row(f"{strings}: entropy", None, entropy, kind="nats")
            for model in ("grammar", "hidden Markov model"):
                found = [
                    context.outcome(
                        f"{strings}, {model}, start {start}",
                        lambda: _palindrome_outcome(context, n_letters, model, start),  # noqa: B023
                        self.minutes * 0.8 / (6 * len(starts)),
                    )
                    for start in starts
                ]
                best = min(found, key=lambda one: one.figures["learned"])
                yield Row.of(f"{strings}: {model}", None, best, "new", "nats")
                close = sum(one.figures["new"] <= (1.0 + CLOSE) * entropy for one in found)
                yield Row(f"{strings}: {model}, starts within 2%", None, close, kind="count")
        tags = _Tags.read(context)
        for way, paper in (("raw", None), ("brackets", PAPER)):
            outcome = context.outcome(
                f"Parts of speech, {way}",
                lambda: tags.outcome(brackets=way == "brackets"),  # noqa: B023 - called at once
                self.minutes * 0.1,
            )
            yield Row.of(f"parts of speech, {way}: cells", paper, outcome, "cells")
            yield Row.of(f"parts of speech, {way}: nats a token", None, outcome, "nats", "nats")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the starts, and on the data."""
        ours = {row.name: row.ours or 0.0 for row in rows}
        above = ", ".join(
            f"{abs(100 * (ours[f'{n} letters: grammar'] / ours[f'{n} letters: entropy'] - 1)):.1f}"
            for n in SYMBOLS
        )
        return [
            f"Palindromes of even length, {STRINGS} to learn from; nats are of {NEW_STRINGS:,} "
            "others, and the entropy is minus the mean of their log-probability. Grammars have a "
            "symbol for each letter, and two for each that generate any pair of symbols; Lari and "
            "Young's palindromes need one more than the letters. Of "
            f"{STARTS} random starts the one of the highest likelihood is shown. It is {above}% "
            f"from the entropy with {', '.join(map(str, SYMBOLS))} letters.",
            "Strings of at most 2, 4 and 6 letters are learned first. From all at once, most "
            "starts end far above the entropy. The hidden Markov model has as many rules, and "
            "overfits: it is farther from the entropy in new strings than in those it learned.",
            f"Sentences of at most {LONGEST} tokens of the training file, {SENTENCES} to learn "
            f"from and {NEW_SENTENCES} new ones; cells of two tokens or more, but for the whole "
            "sentence, of the best derivation. A cell is compatible if it crosses no chunk. "
            "Pereira and Schabes have brackets of whole trees of questions on air travel.",
        ]


def _counted(context: Context, n: int) -> int:
    return n if context.limit is None else min(n, context.limit)


def _strings(context: Context, n_letters: int) -> tuple[list[list[str]], list[list[str]]]:
    rng = np.random.default_rng(n_letters)
    learned = palindromes(n_letters, _counted(context, STRINGS), rng)
    return learned, palindromes(n_letters, _counted(context, NEW_STRINGS), rng)


def _entropy(context: Context, n_letters: int) -> float:
    new = _strings(context, n_letters)[1]
    return -float(np.mean([log_palindrome(n_letters, string) for string in new]))


def _palindrome_outcome(context: Context, n_letters: int, model: str, start: int) -> Outcome:
    learned, new = _strings(context, n_letters)
    rng = np.random.default_rng(start)
    grammar = free_grammar(2 * n_letters, n_letters, rng)
    if model != "grammar":
        n_states = states_for(len(grammar.rules), n_letters)
        grammar = markov_grammar(n_states, n_letters, rng)
    started = time.perf_counter()
    for length in SHORT:
        short = [string for string in learned if len(string) <= length]
        if short:
            grammar = reestimate(grammar, short, settings=SHORT_SETTINGS).grammar
            grammar = _smoothed(grammar, BETWEEN)
    found = reestimate(grammar, learned, settings=SETTINGS)
    seconds = time.perf_counter() - started
    log_z = ChartParser(_smoothed(found.grammar, AFTER)).log_z(new)
    figures = {"learned": -found.history[-1] / len(learned), "new": -float(log_z.mean())}
    return Outcome(figures, seconds, len(found.history))


def _smoothed(grammar: Grammar, share: float) -> Grammar:
    n_of = {name: sum(rule.left == name for rule in grammar.rules) for name in grammar.symbols}
    return grammar.with_probabilities(
        (1.0 - share) * rule.probability + share / n_of[rule.left] for rule in grammar.rules
    )


@dataclass(frozen=True, slots=True)
class _Tags:
    """Parts of speech of sentences, with their chunks as brackets."""

    learned: list[list[str]]
    new: list[list[str]]
    brackets: list[list[Bracket]]
    new_brackets: list[list[Bracket]]

    @classmethod
    def read(cls, context: Context) -> _Tags:
        """Read short sentences of the training file."""
        text = read_part(context.corpora, "train")
        column = text.table.columns[1]
        sentences, brackets = [], []
        for (first, last), row in zip(
            pairwise(text.table.offsets.tolist()), text.tags, strict=True
        ):
            if 2 <= last - first <= LONGEST:
                sentences.append([column.values[n] for n in column.ids[first:last].tolist()])
                brackets.append(
                    [Bracket(one.start, one.end) for one in spans(row) if one.end > one.start + 1]
                )
        n = _counted(context, SENTENCES)
        end = n + _counted(context, NEW_SENTENCES)
        return cls(sentences[:n], sentences[n:end], brackets[:n], brackets[n:end])

    def outcome(self, *, brackets: bool) -> Outcome:
        """Learn a grammar, and return its share of compatible cells in new sentences."""
        tags = sorted({tag for sentence in self.learned + self.new for tag in sentence})
        grammar = tag_grammar(tags, np.random.default_rng(0))
        started = time.perf_counter()
        given = self.brackets if brackets else None
        found = reestimate(grammar, self.learned, given, settings=TAG_SETTINGS)
        seconds = time.perf_counter() - started
        parser = ChartParser(found.grammar)
        right, total = 0, 0
        for sentence, chunks in zip(self.new, self.new_brackets, strict=True):
            cells = np.array([node[1:3] for node in parser.best(sentence).nodes])
            lengths = cells[:, 1] - cells[:, 0]
            cells = cells[(lengths > 1) & (lengths < len(sentence))]
            right += int(np.count_nonzero(~_crosses(cells, chunks)))
            total += len(cells)
        n_tokens = sum(map(len, self.new))
        nats = -float(parser.log_z(self.new).sum()) / n_tokens
        figures = {"cells": right / max(total, 1), "nats": nats}
        return Outcome(figures, seconds, len(found.history))


def _crosses(cells: NDArray[np.int64], chunks: Sequence[Bracket]) -> NDArray[np.bool_]:
    """Return which cells, rows of a start and an end, cross a chunk."""
    found = np.zeros(len(cells), np.bool_)
    for start, end, _ in chunks:
        first, last = cells[:, 0], cells[:, 1]
        found |= (first < start) & (start < last) & (last < end)
        found |= (start < first) & (first < end) & (end < last)
    return found

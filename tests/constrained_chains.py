"""Small chains under random rules of every kind, and what enumeration says of them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

import numpy as np

from crfcore.constraints import (
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Lexical,
    NeverAdjacent,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    Rule,
    Rules,
    StartsWith,
    ValidScheme,
    WordList,
)
from crfcore.constraints.violations import violations
from crfcore.text.tag_schemes import SCHEMES
from tests.brute_force import path_score

ALPHABETS = (
    ("O", "B-A", "I-A", "B-B", "I-B"),
    ("O", "I-A", "B-A"),
    ("O", "A", "B"),
    ("O", "B-A", "I-A", "E-A", "S-A"),
    ("B-A", "I-A", "B-B"),
)


@dataclass
class ConstrainedChain:
    """One sentence: its words, labels by name, scores, transitions and rules."""

    words: list[str]
    labels: tuple[str, ...]
    scores: np.ndarray
    transitions: np.ndarray
    rules: Rules

    @property
    def offsets(self):
        return np.array([0, len(self.words)])

    def paths_and_scores(self):
        """Return every labelling, and its score less what it costs; −inf where it is forbidden."""
        paths = list(product(range(len(self.labels)), repeat=len(self.words)))
        return paths, np.array([self._score(path) for path in paths])

    def _score(self, path):
        total = path_score(self.scores, self.transitions, path)
        counts = violations(self.rules, [self.labels[y] for y in path], self.words)
        for rule, count in zip(self.rules, counts, strict=True):
            if count:
                total -= np.inf if rule.cost is None else rule.cost * count
        return total


def random_constrained_chain(seed, max_tokens=4, max_rules=4):
    """Make a chain of any kind; its rules may contradict each other."""
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    labels = rng.choice(ALPHABETS)
    n_tokens, n_labels = rng.randint(1, max_tokens), len(labels)
    shape = (n_labels, n_labels) if rng.random() < 0.7 else (n_tokens, n_labels, n_labels)
    rules = [
        Rule(random_kind(rng, labels, n_tokens), cost=rng.choice([None, None, 0.5, 3.0]))
        for _ in range(rng.randint(1, max_rules))
    ]
    return ConstrainedChain(
        [rng.choice("abc") for _ in range(n_tokens)],
        labels,
        numbers.normal(size=(n_tokens, n_labels)) * rng.choice([0, 1, 5, 300]),
        numbers.normal(size=shape) * rng.choice([1, 5, 100]),
        Rules(rules),
    )


def random_kind(rng, labels, n_tokens):
    """Return a rule of any kind that the automaton route takes."""
    types = sorted({label[2:] if label[1:2] == "-" else label for label in labels} - {"O"})
    units = [*types, *labels]

    def unit():
        return rng.choice(units)

    def span(kind):
        start = rng.randrange(n_tokens)
        return kind(start, rng.randint(start + 1, n_tokens), rng.choice(types))

    def count():
        least, most = sorted([rng.randrange(4), rng.randrange(4)])
        bounds = [(least, None), (None, most), (least, most), (most, most)]
        bounds += [(10**6, None), (None, 10**6), (1, 10**6)]
        return Count(unit(), *rng.choice(bounds))

    def pattern():
        forms = ["({0} | .)* {1}", ".* {0}{{1,2}} .*", "[^{0}]*", "(. {0}?)+", ".{{2,}} | {1}+"]
        return Pattern(rng.choice(forms).format(unit(), unit()))

    def lexical():
        phrases = [rng.choice(["a b", "b", "c a", "a"]), rng.choice(["a b c", "b c"])]
        matcher = rng.choice([WordList([rng.choice("abc")]), Phrases(phrases)])
        effect = rng.choice(["implies", "allows", "forbids"])
        return Lexical(matcher, effect, [unit()] if effect == "implies" else [unit(), unit()])

    token = rng.randrange(n_tokens)
    makers = (
        lambda: Pin(token, rng.choice(labels)),
        lambda: OneOf(token, rng.sample(units, 2)),
        lambda: NoneOf(token, [unit()]),
        lambda: span(FixedSpan),
        lambda: span(NotSpan),
        lambda: FollowedBy(unit(), unit()),
        lambda: NotFollowedBy(unit(), unit()),
        lambda: StartsWith(unit()),
        lambda: EndsWith(unit()),
        lambda: NeverAdjacent(unit(), unit()),
        lambda: ValidScheme(rng.choice(SCHEMES)),
        count,
        lambda: Implies(unit(), unit(), rng.random() < 0.5),
        lambda: NotAfter(unit(), unit()),
        pattern,
        lexical,
    )
    return rng.choice(makers)()

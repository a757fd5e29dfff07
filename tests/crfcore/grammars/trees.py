"""All derivations of short strings, by recursion: the slow twin of charts."""

from __future__ import annotations

import numpy as np

from crfcore.grammars.grammar import Terminal
from crfcore.grammars.matching import TerminalMatcher, columns_of


def derivations(grammar, tokens, symbol=None, start=0, end=None, depth=0):
    """Yield (probability, nodes) of each derivation; unit rules may repeat a few times only."""
    end = len(tokens) if end is None else end
    symbol = grammar.start if symbol is None else symbol
    if depth > 2 * len(tokens) + 4:
        return
    for number, rule in enumerate(grammar.rules):
        if rule.left == symbol and rule.probability > 0.0:
            for p, nodes in _of_items(grammar, tokens, rule.right, start, end, depth + 1):
                yield rule.probability * p, [(symbol, start, end, number), *nodes]


def _of_items(grammar, tokens, items, start, end, depth):
    if len(items) > end - start:
        return
    if not items:
        if start == end:
            yield 1.0, []
        return
    first, rest = items[0], items[1:]
    ends = range(start + 1, end - len(rest) + 1) if rest else [end]
    for middle in ends:
        if isinstance(first, Terminal):
            heads = [(1.0, [])] if middle == start + 1 and _is(first, tokens[start]) else []
        else:
            heads = derivations(grammar, tokens, first, start, middle, depth)
        for p, nodes in heads:
            for q, more in _of_items(grammar, tokens, rest, middle, end, depth):
                yield p * q, [*nodes, *more]


def _is(terminal, token):
    return bool(TerminalMatcher([(terminal, "")]).matches(*columns_of([[token]]))[0, 0])


def twin(grammar, tokens):
    """Return P(tokens), the expected counts of rules, and the best probability."""
    total, best = 0.0, 0.0
    counts = np.zeros(len(grammar.rules))
    for p, nodes in derivations(grammar, tokens):
        total += p
        best = max(best, p)
        for node in nodes:
            counts[node[3]] += p
    return total, counts / total if total else counts, best

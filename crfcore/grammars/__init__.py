"""Stochastic context-free grammars: texts of rules, charts, estimation, and spans in sentences.

Names are imported on first use, so that reading a text of rules does not load the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crfcore.grammars.chart import Bracket, ChartParser, Node, Parse
    from crfcore.grammars.grammar import Grammar, Rule, Terminal
    from crfcore.grammars.grammar_text import parse_grammar
    from crfcore.grammars.islands import FoundSpan, Islands
    from crfcore.grammars.known_spans import Known, known_from
    from crfcore.grammars.reestimation import Reestimated, Settings, reestimate

__all__ = [
    "Bracket",
    "ChartParser",
    "FoundSpan",
    "Grammar",
    "Islands",
    "Known",
    "Node",
    "Parse",
    "Reestimated",
    "Rule",
    "Settings",
    "Terminal",
    "known_from",
    "parse_grammar",
    "reestimate",
]

_HOMES = {
    "Bracket": "chart",
    "ChartParser": "chart",
    "FoundSpan": "islands",
    "Grammar": "grammar",
    "Islands": "islands",
    "Known": "known_spans",
    "Node": "chart",
    "Parse": "chart",
    "Reestimated": "reestimation",
    "Rule": "grammar",
    "Settings": "reestimation",
    "Terminal": "grammar",
    "known_from": "known_spans",
    "parse_grammar": "grammar_text",
    "reestimate": "reestimation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crfcore.grammars' has no attribute {name!r}")
    return getattr(import_module(f"crfcore.grammars.{_HOMES[name]}"), name)

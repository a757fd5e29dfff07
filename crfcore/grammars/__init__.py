"""Stochastic context-free grammars: texts of rules, charts, estimation, and spans in sentences."""

from __future__ import annotations

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

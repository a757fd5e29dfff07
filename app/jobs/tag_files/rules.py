"""Rules for tagging, from a JSON file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from app.jobs.patterns.word_patterns import with_listed_words
from crfcore.constraints.json_files import RulesFile, parse_rules
from crfcore.constraints.kinds import Lexical, SameWordSameLabel
from crfcore.constraints.rules import Rules
from crfcore.constraints.wording import tokens_of
from crfcore.errors import CrfError, DataError, shown
from crfcore.text.lines import read_text

if TYPE_CHECKING:
    from crfcore.estimator.text_rules import TextRules

Words = Sequence[Sequence[str]]

_RULES = re.compile(r'\ufeff?\s*\{\s*"(format|version|rules|sentences)"\s*:')


def holds_rules(text: str, path: Path) -> bool:
    """Return whether a file of constraints has rules, not a line for each token."""
    return path.suffix.lower() == ".json" or _RULES.match(text) is not None


@dataclass(frozen=True, slots=True, eq=False)
class RulesOfText:
    """The rules of each sentence of a text; ``words`` if the rules are about words."""

    path: Path
    rules: list[Rules]
    words: Words | None

    def of(self, first: int, last: int) -> TextRules:
        """Return the rules of sentences ``first`` … ``last`` − 1 for a model."""
        from crfcore.estimator.text_rules import TextRules

        words = None if self.words is None else self.words[first:last]
        rules = self.rules[first:last]
        # Shared rules are compiled once.
        is_same = all(one is rules[0] for one in rules)
        return TextRules(rules[0] if is_same else rules, words=words)


def read_rules_of_text(path: Path, words: Words) -> RulesOfText:
    """Read a JSON file of rules for a text with these words; see `rules_of_text`."""
    return rules_of_text(read_text(path), path, words)


def rules_of_text(content: str, path: Path, words: Words) -> RulesOfText:
    """Parse JSON rules for a text with these words; ``path`` is that of their file.

    DataError for what cannot be parsed or doesn't fit the text; see
    `crfcore.constraints.json_files`.
    """
    return rules_as_read(parse_rules(content, path), path, words)


def rules_as_read(found: RulesFile, path: Path, words: Words) -> RulesOfText:
    """Return the rules of a file that was read, for a text with these words."""
    try:
        general = with_listed_words(found.rules, chain.from_iterable(words))
        rules = [general] * len(words)
        for number, own in found.sentences.items():
            _check_sentence(number, len(words), path)
            _check_tokens(own, number, len(words[number]), path)
            rules[number] = general + with_listed_words(own, words[number])
    except CrfError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(str(error), path=path) from None
    about_words = any(_is_about_words(one) for one in (general, *found.sentences.values()))
    return RulesOfText(path, rules, words if about_words else None)


def _is_about_words(rules: Rules) -> bool:
    return any(isinstance(rule.kind, Lexical | SameWordSameLabel) for _, rule in rules.in_force())


def _check_sentence(number: int, n_sentences: int, path: Path) -> None:
    if number >= n_sentences:
        raise DataError(
            f"Rules are found for sentence {number}; counted from 0, the text has the sentences "
            f"0 to {n_sentences - 1:,}.",
            path=path,
        )


def _check_tokens(rules: Rules, sentence: int, n_tokens: int, path: Path) -> None:
    for _, rule in rules.in_force():
        # Not one by one: a file may name any number.
        last = tokens_of(rule).stop - 1
        if last >= n_tokens:
            raise DataError(
                f"The rules of sentence {sentence} name token {shown(last)}; counted from 0, the "
                f"sentence has the tokens 0 to {n_tokens - 1}.",
                path=path,
            )

"""The argument `rules`, checked, with the words of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.constraints.compiled import Compiled, compile_rules
from crfcore.constraints.compiled_text import compile_text
from crfcore.constraints.integer import SECONDS
from crfcore.constraints.kinds import KINDS, MAX_STATES, Lexical, SameWordSameLabel
from crfcore.constraints.matching import Matches, WordColumn
from crfcore.constraints.rules import LARGEST_COST, Rule, Rules
from crfcore.errors import CrfError, DataError, shown
from crfcore.estimator.extractors import Extractor, table_of
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.token_attributes import TokenAttributes
from crfcore.messages import counted, there_are

Words: TypeAlias = Sequence[Sequence[str]]


class NotAtOnceError(CrfError):
    """A prediction under rules would be slow.

    Parameters
    ----------
    sentence : int
        Counted from 0.
    """

    def __init__(self, sentence: int) -> None:
        super().__init__(
            f"The rules take more than a moment in sentence {sentence + 1:,}; ask again without "
            "at_once."
        )


@dataclass(frozen=True, slots=True, eq=False)
class TextRules:
    """Rules for some sentences, with words, matches and limits.

    Attributes
    ----------
    rules : Rules, or sequence of Rules or None
        The same for all sentences, or one for each.
    words : sequences of str, optional
        The tokens' texts by sentence, for rules about words. By default the first column of a
        table, or of lists of fields.
    matches : sequence of mappings, optional
        For each sentence known matches of matchers; see `crfcore.constraints.matching`.
    max_states : int
        Maximum of states of an automaton before rules are left to the integer program.
    lenient : bool
        Whether unknown names are labels that never occur; otherwise they are errors.
    time_limit : float or None
        Seconds of the integer program for a sentence.
    regular_only : bool
        Whether a training ignores rules that need the integer program in partly labelled sentences;
        otherwise they are an error.
    at_once : bool
        Whether slow predictions raise `NotAtOnceError`: those that need the integer program, or
        that cannot satisfy all rules.
    """

    rules: Rules | Sequence[Rules | None]
    words: Words | None = None
    matches: Sequence[Matches | None] | None = None
    max_states: int = MAX_STATES
    lenient: bool = False
    time_limit: float | None = SECONDS
    regular_only: bool = False
    at_once: bool = False


def hard_rules(rules: Rules) -> Rules:
    """Return the hard ones among rules that are on."""
    return Rules(rule for _, rule in rules.in_force() if rule.hard)


def text_rules(rules: Any) -> TextRules:
    """Return rules as `TextRules`."""
    return rules if isinstance(rules, TextRules) else TextRules(rules)


def checked_words(
    asked: TextRules,
    by_sentence: Rules | list[Rules | None],
    sentences: Any,
    offsets: OffsetArray,
    extractor: Extractor,
) -> Words | None:
    """Return the words of all sentences, where rules need or provide them.

    Raises
    ------
    DataError
        Sentences and words do not match; names the sentence.
    """
    words = asked.words
    if words is None and _has_lexical_rules(by_sentence):
        words = words_of(sentences, extractor)
    if words is not None:
        _check_words(words, offsets)
    return words


def rules_by_sentence(rules: Any, n_sentences: int) -> Rules | list[Rules | None]:
    """Return one for all sentences, or one for each."""
    kinds = (Rule, *KINDS.values())
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str) or not isinstance(rules, Iterable):
        raise CrfError(
            f"rules={shown(rules)} is not possible; give Rules([…]), or a list of these, one for "
            "each sentence."
        )
    listed: list[Any] = list(rules)
    if listed and all(isinstance(one, kinds) for one in listed):
        return Rules(listed)
    if len(listed) != n_sentences:
        raise CrfError(
            f"{there_are(n_sentences, 'sentence')}, and rules for {len(listed):,}; give one Rules "
            "for all, or a list with an entry for each sentence."
        )
    for number, one in enumerate(listed):
        if one is not None and not isinstance(one, Iterable):
            raise CrfError(
                f"The rules of sentence {number + 1} are {shown(one)}; give Rules([…]), or None."
            )
    return [None if one is None else Rules(one) for one in listed]


def divided(rules: Rules | list[Rules | None], temperature: float) -> Rules | list[Rules | None]:
    """Return rules whose costs are divided by a temperature, as all scores are."""

    def divided(own: Rules) -> Rules:
        return Rules(
            # Beyond the limit, violations have the probability 0.
            rule
            if rule.cost is None
            else replace(rule, cost=min(rule.cost / temperature, LARGEST_COST))
            for rule in own
        )

    if temperature == 1.0:
        return rules
    if isinstance(rules, Rules):
        return divided(rules)
    return [None if one is None else divided(one) for one in rules]


def _has_lexical_rules(rules: Rules | list[Rules | None]) -> bool:
    lists = [rules] if isinstance(rules, Rules) else [one for one in rules if one]
    about_words = (Lexical, SameWordSameLabel)
    return any(isinstance(rule.kind, about_words) for one in lists for _, rule in one.in_force())


def words_of(sentences: Any, extractor: Extractor) -> Words | None:
    """Return the words of sentences, their first column; None if they have no columns."""
    if isinstance(extractor, TemplateExtractor) and not isinstance(sentences, TokenAttributes):
        sentences = table_of(sentences, extractor)
    if not isinstance(sentences, ColumnTable):
        return None
    ids, values = sentences.columns[0]
    return WordColumn(ids, values, sentences.offsets)


def _check_words(words: Words, offsets: OffsetArray) -> None:
    if isinstance(words, WordColumn) and np.array_equal(words.offsets, offsets):
        return
    lengths = np.diff(offsets).tolist()
    if len(words) != len(lengths):
        raise DataError(
            f"{there_are(len(lengths), 'sentence')}, and words for {len(words):,}; each needs "
            "its own."
        )
    for sentence, (own, length) in enumerate(zip(words, lengths, strict=True)):
        if len(own) != length:
            raise DataError(
                f"Sentence {sentence + 1} has {counted(length, 'token')} and "
                f"{counted(len(own), 'word')}; each token needs one."
            )


def compiled_rules(
    requested: TextRules,
    by_sentence: Rules | list[Rules | None],
    labels: Sequence[str],
    offsets: OffsetArray,
    words: Sequence[Sequence[str]] | None,
) -> Sequence[Compiled | None]:
    """Return the compiled rules of each sentence.

    Parameters
    ----------
    requested : TextRules
    by_sentence : Rules, or list of Rules or None
        Of `rules_by_sentence`.
    labels : sequence of str
    offsets : (N + 1,) array
    words : sequence of sequences of str, optional
        Of `checked_words`.
    """
    options: dict[str, Any] = {"max_states": requested.max_states, "lenient": requested.lenient}
    matches = requested.matches
    if isinstance(by_sentence, Rules):
        return compile_text(by_sentence, labels, offsets, words, matches, **options)
    return [
        compile_rules(
            rules,
            labels,
            length,
            None if words is None else words[sentence],
            None if matches is None else matches[sentence],
            **options,
        )
        if rules and length
        else None
        for sentence, (rules, length) in enumerate(
            zip(by_sentence, np.diff(offsets).tolist(), strict=True)
        )
    ]

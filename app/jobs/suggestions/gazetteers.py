"""Matches of gazetteers and grammars, and their proposals while little is labelled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed, find_alike
from app.domain.proposals import LISTED_PROBABILITY, NO_TAG
from app.jobs.data.snapshot import ProjectText, tokens_at, words_at
from app.jobs.gazetteers.grammars import are_compiled, spans_of, spans_where_possible
from app.jobs.gazetteers.phrase_lists import is_ready, phrase_list
from app.jobs.rules.conversion import active_rules
from app.jobs.suggestions.propose import ProposedTags, Sentences
from crfcore.errors import CrfError
from crfcore.text.tag_schemes import OUTSIDE, Span, continues, encode, spans

ListedSpan = tuple[Span, float]
"""A span with its probability."""


def count_matches(
    listed: Listed,
    text: ProjectText,
    visible: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> int | str:
    """Return the number of matches of a gazetteer in some sentences of a project.

    A text instead says why a grammar cannot be used. TrainingCancelled if cancelled.
    """
    from crfcore.features.column_table import Column

    if listed.is_grammar:
        try:
            return len(spans_of(listed, text, visible, cancelled))
        except CrfError as error:
            return str(error)
    column = Column(text.columns[0], text.words)
    marks, found = phrase_list(listed).marks(column, text.offsets)
    if len(visible) == len(text.offsets) - 1:
        return found
    seen = marks[tokens_at(text.offsets, visible)]
    return int(np.count_nonzero((seen >= 0) & (seen % 2 == 0)))


@dataclass(frozen=True, slots=True, eq=False)
class ListedModel:
    """Gazetteers and grammars as a model, the first ones with priority."""

    lists: tuple[Listed, ...]
    scheme: str
    is_calibrated: ClassVar[bool] = False

    @property
    def ready(self) -> bool:
        """Whether all lists are compiled, so that proposing is fast; with a grammar it is not."""
        return are_ready(self.lists)


def are_ready(lists: Sequence[Listed]) -> bool:
    """Return whether gazetteers are compiled, so that finding is fast; with a grammar it is not."""
    return not any(one.is_grammar for one in lists) and all(map(is_ready, lists))


class ListedSpans:
    """Finds the spans of gazetteers and grammars, and keeps them: labels do not change them."""

    def __init__(self) -> None:
        self._lists: tuple[Listed, ...] = ()
        self._text: ProjectText | None = None
        self._known: dict[int, list[ListedSpan]] = {}
        self._lock = threading.Lock()

    def of(
        self, lists: tuple[Listed, ...], sentences: Sentences, *, at_once: bool = False
    ) -> list[list[ListedSpan]] | None:
        """Return the spans of each sentence; None if ``at_once`` and that takes too long."""
        wanted = sentences.sentence_indices.tolist()
        if not lists:
            return [[] for _ in wanted]
        known = self._known_in(lists, sentences.text)
        new = [one for one in wanted if one not in known]
        if not new:
            return [known[one] for one in wanted]
        if at_once and not are_ready(lists):
            return None
        compiled = are_compiled(lists)
        found = dict(zip(new, _spans(lists, sentences.text, new), strict=True))
        if compiled:
            known.update(found)
        return [found[one] if one in found else known[one] for one in wanted]

    def _known_in(
        self, lists: tuple[Listed, ...], text: ProjectText
    ) -> dict[int, list[ListedSpan]]:
        with self._lock:
            same_text = self._text is not None and self._text.same_as(text)
            if not same_text or not find_alike(self._lists, lists):
                self._lists, self._text, self._known = lists, text, {}
            return self._known


def with_listed(
    proposed: ProposedTags, sentences: Sentences, found: Sequence[Sequence[ListedSpan]]
) -> ProposedTags:
    """Add the spans of gazetteers and grammars to the proposals of a model.

    Of a listed span and those of the model that overlap it, the more probable one stays; a span of
    the model is as probable as its least probable token. Not added are listed spans that overlap a
    span with a token that a person has labelled, contradict a label, would continue another span or
    violate a hard rule, or have no label of the project.
    """
    if not any(found):
        return proposed
    adding = _Adding(proposed, sentences)
    # Words are for rules only: this runs while a key is handled.
    words = words_at(sentences.text, sentences.sentence_indices) if adding.rules else None
    for number, (start, end) in enumerate(pairwise(_offsets(sentences).tolist())):
        if found[number]:
            adding.add(slice(start, end), words[number] if words else (), found[number])
    return replace(
        proposed, tags=adding.tags, probabilities=adding.probabilities, listed=adding.listed
    )


class _Adding:
    """Writes listed spans into the proposals of a model, sentence by sentence."""

    def __init__(self, proposed: ProposedTags, sentences: Sentences) -> None:
        self.tags, self.probabilities = proposed.tags.copy(), proposed.probabilities.copy()
        self.listed = np.zeros(len(self.tags), np.bool_)
        self._sentences = sentences
        self._ids = _ids(sentences)
        self._sets: list[int] = sentences.tag_sets.tolist()
        hard = tuple(rule for rule in sentences.rules if rule.hard)
        self.rules = active_rules(hard) if hard else None

    def add(self, at: slice, words: Sequence[str], found: Sequence[ListedSpan]) -> None:
        """Add spans to the sentence of the tokens ``at``."""
        known = self._sentences.tags
        names = [OUTSIDE if tag == NO_TAG else known[tag] for tag in self.tags[at].tolist()]
        for span, probability in found:
            after = self._names_with(span, probability, names, at.start)
            if after is not None and not self._violates(names, after, words):
                self._write(span, probability, (names, after), at.start)
                names = after

    def _names_with(
        self, span: Span, probability: float, names: list[str], base: int
    ) -> list[str] | None:
        """Return the tags of a sentence with one more span, None if others have priority."""
        scheme = self._sentences.scheme
        own = encode([Span(0, span.end - span.start, span.label)], span.end - span.start, scheme)
        if not all(self._may_be(base + span.start + n, name) for n, name in enumerate(own)):
            return None
        after = list(names)
        for other in spans(names, scheme):
            if other.start < span.end and span.start < other.end:
                there = slice(base + other.start, base + other.end)
                least = self.probabilities[there].min()
                if self._sentences.tag_sets[there].any() or least >= probability:
                    return None
                after[other.start : other.end] = [OUTSIDE] * (other.end - other.start)
        after[span.start : span.end] = own
        touches = (span.start, span.end)
        if any(0 < t < len(after) and continues(after[t - 1], after[t]) for t in touches):
            return None
        return after

    def _may_be(self, token: int, name: str) -> bool:
        tag, tag_set = self._ids.get(name), self._sets[token]
        return tag is not None and (not tag_set or tag in self._sentences.members[tag_set])

    def _violates(self, names: list[str], after: list[str], words: Sequence[str]) -> bool:
        """Return whether a hard rule has more violations afterwards."""
        if self.rules is None:
            return False
        from crfcore.constraints.violations import violations

        rules, matches = self.rules.rules, self.rules.matches(words)
        counts = (violations(rules, labels, words, matches) for labels in (names, after))
        return any(new > old for old, new in zip(*counts, strict=True))

    def _write(
        self, span: Span, probability: float, names: tuple[list[str], list[str]], base: int
    ) -> None:
        for token, (old, new) in enumerate(zip(*names, strict=True)):
            if span.start <= token < span.end:
                self.tags[base + token] = self._ids[new]
            elif old != new:  # of a span of the model that has yielded
                self.tags[base + token] = NO_TAG
        own = slice(base + span.start, base + span.end)
        self.probabilities[own], self.listed[own] = probability, True


def propose_listed(
    model: ListedModel,
    sentences: Sentences,
    found: Sequence[Sequence[ListedSpan]] | None = None,
) -> ProposedTags:
    """Propose the phrases of gazetteers with their labels, and nothing for other words.

    Spans of grammars have their probabilities. Phrases without a label of the project, and labels
    that contradict a person's, are not proposed, nor is anything by a grammar that cannot be used.
    ``found`` are the spans of each sentence, None to find them.
    """
    if found is None:
        found = list(_spans(model.lists, sentences.text, sentences.sentence_indices.tolist()))
    ids, offsets = _ids(sentences), _offsets(sentences)
    tags = np.full(offsets[-1], NO_TAG, np.int32)
    probabilities = np.full(offsets[-1], LISTED_PROBABILITY, np.float32)
    for start, own, n_tokens in zip(
        offsets[:-1].tolist(), found, np.diff(offsets).tolist(), strict=True
    ):
        names = encode([span for span, _ in own], n_tokens, model.scheme)
        for span, probability in own:
            for at in range(span.start, span.end):
                tags[start + at] = ids.get(names[at], NO_TAG)
            probabilities[start + span.start : start + span.end] = probability
    for number, members in sentences.members.items():
        bound = sentences.tag_sets == number
        tags[bound & ~np.isin(tags, members)] = NO_TAG
    return ProposedTags(tags, probabilities)


def _ids(sentences: Sentences) -> dict[str, int]:
    """Return the tags that may be proposed, by name."""
    return {name: tag for tag, name in enumerate(sentences.tags) if tag not in sentences.gone}


def _offsets(sentences: Sentences) -> NDArray[np.int64]:
    lengths = np.diff(sentences.text.offsets)[sentences.sentence_indices]
    return np.concatenate([[0], np.cumsum(lengths)])


def _spans(
    lists: Sequence[Listed], text: ProjectText, sentence_indices: Sequence[int]
) -> Iterator[list[ListedSpan]]:
    """Yield the spans of each sentence, with probabilities."""
    at = np.array(sentence_indices, np.int64)
    by_grammar = [_spans_of_grammar(one, text, at) if one.is_grammar else {} for one in lists]
    for number, words in enumerate(words_at(text, at)):
        taken = [False] * len(words)
        spans_here: list[ListedSpan] = []
        for listed, found in zip(lists, by_grammar, strict=True):
            own = (
                found.get(number, [])
                if listed.is_grammar
                else [(Span(*one), LISTED_PROBABILITY) for one in phrase_list(listed).find(words)]
            )
            for span, probability in own:
                if span.label and not any(taken[span.start : span.end]):
                    taken[span.start : span.end] = [True] * (span.end - span.start)
                    spans_here.append((span, probability))
        yield spans_here


def _spans_of_grammar(
    listed: Listed, text: ProjectText, sentence_indices: NDArray[np.int64]
) -> dict[int, list[ListedSpan]]:
    """Return the spans of a grammar by the number of the sentence; none if it cannot be used."""
    by_sentence: dict[int, list[ListedSpan]] = {}
    try:
        found = spans_where_possible(listed, text, sentence_indices)
    except CrfError:
        return by_sentence  # the panel of gazetteers shows it
    for one in found:
        # The probability of gazetteers tells that a suggestion is theirs.
        probability = float(np.float32(one.probability))
        if probability == LISTED_PROBABILITY:
            probability = float(np.nextafter(np.float32(probability), np.float32(1.0)))
        by_sentence.setdefault(one.sentence, []).append(
            (Span(one.start, one.end, one.symbol), probability)
        )
    return by_sentence

"""Confirmed phrases of a document as soft evidence for its other sentences.

If a person labels "Springer Verlag" as ORG, the same words in other sentences of the document are
probably an ORG, too: the tag that each of these tokens would have gets a higher score. This is a
soft rule ``Lexical(Phrases(...), "implies", "ORG")`` with a cost for each token.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.text.tag_schemes import OUTSIDE, Span, encode, spans

USUAL_COST = 4.0
"""Cost of a token, in nats, until there are counts."""

LEAST_CASES = 20
"""Cases below which counts are not used."""

GREATEST_COST = 6.0


class Match(NamedTuple):
    """An occurrence of a confirmed phrase: tokens ``start`` to ``end`` (exclusive) of the text."""

    start: int
    end: int
    type: str


def phrase_cost(again: int, otherwise: int) -> float:
    """Return the cost of each token of a phrase that is not labelled as it was confirmed.

    log((again + ½)/(otherwise + ½)), from 0 to 6; 4 if there are fewer than 20 cases.

    Parameters
    ----------
    again, otherwise : int
        Occurrences of confirmed phrases that have the same type and borders, and others.
    """
    if again + otherwise < LEAST_CASES:
        return USUAL_COST
    return min(max(log((again + 0.5) / (otherwise + 0.5)), 0.0), GREATEST_COST)


@dataclass(slots=True)
class ConfirmedPhrases:
    """The confirmed spans of one document, and their occurrences.

    Parameters
    ----------
    forms : int32 (T,)
        The form of each token; tokens of equal numbers are the same word.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    scheme : str
        The scheme of the tags; see `crfcore.text.tag_schemes`.
    """

    forms: IdArray
    offsets: OffsetArray
    scheme: str
    _spans: dict[int, list[tuple[tuple[int, ...], str]]] = field(default_factory=dict)
    _types: dict[tuple[int, ...], dict[str, int]] = field(default_factory=dict)
    _lengths: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """The lengths of the phrases that begin with a form: how many phrases have each."""

    def confirm(self, sentence: int, tags: Sequence[str | None]) -> set[int]:
        """Replace the confirmed tags of a sentence, and return what changed.

        Parameters
        ----------
        sentence : int
        tags : sequence of str or None
            None for open tokens.

        Returns
        -------
        set of int
            First words of the phrases that are confirmed more or less often than before.
        """
        start = int(self.offsets[sentence])
        forms = self.forms[start : int(self.offsets[sentence + 1])].tolist()
        new = [
            (tuple(forms[span.start : span.end]), span.label)
            for span in spans([tag or OUTSIDE for tag in tags], self.scheme)
        ]
        old = self._spans.get(sentence, [])
        if new == old:
            return set()
        self._spans[sentence] = new
        changes = Counter(new)
        changes.subtract(old)
        for (phrase, label), change in changes.items():
            self._count(phrase, label, change)
        return {phrase[0] for (phrase, _), change in changes.items() if change}

    def _count(self, phrase: tuple[int, ...], label: str, change: int) -> None:
        if not change:
            return
        if phrase not in self._types:
            self._lengths[phrase[0]][len(phrase)] += 1
        types = self._types.setdefault(phrase, {})
        types[label] = types.get(label, 0) + change
        if not types[label]:
            del types[label]
        if not types:
            del self._types[phrase]
            self._forget_length(phrase)

    def _forget_length(self, phrase: tuple[int, ...]) -> None:
        lengths = self._lengths[phrase[0]]
        lengths[len(phrase)] -= 1
        if not lengths[len(phrase)]:
            del lengths[len(phrase)]
        if not lengths:
            del self._lengths[phrase[0]]

    def type_for(self, sentence: int, phrase: tuple[int, ...]) -> str | None:
        """Return the type of a phrase that is confirmed in other sentences.

        "" if it has several, None if it has none.
        """
        types = self._types.get(phrase)
        if types is None:
            return None
        own = [label for one, label in self._spans.get(sentence, ()) if one == phrase]
        left = [label for label, count in types.items() if count > own.count(label)]
        if not left:
            return None
        return left[0] if len(left) == 1 else ""

    def confirmed_in(self, phrase: tuple[int, ...], label: str) -> list[int]:
        """Return the sentence of each span that is confirmed with a type, in increasing order."""
        span = (phrase, label)
        return [at for at in sorted(self._spans) for one in self._spans[at] if one == span]

    def sentences_with(self, first_words: set[int]) -> OffsetArray:
        """Return the sentences in which some words occur, in increasing order."""
        if not first_words:
            return np.zeros(0, np.int64)
        tokens = np.flatnonzero(np.isin(self.forms, list(first_words)))
        return np.unique(np.searchsorted(self.offsets, tokens, side="right") - 1)

    def sentences_to_search(self) -> OffsetArray:
        """Return the sentences in which a word occurs that begins a confirmed phrase, in order."""
        return self.sentences_with(set(self._lengths))

    def matches(self, sentence: int) -> Iterator[Match]:
        """Yield the occurrences of confirmed phrases in a sentence, from left to right.

        Only those count that are confirmed in another sentence. Of several that begin at a token
        the longest counts; it says nothing if it was confirmed with two types.
        """
        start, stop = self.offsets[sentence : sentence + 2].tolist()
        forms = self.forms[start:stop].tolist()
        end = 0
        for at, form in enumerate(forms):
            if at < end or form not in self._lengths:
                continue
            for length in sorted(self._lengths[form], reverse=True):
                phrase = tuple(forms[at : at + length])
                is_whole = len(phrase) == length  # not cut by the end of the sentence
                label = self.type_for(sentence, phrase) if is_whole else None
                if label is None:
                    continue
                if label:
                    yield Match(start + at, start + at + length, label)
                end = at + length
                break


@dataclass(slots=True)
class SuggestedSpans:
    """The spans of several tokens that a model suggests by itself; other names do not break them.

    "York", confirmed as a person, says nothing about the suggested company "Bank of York".

    Parameters
    ----------
    suggested : int32 (T,)
        Numbers of the labels that the model suggests without phrases and ties.
    labels : sequence of str
    offsets, scheme
        See `ConfirmedPhrases`.
    """

    suggested: IdArray
    labels: Sequence[str]
    offsets: OffsetArray
    scheme: str
    _longer: dict[int, list[Span]] = field(default_factory=dict)
    """By sentence: spans of several tokens, numbered in the text."""

    def without_parts(
        self, sentence: int, matches: Sequence[Match], confirmed: IdArray
    ) -> list[Match]:
        """Return the matches that are not part of a longer suggested span.

        Parameters
        ----------
        sentence : int
        matches : sequence of Match
            Of this sentence.
        confirmed : int32 (n,)
            Its confirmed labels, -1 for open tokens; they may contradict what is suggested.
        """
        if not matches:
            return []
        longer = self.agreeing(sentence, confirmed)
        return [match for match in matches if not any(_is_part(match, span) for span in longer)]

    def agreeing(self, sentence: int, confirmed: IdArray) -> list[Span]:
        """Return the spans of a sentence that its confirmed labels do not contradict."""
        return [span for span in self._spans(sentence) if self._agrees(span, sentence, confirmed)]

    def contradicted(self, sentence: int, confirmed: IdArray, messages: FloatArray) -> list[Span]:
        """Return the spans of which messages (n, L) favour another label for some token."""
        start = int(self.offsets[sentence])
        found = []
        for span in self.agreeing(sentence, confirmed):
            rows = messages[span.start - start : span.end - start]
            own = rows[np.arange(len(rows)), self.suggested[span.start : span.end]]
            if np.any(rows.max(axis=1) > own):
                found.append(span)
        return found

    def broken_by(self, labels: IdArray, sentence: int, longer: Sequence[Span]) -> list[Span]:
        """Return the spans within which a span of other labels (n,) of the sentence has a border.

        A span that has another type as a whole, or none, is not broken.
        """
        start = int(self.offsets[sentence])
        tags = [self.labels[label] for label in labels.tolist()]
        borders = {
            start + border for one in spans(tags, self.scheme) for border in (one.start, one.end)
        }
        return [
            span
            for span in longer
            if any(border in borders for border in range(span.start + 1, span.end))
        ]

    def _spans(self, sentence: int) -> list[Span]:
        if sentence not in self._longer:
            start, stop = self.offsets[sentence : sentence + 2].tolist()
            tags = [self.labels[label] for label in self.suggested[start:stop].tolist()]
            self._longer[sentence] = [
                Span(start + span.start, start + span.end, span.label)
                for span in spans(tags, self.scheme)
                if span.end - span.start > 1
            ]
        return self._longer[sentence]

    def _agrees(self, span: Span, sentence: int, confirmed: IdArray) -> bool:
        start = int(self.offsets[sentence])
        known = confirmed[span.start - start : span.end - start].tolist()
        own = self.suggested[span.start : span.end].tolist()
        return all(label in (-1, one) for label, one in zip(known, own, strict=True))


def _is_part(match: Match, span: Span) -> bool:
    is_longer = span.end - span.start > match.end - match.start
    return is_longer and span.start <= match.start and match.end <= span.end


def phrase_scores(
    matches: Sequence[Match],
    start: int,
    stop: int,
    labels: dict[str, int],
    scheme: str,
    cost: float,
    confirmed: IdArray,
) -> FloatArray:
    """Return what matches add to the scores of tokens start..stop-1, (stop − start, L).

    Parameters
    ----------
    matches : sequence of Match
        Of one sentence.
    start, stop : int
    labels : dict of str to int
        Numbers of the labels.
    scheme : str
    cost : float
        Of each token.
    confirmed : int32 (stop − start,)
        Confirmed labels, -1 for open tokens. A match that contradicts one adds nothing.
    """
    found = np.zeros((stop - start, len(labels)))
    for match in matches:
        tags = encode(
            [Span(0, match.end - match.start, match.type)], match.end - match.start, scheme
        )
        # Few tokens: lists are faster than arrays, which would also release the GIL for each.
        numbers = [labels.get(tag, -1) for tag in tags]
        own = confirmed[match.start - start : match.end - start].tolist()
        if all(one >= 0 and known in (-1, one) for one, known in zip(numbers, own, strict=True)):
            for row, number in enumerate(numbers, match.start - start):
                found[row, number] += cost
    return found


def count_cases(
    forms: IdArray, offsets: OffsetArray, tags: Sequence[Sequence[str]], scheme: str
) -> tuple[int, int]:
    """Count how often a phrase confirmed in an earlier sentence of a document is one again.

    Parameters
    ----------
    forms, offsets, scheme
        Of one labelled document; see `ConfirmedPhrases`.
    tags : N sequences of str

    Returns
    -------
    again, otherwise : int
        For `phrase_cost`.
    """
    known = ConfirmedPhrases(forms, offsets, scheme)
    again = otherwise = 0
    for sentence, own in enumerate(tags):
        start = int(offsets[sentence])
        right = {(start + s.start, start + s.end, s.label) for s in spans(own, scheme)}
        for match in known.matches(sentence):
            again += match in right
            otherwise += match not in right
        known.confirm(sentence, own)
    return again, otherwise

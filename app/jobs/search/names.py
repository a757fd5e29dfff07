"""Groups of equal names in a document, and the labels of their occurrences.

A name is the phrase of a span that is confirmed or suggested somewhere in the document, or a word
that can be tied (`crfcore.graphs.ties`): in scripts with capitals one that is mostly written with
a capital. A name has a letter or digit. Each token belongs to one occurrence: that of the longest
phrase.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.names import InconsistentNames, NameGroup, TypeCount
from app.domain.project import Copier, Project
from app.domain.proposals import NO_TAG, Proposals, only_tags
from app.domain.tagging import TOKENS, label_name, tags_without_label
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import ProjectText, tokens_at
from app.jobs.search.occurrences import shown_tags
from crfcore.arrays import counts_before
from crfcore.text.tag_schemes import continues

MAX_WORDS = 8
"""Longer spans are no names."""

LEAST_LABELLED = 0.5
"""The share of labelled occurrences from which a phrase without a tied word counts as a name.

Unless a person has labelled it: a wrong suggestion for a common word makes no name of it.
"""

LEAST_CASED = 0.5
"""The share of words with upper and lower case from which capitals tell names from other words."""

NOT_SHOWN, NO_LABEL = -1, 0
"""Types of a token: nothing is shown, and no label is. Labels are numbered from 1."""


class TiedTokens:
    """Finds the tokens that can be names; kept for the next question about the same text.

    Belongs to one thread.
    """

    def __init__(self) -> None:
        self._text: ProjectText | None = None
        self._capitalised: NDArray[np.bool_] | None = None

    def of(self, question: NamesQuestion) -> NDArray[np.bool_]:
        """Return which tokens of the project can be names, bool (T,)."""
        from crfcore.features.column_table import Column
        from crfcore.graphs.ties import tied_tokens

        text = question.text
        column = Column(text.columns[0], text.words[: text.n_words])
        if self._text is None or not self._text.same_as(text):
            self._text = text
            cased = _is_cased(column.ids, text.words)
            self._capitalised = tied_tokens(column, text.offsets, "names") if cased else None
        if self._capitalised is not None:
            return self._capitalised
        if not question.by_model.any():
            return tied_tokens(column, text.offsets, "form")
        return tied_tokens(column, text.offsets, "model", inside=question.inside())


@dataclass(frozen=True, slots=True, eq=False)
class NamesQuestion:
    """Copies of the data from which names are counted; N sentences, T tokens.

    ``sentence_indices`` are the sentences to count in, rising. ``proposed`` and ``probabilities``
    (T,) are those of the proposals, ``by_model`` bool (N,) whether a model made them. ``members``
    are the tags of the interned sets, ``gone`` tags of deleted labels.
    """

    text: ProjectText
    sentence_indices: NDArray[np.int64]
    documents: NDArray[np.int32]
    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    proposed: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    by_model: NDArray[np.bool_]
    members: tuple[tuple[int, ...], ...]
    tags: tuple[str, ...]
    gone: frozenset[int]
    scheme: str
    tied: TiedTokens

    def inside(self) -> NDArray[np.float64]:
        """Return about how probable a label is for each token: exactly where "O" is proposed."""
        has_label = np.array([*(bool(label_name(tag, self.scheme)) for tag in self.tags), False])
        chances = self.probabilities.astype(np.float64)
        chances = np.where(has_label[self.proposed], chances, 1.0 - chances)
        chances[self.proposed == NO_TAG] = 0.0
        confirmed = np.where(self.states == TokenState.CONFIRMED, self._single_tags(), NO_TAG)
        return np.where(has_label[confirmed], 1.0, chances)

    def shown(self, at: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the tags shown on some tokens, `NO_TAG` for none."""
        single = only_tags(self.members)[self.tag_sets[at]]
        return shown_tags(self, self.states[at], self.tag_sets[at], single, self.proposed[at])

    def _single_tags(self) -> NDArray[np.int64]:
        single: NDArray[np.int64] = only_tags(self.members)[self.tag_sets]
        return single


def names_question(
    project: Project,
    proposals: Proposals,
    visible: NDArray[np.int64],
    tied: TiedTokens,
    document: int | None = None,
    copied: Copier = np.copy,
) -> NamesQuestion:
    """Return the data of the visible sentences, or of those of a document; no test sentences."""
    corpus = project.corpus
    wanted = corpus.roles[visible] != Role.CONTROL
    if document is not None:
        wanted &= corpus.documents[visible] == document
    return NamesQuestion(
        ProjectText.of(project),
        visible[wanted],
        corpus.documents,
        copied(corpus.tag_sets),
        copied(corpus.states),
        copied(proposals.tags),
        copied(proposals.probabilities),
        proposals.models > 0,
        tuple(project.tag_sets),
        tuple(project.tags),
        tags_without_label(project, range(len(project.tags))),
        project.settings.scheme,
        tied,
    )


def name_groups(question: NamesQuestion) -> list[NameGroup]:
    """Return the names that occur at least twice in a document.

    Mixed ones come first, names without any label last; then the most frequent come first.
    """
    counted = _counted(question)
    groups = list(counted.groups(np.flatnonzero(counted.is_name)))
    return sorted(groups, key=lambda one: (not one.is_mixed, not _has_label(one), -one.n))


def inconsistent_names(question: NamesQuestion) -> InconsistentNames:
    """Return for each sentence the mixed name in it with most occurrences of another label."""
    counted = _counted(question)
    found: dict[int, NameGroup] = {}
    for group in counted.groups(np.flatnonzero(counted.is_name & counted.is_mixed())):
        for sentence_index in group.sentence_indices.tolist():
            if sentence_index not in found or found[sentence_index].n_other < group.n_other:
                found[sentence_index] = group
    return InconsistentNames(found)


def _has_label(group: NameGroup) -> bool:
    return any(one.label for one in group.types)


def _is_cased(ids: NDArray[np.int32], words: list[str]) -> bool:
    """Return whether capitals tell something in a text: most of its words have two cases."""
    counts: list[int] = np.bincount(ids[ids >= 0], minlength=len(words)).tolist()
    pairs = [(n, word) for n, word in zip(counts, words, strict=False) if n]
    letters = sum(n for n, word in pairs if any(map(str.isalpha, word)))
    cased = sum(n for n, word in pairs if word.lower() != word.upper())
    return bool(cased and cased >= LEAST_CASED * letters)


def _are_words(ids: NDArray[np.int32], words: list[str]) -> NDArray[np.bool_]:
    """Return which tokens, by the ids of their words, have a letter or digit, as names have."""
    used, which = np.unique(ids, return_inverse=True)
    is_word = [any(map(str.isalnum, words[number])) for number in used.tolist()]
    return np.array(is_word, np.bool_)[which]


@dataclass(frozen=True, slots=True, eq=False)
class _Tokens:
    """The tokens of the sentences of a question, M of them, one sentence after the other.

    ``words``, ``types`` and ``is_confirmed`` (M,); ``pairs`` (M,) are equal for equal words of one
    document. ``labels`` are the names of the types from `NO_LABEL` on; ``starts`` and ``lengths``
    are those of the spans.
    """

    words: NDArray[np.int32]
    offsets: NDArray[np.int64]
    pairs: NDArray[np.int64]
    types: NDArray[np.int64]
    is_confirmed: NDArray[np.bool_]
    is_tied: NDArray[np.bool_]
    labels: list[str]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, question: NamesQuestion) -> _Tokens:
        chosen = question.sentence_indices
        at = tokens_at(question.text.offsets, chosen)
        lengths = np.diff(question.text.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        words = question.text.columns[0][at]
        documents = np.repeat(question.documents[chosen].astype(np.int64), lengths)
        tags = question.shown(at)
        names = [label_name(tag, question.scheme) for tag in question.tags]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(["", *names]))}
        types = np.array([*(numbers[name] for name in names), NOT_SHOWN], np.int64)[tags]
        begins = types > NO_LABEL
        if question.scheme != TOKENS:
            begins[1:] &= ~_continued(tags, question.tags)
            begins[offsets[:-1][lengths > 0]] |= types[offsets[:-1][lengths > 0]] > NO_LABEL
        span_of = counts_before(begins)[1:] - 1
        starts = np.flatnonzero(begins)
        return cls(
            words,
            offsets,
            documents * max(question.text.n_words, 1) + words,
            types,
            question.states[at] == TokenState.CONFIRMED,
            question.tied.of(question)[at],
            list(numbers),
            starts,
            np.bincount(span_of[types > NO_LABEL], minlength=len(starts)),
        )

    def equal_to(self, few: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which tokens have the word and the document of one of a few tokens, bool (M,)."""
        is_word = np.zeros(int(self.words.max(initial=0)) + 1, np.bool_)
        is_word[self.words[few]] = True
        found = is_word[self.words]
        # Most tokens are left out already, which is much faster.
        found[found] = np.isin(self.pairs[found], self.pairs[few])
        return found


def _continued(tags: NDArray[np.int64], names: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return which tokens from the second on continue the span of the token before them."""
    # The last row and column are those of `NO_TAG`.
    table = np.zeros((len(names) + 1, len(names) + 1), np.bool_)
    used = np.flatnonzero(np.bincount(tags[tags != NO_TAG], minlength=len(names))).tolist()
    for one in used:
        table[one, used] = [continues(names[one], names[other]) for other in used]
    return table[tags[:-1], tags[1:]]


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """Occurrences of G possible names, sorted by name and then by their place; K of them.

    ``firsts`` and ``n_tokens`` (K,) are their first tokens and lengths, ``groups`` (K,) their
    names, ``types`` (K,) their labels; ``is_confirmed`` bool (K,). ``is_name`` bool (G,).
    """

    question: NamesQuestion
    tokens: _Tokens
    firsts: NDArray[np.int64]
    n_tokens: NDArray[np.int64]
    groups_of: NDArray[np.int64]
    types: NDArray[np.int64]
    is_confirmed: NDArray[np.bool_]
    is_name: NDArray[np.bool_]

    def is_mixed(self) -> NDArray[np.bool_]:
        """Return which names have occurrences of different labels, bool (G,)."""
        shown = self.types != NOT_SHOWN
        n_types = len(self.tokens.labels)
        different = np.unique(self.groups_of[shown] * n_types + self.types[shown]) // n_types
        return np.asarray(np.bincount(different, minlength=len(self.is_name)) > 1)

    def groups(self, numbers: NDArray[np.int64]) -> Iterator[NameGroup]:
        """Yield some groups, in the order of their first occurrences."""
        ends = np.searchsorted(self.groups_of, numbers, side="right")
        begins = np.searchsorted(self.groups_of, numbers)
        order = np.argsort(self.firsts[begins], kind="stable")
        for begin, end in zip(begins[order].tolist(), ends[order].tolist(), strict=True):
            yield self._group(slice(begin, end))

    def _group(self, own: slice) -> NameGroup:
        question, tokens, firsts = self.question, self.tokens, self.firsts[own]
        n_tokens = int(self.n_tokens[own.start])
        rows = np.searchsorted(tokens.offsets, firsts, side="right") - 1
        sentence_indices = question.sentence_indices[rows]
        words = tokens.words[firsts[0] : firsts[0] + n_tokens].tolist()
        return NameGroup(
            " ".join(question.text.words[word] for word in words),
            int(question.documents[sentence_indices[0]]),
            sentence_indices,
            firsts - tokens.offsets[rows],
            ~self.is_confirmed[own],
            n_tokens,
            self._type_counts(own),
        )

    def _type_counts(self, own: slice) -> tuple[TypeCount, ...]:
        counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        pairs = zip(self.types[own].tolist(), self.is_confirmed[own].tolist(), strict=True)
        for type_, confirmed in pairs:
            if type_ != NOT_SHOWN:
                counts[type_][confirmed] += 1
        labels = self.tokens.labels
        found = [
            TypeCount(labels[type_], confirmed, suggested)
            for type_, (suggested, confirmed) in counts.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.n, -one.confirmed, one.label)))


def _counted(question: NamesQuestion) -> _Counted:
    """Find the occurrences of all names."""
    tokens = _Tokens.of(question)
    phrases = _Phrases(tokens)
    words = np.flatnonzero(phrases.is_free() & _may_be_names(tokens, question.scheme))
    _, of_word = np.unique(tokens.pairs[words], return_inverse=True)
    firsts = np.concatenate([np.array(phrases.firsts, np.int64), words])
    n_tokens = np.concatenate([np.array(phrases.n_tokens, np.int64), np.ones(len(words), np.int64)])
    groups_of = np.concatenate(
        [np.array(phrases.groups_of, np.int64), of_word + len(phrases.numbers)]
    )
    types = np.concatenate([np.array(phrases.types, np.int64), tokens.types[words]])
    ranges = (firsts, n_tokens)
    is_confirmed = _sums(tokens.is_confirmed, *ranges) == n_tokens
    is_tied = _sums(tokens.is_tied, *ranges) > 0
    n_groups = int(groups_of.max(initial=-1)) + 1
    n = np.bincount(groups_of, minlength=n_groups)
    labelled = types > NO_LABEL
    is_name = np.bincount(groups_of[labelled], minlength=n_groups) >= LEAST_LABELLED * n
    for known in (is_tied, labelled & is_confirmed):
        is_name |= np.bincount(groups_of[known], minlength=n_groups) > 0
    of_words = _sums(_are_words(tokens.words, question.text.words), *ranges) > 0
    is_name &= np.bincount(groups_of[of_words], minlength=n_groups) > 0
    order = np.lexsort((firsts, groups_of))
    return _Counted(
        question,
        tokens,
        firsts[order],
        n_tokens[order],
        groups_of[order],
        types[order],
        is_confirmed[order],
        is_name & (n > 1),
    )


def _may_be_names(tokens: _Tokens, scheme: str) -> NDArray[np.bool_]:
    """Return which tokens are names by themselves: tied words, and words that are spans."""
    if scheme == TOKENS:  # every token has a label
        return tokens.is_tied
    spans = tokens.starts[tokens.lengths == 1]
    return tokens.is_tied | tokens.equal_to(spans)


def _sums(
    chosen: NDArray[np.bool_], firsts: NDArray[np.int64], n_tokens: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return how many of some tokens are chosen, for each range of tokens."""
    before = counts_before(chosen)
    return np.asarray(before[firsts + n_tokens] - before[firsts])


class _Phrases:
    """The occurrences of names of several words: spans, and the same words elsewhere.

    As lists: ``firsts``, ``n_tokens``, ``groups_of`` and ``types`` of the occurrences; ``numbers``
    are the groups.
    """

    def __init__(self, tokens: _Tokens) -> None:
        self.firsts: list[int] = []
        self.n_tokens: list[int] = []
        self.groups_of: list[int] = []
        self.types: list[int] = []
        self.numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._tokens = tokens
        self._words = tokens.words.tolist()
        self._taken = bytearray(len(self._words))
        # Of each token or, if it is in one, of its suggested span.
        self._begins = list(range(len(self._words)))
        self._ends = list(range(1, len(self._words) + 1))
        self._heads: list[int] = []
        self._with_first: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self._add_spans()
        self._add_others()

    def is_free(self) -> NDArray[np.bool_]:
        """Return which tokens are in no occurrence and in no longer span, bool (M,)."""
        return np.asarray(np.frombuffer(self._taken, np.uint8) == 0)

    def _add_spans(self) -> None:
        """Add confirmed spans; suggested ones are only noted, since a longer name may have them."""
        tokens = self._tokens
        long = tokens.lengths > 1
        starts, lengths = tokens.starts[long], tokens.lengths[long]
        confirmed = _sums(tokens.is_confirmed, starts, lengths) > 0
        rows = zip(starts.tolist(), lengths.tolist(), confirmed.tolist(), strict=True)
        for first, n, is_confirmed in rows:
            if n > MAX_WORDS:
                self._taken[first : first + n] = b"\1" * n
                continue
            phrase = tuple(self._words[first : first + n])
            if is_confirmed:
                self._add(first, phrase)
            else:
                self._number(first, phrase)
                self._begins[first : first + n] = [first] * n
                self._ends[first : first + n] = [first + n] * n
                self._heads.append(first)

    def _add_others(self) -> None:
        """Find the words of the spans elsewhere, the longest phrases first.

        "Bank of York", suggested somewhere, is one name where "York" alone is suggested, too.
        """
        for phrases in self._with_first.values():
            phrases.sort(key=len, reverse=True)
        tokens = self._tokens
        heads = np.array(self._heads, np.int64)
        at = np.flatnonzero(self.is_free() & tokens.equal_to(heads))
        ends = tokens.offsets[np.searchsorted(tokens.offsets, at, side="right")]
        for first, end in zip(at.tolist(), ends.tolist(), strict=True):
            for phrase in self._with_first[int(tokens.pairs[first])]:
                behind = first + len(phrase)
                if (
                    behind <= end
                    and tuple(self._words[first:behind]) == phrase
                    and not any(self._taken[first:behind])
                    and not self._cuts_suggested(first, behind)
                ):
                    self._add(first, phrase)
                    break

    def _cuts_suggested(self, first: int, behind: int) -> bool:
        """Return whether a border of some tokens is within a suggested span."""
        return self._begins[first] < first or self._ends[behind - 1] > behind

    def _number(self, first: int, phrase: tuple[int, ...]) -> int:
        """Return the number of a phrase that begins at a token."""
        head = int(self._tokens.pairs[first])
        known = self.numbers.get((head, phrase))
        if known is None:
            known = self.numbers[head, phrase] = len(self.numbers)
            self._with_first[head].append(phrase)
        return known

    def _add(self, first: int, phrase: tuple[int, ...]) -> None:
        n = len(phrase)
        self._heads.append(first)
        self.firsts.append(first)
        self.n_tokens.append(n)
        self.groups_of.append(self._number(first, phrase))
        self._taken[first : first + n] = b"\1" * n
        types = self._tokens.types[first : first + n].tolist()
        labels = [one for one in types if one > NO_LABEL]
        self.types.append(labels[0] if labels else min(types))

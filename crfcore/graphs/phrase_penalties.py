"""Annealing with penalties for equal phrases, which no table of a factor graph can say.

J. R. Finkel, T. Grenager and C. Manning, Incorporating non-local information into information
extraction systems by Gibbs sampling, ACL 2005. A document's score is that of its chains, less a
penalty for each pair of equal phrases whose labels differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.graphs.mentions import BORDER_COST, penalty_table
from crfcore.graphs.ties import types_of
from crfcore.inference.sampling import sample
from crfcore.inference.viterbi import viterbi
from crfcore.text.tag_schemes import OUTSIDE, Span, spans

Phrase = tuple[int, ...]


class PhrasePenalties(NamedTuple):
    """Penalties of equal phrases, in nats for each token of the phrase.

    Attributes
    ----------
    types : tuple of str
    pairs : (K, K) array
        Of two occurrences with these types: the mean of −log P(b | a) and −log P(a | b), 0 for
        equal types; see `crfcore.graphs.mentions.penalty_table`.
    borders : float
        Of an occurrence that is labelled in part, or by several spans. Occurrences outside of spans
        and within a longer one cost nothing.
    """

    types: tuple[str, ...]
    pairs: FloatArray
    borders: float = BORDER_COST


def learn_penalties(
    forms: IdArray,
    offsets: OffsetArray,
    documents: OffsetArray,
    labels: Sequence[Sequence[str]],
    *,
    pseudo_count: float = 0.5,
) -> PhrasePenalties:
    """Count the types of equal phrases in labelled documents.

    Parameters
    ----------
    forms : int32 (T,)
        See `crfcore.graphs.ties.forms_of`.
    offsets : int64 (N + 1,)
    documents : int64 (N,)
        The number of each sentence's document.
    labels : sequences of str
    pseudo_count : float
        Added to each count of a pair.

    Raises
    ------
    CrfError
        No label is that of a span.
    """
    names = dict.fromkeys(label for own in labels for label in own)
    types = tuple(name for name in types_of(list(names))[0] if name != OUTSIDE)
    if not types:
        raise CrfError("Penalties are of spans' types; give labels of spans.")
    counts = np.full((len(types), len(types)), pseudo_count)
    number = {name: k for k, name in enumerate(types)}
    groups: dict[tuple[int, Phrase], Counter[int]] = {}
    for document, start, own in zip(documents.tolist(), offsets[:-1].tolist(), labels, strict=True):
        for span in spans(own):
            phrase = tuple(forms[start + span.start : start + span.end].tolist())
            groups.setdefault((document, phrase), Counter())[number[span.label]] += 1
    for group in groups.values():
        for a, n in group.items():
            for b, m in group.items():
                counts[a, b] += n * (m - (a == b))
    return PhrasePenalties(types, 0.0 - penalty_table(counts))


class PhraseDocument:
    """The spans of a document's sentences, and their penalties.

    Parameters
    ----------
    forms : sequences of int
        Of each sentence.
    penalties : PhrasePenalties
    """

    def __init__(self, forms: Sequence[Sequence[int]], penalties: PhrasePenalties) -> None:
        self._forms = [tuple(own) for own in forms]
        self._penalties = penalties
        self._number = {name: k for k, name in enumerate(penalties.types)}
        self._at: dict[int, list[tuple[int, int]]] = {}
        for sentence, own in enumerate(self._forms):
            for position, form in enumerate(own):
                self._at.setdefault(form, []).append((sentence, position))
        self._places: dict[Phrase, list[tuple[int, int]]] = {}
        self._spans: list[dict[int, Span]] = [{} for _ in forms]
        self._owners: list[list[int]] = [[-1] * len(own) for own in forms]
        self._labelled: Counter[Phrase] = Counter()

    def set_labels(self, sentence: int, labels: Sequence[str]) -> None:
        """Replace the labels of a sentence."""
        own = self._forms[sentence]
        for span in self._spans[sentence].values():
            self._labelled[own[span.start : span.end]] -= 1
        found = spans(labels)
        self._spans[sentence] = {span.start: span for span in found}
        owners = [-1] * len(own)
        for span in found:
            self._labelled[own[span.start : span.end]] += 1
            owners[span.start : span.end] = [span.start] * (span.end - span.start)
        self._owners[sentence] = owners

    def penalty(self, sentence: int | None = None) -> float:
        """Return the penalty of all phrases, or of those that occur in a sentence."""
        return sum(
            self._of_phrase(phrase)
            for phrase, n in self._labelled.items()
            if n and (sentence is None or any(s == sentence for s, _ in self._places_of(phrase)))
        )

    def _of_phrase(self, phrase: Phrase) -> float:
        counts = [0] * len(self._penalties.types)
        n_partly = 0
        for sentence, start in self._places_of(phrase):
            end = start + len(phrase)
            span = self._spans[sentence].get(start)
            if span is not None and span.end == end:
                counts[self._number[span.label]] += 1
            elif len(set(self._owners[sentence][start:end])) > 1:
                n_partly += 1
        pairs = self._penalties.pairs
        total = sum(
            counts[a] * counts[b] * pairs[a, b] for a, b in combinations(range(len(counts)), 2)
        )
        return float(len(phrase) * (total + n_partly * sum(counts) * self._penalties.borders))

    def _places_of(self, phrase: Phrase) -> list[tuple[int, int]]:
        """Return the sentences and positions of all occurrences."""
        if phrase not in self._places:
            self._places[phrase] = [
                (sentence, start)
                for sentence, start in self._at[phrase[0]]
                if self._forms[sentence][start : start + len(phrase)] == phrase
            ]
        return self._places[phrase]


def annealed_with_penalties(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    forms: IdArray,
    documents: OffsetArray,
    labels: Sequence[str],
    penalties: PhrasePenalties,
    *,
    n_sweeps: int = 100,
    rng: np.random.Generator | int = 0,
) -> IdArray:
    """Return the labels of the highest score that annealing has met, int32 (T,).

    A sweep draws new labels for each sentence from its chain at the temperature, 1 − i/n, and
    accepts them with probability min(1, exp(−change of the penalty/temperature)): the blocks of a
    Metropolis sampler, in place of Finkel's single tokens.

    Parameters
    ----------
    scores, transitions, offsets
        As for `crfcore.inference.log_z`, with transitions (L, L).
    forms, documents
        As for `learn_penalties`.
    labels : sequence of str
        The names of the L labels.
    penalties : PhrasePenalties
    n_sweeps : int
    rng : numpy.random.Generator or int
        A generator or a seed.
    """
    generator = np.random.default_rng(rng)
    names = np.array(labels, dtype=object)
    bounds = [slice(*pair) for pair in pairwise(offsets.tolist())]
    walk = viterbi(scores, transitions, offsets)[0]
    firsts = np.flatnonzero(np.diff(documents, prepend=-1))
    parts: list[tuple[range, PhraseDocument]] = []
    for first, last in pairwise([*firsts.tolist(), len(bounds)]):
        own = range(first, last)
        part = PhraseDocument([forms[bounds[sentence]].tolist() for sentence in own], penalties)
        for number, sentence in enumerate(own):
            part.set_labels(number, names[walk[bounds[sentence]]].tolist())
        parts.append((own, part))
    best = walk.copy()
    highest = _chain_scores(scores, transitions, offsets, firsts, walk)
    highest -= [part.penalty() for _, part in parts]
    for sweep in range(n_sweeps):
        temperature = 1.0 - sweep / n_sweeps
        drawn = sample(scores / temperature, transitions / temperature, offsets, 1, generator)[0]
        limits = -temperature * np.log(generator.random(len(bounds)))
        for own, part in parts:
            for number, sentence in enumerate(own):
                tokens = bounds[sentence]
                if np.array_equal(walk[tokens], drawn[tokens]):
                    continue
                before = part.penalty(number)
                part.set_labels(number, names[drawn[tokens]].tolist())
                if part.penalty(number) - before <= limits[sentence]:
                    walk[tokens] = drawn[tokens]
                else:
                    part.set_labels(number, names[walk[tokens]].tolist())
        now = _chain_scores(scores, transitions, offsets, firsts, walk)
        now -= [part.penalty() for _, part in parts]
        for number in np.flatnonzero(now > highest).tolist():
            own = parts[number][0]
            tokens = slice(bounds[own[0]].start, bounds[own[-1]].stop)
            best[tokens] = walk[tokens]
            highest[number] = now[number]
    return best


def _chain_scores(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    firsts: OffsetArray,
    labels: IdArray,
) -> FloatArray:
    """Return the scores of labels under the chains, by document."""
    steps = scores[np.arange(len(labels)), labels]
    into = transitions[labels[:-1], labels[1:]]
    starts = offsets[:-1][np.diff(offsets) > 0]
    into[starts[starts > 0] - 1] = 0.0
    steps[1:] += into
    before = np.concatenate([[0.0], np.cumsum(steps)])
    ends = np.concatenate([offsets[firsts[1:]], offsets[-1:]])
    return np.asarray(before[ends] - before[offsets[firsts]])

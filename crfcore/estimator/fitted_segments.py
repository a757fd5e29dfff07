"""A fitted semi-Markov model and its predictions; immutable, so that threads may share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import NoReturn

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.fitted_chain import FittedChain, Search
from crfcore.estimator.segment_forms import (
    CANDIDATES_AT_ONCE,
    forms_of,
    longest_allowed,
    types_of,
)
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.segment_extraction import SegmentExtractor
from crfcore.features.targets import Targets
from crfcore.inference.decoding import Decoding
from crfcore.inference.nbest import NBest
from crfcore.inference.potentials import padded_width
from crfcore.inference.semi_markov import SegmentForms, SegmentLattice, segment_lattice
from crfcore.training.linear_model import LinearModel

# Asked for at each decoding of a sentence, and slow beside it.
_forms_of = lru_cache(maxsize=16)(forms_of)


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """What a semi-Markov model has besides a chain.

    Attributes
    ----------
    scheme : str
    longest : int
        The greatest number of tokens of a segment.
    extractor : SegmentExtractor
    model : LinearModel
        Scores of types by the attributes of segments.
    """

    scheme: str
    longest: int
    extractor: SegmentExtractor
    model: LinearModel

    def scores(self, attributes: Dataset) -> FloatArray:
        """Return the scores of rows of attributes by type, padded: (D, W)."""
        n_types = self.model.index.n_labels
        scores: FloatArray = np.zeros((attributes.n_tokens, padded_width(n_types)))
        scores[:, :n_types] = self.model.scores(attributes, 0, attributes.n_tokens)
        return scores

    def compact(self) -> Segments:
        """Return the same without attributes that have no weight."""
        keep, _ = self.model.useful_attributes()
        return replace(
            self,
            extractor=self.extractor.keep(keep),
            model=self.model.kept(keep, np.zeros(0, np.bool_)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class FittedSegments(FittedChain):
    """A fitted semi-Markov model.

    Attributes
    ----------
    segments : Segments
    """

    segments: Segments = field(kw_only=True)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of spans, in the order of the weights of segments."""
        return types_of(self.labels)

    @property
    def forms(self) -> SegmentForms:
        """The tags of segments."""
        return _forms_of(tuple(self.labels), self.segments.scheme, self.segments.longest)

    def check_decoding(self, decoding: str) -> None:
        """Raise CrfError: other decodings than "viterbi" are those of a lattice of tokens."""
        raise CrfError(
            f"decoding={shown(decoding)} is not available: a semi-Markov model scores whole spans; "
            "leave it out, or use chain(), the chain of the weights of tokens."
        )

    def lattice(
        self, dataset: Dataset, allowed: MaskArray | None, first: int, last: int
    ) -> NoReturn:
        """Raise CrfError: there is none of tokens."""
        raise CrfError(
            "A semi-Markov model scores whole spans and has no lattice of tokens: rules other than "
            "allowed=, entropies, samples, pairs of labels, explanations and most query strategies "
            "need a LinearChainCRF."
        )

    def segment_lattice(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        first: int,
        last: int,
        *,
        longest: int | None = None,
    ) -> SegmentLattice:
        """Return the scores of the segmentations of sentences first..last-1.

        Those of segments are divided by the temperature, too. Segments are at most
        `longest` tokens long; by default as long as in training, or as `allowed` demands.
        """
        scores, transitions, offsets, mask = FittedChain.lattice(
            self, dataset, allowed, first, last
        )
        forms = self.forms
        if longest is None:
            longest = forms.longest
            if mask is not None:
                longest = max(longest, longest_allowed(mask, offsets, forms))
        # Longer segments than the sentences have no candidates.
        longest = min(longest, max(int(np.diff(offsets).max(initial=1)), 1))
        forms = replace(forms, longest=longest)
        forms.check_size(int(offsets[-1]))
        table = None if dataset.table is None else dataset.table.part(first, last)
        candidates = self.segments.extractor.transform(offsets, table, longest)
        own = self.segments.scores(candidates.attributes) / self.divisor
        return segment_lattice(scores, transitions, offsets, mask, own, forms, candidates.rows)

    @property
    def tokens_at_once(self) -> int:
        """Tokens per batch."""
        return max(CANDIDATES_AT_ONCE // (self.segments.longest * self.forms.width), 1)

    def decode(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> Decoding:
        """Return the best labellings and their probabilities; see `LinearChainCRF`."""
        ranked, temperature = self.untempered, self.divisor

        def part(first: int, last: int) -> Decoding:
            lattice = ranked.segment_lattice(dataset, allowed, first, last)
            labels, path_scores = lattice.nbest(1)
            if temperature != 1.0:
                lattice = self.segment_lattice(dataset, allowed, first, last)
            sums = lattice.sums()
            best = labels[0]
            probabilities = sums.posteriors[np.arange(len(best)), best].astype(np.float32)
            return Decoding(best, probabilities, sums.log_z, path_scores[:, 0] / temperature)

        return Decoding.joined(self.in_slices(dataset, part, threads, self.tokens_at_once))

    def best_labels(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> IdArray:
        """Return only the best labels, (T,): faster than `decode`."""
        ranked = self.untempered

        def part(first: int, last: int) -> IdArray:
            lattice = ranked.segment_lattice(dataset, allowed, first, last)
            return lattice.best_labels()

        parts = self.in_slices(dataset, part, threads, self.tokens_at_once)
        return np.concatenate([np.zeros(0, np.int32), *parts])

    def best_labels_of_table(
        self,
        table: ColumnTable,
        extractor: TemplateExtractor,
        search: Callable[[int, int], Search] | None = None,
        *,
        threads: int = 1,
    ) -> IdArray:
        """Return the best labels of a table's tokens, (T,); another search is not possible."""
        if search is not None:
            self.lattice(Dataset.of(extractor.transform(table)), None, 0, 0)
        reading = extractor.reading(table)
        ranked = self.untempered

        def part(first: int, last: int) -> IdArray:
            dataset = Dataset.of(reading.dataset(first, last))
            lattice = ranked.segment_lattice(dataset, None, 0, dataset.n_sentences)
            return lattice.best_labels()

        parts = self.in_slices(table, part, threads, self.tokens_at_once)
        return np.concatenate([np.zeros(0, np.int32), *parts])

    def label_probabilities(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> FloatArray:
        """Return P(y_t = y given x), (T, L)."""

        def part(first: int, last: int) -> FloatArray:
            lattice = self.segment_lattice(dataset, allowed, first, last)
            return lattice.sums().posteriors

        parts = self.in_slices(dataset, part, threads, self.tokens_at_once)
        return np.concatenate([np.zeros((0, len(self.labels))), *parts])

    def log_probabilities(
        self, dataset: Dataset, targets: Targets, *, threads: int = 1
    ) -> FloatArray:
        """Return log P(targets given x), (N,); −∞ if impossible."""
        allowed = targets.allowed_by_set()[targets.label_sets]

        def part(first: int, last: int) -> FloatArray:
            everything = self.segment_lattice(dataset, None, first, last).log_z()
            longest = self.segments.longest
            agreeing = self.segment_lattice(dataset, allowed, first, last, longest=longest)
            return np.minimum(agreeing.log_z(or_nothing=True) - everything, 0.0)

        parts = self.in_slices(dataset, part, threads, self.tokens_at_once)
        return np.concatenate([np.zeros(0), *parts])

    def ranked(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        n: int,
        n_tokens: int,
        threads: int,
    ) -> list[tuple[OffsetArray, NBest]]:
        """Return the n best labellings of batches of sentences; see `FittedChain.ranked`."""
        ranked, temperature = self.untempered, self.divisor

        def part(first: int, last: int) -> tuple[OffsetArray, NBest]:
            lattice = ranked.segment_lattice(dataset, allowed, first, last)
            labels, path_scores = lattice.nbest(n)
            if temperature != 1.0:
                lattice = self.segment_lattice(dataset, allowed, first, last)
            found = NBest(labels, path_scores / temperature, lattice.log_z())
            return lattice.offsets, found

        return self.in_slices(dataset, part, threads, min(n_tokens, self.tokens_at_once))

    def span_probabilities(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        spans: Sequence[Sequence[tuple[int, int, str]]],
        *,
        threads: int = 1,
    ) -> list[list[float]]:
        """Return the probability of each (start, end, type) of each sentence."""
        numbers = {name: number for number, name in enumerate(self.types)}

        def of_sentence(
            segments: FloatArray, longest: int, queried: Sequence[tuple[int, int, str]]
        ) -> list[float]:
            return [
                float(segments[start * longest + end - start - 1, numbers[label]])
                if label in numbers and end - start <= longest
                else 0.0
                for start, end, label in queried
            ]

        def part(first: int, last: int) -> list[list[float]]:
            lattice = self.segment_lattice(dataset, allowed, first, last)
            longest = lattice.forms.longest
            segments = lattice.sums().segments
            return [
                of_sentence(segments[start * longest :], longest, queried)
                for start, queried in zip(
                    lattice.offsets[:-1].tolist(), spans[first:last], strict=True
                )
            ]

        parts = self.in_slices(dataset, part, threads, self.tokens_at_once)
        return [found for one in parts for found in one]

    def all_span_probabilities(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        label: str,
        longest: int,
        *,
        threads: int = 1,
    ) -> list[FloatArray]:
        """Return for each sentence the probability of every span of a type, (n, longest)."""
        number = self.types.index(label) if label in self.types else -1

        def part(first: int, last: int) -> list[FloatArray]:
            lattice = self.segment_lattice(dataset, allowed, first, last)
            own = lattice.forms.longest
            table = np.zeros((len(lattice.scores), longest))
            if number >= 0:
                found = lattice.sums().segments[:, number].reshape(-1, own)
                table[:, : min(own, longest)] = found[:, :longest]
            return [table[start:stop] for start, stop in pairwise(lattice.offsets.tolist())]

        parts = self.in_slices(dataset, part, threads, self.tokens_at_once)
        return [table for one in parts for table in one]

    def segment_features(self) -> dict[tuple[str, str], float]:
        """Return the weight of each (attribute of segments, type) pair."""
        index, names = self.segments.model.index, self.segments.extractor.attribute_names()
        owners = np.repeat(np.arange(len(names)), np.diff(index.state_indptr))
        named = zip(
            owners.tolist(),
            index.state_labels.tolist(),
            self.segments.model.weights.tolist(),
            strict=True,
        )
        types = self.types
        return {(names[owner], types[number]): weight for owner, number, weight in named}

    @property
    def n_nonzero(self) -> int:
        """The number of non-zero weights."""
        own = np.count_nonzero(self.model_weights)
        return int(own + np.count_nonzero(self.segments.model.weights))

    @property
    def model_weights(self) -> FloatArray:
        """The weights of tokens."""
        assert isinstance(self.model, LinearModel)
        return self.model.weights

    def compact(self) -> FittedSegments:
        """Return the same without attributes that have no weight."""
        smaller = FittedChain.compact(self)
        assert isinstance(smaller, FittedSegments)
        return replace(smaller, segments=self.segments.compact())

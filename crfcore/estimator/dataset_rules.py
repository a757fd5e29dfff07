"""A caller's rules, compiled for the predictions of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.compiled import Compiled, SharedRules, shared_rules
from crfcore.constraints.compiled_text import CompiledText
from crfcore.constraints.conflict import ConflictError, conflict_of
from crfcore.constraints.constrained_inference import ConstrainedLattice, Sums
from crfcore.constraints.integer import OutOfTimeError, best_under_rules
from crfcore.constraints.matching import Matches
from crfcore.constraints.rules import Rules
from crfcore.constraints.same_words import (
    SameWordTrees,
    has_repeats,
    is_about_same_words,
    same_word_trees,
)
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError
from crfcore.estimator.fitted_chain import FittedChain, LatticeArrays, Search
from crfcore.estimator.text_rules import (
    NotAtOnceError,
    TextRules,
    checked_words,
    compiled_rules,
    divided,
    hard_rules,
    rules_by_sentence,
    text_rules,
)
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference import SpanKind
from crfcore.inference.decoding import Decoding
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_kernels import open_what_is_pinned

Part = TypeVar("Part")


class DatasetRules:
    """Rules compiled for the sentences of a dataset.

    Parameters
    ----------
    requested : TextRules
    sentences : Any
        The caller's input, with the words if the rules lack them.
    dataset : Dataset, or ColumnTable
        The same sentences.
    fitted : FittedChain
    """

    def __init__(
        self,
        requested: TextRules,
        sentences: Any,
        dataset: Dataset | ColumnTable,
        fitted: FittedChain,
    ) -> None:
        self._requested = requested
        self._fitted = fitted
        self._offsets = dataset.offsets
        by_sentence = rules_by_sentence(requested.rules, len(dataset.offsets) - 1)
        self._by_sentence = divided(by_sentence, fitted.divisor)
        self._words = checked_words(
            requested, self._by_sentence, sentences, dataset.offsets, fitted.extractor
        )
        # Replaces the scores where labels are chosen by others.
        self._rows: FloatArray | None = None
        # Sentences whose sums over rules about equal words are exact.
        self._by_trees: set[int] = set()
        self._shared: SharedRules | None = None
        self._compiled: Sequence[Compiled | None] = []
        if isinstance(self._by_sentence, Rules):
            self._shared = shared_rules(
                self._by_sentence,
                fitted.labels,
                max_states=requested.max_states,
                lenient=requested.lenient,
            )
        if self._shared is None or self._shared.leftovers:
            self._shared = None
            self._compiled = compiled_rules(
                requested, self._by_sentence, fitted.labels, dataset.offsets, self._words
            )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the model."""
        return self._fitted.labels

    @property
    def reads_tables(self) -> bool:
        """Whether `search` can find the best labels while a table is read."""
        if self._shared is not None:
            return True
        # `arrays` allows pinned labels that counts exclude.
        return not isinstance(self._fitted.model, EmpiricalModel) and not self._with_leftovers()

    def rules_of(self, sentence: int) -> Rules:
        """Return the rules of a sentence."""
        if isinstance(self._by_sentence, Rules):
            return self._by_sentence
        return self._by_sentence[sentence] or Rules()

    def words_of(self, sentence: int) -> Sequence[str] | None:
        """Return the words of a sentence, if they are known."""
        return None if self._words is None else self._words[sentence]

    def matches_of(self, sentence: int) -> Matches | None:
        """Return the known matches in a sentence."""
        return None if self._requested.matches is None else self._requested.matches[sentence]

    def routes(self) -> list[str]:
        """Return the method for each sentence; that it is a junction tree, only after `decode`."""
        if self._shared is not None:
            way = "mask" if self._shared.automaton is None else "automaton"
            return [way] * (len(self._offsets) - 1)
        routes = ["mask" if one is None else one.route for one in self._compiled]
        for sentence in self._by_trees:
            routes[sentence] = "junction-tree"
        return routes

    def broken(self, labels: IdArray) -> list[list[int]]:
        """Return the number of violations by the labels (T,), by sentence and rule."""
        names = np.array(self._fitted.labels, dtype=object)[labels].tolist()
        return [
            violations(
                self.rules_of(sentence),
                names[start:stop],
                self.words_of(sentence),
                self.matches_of(sentence),
            )
            if stop > start
            else [0] * len(self.rules_of(sentence))
            for sentence, (start, stop) in enumerate(pairwise(self._offsets.tolist()))
        ]

    def in_lattices(
        self,
        dataset: Dataset,
        work: Callable[[ConstrainedLattice, OffsetArray], Part],
        allowed: MaskArray | None,
        threads: int = 1,
        n_tokens: int | None = None,
    ) -> list[Part]:
        """Call work(lattice, offsets) for batches of sentences, in order.

        Raises
        ------
        ConflictError
            The rules of a sentence cannot be satisfied.
        """

        def part(first: int, last: int) -> Part:
            arrays = self.arrays(dataset, allowed, first, last)
            return work(self._constrained(arrays, first, last), arrays[2])

        try:
            return self._fitted.in_slices(dataset, part, threads, n_tokens)
        except NoLabellingError as error:
            raise self.explained(error, dataset, allowed) from None

    def lattice(
        self, dataset: Dataset, allowed: MaskArray | None, first: int, last: int
    ) -> ConstrainedLattice:
        """Return the lattice of sentences first..last-1 under rules."""
        return self._constrained(self.arrays(dataset, allowed, first, last), first, last)

    def arrays(
        self, dataset: Dataset, allowed: MaskArray | None, first: int, last: int
    ) -> LatticeArrays:
        """Return scores, transitions, offsets and mask of sentences first..last-1.

        A model of counts excludes labels unseen with a word; pins of such labels override that, as
        does `allowed`.
        """
        scores, transitions, offsets, mask = self._fitted.lattice(dataset, allowed, first, last)
        if self._rows is not None:
            own_rows = self._rows[int(self._offsets[first]) : int(self._offsets[last])]
            scores = np.where(scores > -np.inf, own_rows, -np.inf)
            transitions = np.where(transitions > -np.inf, 0.0, -np.inf)
        if isinstance(self._fitted.model, EmpiricalModel):
            for number, one in enumerate(self._compiled[first:last]):
                if one is not None and one.allowed is not None:
                    own = slice(int(offsets[number]), int(offsets[number + 1]))
                    both = one.allowed if mask is None else one.allowed & (mask[own] != 0)
                    open_what_is_pinned(scores[own], np.ascontiguousarray(both, np.uint8))
        return scores, transitions, offsets, mask

    def explained(
        self, error: NoLabellingError, dataset: Dataset, allowed: MaskArray | None
    ) -> CrfError:
        """Return the error of a sentence without labelling: a ConflictError if rules cause it."""
        if self._requested.at_once:
            return NotAtOnceError(error.sentence)
        return self._conflict(error.sentence, dataset, allowed) or error

    def _conflict(
        self, sentence: int, dataset: Dataset, allowed: MaskArray | None
    ) -> ConflictError | None:
        scores, transitions, _, mask = self.arrays(dataset, allowed, sentence, sentence + 1)
        return conflict_of(
            scores,
            transitions,
            self.rules_of(sentence),
            self._fitted.labels,
            self.words_of(sentence),
            self.matches_of(sentence),
            mask,
            sentence=sentence,
            max_states=self._requested.max_states,
            lenient=self._requested.lenient,
            time_limit=self._requested.time_limit,
        )

    def best_labels(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> tuple[IdArray, FloatArray]:
        """Return the best labellings (T,) and their scores minus costs (N,).

        Raises
        ------
        ConflictError
            The rules of a sentence cannot be satisfied.
        OutOfTimeError
            The integer program has found no labelling in time.
        NotAtOnceError
            It would be slow, and `at_once` is set.
        """
        if self._fitted.temperature is not None:
            labels, path_scores = self._untempered(dataset).best_labels(
                dataset, allowed, threads=threads
            )
            return labels, path_scores / self._fitted.divisor
        parts = self.in_lattices(dataset, lambda lattice, _: lattice.best_paths(), allowed, threads)
        labels = np.concatenate([np.zeros(0, np.int32), *(part.labels for part in parts)])
        path_scores = np.concatenate([np.zeros(0), *(part.path_scores for part in parts)])
        for sentence in self._with_leftovers():
            one = self._compiled[sentence]
            own = slice(int(self._offsets[sentence]), int(self._offsets[sentence + 1]))
            if one is None or not self._has_leftover_violations(sentence, one, labels[own]):
                continue
            if self._requested.at_once:
                raise NotAtOnceError(sentence)
            trees = self._trees(dataset, allowed, sentence)
            if trees is None:
                found = self._by_integers(dataset, allowed, sentence, one)
            else:
                with self._explaining(dataset, allowed, sentence):
                    found = trees.best(own.stop - own.start)
            labels[own], path_scores[sentence] = found
        return labels, path_scores

    def _trees(
        self, dataset: Dataset, allowed: MaskArray | None, sentence: int
    ) -> SameWordTrees | None:
        """Return exact inference for a sentence with rules about equal words, if it is possible."""
        one = self._compiled[sentence]
        if one is None or not is_about_same_words(one.leftovers):
            return None
        if not has_repeats(one.leftovers, self.words_of(sentence)):
            # Every labelling obeys: the sums without these rules are exact.
            self._by_trees.add(sentence)
            return None
        arrays = self.arrays(dataset, allowed, sentence, sentence + 1)
        (run,) = self._constrained(arrays, sentence, sentence + 1).runs
        return same_word_trees(run, one.leftovers, self.labels, self.words_of(sentence))

    @contextmanager
    def _explaining(
        self, dataset: Dataset, allowed: MaskArray | None, sentence: int
    ) -> Iterator[None]:
        """Raise a ConflictError if a sentence has no labelling."""
        try:
            yield
        except NoLabellingError as error:
            own_error = NoLabellingError(sentence, error.token)
            raise self.explained(own_error, dataset, allowed) from None

    def _sums(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> Sums:
        """Return log Z and probabilities under the rules; see `ConstrainedDecoding` for errors."""
        parts = self.in_lattices(dataset, lambda lattice, _: lattice.sums(), allowed, threads)
        no_rows = np.zeros((0, len(self._fitted.labels)))
        posteriors = np.concatenate([no_rows, *(part.posteriors for part in parts)])
        log_z = np.concatenate([np.zeros(0), *(part.log_z for part in parts)])
        for sentence, trees in self.trees(dataset, allowed):
            own = slice(int(self._offsets[sentence]), int(self._offsets[sentence + 1]))
            log_z[sentence], posteriors[own] = trees.sums(own.stop - own.start)
            self._by_trees.add(sentence)
        return Sums(log_z, posteriors)

    def trees(
        self, dataset: Dataset, allowed: MaskArray | None
    ) -> Iterator[tuple[int, SameWordTrees]]:
        """Yield the sentences with exact inference under rules about equal words.

        Raises
        ------
        ConflictError
            Such a sentence has no labelling.
        """
        for sentence in self._with_leftovers():
            trees = self._trees(dataset, allowed, sentence)
            if trees is not None:
                if trees.log_z() == -np.inf:
                    raise self.explained(NoLabellingError(sentence, 0), dataset, allowed)
                yield sentence, trees

    def _untempered(self, dataset: Dataset) -> DatasetRules:
        """Return the same rules over scores at temperature 1, which rank labellings."""
        requested = replace(self._requested, words=self._words)
        return DatasetRules(requested, dataset, dataset, self._fitted.untempered)

    def _with_leftovers(self) -> list[int]:
        """Return the sentences that need the integer program."""
        if isinstance(self._compiled, CompiledText):
            return self._compiled.with_leftovers()
        ready = enumerate(self._compiled)
        return [sentence for sentence, one in ready if one is not None and one.leftovers]

    def _has_leftover_violations(self, sentence: int, one: Compiled, labels: IdArray) -> bool:
        """Whether the best labelling under the regular rules violates one of the others."""
        names = [self._fitted.labels[label] for label in labels.tolist()]
        rest = Rules(leftover.rule for leftover in one.leftovers)
        return any(violations(rest, names, self.words_of(sentence), self.matches_of(sentence)))

    def _by_integers(
        self, dataset: Dataset, allowed: MaskArray | None, sentence: int, one: Compiled
    ) -> tuple[IdArray, float]:
        scores, transitions, _, mask = self.arrays(dataset, allowed, sentence, sentence + 1)
        words, limit = self.words_of(sentence), self._requested.time_limit
        needing = [leftover.rule for leftover in one.leftovers]
        late = OutOfTimeError(limit, needing, words, sentence)
        try:
            answer = best_under_rules(
                scores,
                transitions,
                one,
                mask,
                labels=self._fitted.labels,
                words=words,
                time_limit=limit,
            )
        except OutOfTimeError:
            raise late from None
        if answer is None:
            # Infeasibility may be known, but not in time which rules cause it.
            raise self._conflict(sentence, dataset, allowed) or late
        return answer.labels, answer.score

    def decode(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> Decoding:
        """Return the best labellings and their probabilities under the rules."""
        labels, path_scores = self.best_labels(dataset, allowed, threads=threads)
        log_z, posteriors = self._sums(dataset, allowed, threads=threads)
        chosen = np.take_along_axis(posteriors, labels[:, np.newaxis].astype(np.int64), axis=1)
        return Decoding(labels, chosen[:, 0].astype(np.float32), log_z, path_scores)

    def label_probabilities(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> FloatArray:
        """Return P(y_t = y given x and the rules), (T, L)."""
        return self._sums(dataset, allowed, threads=threads).posteriors

    def safest_labels(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, threads: int = 1
    ) -> IdArray:
        """Return the labelling with the fewest expected errors that obeys the hard rules.

        Probabilities are those under all rules.
        """
        by_sentence = self._by_sentence
        hard: Rules | list[Rules | None] = (
            hard_rules(by_sentence)
            if isinstance(by_sentence, Rules)
            else [None if one is None else hard_rules(one) for one in by_sentence]
        )
        requested = replace(self._requested, rules=hard, words=self._words)
        chosen = DatasetRules(requested, dataset, dataset, self._fitted.untempered)
        chosen._rows = self.label_probabilities(dataset, allowed, threads=threads)
        return chosen.best_labels(dataset, allowed, threads=threads)[0]

    def log_probabilities(
        self, dataset: Dataset, targets: Targets, *, threads: int = 1
    ) -> FloatArray:
        """Return log P(targets given x and the rules), (N,)."""
        known = targets.allowed_by_set()[targets.label_sets]
        everything = self.in_lattices(dataset, lambda one, _: one.log_z(), None, threads)
        agreeing = self.in_lattices(dataset, lambda one, _: one.log_z_or_nothing(), known, threads)
        parts = zip(agreeing, everything, strict=True)
        differences = [np.minimum(some - whole, 0.0) for some, whole in parts]
        result = np.concatenate([np.zeros(0), *differences])
        for sentence in self._with_leftovers():
            if result[sentence] > -np.inf:
                both = [self._trees(dataset, mask, sentence) for mask in (known, None)]
                some, whole = (None if one is None else one.log_z() for one in both)
                if some is not None and whole is not None:
                    result[sentence] = min(some - whole, 0.0)
        return result

    def span_probability(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        sentence: int,
        kind: SpanKind,
        span: tuple[int, int],
    ) -> float:
        """Return the probability that a sentence has a span of a type, under the rules."""
        arrays = self.arrays(dataset, allowed, sentence, sentence + 1)
        lattice = self._constrained(arrays, sentence, sentence + 1)
        with self._explaining(dataset, allowed, sentence):
            return float(lattice.span_marginals(kind, [span])[0])

    def labels_probability(
        self,
        dataset: Dataset,
        allowed: MaskArray | None,
        sentence: int,
        start: int,
        labels: Sequence[str],
    ) -> float:
        """Return the probability of labels of some tokens: a ratio of partition functions."""
        arrays = self.arrays(dataset, allowed, sentence, sentence + 1)
        with self._explaining(dataset, allowed, sentence):
            whole = self._constrained(arrays, sentence, sentence + 1).log_z()[0]
        if not all(label in self.labels for label in labels):
            return 0.0
        scores, transitions, offsets, mask = arrays
        pinned = np.ones(scores.shape, np.uint8) if mask is None else mask.copy()
        for token, label in enumerate(labels, start):
            chosen = np.zeros(len(self.labels), np.uint8)
            chosen[self.labels.index(label)] = 1
            pinned[token] &= chosen
        own = self._constrained((scores, transitions, offsets, pinned), sentence, sentence + 1)
        try:
            return float(np.exp(min(own.log_z()[0] - whole, 0.0)))
        except NoLabellingError:
            return 0.0

    def search(self, first: int, last: int) -> Search:
        """Return the search for the best labels of sentences first..last-1."""

        def best(
            scores: FloatArray,
            transitions: FloatArray,
            offsets: OffsetArray,
            allowed: MaskArray | None,
        ) -> tuple[IdArray, FloatArray]:
            return self._constrained(
                (scores, transitions, offsets, allowed), first, last
            ).best_paths()

        return best

    def _constrained(
        self,
        arrays: tuple[FloatArray, FloatArray, OffsetArray, MaskArray | None],
        first: int,
        last: int,
    ) -> ConstrainedLattice:
        return ConstrainedLattice(*arrays, self._shared or self._compiled[first:last])


def dataset_rules_for(
    rules: Any, sentences: Any, dataset: Dataset | ColumnTable, fitted: FittedChain
) -> DatasetRules:
    """Return compiled rules.

    Parameters
    ----------
    rules : Rules, sequence of Rules or None, or TextRules
    sentences : Any
        What the caller gave, for its words.
    dataset : Dataset, or ColumnTable
    fitted : FittedChain

    Raises
    ------
    CrfError
        These are no rules, or not as many as sentences; a rule names a label or token that does not
        exist.
    """
    return DatasetRules(text_rules(rules), sentences, dataset, fitted)

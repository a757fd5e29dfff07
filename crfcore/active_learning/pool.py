"""A pool of sentences to query, with a model's predictions, computed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.rules import Rules
from crfcore.errors import NotFittedError
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.dataset_rules import DatasetRules, dataset_rules_for
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.fitted_segments import FittedSegments
from crfcore.estimator.learned import Learned
from crfcore.estimator.text_rules import TextRules, rules_by_sentence, text_rules, words_of
from crfcore.features.dataset import Dataset
from crfcore.features.segments import as_sentence_indices, offsets_of
from crfcore.features.token_attributes import TokenAttributes
from crfcore.inference import NBest
from crfcore.inference.forward_backward import NoLabellingError

Part = TypeVar("Part")


class Proposals(NamedTuple):
    """The best labellings of N sentences with T tokens in all, with their probabilities.

    Attributes
    ----------
    labels : (T,) array
        y*, the labelling of highest score.
    probabilities : (T,) array
        P(y_t = y*_t given x).
    entropies : (T,) array
        −Σ_y P(y_t = y given x) log P(y_t = y given x), in nats.
    path_scores : (N,) array
        score(y*).
    log_z : (N,) array
        log Σ exp(score); path_scores − log_z is log P(y* given x).
    """

    labels: IdArray
    probabilities: FloatArray
    entropies: FloatArray
    path_scores: FloatArray
    log_z: FloatArray


class Run(NamedTuple):
    """A batch of a pool's sentences and their tokens."""

    sentences: slice
    tokens: slice

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return int(self.sentences.stop - self.sentences.start)


class Pool:
    """N sentences from which a query strategy chooses, with a model's predictions.

    Everything is computed on first use, over flat arrays, and cached.

    Parameters
    ----------
    model : estimator or None
        A fitted one; without it only strategies that need no model work.
    X : sentences, or Dataset
        As for the model's `predict`. A dataset made with the model's extractor saves extraction.
    rules : Rules, sequence of Rules or None, or TextRules, optional
        Rules for labellings. As for `entropy`, rules that need the integer program do not change
        probabilities.
    allowed : array, or sentences, optional
        Labels allowed for tokens; as for `predict`.
    committee : sequence of fitted estimators
        For strategies by votes.
    scheme : str, optional
        The tagging scheme; by default that of the model's `metadata_`.

    Raises
    ------
    CrfError
        From computations: for instance, rules contradict each other in a sentence.
    """

    def __init__(
        self,
        model: Learned | None,
        X: Any,  # noqa: N803 - scikit-learn's name
        *,
        rules: Any = None,
        allowed: Any = None,
        committee: Sequence[Learned] = (),
        scheme: str | None = None,
    ) -> None:
        self.model = model
        self.committee = tuple(committee)
        self._sentences = list(X) if isinstance(X, Iterator) else X
        self._rules = rules
        self._allowed = allowed
        self._scheme = scheme
        self._kept: dict[Any, Any] = {}

    # ---- what it consists of

    @property
    def n_sentences(self) -> int:
        """N."""
        return len(self.offsets) - 1

    @property
    def is_fitted(self) -> bool:
        """Whether there is a fitted model."""
        if self.model is None:
            return False
        try:
            return self.model.fitted_ is not None
        except NotFittedError:
            return False

    @property
    def fitted(self) -> FittedChain:
        """The fitted model; NotFittedError if there is none."""
        if self.model is None or not self.is_fitted:
            raise NotFittedError(
                "This strategy needs a trained model, and there is none yet; train one, or use "
                "'random' or 'sequential' until then."
            )
        return self.model.fitted_

    @cached_property
    def offsets(self) -> OffsetArray:
        """Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``, (N + 1,)."""
        found = getattr(self._sentences, "offsets", None)
        if found is not None:
            return np.asarray(found, dtype=np.int64)
        if self.is_fitted:
            return self.dataset.offsets
        return offsets_of(np.array([len(one) for one in self._sentences], dtype=np.int64))

    def offsets_in(self, run: Run) -> OffsetArray:
        """Return the offsets of a run's sentences, from 0."""
        first, last = run.sentences.start, run.sentences.stop
        return np.asarray(self.offsets[first : last + 1] - run.tokens.start, dtype=np.int64)

    @property
    def lengths(self) -> OffsetArray:
        """The number of tokens of each sentence, (N,)."""
        return np.diff(self.offsets)

    @cached_property
    def dataset(self) -> Dataset:
        """The tokens with the attributes that the model knows."""
        if not self.is_fitted and isinstance(self._sentences, TokenAttributes):
            return Dataset.of(self._sentences)
        return self._learned.dataset(self._sentences)

    @property
    def scheme(self) -> str | None:
        """The tagging scheme."""
        if self._scheme is not None or self.model is None:
            return self._scheme
        found = self.model.metadata_.get("scheme")
        return None if found is None else str(found)

    def select(self, places: Any, model: Learned | None = None) -> Pool:
        """Return a pool of some of the sentences.

        Parameters
        ----------
        places : (M,) integers, or (N,) bool
            Indices of sentences, in any order; or True for those to return.
        model : estimator, optional
            A newer one.
        """
        chosen = as_sentence_indices(places, self.n_sentences)
        part = Pool(
            model or self.model,
            self._chosen_sentences(chosen, model),
            rules=self._chosen_rules(chosen),
            allowed=self._chosen_allowed(chosen),
            committee=self.committee,
            scheme=self._scheme,
        )
        part._whole = self._whole or self
        return part

    def under(self, model: Learned) -> Pool:
        """Return the same sentences under another model."""
        return self._copy_with(model, self._allowed)

    def knowing(self, allowed: Any) -> Pool:
        """Return the same sentences with other labels allowed."""
        return self._copy_with(self.model, allowed)

    def _copy_with(self, model: Learned | None, allowed: Any) -> Pool:
        twin = Pool(
            model,
            self._sentences,
            rules=self._rules,
            allowed=allowed,
            committee=self.committee,
            scheme=self._scheme,
        )
        twin._whole = self._whole
        return twin

    _whole: Pool | None = None

    @property
    def whole(self) -> Pool:
        """The pool of which this is a part, or itself."""
        return self._whole or self

    # ---- predictions

    @cached_property
    def proposals(self) -> Proposals:
        """The best labellings, with probabilities of each label and of the whole."""
        fitted = self.fitted
        if isinstance(fitted, FittedSegments) and self._rules is None:
            threads = self._learned.threads
            best = fitted.decode(self.dataset, self.allowed, threads=threads)
            rows = fitted.label_probabilities(self.dataset, self.allowed, threads=threads)
            probabilities = best.probabilities.astype(np.float64)
            return Proposals(
                best.labels, probabilities, entropies(rows), best.path_scores, best.log_z
            )

        def part(constrained: ConstrainedLattice, _: Run) -> Proposals:
            labels, path_scores = constrained.best_paths()
            log_z, posteriors = constrained.sums()
            chosen = np.take_along_axis(posteriors, labels[:, np.newaxis].astype(np.int64), axis=1)
            return Proposals(labels, chosen[:, 0], entropies(posteriors), path_scores, log_z)

        parts = self.in_lattices(part)
        empty = Proposals(np.zeros(0, np.int32), *(np.zeros(0) for _ in range(4)))
        return Proposals(*(np.concatenate(column) for column in zip(empty, *parts, strict=True)))

    @property
    def uncertainties(self) -> FloatArray:
        """1 − P(y_t = y*_t given x) of each token, (T,)."""
        return np.maximum(1.0 - self.proposals.probabilities, 0.0)

    @cached_property
    def sequence_entropies(self) -> FloatArray:
        """The entropy of each sentence's labellings, in nats, (N,); exact."""
        parts = self.in_lattices(lambda constrained, _: constrained.entropy())
        return np.concatenate([np.zeros(0), *parts])

    def nbest(self, n: int) -> NBest:
        """Return the n best labellings of each sentence."""
        return self.cached(("nbest", n), lambda: self._nbest(n))

    def _nbest(self, n: int) -> NBest:
        fitted = self.fitted
        if isinstance(fitted, FittedSegments) and self._rules is None:
            threads = self._learned.threads
            ranked = fitted.ranked(self.dataset, self.allowed, n, fitted.tokens_at_once, threads)
            parts = [found for _, found in ranked]
        else:
            parts = self.in_lattices(lambda constrained, _: constrained.nbest(n))
        return NBest(
            np.concatenate([np.zeros((n, 0), np.int32), *(p.labels for p in parts)], axis=1),
            np.concatenate([np.zeros((0, n)), *(p.path_scores for p in parts)]),
            np.concatenate([np.zeros(0), *(p.log_z for p in parts)]),
        )

    def cached(self, key: Any, work: Callable[[], Part]) -> Part:
        """Return the cached value of a key; on first use, compute it."""
        if key not in self._kept:
            self._kept[key] = work()
        found: Part = self._kept[key]
        return found

    def in_lattices(
        self,
        work: Callable[[ConstrainedLattice, Run], Part],
        *,
        threads: int | None = None,
        n_tokens: int | None = None,
    ) -> list[Part]:
        """Call work(lattice, run) for batches of sentences, in order.

        Parameters
        ----------
        work : callable
            Gets the scores of some sentences under the rules, and their run.
        threads : int, optional
            By default as many as the model uses.
        n_tokens : int, optional
            Approximate size of a batch.
        """
        dataset, offsets = self.dataset, self.offsets

        def part(first: int, last: int) -> Part:
            run = Run(slice(first, last), slice(int(offsets[first]), int(offsets[last])))
            return work(self._dataset_rules.lattice(dataset, self.allowed, first, last), run)

        try:
            return self.fitted.in_slices(dataset, part, threads or self._learned.threads, n_tokens)
        except NoLabellingError as error:
            raise self._dataset_rules.explained(error, dataset, self.allowed) from None

    @cached_property
    def allowed(self) -> MaskArray | None:
        """The labels allowed for each token, (T, L), or None for all."""
        return allowed_mask(self._allowed, self.fitted.labels, self.dataset)

    @cached_property
    def _dataset_rules(self) -> DatasetRules:
        rules = Rules() if self._rules is None else self._rules
        return dataset_rules_for(rules, self._sentences, self.dataset, self.fitted)

    @property
    def _learned(self) -> Learned:
        assert self.fitted is not None
        assert self.model is not None
        return self.model

    # ---- parts

    def _chosen_sentences(self, places: OffsetArray, model: Learned | None) -> Any:
        if self.is_fitted and (model is None or isinstance(self._sentences, TokenAttributes)):
            return self.dataset.select(places)
        if hasattr(self._sentences, "select"):
            return self._sentences.select(places)
        return [self._sentences[sentence_index] for sentence_index in places.tolist()]

    def _chosen_rules(self, places: OffsetArray) -> TextRules | None:
        if self._rules is None:
            return None
        asked = text_rules(self._rules)
        words = asked.words
        if words is None and self.is_fitted:
            words = words_of(self._sentences, self.fitted.extractor)
        rules, numbers = rules_by_sentence(asked.rules, self.n_sentences), places.tolist()
        matches = asked.matches
        return replace(
            asked,
            rules=rules
            if isinstance(rules, Rules)
            else [rules[sentence_index] for sentence_index in numbers],
            words=None if words is None else [words[sentence_index] for sentence_index in numbers],
            matches=None
            if matches is None
            else [matches[sentence_index] for sentence_index in numbers],
        )

    def _chosen_allowed(self, places: OffsetArray) -> Any:
        if self._allowed is None:
            return None
        if self.is_fitted:
            known = self.allowed
            return None if known is None else known[tokens_of(self.offsets, places)]
        if isinstance(self._allowed, np.ndarray) and self._allowed.dtype != object:
            return self._allowed[tokens_of(self.offsets, places)]
        return [self._allowed[sentence_index] for sentence_index in places.tolist()]


def entropies(posteriors: FloatArray) -> FloatArray:
    """Return −Σ p log p of each row, in nats."""
    logs = np.zeros_like(posteriors)
    np.log(posteriors, out=logs, where=posteriors > 0.0)
    return np.asarray(np.maximum(-np.einsum("ty,ty->t", posteriors, logs), 0.0))


def tokens_of(offsets: OffsetArray, places: OffsetArray) -> NDArray[np.int64]:
    """Return the token indices of some sentences, concatenated."""
    starts, lengths = offsets[places], offsets[places + 1] - offsets[places]
    ends = np.cumsum(lengths)
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(int(lengths.sum()))

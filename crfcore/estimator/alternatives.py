"""What a fitted chain answers beyond the best labels: how sure they are, and what else could be."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.labellings import by_sentence
from crfcore.estimator.learned import Learned
from crfcore.estimator.ruling import ruling_for
from crfcore.inference import NBest, log_z, nbest, sample
from crfcore.inference.nbest import check_number

LABELLINGS_AT_ONCE = 2**23
"""Tokens × labellings that are ranked together."""


class Prediction(NamedTuple):
    """The best labelling of a sentence and how sure the model is of it.

    Attributes
    ----------
    labels : list of str
    score : float
        The sum of its weights, less what soft rules cost, whatever the temperature.
    log_probability : float
        log P(labels given x).
    margin : float
        Its score less that of the second-best labelling; +inf where there is no other.
    """

    labels: list[str]
    score: float
    log_probability: float
    margin: float


class Alternatives(Learned):
    """The part of an estimator that ranks and draws whole labellings."""

    def nbest(
        self,
        X: Any,  # noqa: N803
        n: int,
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[tuple[list[str], float]]]:
        """Return the n most probable labellings of each sentence, with their probabilities.

        Parameters
        ----------
        X : sentences
            As for `predict`.
        n : int
            At least 1.
        allowed, rules : optional
            As for `predict`.

        Returns
        -------
        list of lists of (labels, probability)
            The most probable first; fewer than n where a sentence has fewer labellings.

        Raises
        ------
        CrfError
            When a sentence has no labelling; names the sentence and the token.
        """
        result: list[list[tuple[list[str], float]]] = []
        names = np.array(self._known().labels, dtype=object)
        for offsets, found in self._ranked(X, n, allowed, rules):
            labels = names[found.labels]
            probabilities = np.exp(found.log_probabilities)
            for sentence, count in enumerate(found.counts.tolist()):
                tokens = slice(int(offsets[sentence]), int(offsets[sentence + 1]))
                rows = labels[:count, tokens].tolist()
                result.append(list(zip(rows, probabilities[sentence].tolist(), strict=False)))
        return result

    def predict_with_scores(
        self,
        X: Any,  # noqa: N803
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[Prediction]:
        """Return the best labelling of each sentence with score, log-probability and margin.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        """
        result: list[Prediction] = []
        names = np.array(self._known().labels, dtype=object)
        temperature = self._known().divisor
        for offsets, found in self._ranked(X, 2, allowed, rules):
            labels = names[found.labels[0]].tolist()
            path_scores = found.path_scores * temperature
            margins = path_scores[:, 0] - path_scores[:, 1]
            figures = zip(
                path_scores[:, 0].tolist(),
                found.log_probabilities[:, 0].tolist(),
                margins.tolist(),
                strict=True,
            )
            result += [
                Prediction(labels[offsets[sentence] : offsets[sentence + 1]], *three)
                for sentence, three in enumerate(figures)
            ]
        return result

    def _ranked(
        self,
        X: Any,  # noqa: N803
        n: int,
        allowed: Any,
        rules: Any,
    ) -> list[tuple[OffsetArray, NBest]]:
        fitted = self._known()
        check_number(n)
        dataset = self.dataset(X)
        mask = allowed_mask(allowed, fitted.labels, dataset)
        n_tokens = max(LABELLINGS_AT_ONCE // n, 1)
        if rules is not None:
            return ruling_for(rules, X, dataset, fitted).in_lattices(
                dataset,
                lambda lattice, offsets: (offsets, lattice.nbest(n)),
                mask,
                self.threads,
                n_tokens,
            )

        def part(first: int, last: int) -> tuple[OffsetArray, NBest]:
            scores, transitions, offsets, own = fitted.untempered.lattice(
                dataset, mask, first, last
            )
            found = nbest(scores, transitions, offsets, n, own)
            if fitted.temperature is not None:
                log_sums = log_z(*fitted.lattice(dataset, mask, first, last))
                found = NBest(found.labels, found.path_scores / fitted.temperature, log_sums)
            return offsets, found

        return fitted.in_slices(dataset, part, self.threads, n_tokens)

    def sample(
        self,
        X: Any,  # noqa: N803
        n: int,
        rng: np.random.Generator | int,
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[list[str]]]:
        """Draw labellings, each with its own probability, independently.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        n : int
            How many of each sentence.
        rng : numpy.random.Generator or int
            A generator, or the seed of a new one. The labellings depend on its state alone.

        Returns
        -------
        list of lists of labellings
            n labellings for each sentence.
        """
        fitted = self._known()
        dataset = self.dataset(X)
        generator = np.random.default_rng(rng)

        mask = allowed_mask(allowed, fitted.labels, dataset)
        # One thread: numbers are drawn in the order of the tokens.
        if rules is None:
            parts = fitted.in_lattices(dataset, partial(sample, n=n, rng=generator), mask)
        else:
            parts = ruling_for(rules, X, dataset, fitted).in_lattices(
                dataset, lambda lattice, _: lattice.sample(n, generator), mask
            )
        names = np.array(fitted.labels, dtype=object)
        labels = names[np.concatenate([np.zeros((max(n, 0), 0), np.int32), *parts], axis=1)]
        samples = [by_sentence(row, dataset) for row in labels.tolist()]
        return [[row[sentence] for row in samples] for sentence in range(dataset.n_sentences)]

"""Prediction: labels, n-best labellings, and scores of given labels."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.rules import Rules
from crfcore.errors import CrfError, DataError, shown
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.alternatives import Prediction, ranked
from crfcore.estimator.constrained_answers import samples
from crfcore.estimator.constrained_decoding import ConstrainedDecoding
from crfcore.estimator.dataset_rules import DatasetRules, dataset_rules_for
from crfcore.estimator.explanation import Explanation, explain
from crfcore.estimator.extractors import dataset_of, table_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.labellings import Labellings, Marginals, by_sentence
from crfcore.estimator.prediction_input import PredictionInput
from crfcore.estimator.probabilities import Probabilities, log_probabilities
from crfcore.estimator.rule_costs import learned_costs
from crfcore.estimator.text_rules import text_rules, words_of
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.token_attributes import TokenAttributes
from crfcore.inference import posterior_decode, sample
from crfcore.inference.decoding import Decoding
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.sampling import check_number, random_numbers
from crfcore.training.given_labels import (
    aligned_labels,
    targets_for,
)

DECODINGS = ("viterbi", "posterior", "possible-posterior")
"""Decoding: the best labelling; the best label of each token; or the labelling with the most
expected correct tokens among the possible ones."""


class PredictionMethods(Probabilities):
    """The prediction methods of an estimator."""

    def decode_dataset(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, rules: Any = None
    ) -> Decoding:
        """Return the best labellings and their probabilities, as arrays.

        Parameters
        ----------
        dataset : Dataset
            Made by the model's extractor.
        allowed : (T, L) array of 0 and 1, optional
            Labels as in `classes_`.
        rules : Rules, sequence of Rules or None, or TextRules, optional
            Rules for labellings; `TextRules` provides words, which a dataset lacks.

        Raises
        ------
        CrfError
            A sentence has no labelling left; names the sentence and the token, or a minimal set of
            contradicting rules.
        """
        _check_dataset(dataset)
        fitted = self.fitted_
        source = fitted if rules is None else dataset_rules_for(rules, dataset, dataset, fitted)
        return source.decode(dataset, allowed, threads=self.threads)

    def decode_under_rules(
        self,
        X: Any,  # noqa: N803
        rules: Any,
        *,
        allowed: Any = None,
    ) -> ConstrainedDecoding:
        """Return the best labellings under rules, the methods used, and violations.

        Parameters
        ----------
        X, allowed
            As for `predict`.
        rules : Rules, sequence of Rules or None, or TextRules

        Raises
        ------
        ConflictError
            The rules cannot be satisfied; names a minimal set of contradicting rules.
        """
        fitted = self.fitted_
        dataset = self.dataset(X)
        mask = allowed_mask(allowed, fitted.labels, dataset)
        dataset_rules = dataset_rules_for(rules, X, dataset, fitted)
        decoding = dataset_rules.decode(dataset, mask, threads=self.threads)
        return ConstrainedDecoding(
            decoding, dataset_rules.routes(), dataset_rules.broken(decoding.labels)
        )

    def label_probabilities(
        self, dataset: Dataset, allowed: MaskArray | None = None, *, rules: Any = None
    ) -> FloatArray:
        """Return P(y_t = y given x), (T, L); parameters as for `decode_dataset`."""
        _check_dataset(dataset)
        fitted = self.fitted_
        source = fitted if rules is None else dataset_rules_for(rules, dataset, dataset, fitted)
        return source.label_probabilities(dataset, allowed, threads=self.threads)

    def predict(
        self,
        X: Any,  # noqa: N803
        *,
        decoding: str = "viterbi",
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[str]]:
        """Return the best label of each token, by sentence.

        Parameters
        ----------
        X : sentences
            Of the kind that the model was trained on.
        decoding : {"viterbi", "posterior", "possible-posterior"}
            The most probable labelling; the most probable label of each token, for the fewest wrong
            tokens; or the labelling without forbidden transitions with the most expected correct
            tokens.
        allowed : array or sentences, optional
            For each sentence None, or for each of its tokens a label, a set of labels, or None
            for all. Or a (T, L) array of 0 and 1, labels as in `classes_`.
        rules : Rules, sequence of Rules or None, or TextRules, optional
            Rules for labellings, the same for all sentences or one set for each. Decoding is exact:
            local rules become masks, regular ones automata, those about equal words a junction
            tree, and the rest an integer program;
            `decode_under_rules` returns the method. With "posterior" rules change the probabilities
            of single labels; with "possible-posterior" the labelling obeys hard rules as a whole.

        Raises
        ------
        CrfError
            A sentence has no labelling left; names the sentence and the token, or a minimal set of
            contradicting rules.
        """
        fitted = self.fitted_
        extractor = fitted.extractor
        if str(decoding) not in DECODINGS:
            raise CrfError(
                f"decoding={shown(decoding)} is unknown; choose one of {', '.join(DECODINGS)}."
            )
        if decoding == "viterbi":
            fitted = fitted.untempered
        else:
            fitted.check_decoding(decoding)
        dataset_rules: DatasetRules | None = None
        if decoding == "viterbi" and allowed is None and isinstance(extractor, TemplateExtractor):
            table = table_of(X, extractor)
            if table is not None and rules is not None:
                dataset_rules = dataset_rules_for(rules, X, table, fitted)
            if table is not None and (dataset_rules is None or dataset_rules.reads_tables):
                found = _best_of_table(table, fitted, dataset_rules, self.threads)
                return _named(found, fitted.labels, table.offsets)
        dataset = dataset_of(X, extractor)
        mask = allowed_mask(allowed, fitted.labels, dataset)
        if rules is not None:
            dataset_rules = dataset_rules or dataset_rules_for(rules, X, dataset, fitted)
            found = _labels_under(dataset_rules, decoding, dataset, mask, self.threads)
        elif decoding == "viterbi":
            found = fitted.best_labels(dataset, mask, threads=self.threads)
        else:
            keep = decoding == "possible-posterior"
            work = partial(posterior_decode, keep_transitions=keep)
            parts = fitted.in_lattices(dataset, work, mask, threads=self.threads)
            found = np.concatenate([np.zeros(0, np.int32), *(part.labels for part in parts)])
        return _named(found, fitted.labels, dataset.offsets)

    def predict_single(self, xseq: Any) -> list[str]:
        """Return the best labels of one sentence."""
        return self.predict([xseq])[0]

    def predict_marginals(
        self,
        X: Any,  # noqa: N803
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> Marginals:
        """Return the probability of each label of each token, by sentence.

        A list of lists of dicts, with an attribute `calibrated`: whether a temperature was fitted.
        Parameters are those of `predict`. Rules that need the integer program are ignored;
        `decode_under_rules` names the sentences.
        """
        inputs = PredictionInput(self, X, allowed, rules)
        fitted, rows = inputs.fitted, inputs.label_probabilities()
        by_label = [dict(zip(fitted.labels, row, strict=True)) for row in rows.tolist()]
        calibrated = fitted.temperature is not None
        return Marginals(by_sentence(by_label, inputs.dataset), calibrated=calibrated)

    def predict_marginals_single(self, xseq: Any) -> list[dict[str, float]]:
        """Return the probability of each label of each token of one sentence."""
        return self.predict_marginals([xseq])[0]

    def score(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        rules: Any = None,
    ) -> float:
        """Return the token accuracy; unknown tokens do not count.

        `rules` are those of `predict`.

        A set of labels is correct if it contains the prediction; a label unknown to the model is
        wrong.
        """
        dataset = self.dataset(X)
        if isinstance(y, Targets):
            y = _label_sets_of(y, self.fitted_.labels, dataset)
        if rules is not None:
            rules = text_rules(rules)
            if rules.words is None:
                rules = replace(rules, words=words_of(X, self.fitted_.extractor))
        right = n_tokens = 0
        labels = self.predict(dataset, rules=rules)
        for found, known in zip(labels, aligned_labels(y, dataset), strict=True):
            for label, target in zip(found, known, strict=True):
                if target is None:
                    continue
                if not isinstance(target, (str, AbstractSet)):
                    raise DataError(
                        f"{shown(target)} is not what is known of a token: its label, a string, or "
                        "None, or a set of strings."
                    )
                n_tokens += 1
                alike = label == target if isinstance(target, str) else label in target
                right += int(alike)
        return right / n_tokens if n_tokens else 0.0

    def log_likelihood(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        skip_unknown_labels: bool = False,
        rules: Any = None,
    ) -> float:
        """Return Σ log P(known labels given x); −∞ if impossible.

        Parameters
        ----------
        X, y
            As for `fit`; Targets must be in the order of `classes_`.
        skip_unknown_labels : bool
            Treat tokens with a label unknown to the model as open. Otherwise such a label has
            probability 0.
        rules
            As for `predict`: log P(… given x and the rules), −∞ if a hard rule is violated. Rules
            that need the integer program are ignored.
        """
        found = log_probabilities(self, X, y, rules, skip_unknown_labels=skip_unknown_labels)
        return float(np.sum(found))

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
            From 1 to 5,000.
        allowed, rules : optional
            As for `predict`.

        Returns
        -------
        list of lists of (labels, probability)
            The most probable first; fewer than n where a sentence has fewer labellings.

        Raises
        ------
        CrfError
            A sentence has no labelling; names the sentence and the token.
        """
        result: list[list[tuple[list[str], float]]] = []
        inputs = PredictionInput(self, X, allowed, rules)
        names = np.array(inputs.fitted.labels, dtype=object)
        for offsets, found in ranked(inputs, n):
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
        inputs = PredictionInput(self, X, allowed, rules)
        names = np.array(inputs.fitted.labels, dtype=object)
        temperature = inputs.fitted.divisor
        for offsets, found in ranked(inputs, 2):
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

    def sample(
        self,
        X: Any,  # noqa: N803
        n: int,
        rng: np.random.Generator | int,
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[list[str]]]:
        """Draw independent samples of labellings.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        n : int
            Number of samples for each sentence.
        rng : numpy.random.Generator or int
            A generator, or the seed of a new one. It determines the labellings.

        Returns
        -------
        list of lists of labellings
            n labellings for each sentence.
        """
        inputs = PredictionInput(self, X, allowed, rules)
        generator = random_numbers(rng)
        dataset = inputs.dataset
        check_number(n, dataset.n_tokens)
        if inputs.dataset_rules is not None:
            numbers = samples(inputs.dataset_rules, dataset, inputs.mask, n, generator)
        else:
            # One thread: numbers are drawn in the order of the tokens.
            draw = partial(sample, n=n, rng=generator)
            parts = inputs.fitted.in_lattices(dataset, draw, inputs.mask, threads=1)
            numbers = np.concatenate([np.zeros((n, 0), np.int32), *parts], axis=1)
        labels = np.array(inputs.fitted.labels, dtype=object)[numbers]
        drawn = [by_sentence(row, dataset) for row in labels.tolist()]
        return [[row[sentence] for row in drawn] for sentence in range(dataset.n_sentences)]

    def explain(self, xseq: Any, token: int, label: str | None = None) -> Explanation:
        """Return why a token of a sentence gets its label.

        Parameters
        ----------
        xseq : sentence
            As for `predict_single`.
        token : int
            From 0.
        label : str, optional
            The label to explain; by default the predicted one.

        Raises
        ------
        UnknownLabelError
            The model does not know the label.
        CrfError
            There is no such token; the label is impossible there; or the model was trained by
            "empirical", is a voted perceptron, or locally normalised.
        """
        return explain(self, xseq, token, label)

    def learn_costs(
        self,
        X: Any,  # noqa: N803
        y: Any,
        rules: Any,
        *,
        c2: float = 1.0,
    ) -> Rules:
        """Return rules with maximum-likelihood costs.

        Each soft rule is a feature, the number of its violations, of weight −cost; the weights of
        the model are fixed. The objective −Σ log P(known labels given x, costs) + c2 · Σ cost² is
        convex where all labels are known; the search starts from the costs of the given rules.

        Parameters
        ----------
        X, y
            As for `fit`; labels that the model knows.
        rules : Rules, or TextRules with one Rules for all sentences
            Hard rules are ignored and returned unchanged.
        c2 : float
            Greater than 0: without it, the cost of a rule without violations is unbounded.

        Returns
        -------
        Rules
            The same rules in the same order.

        Raises
        ------
        CrfError
            There is no soft rule, or one needs the integer program.
        """
        return learned_costs(self.fitted_, X, self.dataset(X), y, rules, c2)


def _labels_under(
    dataset_rules: DatasetRules,
    decoding: str,
    dataset: Dataset,
    mask: MaskArray | None,
    threads: int,
) -> IdArray:
    """Return labels (T,) by one of the `DECODINGS`, under rules."""
    if decoding == "viterbi":
        return dataset_rules.best_labels(dataset, mask, threads=threads)[0]
    if decoding == "possible-posterior":
        return dataset_rules.safest_labels(dataset, mask, threads=threads)
    rows = dataset_rules.label_probabilities(dataset, mask, threads=threads)
    return np.asarray(np.argmax(rows, axis=1), dtype=np.int32)


def _label_sets_of(targets: Targets, names: tuple[str, ...], dataset: Dataset) -> list[list[Any]]:
    """Return targets as sets of labels, by sentence; None for an unknown token."""
    targets, _ = targets_for(targets, names, dataset)
    by_number: list[set[str] | None] = [
        {name for name, is_allowed in zip(names, row, strict=True) if is_allowed}
        for row in targets.allowed_by_set().tolist()
    ]
    by_number[targets.n_labels] = None
    return by_sentence([by_number[number] for number in targets.label_sets], dataset)


def _best_of_table(
    table: ColumnTable, fitted: FittedChain, dataset_rules: DatasetRules | None, threads: int
) -> IdArray:
    """Return the best labels of a table's tokens, (T,), under rules if there are any."""
    extractor = fitted.extractor
    assert isinstance(extractor, TemplateExtractor)
    if dataset_rules is None:
        return fitted.best_labels_of_table(table, extractor, threads=threads)
    try:
        return fitted.best_labels_of_table(table, extractor, dataset_rules.search, threads=threads)
    except NoLabellingError as error:
        raise dataset_rules.explained(error, dataset_of(table, extractor), None) from None


def _check_dataset(dataset: object) -> None:
    if not isinstance(dataset, TokenAttributes):
        raise CrfError(
            f"A Dataset was expected, and not {type(dataset).__name__}; make one of sentences with "
            "crf.dataset(sentences)."
        )


def _named(found: IdArray, labels: tuple[str, ...], offsets: OffsetArray) -> Labellings:
    """Return label ids as labels, by sentence."""
    names = np.array(labels, dtype=object)[found].tolist()
    return Labellings(names[start:stop] for start, stop in pairwise(offsets.tolist()))

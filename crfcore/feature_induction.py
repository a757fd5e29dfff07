"""Which features a model lacks: gains of attributes and of their conjunctions.

The gain of attribute b with label k, all other weights being fixed, is

    G = max_m Σ_t [m·1(y_t = k) − log(1 − p_tk + p_tk·exp(m))] − c2·m²,

over the known tokens t that have b, where p_tk are the marginals of the model: the product of the
tokens' marginals takes the place of the likelihood (A. McCallum, Efficiently inducing features of
conditional random fields, UAI 2003, equations 4 and 5; R. Gupta, Conditional random fields, 2006,
section 4.2, where the penalty must not be taken twice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.parameters import check_chain
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.reading import names_of_attributes
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.targets import Targets
from crfcore.features.template import Feature, Macro, Template
from crfcore.model_selection.folds import sentence_folds
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.given_labels import aligned_labels, targets_for, without_unknown_labels
from crfcore.training.monitor import TrainingCancelled

Cancelled = Callable[[], bool]

LEAST_GAIN = 3.0
"""Twice a gain is distributed like χ² with one degree of freedom if the feature is of no use: 3 is
exceeded by chance in 1.4% of the cases."""

LEAST_TOTAL = 15.0
"""Lines that gain less in all are not worth it: with 500 sentences of Dutch names, the best lines
for the preset `basic` gained 10 and 13 and changed F1 by −0.1; for the same preset without its
conjunctions they gained 22 and raised F1 by 0.6."""

LEAST_GAIN_ALONE = 0.25
"""Attributes of the template that gain less are taken to gain nothing."""

WRONG_TOKENS = 2
"""A conjunction must occur on so many tokens that the model labels wrongly."""

FOLDS = 3

ITERATIONS = 30
"""Iterations of the trainings of folds."""

NEWTON_STEPS = 30

LONGEST_STEP = 3.0
"""Limit of one Newton step of a weight."""


@dataclass(frozen=True, slots=True)
class LineExample:
    """A conjunction that a line would add.

    Attributes
    ----------
    text : str
        The cells that are read, such as "Xx/mg".
    label : str
        The label whose weight gains most.
    weight : float
        The best weight, all others being fixed: above 0 for the label, below 0 against it.
    gain : float
        In nats.
    n_tokens : int
        The number of known tokens that have it.
    """

    text: str
    label: str
    weight: float
    gain: float
    n_tokens: int


@dataclass(frozen=True, slots=True)
class LineSuggestion:
    """A line that would help a template.

    Attributes
    ----------
    line : str
        As it is written in a template.
    parts : (str, str)
        The two lines of the template whose conjunction it is.
    gain : float
        Σ of the gains of its features above the least gain, in nats.
    n_features : int
        Their number.
    examples : tuple of LineExample
        Those that gain most, the best first.
    """

    line: str
    parts: tuple[str, str]
    gain: float
    n_features: int
    examples: tuple[LineExample, ...]


def suggest_lines(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    n: int = 5,
    *,
    folds: int | None = FOLDS,
    seed: int = 0,
    min_count: int = 3,
    least_gain: float = LEAST_GAIN,
    least_total: float = LEAST_TOTAL,
    n_examples: int = 3,
    cancelled: Cancelled | None = None,
) -> list[LineSuggestion]:
    """Suggest conjunctions of two lines of a model's template.

    For each pair of lines, the gains of the conjunctions that occur on at least `min_count` known
    tokens, `WRONG_TOKENS` of which the model labels wrongly, are summed up, each less what one of
    its attributes alone would gain by another weight. Pairs are ranked alone:
    two suggestions may explain the same tokens, so add one and look again.

    Parameters
    ----------
    crf : LinearChainCRF
        Trained with a template, normally on these sentences.
    X, y
        As for its `fit`. Open tokens, and sets of labels, are ignored.
    n, n_examples : int
        The number of suggestions, and of examples of each.
    folds : int, optional
        A model hardly errs on sentences that it was trained on: the marginals of each part of the
        sentences are those of a model trained on the others, for at most `ITERATIONS` iterations.
        None takes the model's own marginals, for sentences that it was not trained on.
    seed : int
        Of the folds.
    min_count : int
    least_gain : float
        Features that gain less do not count, in nats.
    least_total : float
        Lines whose features gain less in all are not suggested.
    cancelled : callable, optional
        Called regularly; True ends everything with `TrainingCancelled`.

    Returns
    -------
    list of LineSuggestion
        The best first; empty if nothing gains enough.

    Raises
    ------
    CrfError
        The model has no template, no label is known, or a parameter is not possible.
    """
    check_chain(crf, n=(n, 0), min_count=(min_count, 1), n_examples=(n_examples, 0))
    check_chain(crf, least_gain=(least_gain, 0.0), least_total=(least_total, 0.0))
    extractor = crf.extractor_
    if not isinstance(extractor, TemplateExtractor):
        raise CrfError(
            "Lines can be suggested for a template only, and this model has other attributes; "
            "train one with template=…."
        )
    residuals = Residuals.of(crf, X, y, folds=folds, seed=seed, cancelled=cancelled)
    lines, columns = _columns(extractor, residuals)
    is_wrong = residuals.is_wrong
    alone = _gains_alone(residuals, columns, extractor.n_attributes)
    cells: set[frozenset[Macro]] = {frozenset(line.macros) for line in extractor.template.unigrams}
    found = []
    for i, j in combinations(range(len(lines)), 2):
        if cancelled is not None and cancelled():
            raise TrainingCancelled
        both = frozenset((*lines[i].macros, *lines[j].macros))
        if both in cells:
            continue
        cells.add(both)
        groups = Groups.of_pairs(columns[i], columns[j], is_wrong, min_count)
        gains = gains_of(residuals, groups, least_gain).beyond(alone, groups, least_gain)
        total = float(gains.gains.sum())
        if total >= least_total:
            found.append((total, i, j, groups, gains))
    found.sort(key=lambda one: (-one[0], *one[1:3]))
    names = _free_names(extractor.template)
    return [
        LineSuggestion(
            str(_conjunction(next(names), lines[i], lines[j])),
            (str(lines[i]), str(lines[j])),
            total,
            len(gains.gains),
            _examples(crf, (lines[i], lines[j]), groups, gains, n_examples),
        )
        for total, i, j, groups, gains in found[:n]
    ]


@dataclass(frozen=True, eq=False)
class Residuals:
    """Marginals of the known tokens of labelled sentences; K of them.

    Attributes
    ----------
    dataset : Dataset
        All sentences.
    known : int64 (K,)
        The known tokens.
    labels : int32 (K,)
        Their labels.
    probabilities : (K, L) array
        The model's marginals.
    c2 : float
    """

    dataset: Dataset
    known: OffsetArray
    labels: IdArray
    probabilities: FloatArray
    c2: float

    @classmethod
    def of(
        cls,
        crf: LinearChainCRF,
        X: Any,  # noqa: N803
        y: Any,
        *,
        folds: int | None = None,
        seed: int = 0,
        cancelled: Cancelled | None = None,
    ) -> Residuals:
        """Return the residuals of a model, without temperature and label bias.

        With folds they are those of models trained on the other sentences.
        """
        fitted = replace(crf.fitted_, temperature=None, label_bias=None)
        dataset = Dataset.of(crf.dataset(X), crf.extractor_)
        if not isinstance(y, Targets):
            y = without_unknown_labels(aligned_labels(y, dataset), set(fitted.labels))
        targets, names = targets_for(y, fitted.labels, dataset)
        known = np.flatnonzero(targets.label_sets < targets.n_labels)
        if len(known) == 0:
            raise CrfError("No token has a label that the model knows; give labelled sentences.")
        if folds is None:
            marginals = fitted.label_probabilities(dataset, threads=crf.threads)
        else:
            marginals = np.empty((dataset.n_tokens, len(names)))
            places = np.repeat(np.arange(dataset.n_sentences), np.diff(dataset.offsets))
            for held_out in sentence_folds(dataset.n_sentences, folds, seed):
                rest = np.setdiff1d(np.arange(dataset.n_sentences), held_out)
                again = _trained_again(crf, dataset, targets, names, rest, cancelled)
                marginals[np.isin(places, held_out)] = again.fitted_.label_probabilities(
                    dataset.select(held_out), threads=crf.threads
                )
        c2 = DEFAULT_C2 if crf.c2 is None else float(crf.c2)
        return cls(dataset, known, targets.label_sets[known], marginals[known], c2)

    @property
    def is_wrong(self) -> NDArray[np.bool_]:
        """Whether the right label of each known token has a probability of at most ½."""
        return self.probabilities[np.arange(len(self.known)), self.labels] <= 0.5


@dataclass(frozen=True, eq=False)
class Groups:
    """Sets of known tokens, one for each candidate attribute.

    Attributes
    ----------
    starts : int64 (G + 1,)
        Group g is ``tokens[starts[g]:starts[g + 1]]``.
    tokens : int64
        Indices among the known tokens.
    members : int32 (G, M)
        The attributes whose conjunction each group is.
    """

    starts: OffsetArray
    tokens: OffsetArray
    members: IdArray

    @classmethod
    def of_column(cls, column: IdArray) -> Groups:
        """Return the tokens (K,) of each attribute of one line, −1 for none."""
        tokens, keys, starts = _grouped(column, np.zeros_like(column))
        members = (keys[starts] >> 32).astype(np.int32)[:, np.newaxis]
        return cls(np.append(starts, len(keys)), tokens, members)

    @classmethod
    def of_pairs(
        cls, firsts: IdArray, seconds: IdArray, is_wrong: NDArray[np.bool_], min_count: int
    ) -> Groups:
        """Return the tokens (K,) with the same pair of attributes, −1 for none.

        Only those with enough tokens, and enough wrong ones, that are not all the tokens of one of
        the two attributes: the pair would say nothing new.
        """
        tokens, keys, starts = _grouped(firsts, seconds)
        if len(starts) == 0:
            return cls(np.zeros(1, np.int64), tokens, np.zeros((0, 2), np.int32))
        sizes = np.diff(np.append(starts, len(keys)))
        n_wrong = np.add.reduceat(is_wrong[tokens].astype(np.int64), starts)
        keys = keys[starts]
        members = np.stack([keys >> 32, keys & 0xFFFFFFFF], axis=1).astype(np.int32)
        kept = (sizes >= min_count) & (n_wrong >= WRONG_TOKENS)
        for column, own in zip((firsts, seconds), members.T, strict=True):
            kept &= sizes < np.bincount(column[column >= 0])[own]
        return cls(offsets_of(sizes[kept]), tokens[np.repeat(kept, sizes)], members[kept])


def _grouped(firsts: IdArray, seconds: IdArray) -> tuple[OffsetArray, OffsetArray, OffsetArray]:
    """Return the tokens with both attributes, sorted by the pair, the pairs, and their starts."""
    tokens = np.flatnonzero((firsts >= 0) & (seconds >= 0))
    keys = firsts[tokens].astype(np.int64) << 32 | seconds[tokens]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    return tokens[order], keys, np.flatnonzero(np.diff(keys, prepend=np.int64(-1)))


@dataclass(frozen=True, eq=False)
class Gains:
    """Features with their gains; F of them.

    `groups` and `labels` are int (F,), `weights` and `gains` (F,).
    """

    groups: OffsetArray
    labels: OffsetArray
    weights: FloatArray
    gains: FloatArray

    def beyond(self, alone: FloatArray, groups: Groups, least_gain: float) -> Gains:
        """Return what pairs gain beyond the better of their attributes alone, (A, L)."""
        members = groups.members[self.groups]
        gains = self.gains - alone[members, self.labels[:, np.newaxis]].max(axis=1, initial=0.0)
        kept = gains >= least_gain
        return Gains(self.groups[kept], self.labels[kept], self.weights[kept], gains[kept])


def gains_of(residuals: Residuals, groups: Groups, least_gain: float) -> Gains:
    """Return the features of groups that gain at least so much.

    They are screened by the gain of one Newton step, ½·g² / (h + 2·c2) with g = Σ [1(y_t = k) − p]
    and h = Σ p·(1 − p), which is at least half of the gain.
    """
    nothing = np.zeros(0, np.int64)
    if len(groups.members) == 0:
        return Gains(nothing, nothing, np.zeros(0), np.zeros(0))
    p = residuals.probabilities[groups.tokens]
    variances = np.add.reduceat(p * (1.0 - p), groups.starts[:-1])
    slopes = -p
    slopes[np.arange(len(p)), residuals.labels[groups.tokens]] += 1.0
    slopes = np.add.reduceat(slopes, groups.starts[:-1])
    estimates = 0.5 * slopes**2 / (variances + 2.0 * residuals.c2 + 1e-12)
    chosen, labels = np.nonzero(estimates >= 0.5 * least_gain)
    weights, gains = _best_weights(residuals, groups, chosen, labels)
    kept = gains >= least_gain
    return Gains(chosen[kept], labels[kept], weights[kept], gains[kept])


def _best_weights(
    residuals: Residuals, groups: Groups, chosen: OffsetArray, labels: OffsetArray
) -> tuple[FloatArray, FloatArray]:
    """Return the best weight of each feature and its gain, by safeguarded Newton steps."""
    sizes = np.diff(groups.starts)[chosen]
    if len(chosen) == 0:
        return np.zeros(0), np.zeros(0)
    starts = offsets_of(sizes)
    places = np.arange(int(starts[-1])) + np.repeat(groups.starts[chosen] - starts[:-1], sizes)
    tokens = groups.tokens[places]
    owners = np.repeat(labels, sizes)
    p = np.clip(residuals.probabilities[tokens, owners], 1e-12, 1.0 - 1e-12)
    n_right = np.add.reduceat((residuals.labels[tokens] == owners).astype(np.float64), starts[:-1])
    odds = np.log(p) - np.log1p(-p)
    weights = np.zeros(len(chosen))
    # A separable feature without a penalty has no best weight.
    c2 = max(residuals.c2, 1e-6)
    for _ in range(NEWTON_STEPS):
        q = 1.0 / (1.0 + np.exp(-np.clip(odds + np.repeat(weights, sizes), -700.0, 700.0)))
        slope = n_right - np.add.reduceat(q, starts[:-1]) - 2.0 * c2 * weights
        curvature = np.add.reduceat(q * (1.0 - q), starts[:-1]) + 2.0 * c2
        step = np.clip(slope / curvature, -LONGEST_STEP, LONGEST_STEP)
        weights += step
        if np.max(np.abs(step)) < 1e-9:
            break
    moved = np.logaddexp(np.log1p(-p), np.log(p) + np.repeat(weights, sizes))
    gains = n_right * weights - np.add.reduceat(moved, starts[:-1]) - residuals.c2 * weights**2
    return weights, gains


# ---- lines


def _trained_again(
    crf: LinearChainCRF,
    dataset: Dataset,
    targets: Targets,
    names: tuple[str, ...],
    places: OffsetArray,
    cancelled: Cancelled | None,
) -> LinearChainCRF:
    """Return a model of some of the sentences, with the parameters of another."""
    params = {**crf.get_params(), "model_filename": None, "initial": "auto", "verbose": False}
    params["max_iterations"] = min(params["max_iterations"] or ITERATIONS, ITERATIONS)
    again = LinearChainCRF(**params).fit(
        dataset.select(places),
        targets.select(dataset.offsets, places),
        labels=names,
        cancelled=cancelled,
        new_labels=True,
    )
    if cancelled is not None and cancelled():
        raise TrainingCancelled
    return again


def _columns(
    extractor: TemplateExtractor, residuals: Residuals
) -> tuple[list[Feature], NDArray[np.int32]]:
    """Return the lines with attributes of their own, and the attribute of each known token."""
    by_line = {
        lines[0]: attributes
        for lines, attributes in extractor.attributes_by_line().items()
        if len(lines) == 1 and lines[0].macros
    }
    line_of = np.full(extractor.n_attributes, MISSING, np.int32)
    for number, attributes in enumerate(by_line.values()):
        line_of[attributes[attributes >= 0]] = number
    dataset = residuals.dataset
    columns = np.full((len(by_line), dataset.n_tokens), MISSING, np.int32)
    owners = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
    lines = line_of[dataset.attributes]
    has_line = lines >= 0
    columns[lines[has_line], owners[has_line]] = dataset.attributes[has_line]
    return list(by_line), columns[:, residuals.known]


def _gains_alone(residuals: Residuals, columns: NDArray[np.int32], n_attributes: int) -> FloatArray:
    """Return the gain of each attribute with each label, (A, L)."""
    alone = np.zeros((n_attributes, residuals.probabilities.shape[1]))
    for column in columns:
        groups = Groups.of_column(column)
        gains = gains_of(residuals, groups, LEAST_GAIN_ALONE)
        alone[groups.members[gains.groups, 0], gains.labels] = gains.gains
    return alone


def _free_names(template: Template) -> Iterator[str]:
    """Yield names of lines that the template does not have: "Ui1" …."""
    first = "u" if template.dialect == "wapiti" else "U"
    taken = "\n".join(line.literals[0] for line in template.features)
    number = 0
    while True:
        number += 1
        if f"{first}i{number}:" not in taken:
            yield f"{first}i{number}:"


def _conjunction(name: str, one: Feature, other: Feature) -> Feature:
    macros = tuple(dict.fromkeys((*one.macros, *other.macros)))
    return Feature((name, *["/"] * (len(macros) - 1), ""), macros)


def _examples(
    crf: LinearChainCRF,
    lines: Sequence[Feature],
    groups: Groups,
    gains: Gains,
    n: int,
) -> tuple[LineExample, ...]:
    best = np.argsort(-gains.gains, kind="stable")[: max(n, 0)]
    members = groups.members[gains.groups[best]]
    names = names_of_attributes(crf.extractor_, np.unique(members))
    sizes = np.diff(groups.starts)
    labels = crf.classes_
    return tuple(
        LineExample(
            "/".join(
                names[attribute].removeprefix(line.literals[0])
                for attribute, line in zip(pair, lines, strict=True)
            ),
            labels[gains.labels[feature]],
            float(gains.weights[feature]),
            float(gains.gains[feature]),
            int(sizes[gains.groups[feature]]),
        )
        for feature, pair in zip(best.tolist(), members.tolist(), strict=True)
    )

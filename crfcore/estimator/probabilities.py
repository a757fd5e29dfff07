"""Entropies of labellings, and probabilities of their parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from numbers import Integral
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.constraints.confidence import Statement
from crfcore.errors import CrfError, UnknownLabelError, shown
from crfcore.estimator.confidences import confidences, lists_by_sentence
from crfcore.estimator.constrained_answers import entropies
from crfcore.estimator.dataset_rules import DatasetRules
from crfcore.estimator.fitted_chain import LatticeArrays
from crfcore.estimator.learned import Learned
from crfcore.estimator.prediction_input import PredictionInput
from crfcore.estimator.score_adjustments import ScoreAdjustments
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference import (
    SpanKind,
    all_span_marginals,
    entropy,
    labelled_span_marginals,
    pair_marginals,
    span_marginals,
)
from crfcore.messages import counted, there_are
from crfcore.text.tag_schemes import OUTSIDE, SCHEMES, continues, split_tag
from crfcore.training.given_labels import (
    aligned_labels,
    impossible_sentences,
    targets_for,
    without_unknown_labels,
)

MAX_SPANS = 2**28
"""Limit of tokens × lengths, whose probabilities are returned at once."""

MOST_NAMED = 20
"""Types that a message lists."""


class Probabilities(ScoreAdjustments):
    """The methods of an estimator for probabilities."""

    def entropy(
        self,
        X: Any,  # noqa: N803
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> FloatArray:
        """Return the entropy of each sentence's labellings, in nats, (N,); exact.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        """
        inputs = PredictionInput(self, X, allowed, rules)
        if inputs.dataset_rules is not None:
            return entropies(inputs.dataset_rules, inputs.dataset, inputs.mask, inputs.threads)
        parts = inputs.fitted.in_lattices(
            inputs.dataset, entropy, inputs.mask, threads=inputs.threads
        )
        return np.concatenate([np.zeros(0), *parts])

    def pair_marginals(
        self,
        X: Any,  # noqa: N803
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[FloatArray]:
        """Return the probabilities of neighbouring labels.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.

        Returns
        -------
        list of (n_tokens, L, L) arrays
            Entry t is the distribution of (label of token t - 1, label of token t), labels as in
            `classes_`; zeros at the first token.
        """

        def by_sentence(pairs: FloatArray, offsets: OffsetArray) -> list[FloatArray]:
            return [pairs[start:stop] for start, stop in pairwise(offsets.tolist())]

        tables = PredictionInput(self, X, allowed, rules).in_lattices(
            lambda scores, transitions, offsets, allowed: by_sentence(
                pair_marginals(scores, transitions, offsets, allowed), offsets
            ),
            lambda lattice, offsets: by_sentence(lattice.pair_marginals(), offsets),
        )
        return [pairs for one in tables for pairs in one]

    def span_marginals(
        self,
        X: Any,  # noqa: N803
        spans: Sequence[Sequence[tuple[int, int, Any]]],
        *,
        scheme: str | None = None,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[float]]:
        """Return the probabilities of spans.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        spans : sequence of sequences of (start, end, label)
            For each sentence, spans of first token and end (exclusive), counted from 0. A string
            `label` is a type: a span of exactly these tokens under the scheme of the model's tags.
            A sequence of strings gives the label of each of the tokens, independent of their
            neighbours.
        scheme : str, optional
            "tokens" where each token with a label other than "O" is a span of its own; otherwise
            tags are read as in `crfcore.text.tag_schemes.spans`. By default that of `metadata_`.

        Returns
        -------
        list of lists of float
            0 for labels of tokens that are unknown to the model.

        Raises
        ------
        CrfError
            A span is empty or exceeds its sentence; names the sentence and the span.
        UnknownLabelError
            The model has no spans of a type; names its types.
        """
        inputs = PredictionInput(self, X, allowed, rules)
        fitted, dataset, mask = inputs.fitted, inputs.dataset, inputs.mask
        lists = lists_of_spans(spans, dataset)
        scheme = _scheme_of(scheme, self.metadata_)
        check_types_known(lists, span_types(fitted.labels, scheme))
        if inputs.dataset_rules is not None:
            return _under_rules(lists, dataset, mask, inputs.dataset_rules, scheme)

        def part(first: int, last: int) -> list[list[float]]:
            lattice = fitted.lattice(dataset, mask, first, last)
            return _of_spans(lists[first:last], lattice, fitted.labels, scheme)

        parts = fitted.in_slices(dataset, part, self.threads)
        return [found for one in parts for found in one]

    def all_span_marginals(
        self,
        X: Any,  # noqa: N803
        label: str,
        longest: int,
        *,
        scheme: str | None = None,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[FloatArray]:
        """Return the probability of every span of a type, up to a length.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`.
        label : str
            The type: "NP", where tags are B-NP and I-NP.
        longest : int
            At least 1.
        scheme : str, optional
            As for `span_marginals`.

        Returns
        -------
        list of (n_tokens, longest) arrays
            [t, n - 1]: the probability that a span of the type begins at token t and has exactly
            n tokens.

        Raises
        ------
        CrfError
            `longest` is not possible, or the model has no spans of the type; names its types.
        """
        inputs = PredictionInput(self, X, allowed, rules)
        check_longest(longest, inputs.dataset)
        scheme = _scheme_of(scheme, self.metadata_)
        check_type(label, span_types(inputs.fitted.labels, scheme))
        kind = span_kind(inputs.fitted.labels, label, scheme)
        parts = inputs.in_lattices(
            partial(all_span_marginals, kind=kind, longest=longest),
            lambda lattice, _: lattice.all_span_marginals(kind, longest),
        )
        table = np.concatenate([np.zeros((0, longest)), *parts])
        return [table[start:stop] for start, stop in pairwise(inputs.dataset.offsets.tolist())]

    def sequence_log_probability(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        rules: Any = None,
    ) -> FloatArray:
        """Return log P(known labels given x) of each sentence, (N,).

        Parameters
        ----------
        X, y
            As for `fit`; Targets must be in the order of `classes_`.
        rules
            As for `predict`: the probability is given the rules too. Rules that need the integer
            program are ignored.

        Returns
        -------
        (N,) array
            −inf for labels that the model or a hard rule excludes, or that are unknown to the
            model.
        """
        return log_probabilities(self, X, y, rules)

    def sequence_probability(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        rules: Any = None,
    ) -> FloatArray:
        """Return P(known labels given x) of each sentence, (N,).

        Parameters are those of `sequence_log_probability`, which does not underflow.
        """
        return np.exp(self.sequence_log_probability(X, y, rules=rules))

    def confidence(
        self,
        X: Any,  # noqa: N803
        statements: Iterable[Iterable[Statement]],
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[float]]:
        """Return the probabilities of statements about sentences.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`. Rules that need the integer program are ignored.
        statements : for each sentence a sequence of rules
            ``Pin(2, "B-PER")`` for a token, ``FixedSpan(0, 2, "PER")`` for a span, or any kind of
            `crfcore.constraints`; a list of these means their conjunction.

        Returns
        -------
        list of lists of float
            The probability that the statement is true.

        Raises
        ------
        CrfError
            The number of statements differs from that of sentences; a statement is soft or off,
            needs the integer program, or names an unknown label or token.
        ConflictError
            The rules of a sentence cannot be satisfied.
        """
        return confidences(self.fitted_, X, self.dataset(X), statements, allowed, rules)


def log_probabilities(
    model: Learned,
    X: Any,  # noqa: N803
    y: Any,
    rules: Any,
    *,
    skip_unknown_labels: bool = False,
) -> FloatArray:
    """Return log P(known labels of y given x), (N,); see `Probabilities.sequence_log_probability`.

    With `skip_unknown_labels`, tokens with a label unknown to the model count as open.
    """
    inputs = PredictionInput(model, X, rules=rules)
    names, dataset = inputs.fitted.labels, inputs.dataset
    impossible = np.zeros(dataset.n_sentences, dtype=np.bool_)
    if not isinstance(y, Targets):
        y = aligned_labels(y, dataset)
        if not skip_unknown_labels:
            impossible[:] = impossible_sentences(y, names)
        y = without_unknown_labels(y, set(names))
    targets, _ = targets_for(y, names, dataset)
    source = inputs.fitted if inputs.dataset_rules is None else inputs.dataset_rules
    result = source.log_probabilities(dataset, targets, threads=inputs.threads)
    result[impossible] = -np.inf
    return result


def _scheme_of(scheme: Any, metadata: dict[str, Any]) -> str | None:
    """Return the given scheme, or else the model's."""
    if scheme is not None and not (isinstance(scheme, str) and scheme in SCHEMES):
        raise CrfError(f"scheme={shown(scheme)} is unknown; use one of {', '.join(SCHEMES)}.")
    return scheme or metadata.get("scheme")


def span_kind(labels: Sequence[str], label: str, scheme: str | None) -> SpanKind:
    """Return the kind of span of a type among the labels of a model.

    Parameters
    ----------
    labels : sequence of str
        The tags of the model.
    label : str
        The type.
    scheme : str or None
        With "tokens", each token with this label is a span of its own.
    """
    n_labels = len(labels)
    if scheme == "tokens":
        members = np.array([tag == label for tag in labels], dtype=np.uint8)
        return SpanKind(members, np.zeros((n_labels, n_labels), dtype=np.uint8))
    members = np.array([tag != OUTSIDE and split_tag(tag)[1] == label for tag in labels], np.uint8)
    goes_on = np.array([[continues(one, other) for other in labels] for one in labels], np.uint8)
    return SpanKind(members, goes_on)


def span_types(labels: Sequence[str], scheme: str | None) -> tuple[str, ...]:
    """Return the types of spans among the labels of a model, as `span_kind` reads them."""
    tags = [tag for tag in labels if tag != OUTSIDE]
    return tuple(dict.fromkeys(tags if scheme == "tokens" else (split_tag(t)[1] for t in tags)))


def check_type(label: Any, types: Sequence[str]) -> None:
    """Raise CrfError unless the type of spans is one of those of the model."""
    if not isinstance(label, str):
        raise CrfError(f"label={shown(label)} is no type of spans; give a string, such as 'PER'.")
    if label not in types:
        raise UnknownLabelError(f"label={_no_type(label, types)}")


def check_types_known(lists: list[list[Any]], types: Sequence[str]) -> None:
    """Raise UnknownLabelError for a span of a type that the model does not have."""
    known = frozenset(types)
    for sentence, queried in enumerate(lists):
        for *_, label in queried:
            if isinstance(label, str) and label not in known:
                raise UnknownLabelError(f"Sentence {sentence + 1}: {_no_type(label, types)}")


def _no_type(label: str, types: Sequence[str]) -> str:
    """Return the rest of a message about an unknown type."""
    if not types:
        return f"{shown(label)} is no type of spans of this model, which has none."
    return (
        f"{shown(label)} is no type of spans of this model; its types are "
        f"{', '.join(types[:MOST_NAMED])}{', …' * (len(types) > MOST_NAMED)}."
    )


def check_longest(longest: Any, dataset: Dataset) -> None:
    """Raise CrfError for an invalid number of tokens of spans, or for too many spans."""
    if isinstance(longest, bool) or not (isinstance(longest, Integral) and int(longest) >= 1):
        raise CrfError(
            f"longest={shown(longest)}: a span has at least one token; ask for a whole number of "
            "1 or more."
        )
    if dataset.n_tokens * int(longest) > MAX_SPANS:
        raise CrfError(
            f"Spans of up to {shown(longest)} of {dataset.n_tokens:,} tokens are too many at once; "
            "ask for shorter ones, or for those of fewer sentences."
        )


def lists_of_spans(spans: Any, dataset: Dataset) -> list[list[Any]]:
    """Return the list of spans of each sentence; CrfError unless they are inside it."""
    lists = lists_by_sentence(spans, "Spans")
    _check_spans(lists, dataset)
    return lists


def _check_spans(lists: list[list[Any]], dataset: Dataset) -> None:
    if len(lists) != dataset.n_sentences:
        raise CrfError(
            f"{there_are(dataset.n_sentences, 'sentence')}, and spans for {len(lists):,}; each "
            "sentence needs a list, which may be empty."
        )
    lengths = np.diff(dataset.offsets).tolist()
    for sentence, (queried, length) in enumerate(zip(lists, lengths, strict=True)):
        for one in queried:
            if not isinstance(one, (tuple, list)) or len(one) != 3:
                raise CrfError(
                    f"Sentence {sentence + 1}: a span is (start, end, label); found {shown(one)}."
                )
            start, end, label = one
            if not (isinstance(start, Integral) and isinstance(end, Integral)):
                raise CrfError(
                    f"Sentence {sentence + 1}: the tokens of a span are whole numbers; found "
                    f"{shown(start)} and {shown(end)}."
                )
            if not isinstance(label, str | tuple | list):
                raise CrfError(
                    f"Sentence {sentence + 1}: the label of a span is a string, or a label for "
                    f"each of its tokens; found {shown(label)}."
                )
            if not 0 <= int(start) < int(end) <= length:
                raise CrfError(
                    f"Sentence {sentence + 1}: a span of the tokens {start} to {end} (exclusive) "
                    f"is not inside its {counted(length, 'token')}."
                )
            if not isinstance(label, str) and len(label) != end - start:
                raise CrfError(
                    f"Sentence {sentence + 1}: the span {start} to {end} has "
                    f"{counted(int(end) - int(start), 'token')} and {counted(len(label), 'label')}"
                    "; each token needs one."
                )


def _of_spans(
    lists: list[list[tuple[int, int, Any]]],
    lattice: LatticeArrays,
    labels: Sequence[str],
    scheme: str | None,
) -> list[list[float]]:
    """Return the probabilities of the spans of a batch of sentences."""
    scores, transitions, offsets, mask = lattice
    result = [[0.0] * len(queried) for queried in lists]
    numbers = {name: number for number, name in enumerate(labels)}
    pieces: list[tuple[int, list[int]]] = []
    places_of_pieces: list[tuple[int, int]] = []
    by_type: dict[str, list[tuple[int, int]]] = {}
    for i, queried in enumerate(lists):
        for j, (start, _, label) in enumerate(queried):
            if isinstance(label, str):
                by_type.setdefault(label, []).append((i, j))
            elif all(name in numbers for name in label):
                pieces.append((int(offsets[i]) + start, [numbers[name] for name in label]))
                places_of_pieces.append((i, j))
    found = labelled_span_marginals(scores, transitions, offsets, pieces, mask)
    _put(result, places_of_pieces, found)
    for label, positions in by_type.items():
        kind = span_kind(labels, label, scheme)
        spans = [offsets[i] + np.array(lists[i][j][:2]) for i, j in positions]
        _put(result, positions, span_marginals(scores, transitions, offsets, kind, spans, mask))
    return result


def _under_rules(
    lists: list[list[tuple[int, int, Any]]],
    dataset: Dataset,
    mask: MaskArray | None,
    dataset_rules: DatasetRules,
    scheme: str | None,
) -> list[list[float]]:
    """Return the probabilities of spans under rules; given labels are a further constraint."""
    result = []
    for sentence, queried in enumerate(lists):
        found = []
        for start, end, label in queried:
            if isinstance(label, str):
                kind = span_kind(dataset_rules.labels, label, scheme)
                found.append(
                    dataset_rules.span_probability(dataset, mask, sentence, kind, (start, end))
                )
            else:
                found.append(
                    dataset_rules.labels_probability(dataset, mask, sentence, start, label)
                )
        result.append(found)
    return result


def _put(
    result: list[list[float]], positions: list[tuple[int, int]], probabilities: FloatArray
) -> None:
    for (i, j), probability in zip(positions, probabilities.tolist(), strict=True):
        result[i][j] = probability

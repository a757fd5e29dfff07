"""The arguments of `fit` about unlabelled text: expectations, sentences, weight."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Real
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import IdArray, MaskArray
from crfcore.errors import CrfError, ExpectationError, UnknownLabelError, shown
from crfcore.estimator.extractors import (
    Extractor,
    check_values,
    dataset_of,
    dataset_to_learn,
    extended,
)
from crfcore.estimator.fit_arguments import GivenData, given_data
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.learned_text import LearnedText
from crfcore.features.targets import Targets
from crfcore.features.template_parts import Macro
from crfcore.features.token_attributes import TokenAttributes
from crfcore.messages import message
from crfcore.training.expectations import (
    Expectation,
    ExpectedShares,
    expected_shares,
    tokens_with,
)
from crfcore.training.given_labels import (
    aligned_labels,
    check_learnable,
    is_labelled,
    names_in_order,
    sentence_weights_for,
    targets_for,
)

GREATEST_WEIGHT = 1e9
"""Of expectations: beyond it the labelled sentences count for nothing."""
MOST_NAMED = 10
"""Attributes that a message lists."""

_WORD = Macro("x", 0, 0)
"""The cell of a template that is a token's word."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a training knows about unlabelled text.

    Attributes
    ----------
    shares : ExpectedShares or None
        None where no expectation concerns a token.
    weight : float
    unused : tuple of Expectation
        Those whose attribute no token has.
    """

    shares: ExpectedShares | None
    weight: float
    unused: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ExpectationArguments:
    """The arguments of `LinearChainCRF.fit` about expectations, as they were given.

    Attributes
    ----------
    expectations, unlabelled, weight
        Sequence of Expectation or None; sentences or None; number.
    others : dict
        Arguments that cannot be combined with expectations, and whether they were given.
    """

    expectations: Any
    unlabelled: Any
    weight: Any
    others: dict[str, bool]

    def checked(self, algorithm: str | None) -> tuple[Expectation, ...]:
        """Return the expectations, none if there are none.

        Raises
        ------
        CrfError
            An argument is not possible, or cannot be combined with the others.
        """
        listed = self.expectations
        if listed is None:
            if self.unlabelled is not None:
                raise CrfError(
                    "unlabelled is read for expectations alone; give some, or leave it out."
                )
            return ()
        if isinstance(listed, str) or not isinstance(listed, Sequence):
            raise CrfError(f"expectations={shown(listed)} is not a list of Expectation.")
        for one in listed:
            if not isinstance(one, Expectation):
                raise CrfError(
                    f"expectations has {shown(one)}; give Expectation(attribute, labels, share)."
                )
        if listed:
            self._check_others(algorithm)
        return tuple(listed)

    def _check_others(self, algorithm: str | None) -> None:
        if self.unlabelled is None:
            raise CrfError(
                "Expectations are about unlabelled sentences; give fit(…, unlabelled=…)."
            )
        is_number = isinstance(self.weight, Real) and not isinstance(self.weight, bool)
        if not (is_number and 0.0 <= self.weight <= GREATEST_WEIGHT):
            raise CrfError(
                f"expectation_weight={shown(self.weight)} is not possible; it must be a number "
                f"from 0 to {GREATEST_WEIGHT:g}."
            )
        if algorithm not in {None, "lbfgs"}:
            raise CrfError(
                f"algorithm={shown(algorithm)} does not learn from expectations; use "
                "algorithm='lbfgs'."
            )
        for name, is_given in self.others.items():
            if is_given:
                raise CrfError(
                    f"{name} cannot be combined with expectations; leave one of the two out."
                )


class _Text(NamedTuple):
    """Labelled and unlabelled sentences with the same attributes, and what made them."""

    labelled: Dataset
    unlabelled: Dataset
    extractor: Extractor


def given_with_expectations(
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    labels: Sequence[str] | None,
    extractor: Extractor | None,
    params: dict[str, Any],
    sample_weight: Any,
    arguments: ExpectationArguments,
    learned: LearnedText = LearnedText(),  # noqa: B008 - immutable
) -> tuple[GivenData, Expected | None]:
    """Return what `fit` was given, and what is expected of unlabelled text, if anything.

    Attributes of the unlabelled sentences are added to those of X. There may be no sentence in X.
    Labels are those of y and then those of the expectations, unless `labels` names them.

    Raises
    ------
    CrfError
        As for `given_data` and `ExpectationArguments.checked`; or an expectation names a label
        that is not in `labels`, or all labels; or no token has a label or is expected to have one.
    """
    expectations = arguments.checked(params["algorithm"])
    chosen = extractor, params["template"], params["min_count"]
    if not expectations:
        given = given_data(X, y, labels, *chosen, sample_weight, learned, apart=True)
        return given, None
    started = perf_counter()
    text = _read(
        X,
        arguments.unlabelled,
        lambda sentences: dataset_to_learn(sentences, *chosen, learned),
    )
    check_values(text.unlabelled, "Unlabelled sentence")
    seconds = perf_counter() - started
    sequences = [] if y is None and not text.labelled.n_sentences else y
    if labels is None and not isinstance(y, Targets):
        sequences = aligned_labels(sequences, text.labelled)
        of_expectations = [label for one in expectations for label in one.labels]
        labels = tuple(dict.fromkeys([*names_in_order(sequences), *of_expectations]))
    targets, names = targets_for(sequences, labels, text.labelled)
    groups = _groups(expectations, names)
    attributes = _attributes(text.extractor, expectations)
    tokens = tokens_with(text.unlabelled, attributes)
    used = [number for number, own in enumerate(tokens) if len(own)]
    if not used and not is_labelled(targets):
        raise _nothing_expected(expectations, text.extractor)
    if is_labelled(targets):
        check_learnable(targets)
    weights = sentence_weights_for(sample_weight, text.labelled)
    given = GivenData(text.labelled, text.extractor, targets, names, weights, seconds)
    unused = tuple(one for one, own in zip(expectations, tokens, strict=True) if not len(own))
    shares = expected_shares(
        text.unlabelled,
        [attributes[number] for number in used],
        [tokens[number] for number in used],
        groups[used],
        np.array([expectations[number].target for number in used]),
    )
    return given, Expected(shares if used else None, float(arguments.weight), unused)


def _read(
    sentences: Any, unlabelled: Any, learned: Callable[[Any], tuple[Dataset, Extractor]]
) -> _Text:
    """Read both; the labelled ones twice, because the extractor learns from the others as well."""
    if _has_none(sentences):
        text, used = learned(unlabelled)
        return _Text(text.select([]), text, used)
    sentences, unlabelled = _kept(sentences), _kept(unlabelled)
    labelled, used = learned(sentences)
    if isinstance(sentences, TokenAttributes) or isinstance(unlabelled, TokenAttributes):
        return _Text(labelled, dataset_of(unlabelled, used), used)
    wider = extended(used, unlabelled)
    return _Text(dataset_of(sentences, wider), dataset_of(unlabelled, wider), wider)


def _kept(sentences: Any) -> Any:
    """Return sentences that can be read more than once."""
    return list(sentences) if isinstance(sentences, Iterator) else sentences


def _has_none(sentences: Any) -> bool:
    """Return whether there is no sentence, whatever its kind would be."""
    if isinstance(sentences, TokenAttributes | ColumnTable):
        return sentences.n_sentences == 0
    return sentences is None or (isinstance(sentences, list | tuple) and not sentences)


def _groups(expectations: Sequence[Expectation], names: Sequence[str]) -> MaskArray:
    """Return the labels of each expectation, (K, L)."""
    numbers = {name: number for number, name in enumerate(names)}
    groups = np.zeros((len(expectations), len(names)), dtype=np.uint8)
    for row, one in zip(groups, expectations, strict=True):
        for label in one.labels:
            if label not in numbers:
                raise UnknownLabelError(
                    f"The expectation of {shown(one.attribute)} names the label {shown(label)}, "
                    f"which is none of {', '.join(list(numbers)[:20])}; correct it, or add it to "
                    "labels."
                )
            row[numbers[label]] = 1
        if row.all():
            raise _names_all(one, names)
    return groups


def _names_all(one: Expectation, names: Sequence[str]) -> ExpectationError:
    """Return the error about an expectation of all labels, which says nothing."""
    if len(names) == 1:
        return ExpectationError(
            f"{shown(names[0])} is the only label here, and a training needs two; expect another, "
            "such as 'O' of lower-case words, or name all labels: fit(…, labels=…)."
        )
    return ExpectationError(
        f"The expectation of {shown(one.attribute)} names all labels, and every token has one of "
        "these; name fewer."
    )


def _nothing_expected(
    expectations: Sequence[Expectation], extractor: Extractor
) -> ExpectationError:
    """Return the error about expectations that concern no token, without a labelled one."""
    asked = list(dict.fromkeys(one.attribute for one in expectations))
    return ExpectationError(
        message(
            "No token has a label yet, and no unlabelled one has {attributes}, which the "
            "expectations are about; {advice}.",
            attributes=", ".join(map(shown, asked[:MOST_NAMED]))
            + ", …" * (len(asked) > MOST_NAMED),
            advice=_advice(asked[0], extractor),
        )
    )


def _advice(attribute: str, extractor: Extractor) -> str:
    """Return how attributes are named, as a part of a message."""
    if isinstance(extractor, TemplateExtractor) and ":" not in attribute:
        lines = extractor.template.unigrams
        words = [line for line in lines if line.macros == (_WORD,) and line.literals[0][-1] == ":"]
        if words:
            name = f"{words[0].literals[0]}{attribute}{words[0].literals[1]}"
            return message("their names look like {name}", name=shown(name))
    names = [] if ":" in attribute else extractor.attribute_names()
    if names:
        return message(
            "their names look like {name}",
            name=shown(next((one for one in names if ":" in one), names[0])),
        )
    return message("correct them, or give a text that has them")


def _attributes(extractor: Extractor, expectations: Sequence[Expectation]) -> list[IdArray]:
    """Return the attributes that each expectation is about, none where the name is unknown."""
    names = extractor.attribute_names()
    numbers = {name: number for number, name in enumerate(names)}
    in_order = sorted(names) if any(one.attribute.endswith(":") for one in expectations) else []

    # A file may name the same attributes many times.
    @cache
    def named(name: str) -> IdArray:
        if name in numbers or not name.endswith(":"):
            return np.array([numbers[name]] if name in numbers else [], dtype=np.int32)
        # What begins with a name ending in a colon comes before the same name with a semicolon.
        first, last = bisect_left(in_order, name), bisect_left(in_order, f"{name[:-1]};")
        return np.array([numbers[one] for one in in_order[first:last]], dtype=np.int32)

    return [named(one.attribute) for one in expectations]

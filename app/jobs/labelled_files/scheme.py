"""Labels that are valid in the scheme of a model, as the window suggests them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.domain.tagging import TOKENS
from app.jobs.data.tag_sequences import writes_spans
from crfcore.constraints.conflict import ConflictError
from crfcore.constraints.integer import OutOfTimeError
from crfcore.constraints.kinds import ValidScheme
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.schemes import is_broken_pair
from crfcore.inference.forward_backward import NoLabellingError

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.dataset import Dataset
    from crfcore.semi_markov import SemiMarkovCRF

Mask: TypeAlias = NDArray[np.uint8] | None
Answer = TypeVar("Answer")
Ask: TypeAlias = "Callable[[Dataset, Mask, TextRules | None], Iterable[Answer]]"

Routed: TypeAlias = "Iterable[tuple[Answer, str]]"
"""Answers for sentences, each with the route by which its best labels were found."""


def routed(answers: Iterable[Answer], routes: Sequence[str] = ()) -> Routed[Answer]:
    """Return answers with their routes, "" without rules."""
    return zip(answers, routes or repeat(""), strict=False)


@dataclass(frozen=True, slots=True)
class ModelScheme:
    """The scheme of a model; ``name`` is "tokens" where every labelling is valid."""

    name: str
    _known: dict[tuple[str | None, str | None], bool] = field(default_factory=dict)

    @classmethod
    def of(cls, crf: LinearChainCRF | SemiMarkovCRF) -> ModelScheme:
        """Return the scheme that a model was trained on, if it can write it.

        A model of segments writes nothing else.
        """
        name = crf.metadata_.get("scheme", TOKENS)
        obeyed = crf.KIND != "SemiMarkovCRF" and writes_spans(tuple(crf.classes_), name)
        return cls(name if obeyed else TOKENS)

    def is_valid(self, labels: Sequence[str]) -> bool:
        """Return whether the labels of a sentence are valid."""
        if self.name == TOKENS:
            return True
        return not any(map(self._is_broken, pairwise([None, *labels, None])))

    def _is_broken(self, pair: tuple[str | None, str | None]) -> bool:
        found = self._known.get(pair)
        if found is None:
            found = self._known[pair] = is_broken_pair(*pair, self.name)
        return found

    def obeyed(
        self,
        ask: Ask[Answer],
        labellings_of: Callable[[Answer], Iterable[Sequence[str]]],
        dataset: Dataset,
        allowed: Mask,
        rules: TextRules | None,
    ) -> Iterator[Answer]:
        """Yield the answer for each sentence; if a labelling is invalid, one under the scheme.

        They are few for a good model. What constraints leave no valid labels for stays as it is.
        """
        again = partial(self._again, ask, dataset, allowed, rules)
        for number, answer in enumerate(ask(dataset, allowed, rules)):
            are_valid = all(map(self.is_valid, labellings_of(answer)))
            yield answer if are_valid else again(number, answer)

    def _again(
        self,
        ask: Ask[Answer],
        dataset: Dataset,
        allowed: Mask,
        rules: TextRules | None,
        number: int,
        answer: Answer,
    ) -> Answer:
        """Return the answer for a sentence under the scheme, or the one that it has."""
        start, end = dataset.offsets[number : number + 2].tolist()
        scheme = Rules([Rule(ValidScheme(self.name))])
        try:
            (found,) = ask(
                dataset.select(np.array([number])),
                None if allowed is None else allowed[start:end],
                _with_scheme(rules, scheme, number),
            )
        except (ConflictError, NoLabellingError, OutOfTimeError):
            return answer
        return found


def by_sentence(
    names: Iterable[str], labels: NDArray[np.int32], dataset: Dataset
) -> list[list[str]]:
    """Return the names of labels, (T,), by sentence."""
    named = np.array(list(names), dtype=object)[labels].tolist()
    return [named[start:end] for start, end in pairwise(dataset.offsets.tolist())]


def _with_scheme(rules: TextRules | None, scheme: Rules, number: int) -> TextRules:
    """Return the rules of one sentence, and the scheme."""
    from crfcore.estimator.text_rules import TextRules

    if rules is None:
        return TextRules(scheme)
    own = rules.rules if isinstance(rules.rules, Rules) else rules.rules[number]
    words = None if rules.words is None else rules.words[number : number + 1]
    return replace(rules, rules=scheme if own is None else own + scheme, words=words)

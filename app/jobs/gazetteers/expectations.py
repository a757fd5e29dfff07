"""Expectations about the words of gazetteers, learned from unlabelled sentences of a project."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.domain.tagging import OUTSIDE
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import (
    ENOUGH_LABELLED,
    TrainingData,
    TrainingTargets,
    with_labels,
)
from app.jobs.gazetteers.labelled_words import LabelledWords, contradict, with_labelled
from app.jobs.gazetteers.phrase_lists import phrase_list
from app.jobs.gazetteers.unlisted_words import Outside, UnlistedWords
from crfcore.arrays import counts_before
from crfcore.text.tag_schemes import Span, encode

if TYPE_CHECKING:
    from crfcore.features.condensed import CondensedDataset
    from crfcore.features.phrases import PhraseList
    from crfcore.training.expectations import Expectation

MOST_SENTENCES = 3_000
"""Unlabelled sentences that are used; half of them have listed words, if so many do."""

FEW_WORDS = 3
"""Fewer labelled words of a list do not show whether they begin spans, nor how long spans are."""

LONGER = 1.5
"""How many times as long as phrases the spans of their label are if phrases are parts of them."""

SEED = 0
"""Fixed, so that the same project uses the same sentences."""


@dataclass(frozen=True, slots=True, eq=False)
class GazetteerExpectations:
    """Expectations, the unlabelled sentences that they are about, and the labels of both.

    ``wanted`` are the labelled sentences, perhaps none, with the labels of the expectations added.
    """

    expectations: tuple[Expectation, ...]
    sentence_indices: NDArray[np.int64]
    wanted: TrainingTargets

    def arguments(self, dataset: CondensedDataset) -> dict[str, Any]:
        """Return the arguments of `fit`; ``dataset`` has all sentences of the project."""
        unlabelled = dataset.select(self.sentence_indices)
        return {"expectations": self.expectations, "unlabelled": unlabelled}


def gazetteer_expectations(
    data: TrainingData, wanted: TrainingTargets | None, *, has_cases: bool = False
) -> GazetteerExpectations | None:
    """Return what models of a project expect of unlabelled sentences; None for nothing.

    ``wanted`` are the labelled sentences to train on, None if they are too few for a model.
    ``has_cases``: models know how words are written elsewhere in the text. Nothing is expected
    where many sentences are labelled.
    """
    from crfcore.training.expectations import Expectation

    lists = data.expecting()
    if not lists or (wanted is not None and len(wanted.sentence_indices) >= ENOUGH_LABELLED):
        return None
    unlabelled = _unlabelled(data)
    outside = _outside(lists, data)
    chosen = _chosen(data, unlabelled, ~np.isnan(outside))
    if not len(chosen):
        return None
    labelled = LabelledWords(data, wanted)
    named = [one for each in lists for one in _with_labelled(each, labelled)]
    extended = _with_labels(wanted, data, [label for _, labels, _ in named for label in labels])
    if OUTSIDE in extended.labels:
        further = _further(extended.labels, lists, data.scheme)
        named += UnlistedWords(data, chosen, labelled, outside, further, has_cases).expected()
    found = tuple(Expectation(*one) for one in named if len(one[1]) < len(extended.labels))
    return GazetteerExpectations(found, chosen, extended) if found else None


_Named = tuple[str, tuple[str, ...], float]
"""The attribute, labels and share of an expectation."""


def _of_list(listed: Listed, data: TrainingData) -> Iterator[_Named]:
    """Yield the expectations about the first and the further words of a gazetteer's phrases."""
    share, labels = listed.gazetteer.share, phrase_list(listed).distinct
    if share is None:
        return
    for label in labels:
        if not label:
            if OUTSIDE in data.tags:
                yield from ((f"gaz:{listed.gazetteer.name}:{n}", (OUTSIDE,), share) for n in "BI")
            continue
        for position, tags in zip("BI", _tags_of(label, data.scheme), strict=True):
            known = tuple(tag for tag in tags if tag in data.tags)
            if known:
                yield f"gaz:{listed.gazetteer.name}:{position}-{label}", known, share


def _with_labelled(listed: Listed, labelled: LabelledWords) -> Iterator[_Named]:
    """Yield what is expected of a gazetteer, with its labelled words added to the shares."""
    data, phrases = labelled.data, phrase_list(listed)
    table = data.text.table()
    marks = phrases.marks(table.columns[0], table.offsets)[0]
    for attribute, tags, share in _of_list(listed, data):
        value = attribute.removeprefix(phrases.prefix)
        tokens = marks == phrases.values.index(value)
        if value.startswith("B-"):
            n_begin, n_labelled = labelled.count(tokens, tags)
            if contradict(share, n_begin, n_labelled) or (
                n_labelled < FEW_WORDS and _are_parts(value[2:], phrases, marks, labelled)
            ):
                first, further = _tags_of(value[2:], data.scheme)
                tags = tuple(tag for tag in dict.fromkeys((*first, *further)) if tag in data.tags)
        yield attribute, tags, with_labelled(share, *labelled.count(tokens, tags))


def _are_parts(
    label: str, phrases: PhraseList, marks: NDArray[np.int32], labelled: LabelledWords
) -> bool:
    """Return whether phrases with a label are parts of spans: they are shorter than the labelled.

    So is October of "the 11th of October": expected to begin a span, it would divide it.
    """
    first, further = _tags_of(label, labelled.data.scheme)
    everywhere = np.ones(len(marks), np.bool_)
    n_spans, _ = labelled.count(everywhere, first)
    n_words, _ = labelled.count(everywhere, {*first, *further})
    at = 2 * phrases.distinct.index(label)
    n_phrases, n_further = np.count_nonzero(marks == at), np.count_nonzero(marks == at + 1)
    longer = n_words * n_phrases > LONGER * (n_phrases + n_further) * n_spans
    return bool(n_spans >= FEW_WORDS and longer)


def _tags_of(label: str, scheme: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tags of the first word of a phrase with a label, and of the further ones."""
    (single,), several = (
        encode([Span(0, 1, label)], 1, scheme),
        encode([Span(0, 3, label)], 3, scheme),
    )
    return tuple(dict.fromkeys((single, several[0]))), tuple(dict.fromkeys(several[1:]))


def _further(labels: tuple[str, ...], lists: list[Listed], scheme: str) -> tuple[str, ...]:
    """Return the labels of words that do not begin a span; none if the scheme has no such."""
    found = {OUTSIDE}
    for label in filter(None, (name for each in lists for name in phrase_list(each).distinct)):
        begins, continues = _tags_of(label, scheme)
        if set(begins) & set(continues):
            return ()
        found.update(continues)
    return tuple(label for label in labels if label in found)


def _with_labels(
    wanted: TrainingTargets | None, data: TrainingData, names: list[str]
) -> TrainingTargets:
    """Return the labelled sentences, or none, with further labels."""
    from crfcore.features.targets import Targets

    if wanted is None:
        nothing = Targets(np.zeros(0, np.int32), np.zeros((0, 0), np.uint8), 0)
        wanted = TrainingTargets(np.zeros(0, np.int64), nothing, np.zeros(0, np.int32), ())
        # Spans need what is outside of them.
        names = [*([OUTSIDE] if OUTSIDE in data.tags else []), *names]
    ids = {name: tag for tag, name in enumerate(data.tags)}
    labels = tuple(dict.fromkeys([*wanted.labels, *names]))
    return TrainingTargets(
        wanted.sentence_indices,
        with_labels(wanted.targets, len(labels)),
        np.array([ids[label] for label in labels], np.int32),
        labels,
    )


def _unlabelled(data: TrainingData) -> NDArray[np.bool_]:
    """Return which sentences with attributes are visible, no test sentences, and not labelled."""
    known = (data.states == TokenState.CONFIRMED) | (data.states == TokenState.NARROWED)
    before = counts_before(known)[data.text.offsets]
    open_ones = (np.diff(before) == 0) & (np.diff(data.text.offsets) > 0)
    shown = np.isin(data.documents, data.shown) & ~data.without_attributes()
    return np.asarray(open_ones & (data.roles == Role.POOL) & shown)


def _outside(lists: list[Listed], data: TrainingData) -> Outside:
    """Return for each listed token the share that is expected to have no label; NaN for others."""
    table = data.text.table()
    found = np.full(table.n_tokens, np.nan)
    for listed in lists:
        phrases, share = phrase_list(listed), listed.gazetteer.share or 0.0
        by_label = np.array([1.0 - share if label else share for label in phrases.distinct])
        marks = phrases.marks(table.columns[0], table.offsets)[0]
        tokens = marks >= 0
        found[tokens] = by_label[marks[tokens] // 2]
    return found


def _chosen(
    data: TrainingData, unlabelled: NDArray[np.bool_], listed: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the unlabelled sentences to be used, drawn at random where there are many."""
    found = counts_before(listed)[data.text.offsets]
    has_listed = np.diff(found) > 0
    rng = np.random.default_rng(SEED)
    first = rng.permutation(np.flatnonzero(unlabelled & has_listed))[: MOST_SENTENCES // 2]
    rest = rng.permutation(np.setdiff1d(np.flatnonzero(unlabelled), first))
    drawn = np.concatenate([first, rest[: MOST_SENTENCES - len(first)]])
    return np.sort(drawn).astype(np.int64)

"""Proposals: the best labelling of some sentences under all that is known of their tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Event
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.rules import ProjectRule
from app.domain.tagging import TOKENS, tags_without_label
from app.domain.tokens import TokenState
from app.jobs.progress import Monitor, report
from app.jobs.ruled_decoding import RuledLabels, decode_under_rules
from app.jobs.rules import ActiveRules, active_rules
from app.jobs.snapshot import ProjectText, tokens_at, words_at
from app.jobs.tag_sequences import TagSequences
from app.jobs.train import TrainedModel
from crfcore.text.tag_schemes import Span, encode, split_tag

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import Dataset

SENTENCES_AT_ONCE = 1000

_scheme_is_ready = Event()
"""What decoding under a scheme takes is loaded; the first time that is a third of a second."""


class NoAnswerError(Exception):
    """Whoever was to propose has ended, or has a newer model; what it would say matters no more."""


@dataclass(frozen=True, slots=True, eq=False)
class ProposedTags:
    """Tag ids and their marginal probabilities, for the tokens of some sentences in order."""

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    conflicts: dict[int, str] = field(default_factory=dict)
    """By place, what contradicts itself in a sentence and which rule was left out there."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """Sentences to be decoded, and what is known of their tokens; M sentences, U tokens.

    ``tag_sets`` int32 (U,) are 0 where nothing is known, ``members`` says which tags each set
    has, ``tags`` are the project's; those in ``gone`` belong to labels that were deleted.
    ``rules`` are what the labellings have to obey. ``scheme`` is the project's: its tags obey it
    wherever that is possible; "" where nobody minds.
    """

    text: ProjectText
    sentence_indices: NDArray[np.int64]
    tag_sets: NDArray[np.int32]
    members: dict[int, tuple[int, ...]]
    tags: list[str]
    gone: frozenset[int] = frozenset()
    rules: tuple[ProjectRule, ...] = ()
    scheme: str = ""


def sentences_of(project: Project, sentence_indices: NDArray[np.int64]) -> Sentences:
    """Return what a proposal needs of some sentences; imported suggestions bind nobody."""
    text = ProjectText.of(project)
    at = tokens_at(text.offsets, sentence_indices)
    states = project.corpus.states[at]
    known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
    tag_sets = np.where(known, project.corpus.tag_sets[at], 0).astype(np.int32)
    distinct = set(tag_sets.tolist()) - {0}
    members = {number: project.tag_sets[number] for number in distinct}
    gone = tags_without_label(project, range(len(project.tags)))
    return Sentences(
        text,
        np.asarray(sentence_indices, np.int64),
        tag_sets,
        members,
        list(project.tags),
        gone,
        project.rules_in_force(),
        project.settings.scheme,
    )


def propose(model: TrainedModel, sentences: Sentences) -> ProposedTags:
    """Decode sentences; what the model has never heard of binds it nothing.

    A proposal is `NO_TAG` where the model's label is no tag of the project. A label that was
    deleted after the training is never proposed.
    """
    proposed = _proposed(model, sentences)
    if proposed is None:
        raise RuntimeError("only an answer that is wanted at once may be missing")
    return proposed


def propose_at_once(model: TrainedModel, sentences: Sentences) -> ProposedTags | None:
    """Do what `propose` does; None where rules or the scheme let it take more than a moment."""
    return _proposed(model, sentences, at_once=True)


def _proposed(
    model: TrainedModel, sentences: Sentences, *, at_once: bool = False
) -> ProposedTags | None:
    tag_ids = _tag_ids(model, sentences)
    gone = _gone(sentences, tag_ids)
    dataset = dataset_of(model, sentences)
    allowed = _allowed(sentences, tag_ids, gone)
    if sentences.rules:
        ruled = decode_under_rules(
            model.crf,
            dataset,
            allowed,
            active_rules(sentences.rules),
            words_by_sentence(sentences),
            at_once=at_once,
        )
        if ruled is None:
            return None
        labels, probabilities, found = ruled
    else:
        labels, probabilities = model.crf.decode_dataset(dataset, allowed)[:2]
        found = {}
    decoded = labels, probabilities, found
    # Counts break the scheme often, and are asked for the whole text at each key: the next full
    # model, which hardly ever does, has the last word.
    counted = model.damped
    if not counted and not _obey_scheme(
        model.crf, sentences, dataset, allowed, decoded, at_once=at_once
    ):
        return None
    sentence_indices = sentences.sentence_indices.tolist()
    conflicts = {sentence_indices[sentence]: text for sentence, text in found.items()}
    return ProposedTags(
        np.where(gone, NO_TAG, tag_ids)[labels],
        probabilities.astype(np.float32, copy=False),
        conflicts,
    )


def _obey_scheme(
    crf: LinearChainCRF,
    sentences: Sentences,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    found: RuledLabels,
    *,
    at_once: bool,
) -> bool:
    """Decode those sentences again, under the scheme, in which the labels break it.

    They are few: what a chain has learnt breaks it hardly ever. What a person said may leave no
    labelling that obeys it; such a sentence stays as it is. False where this would take more than
    a moment, and that is all there is.
    """
    labels, probabilities, conflicts = found
    scheme, names = sentences.scheme, tuple(crf.classes_)
    if crf.metadata_.get("scheme") != scheme or not _writes_spans(names, scheme):
        return True
    broken = np.flatnonzero(TagSequences(labels, names, dataset.offsets).broken(scheme))
    owners = set((np.searchsorted(dataset.offsets, broken, side="right") - 1).tolist())
    again = np.array(sorted(owners - conflicts.keys()), np.int64)
    if not len(again):
        return True
    if at_once and not _scheme_is_ready.is_set():
        return False
    rule = ProjectRule(0, "valid_scheme", json.dumps({"scheme": scheme}))
    active = active_rules((*sentences.rules, rule))
    for sentence_indices, ruled in _obeying(
        crf, sentences, dataset, allowed, active, again, at_once=at_once
    ):
        kept = [number for number in range(len(sentence_indices)) if number not in ruled[2]]
        own = np.concatenate([[0], np.cumsum(np.diff(dataset.offsets)[sentence_indices])])
        here = tokens_at(dataset.offsets, sentence_indices[kept])
        there = tokens_at(own, np.array(kept, np.int64))
        labels[here], probabilities[here] = ruled[0][there], ruled[1][there]
    _scheme_is_ready.set()
    return True


def _obeying(
    crf: LinearChainCRF,
    sentences: Sentences,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    active: ActiveRules,
    sentence_indices: NDArray[np.int64],
    *,
    at_once: bool,
) -> Iterator[tuple[NDArray[np.int64], RuledLabels]]:
    """Yield those of some places in a slice that can obey all rules, and what is best there.

    Nobody asks why a sentence cannot, and looking for reasons takes long: where one among many
    cannot, each half of them is tried alone. Rules of the project alone may be worth a longer look.
    """
    ruled = decode_under_rules(
        crf,
        dataset.select(sentence_indices),
        None if allowed is None else allowed[tokens_at(dataset.offsets, sentence_indices)],
        active,
        words_at(sentences.text, sentences.sentence_indices[sentence_indices]),
        at_once=at_once or not sentences.rules or len(sentence_indices) > 1,
    )
    if ruled is not None:
        yield sentence_indices, ruled
    elif len(sentence_indices) > 1:
        for half in np.array_split(sentence_indices, 2):
            yield from _obeying(crf, sentences, dataset, allowed, active, half, at_once=at_once)


@lru_cache(maxsize=16)
def _writes_spans(names: tuple[str, ...], scheme: str) -> bool:
    """Say whether a model knows tags for a whole span of each label that it knows.

    One that has learnt from text of another scheme does not, and would propose no spans at all.
    """
    if scheme == TOKENS:
        return False
    labels = {split_tag(name)[1] for name in names} - {""}
    return all(
        any(
            set(encode([Span(0, length, label)], length, scheme)) <= set(names) for length in (1, 2)
        )
        for label in labels
    )


def dataset_of(model: TrainedModel, sentences: Sentences) -> Dataset:
    """Return the attributes of some sentences as a model takes them."""
    extraction = model.extraction
    if extraction is not None and extraction.text.same_as(sentences.text):
        return extraction.dataset.select(sentences.sentence_indices)
    return model.crf.dataset(sentences.text.table().select(sentences.sentence_indices))


def allowed_labels(model: TrainedModel, sentences: Sentences) -> NDArray[np.uint8] | None:
    """Return which labels each token may have (U, L), None where every token may have any."""
    tag_ids = _tag_ids(model, sentences)
    return _allowed(sentences, tag_ids, _gone(sentences, tag_ids))


def propose_all(model: TrainedModel, project: Project, monitor: Monitor | None = None) -> Proposals:
    """Return proposals for every visible sentence of a project."""
    corpus = project.corpus
    proposals = Proposals.none(corpus.n_sentences, corpus.n_tokens)
    visible = project.visible()
    for first in range(0, len(visible), SENTENCES_AT_ONCE):
        report(monitor, first, len(visible))
        sentence_indices = visible[first : first + SENTENCES_AT_ONCE]
        proposed = propose(model, sentences_of(project, sentence_indices))
        at = tokens_at(corpus.offsets, sentence_indices)
        proposals.tags[at] = proposed.tags
        proposals.probabilities[at] = proposed.probabilities
    return proposals


def words_by_sentence(sentences: Sentences) -> list[list[str]]:
    """Return the words of each sentence."""
    return words_at(sentences.text, sentences.sentence_indices)


def _tag_ids(model: TrainedModel, sentences: Sentences) -> NDArray[np.int32]:
    if model.tag_ids is not None:
        return model.tag_ids
    ids = {name: tag for tag, name in enumerate(sentences.tags)}
    return np.array([ids.get(name, NO_TAG) for name in model.crf.classes_], np.int32)


def _gone(sentences: Sentences, tag_ids: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which of a model's labels are of no label of the project any more."""
    if not sentences.gone:
        return np.zeros(len(tag_ids), np.bool_)
    return np.isin(tag_ids, list(sentences.gone))


def _allowed(
    sentences: Sentences, tag_ids: NDArray[np.int32], gone: NDArray[np.bool_]
) -> NDArray[np.uint8] | None:
    """Return which labels each token may have (U, L), None where every token may have any.

    ``gone`` are labels that no token may have, unless they are all that the model knows.
    """
    if not sentences.members and not gone.any():
        return None
    label_of = {tag: label for label, tag in enumerate(tag_ids.tolist()) if not gone[label]}
    rows = np.ones((len(sentences.members) + 1, len(tag_ids)), np.uint8)
    if not gone.all():
        rows[:, gone] = 0
    row_of = np.zeros(max(sentences.members, default=0) + 1, np.int64)
    for row, (number, members) in enumerate(sentences.members.items(), 1):
        labels = [label_of[tag] for tag in members if tag in label_of]
        if labels:
            rows[row] = 0
            rows[row, labels] = 1
        row_of[number] = row
    return rows[row_of[sentences.tag_sets]]

"""Proposals: the best labelling of some sentences under all that is known of their tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.rules import ProjectRule
from app.domain.tagging import tags_without_label
from app.domain.tokens import TokenState
from app.jobs.progress import Monitor, report
from app.jobs.ruled_decoding import decode_under_rules
from app.jobs.rules import active_rules
from app.jobs.snapshot import ProjectText, tokens_at, words_at
from app.jobs.train import TrainedModel

if TYPE_CHECKING:
    from crfcore.features.dataset import Dataset

SENTENCES_AT_ONCE = 1000


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
    ``rules`` are what the labellings have to obey.
    """

    text: ProjectText
    places: NDArray[np.int64]
    tag_sets: NDArray[np.int32]
    members: dict[int, tuple[int, ...]]
    tags: list[str]
    gone: frozenset[int] = frozenset()
    rules: tuple[ProjectRule, ...] = ()


def sentences_of(project: Project, places: NDArray[np.int64]) -> Sentences:
    """Return what a proposal needs of some sentences; imported suggestions bind nobody."""
    text = ProjectText.of(project)
    at = tokens_at(text.offsets, places)
    states = project.corpus.states[at]
    said = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
    tag_sets = np.where(said, project.corpus.tag_sets[at], 0).astype(np.int32)
    distinct = set(tag_sets.tolist()) - {0}
    members = {number: project.tag_sets[number] for number in distinct}
    gone = tags_without_label(project, range(len(project.tags)))
    return Sentences(
        text,
        np.asarray(places, np.int64),
        tag_sets,
        members,
        project.tags,
        gone,
        project.rules_in_force(),
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
    """Do what `propose` does; None where rules let it take more than a moment."""
    return _proposed(model, sentences, at_once=True)


def _proposed(
    model: TrainedModel, sentences: Sentences, *, at_once: bool = False
) -> ProposedTags | None:
    tag_ids = _tag_ids(model, sentences)
    gone = _gone(sentences, tag_ids)
    dataset = dataset_of(model, sentences)
    allowed = _allowed(sentences, tag_ids, gone)
    conflicts: dict[int, str] = {}
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
        places = sentences.places.tolist()
        conflicts = {places[sentence]: text for sentence, text in found.items()}
    else:
        labels, probabilities = model.crf.decode_dataset(dataset, allowed)[:2]
    return ProposedTags(
        np.where(gone, NO_TAG, tag_ids)[labels],
        probabilities.astype(np.float32, copy=False),
        conflicts,
    )


def dataset_of(model: TrainedModel, sentences: Sentences) -> Dataset:
    """Return the attributes of some sentences as a model takes them."""
    extraction = model.extraction
    if extraction is not None and extraction.text.same_as(sentences.text):
        return extraction.dataset.select(sentences.places)
    return model.crf.dataset(sentences.text.table().select(sentences.places))


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
        places = visible[first : first + SENTENCES_AT_ONCE]
        proposed = propose(model, sentences_of(project, places))
        at = tokens_at(corpus.offsets, places)
        proposals.tags[at] = proposed.tags
        proposals.probabilities[at] = proposed.probabilities
    return proposals


def words_by_sentence(sentences: Sentences) -> list[list[str]]:
    """Return the words of each sentence."""
    return words_at(sentences.text, sentences.places)


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

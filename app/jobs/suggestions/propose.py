"""Proposals: the best labelling of sentences given their confirmed labels."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.rules import ProjectRule
from app.domain.tagging import tags_without_label
from app.domain.tokens import TokenState
from app.jobs.data.snapshot import ProjectText, tokens_at, words_at
from app.jobs.data.tag_sequences import TagSequences, writes_spans
from app.jobs.progress import Monitor, report
from app.jobs.rules.conversion import ActiveRules, active_rules
from app.jobs.rules.decoding import ConstrainedLabels, decode_under_rules
from app.jobs.training.model_kinds import is_of_segments, token_model
from app.jobs.training.train import TrainedModel

if TYPE_CHECKING:
    from app.jobs.training.model_kinds import TagModel
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import Dataset

SENTENCES_AT_ONCE = 1000

SENTENCES_UNDER_RULES = 20
"""Sentences decoded at first under rules, each of which may take its time limit."""

SECONDS_AT_ONCE = 0.25
"""When they take less, there are twice as many the next time."""

_scheme_is_ready = Event()
"""Set when decoding under a scheme is loaded, which takes a third of a second."""


class NoAnswerError(Exception):
    """The child process has ended, or has a newer model."""


@dataclass(frozen=True, slots=True, eq=False)
class ProposedTags:
    """Tag ids and their marginal probabilities, for the tokens of some sentences in order."""

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    conflicts: dict[int, str] = field(default_factory=dict)
    """By sentence index, the conflict in a sentence and the rule that was left out there."""
    listed: NDArray[np.bool_] | None = None
    """Which tags a gazetteer or grammar has added to those of a model; None for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """Sentences to be decoded, with their labels; M sentences, U tokens.

    ``tag_sets`` int32 (U,) are 0 for open tokens, ``members`` has the tags of each set, ``tags``
    are the project's; those in ``gone`` belong to deleted labels. ``rules`` are applied in
    decoding. ``scheme`` is the project's, which the tags satisfy if possible; "" for no scheme.
    ``label_scores`` are what other sentences of their documents tell about some of them, by
    sentence index: (n, L), added to the scores of a model's labels.
    """

    text: ProjectText
    sentence_indices: NDArray[np.int64]
    tag_sets: NDArray[np.int32]
    members: dict[int, tuple[int, ...]]
    tags: list[str]
    gone: frozenset[int] = frozenset()
    rules: tuple[ProjectRule, ...] = ()
    scheme: str = ""
    label_scores: dict[int, NDArray[np.float64]] = field(default_factory=dict)
    lists: tuple[Listed, ...] = ()
    """Gazetteers and grammars that propose where a model proposes no label."""


def sentences_of(project: Project, sentence_indices: NDArray[np.int64]) -> Sentences:
    """Return some sentences as input for proposals; imported suggestions are not fixed."""
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
    """Decode sentences; confirmed labels that the model does not have are ignored.

    A proposal is `NO_TAG` if the model's label is no tag of the project. Deleted labels are never
    proposed.
    """
    proposed = _proposed(model, sentences, dataset_of(model, sentences))
    if proposed is None:
        raise RuntimeError("only an answer that is wanted at once may be missing")
    return proposed


class ProposerAtOnce:
    """Decodes a sentence while a key is handled.

    It keeps the attributes of the last sentence, which its labels do not change: computing them
    takes longer than decoding.
    """

    def __init__(self) -> None:
        self._kept: tuple[TrainedModel, ProjectText, int, Dataset] | None = None

    def propose(self, model: TrainedModel, sentences: Sentences) -> ProposedTags | None:
        """Do what `propose` does for one sentence; None if rules or the scheme make it slow.

        Or if the model has to read the whole text first.
        """
        if not model.has_read(sentences.text):
            return None
        return _proposed(model, sentences, self._dataset(model, sentences), at_once=True)

    def _dataset(self, model: TrainedModel, sentences: Sentences) -> Dataset:
        (sentence_index,) = sentences.sentence_indices.tolist()
        if self._kept is not None:
            by, text, index, dataset = self._kept
            if by is model and text.same_as(sentences.text) and index == sentence_index:
                return dataset
        dataset = dataset_of(model, sentences)
        self._kept = model, sentences.text, sentence_index, dataset
        return dataset


def _proposed(
    model: TrainedModel, sentences: Sentences, dataset: Dataset, *, at_once: bool = False
) -> ProposedTags | None:
    tag_ids = _tag_ids(model, sentences)
    gone = _gone(sentences, tag_ids)
    allowed = _allowed(sentences, tag_ids, gone)
    # Rules, and labels that are no segments, need a model of tokens.
    chain = token_model(model.crf)
    dataset = _with_label_scores(dataset, sentences, len(tag_ids))
    if sentences.rules:
        constrained = decode_under_rules(
            chain,
            dataset,
            allowed,
            active_rules(sentences.rules),
            words_by_sentence(sentences),
            at_once=at_once,
        )
        if constrained is None:
            return None
        labels, probabilities, found = constrained
    else:
        labels, probabilities = _decoded(model.crf, dataset, allowed)
        found = {}
    decoded = labels, probabilities, found
    # Quick models violate the scheme often, and decode the whole text at each key: this is left to
    # the next full model.
    counted = model.damped
    if not counted and not _obey_scheme(
        chain, sentences, dataset, allowed, decoded, at_once=at_once
    ):
        return None
    sentence_indices = sentences.sentence_indices.tolist()
    conflicts = {sentence_indices[sentence]: text for sentence, text in found.items()}
    return ProposedTags(
        np.where(gone, NO_TAG, tag_ids)[labels],
        probabilities.astype(np.float32, copy=False),
        conflicts,
    )


def _with_label_scores(dataset: Dataset, sentences: Sentences, n_labels: int) -> Dataset:
    """Return the dataset with what other sentences of the documents tell, if anything."""
    if not sentences.label_scores:
        return dataset
    scores = np.zeros((dataset.n_tokens, n_labels))
    for number, sentence_index in enumerate(sentences.sentence_indices.tolist()):
        own = sentences.label_scores.get(sentence_index)
        at = slice(*dataset.offsets[number : number + 2].tolist())
        if own is not None and own.shape == scores[at].shape:
            scores[at] = own
    return replace(dataset, label_scores=scores)


def _decoded(
    crf: TagModel, dataset: Dataset, allowed: NDArray[np.uint8] | None
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the best labels (U,) and their probabilities.

    Sentences whose confirmed labels are no segments are decoded by tokens.
    """
    from crfcore.inference.forward_backward import NoLabellingError

    try:
        decoding = crf.decode_dataset(dataset, allowed)
    except NoLabellingError:
        if allowed is None or not is_of_segments(crf):
            raise
    else:
        return decoding.labels, decoding.probabilities
    if dataset.n_sentences == 1:
        decoding = token_model(crf).decode_dataset(dataset, allowed)
        return decoding.labels, decoding.probabilities
    labels = np.zeros(dataset.n_tokens, np.int32)
    probabilities = np.zeros(dataset.n_tokens, np.float32)
    for half in np.array_split(np.arange(dataset.n_sentences), 2):
        at = tokens_at(dataset.offsets, half)
        labels[at], probabilities[at] = _decoded(crf, dataset.select(half), allowed[at])
    return labels, probabilities


def _obey_scheme(
    crf: LinearChainCRF,
    sentences: Sentences,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    found: ConstrainedLabels,
    *,
    at_once: bool,
) -> bool:
    """Decode the sentences whose labels violate the scheme again, under the scheme.

    They are few for a full model. A sentence whose confirmed labels leave no valid labelling is not
    changed. Return False, without decoding, if ``at_once`` and this would be slow.
    """
    labels, probabilities, conflicts = found
    scheme, names = sentences.scheme, tuple(crf.classes_)
    if crf.metadata_.get("scheme") != scheme or not writes_spans(names, scheme):
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
    for sentence_indices, constrained in _obeying(
        crf, sentences, dataset, allowed, active, again, at_once=at_once
    ):
        kept = [number for number in range(len(sentence_indices)) if number not in constrained[2]]
        own = np.concatenate([[0], np.cumsum(np.diff(dataset.offsets)[sentence_indices])])
        here = tokens_at(dataset.offsets, sentence_indices[kept])
        there = tokens_at(own, np.array(kept, np.int64))
        labels[here], probabilities[here] = constrained[0][there], constrained[1][there]
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
) -> Iterator[tuple[NDArray[np.int64], ConstrainedLabels]]:
    """Yield those of some sentences that can satisfy all rules, with their best labels.

    Finding the reason of a conflict is slow: if one sentence has a conflict, each half of them is
    tried separately. Only a single sentence with rules of the project is examined.
    """
    constrained = decode_under_rules(
        crf,
        dataset.select(sentence_indices),
        None if allowed is None else allowed[tokens_at(dataset.offsets, sentence_indices)],
        active,
        words_at(sentences.text, sentences.sentence_indices[sentence_indices]),
        at_once=at_once or not sentences.rules or len(sentence_indices) > 1,
    )
    if constrained is not None:
        yield sentence_indices, constrained
    elif len(sentence_indices) > 1:
        for half in np.array_split(sentence_indices, 2):
            yield from _obeying(crf, sentences, dataset, allowed, active, half, at_once=at_once)


def dataset_of(model: TrainedModel, sentences: Sentences) -> Dataset:
    """Return the attributes of some sentences for a model."""
    extraction = model.extraction
    if extraction is not None and extraction.text.same_as(sentences.text):
        return extraction.dataset.select(sentences.sentence_indices)
    sentence_indices = sentences.sentence_indices
    reading = model.reading_of(sentences.text) if len(sentence_indices) else None
    if reading is None:
        return model.crf.dataset(sentences.text.table().select(sentence_indices))
    from crfcore.features.dataset import Dataset

    first, last = int(sentence_indices.min()), int(sentence_indices.max()) + 1
    return Dataset.of(reading.dataset(first, last)).select(sentence_indices - first)


def allowed_labels(model: TrainedModel, sentences: Sentences) -> NDArray[np.uint8] | None:
    """Return which labels each token may have (U, L), None if there is no restriction."""
    tag_ids = _tag_ids(model, sentences)
    return _allowed(sentences, tag_ids, _gone(sentences, tag_ids))


def propose_all(model: TrainedModel, project: Project, monitor: Monitor | None = None) -> Proposals:
    """Return proposals for every visible sentence of a project."""
    corpus = project.corpus
    proposals = Proposals.none(corpus.n_sentences, corpus.n_tokens)
    visible = project.visible()
    at_once = SENTENCES_UNDER_RULES if project.rules_in_force() else SENTENCES_AT_ONCE
    first = 0
    while first < len(visible):
        report(monitor, first, len(visible))
        sentence_indices = visible[first : first + at_once]
        begun = time.monotonic()
        proposed = propose(model, sentences_of(project, sentence_indices))
        at = tokens_at(corpus.offsets, sentence_indices)
        proposals.tags[at] = proposed.tags
        proposals.probabilities[at] = proposed.probabilities
        first += at_once
        if time.monotonic() - begun < SECONDS_AT_ONCE:
            at_once = min(2 * at_once, SENTENCES_AT_ONCE)
    return proposals


def words_by_sentence(sentences: Sentences) -> list[list[str]]:
    """Return the words of each sentence."""
    return words_at(sentences.text, sentences.sentence_indices)


def labels_of_tags(model: TrainedModel, sentences: Sentences) -> dict[int, int]:
    """Return the number of the model's label for each tag id of the project."""
    tag_ids = _tag_ids(model, sentences)
    return _label_of(tag_ids, _gone(sentences, tag_ids))


def _label_of(tag_ids: NDArray[np.int32], gone: NDArray[np.bool_]) -> dict[int, int]:
    return {tag: label for label, tag in enumerate(tag_ids.tolist()) if not gone[label]}


def _tag_ids(model: TrainedModel, sentences: Sentences) -> NDArray[np.int32]:
    if model.tag_ids is not None:
        return model.tag_ids
    ids = {name: tag for tag, name in enumerate(sentences.tags)}
    return np.array([ids.get(name, NO_TAG) for name in model.crf.classes_], np.int32)


def _gone(sentences: Sentences, tag_ids: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which of a model's labels belong to deleted labels of the project."""
    if not sentences.gone:
        return np.zeros(len(tag_ids), np.bool_)
    return np.isin(tag_ids, list(sentences.gone))


def _allowed(
    sentences: Sentences, tag_ids: NDArray[np.int32], gone: NDArray[np.bool_]
) -> NDArray[np.uint8] | None:
    """Return which labels each token may have (U, L), None if there is no restriction.

    ``gone`` are labels that no token may have, unless the model has no others.
    """
    if not sentences.members and not gone.any():
        return None
    label_of = _label_of(tag_ids, gone)
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

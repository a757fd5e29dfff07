"""Copies of a project's data for training and proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed, Use, can_teach
from app.domain.project import Project
from app.domain.rules import ProjectRule
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.tokens import Role, TokenState
from app.domain.training_choice import BOTH, NOTHING, TrainingChoice
from app.formats.records import LABEL, WORD
from app.formats.rows import Roles
from app.jobs.copies import Copies
from crfcore.arrays import counts_before

if TYPE_CHECKING:
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.targets import Targets


MOST_LEARNED_TOKENS = 500_000
"""Tokens of text that is only learned from that get attributes, for expectations about them.

All of a long text would take 80 bytes and 1.4 µs for each token, before a project can be closed.
"""

ENOUGH_LABELLED = 300
"""With so many labelled sentences, labels tell more than expectations."""

LABEL_LACKS, OTHER_LACKS, OUTSIDE_LACKS = "label", "other", "outside"
"""What labels lack: any at all, a second one, or for spans tokens without a label."""

ENOUGH_OUTSIDE = 10
"""With so many tokens without a label, the window trains models of spans in any case."""

LABELLED_PER_OUTSIDE = 4
"""Until then so many labelled tokens of partial sentences need one token without a label.

Somebody who labels all occurrences of a name and one token without a label gets a model that
suggests the label for each word of the text. With one accepted sentence the share falls to 0.2,
for Dutch names (gold: 0.11).
"""


@dataclass(frozen=True, slots=True, eq=False)
class ProjectText:
    """The words and columns of a whole project; N sentences, T tokens.

    The arrays are shared with the project: imports replace them and never change them in place, so
    that two texts are the same if their `columns` are the same object.
    """

    columns: NDArray[np.int32]
    offsets: NDArray[np.int64]
    words: list[str]
    n_words: int

    @classmethod
    def of(cls, project: Project) -> ProjectText:
        """Return the text of a project."""
        corpus = project.corpus
        return cls(corpus.columns, corpus.offsets, project.words, len(project.words))

    def of_sentences(self, sentence_indices: NDArray[np.int64]) -> ProjectText:
        """Return the text of some sentences."""
        lengths = np.diff(self.offsets)[sentence_indices]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        return replace(
            self,
            columns=self.columns[:, tokens_at(self.offsets, sentence_indices)],
            offsets=offsets,
        )

    def without(self, left_out: NDArray[np.bool_]) -> ProjectText:
        """Return the text with some sentences (N,) left empty, so that indices stay."""
        lengths = np.diff(self.offsets)
        offsets = np.concatenate([[0], np.cumsum(np.where(left_out, 0, lengths))])
        kept = np.repeat(~left_out, lengths)
        return replace(self, columns=self.columns[:, kept], offsets=offsets.astype(np.int64))

    def table(self) -> ColumnTable:
        """Return the columns as a table for feature templates."""
        from crfcore.features.column_table import Column, ColumnTable

        words = self.words[: self.n_words]
        return ColumnTable(tuple(Column(ids, words) for ids in self.columns), self.offsets)

    def same_as(self, other: ProjectText) -> bool:
        """Return whether both are the same text."""
        return self.columns is other.columns


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """The labels of a project: `tag_sets` and `states` of all tokens, and settings for training."""

    text: ProjectText
    documents: NDArray[np.int32]
    roles: NDArray[np.uint8]
    shown: tuple[int, ...]
    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    members: tuple[tuple[int, ...], ...]
    tags: tuple[str, ...]
    template: str
    c2: float
    scheme: str
    columns: tuple[str, ...]
    rules: tuple[ProjectRule, ...] = ()
    lists: tuple[Listed, ...] = ()
    """The gazetteers that give tokens attributes."""
    learn_from_text: bool = False
    """Whether vectors and clusters of all words of the project are learned, too."""
    choose_training: bool = False
    """Whether cross-validation may choose how models are trained."""
    text_parts: str = BOTH
    """Which of vectors and clusters models have, if any are learned."""
    bias: float = 0.0
    """How much full models lower the score of “O” after their training."""
    segments_bias: float = 0.0
    """How much full models of segments do so."""
    exponent: float = 1.0
    """The exponent of quick models."""
    more_suggestions: bool = False
    """Whether missed labels cost full models more than invented ones."""
    segments: bool = False
    """Whether full models score whole spans, too."""
    only_learned: tuple[int, ...] = ()
    """The documents that nobody is to label: their text is learned from alone."""

    @property
    def learned_from(self) -> tuple[int, ...]:
        """The visible documents that nobody is to label."""
        return tuple(one for one in self.only_learned if one in self.shown)

    def without_attributes(self) -> NDArray[np.bool_]:
        """Return which sentences (N,) get no attributes: most of what is only learned from."""
        learned = np.isin(self.documents, self.learned_from)
        n_tokens = np.cumsum(np.where(learned, np.diff(self.text.offsets), 0))
        gone = np.isin(self.documents, self.only_learned) & ~learned
        return np.asarray(gone | (learned & (n_tokens > MOST_LEARNED_TOKENS)))

    def uses_expectations(self) -> bool:
        """Return whether models learn the expected shares of gazetteers."""
        return bool(self.expecting()) and self.trained_on()[0] < ENOUGH_LABELLED

    def expecting(self) -> list[Listed]:
        """Return the gazetteers of which a share of the words is expected to have their label."""
        return [one for one in self.lists if one.gazetteer.share is not None and one.phrases]

    def trained_by(self, choice: TrainingChoice | None) -> TrainingData:
        """Return the data with the settings of a choice, if the project is to have this one."""
        if choice is None or not self.choose_training or not self.suits(choice):
            return self
        parts = choice.used_parts
        return replace(
            self,
            c2=choice.c2,
            learn_from_text=self.learn_from_text and parts != NOTHING,
            text_parts=parts,
            bias=choice.bias,
            segments_bias=choice.segments_bias,
            template=choice.preset or self.template,
            exponent=choice.exponent,
        )

    def suits(self, choice: TrainingChoice) -> bool:
        """Return whether a choice was made for these settings."""
        return choice.applies(self.template, self.c2, more_suggestions=self.more_suggestions)

    def of_sentences(self, sentence_indices: NDArray[np.int64]) -> TrainingData:
        """Return the data of some sentences alone."""
        at = tokens_at(self.text.offsets, sentence_indices)
        return replace(
            self,
            text=self.text.of_sentences(sentence_indices),
            documents=self.documents[sentence_indices],
            roles=self.roles[sentence_indices],
            tag_sets=self.tag_sets[at],
            states=self.states[at],
        )

    def with_control(self) -> TrainingData:
        """Return the data with test sentences included in training."""
        return replace(self, roles=np.full_like(self.roles, Role.POOL))

    def with_control_only(self) -> TrainingData:
        """Return the data with test sentences as the only ones that count."""
        is_control = self.roles == Role.CONTROL
        return replace(self, roles=np.where(is_control, Role.POOL, Role.CONTROL).astype(np.uint8))

    def confirmed(self) -> NDArray[np.bool_]:
        """Return which tokens are confirmed."""
        return np.asarray(self.states == TokenState.CONFIRMED)

    def trained_on(self) -> tuple[int, int]:
        """Return the numbers of sentences and labelled tokens to train on."""
        sentence_indices = labelled_sentence_indices(self)
        states = self.states[tokens_at(self.text.offsets, sentence_indices)]
        known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
        return len(sentence_indices), int(np.count_nonzero(known))

    def lacks(self) -> str:
        """Return what is missing for a model, one of the constants above; "" for nothing."""
        at = tokens_at(self.text.offsets, labelled_sentence_indices(self))
        has_outside = self.scheme != TOKENS or OUTSIDE in self.tags
        if self.uses_expectations() and can_teach(self.expecting(), has_outside=has_outside):
            return ""
        if not len(at):
            return LABEL_LACKS
        return _lacks(self, _confirmed_tags(self, at))

    def needs_more_outside(self) -> bool:
        """Return whether so few tokens are without a label that a model would label all others."""
        if self.scheme == TOKENS or self.uses_expectations():
            return False
        at = tokens_at(self.text.offsets, labelled_sentence_indices(self))
        return not _has_enough_outside(self, at)

    def has_partly_labelled(self) -> bool:
        """Return whether any sentence to train on has open tokens."""
        return self.n_partly_labelled() > 0

    def n_partly_labelled(self) -> int:
        """Return the number of sentences to train on with open tokens."""
        partial = _is_partial(self, self.confirmed())
        return int(np.count_nonzero(partial[labelled_sentence_indices(self)]))


def snapshot(project: Project, copies: Copies | None = None) -> TrainingData:
    """Return the training data of a project; copies only what edits change."""
    corpus, copies = project.corpus, copies or Copies()
    return TrainingData(
        text=ProjectText.of(project),
        documents=corpus.documents,
        roles=copies.of(corpus.roles),
        shown=tuple(d.id for d in project.documents.values() if not d.removed),
        tag_sets=copies.of(corpus.tag_sets),
        states=copies.of(corpus.states),
        members=tuple(project.tag_sets),
        tags=tuple(project.tags),
        template=project.settings.template,
        c2=project.settings.c2,
        scheme=project.settings.scheme,
        columns=project_columns(project),
        rules=project.rules_in_force(),
        lists=project.listed_for(Use.FEATURES),
        learn_from_text=project.settings.learn_from_text,
        choose_training=project.settings.choose_training,
        more_suggestions=project.settings.more_suggestions,
        segments=project.settings.segments,
        only_learned=tuple(d.id for d in project.documents.values() if d.for_learning),
    )


def project_columns(project: Project) -> tuple[str, ...]:
    """Return the columns of a project as those of a column file.

    Text that is only learned from may have more columns; a model of the project lacks them.
    """
    names_of = [
        feature_columns(document.layout.columns or (WORD,))
        for document in project.documents.values()
        if document.listed
    ]
    n_columns = max(map(len, names_of), default=len(project.corpus.columns))
    for names in names_of:
        if len(names) == n_columns:
            return (*names, LABEL)
    others = (f"column{number}" for number in range(2, n_columns + 1))
    return (WORD, *others, LABEL)


def columns_for_templates(project: Project) -> tuple[str, ...]:
    """Return the columns that the texts of a project have for features; none without texts."""
    has_texts = any(document.listed for document in project.documents.values())
    return project_columns(project)[:-1] if has_texts else ()


def feature_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the columns that features may use, words first."""
    return tuple(columns[at] for at in Roles.of(columns).features)


def labelled_sentence_indices(data: TrainingData) -> NDArray[np.int64]:
    """Return the sentences to train on: visible, no test sentences, with a labelled token."""
    known = (data.states == TokenState.CONFIRMED) | (data.states == TokenState.NARROWED)
    offsets = data.text.offsets
    found = offsets[1:] > offsets[:-1]
    if len(known):
        # NumPy releases the GIL during these steps.
        found[found] = np.logical_or.reduceat(known, offsets[:-1][found])
    pool = (data.roles == Role.POOL) & np.isin(data.documents, data.shown)
    return np.flatnonzero(pool & found).astype(np.int64)


def tokens_at(offsets: NDArray[np.int64], sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the indices of the tokens of some sentences."""
    lengths = offsets[sentence_indices + 1] - offsets[sentence_indices]
    starts, lengths = offsets[sentence_indices][lengths > 0], lengths[lengths > 0]
    at = np.ones(int(lengths.sum()), np.int64)
    if len(at):
        # Cumulative sums of steps of 1, with jumps between sentences; unlike `repeat`, `cumsum`
        # releases the GIL.
        first = np.cumsum(lengths)[:-1]
        at[0] = starts[0]
        at[first] = starts[1:] - starts[:-1] - lengths[:-1] + 1
        np.cumsum(at, out=at)
    return at


def words_at(text: ProjectText, sentence_indices: NDArray[np.int64]) -> list[list[str]]:
    """Return the words of some sentences."""
    ids, offsets = text.columns[0], text.offsets.tolist()
    return [
        [
            text.words[word]
            for word in ids[offsets[sentence_index] : offsets[sentence_index + 1]].tolist()
        ]
        for sentence_index in sentence_indices.tolist()
    ]


@dataclass(frozen=True, slots=True, eq=False)
class TrainingTargets:
    """The sentences to train on, the targets of their tokens, and the labels.

    ``sentence_indices`` int64 (M,); ``tag_ids`` are the project's ids of the model's labels, in
    their order.
    """

    sentence_indices: NDArray[np.int64]
    targets: Targets
    tag_ids: NDArray[np.int32]
    labels: tuple[str, ...]

    def of_sentences(self, offsets: NDArray[np.int64], kept: NDArray[np.int64]) -> TrainingTargets:
        """Return the targets of some sentences, by their indices; the labels stay the same.

        ``offsets`` int64 (M + 1,) are those of all sentences, one after the other.
        """
        targets = self.targets.select(offsets, kept)
        return replace(self, sentence_indices=self.sentence_indices[kept], targets=targets)


def training_targets(data: TrainingData) -> TrainingTargets | None:
    """Return the training targets, None while fewer than two different tags are confirmed.

    And for spans, while no token is confirmed as "O": otherwise a model would label everything
    (the window waits for more of them, see `TrainingData.needs_more_outside`). The
    model's labels are the confirmed tags; other tags of narrowed tokens are ignored.
    """
    from crfcore.features.targets import Targets

    sentence_indices = labelled_sentence_indices(data)
    at = tokens_at(data.text.offsets, sentence_indices)
    tags = _confirmed_tags(data, at)
    if _lacks(data, tags):
        return None
    numbers, sets = _numbers_of_sets(data.members, tags)
    label_sets, states = numbers[data.tag_sets[at]], data.states[at]
    known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
    label_sets[~known] = len(tags)
    return TrainingTargets(
        sentence_indices,
        Targets(label_sets, sets, len(tags)),
        np.array(tags, np.int32),
        tuple(data.tags[tag] for tag in tags),
    )


def _confirmed_tags(data: TrainingData, at: NDArray[np.int64]) -> list[int]:
    """Return the ids of the tags that are confirmed at some tokens, in order."""
    confirmed = data.states[at] == TokenState.CONFIRMED
    counts = np.bincount(data.tag_sets[at][confirmed], minlength=len(data.members))
    return sorted({data.members[number][0] for number in np.flatnonzero(counts).tolist()})


def _lacks(data: TrainingData, tags: list[int]) -> str:
    """Return what is missing beside these confirmed tags; "" for nothing."""
    if data.scheme != TOKENS and OUTSIDE not in {data.tags[tag] for tag in tags}:
        return OUTSIDE_LACKS
    return OTHER_LACKS if len(tags) < 2 else ""


def _has_enough_outside(data: TrainingData, at: NDArray[np.int64]) -> bool:
    """Return whether enough of these tokens, those of labelled sentences, have no label."""
    confirmed = data.confirmed()
    outside = [[data.tags[tag] for tag in tags] == [OUTSIDE] for tags in data.members]
    is_outside = np.array(outside, dtype=np.bool_)
    n_outside = int(np.count_nonzero(is_outside[data.tag_sets[at][confirmed[at]]]))
    if n_outside >= ENOUGH_OUTSIDE or not n_outside:
        return n_outside > 0
    partial = np.repeat(_is_partial(data, confirmed), np.diff(data.text.offsets))
    labelled = confirmed & partial & ~is_outside[data.tag_sets]
    return LABELLED_PER_OUTSIDE * n_outside >= int(np.count_nonzero(labelled[at]))


def _is_partial(data: TrainingData, confirmed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which sentences (N,) have open tokens."""
    offsets = data.text.offsets
    return np.diff(counts_before(confirmed)[offsets]) < np.diff(offsets)


def _numbers_of_sets(
    members: tuple[tuple[int, ...], ...], tags: list[int]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the target number of each interned set, and the sets of several labels."""
    n_labels = len(tags)
    label_of = {tag: label for label, tag in enumerate(tags)}
    numbers = np.full(len(members), n_labels, np.int32)
    sets: list[NDArray[np.uint8]] = []
    for number, one in enumerate(members):
        labels = [label_of[tag] for tag in one if tag in label_of]
        if len(labels) == 1:
            numbers[number] = labels[0]
        elif 1 < len(labels) < n_labels:
            row = np.zeros(n_labels, np.uint8)
            row[labels] = 1
            sets.append(row)
            numbers[number] = n_labels + len(sets)
    stacked = np.stack(sets) if sets else np.zeros((0, n_labels), np.uint8)
    return numbers, stacked


def with_labels(targets: Targets, n_labels: int) -> Targets:
    """Return targets with further labels, which no token has."""
    from crfcore.features.targets import Targets

    n_new = n_labels - targets.n_labels
    label_sets = targets.label_sets + n_new * (targets.label_sets >= targets.n_labels)
    sets = np.pad(targets.sets, ((0, 0), (0, n_new)))
    return Targets(label_sets.astype(np.int32), sets, n_labels)

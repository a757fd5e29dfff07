"""The suggestions from before the last correction, kept so that Esc can bring them back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import are_among, no_sentences, union
from app.domain.proposals import ProposalSlice
from app.session.project_state import ProjectState
from app.session.sentence_uncertainty import renew_certainty

NEAR_TOKENS = 30_000
"""No part of a document in which labels influence suggestions has more tokens."""

MOST_EDITED = 32
"""Nothing is kept for an edit of more sentences, which is undone rather than taken back."""


@dataclass(frozen=True, slots=True, eq=False)
class _Earlier:
    """What was suggested in a sentence."""

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    listed: NDArray[np.bool_]
    conflict: str | None


class EarlierSuggestions:
    """Keeps what the other sentences of a corrected document showed before the correction.

    Once that has been restored, newer suggestions for these sentences, and for the corrected one,
    are withheld until the next edit: the person has asked for those from before.
    """

    def __init__(self, state: ProjectState, conflicts: dict[int, str]) -> None:
        """Keep nothing yet; ``conflicts`` are those of all suggestions."""
        self._state = state
        self._conflicts = conflicts
        # By sentence index; None if there were no suggestions.
        self._earlier: dict[int, _Earlier | None] = {}
        self._edited = no_sentences()
        self._documents = no_sentences()
        self._withholds = False
        self._held = no_sentences()
        self._withheld: list[ProposalSlice] = []

    def begin(self, edited: NDArray[np.int64]) -> list[ProposalSlice]:
        """Forget what is kept, and begin again with an edit of some sentences, rising.

        Return the suggestions withheld until now, oldest first.
        """
        withheld, self._withheld = self._withheld, []
        self._earlier = {}
        self._withholds = False
        self._held = no_sentences()
        if len(edited) > MOST_EDITED:
            edited = no_sentences()
        self._edited = edited
        # Not `np.unique`, whose first call takes 20 ms of a key.
        documents = set(self._state.corpus.documents[edited].tolist())
        self._documents = np.array(sorted(documents), np.int64)
        return withheld

    def keep(self, sentence_indices: NDArray[np.int64]) -> None:
        """Keep the suggestions of these sentences, which are about to be replaced."""
        proposals = self._state.proposals
        for sentence_index in sentence_indices[self._are_near(sentence_indices)].tolist():
            if sentence_index in self._earlier:
                continue
            at = self._state.corpus.span(sentence_index)
            self._earlier[sentence_index] = (
                _Earlier(
                    proposals.tags[at].copy(),
                    proposals.probabilities[at].copy(),
                    proposals.are_listed(sentence_index, at).copy(),
                    self._conflicts.get(sentence_index),
                )
                if proposals.models[sentence_index]
                else None
            )

    def restore(self) -> list[int]:
        """Restore all that is kept, and withhold what is newer; return the sentences, rising."""
        corpus, proposals = self._state.corpus, self._state.proposals
        restored = sorted(at for at, earlier in self._earlier.items() if earlier is not None)
        for sentence_index in restored:
            earlier = self._earlier[sentence_index]
            if earlier is None:
                continue
            at = corpus.span(sentence_index)
            proposals.tags[at] = earlier.tags
            proposals.probabilities[at] = earlier.probabilities
            proposals.listed[at] = earlier.listed
            self._conflicts.pop(sentence_index, None)
            if earlier.conflict is not None:
                self._conflicts[sentence_index] = earlier.conflict
        renew_certainty(corpus, proposals, np.array(restored, np.int64))
        self._withholds = True
        return restored

    def hold(self, sentence_indices: list[int]) -> None:
        """Withhold what is newer from some sentences whose suggestions were restored."""
        self._held = union(self._held, np.array(sorted(sentence_indices), np.int64))

    def withhold(self, news: ProposalSlice, fresh: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the ``fresh`` sentences may get their new suggestions now."""
        if not self._withholds and not len(self._held):
            return fresh
        proposals, indices = self._state.proposals, news.sentence_indices
        asked_for = are_among(indices, self._held)
        if self._withholds:
            asked_for = asked_for | self._are_near(indices)
        held = fresh & asked_for & (proposals.models[indices] != 0)
        if not held.any():
            return fresh
        self._withheld.append(part_of(news, held, self._state.corpus.lengths(indices)))
        by_lists = indices[held & (proposals.models[indices] < 0)]
        proposals.listed[self._state.flat_tokens(by_lists)] = True
        # They are not to be asked for again.
        proposals.models[indices[held]] = news.model
        return np.asarray(fresh & ~held)

    def _are_near(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which sentences the labels of the edit may influence, except its own."""
        corpus, edited = self._state.corpus, self._edited
        if not len(edited):
            return np.zeros(len(sentence_indices), np.bool_)
        starts, edits = corpus.offsets[sentence_indices], corpus.offsets[edited]
        next_edit = np.searchsorted(edits, starts)
        before = starts - edits[np.maximum(next_edit - 1, 0)]
        after = edits[np.minimum(next_edit, len(edits) - 1)] - starts
        documents = corpus.documents[sentence_indices].astype(np.int64)
        in_document = are_among(documents, self._documents)
        in_reach = np.minimum(np.abs(before), np.abs(after)) <= NEAR_TOKENS
        return np.asarray(in_document & in_reach & ~are_among(sentence_indices, edited))


def part_of(
    news: ProposalSlice, wanted: NDArray[np.bool_], lengths: NDArray[np.int64]
) -> ProposalSlice:
    """Return the suggestions for some sentences of a slice, whose ``lengths`` are in tokens."""
    tokens = np.repeat(wanted, lengths)
    return replace(
        news,
        sentence_indices=news.sentence_indices[wanted],
        tags=news.tags[tokens],
        probabilities=news.probabilities[tokens],
        listed=None if news.listed is None else news.listed[tokens],
    )

"""A cache of display records."""

from __future__ import annotations

from collections.abc import Hashable

from app.domain.display import Part, TokenDisplay, token_display, with_queried
from app.domain.queried_tokens import queries_tokens
from app.session.project_state import ProjectState
from app.session.propagation import LookedAt, Propagation

MAX_KEPT = 8
"""Number of sentences cached: each key needs the records of one several times."""


class ShownTokens:
    """The display records of sentences, cached until something in them changes."""

    def __init__(self, state: ProjectState, propagation: Propagation, looked_at: LookedAt) -> None:
        """Begin with an empty cache."""
        self._state, self._propagation, self._looked_at = state, propagation, looked_at
        self._kept: dict[int, tuple[tuple[Hashable, ...], list[TokenDisplay]]] = {}
        # Tables and settings are replaced, never changed in place.
        self._made_for: tuple[object, object] = (None, None)

    def of(self, sentence_index: int) -> list[TokenDisplay]:
        """Return the display records of a sentence; unchanged ones are the same objects."""
        table, settings = self._state.tag_table, self._state.project.settings
        if table is not self._made_for[0] or settings is not self._made_for[1]:
            self._made_for = table, settings
            self._kept.clear()
        state = self._now(sentence_index)
        kept = self._kept.pop(sentence_index, None)
        if kept is None or kept[0] != state:
            records = self._made(sentence_index)
            if kept is not None:
                pairs = zip(kept[1], records, strict=True)
                records = [old if old == new else new for old, new in pairs]
            kept = state, records
            while len(self._kept) >= MAX_KEPT:
                del self._kept[next(iter(self._kept))]
        self._kept[sentence_index] = kept
        return kept[1]

    def part_of(
        self, sentence_index: int, part: Part, *, helped: bool = True
    ) -> list[TokenDisplay]:
        """Return the display records of some tokens, as if they were all; see `token_display`."""
        state, table = self._state, self._state.tag_table
        first = part[0] if part is not None else 0
        marked = {token - first for token in self._propagation.tokens(sentence_index)}
        return token_display(
            *(state.project, state.proposals, sentence_index, table),
            marked if helped else (),
            part,
            helped=helped,
        )

    def _made(self, sentence_index: int) -> list[TokenDisplay]:
        state, marked = self._state, self._propagation.tokens(sentence_index)
        records = token_display(
            state.project, state.proposals, sentence_index, state.tag_table, marked
        )
        if queries_tokens(state.project, state.proposals, sentence_index):
            return with_queried(records, self._looked_at.of(sentence_index))
        return records

    def _now(self, sentence_index: int) -> tuple[Hashable, ...]:
        """Return the data from which the records are made, as a key."""
        state = self._state
        corpus, proposals = state.corpus, state.proposals
        at = corpus.span(sentence_index)
        return (
            *(arrays[at].tobytes() for arrays in (corpus.tag_sets, corpus.states)),
            *(arrays[at].tobytes() for arrays in (proposals.tags, proposals.probabilities)),
            proposals.listed[at].tobytes(),
            int(proposals.models[sentence_index]),
            int(corpus.roles[sentence_index]),
            tuple(self._propagation.tokens(sentence_index)),
            tuple(self._looked_at.of(sentence_index).items()),
        )

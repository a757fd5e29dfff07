"""A scratch copy of one sentence, from which an edit is made."""

from __future__ import annotations

import numpy as np

from app.domain.edits import Edit, FlagChange, Origin, TokenChange, TokenValues
from app.domain.history import THIS_EDIT
from app.domain.project import Project
from app.domain.tokens import UNKNOWN_SET, TokenState
from app.domain.vocabulary import Vocabulary

TAGGED = (TokenState.CONFIRMED, TokenState.SUGGESTED)
"""States in which a token has one tag."""


class SentenceDraft:
    """A scratch copy of one sentence's tokens; `change` returns the difference.

    ``sets``, ``states`` and ``edits`` are as in the corpus. ``names`` are the tags of the project
    and new ones, shared by the drafts of one edit.
    """

    def __init__(
        self, project: Project, sentence_index: int, names: Vocabulary | None = None
    ) -> None:
        """Copy the tokens of the sentence at ``sentence_index``."""
        self.names = names or Vocabulary(project)
        at = project.corpus.span(sentence_index)
        self.project = project
        self.sentence = int(project.corpus.ids[sentence_index])
        self.sets: list[int] = project.corpus.tag_sets[at].tolist()
        self.states: list[int] = project.corpus.states[at].tolist()
        self.edits: list[int] = project.corpus.edits[at].tolist()
        self._before = (list(self.sets), list(self.states), list(self.edits))

    def __len__(self) -> int:
        return len(self.sets)

    def tag(self, token: int) -> str | None:
        """Return the tag of a token, None if it is open or narrowed."""
        if self.states[token] not in TAGGED:
            return None
        return self.names.tag_of(self.sets[token])

    def tags(self) -> list[str | None]:
        """Return the tag of each token."""
        return [self.tag(token) for token in range(len(self))]

    def confirm(self, token: int, tag: str) -> None:
        """Confirm the tag of a token."""
        self._set(token, (self.names.tag_id(tag),), TokenState.CONFIRMED)

    def retag(self, token: int, tag: str) -> None:
        """Change a token's tag; its state and edit stay."""
        self.sets[token] = self.names.set_of(tag)

    def narrow(self, token: int, tags: tuple[int, ...]) -> None:
        """Narrow a token to these tags; a single one is confirmed."""
        self._set(token, tags, TokenState.CONFIRMED if len(tags) == 1 else TokenState.NARROWED)

    def narrow_further(self, token: int, tags: tuple[int, ...]) -> None:
        """Narrow a token further; its edit stays."""
        edit = self.edits[token]
        self.narrow(token, tags)
        self.edits[token] = edit

    def forget(self, token: int) -> None:
        """Clear a token; its edit is this one."""
        if self.states[token] != TokenState.UNKNOWN:
            self.release(token)
            self.edits[token] = THIS_EDIT

    def release(self, token: int) -> None:
        """Reset a token to one that was never labelled."""
        self.sets[token] = UNKNOWN_SET
        self.states[token] = int(TokenState.UNKNOWN)
        self.edits[token] = 0

    def possible(self, token: int) -> tuple[int, ...]:
        """Return the tags that a token can still have, () for any."""
        return self.names.members(self.sets[token])

    def change(self) -> tuple[TokenChange, ...]:
        """Return the difference as one change, or nothing."""
        sets, states, edits = self._before
        if (sets, states) == (self.sets, self.states):
            return ()
        # A neighbour that is narrowed again to the same tags gets this edit.
        now = zip(self.sets, self.states, self.edits, strict=True)
        before = zip(sets, states, edits, strict=True)
        tokens = [token for token, (a, b) in enumerate(zip(now, before, strict=True)) if a != b]
        return (
            TokenChange(
                self.sentence,
                np.array(tokens, np.int32),
                _values(sets, states, edits, tokens),
                _values(self.sets, self.states, self.edits, tokens),
            ),
        )

    def edit(
        self,
        kind: str,
        summary: str,
        origin: Origin = Origin.TYPED,
        flags: tuple[FlagChange, ...] = (),
    ) -> Edit:
        """Return the difference as the one change of an edit."""
        tokens = self.change()
        return Edit(
            kind, summary, origin, tokens=tokens, flags=flags, new_names=self.names.new_names()
        )

    def _set(self, token: int, tags: tuple[int, ...], state: TokenState) -> None:
        number = self.names.set_id(tags)
        if self.sets[token] != number or self.states[token] != state:
            self.sets[token] = number
            self.states[token] = int(state)
            self.edits[token] = THIS_EDIT


def _values(sets: list[int], states: list[int], edits: list[int], tokens: list[int]) -> TokenValues:
    return TokenValues(
        np.array([sets[token] for token in tokens], np.int32),
        np.array([states[token] for token in tokens], np.uint8),
        np.array([edits[token] for token in tokens], np.int64),
    )

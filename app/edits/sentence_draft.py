"""One sentence being edited: what is known of its tokens, until the change is recorded."""

from __future__ import annotations

import numpy as np

from app.domain.edits import Edit, FlagChange, Origin, TokenChange, TokenValues
from app.domain.history import THIS_EDIT
from app.domain.project import Project
from app.domain.tokens import UNKNOWN_SET, TokenState
from app.domain.vocabulary import Vocabulary

TAGGED = (TokenState.CONFIRMED, TokenState.SUGGESTED)
"""States in which a token has one tag, by a person or by an import."""


class SentenceDraft:
    """A scratch copy of one sentence's tokens; `change` says what became different.

    ``tags[i]`` is the tag of token i where one is said (confirmed or suggested), else None;
    ``sets``, ``states`` and ``edits`` are as in the corpus. ``names`` are the tags of the project
    and new ones, which the drafts of one edit share.
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
        """Return what is said of a token, None where nothing or a choice is said."""
        if self.states[token] not in TAGGED:
            return None
        return self.names.tag_of(self.sets[token])

    def tags(self) -> list[str | None]:
        """Return what is said of each token."""
        return [self.tag(token) for token in range(len(self))]

    def confirm(self, token: int, tag: str) -> None:
        """Say on a person's word that a token has this tag."""
        self._set(token, (self.names.tag_id(tag),), TokenState.CONFIRMED)

    def retag(self, token: int, tag: str) -> None:
        """Change a token's tag on the same word as before: state and edit stay."""
        self.sets[token] = self.names.set_of(tag)

    def narrow(self, token: int, tags: tuple[int, ...]) -> None:
        """Say that one of these tags is right; a single one is thereby confirmed."""
        self._set(token, tags, TokenState.CONFIRMED if len(tags) == 1 else TokenState.NARROWED)

    def narrow_further(self, token: int, tags: tuple[int, ...]) -> None:
        """Rule out more of a choice on the word of the edit that made it."""
        edit = self.edits[token]
        self.narrow(token, tags)
        self.edits[token] = edit

    def forget(self, token: int) -> None:
        """Say nothing of a token any more; that somebody has cleared it is remembered."""
        if self.states[token] != TokenState.UNKNOWN:
            self.release(token)
            self.edits[token] = THIS_EDIT

    def release(self, token: int) -> None:
        """Make a token one of which nobody has ever said anything."""
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
        # A neighbour that is narrowed anew, as before, belongs to this edit from now on.
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

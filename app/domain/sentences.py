"""Sentences as rows of the project file, and the words and tags added with them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.tokens import Role


@dataclass(frozen=True, slots=True)
class SentenceSource:
    """The source text of a sentence, so that export can write it unchanged.

    ``before`` is everything between the previous sentence and this one (white space of a text,
    blank lines and comments of a column file). ``lines`` are the sentence's raw lines with their
    line ends, empty for plain text; ``tokens`` are the indices of those that are tokens.
    """

    before: str = ""
    lines: tuple[str, ...] = ()
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SentenceRow:
    """One sentence to be written to the project file; n tokens, C columns.

    ``starts``, ``ends`` and ``tag_sets`` are int32 (n,), ``columns`` int32 (C, n), ``states``
    uint8 (n,), ``edits`` int64 (n,), as in `app.domain.project.Corpus`.
    """

    id: int
    document: int
    text: str
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    columns: NDArray[np.int32]
    tag_sets: NDArray[np.int32]
    states: NDArray[np.uint8]
    edits: NDArray[np.int64]
    role: Role = Role.POOL
    source: SentenceSource = SentenceSource()


@dataclass(frozen=True, slots=True)
class Additions:
    """Words, tags and tag sets that a step adds to the project file.

    The first of ``words`` has the id ``first_word``, and so on.
    """

    first_word: int = 0
    words: tuple[str, ...] = ()
    first_tag: int = 0
    tags: tuple[str, ...] = ()
    first_tag_set: int = 0
    tag_sets: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def since(cls, project: Project, n_words: int, n_tags: int, n_tag_sets: int) -> Additions:
        """Return what the project has beyond these numbers of words, tags and sets."""
        return cls(
            n_words,
            tuple(project.words[n_words:]),
            n_tags,
            tuple(project.tags[n_tags:]),
            n_tag_sets,
            tuple(project.tag_sets[n_tag_sets:]),
        )

    @classmethod
    def unwritten(cls, project: Project) -> Additions:
        """Return what is not in the project's file yet, and count it as written."""
        additions = cls.since(project, *project.written)
        project.written = project.n_names
        return additions

    def followed_by(self, other: Additions) -> Additions:
        """Return these with those that follow them directly."""
        return Additions(
            self.first_word,
            self.words + other.words,
            self.first_tag,
            self.tags + other.tags,
            self.first_tag_set,
            self.tag_sets + other.tag_sets,
        )

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.words or self.tags or self.tag_sets)


NOTHING_NEW = Additions()

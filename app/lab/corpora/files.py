"""Locations of corpus files, and errors for missing ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from crfcore.errors import CrfError


class CorpusError(CrfError):
    """A corpus is missing; the message says which, and where to get it."""


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """The words of a sentence and their tags."""

    words: list[str]
    tags: list[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus as a folder of files: its name in a sentence, and its source."""

    name: str
    folder: str
    files: tuple[str, ...]
    source: str

    def file(self, corpora: Path | None, name: str) -> Path:
        """Return one of its files; CorpusError says where to get it."""
        if corpora is None:
            wanted = " and ".join(f"{self.folder}/{file}" for file in self.files)
            raise CorpusError(
                f"This measurement needs {self.name}: name a folder that holds {wanted} with "
                f"--corpora or in the environment variable TAGWRIGHT_CORPORA. {self.source}"
            )
        path = corpora / self.folder / name
        if not path.is_file():
            raise CorpusError(
                f"{path}: there is no such file; expected {self.name} there. {self.source}"
            )
        return path

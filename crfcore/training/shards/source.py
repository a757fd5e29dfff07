"""A corpus of files as the argument of `LinearChainCRF.fit`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path
from typing import Self

from crfcore.errors import CrfError, DataError, shown
from crfcore.training.shards.plan import SHARD_TOKENS, check_shard_tokens
from crfcore.training.shards.texts import Read, read_column_file


@dataclass(frozen=True)
class Shards:
    """Labelled files, for a training that need not hold all of them at once.

    Attributes
    ----------
    paths : tuple of Path
        In this order.
    shard_tokens : int
        A shard ends with the sentence that brings it to so many tokens. The result depends on it
        (in the last digits), as on the order of the files.
    out_of_core : Path or None
        A folder for the shards; by default they are in memory.
    read : callable
        From a path to a `LabelledTable`.
    """

    paths: tuple[Path, ...]
    shard_tokens: int = SHARD_TOKENS
    out_of_core: Path | None = None
    read: Read = read_column_file

    @classmethod
    def from_files(
        cls,
        paths: str | Path | Iterable[str | Path],
        *,
        shard_tokens: int = SHARD_TOKENS,
        out_of_core: str | Path | None = None,
        read: Read = read_column_file,
    ) -> Self:
        """Return the shards of files, which `fit` makes with the estimator's template.

        Parameters
        ----------
        paths : str, Path or iterable of these
            Files, in this order, compressed by gzip or not; a pattern such as ``corpus/*.gz``
            stands for all matching files in alphabetical order.
        shard_tokens : int
        out_of_core : str or Path, optional
            A folder for the shards, as mapped files: at most one at a time is in use. They are
            removed at the end of the training.
        read : callable, optional
            From a path to a `LabelledTable`; by default column files whose last column is the
            label (CoNLL 2000–2003). On a cluster, workers must be able to import it.

        Raises
        ------
        CrfError
            No file matches, or a parameter is invalid.
        """
        several = [paths] if isinstance(paths, str | Path) else list(paths)
        found = tuple(file for one in several for file in files_of(one))
        if not found:
            raise CrfError("There is no file to learn from; name at least one.")
        folder = None if out_of_core is None else Path(out_of_core)
        return cls(found, check_shard_tokens(shard_tokens), folder, read)


def files_of(path: str | Path) -> list[Path]:
    """Return a file, or all files that match a pattern, in alphabetical order.

    Raises
    ------
    DataError
        None matches.
    """
    if not isinstance(path, str | Path):
        raise CrfError(f"{shown(path)} is no file name; give names of files.")
    text = str(path)
    if not has_magic(text) or Path(text).exists():
        return [Path(text)]
    names = glob(text, recursive=True)  # noqa: PTH207 - a pattern may be absolute
    found = sorted(file for file in map(Path, names) if file.is_file())
    if not found:
        raise DataError("No file matches this pattern; check the folder and the name.", path=text)
    return found

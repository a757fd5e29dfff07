"""Shards in files of a folder, mapped into memory for each use."""

from __future__ import annotations

import errno
from contextlib import ExitStack, suppress
from pathlib import Path

from crfcore import model_file
from crfcore.errors import CrfError, ModelFileError, as_text
from crfcore.training.shards.records import Record
from crfcore.whole_files import workplace

NOUN = "shard"


class ShardFile:
    """A file of a folder of shards.

    Parameters
    ----------
    path : Path
    kind : type of Record
    digest : bytes
        The checksum of its content when it was written.
    """

    def __init__(self, path: Path, kind: type[Record], digest: bytes) -> None:
        self.path = path
        self.kind = kind
        self._digest = digest
        self._checked: tuple[int, int, int] | None = None

    def load(self) -> Record:
        """Return the record, whose arrays are mapped from the file.

        The checksum is computed at the first use, and whenever the file has another size or time.

        Raises
        ------
        ModelFileError
            The file was changed or removed.
        """
        identity = self._identity()
        is_known = identity == self._checked
        try:
            header, arrays = model_file.read(
                self.path, mapped=True, noun=NOUN, checked=not is_known
            )
        except ModelFileError as error:
            # Its own advice is for a file of which there may be a copy.
            raise self._another(error.__cause__) from error
        if not is_known:
            self._check_digest()
            self._checked = identity
        try:
            return self.kind.from_state(header, arrays)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            # Changed by something that keeps size and time, such as a failing disk.
            raise self._another() from error

    def check(self) -> None:
        """Raise ModelFileError if the file has another content than the one that was written."""
        self._checked = None
        self.load()

    def _identity(self) -> tuple[int, int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _check_digest(self) -> None:
        with self.path.open("rb") as file:
            found = file.read(model_file.DIGEST.stop)[model_file.DIGEST]
        if found != self._digest:
            raise self._another()

    def _another(self, cause: BaseException | None = None) -> ModelFileError:
        fault = f" ({cause.strerror})" if isinstance(cause, OSError) and cause.strerror else ""
        return ModelFileError(
            f"{as_text(self.path)}: this shard is not the one that was written{fault}; leave the "
            "folder alone while a training uses it, and go on with the checkpoint if there is one, "
            "or begin again."
        )


class ShardFolder:
    """A private folder inside another one, which is removed at the end.

    What a killed training has left is removed by the next one in the same folder.

    Parameters
    ----------
    folder : Path
        Made if it is not there.

    Raises
    ------
    CrfError
        The folder cannot be made or written to.
    """

    def __init__(self, folder: Path) -> None:
        self._stack = ExitStack()
        self._n_files = 0
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._own = self._stack.enter_context(workplace(folder))
        except OSError as error:
            raise CrfError(
                f"{as_text(folder)}: shards cannot be written here ({error.strerror or error}); "
                "choose a folder of your own with room."
            ) from error

    def add(self, record: Record) -> ShardFile:
        """Write a record.

        Raises
        ------
        CrfError
            There is no room.
        """
        self._n_files += 1
        path = self._own / f"{self._n_files:06}.{type(record).__name__.lower()}"
        data = model_file.dump(*record.state())
        try:
            path.write_bytes(data)
        except OSError as error:
            is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            cause = "the disk is full" if is_full else str(error.strerror or error)
            raise CrfError(
                f"{as_text(self._folder)}: a shard of {len(data):,} bytes could not be written "
                f"({cause}); free some space and try again, or choose another folder."
            ) from error
        return ShardFile(path, type(record), data[model_file.DIGEST])

    def load(self, file: ShardFile) -> Record:
        """Return a record."""
        return file.load()

    def check(self, file: ShardFile) -> None:
        """Raise ModelFileError if a file was changed, also by a disk that keeps size and time."""
        file.check()

    def remove(self, file: ShardFile) -> None:
        """Remove a file that is no longer needed."""
        # Mapped arrays stay valid; on Windows the file stays with them, until `close`.
        with suppress(PermissionError):
            file.path.unlink()

    def close(self) -> None:
        """Remove all files."""
        self._stack.close()

"""Why a file cannot be read, as sentences."""

from __future__ import annotations

from crfcore.messages import message
from crfcore.portable_paths import why_on_windows


def why_unreadable(error: OSError) -> str:
    """Return why a file cannot be read, and what to do, as a sentence."""
    if reason := why_on_windows(error, "file"):
        return reason
    if isinstance(error, FileNotFoundError):
        return message("There is no such file; check the name and the folder.")
    if isinstance(error, IsADirectoryError):
        return message("This is a folder; name a file in it.")
    if isinstance(error, PermissionError):
        return message("You are not allowed to read this file; ask for the right to, or copy it.")
    if isinstance(error, BlockingIOError):
        return message(
            "This file gives its content only in time, and a plain file was expected; save "
            "what it gives as one."
        )
    return message("The file cannot be read: {error}.", error=error.strerror or error)


def too_large(limit: int) -> str:
    """Return the message for a file with more bytes than are read."""
    return message(
        "The file holds more than {size}, which is more than is read at once; split it into "
        "smaller ones.",
        size=_size(limit),
    )


def packed_too_well(size: int, n_packed: int) -> str:
    """Return the message for a file that grows when it is unpacked as no text does."""
    return message(
        "More than {size} come out of the first {packed_size} of this file, far more than of "
        "any text; unpack it yourself and look at it.",
        size=_size(size),
        packed_size=_size(max(n_packed, 1024)),
    )


def _size(n_bytes: int) -> str:
    if n_bytes >= 1 << 20:
        return message("{size:,} MiB", size=n_bytes >> 20)
    return message("{size:,} KiB", size=n_bytes >> 10)

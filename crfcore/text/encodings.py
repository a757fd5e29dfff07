"""What bytes that are not UTF-8 may be, as sentences."""

from __future__ import annotations

from crfcore.messages import message

CONTROLS = bytes({*range(0x09), *range(0x0E, 0x20), 0x7F})
"""Control characters that no text has, in UTF-8 and Windows-1252."""
MANY_CONTROLS = 0.02
"""The share of control characters from which a file is no text."""
PROBE = 4096
"""Bytes of the beginning of a file that tell what it is."""


def is_damaged_utf8(error: UnicodeDecodeError) -> bool:
    """Return whether bytes that are not UTF-8 are a text in UTF-8 that has been damaged.

    Parameters
    ----------
    error : UnicodeDecodeError
        Of decoding the whole text as UTF-8.

    Returns
    -------
    bool
        Whether characters beyond ASCII come before the first invalid byte, or more of them are
        valid than are not.
    """
    data = error.object
    if not data[: error.start].removeprefix(b"\xef\xbb\xbf").isascii():
        return True
    text = data[error.start :].decode("utf-8", errors="replace")
    n_invalid = text.count("\ufffd")
    return len(text) - len(text.encode("ascii", errors="ignore")) > 2 * n_invalid


def may_be_windows_1252(error: UnicodeDecodeError) -> bool:
    """Return whether bytes that are not UTF-8 may be a text in Windows-1252.

    Parameters
    ----------
    error : UnicodeDecodeError
        Of decoding the whole text as UTF-8.

    Returns
    -------
    bool
        Whether every byte is a character in it, none a control character, and the text is no
        damaged UTF-8.
    """
    return _fits_windows_1252(error) and not is_damaged_utf8(error)


def _fits_windows_1252(error: UnicodeDecodeError) -> bool:
    """Return whether every byte is a character of a text in Windows-1252."""
    data = error.object
    if len(data.translate(None, CONTROLS)) < len(data):
        return False
    try:
        data.decode("windows-1252")
    except UnicodeDecodeError:
        return False
    return True


def n_characters_of_utf8(text: str) -> int:
    """Count the characters of a text in UTF-8 that has been read as Windows-1252.

    Parameters
    ----------
    text : str
        As it has been read.

    Returns
    -------
    int
        The characters beyond ASCII of its bytes in UTF-8; 0 if they are not UTF-8.
    """
    try:
        real = text.encode("windows-1252").decode("utf-8")
    except UnicodeError:
        return 0
    return len(real) - len(real.encode("ascii", errors="ignore"))


def not_utf8(error: UnicodeDecodeError, *, may_choose: bool) -> str:
    """Return why bytes are not UTF-8, and what to do, as a sentence.

    Parameters
    ----------
    error : UnicodeDecodeError
        Of decoding the whole text as UTF-8.
    may_choose : bool
        Whether the person can choose another encoding.
    """
    data, byte = error.object, error.object[error.start]
    found = message("The byte 0x{byte:02X} is not UTF-8", byte=byte)
    probe = data[:PROBE]
    controls = len(probe) - len(probe.translate(None, CONTROLS))
    if controls > MANY_CONTROLS * len(probe):
        return message("{found}; this looks like a binary file; choose a text.", found=found)
    if is_damaged_utf8(error):
        return message(
            "{found}, but other characters of this file are: one is damaged or cut here; correct "
            "it, or get the file again.",
            found=found,
        )
    if not _fits_windows_1252(error):
        return message(
            "{found}; find out its encoding, and convert the file to UTF-8.", found=found
        )
    character = bytes([byte]).decode("windows-1252")
    if may_choose:
        return message(
            "{found}, and would be “{in_windows_1252}” in Windows-1252; import it with that "
            "encoding, or save it as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8.",
            found=found,
            in_windows_1252=character,
        )
    return message(
        "{found}, and would be “{in_windows_1252}” in Windows-1252; convert the file to UTF-8, for "
        "example with iconv -f WINDOWS-1252 -t UTF-8.",
        found=found,
        in_windows_1252=character,
    )


def other_than_utf8(name: str, *, may_choose: bool) -> str:
    """Return the message for a file in an encoding of wider characters.

    Parameters
    ----------
    name : str
        Of the encoding, "UTF-16" or "UTF-32".
    may_choose : bool
        Whether the person can choose UTF-16.
    """
    if may_choose and name == "UTF-16":
        return message(
            "The file is {name}, and UTF-8 was expected; save it as UTF-8, or import it with "
            "that encoding.",
            name=name,
        )
    return message("The file is {name}, and UTF-8 was expected; save it as UTF-8.", name=name)

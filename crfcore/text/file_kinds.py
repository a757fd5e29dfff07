"""Detection of files that are not texts, with advice for each."""

from __future__ import annotations

from crfcore.messages import message

_PDF = message(
    "This is a PDF. Save its text as a .txt file, for example with pdftotext, and use that file."
)
_WORD = message(
    "This is a Word document. Save it as plain text (.txt) in the encoding UTF-8, and use "
    "that file."
)
_OPEN_DOCUMENT = message(
    "This is an OpenDocument file. Save it as plain text (.txt) in the encoding UTF-8, and "
    "use that file."
)
_RICH = message(
    "This is rich text (RTF). Save it as plain text (.txt) in the encoding UTF-8, and use "
    "that file."
)
_OFFICE = message(
    "This is a document of an office program, such as Word. Save it as plain text (.txt) in "
    "the encoding UTF-8, and use that file."
)
_ARCHIVE = message("This is a ZIP archive. Unpack it, and use the texts in it.")
_XML = message(
    "This is an XML file, such as UIMA XMI or TEI. Export it as CoNLL 2002 or as plain text, "
    "and use that file."
)
_WEBANNO = message(
    "This is a WebAnno TSV file, whose columns are not those of a CoNLL file. Export the "
    "document again as “CoNLL 2002” (in INCEpTION and WebAnno), and use that file."
)
_PROBE = 1 << 16


def why_no_text(data: bytes) -> str:
    """Return a message for a file that is certainly not a text, or in a format that cannot be read.

    Parameters
    ----------
    data : bytes
        Its content, of which the beginning is checked.

    Returns
    -------
    str
        A sentence with what to do; "" for any other file.
    """
    if data.startswith(b"%PDF-"):
        return _PDF
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _OFFICE
    if data.startswith(b"{\\rtf"):
        return _RICH
    text = data[:_PROBE].removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"#FORMAT=WebAnno TSV"):
        return _WEBANNO
    if text.startswith(b"<?xml "):
        return _XML
    if not data.startswith(b"PK\x03\x04"):
        return ""
    probe = data[:_PROBE] + data[-_PROBE:]
    if b"word/" in probe:
        return _WORD
    return _OPEN_DOCUMENT if b"application/vnd.oasis.opendocument" in probe else _ARCHIVE

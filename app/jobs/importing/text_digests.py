"""Digests of texts, by which those that a project has already are found without comparing them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from app.jobs.progress import Monitor, report
from crfcore.text.rows import BOM

CHARACTERS_AT_ONCE = 100_000
SENTENCES_AT_ONCE = 1000
"""Sentences after which progress is reported."""

N_BYTES = 20


class TextDigest:
    """The digest of a text, of which parts are added; white space does not count."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=N_BYTES)

    def add(self, part: str) -> None:
        """Add a part of the text."""
        self._hash.update("".join(part.split()).encode("utf-8", "surrogatepass"))

    def hexdigest(self) -> str:
        """Return the digest as a string."""
        return self._hash.hexdigest()


def digest_of(parts: Iterable[str]) -> str:
    """Return the digest of a text in parts."""
    digest = TextDigest()
    for part in parts:
        digest.add(part)
    return digest.hexdigest()


def digest_as_read(text: str) -> str:
    """Return the digest of the text of a file, whatever its format makes of it."""
    return digest_of(_pieces(text.removeprefix(BOM)))


def _pieces(text: str) -> Iterator[str]:
    """Yield a text piece by piece: all words of a large one at once would take much memory."""
    for first in range(0, len(text), CHARACTERS_AT_ONCE):
        yield text[first : first + CHARACTERS_AT_ONCE]


def digests_of_documents(
    documents: NDArray[np.int32],
    texts: Sequence[str],
    wanted: Collection[int],
    monitor: Monitor | None = None,
) -> dict[int, str]:
    """Return the digests of the wanted documents; ``documents`` and ``texts`` are by sentence."""
    found = {document: TextDigest() for document in wanted}
    sentences = np.flatnonzero(np.isin(documents, list(found)))
    for number, sentence_index in enumerate(sentences.tolist()):
        if number % SENTENCES_AT_ONCE == 0:
            report(monitor, number, len(sentences))
        found[int(documents[sentence_index])].add(texts[sentence_index])
    return {document: digest.hexdigest() for document, digest in found.items()}

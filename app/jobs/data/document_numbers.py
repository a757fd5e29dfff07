"""Documents of a file: where its marks say that one begins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.sentences import SentenceSource
from crfcore.text.columns import DOCUMENT_MARK

NEW_DOCUMENT = "# newdoc"
"""The beginning of CoNLL-U's comment before the first sentence of a document."""


def document_numbers(sources: Sequence[SentenceSource]) -> NDArray[np.int64]:
    """Return the number of each sentence's document, from 0 on; without marks all are one."""
    begins = np.array([_begins_document(source) for source in sources], np.bool_)
    numbers = np.cumsum(begins)
    return np.asarray(numbers - numbers[:1].sum(), np.int64)


def _begins_document(source: SentenceSource) -> bool:
    tokens = set(source.tokens)
    others = (line for at, line in enumerate(source.lines) if at not in tokens)
    lines = [*source.before.split("\n"), *others]
    return any(line.startswith((DOCUMENT_MARK, NEW_DOCUMENT)) for line in lines)

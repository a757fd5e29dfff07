"""The sentences of a file collected as arrays, and checks of their labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from app.domain.labels import MAX_LABELS
from app.domain.sentences import SentenceSource
from app.formats.records import ImportedSentence
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.label_names import label_fault
from crfcore.text.rows import shortened

NO_TAG = -1


@dataclass(slots=True)
class CollectedSentences:
    """The arrays of a document, in parts."""

    columns: list[list[NDArray[np.int32]]]
    texts: list[str] = field(default_factory=list)
    sources: list[SentenceSource] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    starts: list[NDArray[np.int32]] = field(default_factory=list)
    ends: list[NDArray[np.int32]] = field(default_factory=list)
    tags: list[NDArray[np.int32]] = field(default_factory=list)
    words: defaultdict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    tag_names: defaultdict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    ruled_out: dict[int, tuple[str, ...]] = field(default_factory=dict)
    n_tokens: int = 0

    def add(self, sentences: Sequence[ImportedSentence]) -> None:
        """Add some sentences, and number their words and tags."""
        chained = chain.from_iterable
        for row, collected in enumerate(self.columns):
            strings = chained(s.columns[row] for s in sentences)
            collected.append(np.fromiter(map(self.words.__getitem__, strings), np.int32))
        self.starts.append(np.fromiter(chained(s.starts for s in sentences), np.int32))
        self.ends.append(np.fromiter(chained(s.ends for s in sentences), np.int32))
        if any(sentence.tags for sentence in sentences):
            tags = chained(s.tags or [None] * len(s.starts) for s in sentences)
            self.tags.append(np.fromiter(map(self._tag, tags), np.int32))
        else:
            self.tags.append(np.full(sum(len(s.starts) for s in sentences), NO_TAG, np.int32))
        self.texts += [sentence.text for sentence in sentences]
        self.sources += [sentence.source for sentence in sentences]
        self.lengths += [len(sentence.starts) for sentence in sentences]
        for sentence in sentences:
            for token, names in enumerate(sentence.ruled_out, self.n_tokens):
                if names:
                    self.ruled_out[token] = names
            self.n_tokens += len(sentence.starts)

    def _tag(self, name: str | None) -> int:
        return NO_TAG if name is None else self.tag_names[name]


def check_number(n_labels: int, document: str) -> None:
    """Raise DataError if a document has too many labels."""
    if n_labels > MAX_LABELS:
        raise DataError(
            message(
                "The labels are more than {max_labels:,} different ones, and no more were "
                "expected; name another column as the label, or import the text without labels.",
                max_labels=MAX_LABELS,
            ),
            path=document,
        )


def check_labels(
    tags: NDArray[np.int32],
    names: Sequence[str],
    offsets: NDArray[np.int64],
    sources: Sequence[SentenceSource],
    document: str,
) -> None:
    """Raise DataError, with line and column, if a tag of a document is invalid.

    ``tags`` int32 (T,) are indices in ``names``; ``offsets`` int64 (N + 1,) those of sentences.
    """
    for number, name in enumerate(names):
        fault = label_fault(name)
        if fault:
            token = int(np.argmax(tags == number))
            sentence = int(np.searchsorted(offsets, token, side="right"))
            at = token - int(offsets[sentence - 1])
            line, column = _place(sources[:sentence], at, name)
            raise DataError(
                message(
                    "The label {name} of token {at:,} in sentence {sentence:,} {fault}; rename "
                    "it in the file.",
                    name=shortened(name),
                    at=at + 1,
                    sentence=sentence,
                    fault=fault,
                ),
                path=document,
                line=line,
                column=column,
            )


def _place(
    sources: Sequence[SentenceSource], token: int, name: str
) -> tuple[int | None, int | None]:
    """Return line and column, from 1, of a tag in the last of the sentences.

    None for formats without a line for each token, and for tags that are not in the file as such.
    """
    *earlier, own = sources
    if token >= len(own.tokens):
        return None, None
    number = own.tokens[token]
    column = own.lines[number].rfind(name)
    if column < 0:
        return None, None
    texts = [text for one in earlier for text in (one.before, *one.lines)]
    texts += [own.before, *own.lines[:number]]
    return 1 + sum(text.count("\n") for text in texts), column + 1

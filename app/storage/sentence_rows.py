"""Conversion between sentences and rows, with blobs and checksums."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus
from app.domain.sentences import SentenceRow, SentenceSource
from app.domain.tokens import TokenState
from app.storage.errors import DamagedRowsError
from app.storage.tables import MAX_LARGE
from crfcore.messages import message

_WIDTH = 4  # bytes of an int32


class StoredRow(NamedTuple):
    """One row of the table `sentences`."""

    id: int
    document_id: int
    role: int
    text: str
    starts: bytes
    ends: bytes
    columns: bytes
    tag_sets: bytes
    states: bytes
    edits: bytes
    checksum: int


def checksum(
    text: str,
    fixed: tuple[bytes, bytes, bytes],
    tag_sets: bytes,
    states: bytes,
    edits: bytes,
) -> int:
    """Return the CRC-32 of a row; ``fixed`` are its starts, ends and columns."""
    return zlib.crc32(b"".join((text.encode("utf-8"), *fixed, tag_sets, states, edits)))


def row_values(row: SentenceRow) -> StoredRow:
    """Return the values of the table's row for a sentence."""
    fixed = (_bytes(row.starts, "<i4"), _bytes(row.ends, "<i4"), _bytes(row.columns.T, "<i4"))
    known = (_bytes(row.tag_sets, "<i4"), _bytes(row.states, "u1"), _bytes(row.edits, "<i8"))
    return StoredRow(
        row.id,
        row.document,
        int(row.role),
        row.text,
        *fixed,
        *known,
        checksum(row.text, fixed, *known),
    )


def source_values(row: SentenceRow) -> tuple[int, str, str, bytes]:
    """Return the values of the row of `sources` for a sentence."""
    source = row.source
    every_line = source.tokens == tuple(range(len(source.lines)))
    tokens = b"" if every_line else np.array(source.tokens, "<i4").tobytes()
    return row.id, source.before, "".join(source.lines), tokens


def source_of(before: str, lines: str, tokens: bytes) -> SentenceSource:
    """Return the source that `source_values` wrote."""
    parts = lines.split("\n")
    kept = tuple(part + "\n" for part in parts[:-1]) + ((parts[-1],) if parts[-1] else ())
    if not tokens:
        return SentenceSource(before, kept, tuple(range(len(kept))))
    lines_of = np.frombuffer(tokens, "<i4")
    if not _between(lines_of, 0, len(kept)) or (np.diff(lines_of) <= 0).any():
        raise DamagedRowsError(message("the tokens of a sentence are in lines that don't exist"))
    return SentenceSource(before, kept, tuple(lines_of.tolist()))


def corpus_of(rows: Sequence[StoredRow], n_words: int, n_tag_sets: int) -> Corpus:
    """Return sentences as flat arrays; DamagedRowsError if they are inconsistent."""
    if not rows:
        return Corpus.empty()
    for row in rows:
        _check_row(row)
    table = StoredRow(*zip(*rows, strict=True))  # type: ignore[arg-type]  # columns, not values
    lengths = _lengths(table.states)
    corpus = Corpus(
        ids=np.array(table.id, np.int64),
        documents=np.array(table.document_id, np.int32),
        roles=np.array(table.role, np.uint8),
        texts=list(table.text),
        offsets=np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
        starts=_joined(table.starts, "<i4", np.int32),
        ends=_joined(table.ends, "<i4", np.int32),
        columns=_columns(table.columns, lengths),
        tag_sets=_joined(table.tag_sets, "<i4", np.int32),
        states=_joined(table.states, "u1", np.uint8),
        edits=_joined(table.edits, "<i8", np.int64),
    )
    _check_ids(corpus, n_words, n_tag_sets)
    return corpus


def _bytes(array: NDArray[Any], kind: str) -> bytes:
    return np.ascontiguousarray(array, dtype=kind).tobytes()


def _joined(blobs: Any, stored: str, kind: type[np.generic]) -> NDArray[Any]:
    return np.frombuffer(b"".join(blobs), stored).astype(kind)


def _lengths(blobs: Any) -> NDArray[np.int64]:
    return np.fromiter(map(len, blobs), np.int64, count=len(blobs))


def _check_row(row: StoredRow) -> None:
    try:
        fixed = (row.starts, row.ends, row.columns)
        right = checksum(row.text, fixed, row.tag_sets, row.states, row.edits) == row.checksum
    except (TypeError, AttributeError, UnicodeEncodeError) as error:
        raise DamagedRowsError(
            message("sentence {id} has values of a wrong kind", id=row.id)
        ) from error
    n = len(row.states)
    widths = (len(row.starts), len(row.ends), len(row.tag_sets), len(row.edits))
    fits = widths == (4 * n, 4 * n, 4 * n, 8 * n) and n and not len(row.columns) % (_WIDTH * n)
    if not right or not fits or not row.columns:
        raise DamagedRowsError(message("sentence {id} does not match its checksum", id=row.id))


def _columns(blobs: Any, lengths: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the columns of all sentences (C, T), with -1 where a sentence has fewer."""
    rows = _lengths(blobs) // (_WIDTH * lengths)
    columns = np.full((int(rows.max()), int(lengths.sum())), -1, np.int32)
    edges = np.concatenate([[0], np.flatnonzero(np.diff(rows)) + 1, [len(rows)]]).tolist()
    token = 0
    for first, last in pairwise(edges):
        n_tokens, n_rows = int(lengths[first:last].sum()), int(rows[first])
        flat = np.frombuffer(b"".join(blobs[first:last]), "<i4")
        columns[:n_rows, token : token + n_tokens] = flat.reshape(n_tokens, n_rows).T
        token += n_tokens
    return columns


def _check_ids(corpus: Corpus, n_words: int, n_tag_sets: int) -> None:
    within = (
        _between(corpus.columns[0], 0, n_words)
        and _between(corpus.columns, -1, n_words)
        and _between(corpus.tag_sets, 0, n_tag_sets)
        and _between(corpus.states, 0, len(TokenState))
        and _between(corpus.edits, 0, MAX_LARGE + 1)
        and bool((corpus.starts >= 0).all() and (corpus.starts <= corpus.ends).all())
    )
    # Tokens of a sentence do not overlap, and the last ends within the text.
    begins = np.zeros(corpus.n_tokens, np.bool_)
    begins[corpus.offsets[:-1]] = True
    behind = begins[1:] | (corpus.starts[1:] >= corpus.ends[:-1])
    last = corpus.ends[corpus.offsets[1:] - 1]
    if not within or not behind.all() or bool((last > _lengths(corpus.texts)).any()):
        raise DamagedRowsError(message("some tokens name words, tags or places that don't exist"))


def _between(values: NDArray[Any], lowest: int, end: int) -> bool:
    return bool((values >= lowest).all() and (values < end).all())

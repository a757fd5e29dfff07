"""Edits as bytes: what an edit touched, before and after, as JSON with packed arrays."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import SEPARATORS, Document, Layout
from app.domain.edits import (
    DocumentChange,
    Edit,
    FlagChange,
    GazetteerChange,
    LabelChange,
    Origin,
    PhraseChange,
    RoleChange,
    RuleChange,
    SettingsChange,
    TagChange,
    TokenChange,
    TokenChanges,
    TokenValues,
    compact,
)
from app.domain.gazetteers import Effect, Gazetteer
from app.domain.history import StepTarget
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.storage.errors import WrongKindError
from app.storage.json_values import Side, as_json, as_kind, field, fields, from_json, listed, misfit
from crfcore.errors import fault_of_content
from crfcore.messages import message

_READABLE_LENGTH = 64
_COMPRESS_FROM = 2048

_PIECE = 3 * 2**15
"""Bytes of an array encoded as base64 at a time, a multiple of three."""

HEAD = _COMPRESS_FROM
"""Bytes of a side that are enough to find where its step was made."""

_FIRST_SENTENCE = re.compile(rb'\{"sentences":(?:\[(\d+)(,?)|"([0-9A-Za-z+/]{12}))')

LINE = "\n"
"""Separates phrases, which have no line ends."""

NO_PHRASE = " "
"""The label of a phrase that does not exist: no label is a blank."""

MAX_BYTES = 2**28
"""The longest side of an edit if the size of the file is not known."""

_MAX_LISTS, _MAX_COMMAS = 2_000_000, 20_000_000
"""Limits with which JSON is parsed in a second and in half a gigabyte."""

_UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    AttributeError,
    RecursionError,
    zlib.error,
)
"""Errors raised while invalid bytes are decoded."""


class HistoryError(ValueError):
    """The bytes are not an edit."""


def sides_of(edit: Edit) -> tuple[bytes, bytes]:
    """Return the two sides of an edit as bytes, for the columns `before` and `after`."""
    columns = TokenChanges.in_order(edit.tokens)
    before, after = (_to_bytes(_side(edit, columns, after=after)) for after in (False, True))
    return before, after


def edit_of(
    before: bytes,
    after: bytes,
    *,
    kind: str,
    summary: str,
    origin: str,
    id: int,  # noqa: A002  (the field's name)
    made_at: str,
    annotator: str,
    most_bytes: int = MAX_BYTES,
) -> Edit:
    """Return the edit with these sides; HistoryError if they are invalid.

    A side may have at most ``most_bytes`` when decompressed.
    """
    try:
        old, new = _from_bytes(before, most_bytes), _from_bytes(after, most_bytes)
        return Edit(
            kind=kind,
            summary=summary,
            origin=Origin(origin),
            tokens=_token_changes(old, new),
            labels=tuple(
                LabelChange(label_from(a), label_from(b))
                for a, b in zip(old["labels"], new["labels"], strict=True)
            ),
            tags=tuple(
                TagChange(as_kind(int, tag), as_kind(str, a), as_kind(str, b))
                for (tag, a), (_, b) in zip(old["tags"], new["tags"], strict=True)
            ),
            documents=tuple(
                DocumentChange(document_from(a), document_from(b))
                for a, b in zip(old["documents"], new["documents"], strict=True)
            ),
            rules=tuple(
                RuleChange(rule_from(a), rule_from(b)) for a, b in _pairs(old, new, "rules")
            ),
            gazetteers=tuple(
                GazetteerChange(gazetteer_from(a), gazetteer_from(b))
                for a, b in _pairs(old, new, "gazetteers")
            ),
            phrases=_phrase_changes(old, new),
            flags=tuple(
                FlagChange(as_kind(int, a[0]), _flags(a[1]), _flags(b[1]))
                for a, b in _pairs(old, new, "marks")
            ),
            settings=_settings_change(old["settings"], new["settings"]),
            roles=_role_change(old.get("roles"), new.get("roles")),
            id=id,
            made_at=made_at,
            annotator=annotator,
        )
    except _UNREADABLE as error:
        fault = fault_of_content(error)
        reason = message("step {id} of the history cannot be read: {fault}", id=id, fault=fault)
        raise HistoryError(reason) from error


def target_of(head: bytes) -> StepTarget | None:
    """Return the target of a step from the first bytes of its side, None if it has none.

    A side of `HEAD` bytes or more is compressed, and not read as a whole.
    """
    try:
        return _target_in_plain(head) if head[:1] == b"{" else _target_in_packed(head)
    except _UNREADABLE as error:
        fault = fault_of_content(error)
        reason = message("a step of the history cannot be read: {fault}", fault=fault)
        raise HistoryError(reason) from error


def _target_in_plain(head: bytes) -> StepTarget | None:
    side = _from_bytes(head, HEAD)
    flags = _unpack([sentence for sentence, _ in side.get("marks", [])], np.int64).tolist()
    sentences = _unpack(side["sentences"], np.int64).tolist() or flags
    tokens = _unpack(side["tokens"], np.int32).tolist()
    if not sentences:
        return None
    return StepTarget(sentences[0], tokens[0] if tokens else 0, more=len(sentences) > 1)


def _target_in_packed(head: bytes) -> StepTarget | None:
    found = _FIRST_SENTENCE.match(zlib.decompressobj().decompress(head, HEAD))
    if found is None:
        return None
    number, comma, packed = found.groups()
    if number is not None:
        (sentence,) = _unpack([int(number)], np.int64).tolist()
        return StepTarget(sentence, more=bool(comma))
    return StepTarget(int(np.frombuffer(base64.b64decode(packed)[:8], "<i8")[0]), more=True)


def _pairs(old: Side, new: Side, name: str) -> Iterator[tuple[Any, Any]]:
    """Return the pairs of values of two sides; steps of earlier schemas lack some."""
    return zip(old.get(name, []), new.get(name, []), strict=True)


def _flags(value: Any) -> SentenceFlags:
    if not 0 <= as_kind(int, value) <= sum(SentenceFlags):
        raise ValueError(message("a mark is none"))
    return SentenceFlags(value)


def _cost(values: Side) -> float | None:
    if "cost" not in values:
        raise WrongKindError(message("“cost” is missing"))
    return _number(values["cost"], "cost")


def _number(value: Any, name: str) -> float | None:
    if value is None:
        return None
    number = as_kind(float, float(value) if type(value) is int else value, name)
    if not math.isfinite(number):
        raise WrongKindError(misfit(name, number, message("a finite number")))
    return number


def layout_to(layout: Layout) -> Side:
    """Return a layout as JSON values."""
    return asdict(layout)


def layout_from(values: Side) -> Layout:
    """Return the layout of JSON values."""
    separator = field(values, "separator", str)
    if separator not in SEPARATORS:
        found = repr(separator[:60])
        raise ValueError(message("the fields of a document are parted by {found}", found=found))
    return Layout(
        format=field(values, "format", str),
        columns=tuple(listed(values, "columns", str)),
        separator=separator,
        bom=field(values, "bom", bool),
        tail=field(values, "tail", str),
        # Layouts of schemas 1 to 4 have no options.
        options=_options(values) if "options" in values else (),
    )


def _options(values: Side) -> tuple[tuple[str, str], ...]:
    pairs = values["options"]
    if not isinstance(pairs, (list, tuple)) or not all(
        isinstance(one, (list, tuple)) and len(one) == 2 for one in pairs
    ):
        raise WrongKindError(misfit("options", as_json(pairs), message("a list of pairs")))
    return tuple(sorted((str(name), str(value)) for name, value in pairs))


def document_from(values: Side) -> Document:
    """Return the document of JSON values."""
    return Document(
        id=field(values, "id", int),
        name=field(values, "name", str),
        position=field(values, "position", int),
        layout=layout_from(field(values, "layout", dict)),
        removed=field(values, "removed", bool),
    )


def settings_from(values: Side) -> ProjectSettings:
    """Return settings from JSON values, with defaults for missing ones.

    TypeError for a value of a wrong type, ValueError for one out of range.
    """
    settings = asdict(ProjectSettings())
    as_kind(dict, values)
    for name, default in settings.items():
        value = values.get(name, default)
        if isinstance(default, float) and type(value) is int:
            value = float(value)
        settings[name] = as_kind(type(default), value, name)
    checked = ProjectSettings(**settings)
    checked.check()
    return checked


def _side(edit: Edit, columns: TokenChanges, *, after: bool) -> Side:
    values = columns.after if after else columns.before
    labels = [c.after if after else c.before for c in edit.labels]
    rules = [c.after if after else c.before for c in edit.rules]
    gazetteers = [c.after if after else c.before for c in edit.gazetteers]
    settings = edit.settings and (edit.settings.after if after else edit.settings.before)
    return {
        "sentences": _pack(columns.sentences),
        "counts": _pack(columns.sizes),
        "tokens": _pack(columns.tokens),
        "tag_sets": _pack(values.tag_sets),
        "states": _pack(values.states),
        "edits": _pack(values.edits),
        "labels": [None if label is None else asdict(label) for label in labels],
        "tags": [[c.tag, c.after if after else c.before] for c in edit.tags],
        "documents": [asdict(c.after if after else c.before) for c in edit.documents],
        "rules": [None if r is None else asdict(r) for r in rules],
        "gazetteers": [None if g is None else asdict(g) for g in gazetteers],
        "phrases": [_phrase_side(c, c.after if after else c.before) for c in edit.phrases],
        "marks": [[c.sentence, int(c.after if after else c.before)] for c in edit.flags],
        "settings": None if settings is None else asdict(settings),
        **_role_side(edit.roles, after=after),
    }


def _role_side(change: RoleChange | None, *, after: bool) -> Side:
    # Few steps change roles: the others omit them.
    if change is None:
        return {}
    roles = change.after if after else change.before
    return {"roles": {"sentences": _pack(change.sentences), "roles": _pack(roles)}}


def _phrase_side(change: PhraseChange, labels: tuple[str | None, ...]) -> Side:
    """Return one side as two long texts, which JSON encodes faster than many short ones."""
    return {
        "gazetteer": change.gazetteer,
        "phrases": LINE.join(change.phrases),
        "labels": LINE.join(NO_PHRASE if label is None else label for label in labels),
    }


def _token_changes(old: Side, new: Side) -> Sequence[TokenChange]:
    sentences, counts = _unpack(old["sentences"], np.int64), _unpack(old["counts"], np.int64)
    if len(sentences) != len(counts) or (counts < 0).any():
        raise ValueError(message("the counts of its tokens don't fit its sentences"))
    tokens = _unpack(old["tokens"], np.int32)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    n_tokens = int(offsets[-1])
    before, after = _token_values(old, n_tokens), _token_values(new, n_tokens)
    if len(tokens) != n_tokens:
        raise ValueError(message("the counts of its tokens don't fit its tokens"))
    changes = TokenChanges(sentences, offsets, tokens, before, after)
    rising = bool((np.diff(sentences) > 0).all())
    return compact(changes) if rising else tuple(changes)


def _token_values(side: Side, n_tokens: int) -> TokenValues:
    values = TokenValues(
        _unpack(side["tag_sets"], np.int32),
        _unpack(side["states"], np.uint8),
        _unpack(side["edits"], np.int64),
    )
    if {len(values.tag_sets), len(values.states), len(values.edits)} != {n_tokens}:
        raise ValueError(message("the values of its tokens don't fit its tokens"))
    return values


def label_from(values: Side | None) -> Label | None:
    """Return the label of JSON values, None for None."""
    if values is None:
        return None
    kinds = {"id": int, "name": str, "colour": int, "key": str, "position": int, "removed": bool}
    # Steps of older versions have no descriptions.
    described = field(values, "description", str) if "description" in values else ""
    return Label(**fields(values, **kinds), description=described)


def rule_from(values: Side | None) -> ProjectRule | None:
    """Return the rule of JSON values, None for None."""
    if values is None:
        return None
    kinds = {"id": int, "kind": str, "parameters": str, "name": str, "on": bool, "position": int}
    return ProjectRule(**fields(values, **kinds), cost=_cost(values))


def gazetteer_from(values: Side | None) -> Gazetteer | None:
    """Return the gazetteer of JSON values, None for None."""
    if values is None:
        return None
    uses = {"as_rule": bool, "as_proposals": bool, "as_features": bool}
    kinds = {"id": int, "name": str, "ignore_case": bool, "label": str, "position": int, **uses}
    return Gazetteer(
        **fields(values, **kinds),
        effect=_effect(field(values, "effect", str)),
        others=tuple(listed(values, "others", str)),
        cost=_cost(values),
        # Steps of older versions have no shares and no grammars.
        share=_number(values.get("share"), "share"),
        grammar=as_kind(str, values.get("grammar", ""), "grammar"),
    )


def _effect(name: str) -> Effect:
    if name not in list(Effect):
        known = ", ".join(Effect)
        expected = message("one of {known}", known=known)
        raise ValueError(misfit("effect", as_json(name), expected))
    return Effect(name)


def _phrase_changes(old: Side, new: Side) -> tuple[PhraseChange, ...]:
    changes = []
    for before, after in _pairs(old, new, "phrases"):
        phrases = tuple(before["phrases"].split(LINE))
        sides = [
            tuple(None if label == NO_PHRASE else label for label in side["labels"].split(LINE))
            for side in (before, after)
        ]
        if {len(side) for side in sides} != {len(phrases)}:
            raise ValueError(message("the labels of its phrases don't fit the phrases"))
        changes.append(PhraseChange(field(before, "gazetteer", int), phrases, *sides))
    return tuple(changes)


def _settings_change(old: Side | None, new: Side | None) -> SettingsChange | None:
    if old is None or new is None:
        return None
    return SettingsChange(settings_from(old), settings_from(new))


def _role_change(old: Side | None, new: Side | None) -> RoleChange | None:
    if old is None or new is None:
        return None
    sentences = _unpack(old["sentences"], np.int64)
    before, after = (_unpack(side["roles"], np.uint8) for side in (old, new))
    if {len(before), len(after)} != {len(sentences)}:
        raise ValueError(message("the roles of its sentences don't fit the sentences"))
    return RoleChange(sentences, before, after)


def _pack(array: NDArray[Any]) -> list[int] | NDArray[Any]:
    """Return a short array as a readable list, a long one unchanged for base64."""
    return [int(value) for value in array.tolist()] if len(array) <= _READABLE_LENGTH else array


def _unpack(packed: list[int] | str, kind: type[np.generic]) -> NDArray[Any]:
    if isinstance(packed, list):
        if not all(type(value) is int for value in packed):
            raise WrongKindError(message("an array holds something else than numbers"))
        values = np.array(packed, np.int64)
        if (values.astype(kind) != values).any():
            raise ValueError(message("an array holds numbers that are too large"))
        return values.astype(kind)
    if not isinstance(packed, str):
        raise WrongKindError(message("an array is none"))
    try:
        data = b"".join(
            base64.b64decode(packed[first : first + _PIECE // 3 * 4], validate=True)
            for first in range(0, len(packed), _PIECE // 3 * 4)
        )
    except binascii.Error as error:
        raise ValueError(message("a packed array is broken")) from error
    return np.frombuffer(data, np.dtype(kind).newbyteorder("<")).astype(kind)


def _to_bytes(side: Side) -> bytes:
    """Return a side as JSON, compressed if it is long.

    In pieces: one call for the twenty megabytes of a step on 100,000 sentences would stop other
    threads.
    """
    pieces = _pieces(side)
    head = b""
    while len(head) < _COMPRESS_FROM:
        piece = next(pieces, None)
        if piece is None:
            return head
        head += piece
    squeezer = zlib.compressobj(1)
    squeezed = [squeezer.compress(head), *map(squeezer.compress, pieces), squeezer.flush()]
    return b"".join(squeezed)


def _pieces(side: Side) -> Iterator[bytes]:
    """Yield the JSON of an object in pieces; arrays are base64, little-endian."""
    for number, (key, value) in enumerate(side.items()):
        yield b"," if number else b"{"
        yield _json(key) + b":"
        if isinstance(value, np.ndarray):
            yield b'"'
            data = memoryview(value.astype(value.dtype.newbyteorder("<"), copy=False).tobytes())
            for first in range(0, len(data), _PIECE):
                yield base64.b64encode(data[first : first + _PIECE])
            yield b'"'
        elif isinstance(value, dict):
            yield from _pieces(value)
        else:
            yield _json(value)
    yield b"}" if side else b"{}"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _from_bytes(data: bytes, most: int) -> Side:
    text = data if data[:1] == b"{" else _unsqueezed(data, most)
    if len(text) > most:
        raise ValueError(message("it is too long"))
    if text.count(b"[") + text.count(b"{") > _MAX_LISTS or text.count(b",") > _MAX_COMMAS:
        raise ValueError(message("it has too many parts"))
    side = from_json(text)
    if not isinstance(side, dict):
        raise WrongKindError(message("it is not an object"))
    return side


def _unsqueezed(data: bytes, most: int) -> bytes:
    """Decompress a side; a few bytes may expand to gigabytes."""
    opened = zlib.decompressobj()
    text = opened.decompress(data, most + 1)
    if len(text) <= most and (not opened.eof or opened.unused_data):
        raise ValueError(message("it is cut short, or something follows it"))
    return text

"""Model files with something wrong: cut, altered, swapped, or hostile with a right checksum."""

from __future__ import annotations

import hashlib
import json
import struct
from copy import deepcopy

import numpy as np

_PREFIX = struct.Struct("<8sIIQ32sQ")
_START = _PREFIX.size

HOSTILE = [
    None,
    True,
    -1,
    0,
    0.5,
    2**31,
    2**62,
    10**30,
    "x",
    "",
    [],
    {},
    [[]],
    float("nan"),
    [2**40],
]
KINDS = ["float64", "float32", "int64", "int32", "uint16", "uint8", "bool", "object", "U9", "<f8"]


def with_right_checksum(header, arrays):
    """Return a file of a JSON header (or its bytes) and the bytes behind it."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    start = -(-(_START + len(text)) // 64) * 64
    data = bytearray(start) + arrays
    data[_START : _START + len(text)] = text
    _PREFIX.pack_into(data, 0, b"\x8fCRFCORE", 1, 0, len(data), bytes(32), len(text))
    digest = hashlib.sha256(memoryview(data)[56:]).digest()
    _PREFIX.pack_into(data, 0, b"\x8fCRFCORE", 1, 0, len(data), digest, len(text))
    return bytes(data)


def opened(data):
    """Return the header and the bytes of the arrays of a good file."""
    length = _PREFIX.unpack_from(data)[5]
    start = -(-(_START + length) // 64) * 64
    return json.loads(data[_START : _START + length]), bytearray(data[start:])


def cut(rng, data):
    return data[: rng.integers(len(data))]


def one_byte(rng, data):
    return _altered(rng, data, 1)


def eight_bytes(rng, data):
    return _altered(rng, data, 8)


def _altered(rng, data, n_bytes):
    altered = bytearray(data)
    place = int(rng.integers(len(data) - n_bytes))
    while bytes(altered) == data or 12 <= place < 16:
        place = int(rng.integers(len(data) - n_bytes))
        altered[place : place + n_bytes] = rng.bytes(n_bytes)
    return bytes(altered)


def swapped(rng, data):
    size = int(rng.integers(1, len(data) // 3))
    while True:
        first, second = sorted(rng.integers(0, len(data) - size, 2).tolist())
        one, other = data[first : first + size], data[second : second + size]
        if second - first >= size and one != other:
            middle = data[first + size : second]
            return data[:first] + other + middle + one + data[second + size :]


DAMAGES = [cut, one_byte, eight_bytes, swapped]
"""Each of them is found by the checksum, if not before."""


def hostile_header(rng, data):
    """Put something strange into the header, in one to three places."""
    header, arrays = opened(data)
    for _ in range(rng.integers(1, 4)):
        node = header
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = keys[rng.integers(len(keys))]
            if isinstance(node[key], (dict, list)) and rng.random() < 0.8:
                node = node[key]
                continue
            if rng.random() < 0.2 and isinstance(node, dict):
                del node[key]
            elif isinstance(node[key], str) and node[key] in KINDS:
                node[key] = KINDS[rng.integers(len(KINDS))]
            else:
                node[key] = deepcopy(HOSTILE[rng.integers(len(HOSTILE))])
            break
    return with_right_checksum(header, arrays)


def hostile_arrays(rng, data):
    """Write strange numbers into one of the arrays that are followed as indices or scores."""
    header, arrays = opened(data)
    names = [name for name, (_, shape, _) in header["arrays"].items() if np.prod(shape)]
    name = names[rng.integers(len(names))]
    kind, shape, offset = header["arrays"][name]
    width, n_items = np.dtype(kind).itemsize, int(np.prod(shape))
    for _ in range(rng.integers(1, 4)):
        place = offset + width * int(rng.integers(n_items))
        values = [-1, -(2**31), 2**31 - 1, n_items, 255]
        if kind.startswith("float"):
            values = [np.nan, np.inf, -np.inf]
        value = np.array(values).astype(kind)[rng.integers(len(values))]
        arrays[place : place + width] = value.tobytes()
    return with_right_checksum(header, arrays)


def hostile_text(rng, data):
    """Put something into the place of the header that is hard to read."""
    _, arrays = opened(data)
    texts = [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"content": 1e999999, "arrays": {}}',
        b'{"content": ' + b"9" * 10_000 + b', "arrays": {}}',
        b"\xff\xfe",
        b"null",
        b'{"content": {}, "arrays": {"x": ["float64", [4294967296, 4294967296], 0]}}',
        b'{"content": {}, "arrays": {"x": ["float64", [-1], 0]}}',
        b'{"content": {}, "arrays": {"x": ["float64", [9223372036854775807], 0]}}',
        b'{"content": {}, "arrays": {"x": ["float64", [0, 1000000000000000], 0]}}',
        b'{"content": {}, "arrays": {"x": ["float64", [1], 1e300]}}',
    ]
    return with_right_checksum(texts[rng.integers(len(texts))], arrays)


def nearly_right_arrays(rng, data):
    """Change some numbers a little, or exchange them: much of it fits together still."""
    header, arrays = opened(data)
    names = [name for name, (_, shape, _) in header["arrays"].items() if np.prod(shape)]
    for _ in range(rng.integers(1, 3)):
        kind, shape, offset = header["arrays"][names[rng.integers(len(names))]]
        found = np.frombuffer(arrays, kind, int(np.prod(shape)), offset).copy()
        place, other = rng.integers(len(found), size=2)
        match rng.integers(4):
            case 0:
                found[[place, other]] = found[[other, place]]
            case 1:
                found[place] += np.array(rng.choice([1, 255])).astype(kind)
            case 2:
                rng.shuffle(found)
            case _:
                found[place] = found[other]
        arrays[offset : offset + found.nbytes] = found.tobytes()
    return with_right_checksum(header, arrays)


def other_shapes(rng, data):
    """Make arrays shorter, longer, flat or of more dimensions, or let one stand for another."""
    header, arrays = opened(data)
    described = header["arrays"]
    names = list(described)
    for _ in range(rng.integers(1, 3)):
        one = described[names[rng.integers(len(names))]]
        other = described[names[rng.integers(len(names))]]
        match rng.integers(5):
            case 0 if one[1]:
                one[1][0] = max(one[1][0] + int(rng.choice([-1, 1])), 0)
            case 1:
                one[1] = [int(np.prod(one[1])), 1]
            case 2:
                one[1] = []
            case 3:
                one[:] = other
            case _:
                one[2] = other[2]
    return with_right_checksum(header, arrays)


def doubled_keys(rng, data):
    """Say something twice: the later word counts, and must fit like the first."""
    header, arrays = opened(data)
    text = json.dumps(header)
    later = json.dumps({"labels": ["x"], "kind": "local", "params": {"threads": 2}})[1:-1]
    doubled = text.replace('"labels":', f'{later}, "labels":', 1)
    if rng.random() < 0.5:
        doubled = text.replace('"content": {', f'"content": {{}}, "content": {{{later}, ', 1)
    return with_right_checksum(doubled.encode(), arrays)


HOSTILITIES = [
    hostile_header,
    hostile_arrays,
    hostile_text,
    nearly_right_arrays,
    other_shapes,
    doubled_keys,
]
"""The checksum is right; some of them are harmless."""

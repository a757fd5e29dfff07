"""Random and mutated inputs, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

NASTY = [
    b"", b"\x00", b"\r", b"\r\n", b"\n\n", b"\t", b"\t\t", b" ", b"\xff", b"\xc3", b"\xed\xa0\x80",
    b"\xef\xbb\xbf", b"\x1f\x8b", "\u2028".encode(), "\u00a0".encode(), "é".encode(),
    "\U0001f600".encode(), b"-1", b"0", b"1e999", b"nan", b"inf", b"0x1p+99999", b"1-2", b"1.1",
    b"9" * 40, b"_", b"#", b"# text = ", b"-DOCSTART-", b"%", b"%x[0,0]", b"%x[-1,99]",
    b'%t[0,0,"a*a*a*a*b"]', b'%m[@-9,1,".?.?$"]', b'%M[0,0,"\\', b"U", b"B", b"u:", b"b", b"*",
    b"[", b"]", b'"', b"\\", b"{", b"}", b" = {", b" --> ", b": ", b"#mdl#2#1", b"#qrk#9", b"=",
    b"3:abc,", b"maxid: 3", b"cost-factor: -1", b"A" * 3000, b"# dialect: wapiti\n",
    b'"', b"\\ud83d", b"\\u0000", b"[[", b'"spans": [', b'"tokens": [{}]', b"NaN",
    b"T1\tX ", b";0 1", b"1e5",
]  # fmt: skip
"""What has broken readers before."""


def mutated(rng: np.random.Generator, seeds: Sequence[bytes]) -> bytes:
    """Return an input: noise, or a seed with one to eight changes."""
    if rng.random() < 0.05:
        return rng.bytes(int(rng.integers(0, 300)))
    if rng.random() < 0.05:
        pieces = rng.integers(0, len(NASTY), int(rng.integers(0, 12)))
        return b"".join(NASTY[piece] for piece in pieces)
    data = seeds[rng.integers(len(seeds))]
    for _ in range(rng.integers(1, 9)):
        data = _changed(rng, data, seeds)
    return data


def _changed(rng: np.random.Generator, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start = int(rng.integers(len(data) + 1))
    end = min(start + int(rng.integers(1, 30)), len(data))
    match rng.integers(8):
        case 0:
            return data[:start] + rng.bytes(1) + data[start + 1 :]
        case 1:
            return data[:start] + data[end:]
        case 2:
            return data[:start] + data[start:end] * int(rng.integers(2, 5)) + data[end:]
        case 3:
            other = seeds[rng.integers(len(seeds))]
            sentence_index = int(rng.integers(len(other) + 1))
            return (
                data[:start]
                + other[sentence_index : sentence_index + int(rng.integers(1, 60))]
                + data[end:]
            )
        case 4:
            return data[:start] if rng.random() < 0.3 else data
        case 5:
            lines = data.split(b"\n")
            first, second = rng.integers(len(lines)), rng.integers(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            return b"\n".join(lines)
        case _:
            return data[:start] + NASTY[rng.integers(len(NASTY))] + data[start:]


def inputs(seed: int, seeds: Sequence[bytes], n: int) -> Iterator[bytes]:
    """Give n inputs, always the same ones."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        yield mutated(rng, seeds)

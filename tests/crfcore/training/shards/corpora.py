"""Small corpora for tests of shards: files, tables, and engines that shuffle."""

from __future__ import annotations

import gzip
import random

from crfcore.training.shards.engine import SerialEngine
from crfcore.training.shards.tree import TreeSum

WORDS = ("Rex", "Anna", "barked", "slept", "the", "dog", "in", "Rome", "New", "York", "x1", "x2")
LABELS = ("O", "B-N", "I-N", "B-L")
TEMPLATE = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,1]\nU3:%x[0,0]/%x[1,0]\nB0:%x[0,1]\nB\n"
PLAIN = "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,1]\nU3:%x[0,0]/%x[1,0]\nB\n"


def sentences(n, seed=0):
    """Return sentences of (word, tag, label)."""
    chosen = random.Random(seed)
    return [
        [
            (chosen.choice(WORDS), chosen.choice("NVD"), chosen.choice(LABELS))
            for _ in range(chosen.randint(1, 7))
        ]
        for _ in range(n)
    ]


def text_of(some):
    return "".join("".join(f"{' '.join(token)}\n" for token in one) + "\n" for one in some)


def write_files(folder, some, n_files=3):
    """Write sentences to some files, one of them packed; return their paths."""
    size = -(-len(some) // n_files)
    paths = []
    for number in range(n_files):
        data = text_of(some[number * size : (number + 1) * size]).encode()
        packed = number == 1
        path = folder / f"part{number}.conll{'.gz' if packed else ''}"
        path.write_bytes(gzip.compress(data) if packed else data)
        paths.append(path)
    return paths


def rows(some):
    """Return the columns of sentences, and their labels."""
    return (
        [[list(token[:-1]) for token in one] for one in some],
        [[token[-1] for token in one] for one in some],
    )


class ShuffledEngine(SerialEngine):
    """Evaluates shards in another order each time."""

    def __init__(self, seed):
        super().__init__()
        self._random = random.Random(seed)

    def total(self, function, add, handles, *common, **here):
        numbers = list(range(len(handles)))
        self._random.shuffle(numbers)
        total = TreeSum(len(handles), add)
        for number in numbers:
            total.put(number, function(handles[number], *common, **here))
        return total.total

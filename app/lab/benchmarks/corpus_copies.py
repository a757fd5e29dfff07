"""Larger corpora for benchmarks: copies of a column file whose rare words differ."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from app.lab.benchmarks.figures import BenchmarkOptions
from app.lab.corpora.conll2000 import corpus_file
from crfcore.text.lines import read_text


class CorpusCopies:
    """Copies of the training part of CoNLL-2000.

    Words that occur once have another spelling in each copy, so that the attributes grow with the
    text, too.
    """

    def __init__(self, options: BenchmarkOptions) -> None:
        """Read the corpus; CorpusError if there is none."""
        self._lines = read_text(corpus_file(options.corpora, "train.txt.gz")).splitlines()
        words = Counter(line.split(" ", 1)[0] for line in self._lines if line)
        self._once = {word for word, n in words.items() if n == 1}
        self.n_tokens = words.total()

    def write(self, folder: Path, first: int, last: int) -> None:
        """Write the copies from ``first`` to before ``last``, a file each."""
        for number in range(first, last):
            text = "\n".join(self._line(line, number) for line in self._lines)
            (folder / f"{number:04}.conll").write_text(text + "\n", encoding="utf-8")

    def _line(self, line: str, number: int) -> str:
        word, space, rest = line.partition(" ")
        return f"{word}-{number}{space}{rest}" if number and word in self._once else line

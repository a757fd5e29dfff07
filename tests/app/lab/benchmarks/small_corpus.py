"""A corpus of two sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

SENTENCES = """\
The DT B-NP
cat NN I-NP
sat VBD B-VP
on IN B-PP
it PRP B-NP
. . O

She PRP B-NP
saw VBD B-VP
the DT B-NP
old JJ I-NP
cat NN I-NP
. . O

"""


def write_small_corpus(folder: Path) -> None:
    """Write both files of CoNLL-2000, with the same two sentences."""
    (folder / "conll2000").mkdir()
    for name in ("train.txt.gz", "test.txt.gz"):
        (folder / "conll2000" / name).write_bytes(gzip.compress(SENTENCES.encode()))

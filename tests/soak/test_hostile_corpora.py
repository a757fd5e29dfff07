"""Mutated hostile files are imported, or refused in a sentence; from fixed seeds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.jobs.gazetteers.files import read_gazetteer_file
from app.jobs.importing.documents import ImportOptions, prepare
from app.jobs.importing.report import report_of
from crfcore.errors import CrfError
from tests.soak.hostile_corpora import FAMILIES
from tests.soak.mutations import mutated
from tests.soak.test_hostile_inputs import ends_well

LARGEST = 3000
"""Bytes of a file before it is mutated; what grows too fast shows at far larger sizes."""
LONGEST_SENTENCE = 900
CHOICES = [
    ("tokens", "characters"), ("tokens", "blanks"), ("tokens", "surface"), ("rows", "ragged"),
    ("rejected", "tokens"), ("documents", "marks"),
]  # fmt: skip


def check_sentence(received: str) -> None:
    """Look whether an error is a sentence that does not grow with the file."""
    assert received.endswith("."), received
    assert len(received) < LONGEST_SENTENCE, received


def read_corpora(folder: Path, seed: int, n: int) -> int:
    """Read so many mutated files of all families, and return how many were imported."""
    rng = np.random.default_rng(seed)
    families = list(FAMILIES.values())
    n_read = 0

    def read(_: bytes) -> None:
        nonlocal n_read
        try:
            report_of(prepare(first, ImportOptions(options=options)))
            n_read += 1
        except CrfError as error:
            check_sentence(str(error))
        try:
            assert len(read_gazetteer_file(first).troubles) <= 200
        except CrfError as error:
            check_sentence(str(error))

    for _ in range(n):
        files = families[rng.integers(len(families))](int(rng.integers(60, LARGEST)))
        texts = {name: text.encode() for name, text in files.items()}
        for name in texts:
            if rng.random() < 0.8:
                texts[name] = mutated(rng, list(texts.values()))
        for name, text in texts.items():
            folder.joinpath(name).write_bytes(text)
        first = folder / next(iter(texts))
        chosen = rng.random(len(CHOICES)) < 0.2
        options = tuple(dict(np.array(CHOICES)[chosen].tolist()).items())
        ends_well(read, b"\n===\n".join(texts.values()))
        for name in texts:
            folder.joinpath(name).unlink()
    return n_read


def test_some_mutated_corpora(tmp_path: Path) -> None:
    assert read_corpora(tmp_path, 0, 300) > 30


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_twenty_thousand_mutated_corpora(tmp_path: Path) -> None:
    assert read_corpora(tmp_path, 1, 20_000) > 2000

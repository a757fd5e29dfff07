"""The table on output codes, with corpora of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import gupta_codes
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named

WORDS = ("dogs", "cats", "Anna", "sleeping", "eats", "x-rays", "1960", "nations")


def brown(number: int) -> str:
    rows = [
        f"{WORDS[(number + at * number) % 8]}{at % 3} {['nn', 'vb', 'at'][at % 3]}"
        for at in range(15)
    ]
    return "\n".join(rows) + "\n\n"


def treebank(number: int) -> str:
    kinds = (("NOUN", "Number=Plur"), ("VERB", "Tense=Pres"), ("DET", "_"))
    rows = []
    for at in range(6):
        upos, features = kinds[at % 3]
        word = f"{WORDS[(number + at) % 8]}{at % 3}"
        rows.append(f"{at + 1}\t{word}\t_\t{upos}\t_\t{features}\t0\tdep\t_\t_")
    return "\n".join(rows) + "\n\n"


def test_codes_and_a_chain_tag_the_same_sentences(tmp_path: Path) -> None:
    for folder, name, sentence in (
        ("brown", "brown.tagged.txt.gz", brown),
        ("ud", "en_ewt-ud-train.conllu.gz", treebank),
        ("ud", "en_ewt-ud-test.conllu.gz", treebank),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        text = "".join(sentence(number) for number in range(12))
        (tmp_path / folder / name).write_bytes(gzip.compress(text.encode()))
    table = table_named("gupta-4.1")
    assert isinstance(table, gupta_codes.CodesTable)
    rows = {row.name: row for row in table.rows(Context(tmp_path, limit=5))}
    for task in ("Brown", "UPOS and features"):
        assert rows[f"{task}: labels"].ours == 3
        assert rows[f"{task}: chain"].ours == 1.0
        assert rows[f"{task}: 20 bits, product"].ours == 1.0
        assert rows[f"{task}: 20 bits, hamming"].ours == 1.0
    assert rows["Brown: 16 bits, marginal"].ours == 1.0
    remarks = table.remarks(list(rows.values()))
    assert remarks[0].startswith("Brown: both are equally accurate, and the training of the bits")

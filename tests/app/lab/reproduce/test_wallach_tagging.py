"""The table on taggers, with a treebank of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import wallach_tagging
from app.lab.reproduce.context import Context

TRAINING = [
    [("the", "DT"), ("dog", "NN"), ("barks", "VBZ")],
    [("a", "DT"), ("cat", "NN"), ("sleeps", "VBZ")],
    [("the", "DT"), ("cat", "NN"), ("barks", "VBZ")],
]
TEST = [[("the", "DT"), ("cat", "NN"), ("jumps", "VBZ")]]


def _write(path: Path, sentences: list[list[tuple[str, str]]]) -> None:
    lines = []
    for sentence in sentences:
        lines += [
            f"{number}\t{word}\t_\t_\t{tag}\t_\t0\t_\t_\t_"
            for number, (word, tag) in enumerate(sentence, 1)
        ]
        lines.append("")
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))


def test_there_are_two_rows_for_each_model(tmp_path: Path) -> None:
    (tmp_path / "ud").mkdir()
    _write(tmp_path / "ud" / "en_ewt-ud-train.conllu.gz", TRAINING)
    _write(tmp_path / "ud" / "en_ewt-ud-test.conllu.gz", TEST)
    table = wallach_tagging.TaggingTable()
    rows = list(table.rows(Context(tmp_path)))
    assert len(rows) == 2 * len(wallach_tagging.METHODS)
    by_name = {row.name: row for row in rows}
    assert by_name["HMM, error"].paper == 0.0569
    assert by_name["MEMM, OOV error"].paper == 0.5461
    assert by_name["HMM, error"].ours == 0.0
    assert by_name["CRF with spelling, OOV error"].ours == 0.0


def test_the_remarks_compare_what_was_measured() -> None:
    table = wallach_tagging.TaggingTable()
    names = [
        f"{method.name}, {figure}"
        for method in wallach_tagging.METHODS
        for figure in ("error", "OOV error")
    ]
    row = wallach_tagging.Row
    remarks = table.remarks([row(name, None, 0.1 + 0.01 * k) for k, name in enumerate(names)])
    assert "error is 20% above the HMM's" in remarks[1]

"""The table on correction propagation, with corpora of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

from app.lab.reproduce import kristjansson
from app.lab.reproduce.context import Context
from app.lab.reproduce.grid import grid_of
from tests.app.lab.benchmarks.small_corpus import write_small_corpus

NAMES = (
    "Jan N B-PER\nwoont V O\nin Prep O\nGent N B-LOC\n\nJa Adv O\n\nPiet N B-PER\nslaapt V O\n\n"
)
TEST = "Gent N B-LOC\nvan Prep I-LOC\nJan N B-PER\n\n"
TREEBANK = [("the", "DET"), ("dog", "NOUN"), ("barks", "VERB")]


def _write_others(folder: Path) -> None:
    (folder / "conll2002").mkdir()
    for name, text in (("ned.train", NAMES), ("ned.testb", TEST)):
        (folder / "conll2002" / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "ud").mkdir()
    lines = [f"{n}\t{w}\t_\t{t}\t_\t_\t0\t_\t_\t_" for n, (w, t) in enumerate(TREEBANK, 1)]
    text = "\n".join([*lines, "", ""])
    for name in ("train", "test"):
        path = folder / "ud" / f"en_ewt-ud-{name}.conllu.gz"
        path.write_bytes(gzip.compress(text.encode()))


def test_tokens_and_spans_of_every_task(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    _write_others(tmp_path)
    table = kristjansson.PropagationTable()
    context = Context(tmp_path, seeds=2)
    rows = list(table.rows(context))
    by_name = {row.name: row for row in rows}
    assert len(rows) == 2 * (4 + 4 + 2)
    assert by_name["Chunks, 100 sentences: wrong tokens"].ours == 0.0
    right = by_name["Dutch names, 500 sentences: corrections of tokens"]
    wrong = by_name["Dutch names, 500 sentences: wrong tokens"]
    assert right.saved == 1.0 - right.ours / wrong.ours
    assert right.as_json()["saved"] == right.saved
    assert "saved" not in wrong.as_json()
    assert "English parts of speech, 100 sentences: edits of spans" not in by_name
    grid = grid_of(rows)
    assert grid[0][:4] == ("", "paper", "ours", "saved")
    assert {len(line) for line in grid} == {6}
    assert "23%" in table.remarks(rows)[0]
    assert table.minutes > 0
    assert len(context.kept) == 2 * 2 * 3


def test_a_limit_holds_for_both_parts(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    training, test = kristjansson._limited(
        kristjansson._chunks(tmp_path), Context(tmp_path, limit=1)
    )
    assert training.table.n_sentences == len(training.tags) == len(test.tags) == 1

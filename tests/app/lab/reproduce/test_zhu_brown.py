"""The tables on Brown, with a corpus of a few sentences."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from app.lab.corpora.files import TaggedSentence
from app.lab.reproduce import tables, zhu_brown
from app.lab.reproduce.context import Context
from app.lab.reproduce.tagging import CHOSEN_CRF, EP1, EP2, STANDARD
from app.lab.reproduce.zhu_brown import BrownTable, split_of

WORDS = ("dogs", "cats", "Anna", "sleeping", "eats", "x-rays", "1960", "nations")


def sentence(number: int) -> str:
    rows = [f"{WORDS[(number + at * number) % 8]}{at % 3} {['nn', 'vb', 'at'][at % 3]}"
            for at in range(15)]  # fmt: skip
    return "\n".join(rows) + "\n\n"


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "brown").mkdir()
    text = "".join(sentence(number) for number in range(30))
    (tmp_path / "brown" / "brown.tagged.txt.gz").write_bytes(gzip.compress(text.encode()))
    for name, size in (("HELD_OUT", 3), ("TEST_OF_ALL", 4), ("SMALL", 12)):
        monkeypatch.setattr(zhu_brown, name, size)
    return tmp_path


def numbered(n: int) -> list[TaggedSentence]:
    return [TaggedSentence([str(number)], ["nn"]) for number in range(n)]


def numbers(part: list[TaggedSentence]) -> list[int]:
    return [int(one.words[0]) for one in part]


@pytest.mark.usefixtures("corpora")
def test_the_stand_in_is_divided_as_decided() -> None:
    sentences = numbered(30)
    of_all = split_of(sentences, None, 4, None)
    assert [numbers(list(part)) for part in of_all] == [
        list(range(7, 30)),
        [3, 4, 5, 6],
        [0, 1, 2],
    ]
    small = split_of(sentences, 5, 7, None)
    assert numbers(list(small.training) + list(small.test)) == list(range(7, 19))
    half = split_of(sentences, 14, 13, None)
    assert numbers(list(half.training)) == list(range(3, 17))
    assert numbers(list(half.test)) == list(range(17, 30))
    drawn = split_of(sentences, None, 4, 1)
    assert drawn == split_of(sentences, None, 4, 1)
    assert sorted(number for part in drawn for number in numbers(list(part))) == list(range(30))
    assert drawn != split_of(sentences, None, 4, 2)


def test_the_paper_s_splits_have_its_sizes() -> None:
    sentences = numbered(34_627)
    for name in ("zhu-2", "zhu-3", "zhu-4", "zhu-5", "zhu-6"):
        table = zhu_brown.table(name)
        split = split_of(sentences, table.n_training, table.n_test, 0)
        assert len(split.training) == (table.n_training or 32_627)
        assert len(split.test) == table.n_test
        assert len(split.held_out) == 1_000
        chosen = [number for part in split for number in numbers(list(part))]
        assert len(chosen) == len(set(chosen))
        assert f"{len(split.training):,} sentences for training" in table.about


def test_rows_are_means_of_draws_and_the_order_of_the_file(corpora: Path) -> None:
    printed = zhu_brown.table("zhu-2").printed
    table = BrownTable("zhu-2", 2, 5, 7, printed, (EP1, EP2), STANDARD, 1.0, 2.0)
    heard: list[tuple[float, str]] = []
    context = Context(corpora, seeds=2, listener=lambda *heard_of: heard.append(heard_of))
    rows = list(table.rows(context))
    names = [row.as_json()["name"] for row in rows]
    assert names[:4] == ["EP1 overall", "EP1 known", "EP1 OOV", "EP1 seen once"]
    assert names[4:6] == ["EP1 time", "EP1 overall, file order"]
    assert names[-1] == "PW c2=0.02 time"
    assert (rows[0].paper, rows[-1].paper) == (0.867, None)
    assert all(row.ours is not None for row in rows if "overall" in row.name)
    assert rows[-1].evaluations
    assert [row.paper for row in rows if row.name == "CRF time"] == [7177.0]
    kept = [context.kept.get(f"EP1, draw {draw}") for draw in (0, 1)]
    overall = [one.figures["overall"] for one in kept if one is not None]
    assert rows[0].ours == pytest.approx(sum(overall) / 2.0)
    assert {"EP1, draw 0", "CRF, draw 1", "EP1, file order"} <= {doing for _, doing in heard}
    remarks = table.remarks(rows)
    assert "stand-in" in table.about
    assert "34,627" in remarks[0]
    assert any(remark.startswith("CRF against the paper") for remark in remarks)
    assert "Standard training against EP1" in remarks[-1]
    assert f"{CHOSEN_CRF.name} overall" in names


def test_a_long_method_has_one_draw_unless_more_are_requested(corpora: Path) -> None:
    table = replace(zhu_brown.table("zhu-5"), n_training=6, n_test=6, printed={})
    context = Context(corpora, limit=5)
    rows = list(table.rows(context))
    assert len(rows) == 5 * (3 * len(table.short) + len(table.long))
    assert {row.variant for row in rows} == {"", "first draw", "file order"}
    first = context.kept.get("EP1, draw 0")
    assert first is not None
    ours = {row.as_json()["name"]: row.ours for row in rows}
    assert ours["EP1 overall, first draw"] == first.figures["overall"]
    assert context.kept.get("CRF, draw 0") is not None
    assert context.kept.get("CRF, draw 1") is None
    assert context.kept.get("EP1, draw 2") is not None
    assert table.minutes > 0.0


@pytest.mark.parametrize("name", tables.TABLES)
def test_each_table_is_found_by_its_name(name: str) -> None:
    table = tables.table_named(name)
    assert table.name == name
    assert table.about.endswith(".")
    assert table.minutes > 0.0

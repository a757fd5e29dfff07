"""The page on costs is computed: its constants and its table are those of the module."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from app.lab.cluster_costs import MEASURED, Constants, Task, costs, most_useful, table

PAGE = Path(__file__).parents[3] / "crfcore" / "docs" / "cluster-costs.md"
FREE = Constants(*[0.0] * 6)
FAST = Task(n_tokens=800.0, n_weights=10.0, network=1e30)


def test_the_page_is_that_of_the_module():
    text = PAGE.read_text(encoding="utf-8")
    assert table(MEASURED, Task()) in text
    assert all(f"`{name}`" in text for name in asdict(MEASURED))
    assert f"With {most_useful(MEASURED, Task())} workers" in text


def test_each_part_is_proportional_to_what_it_is_of():
    one = costs(replace(FREE, seconds_per_token=1.0), FAST, 8)
    assert one.seconds == pytest.approx(100.0)
    sending = replace(FREE, seconds_per_sent_byte=1.0)
    assert costs(sending, FAST, 8).seconds == pytest.approx(80.0 * (1 + 3) * 2)
    adding = replace(FREE, seconds_per_added_weight=1.0)
    assert costs(adding, FAST, 8).seconds == pytest.approx(10.0 * 3)
    assert costs(adding, FAST, 9).seconds == pytest.approx(10.0 * 4)
    stepping = costs(replace(FREE, seconds_per_stepped_weight=1.0), FAST, 8)
    assert stepping.seconds == pytest.approx(10.0)
    assert stepping.training == pytest.approx(600.0)


def test_the_slower_of_network_and_machine_counts():
    slow = replace(FAST, network=0.5)
    assert costs(replace(FREE, seconds_per_sent_byte=1.0), slow, 1).weights == pytest.approx(160.0)


def test_more_workers_are_of_use_while_tokens_take_the_time():
    both = replace(FREE, seconds_per_token=1.0, seconds_per_added_weight=1.0)
    assert most_useful(both, FAST) == 32
    assert [costs(both, FAST, n).seconds for n in (16, 32, 64)] == [90.0, 75.0, 72.5]

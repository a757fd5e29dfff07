"""Files of saved outcomes, and invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.lab.reproduce.kept_outcomes import KeptOutcomes
from app.lab.reproduce.outcome import Outcome
from crfcore.errors import DataError

RUN = {"table": "zhu-2", "limit": None}


def test_another_run_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    kept = KeptOutcomes.open(path, RUN)
    assert len(kept) == 0
    kept.add("CRF", Outcome({"f1": 0.5}, 1.0, 2.0, 3.0))
    again = KeptOutcomes.open(path, RUN)
    assert again.get("CRF") == Outcome({"f1": 0.5}, 1.0, 2.0, 3.0)
    assert again.get("EP1") is None
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept.json"]


def test_what_another_run_kept_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    KeptOutcomes.open(path, RUN)
    with pytest.raises(DataError, match=r"limit: None, now 5"):
        KeptOutcomes.open(path, {"table": "zhu-2", "limit": 5})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"run": 1, "outcomes": {}}',
        '{"run": {}, "outcomes": []}',
        '{"run": {}, "outcomes": {"CRF": {"figures": {"f1": "x"}}}}',
        '{"run": {"table": "zhu-2", "limit": null, "moon": 1}, "outcomes": {}}',
    ],
)
def test_a_file_of_another_kind_is_rejected(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)
    with pytest.raises(DataError, match="--resume keeps"):
        KeptOutcomes.open(path, RUN)
    assert path.read_text() == content


def test_a_place_that_cannot_be_written_is_known_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        KeptOutcomes.open(tmp_path / "nowhere" / "kept.json", RUN)


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = KeptOutcomes()
    kept.add("CRF", Outcome({}))
    assert kept.get("CRF") is not None
    assert not list(tmp_path.iterdir())

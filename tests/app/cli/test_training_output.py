"""Tests of what `tagwright train` prints."""

from __future__ import annotations

import json
from pathlib import Path

from app.__main__ import main
from crfcore.crf import LinearChainCRF

TRAIN = "Anna B-PER\nsleeps O\n\nUlm B-LOC\nand O\nBen B-PER\n\n"


def test_a_training_by_margins_tells_its_gap_and_why_it_ended(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)
    plain = ["train", "train.conll", "--model", "m.crf"]
    margins = [*plain, "--algorithm", "bcfw", "--max-iterations", "2"]
    assert main([*margins, "--json"]) == 0
    figures = json.loads(capfd.readouterr().out)
    assert figures["gap"] == LinearChainCRF.load("m.crf").training_.gap
    assert figures["reason"] == "max_iterations"
    assert main(margins) == 0
    out, err = capfd.readouterr()
    assert f"(at most {figures['gap']:,.1f} above its minimum)." in out
    assert "It ended after 2 passes, the limit" in err
    assert main([*plain, "--json"]) == 0
    assert "gap" not in json.loads(capfd.readouterr().out)

"""Keys for missed names: projects and figures."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from app.lab.benchmarks import missed_entities
from app.lab.benchmarks.figures import BenchmarkOptions

NEWS = """\
-DOCSTART- -DOCSTART- O
Nu N O
komt V O
zij Pron O

Dave N B-PER
Bruylants N I-PER
komt V O
. Punc O

In Prep O
Gent N B-LOC
regent V O
het Pron O

Te Prep O
kort Adj O

"""


def test_a_project_begins_with_labelled_sentences_and_keys_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "conll2002").mkdir()
    (tmp_path / "conll2002" / "ned.train.gz").write_bytes(gzip.compress(NEWS.encode()))
    for name, value in {"STARTS": (0, 1), "LABELLED": 1, "PLAYED": 1}.items():
        monkeypatch.setattr(missed_entities, name, value)
    commands: list[list[str]] = []
    files: list[str] = []

    def run(words, _environment):
        commands.append([str(word) for word in words])
        if "import" in words:
            files.append(Path(words[3]).read_text(encoding="utf-8"))
            return ""
        if "new" in words:
            return ""
        answers = json.loads(Path(words[2]).read_text(encoding="utf-8"))
        assert ["O", "B-LOC", "O", "O"] in answers
        return json.dumps({"pairs": [2, 4], "corrections": [1, 2, 4]})

    monkeypatch.setattr(missed_entities, "run", run)
    figures = missed_entities.measure(BenchmarkOptions(tmp_path))
    assert commands[0][-1] == "LOC,PER"
    assert [command[5] for command in commands if "import" in command] == ["gold", "text"] * 2
    assert files[0].startswith("Dave B-PER\nBruylants I-PER\n")
    assert {name: (figure.ours, figure.unit) for name, figure in figures.items()} == {
        "missed_pairs": (4, "names"),
        "missed_pairs_in_three_keys": (0.5, "of 1"),
        "keys_for_missed_pair": (3.0, "keys"),
        "most_keys_for_missed_pair": (4, "keys"),
        "corrections": (6, "corrections"),
        "keys_for_correction": (14 / 6, "keys"),
    }

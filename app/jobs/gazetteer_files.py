"""Gazetteers out of and into files: word lists, and phrases with a tab and a label behind each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.gazetteers import normal_phrase
from app.formats.output import write_whole
from crfcore.text.lines import read_text
from crfcore.text.rows import BOM

TAB = "\t"

SHOWN = 60
"""So much of a bad line is quoted."""

MOST_TOLD = 200
"""So many bad lines are told one by one; all of them are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadGazetteer:
    """What stands in a file: ``phrases`` with their labels ("" for none).

    ``n_duplicates`` lines said again what a line before had said. ``n_bad`` lines are left out;
    ``troubles`` says of each, or of the first ones of very many, what was found and expected.
    """

    name: str
    phrases: Mapping[str, str]
    n_duplicates: int
    n_bad: int
    troubles: tuple[str, ...]

    @property
    def labels(self) -> list[str]:
        """The labels of its phrases, in the order of the file."""
        return [label for label in dict.fromkeys(self.phrases.values()) if label]


def read_gazetteer_file(path: Path) -> ReadGazetteer:
    """Read a word list or a file of phrases and labels; DataError for what is no text.

    A line that makes no sense is left out, and told.
    """
    phrases: dict[str, str] = {}
    places: dict[str, int] = {}
    troubles: list[str] = []
    n_duplicates = n_bad = 0
    for number, line in enumerate(read_text(path).removeprefix(BOM).split("\n"), 1):
        text = line.rstrip("\r")
        if not text.strip():
            continue
        phrase, *labels = text.split(TAB)
        phrase = normal_phrase(phrase)
        label = labels[0].strip() if labels else ""
        trouble = ""
        if not phrase or len(labels) > 1 or (labels and not label):
            trouble = (
                f"{_quoted(text)} is found where a phrase, or a phrase, a tab and one label is "
                "expected"
            )
        elif phrases.get(phrase, label) != label:
            trouble = (
                f"{_quoted(phrase)} is {label or 'without a label'} here and "
                f"{phrases[phrase] or 'without a label'} in line {places[phrase]:,}, where one "
                "label is expected"
            )
        if trouble:
            n_bad += 1
            if n_bad <= MOST_TOLD:
                troubles.append(f"{path.name}, line {number:,}: {trouble}; the line is left out.")
        elif phrase in phrases:
            n_duplicates += 1
        else:
            phrases[phrase], places[phrase] = label, number
    return ReadGazetteer(path.stem, phrases, n_duplicates, n_bad, tuple(troubles))


def write_gazetteer_file(path: Path, phrases: Mapping[str, str]) -> int:
    """Write phrases, each with a tab and its label if it has one; return how many."""
    lines = (
        f"{phrase}{TAB}{label}\n" if label else f"{phrase}\n" for phrase, label in phrases.items()
    )
    write_whole(path, lines)
    return len(phrases)


def _quoted(text: str) -> str:
    shown = text.replace(TAB, "→")
    return f"“{shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + '…'}”"

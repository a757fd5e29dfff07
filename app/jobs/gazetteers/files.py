"""Gazetteer files: word lists, and phrases followed by a tab and a label.

Patterns of Prodigy and spaCy are read, too, if they consist of words only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.gazetteers import normal_phrase
from app.formats.json_lines import first_objects, read_line
from app.formats.output import write_whole
from app.formats.table import name_of
from crfcore.errors import DataError, shown
from crfcore.messages import message
from crfcore.text.label_names import label_fault
from crfcore.text.lines import read_text
from crfcore.text.rows import BOM, Watch, listed, numbered_lines

TAB = "\t"
COMMENT = "#"

SHOWN = 60
"""Characters of an invalid line that are quoted."""

MAX_PHRASES = 1_000_000
"""The most phrases of a gazetteer."""

MAX_REPORTED = 200
"""The most invalid lines that are reported one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadGazetteer:
    """The content of a file: ``phrases`` with their labels ("" for none).

    ``n_duplicates`` lines repeat an earlier one. ``n_bad`` lines are invalid and left out;
    ``troubles`` describes the first of them. ``any_case``: phrases are matched ignoring case.
    """

    name: str
    phrases: Mapping[str, str]
    n_duplicates: int
    n_bad: int
    troubles: tuple[str, ...]
    any_case: bool = False

    @property
    def labels(self) -> list[str]:
        """The labels of its phrases, in the order of the file."""
        return [label for label in dict.fromkeys(self.phrases.values()) if label]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a file: a phrase and its label, or what is wrong with it."""

    phrase: str = ""
    label: str = ""
    trouble: str = ""
    any_case: bool = False


@dataclass(slots=True)
class _Reading:
    """The state of reading a file."""

    file: str
    phrases: dict[str, str] = field(default_factory=dict)
    line_numbers: dict[str, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    n_duplicates: int = 0
    n_bad: int = 0
    any_case: bool = False

    def add(self, number: int, line: _Line) -> None:
        """Add a line, or report what is wrong with it."""
        phrase, label, trouble = line.phrase, line.label, line.trouble
        if not trouble and self.phrases.get(phrase, label) != label:
            trouble = message(
                "{phrase} is {label} here and {earlier_label} in line {line:,}, "
                "where one label is expected",
                phrase=_quoted(phrase),
                label=_label_words(label),
                earlier_label=_label_words(self.phrases[phrase]),
                line=self.line_numbers[phrase],
            )
        if trouble:
            self.n_bad += 1
            if self.n_bad <= MAX_REPORTED:
                self.troubles.append(
                    message(
                        "{file}, line {number:,}: {trouble}; the line is skipped.",
                        file=self.file,
                        number=number,
                        trouble=trouble,
                    )
                )
        elif phrase in self.phrases:
            self.n_duplicates += 1
        else:
            self.phrases[phrase], self.line_numbers[phrase] = label, number
        self.any_case |= line.any_case and not trouble


def read_gazetteer_file(path: Path, watch: Watch | None = None) -> ReadGazetteer:
    """Read a word list, a file of phrases and labels, or patterns; DataError for no text.

    Invalid lines are left out and reported. ``watch`` is called regularly.
    """
    text = read_text(path, watch).removeprefix(BOM)
    found = first_objects(text)
    read = _pattern if found and "pattern" in found[0].members else _row
    reading = _Reading(name_of(path))
    for number, line in _lines(text, path, watch):
        reading.add(number, read(line))
    if len(reading.phrases) > MAX_PHRASES:
        raise DataError(
            message(
                "The file holds {n_phrases:,} phrases, and at most {max_phrases:,} were "
                "expected; split it into several gazetteers.",
                n_phrases=len(reading.phrases),
                max_phrases=MAX_PHRASES,
            ),
            path=path,
        )
    return ReadGazetteer(
        Path(name_of(path)).stem,
        reading.phrases,
        reading.n_duplicates,
        reading.n_bad,
        tuple(reading.troubles),
        reading.any_case,
    )


def _lines(text: str, path: Path, watch: Watch | None) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments: “#” alone, or followed by a space."""
    for number, line in numbered_lines(text, watch, path):
        content = line.removesuffix("\n").rstrip("\r")
        if content.strip() and not _is_comment(content):
            yield number, content


def _is_comment(line: str) -> bool:
    return line.startswith(COMMENT) and not line[1:2].strip()


def _row(line: str) -> _Line:
    phrase, *labels = line.split(TAB)
    phrase = normal_phrase(phrase)
    label = labels[0].strip() if labels else ""
    if not phrase or len(labels) > 1 or (labels and not label):
        return _Line(
            trouble=message(
                "expected a phrase, or a phrase, a tab and a label; found {line}",
                line=_quoted(line),
            )
        )
    return _sound(_Line(phrase, label))


def _sound(line: _Line) -> _Line:
    """Return a line, or what is wrong with its phrase or its label."""
    if "\0" in line.phrase:
        return _Line(
            trouble=message("{phrase} contains a NUL character", phrase=shown(line.phrase))
        )
    fault = label_fault(line.label)
    return (
        _Line(trouble=message("the label {label} {fault}", label=shown(line.label), fault=fault))
        if fault
        else line
    )


def _pattern(line: str) -> _Line:
    try:
        members = read_line(line)
    except DataError:
        return _Line(
            trouble=message("expected an object in JSON; found {line}", line=_quoted(line))
        )
    pattern, label = members.get("pattern"), members.get("label")
    if not isinstance(label, str) or not label.strip():
        return _Line(
            trouble=message("{line} has no label, and one is expected", line=_quoted(line))
        )
    tokens = pattern if isinstance(pattern, list) else [{"orth": pattern}]
    words = [_word(token) for token in tokens]
    if not words or any(not word for word, _ in words):
        return _Line(
            trouble=message(
                "{line} looks at more than words, and nothing but words (“orth”, “text” or "
                "“lower” for each) is expected",
                line=_quoted(line),
            )
        )
    any_case = any(lower for _, lower in words)
    phrase = " ".join(word for word, _ in words)
    return _sound(_Line(phrase, " ".join(label.split()), any_case=any_case))


def _word(token: object) -> tuple[str, bool]:
    """Return the word of a pattern's token, and whether case is ignored; "" for other tokens."""
    if isinstance(token, dict) and len(token) == 1:
        ((name, word),) = token.items()
        if isinstance(word, str) and name.lower() in ("orth", "text", "lower"):
            return normal_phrase(word), name.lower() == "lower"
    return "", False


def write_gazetteer_file(path: Path, phrases: Mapping[str, str], source: Path | None = None) -> int:
    """Write phrases, each with a tab and its label if it has one; return their number.

    The file gets the mode of the project ``source``.
    """
    lines = (
        f"{phrase}{TAB}{label}\n" if label else f"{phrase}\n" for phrase, label in phrases.items()
    )
    # A leading space distinguishes a phrase from a comment.
    write_whole(path, (f" {line}" if _is_comment(line) else line for line in lines), source)
    return len(phrases)


def _label_words(label: str) -> str:
    return listed([label]) if label else message("without a label")


def _quoted(text: str) -> str:
    shown = text.replace(TAB, "→")
    return message("“{text}”", text=shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + "…")

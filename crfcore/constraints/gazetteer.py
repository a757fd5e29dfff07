"""Gazetteers: files of phrases, with or without labels.

A file has a phrase on each line, which a tab and a label (or type) may follow. Words of a phrase
are tokens, separated by spaces. Empty lines are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from crfcore.constraints.kinds import Lexical, Phrases
from crfcore.constraints.matching import PhraseFinder
from crfcore.constraints.rules import Rule
from crfcore.errors import CrfError, DataError, cut, shown
from crfcore.features.phrases import PhraseList
from crfcore.messages import message
from crfcore.text.label_names import label_fault
from crfcore.text.lines import read_text
from crfcore.text.rows import BOM
from crfcore.text.tag_schemes import OUTSIDE, Span, encode

_SHOWN = 80
TAB = "\t"


@dataclass(frozen=True)
class Entry:
    """A phrase and its label or type, None without one."""

    words: tuple[str, ...]
    label: str | None = None


@dataclass(frozen=True)
class Gazetteer:
    """A list of known phrases.

    Attributes
    ----------
    entries : tuple of Entry
        Each with a label, or without.
    ignore_case : bool
        Whether "Rome" and "ROME" are the same word.
    name : str
        Its name for the user.
    """

    entries: tuple[Entry, ...]
    ignore_case: bool = False
    name: str = ""

    @property
    def has_labels(self) -> bool:
        """Whether its phrases have labels."""
        return any(entry.label is not None for entry in self.entries)

    @property
    def labels(self) -> list[str]:
        """The labels of its phrases, in the order of the file."""
        named = (entry.label for entry in self.entries if entry.label is not None)
        return list(dict.fromkeys(named))

    @cached_property
    def _finder(self) -> PhraseFinder:
        phrases = ((entry.words, entry.label) for entry in self.entries)
        return PhraseFinder(phrases, ignore_case=self.ignore_case)

    def find(self, words: Sequence[str], label: str = OUTSIDE) -> list[Span]:
        """Return the phrases in a sentence, as spans without overlaps.

        Parameters
        ----------
        words : sequence of str
        label : str
            The label of phrases without one.
        """
        found = self._finder.find(words)
        return [Span(start, end, own or label) for start, end, own in found]

    def marks(self, words: Sequence[str], label: str = "LISTED") -> list[str]:
        """Return an IOB2 tag of the gazetteer for each token: a column for feature templates."""
        return encode(self.find(words, label), len(words), "iob2")

    def rules(
        self, effect: str = "implies", labels: Sequence[str] = (), cost: float | None = None
    ) -> list[Rule]:
        """Return the gazetteer as rules: one, or one for each label of its phrases.

        Parameters
        ----------
        effect : {"implies", "allows", "forbids"}
        labels : sequence of str
            Labels of the phrases without one, which have no rule otherwise; for other phrases
            labels that are allowed or forbidden in addition ("O"), not implied.
        cost : float, optional
            Makes the rules soft.

        Raises
        ------
        CrfError
            There are no labels, or the effect is unknown.
        """
        if not self.has_labels and not labels:
            raise CrfError(
                message(
                    "The word list {name} doesn't say what its phrases are; name a label, or write "
                    "a tab and a label after each phrase.",
                    name=self.name or message("given"),
                )
            )
        is_mixed = self.has_labels and any(entry.label is None for entry in self.entries)
        further = () if effect == "implies" and is_mixed else labels
        made = []
        for own in dict.fromkeys(entry.label for entry in self.entries):
            if own is None and not labels:
                continue
            phrases = [entry.words for entry in self.entries if entry.label == own]
            matcher = Phrases(tuple(phrases), self.ignore_case)
            names = labels if own is None else [own, *further]
            kind = Lexical(matcher, effect, tuple(dict.fromkeys(names)))
            made.append(Rule(kind, self.name, cost=cost))
        return made

    def phrase_list(self) -> PhraseList:
        """Return the gazetteer as a phrase list for `TemplateExtractor`."""
        labels = [entry.label or "" for entry in self.entries] if self.has_labels else []
        phrases = [" ".join(entry.words) for entry in self.entries]
        return PhraseList(self.name, phrases, labels, self.ignore_case)

    def without(self, phrase: str) -> Gazetteer:
        """Return the gazetteer without a phrase."""
        words = _words(phrase)
        return replace(self, entries=tuple(e for e in self.entries if e.words != words))

    def lines(self) -> Iterator[str]:
        """Yield the lines of its file."""
        for entry in self.entries:
            label = "" if entry.label is None else f"{TAB}{entry.label}"
            yield f"{' '.join(entry.words)}{label}\n"


def _words(phrase: str) -> tuple[str, ...]:
    words = tuple(phrase.split())
    if not words:
        raise CrfError(message("A phrase of a gazetteer needs a word at least."))
    return words


def read_gazetteer(path: Path | str, *, ignore_case: bool = False) -> Gazetteer:
    """Read a file of phrases, each alone or with a label after a tab.

    Raises
    ------
    DataError
        With the line: a label is missing after a tab, there are several, or a phrase has two
        labels.
    """
    lines = read_text(Path(path)).removeprefix(BOM).split("\n")
    return parse_gazetteer(lines, path, ignore_case=ignore_case, name=Path(path).stem)


def parse_gazetteer(
    lines: Iterable[str],
    path: Path | str | None = None,
    *,
    ignore_case: bool = False,
    name: str = "",
) -> Gazetteer:
    """Return the gazetteer of the lines of a file; see `read_gazetteer`."""
    entries: dict[tuple[str, ...], tuple[Entry, int]] = {}
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n")
        if not text.strip():
            continue
        entry = _entry(text, path, number)
        key = tuple(w.casefold() for w in entry.words) if ignore_case else entry.words
        if key in entries and entries[key][0].label != entry.label:
            earlier, line_number = entries[key]
            raise DataError(
                message(
                    "{words} is {label} here and {earlier_label} in line {line_number}; keep one "
                    "of the two.",
                    words=shown(" ".join(entry.words)),
                    label=_shown(entry.label),
                    earlier_label=_shown(earlier.label),
                    line_number=line_number,
                ),
                path=path,
                line=number,
            )
        entries.setdefault(key, (entry, number))
    return Gazetteer(tuple(entry for entry, _ in entries.values()), ignore_case, name)


def _shown(label: str | None) -> str:
    return message("without a label") if label is None else cut(label, _SHOWN)


def _entry(text: str, path: Path | str | None, number: int) -> Entry:
    phrase, *labels = text.split(TAB)
    words = tuple(phrase.split())
    label = labels[0].strip() if labels else None
    if text.lstrip().startswith("{") and _is_pattern(text):
        raise DataError(
            message(
                "This is a pattern of Prodigy's, and a phrase was expected; write the phrases "
                "alone, one on each line."
            ),
            path=path,
            line=number,
        )
    if label and (fault := label_fault(label)):
        raise DataError(
            message("The label {label} {fault}; rename it.", label=shown(label), fault=fault),
            path=path,
            line=number,
            column=len(phrase) + 2,
        )
    if not words or label == "" or len(labels) > 1:
        raise DataError(
            message(
                "Expected a phrase, or a phrase, a tab and a label; found {text}.",
                text=repr(text[:60]),
            ),
            path=path,
            line=number,
        )
    return Entry(words, label)


def _is_pattern(text: str) -> bool:
    """Return whether a line is an object of JSON with a pattern."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "pattern" in found

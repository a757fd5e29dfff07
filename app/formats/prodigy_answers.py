"""Several answers of Prodigy to one text, combined.

Lines about the same text have the same ``_input_hash``. An accepted line made by hand labels the
whole text, and of several the last one counts; any other accepted line confirms only its spans. A
rejected span is wrong: its label, its borders, or both. Ignored lines, and rejected ones made by
hand, have no effect.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from app.formats.json_lines import JsonLine
from app.formats.plain_text import sentence_tokens
from app.formats.span_alignment import (
    Misfit,
    TextSpan,
    TokenPositions,
    counted,
    sentences_around,
    text_sentences,
)
from crfcore.text.rows import Watch

Key: TypeAlias = tuple[object, ...]
"""Lines with the same key are about the same text."""

ACCEPT, REJECT, IGNORE = "accept", "reject", "ignore"


class Verdict(Enum):
    """The verdict of an entry on its span."""

    RIGHT = auto()
    WRONG = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """A span of a line: the indices of the line in its group, and of the span in its line."""

    line: int
    element: int
    span: TextSpan | Misfit
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers to one text.

    ``entries`` begin with those of the line ``complete``, which labels the whole text (None: no
    line does); ``n_complete`` is the number of such lines.
    """

    lines: tuple[JsonLine, ...]
    entries: tuple[Entry, ...]
    complete: int | None
    n_complete: int

    @property
    def text(self) -> str:
        """The text."""
        return str(self.lines[0].get("text"))

    def right(self) -> list[Entry]:
        """Return the entries that are right."""
        return [entry for entry in self.entries if entry.verdict is Verdict.RIGHT]

    def wrong(self) -> list[Entry]:
        """Return the entries that were rejected."""
        return [entry for entry in self.entries if entry.verdict is Verdict.WRONG]

    def tokens(self) -> TokenPositions | None:
        """Return the tokens in a line, without those of white space; None if no line has any."""
        for line in self.lines:
            found = given_tokens(line)
            if found is not None:
                return [position for position in found if self.text[slice(*position)].strip()]
        return None

    def sentences(
        self, watch: Watch | None = None, path: Path | None = None
    ) -> list[TokenPositions]:
        """Return the token positions of the text's sentences."""
        text = self.text
        spans = [entry.span for entry in self.entries if entry.verdict is not Verdict.NOTHING]
        tokens = self.tokens()
        if tokens is None:
            return text_sentences(text, spans, watch, path)
        starts = [tokens[0][0] for tokens in counted(sentence_tokens(text, watch), path)]
        grouped = groupby(tokens, key=lambda token: bisect_right(starts, token[0]))
        return sentences_around([list(some) for _, some in grouped], spans, len(text))


def key_of(line: JsonLine, number: int) -> Key:
    """Return the key of a line's text; a line without a hash has its own."""
    known = line.get("_input_hash")
    return (number,) if type(known) not in (int, str) else (known, line.get("text"))


def answer_of(line: JsonLine) -> str:
    """Return the answer of a line; one without is accepted."""
    answer = line.get("answer")
    return answer if isinstance(answer, str) else ACCEPT


def is_fresh(line: JsonLine) -> bool:
    """Return whether a line has no answer and no spans."""
    return "answer" not in line.members and not line.get("spans")


def answers_of(lines: Sequence[JsonLine]) -> Answers:
    """Return the combined answers of lines about the same text."""
    complete = dict.fromkeys(n for n, line in enumerate(lines) if _is_complete(line))
    last = next(reversed(complete), None)
    entries = []
    for number, line in enumerate(lines):
        stale = number in complete and number != last
        entries += [
            Entry(number, element, span, Verdict.NOTHING if stale else verdict)
            for element, (span, verdict) in enumerate(_spans(line))
        ]
    entries.sort(key=lambda entry: entry.line != last)
    return Answers(tuple(lines), tuple(entries), last, len(complete))


def _by_hand(line: JsonLine) -> bool:
    view = line.get("_view_id")
    if isinstance(view, str) and view != "blocks":
        return view.endswith("_manual")
    return given_tokens(line) is not None


def _is_complete(line: JsonLine) -> bool:
    return answer_of(line) == ACCEPT and not is_fresh(line) and _by_hand(line)


def answered_spans(line: JsonLine) -> Iterator[TextSpan | Misfit]:
    """Return the spans of a line with a verdict."""
    return (span for span, verdict in _spans(line) if verdict is not Verdict.NOTHING)


def _spans(line: JsonLine) -> Iterator[tuple[TextSpan | Misfit, Verdict]]:
    entries = line.get("spans")
    if not isinstance(entries, list):
        return
    answer = answer_of(line)
    for one in entries:
        if not isinstance(one, dict):
            yield Misfit.UNREADABLE, Verdict.RIGHT
            continue
        own = one.get("answer", answer)
        verdict = Verdict.NOTHING
        if own == ACCEPT and answer == ACCEPT:
            verdict = Verdict.RIGHT
        elif own == REJECT and (len(entries) == 1 or "answer" in one) and not _by_hand(line):
            verdict = Verdict.WRONG
        yield _span(one), verdict


def _span(one: dict[str, Any]) -> TextSpan | Misfit:
    start, end, label = one.get("start"), one.get("end"), one.get("label")
    if type(start) is not int or type(end) is not int:
        return Misfit.UNREADABLE
    if not isinstance(label, str) or not label.strip():
        return Misfit.UNREADABLE
    return TextSpan(start, end, label)


def given_tokens(line: JsonLine) -> TokenPositions | None:
    """Return the positions of a line's tokens; None if it has none that fit its text."""
    tokens, text = line.get("tokens"), line.get("text")
    if not isinstance(tokens, list) or not tokens:
        return None
    found: TokenPositions = []
    end = 0
    for token in tokens:
        one = token if isinstance(token, dict) else {}
        start, stop = one.get("start"), one.get("end")
        if type(start) is not int or type(stop) is not int:
            return None
        if not end <= start <= stop <= len(text):
            return None
        found.append((start, stop))
        end = stop
    return found

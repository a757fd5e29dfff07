"""A builder of sentences from raw lines."""

from __future__ import annotations

from pathlib import Path

from crfcore.text.rows import LONGEST_SENTENCE, Amount, RawSentence


class SentenceBuilder:
    """The sentence being read, and the text before it; DataError if it is too long."""

    def __init__(self, path: Path | str | None = None) -> None:
        self._amount = Amount(path)
        self._before: list[str] = []
        self._clear_sentence()

    def _clear_sentence(self) -> None:
        self._lines: list[str] = []
        self._tokens: list[int] = []
        self._fields: list[tuple[str, ...]] = []
        self._first_line = 0

    @property
    def started(self) -> bool:
        """Whether the sentence has its first row."""
        return bool(self._lines)

    def add_before(self, line: str) -> None:
        """Add a line before the sentence."""
        self._before.append(line)

    def add_row(self, number: int, line: str, fields: tuple[str, ...] | None) -> None:
        """Add a line of the sentence; `fields` is None if it is not a token."""
        if not self._lines:
            self._first_line = number
        if fields is not None:
            self._tokens.append(len(self._lines))
            self._fields.append(fields)
            if len(self._fields) > LONGEST_SENTENCE:
                self._amount.add(len(self._fields))
        self._lines.append(line)

    def take(self) -> RawSentence:
        """Return the finished sentence, and begin the next one."""
        sentence = RawSentence(
            before=self.take_before(),
            lines=tuple(self._lines),
            tokens=tuple(self._tokens),
            fields=tuple(self._fields),
            first_line=self._first_line,
        )
        self._clear_sentence()
        self._amount.add(len(sentence.tokens))
        return sentence

    def take_before(self) -> str:
        """Return the text before the next sentence; after the last one it is the tail."""
        before = "".join(self._before)
        self._before = []
        return before

"""Choices that are found by typing: labels, commands, documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.item_models.rows import RowsModel


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice.

    ``name`` is matched with the typed text, then ``description``, which is not shown; ``kind`` is
    shown beside it, ``key`` is its key as the platform writes it, ``colour`` an index in the
    palette of labels (None: no swatch). ``trouble`` is why it cannot be chosen now. ``do`` is
    called when it is chosen, ``do_shifted`` with Shift.
    """

    name: str
    do: Callable[[], object]
    kind: str = ""
    key: str = ""
    colour: int | None = None
    is_label: bool = False
    trouble: str = ""
    do_shifted: Callable[[], object] | None = None
    description: str = ""


LOOSE = 3
"""From this rank on the match is loose."""
BY_DESCRIPTION = 6
"""Rank of a choice that only its description matches."""
MIN_LETTERS_OF_DESCRIPTION = 3
"""Minimum length of a typed text that is looked for in descriptions."""


class ChoiceRole(IntEnum):
    """Roles of a choice beside its name."""

    CHOICE = Qt.ItemDataRole.UserRole + 1


def rank(typed: str, name: str) -> int | None:
    """Return how well a name matches a typed text, 0 best; None if it does not.

    Best is the whole name, then its beginning, then the beginning of one of its words, then a part
    anywhere; then the beginnings of several words in turn, then letters in order, of which the
    first begins a word.
    """
    return _rank(typed.casefold().strip(), *_folded(name))


def _folded(name: str) -> tuple[str, list[str]]:
    """Return a name and its words, case-folded."""
    folded_name = name.casefold()
    return folded_name, folded_name.replace("-", " ").replace("_", " ").replace(":", " ").split()


def _rank(wanted: str, folded_name: str, words: Sequence[str]) -> int | None:
    if not wanted or folded_name == wanted:
        return 0
    at = folded_name.find(wanted)
    if at == 0:
        return 1
    if at > 0:
        return 2 if any(word.startswith(wanted) for word in words) else 3
    if any(word.startswith(wanted) for word in words):
        return 2
    if _starts_in_turn(wanted.split(), words):
        return 4
    return 5 if len(wanted) > 1 and _in_order(wanted.replace(" ", ""), folded_name, words) else None


def _in_order(wanted: str, folded_name: str, words: Sequence[str]) -> bool:
    begin = 0
    for word in words:
        begin = folded_name.index(word, begin)
        if word[0] == wanted[0]:
            at = begin
            for letter in wanted[1:]:
                at = folded_name.find(letter, at + 1)
                if at < 0:
                    return False  # a later beginning has fewer letters after it
            return True
        begin += len(word)
    return False


def _starts_in_turn(wanted: Sequence[str], words: Sequence[str]) -> bool:
    if len(wanted) == 1:
        return False  # the beginning of one word has another rank
    rest = iter(words)
    return all(any(word.startswith(part) for word in rest) for part in wanted)


def _rank_with_description(
    wanted: str, folded: tuple[str, list[str]], description: Sequence[str]
) -> int | None:
    quality = _rank(wanted, *folded)
    if quality is not None or len(wanted) < MIN_LETTERS_OF_DESCRIPTION:
        return quality
    found = all(any(word.startswith(part) for word in description) for part in wanted.split())
    return BY_DESCRIPTION if found else None


class ChoicesModel(RowsModel):
    """Lists the choices that match a typed text, the best first."""

    def __init__(self, choices: Iterable[Choice], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices = list(choices)
        self._folded = [_folded(choice.name) for choice in self._choices]
        self._descriptions = [_folded(choice.description)[1] for choice in self._choices]
        self._shown = list(self._choices)

    def show(self, typed: str, more: Iterable[Choice] = ()) -> None:
        """List matching choices after ``more``, of which disabled ones come last."""
        wanted = typed.casefold().strip()
        ranked = [
            (_rank_with_description(wanted, folded, description), choice)
            for folded, description, choice in zip(
                self._folded, self._descriptions, self._choices, strict=True
            )
        ]
        fitting = [(quality, one) for quality, one in ranked if quality is not None]
        self.beginResetModel()
        # A stable sort; disabled choices come after others that match as well.
        ordered = sorted(
            fitting, key=lambda pair: (pair[0] >= LOOSE, bool(pair[1].trouble), pair[0])
        )
        others = list(more)
        self._shown = [
            *(one for one in others if not one.trouble),
            *(one for _, one in ordered),
            *(one for one in others if one.trouble),
        ]
        self.endResetModel()

    def choice(self, row: int) -> Choice | None:
        """Return the choice of a row, None for no row."""
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def _n_rows(self) -> int:
        return len(self._shown)

    def _answer(self, row: int, role: int) -> object:
        choice = self._shown[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return choice.name
        if role == ChoiceRole.CHOICE:
            return choice
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [choice.name, choice.kind, choice.trouble]
            if choice.key:
                parts.append(self.tr("key {key}").format(key=choice.key))
            return ", ".join(part for part in parts if part)
        if role == Qt.ItemDataRole.ToolTipRole and choice.trouble:
            return choice.trouble
        return None

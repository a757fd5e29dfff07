"""What the model changed by itself after a correction, and what a person looked at and let be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from app.domain.display import TokenDisplay

Shown = list[tuple[int, float]]
"""The tag that each token of a sentence shows, `NO_TAG` for none, and its probability."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """The marked tokens: what they showed before, and show now.

    ``corrected`` are those that a correction has changed, not a newer model.
    """

    earlier: dict[int, tuple[int, float]]
    now: dict[int, int]
    corrected: frozenset[int]


class Propagation:
    """The marks on tokens whose shown label has changed by itself, sentence by sentence."""

    def __init__(self, notify: Callable[[int, list[int]], None]) -> None:
        """Call ``notify`` with a place and its marked tokens whenever these are others."""
        self._notify = notify
        self._marks: dict[int, _Marks] = {}

    def __bool__(self) -> bool:
        return bool(self._marks)

    def tokens(self, sentence_index: int) -> list[int]:
        """Return the marked tokens of a sentence, rising."""
        marks = self._marks.get(sentence_index)
        return sorted(marks.now) if marks is not None else []

    def mark(
        self, sentence_index: int, before: Shown, now: Shown, changed: Collection[int]
    ) -> None:
        """Mark the tokens that a correction has changed."""
        earlier = {token: before[token] for token in changed}
        self._put(sentence_index, earlier, now, frozenset(earlier))

    def mark_more(
        self, sentence_index: int, before: Shown, now: Shown, changed: Collection[int]
    ) -> None:
        """Mark, beside what is marked already, the tokens that a newer model has changed.

        What shows again what it showed before is marked no longer.
        """
        had = self._marks.get(sentence_index)
        earlier, corrected = {}, frozenset[int]()
        if had is not None:
            earlier = {t: old for t, old in had.earlier.items() if now[t][0] != old[0]}
            corrected = frozenset(t for t in had.corrected if now[t][0] == had.now[t])
        known = had.earlier if had is not None else {}
        earlier.update({token: before[token] for token in changed if token not in known})
        self._put(sentence_index, earlier, now, corrected & earlier.keys())

    def keep_as_shown(self, sentence_index: int) -> None:
        """Leave the marks of a sentence, and let nothing of it be taken back."""
        marks = self._marks.get(sentence_index)
        if marks is not None:
            self._marks[sentence_index] = replace(marks, corrected=frozenset())

    def point_at(self, sentence_index: int, tokens: Iterable[int], now: Shown) -> None:
        """Mark tokens that have changed since the person looked, beside what is marked already."""
        had = self._marks.get(sentence_index)
        earlier = {token: now[token] for token in tokens}
        corrected = frozenset[int]()
        if had is not None:
            earlier.update(had.earlier)
            corrected = had.corrected
        self._put(sentence_index, earlier, now, corrected)

    def drop(self, sentence_indices: Iterable[int]) -> bool:
        """Forget what earlier corrections of these sentences have changed; say if there was any."""
        dropped = False
        for sentence_index in sentence_indices:
            if self._marks.pop(sentence_index, None) is not None:
                dropped = True
                self._notify(sentence_index, [])
        return dropped

    def drop_all(self) -> None:
        """Forget what earlier corrections have changed, wherever that was."""
        self.drop(list(self._marks))

    def take_back(self, sentence_index: int) -> Mapping[int, tuple[int, float]] | None:
        """Drop the marks of a sentence; None: none.

        Return what the tokens showed that a correction has changed. What a newer model has changed
        stays: what it knows better may be that a label was taken back.
        """
        marks = self._marks.pop(sentence_index, None)
        if marks is None:
            return None
        return {token: marks.earlier[token] for token in marks.corrected}

    def _put(
        self,
        sentence_index: int,
        earlier: dict[int, tuple[int, float]],
        now: Shown,
        corrected: frozenset[int],
    ) -> None:
        had = self._marks.pop(sentence_index, None)
        if earlier:
            shown = {token: now[token][0] for token in earlier}
            self._marks[sentence_index] = _Marks(earlier, shown, corrected)
        if earlier or had is not None:
            self._notify(sentence_index, sorted(earlier))


class LookedAt:
    """By sentence and token, what was shown when a person looked at it and let it be."""

    def __init__(self) -> None:
        """Begin with nothing looked at."""
        self._seen: dict[int, dict[int, str | None]] = {}

    def note(self, sentence_index: int, tokens: Iterable[TokenDisplay]) -> None:
        """Note which tokens a person has looked at and left as they are shown."""
        self._seen.setdefault(sentence_index, {}).update(
            {token.index: token.tag for token in tokens}
        )

    def of(self, sentence_index: int) -> Mapping[int, str | None]:
        """Return what the tokens of a sentence showed that were looked at."""
        return self._seen.get(sentence_index, {})

    def has(self, sentence_index: int, record: TokenDisplay) -> bool:
        """Say whether a token was looked at, and still shows what it showed then."""
        seen = self.of(sentence_index)
        return record.index in seen and seen[record.index] == record.tag

    def forget(self, sentence_index: int) -> None:
        """Have a sentence looked at again."""
        self._seen.pop(sentence_index, None)

"""Marks on tokens that the model changed, and tokens looked at without a change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from app.domain.display import TokenDisplay

ShownToken = tuple[int, float, bool]
"""The tag that a token shows, `NO_TAG` for none; probability and source of its proposal.

The source is that of `app.domain.proposals.Proposals.listed`.
"""

Shown = list[ShownToken]
"""What each token of a sentence shows."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """The marked tokens: what they showed before, and show now.

    ``corrected`` are those changed by a correction, not by a newer model. ``kept``: the earlier is
    not to be brought back.
    """

    earlier: dict[int, ShownToken]
    now: dict[int, int]
    corrected: frozenset[int]
    kept: bool = False


class Propagation:
    """The marks on tokens whose shown label the model has changed, by sentence."""

    def __init__(self, notify: Callable[[int, list[int]], None]) -> None:
        """Call ``notify`` with a sentence index and its marked tokens whenever these change."""
        self._notify = notify
        self._marks: dict[int, _Marks] = {}

    def __bool__(self) -> bool:
        return bool(self._marks)

    def tokens(self, sentence_index: int) -> list[int]:
        """Return the marked tokens of a sentence, rising."""
        marks = self._marks.get(sentence_index)
        return sorted(marks.now) if marks is not None else []

    def corrected_sentences(self) -> list[int]:
        """Return the sentences with tokens that a correction has changed, rising."""
        return sorted(at for at, marks in self._marks.items() if marks.corrected)

    def mark(
        self, sentence_index: int, before: Shown, now: Shown, changed: Collection[int]
    ) -> None:
        """Mark the tokens that a correction has changed, beside those marked since.

        Tokens that show again what they showed before are unmarked.
        """
        had = self._marks.get(sentence_index)
        known = had.earlier if had is not None else {}
        earlier = {token: old for token, old in known.items() if now[token][0] != old[0]}
        earlier.update({token: before[token] for token in changed if token not in known})
        self._put(sentence_index, earlier, now, frozenset(earlier))

    def mark_more(
        self, sentence_index: int, before: Shown, now: Shown, changed: Collection[int]
    ) -> None:
        """Mark further tokens that a newer model has changed.

        Tokens that show again what they showed before are unmarked.
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
        """Keep the marks of a sentence, so that `take_back` changes nothing."""
        marks = self._marks.get(sentence_index)
        if marks is not None:
            self._marks[sentence_index] = replace(marks, corrected=frozenset(), kept=True)

    def point_at(self, sentence_index: int, tokens: Iterable[int], now: Shown) -> None:
        """Mark further tokens that have changed since the person looked."""
        had = self._marks.get(sentence_index)
        earlier = {token: now[token] for token in tokens}
        corrected = frozenset[int]()
        if had is not None:
            earlier.update(had.earlier)
            corrected = had.corrected
        self._put(sentence_index, earlier, now, corrected)

    def drop(self, sentence_indices: Iterable[int]) -> bool:
        """Remove the marks of these sentences; return whether there were any."""
        dropped = False
        for sentence_index in sentence_indices:
            if self._marks.pop(sentence_index, None) is not None:
                dropped = True
                self._notify(sentence_index, [])
        return dropped

    def drop_all(self) -> None:
        """Remove all marks."""
        self.drop(list(self._marks))

    def take_back(self, sentence_index: int) -> Mapping[int, ShownToken] | None:
        """Remove the marks of a sentence, and return what its marked tokens showed before.

        None if nothing is marked; nothing of what is kept as shown.
        """
        marks = self._marks.pop(sentence_index, None)
        if marks is None:
            return None
        self._notify(sentence_index, [])
        return {} if marks.kept else marks.earlier

    def _put(
        self,
        sentence_index: int,
        earlier: dict[int, ShownToken],
        now: Shown,
        corrected: frozenset[int],
    ) -> None:
        had = self._marks.pop(sentence_index, None)
        if earlier:
            shown = {token: now[token][0] for token in earlier}
            kept = had is not None and had.kept
            self._marks[sentence_index] = _Marks(earlier, shown, corrected, kept)
        if earlier or had is not None:
            self._notify(sentence_index, sorted(earlier))


class LookedAt:
    """What tokens showed when a person looked at them without a change, by sentence."""

    def __init__(self) -> None:
        """Begin empty."""
        self._seen: dict[int, dict[int, str | None]] = {}

    def note(self, sentence_index: int, tokens: Iterable[TokenDisplay]) -> None:
        """Record tokens that a person has looked at without a change."""
        self._seen.setdefault(sentence_index, {}).update(
            {token.index: token.tag for token in tokens}
        )

    def of(self, sentence_index: int) -> Mapping[int, str | None]:
        """Return the tags of the tokens of a sentence that were looked at."""
        return self._seen.get(sentence_index, {})

    def has(self, sentence_index: int, record: TokenDisplay) -> bool:
        """Return whether a token was looked at, and still shows the same tag."""
        seen = self.of(sentence_index)
        return record.index in seen and seen[record.index] == record.tag

    def forget(self, sentence_index: int) -> None:
        """Forget that a sentence was looked at."""
        self._seen.pop(sentence_index, None)

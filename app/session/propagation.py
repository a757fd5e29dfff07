"""What the model changed by itself after a correction, and what a person looked at and let be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.display import TokenDisplay
from app.domain.project import Corpus
from app.domain.proposals import Proposals
from app.domain.tokens import TokenState


@dataclass(frozen=True, slots=True)
class _Marks:
    """The tokens that a correction changed by itself: what they showed before, and show now."""

    earlier: dict[int, tuple[int, float]]
    now: dict[int, int]


class Propagation:
    """The marks on tokens whose shown tag has changed by itself, sentence by sentence."""

    def __init__(self, tell: Callable[[int, list[int]], None]) -> None:
        """Call ``tell`` with a place and its marked tokens whenever these are others."""
        self._tell = tell
        self._marks: dict[int, _Marks] = {}

    def __bool__(self) -> bool:
        return bool(self._marks)

    def tokens(self, place: int) -> list[int]:
        """Return the marked tokens of a sentence, rising."""
        marks = self._marks.get(place)
        return sorted(marks.earlier) if marks is not None else []

    def mark(
        self,
        corpus: Corpus,
        proposals: Proposals,
        place: int,
        before: list[tuple[int, float]],
        corrected: set[int],
    ) -> None:
        """Mark what shows another tag than ``before``, but for the tokens just corrected."""
        at = corpus.span(place)
        now = proposals.tags[at].tolist()
        states = corpus.states[at]
        free = ((states == TokenState.UNKNOWN) | (states == TokenState.NARROWED)).tolist()
        earlier = {
            token: before[token]
            for token in range(len(now))
            if free[token] and token not in corrected and 0 <= before[token][0] != now[token]
        }
        had = self._marks.pop(place, None)
        if earlier:
            self._marks[place] = _Marks(earlier, {token: now[token] for token in earlier})
        if earlier or had is not None:
            self._tell(place, sorted(earlier))

    def mark_more(
        self, corpus: Corpus, proposals: Proposals, place: int, before: list[tuple[int, float]]
    ) -> None:
        """Mark what shows another tag than ``before``, beside what is marked already."""
        had = self._marks.get(place)
        since = list(before)
        for token, shown in had.earlier.items() if had is not None else ():
            since[token] = shown
        self.mark(corpus, proposals, place, since, set())

    def drop(self, places: Iterable[int]) -> bool:
        """Forget what earlier corrections of these sentences have changed; say if there was any."""
        dropped = False
        for place in places:
            if self._marks.pop(place, None) is not None:
                dropped = True
                self._tell(place, [])
        return dropped

    def drop_changed(self, places: NDArray[np.int64]) -> None:
        """Forget what earlier corrections have changed in any of very many sentences, rising."""
        marked = np.array(list(self._marks), np.int64)
        self.drop(marked[np.isin(marked, places)].tolist() if len(marked) else [])

    def renew(self, corpus: Corpus, proposals: Proposals, places: NDArray[np.int64]) -> None:
        """Keep the marks of tokens that still show what a correction made of them."""
        for place in [place for place in self._marks if place in places]:
            now = proposals.tags[corpus.span(place)].tolist()
            marks = self._marks.pop(place)
            kept = {token: tag for token, tag in marks.now.items() if now[token] == tag}
            if kept:
                self._marks[place] = _Marks({t: marks.earlier[t] for t in kept}, kept)
            if len(kept) < len(marks.now):
                self._tell(place, sorted(kept))

    def take_back(self, place: int) -> Mapping[int, tuple[int, float]] | None:
        """Drop the marks of a sentence, and return what their tokens showed before; None: none."""
        marks = self._marks.pop(place, None)
        return marks.earlier if marks is not None else None


class LookedAt:
    """By sentence and token, what was shown when a person looked at it and let it be."""

    def __init__(self) -> None:
        """Begin with nothing looked at."""
        self._seen: dict[int, dict[int, str | None]] = {}

    def note(self, place: int, tokens: Iterable[TokenDisplay]) -> None:
        """Note which tokens a person has looked at and left as they are shown."""
        self._seen.setdefault(place, {}).update({token.index: token.tag for token in tokens})

    def of(self, place: int) -> Mapping[int, str | None]:
        """Return what the tokens of a sentence showed that were looked at."""
        return self._seen.get(place, {})

    def has(self, place: int, record: TokenDisplay) -> bool:
        """Say whether a token was looked at, and still shows what it showed then."""
        seen = self.of(place)
        return record.index in seen and seen[record.index] == record.tag

    def forget(self, place: int) -> None:
        """Have a sentence looked at again."""
        self._seen.pop(place, None)

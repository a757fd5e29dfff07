"""A cache of the layouts of sentences."""

from __future__ import annotations

from app.domain.changes import Changes
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.metrics import Metrics

MAX_CACHED = 400
"""Maximum number of cached sentences; the least recently used are removed first."""

Tokens = tuple[int, int]
"""First and last shown token of a sentence."""

_Key = tuple[int, Tokens | None]


class LayoutCache:
    """Lays out sentences on request; new labels do not lay out the text again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._metrics: Metrics | None = None
        self._width = 0.0
        self._cache: dict[_Key, Arrangement] = {}
        self._outdated: set[_Key] = set()
        self._shows_suggestions = True

    def show_suggestions(self, *, wanted: bool) -> bool:
        """Show suggestions, or labels alone; return whether that is a change."""
        if wanted == self._shows_suggestions:
            return False
        self._shows_suggestions = wanted
        self._outdated = set(self._cache)
        return True

    def measure(self, metrics: Metrics, width: float) -> None:
        """Set the sizes and the width of the column."""
        if metrics is not self._metrics or width != self._width:
            self._metrics, self._width = metrics, width
            self._cache.clear()
            self._outdated.clear()

    def of(self, sentence_index: int, part: Tokens | None = None) -> Arrangement:
        """Return the current layout of a sentence, or of some of its tokens."""
        key = (sentence_index, part)
        made = self._cache.pop(key, None)
        if made is None or key in self._outdated:
            made = self._arrange(
                ShownSentence(self._session, sentence_index, part, helped=self._shows_suggestions),
                made,
            )
            self._outdated.discard(key)
        self._cache[key] = made
        return made

    def current(self, sentence: ShownSentence) -> Arrangement:
        """Return the layout of the token model's sentence."""
        key = (sentence.sentence_index, None)
        made = self._cache.pop(key, None)
        if made is None or not made.sentence.looks_like(sentence):
            made = self._arrange(sentence, made)
        self._outdated.discard(key)
        if sentence.sentence_index != NOWHERE:
            self._cache[key] = made
        return made

    def follow(self, changes: Changes) -> None:
        """Mark changed sentences to be arranged again on request."""
        if changes.labels or changes.settings or changes.order or changes.structure:
            self._outdated = set(self._cache)
            return
        changed = changes.changed_among(key[0] for key in self._cache)
        if changed:
            self._outdated.update(key for key in self._cache if key[0] in changed)

    def _arrange(self, sentence: ShownSentence, before: Arrangement | None) -> Arrangement:
        if self._metrics is None:
            raise RuntimeError("call measure() first")
        while len(self._cache) >= MAX_CACHED:
            oldest = next(iter(self._cache))
            del self._cache[oldest]
            self._outdated.discard(oldest)
        return arrange(sentence, self._metrics, self._width, before)

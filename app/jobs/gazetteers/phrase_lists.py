"""A cache of compiled gazetteers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from app.domain.gazetteers import Listed, label_of

if TYPE_CHECKING:
    from crfcore.features.phrases import PhraseList

LISTS_KEPT = 32
"""The most gazetteers in the cache; a changed one is a further entry."""

_Key = tuple[int, str, str, bool]


class _Lists:
    """A thread-safe cache of compiled gazetteers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[_Key, tuple[Listed, PhraseList]] = OrderedDict()

    def get(self, listed: Listed) -> PhraseList:
        """Return a compiled gazetteer; slow at the first call."""
        key = self._key(listed)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                # With the gazetteer, so that the mapping's id is not reused.
                known = self._known[key] = (listed, _made(listed))
                while len(self._known) > LISTS_KEPT:
                    self._known.popitem(last=False)
        known[1].prepare()
        return known[1]

    def has(self, listed: Listed) -> bool:
        """Return whether a gazetteer is compiled."""
        known = self._known.get(self._key(listed))
        return known is not None and known[1].is_prepared

    def _key(self, listed: Listed) -> _Key:
        own = listed.gazetteer
        return id(listed.phrases), own.name, own.label, own.ignore_case


_LISTS = _Lists()


def phrase_list(listed: Listed) -> PhraseList:
    """Return a compiled gazetteer, from the cache if possible."""
    return _LISTS.get(listed)


def is_ready(listed: Listed) -> bool:
    """Return whether `phrase_list` is fast for a gazetteer."""
    return _LISTS.has(listed)


def _made(listed: Listed) -> PhraseList:
    from crfcore.features.phrases import PhraseList

    own = listed.gazetteer
    labels = [label_of(own, label) for label in listed.phrases.values()]
    return PhraseList(
        own.name, list(listed.phrases), labels if any(labels) else (), own.ignore_case
    )

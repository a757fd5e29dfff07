"""Gazetteers made ready to be found in sentences, each of them once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.domain.gazetteers import Listed, label_of

if TYPE_CHECKING:
    from crfcore.features.phrases import PhraseList

LISTS_KEPT = 32
"""So many gazetteers stay ready; each time one is changed, it is a further one for a while."""

_Key = tuple[int, str, str, bool]


class _Lists:
    """Gazetteers made ready to be found; several threads may ask at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[_Key, tuple[Listed, PhraseList]] = OrderedDict()

    def get(self, listed: Listed) -> PhraseList:
        """Return a gazetteer made ready; the first call takes a moment for many phrases."""
        key = self._key(listed)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                # With the gazetteer, so that the mapping's identity stays its own.
                known = self._known[key] = (listed, _made(listed))
                while len(self._known) > LISTS_KEPT:
                    self._known.popitem(last=False)
        known[1].prepare()
        return known[1]

    def has(self, listed: Listed) -> bool:
        """Say whether a gazetteer is ready."""
        known = self._known.get(self._key(listed))
        return known is not None and known[1].is_prepared

    def _key(self, listed: Listed) -> _Key:
        own = listed.gazetteer
        return id(listed.phrases), own.name, own.label, own.ignore_case


_LISTS = _Lists()


def phrase_list(listed: Listed) -> PhraseList:
    """Return a gazetteer as the library finds it in sentences; kept, so ask as often as needed."""
    return _LISTS.get(listed)


def is_ready(listed: Listed) -> bool:
    """Say whether `phrase_list` answers at once."""
    return _LISTS.has(listed)


def _made(listed: Listed) -> PhraseList:
    from crfcore.features.phrases import PhraseList

    own = listed.gazetteer
    labels = [label_of(own, label) for label in listed.phrases.values()]
    return PhraseList(
        own.name, list(listed.phrases), labels if any(labels) else (), own.ignore_case
    )


def phrase_lists(lists: Iterable[Listed]) -> list[PhraseList]:
    """Return several gazetteers made ready."""
    return [phrase_list(one) for one in lists]

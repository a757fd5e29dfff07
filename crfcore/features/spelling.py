"""Features of tagging experiments: the word, and Lafferty et al.'s spelling features.

J. Lafferty, A. McCallum, F. Pereira, "Conditional Random Fields: Probabilistic Models for
Segmenting and Labeling Sequence Data", 2001, section 5.3: whether a word begins with a digit or an
upper case letter, contains a hyphen, and ends in one of nine suffixes.
"""

from __future__ import annotations

from collections.abc import Iterable

SUFFIXES = ("ing", "ogy", "ed", "s", "ly", "ion", "tion", "ity", "ies")

KEY = "word="
"""Prefix of the attribute of the word."""


def attributes_of(word: str) -> list[str]:
    """Return the attributes of a token: its word, then its spelling features."""
    names = [KEY + word]
    if word[:1].isdigit():
        names.append("digit")
    if word[:1].isupper():
        names.append("upper")
    if "-" in word:
        names.append("hyphen")
    names += [f"-{suffix}" for suffix in SUFFIXES if word.endswith(suffix)]
    return names


class SpellingAttributes(dict[str, list[str]]):
    """A cache of the attributes of words."""

    def __missing__(self, word: str) -> list[str]:
        self[word] = attributes_of(word)
        return self[word]

    def of(self, sentences: Iterable[Iterable[str]]) -> list[list[list[str]]]:
        """Return the attributes of sentences of words."""
        return [[self[word] for word in sentence] for sentence in sentences]

"""The Dutch named entities of CoNLL-2002 for tables."""

from __future__ import annotations

from app.lab.corpora.conll2000 import TaggedText
from app.lab.corpora.dutch import dutch_sentences
from app.lab.reproduce.context import Context


def dutch_text(context: Context, name: str, *, least: int = 1) -> TaggedText:
    """Return the words and tags of a file, of sentences of at least so many tokens."""
    return TaggedText.of(context.at_most(dutch_sentences(context.corpora, name, least=least)))

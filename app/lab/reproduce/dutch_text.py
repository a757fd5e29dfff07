"""The Dutch named entities of CoNLL-2002 for tables."""

from __future__ import annotations

from collections.abc import Sequence

from app.lab.corpora.conll2000 import TaggedText
from app.lab.corpora.dutch import dutch_sentences
from app.lab.reproduce.context import Context
from crfcore.features.column_table import ColumnTable


def dutch_text(context: Context, name: str) -> TaggedText:
    """Return the words and tags of a file."""
    sentences = context.at_most(dutch_sentences(context.corpora, name))
    table = ColumnTable.from_words([sentence.words for sentence in sentences])
    return TaggedText(table, [sentence.tags for sentence in sentences])


def part_of(text: TaggedText, places: Sequence[int]) -> TaggedText:
    """Return some sentences of a text."""
    return TaggedText(text.table.select(places), [text.tags[place] for place in places])

"""Matches of gazetteers, and their proposals while there is no model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.domain.proposals import NO_TAG
from app.jobs.phrase_lists import is_ready, phrase_list
from app.jobs.propose import ProposedTags, Sentences
from app.jobs.snapshot import ProjectText, tokens_at
from crfcore.text.tag_schemes import Span, encode

LISTED_PROBABILITY = 0.5
"""The probability of a gazetteer's proposal in the queue: low, to be checked early."""


def count_matches(listed: Listed, text: ProjectText, visible: NDArray[np.int64]) -> int:
    """Return the number of matches of a gazetteer in some sentences of a project."""
    from crfcore.features.column_table import Column

    column = Column(text.columns[0], text.words)
    marks, found = phrase_list(listed).marks(column, text.offsets)
    if len(visible) == len(text.offsets) - 1:
        return found
    seen = marks[tokens_at(text.offsets, visible)]
    return int(np.count_nonzero((seen >= 0) & (seen % 2 == 0)))


@dataclass(frozen=True, slots=True, eq=False)
class ListedModel:
    """Gazetteers as a model, the first ones with priority."""

    lists: tuple[Listed, ...]
    scheme: str
    is_calibrated: ClassVar[bool] = False

    @property
    def ready(self) -> bool:
        """Whether all lists are compiled, so that proposing is fast."""
        return all(map(is_ready, self.lists))


def propose_listed(model: ListedModel, sentences: Sentences) -> ProposedTags:
    """Propose the phrases of gazetteers with their labels, and nothing for other words.

    Phrases without a label of the project, and labels that contradict a person's, are not proposed.
    """
    ids = {name: tag for tag, name in enumerate(sentences.tags) if tag not in sentences.gone}
    found: list[int] = []
    for words in _words_of(sentences):
        found += [ids.get(tag, NO_TAG) if tag else NO_TAG for tag in _tags_of(model, words)]
    tags = np.array(found, np.int32)
    for number, members in sentences.members.items():
        own = sentences.tag_sets == number
        tags[own & ~np.isin(tags, members)] = NO_TAG
    return ProposedTags(tags, np.full(len(tags), LISTED_PROBABILITY, np.float32))


def _tags_of(model: ListedModel, words: Sequence[str]) -> list[str]:
    """Return the tag of each word, "" for none."""
    taken = [False] * len(words)
    spans = []
    for listed in model.lists:
        for start, end, label in phrase_list(listed).find(words):
            if label and not any(taken[start:end]):
                taken[start:end] = [True] * (end - start)
                spans.append(Span(start, end, label))
    tags = encode(spans, len(words), model.scheme)
    return [tag if own else "" for tag, own in zip(tags, taken, strict=True)]


def _words_of(sentences: Sentences) -> Iterable[list[str]]:
    text = sentences.text
    ids, offsets = text.columns[0], text.offsets.tolist()
    for sentence_index in sentences.sentence_indices.tolist():
        own = ids[offsets[sentence_index] : offsets[sentence_index + 1]].tolist()
        yield [text.words[word] for word in own]

"""Matches of gazetteers and grammars, and their proposals while there is no model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.domain.proposals import LISTED_PROBABILITY, NO_TAG
from app.jobs.grammars import spans_of
from app.jobs.phrase_lists import is_ready, phrase_list
from app.jobs.propose import ProposedTags, Sentences
from app.jobs.snapshot import ProjectText, tokens_at, words_at
from crfcore.errors import CrfError
from crfcore.text.tag_schemes import Span, encode


def count_matches(
    listed: Listed,
    text: ProjectText,
    visible: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> int | str:
    """Return the number of matches of a gazetteer in some sentences of a project.

    A text instead says why a grammar can't be used. TrainingCancelled if cancelled.
    """
    from crfcore.features.column_table import Column

    if listed.is_grammar:
        try:
            return len(spans_of(listed, text, visible, cancelled))
        except CrfError as error:
            return str(error)
    column = Column(text.columns[0], text.words)
    marks, found = phrase_list(listed).marks(column, text.offsets)
    if len(visible) == len(text.offsets) - 1:
        return found
    seen = marks[tokens_at(text.offsets, visible)]
    return int(np.count_nonzero((seen >= 0) & (seen % 2 == 0)))


@dataclass(frozen=True, slots=True, eq=False)
class ListedModel:
    """Gazetteers and grammars as a model, the first ones with priority."""

    lists: tuple[Listed, ...]
    scheme: str
    is_calibrated: ClassVar[bool] = False

    @property
    def ready(self) -> bool:
        """Whether all lists are compiled, so that proposing is fast; with a grammar it is not."""
        return not any(one.is_grammar for one in self.lists) and all(map(is_ready, self.lists))


def propose_listed(model: ListedModel, sentences: Sentences) -> ProposedTags:
    """Propose the phrases of gazetteers with their labels, and nothing for other words.

    Spans of grammars have their probabilities. Phrases without a label of the project, and labels
    that contradict a person's, are not proposed, nor is anything by a grammar that can't be used.
    """
    ids = {name: tag for tag, name in enumerate(sentences.tags) if tag not in sentences.gone}
    offsets = np.concatenate(
        [[0], np.cumsum(np.diff(sentences.text.offsets)[sentences.sentence_indices])]
    )
    tags = np.full(offsets[-1], NO_TAG, np.int32)
    probabilities = np.full(offsets[-1], LISTED_PROBABILITY, np.float32)
    for start, spans, n_tokens in zip(
        offsets[:-1].tolist(), _spans(model, sentences), np.diff(offsets).tolist(), strict=True
    ):
        names = encode([span for span, _ in spans], n_tokens, model.scheme)
        for span, probability in spans:
            for at in range(span.start, span.end):
                tags[start + at] = ids.get(names[at], NO_TAG)
            probabilities[start + span.start : start + span.end] = probability
    for number, members in sentences.members.items():
        own = sentences.tag_sets == number
        tags[own & ~np.isin(tags, members)] = NO_TAG
    return ProposedTags(tags, probabilities)


def _spans(model: ListedModel, sentences: Sentences) -> Iterator[list[tuple[Span, float]]]:
    """Yield the spans of each sentence, with probabilities."""
    by_grammar = [
        _spans_of_grammar(one, sentences) if one.is_grammar else {} for one in model.lists
    ]
    for number, words in enumerate(words_at(sentences.text, sentences.sentence_indices)):
        taken = [False] * len(words)
        spans: list[tuple[Span, float]] = []
        for listed, found in zip(model.lists, by_grammar, strict=True):
            own = (
                found.get(number, [])
                if listed.is_grammar
                else [(Span(*one), LISTED_PROBABILITY) for one in phrase_list(listed).find(words)]
            )
            for span, probability in own:
                if span.label and not any(taken[span.start : span.end]):
                    taken[span.start : span.end] = [True] * (span.end - span.start)
                    spans.append((span, probability))
        yield spans


def _spans_of_grammar(listed: Listed, sentences: Sentences) -> dict[int, list[tuple[Span, float]]]:
    """Return the spans of a grammar by the number of the sentence; none if it can't be used."""
    spans: dict[int, list[tuple[Span, float]]] = {}
    try:
        found = spans_of(listed, sentences.text, sentences.sentence_indices)
    except CrfError:
        return spans  # the panel of gazetteers shows it
    for one in found:
        # The probability of gazetteers tells that a suggestion is theirs.
        probability = float(np.float32(one.probability))
        if probability == LISTED_PROBABILITY:
            probability = float(np.nextafter(np.float32(probability), np.float32(1.0)))
        spans.setdefault(one.sentence, []).append(
            (Span(one.start, one.end, one.symbol), probability)
        )
    return spans

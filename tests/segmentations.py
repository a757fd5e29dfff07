"""Slow twins of semi-Markov inference: every segmentation of a small sentence, one by one."""

from __future__ import annotations

import numpy as np

from crfcore.inference.semi_markov import SegmentForms

SCHEMES = {
    "iob2": ("B", "B", "I", "I"),
    "ioe2": ("E", "I", "I", "E"),
    "bioes": ("S", "B", "I", "E"),
    "bilou": ("U", "B", "I", "L"),
}


def forms_of(labels, types, scheme, longest):
    numbers = {label: number for number, label in enumerate(labels)}
    tags = [[numbers.get(f"{p}-{name}", -1) for p in SCHEMES[scheme]] for name in types]
    return SegmentForms(np.array(tags, np.int32).reshape(-1, 4), numbers.get("O", -1), longest)


def segmentations(n_tokens, forms, start=0):
    """Yield lists of (start, length, type), type −1 for a token outside."""
    if start == n_tokens:
        yield []
        return
    for length in range(1, min(forms.longest, n_tokens - start) + 1):
        for kind in range(-1 if length == 1 and forms.outside >= 0 else 0, forms.n_types):
            if kind >= 0 and min(tags_of(length, kind, forms)) < 0:
                continue
            for rest in segmentations(n_tokens, forms, start + length):
                yield [(start, length, kind), *rest]


def tags_of(length, kind, forms):
    if kind < 0:
        return [forms.outside]
    single, first, middle, last = forms.tags[kind].tolist()
    return [single] if length == 1 else [first, *[middle] * (length - 2), last]


def tags_and_score(found, scores, transitions, segment_scores, forms, first=0):
    """Return the tags of a segmentation and its score; ``first`` is the sentence's first token."""
    tags = [tag for _, length, kind in found for tag in tags_of(length, kind, forms)]
    total = sum(scores[first + t, tag] for t, tag in enumerate(tags))
    for t in range(1, len(tags)):
        place = first + t if transitions.ndim == 3 else None
        own = transitions if place is None else transitions[place]
        total = total + own[tags[t - 1], tags[t]]
    for start, length, kind in found:
        if kind >= 0:
            total = total + segment_scores[(first + start) * forms.longest + length - 1, kind]
    return tags, total


class Enumerated:
    """All segmentations of the sentences of a lattice, with their probabilities."""

    def __init__(self, scores, transitions, offsets, segment_scores, forms, allowed=None):
        self.forms, self.transitions = forms, transitions
        self.shape = scores.shape, segment_scores.shape
        self.sentences = []
        for first, last in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            rows = []
            for found in segmentations(last - first, forms):
                tags, score = tags_and_score(
                    found, scores, transitions, segment_scores, forms, first
                )
                is_allowed = allowed is None or all(
                    allowed[first + t, tag] for t, tag in enumerate(tags)
                )
                if is_allowed and score > -np.inf:
                    rows.append((score, found, tags))
            rows.sort(key=lambda row: -row[0])
            self.sentences.append((first, rows))

    def log_z(self):
        def log_sum(rows):
            values = np.array([row[0] for row in rows])
            return values.max() + np.log(np.sum(np.exp(values - values.max())))

        return np.array([log_sum(rows) for _, rows in self.sentences])

    def sums(self):
        """Return posteriors of tags, expected transitions, probabilities of segments."""
        posteriors, segments = np.zeros(self.shape[0]), np.zeros(self.shape[1])
        by_position = self.transitions.ndim == 3
        pairs = np.zeros(self.transitions.shape if by_position else (1, *self.transitions.shape))
        for (first, rows), log_z in zip(self.sentences, self.log_z(), strict=True):
            for score, found, tags in rows:
                probability = np.exp(score - log_z)
                for t, tag in enumerate(tags):
                    posteriors[first + t, tag] += probability
                    if t:
                        pairs[first + t if by_position else 0, tags[t - 1], tag] += probability
                for start, length, kind in found:
                    if kind >= 0:
                        row = (first + start) * self.forms.longest + length - 1
                        segments[row, kind] += probability
        return posteriors, pairs, segments

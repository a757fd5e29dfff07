"""Learning curves by label, from models of parts of the sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.label_curves import LabelCurve, LabelCurves
from app.domain.proposals import NO_TAG
from app.domain.tagging import OUTSIDE, TOKENS
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.measuring.held_out import SEED, part_of, without_labels
from app.jobs.progress import Cancelled, Monitor, report
from app.jobs.suggestions.propose import propose
from app.jobs.training.train import Extraction, train
from crfcore.arrays import counts_before

FOLDS = 3
PARTS = (8, 4, 2, 1)
"""Models are trained on an eighth of the other folds' sentences, a quarter, half, and all."""

ENOUGH_SENTENCES = 24
"""With fewer fully labelled sentences, curves are noise."""

Tags = list[list[str]]


def label_curves(
    data: TrainingData,
    extractions: Iterable[Extraction],
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> LabelCurves | None:
    """Return learning curves from cross-validation; None if cancelled.

    ``extractions`` are the attributes without what was learned from unlabelled text and, if
    anything was, with it. Sentences are fully labelled ones that are no test sentences.
    """
    from crfcore.model_selection.folds import sentence_folds

    # Expectations about gazetteers would take most of the time.
    data = replace(data, lists=())
    wanted = training_targets(data)
    labelled = np.zeros(0, np.int64) if wanted is None else _complete(data, wanted)
    if wanted is None or len(labelled) < ENOUGH_SENTENCES:
        return LabelCurves((), (), len(labelled))
    ways = list(extractions)
    folds = sentence_folds(len(labelled), FOLDS, SEED)
    found: dict[tuple[int, int], Tags] = defaultdict(list)
    gold: Tags = []
    sizes: list[int] = []
    steps = len(folds) * len(ways) * len(PARTS)
    done = 0
    for fold in folds:
        held = labelled[fold]
        rest = np.random.default_rng(SEED).permutation(np.delete(labelled, fold))
        sizes = [len(rest) // part for part in PARTS]
        gold += _known(data, wanted.sentence_indices[held])
        for way, extraction in enumerate(ways):
            for number, size in enumerate(sizes):
                report(monitor, done, steps)
                done += 1
                part = part_of(wanted, extraction, np.sort(rest[:size]))
                model = train(data, extraction, cancelled=cancelled, wanted=part)
                if model is None or cancelled():
                    return None
                sentences = without_labels(data, wanted.sentence_indices[held])
                tags = propose(model, sentences).tags
                found[way, number] += _named(data, tags, sentences.sentence_indices)
    return LabelCurves(tuple(sizes), _curves(data.scheme, gold, found, len(ways)), len(labelled))


def _complete(data: TrainingData, wanted: TrainingTargets) -> NDArray[np.int64]:
    """Return which of the sentences to train on are fully labelled, as indices in them."""
    before = counts_before(data.confirmed())[data.text.offsets]
    whole = np.diff(before) == np.diff(data.text.offsets)
    return np.flatnonzero(whole[wanted.sentence_indices])


def _known(data: TrainingData, sentence_indices: NDArray[np.int64]) -> Tags:
    """Return the confirmed tags of fully labelled sentences."""
    sets = data.tag_sets[tokens_at(data.text.offsets, sentence_indices)]
    tags = np.array([data.members[number][0] for number in sets.tolist()], np.int32)
    return _named(data, tags, sentence_indices)


def _named(
    data: TrainingData, tags: NDArray[np.int32], sentence_indices: NDArray[np.int64]
) -> Tags:
    """Return the names of tags by sentence; a token without a proposal is outside."""
    names = [OUTSIDE if tag == NO_TAG else data.tags[tag] for tag in tags.tolist()]
    lengths = np.diff(data.text.offsets)[sentence_indices]
    ends = np.cumsum(lengths).tolist()
    return [names[end - n : end] for n, end in zip(lengths.tolist(), ends, strict=True)]


def _curves(
    scheme: str, gold: Tags, found: dict[tuple[int, int], Tags], n_ways: int
) -> tuple[LabelCurve, ...]:
    from crfcore.metrics.spans import span_scores

    read_as = TOKENS if scheme == TOKENS else None
    scores = {key: span_scores(gold, tags, read_as) for key, tags in found.items()}
    counts = span_scores(gold, gold, read_as)
    labels = [label for label, one in counts.per_label.items() if one.gold]

    def line(label: str, way: int) -> tuple[float, ...]:
        if way >= n_ways:
            return ()
        each = [scores[way, number] for number in range(len(PARTS))]
        if not label:
            return tuple(one.f1 for one in each)
        own = [one.per_label.get(label) for one in each]
        return tuple(0.0 if one is None else one.f1 for one in own)

    return tuple(
        LabelCurve(
            label,
            line(label, 1),
            line(label, 0),
            counts.per_label[label].gold if label else counts.total.gold,
        )
        for label in ("", *labels)
    )

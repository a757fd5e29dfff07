"""The sentences that models of segments learn from, or why a model scores tokens instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.segments import (
    COSTS,
    LABELS,
    LONGEST,
    MOST_LEFT_OUT,
    RULES,
    SCHEME,
    SEGMENT_SCHEMES,
    UNLABELLED,
)
from app.jobs.data.snapshot import TrainingData, TrainingTargets
from crfcore.messages import message


@dataclass(frozen=True, slots=True, eq=False)
class SegmentTargets:
    """The sentences whose labels are segments, and how many others were left out."""

    wanted: TrainingTargets
    left_out: int


def segment_targets(data: TrainingData, wanted: TrainingTargets | None) -> SegmentTargets | str:
    """Return what a model of segments learns from, or why there can be none."""
    if reason := reason_of_settings(data):
        return reason
    if wanted is None:
        return UNLABELLED
    from crfcore.errors import CrfError
    from crfcore.estimator.segment_forms import possible_sentences, scheme_of

    try:
        scheme_of(data.scheme, wanted.labels)
    except CrfError:
        return LABELS  # some are tags of another scheme
    lengths = np.diff(data.text.offsets)[wanted.sentence_indices]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    allowed = wanted.targets.allowed_by_set()[wanted.targets.label_sets]
    kept = possible_sentences(wanted.labels, data.scheme, offsets, allowed, LONGEST)
    left_out = int(np.count_nonzero(~kept))
    if left_out > MOST_LEFT_OUT * len(kept):
        return LABELS
    if not left_out:
        return SegmentTargets(wanted, 0)
    return SegmentTargets(wanted.of_sentences(offsets, np.flatnonzero(kept)), left_out)


def reason_of_settings(data: TrainingData) -> str:
    """Return why rules or settings allow no model of segments, "" if they do."""
    if data.rules:
        return RULES
    if data.more_suggestions:
        return COSTS
    return "" if data.scheme in SEGMENT_SCHEMES else SCHEME


def check_tags(scheme: str | None, labels: Sequence[str]) -> None:
    """Raise DataError for labels that are no tags of spans, which segments need."""
    from crfcore.errors import CrfError, DataError
    from crfcore.estimator.segment_forms import scheme_of
    from crfcore.text.rows import listed

    try:
        scheme_of(scheme, labels)
    except CrfError:
        raise DataError(
            message(
                "A model of segments needs tags such as B-X and O, and the labels are {labels}; "
                "use --model-kind tokens.",
                labels=listed(labels),
            )
        ) from None

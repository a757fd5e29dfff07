"""Scores of a model on the test sample, calibration, and the forecast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.control_sample import is_control
from app.domain.measurement import (
    FORECAST_SENTENCES,
    MIN_SENTENCES,
    Calibration,
    Confusion,
    CurvePoint,
    Forecast,
    LabelScore,
    Measurement,
    ReliabilityBins,
)
from app.domain.project import Project
from app.domain.proposals import NO_TAG
from app.domain.tagging import OUTSIDE, TOKENS, label_name
from app.domain.tokens import Role
from app.jobs.data.snapshot import TrainingData, tokens_at
from app.jobs.suggestions.propose import Sentences, dataset_of, propose, sentences_of
from app.jobs.training.train import Extraction, TrainedModel
from crfcore.arrays import counts_before

if TYPE_CHECKING:
    from crfcore.metrics.calibration import Reliability

Tags = list[list[str]]


@dataclass(frozen=True, slots=True, eq=False)
class ControlQuestion:
    """The test sentences, with labels hidden from the model.

    ``right`` int32 (U,) are the confirmed tags, `NO_TAG` for none; ``labelled`` (N,) which
    sentences are fully labelled. ``n_rest`` other sentences of the project are open.
    """

    sentences: Sentences
    right: NDArray[np.int32]
    labelled: NDArray[np.bool_]
    n_rest: int
    scheme: str

    def same_as(self, other: ControlQuestion) -> bool:
        """Return whether a model would get the same scores."""
        one, two = self.sentences, other.sentences
        return (
            one.text.same_as(two.text)
            and np.array_equal(one.sentence_indices, two.sentence_indices)
            and np.array_equal(self.right, other.right)
            and np.array_equal(self.labelled, other.labelled)
            and (one.tags, one.gone, one.rules) == (two.tags, two.gone, two.rules)
            and (self.n_rest, self.scheme) == (other.n_rest, other.scheme)
        )


def control_question(
    project: Project, visible: NDArray[np.int64], open_tokens: NDArray[np.int32]
) -> ControlQuestion:
    """Return the data for scoring a model; fast enough for the window's thread.

    ``open_tokens`` (N,) are the numbers of open tokens, which take too long to count here.
    """
    corpus = project.corpus
    control = is_control(corpus, visible)
    sentence_indices, rest = visible[control], visible[~control]
    known = sentences_of(project, sentence_indices)
    members = {number: tags[0] for number, tags in known.members.items() if len(tags) == 1}
    right = np.full(max(members, default=0) + 1, NO_TAG, np.int32)
    right[list(members)] = list(members.values())
    sets = np.where(known.tag_sets < len(right), known.tag_sets, 0)
    unpinned = replace(
        known, tag_sets=np.zeros_like(known.tag_sets), members={}, tags=list(known.tags)
    )
    return ControlQuestion(
        unpinned,
        right[sets],
        open_tokens[sentence_indices] == 0,
        int(np.count_nonzero(open_tokens[rest])),
        project.settings.scheme,
    )


def measure(
    model: TrainedModel,
    question: ControlQuestion,
    trained_on: tuple[int, int],
    made_at: float,
    *,
    detailed: bool,
) -> Measurement:
    """Score a model on the labelled test sentences; ``detailed``: its calibration, too.

    ``trained_on`` are the numbers of sentences and tokens in its training data.
    """
    sentences = question.sentences
    found = propose(model, sentences).tags
    sentence_indices, n_labelled = (
        sentences.sentence_indices,
        int(np.count_nonzero(question.labelled)),
    )
    at = np.repeat(question.labelled, _lengths(question))
    right, proposed = _by_sentence(question, question.right), _by_sentence(question, found)
    point, twice = _point(question, right, proposed, trained_on, made_at)
    calibration = None
    if detailed and n_labelled >= MIN_SENTENCES:
        chosen = replace(sentences, sentence_indices=sentence_indices[question.labelled])
        calibration = _calibration(model, chosen, right)
    return Measurement(
        is_f1=question.scheme != TOKENS,
        n_control=len(sentence_indices),
        n_labelled=n_labelled,
        point=point,
        twice=twice,
        per_label=_per_label(question, right, proposed),
        confusion=_confusion(
            question,
            question.right[at],
            found[at],
            np.repeat(sentence_indices, _lengths(question))[at],
        ),
        calibration=calibration,
        found=found,
    )


def forecast(
    points: Sequence[CurvePoint],
    models: Sequence[NDArray[np.int32]],
    target: float,
    n_open: int = FORECAST_SENTENCES,
) -> Forecast:
    """Return the forecast from the points of a learning curve, and the agreement of models.

    ``models`` are the proposals of the last ones for the same tokens, the newest last. The gain is
    that of the ``n_open`` sentences that are left, but at most `FORECAST_SENTENCES`, or of so many
    imported ones if none is left.
    """
    from crfcore.active_learning.learning_curve import LearningCurve, fit_power_law
    from crfcore.active_learning.stopping import stability

    steady = stability(models)
    agreement = None if steady is None else steady.agreement
    n_models = 0 if steady is None else steady.n_pairs + 1
    newest = {point.sentences: point for point in points}
    ordered = [newest[n] for n in sorted(newest) if n > 0]
    if not any(point.score for point in ordered):
        # A flat curve at 0 would promise with certainty that it stays there.
        return Forecast(agreement=agreement, n_models=n_models)
    fit = fit_power_law(LearningCurve([p.sentences for p in ordered], [p.score for p in ordered]))
    if fit is None:
        return Forecast(agreement=agreement, n_models=n_models)
    now = ordered[-1].sentences
    n_ahead = min(n_open or FORECAST_SENTENCES, FORECAST_SENTENCES)
    gain, needed = fit.gain(now, n_ahead), fit.needed(target)
    return Forecast(
        (gain.gain, gain.low, gain.high),
        (
            max(needed.amount - now, 0.0),
            max(needed.low - now, 0.0),
            max(needed.high - now, 0.0),
        ),
        agreement,
        n_models,
        n_ahead,
    )


def calibrated(model: TrainedModel, data: TrainingData, extraction: Extraction) -> TrainedModel:
    """Return a model with a temperature fitted on the test sample.

    Without enough test sentences it has none.
    """
    from crfcore.active_learning.temperature import ENOUGH_SENTENCES, fit_temperature

    sentence_indices = _labelled_control(data)
    if len(sentence_indices) < ENOUGH_SENTENCES:
        return model
    tags = [
        data.members[number][0] for number in data.tag_sets[_at(data, sentence_indices)].tolist()
    ]
    lengths = np.diff(data.text.offsets)[sentence_indices]
    right = _cut([data.tags[tag] for tag in tags], lengths)
    fit = fit_temperature(model.crf, extraction.dataset.select(sentence_indices), right)
    if not fit.enough:
        return model
    return replace(model, crf=model.crf.with_temperature(fit.temperature))


def _labelled_control(data: TrainingData) -> NDArray[np.int64]:
    """Return the visible test sentences that are fully labelled."""
    before = counts_before(data.confirmed())[data.text.offsets]
    done = np.diff(before) == np.diff(data.text.offsets)
    control = (data.roles == Role.CONTROL) & np.isin(data.documents, data.shown)
    return np.flatnonzero(done & control).astype(np.int64)


def _at(data: TrainingData, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
    return tokens_at(data.text.offsets, sentence_indices)


def _lengths(question: ControlQuestion) -> NDArray[np.int64]:
    return np.asarray(np.diff(question.sentences.text.offsets)[question.sentences.sentence_indices])


def _by_sentence(question: ControlQuestion, tags: NDArray[np.int32]) -> Tags:
    """Return the names of the tags of the labelled sentences."""
    at = np.repeat(question.labelled, _lengths(question))
    names = [*question.sentences.tags, OUTSIDE if question.scheme != TOKENS else ""]
    return _cut([names[tag] for tag in tags[at].tolist()], _lengths(question)[question.labelled])


def _cut(names: list[str], lengths: NDArray[np.int64]) -> Tags:
    ends = [0, *np.cumsum(lengths).tolist()]
    return [names[first:last] for first, last in pairwise(ends)]


def _point(
    question: ControlQuestion,
    right: Tags,
    proposed: Tags,
    trained_on: tuple[int, int],
    made_at: float,
) -> tuple[CurvePoint | None, float]:
    from crfcore.active_learning.control_sample import (
        score_interval,
        span_counts,
        token_counts,
        widths_of_sizes,
    )

    if len(right) < MIN_SENTENCES:
        return None, 0.5
    count = token_counts if question.scheme == TOKENS else span_counts
    counts = count(right, proposed)
    found = score_interval(counts, question.n_rest or None)
    (width,) = widths_of_sizes(counts, [2 * len(right)])
    point = CurvePoint(*trained_on, found.score, found.low, found.high, len(right), made_at)
    return point, width / 2.0


def _per_label(question: ControlQuestion, right: Tags, proposed: Tags) -> tuple[LabelScore, ...]:
    from crfcore.metrics.spans import span_scores

    if question.scheme == TOKENS:
        # Each token is a span.
        right, proposed = _as_spans(right), _as_spans(proposed)
    scores = span_scores(right, proposed).per_label
    return tuple(
        LabelScore(name, one.precision, one.recall, one.f1, one.gold, one.predicted)
        for name, one in sorted(scores.items())
    )


def _as_spans(tags: Tags) -> Tags:
    return [[f"B-{tag}" if tag else OUTSIDE for tag in one] for one in tags]


def _confusion(
    question: ControlQuestion,
    right: NDArray[np.int32],
    proposed: NDArray[np.int32],
    sentence_indices: NDArray[np.int64],
) -> Confusion:
    scheme = question.scheme
    names = [*(label_name(tag, scheme) for tag in question.sentences.tags), ""]
    used = sorted({names[tag] for tag in np.union1d(right, proposed).tolist()} - {""})
    # No label comes first.
    labels = ("", *used)
    # NO_TAG is -1: the last entry is for it.
    number = np.array([labels.index(name) if name in labels else -1 for name in names], np.int32)
    return Confusion(labels, number[right], number[proposed], sentence_indices)


def _calibration(model: TrainedModel, chosen: Sentences, right: Tags) -> Calibration:
    from crfcore.active_learning.temperature import ENOUGH_SENTENCES, cross_fitted

    found = cross_fitted(model.crf, dataset_of(model, chosen), right)
    return Calibration(
        _bins(found.reliability_before()),
        _bins(found.reliability()),
        None if model.damped else model.crf.temperature_,
        ENOUGH_SENTENCES,
    )


def _bins(curve: Reliability) -> ReliabilityBins:
    return ReliabilityBins(
        curve.confidence, curve.accuracy, curve.counts, curve.expected_calibration_error
    )

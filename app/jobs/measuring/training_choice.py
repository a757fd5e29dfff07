"""The choice of training settings by cross-validation on a project's own labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.segments import RULES
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.training_choice import (
    ERRORS_OF_PRESET,
    NOTHING,
    TrainingChoice,
    digest_of,
    other_presets,
)
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.kernels import missing_parts
from app.jobs.measuring.held_out import SEED, part_of
from app.jobs.progress import Cancelled, Monitor, report
from app.jobs.training.model_kinds import token_model
from app.jobs.training.segments import SegmentTargets, segment_targets
from app.jobs.training.train import Extraction, TrainedModel, extract, train
from app.jobs.training.word_clusters import LearnedClusters, parts_to_compare

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.model_selection import Exponent
    from crfcore.model_selection.outside_bias import OutsideBias, SpanCounts

FOLDS = 5
STRENGTHS = (0.03, 0.1, 0.3, 1.0)
"""The L2 regularisations that are compared, besides that of the project."""

ENOUGH_SENTENCES = 30
"""With fewer labelled sentences the settings stay as they are."""

MOST_SENTENCES = 2_000
"""With more, so many are drawn: differences become small."""


class _Way(NamedTuple):
    """What models learn from unlabelled text, their L2 regularisation and template, and kind."""

    parts: str
    c2: float
    template: str
    segments: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """The log-likelihood per token of each fold, and the spans of all for biases against “O”."""

    likelihoods: NDArray[np.float64]
    spans: SpanCounts


def choose_training(
    data: TrainingData,
    learned: LearnedClusters | None = None,
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> TrainingChoice | None:
    """Return what sentences held out prefer; None if cancelled, or while little is labelled.

    ``learned`` is what was learned from unlabelled text. First its parts are chosen, then the
    regularisation and, where the project has a preset, the preset, all by the likelihood, then the
    bias against “O” and the exponent of models of counts by the F1 of spans. Another choice than
    the settings has to gain more than a standard error, without a lower F1; a preset, a bias and an
    exponent have to gain somewhat more. Models of segments, where they are possible, are compared
    with those of tokens by the F1; they are never chosen, but recommended.
    """
    wanted = training_targets(data)
    if wanted is None or len(wanted.sentence_indices) < ENOUGH_SENTENCES:
        return None
    search = _Search(data, wanted, learned, cancelled, monitor)
    parts = (NOTHING,) if learned is None else parts_to_compare(learned, data.template)
    strengths = [c2 for c2 in STRENGTHS if c2 != data.c2]
    presets = other_presets(data.template)
    compares, waited = can_have_segments(data, wanted)
    search.steps = FOLDS * (len(parts) + len(strengths) + len(presets) + compares + 1)
    now = _Way(parts[0], data.c2, data.template)
    best = search.best([now._replace(parts=part) for part in parts])
    best = best and search.best([best, *(best._replace(c2=c2) for c2 in strengths)])
    if best is not None and presets:
        ways = [best, *(best._replace(template=one) for one in presets)]
        best = search.best(ways, ERRORS_OF_PRESET)
    if best is None or (compares and not search.compute(best._replace(segments=True))):
        return None
    counted = search.exponent(best)
    if counted is None:
        return None
    bias = search.bias(best)
    gain = search.gain_of_segments(best) if compares else NO_GAIN
    return TrainingChoice(
        c2=best.c2,
        text_parts=best.parts,
        bias=bias.bias,
        n_sentences=len(wanted.sentence_indices),
        score=search.mean(best),
        score_before=search.mean(now),
        f1=bias.f1,
        f1_before=bias.f1_without,
        c2_before=data.c2,
        compared_text=learned is not None,
        text_tokens=0 if learned is None else learned.source.n_tokens,
        template=digest_of(data.template),
        more_suggestions=data.more_suggestions,
        compared_segments=compares,
        segments_waited=waited,
        preset=best.template if best.template != data.template else "",
        exponent=counted.exponent,
        counts_score=counted.score,
        counts_score_before=counted.score_before,
        **gain._asdict(),
    )


def can_have_segments(data: TrainingData, wanted: TrainingTargets) -> tuple[bool, bool]:
    """Return whether models of segments can be compared with those of tokens, and whether later."""
    found = segment_targets(data, wanted)
    possible = isinstance(found, SegmentTargets)
    missing = bool(missing_parts(("segments",)))
    return possible and not missing, found == RULES or (possible and missing)


class _Gain(NamedTuple):
    """The F1 of models of tokens and of segments; the fields are those of a choice."""

    prefers_segments: bool
    f1_tokens: float
    f1_segments: float
    segments_bias: float


NO_GAIN = _Gain(prefers_segments=False, f1_tokens=0.0, f1_segments=0.0, segments_bias=0.0)


def gain_of(tokens: SpanCounts, segments: SpanCounts) -> _Gain:
    """Compare the spans of models of tokens and of segments, each with the bias that it would have.

    Parameters
    ----------
    tokens, segments : (B, N, 3) arrays
        Of the same sentences, for each of `crfcore.model_selection.outside_bias.BIASES`.
    """
    from crfcore.model_selection.outside_bias import BIASES, clear_gain, clearly_best

    biases = clearly_best(tokens)[0], clearly_best(segments)[0]
    found = clear_gain(tokens[biases[0]], segments[biases[1]])
    return _Gain(found.is_clear, found.before, found.after, BIASES[biases[1]])


class _Search:
    """The scores of several ways of training, by fold."""

    def __init__(
        self,
        data: TrainingData,
        wanted: TrainingTargets,
        learned: LearnedClusters | None,
        cancelled: Cancelled,
        monitor: Monitor | None,
    ) -> None:
        from crfcore.model_selection.folds import sentence_folds

        order = np.random.default_rng(SEED).permutation(len(wanted.sentence_indices))
        used = np.sort(order[:MOST_SENTENCES])
        self._data = data.of_sentences(wanted.sentence_indices[used])
        self._learned, self._cancelled, self._monitor = learned, cancelled, monitor
        self._folds = sentence_folds(len(used), FOLDS, SEED)
        targets = wanted.targets.select(_offsets_of(data, wanted), used)
        self._wanted = replace(wanted, sentence_indices=np.arange(len(used)), targets=targets)
        self._extractions: dict[tuple[str, str], Extraction] = {}
        self._found: dict[_Way, _Scores] = {}
        self._done = 0
        self.steps = 0

    def best(self, ways: Sequence[_Way], errors: float = 1.0) -> _Way | None:
        """Return the first way, or another that is clearly better; None if cancelled.

        The likelihood has to gain more than ``errors`` standard errors.
        """
        best = ways[0]
        for way in ways:
            if not self.compute(way):
                return None
            best = self._better(way, best, errors)
        return best

    def compute(self, way: _Way) -> bool:
        """Compute the scores of a way, unless they are known; return False if cancelled."""
        return way in self._found or self._score(way)

    def gain_of_segments(self, way: _Way) -> _Gain:
        """Return the F1 of models of tokens, and of those of segments."""
        return gain_of(self._found[way].spans, self._found[way._replace(segments=True)].spans)

    def mean(self, way: _Way) -> float:
        """Return the log-likelihood per token of one way."""
        return float(self._found[way].likelihoods.mean())

    def bias(self, way: _Way) -> OutsideBias:
        """Return the bias against “O” for one way; 0 without spans."""
        from crfcore.model_selection.outside_bias import best_outside_bias

        return best_outside_bias(self._found[way].spans)

    def _score(self, way: _Way) -> bool:
        """Train without each fold and score the model on it; return False if cancelled."""
        extraction = self._extraction(way)
        # Expectations about gazetteers would take most of the time, and are the same in all models.
        data = replace(self._data, c2=way.c2, lists=(), segments=way.segments)
        likelihoods, spans = [], []
        for part, held in self._parts(extraction):
            model = train(data, extraction, cancelled=self._cancelled, wanted=part)
            if model is None or self._cancelled():
                return False
            dataset = extraction.dataset.select(held.sentence_indices)
            likelihood = model.crf.log_likelihood(dataset, held.targets)
            likelihoods.append(likelihood / self._n_known(held))
            spans.append(self._spans(model, extraction, held))
        self._found[way] = _Scores(np.array(likelihoods), np.concatenate(spans, axis=1))
        return True

    def _spans(
        self, model: TrainedModel, extraction: Extraction, held: TrainingTargets
    ) -> SpanCounts:
        """Return the spans found in the fully labelled sentences, for each bias."""
        from crfcore.model_selection.outside_bias import BIASES, spans_by_bias

        if self._data.scheme == TOKENS or OUTSIDE not in model.crf.classes_:
            return np.zeros((len(BIASES), 0, 3), np.int64)
        chosen, tags = self._fully_labelled(extraction, held)
        return spans_by_bias(model.crf, extraction.dataset.select(chosen), tags)

    def exponent(self, way: _Way) -> Exponent | None:
        """Return the exponent of models of counts; None if cancelled."""
        from crfcore.model_selection.exponent import best_exponent, counts_by_exponent

        extraction = self._extraction(way)
        of_spans = self._data.scheme != TOKENS and OUTSIDE in self._wanted.labels
        counts = []
        for part, held in self._parts(extraction):
            if self._cancelled():
                return None
            chosen, tags = self._fully_labelled(extraction, held)
            model_with = partial(self._counted, extraction, part)
            dataset = extraction.dataset.select(chosen)
            counts.append(counts_by_exponent(model_with, dataset, tags, of_spans=of_spans))
        return best_exponent(np.concatenate(counts, axis=1))

    def _counted(
        self, extraction: Extraction, part: TrainingTargets, exponent: float
    ) -> LinearChainCRF:
        data = replace(self._data, exponent=exponent)
        model = train(data, extraction, algorithm="empirical", wanted=part)
        assert model is not None, "only full models can be cancelled"
        return token_model(model.crf)

    def _parts(self, extraction: Extraction) -> Iterator[tuple[TrainingTargets, TrainingTargets]]:
        """Yield the sentences without each fold, and those of the fold."""
        for fold in self._folds:
            report(self._monitor, self._done, self.steps)
            self._done += 1
            rest = np.delete(np.arange(len(self._wanted.sentence_indices)), fold)
            yield part_of(self._wanted, extraction, rest), part_of(self._wanted, extraction, fold)

    def _fully_labelled(
        self, extraction: Extraction, held: TrainingTargets
    ) -> tuple[NDArray[np.int64], list[list[str]]]:
        """Return the sentences that are fully labelled, and their tags."""
        offsets = extraction.dataset.offsets_of(held.sentence_indices).tolist()
        labels = held.targets.label_sets.tolist()
        names = dict(enumerate(held.labels))
        tags = [
            [names.get(label, "") for label in labels[first:last]]
            for first, last in pairwise(offsets)
        ]
        known = [number for number, own in enumerate(tags) if all(own)]
        return held.sentence_indices[np.array(known, np.int64)], [tags[n] for n in known]

    def _better(self, way: _Way, best: _Way, errors: float) -> _Way:
        """Return the better of two ways: the second, unless the first is clearly better.

        And finds as many spans: with 1,000 sentences of Dutch names the likelihood prefers vectors
        alone, with which F1 is lower.
        """
        from crfcore.model_selection.validation import exceeds_error

        gains = self._found[way].likelihoods - self._found[best].likelihoods
        return way if exceeds_error(gains, errors) and self._f1(way) >= self._f1(best) else best

    def _f1(self, way: _Way) -> float:
        return self.bias(way).f1_without

    def _extraction(self, way: _Way) -> Extraction:
        """Return the attributes of the sentences that are trained on."""
        key = way.parts, way.template
        if key not in self._extractions:
            learned = None if self._learned is None or way.parts == NOTHING else self._learned
            data = replace(self._data, template=way.template)
            self._extractions[key] = extract(data, learned and learned.only(way.parts))
        return self._extractions[key]

    def _n_known(self, part: TrainingTargets) -> int:
        at = tokens_at(self._data.text.offsets, part.sentence_indices)
        return max(1, int(self._data.confirmed()[at].sum()))


def _offsets_of(data: TrainingData, wanted: TrainingTargets) -> NDArray[np.int64]:
    """Return the offsets of the sentences to train on, one after the other."""
    return data.of_sentences(wanted.sentence_indices).text.offsets

"""Training on the labels of a project."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed, find_alike
from app.domain.segments import KERNELS, SegmentNote
from app.domain.tagging import OUTSIDE
from app.jobs.data.snapshot import (
    ProjectText,
    TrainingData,
    TrainingTargets,
    training_targets,
    words_at,
)
from app.jobs.data.templates import template_of
from app.jobs.gazetteers.expectations import GazetteerExpectations, gazetteer_expectations
from app.jobs.gazetteers.grammars import are_compiled, usable_lists
from app.jobs.kernels import missing_parts
from app.jobs.progress import Cancelled
from app.jobs.rules.conversion import active_rules
from app.jobs.training.model_kinds import is_of_segments, token_model
from app.jobs.training.segments import SegmentTargets, reason_of_settings, segment_targets
from app.jobs.training.word_clusters import LearnedClusters, n_cluster_tokens

if TYPE_CHECKING:
    from app.jobs.training.model_kinds import TagModel
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.condensed import CondensedDataset
    from crfcore.features.extraction import TableReading, TemplateExtractor
    from crfcore.training.monitor import Monitor

PERIOD_FROM_PREVIOUS, DELTA_FROM_PREVIOUS = 4, 2e-4
"""The stopping criterion of a training that starts from the previous model.

Such a training begins where the last one stopped, so what it leaves is gained by the next one. On
CoNLL-2000 with 1,000 sentences and one sentence more, sixteen times in a row, it ends after 10
iterations and 13 evaluations on average instead of 37 and 42 with a difference of 1e-5. The
objective then is at most 5e-4 above its minimum; 15 to 33 of 35,943 labels of other sentences
differ from those at the minimum, and the share of right ones by 0.02 points. With 100 sentences
more at once, 44 labels differ.
"""

PERIOD_OF_SEGMENTS, DELTA_OF_SEGMENTS = 4, 1e-4
"""The stopping criterion of a model of segments, also from zero.

To the usual criterion it would take a few times as long as a model of tokens; the next one goes on.
"""

MORE_SUGGESTIONS = {"missed": 2.0, "invented": 0.0}
"""Costs with which a model suggests rather too many labels than too few."""


@dataclass(frozen=True, slots=True, eq=False)
class Extraction:
    """The attributes of every token of a project, which depend on words and gazetteers only."""

    text: ProjectText
    template: str
    extractor: TemplateExtractor
    dataset: CondensedDataset
    lists: tuple[Listed, ...] = ()
    learned: LearnedClusters | None = None
    complete: bool = True
    """Whether no grammar was left out because its kernels were not compiled."""
    learned_from: tuple[int, ...] = ()
    """The documents that nobody is to label, of which most sentences may have no attributes."""

    def suits(self, data: TrainingData, learned: LearnedClusters | None) -> bool:
        """Return whether these are still the attributes of a project."""
        return (
            self.template == data.template
            and (self.complete or not are_compiled(data.lists))
            and (self.learned is learned or (learned is not None and learned.same_as(self.learned)))
            and self.text.same_as(data.text)
            and self.learned_from == data.learned_from
            and find_alike(self.lists, data.lists)
        )


@dataclass(frozen=True, slots=True, eq=False)
class TrainedModel:
    """A model and the project that it was made for.

    ``tag_ids`` are the project's ids of the model's labels, ``extraction`` has the attributes of
    the project; both are None for a model from a file. ``damped``: its temperature is that of a
    quick model, not a fitted one.
    """

    crf: TagModel
    tag_ids: NDArray[np.int32] | None = None
    extraction: Extraction | None = None
    damped: bool = False
    why_tokens: str = ""
    """Why it scores tokens although the project is to have segments; see `app.domain.segments`."""
    left_out: int = 0
    """How many sentences were left out because their labels are no segments."""
    _read: list[tuple[ProjectText, TableReading]] = field(default_factory=list, repr=False)
    """The newest text that was read without ``extraction``."""

    def has_read(self, text: ProjectText) -> bool:
        """Return whether attributes of a project's sentences are had without reading all of it."""
        if self.extraction is not None and self.extraction.text.same_as(text):
            return True
        from crfcore.estimator.extractors import reads_whole_texts

        has_read = any(known.same_as(text) for known, _ in self._read)
        return has_read or not reads_whole_texts(self.crf.extractor_)

    def reading_of(self, text: ProjectText) -> TableReading | None:
        """Return the reading of a project's whole text, None where sentences do not depend on it.

        Unknown words get vectors and cases from all their occurrences.
        """
        from crfcore.estimator.extractors import text_reading

        for known, reading in self._read:
            if known.same_as(text):
                return reading
        new = text_reading(self.crf.extractor_, text.table)
        if new is not None:
            self._read[:] = [(text, new)]
        return new

    @property
    def is_calibrated(self) -> bool:
        """Whether its probabilities are calibrated."""
        return self.crf.calibrated_ and not self.damped

    @property
    def segments(self) -> SegmentNote:
        """Whether it scores segments, and why not."""
        return SegmentNote(is_of_segments(self.crf), self.why_tokens, self.left_out)

    @property
    def cluster_tokens(self) -> int:
        """From how many tokens its word clusters were learned, 0 if it has none."""
        return n_cluster_tokens(self.crf)

    def to_bytes(self) -> bytes:
        """Return the bytes of its file, without what is not needed for tagging."""
        return self.crf.compact().to_bytes()


def extract(data: TrainingData, learned: LearnedClusters | None = None) -> Extraction:
    """Return the attributes of a whole project; TemplateError if it lacks a column."""
    from crfcore.features.condensed import CondensedDataset
    from crfcore.features.extraction import TemplateExtractor

    template, left_out = template_of(data.template), data.without_attributes()
    table = (data.text.without(left_out) if left_out.any() else data.text).table()
    complete = are_compiled(data.lists)
    lists = [one for one in data.lists if complete or not one.is_grammar]
    extractor = TemplateExtractor(
        template,
        phrase_lists=usable_lists(lists, table),
        **({} if learned is None else learned.for_template(template)._asdict()),
    )
    dataset = CondensedDataset(extractor.fit_without_vectors(table))
    return Extraction(
        data.text,
        data.template,
        extractor,
        dataset,
        data.lists,
        learned,
        complete=complete,
        learned_from=data.learned_from,
    )


class ExtractionCache:
    """A cache of the newest attributes, which imports, templates, lists and clusters change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: Extraction | None = None

    def get(self, data: TrainingData, learned: LearnedClusters | None = None) -> Extraction:
        """Return the attributes of a project; thread-safe."""
        with self._lock:
            newest = self._newest
            if newest is None or not newest.suits(data, learned):
                newest = self._newest = extract(data, learned)
            return newest


def train(
    data: TrainingData,
    extraction: Extraction,
    *,
    algorithm: str = "lbfgs",
    previous: TrainedModel | None = None,
    monitor: Monitor | None = None,
    cancelled: Cancelled | None = None,
    threads: int = 1,
    wanted: TrainingTargets | None = None,
) -> TrainedModel | None:
    """Return a trained model; None while too little is labelled, or if cancelled.

    The optimiser starts from ``previous`` if it has the same attributes. ``wanted`` is the result
    of `training_targets`, if known already. Only a full model has segments, expectations, the bias
    and the costs of the data.
    """
    wanted = wanted or training_targets(data)
    is_full = algorithm == "lbfgs"
    found: SegmentTargets | str = ""
    if is_full and data.segments:
        is_ready = not missing_parts(("segments",))
        # A reason that stays comes before one that soon is none.
        found = segment_targets(data, wanted) if is_ready else reason_of_settings(data) or KERNELS
    earlier = _initial(previous, extraction)
    params: dict[str, Any] = {
        "c2": data.c2,
        "threads": threads,
        "period": None if earlier is None else PERIOD_FROM_PREVIOUS,
        "delta": None if earlier is None else DELTA_FROM_PREVIOUS,
    }
    watching = {"monitor": monitor, "cancelled": cancelled, "new_labels": True}
    if isinstance(found, SegmentTargets):
        model = _with_segments(data, extraction, found, earlier, params, watching)
    else:
        params["algorithm"] = algorithm
        if algorithm == "empirical":
            params["exponent"] = data.exponent
        trained = _with_tokens(data, extraction, wanted, earlier, params, watching)
        if trained is None:
            return None
        model = replace(trained, why_tokens=found)
    if cancelled is not None and cancelled():
        return None
    bias = data.segments_bias if is_of_segments(model.crf) else data.bias
    crf = with_outside_bias(model.crf, bias) if is_full else model.crf
    return replace(model, crf=described(crf, data, extraction))


def _with_segments(
    data: TrainingData,
    extraction: Extraction,
    found: SegmentTargets,
    earlier: TagModel | None,
    params: dict[str, Any],
    watching: dict[str, Any],
) -> TrainedModel:
    from crfcore.semi_markov import SemiMarkovCRF

    wanted = found.wanted
    params = {**params, "period": PERIOD_OF_SEGMENTS, "delta": DELTA_OF_SEGMENTS}
    crf = SemiMarkovCRF(scheme=data.scheme, initial=earlier or "auto", **params)
    crf.fit(
        extraction.dataset.select(wanted.sentence_indices),
        wanted.targets,
        extractor=extraction.extractor,
        labels=wanted.labels,
        **watching,
    )
    return TrainedModel(crf, wanted.tag_ids, extraction, left_out=found.left_out)


def _with_tokens(
    data: TrainingData,
    extraction: Extraction,
    wanted: TrainingTargets | None,
    earlier: TagModel | None,
    params: dict[str, Any],
    watching: dict[str, Any],
) -> TrainedModel | None:
    """Return a model of tokens, None while too little is labelled.

    With expectations about gazetteers nothing has to be labelled; rules then have no effect on
    training.
    """
    from crfcore.crf import LinearChainCRF

    # Counting needs no sums over labellings: it can use neither expectations nor rules.
    is_full = params["algorithm"] == "lbfgs"
    can_expect = is_full and not missing_parts(("answers",))
    expected = _expected(data, wanted, extraction) if can_expect else None
    if expected is not None:
        wanted = expected.wanted
    if wanted is None:
        return None
    crf = LinearChainCRF(
        initial="auto" if earlier is None else token_model(earlier),
        **params,
        **costs_of_mistakes(wanted.labels, more=is_full and data.more_suggestions),
    )
    crf.fit(
        extraction.dataset.to_train(wanted.sentence_indices),
        wanted.targets,
        extractor=extraction.extractor,
        labels=wanted.labels,
        **watching,
        **(
            {"rules": training_rules(data, wanted) if is_full else None}
            if expected is None
            else expected.arguments(extraction.dataset)
        ),
    )
    return TrainedModel(crf, wanted.tag_ids, extraction)


def _expected(
    data: TrainingData, wanted: TrainingTargets | None, extraction: Extraction
) -> GazetteerExpectations | None:
    return gazetteer_expectations(data, wanted, has_cases=extraction.learned is not None)


def costs_of_mistakes(labels: Sequence[str], *, more: bool) -> dict[str, Any]:
    """Return the estimator's parameters for more suggestions; none without the label “O”."""
    if not more or OUTSIDE not in labels:
        return {}
    return {"objective": "softmax-margin", "cost": MORE_SUGGESTIONS}


def with_outside_bias(crf: TagModel, bias: float) -> TagModel:
    """Return a model that lowers the score of “O”; the weights do not change."""
    return crf.with_label_bias({OUTSIDE: -bias}) if bias and OUTSIDE in crf.classes_ else crf


def training_rules(data: TrainingData, wanted: TrainingTargets) -> TextRules | None:
    """Return the rules for partly labelled sentences, None without any.

    Rules have no effect on fully labelled sentences.
    """
    if not data.rules or not data.has_partly_labelled():
        return None
    from crfcore.estimator.text_rules import TextRules

    active = active_rules(data.rules)
    if not any(rule.hard for rule in active.rules):
        return None
    words = words_at(data.text, wanted.sentence_indices)
    matches = [active.matches(own) for own in words]
    return TextRules(active.rules, words, matches, lenient=True, regular_only=True)


def described(crf: TagModel, data: TrainingData, extraction: Extraction) -> TagModel:
    """Return a model with the metadata of its training data."""
    crf.metadata_ = {"scheme": data.scheme, "columns": list(data.columns)}
    if extraction.learned is not None:
        crf.metadata_.update(extraction.learned.metadata())
    return crf


def _initial(previous: TrainedModel | None, extraction: Extraction) -> TagModel | None:
    earlier = None if previous is None else previous.extraction
    if earlier is None or previous is None:
        return None
    # Changes of gazetteers and clusters affect few attributes: the other weights are still good.
    if earlier.text.same_as(extraction.text) and earlier.template == extraction.template:
        return previous.crf
    return None

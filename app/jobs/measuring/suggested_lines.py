"""Lines that would help a project's template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.jobs.data.snapshot import TrainingData, training_targets
from app.jobs.labelled_files.combine_models import LabelledSentences
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import Extraction, train

if TYPE_CHECKING:
    from crfcore.feature_induction import LineSuggestion

ENOUGH_SENTENCES = 30
"""With fewer labelled sentences gains are mostly chance."""


@dataclass(frozen=True, slots=True)
class SuggestedLines:
    """Lines for the ``template`` of a project, the best first; none if labels are few."""

    template: str
    lines: tuple[LineSuggestion, ...]
    n_sentences: int

    @property
    def has_few_labels(self) -> bool:
        """Whether there are too few labelled sentences."""
        return self.n_sentences < ENOUGH_SENTENCES


def suggested_lines(
    data: TrainingData, extraction: Extraction, cancelled: Callable[[], bool]
) -> SuggestedLines | None:
    """Return lines that would help; None if cancelled."""
    from crfcore.errors import TrainingCancelled
    from crfcore.feature_induction import suggest_lines

    wanted = training_targets(data)
    n_sentences = 0 if wanted is None else len(wanted.sentence_indices)
    if wanted is None or n_sentences < ENOUGH_SENTENCES:
        return SuggestedLines(data.template, (), n_sentences)
    # Lines are about tokens, whatever else models score.
    tokens = replace(data, segments=False)
    model = train(tokens, extraction, cancelled=cancelled, wanted=wanted)
    if model is None:
        return None
    table = data.text.table().select(wanted.sentence_indices)
    labels = LabelledSentences(table, wanted.targets, wanted.labels).given_labels()
    dataset = extraction.dataset.select(wanted.sentence_indices)
    try:
        found = suggest_lines(token_model(model.crf), dataset, labels, cancelled=cancelled)
    except TrainingCancelled:
        return None
    return SuggestedLines(data.template, tuple(found), n_sentences)


def with_line(template: str, line: str) -> str:
    """Return the text of a template, or of a preset, with another line."""
    from crfcore.features.presets import PRESETS

    text = PRESETS.get(template, template).rstrip("\n")
    return f"{text}\n{line}\n"

"""Scores of sentences by a query strategy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.query_choices import MIN_MARGINAL, PER_SECOND, QueryChoice
from app.domain.timings import Timed
from app.jobs.queue.costs import cost_model_of
from app.jobs.rules.conversion import active_rules
from app.jobs.rules.decoding import text_rules_for
from app.jobs.suggestions.propose import Sentences, allowed_labels, dataset_of, words_by_sentence
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import TrainedModel

if TYPE_CHECKING:
    from crfcore.active_learning import Pool

NEEDS_WHOLE = "information_density"
"""The one strategy that compares each sentence with all others."""


class Ratings:
    """Rates sentences in slices; a pool of the whole project is cached."""

    def __init__(self) -> None:
        self._whole: Pool | None = None

    def rate(
        self,
        model: TrainedModel,
        sentences: Sentences,
        query_choice: QueryChoice,
        timed: tuple[Timed, ...] = (),
    ) -> NDArray[np.float64]:
        """Return a score for each sentence, at least 0, the greatest for the first (M,).

        Confirmed labels are fixed. If rules conflict in one of the sentences, they are left out for
        the slice. If the strategy does not support the model (a quick model has no gradient, one of
        segments no entropy), the least confident token is used. ``timed`` are the person's timings,
        for scores per second.
        """
        from crfcore.active_learning import per_second, strategy_named
        from crfcore.errors import CrfError

        rng = np.random.default_rng(0)

        def rated(name: str, pool: Pool) -> NDArray[np.float64]:
            strategy = strategy_named(name)
            if query_choice.wrapper == PER_SECOND:
                strategy = per_second(strategy, cost_model_of(timed))
            return strategy(pool, rng)

        try:
            return rated(query_choice.strategy, self._pool(model, sentences, query_choice))
        except CrfError:
            plain = _pool(model, sentences, constrained=False)
        try:
            return rated(query_choice.strategy, plain)
        except CrfError:
            return rated(MIN_MARGINAL, plain)

    def _pool(self, model: TrainedModel, sentences: Sentences, query_choice: QueryChoice) -> Pool:
        extraction = model.extraction
        if query_choice.strategy != NEEDS_WHOLE or extraction is None:
            return _pool(model, sentences)
        if not extraction.text.same_as(sentences.text):
            return _pool(model, sentences)
        whole = self._whole
        if whole is None or whole.model is not model.crf:
            from crfcore.active_learning import Pool

            whole = self._whole = Pool(model.crf, extraction.dataset.whole())
        # Without rules: they would take too long for a whole project.
        return whole.select(sentences.sentence_indices).knowing(allowed_labels(model, sentences))


def _pool(model: TrainedModel, sentences: Sentences, *, constrained: bool = True) -> Pool:
    from crfcore.active_learning import Pool

    rules = None
    if sentences.rules and constrained:
        applied_rules = text_rules_for(
            token_model(model.crf), active_rules(sentences.rules), words_by_sentence(sentences)
        )
        # The reason of a conflict is not needed.
        rules = replace(applied_rules, at_once=True)
    return Pool(
        model.crf if rules is None else token_model(model.crf),
        dataset_of(model, sentences),
        rules=rules,
        allowed=allowed_labels(model, sentences),
    )

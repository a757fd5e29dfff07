"""Penalties of soft rules, learnt from confirmed labels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.jobs.data.snapshot import TrainingData, labelled_sentence_indices, tokens_at, words_at
from app.jobs.rules.conversion import active_rules
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import TrainedModel
from crfcore.errors import CrfError
from crfcore.messages import message

DECIMALS = 2
"""Decimals of a penalty, as the form shows it."""


def learned_costs(model: TrainedModel, data: TrainingData) -> dict[int, float]:
    """Return penalties of the soft rules that are on, by their ids.

    See `LinearChainCRF.learn_costs`. CrfError if there is no such rule.
    """
    from crfcore.constraints.compiled import states_of
    from crfcore.constraints.rules import Rules
    from crfcore.estimator.text_rules import TextRules

    active = active_rules(data.rules)
    labels = tuple(model.crf.classes_)
    chosen = [
        (number, rule)
        for number, rule in zip(active.ids, active.rules, strict=True)
        if not rule.hard and states_of(rule, labels, lenient=True) is not None
    ]
    if not chosen:
        raise CrfError(
            message(
                "No soft rules to learn penalties for: make a rule soft, or switch a soft one on."
            )
        )
    sentence_indices = labelled_sentence_indices(data)
    words = words_at(data.text, sentence_indices)
    applied_rules = TextRules(
        Rules(rule for _, rule in chosen),
        words,
        [active.matches(own) for own in words],
        lenient=True,
    )
    table = data.text.table().select(sentence_indices)
    found = token_model(model.crf).learn_costs(
        table, _labels(data, sentence_indices, labels), applied_rules
    )
    return {
        number: round(float(rule.cost or 0.0), DECIMALS)
        for (number, _), rule in zip(chosen, found, strict=True)
    }


def _labels(
    data: TrainingData, sentence_indices: NDArray[np.int64], known: Sequence[str]
) -> list[list[str | None]]:
    """Return the confirmed labels that the model has, None for other tokens."""
    at = tokens_at(data.text.offsets, sentence_indices)
    lengths = data.text.offsets[sentence_indices + 1] - data.text.offsets[sentence_indices]
    ends = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    names = [
        data.tags[members[0]] if len(members) == 1 and data.tags[members[0]] in known else None
        for members in data.members
    ]
    rows = [names[number] for number in data.tag_sets[at].tolist()]
    confirmed = data.confirmed()[at].tolist()
    names_known = [
        name if is_confirmed else None for name, is_confirmed in zip(rows, confirmed, strict=True)
    ]
    return [names_known[start:stop] for start, stop in pairwise(ends)]

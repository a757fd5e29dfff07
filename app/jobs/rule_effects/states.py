"""Numbers of states of the automata of rules, each alone and all together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.rule_findings import RuleStates
from app.jobs.rule_effects.counts import RuleQuestion
from app.jobs.rules.conversion import active_rules
from app.jobs.suggestions.propose import words_by_sentence
from app.jobs.training.train import TrainedModel


def rule_states(model: TrainedModel | None, question: RuleQuestion) -> RuleStates:
    """Return the numbers of states, for the model's labels or else for the project's tags.

    Invalid rules are left out.
    """
    from crfcore.constraints.compiled import compile_rules, states_of
    from crfcore.text.tag_schemes import OUTSIDE

    labels = list(model.crf.classes_) if model is not None else question.tags
    if set(labels) <= {OUTSIDE}:
        return RuleStates()
    alone = active_rules(tuple(replace(rule, on=True) for rule in question.rules))
    each = {
        number: states_of(rule, labels, lenient=True)
        for number, rule in zip(alone.ids, alone.rules, strict=True)
    }
    words = _typical_sentence(question)
    active = active_rules(tuple(rule for rule in question.rules if rule.on))
    if not words or not active.ids:
        return RuleStates(each)
    compiled = compile_rules(
        active.rules, labels, len(words), words, active.matches(words), lenient=True
    )
    return RuleStates(
        each,
        compiled.automaton.n_states if compiled.automaton is not None else 0,
        frozenset(active.ids[leftover.rule_index] for leftover in compiled.leftovers),
    )


def _typical_sentence(question: RuleQuestion) -> list[str]:
    """Return the words of a sentence of median length, [] if there is none."""
    sentence_indices = question.open()
    sentence_indices = sentence_indices if len(sentence_indices) else question.confirmed()
    lengths = np.diff(question.project.corpus.offsets)[sentence_indices]
    if not len(lengths):
        return []
    middle = sentence_indices[np.argsort(lengths, kind="stable")[len(lengths) // 2]]
    return words_by_sentence(question.sentences(np.array([middle], np.int64)))[0]

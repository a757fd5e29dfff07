"""Edits of the project's settings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit, SettingsChange
from app.domain.project import Project
from app.domain.query_choices import QueryChoice
from app.domain.settings import ProjectSettings
from app.domain.step_texts import step_data
from app.edits.schemes import rewrite_tags
from app.jobs.data.control_sample import released, resized

_SWITCHES = (
    ("learn_from_text", "text"),
    ("choose_training", "choose"),
    ("more_suggestions", "more"),
    ("segments", "segments"),
)
"""Settings that are on or off, and the beginning of their case in `step_texts`."""


def change_settings(
    project: Project,
    settings: ProjectSettings,
    rng: np.random.Generator | None = None,
    at_work: int = -1,
    *,
    draws: bool = False,
) -> Edit:
    """Replace the project's settings.

    Another scheme converts all tags; labels stay. Another size of the test sample, or the same one
    if it ``draws``, draws or releases sentences, but not the current one with the id ``at_work``.
    """
    before, roles = project.settings, None
    if draws or settings.control_size != before.control_size:
        roles = resized(project, settings.control_size, rng or np.random.default_rng(), at_work)
    if settings == before:
        return Edit("settings", _sample_summary(settings), roles=roles)
    change = SettingsChange(before, settings)
    if settings.scheme == before.scheme:
        return Edit("settings", _summary(before, settings), settings=change, roles=roles)
    tokens, labels, names = rewrite_tags(project, settings.scheme)
    return Edit(
        "settings",
        step_data(settings.scheme, case="scheme"),
        tokens=tokens,
        labels=labels,
        settings=change,
        roles=roles,
        new_names=names,
    )


def release_test_sentences(project: Project, sentences: NDArray[np.int64]) -> Edit:
    """Make test sentences, given by their ids, ordinary ones again; the wanted size stays."""
    roles = released(project, sentences)
    n_released = 0 if roles is None else len(roles.sentences)
    return Edit("settings", step_data(n_released, case="released"), roles=roles)


def pause_learning(project: Project, *, paused: bool) -> Edit:
    """Let no further model be trained, or let them be again."""
    return change_settings(project, replace(project.settings, learning_paused=paused))


def change_order(project: Project, query_choice: QueryChoice) -> Edit:
    """Change the query strategy, wrapper or unit."""
    return change_settings(project, project.settings.with_query_choice(query_choice))


def change_goal(project: Project, goal: float) -> Edit:
    """Change the goal, a score of 1."""
    return change_settings(project, replace(project.settings, goal=goal))


def _summary(before: ProjectSettings, after: ProjectSettings) -> str:
    if before.learning_paused != after.learning_paused:
        return step_data(case="pause" if after.learning_paused else "resume")
    if before.template != after.template:
        return step_data(case="template")
    for name, case in _SWITCHES:
        if replace(after, **{name: getattr(before, name)}) == before:
            return step_data(case=f"{case}_on" if getattr(after, name) else f"{case}_off")
    if replace(after, consistency=before.consistency) == before:
        return step_data(case=f"consistency_{after.consistency}")
    if before.control_size != after.control_size:
        return _sample_summary(after)
    if after.differs_in_asking_alone(before):
        return _summary_of_query_choice(before.query_choice, after.query_choice)
    if not after.trains_when(before) and replace(after, goal=before.goal).learns_like(before):
        return step_data(case="schedule")
    if after.learns_like(before):
        return step_data(f"{100.0 * after.goal:g}", case="goal")
    return step_data(case="change")


def _sample_summary(settings: ProjectSettings) -> str:
    if not settings.control_size:
        return step_data(case="sample_none")
    return step_data(settings.control_size, case="sample")


def _summary_of_query_choice(before: QueryChoice, after: QueryChoice) -> str:
    if after.unit != before.unit:
        return step_data(after.unit_choice.title, case="unit")
    if after.accept_from == before.accept_from:
        return step_data(after.strategy_choice.title, case="order")
    if not after.accept_from:
        return step_data(case="open")
    return step_data(f"{100 * after.accept_from:g}", case="accept")

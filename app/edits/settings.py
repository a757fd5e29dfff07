"""Changing the project's settings; a new scheme writes every tag anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.asking import Asking
from app.domain.edits import Edit, SettingsChange
from app.domain.project import Project
from app.domain.settings import ProjectSettings
from app.edits.schemes import rewrite_tags
from app.jobs.control_sample import resized


def change_settings(
    project: Project,
    settings: ProjectSettings,
    rng: np.random.Generator | None = None,
    at_work: int = -1,
) -> Edit:
    """Replace the project's settings.

    With another scheme every tag said is written anew for the same spans; labels stay. For another
    size of the test sample sentences are drawn, or given back; never the one with the id
    ``at_work``.
    """
    before = project.settings
    if settings == before:
        return Edit("settings", "change nothing")
    change = SettingsChange(before, settings)
    roles = None
    if settings.control_size != before.control_size:
        roles = resized(project, settings.control_size, rng or np.random.default_rng(), at_work)
    if settings.scheme == before.scheme:
        return Edit("settings", _summary(before, settings), settings=change, roles=roles)
    tokens, labels, names = rewrite_tags(project, settings.scheme)
    return Edit(
        "settings",
        f"change the scheme to {settings.scheme}",
        tokens=tokens,
        labels=labels,
        settings=change,
        roles=roles,
        new_names=names,
    )


def change_order(project: Project, asking: Asking) -> Edit:
    """Ask for something else, or in another order."""
    return change_settings(project, project.settings.asking_for(asking))


def change_goal(project: Project, goal: float) -> Edit:
    """Want to reach another score, of 1."""
    return change_settings(project, replace(project.settings, goal=goal))


def _summary(before: ProjectSettings, after: ProjectSettings) -> str:
    if before.learning_paused != after.learning_paused:
        return "pause learning" if after.learning_paused else "resume learning"
    if before.template != after.template:
        return "change the template"
    if before.control_size != after.control_size:
        return f"set the test sample to {after.control_size:,}"
    if after.differs_in_asking_alone(before):
        return _summary_of_asking(before.asking, after.asking)
    if not after.trains_when(before) and replace(after, goal=before.goal).learns_like(before):
        return "change training schedule"
    if after.learns_like(before):
        return f"set the goal to {100.0 * after.goal:g}%"
    return "change the settings"


def _summary_of_asking(before: Asking, after: Asking) -> str:
    if after.unit != before.unit:
        return after.unit_choice.title.lower()
    if after.accept_from == before.accept_from:
        return f"order: {after.strategy_choice.title.lower()}"
    if not after.accept_from:
        return "leave remaining tokens open"
    return f"accept remaining tokens from {100 * after.accept_from:g}%"

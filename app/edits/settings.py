"""Changing the project's settings; a new scheme writes every tag anew."""

from __future__ import annotations

from app.domain.edits import Edit, SettingsChange
from app.domain.project import Project
from app.domain.settings import ProjectSettings
from app.edits.schemes import rewrite_tags


def change_settings(project: Project, settings: ProjectSettings) -> Edit:
    """Replace the project's settings.

    With another scheme every tag said is written anew for the same spans; labels stay.
    """
    before = project.settings
    if settings == before:
        return Edit("settings", "change nothing")
    change = SettingsChange(before, settings)
    if settings.scheme == before.scheme:
        return Edit("settings", _summary(before, settings), settings=change)
    tokens, labels = rewrite_tags(project, settings.scheme)
    summary = f"change the scheme to {settings.scheme}"
    return Edit("settings", summary, tokens=tokens, labels=labels, settings=change)


def _summary(before: ProjectSettings, after: ProjectSettings) -> str:
    if before.learning_paused != after.learning_paused:
        return "pause learning" if after.learning_paused else "resume learning"
    if before.template != after.template:
        return "change the template"
    return "change the settings"

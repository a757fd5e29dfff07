"""What a model of a project looks at: a preset or a template's text that the project keeps."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from app.domain.settings import ProjectSettings

if TYPE_CHECKING:
    from crfcore.features.template import Template

_log = logging.getLogger(__name__)

DEFAULT = ProjectSettings().template
"""Looks at the words alone, so it suits every file."""


def chosen_template(name: str) -> str:
    """Return what the settings keep of a user's choice: a preset's name, or a file's text."""
    from crfcore.features.presets import PRESETS, template_named

    template = template_named(name)
    return name if name in PRESETS else str(template)


def template_for(given: str, kept: str) -> Template:
    """Return the template that a command names, preset or file, or else what a project keeps."""
    from crfcore.features.presets import template_named

    return template_named(given) if given else template_of(kept or DEFAULT)


def template_of(kept: str) -> Template:
    """Return the template that a project keeps; the default one for what is none, with a word.

    A project may come from anybody, so that nothing in it is taken for a file's name.
    """
    from crfcore.errors import TemplateError
    from crfcore.features.presets import template_kept

    try:
        return template_kept(kept)
    except TemplateError as error:
        _warn_of_unknown(kept, str(error))
        return template_kept(DEFAULT)


def template_trouble(kept: str) -> str:
    """Return what is wrong with the template that a project keeps, as a sentence; "" if nothing."""
    from crfcore.errors import TemplateError
    from crfcore.features.presets import template_kept

    try:
        template_kept(kept)
    except TemplateError as error:
        return _sentence(str(error))
    return ""


def _sentence(reason: str) -> str:
    return (
        f"The project's template is unknown, and “{DEFAULT}” is used: {reason.rstrip('.')}; choose "
        "a template in the project's settings, or take it from its file again."
    )


@lru_cache(maxsize=16)
def _warn_of_unknown(kept: str, reason: str) -> None:
    # Once for each: a project asks for its template at every training.
    del kept
    _log.warning("%s", _sentence(reason))

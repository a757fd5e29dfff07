"""Feature templates of projects: presets, or the text of a template."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from app.domain.settings import ProjectSettings
from crfcore.messages import message, without_stop
from crfcore.text.rows import shortened

if TYPE_CHECKING:
    from crfcore.features.template import Template

_log = logging.getLogger(__name__)

DEFAULT = ProjectSettings().template
"""The default template, which uses words only and so fits every file."""

_COLUMNS_NAMED = 20


def chosen_template(name: str) -> str:
    """Return the value of the setting for a user's choice: a preset's name, or a file's text."""
    from crfcore.features.presets import PRESETS, template_named

    template = template_named(name)
    return name if name in PRESETS else str(template)


def template_for(given: str, kept: str) -> Template:
    """Return the template that a command names, preset or file, or else the project's."""
    from crfcore.features.presets import template_named

    return template_named(given) if given else template_of(kept or DEFAULT)


def template_of(kept: str) -> Template:
    """Return the template of a project's setting; the default, with a warning, if invalid.

    It is never used as a file name, because a project may come from anywhere.
    """
    from crfcore.errors import TemplateError
    from crfcore.features.presets import template_kept

    try:
        return template_kept(kept)
    except TemplateError as error:
        _warn_of_unknown(kept, str(error))
        return template_kept(DEFAULT)


def template_trouble(kept: str) -> str:
    """Return the error of a project's template as a sentence, "" if it is valid."""
    from crfcore.errors import TemplateError
    from crfcore.features.presets import template_kept

    try:
        template_kept(kept)
    except TemplateError as error:
        return _sentence(str(error))
    return ""


def missing_column(kept: str, columns: Sequence[str]) -> str:
    """Return as a sentence which column a template reads that texts lack, "" if none.

    ``columns`` are the names of those that the texts have, without the label; the template may be
    invalid, which `template_trouble` reports.
    """
    from crfcore.errors import TemplateError
    from crfcore.features.presets import template_kept

    try:
        found = template_kept(kept).first_beyond(len(columns)) if columns else None
    except TemplateError:
        return ""
    if found is None:
        return ""
    feature, macro = found
    listed = [f"{number} ({name})" for number, name in enumerate(columns[:_COLUMNS_NAMED])]
    listed += ["…"] * (len(columns) > _COLUMNS_NAMED)
    return message(
        "The template line {feature} reads column {column}, which the texts of the project lack: "
        "they have {columns}; choose another template, or import texts with that column.",
        feature=shortened(str(feature)),
        column=macro.column,
        columns=", ".join(listed),
    )


def _sentence(reason: str) -> str:
    return message(
        "The project's template is unknown, and “{default}” is used: {reason}; choose a "
        "template in the project's settings, or take it from its file again.",
        default=DEFAULT,
        reason=without_stop(reason),
    )


@lru_cache(maxsize=16)
def _warn_of_unknown(kept: str, reason: str) -> None:
    # Cached, to warn only once for each.
    del kept
    _log.warning("%s", _sentence(reason))

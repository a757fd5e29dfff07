"""Edits of grammars, which are among the gazetteers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.edits import Edit
from app.domain.gazetteers import Gazetteer
from app.domain.project import Project
from app.edits.gazetteers import add_gazetteer, change_gazetteer
from app.edits.label_rows import add_labels


def set_grammar(project: Project, grammar: Gazetteer, labels: Sequence[str] = ()) -> Edit:
    """Add a grammar, or replace the one with the same id, and add labels that it needs."""
    if grammar.id in project.gazetteers:
        edit = change_gazetteer(project, grammar)
    else:
        edit = add_gazetteer(project, grammar, {})
    known = {label.name for label in project.visible_labels()}
    new = [name for name in dict.fromkeys(labels) if name not in known]
    if not new:
        return edit
    added = add_labels(project, new)
    return replace(edit, labels=added.labels, tokens=added.tokens, new_names=added.new_names)

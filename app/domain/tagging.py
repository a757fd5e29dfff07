"""The tags of labels under the project's scheme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.labels import OUTSIDE, TOKENS, Label
from app.domain.project import Project
from crfcore.text.tag_schemes import continues, split_tag, tags_for

__all__ = [
    "OUTSIDE",
    "TOKENS",
    "TagTable",
    "all_tags",
    "begins_span",
    "foreign_tags",
    "has_outside",
    "known_tags",
    "label_name",
    "tags_of_label",
    "tags_without_label",
]


@dataclass(frozen=True, slots=True)
class TagTable:
    """Tags and labels of a project, looked up both ways.

    ``labels[tag]`` is the id of the label of a tag id, None for "O" and for tags without a row;
    ``names[tag]`` is the label's name, "" for "O". Valid for the first ``len(labels)`` tags.
    """

    scheme: str
    labels: tuple[int | None, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, project: Project) -> TagTable:
        """Return the table of a project."""
        by_name = {label.name: label.id for label in project.visible_labels()}
        names = tuple(label_name(tag, project.settings.scheme) for tag in project.tags)
        return cls(project.settings.scheme, tuple(by_name.get(name) for name in names), names)


def label_name(tag: str, scheme: str) -> str:
    """Return the name of a tag's label, "" for "O" of a span scheme."""
    return tag if scheme == TOKENS else split_tag(tag)[1]


def tags_without_label(project: Project, tags: Iterable[int]) -> frozenset[int]:
    """Return those of some tag ids whose label the project does not have (any more)."""
    scheme = project.settings.scheme
    names = {"", *(label.name for label in project.labels.values() if not label.removed)}
    return frozenset(tag for tag in tags if label_name(project.tags[tag], scheme) not in names)


def foreign_tags(project: Project) -> frozenset[int]:
    """Return the ids of tags of no label of the project under its scheme.

    They come from imports and removed labels.
    """
    own = set(project.own_tags())
    return frozenset(tag for tag, name in enumerate(project.tags) if name not in own)


def has_outside(project: Project) -> bool:
    """Return whether a token can have no label.

    Under the scheme "tokens" every token has a label, so "O" must be one of them.
    """
    if project.settings.scheme != TOKENS:
        return True
    return any(label.name == OUTSIDE for label in project.visible_labels())


def tags_of_label(project: Project, label: Label) -> tuple[int, ...]:
    """Return the ids of the tags of one label."""
    scheme = project.settings.scheme
    names = [label.name] if scheme == TOKENS else tags_for([label.name], scheme)[1:]
    return known_tags(project, names)


def known_tags(project: Project, names: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of those of some tags that the project has."""
    return tuple(project.tag_ids[name] for name in names if name in project.tag_ids)


def all_tags(project: Project) -> tuple[int, ...]:
    """Return the ids of all tags that a token can have."""
    return tuple(project.tag_ids[name] for name in project.own_tags())


def begins_span(previous: str | None, tag: str | None, scheme: str) -> bool:
    """Return whether a span begins at a token or, under "tokens", whether it has a label."""
    if tag is None:
        return False
    if scheme == TOKENS:
        return True
    return bool(split_tag(tag)[1]) and not (previous is not None and continues(previous, tag))

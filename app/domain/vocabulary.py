"""The tags and tag sets of a project, and those that an edit adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import FIRST_NEW, NO_NEW_NAMES, Edit, NewNames, TokenChange, TokenChanges
from app.domain.project import Project
from app.domain.tagging import all_tags


class Vocabulary:
    """A project's tags and tag sets, and new ones; the project is not changed.

    New ids are numbered from `FIRST_NEW`, so that they stay valid if the project gets other names
    before the edit is applied.
    """

    def __init__(self, project: Project) -> None:
        """Begin without new names."""
        self._project = project
        self._tags: dict[str, int] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._names: list[str] = []
        self._members: list[tuple[int, ...]] = []

    @cached_property
    def everything(self) -> tuple[int, ...]:
        """The ids of all tags that a token can have."""
        return all_tags(self._project)

    def tag_id(self, name: str) -> int:
        """Return the id of a tag, a new one if it is not known."""
        known = self._tags.get(name)
        if known is None:
            known = self._project.tag_ids.get(name)
        if known is None:
            known = self._tags[name] = FIRST_NEW + len(self._names)
            self._names.append(name)
        return known

    def set_id(self, tags: Sequence[int]) -> int:
        """Return the id of a set of tag ids, a new one if it is not known."""
        members = tuple(sorted(set(tags)))
        known = self._sets.get(members)
        if known is None:
            known = self._project.set_ids.get(members)
        if known is None:
            known = self._sets[members] = FIRST_NEW + len(self._members)
            self._members.append(members)
        return known

    def set_of(self, name: str) -> int:
        """Return the id of the set that holds one tag, by the tag's name."""
        return self.set_id((self.tag_id(name),))

    def name(self, tag: int) -> str:
        """Return the name of a tag."""
        return self._project.tags[tag] if tag < FIRST_NEW else self._names[tag - FIRST_NEW]

    def members(self, tag_set: int) -> tuple[int, ...]:
        """Return the tags of a set."""
        if tag_set < FIRST_NEW:
            return self._project.tag_sets[tag_set]
        return self._members[tag_set - FIRST_NEW]

    def tag_of(self, tag_set: int) -> str | None:
        """Return the only tag of a set, None if it has none or several."""
        members = self.members(tag_set)
        return self.name(members[0]) if len(members) == 1 else None

    def new_names(self) -> NewNames:
        """Return the new names."""
        if not self._names and not self._members:
            return NO_NEW_NAMES
        return NewNames(tuple(self._names), tuple(self._members))


def add_names(project: Project, names: NewNames) -> NDArray[np.int32]:
    """Add new names to a project; return the ids of the sets."""
    tags = [project.tag_id(name) for name in names.tags]
    sets = [
        tuple(tag if tag < FIRST_NEW else tags[tag - FIRST_NEW] for tag in members)
        for members in names.tag_sets
    ]
    return np.array([project.set_id(members) for members in sets], np.int32)


def with_ids(tag_sets: NDArray[np.int32], ids: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return tag sets with the project's ids for new ones."""
    new = tag_sets >= FIRST_NEW
    if not new.any():
        return tag_sets
    result = tag_sets.copy()
    result[new] = ids[tag_sets[new] - FIRST_NEW]
    return result


def assign_ids(project: Project, edit: Edit) -> Edit:
    """Add the new names of an edit to the project, and return the edit with their ids."""
    if edit.new_names == NO_NEW_NAMES:
        return edit
    ids = add_names(project, edit.new_names)
    return replace(edit, tokens=_renumbered(edit.tokens, ids), new_names=NO_NEW_NAMES)


def _renumbered(changes: Sequence[TokenChange], ids: NDArray[np.int32]) -> Sequence[TokenChange]:
    if isinstance(changes, TokenChanges):
        after = replace(changes.after, tag_sets=with_ids(changes.after.tag_sets, ids))
        return replace(changes, after=after)
    return tuple(
        replace(c, after=replace(c.after, tag_sets=with_ids(c.after.tag_sets, ids)))
        for c in changes
    )

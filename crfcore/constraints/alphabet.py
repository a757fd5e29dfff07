"""The labels of a model, and where units begin, continue and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crfcore.constraints.units import is_label
from crfcore.errors import UnknownLabelError, shown
from crfcore.messages import message
from crfcore.text.tag_schemes import OUTSIDE, continues, split_tag

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A label or a type among L labels.

    Attributes
    ----------
    members : (L,) array
        The labels that a token of the unit can have.
    opens : (L,) array
        Whether the next token can continue the unit; False for a label.
    inside : (L,) array
        Whether a token continues the unit that is open before it; False for a label.
    """

    members: BoolArray
    opens: BoolArray
    inside: BoolArray

    @property
    def goes_on(self) -> BoolArray:
        """Whether the second of two neighbouring labels continues the unit, (L, L)."""
        return self.opens[:, np.newaxis] & self.inside

    @property
    def begins(self) -> BoolArray:
        """Whether a unit begins at the second of two, (L + 1, L); row L: at the first token."""
        at_first = np.ones((1, len(self.members)), dtype=np.bool_)
        return np.concatenate([~self.goes_on, at_first]) & self.members

    @property
    def ends(self) -> BoolArray:
        """Whether a unit ends at the first of two, (L, L + 1); column L: at the last token."""
        at_last = np.ones((len(self.members), 1), dtype=np.bool_)
        return np.concatenate([~self.goes_on, at_last], axis=1) & self.members[:, np.newaxis]


class Alphabet:
    """The labels of a model, by name.

    Parameters
    ----------
    labels : sequence of str
    lenient : bool
        Whether unknown names are units that never occur; otherwise they are errors.
    """

    def __init__(self, labels: Sequence[str], *, lenient: bool = False) -> None:
        self.labels = tuple(labels)
        self.lenient = lenient
        self._numbers = {label: number for number, label in enumerate(self.labels)}
        self._types = [split_tag(label)[1] or label for label in self.labels]
        self._units: dict[str, Unit] = {}

    def __len__(self) -> int:
        """Return L."""
        return len(self.labels)

    def number(self, label: str) -> int:
        """Return the id of a label; −1 if unknown and that is no error."""
        if label not in self._numbers and not self.lenient:
            raise self._unknown(label, "label")
        return self._numbers.get(label, -1)

    def unit(self, name: str) -> Unit:
        """Return the unit of a name."""
        if name not in self._units:
            self._units[name] = self._label(name) if is_label(name) else self._type(name)
        return self._units[name]

    def members(self, names: Sequence[str]) -> BoolArray:
        """Return the mask of labels with one of the names or types, (L,)."""
        result = np.zeros(len(self), dtype=np.bool_)
        for name in names:
            result |= self.unit(name).members
        return result

    def _label(self, name: str) -> Unit:
        members = np.zeros(len(self), dtype=np.bool_)
        number = self.number(name)
        if number >= 0:
            members[number] = True
        nowhere = np.zeros(len(self), dtype=np.bool_)
        return Unit(members, nowhere, nowhere)

    def _type(self, name: str) -> Unit:
        of_type = [
            type_ == name and label != OUTSIDE
            for type_, label in zip(self._types, self.labels, strict=True)
        ]
        if not any(of_type) and not self.lenient:
            raise self._unknown(name, "type")
        members = np.array(of_type, dtype=np.bool_)
        opens = np.array([continues(label, f"I-{name}") for label in self.labels], np.bool_)
        inside = np.array([continues(f"I-{name}", label) for label in self.labels], np.bool_)
        return Unit(members, opens, inside)

    def _unknown(self, name: str, what: str) -> UnknownLabelError:
        known = ", ".join(self.labels[:20])
        return UnknownLabelError(
            message(
                "A rule speaks of the {what} {name}, and the labels of this model are {known}; "
                "correct the name, or switch the rule off.",
                what=what,
                name=shown(name),
                known=known,
            )
        )


@lru_cache(maxsize=64)
def alphabet_of(labels: tuple[str, ...], *, lenient: bool = False) -> Alphabet:
    """Return the alphabet of some labels, from a cache."""
    return Alphabet(labels, lenient=lenient)

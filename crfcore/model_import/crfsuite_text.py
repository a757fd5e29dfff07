"""Text dumps of CRFsuite (``Tagger.dump`` of python-crfsuite)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.messages import message
from crfcore.model_import.content import Content, checked_labels, decoded, shown
from crfcore.model_import.weights import GroupedWeights, chain_of

_HEADINGS = (b"FILEHEADER", b"LABELS", b"ATTRIBUTES", b"TRANSITIONS", b"STATE_FEATURES")
_NUMBERED = re.compile(rb" *([0-9]+): (.*)", re.DOTALL)
_WEIGHTED = re.compile(rb" *\([0-9]+\) (.*): ([^ ]+)", re.DOTALL)
_ARROW = b" --> "


@dataclass(slots=True)
class _Dump:
    """The parts of a dump."""

    labels: dict[bytes, int] = field(default_factory=dict)
    attributes: dict[bytes, int] = field(default_factory=dict)
    transitions: list[tuple[int, int, float]] = field(default_factory=list)
    states: list[tuple[int, int, float]] = field(default_factory=list)

    def read(self, heading: bytes, content: Content) -> None:
        """Read the lines of a part, and its closing brace."""
        if heading == b"LABELS":
            self.labels = _names(content)
            checked_labels([decoded(name) for name in self.labels], content)
        elif heading == b"ATTRIBUTES":
            self.attributes = _names(content)
        elif heading == b"TRANSITIONS":
            self.transitions = _weights(content, self.labels, self.labels)
        elif heading == b"STATE_FEATURES":
            self.states = _weights(content, self.attributes, self.labels)
        else:
            _skip(content)


def read_dump(content: Content) -> FittedChain:
    """Read the dump of a model, whose weights have six decimals.

    Raises
    ------
    ModelFileError
        The text is not such a dump; names the line.
    """
    sections = dict.fromkeys(_HEADINGS, 0)
    dump = _Dump()
    while not content.at_end:
        line = content.line()
        if not line:
            continue
        heading = line.removesuffix(b" = {")
        if heading not in sections:
            raise content.error(
                message("a part of the dump was expected, and found {line}", line=shown(line))
            )
        sections[heading] += 1
        dump.read(heading, content)
    for heading, times in sections.items():
        if times != 1:
            raise content.error(
                message(
                    "the part {decoded} is in the dump {times} times",
                    decoded=decoded(heading),
                    times=times,
                )
            )
    n_labels = len(dump.labels)
    pairs = [(0, before * n_labels + after, w) for before, after, w in dump.transitions]
    return chain_of(
        tuple(decoded(name) for name in dump.labels),
        AttributeExtractor.of_names([decoded(name) for name in dump.attributes]),
        GroupedWeights.of_list(dump.states),
        GroupedWeights.of_list(pairs),
        GroupedWeights.none(),
    )


def _skip(content: Content) -> None:
    while content.line() != b"}":
        if content.at_end:
            raise content.error(message("a closing }} was expected"))


def _names(content: Content) -> dict[bytes, int]:
    names: dict[bytes, int] = {}
    while (line := content.line()) != b"}":
        found = _NUMBERED.fullmatch(line)
        if found is None or int(found[1][:15]) != len(names) or found[2] in names:
            raise content.error(
                message(
                    "“{n_names}: name” was expected, and found {line}",
                    n_names=len(names),
                    line=shown(line),
                )
            )
        names[found[2]] = len(names)
    return names


def _weights(
    content: Content, owners: dict[bytes, int], labels: dict[bytes, int]
) -> list[tuple[int, int, float]]:
    weights: list[tuple[int, int, float]] = []
    while (line := content.line()) != b"}":
        found = _WEIGHTED.fullmatch(line)
        if found is None:
            raise content.error(
                message("“(1) name --> label: weight” was expected, found {line}", line=shown(line))
            )
        owner, label = _pair(content, found[1], owners, labels)
        weights.append((owner, label, content.weight(found[2])))
    return weights


def _pair(
    content: Content, text: bytes, owners: dict[bytes, int], labels: dict[bytes, int]
) -> tuple[int, int]:
    """Return the ids of the names on both sides of the arrow, which names may contain too."""
    found: list[tuple[int, int]] = []
    position = text.find(_ARROW)
    while position >= 0:
        owner, label = owners.get(text[:position]), labels.get(text[position + len(_ARROW) :])
        if owner is not None and label is not None:
            found.append((owner, label))
        position = text.find(_ARROW, position + 1)
    if len(found) != 1:
        why = (
            message("these are not among its names")
            if not found
            else message("this may be read in two ways")
        )
        raise content.error(message("{why}: {text}", why=why, text=shown(text)))
    return found[0]

"""Model files of Wapiti, and text dumps of ``wapiti dump``.

A model: "#mdl#type#number of weights" (older: without the type), "#rdr#patterns/columns/autouni",
the patterns, "#qrk#number" and the labels, "#qrk#number" and the attributes, all of these as
"length:text," lines, and the weights that are not 0, "number=hexadecimal". Weights are in the order
of attributes: one that begins with u has a weight for each label, one with b for each pair (label·L
+ next label), one with * for both, in this order.

A dump has lines of an attribute, the label before ("#" for none), the label, and the weight,
separated by tabs, without the patterns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from crfcore.errors import TemplateError, fault_in
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.reading import Extractor
from crfcore.features.template import Template
from crfcore.features.wapiti_patterns import parse_pattern, template_of
from crfcore.messages import message
from crfcore.model_import.attribute_texts import UnreadableAttributeError, extractor_of
from crfcore.model_import.content import Content, checked_labels, decoded, shown
from crfcore.model_import.weights import GroupedWeights, chain_of

MODEL_BEGINS = b"#mdl#"

_MODEL = re.compile(rb"#mdl#(?:([0-9]+)#)?([0-9]+)")
_READER = re.compile(rb"#rdr#([0-9]+)/([0-9]+)(?:/([0-9]+))?")
_LIST = re.compile(rb"#qrk#([0-9]+)")
_KINDS = (b"u", b"b", b"*")
_MAXENT, _MEMM = b"0", b"1"
_LABEL_ONLY = b"#"


@dataclass(slots=True)
class _Observed:
    """The weights of attributes, by their texts, in the order of the file."""

    texts: list[bytes] = field(default_factory=list)
    states: dict[bytes, list[tuple[int, float]]] = field(default_factory=dict)
    pairs: dict[bytes, list[tuple[int, float]]] = field(default_factory=dict)

    def add(self, content: Content, text: bytes) -> None:
        """Add an attribute unless it is known."""
        if text[:1] not in _KINDS:
            raise content.error(
                message("an attribute begins with u, b or *, and not as {text}", text=shown(text))
            )
        self.texts.append(text)
        if not text.startswith(b"b"):
            self.states[text] = []
        if not text.startswith(b"u"):
            self.pairs[text] = []


def read_model(content: Content) -> FittedChain:
    """Read a model.

    Raises
    ------
    ModelFileError
        The file is not such a model, or not a linear chain; names the line.
    """
    found = _matched(content, _MODEL, message("a model of Wapiti"))
    kind, n_weights = found[1], content.whole_number(found[2])
    if kind == _MEMM:
        raise content.error(
            message("this is a maximum entropy Markov model, which is no linear chain CRF")
        )
    reader = _matched(content, _READER, "#rdr#patterns/columns")
    if reader[3] not in (None, b"0"):
        raise content.error(
            message("this is a model of single tokens (maxent), which is no linear chain")
        )
    patterns = [_netstring(content) for _ in range(content.whole_number(reader[1]))]
    template = _template(content, patterns)
    labels = checked_labels([decoded(text) for text in _strings(content)], content)
    observed = _Observed()
    for text in _strings(content):
        if text in observed.states or text in observed.pairs:
            raise content.error(
                message("the attribute {text} is in the model twice", text=shown(text))
            )
        observed.add(content, text)
    if kind == _MAXENT and observed.pairs:
        raise content.error(
            message("this is a model of single tokens (maxent) with pairs of labels")
        )
    _read_weights(content, n_weights, len(labels), observed)
    return _chain(content, labels, template, observed)


def read_dump(content: Content, template: Template | None) -> FittedChain:
    """Read a dump; without a template, its attributes are those of items.

    Raises
    ------
    ModelFileError
        The text is not such a dump (names the line), or needs its template.
    """
    observed = _Observed()
    labels: dict[bytes, int] = {}
    weights: list[tuple[bytes, bytes, bytes, float]] = []
    while not content.at_end:
        line = content.line()
        if not line:
            continue
        fields = line.split(b"\t")
        if len(fields) != 4:
            raise content.error(
                message(
                    "an attribute, two labels and a weight were expected, separated by tabs, and "
                    "found {line}",
                    line=shown(line),
                )
            )
        text, before, label, weight = fields
        if text not in observed.states and text not in observed.pairs:
            observed.add(content, text)
        if text[:1] != b"b" and before == _LABEL_ONLY:
            labels.setdefault(label, len(labels))
            observed.states[text].append((labels[label], content.weight(weight)))
        elif text.startswith(b"u"):
            raise content.error(
                message(
                    "{text} has no pairs of labels, and found {before}",
                    text=shown(text),
                    before=shown(before),
                )
            )
        else:
            for name in (before, label):
                labels.setdefault(name, len(labels))
            weights.append((text, before, label, content.weight(weight)))
    names = checked_labels([decoded(label) for label in labels], content)
    for text, before, label, number in weights:
        observed.pairs[text].append((labels[before] * len(labels) + labels[label], number))
    return _chain(content, names, template, observed)


def _matched(content: Content, form: re.Pattern[bytes], expected: str) -> re.Match[bytes]:
    line = content.line()
    found = form.fullmatch(line)
    if found is None:
        raise content.error(
            message(
                "{expected} was expected, and found {line}", expected=expected, line=shown(line)
            )
        )
    return found


def _netstring(content: Content) -> bytes:
    start = content.position
    digits, colon, _ = content.line().partition(b":")
    if not colon:
        raise content.error(message("a text with its length was expected, as 3:abc,"))
    length = content.whole_number(digits)
    content.position = start + len(digits) + 1
    text = content.take(length)
    if content.take(1) != b"," or content.line():
        raise content.error(
            message("a comma and the line's end were expected after {text}", text=shown(text))
        )
    return text


def _strings(content: Content) -> list[bytes]:
    n_strings = content.whole_number(_matched(content, _LIST, "#qrk#number")[1])
    return [_netstring(content) for _ in range(n_strings)]


def _template(content: Content, patterns: list[bytes]) -> Template | None:
    try:
        lines = [parse_pattern(decoded(text), at) for at, text in enumerate(patterns, start=1)]
    except TemplateError as error:
        raise content.error(
            message("a pattern cannot be read ({fault})", fault=fault_in(error))
        ) from error
    return template_of(lines) if lines else None


def _read_weights(content: Content, n_weights: int, n_labels: int, observed: _Observed) -> None:
    starts: list[int] = []
    targets: list[list[tuple[int, float]]] = []
    end = 0
    for text in observed.texts:
        for of_text, width in ((observed.states, n_labels), (observed.pairs, n_labels**2)):
            if text in of_text:
                starts.append(end)
                targets.append(of_text[text])
                end += width
    found: list[int] = []
    values: list[float] = []
    for _ in range(n_weights):
        if content.at_end:
            raise content.error(
                message(
                    "{n_weights:,} weights were expected, and {n_found:,} are there",
                    n_weights=n_weights,
                    n_found=len(found),
                )
            )
        number, _, value = content.line().partition(b"=")
        found.append(content.whole_number(number))
        values.append(content.weight(value))
        if found[-1] >= end:
            raise content.error(
                message(
                    "weight {found} belongs to no attribute; there are {end:,}",
                    found=found[-1],
                    end=end,
                )
            )
    numbers = np.array(found, np.int64)
    groups = np.searchsorted(np.array(starts, np.int64), numbers, side="right") - 1
    for group, position, weight in zip(groups.tolist(), found, values, strict=True):
        targets[group].append((position - starts[group], weight))


def _chain(
    content: Content, labels: tuple[str, ...], template: Template | None, observed: _Observed
) -> FittedChain:
    transitions: list[tuple[int, int, float]] = []
    of_edges: dict[bytes, list[tuple[int, float]]] = {}
    constant = _constant_pairs(content, template, observed)
    for text, pairs in observed.pairs.items():
        if text in constant:
            transitions += [(0, pair, weight) for pair, weight in pairs]
        else:
            of_edges[text] = pairs
    extractor: Extractor
    if template is None:
        extractor = AttributeExtractor.of_names([decoded(text) for text in observed.states])
    else:
        try:
            extractor = extractor_of(template, list(observed.states), list(of_edges))
        except UnreadableAttributeError as error:
            raise content.error(str(error)) from error
    return chain_of(
        labels,
        extractor,
        _grouped(observed.states),
        GroupedWeights.of_list(transitions),
        _grouped(of_edges),
    )


def _constant_pairs(content: Content, template: Template | None, observed: _Observed) -> set[bytes]:
    """Return the attributes of every edge, whose weights are those of transitions."""
    if template is not None:
        constant = {line.literals[0] for line in template.bigrams if not line.macros}
        return {text for text in observed.pairs if decoded(text) in constant}
    if len(observed.pairs) > 1 or any(text.startswith(b"*") for text in observed.pairs):
        raise content.error(
            message(
                "this model has attributes of pairs of labels and does not say its patterns; "
                "give import_model the template with which it was trained"
            )
        )
    return set(observed.pairs)


def _grouped(weights: dict[bytes, list[tuple[int, float]]]) -> GroupedWeights:
    return GroupedWeights.of_list(
        [
            (owner, member, weight)
            for owner, found in enumerate(weights.values())
            for member, weight in found
        ]
    )

"""Text models of CRF++, written by ``crf_learn -t``.

Five parts, each followed by an empty line: "key: value" lines with ``cost-factor`` and ``maxid``;
the labels; the template; the attributes, each with the index of its first weight; and the weights.
An attribute that begins with U has a weight for each label, one that begins with B for each pair
(label·L + next label). Scores are multiplied by the cost factor.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import TemplateError, fault_in
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.template import Template, parse_template
from crfcore.features.wapiti_regexps import to_bytes
from crfcore.messages import message
from crfcore.model_import.attribute_texts import UnreadableAttributeError, extractor_of
from crfcore.model_import.content import Content, checked_labels, decoded, shown
from crfcore.model_import.weights import GroupedWeights, chain_of


def read_text_model(content: Content) -> FittedChain:
    """Read the text of a model.

    Raises
    ------
    ModelFileError
        The text is not such a model; names the line.
    """
    header = _header(content)
    n_weights = content.whole_number(header.get(b"maxid", b""))
    factor = content.weight(header.get(b"cost-factor", b"1"))
    labels = checked_labels([decoded(line) for line in content.lines_until_blank()], content)
    template = _template(content)
    positions = _positions(content, n_weights, len(labels))
    weights = factor * _weights(content, n_weights)
    return _chain(content, labels, template, positions, weights)


def _header(content: Content) -> dict[bytes, bytes]:
    header: dict[bytes, bytes] = {}
    for line in content.lines_until_blank():
        key, colon, value = line.partition(b":")
        if not colon:
            raise content.error(
                message("“key: value” was expected, and found {line}", line=shown(line))
            )
        header[key] = value.strip()
    return header


def _template(content: Content) -> Template:
    lines = [decoded(line) for line in content.lines_until_blank()]
    try:
        return parse_template("".join(f"{line}\n" for line in lines), dialect="crf++")
    except TemplateError as error:
        raise content.error(
            message("the template cannot be read ({fault})", fault=fault_in(error))
        ) from error


def _positions(content: Content, n_weights: int, n_labels: int) -> dict[bytes, int]:
    """Return the index of the first weight of each attribute."""
    positions: dict[bytes, int] = {}
    n_used = 0
    for line in content.lines_until_blank():
        number, space, text = line.partition(b" ")
        if not space or text in positions or text[:1] not in (b"U", b"B"):
            raise content.error(
                message("“number attribute” was expected, and found {line}", line=shown(line))
            )
        positions[text] = position = content.whole_number(number)
        width = n_labels ** (1 if text.startswith(b"U") else 2)
        n_used += width
        if max(position + width, n_used) > n_weights:
            raise content.error(
                message(
                    "{line} has weights after the last one, {n_weights}",
                    line=shown(line),
                    n_weights=n_weights,
                )
            )
    return positions


def _weights(content: Content, n_weights: int) -> FloatArray:
    weights = [content.weight(line) for line in content.lines_until_blank()]
    if len(weights) != n_weights:
        raise content.error(
            message(
                "{n_weights:,} weights were expected, and {n_there:,} are there",
                n_weights=n_weights,
                n_there=len(weights),
            )
        )
    return np.array(weights, np.float64)


def _chain(
    content: Content,
    labels: tuple[str, ...],
    template: Template,
    positions: dict[bytes, int],
    weights: FloatArray,
) -> FittedChain:
    n_labels = len(labels)
    of_tokens = [text for text in positions if text.startswith(b"U")]
    plain = {to_bytes(line.literals[0]) for line in template.bigrams if not line.macros}
    has_plain = any(text in plain for text in positions)
    transitions = np.zeros((1, n_labels**2 if has_plain else 0))
    of_edges: list[bytes] = []
    for text, position in positions.items():
        if text in plain:
            transitions += weights[position : position + n_labels**2]
        elif text.startswith(b"B"):
            of_edges.append(text)
    try:
        extractor = extractor_of(template, of_tokens, of_edges)
    except UnreadableAttributeError as error:
        raise content.error(str(error)) from error
    return chain_of(
        labels,
        extractor,
        GroupedWeights.of_rows(_rows(weights, [positions[text] for text in of_tokens], n_labels)),
        GroupedWeights.of_rows(transitions),
        GroupedWeights.of_rows(_rows(weights, [positions[text] for text in of_edges], n_labels**2)),
    )


def _rows(weights: FloatArray, starts: list[int], width: int) -> FloatArray:
    columns = np.arange(width, dtype=np.int64)
    rows: FloatArray = weights[np.array(starts, np.int64)[:, np.newaxis] + columns]
    return rows

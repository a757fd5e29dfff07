"""What the labels of a document say about equal words and phrases elsewhere in it, as columns.

V. Krishnan and C. D. Manning, An effective two-stage model for exploiting non-local dependencies in
named entity recognition, ACL 2006, section 4: the majority type of other occurrences of a token, of
the phrase that it stands in, and of phrases that contain this one. The labels are those of a first
model; of training sentences, of one that has not seen their documents.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.features.column_table import Column
from crfcore.graphs.ties import Ties, types_of
from crfcore.text.tag_schemes import Span, spans

NOTHING = "_"
"""The value where there is no other occurrence."""

NAMES = ("token", "phrase", "longer")
"""The columns with the types of other tokens, of other equal phrases, and of longer phrases."""

_LINES = """\
Ut{name}0:%x[0,{column}]
Ut{name}-:%x[-1,{column}]
Ut{name}+:%x[1,{column}]
Ut{name}s:%x[0,{column}]/%shape[0,0]
Ut{name}p:%x[-1,{column}]/%x[0,{column}]
"""

_OWN_LINES = """\
Uown0:%x[0,{column}]
Uown-:%x[-1,{column}]
Uown+:%x[1,{column}]
Uownp:%x[-1,{column}]/%x[0,{column}]
"""

Phrase = tuple[int, ...]


def template_lines(first: int) -> str:
    """Return the lines of a template that read the columns.

    Parameters
    ----------
    first : int
        The number of the first of them.
    """
    lines = [_LINES.format(name=n, column=first + place) for place, n in enumerate(NAMES)]
    return "".join(lines) + _OWN_LINES.format(column=first + len(NAMES))


def neighbour_columns(
    forms: IdArray,
    offsets: OffsetArray,
    documents: OffsetArray,
    ties: Ties,
    labels: IdArray,
    names: Sequence[str],
    scheme: str,
) -> tuple[Column, ...]:
    """Return the columns of the majority types of tokens, phrases and longer phrases, and labels.

    Parameters
    ----------
    forms : int32 (T,)
        The form of each token.
    offsets : int64 (N + 1,)
    documents : int64 (N,)
        The number of each sentence's document.
    ties : Ties
        Whose tokens get the first column.
    labels : int32 (T,)
        Of the first model.
    names : sequence of str
        Of the labels.
    scheme : str
        See `crfcore.text.tag_schemes.spans`.

    Returns
    -------
    four Columns
        In the first three a token itself, and the phrase that it stands in, are left out; of equal
        counts the type counts that comes first. The last one has the labels.
    """
    types, type_of = types_of(names)
    values = [*types, NOTHING]
    number = {name: index for index, name in enumerate(types)}
    found = np.full((len(NAMES), len(forms)), len(types), np.int32)
    _fill_tokens(found[0], ties, type_of[labels], len(types))
    by_document: dict[int, list[tuple[Phrase, Span]]] = defaultdict(list)
    bounds = offsets.tolist()
    for sentence, (start, stop) in enumerate(pairwise(bounds)):
        own = forms[start:stop].tolist()
        tags = [names[label] for label in labels[start:stop].tolist()]
        by_document[int(documents[sentence])] += [
            (tuple(own[s.start : s.end]), Span(start + s.start, start + s.end, s.label))
            for s in spans(tags, scheme)
        ]
    for placed in by_document.values():
        _fill_phrases(found, placed, number)
    return (*(Column(ids, values) for ids in found), Column(labels, list(names)))


def _fill_tokens(out: IdArray, ties: Ties, type_of_token: IdArray, n_types: int) -> None:
    """Fill in the majority type of the other tokens of each group."""
    counts = np.zeros((ties.n_groups, n_types), np.int64)
    owners, kinds = ties.group_of_member, type_of_token[ties.members]
    np.add.at(counts, (owners, kinds), 1)
    others = counts[owners]
    others[np.arange(len(kinds)), kinds] -= 1
    out[ties.members] = others.argmax(axis=1)


def _fill_phrases(
    found: IdArray, placed: Sequence[tuple[Phrase, Span]], number: Mapping[str, int]
) -> None:
    """Fill in the majority types of the other phrases of a document that are equal or longer."""
    types: dict[Phrase, Counter[int]] = defaultdict(Counter)
    for phrase, span in placed:
        types[phrase][number[span.label]] += 1
    longer: dict[Phrase, Counter[int]] = defaultdict(Counter)
    for phrase, counts in types.items():
        parts = {
            phrase[start:end]
            for start in range(len(phrase))
            for end in range(start + 1, len(phrase) + 1)
        } - {phrase}
        for part in parts & types.keys():
            longer[part].update(counts)
    for phrase, span in placed:
        others = types[phrase].copy()
        others[number[span.label]] -= 1
        for row, counts in ((1, others), (2, longer.get(phrase, Counter()))):
            if sum(counts.values()) > 0:
                best = max(counts.items(), key=lambda item: (item[1], -item[0]))[0]
                found[row, span.start : span.end] = best

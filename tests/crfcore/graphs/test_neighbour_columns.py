"""Columns of what labels say elsewhere in a document."""

from __future__ import annotations

import numpy as np

from crfcore.features.column_table import ColumnTable
from crfcore.features.template import parse_template
from crfcore.graphs.neighbour_columns import NOTHING, neighbour_columns, template_lines
from crfcore.graphs.ties import forms_of, tie

NAMES = ["O", "B-ORG", "I-ORG", "B-LOC", "I-LOC"]
SENTENCES = [
    ["New", "York", "Times"],
    ["New", "York"],
    ["New", "York"],
    ["York"],
    ["New"],
]
LABELS = np.array([1, 2, 2, 3, 4, 1, 2, 0, 3], np.int32)
TABLE = ColumnTable.from_words(SENTENCES)


def columns(documents):
    every = np.ones(TABLE.n_tokens, bool)
    ties = tie(TABLE.columns[0], TABLE.offsets, documents, every)
    found = neighbour_columns(
        forms_of(TABLE.columns[0])[0],
        TABLE.offsets,
        np.array(documents),
        ties,
        LABELS,
        NAMES,
        "iob2",
    )
    return [[column.values[i] for i in column.ids.tolist()] for column in found]


def test_majorities_leave_the_token_and_its_phrase_out():
    token, phrase, longer, own = columns([0] * 5)
    # "New" is ORG, LOC, ORG and LOC; "York" ORG, LOC, ORG and O.
    # Of equal counts the first type is taken.
    assert token == ["LOC", "O", NOTHING, "ORG", "ORG", "LOC", "O", "ORG", "ORG"]
    # "New York" is LOC once and ORG once.
    assert phrase == [NOTHING] * 3 + ["ORG"] * 2 + ["LOC"] * 2 + [NOTHING] * 2
    # "New York Times" contains "New York", and both of these "New".
    assert longer == [NOTHING] * 3 + ["ORG"] * 4 + [NOTHING, "ORG"]
    assert own == [NAMES[label] for label in LABELS]


def test_documents_are_apart():
    token, phrase, longer, _ = columns([0, 1, 2, 3, 4])
    assert set(token + phrase + longer) == {NOTHING}


def test_lines_read_the_columns():
    template = parse_template(template_lines(2))
    assert template.n_columns == 6
    assert len(template.features) == 19

"""Grammars as attributes of tokens."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.grammar_lists import GrammarList, grammar_list
from crfcore.features.phrases import PhraseList
from crfcore.features.reading import extractor_from_state
from crfcore.features.template import parse_template
from crfcore.grammars.grammar_text import parse_grammar

GRAMMAR = parse_grammar('DOSE -> NUMBER @units 0.9 | "half" DOSE 0.1\nNUMBER -> /[0-9]+/ | <1=CD>')
UNITS = PhraseList("units", ["mg", "fluid ounces"])
WORDS = ["take 5 mg now", "half two fluid ounces daily", "on 5 May"]
ROWS = [[(w, "CD" if w in {"two", "5"} else "X") for w in text.split()] for text in WORDS]
LABELS = [
    ["O", "B-DOSE", "I-DOSE", "O"],
    ["B-DOSE", "I-DOSE", "I-DOSE", "I-DOSE", "O"],
    ["O", "O", "O"],
]


def doses():
    return grammar_list("doses", GRAMMAR, [UNITS, PhraseList("x", ["y"])], types=["DOSE", "DRUG"])


def test_tokens_of_spans_get_an_attribute_and_others_none():
    table = ColumnTable.from_sentences(ROWS)
    extractor = TemplateExtractor(parse_template("U0:%x[0,0]\nB\n"), phrase_lists=[doses()])
    dataset = extractor.fit(table)
    names = extractor.attribute_names()
    marked = [
        [
            names[a].removeprefix("grammar:doses:")
            for a in dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]]
            if names[a].startswith("grammar:")
        ]
        for t in range(dataset.n_tokens)
    ]
    nothing = []
    first, more = ([f"{p}-DOSE{level}" for level in ("", ">0.5", ">0.9")] for p in "BI")
    assert marked == [nothing, first, more, *[nothing, first], *[more] * 3, *[nothing] * 4]
    assert extractor.has_grammars
    # The shares of the first text are kept.
    own = extractor.phrase_lists[0]
    assert own.with_text(table.part(0, 1)) is own
    assert own.tags == ("B-DOSE", "I-DOSE")
    assert extractor.transform([]).n_tokens == 0


def test_a_model_keeps_its_grammar_with_its_lists():
    table = ColumnTable.from_sentences(ROWS)
    extractor = TemplateExtractor(parse_template("U0:%shape[0,0]\nB\n"), phrase_lists=[doses()])
    dataset = extractor.fit(table)
    crf = LinearChainCRF(max_iterations=30).fit(dataset, LABELS, extractor=extractor)
    assert crf.predict(table) == LABELS
    loaded = LinearChainCRF.from_bytes(crf.compact().to_bytes())
    assert loaded.predict(table) == LABELS
    new = ColumnTable.from_sentences(
        [[("drink", "X"), ("7", "CD"), ("fluid", "X"), ("ounces", "X")]]
    )
    assert loaded.predict(new) == crf.predict(new) == [["O", "B-DOSE", "I-DOSE", "I-DOSE"]]
    header, arrays = loaded.extractor_.state()
    assert header["kind"] == "template and grammars"
    joined = loaded.extractor_.joined(crf.extractor_)
    assert joined.n_attributes >= loaded.extractor_.n_attributes
    with pytest.raises(CrfError, match="reads column 1, and tokens have 1"):
        crf.predict(ColumnTable.from_words([["a"]]))
    own = header["lists"][0]
    for changed in (
        {"text": "A -> B"},
        {"max_span": "12"},
        {"max_span": 0},
        {"types": ["NOTHING"]},
        {"labels": ["A", "B"]},
        {"lists": []},
        {"start": "NOTHING"},
    ):
        with pytest.raises((CrfError, ValueError)):
            extractor_from_state({**header, "lists": [{**own, **changed}]}, arrays)
    for name, value in (
        ("list_0_steps", np.full((3, 4), np.nan)),
        ("list_0_shares", np.zeros_like(arrays["list_0_shares"])),
        ("list_0_shares", np.ones(10**4)),
    ):
        with pytest.raises(CrfError, match="do not fit the grammar"):
            extractor_from_state(header, {**arrays, name: value})
    damaged = bytearray(loaded.to_bytes())
    damaged[len(damaged) // 2] ^= 255
    with pytest.raises(ModelFileError):
        LinearChainCRF.from_bytes(bytes(damaged))


def test_labels_of_spans():
    named = grammar_list("x", GRAMMAR, [UNITS], label="AMOUNT")
    assert (named.islands.types, named.distinct) == (("DOSE",), ("AMOUNT",))
    inner = grammar_list("x", GRAMMAR, [UNITS], types=["NUMBER"])
    table = ColumnTable.from_sentences(ROWS)
    assert inner.with_text(table).find(ROWS[0]) == [(1, 2, "NUMBER")]
    assert named.with_text(table).find(ROWS[1]) == [(0, 4, "AMOUNT")]
    assert named.find([]) == []
    assert named.is_prepared
    named.prepare()
    with pytest.raises(CrfError, match="finds spans of 1 label, and has names for 2"):
        GrammarList("x", named.islands, ("A", "B"))
    with pytest.raises(CrfError, match="reads the phrase list 'units'"):
        grammar_list("x", GRAMMAR)


def test_one_label_for_all_matches_also_of_symbols_that_are_labels():
    symbols = grammar_list("x", GRAMMAR, [UNITS]).islands.types
    named = grammar_list("x", GRAMMAR, [UNITS], types=symbols, label="AMOUNT")
    assert named.islands.types == symbols
    assert named.distinct == ("AMOUNT",)

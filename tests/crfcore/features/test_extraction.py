import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import NotFittedError, TemplateError
from crfcore.features.cells import CELL_FUNCTIONS
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import PRESETS, template_named
from crfcore.features.segments import offsets_of
from crfcore.features.template import Template, parse_template
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text

Sentences = list[list[tuple[str, ...]]]

EVERYTHING = """
U
U00:%x[-2,0]
U01:%x[0,0]/%x[1,0]
U02:%x[-1,1]/%x[0,0]/%x[1,1]
U03:%lower[0,0]|%shape[-1,0]|%prefix[1,0,2]|%suffix[3,1,1]
U01:%x[0,0]/%x[1,0]
U%x[-1,0]
U%x[1,0]
U%lower[0,0]
Ul:%letters[0,0]/%letters[1,1]
B
B00:%x[0,0]
B01:%x[-1,0]/%shape[0,1]
"""


def attributes_by_hand(
    template: Template, sentence: list[tuple[str, ...]], *, edges: bool
) -> list[list[str]]:
    """Apply a template as the description of CRF++ says, string by string."""
    rows = []
    for t in range(len(sentence)):
        row = []
        for feature in template.edge_features if edges else template.unigrams:
            if {macro.function for macro in feature.macros} & {"cluster", "vector", "case"}:
                continue  # without what was learned from text they give nothing
            text = feature.literals[0]
            for macro, literal in zip(feature.macros, feature.literals[1:], strict=True):
                place = t + macro.row
                if place < 0:
                    cell = f"_B-{-place}"
                elif place >= len(sentence):
                    cell = f"_B+{place - len(sentence) + 1}"
                else:
                    cell = CELL_FUNCTIONS[macro.function](
                        sentence[place][macro.column], macro.length
                    )
                text += cell + literal
            row.append(text)
        rows.append([] if edges and t == 0 else row)
    return rows


def names_of(extractor: TemplateExtractor, dataset: Dataset, *, edges: bool) -> list[list[str]]:
    names, indptr, ids = extractor.attribute_names(), dataset.indptr, dataset.attributes
    if edges:
        names = extractor.edge_attribute_names()
        indptr, ids = dataset.edge_indptr, dataset.edge_attributes
    if not len(indptr):
        return [[] for _ in range(dataset.n_tokens)]
    rows = [ids[indptr[t] : indptr[t + 1]].tolist() for t in range(dataset.n_tokens)]
    return [[names[i] for i in row] for row in rows]


def flat(template: Template, sentences: Sentences, *, edges: bool) -> list[list[str]]:
    return [row for s in sentences for row in attributes_by_hand(template, s, edges=edges)]


words = st.sampled_from(["The", "the", "cat", "_B-1", "U.S.", "12", "Ça", "ab"])
sentences = st.lists(
    st.lists(st.tuples(words, st.sampled_from(["NN", "DT", "x"])), max_size=5),
    min_size=1,
    max_size=5,
).filter(any)


@settings(max_examples=60)
@given(sentences, sentences)
def test_attributes_are_those_of_crfpp(train, test):
    template = parse_template(EVERYTHING)
    extractor = TemplateExtractor(template)
    fitted = extractor.fit(ColumnTable.from_sentences(train))
    for edges in (False, True):
        expected = flat(template, train, edges=edges)
        assert names_of(extractor, fitted, edges=edges) == expected
        names = extractor.edge_attribute_names() if edges else extractor.attribute_names()
        assert sorted(names) == sorted({name for row in expected for name in row})
        counts = [sum(row.count(name) for row in expected) for name in names]
        assert counts == sorted(counts, reverse=True)
        transformed = extractor.transform(ColumnTable.from_sentences(test))
        known = [
            [name for name in row if name in names] for row in flat(template, test, edges=edges)
        ]
        assert names_of(extractor, transformed, edges=edges) == known


@settings(max_examples=30)
@given(sentences, sentences, st.data())
def test_a_smaller_extractor_knows_what_was_kept(train, test, data):
    template = parse_template(EVERYTHING)
    extractor = TemplateExtractor(template)
    extractor.fit(ColumnTable.from_sentences(train))
    masks = [
        np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), np.bool_)
        for n in (extractor.n_attributes, extractor.n_edge_attributes)
    ]
    smaller = extractor.compact(*masks)
    names = [extractor.attribute_names(), extractor.edge_attribute_names()]
    kept = [
        [n for n, stays in zip(*pair, strict=True) if stays]
        for pair in zip(names, masks, strict=True)
    ]
    assert [smaller.attribute_names(), smaller.edge_attribute_names()] == kept
    assert (smaller.n_attributes, smaller.n_edge_attributes) == (len(kept[0]), len(kept[1]))
    table = ColumnTable.from_sentences(test)
    header, arrays = smaller.state()
    for which in (smaller, TemplateExtractor.from_state(header, arrays)):
        dataset = which.transform(table)
        for edges in (False, True):
            expected = [
                [n for n in row if n in kept[edges]] for row in flat(template, test, edges=edges)
            ]
            assert names_of(which, dataset, edges=edges) == expected


def test_edges_stay_if_nothing_is_reported_of_them():
    extractor = TemplateExtractor(parse_template("U:%x[0,0]\nB:%x[0,0]\n"))
    extractor.fit(ColumnTable.from_words([["a", "b", "c"]]))
    smaller = extractor.compact(np.array([True, False, False]))
    assert smaller.attribute_names() == ["U:a"]
    assert smaller.edge_attribute_names() == ["B:b", "B:c"]


def test_a_state_is_json_and_arrays_and_comes_back(tmp_path):
    extractor = TemplateExtractor(parse_template(EVERYTHING))
    table = ColumnTable.from_sentences([[("é", "a\udc80"), ("b", "")], [("c", "X")]])
    fitted = extractor.fit(table)
    header, arrays = extractor.state()
    np.savez(tmp_path / "state.npz", **arrays)
    with np.load(tmp_path / "state.npz") as stored:
        again = TemplateExtractor.from_state(header, stored)
    assert again.template == extractor.template
    assert again.attribute_names() == extractor.attribute_names()
    assert again.edge_attribute_names() == extractor.edge_attribute_names()
    transformed = again.transform(table)
    assert np.array_equal(transformed.attributes, fitted.attributes)
    assert np.array_equal(transformed.indptr, fitted.indptr)
    assert np.array_equal(transformed.edge_attributes, fitted.edge_attributes)


def test_arrays_that_cannot_be_written_serve_as_well():
    extractor = TemplateExtractor(parse_template("U:%x[0,0]/%x[1,0]\n"))
    table = ColumnTable.from_words([["a", "b"], ["a"]])
    fitted = extractor.fit(table)
    header, arrays = extractor.state()
    for array in arrays.values():
        array.flags.writeable = False
    again = TemplateExtractor.from_state(header, arrays).transform(table)
    assert again.attributes.tolist() == fitted.attributes.tolist()


def test_attributes_by_hand():
    extractor = TemplateExtractor(parse_template("U00:%x[-2,0]\nU05:%x[-1,0]/%x[0,0]\nB\n"))
    dataset = extractor.fit(ColumnTable.from_words([["the", "cat"], ["the"]]))
    assert names_of(extractor, dataset, edges=False) == [
        ["U00:_B-2", "U05:_B-1/the"],
        ["U00:_B-1", "U05:the/cat"],
        ["U00:_B-2", "U05:_B-1/the"],
    ]
    assert dataset.indptr.tolist() == [0, 2, 4, 6]
    assert dataset.offsets.tolist() == [0, 2, 3]
    assert not dataset.has_values
    assert (dataset.n_edge_attributes, len(dataset.edge_indptr), len(dataset.edge_attributes)) == (
        0,
        0,
        0,
    )


def test_a_template_without_identifiers_is_a_bag_of_words():
    extractor = TemplateExtractor(parse_template("U%x[-1,0]\nU%x[1,0]\n"))
    dataset = extractor.fit(ColumnTable.from_words([["a", "b", "a"]]))
    assert names_of(extractor, dataset, edges=False)[1] == ["Ua", "Ua"]
    assert sorted(extractor.attribute_names()) == ["U_B+1", "U_B-1", "Ua", "Ub"]


def test_missing_cells_leave_their_attributes_out():
    words = Column(np.array([0, 1, 0], np.int32), ["a", "b"])
    tags = Column(np.array([-1, 0, -1], np.int32), ["X"])
    table = ColumnTable((words, tags), np.array([0, 2, 3], np.int64))
    extractor = TemplateExtractor(
        parse_template("U0:%x[0,0]\nU1:%x[0,1]\nU2:%x[1,1]/%x[0,0]\nB:%x[-1,1]\n")
    )
    dataset = extractor.fit(table)
    assert names_of(extractor, dataset, edges=False) == [
        ["U0:a", "U2:X/a"],
        ["U0:b", "U1:X", "U2:_B+1/b"],
        ["U0:a", "U2:_B+1/a"],
    ]
    assert extractor.n_edge_attributes == 0
    assert len(dataset.edge_indptr) == 0


def test_a_growing_list_of_strings_is_followed():
    strings = ["a", "b"]
    extractor = TemplateExtractor(parse_template("U:%lower[0,0]\n"))
    offsets = np.array([0, 2], np.int64)
    extractor.fit(ColumnTable((Column(np.array([0, 1], np.int32), strings),), offsets))
    strings += ["A", "z"]
    table = ColumnTable((Column(np.array([2, 3], np.int32), strings),), offsets)
    assert names_of(extractor, extractor.transform(table), edges=False) == [["U:a"], []]
    assert names_of(extractor, extractor.transform(table), edges=False) == [["U:a"], []]
    other = ColumnTable((Column(np.array([0, 1], np.int32), ["b", "q"]),), offsets)
    assert names_of(extractor, extractor.transform(other), edges=False) == [["U:b"], []]


def test_a_second_fit_forgets_the_first():
    extractor = TemplateExtractor(parse_template("U:%x[0,0]\n"))
    extractor.fit(ColumnTable.from_words([["a"]]))
    extractor.fit(ColumnTable.from_words([["b"]]))
    assert extractor.attribute_names() == ["U:b"]


def test_nothing_to_learn_from():
    extractor = TemplateExtractor(template_named("basic"))
    dataset = extractor.fit(ColumnTable.from_words([]))
    assert (dataset.n_tokens, dataset.n_attributes) == (0, 0)
    assert extractor.transform(ColumnTable.from_words([["a"]])).indptr.tolist() == [0, 0]


def test_a_template_of_transitions_alone():
    extractor = TemplateExtractor(parse_template("B\n"))
    dataset = extractor.fit(ColumnTable.from_words([["a", "b"]]))
    assert dataset.indptr.tolist() == [0, 0, 0]
    assert dataset.n_attributes == 0


@pytest.mark.parametrize(
    "use",
    [
        lambda e: e.transform(ColumnTable.from_words([["a"]])),
        lambda e: e.state(),
        lambda e: e.compact(np.zeros(0, np.bool_)),
    ],
)
def test_an_unfitted_extractor_raises(use):
    with pytest.raises(NotFittedError, match="call fit with sentences first"):
        use(TemplateExtractor(template_named("basic")))


def test_a_missing_column_is_reported():
    extractor = TemplateExtractor(template_named("chunking"))
    with pytest.raises(
        TemplateError, match="reads column 1, counted from 0, and the data has only 1"
    ):
        extractor.fit(ColumnTable.from_words([["a"]]))
    extractor.fit(ColumnTable.from_sentences([[("a", "X")]]))
    with pytest.raises(TemplateError, match="choose another template"):
        extractor.transform(ColumnTable.from_words([["a"]]))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_give_what_their_lines_say(name):
    sentences = [[("The", "DT"), ("U.S.", "NNP"), ("cat", "NN")], [("a", "DT")]]
    extractor = TemplateExtractor(template_named(name))
    dataset = extractor.fit(ColumnTable.from_sentences(sentences))
    expected = flat(extractor.template, sentences, edges=False)
    assert names_of(extractor, dataset, edges=False) == expected


def test_a_sentence_of_5000_tokens_and_a_word_of_a_megabyte():
    sentence = [f"w{t % 700}" for t in range(4999)] + ["x" * 1_000_000]
    extractor = TemplateExtractor(template_named("basic"))
    dataset = extractor.fit(ColumnTable.from_words([sentence]))
    assert dataset.n_tokens == 5000
    assert len(dataset.attributes) == 5000 * len(extractor.lines)


def test_several_threads_may_transform_at_the_same_time():
    rng = np.random.default_rng(2)
    strings = [f"w{k}" for k in range(5000)]
    offsets = offsets_of(np.full(200, 20, np.int64))
    tables = [
        ColumnTable((Column(rng.integers(0, 5000, 4000).astype(np.int32), strings),), offsets)
        for _ in range(4)
    ]
    extractor = TemplateExtractor(template_named("basic"))
    extractor.fit(tables[0])
    expected = [extractor.transform(table).attributes.tolist() for table in tables]
    header, arrays = extractor.state()
    again = TemplateExtractor.from_state(header, arrays)
    found: list[list[int]] = [[], [], [], []]

    def work(place: int) -> None:
        found[place] = again.transform(tables[place]).attributes.tolist()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_conll_2000_has_the_features_of_the_reference(corpora):
    raw = parse_columns(read_text(corpora / "conll2000/train.txt.gz"))
    fields = [sentence.fields for sentence in raw.sentences]
    extractor = TemplateExtractor(template_named("chunking"))
    dataset = extractor.fit(
        ColumnTable.from_sentences([[token[:2] for token in s] for s in fields])
    )
    label_ids: dict[str, int] = {}
    labels = [label_ids.setdefault(token[2], len(label_ids)) for s in fields for token in s]
    rows = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
    pairs = dataset.attributes.astype(np.int64) * len(label_ids) + np.array(labels)[rows]
    assert (dataset.n_sentences, dataset.n_tokens, len(label_ids)) == (8936, 211727, 22)
    assert len(np.unique(pairs)) + len(label_ids) ** 2 == 456_807
    names = names_of(extractor, dataset.select([0, 4000]), edges=False)
    assert names == flat(extractor.template, [list(fields[0]), list(fields[4000])], edges=False)
    assert len(set(extractor.attribute_names())) == extractor.n_attributes == 338_551


@settings(max_examples=30)
@given(sentences, sentences)
def test_ids_are_carried_over_to_another_extractor(one, another):
    extractors = []
    for some, text in ((one, EVERYTHING), (another, EVERYTHING.replace("U02:", "U2:"))):
        extractors.append(TemplateExtractor(parse_template(text)))
        extractors[-1].fit(ColumnTable.from_sentences(some))
    here, there = extractors
    for ids, names, others in zip(
        here.ids_in(there),
        (here.attribute_names(), here.edge_attribute_names()),
        (there.attribute_names(), there.edge_attribute_names()),
        strict=True,
    ):
        expected = [others.index(name) if name in others else -1 for name in names]
        assert ids.tolist() == expected


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("U0:%x[0,0]\nU1:%x[-1,0]\n", ["U0:a", "U0:b"]),
        ("U1:%lower[0,0]\nU2:%x[0,1]\n", []),
        ("U%x[0,0]\nU%x[-1,0]\n", []),
    ],
)
def test_the_attributes_that_are_the_word(template, names):
    extractor = TemplateExtractor(parse_template(template))
    extractor.fit(ColumnTable.from_sentences([[("a", "X"), ("b", "Y")]]))
    known = extractor.attribute_names()
    assert sorted(known[i] for i in extractor.key_attributes().tolist()) == names


@pytest.mark.parametrize(
    "text", ["U0:%x[0,0]/%x[1,0]\nU1:%x[-2,0]\nU2:no cell\nB\n", "U0:%x[0,0]\nB1:%x[-1,0]\n"]
)
def test_a_table_is_read_piece_by_piece_as_it_is_as_a_whole(text):
    words = [["a", "b", "c"], [], ["b"], ["c", "a", "x", "b"]]
    table = ColumnTable.from_words(words)
    extractor = TemplateExtractor(parse_template(text))
    extractor.fit(table)
    whole = extractor.transform(table)
    reading = extractor.reading(table)
    for first in range(5):
        for last in range(first, 5):
            piece, expected = reading.dataset(first, last), whole.select(np.arange(first, last))
            assert np.array_equal(piece.offsets, expected.offsets)
            assert np.array_equal(piece.indptr, expected.indptr)
            assert np.array_equal(piece.attributes, expected.attributes)
            assert np.array_equal(piece.edge_indptr, expected.edge_indptr)
            assert np.array_equal(piece.edge_attributes, expected.edge_attributes)

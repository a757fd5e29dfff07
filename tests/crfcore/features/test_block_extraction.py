import numpy as np
import pytest

from crfcore.errors import DataError
from crfcore.features.block_extraction import BlocksExtractor
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.reading import extractor_for, extractor_from_state

TABLE = ColumnTable.from_words([["a", "b"], ["a"]])
ITEMS = [[{"n": 2.0}, {}], [["p", "q"]]]
DENSE = np.array([[0.5, 0.0], [0.0, 0.0], [0.0, 1.0]])
TEMPLATE = "U:%x[0,0]\nB:%x[0,0]\n"


def fitted(*parts, template=TEMPLATE):
    extractor = extractor_for(Blocks(*parts), template)
    return extractor, extractor.fit(Blocks(*parts))


def named_rows(extractor, dataset):
    names = extractor.attribute_names()
    values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    pairs = list(zip([names[a] for a in dataset.attributes], values.tolist(), strict=True))
    return [
        pairs[start:end] for start, end in zip(dataset.indptr[:-1], dataset.indptr[1:], strict=True)
    ]


def test_a_token_has_the_attributes_of_all_blocks():
    extractor, dataset = fitted(TABLE, ITEMS, DENSE)
    assert named_rows(extractor, dataset) == [
        [("U:a", 1.0), ("n", 2.0), ("x3[0]", 0.5)],
        [("U:b", 1.0)],
        [("U:a", 1.0), ("p", 1.0), ("q", 1.0), ("x3[1]", 1.0)],
    ]
    assert dataset.offsets.tolist() == [0, 2, 3]
    assert extractor.edge_attribute_names() == ["B:b"]
    assert (dataset.edge_indptr.tolist(), dataset.n_edge_attributes) == ([0, 0, 1, 1], 1)
    assert not extractor.has_transitions
    assert extractor.key_attributes().tolist() == [0, 1]


def test_blocks_without_a_template_have_transitions_and_maybe_no_values():
    extractor, dataset = fitted(ITEMS[::-1], np.eye(3), template=None)
    assert extractor.has_transitions
    assert dataset.has_values
    _, dataset = fitted([[["u"]], [["v"], []]], np.eye(3), template=None)
    assert not dataset.has_values


def test_lists_are_columns_where_there_is_a_template():
    extractor, _ = fitted([[["a"], ["b"]], [["c"]]], np.eye(3), template="U:%x[0,0]\nB\n")
    assert extractor.attribute_names()[:3] == ["U:a", "U:b", "U:c"]


def test_known_attributes_of_other_sentences():
    extractor, _ = fitted(TABLE, DENSE)
    other = Blocks(ColumnTable.from_words([["b", "z"]]), np.array([[0.0, 2.0], [3.0, 0.0]]))
    dataset = extractor.transform(other)
    assert named_rows(extractor, dataset) == [[("U:b", 1.0), ("x2[1]", 2.0)], [("x2[0]", 3.0)]]
    assert dataset.edge_indptr.tolist() == [0, 0, 0]


def test_a_state_is_the_extractor():
    extractor, dataset = fitted(TABLE, ITEMS, DENSE)
    again = extractor_from_state(*extractor.state())
    assert named_rows(again, again.transform(Blocks(TABLE, ITEMS, DENSE))) == named_rows(
        extractor, dataset
    )
    header, arrays = extractor.state()
    header["parts"][0] = {"kind": "blocks", "parts": []}
    with pytest.raises(ValueError, match="do not hold blocks"):
        extractor_from_state(header, arrays)


def test_fewer_attributes():
    extractor, _ = fitted(TABLE, DENSE)
    keep = np.array([name != "U:a" for name in extractor.attribute_names()])
    smaller = extractor.compact(keep)
    assert smaller.attribute_names() == ["U:b", "x2[0]", "x2[1]"]
    assert smaller.n_edge_attributes == 1
    assert extractor.compact(keep, np.zeros(1, np.bool_)).n_edge_attributes == 0


def test_ids_are_carried_over_block_by_block():
    here, _ = fitted(TABLE, DENSE, ITEMS)
    there, _ = fitted(ColumnTable.from_words([["c", "b"]]), np.array([[0.0, 2.0]] * 2))
    ids, edges = here.ids_in(there)
    names = there.attribute_names()
    assert [None if i < 0 else names[i] for i in ids] == [
        {"U:b": "U:b", "x2[1]": "x2[1]"}.get(name) for name in here.attribute_names()
    ]
    assert edges.tolist() == [0]
    other_kinds, _ = fitted(ITEMS, DENSE)
    ids, edges = here.ids_in(other_kinds)
    assert (ids[0], edges.tolist()) == (-1, [-1])


def test_other_blocks_are_rejected():
    extractor, _ = fitted(TABLE, DENSE)
    with pytest.raises(DataError, match="trained on 2 blocks; give it Blocks"):
        extractor.transform(TABLE)
    with pytest.raises(DataError, match="There are 1 blocks, and this model was trained on 2"):
        extractor.transform(Blocks(TABLE))
    assert isinstance(extractor, BlocksExtractor)

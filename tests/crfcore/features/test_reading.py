import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.matrix import Matrix
from crfcore.features.matrix_extraction import MatrixExtractor
from crfcore.features.reading import extractor_for
from crfcore.features.template import parse_template

TABLE = ColumnTable.from_words([["a", "b"], ["a"]])
ITEMS = [[["u"], ["v"]], [["u"]]]


@pytest.mark.parametrize(
    ("sentences", "template", "kind"),
    [
        (TABLE, "U:%x[0,0]\n", TemplateExtractor),
        (ITEMS, parse_template("U:%x[0,0]\n"), TemplateExtractor),
        (ITEMS, None, AttributeExtractor),
        ([], None, AttributeExtractor),
        ([np.eye(2)], None, MatrixExtractor),
        (Matrix([np.eye(2)]), "U:%x[0,0]\n", MatrixExtractor),
    ],
)
def test_each_kind_of_sentences_has_its_extractor(sentences, template, kind):
    assert type(extractor_for(sentences, template)) is kind


def test_blocks_of_dicts_are_items_also_beside_a_template():
    blocks = Blocks(TABLE, [[{"n": 1}, {}], [{}]], ITEMS, np.eye(3))
    kinds = [type(part) for part in extractor_for(blocks, "U:%x[0,0]\n").parts]
    assert kinds == [TemplateExtractor, AttributeExtractor, TemplateExtractor, MatrixExtractor]


@pytest.mark.parametrize(
    ("learned", "template", "given", "words"),
    [
        (TABLE, None, TABLE, "needs a template"),
        (ITEMS, None, TABLE, "trained on attribute items; give it items, not a table"),
        (ITEMS, None, [np.eye(2)], "trained on attribute items; give it these, not matrices"),
        (TABLE, "U:%x[0,0]\n", Blocks(TABLE), "trained on columns; give it these"),
        (TABLE, "U:%x[0,0]\n", np.eye(2), "trained on columns; give it these"),
    ],
)
def test_another_kind_than_what_was_learned_is_rejected(learned, template, given, words):
    def learn_and_read():
        extractor = extractor_for(learned, template)
        extractor.fit(learned)
        extractor.transform(given)

    with pytest.raises(CrfError, match=words):
        learn_and_read()


def test_a_dataset_is_built_once_by_one_constructor_for_each_kind():
    datasets = [
        Dataset.from_columns(TABLE, "U:%x[0,0]\n"),
        Dataset.from_items(ITEMS),
        Dataset.from_matrix(np.eye(3), lengths=[2, 1], names=["a", "b", "c"]),
        Dataset.from_blocks(TABLE, ITEMS, np.eye(3), template="U:%x[0,0]\n"),
    ]
    for dataset in datasets:
        assert dataset.offsets.tolist() == [0, 2, 3]
        assert dataset.made_by.n_attributes == dataset.n_attributes
        assert dataset.select([1]).made_by is dataset.made_by
    assert datasets[2].made_by.attribute_names() == ["a", "b", "c"]


def test_rare_attributes_are_left_out_by_every_constructor():
    assert Dataset.from_columns(TABLE, "U:%x[0,0]\n", min_count=2).n_attributes == 1
    items = Dataset.from_items([[["u"], {"v": 2.0}], [["u", "w"]]], min_count=2)
    assert (items.n_attributes, items.indptr.tolist()) == (1, [0, 1, 1, 2])
    assert not items.has_values
    assert Dataset.from_matrix([np.array([[1, 1], [1, 0]])], min_count=2).n_attributes == 1
    assert Dataset.from_blocks(ITEMS, np.eye(3), min_count=2).n_attributes == 1

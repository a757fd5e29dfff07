import numpy as np
import pytest
import scipy.sparse

from crfcore.errors import DataError
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.matrix import Matrix

WORDS = ColumnTable.from_words([["a", "b"], ["c"]])


def test_bare_matrices_take_their_sentences_from_the_others():
    blocks = Blocks(np.eye(3), WORDS, scipy.sparse.eye_array(3), [[["u"], ["v"]], [["w"]]])
    assert blocks.offsets.tolist() == [0, 2, 3]
    first, _, third, _ = blocks.parts
    assert first.offsets.tolist() == [0, 2, 3]
    assert (first.name_of(0), third.name_of(0)) == ("x[0]", "x3[0]")


def test_blocks_of_blocks_are_blocks():
    named = Matrix(np.eye(3), lengths=[2, 1], prefix="v")
    blocks = Blocks(Blocks(WORDS, named), [np.eye(2), np.ones((1, 2))])
    assert len(blocks.parts) == 3
    assert Blocks(WORDS, Matrix(np.eye(3))).parts[1].name_of(2) == "x2[2]"
    assert [part.name_of(0) for part in blocks.parts[1:]] == ["v[0]", "x3[0]"]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ((), "at least one"),
        ((np.eye(2), np.eye(2)), "No block says where sentences end"),
        ((WORDS, np.eye(2)), "have 3 tokens together, and the matrix has 2 rows"),
        ((WORDS, [[["u"], ["v"]]]), "Block 2 has 1 sentence and the first one 2"),
        ((WORDS, [[["u"]], [["v"], ["w"]]]), "Sentence 1 has 1 token in block 2 and 2 in the"),
        ((WORDS, 7), "Block 2 is int"),
        ((WORDS, np.zeros(3)), "Block 2 is ndarray"),
    ],
)
def test_blocks_of_other_sentences_are_rejected(parts, words):
    with pytest.raises(DataError, match=words):
        Blocks(*parts)

"""Checks of the arguments `y` and `labels`."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.targets import Targets
from crfcore.training.given_labels import check_learnable, names_in_order


def test_more_labels_than_pairs_can_be_numbered_are_rejected():
    targets = Targets(np.zeros(1, np.int32), np.zeros((0, 50_000), np.uint8), 50_000)
    with pytest.raises(CrfError, match="50,000 labels; 46,340"):
        check_learnable(targets)


def test_names_are_in_order_of_appearance_whatever_else_is_given():
    y = [iter(["B", None, {"D", "C"}, "B"]), ["E", 3, ["x"]], (frozenset({"A", "B"}),), []]
    assert names_in_order(y) == ("B", "C", "D", "E", "A")


def test_names_are_plain_strings():
    names = names_in_order([np.array(["N", "V", "N"])])
    assert names == ("N", "V")
    assert {type(name) for name in names} == {str}


def test_an_empty_list_of_labels_is_told_from_one_that_lacks_a_label():
    with pytest.raises(CrfError, match=r"labels=\[\] has no label; name all labels, or leave it"):
        LinearChainCRF().fit([[{"a": 1.0}]], [["x"]], labels=[])

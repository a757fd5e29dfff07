"""Models as named arrays; whole files are tested in test_model_file and test_files."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.training.model_arrays import model_from_arrays


def test_a_kind_that_nobody_knows_is_rejected():
    arrays = {
        "weights": np.zeros(0),
        "state_indptr": np.zeros(1, np.int64),
        "state_labels": np.zeros(0, np.int32),
        "transition_pairs": np.zeros(0, np.int32),
        "edge_indptr": np.zeros(1, np.int64),
        "edge_pairs": np.zeros(0, np.int32),
    }
    with pytest.raises(ValueError, match="'tree' is unknown"):
        model_from_arrays("tree", arrays, 2, 0, 0)

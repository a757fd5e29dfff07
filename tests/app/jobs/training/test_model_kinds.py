"""Models of tokens and of segments."""

from __future__ import annotations

from app.jobs.kernels import kernels_of
from app.jobs.training.model_kinds import is_of_segments, token_model
from crfcore import ColumnTable, LinearChainCRF, SemiMarkovCRF

WORDS = [["in", "New", "York"], ["Rome", "again"]]
TAGS = [["O", "B-L", "I-L"], ["B-L", "O"]]
TABLE = ColumnTable.from_words(WORDS)


def test_a_model_of_segments_has_one_of_tokens():
    semi = SemiMarkovCRF(template="U0:%x[0,0]\n").fit(TABLE, TAGS)
    semi.metadata_ = {"scheme": "iob2"}
    chain = LinearChainCRF(template="U0:%x[0,0]\n").fit(TABLE, TAGS)
    assert is_of_segments(semi)
    assert not is_of_segments(chain)
    assert token_model(chain) is chain
    tokens = token_model(semi.with_temperature(2.0).with_label_bias({"O": -1.0}))
    assert isinstance(tokens, LinearChainCRF)
    assert tokens.state_features_ == semi.state_features_
    assert (tokens.temperature_, tokens.label_bias_) == (2.0, {"O": -1.0})
    assert tokens.metadata_ == {"scheme": "iob2"}


def test_models_of_segments_need_their_kernels():
    semi = SemiMarkovCRF(template="U0:%x[0,0]\n").fit(TABLE, TAGS)
    assert kernels_of(semi) == ("labelling", "segments")
    assert kernels_of(token_model(semi)) == ("labelling",)

"""Figures of a training, kept and averaged."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from app.lab.reproduce.outcome import Outcome, mean

NUMBERS = st.floats(-1e6, 1e6)
OUTCOMES = st.builds(
    Outcome,
    st.dictionaries(st.sampled_from("abc"), NUMBERS, min_size=1),
    st.none() | NUMBERS,
    st.none() | NUMBERS,
    NUMBERS,
)


@given(OUTCOMES)
def test_what_a_file_keeps_is_the_same(outcome: Outcome) -> None:
    assert Outcome.from_json(json.loads(json.dumps(outcome.as_json()))) == outcome


def test_means_are_of_what_all_have() -> None:
    found = mean([Outcome({"f1": 0.5, "oov": 1.0}, 1.0, 3), Outcome({"f1": 1.0}, 2.0, None)])
    assert found == Outcome({"f1": 0.75}, 1.5, None)

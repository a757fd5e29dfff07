from __future__ import annotations

import pytest

from app.edits.spans import no_label
from tests.sessions import proposed


def test_the_lowest_marginal_and_the_doubts_are_those_of_open_tokens(session) -> None:
    session.propose(proposed(session, [2], ["O", "O"], chance=0.3))
    assert session.proposals.doubts[2] == pytest.approx(1.4)
    session.apply(no_label(session.project, 2, 0, 0))
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.doubts[2] == pytest.approx(0.7)
    session.apply(no_label(session.project, 2, 1, 1))
    assert session.proposals.lowest[2] == 2.0
    assert session.proposals.doubts[2] == 0.0
    session.undo()
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.doubts[2] == pytest.approx(0.7)

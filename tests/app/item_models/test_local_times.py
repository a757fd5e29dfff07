"""Tests of showing the times of a project file, also those out of range."""

import pytest

from app.item_models.local_times import moment_of, when_words


@pytest.mark.parametrize(
    "made_at", ["", "soon", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_a_time_that_cannot_be_shown_is_the_beginning_of_time(made_at):
    assert moment_of(made_at).timestamp() == 0
    assert "1970" in when_words(made_at) or "1969" in when_words(made_at)

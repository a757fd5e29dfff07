"""Tests of shares that labelled words change."""

from __future__ import annotations

import pytest

from app.jobs.gazetteers.labelled_words import contradict, with_labelled


@pytest.mark.parametrize(("n_with", "n"), [(0, 0), (300, 300), (498, 500), (97, 100)])
def test_an_expected_share_counts_as_many_labelled_words(n_with, n):
    assert not contradict(0.98, n_with, n)
    assert with_labelled(0.98, n_with, n) == pytest.approx((98 + n_with) / (100 + n))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_may_be_that_of_words_that_are_all_listed(share):
    assert with_labelled(share, 0, 0) == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize(("n_with", "n"), [(5, 45), (180, 300), (0, 20), (10_000, 40_000)])
def test_labels_that_contradict_an_expected_share_replace_it(n_with, n):
    assert contradict(0.98, n_with, n)
    assert with_labelled(0.98, n_with, n) == pytest.approx((1 + n_with) / (2 + n), rel=1e-12)


def test_a_list_whose_words_all_have_the_label_is_trusted_more_with_each():
    shares = [with_labelled(0.8, n, n) for n in range(0, 60, 5)]
    assert shares == sorted(shares)
    assert shares[-1] > 0.95

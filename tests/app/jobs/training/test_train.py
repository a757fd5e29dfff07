"""The attributes of a project's sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.jobs.data import snapshot as snapshots
from app.jobs.data.snapshot import snapshot
from app.jobs.training.train import extract
from tests.local_text import named_project


def test_most_of_a_text_that_is_only_learned_from_gets_no_attributes(monkeypatch):
    project = named_project(40)
    data = replace(snapshot(project), only_learned=(2,))
    every = extract(data).dataset
    monkeypatch.setattr(snapshots, "MOST_LEARNED_TOKENS", 12)
    few = extract(data)
    offsets = project.corpus.offsets
    learned_tokens = offsets[20:] - offsets[20]
    n_kept = 20 + int(np.searchsorted(learned_tokens, 12, side="right")) - 1
    lengths = np.diff(few.dataset.select(np.arange(40)).offsets)
    assert lengths[:n_kept].tolist() == np.diff(offsets)[:n_kept].tolist()
    assert not lengths[n_kept:].any()
    assert 20 < n_kept < 40
    own, same = (one.select([3, 1]) for one in (every, few.dataset))
    assert own.offsets.tolist() == same.offsets.tolist()
    assert few.suits(data, None)
    assert not few.suits(replace(data, only_learned=()), None)
    gone = replace(data, shown=(1,))
    assert not few.suits(gone, None)
    assert gone.without_attributes().tolist() == [False] * 20 + [True] * 20

"""Tests of progress and cancellation while a file is read."""

from __future__ import annotations

import pytest

from app.jobs.importing.documents import STEPS, prepare
from app.jobs.progress import JobCancelledError

TEXTS = {
    "log": "Anna lives in Ulm.\nIt rains there, and she works. So be it.\n" * 4000,
    "txt": "Zoë lebt in Köln.\nEs regnet dort, und sie arbeitet.\n" * 4000,
    "conll": ("Anna B-PER\nlives O\n. O\n\n") * 4000,
    "jsonl": '{"text": "Anna lives in Ulm.", "label": [[0, 4, "PER"]]}\n' * 4000,
}


@pytest.mark.parametrize("suffix", TEXTS)
def test_reading_tells_how_far_it_is(suffix, tmp_path):
    path = tmp_path / f"a.{suffix}"
    path.write_text(TEXTS[suffix], encoding="utf-8")
    received = []
    prepare(path, monitor=lambda done, total: received.append((done, total)))
    assert {total for _, total in received} == {STEPS}
    done = [one for one, _ in received]
    assert done == sorted(done)
    tenths = {10 * one // STEPS for one in done}
    assert len(tenths) >= 6, "nobody takes it for stuck"
    calls = []

    def stop(*_):
        calls.append(1)
        return len(calls) > len(received) // 2

    with pytest.raises(JobCancelledError):
        prepare(path, monitor=stop)

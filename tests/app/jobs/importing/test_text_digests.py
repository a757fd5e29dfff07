"""Tests of the digests of texts."""

from __future__ import annotations

import numpy as np
import pytest

from app.jobs.importing.text_digests import (
    CHARACTERS_AT_ONCE,
    digest_as_read,
    digest_of,
    digests_of_documents,
)
from app.jobs.progress import JobCancelledError


def test_white_space_and_parts_do_not_count():
    digest = digest_of(["Oslo is", "far."])
    assert digest_of(["Oslo\u00a0", "isfar", "\n."]) == digest
    assert digest_of(["Oslo is", "near."]) != digest
    assert digest_as_read("\ufeffOslo is\r\n far.\n") == digest


def test_a_large_text_has_the_digest_of_its_parts():
    words = [f"w{number}" for number in range(CHARACTERS_AT_ONCE // 4)]
    assert len(" ".join(words)) > CHARACTERS_AT_ONCE
    assert digest_as_read(" ".join(words)) == digest_of(words)


def test_a_half_of_a_character_has_a_digest_too():
    assert digest_of(["\ud800"]) != digest_of(["\udc00"])


def test_documents_have_the_digests_of_their_sentences():
    documents, texts = np.array([3, 4, 3, 5], np.int32), ["A b.", "C.", "D.", "E."]
    found = digests_of_documents(documents, texts, {3, 5, 6})
    assert found == {3: digest_of(["Ab.D."]), 5: digest_of(["E."]), 6: digest_of([])}
    with pytest.raises(JobCancelledError):
        digests_of_documents(documents, texts, {3}, lambda *_: True)

"""Tests of the messages for files that cannot be read."""

import pytest

from crfcore.text.unreadable import packed_too_well, too_large


@pytest.mark.parametrize(
    ("text", "english", "other"),
    [
        (too_large(1 << 30), "holds more than 1,024 MiB", "holds more than 1.024 MiB"),
        (packed_too_well(3 << 30, 5), "More than 3,072 MiB", "More than 3.072 MiB"),
        (packed_too_well(3 << 30, 5), "the first 1 KiB", "the first 1 KiB"),
    ],
)
def test_sizes_have_the_separators_of_the_language(text, english, other):
    assert english in text
    assert other in text.worded(
        lambda template, _: template, lambda number: number.replace(",", ".")
    )

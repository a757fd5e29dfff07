import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crfcore.features.string_arrays import pack_strings, unpack_strings


@given(st.lists(st.text(st.characters())))
def test_strings_come_back(strings):
    data, offsets = pack_strings(strings)
    assert (data.dtype, offsets.dtype, len(offsets)) == (np.uint8, np.int64, len(strings) + 1)
    assert unpack_strings(data, offsets) == strings


def test_lone_surrogates_come_back():
    assert unpack_strings(*pack_strings(["a\udc80", ""])) == ["a\udc80", ""]

from __future__ import annotations

import errno
import hashlib
import json
import os
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore import model_file
from crfcore.crf import LinearChainCRF
from crfcore.errors import ModelFileError

CONTENT = {"labels": ["O", "B-Ä", "\ud800"], "n": 3, "nested": {"x": None}}
ARRAYS = {
    "weights": np.linspace(-1.0, 1.0, 37),
    "ids": np.arange(12, dtype=np.int32).reshape(3, 4),
    "empty": np.zeros((0, 5), np.int64),
    "mask": np.array([1, 0, 1], np.uint8),
    "small": np.arange(5, dtype=np.uint16),
    "bool": np.array([True, False]),
    "single": np.float32([0.5]),
}


def assert_same(content, arrays):
    assert content == CONTENT
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)


@pytest.mark.parametrize("mapped", [False, True])
def test_what_is_written_is_read(tmp_path, mapped):
    path = tmp_path / "model.crf"
    model_file.write(path, CONTENT, ARRAYS)
    content, arrays = model_file.read(path, mapped=mapped)
    assert_same(content, arrays)
    # Kernels are compiled for arrays that may be written to; the file must not change by that.
    arrays["weights"][0] = 9.0
    assert_same(*model_file.read(path))
    assert list(tmp_path.iterdir()) == [path]


def test_arrays_are_aligned_for_mapping():
    data = model_file.dump(CONTENT, ARRAYS)
    _, arrays = model_file.parse(bytearray(data))
    base = arrays["weights"].__array_interface__["data"][0]
    for array in arrays.values():
        if array.size:
            assert (array.__array_interface__["data"][0] - base) % 64 == 0


def test_equal_models_are_equal_files():
    assert model_file.dump(CONTENT, ARRAYS) == model_file.dump(CONTENT, ARRAYS)


@settings(max_examples=60, deadline=None)
@given(fraction=st.floats(0.0, 1.0, exclude_max=True))
def test_every_truncation_is_rejected(fraction):
    data = model_file.dump(CONTENT, ARRAYS)
    with pytest.raises(ModelFileError, match=r"^m\.crf: .*(cut short|empty)"):
        model_file.parse(data[: int(len(data) * fraction)], name="m.crf")


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, 10**9), bit=st.integers(0, 7))
def test_every_flipped_bit_is_rejected(place, bit):
    data = bytearray(model_file.dump(CONTENT, ARRAYS))
    data[place % len(data)] ^= 1 << bit
    # Bytes 12 to 15 are reserved and say nothing.
    if 12 <= place % len(data) < 16:
        assert_same(*model_file.parse(data))
        return
    with pytest.raises(ModelFileError, match=r"^m\.crf: .+\.$"):
        model_file.parse(data, name="m.crf")


def test_something_after_the_end_is_rejected():
    with pytest.raises(ModelFileError, match="altered"):
        model_file.parse(model_file.dump(CONTENT, ARRAYS) + b"\0")


def test_a_newer_format_is_rejected():
    data = bytearray(model_file.dump(CONTENT, ARRAYS))
    data[8] = model_file.VERSION + 1
    with pytest.raises(ModelFileError, match=r"format 2.*update the program"):
        model_file.parse(data)


@pytest.mark.parametrize("data", [b"lCRF\0\0\0\0" * 20, b"The\tDT\tB-NP\n", b"PK\x03\x04"])
def test_foreign_files_are_rejected(tmp_path, data):
    path = tmp_path / "foreign"
    path.write_bytes(data)
    with pytest.raises(
        ModelFileError,
        match="not a model of crfcore; choose a file that crfcore or",
    ):
        LinearChainCRF.load(path)


@pytest.mark.parametrize("mapped", [False, True])
def test_an_empty_file_is_rejected(tmp_path, mapped):
    path = tmp_path / "empty.crf"
    path.touch()
    with pytest.raises(ModelFileError, match="is empty"):
        model_file.read(path, mapped=mapped)


@pytest.mark.parametrize("start", [b"", b"The\tDT\tB-NP\n", model_file.dump(CONTENT, ARRAYS)])
@pytest.mark.parametrize("mapped", [False, True])
def test_a_file_that_is_none_by_its_start_is_not_read_further(tmp_path, monkeypatch, start, mapped):
    path = tmp_path / "long"
    path.write_bytes(start)
    os.truncate(path, 1 << 32)
    monkeypatch.setattr(model_file, "_mapped", None)
    monkeypatch.setattr(model_file, "_copied", None)
    expected = "altered" if start.startswith(model_file.MAGIC) else "not a model of crfcore"
    with pytest.raises(ModelFileError, match=expected):
        model_file.read(path, mapped=mapped)


def test_a_file_cut_after_its_start_was_read_is_rejected(tmp_path, monkeypatch):
    path = tmp_path / "model.crf"
    model_file.write(path, CONTENT, ARRAYS)
    copied = model_file._copied

    def cut(file, size):
        os.truncate(path, 200)
        return copied(file, size)

    monkeypatch.setattr(model_file, "_copied", cut)
    with pytest.raises(ModelFileError, match="cut short: 200 of"):
        model_file.read(path)


def test_the_start_is_read_again_with_the_rest(tmp_path, monkeypatch):
    path = tmp_path / "model.crf"
    model_file.write(path, CONTENT, ARRAYS)
    copied = model_file._copied

    def overwritten(file, size):
        with path.open("r+b") as other:
            other.write(b"text")
        return copied(file, size)

    monkeypatch.setattr(model_file, "_copied", overwritten)
    with pytest.raises(ModelFileError, match="not a model of crfcore"):
        model_file.read(path)


def test_a_missing_file_and_a_folder_are_rejected(tmp_path):
    for path in (tmp_path / "missing.crf", tmp_path):
        with pytest.raises(ModelFileError, match=r"no such file|a folder"):
            model_file.read(path)


def with_header(header):
    """Return a file whose checksum fits and whose header says something else."""
    text = json.dumps(header).encode()
    data = bytearray(model_file.dump({}, {"x": np.zeros(2)}))
    end = 64 + len(text)
    data += bytes(max(0, end - len(data)))
    data[64:end] = text
    struct.pack_into("<Q", data, 16, len(data))
    struct.pack_into("<Q", data, 56, len(text))
    data[24:56] = hashlib.sha256(data[56:]).digest()
    return data


@pytest.mark.parametrize(
    "header",
    [
        [],
        {},
        {"arrays": {}},
        {"content": 1, "arrays": {"x": ["object", [1], 0]}},
        {"content": 1, "arrays": {"x": ["float64", [9], 0]}},
        {"content": 1, "arrays": {"x": ["float64", [-1], 0]}},
        {"content": 1, "arrays": {"x": ["float64", [1], -64]}},
        {"content": 1, "arrays": {"x": [1]}},
        {"content": 1, "arrays": {"x": ["float64", [1], 4]}},
        {"content": 1, "arrays": {"x": ["float64", [True], 0]}},
        {"content": 1, "arrays": {"x": ["float64", [2**32, 2**32], 0]}},
        # Their product would take all memory, or any time.
        {"content": 1, "arrays": {"x": ["float64", ["a", 10**15], 0]}},
        {"content": 1, "arrays": {"x": ["float64", "ab", 0]}},
        {"content": 1, "arrays": {"x": ["float64", [1] * 9, 0]}},
    ],
)
def test_a_header_that_lies_is_not_believed(header):
    with pytest.raises(ModelFileError, match="cannot be understood"):
        model_file.parse(with_header(header))


def full_disk(*arguments):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "model.crf"
    path.write_bytes(b"the old one")
    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(ModelFileError, match=r"No space left on device\); nothing was written"):
        model_file.write(path, CONTENT, ARRAYS)
    assert path.read_bytes() == b"the old one"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model_file.write(tmp_path / "model.crf", CONTENT, ARRAYS)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(ModelFileError, match="could not be saved"):
        model_file.write(file / "model.crf", CONTENT, ARRAYS)

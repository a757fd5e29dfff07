"""Binary model files of CRFsuite, with weights in full precision.

All numbers are little-endian. The file begins with "lCRF", its size, "FOMC", a version, numbers of
features, labels and attributes, and the offsets of their chunks. A feature is its kind (0:
attribute and label, 1: label and next label), the ids of its two sides, and a double. Labels and
attributes are constant databases: "CQDB", size, flag, byte order, and the number and offset of
pointers to the records by id; a record is id, length and a NUL-terminated string.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import ModelFileError, fault_in, shown
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.messages import message
from crfcore.model_import.content import decoded
from crfcore.model_import.weights import GroupedWeights, chain_of
from crfcore.text.label_names import fault_of_model_labels
from crfcore.training.given_labels import MAX_LABELS

MAGIC = b"lCRF"

_HEADER = struct.Struct("<4sI4s9I")
_FEATURES = struct.Struct("<4sII")
_DATABASE = struct.Struct("<4s5I")
_RECORD = struct.Struct("<iI")
_FEATURE = np.dtype([("kind", "<u4"), ("source", "<u4"), ("target", "<u4"), ("weight", "<f8")])


def read_model(data: bytes, name: str) -> FittedChain:
    """Read a model of CRFsuite.

    Parameters
    ----------
    data : bytes
    name : str
        The file's path, for errors.

    Raises
    ------
    ModelFileError
        The file is truncated or visibly damaged: it has no checksum.
    """
    try:
        labels, attributes, features = _parts(data)
    except (struct.error, _DamagedError) as error:
        raise ModelFileError(
            message(
                "{name}: this model of CRFsuite is cut short or damaged ({fault}); use a copy, "
                "or train it again.",
                name=name,
                fault=fault_in(error),
            )
        ) from error
    between, states = features[features["kind"] == 1], features[features["kind"] == 0]
    pairs = between["source"].astype(np.int64) * len(labels) + between["target"]
    return chain_of(
        tuple(labels),
        AttributeExtractor.of_names(attributes),
        GroupedWeights(
            states["source"].astype(np.int64), states["target"].astype(np.int64), states["weight"]
        ),
        GroupedWeights(np.zeros(len(pairs), np.int64), pairs, between["weight"]),
        GroupedWeights.none(),
    )


class _DamagedError(ValueError):
    """An inconsistency; part of a sentence."""


def _parts(data: bytes) -> tuple[list[str], list[str], NDArray[Any]]:
    """Return labels, attributes and features."""
    _, size, kind, version, _, n_labels, n_attributes, *positions = _HEADER.unpack_from(data)
    if size != len(data):
        raise _DamagedError(
            message("{n_data:,} of {size:,} bytes are there", n_data=len(data), size=size)
        )
    if kind != b"FOMC" or version != 100:
        reason = message(
            "it is of the kind {kind}, version {version}, and FOMC 100 was expected",
            kind=shown(kind),
            version=version,
        )
        raise _DamagedError(reason)
    if not 0 < n_labels <= MAX_LABELS:
        raise _DamagedError(message("it has {n_labels:,} labels", n_labels=n_labels))
    labels = _strings(data, positions[1], n_labels)
    fault = fault_of_model_labels(labels)
    if fault:
        raise _DamagedError(fault)
    attributes = _strings(data, positions[2], n_attributes)
    return labels, attributes, _features(data, positions[0], n_labels, n_attributes)


def _features(data: bytes, position: int, n_labels: int, n_attributes: int) -> NDArray[Any]:
    mark, _, n_features = _FEATURES.unpack_from(data, position)
    start = position + _FEATURES.size
    if mark != b"FEAT" or start + n_features * _FEATURE.itemsize > len(data):
        raise _DamagedError(message("its features are not where they should be"))
    features = np.frombuffer(data, _FEATURE, n_features, start)
    n_sources = np.where(features["kind"] == 0, n_attributes, n_labels)
    right = (features["source"] < n_sources) & (features["target"] < n_labels)
    if not np.all(right & (features["kind"] < 2) & np.isfinite(features["weight"])):
        raise _DamagedError(
            message("a feature names something that is not there, or has no finite weight")
        )
    return features


def _strings(data: bytes, position: int, n_strings: int) -> list[str]:
    mark, _, _, _, n_pointers, pointers = _DATABASE.unpack_from(data, position)
    start = position + pointers
    fits = mark == b"CQDB" and n_pointers == n_strings and start + 4 * n_pointers <= len(data)
    if not fits:
        raise _DamagedError(message("a list of names is not where it should be"))
    strings: dict[str, None] = {}
    for number, offset in enumerate(np.frombuffer(data, "<u4", n_pointers, start).tolist()):
        own_number, length = _RECORD.unpack_from(data, position + offset)
        first = position + offset + _RECORD.size
        text = data[first : first + length]
        if own_number != number or not text.endswith(b"\0") or len(text) < length:
            raise _DamagedError(message("name {number} is not where it should be", number=number))
        strings[decoded(text[:-1])] = None
    if len(strings) < n_strings:
        raise _DamagedError(message("two names are the same"))
    return list(strings)

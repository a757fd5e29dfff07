"""The segments of a model's labels: scheme, types, and what training data must satisfy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.semi_markov import SegmentForms, segment_lattice
from crfcore.inference.semi_markov_kernels import longest_known
from crfcore.messages import message
from crfcore.text.tag_schemes import OUTSIDE, Span, encode, split_tag
from crfcore.training.objectives.shares_plan import Useful

SEGMENT_SCHEMES = ("iob2", "ioe2", "bioes", "bilou")
"""Schemes in which the tags of a span do not depend on its neighbours."""

CANDIDATES_AT_ONCE = 2**19
"""Entries of arrays of candidates per batch."""

ANY_LENGTH = 2**31 - 1


def scheme_of(scheme: str | None, labels: Sequence[str]) -> str:
    """Return the scheme of labels.

    Parameters
    ----------
    scheme : str, optional
        One of `SEGMENT_SCHEMES`; by default by the prefixes of the labels.
    labels : sequence of str

    Raises
    ------
    CrfError
        There is another scheme, or a label has none of its prefixes.
    """
    if scheme is not None and scheme not in SEGMENT_SCHEMES:
        reason = " (there, a tag depends on its neighbour)" if scheme == "iob1" else ""
        raise CrfError(
            f"scheme={shown(scheme)} is not possible{reason}; use one of "
            f"{', '.join(SEGMENT_SCHEMES)}, or None."
        )
    prefixes = {label: split_tag(label)[0] for label in labels}
    found = set(prefixes.values())
    if scheme is None:
        scheme = "iob2"
        if found & {"U", "L"}:
            scheme = "bilou"
        elif "S" in found or {"B", "E"} <= found:
            scheme = "bioes"
        elif "E" in found:
            scheme = "ioe2"
    possible = {OUTSIDE, *(tag[0] for tag in _tags_of("X", scheme))}
    for label, prefix in prefixes.items():
        if prefix not in possible:
            raise CrfError(
                message(
                    "The label {label} is no tag of the scheme {scheme}; segments need tags such "
                    "as {tag} and {outside}; LinearChainCRF takes any label.",
                    label=shown(label),
                    scheme=scheme,
                    tag=_tags_of("X", scheme)[1],
                    outside=OUTSIDE,
                )
            )
    return scheme


def _tags_of(name: str, scheme: str) -> tuple[str, str, str, str]:
    """Return the tags of a type: of one token; of the first, a middle and the last of several."""
    (single,) = encode([Span(0, 1, name)], 1, scheme)
    first, middle, last = encode([Span(0, 3, name)], 3, scheme)
    return single, first, middle, last


def types_of(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the types of labels, in their order."""
    return tuple(dict.fromkeys(name for name in (split_tag(label)[1] for label in labels) if name))


def forms_of(labels: Sequence[str], scheme: str, longest: int) -> SegmentForms:
    """Return the tags of the types of a model's labels."""
    numbers = {label: number for number, label in enumerate(labels)}
    tags = [[numbers.get(tag, -1) for tag in _tags_of(name, scheme)] for name in types_of(labels)]
    table = np.array(tags, dtype=np.int32).reshape(-1, 4)
    return SegmentForms(table, numbers.get(OUTSIDE, -1), longest)


def longest_in(useful: Useful, forms: SegmentForms) -> int:
    """Return how many tokens segments need to have for the known labels of sentences."""
    numbers = useful.targets.label_sets
    n_labels = useful.targets.n_labels
    types = np.full(n_labels + 1, -1, dtype=np.int32)
    begins, ends = np.zeros((2, n_labels + 1), dtype=np.int32)
    for number, tags in enumerate(forms.tags.tolist()):
        types[[tag for tag in tags if tag >= 0]] = number
    begins[forms.firsts] = 1
    ends[forms.lasts] = 1
    known = np.minimum(numbers, n_labels)
    return int(longest_known(useful.dataset.offsets, types[known], begins[known], ends[known]))


def longest_allowed(allowed: MaskArray, offsets: OffsetArray, forms: SegmentForms) -> int:
    """Return how many tokens segments need to have where tokens may only be of one type.

    Parameters
    ----------
    allowed : (T, L) array of 0 and 1
    offsets : (N + 1,) array
    forms : SegmentForms
    """
    n_labels = allowed.shape[1]
    of_tags, begins, ends = np.full(n_labels, -1), np.zeros(n_labels), np.zeros(n_labels)
    for number, tags in enumerate(forms.tags.tolist()):
        of_tags[[tag for tag in tags if tag >= 0]] = number
    begins[forms.firsts] = 1
    ends[forms.lasts] = 1
    is_out = allowed == 0
    least = np.where(is_out, forms.n_types, of_tags).min(axis=1)
    most = np.where(is_out, -1, of_tags).max(axis=1)
    types = np.where(least == most, least, -1).astype(np.int32)
    may_only_begin = np.where(is_out, 1, begins).min(axis=1).astype(np.int32)
    may_only_end = np.where(is_out, 1, ends).min(axis=1).astype(np.int32)
    return int(longest_known(offsets, types, may_only_begin, may_only_end))


def checked_forms(
    labels: Sequence[str], scheme: str, longest: int | None, useful: Useful
) -> SegmentForms:
    """Return the tags of segments after a check that all sentences have a segmentation.

    Parameters
    ----------
    labels : sequence of str
    scheme : str
    longest : int, optional
        The greatest number of tokens of a segment; by default that of the longest known span.
    useful : Useful
        The labelled sentences; errors name their places among all.

    Raises
    ------
    DataError
        Names the sentence, and the token or the span.
    """
    anything = forms_of(labels, scheme, ANY_LENGTH)
    offsets, targets = useful.dataset.offsets, useful.targets
    check_types(anything, scheme)
    lengths, _, bad = anything.segments(offsets, targets.label_sets, targets.n_labels)
    if bad >= 0:
        sentence, token = _place(useful, bad)
        raise DataError(
            message(
                "Sentence {sentence}, token {token}: the tag {tag} is not where the scheme "
                "{scheme} allows it; correct it, or write all tags in the scheme {scheme}.",
                sentence=sentence + 1,
                token=token + 1,
                tag=shown(labels[int(targets.label_sets[bad])]),
                scheme=scheme,
            )
        )
    if longest is None:
        return forms_of(labels, scheme, longest_in(useful, anything))
    too_long = np.flatnonzero(lengths > longest)
    if len(too_long):
        sentence, token = _place(useful, int(too_long[0]))
        raise DataError(
            message(
                "Sentence {sentence}: the span from token {token} on has {n_tokens} tokens, and "
                "longest={longest}; a model of such segments gives it no probability: raise "
                "longest, or leave it out.",
                sentence=sentence + 1,
                token=token + 1,
                n_tokens=lengths[too_long[0]],
                longest=longest,
            )
        )
    return forms_of(labels, scheme, longest)


def check_types(forms: SegmentForms, scheme: str) -> None:
    """Raise CrfError if no label is a tag of a span in a scheme."""
    if not forms.n_types:
        raise CrfError(
            message(
                "No label is a tag of a span, such as {tag}; without one use LinearChainCRF.",
                tag=_tags_of("X", scheme)[1],
            )
        )


def _place(useful: Useful, token: int) -> tuple[int, int]:
    """Return the sentence, among all given ones, and the position of a token."""
    offsets = useful.dataset.offsets
    sentence = int(np.searchsorted(offsets, token, side="right")) - 1
    return int(useful.order[sentence]), token - int(offsets[sentence])


def check_segmentations(
    forms: SegmentForms, useful: Useful, transitions: FloatArray, *, lenient: bool = False
) -> list[int]:
    """Return the sentences whose labels agree with no segmentation, by their places among all.

    Parameters
    ----------
    forms : SegmentForms
    useful : Useful
    transitions : (L, L) array
        −inf where they are forbidden.
    lenient : bool
        Otherwise there must be none.

    Raises
    ------
    DataError
        Names the first one.
    CrfError
        A sentence has too many candidates.
    """
    offsets, targets = useful.dataset.offsets, useful.targets
    allowed_by_set = targets.allowed_by_set()
    runs = sentence_runs(offsets, max(CANDIDATES_AT_ONCE // (forms.longest * forms.width), 1))
    impossible: list[int] = []
    for first, last in runs:
        tokens = slice(int(offsets[first]), int(offsets[last]))
        n_tokens = tokens.stop - tokens.start
        forms.check_size(n_tokens)
        lattice = segment_lattice(
            np.zeros((n_tokens, targets.n_labels)),
            transitions,
            offsets[first : last + 1] - tokens.start,
            allowed_by_set[targets.label_sets[tokens]],
            np.zeros((1, forms.width)),
            forms,
            np.zeros(n_tokens * forms.longest, np.int32),
        )
        if lenient:
            nothing = np.flatnonzero(lattice.log_z(or_nothing=True) == -np.inf)
            impossible += useful.order[first + nothing].tolist()
            continue
        try:
            lattice.log_z()
        except NoLabellingError as error:
            sentence = int(useful.order[first + error.sentence])
            raise DataError(
                message(
                    "Sentence {sentence}: no segmentation agrees with the known labels around "
                    "token {token}, with segments of up to {longest} tokens; correct them, raise "
                    "longest, or allow more transitions.",
                    sentence=sentence + 1,
                    token=error.token + 1,
                    longest=forms.longest,
                )
            ) from None
    return sorted(impossible)


def possible_sentences(
    labels: Sequence[str],
    scheme: str,
    offsets: OffsetArray,
    allowed: MaskArray,
    longest: int | None = None,
) -> NDArray[np.bool_]:
    """Return which sentences have a segmentation of allowed labels, (N,).

    Parameters
    ----------
    labels : sequence of str
    scheme : str
        One of `SEGMENT_SCHEMES`.
    offsets : (N + 1,) array
    allowed : (T, L) array of 0 and 1
    longest : int, optional
        The greatest number of tokens of a segment; any if not given.
    """
    n_labels = len(labels)
    longest = min(longest or ANY_LENGTH, max(int(np.diff(offsets).max(initial=1)), 1))
    forms = forms_of(labels, scheme, longest)
    possible = np.zeros(len(offsets) - 1, np.bool_)
    for first, last in sentence_runs(
        offsets, max(CANDIDATES_AT_ONCE // max(longest * forms.width, 1), 1)
    ):
        tokens = slice(int(offsets[first]), int(offsets[last]))
        n_tokens = tokens.stop - tokens.start
        lattice = segment_lattice(
            np.zeros((n_tokens, n_labels)),
            np.zeros((n_labels, n_labels)),
            offsets[first : last + 1] - tokens.start,
            allowed[tokens],
            np.zeros((1, forms.width)),
            forms,
            np.zeros(n_tokens * longest, np.int32),
        )
        possible[first:last] = lattice.log_z(or_nothing=True) > -np.inf
    return possible


def type_numbers(types: Sequence[str], earlier: Sequence[str]) -> IdArray:
    """Return the number among earlier types of each type, −1 for new ones."""
    numbers = {name: number for number, name in enumerate(earlier)}
    return np.array([numbers.get(name, -1) for name in types], dtype=np.int32)

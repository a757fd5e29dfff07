"""Ties: tokens of one form in one document, whose labels are probably of one type.

A *type* is what follows the prefix of a tag (PER of B-PER and I-PER); "O" is a type of its own, and
so is a label without prefix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray, counts_before
from crfcore.errors import CrfError, shown
from crfcore.features.column_table import Column
from crfcore.features.segments import offsets_of
from crfcore.features.word_cases import CASES, WordCases
from crfcore.features.word_contexts import distinct_values, renumbered
from crfcore.messages import counted
from crfcore.text.tag_schemes import OUTSIDE, split_tag

RULES = ("names", "model", "form")
"""Which tokens are tied; see `tied_tokens`."""

COMMON_FORMS = 200
"""Number of the most frequent forms that the rule "model" leaves out."""

LEAST_PROBABILITY = 0.1
"""Probability of any label but "O" that a form needs somewhere, for the rule "model"."""

_MOSTLY_LOWER = CASES.index("mostly-lower")


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Groups of tied tokens; G groups, M tokens in groups.

    Attributes
    ----------
    group_of : int32 (T,)
        The group of each token, -1 for none.
    indptr : int64 (G + 1,)
    members : int32 (M,)
        Tokens of group g are ``members[indptr[g]:indptr[g + 1]]``, in increasing order.
    """

    group_of: IdArray
    indptr: OffsetArray
    members: IdArray

    @property
    def n_groups(self) -> int:
        """The number of groups."""
        return len(self.indptr) - 1

    def tokens(self, group: int) -> IdArray:
        """Return the tokens of a group."""
        return self.members[self.indptr[group] : self.indptr[group + 1]]

    def without(self, tokens: NDArray[np.bool_]) -> Ties:
        """Return the groups without some tokens, bool (T,); those of one token end."""
        kept = ~tokens[self.members]
        counts = np.bincount(self.group_of_member[kept], minlength=self.n_groups)
        kept &= counts[self.group_of_member] > 1
        members = self.members[kept]
        number = counts_before(counts > 1)[:-1]
        group_of = np.full(len(self.group_of), -1, np.int32)
        group_of[members] = number[self.group_of_member[kept]]
        return Ties(group_of, offsets_of(counts[counts > 1]), members)

    @property
    def group_of_member(self) -> IdArray:
        """The group of each entry of `members`, int32 (M,)."""
        return np.repeat(np.arange(self.n_groups, dtype=np.int32), np.diff(self.indptr))


def types_of(labels: Sequence[str]) -> tuple[tuple[str, ...], IdArray]:
    """Return the types of labels in order of appearance, and the type of each label, int32 (L,)."""
    names = [split_tag(label)[1] or OUTSIDE for label in labels]
    types = tuple(dict.fromkeys(names))
    number = {name: index for index, name in enumerate(types)}
    return types, np.array([number[name] for name in names], np.int32)


def forms_of(words: Column) -> tuple[IdArray, list[str]]:
    """Return the form of each token, int32 (T,), -1 for none, and the distinct forms."""
    order = distinct_values(words)
    return renumbered(words.ids, order), [words.values[value] for value in order.tolist()]


def tied_tokens(
    words: Column,
    offsets: OffsetArray,
    rule: str = "names",
    *,
    cases: WordCases | None = None,
    inside: FloatArray | None = None,
) -> NDArray[np.bool_]:
    """Return which tokens can be in a group, bool (T,).

    Parameters
    ----------
    words : Column
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    rule : {"names", "model", "form"}
        Words with a capital letter, unless they are more often in lower case; any form but the 200
        commonest to which the model gives a label other than "O" with probability 0.1 somewhere
        (for scripts without capitals); or any form with a letter or digit.
    cases : WordCases, optional
        Of a larger text; other words are counted in this one. For the rule "names".
    inside : float64 (T,), optional
        Probability of each token that its label is not "O"; for the rule "model".

    Raises
    ------
    CrfError
        The rule is unknown or lacks the probabilities.
    """
    if rule not in RULES:
        raise CrfError(f"rule={shown(rule)} is unknown; use one of {', '.join(RULES)}.")
    forms, values = forms_of(words)
    # A last entry is for the id -1.
    if rule == "names":
        known = cases or WordCases([], np.zeros(0, np.int32))
        case_ids = known.column(words, offsets).ids
        is_lower = (case_ids >= 0) & (case_ids <= _MOSTLY_LOWER)
        capital = np.array([*(form[:1].isupper() for form in values), False])
        return np.asarray(capital[forms] & ~is_lower)
    if rule == "form":
        letters = np.array([*(any(map(str.isalnum, form)) for form in values), False])
        return np.asarray(letters[forms])
    if inside is None:
        raise CrfError('rule="model" needs the probabilities of the model; give inside=….')
    greatest = np.zeros(len(values) + 1)
    np.maximum.at(greatest, forms, inside)
    counts = np.bincount(forms[forms >= 0], minlength=len(values))
    chosen = greatest >= LEAST_PROBABILITY
    chosen[np.argsort(-counts, kind="stable")[:COMMON_FORMS]] = False
    chosen[-1] = False
    return np.asarray(chosen[forms])


def tie(
    words: Column,
    offsets: OffsetArray,
    documents: Sequence[int] | OffsetArray,
    tied: NDArray[np.bool_],
    *,
    window: int | None = None,
) -> Ties:
    """Return the groups of tokens with one form in one document.

    Parameters
    ----------
    words : Column
    offsets : int64 (N + 1,)
    documents : (N,) integers
        Sentences with equal numbers are one document.
    tied : bool (T,)
        Tokens that can be in a group (`tied_tokens`).
    window : int, optional
        Split longer documents into parts of about so many tokens.

    Raises
    ------
    CrfError
        The number of documents is not that of sentences.
    """
    numbers = checked_documents(documents, len(offsets) - 1)
    if window is not None:
        numbers = _parts_of_documents(numbers, offsets, window)
    forms, values = forms_of(words)
    of_token = np.repeat(numbers, np.diff(offsets))
    chosen = np.flatnonzero(tied & (forms >= 0))
    keys = of_token[chosen] * max(len(values), 1) + forms[chosen]
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    repeated = counts[inverse] > 1
    chosen, inverse = chosen[repeated], inverse[repeated]
    # Groups in the order of their first tokens.
    _, first, inverse = np.unique(inverse, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    groups = rank[inverse]
    order = np.argsort(groups, kind="stable")
    group_of = np.full(len(forms), -1, np.int32)
    group_of[chosen] = groups
    sizes = np.bincount(groups, minlength=len(first))
    return Ties(group_of, offsets_of(sizes), chosen[order].astype(np.int32))


def checked_documents(documents: Sequence[int] | OffsetArray, n_sentences: int) -> OffsetArray:
    """Return the number of each sentence's document from 0 on, int64 (N,).

    Raises
    ------
    CrfError
        There are not as many numbers as sentences, or they are no integers.
    """
    try:
        given = np.asarray(documents)
    except ValueError:
        raise CrfError(
            f"documents must be a number for each sentence, not {shown(documents)}."
        ) from None
    if given.shape != (n_sentences,):
        raise CrfError(
            f"documents must have a number for each of {counted(n_sentences, 'sentence')}, not "
            f"the shape {given.shape}."
        )
    if given.dtype.kind not in "iu" and n_sentences:
        first = shown(given.tolist()[0])
        raise CrfError(f"documents must be integers, not {first}; number the documents.")
    return np.unique(given, return_inverse=True)[1].astype(np.int64)


def documents_in_order(documents: Sequence[int] | OffsetArray, n_sentences: int) -> OffsetArray:
    """Return the number of each sentence's document, (N,), in increasing order.

    Raises
    ------
    CrfError
        As `checked_documents`; or the sentences of a document do not follow
        one another.
    """
    given = checked_documents(documents, n_sentences)
    begins = np.diff(given, prepend=-1) != 0
    firsts = np.unique(given, return_index=True)[1]
    again = np.setdiff1d(np.flatnonzero(begins), firsts)
    if len(again):
        raise CrfError(
            f"The sentences of a document must follow one another; sentence {again[0] + 1} goes on "
            "with an earlier one. Sort them by document."
        )
    return counts_before(begins)[1:] - 1


def _parts_of_documents(numbers: OffsetArray, offsets: OffsetArray, window: int) -> OffsetArray:
    """Return numbers of documents of which those of many tokens are split into parts."""
    lengths = np.diff(offsets)
    order = np.argsort(numbers, kind="stable")
    before = np.cumsum(lengths[order]) - lengths[order]
    starts = np.zeros(int(numbers.max(initial=-1)) + 1, np.int64)
    first = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    starts[numbers[order][first]] = before[first]
    parts = np.empty(len(numbers), np.int64)
    parts[order] = (before - starts[numbers[order]]) // window
    return np.unique(np.stack([numbers, parts]), axis=1, return_inverse=True)[1].astype(np.int64)

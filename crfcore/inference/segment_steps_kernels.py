"""Kernels that sum over segmentations by products, for batches in step-major order.

Rows are the tokens of a batch, as in `crfcore.inference.step_major_kernels`. The sum over the
beginnings of open segments is stored by their number of tokens, so that a further token takes a
product for each length and type, and exponentials are those of tokens and of distinct attributes
of segments, not of segments::

    opened_1(t, c) = begins_t(first tag) · p_t(first tag)
    opened_d(t, c) = opened_{d−1}(t − 1, c) · transition · p_t(middle tag)
    ends_t(last tag) += opened_{d−1}(t − 1, c) · transition · p_t(last tag) · exp v(d tokens, c)

Each token's sums are divided by their total. All arrays of floats have one precision, single or
double; labels are padded to width W.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.products_kernels import multiply
from crfcore.jit import kernel

SINGLE, FIRST, MIDDLE, LAST = 0, 1, 2, 3
"""Columns of forms: the tag of a segment of one token; of the first, others, last of several."""

IS_SINGLE, IS_LONG, FIRST_MIDDLE, MIDDLE_MIDDLE, MIDDLE_LAST, FIRST_LAST = 0, 1, 2, 3, 4, 5
"""Rows of inner factors."""


class StepPotentials(NamedTuple):
    """What the sums of a batch are of.

    Attributes
    ----------
    step_starts : (steps + 1,) array
    tokens : (rows,) array
        The token of each row.
    forms : (C, 4) array
        Tags of types, 0 where one is missing.
    inner : (6, C) array
        For each type 1 if it has segments of one token, 1 if longer ones, and exp of the
        transitions within them; 0 where a tag is missing.
    outside, longest : int
        As in `SegmentForms`.
    scores : (rows, W) array
        exp of the scores of tags, relative to the greatest of their token.
    transitions, transposed : (W, W) arrays
        exp, relative to the greatest.
    of_sets : (D, W) array
        exp of the scores of segments, by distinct attributes.
    sets : (T · K,) array
        The row of `of_sets` of each candidate.
    """

    step_starts: OffsetArray
    tokens: OffsetArray
    forms: IdArray
    inner: FloatArray
    outside: int
    longest: int
    scores: FloatArray
    transitions: FloatArray
    transposed: FloatArray
    of_sets: FloatArray
    sets: IdArray


class StepSums(NamedTuple):
    """The sums of a batch: working memory of the kernels, with at least its rows and sentences.

    Attributes
    ----------
    begins, ends : (rows, W) arrays
        What lies before a segment that begins with a tag at a token, and up to the end of one that
        ends with a tag.
    enters, behind : (rows, W) arrays
        What lies behind, likewise: including the segment, and after it.
    opened : (rows, K, C) array
        Open segments by their number of tokens, from 1. On the way back, the probabilities of
        segments one token longer, which end at the next token; the last column is those of one
        token.
    inverses : (rows,) array
        1 / the total of each row.
    beyond : (M, K, C) array
        What lies behind open segments, by sentence.
    log_z : (M,) array, double precision
        Of each sentence of the batch.
    least, most : (M,) arrays, double precision
        The least total and the greatest sum on the way back, of each sentence.
    """

    begins: FloatArray
    ends: FloatArray
    enters: FloatArray
    behind: FloatArray
    opened: FloatArray
    inverses: FloatArray
    beyond: FloatArray
    log_z: FloatArray
    least: FloatArray
    most: FloatArray


@kernel
def lower_by_step(
    step_starts: OffsetArray,
    tokens: OffsetArray,
    scores: AnyFloatArray,
    n_labels: int,
    lowered: FloatArray,
    log_z: FloatArray,
) -> None:
    """Write each row's scores relative to its greatest, which is added to the sentence's log Z.

    Parameters
    ----------
    scores : (T, at least L) array
    n_labels : int
    lowered : (rows, W) array, written
        −inf in columns of no label.
    log_z : (M,) array
    """
    for s in range(len(step_starts) - 1):
        first = step_starts[s]
        for row in range(first, step_starts[s + 1]):
            token = tokens[row]
            greatest = scores[token, 0]
            for y in range(1, n_labels):
                greatest = max(greatest, scores[token, y])
            if greatest == -np.inf:
                greatest = scores.dtype.type(0.0)
            for y in range(n_labels):
                lowered[row, y] = scores[token, y] - greatest
            for y in range(n_labels, lowered.shape[1]):
                lowered[row, y] = -np.inf
            log_z[row - first] += greatest


@kernel
def forward_by_segments(given: StepPotentials, sums: StepSums) -> None:
    """Sum over what lies before; writes begins, ends, opened, inverses, log_z and least."""
    forms, inner, scores, of_sets = given.forms, given.inner, given.scores, given.of_sets
    begins, ends, opened = sums.begins, sums.ends, sums.opened
    n_types, width, longest = len(forms), scores.shape[1], given.longest
    outside = given.outside
    zero = scores.dtype.type(0.0)
    products = np.ones(given.step_starts[1])
    ended = np.empty(n_types, scores.dtype)
    going_on = np.empty(n_types, scores.dtype)
    before = 0
    for s in range(len(given.step_starts) - 1):
        first, last = given.step_starts[s], given.step_starts[s + 1]
        if s == 0:
            begins[first:last] = 1.0
        else:
            multiply(ends, before, last - first, given.transitions, width, width, begins, first)
        for row in range(first, last):
            token = given.tokens[row]
            ends[row] = 0.0
            total = zero
            if outside >= 0:
                total = begins[row, outside] * scores[row, outside]
                ends[row, outside] = total
            set_of_one = given.sets[token * longest]
            for c in range(n_types):
                tag = forms[c, SINGLE]
                amount = begins[row, tag] * scores[row, tag]
                amount *= inner[IS_SINGLE, c] * of_sets[set_of_one, c]
                ends[row, tag] += amount
                total += amount
            if longest > 1:
                for c in range(n_types):
                    tag = forms[c, FIRST]
                    amount = begins[row, tag] * scores[row, tag] * inner[IS_LONG, c]
                    opened[row, 0, c] = amount
                    total += amount
            if longest > 1 and s > 0:
                at = before + row - first
                inverse = sums.inverses[at]
                set_of_two = given.sets[(token - 1) * longest + 1]
                for c in range(n_types):
                    amount = opened[at, 0, c] * inverse
                    of_two = amount * inner[FIRST_LAST, c] * of_sets[set_of_two, c]
                    of_two *= scores[row, forms[c, LAST]]
                    ends[row, forms[c, LAST]] += of_two
                    total += of_two
                    ended[c] = zero
                    going_on[c] = inner[MIDDLE_MIDDLE, c] * scores[row, forms[c, MIDDLE]] * inverse
                    if longest > 2:
                        amount *= inner[FIRST_MIDDLE, c] * scores[row, forms[c, MIDDLE]]
                        opened[row, 1, c] = amount
                        total += amount
                for d in range(2, min(longest - 1, s) + 1):
                    number = given.sets[(token - d) * longest + d]
                    if d < longest - 1:
                        for c in range(n_types):
                            amount = opened[at, d - 1, c]
                            ended[c] += amount * of_sets[number, c]
                            amount *= going_on[c]
                            opened[row, d, c] = amount
                            total += amount
                    else:
                        for c in range(n_types):
                            ended[c] += opened[at, d - 1, c] * of_sets[number, c]
                for c in range(n_types):
                    tag = forms[c, LAST]
                    amount = ended[c] * inner[MIDDLE_LAST, c] * scores[row, tag] * inverse
                    ends[row, tag] += amount
                    total += amount
            inverse = scores.dtype.type(1.0 / total)
            sums.inverses[row] = inverse
            for y in range(width):
                ends[row, y] *= inverse
            sentence = row - first
            sums.least[sentence] = min(sums.least[sentence], total)
            products[sentence] *= total
            if not 1e-200 < products[sentence] < 1e200:
                sums.log_z[sentence] += np.log(products[sentence])
                products[sentence] = 1.0
        before = first
    for sentence in range(len(products)):
        sums.log_z[sentence] += np.log(products[sentence])


@kernel
def backward_by_segments(given: StepPotentials, sums: StepSums, posteriors: FloatArray) -> None:
    """Sum over what lies behind; writes the rest of the sums.

    Parameters
    ----------
    posteriors : (T, L) array, or (0, 0)
        Probabilities of tags are added, which are initially zeros; none if it is empty.
    """
    forms, inner, scores, of_sets = given.forms, given.inner, given.scores, given.of_sets
    begins, ends, opened = sums.begins, sums.ends, sums.opened
    enters, behind, beyond = sums.enters, sums.behind, sums.beyond
    n_types, width, longest = len(forms), scores.shape[1], given.longest
    outside = given.outside
    n_steps = len(given.step_starts) - 1
    zero = scores.dtype.type(0.0)
    middles = np.empty(n_types, scores.dtype)
    stops = np.empty(n_types, scores.dtype)
    closing = np.empty(n_types, scores.dtype)
    going_on = np.empty(n_types, scores.dtype)
    beyond[: given.step_starts[1]] = 0.0
    n_going_on = 0
    wanted = len(posteriors) > 0
    for s in range(n_steps - 1, -1, -1):
        first, last = given.step_starts[s], given.step_starts[s + 1]
        before = given.step_starts[max(s - 1, 0)]
        if n_going_on > 0:
            multiply(enters, last, n_going_on, given.transposed, width, width, behind, first)
        for row in range(first, last):
            token = given.tokens[row]
            sentence = row - first
            if sentence >= n_going_on:
                z = zero
                for y in range(width):
                    z += ends[row, y]
                sums.log_z[sentence] += np.log(z)
                sums.least[sentence] = min(sums.least[sentence], z)
                behind[row] = 1.0 / z
            inverse = sums.inverses[row]
            enters[row] = 0.0
            most = zero
            if outside >= 0:
                most = behind[row, outside]
                if wanted:
                    posteriors[token, outside] += ends[row, outside] * most
                enters[row, outside] = scores[row, outside] * most * inverse
            set_of_one = given.sets[token * longest]
            for c in range(n_types):
                tag = forms[c, SINGLE]
                amount = scores[row, tag] * behind[row, tag] * inverse
                amount *= inner[IS_SINGLE, c] * of_sets[set_of_one, c]
                most = max(most, max(behind[row, tag], behind[row, forms[c, LAST]]))
                enters[row, tag] += amount
                amount *= begins[row, tag]
                opened[row, longest - 1, c] = amount
                if wanted:
                    posteriors[token, tag] += amount
            if longest > 1:
                for c in range(n_types):
                    tag = forms[c, FIRST]
                    amount = scores[row, tag] * beyond[sentence, 0, c] * inner[IS_LONG, c]
                    enters[row, tag] += amount
                    if wanted:
                        posteriors[token, tag] += amount * begins[row, tag]
            if longest > 1 and s > 0:
                at = before + sentence
                inverse *= sums.inverses[at]
                set_of_two = given.sets[(token - 1) * longest + 1]
                for c in range(n_types):
                    tag = forms[c, LAST]
                    amount = scores[row, tag] * behind[row, tag] * inverse
                    closing[c] = amount * inner[MIDDLE_LAST, c]
                    amount *= inner[FIRST_LAST, c] * of_sets[set_of_two, c]
                    middle = scores[row, forms[c, MIDDLE]] * sums.inverses[at]
                    going_on[c] = middle * inner[MIDDLE_MIDDLE, c]
                    stops[c] = opened[at, 0, c] * amount
                    opened[at, 0, c] = stops[c]
                    amount += beyond[sentence, 1, c] * middle * inner[FIRST_MIDDLE, c]
                    beyond[sentence, 0, c] = amount
                    most = max(most, amount)
                    middles[c] = zero
                for d in range(2, min(longest - 1, s) + 1):
                    number = given.sets[(token - d) * longest + d]
                    for c in range(n_types):
                        amount = closing[c] * of_sets[number, c]
                        before_it = opened[at, d - 1, c]
                        probability = before_it * amount
                        opened[at, d - 1, c] = probability
                        stops[c] += probability
                        amount += going_on[c] * beyond[sentence, d, c]
                        beyond[sentence, d - 1, c] = amount
                        middles[c] += before_it * amount
                        most = max(most, amount)
                if wanted:
                    for c in range(n_types):
                        posteriors[token, forms[c, LAST]] += stops[c]
                        posteriors[token - 1, forms[c, MIDDLE]] += middles[c]
            sums.most[sentence] = max(sums.most[sentence], most)
        n_going_on = last - first


@kernel
def add_segments(
    given: StepPotentials,
    sums: StepSums,
    is_bad: MaskArray,
    groups: IdArray,
    segments: FloatArray,
    by_length: FloatArray,
) -> None:
    """Add the probabilities of segments.

    Parameters
    ----------
    is_bad : (M,) array of 0 and 1
        Sentences that are left out; their sums become zeros.
    groups : (T · K,) array
        The row to which each candidate is added.
    segments : (G, W) array
    by_length : (K, C) array, double precision
        Sums by number of tokens and type.
    """
    n_types, longest = len(given.forms), given.longest
    opened = sums.opened
    here = np.zeros(by_length.shape, opened.dtype)
    before = 0
    for s in range(len(given.step_starts) - 1):
        first = given.step_starts[s]
        for row in range(first, given.step_starts[s + 1]):
            if is_bad[row - first] != 0:
                sums.enters[row] = 0.0
                sums.ends[row] = 0.0
                continue
            token = given.tokens[row]
            group = groups[token * longest]
            for c in range(n_types):
                segments[group, c] += opened[row, longest - 1, c]
            if s == 0:
                continue
            at = before + row - first
            for d in range(1, min(longest - 1, s) + 1):
                group = groups[(token - d) * longest + d]
                for c in range(n_types):
                    probability = opened[at, d - 1, c]
                    segments[group, c] += probability
                    here[d, c] += probability
        before = first
    by_length += here


@kernel
def add_inner_pairs(forms: IdArray, by_length: FloatArray, pairs: FloatArray) -> None:
    """Add the transitions within segments to pairs, (L, L).

    Parameters
    ----------
    forms : (C, 4) array
        0 for missing tags, whose segments have probability 0.
    by_length : (K, C) array
        Of `add_segments`.
    """
    for c in range(len(forms)):
        first, middle, last = forms[c, FIRST], forms[c, MIDDLE], forms[c, LAST]
        for d in range(1, len(by_length)):
            amount = by_length[d, c]
            if d == 1:
                pairs[first, last] += amount
            else:
                pairs[first, middle] += amount
                pairs[middle, middle] += (d - 2) * amount
                pairs[middle, last] += amount

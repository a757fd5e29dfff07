"""Kernels that sum and search over segmentations.

A *candidate* is a segment of 1 to K tokens that begins at a token; row ``t * K + d - 1`` of its
arrays has the scores of the segment of d tokens from token t, a column for each type. A *border* b
of a sentence of n tokens lies before token b, from 0 to n. All sums are logarithms, so that no
weight overflows; `crfcore.inference.segment_steps_kernels` sums products, where these are safe.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.inference.segment_steps_kernels import FIRST, LAST, MIDDLE, SINGLE
from crfcore.jit import kernel

LEAST_OF_SUM = -45.0
"""Terms of a sum below this, relative to the greatest, do not change it in double precision."""

LEAST_LOG_PROBABILITY = -60.0
"""Candidates of a smaller probability count as impossible: e^-60 is 1e-26."""

LEAST_TOTAL = 1e-250
"""Smaller sums of products may have lost relevant terms to underflow."""


class SegmentTags(NamedTuple):
    """The tags of segments, for kernels.

    Attributes
    ----------
    forms : (C, 4) array
        The tags of each type, −1 for one that the model lacks.
    firsts, lasts : arrays
        The tags with which segments begin and end.
    outside : int
        The tag outside of segments, always of one token; −1 for none.
    longest : int
        K.
    """

    forms: IdArray
    firsts: IdArray
    lasts: IdArray
    outside: int
    longest: int


class ScoredCandidates(NamedTuple):
    """The scores of N sentences with T tokens in all.

    Attributes
    ----------
    scores : (T, L) array
        −inf for forbidden tags.
    transitions : (1, L, L) array, or (T, L, L)
    by_position : int
        1 if transitions differ by position.
    potentials : (L, L) array, or (0, 0)
        exp(transitions − greatest); empty to sum logarithms.
    greatest : float
    candidates : (T · K, W) array
        Of `add_token_scores`.
    """

    scores: FloatArray
    transitions: FloatArray
    by_position: int
    potentials: FloatArray
    greatest: float
    candidates: FloatArray


class BorderSums(NamedTuple):
    """The sums at the borders of a sentence: working memory.

    Attributes
    ----------
    begins, ends : (n + 1, L) arrays
        Logarithms, by border and first or last tag.
    shares, totals : (n + 1, L) arrays
        Products are shares(l) · potentials(l, f), and their sums totals(f); 0 where logarithms were
        summed.
    inside, entered : (n + 1, C) arrays
        Behind the last middle tag minus the probability of the segment; at its first one plus.
    """

    begins: FloatArray
    ends: FloatArray
    shares: FloatArray
    totals: FloatArray
    inside: FloatArray
    entered: FloatArray


@kernel
def add_token_scores(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    by_position: int,
    forms: IdArray,
    longest: int,
    candidates: FloatArray,
) -> None:
    """Add to the scores of candidates those of their tokens and inner transitions.

    Parameters
    ----------
    offsets : (N + 1,) array
    scores : (T, L) array
        −inf for forbidden tags.
    transitions : (1, L, L) array, or (T, L, L)
    by_position : int
        1 if transitions differ by position.
    forms : (C, 4) array
        The tags of each type, −1 for one that the model lacks.
    longest : int
        K.
    candidates : (T · K, W) array, changed
        −inf where a tag is forbidden or missing, or the candidate exceeds its sentence.
    """
    n_types = len(forms)
    for sentence in range(len(offsets) - 1):
        stop = offsets[sentence + 1]
        for t in range(offsets[sentence], stop):
            n_possible = min(longest, stop - t)
            for d in range(longest):
                if d >= n_possible:
                    candidates[t * longest + d, :n_types] = -np.inf
            for c in range(n_types):
                single, first, middle, last = forms[c, 0], forms[c, 1], forms[c, 2], forms[c, 3]
                if single >= 0:
                    candidates[t * longest, c] += scores[t, single]
                else:
                    candidates[t * longest, c] = -np.inf
                total = scores[t, first] if first >= 0 and last >= 0 else -np.inf
                before = first
                for d in range(1, n_possible):
                    row = t * longest + d
                    if total == -np.inf:
                        candidates[row, c] = -np.inf
                        continue
                    at = t + d
                    place = at * by_position
                    candidates[row, c] += total + transitions[place, before, last]
                    candidates[row, c] += scores[at, last]
                    if middle >= 0:
                        total += transitions[place, before, middle] + scores[at, middle]
                        before = middle
                    else:
                        total = -np.inf


@kernel
def enter_segments(
    border: int, place: int, tags: SegmentTags, given: ScoredCandidates, sums: BorderSums
) -> None:
    """Sum over the tags before a border: begins(f) = log Σ_l exp(ends(l) + transition(l, f)).

    Parameters
    ----------
    border : int
        Its rows of shares, totals and begins are written.
    place : int
        Of its transitions.
    """
    potentials, transitions = given.potentials, given.transitions[place]
    ends, begins = sums.ends[border], sums.begins[border]
    shares, totals = sums.shares[border], sums.totals[border]
    most = -np.inf
    for last in tags.lasts:
        most = max(most, ends[last])
    for last in tags.lasts:
        shares[last] = np.exp(ends[last] - most) if most > -np.inf else 0.0
    for first in tags.firsts:
        total = 0.0
        if len(potentials):
            for last in tags.lasts:
                total += shares[last] * potentials[last, first]
        if total > LEAST_TOTAL:
            totals[first] = total
            begins[first] = most + given.greatest + np.log(total)
            continue
        totals[first] = 0.0
        best = -np.inf
        for last in tags.lasts:
            best = max(best, ends[last] + transitions[last, first])
        total = 0.0
        if best > -np.inf:
            for last in tags.lasts:
                total += np.exp(ends[last] + transitions[last, first] - best)
        begins[first] = best + np.log(total) if best > -np.inf else -np.inf


@kernel
def end_segments(
    border: int,
    start: int,
    tags: SegmentTags,
    given: ScoredCandidates,
    sums: BorderSums,
    values: FloatArray,
    totals: FloatArray,
) -> None:
    """Sum over the segments that end at a border of a sentence, for each last tag.

    Parameters
    ----------
    border : int
        At least 1; its row of ends is written.
    start : int
        The sentence's first token.
    values : (K, C) array
        Working memory.
    totals : (L,) array
        Working memory.
    """
    forms, longest, outside = tags.forms, tags.longest, tags.outside
    candidates, begins, ends = given.candidates, sums.begins, sums.ends
    here = ends[border]
    here[:] = -np.inf
    totals[:] = 0.0
    n_possible = min(longest, border)
    n_types = len(forms)
    for d in range(1, n_possible + 1):
        row = (start + border - d) * longest + d - 1
        is_long = d > 1
        for c in range(n_types):
            value = candidates[row, c]
            if value > -np.inf:
                value += begins[border - d, forms[c, FIRST if is_long else SINGLE]]
                last = forms[c, LAST if is_long else SINGLE]
                here[last] = max(here[last], value)
            values[d - 1, c] = value
    for d in range(1, n_possible + 1):
        is_long = d > 1
        for c in range(n_types):
            value = values[d - 1, c]
            if value > -np.inf:
                last = forms[c, LAST if is_long else SINGLE]
                value -= here[last]
                if value > LEAST_OF_SUM:
                    totals[last] += np.exp(value)
    for c in range(n_types):
        for form in (SINGLE, LAST):
            last = forms[c, form]
            if last >= 0 and totals[last] > 0.0:
                here[last] += np.log(totals[last])
                # Both forms may be one tag.
                totals[last] = 0.0
    if outside >= 0:
        here[outside] = begins[border - 1, outside] + given.scores[start + border - 1, outside]


@kernel
def log_sum_of(values: FloatArray, members: IdArray) -> float:
    """Return log Σ exp of some entries."""
    most = -np.inf
    for member in members:
        most = max(most, values[member])
    if most == -np.inf:
        return most
    total = 0.0
    for member in members:
        total += np.exp(values[member] - most)
    return float(most + np.log(total))


@kernel
def sum_by_logarithms(
    offsets: OffsetArray,
    tags: SegmentTags,
    given: ScoredCandidates,
    backwards: int,
    log_z: FloatArray,
    segments: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> int:
    """Write log Z of each sentence, and the probabilities of its segments, tags and transitions.

    Parameters
    ----------
    offsets : (N + 1,) array
    backwards : int
        Whether probabilities are wanted.
    log_z : (N,) array, written
    segments : (T · K, W) array, written
    posteriors : (T, L) array, written
    pairs : (1, L, L) array, or (T, L, L)
        Expected transitions are added.

    Returns
    -------
    int
        −1; or the first token that no segmentation of its sentence reaches. Its log Z is −inf.
    """
    n_labels, n_types = given.scores.shape[1], len(tags.forms)
    n = 0
    for sentence in range(len(offsets) - 1):
        n = max(n, offsets[sentence + 1] - offsets[sentence])
    sums = BorderSums(
        np.zeros((n + 1, n_labels)),
        np.zeros((n + 1, n_labels)),
        np.zeros((n + 1, n_labels)),
        np.zeros((n + 1, n_labels)),
        np.zeros((n + 1, n_types)),
        np.zeros((n + 1, n_types)),
    )
    bad = -1
    for sentence in range(len(offsets) - 1):
        start = offsets[sentence]
        n = offsets[sentence + 1] - start
        log_z[sentence] = 0.0
        if n == 0:
            continue
        reached = reach_borders(start, n, tags, given, sums)
        log_z[sentence] = log_sum_of(sums.ends[n], tags.lasts)
        if log_z[sentence] == -np.inf:
            if bad < 0:
                bad = start + min(reached, n - 1)
        elif backwards:
            leave_segments(
                start, n, log_z[sentence], tags, given, sums, segments, posteriors, pairs
            )
            add_middles(start, n, tags, given.by_position, sums, posteriors, pairs)
    return int(bad)


@kernel
def reach_borders(
    start: int, n: int, tags: SegmentTags, given: ScoredCandidates, sums: BorderSums
) -> int:
    """Sum over the segmentations of a sentence up to each border; return the last one reached."""
    values = np.empty((tags.longest, len(tags.forms)))
    totals = np.empty(given.scores.shape[1])
    sums.begins[0] = 0.0
    reached = 0
    for border in range(1, n + 1):
        end_segments(border, start, tags, given, sums, values, totals)
        for last in tags.lasts:
            if sums.ends[border, last] > -np.inf:
                reached = border
        if border < n:
            enter_segments(border, (start + border) * given.by_position, tags, given, sums)
    return int(reached)


@kernel
def add_middles(
    start: int,
    n: int,
    tags: SegmentTags,
    by_position: int,
    sums: BorderSums,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> None:
    """Add the probabilities of middle tags, and of transitions between them."""
    for c in range(len(tags.forms)):
        middle = tags.forms[c, MIDDLE]
        if middle < 0:
            continue
        total = 0.0
        for t in range(n):
            # Segments whose second of several middle tags, or a later one, is here.
            total = max(total + sums.inside[t, c], 0.0)
            pairs[(start + t) * by_position, middle, middle] += total
            total += sums.entered[t, c]
            posteriors[start + t, middle] += total


@kernel
def leave_segments(
    start: int,
    n: int,
    log_z: float,
    tags: SegmentTags,
    given: ScoredCandidates,
    sums: BorderSums,
    segments: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> None:
    """Write the probabilities of one sentence by logarithms, from its last border to its first.

    What lies behind a border is the probability of passing it with a tag, divided by what lies
    before: after(l) = log Σ_f P(l, f) + log Z − ends(l).

    Parameters
    ----------
    start, n : int
        The sentence's first token, and its number of tokens.
    sums : BorderSums
        Of the pass forwards; inside and entered are written for `add_middles`.
    """
    forms, outside, longest, by_position = tags.forms, tags.outside, tags.longest, given.by_position
    scores, candidates, potentials = given.scores, given.candidates, given.potentials
    begins, ends, inside, entered = sums.begins, sums.ends, sums.inside, sums.entered
    n_types = len(forms)
    after = np.empty((n + 1, scores.shape[1]))
    after[n] = 0.0
    inside[: n + 1] = 0.0
    entered[: n + 1] = 0.0
    posteriors[start : start + n] = 0.0
    starts = np.zeros(scores.shape[1])
    for a in range(n - 1, -1, -1):
        token = start + a
        starts[:] = 0.0
        if outside >= 0:
            value = begins[a, outside] + scores[token, outside] + after[a + 1, outside] - log_z
            if value > LEAST_LOG_PROBABILITY:
                probability = np.exp(value)
                starts[outside] = probability
                posteriors[token, outside] = probability
        n_possible = min(longest, n - a)
        for d in range(1, longest + 1):
            row = token * longest + d - 1
            is_long = d > 1
            for c in range(n_types):
                value = candidates[row, c]
                segments[row, c] = 0.0
                if d > n_possible or value == -np.inf:
                    continue
                first = forms[c, FIRST if is_long else SINGLE]
                last = forms[c, LAST if is_long else SINGLE]
                value += begins[a, first] + after[a + d, last] - log_z
                if not value > LEAST_LOG_PROBABILITY:
                    continue
                probability = np.exp(value)
                segments[row, c] = probability
                starts[first] += probability
                posteriors[token, first] += probability
                if d == 1:
                    continue
                posteriors[token + d - 1, last] += probability
                if d == 2:
                    pairs[(token + 1) * by_position, first, last] += probability
                    continue
                middle = forms[c, MIDDLE]
                pairs[(token + 1) * by_position, first, middle] += probability
                pairs[(token + d - 1) * by_position, middle, last] += probability
                entered[a + 1, c] += probability
                inside[a + d - 1, c] -= probability
        if a == 0:
            break
        place = token * by_position
        for last in tags.lasts:
            flow = 0.0
            for first in tags.firsts:
                if starts[first] == 0.0:
                    continue
                if sums.totals[a, first] > 0.0:
                    share = sums.shares[a, last] * potentials[last, first]
                    share /= sums.totals[a, first]
                else:
                    share = np.exp(
                        ends[a, last] + given.transitions[place, last, first] - begins[a, first]
                    )
                share *= starts[first]
                pairs[place, last, first] += share
                flow += share
            after[a, last] = np.log(flow) + log_z - ends[a, last] if flow > 0.0 else -np.inf


@kernel
def insert_ranked(
    value: float,
    origin: int,
    rank: int,
    values: FloatArray,
    origins: OffsetArray,
    ranks: IdArray,
) -> int:
    """Insert a value into a descending list; return whether it was among the greatest."""
    last = len(values) - 1
    if not value > values[last]:
        return 0
    at = last
    while at > 0 and value > values[at - 1]:
        values[at] = values[at - 1]
        origins[at] = origins[at - 1]
        ranks[at] = ranks[at - 1]
        at -= 1
    values[at] = value
    origins[at] = origin
    ranks[at] = rank
    return 1


@kernel
def best_segmentations(
    offsets: OffsetArray,
    tags: SegmentTags,
    given: ScoredCandidates,
    n_best: int,
    labels: IdArray,
    path_scores: FloatArray,
) -> int:
    """Find the segmentations of the highest scores, as tags.

    Parameters
    ----------
    offsets : (N + 1,) array
    n_best : int
        At least 1.
    labels : (n_best, T) array, written
        −1 where a sentence has fewer.
    path_scores : (N, n_best) array, written
        In descending order; −inf for missing ones.

    Returns
    -------
    int
        As for `sum_by_logarithms`.
    """
    forms, outside, longest = tags.forms, tags.outside, tags.longest
    scores, transitions, candidates = given.scores, given.transitions, given.candidates
    n_labels, n_types = scores.shape[1], len(forms)
    n_longest = 0
    for sentence in range(len(offsets) - 1):
        n_longest = max(n_longest, offsets[sentence + 1] - offsets[sentence])
    # Of segments that begin and end: scores, the label before or the candidate, and its rank.
    begins = np.empty((n_longest + 1, n_labels, n_best))
    ends = np.empty((n_longest + 1, n_labels, n_best))
    before = np.empty((n_longest + 1, n_labels, n_best), np.int64)
    before_ranks = np.empty((n_longest + 1, n_labels, n_best), np.int32)
    chosen = np.empty((n_longest + 1, n_labels, n_best), np.int64)
    chosen_ranks = np.empty((n_longest + 1, n_labels, n_best), np.int32)
    final = np.empty(n_best)
    final_labels = np.empty(n_best, np.int64)
    final_ranks = np.empty(n_best, np.int32)
    for sentence in range(len(offsets) - 1):
        start = offsets[sentence]
        n = offsets[sentence + 1] - start
        path_scores[sentence] = -np.inf
        if n == 0:
            path_scores[sentence, 0] = 0.0
            continue
        begins[0] = -np.inf
        begins[0, :, 0] = 0.0
        reached = 0
        for border in range(1, n + 1):
            ends[border] = -np.inf
            if outside >= 0:
                token_score = scores[start + border - 1, outside]
                for rank in range(n_best):
                    ends[border, outside, rank] = begins[border - 1, outside, rank] + token_score
                    chosen[border, outside, rank] = 0
                    chosen_ranks[border, outside, rank] = rank
            for d in range(1, min(longest, border) + 1):
                row = (start + border - d) * longest + d - 1
                for c in range(n_types):
                    value = candidates[row, c]
                    if value == -np.inf:
                        continue
                    first = forms[c, FIRST if d > 1 else SINGLE]
                    last = forms[c, LAST if d > 1 else SINGLE]
                    for rank in range(n_best):
                        if not insert_ranked(
                            value + begins[border - d, first, rank],
                            d * n_types + c,
                            rank,
                            ends[border, last],
                            chosen[border, last],
                            chosen_ranks[border, last],
                        ):
                            break
            for last in tags.lasts:
                if ends[border, last, 0] > -np.inf:
                    reached = border
            if border < n:
                place = (start + border) * given.by_position
                begins[border] = -np.inf
                for first in tags.firsts:
                    for last in tags.lasts:
                        value = transitions[place, last, first]
                        for rank in range(n_best):
                            if not insert_ranked(
                                ends[border, last, rank] + value,
                                last,
                                rank,
                                begins[border, first],
                                before[border, first],
                                before_ranks[border, first],
                            ):
                                break
        final[:] = -np.inf
        for last in tags.lasts:
            for rank in range(n_best):
                if not insert_ranked(
                    ends[n, last, rank], last, rank, final, final_labels, final_ranks
                ):
                    break
        if final[0] == -np.inf:
            return int(start + min(reached, n - 1))
        for number in range(n_best):
            labels[number, start : start + n] = -1
            if final[number] == -np.inf:
                continue
            path_scores[sentence, number] = final[number]
            border, last, rank = n, final_labels[number], final_ranks[number]
            while border > 0:
                if last == outside:
                    d, first = 1, last
                else:
                    d, c = divmod(chosen[border, last, rank], n_types)
                    first = forms[c, FIRST if d > 1 else SINGLE]
                    for t in range(border - d + 1, border - 1):
                        labels[number, start + t] = forms[c, MIDDLE]
                labels[number, start + border - 1] = last
                labels[number, start + border - d] = first
                rank = chosen_ranks[border, last, rank]
                border -= d
                last, rank = before[border, first, rank], before_ranks[border, first, rank]
    return -1


@kernel
def find_segments(
    offsets: OffsetArray,
    labels: IdArray,
    n_labels: int,
    forms: IdArray,
    outside: int,
    lengths: IdArray,
    types: IdArray,
) -> int:
    """Find the segments of sentences whose first and last token are known.

    Parameters
    ----------
    offsets : (N + 1,) array
    labels : (T,) array
        n_labels and greater numbers are unknown.
    n_labels : int
    forms, outside
        As in `SegmentTags`.
    lengths, types : (T,) arrays, written
        At the first token of a segment its number of tokens and its type; 0 and −1 elsewhere.

    Returns
    -------
    int
        −1; or the first token of a sentence without unknown ones that is in no segment and not
        outside.
    """
    lengths[:] = 0
    types[:] = -1
    bad = -1
    for sentence in range(len(offsets) - 1):
        t, stop = offsets[sentence], offsets[sentence + 1]
        is_open = False
        for token in range(t, stop):
            is_open = is_open or labels[token] >= n_labels
        while t < stop:
            label = labels[t]
            length = 0
            if label == outside or label >= n_labels:
                t += 1
                continue
            for c in range(len(forms)):
                single, first, middle, last = forms[c]
                if label != first and label != single:
                    continue
                if label == first:
                    end = t + 1
                    while end < stop and labels[end] == middle and middle != last:
                        end += 1
                    if middle == last or middle < 0:
                        while end < stop and labels[end] == last:
                            end += 1
                            if middle < 0:
                                break
                        is_over = end == stop or labels[end] < n_labels
                        if is_over and (end > t + 1 or single == first):
                            length = end - t
                    elif end < stop and labels[end] == last:
                        length = end + 1 - t
                if length == 0 and label == single and single != first:
                    length = 1
                if length > 0:
                    lengths[t] = length
                    types[t] = c
                    break
            if length == 0 and not is_open and bad < 0:
                bad = t
            t += max(length, 1)
    return bad


@kernel
def longest_known(offsets: OffsetArray, types: IdArray, begins: IdArray, ends: IdArray) -> int:
    """Return how many tokens a segment must at least be able to have.

    Parameters
    ----------
    offsets : (N + 1,) array
    types : (T,) array
        The type of each token's known tag; −1 outside of segments, and for unknown tags.
    begins, ends : (T,) arrays of 0 and 1
        Whether the tag can be the first, or the last, of a segment.
    """
    most = 1
    for sentence in range(len(offsets) - 1):
        length = 0
        for t in range(offsets[sentence], offsets[sentence + 1]):
            if types[t] < 0:
                length = 0
                continue
            goes_on = length > 0 and types[t] == types[t - 1] and not begins[t]
            # A tag that begins no segment has another one before it, perhaps an unknown one.
            length = length + 1 if goes_on else 2 - begins[t]
            most = max(most, length + 1 - ends[t])
    return most


@kernel
def add_rows(groups: IdArray, amounts: FloatArray, sums: FloatArray) -> None:
    """Add the rows of each group.

    Parameters
    ----------
    groups : (n,) array
        The group of each row.
    amounts : (n, W) array
    sums : (D, W) array
        To which they are added.
    """
    width = amounts.shape[1]
    for row in range(len(groups)):
        group = groups[row]
        for column in range(width):
            sums[group, column] += amounts[row, column]

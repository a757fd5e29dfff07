"""Kernels that sum and search over segmentations.

A *candidate* is a segment of 1 to K tokens that begins at a token; row ``t * K + d - 1`` of its
arrays has the scores of the segment of d tokens from token t, a column for each type. A *border* b
of a sentence of n tokens lies before token b, from 0 to n. All sums are logarithms, so that no
weight overflows.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel

SINGLE, FIRST, MIDDLE, LAST = 0, 1, 2, 3
"""Columns of forms: the tag of a segment of one token; of the first, others, last of several."""

LEAST_OF_SUM = -45.0
"""Terms of a sum below this, relative to the greatest, do not change it in double precision."""

LEAST_LOG_PROBABILITY = -60.0
"""Candidates of a smaller probability count as impossible: e^-60 is 1e-26."""

LEAST_TOTAL = 1e-250
"""Smaller sums of products may have lost relevant terms to underflow."""

LEAST_OF_PRODUCTS, MOST_OF_PRODUCTS = 1e-100, 1e60
"""Bounds of the sum over a sentence, and of each of its factors: what lies before a border, behind
it, and the candidates. A factor that underflows below 1e-308, times three others of at most 1e60,
does not change a sum of at least 1e-100."""

MOST_OF_LOGS = 138.0
"""The logarithm of the upper bound."""


@kernel
def sum_references(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    references: FloatArray,
) -> None:
    """Write by how much scores may be lowered from each sentence's start to each of its borders.

    They are the scores of the best labellings up to the border, scheme or not: products relative to
    them neither grow nor shrink much along a sentence.

    Parameters
    ----------
    offsets, scores
        As for `add_token_scores`.
    transitions : (L, L) array
        Shared.
    references : (T,) array, written
        Behind each token.
    """
    n_labels = scores.shape[1]
    best = np.empty(n_labels)
    here = np.empty(n_labels)
    for sentence in range(len(offsets) - 1):
        for t in range(offsets[sentence], offsets[sentence + 1]):
            most = -np.inf
            for y in range(n_labels):
                value = scores[t, y]
                if t > offsets[sentence]:
                    before = -np.inf
                    for x in range(n_labels):
                        before = max(before, best[x] + transitions[x, y])
                    value += before
                here[y] = value
                most = max(most, value)
            best[:] = here
            references[t] = most


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
def lower_candidates(
    offsets: OffsetArray,
    candidates: FloatArray,
    references: FloatArray,
    greatest: float,
    n_types: int,
    longest: int,
    lowered: FloatArray,
    highest: FloatArray,
) -> None:
    """Write the scores of candidates relative to the references of their tokens.

    Parameters
    ----------
    candidates : (T · K, W) array
    references : (T,) array
        Of `sum_references`.
    greatest : float
        Of the transitions, which potentials are relative to; it is added behind the first token.
    lowered : (T · K, W) array, written
    highest : (N,) array, written
        The highest of each sentence.
    """
    for sentence in range(len(offsets) - 1):
        most = -np.inf
        start, stop = offsets[sentence], offsets[sentence + 1]
        for t in range(start, stop):
            before = references[t - 1] + greatest if t > start else 0.0
            n_possible = min(longest, stop - t)
            for d in range(longest):
                row = t * longest + d
                shift = before - references[t + d] if d < n_possible else -np.inf
                for c in range(n_types):
                    lowered[row, c] = candidates[row, c] + shift
                    most = max(most, lowered[row, c])
                for c in range(n_types, candidates.shape[1]):
                    lowered[row, c] = -np.inf
        highest[sentence] = most


@kernel
def enter_segments(
    ends: FloatArray,
    firsts: IdArray,
    lasts: IdArray,
    transitions: FloatArray,
    potentials: FloatArray,
    greatest: float,
    shares: FloatArray,
    totals: FloatArray,
    begins: FloatArray,
) -> None:
    """Sum over the tags before a border: begins(f) = log Σ_l exp(ends(l) + transition(l, f)).

    Parameters
    ----------
    ends, begins : (L,) arrays
    firsts, lasts : arrays
        The tags with which segments begin and end.
    transitions : (L, L) array
    potentials : (L, L) array, or (0, 0)
        exp(transitions − greatest); empty to sum logarithms.
    shares, totals : (L,) arrays, written
        Products are shares(l) · potentials(l, f), and their sums totals(f); 0 where logarithms were
        summed.
    """
    most = -np.inf
    for last in lasts:
        most = max(most, ends[last])
    for last in lasts:
        shares[last] = np.exp(ends[last] - most) if most > -np.inf else 0.0
    for first in firsts:
        total = 0.0
        if len(potentials):
            for last in lasts:
                total += shares[last] * potentials[last, first]
        if total > LEAST_TOTAL:
            totals[first] = total
            begins[first] = most + greatest + np.log(total)
            continue
        totals[first] = 0.0
        best = -np.inf
        for last in lasts:
            best = max(best, ends[last] + transitions[last, first])
        total = 0.0
        if best > -np.inf:
            for last in lasts:
                total += np.exp(ends[last] + transitions[last, first] - best)
        begins[first] = best + np.log(total) if best > -np.inf else -np.inf


@kernel
def end_segments(
    border: int,
    start: int,
    scores: FloatArray,
    forms: IdArray,
    outside: int,
    longest: int,
    candidates: FloatArray,
    begins: FloatArray,
    values: FloatArray,
    sums: FloatArray,
    ends: FloatArray,
) -> None:
    """Sum over the segments that end at a border of a sentence, for each last tag.

    Parameters
    ----------
    border : int
        At least 1.
    start : int
        The sentence's first token.
    begins, ends : (n + 1, L) arrays
        By border; row `border` of ends is written.
    values : (K, C) array
        Working memory.
    sums : (L,) array
        Working memory.
    """
    here = ends[border]
    here[:] = -np.inf
    sums[:] = 0.0
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
                    sums[last] += np.exp(value)
    for c in range(n_types):
        for form in (SINGLE, LAST):
            last = forms[c, form]
            if last >= 0 and sums[last] > 0.0:
                here[last] += np.log(sums[last])
                # Both forms may be one tag.
                sums[last] = 0.0
    if outside >= 0:
        here[outside] = begins[border - 1, outside] + scores[start + border - 1, outside]


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
def scaled_sums(
    start: int,
    n: int,
    outside_potentials: FloatArray,
    potentials: FloatArray,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    segments: FloatArray,
    backwards: int,
    begins: FloatArray,
    ends: FloatArray,
    of_single: FloatArray,
    of_long: FloatArray,
    inside: FloatArray,
    entered: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> float:
    """Sum over the segmentations of a sentence by products, and write the probabilities.

    Parameters
    ----------
    start, n : int
        The first token, and the number of tokens.
    outside_potentials : (T,) array
        exp of the lowered scores of the tag outside of segments.
    potentials : (L, L) array
        exp of the transitions.
    segments : (T · K, W) array
        exp of the lowered candidates; replaced by probabilities if `backwards`.
    begins, ends : (n + 1, L) arrays
        Working memory, as are the next four, (n + 1, C).

    Returns
    -------
    float
        The sum, relative to the references; or 0 if products are too small or too great for it.
    """
    n_types = len(forms)
    at_end = np.empty(n_types)
    at_end_single = np.empty(n_types)
    # Tags that begin no segment are read for types without a tag, whose candidates are 0.
    begins[:n] = 0.0
    begins[0] = 1.0
    most = 0.0
    for border in range(1, n + 1):
        a = border - 1
        for c in range(n_types):
            of_single[a, c] = begins[a, max(forms[c, SINGLE], 0)]
            of_long[a, c] = begins[a, max(forms[c, FIRST], 0)]
            at_end_single[c] = of_single[a, c] * segments[(start + a) * longest, c]
            at_end[c] = 0.0
        for d in range(2, min(longest, border) + 1):
            a = border - d
            row = (start + a) * longest + d - 1
            for c in range(n_types):
                at_end[c] += of_long[a, c] * segments[row, c]
        here = ends[border]
        here[:] = 0.0
        for c in range(n_types):
            here[max(forms[c, SINGLE], 0)] += at_end_single[c]
            here[max(forms[c, LAST], 0)] += at_end[c]
        if outside >= 0:
            factor = outside_potentials[start + border - 1]
            here[outside] += begins[border - 1, outside] * factor
            most = max(most, factor) if factor <= MOST_OF_PRODUCTS else np.inf
        if border < n:
            following = begins[border]
            for last in lasts:
                amount = here[last]
                for first in firsts:
                    following[first] += amount * potentials[last, first]
            for first in firsts:
                amount = following[first]
                most = max(most, amount) if amount <= MOST_OF_PRODUCTS else np.inf
    z = 0.0
    for last in lasts:
        z += ends[n, last]
    if not (LEAST_OF_PRODUCTS <= z <= MOST_OF_PRODUCTS and most <= MOST_OF_PRODUCTS):
        return 0.0
    return scaled_probabilities(
        start,
        n,
        z,
        outside_potentials,
        potentials,
        forms,
        firsts,
        lasts,
        outside,
        longest,
        segments,
        backwards,
        begins,
        ends,
        of_single,
        of_long,
        inside,
        entered,
        posteriors,
        pairs,
    )


@kernel
def scaled_probabilities(
    start: int,
    n: int,
    z: float,
    outside_potentials: FloatArray,
    potentials: FloatArray,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    segments: FloatArray,
    backwards: int,
    begins: FloatArray,
    ends: FloatArray,
    of_single: FloatArray,
    of_long: FloatArray,
    inside: FloatArray,
    entered: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> float:
    """Go back over a sentence after `scaled_sums`, whose arguments these are.

    The first pass finds out whether products stay in their bounds, before anything is replaced.
    """
    n_types = len(forms)
    n_labels = begins.shape[1]
    after = np.zeros((n + 1, n_labels))
    after_single = np.empty((n + 1, n_types))
    after_long = np.empty((n + 1, n_types))
    starts = np.empty((n, n_labels))
    stops = np.empty((n + 1, n_types))
    sums = np.empty(n_types)
    after[n] = 1.0 / z
    most = 1.0 / z
    for a in range(n - 1, -1, -1):
        token = start + a
        for c in range(n_types):
            after_single[a + 1, c] = after[a + 1, max(forms[c, SINGLE], 0)]
            after_long[a + 1, c] = after[a + 1, max(forms[c, LAST], 0)]
        here = starts[a]
        here[:] = 0.0
        sums[:] = 0.0
        for d in range(2, min(longest, n - a) + 1):
            row = token * longest + d - 1
            for c in range(n_types):
                sums[c] += segments[row, c] * after_long[a + d, c]
        for c in range(n_types):
            here[max(forms[c, FIRST], 0)] += sums[c]
            here[max(forms[c, SINGLE], 0)] += segments[token * longest, c] * after_single[a + 1, c]
        if outside >= 0:
            here[outside] += outside_potentials[token] * after[a + 1, outside]
        if a == 0:
            break
        for last in lasts:
            total = 0.0
            for first in firsts:
                total += potentials[last, first] * here[first]
            after[a, last] = total
            most = max(most, total) if total <= MOST_OF_PRODUCTS else np.inf
    if not most <= MOST_OF_PRODUCTS:
        return 0.0
    if not backwards:
        return z
    inside[: n + 1] = 0.0
    entered[: n + 1] = 0.0
    stops[:] = 0.0
    posteriors[start : start + n] = 0.0
    for a in range(n):
        token = start + a
        if outside >= 0:
            posteriors[token, outside] += (
                begins[a, outside] * outside_potentials[token] * after[a + 1, outside]
            )
        n_possible = min(longest, n - a)
        row = token * longest
        for c in range(n_types):
            probability = segments[row, c] * of_single[a, c] * after_single[a + 1, c]
            segments[row, c] = probability
            posteriors[token, max(forms[c, SINGLE], 0)] += probability
        sums[:] = 0.0
        for d in range(3, n_possible + 1):
            row = token * longest + d - 1
            for c in range(n_types):
                probability = segments[row, c] * of_long[a, c] * after_long[a + d, c]
                segments[row, c] = probability
                stops[a + d, c] += probability
                sums[c] += probability
        for c in range(n_types):
            first, middle, last = forms[c, FIRST], forms[c, MIDDLE], forms[c, LAST]
            if stops[a + 1, c] > 0.0:
                posteriors[token, last] += stops[a + 1, c]
                inside[a, c] -= stops[a + 1, c]
            if n_possible < 2 or first < 0 or last < 0:
                continue
            row = token * longest + 1
            of_two = segments[row, c] * of_long[a, c] * after_long[a + 2, c]
            segments[row, c] = of_two
            pairs[0, first, last] += of_two
            posteriors[token + 1, last] += of_two
            posteriors[token, first] += of_two + sums[c]
            if sums[c] > 0.0:
                pairs[0, first, middle] += sums[c]
                pairs[0, middle, last] += sums[c]
                entered[a + 1, c] += sums[c]
        if a > 0:
            for last in lasts:
                if ends[a, last] == 0.0:
                    continue
                for first in firsts:
                    pairs[0, last, first] += (
                        ends[a, last] * potentials[last, first] * starts[a, first]
                    )
    return z


@kernel
def sum_segmentations(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    potentials: FloatArray,
    greatest: float,
    by_position: int,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    candidates: FloatArray,
    references: FloatArray,
    highest: FloatArray,
    outside_potentials: FloatArray,
    segments: FloatArray,
    log_z: FloatArray,
    backwards: int,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> int:
    """Write log Z of each sentence, and the probabilities of its segments, tags and transitions.

    Sentences are summed over by products, and by logarithms where these leave their bounds.

    Parameters
    ----------
    offsets, scores, transitions, by_position, forms, longest
        As for `add_token_scores`.
    potentials, greatest, firsts, lasts
        As for `enter_segments`; empty potentials mean logarithms for all sentences.
    outside : int
        The tag outside of segments, always of one token; −1 for none.
    candidates : (T · K, W) array
        Of `add_token_scores`.
    references : (T,) array
        Of `sum_references`.
    highest : (N,) array
        The highest of each sentence's lowered candidates.
    outside_potentials : (T,) array
        exp of the scores of the tag outside, lowered as those of candidates.
    segments : (T · K, W) array, changed
        exp of `lower_candidates`; replaced by probabilities if `backwards`.
    log_z : (N,) array, written
    backwards : int
        Whether probabilities are wanted.
    posteriors : (T, L) array, written
    pairs : (1, L, L) array, or (T, L, L)
        Expected transitions are added.

    Returns
    -------
    int
        −1; or the first token that no segmentation of its sentence reaches. Its log Z is −inf.
    """
    n_labels, n_types = scores.shape[1], len(forms)
    n_longest = 0
    for sentence in range(len(offsets) - 1):
        n_longest = max(n_longest, offsets[sentence + 1] - offsets[sentence])
    begins = np.empty((n_longest + 1, n_labels))
    ends = np.empty((n_longest + 1, n_labels))
    of_single = np.empty((n_longest + 1, n_types))
    of_long = np.empty((n_longest + 1, n_types))
    inside = np.empty((n_longest + 1, n_types))
    entered = np.empty((n_longest + 1, n_types))
    bad = -1
    for sentence in range(len(offsets) - 1):
        start = offsets[sentence]
        n = offsets[sentence + 1] - start
        if n == 0:
            log_z[sentence] = 0.0
            continue
        z = 0.0
        if len(potentials) and highest[sentence] <= MOST_OF_LOGS:
            z = scaled_sums(
                start,
                n,
                outside_potentials,
                potentials,
                forms,
                firsts,
                lasts,
                outside,
                longest,
                segments,
                backwards,
                begins,
                ends,
                of_single,
                of_long,
                inside,
                entered,
                posteriors,
                pairs,
            )
        if z > 0.0:
            log_z[sentence] = np.log(z) + references[start + n - 1]
            if backwards:
                add_middles(start, n, by_position, forms, inside, entered, posteriors, pairs)
            continue
        reached = careful_sums(
            start,
            n,
            scores,
            transitions,
            potentials,
            greatest,
            by_position,
            forms,
            firsts,
            lasts,
            outside,
            longest,
            candidates,
            segments,
            log_z[sentence : sentence + 1],
            backwards,
            begins,
            ends,
            inside,
            entered,
            posteriors,
            pairs,
        )
        if log_z[sentence] == -np.inf:
            if bad < 0:
                bad = start + min(reached, n - 1)
            continue
        if backwards:
            add_middles(start, n, by_position, forms, inside, entered, posteriors, pairs)
    return int(bad)


@kernel
def careful_sums(
    start: int,
    n: int,
    scores: FloatArray,
    transitions: FloatArray,
    potentials: FloatArray,
    greatest: float,
    by_position: int,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    candidates: FloatArray,
    segments: FloatArray,
    log_z: FloatArray,
    backwards: int,
    begins: FloatArray,
    ends: FloatArray,
    inside: FloatArray,
    entered: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> int:
    """Sum over the segmentations of a sentence by logarithms; return the last border reached.

    Parameters are those of `sum_segmentations`; log_z is (1,).
    """
    n_labels, n_types = scores.shape[1], len(forms)
    shares = np.empty((n + 1, n_labels))
    totals = np.empty((n + 1, n_labels))
    values = np.empty((longest, n_types))
    sums = np.empty(n_labels)
    begins[0] = 0.0
    reached = 0
    for border in range(1, n + 1):
        end_segments(
            border,
            start,
            scores,
            forms,
            outside,
            longest,
            candidates,
            begins,
            values,
            sums,
            ends,
        )
        for last in lasts:
            if ends[border, last] > -np.inf:
                reached = border
        if border < n:
            enter_segments(
                ends[border],
                firsts,
                lasts,
                transitions[(start + border) * by_position],
                potentials,
                greatest,
                shares[border],
                totals[border],
                begins[border],
            )
    log_z[0] = log_sum_of(ends[n], lasts)
    if log_z[0] > -np.inf and backwards:
        leave_segments(
            start,
            n,
            log_z[0],
            scores,
            transitions,
            potentials,
            by_position,
            forms,
            firsts,
            lasts,
            outside,
            longest,
            candidates,
            segments,
            begins,
            ends,
            shares,
            totals,
            inside,
            entered,
            posteriors,
            pairs,
        )
    return int(reached)


@kernel
def add_middles(
    start: int,
    n: int,
    by_position: int,
    forms: IdArray,
    inside: FloatArray,
    entered: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> None:
    """Add the probabilities of middle tags, and of transitions between them.

    Parameters
    ----------
    inside, entered : (n + 1, C) arrays
        Behind the last middle tag minus the probability of the segment; at its first one plus.
    """
    for c in range(len(forms)):
        middle = forms[c, MIDDLE]
        if middle < 0:
            continue
        total = 0.0
        for t in range(n):
            # Segments whose second of several middle tags, or a later one, is here.
            total = max(total + inside[t, c], 0.0)
            pairs[(start + t) * by_position, middle, middle] += total
            total += entered[t, c]
            posteriors[start + t, middle] += total


@kernel
def leave_segments(
    start: int,
    n: int,
    log_z: float,
    scores: FloatArray,
    transitions: FloatArray,
    potentials: FloatArray,
    by_position: int,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    candidates: FloatArray,
    segments: FloatArray,
    begins: FloatArray,
    ends: FloatArray,
    shares: FloatArray,
    totals: FloatArray,
    inside: FloatArray,
    entered: FloatArray,
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
    begins, ends, shares, totals : (n + 1, L) arrays
        Of the pass forwards.
    inside, entered : (n + 1, C) arrays, written
        For `add_middles`.
    """
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
        for last in lasts:
            flow = 0.0
            for first in firsts:
                if starts[first] == 0.0:
                    continue
                if totals[a, first] > 0.0:
                    share = shares[a, last] * potentials[last, first] / totals[a, first]
                else:
                    share = np.exp(
                        ends[a, last] + transitions[place, last, first] - begins[a, first]
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
    scores: FloatArray,
    transitions: FloatArray,
    by_position: int,
    forms: IdArray,
    firsts: IdArray,
    lasts: IdArray,
    outside: int,
    longest: int,
    candidates: FloatArray,
    n_best: int,
    labels: IdArray,
    path_scores: FloatArray,
) -> int:
    """Find the segmentations of the highest scores, as tags.

    Parameters
    ----------
    offsets, scores, transitions, by_position, forms, firsts, lasts, outside, longest, candidates
        As for `sum_segmentations`.
    n_best : int
        At least 1.
    labels : (n_best, T) array, written
        −1 where a sentence has fewer.
    path_scores : (N, n_best) array, written
        In descending order; −inf for missing ones.

    Returns
    -------
    int
        As for `sum_segmentations`.
    """
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
            for last in lasts:
                if ends[border, last, 0] > -np.inf:
                    reached = border
            if border < n:
                place = (start + border) * by_position
                begins[border] = -np.inf
                for first in firsts:
                    for last in lasts:
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
        for last in lasts:
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
        As for `sum_segmentations`.
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

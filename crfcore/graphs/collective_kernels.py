"""Kernels of messages between chains and groups of tied tokens."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel

SMALLEST = 1e-300
"""Least probability of a type: marginals can be rounded to 0."""


@kernel
def type_cavities(
    tokens: IdArray,
    posteriors: FloatArray,
    type_of: IdArray,
    messages: FloatArray,
    marginals: FloatArray,
    cavities: FloatArray,
) -> None:
    """Fill in the marginals of types of some tokens, and these divided by their messages.

    Parameters
    ----------
    tokens : int32 (M,)
    posteriors : (T, L) array
    type_of : int32 (L,)
    messages : (T, K) array
        log ν_i(k).
    marginals, cavities : (T, K) arrays, written
        P(type k), and μ_i(k) = P(type k)/ν_i(k), of sum one.
    """
    n_labels, n_types = len(type_of), messages.shape[1]
    for position in range(len(tokens)):
        i = tokens[position]
        for k in range(n_types):
            marginals[i, k] = 0.0
        for label in range(n_labels):
            marginals[i, type_of[label]] += posteriors[i, label]
        greatest = -np.inf
        for k in range(n_types):
            greatest = max(greatest, -messages[i, k])
        total = 0.0
        for k in range(n_types):
            cavity = marginals[i, k] * np.exp(-messages[i, k] - greatest)
            cavities[i, k] = cavity
            total += cavity
        for k in range(n_types):
            cavities[i, k] = max(cavities[i, k] / total, SMALLEST)


@kernel
def group_messages(
    groups: IdArray,
    indptr: OffsetArray,
    members: IdArray,
    weights: FloatArray,
    log_groups: FloatArray,
    prior: FloatArray,
    rates: FloatArray,
    cavities: FloatArray,
    damping: float,
    beliefs: FloatArray,
    messages: FloatArray,
    changes: FloatArray,
) -> None:
    """Send the messages of some groups to their tokens, by sum-product.

    v_i(z) = log Σ_k exp(s·r(z, k))·μ_i(k); belief log P(z) + Σ_i v_i(z);
    ν_i(k) ∝ Σ_z exp(belief(z) − v_i(z))·exp(s·r(z, k)), with Σ_k P(k)·ν_i(k) = 1.

    Parameters
    ----------
    groups : int32
        The groups.
    indptr, members
        Those of `crfcore.graphs.ties.Ties`.
    weights : (G,) array
        s of each group.
    log_groups, prior : (K,) arrays
        log P(z), P(k).
    rates : (K, K) array
        r(z, k), finite.
    cavities : (T, K) array
        μ.
    damping : float
        Part of the earlier message that is kept, as a probability.
    beliefs : (G, K) array, written
        Logarithms of the groups' beliefs, of greatest value 0.
    messages : (T, K) array, changed
        log ν.
    changes : (T,) array, written
        The greatest change of a message, with ν of sum one.
    """
    n_types = len(log_groups)
    factors = np.empty((n_types, n_types))
    belief = np.empty(n_types)
    cavity = np.empty(n_types)
    new = np.empty(n_types)
    old = np.empty(n_types)
    strength = -1.0
    for position in range(len(groups)):
        group = groups[position]
        if weights[group] != strength:
            strength = weights[group]
            for z in range(n_types):
                for k in range(n_types):
                    factors[z, k] = np.exp(strength * rates[z, k])
        belief[:] = log_groups
        for entry in range(indptr[group], indptr[group + 1]):
            i = members[entry]
            for z in range(n_types):
                total = 0.0
                for k in range(n_types):
                    total += factors[z, k] * cavities[i, k]
                belief[z] += np.log(total)
        greatest = belief.max()
        for z in range(n_types):
            belief[z] -= greatest
            beliefs[group, z] = belief[z]
        for entry in range(indptr[group], indptr[group + 1]):
            i = members[entry]
            greatest = -np.inf
            for z in range(n_types):
                total = 0.0
                for k in range(n_types):
                    total += factors[z, k] * cavities[i, k]
                cavity[z] = belief[z] - np.log(total)
                greatest = max(greatest, cavity[z])
            for z in range(n_types):
                cavity[z] = np.exp(cavity[z] - greatest)
            if strength == 0.0:
                # Exactly nothing, so that the chains keep their scores to the bit.
                changes[i] = 1.0 if np.any(messages[i] != 0.0) else 0.0
                messages[i] = 0.0
                continue
            new_sum = 0.0
            old_sum = 0.0
            highest = messages[i].max()
            for k in range(n_types):
                total = 0.0
                for z in range(n_types):
                    total += cavity[z] * factors[z, k]
                new[k] = total
                new_sum += total
                old[k] = np.exp(messages[i, k] - highest)
                old_sum += old[k]
            change = 0.0
            scale = 0.0
            for k in range(n_types):
                mixed = (1.0 - damping) * new[k] / new_sum + damping * old[k] / old_sum
                change = max(change, abs(mixed - old[k] / old_sum))
                new[k] = np.log(mixed)
                scale += prior[k] * mixed
            changes[i] = change
            scale = np.log(scale)
            for k in range(n_types):
                messages[i, k] = new[k] - scale


@kernel
def mean_messages(
    groups: IdArray,
    indptr: OffsetArray,
    members: IdArray,
    weights: FloatArray,
    log_groups: FloatArray,
    rates: FloatArray,
    marginals: FloatArray,
    beliefs: FloatArray,
    messages: FloatArray,
    changes: FloatArray,
) -> None:
    """Send the messages of some groups by structured mean field.

    q(z) ∝ P(z)·exp(Σ_i Σ_k P(type k)·s·r(z, k)); log ν_i(k) = Σ_z q(z)·s·r(z, k). Parameters are
    those of `group_messages`; ``marginals`` (T, K) are P(type k).
    """
    n_types = len(log_groups)
    belief = np.empty(n_types)
    for position in range(len(groups)):
        group = groups[position]
        strength = weights[group]
        belief[:] = log_groups
        for entry in range(indptr[group], indptr[group + 1]):
            for z in range(n_types):
                for k in range(n_types):
                    belief[z] += strength * rates[z, k] * marginals[members[entry], k]
        greatest = belief.max()
        total = 0.0
        for z in range(n_types):
            belief[z] -= greatest
            total += np.exp(belief[z])
        for z in range(n_types):
            beliefs[group, z] = belief[z]
            belief[z] = np.exp(belief[z]) / total
        for entry in range(indptr[group], indptr[group + 1]):
            i = members[entry]
            changes[i] = 0.0
            for k in range(n_types):
                mean = 0.0
                for z in range(n_types):
                    mean += belief[z] * strength * rates[z, k]
                changes[i] = max(changes[i], abs(mean - messages[i, k]))
                messages[i, k] = mean


@kernel
def add_messages(
    tokens: IdArray, type_of: IdArray, messages: FloatArray, scores: FloatArray
) -> None:
    """Add log ν of each label's type to the scores of some tokens.

    Parameters
    ----------
    tokens : int32 (M,)
        Row m of the scores is that of token ``tokens[m]``.
    type_of : int32 (L,)
    messages : (T, K) array
    scores : (M, L) array, changed
    """
    for position in range(len(tokens)):
        for label in range(len(type_of)):
            scores[position, label] += messages[tokens[position], type_of[label]]


@kernel
def mark_changed(
    group_of: IdArray,
    sentence_of: IdArray,
    changes: FloatArray,
    tolerance: float,
    changed: MaskArray,
) -> int:
    """Mark the sentences with a message that changed by more than the tolerance; return how many.

    Parameters
    ----------
    group_of, sentence_of : int32 (T,)
    changes : (T,) array
    changed : uint8 (N,), written
    """
    changed[:] = 0
    count = 0
    for i in range(len(group_of)):
        if group_of[i] >= 0 and changes[i] > tolerance and changed[sentence_of[i]] == 0:
            changed[sentence_of[i]] = 1
            count += 1
    return count

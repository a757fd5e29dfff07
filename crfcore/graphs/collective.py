"""Collective labelling: marginals and best labels of chains tied by names.

`marginals_of` and `labels_of` take a model (`crfcore.graphs.tied_chains`) and a method:

=============  ====================================================================================
"bp"           sum-product between chains and groups; exact where they form a tree
"mean-field"   structured mean field, a lower bound on log Z
"gibbs"        blocked sampling: types of the groups given labels, labels given types
"exact"        all types of the groups of a component (`crfcore.graphs.exact_ties`)
=============  ====================================================================================

Sutton and McCallum (2004) and Bunescu and Mooney (2004) tie pairs of tokens; a hidden type for each
group says the same with one variable in place of n(n − 1)/2 pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError, shown
from crfcore.graphs import exact_ties
from crfcore.graphs.propagation import Propagation
from crfcore.graphs.tied_chains import TiedChains
from crfcore.inference.sampling import sample
from crfcore.inference.viterbi import viterbi

METHODS = ("bp", "mean-field", "gibbs", "exact")

N_SAMPLES, BURN_IN = 1000, 100
"""Sweeps of the sampler that count, and those before."""


class CollectiveMarginals(NamedTuple):
    """Probabilities of labels and of the groups' types.

    Attributes
    ----------
    labels : (T, L) array
    groups : (G, K) array
    log_z : float or None
        Of "exact"; of "mean-field" a lower bound; None of others.
    converged : bool
        Whether messages no longer changed; True of "exact" and "gibbs".
    passes : int
        Passes, or sweeps.
    """

    labels: FloatArray
    groups: FloatArray
    log_z: float | None
    converged: bool
    passes: int


def checked_method(method: str) -> str:
    """Return a method's name; CrfError if it is unknown."""
    if method not in METHODS:
        raise CrfError(f"method={shown(method)} is unknown; use one of {', '.join(METHODS)}.")
    return method


def marginals_of(
    chains: TiedChains,
    method: str = "bp",
    *,
    rng: np.random.Generator | int = 0,
    n_samples: int = N_SAMPLES,
    burn_in: int = BURN_IN,
) -> CollectiveMarginals:
    """Return the probabilities of all labels.

    Parameters
    ----------
    chains : TiedChains
    method : {"bp", "mean-field", "gibbs", "exact"}
    rng : numpy.random.Generator or int
        A generator or a seed; for "gibbs".
    n_samples, burn_in : int
        For "gibbs".

    Raises
    ------
    CrfError
        A hard table without "exact"; a sentence without a labelling; too many groups for "exact".
    """
    checked_method(method)
    if method == "exact":
        labels, groups, log_z = exact_ties.marginals_of(chains)
        return CollectiveMarginals(labels, groups, log_z, converged=True, passes=1)
    if method == "gibbs":
        return _sampled(chains, np.random.default_rng(rng), n_samples, burn_in)
    state = Propagation(chains, method)
    state.run()
    groups = np.exp(state.beliefs)
    groups /= groups.sum(axis=1, keepdims=True)
    bound = state.bound() if method == "mean-field" else None
    return CollectiveMarginals(state.posteriors, groups, bound, state.converged, state.passes)


def labels_of(
    chains: TiedChains,
    method: str = "bp",
    *,
    rng: np.random.Generator | int = 0,
    n_samples: int = N_SAMPLES,
) -> IdArray:
    """Return good labels, int32 (T,).

    The best labelling under the messages, and one round of block ascent: the best types of the
    groups for these labels, and the best labels for these types. With "exact" no pair of labels and
    types has a higher score; with "gibbs" the sampler is cooled linearly.

    Parameters
    ----------
    chains, method, rng, n_samples
        As for `marginals_of`.
    """
    checked_method(method)
    if method == "exact":
        return exact_ties.labels_of(chains)
    if method == "gibbs":
        return annealed(chains, rng, n_samples)[0]
    state = Propagation(chains, method)
    state.run()
    return labels_under(state)


def labels_under(state: Propagation) -> IdArray:
    """Return the labels of a propagation that has run: see `labels_of`."""
    chains = state.chains
    every = np.arange(len(chains.scores), dtype=np.int32)
    scores, transitions, allowed = state.scores_of(every)
    return ascended(chains, viterbi(scores, transitions, chains.offsets, allowed)[0])


def ascended(chains: TiedChains, labels: IdArray) -> IdArray:
    """Return the labels after one round of block ascent, which never lowers the score."""
    hidden = chains.group_scores(labels).argmax(axis=1)
    return viterbi(chains.given_groups(hidden), chains.pairs, chains.offsets, chains.allowed)[0]


def annealed(
    chains: TiedChains, rng: np.random.Generator | int, n_sweeps: int = N_SAMPLES
) -> tuple[IdArray, float]:
    """Return the labels of highest score that cooling has met, after one round of ascent.

    Sweep i has the temperature 1 − i/n, by which scores are divided.
    """
    generator = np.random.default_rng(rng)
    labels = viterbi(chains.scores, chains.pairs, chains.offsets, chains.allowed)[0]
    best, highest = labels, -np.inf
    for sweep in range(n_sweeps):
        labels, hidden = _swept(chains, labels, generator, 1.0 - sweep / n_sweeps)
        score = chains.score(labels, hidden)
        if score > highest:
            best, highest = labels, score
    labels = ascended(chains, best)
    return labels, chains.score(labels, chains.group_scores(labels).argmax(axis=1))


def _swept(
    chains: TiedChains, labels: IdArray, rng: np.random.Generator, temperature: float = 1.0
) -> tuple[IdArray, IdArray]:
    """Draw the types of all groups given the labels, and all labels given the types."""
    logits = chains.group_scores(labels) / temperature
    # The greatest of a logit plus a Gumbel number is drawn from their distribution.
    hidden = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1).astype(np.int32)
    scores = chains.given_groups(hidden) / temperature
    pairs = chains.pairs / temperature
    drawn = sample(scores, pairs, chains.offsets, 1, rng, chains.allowed)
    return drawn[0], hidden


def _sampled(
    chains: TiedChains, rng: np.random.Generator, n_samples: int, burn_in: int
) -> CollectiveMarginals:
    if n_samples < 1 or burn_in < 0:
        raise CrfError("Sampling needs n_samples of at least 1 and burn_in of at least 0.")
    labels = viterbi(chains.scores, chains.pairs, chains.offsets, chains.allowed)[0]
    counts = np.zeros_like(chains.scores)
    groups = np.zeros((chains.ties.n_groups, len(chains.table.types)))
    tokens, numbers = np.arange(len(labels)), np.arange(chains.ties.n_groups)
    for sweep in range(burn_in + n_samples):
        labels, hidden = _swept(chains, labels, rng)
        if sweep >= burn_in:
            counts[tokens, labels] += 1.0
            groups[numbers, hidden] += 1.0
    return CollectiveMarginals(
        counts / n_samples, groups / n_samples, None, converged=True, passes=burn_in + n_samples
    )

"""Messages between chains and groups of tied tokens.

A pass is a forward–backward pass over sentences and one over groups:

1. Marginals of the sentences; μ_i(k) = P(type k)/ν_i(k).
2. v_i(z) = log Σ_k exp(s·r(z, k))·μ_i(k); belief of a group: log P(z) + Σ_i v_i(z).
3. ν_i(k) = Σ_z exp(belief(z) − v_i(z))·exp(s·r(z, k)).
4. log ν is added to the scores of the labels of type k; again for the sentences whose ν changed.

This is sum-product on a graph of chains and groups, exact where these form a tree.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.graphs.collective_kernels import (
    add_messages,
    group_messages,
    mark_changed,
    mean_messages,
    type_cavities,
)
from crfcore.graphs.tied_chains import TiedChains
from crfcore.inference.forward_backward import log_z, marginals

TOLERANCE = 1e-3
"""Change of a message, as a probability, below which a sentence is not computed again."""

MAX_PASSES = 10

DAMPING = 0.3
UNDAMPED_PASSES = 3
"""Messages are damped after these passes."""


class Propagation:
    """The messages of a collective model, and what they are computed from.

    Parameters
    ----------
    chains : TiedChains
        Its arrays may be changed between calls of `run`, which is then told where.
    method : {"bp", "mean-field"}
        Sum-product; or structured mean field, log ν_i(k) = Σ_z q(z)·s·r(z, k), whose bound on
        log Z never falls.

    Attributes
    ----------
    messages : (T, K) array
        log ν; with "bp" Σ_k P(k)·ν_i(k) = 1, so that they are logarithms of odds against the
        table's P(k). 0 for tokens without ties.
    posteriors : (T, L) array
        Marginals under these messages, as of the last pass over each sentence.
    beliefs : (G, K) array
        Logarithms of the beliefs of the groups' types, of greatest value 0.
    changed : uint8 (N,)
        Sentences whose messages changed by more than the tolerance in the last `run`.
    converged, passes : bool, int
        Of the last `run`.

    Raises
    ------
    CrfError
        A rate of the table is −∞: a hard rule needs the method "exact".
    """

    def __init__(self, chains: TiedChains, method: str = "bp") -> None:
        if not np.all(np.isfinite(chains.table.rates)):
            raise CrfError(
                "A table of ties with probabilities of 0 is a hard rule, which messages cannot "
                'obey; use method="exact".'
            )
        self.chains = chains
        self.method = method
        n_tokens, n_types = len(chains.scores), len(chains.table.types)
        self.messages = np.zeros((n_tokens, n_types))
        self.posteriors = np.zeros_like(chains.scores)
        self.beliefs = np.zeros((chains.ties.n_groups, n_types))
        self.changed = np.zeros(chains.n_sentences, np.uint8)
        self.converged = False
        self.passes = 0
        self._marginals = np.zeros((n_tokens, n_types))
        self._cavities = np.zeros((n_tokens, n_types))

    def run(
        self,
        sentences: OffsetArray | None = None,
        *,
        tolerance: float = TOLERANCE,
        max_passes: int = MAX_PASSES,
    ) -> None:
        """Pass messages until none changes any more.

        Parameters
        ----------
        sentences : int64 (M,), optional
            Sentences whose scores or mask have changed, and those with groups whose strength has;
            by default all.
        tolerance : float
        max_passes : int
            At least 1; afterwards the posteriors are computed once more.
        """
        chains = self.chains
        todo = np.arange(chains.n_sentences) if sentences is None else sentences
        self.changed[:] = 0
        marked = np.zeros_like(self.changed)
        changes = np.zeros(len(chains.scores))
        for passed in range(max_passes):
            self._refresh(todo)
            groups = chains.groups_of(todo)
            changes[:] = 0.0
            self._send(groups, DAMPING if passed >= UNDAMPED_PASSES else 0.0, changes)
            mark_changed(chains.ties.group_of, chains.sentence_of, changes, tolerance, marked)
            self.changed |= marked
            todo = np.flatnonzero(marked)
            self.passes = passed + 1
            if not len(todo):
                break
        self.converged = not len(todo)
        if len(todo):
            self._refresh(todo)

    def bound(self) -> float:
        """Return the lower bound on log Z of the method "mean-field", as of the last `run`.

        Σ log Z of the chains under the messages − Σ_g KL(q(z) ‖ P(z)).
        """
        chains = self.chains
        everything = np.arange(chains.n_sentences)
        scores, transitions, allowed = self.scores_of(chains.tokens_of(everything)[0])
        chosen = np.exp(self.beliefs)
        chosen /= chosen.sum(axis=1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(chosen > 0.0, np.log(chosen) - np.log(chains.table.groups), 0.0)
        divergence = float((chosen * ratios).sum())
        return float(log_z(scores, transitions, chains.offsets, allowed).sum()) - divergence

    def label_messages(self, tokens: IdArray | slice) -> FloatArray:
        """Return log ν of the labels of some tokens, (M, L): what is added to their scores."""
        found: FloatArray = self.messages[tokens][:, self.chains.type_of]
        return found

    def cavity(self, token: int) -> FloatArray:
        """Return μ of a tied token, (K,), which the group's message to it leaves out."""
        found: FloatArray = self._cavities[token]
        return found

    def scores_of(self, tokens: IdArray) -> tuple[FloatArray, FloatArray, MaskArray | None]:
        """Return the scores under the messages, the transitions and the mask of some tokens."""
        scores, transitions, allowed = self.chains.arrays_of(tokens)
        add_messages(tokens, self.chains.type_of, self.messages, scores)
        return scores, transitions, allowed

    def _refresh(self, sentences: OffsetArray) -> None:
        """Compute the marginals of some sentences, and those of types."""
        chains = self.chains
        tokens, offsets = chains.tokens_of(sentences)
        scores, transitions, allowed = self.scores_of(tokens)
        self.posteriors[tokens] = marginals(scores, transitions, offsets, allowed)
        tied = tokens[chains.ties.group_of[tokens] >= 0]
        type_cavities(
            tied, self.posteriors, chains.type_of, self.messages, self._marginals, self._cavities
        )

    def _send(self, groups: IdArray, damping: float, changes: FloatArray) -> None:
        chains, table = self.chains, self.chains.table
        graph = (groups, chains.ties.indptr, chains.ties.members, chains.strengths)
        log_groups = np.log(table.groups)
        if self.method == "mean-field":
            mean_messages(
                *graph,
                log_groups,
                table.rates,
                self._marginals,
                self.beliefs,
                self.messages,
                changes,
            )
        else:
            group_messages(
                *graph,
                log_groups,
                table.tokens,
                table.rates,
                self._cavities,
                damping,
                self.beliefs,
                self.messages,
                changes,
            )

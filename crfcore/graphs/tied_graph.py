"""The factor graph of chains that ties of names join, for inference by any method of graphs."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.graphs.factor_graph import FactorGraph
from crfcore.graphs.tied_chains import TiedChains, weighted


def graph_of(chains: TiedChains) -> FactorGraph:
    """Return the graph of a collective model.

    Parameters
    ----------
    chains : TiedChains

    Returns
    -------
    FactorGraph
        Variables 0..T-1 are the tokens, with the labels as states; T..T + G - 1 the groups, with
        their hidden types. Its log Z and marginals are those of the model, so that the junction
        tree is exact for all documents that it fits.
    """
    table, ties = chains.table, chains.ties
    n_tokens, n_labels = chains.scores.shape
    n_types = len(table.types)
    n_states = max(n_labels, n_types)
    chain = FactorGraph.from_lattice(chains.scores, chains.pairs, chains.offsets, chains.allowed)
    unary = np.full((n_tokens + ties.n_groups, n_states), -np.inf)
    unary[:n_tokens, :n_labels] = chain.unary
    unary[n_tokens:, :n_types] = np.log(table.groups)
    tables = {
        number: _widened(chain.tables[start : start + n_labels**2], n_labels, n_states)
        for number, start in enumerate(chain.table_start.tolist())
    }
    factors = [
        (chain.scope[2 * factor : 2 * factor + 2].tolist(), tables[number])
        for factor, number in enumerate(chain.table_of.tolist())
    ]
    links: dict[float, FloatArray] = {}
    for group, strength in enumerate(chains.strengths.tolist()):
        if strength not in links:
            links[strength] = np.zeros((n_states, n_states))
            rates = weighted(np.asarray(strength), table.rates)[:, chains.type_of]
            links[strength][:n_labels, :n_types] = rates.T
        factors += [
            ([token, n_tokens + group], links[strength]) for token in ties.tokens(group).tolist()
        ]
    return FactorGraph.of(unary, factors)


def _widened(entries: FloatArray, n_labels: int, n_states: int) -> FloatArray:
    """Return a table (L, L) as one of more states, which are not allowed elsewhere."""
    wide = np.zeros((n_states, n_states))
    wide[:n_labels, :n_labels] = entries.reshape(n_labels, n_labels)
    return wide

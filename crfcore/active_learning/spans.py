"""Query strategy by missed spans."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.active_learning.pool import Pool, Run
from crfcore.active_learning.span_kernels import expected_spans, mass_of_spans
from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.constrained_inference import ConstrainedLattice, ConstrainedRun
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.text.tag_schemes import OUTSIDE, continues, split_tag


def missed_span(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the expected number of spans that y* misses.

    Σ P(span|x) over all spans, of any type, that are not spans of the best labelling, in time
    linear in the tokens. Where each token is a span of its own, it is the expected number of tokens
    with another label than the proposed one, not counting "O".
    """
    kinds = span_kinds(pool.fitted.labels, pool.scheme)

    def part(constrained: ConstrainedLattice, run: Run) -> FloatArray:
        best = pool.proposals.labels[run.tokens]
        result = np.zeros(run.n_sentences)
        for own in constrained.runs:
            result[own.sentences] = _missed(own, kinds, best[own.tokens])
        return result

    return np.concatenate([np.zeros(0), *pool.in_lattices(part)])


@dataclass(frozen=True, slots=True, eq=False)
class SpanKinds:
    """The kinds of spans that labels can form.

    Attributes
    ----------
    kinds : (L,) array
        The kind of span of each label, −1 for none.
    goes_on : (L, L) array of 0 and 1
        1 where the second label continues the span of the first.
    """

    kinds: IdArray
    goes_on: MaskArray

    @property
    def members(self) -> MaskArray:
        """Mask of the labels of each kind, (K, L)."""
        numbers = np.arange(int(self.kinds.max(initial=-1)) + 1)
        return np.asarray(self.kinds == numbers[:, np.newaxis], dtype=np.uint8)

    def of_states(self, labels: IdArray) -> SpanKinds:
        """Return the same for states with these labels (n,)."""
        goes_on = self.goes_on[labels[:, np.newaxis], labels]
        return SpanKinds(self.kinds[labels], np.ascontiguousarray(goes_on))


def span_kinds(labels: tuple[str, ...], scheme: str | None) -> SpanKinds:
    """Return the kinds of spans; with "tokens", each token that is not "O" is a span."""
    by_token = scheme == "tokens"
    types = [None if tag == OUTSIDE else tag if by_token else split_tag(tag)[1] for tag in labels]
    numbers: dict[str | None, int] = {None: -1}
    for name in types:
        numbers.setdefault(name, len(numbers) - 1)
    goes_on = [[not by_token and continues(one, other) for other in labels] for one in labels]
    return SpanKinds(
        np.array([numbers[name] for name in types], dtype=np.int32),
        np.array(goes_on, dtype=np.uint8).reshape(len(labels), len(labels)),
    )


def _missed(run: ConstrainedRun, kinds: SpanKinds, best: IdArray) -> FloatArray:
    """Return `missed_span` of the sentences of a run, with their best labels (T,)."""
    owners, starts, ends = spans_in(best, run.offsets, kinds)
    numbers = kinds.kinds[best[starts]]
    checked = lattice(*run.arguments)
    if run.automaton is not None:
        joined = run.joined(run.automaton)
        kinds = kinds.of_states(joined.labels)
        checked = lattice(*joined.arguments)
    result = np.empty(checked.n_sentences)
    before, after = (pairs.astype(np.int32) for pairs in np.nonzero(kinds.goes_on))
    members = kinds.members
    workspace = np.empty(int(np.max(ends - starts, initial=0)))
    for first, chain in posterior_chains(checked):
        totals = result[first : first + len(chain.log_z)]
        marginals = chain.marginals()
        expected_spans(chain.offsets, kinds.kinds, before, after, marginals, chain.arrays, totals)
        mine = slice(*np.searchsorted(owners, [first, first + len(chain.log_z)]).tolist())
        token = int(checked.offsets[first])
        mass_of_spans(
            chain.offsets,
            owners[mine] - first,
            starts[mine] - token,
            ends[mine] - token,
            numbers[mine],
            members,
            kinds.goes_on,
            marginals,
            chain.arrays,
            workspace,
            totals,
        )
    # Rounding errors may give a difference slightly below 0.
    return np.maximum(result, 0.0)


def spans_in(
    labels: IdArray, offsets: OffsetArray, kinds: SpanKinds
) -> tuple[OffsetArray, OffsetArray, OffsetArray]:
    """Return sentence, first token and end of each span of a labelling (T,), in order."""
    begins = np.ones(len(labels), dtype=np.bool_)
    begins[1:] = kinds.goes_on[labels[:-1], labels[1:]] == 0
    first_tokens = offsets[:-1][np.diff(offsets) > 0]
    begins[first_tokens] = True
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(labels))
    inside = kinds.kinds[labels[starts]] >= 0
    starts, ends = starts[inside], ends[inside]
    owners = np.searchsorted(offsets, starts, side="right") - 1
    return owners.astype(np.int64), starts.astype(np.int64), ends[: len(starts)].astype(np.int64)

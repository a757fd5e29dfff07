"""Feature induction: attributes and conjunctions, added to a chain where they gain most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor, dataset_to_learn
from crfcore.estimator.parameters import check_chain, generator
from crfcore.feature_induction import WRONG_TOKENS, Gains, Groups, Residuals, gains_of
from crfcore.features.dataset import Dataset
from crfcore.features.induced_extraction import InducedExtractor, pairs_of_tokens
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.targets import Targets
from crfcore.pool_experts import trained
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.given_labels import targets_for
from crfcore.training.monitor import TrainingCancelled

Cancelled = Callable[[], bool]


class InducedFeature(NamedTuple):
    """A feature in the order in which it was added.

    Attributes
    ----------
    attribute, label : str
    gain : float
        Estimated when it was added, in nats.
    round : int
        From 1.
    """

    attribute: str
    label: str
    gain: float
    round: int


def induce(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    *,
    n: int = 1000,
    rounds: int = 20,
    least_gain: float | None = None,
    min_count: int = 2,
    n_best: int = 1000,
    iterations: int = 10,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    cancelled: Cancelled | None = None,
) -> tuple[LinearChainCRF, list[InducedFeature]]:
    """Train a chain that begins without attributes, and add what gains most in rounds.

    In each round the candidates are attributes, and conjunctions of two of the `n_best` attributes
    that gain most, which occur on at least `min_count` known tokens and on `WRONG_TOKENS` that the
    model labels wrongly. The `n` features of greatest gain are added (of equal sets of tokens one),
    and the model is trained for a few iterations; at the end to the optimum. A. McCallum, UAI 2003;
    A. McCallum and W. Li, CoNLL 2003, whose values are the defaults.

    The features are those of this model alone, not parameters: `fit`, ``clone`` and
    `bootstrap_committee` train with the template or the attributes of items and without induced
    features. `partial_fit`, pools and `suggest_lines` raise a `CrfError`.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters: L-BFGS without c1. It is not changed.
    X, y, labels, extractor
        As for its `fit`; attributes without values and edges. Open tokens give no gain.
    n, rounds : int
        Features of a round, and the most rounds.
    least_gain : float, optional
        By default 10·c2, from 0.1 to 5.
    min_count, n_best, iterations : int
        See above; the iterations of a round.
    seed : int
        Of the numbers by which sets of tokens are compared.
    cancelled : callable, optional
        Called regularly; True ends everything with `TrainingCancelled`.

    Returns
    -------
    LinearChainCRF
    list of InducedFeature

    Raises
    ------
    CrfError
        A parameter is not possible, or there are attributes with values or of edges.
    """
    check_chain(crf, n=(n, 1), rounds=(rounds, 0), min_count=(min_count, 1), n_best=(n_best, 0))
    _check_algorithm(crf)
    check_chain(crf, iterations=(iterations, 0), least_gain=(least_gain or 0.0, 0.0))
    marks_of = generator(seed)
    dataset, extractor = dataset_to_learn(X, extractor, crf.template, crf.min_count)
    if dataset.has_values or dataset.n_edge_attributes:
        raise CrfError(
            "Features are induced from attributes without values, and from none of edges; leave "
            "vectors and lines B with cells out of the template, or give lists of attributes."
        )
    targets, names = targets_for(y, labels, dataset)
    state = _State(crf, dataset, targets, names, extractor, cancelled)
    c2 = DEFAULT_C2 if crf.c2 is None else float(crf.c2)
    least = min(max(10.0 * c2, 0.1), 5.0) if least_gain is None else least_gain
    marks = marks_of.integers(1, 2**63, dataset.n_tokens, dtype=np.int64)
    state.train(iterations)
    for number in range(1, rounds + 1):
        if not state.add(number, n, least, min_count, n_best, marks):
            break
        state.train(iterations)
    state.train(None)
    all_names = state.extractor.attribute_names()
    features = [
        InducedFeature(all_names[member], names[label], gain, number)
        for member, label, gain, number in state.features
    ]
    return state.model, features


def _check_algorithm(crf: LinearChainCRF) -> None:
    """Raise CrfError unless the parameters are those that features are induced with."""
    for name, value, is_possible in (
        ("algorithm", crf.algorithm, crf.algorithm in {None, "lbfgs"}),
        ("c1", crf.c1, not crf.c1),
    ):
        if not is_possible:
            raise CrfError(
                f"Features are induced by algorithm='lbfgs' without c1, and {name}={shown(value)}; "
                "leave it out."
            )


class _State:
    """The features so far, and the model of them."""

    def __init__(
        self,
        crf: LinearChainCRF,
        dataset: Dataset,
        targets: Targets,
        names: tuple[str, ...],
        inner: Extractor,
        cancelled: Cancelled | None,
    ) -> None:
        self._crf, self._dataset, self._targets, self._names = crf, dataset, targets, names
        self._inner, self._cancelled = inner, cancelled
        self.extractor = InducedExtractor(inner, np.zeros((0, 2), np.int32))
        self.features: list[tuple[int, int, float, int]] = []
        self.model = crf
        self._numbers: dict[tuple[int, int], int] = {}

    def train(self, iterations: int | None) -> None:
        """Train the features so far, from the weights so far."""
        own = Dataset.of(self.extractor.induced(self._dataset), self.extractor)
        chosen = np.zeros((self.extractor.n_attributes, len(self._names)), bool)
        for member, label, _, _ in self.features:
            chosen[member, label] = True

        def keep(index: FeatureIndex) -> NDArray[np.bool_]:
            owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
            mask = np.ones(index.n_weights, bool)
            mask[: index.n_states] = chosen[owners, index.state_labels]
            return mask

        crf = LinearChainCRF(**{**self._crf.get_params(), "all_possible_states": True})
        if iterations is not None:
            crf.set_params(max_iterations=iterations)
        start = None if self.model is self._crf else self.model
        self.model = trained(
            crf, own, self._targets, self._names, keep, self._cancelled, start=start
        )
        self._own = own

    def add(
        self, number: int, n: int, least: float, min_count: int, n_best: int, marks: OffsetArray
    ) -> bool:
        """Add the best features of a round; return whether there was one."""
        residuals = Residuals.of(self.model, self._own, self._targets)
        groups = self._candidates(residuals, min_count, n_best)
        gains = self._new(gains_of(residuals, groups, least), groups)
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled
        if len(gains.gains) == 0:
            return False
        sums = np.add.reduceat(marks[residuals.known][groups.tokens], groups.starts[:-1])
        order = np.argsort(-gains.gains, kind="stable")
        sets = np.stack([sums[gains.groups[order]], gains.labels[order]], axis=1)
        _, firsts = np.unique(sets, axis=0, return_index=True)
        members = [tuple(pair) for pair in self.extractor.members.tolist()]
        for feature in order[np.sort(firsts)][:n].tolist():
            pair = tuple(groups.members[gains.groups[feature]].tolist())
            if pair not in self._numbers:
                self._numbers[pair] = len(members)
                members.append(pair)
            label, gain = int(gains.labels[feature]), float(gains.gains[feature])
            self.features.append((self._numbers[pair], label, gain, number))
        self.extractor = InducedExtractor(self._inner, np.array(members, np.int32).reshape(-1, 2))
        return True

    def _new(self, gains: Gains, groups: Groups) -> Gains:
        """Return the features that the model lacks."""
        there = {(member, label) for member, label, _, _ in self.features}
        numbers = [
            self._numbers.get(tuple(groups.members[group].tolist()), -1)
            for group in gains.groups.tolist()
        ]
        kept = np.array(
            [
                (number, label) not in there
                for number, label in zip(numbers, gains.labels.tolist(), strict=True)
            ],
            bool,
        )
        return Gains(gains.groups[kept], gains.labels[kept], gains.weights[kept], gains.gains[kept])

    def _candidates(self, residuals: Residuals, min_count: int, n_best: int) -> Groups:
        """Return the known tokens of attributes and of conjunctions."""
        dataset = self._dataset
        place = np.full(dataset.n_tokens, MISSING, np.int64)
        place[residuals.known] = np.arange(len(residuals.known))
        is_wrong = np.zeros(dataset.n_tokens, bool)
        is_wrong[residuals.known] = residuals.is_wrong
        owners = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
        keys = dataset.attributes.astype(np.int64) << 32 | 0xFFFFFFFF
        singles = _groups(owners, keys, place, is_wrong, min_count)
        best = gains_of(residuals, singles, 0.0)
        gain_of = np.zeros(dataset.n_attributes)
        np.maximum.at(gain_of, singles.members[best.groups, 0], best.gains)
        chosen = np.zeros(dataset.n_attributes, bool)
        chosen[np.argsort(-gain_of, kind="stable")[:n_best]] = True
        found = [
            firsts.astype(np.int64) << 32 | seconds
            for _, firsts, seconds in pairs_of_tokens(dataset, chosen, is_wrong)
        ]
        wanted, counts = np.unique(
            np.concatenate([np.zeros(0, np.int64), *found]), return_counts=True
        )
        wanted = wanted[counts >= WRONG_TOKENS]
        tokens, pairs = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for own, firsts, seconds in pairs_of_tokens(dataset, chosen, place >= 0):
            own_keys = firsts.astype(np.int64) << 32 | seconds
            at = np.minimum(np.searchsorted(wanted, own_keys), max(len(wanted) - 1, 0))
            has = wanted[at] == own_keys if len(wanted) else np.zeros(len(own_keys), bool)
            tokens.append(own[has])
            pairs.append(own_keys[has])
        both = _groups(np.concatenate(tokens), np.concatenate(pairs), place, is_wrong, min_count)
        return Groups(
            np.append(singles.starts, singles.starts[-1] + both.starts[1:]),
            np.concatenate([singles.tokens, both.tokens]),
            np.concatenate([singles.members, both.members]),
        )


def _groups(
    tokens: OffsetArray,
    keys: OffsetArray,
    place: OffsetArray,
    is_wrong: NDArray[np.bool_],
    min_count: int,
) -> Groups:
    """Return groups of known tokens by key, a pair of attributes; −1 is all ones in 32 bits."""
    known = place[tokens] >= 0
    tokens, keys = tokens[known], keys[known]
    order = np.argsort(keys, kind="stable")
    tokens, keys = tokens[order], keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=np.int64(-1)))
    if len(starts) == 0:
        return Groups(np.zeros(1, np.int64), tokens, np.zeros((0, 2), np.int32))
    sizes = np.diff(np.append(starts, len(keys)))
    n_wrong = np.add.reduceat(is_wrong[tokens].astype(np.int64), starts)
    kept = (sizes >= min_count) & (n_wrong >= WRONG_TOKENS)
    chosen = keys[starts[kept]]
    seconds = (chosen & 0xFFFFFFFF).astype(np.uint32).astype(np.int32)
    members: IdArray = np.stack([(chosen >> 32).astype(np.int32), seconds], axis=1)
    return Groups(offsets_of(sizes[kept]), place[tokens[np.repeat(kept, sizes)]], members)

"""Inference under rules, by the cheapest exact method for each batch of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints import state_lattice
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.compiled import Compiled, SharedRules
from crfcore.constraints.compiled_text import CompiledText
from crfcore.constraints.composite import Composite, composite
from crfcore.constraints.state_lattice import NO_MARKS
from crfcore.inference import (
    NBest,
    SpanKind,
    all_span_marginals,
    entropy,
    log_z,
    marginals,
    nbest,
    pair_marginals,
    sample,
    span_marginals,
    viterbi,
)
from crfcore.inference.forward_backward import Expectations, NoLabellingError, expectations
from crfcore.inference.lattice import lattice


@dataclass(frozen=True, slots=True, eq=False)
class ConstrainedRun:
    """Sentences with the same transitions and the same automaton.

    Attributes
    ----------
    sentences : (N,) array
        Indices of the caller's sentences.
    tokens : (T,) array
        Indices of the caller's tokens.
    scores, transitions, offsets, allowed
        Arguments for functions of `crfcore.inference`, rules included.
    automaton : Automaton or None
    marks : (T,) array, or (0,) for zeros
    """

    sentences: OffsetArray
    tokens: OffsetArray
    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    allowed: MaskArray | None
    automaton: Automaton | None
    marks: OffsetArray

    @property
    def arguments(self) -> tuple[FloatArray, FloatArray, OffsetArray, MaskArray | None]:
        """Arguments for functions of `crfcore.inference`, without the automaton."""
        return self.scores, self.transitions, self.offsets, self.allowed

    def joined(self, automaton: Automaton) -> Composite:
        """Return the lattice over label and state as an ordinary one."""
        return composite(lattice(*self.arguments), automaton, self.marks)


class BestPaths(NamedTuple):
    """The best labellings of N sentences with T tokens in all: (T,) and (N,)."""

    labels: IdArray
    path_scores: FloatArray


class Sums(NamedTuple):
    """log Z of N sentences (N,), and P(y_t = y given x and the rules) of T tokens (T, L)."""

    log_z: FloatArray
    posteriors: FloatArray


class ConstrainedLattice:
    """Scores of N sentences with T tokens in all, under rules.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    rules : SharedRules, CompiledText, or sequence of Compiled or None
        The same for all sentences, or one for each; None without rules. Leftovers for the integer
        program are ignored here.

    Raises
    ------
    NoLabellingError
        From each method, if a sentence has no labelling; names the sentence and the token.
    """

    def __init__(
        self,
        scores: FloatArray,
        transitions: FloatArray,
        offsets: OffsetArray,
        allowed: MaskArray | None,
        rules: SharedRules | CompiledText | Sequence[Compiled | None],
    ) -> None:
        self._shape = scores.shape
        self._n_sentences = len(offsets) - 1
        self._by_position = np.ndim(transitions) == 3
        tokens = np.arange(len(scores))
        whole = ConstrainedRun(
            np.arange(self._n_sentences),
            tokens,
            np.asarray(scores, dtype=np.float64),
            transitions,
            np.asarray(offsets, dtype=np.int64),
            allowed,
            None,
            NO_MARKS,
        )
        if isinstance(rules, SharedRules):
            self.runs = [_shared_run(whole, rules)]
        elif isinstance(rules, CompiledText):
            self.runs = _text_runs(whole, rules)
        else:
            self.runs = _own_runs(whole, rules)

    def best_paths(self) -> BestPaths:
        """Return the labelling of highest score minus costs of every sentence."""
        labels = np.empty(self._shape[0], dtype=np.int32)
        path_scores = np.empty(self._n_sentences)
        for run in self.runs:
            with _named(run):
                labels[run.tokens], path_scores[run.sentences] = _best_paths(run)
        return BestPaths(labels, path_scores)

    def log_z(self) -> FloatArray:
        """Return log Σ exp(score − costs) over the allowed labellings, (N,)."""
        result = np.empty(self._n_sentences)
        for run in self.runs:
            with _named(run):
                result[run.sentences] = _log_z(run)
        return result

    def log_z_or_nothing(self) -> FloatArray:
        """Return the same, (N,); −∞ for a sentence that has no labelling."""
        result = np.empty(self._n_sentences)
        for run in self.runs:
            try:
                result[run.sentences] = _log_z(run)
            except NoLabellingError:
                for run_index, sentence in enumerate(run.sentences.tolist()):
                    try:
                        result[sentence] = _log_z(_part(run, np.array([run_index])))[0]
                    except NoLabellingError:
                        result[sentence] = -np.inf
        return result

    def sums(self) -> Sums:
        """Return log Z and the probabilities of all labels."""
        result = Sums(np.empty(self._n_sentences), np.empty(self._shape))
        for run in self.runs:
            with _named(run):
                if run.automaton is None:
                    found = log_z(*run.arguments), marginals(*run.arguments)
                else:
                    checked = lattice(*run.arguments)
                    found = state_lattice.sums(checked, run.automaton, run.marks)[:2]
                result.log_z[run.sentences], result.posteriors[run.tokens] = found
        return result

    def expectations(self) -> Expectations:
        """Return log Z, the probabilities of labels, and expected transitions."""
        n_labels = self._shape[1]
        shape = (*self._shape, n_labels) if self._by_position else (n_labels, n_labels)
        result = Expectations(np.empty(self._n_sentences), np.empty(self._shape), np.zeros(shape))
        for run in self.runs:
            with _named(run):
                found = _expectations(run)
            result.log_z[run.sentences] = found.log_z
            result.posteriors[run.tokens] = found.posteriors
            if self._by_position:
                result.pairs[run.tokens] = found.pairs
            else:
                result.pairs[:] += found.pairs
        return result

    def pair_marginals(self) -> FloatArray:
        """Return P(y_{t−1}, y_t given x and the rules), (T, L, L); zeros at first tokens."""
        result = np.zeros((*self._shape, self._shape[1]))
        for run in self.runs:
            with _named(run):
                if run.automaton is None:
                    result[run.tokens] = pair_marginals(*run.arguments)
                else:
                    checked = lattice(*run.arguments)
                    found = state_lattice.sums(checked, run.automaton, run.marks, pairs=True)
                    result[run.tokens] = found[2]
        return result

    def entropy(self) -> FloatArray:
        """Return the entropy of the allowed labellings, in nats, (N,)."""
        result = np.empty(self._n_sentences)
        for run in self.runs:
            with _named(run):
                if run.automaton is None:
                    result[run.sentences] = entropy(*run.arguments)
                else:
                    result[run.sentences] = entropy(*run.joined(run.automaton).arguments)
        return result

    def nbest(self, n: int) -> NBest:
        """Return the n labellings of highest score of every sentence, the best first."""
        result = NBest(
            np.empty((n, self._shape[0]), dtype=np.int32),
            np.empty((self._n_sentences, n)),
            np.empty(self._n_sentences),
        )
        for run in self.runs:
            with _named(run):
                found = _nbest(run, n)
            result.labels[:, run.tokens] = found.labels
            result.path_scores[run.sentences] = found.path_scores
            result.log_z[run.sentences] = found.log_z
        return result

    def sample(self, n: int, rng: np.random.Generator | int) -> IdArray:
        """Draw labellings of every sentence from their distribution, (n, T)."""
        generator = np.random.default_rng(rng)
        result = np.empty((n, self._shape[0]), dtype=np.int32)
        for run in self.runs:
            with _named(run):
                if run.automaton is None:
                    scores, transitions, offsets, allowed = run.arguments
                    drawn = sample(scores, transitions, offsets, n, generator, allowed)
                else:
                    joined = run.joined(run.automaton)
                    scores, transitions, offsets, allowed = joined.arguments
                    drawn = joined.labels[
                        sample(scores, transitions, offsets, n, generator, allowed)
                    ]
            result[:, run.tokens] = drawn
        return result

    def all_span_marginals(self, kind: SpanKind, longest: int) -> FloatArray:
        """Return the probability of every span of a type up to a length, (T, longest)."""
        result = np.zeros((self._shape[0], longest))
        for run in self.runs:
            with _named(run):
                (scores, transitions, offsets, allowed), own = _with_kind(run, kind)
                result[run.tokens] = all_span_marginals(
                    scores, transitions, offsets, own, longest, allowed
                )
        return result

    def span_marginals(self, kind: SpanKind, spans: Sequence[tuple[int, int]]) -> FloatArray:
        """Return the probabilities of spans (start, end) of a type, in tokens of the text, (n,)."""
        result = np.zeros(len(spans))
        asked = np.array(spans, dtype=np.int64).reshape(-1, 2)
        for run in self.runs:
            positions = np.searchsorted(run.tokens, asked[:, 0])
            found = np.append(run.tokens, -1)[positions] == asked[:, 0]
            if not found.any():
                continue
            starts = positions[found]
            own_spans = list(
                zip(
                    starts.tolist(),
                    (starts + asked[found, 1] - asked[found, 0]).tolist(),
                    strict=True,
                )
            )
            with _named(run):
                (scores, transitions, offsets, allowed), own = _with_kind(run, kind)
                result[found] = span_marginals(
                    scores, transitions, offsets, own, own_spans, allowed
                )
        return result


def _best_paths(run: ConstrainedRun) -> tuple[IdArray, FloatArray]:
    if run.automaton is None:
        return viterbi(*run.arguments)
    checked = lattice(*run.arguments)
    if run.automaton.cost.any() or np.any(run.automaton.final[np.isfinite(run.automaton.final)]):
        return state_lattice.best_paths(checked, run.automaton, run.marks)
    # If the best of all labellings is allowed, it is the best of the allowed ones.
    labels, path_scores = viterbi(*run.arguments)
    is_broken = state_lattice.refused(run.offsets, labels, run.automaton, run.marks)
    if is_broken.any():
        part = _part(run, np.flatnonzero(is_broken))
        try:
            found = state_lattice.best_paths(lattice(*part.arguments), run.automaton, part.marks)
        except NoLabellingError as error:
            raise NoLabellingError(int(part.sentences[error.sentence]), error.token) from None
        labels[part.tokens], path_scores[part.sentences] = found
    return labels, path_scores


def _log_z(run: ConstrainedRun) -> FloatArray:
    if run.automaton is None:
        return log_z(*run.arguments)
    checked = lattice(*run.arguments)
    return state_lattice.sums(checked, run.automaton, run.marks, backwards=False)[0]


def _expectations(run: ConstrainedRun) -> Expectations:
    if run.automaton is None:
        return expectations(*run.arguments)
    checked = lattice(*run.arguments)
    log_sums, posteriors, pairs = state_lattice.sums(checked, run.automaton, run.marks, pairs=True)
    by_position = np.ndim(run.transitions) == 3
    return Expectations(log_sums, posteriors, pairs if by_position else pairs.sum(axis=0))


def _nbest(run: ConstrainedRun, n: int) -> NBest:
    if run.automaton is None:
        scores, transitions, offsets, allowed = run.arguments
        return nbest(scores, transitions, offsets, n, allowed)
    joined = run.joined(run.automaton)
    scores, transitions, offsets, allowed = joined.arguments
    found = nbest(scores, transitions, offsets, n, allowed)
    # −1 marks missing labellings.
    return found._replace(labels=np.append(joined.labels, np.int32(-1))[found.labels])


def _with_kind(
    run: ConstrainedRun, kind: SpanKind
) -> tuple[tuple[FloatArray, FloatArray, OffsetArray, MaskArray | None], SpanKind]:
    """Return a lattice, and the kind of spans among its labels."""
    if run.automaton is None:
        return run.arguments, kind
    joined = run.joined(run.automaton)
    labels_of_states = joined.labels
    goes_on = np.ascontiguousarray(kind.goes_on[labels_of_states[:, np.newaxis], labels_of_states])
    return joined.arguments, SpanKind(np.ascontiguousarray(kind.members[labels_of_states]), goes_on)


@contextmanager
def _named(run: ConstrainedRun) -> Iterator[None]:
    """Give a NoLabellingError of a run the caller's sentence index."""
    try:
        yield
    except NoLabellingError as error:
        sentence = int(run.sentences[error.sentence])
        raise NoLabellingError(sentence, error.token) from None


def _shared_run(whole: ConstrainedRun, rules: SharedRules) -> ConstrainedRun:
    """Apply rules that are the same for all sentences."""
    scores = whole.scores
    filled = np.flatnonzero(np.diff(whole.offsets) > 0)
    if rules.starts is not None or rules.ends is not None:
        scores = scores.copy()
    if rules.starts is not None:
        scores[whole.offsets[filled]] += rules.starts
    if rules.ends is not None:
        scores[whole.offsets[filled + 1] - 1] += rules.ends
    transitions = whole.transitions
    if rules.transitions is not None:
        transitions = transitions + rules.transitions
    return replace(whole, scores=scores, transitions=transitions, automaton=rules.automaton)


def _text_runs(whole: ConstrainedRun, text: CompiledText) -> list[ConstrainedRun]:
    """Apply compiled rules of a text; sentences with another automaton get runs of their own."""
    scores, transitions, allowed = whole.scores, whole.transitions, whole.allowed
    if text.score_additions is not None:
        scores = scores + text.score_additions
    if text.shared.transitions is not None:
        transitions = transitions + text.shared.transitions
    if text.allowed is not None:
        allowed = text.allowed if allowed is None else text.allowed & (allowed != 0).view(np.uint8)
    ready = replace(
        whole,
        scores=scores,
        transitions=transitions,
        allowed=allowed,
        automaton=text.shared.automaton,
    )
    if not text.regular:
        return [ready]
    groups: dict[tuple[int, bool], list[int]] = {}
    for sentence, one in text.regular.items():
        key = id(one.automaton), one.marks is not None
        groups.setdefault(key, []).append(sentence)
    usual = np.ones(len(whole.sentences), dtype=np.bool_)
    usual[list(text.regular)] = False
    runs = [_part(ready, np.flatnonzero(usual))] if usual.any() else []
    for members in groups.values():
        marks = [text.regular[sentence].marks for sentence in members]
        read = [one for one in marks if one is not None]
        runs.append(
            replace(
                _part(ready, np.array(members)),
                automaton=text.regular[members[0]].automaton,
                marks=np.concatenate(read) if read else NO_MARKS,
            )
        )
    return runs


def _own_runs(whole: ConstrainedRun, rules: Sequence[Compiled | None]) -> list[ConstrainedRun]:
    """Apply compiled rules of each sentence, grouped by transitions and automaton."""
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for sentence, one in enumerate(rules):
        key = (0, 0, False)
        if one is not None:
            key = id(one.transition_additions), id(one.automaton), one.marks is not None
        groups.setdefault(key, []).append(sentence)
    return [_own_run(whole, members, rules) for members in groups.values()]


def _own_run(
    whole: ConstrainedRun, members: list[int], rules: Sequence[Compiled | None]
) -> ConstrainedRun:
    run = whole if len(members) == len(whole.sentences) else _part(whole, np.array(members))
    compiled = [one for one in (rules[sentence] for sentence in members) if one is not None]
    if not compiled:
        return run
    first = compiled[0]
    transitions = run.transitions
    if first.transition_additions is not None:
        transitions = transitions + first.transition_additions
    marks = NO_MARKS
    if first.marks is not None:
        marks = np.concatenate([one.marks for one in compiled if one.marks is not None])
    return replace(
        run,
        scores=_with_additions(run, compiled),
        allowed=_with_masks(run, compiled),
        transitions=transitions,
        automaton=first.automaton,
        marks=marks,
    )


def _with_additions(run: ConstrainedRun, compiled: list[Compiled]) -> FloatArray:
    if all(one.score_additions is None for one in compiled):
        return run.scores
    scores = run.scores.copy()
    for number, one in enumerate(compiled):
        if one.score_additions is not None:
            scores[run.offsets[number] : run.offsets[number + 1]] += one.score_additions
    return scores


def _with_masks(run: ConstrainedRun, compiled: list[Compiled]) -> MaskArray | None:
    if all(one.allowed is None for one in compiled):
        return run.allowed
    known = run.allowed
    allowed = np.ones(run.scores.shape, np.uint8) if known is None else (known != 0).view(np.uint8)
    for number, one in enumerate(compiled):
        if one.allowed is not None:
            allowed[run.offsets[number] : run.offsets[number + 1]] &= one.allowed
    return allowed


def _part(run: ConstrainedRun, members: OffsetArray) -> ConstrainedRun:
    """Return some sentences of a run, with indices in that run."""
    lengths = run.offsets[members + 1] - run.offsets[members]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    tokens = np.repeat(run.offsets[members] - offsets[:-1], lengths) + np.arange(offsets[-1])
    by_position = np.ndim(run.transitions) == 3
    return ConstrainedRun(
        members.astype(np.int64),
        tokens,
        run.scores[tokens],
        run.transitions[tokens] if by_position else run.transitions,
        offsets,
        None if run.allowed is None else run.allowed[tokens],
        run.automaton,
        run.marks[tokens] if len(run.marks) else NO_MARKS,
    )

"""One document whose sentences a person confirms one after the other.

For a program that shows suggestions. Everything is plain arrays; nothing of the estimator, of files
or of threads is needed, and the object may be used on any one thread at a time::

    types, type_of = types_of(labels)                # labels of the model, "B-PER" …
    tied = tied_tokens(words, offsets, cases=cases)  # words: a Column of the document's tokens
    ties = tie(words, offsets, np.zeros(n_sentences, int), tied)
    document = TiedDocument(words, offsets, labels, scores, transitions, ties=ties, table=table)
    for s in sentences with labels:                  # or confirmed=… in the constructor
        changed = document.confirm(s, numbers)       # -1 for open tokens
    document.additions(s)                            # (n, L): add to the scores, then decode
    document.explain(s, token)                       # which confirmed names spoke

``scores`` (T, L) and ``transitions`` (L, L) or (T, L, L) are those of
``FittedChain.lattice(dataset, None, 0, N)`` of the untempered model (`untempered`). ``table`` is a
`TieTable` for the types of these labels: `TieTable.fit` counts labelled documents, and
`TieTable.of_agreement(types)` needs none; P(k) becomes what the model expects in the document.
``table=None`` leaves only phrases, ``cost=0.0`` only ties. Sentences in ``silent`` (test
sentences) neither give nor take.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.column_table import Column
from crfcore.graphs.confirmed_phrases import (
    USUAL_COST,
    ConfirmedPhrases,
    Match,
    SuggestedSpans,
    phrase_scores,
)
from crfcore.graphs.propagation import Propagation
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import expected_types, tied_chains
from crfcore.graphs.ties import Ties, forms_of, types_of
from crfcore.inference.forward_backward import log_z
from crfcore.inference.sentence_pass import NoLabellingError
from crfcore.inference.viterbi import viterbi

STRENGTH = 0.5
"""Strength of ties without a confirmed token."""


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What confirmed occurrences of a name say about a token.

    Attributes
    ----------
    kind : {"phrase", "ties"}
    words : tuple of str
        The confirmed phrase, or the word that both have.
    type : str
        The type that they were given.
    sentences : tuple of int
        The sentence of each that was confirmed, in increasing order.
    nats : float
        What is added to the log-odds of this type: for a phrase its cost, for ties log ν of the
        type, less log ν without these confirmed labels.
    """

    kind: str
    words: tuple[str, ...]
    type: str
    sentences: tuple[int, ...]
    nats: float


def _nothing() -> None:
    """Go on at once."""


class TiedDocument:
    """The messages between the sentences of a document; see the module's example.

    Parameters
    ----------
    words : Column
        The words of T tokens.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    labels : sequence of L str
        The labels of the model, in the order of the scores.
    scores, transitions : arrays
        Those of the chains, without what is known of labels; see `crfcore.inference.log_z`.
    ties : Ties
        Of these tokens.
    table : TieTable or None
        Of the types of these labels (`types_of`); None for phrases alone.
    strength : float
        Of ties without a confirmed token; those with one have 1.
    cost : float
        Of each token of a confirmed phrase; see `phrase_cost`. 0 for ties alone.
    scheme : str
        The scheme of the labels.
    confirmed : int32 (T,), optional
        Numbers of labels, -1 for open tokens.
    silent : bool (N,), optional
        Sentences that neither give nor take.
    inside_longer : bool
        Whether phrases and ties count within longer spans that the chains suggest, even if they
        break these up; see `SuggestedSpans`.
    pause : callable, optional
        Called for each sentence that is searched; may wait, so that other threads have the
        interpreter, and what it raises ends the construction.

    Raises
    ------
    CrfError
        Shapes do not match, or the table has other types.
    """

    def __init__(
        self,
        words: Column,
        offsets: OffsetArray,
        labels: Sequence[str],
        scores: FloatArray,
        transitions: FloatArray,
        *,
        ties: Ties,
        table: TieTable | None,
        strength: float = STRENGTH,
        cost: float = USUAL_COST,
        scheme: str = "iob2",
        confirmed: IdArray | None = None,
        silent: NDArray[np.bool_] | None = None,
        inside_longer: bool = False,
        pause: Callable[[], object] = _nothing,
    ) -> None:
        types, type_of = types_of(labels)
        if table is not None and table.types != types:
            raise CrfError(
                f"The table of ties is of the types {', '.join(table.types[:20])}, and the model "
                f"has {', '.join(types[:20])}; make it for the model's labels."
            )
        self.labels = tuple(labels)
        self.cost, self.strength, self.scheme = cost, strength, scheme
        self.confirmed = np.full(len(scores), -1, np.int32)
        self._numbers = {label: number for number, label in enumerate(labels)}
        n_sentences = len(offsets) - 1
        self.silent = np.zeros(n_sentences, np.bool_) if silent is None else silent
        ties = ties.without(np.repeat(self.silent, np.diff(offsets)))
        if table is None:
            ties = ties.without(np.ones(len(scores), np.bool_))
            table = TieTable.of_agreement(types)
        expected = expected_types(scores, transitions, offsets, type_of, ties)
        table = table.for_model(expected)
        self._base = np.asarray(scores, np.float64)
        self._evidence = np.zeros_like(self._base)
        self._can_fail = not (np.all(np.isfinite(scores)) and np.all(np.isfinite(transitions)))
        allowed = np.ones(self._base.shape, np.uint8)
        # Copies, since scores, masks and strengths follow the labels.
        self.chains = tied_chains(
            *(self._base.copy(), transitions, offsets, allowed, type_of, ties, table),
            np.full(ties.n_groups, strength),
        )
        forms, self._words = forms_of(words)
        self._phrases = ConfirmedPhrases(forms, self.chains.offsets, scheme)
        self._suggested: SuggestedSpans | None = None
        if not inside_longer:
            best = viterbi(scores, transitions, offsets)[0]
            self._suggested = SuggestedSpans(best, self.labels, self.chains.offsets, scheme)
        self._propagation = Propagation(self.chains)
        if confirmed is not None:
            for sentence in np.unique(self.chains.sentence_of[confirmed >= 0]).tolist():
                pause()
                self._learn(sentence, confirmed[self._tokens(sentence)])
            near = self._phrases.sentences_to_search()
            self._match(near[~self.silent[near]], pause)
        self._propagation.run()

    def _tokens(self, sentence: int) -> slice:
        return slice(*self.chains.offsets[sentence : sentence + 2].tolist())

    def additions(self, sentence: int) -> FloatArray:
        """Return what is added to the scores of a sentence's tokens and labels, (n, L)."""
        return self._evidence[self._tokens(sentence)] + self._messages_to(sentence)

    def _messages_to(self, sentence: int) -> FloatArray:
        """Return what ties add, (n, L), but where they would break up a suggested span."""
        tokens = self._tokens(sentence)
        messages = self._propagation.label_messages(tokens)
        if self._suggested is None or not messages.any():
            return messages
        longer = self._suggested.contradicted(sentence, self.confirmed[tokens], messages)
        if not longer:
            return messages
        every = np.arange(tokens.start, tokens.stop, dtype=np.int32)
        scores, transitions, allowed = self.chains.arrays_of(every)
        offsets = np.array([0, len(every)])
        best = viterbi(scores + messages, transitions, offsets, allowed)[0]
        for span in self._suggested.broken_by(best, sentence, longer):
            messages[span.start - tokens.start : span.end - tokens.start] = 0.0
        return messages

    def probabilities(self, sentence: int) -> FloatArray:
        """Return the marginals of a sentence's labels given all that is confirmed, (n, L)."""
        return self._propagation.posteriors[self._tokens(sentence)]

    def confirm(self, sentence: int, labels: IdArray) -> OffsetArray:
        """Replace what is confirmed of a sentence, and return the other sentences that change.

        Parameters
        ----------
        sentence : int
        labels : int32 (n,)
            Numbers of labels, -1 for open tokens.

        Returns
        -------
        int64
            Sentences whose `additions` changed: a cost of phrases, or ν by more than 0.001.
        """
        changed = self.confirm_all({sentence: labels})
        return np.asarray(changed[changed != sentence], np.int64)

    def confirm_all(
        self, labels: Mapping[int, IdArray], pause: Callable[[], object] = _nothing
    ) -> OffsetArray:
        """Replace what is confirmed of some sentences, and return all that change, in order.

        In one step: one by one, each would search the document for its phrases.

        Parameters
        ----------
        labels : mapping of int to int32 (n,)
            By sentence, as for `confirm`.
        pause : callable, optional
            Called for each sentence that is searched; may wait, but not raise.

        Returns
        -------
        int64
        """
        given = np.array(
            [
                sentence
                for sentence, own in sorted(labels.items())
                if not np.array_equal(own, self.confirmed[self._tokens(sentence)])
            ],
            np.int64,
        )
        if not len(given):
            return given
        touched: set[int] = set()
        for sentence in given.tolist():
            pause()
            touched |= self._learn(sentence, labels[sentence])
        near = np.union1d(self._phrases.sentences_with(touched), given)
        changed = self._match(near[~self.silent[near]], pause)
        self._propagation.run(np.union1d(changed, given))
        found = np.union1d(changed, np.flatnonzero(self._propagation.changed))
        return np.asarray(found, np.int64)

    def explain(self, sentence: int, token: int) -> list[NameEvidence]:
        """Return which confirmed phrases and names speak about a token, numbered in its sentence.

        The most important first; empty where nothing is confirmed.
        """
        return self.explain_all(sentence).get(token, [])

    def explain_all(self, sentence: int) -> dict[int, list[NameEvidence]]:
        """Return the same for each token of a sentence about which something speaks."""
        tokens = self._tokens(sentence)
        found = defaultdict(list)
        if not self.silent[sentence] and self.cost > 0.0:
            for match in self._matches(sentence):
                spoke = self._evidence_of_phrase(sentence, match)
                for at in range(match.start, match.end):
                    if self._evidence[at].any():
                        found[at - tokens.start].append(spoke)
        tied = self._messages_to(sentence).any(axis=1) & (self.chains.ties.group_of[tokens] >= 0)
        for token in np.flatnonzero(tied).tolist():
            found[token] += self._evidence_of_ties(tokens.start + token)
        return {
            token: sorted(evidence, key=lambda one: -abs(one.nats))
            for token, evidence in sorted(found.items())
            if evidence
        }

    def _evidence_of_phrase(self, sentence: int, match: Match) -> NameEvidence:
        forms = self._phrases.forms
        phrase = tuple(forms[match.start : match.end].tolist())
        words = tuple(self._words[form] for form in phrase)
        # Its own sentence does not speak.
        others = (s for s in self._phrases.confirmed_in(phrase, match.type) if s != sentence)
        return NameEvidence("phrase", words, match.type, tuple(others), self.cost)

    def _evidence_of_ties(self, at: int) -> list[NameEvidence]:
        chains = self.chains
        group = int(chains.ties.group_of[at])
        members = chains.ties.tokens(group)
        others = members[(members != at) & self._pinned(members)]
        kinds = chains.type_of[self.confirmed[others]]
        rates = chains.strengths[group] * chains.table.rates
        messages = self._propagation.messages[at]
        # ν is Σ_z exp(b(z))·exp(s·r(z, k)): b is found from the beliefs without this token.
        own = np.log(np.exp(rates) @ self._propagation.cavity(at))
        belief = self._propagation.beliefs[group] - own
        word = self._words[int(self._phrases.forms[at])]
        found = []
        for kind in np.unique(kinds).tolist():
            spoke = tuple(chains.sentence_of[others[kinds == kind]].tolist())
            without = belief - len(spoke) * rates[:, kind]
            other = np.exp(without - without.max()) @ np.exp(rates)
            other /= chains.table.tokens @ other
            nats = float(messages[kind] - np.log(other[kind]))
            found.append(NameEvidence("ties", (word,), chains.table.types[kind], spoke, nats))
        return found

    def _pinned(self, tokens: IdArray) -> NDArray[np.bool_]:
        """Return which tokens have one label in the chains."""
        allowed = self.chains.allowed
        if allowed is None:
            raise RuntimeError("a document has a mask")
        return np.asarray((self.confirmed[tokens] >= 0) & (allowed[tokens].sum(axis=1) == 1))

    def _learn(self, sentence: int, labels: IdArray) -> set[int]:
        """Note the labels of a sentence; return the first words of phrases that changed."""
        chains, tokens = self.chains, self._tokens(sentence)
        self.confirmed[tokens] = labels
        known = np.flatnonzero(labels >= 0)
        allowed = np.ones((len(labels), len(self.labels)), np.uint8)
        allowed[known] = 0
        allowed[known, labels[known]] = 1
        if self._can_fail and self._is_impossible(tokens, allowed):
            allowed[:] = 1
        if chains.allowed is not None:
            chains.allowed[tokens] = allowed
        for group in np.unique(chains.ties.group_of[tokens]).tolist():
            if group >= 0:
                confirmed = self._pinned(chains.ties.tokens(group)).any()
                chains.strengths[group] = 1.0 if confirmed else self.strength
        if self.silent[sentence]:
            return set()
        tags = [self.labels[label] if label >= 0 else None for label in labels.tolist()]
        return self._phrases.confirm(sentence, tags)

    def _is_impossible(self, tokens: slice, allowed: NDArray[np.uint8]) -> bool:
        """Return whether the model forbids what a person has confirmed."""
        every = np.arange(tokens.start, tokens.stop, dtype=np.int32)
        scores, transitions, _ = self.chains.arrays_of(every)
        try:
            log_z(scores, transitions, np.array([0, len(every)]), allowed)
        except NoLabellingError:
            return True
        return False

    def _matches(self, sentence: int) -> list[Match]:
        """Return the phrases of a sentence that count."""
        found = list(self._phrases.matches(sentence))
        if self._suggested is None:
            return found
        confirmed = self.confirmed[self._tokens(sentence)]
        return self._suggested.without_parts(sentence, found, confirmed)

    def _match(self, sentences: OffsetArray, pause: Callable[[], object]) -> OffsetArray:
        """Find confirmed phrases in some sentences; return those whose scores changed."""
        changed = []
        for sentence in sentences.tolist():
            pause()
            matches = self._matches(sentence) if self.cost > 0.0 else []
            tokens = self._tokens(sentence)
            if not matches and not self._evidence[tokens].any():
                continue
            evidence = phrase_scores(
                matches,
                tokens.start,
                tokens.stop,
                self._numbers,
                self.scheme,
                self.cost,
                self.confirmed[tokens],
            )
            if not np.array_equal(evidence, self._evidence[tokens]):
                self._evidence[tokens] = evidence
                self.chains.scores[tokens] = self._base[tokens] + evidence
                changed.append(sentence)
        return np.array(changed, np.int64)

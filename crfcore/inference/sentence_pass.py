"""The scaled forward–backward pass, sentence by sentence.

Sources: H. M. Wallach (2002), section 3.4 and equations 4.12–4.23 (with the weights missing in
4.12); the scaling is Rabiner's.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.forward_backward_kernels import add_pairs, redo_in_log_domain, scaled_pass
from crfcore.inference.potentials import WIDEST_SPREAD, TransitionPotentials, padded_width
from crfcore.inference.potentials_kernels import mask_and_shift, reliable_sentences

NOT_WANTED: FloatArray = np.zeros((0, 0, 0))
"""Passed as pair counts if they are not needed."""


class NoLabellingError(CrfError):
    """A sentence without any possible labelling.

    Parameters
    ----------
    sentence, token : int
        Counted from 0; the message counts from 1.
    """

    def __init__(self, sentence: int, token: int) -> None:
        self.sentence = sentence
        self.token = token
        super().__init__(
            f"Sentence {sentence + 1}, token {token + 1}: no label is possible there, because of "
            "the labels and transitions that are allowed or because a score is not a finite "
            "number; allow at least one label that can follow its neighbour."
        )


class ForwardBackward:
    """The forward–backward pass over a batch of sentences, which reuses its arrays.

    Parameters
    ----------
    n_tokens : int
        The longest run.
    n_labels : int

    Attributes
    ----------
    scores : (n_tokens, W) array
        A buffer for the scores of the next run.
    posteriors : (n_tokens, W) array
        After `run`: P(y_t = y given x) of the run's tokens.
    """

    def __init__(self, n_tokens: int, n_labels: int) -> None:
        width = padded_width(n_labels)
        self.n_labels = n_labels
        self.scores = np.empty((n_tokens, width))
        self.posteriors = np.empty((n_tokens, width))
        self._potentials = np.empty((n_tokens, width))
        self._alpha = np.empty((n_tokens, width))
        self._row_maxima = np.empty(n_tokens)
        self._row_spreads = np.empty(n_tokens)
        self._scales = np.empty(n_tokens)
        self._workspace = np.empty((width, width))

    def run(
        self,
        scores: FloatArray,
        transitions: TransitionPotentials,
        offsets: OffsetArray,
        allowed: MaskArray,
        *,
        backwards: bool = True,
        pair_counts: FloatArray = NOT_WANTED,
        sign: float = 1.0,
    ) -> FloatArray:
        """Sum over all labellings of a batch of sentences.

        Parameters
        ----------
        scores : (T, at least L) array
            May be the first T rows of ``self.scores``; those are overwritten.
        transitions : TransitionPotentials
        offsets : (N + 1,) array
            From 0.
        allowed : (T, L) array, or (0, 0)
        backwards : bool
            Whether to compute `posteriors`.
        pair_counts : (1 or T, W, W) array
            ``sign`` times the expected number of each transition is added.

        Returns
        -------
        (N,) array
            log Z of each sentence.

        Raises
        ------
        NoLabellingError
            With the sentence's index in the run.
        """
        n_tokens = len(scores)
        shifted = self.scores[:n_tokens]
        potentials = self._potentials[:n_tokens]
        alpha = self._alpha[:n_tokens]
        row_maxima = self._row_maxima[:n_tokens]
        row_spreads = self._row_spreads[:n_tokens]
        posteriors = self.posteriors[:n_tokens]
        bad = mask_and_shift(scores, allowed, self.n_labels, shifted, row_maxima, row_spreads)
        if bad >= 0:
            raise no_labelling_at(bad, offsets)
        with np.errstate(under="ignore"):
            np.exp(shifted, out=potentials)
        n_sentences = len(offsets) - 1
        reliable = np.empty(n_sentences, dtype=np.uint8)
        log_z = np.empty(n_sentences)
        reliable_sentences(row_spreads, offsets, WIDEST_SPREAD - transitions.spread, reliable)
        n_failed = scaled_pass(
            offsets,
            reliable,
            self.n_labels,
            potentials,
            transitions.potentials,
            row_maxima,
            transitions.greatest,
            alpha,
            self._scales,
            posteriors,
            log_z,
            backwards,
        )
        if len(pair_counts) > 0:
            add_pairs(
                offsets,
                reliable,
                self.n_labels,
                alpha,
                potentials,
                transitions.potentials,
                sign,
                pair_counts,
                self._workspace,
            )
        if n_failed > 0:
            self._redo_unreliable(
                n_tokens, transitions, offsets, reliable, log_z, pair_counts, sign
            )
        return log_z

    def _redo_unreliable(
        self,
        n_tokens: int,
        transitions: TransitionPotentials,
        offsets: OffsetArray,
        reliable: MaskArray,
        log_z: FloatArray,
        pair_counts: FloatArray,
        sign: float,
    ) -> None:
        """Recompute the sentences that `scaled_pass` rejected, in the log domain."""
        sentence, token = redo_in_log_domain(
            offsets,
            reliable,
            self.n_labels,
            self.scores[:n_tokens],
            transitions.log_potentials,
            self._row_maxima[:n_tokens],
            transitions.greatest,
            # The rows of unreliable sentences may be overwritten.
            self._alpha[:n_tokens],
            self._potentials[:n_tokens],
            self.posteriors[:n_tokens],
            log_z,
            pair_counts,
            sign,
        )
        if sentence >= 0:
            raise NoLabellingError(sentence, token)


def no_labelling_at(token: int, offsets: OffsetArray) -> NoLabellingError:
    """Return the error that names a token of a run."""
    sentence = int(np.searchsorted(offsets, token, side="right")) - 1
    return NoLabellingError(sentence, token - int(offsets[sentence]))

"""The window's side: a child process that counts and proposes while kernels are compiled."""

from __future__ import annotations

import os
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from app.domain.tokens import TokenState
from app.jobs.interpreted import messages
from app.jobs.interpreted.messages import Message
from app.jobs.propose import NoAnswerError, ProposedTags, Sentences
from app.jobs.snapshot import TrainingData, labelled_sentence_indices, tokens_at
from crfcore.children import ROOT, python_module
from crfcore.errors import CrfError

MAX_TOKENS = 10_000
"""A model is made of so many labelled tokens at most: interpreted, a thousand take 0.1 s."""

MAX_PHRASES = 5_000
"""Gazetteers with more phrases are too much to take along."""

SECONDS = 20.0
"""An answer that takes longer is given up, and with it the child: compiled kernels come soon."""


@dataclass(frozen=True, slots=True, eq=False)
class InterpretedModel:
    """A model that is in the child process; it proposes as long as it is the child's newest.

    ``trained_on`` are the sentences that it has learnt from, and how many of their tokens say
    something.
    """

    child: InterpretedLearning
    number: int
    trained_on: tuple[int, int]
    is_calibrated: ClassVar[bool] = False


class InterpretedLearning:
    """Makes models by counting, in a child process that is started by the first question.

    Questions may come from several threads, and wait for each other. `close` may be called at any
    time on any thread; whoever waits for an answer hears `NoAnswerError`.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._starting = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._n_models = 0

    def start(self) -> None:
        """Start the child before the first question: it takes a second to load."""
        with suppress(NoAnswerError):
            self._started()

    def learn(self, data: TrainingData) -> InterpretedModel | None:
        """Make a model of what is labelled, or of a part of it spread over all.

        None while that is too little, or where gazetteers are too much to take along.
        """
        if messages.n_phrases(data) > MAX_PHRASES:
            return None
        sentence_indices = _spread(data)
        question = {"kind": "learn", **messages.training_message(data, sentence_indices)}
        with self._asking:
            answer = self._ask(question)
            self._n_models += 1
            if not answer["learnt"]:
                return None
            states = data.states[tokens_at(data.text.offsets, sentence_indices)]
            known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
            trained_on = len(sentence_indices), int(np.count_nonzero(known))
            return InterpretedModel(self, self._n_models, trained_on)

    def propose(self, model: InterpretedModel, sentences: Sentences) -> ProposedTags:
        """Decode sentences; NoAnswerError where the child has another model, or none any more."""
        question = {"kind": "propose", **messages.sentences_message(sentences)}
        with self._asking:
            if model.number != self._n_models:
                raise NoAnswerError
            return messages.proposed_tags(self._ask(question), sentences.sentence_indices)

    def close(self) -> None:
        """End the child; nothing is asked any more."""
        with self._starting:
            self._closed = True
            child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        # Whoever reads an answer holds the pipe until that ends, which it does now.
        for pipe in (child.stdin, child.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _ask(self, question: Message) -> Message:
        child = self._started()
        # Whoever hangs is ended: then reading ends, too.
        patience = threading.Timer(SECONDS, self.close)
        patience.daemon = True
        patience.start()
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            messages.write(child.stdin, question)
            answer = messages.read(child.stdout)
        except (OSError, ValueError):  # the pipe is broken, or closed
            answer = None
        finally:
            patience.cancel()
        if answer is None:
            self.close()
            raise NoAnswerError
        if "error" in answer:
            raise CrfError(answer["error"])
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._closed:
                raise NoAnswerError
            if self._child is None:
                try:
                    self._child = _start_child()
                except OSError as error:  # the compiled kernels come all the same
                    self._closed = True
                    raise NoAnswerError from error
            return self._child


def _start_child() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        python_module("app.jobs.interpreted.child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )


def _spread(data: TrainingData) -> NDArray[np.int64]:
    """Return labelled sentences of `MOST_TOKENS` tokens at most, spread over all of them."""
    sentence_indices = labelled_sentence_indices(data)
    lengths = data.text.offsets[sentence_indices + 1] - data.text.offsets[sentence_indices]
    n_tokens = int(lengths.sum())
    if n_tokens <= MAX_TOKENS:
        return sentence_indices
    n_taken = max(1, len(sentence_indices) * MAX_TOKENS // n_tokens)
    taken = sentence_indices[np.linspace(0, len(sentence_indices) - 1, n_taken).astype(np.int64)]
    # Long ones may have been met more often than others.
    own = data.text.offsets[taken + 1] - data.text.offsets[taken]
    return taken[np.cumsum(own) <= MAX_TOKENS]

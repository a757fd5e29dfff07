"""The parent's side of the child process that makes quick models."""

from __future__ import annotations

import os
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from app.domain.segments import SegmentNote
from app.domain.tokens import TokenState
from app.jobs.data.snapshot import TrainingData, labelled_sentence_indices, tokens_at
from app.jobs.project_models.interpreted import messages
from app.jobs.project_models.interpreted.messages import Message
from app.jobs.suggestions.propose import NoAnswerError, ProposedTags, Sentences
from crfcore.children import ROOT, python_module
from crfcore.errors import CrfError

MAX_TOKENS = 10_000
"""The most labelled tokens of a model: interpreted, a thousand take 0.1 s."""

MAX_PHRASES = 5_000
"""The most phrases of gazetteers that are sent."""

SECONDS = 20.0
"""The timeout of an answer, after which the child is killed."""


@dataclass(frozen=True, slots=True, eq=False)
class InterpretedModel:
    """A model in the child process; it can propose while it is the newest there.

    ``trained_on`` are the numbers of sentences and labelled tokens in its training data.
    """

    child: InterpretedLearning
    number: int
    trained_on: tuple[int, int]
    is_calibrated: ClassVar[bool] = False
    cluster_tokens: ClassVar[int] = 0
    segments: ClassVar[SegmentNote] = SegmentNote()


class InterpretedLearning:
    """Makes quick models in a child process, which is started by the first question.

    Questions of several threads wait for each other. `close` may be called at any time on any
    thread; a pending question raises `NoAnswerError`.
    """

    def __init__(self) -> None:
        self._question_lock = threading.Lock()
        self._start_lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._n_models = 0

    def start(self) -> None:
        """Start the child before the first question, because it takes a second to load."""
        with suppress(NoAnswerError):
            self._started()

    def learn(self, data: TrainingData) -> InterpretedModel | None:
        """Make a model of the labelled sentences, or of an evenly spread part of them.

        None if there are too few, or the gazetteers are too large to be sent.
        """
        if messages.n_phrases(data) > MAX_PHRASES:
            return None
        sentence_indices = _spread(data)
        question = {"kind": "learn", **messages.training_message(data, sentence_indices)}
        with self._question_lock:
            answer = self._ask(question)
            self._n_models += 1
            if not answer["learnt"]:
                return None
            states = data.states[tokens_at(data.text.offsets, sentence_indices)]
            known = (states == TokenState.CONFIRMED) | (states == TokenState.NARROWED)
            trained_on = len(sentence_indices), int(np.count_nonzero(known))
            return InterpretedModel(self, self._n_models, trained_on)

    def propose(self, model: InterpretedModel, sentences: Sentences) -> ProposedTags:
        """Decode sentences; NoAnswerError if the child has another model, or has ended."""
        question = {"kind": "propose", **messages.sentences_message(sentences)}
        with self._question_lock:
            if model.number != self._n_models:
                raise NoAnswerError
            return messages.proposed_tags(self._ask(question), sentences.sentence_indices)

    def close(self) -> None:
        """End the child; further questions raise `NoAnswerError`."""
        with self._start_lock:
            self._closed = True
            child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        # A pending read ends now that the child is killed.
        for pipe in (child.stdin, child.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _ask(self, question: Message) -> Message:
        child = self._started()
        # The timeout kills the child, which ends the read.
        timeout = threading.Timer(SECONDS, self.close)
        timeout.daemon = True
        timeout.start()
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            messages.write(child.stdin, question)
            answer = messages.read(child.stdout)
        except (OSError, ValueError):  # the pipe is broken, or closed
            answer = None
        finally:
            timeout.cancel()
        if answer is None:
            self.close()
            raise NoAnswerError
        if "error" in answer:
            raise CrfError(answer["error"])
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        with self._start_lock:
            if self._closed:
                raise NoAnswerError
            if self._child is None:
                try:
                    self._child = _start_child()
                except OSError as error:  # the kernels are compiled all the same
                    self._closed = True
                    raise NoAnswerError from error
            return self._child


def _start_child() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        python_module("app.jobs.project_models.interpreted.child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        # On Windows a console would be opened for it.
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _spread(data: TrainingData) -> NDArray[np.int64]:
    """Return labelled sentences of at most `MAX_TOKENS` tokens, spread over all of them."""
    sentence_indices = labelled_sentence_indices(data)
    lengths = data.text.offsets[sentence_indices + 1] - data.text.offsets[sentence_indices]
    n_tokens = int(lengths.sum())
    if n_tokens <= MAX_TOKENS:
        return sentence_indices
    n_taken = max(1, len(sentence_indices) * MAX_TOKENS // n_tokens)
    taken = sentence_indices[np.linspace(0, len(sentence_indices) - 1, n_taken).astype(np.int64)]
    # The sentences taken may be longer than the average.
    own = data.text.offsets[taken + 1] - data.text.offsets[taken]
    return taken[np.cumsum(own) <= MAX_TOKENS]

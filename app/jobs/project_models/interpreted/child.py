"""The child process: trains and proposes on request."""

from __future__ import annotations

import sys
from typing import BinaryIO

import numpy as np

from app.jobs.project_models.interpreted import messages
from app.jobs.project_models.interpreted.messages import Message
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training.train import TrainedModel
from crfcore.errors import CrfError


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until the end of the stream."""
    model: TrainedModel | None = None
    while (question := messages.read(questions)) is not None:
        try:
            if question["kind"] == "learn":
                model = ProjectLearning().empirical(messages.training_data(question))
                answer: Message = {"learnt": model is not None}
            else:
                answer = _proposals(model, question)
        except CrfError as error:
            answer = {"error": str(error)}
        messages.write(answers, answer)


def _proposals(model: TrainedModel | None, question: Message) -> Message:
    if model is None:
        return {"error": "there is no model yet"}
    sentences = messages.sentences_of(question)
    return messages.proposals_message(ProjectLearning().propose(model, sentences))


def main() -> None:
    """Communicate by standard input and output; other output goes to standard error."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    np.seterr(all="ignore")
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()

"""What is said of the model in a line: whether there is one, from how many sentences, how old."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.services.training_status import TrainingStatus
from app.session import Session

CONTEXT = "Model"


def tr(text: str) -> str:
    """Return a text in the language of the window."""
    return QCoreApplication.translate(CONTEXT, text)


def nothing_labelled(session: Session) -> bool:
    """Say whether there is nothing that a model could learn from."""
    return not session.state.progress().confirmed_tokens


def without_model(status: TrainingStatus, session: Session) -> str:
    """Return in some words why there is no model yet."""
    if status.state == "loading":
        return tr("Loading the model…")
    if status.state == "paused":
        return tr("Learning is paused")
    return tr("No model yet") if nothing_labelled(session) else tr("Preparing the first model…")


def what_comes(status: TrainingStatus, session: Session) -> str:
    """Return what will be there soon, where there is no model yet; "" if that needs a person."""
    if status.state == "loading":
        return tr("Suggestions will appear in a moment. You can keep labelling.")
    if nothing_labelled(session):
        return ""
    if status.state == "paused":
        return tr("Nothing is learnt while learning is paused.")
    n = session.state.progress().confirmed_sentences
    if not n:
        return tr("It learns from what is labelled. You can go on labelling.")
    if n == 1:
        return tr("It learns from the labelled sentence. You can go on labelling.")
    text = tr("It learns from the {n} labelled sentences. You can go on labelling.")
    return text.format(n=f"{n:,}")


def sentences(status: TrainingStatus) -> str:
    """Return from how many sentences the model has learnt, and how many have open tokens."""
    n, partial = status.trained_sentences, status.partly_labelled
    text = tr("1 sentence") if n == 1 else tr("{n} sentences").format(n=f"{n:,}")
    if partial:
        text = tr("{sentences} ({n} partial)").format(sentences=text, n=f"{partial:,}")
    return text


def at_rest(status: TrainingStatus) -> str:
    """Return of how much the model is that proposes."""
    return tr("Model: {sentences}").format(sentences=sentences(status))


def in_short(status: TrainingStatus, session: Session) -> str:
    """Return in a few words what the model is doing, or else of what it is."""
    if status.error:
        return tr("The model was not trained")
    if status.state == "training":
        return tr("Training…")
    if status.state == "paused":
        return tr("Learning is paused")
    if status.model_number:
        return at_rest(status)
    if status.state != "loading" and nothing_labelled(session):
        return tr("No model yet: label a sentence")
    return without_model(status, session)


NONE, BUSY, READY, PAUSED, WRONG = "none", "busy", "ready", "paused", "wrong"
"""How it is with the model, to be told by a sign."""


def mood(status: TrainingStatus) -> str:
    """Return how it is with the model, as one of the names above."""
    if status.error:
        return WRONG
    if status.state in {"training", "preparing", "loading"}:
        return BUSY if status.state != "preparing" or status.model_number else NONE
    if status.state == "paused":
        return PAUSED
    return READY if status.model_number else NONE


def explained(status: TrainingStatus) -> str:
    """Return what the numbers count."""
    text = tr(
        "Model number {n}. It learns from all confirmed labels, also in partial sentences, but not "
        "from test sentences."
    )
    return text.format(n=f"{status.model_number:,}")

"""Texts about the state of the model."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.domain.consistency import AUTOMATIC, CONSISTENT, OFF
from app.domain.gazetteers import Gazetteer, Listed, Use, can_teach
from app.domain.invisible import escaped_line
from app.domain.numbers import decimal, general, grouped
from app.domain.segments import NEEDS_TOKENS, WHY_TOKENS
from app.domain.tagging import TOKENS, has_outside
from app.domain.training_choice import BOTH, CLUSTERS, NOTHING, VECTORS, TrainingChoice
from app.jobs.data.snapshot import ENOUGH_LABELLED, OTHER_LACKS, OUTSIDE_LACKS
from app.jobs.measuring.training_choice import ENOUGH_SENTENCES
from app.jobs.training.word_clusters import GROWTH, learns_from_text
from app.services.training_status import TrainingStatus
from app.session import Session
from app.translation import translator
from app.views.actions import with_key

tr = translator("Model")

MOST_NAMED = 4
"""Gazetteers whose expectations are named."""

BYTES_OF_TOKEN = 40
"""In the project file: from 30 for plain text in Chinese to 60 for column files."""

ROUNDED = 10
"""From so many megabytes on, decimals are left out."""


def nothing_labelled(session: Session) -> bool:
    """Return whether the project has no confirmed tokens."""
    return not session.state.progress().confirmed_tokens


def awaits_expectations(status: TrainingStatus, session: Session) -> bool:
    """Return whether the first model will learn from gazetteers, once kernels are compiled."""
    if status.model_number or not status.compiling:
        return False
    return _expects_labels(session)


def _is_up_to_person(status: TrainingStatus, session: Session) -> bool:
    """Return whether the first model needs a label."""
    lacks = nothing_labelled(session) or bool(status.lacks)
    return lacks and not awaits_expectations(status, session)


def wanted_label(status: TrainingStatus, session: Session, key_of: Callable[[str], str]) -> str:
    """Return what the first model needs: texts, or which labels."""
    if not session.project.corpus.n_sentences:
        return tr("Import texts first: the model learns from what you label in them.")
    spans = session.project.settings.scheme != TOKENS
    accept, no_label = key_of("accept"), key_of("no_label")
    if status.lacks == OUTSIDE_LACKS and accept and no_label:
        text = tr(
            "The model waits for tokens without a label: press {no_label} on some, or {accept} to "
            "accept the sentence."
        )
        return text.format(no_label=no_label, accept=accept)
    if status.lacks == OUTSIDE_LACKS:
        return tr("The model waits for tokens without a label: accept a sentence.")
    if status.lacks == OTHER_LACKS and spans:
        return tr("The model waits for a labelled span: so far no token has a label.")
    if status.lacks == OTHER_LACKS:
        return tr("The model waits for a second label: so far all tokens have the same one.")
    if not status.lacks and status.state != "paused" and _expects_labels(session):
        return tr(
            "The expectations of your gazetteers are learned in a moment; “Train now” starts it."
        )
    return with_key(tr("Label and accept a sentence to train the first model."), accept)


def without_model(status: TrainingStatus, session: Session) -> str:
    """Return why there is no model yet."""
    if status.state == "loading":
        return tr("Loading the model…")
    if status.state == "paused":
        return tr("Learning is paused")
    needs_label = _is_up_to_person(status, session)
    return tr("No model yet") if needs_label else tr("Preparing the first model…")


def first_model_text(status: TrainingStatus, session: Session) -> str:
    """Return what the first model is waiting for, "" if for the person."""
    if status.state == "loading":
        return tr("Suggestions will appear in a moment. You can keep labelling.")
    if _is_up_to_person(status, session):
        return ""
    if status.state == "paused":
        return tr("Nothing is learnt while learning is paused.")
    if nothing_labelled(session):
        return tr("It learns from your gazetteers. You can start labelling.")
    n = session.state.progress().confirmed_sentences
    if not n:
        return tr("It learns from what is labelled. You can go on labelling.")
    if n == 1:
        return tr("It learns from the labelled sentence. You can go on labelling.")
    text = tr("It learns from the {n} labelled sentences. You can go on labelling.", None, n)
    return text.format(n=grouped(n))


def sentences(status: TrainingStatus) -> str:
    """Return the number of training sentences, and how many of them have open tokens."""
    n, partial = status.trained_sentences, status.partly_labelled
    text = tr("1 sentence") if n == 1 else tr("{n} sentences", None, n).format(n=grouped(n))
    if partial:
        text = tr("{sentences} ({n} partial)").format(sentences=text, n=grouped(partial))
    return text


def tokens(n: int) -> str:
    """Return a number of tokens."""
    return tr("1 token") if n == 1 else tr("{n} tokens", None, n).format(n=grouped(n))


def megabytes(n: int) -> int | float:
    """Return about how many megabytes a number of tokens takes in the project file."""
    size = n * BYTES_OF_TOKEN / 1e6
    return round(size) if size >= ROUNDED else round(size, 1)


def tokens_and_size(n: int) -> str:
    """Return a number of tokens, and what they take in the project file unless it is little."""
    size = megabytes(n)
    if not size:
        return tokens(n)
    return tr("{tokens}, about {n} MB in the project").format(tokens=tokens(n), n=grouped(size))


def _awaits_text(status: TrainingStatus, session: Session) -> bool:
    """Return whether the model will learn from unlabelled text, once kernels are compiled."""
    if status.cluster_tokens or not status.compiling or status.state in ("loading", "paused"):
        return False
    return learns_from_text(session.project)


def clusters(status: TrainingStatus, session: Session) -> str:
    """Return where the model's word vectors and clusters come from; "" without any."""
    if _awaits_text(status, session):
        return tr("Preparing word vectors and clusters: once on this computer, for a minute or so…")
    if not status.cluster_tokens:
        return ""
    chosen = status.choice
    parts = chosen.used_parts if chosen is not None else BOTH
    if parts == VECTORS:
        text = tr("Word vectors from {tokens} of this project")
    elif parts == CLUSTERS:
        text = tr("Word clusters from {tokens} of this project")
    else:
        text = tr("Word vectors and clusters from {tokens} of this project")
    text = text.format(tokens=tokens(status.cluster_tokens))
    now = _tokens_of_text(session)
    if now <= status.cluster_tokens:
        return tr("{what}.").format(what=text)
    if now >= GROWTH * status.cluster_tokens:
        learns = status.cluster_progress > 0.0
        grown = tr("{text} ({n} now: being learned again).") if learns else tr("{text} ({n} now).")
        return grown.format(text=text, n=grouped(now))
    later = tr("{text} (now {n}; they are learned again at {later}).")
    wanted = math.ceil(GROWTH * status.cluster_tokens)
    return later.format(text=text, n=grouped(now), later=grouped(wanted))


def _tokens_of_text(session: Session) -> int:
    """Return the number of tokens of all documents, also of those that are only learned from."""
    corpus, documents = session.corpus, session.project.documents
    kept = [document.id for document in documents.values() if not document.removed]
    lengths = np.diff(corpus.offsets)
    return int(lengths[np.isin(corpus.documents, kept)].sum())


def choice(status: TrainingStatus, session: Session) -> str:
    """Return what cross-validation has chosen, by which figures, or when it will; "" if off."""
    chosen, n = status.choice, status.trained_sentences
    if chosen is None:
        return _no_choice_yet(status, session)
    text = _chosen(status, chosen)
    if not 0 < n < chosen.n_sentences:
        changed = tr("The text has changed since then, so these figures are out of date.")
        return f"{text} {changed}" if _is_of_other_text(chosen, session) else text
    fewer = tr("Only {n} sentences are labelled now, so these figures are out of date.", None, n)
    return f"{text} {fewer.format(n=grouped(n))}"


def _is_of_other_text(chosen: TrainingChoice, session: Session) -> bool:
    """Return whether text was removed or much was added since a choice that compared it."""
    now, before = _tokens_of_text(session), chosen.text_tokens
    return bool(before) and (now < before or now >= GROWTH * before)


def _no_choice_yet(status: TrainingStatus, session: Session) -> str:
    """Return what cross-validation waits for; "" if it is off, or nothing is learned."""
    n = status.trained_sentences
    if not session.project.settings.choose_training or status.state in ("loading", "paused"):
        return ""
    if n < ENOUGH_SENTENCES:
        text = tr("Cross-validation begins at {least} labelled sentences ({n} so far).")
        return text.format(least=ENOUGH_SENTENCES, n=grouped(n))
    if status.choosing:
        return tr("Cross-validation is running.")
    return tr("Cross-validation begins after the next training.")


def _chosen(status: TrainingStatus, chosen: TrainingChoice) -> str:
    digits = _digits(chosen)
    score = tr("log-likelihood per token\u00a0{score}")
    score = score.format(score=_minus(chosen.score, digits))
    if chosen.score == chosen.score_before:
        text = tr(
            "Cross-validation on {n} sentences kept L2 regularisation\u00a0{c2} ({score})",
            None,
            chosen.n_sentences,
        )
        text = text.format(n=grouped(chosen.n_sentences), c2=general(chosen.c2), score=score)
        return tr("{what}.").format(what="; ".join([text, *_bias(status), *_exponent(chosen)]))
    parts = [tr("L2 regularisation\u00a0{c2}").format(c2=general(chosen.c2))]
    if chosen.compared_text and chosen.text_parts != BOTH:
        parts.append(_of_text(chosen.text_parts))
    if chosen.preset:
        parts.append(tr("template {name}").format(name=chosen.preset))
    text = tr(
        "Cross-validation on {n} sentences chose {choice} ({score}; {before} with your own "
        "settings)",
        None,
        chosen.n_sentences,
    )
    before = _minus(chosen.score_before, digits)
    text = text.format(
        n=grouped(chosen.n_sentences), choice=", ".join(parts), score=score, before=before
    )
    return tr("{what}.").format(what="; ".join([text, *_bias(status), *_exponent(chosen)]))


def expectations(status: TrainingStatus, session: Session) -> str:
    """Return which expectations about gazetteers the model has learned; "" for none."""
    uses = status.model_kind == "full" and not status.segments.has_segments
    lists = _expecting(session) if uses and status.trained_sentences < ENOUGH_LABELLED else []
    if not lists:
        return ""
    named = [
        tr("{name} {n}%").format(name=escaped_line(one.name), n=round(100 * (one.share or 0.0)))
        for one in lists[:MOST_NAMED]
    ]
    if len(lists) > MOST_NAMED:
        named.append(tr("{n} more").format(n=grouped(len(lists) - MOST_NAMED)))
    text = tr("Until {n} sentences are labelled, the model also learns from expectations: {names}.")
    text = text.format(n=ENOUGH_LABELLED, names=", ".join(named))
    if status.choice is None:
        return text
    without = tr("The cross-validation figures do not include them.")
    return f"{text} {without}"


def _expects_labels(session: Session) -> bool:
    """Return whether models can be learned from expectations alone."""
    return can_teach(_lists_with_share(session), has_outside=has_outside(session.project))


def _expecting(session: Session) -> list[Gazetteer]:
    """Return the gazetteers that models have expectations of."""
    return [one.gazetteer for one in _lists_with_share(session)]


def _lists_with_share(session: Session) -> list[Listed]:
    lists = session.project.listed_for(Use.FEATURES)
    known = {label.name for label in session.project.visible_labels()}

    def is_known(one: Listed) -> bool:
        # All phrases are looked through only where the list has no label that is known.
        return one.gazetteer.label in known or not one.labels or not known.isdisjoint(one.labels)

    return [
        one for one in lists if one.gazetteer.share is not None and one.phrases and is_known(one)
    ]


def segments(status: TrainingStatus, session: Session) -> str:
    """Return whether the model scores segments, and what held-out sentences say; "" for nothing."""
    note, settings = status.segments, session.project.settings
    texts = []
    if note.has_segments:
        texts += [tr("It scores segments: tokens and whole spans."), *_without(status, session)]
    elif note.why_tokens:
        texts.append(tr(WHY_TOKENS[note.why_tokens]))
    chosen = status.choice
    if chosen is not None and chosen.compared_segments:
        text = tr("In cross-validation, segments have an F1 of {segments}%, tokens {tokens}%.")
        f1 = decimal(100 * chosen.f1_segments, 1), decimal(100 * chosen.f1_tokens, 1)
        texts.append(text.format(segments=f1[0], tokens=f1[1]))
        if note.has_segments and chosen.segments_bias:
            bias = tr("The model has a bias of {bias} against “O”.")
            texts.append(bias.format(bias=general(chosen.segments_bias)))
        if chosen.prefers_segments and not settings.segments:
            texts.append(tr("That is clearly better: choose them in the project settings."))
    return " ".join(texts)


def consistency(status: TrainingStatus, session: Session) -> str:
    """Return how names of a document are made consistent, and by which figures; "" for nothing."""
    setting, chosen = session.project.settings.consistency, status.consistency
    if setting == OFF:
        return ""
    if setting != AUTOMATIC or chosen is None:
        if status.consistent != OFF:
            return tr(CONSISTENT[status.consistent])
        waits = setting != AUTOMATIC
        return tr("Consistent names are being prepared, and not in effect yet.") if waits else ""
    before, phrases, ties = (grouped(n) for n in chosen.corrections)
    figures = tr(
        "Measured on your own labels: {n} sentences, labelled again from the beginning of their "
        "documents, need {before} corrections without consistent names, {phrases} with confirmed "
        "phrases, and {ties} with phrases and ties. Savings within one standard error do not "
        "count.",
        None,
        chosen.n_sentences,
    ).format(n=grouped(chosen.n_sentences), before=before, phrases=phrases, ties=ties)
    return f"{tr(CONSISTENT[status.consistent])} {figures}"


def _without(status: TrainingStatus, session: Session) -> list[str]:
    """Return what a model of segments does without."""
    texts, left_out = [], status.segments.left_out
    if left_out:
        text = tr("Sentences left out, because their labels are no segments: {n}.")
        texts.append(text.format(n=grouped(left_out)))
    if _expecting(session) and status.trained_sentences < ENOUGH_LABELLED:
        texts.append(tr("Expectations about gazetteers are not used."))
    strategy = session.project.settings.query_choice.strategy_choice
    if strategy.name in NEEDS_TOKENS:
        text = tr("“{strategy}” needs a model of tokens: the least confident token comes first.")
        texts.append(text.format(strategy=strategy.title))
    return texts


def _of_text(parts: str) -> str:
    if parts == NOTHING:
        return tr("without unlabelled text")
    return tr("without word clusters") if parts == VECTORS else tr("without word vectors")


def _bias(status: TrainingStatus) -> list[str]:
    """Return the bias of a model of tokens and what it gains, if there is one."""
    chosen = status.choice
    if chosen is None or not chosen.bias or status.segments.has_segments:
        return []
    text = tr("bias {bias} against “O” (F1 {f1}%; {before}% without it)")
    f1, before = decimal(100 * chosen.f1, 1), decimal(100 * chosen.f1_before, 1)
    return [text.format(bias=general(chosen.bias), f1=f1, before=before)]


def _exponent(chosen: TrainingChoice) -> list[str]:
    """Return the exponent of quick models and what it gains, if it is another than 1."""
    if chosen.exponent == 1.0:
        return []
    text = tr("exponent {exponent} of quick models (score {score}%; {before}% with exponent 1)")
    score, before = chosen.counts_score, chosen.counts_score_before
    figures = {"score": decimal(100 * score, 1), "before": decimal(100 * before, 1)}
    return [text.format(exponent=general(chosen.exponent), **figures)]


def _digits(chosen: TrainingChoice) -> int:
    """Return how many decimals show the difference of the two scores, with two digits of it."""
    gain = abs(chosen.score - chosen.score_before)
    return next((n for n in (3, 4, 5) if gain >= 10.0 ** (1 - n)), 3 if not gain else 5)


def _minus(number: float, digits: int) -> str:
    return decimal(number, digits).replace("-", "−")


def learning_clusters(status: TrainingStatus) -> str:
    """Return how far the computation of word vectors and clusters is."""
    text = tr("Learning from unlabelled text · {n}%")
    return text.format(n=int(100 * status.cluster_progress))


def at_rest(status: TrainingStatus, session: Session) -> str:
    """Return the state of the model while nothing is trained."""
    if status.cluster_progress:
        return learning_clusters(status)
    return tr("Up to date") if status.model_number else without_model(status, session)


def model_size(status: TrainingStatus) -> str:
    """Return the size of the current model's training data."""
    if not status.trained_sentences:
        return tr("Model: from gazetteers alone")
    return tr("Model: {sentences}").format(sentences=sentences(status))


def chip_text(status: TrainingStatus, session: Session) -> str:
    """Return what the model is doing, or the size of its training data."""
    if status.error:
        return tr("The model was not trained")
    if status.state == "training":
        return tr("Training…")
    if status.state == "paused":
        return tr("Learning is paused")
    if status.cluster_progress:
        return learning_clusters(status)
    if status.model_number:
        return model_size(status)
    if status.state != "loading" and _is_up_to_person(status, session):
        return _what_lacks(status, session)
    return without_model(status, session)


def _what_lacks(status: TrainingStatus, session: Session) -> str:
    """Return in a few words that there is no model, and what to do if there are sentences."""
    if not session.state.progress().sentences:
        return tr("No model yet")
    if status.lacks == OUTSIDE_LACKS:
        return tr("No model yet: accept a sentence")
    if status.lacks == OTHER_LACKS and session.project.settings.scheme == TOKENS:
        return tr("No model yet: use a second label")
    return tr("No model yet: label a sentence")


NONE, BUSY, READY, PAUSED, WRONG = "none", "busy", "ready", "paused", "wrong"
"""Conditions of the model, each with an icon."""


def condition(status: TrainingStatus) -> str:
    """Return the condition of the model."""
    if status.error:
        return WRONG
    if status.state in {"training", "preparing", "loading"}:
        return BUSY if status.state != "preparing" or status.model_number else NONE
    if status.state == "paused":
        return PAUSED
    if status.cluster_progress:
        return BUSY
    return READY if status.model_number else NONE


def model_note(status: TrainingStatus) -> str:
    """Return the number of the model, and from what it learns."""
    text = tr(
        "Model number {n}\n"
        "It learns from all confirmed labels, also in partial sentences,\n"
        "but not from test sentences"
    )
    return text.format(n=grouped(status.model_number))

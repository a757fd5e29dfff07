"""Projects that live in memory, for tests of the session and of what stands upon it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.documents import Document
from app.domain.labels import Label
from app.domain.project import Corpus, Project
from app.domain.settings import ProjectSettings

WORDS = ["The", "patient", "was", "given", "5", "mg", "of", "warfarin", "."]


def corpus_of(
    sentences: Sequence[Sequence[str]], *, first_id: int = 1, document: int = 1
) -> Corpus:
    """Return unlabelled sentences with their words joined by one space."""
    lengths = [len(words) for words in sentences]
    n_tokens = sum(lengths)
    starts, ends = [], []
    for words in sentences:
        at = 0
        for word in words:
            starts.append(at)
            ends.append(at + len(word))
            at += len(word) + 1
    return Corpus(
        ids=np.arange(first_id, first_id + len(sentences), dtype=np.int64),
        documents=np.full(len(sentences), document, np.int32),
        roles=np.zeros(len(sentences), np.uint8),
        texts=[" ".join(words) for words in sentences],
        offsets=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        starts=np.array(starts, np.int32),
        ends=np.array(ends, np.int32),
        columns=np.zeros((1, n_tokens), np.int32),
        tag_sets=np.zeros(n_tokens, np.int32),
        states=np.zeros(n_tokens, np.uint8),
        edits=np.zeros(n_tokens, np.int64),
    )


def project_of(
    sentences: Sequence[Sequence[str]] = (WORDS, WORDS, WORDS),
    *,
    scheme: str = "iob2",
    labels: Sequence[str] = ("DRUG", "DOSE"),
) -> Project:
    """Return a project of one document in which nothing is said yet."""
    return Project(
        settings=ProjectSettings(scheme=scheme),
        labels={
            number: Label(number, name, number - 1, str(number), number - 1)
            for number, name in enumerate(labels, 1)
        },
        documents={1: Document(1, "notes.txt", 0)},
        words=["word"],
        corpus=corpus_of(sentences),
    )


def contents_of(project: Project) -> tuple:
    """Return everything that an edit can change, in a form that can be compared."""
    corpus = project.corpus
    names = [tuple(sorted(project.tags[tag] for tag in members)) for members in project.tag_sets]
    return (
        [names[number] for number in corpus.tag_sets.tolist()],
        corpus.states.tolist(),
        corpus.edits.tolist(),
        dict(project.labels),
        dict(project.documents),
        dict(project.rules),
        dict(project.flags),
        project.settings,
        corpus.roles.tolist(),
    )


def token_tags(project: Project, sentence_index: int = 0) -> list[str]:
    """Return what is said of each token: a tag, "?" for unknown, "{…}" for a choice."""
    at = project.corpus.span(sentence_index)
    received = []
    pairs = zip(
        project.corpus.tag_sets[at].tolist(), project.corpus.states[at].tolist(), strict=True
    )
    for number, state in pairs:
        names = [project.tags[tag] for tag in project.tag_sets[number]]
        if state == 0:
            received.append("?")
        elif state == 2:
            received.append("{" + " ".join(sorted(names)) + "}")
        else:
            received.append(names[0] + ("*" if state == 3 else ""))
    return received


def set_tags(
    project: Project, sentence_index: int, tags: Sequence[str | None], *, state: int = 1
) -> None:
    """Put tags on a sentence directly, as an import does; None says nothing."""
    at = project.corpus.span(sentence_index)
    for token, tag in zip(range(at.start, at.stop), tags, strict=True):
        if tag is not None:
            project.corpus.tag_sets[token] = project.set_id((project.tag_id(tag),))
            project.corpus.states[token] = state
            project.corpus.edits[token] = 1

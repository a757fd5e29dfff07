"""Texts made up of names and other words that only their neighbours tell apart."""

from __future__ import annotations

import random

import numpy as np

from app.domain.documents import Document
from app.domain.project import Project
from tests.memory_projects import corpus_of, project_of, set_tags

LABELLED = 6
"""So many sentences of `named_project` have labels."""

_LETTERS = "bdfglmnprst"
_FRAMES = (
    ("we", "met", None, "in", "town"),
    ("then", None, "went", "home"),
    ("they", "asked", None, "why"),
    ("it", "was", "for", None, "again"),
)


def made_up_names(n: int = 30) -> list[str]:
    """Return words of three letters."""
    draw = random.Random(1)
    return sorted(
        {draw.choice(_LETTERS) + draw.choice("aeiou") + draw.choice(_LETTERS) for _ in range(2 * n)}
    )[:n]


def sentences_with_names(n: int, first_frames: int = LABELLED) -> list[list[str]]:
    """Return sentences, of which the first use half of the frames."""
    draw = random.Random(0)
    names = made_up_names()
    return [
        [
            draw.choice(names) if word is None else word
            for word in draw.choice(_FRAMES[:2] if at < first_frames else _FRAMES)
        ]
        for at in range(n)
    ]


def named_project(n: int = 200) -> Project:
    """Return a project of two documents; names are labelled in the first sentences."""
    sentences = sentences_with_names(n)
    project = project_of(sentences, labels=("NAME",))
    project.words = sorted({word for words in sentences for word in words})
    ids = {word: number for number, word in enumerate(project.words)}
    corpus = corpus_of(sentences)
    corpus.columns = np.array([[ids[word] for words in sentences for word in words]], np.int32)
    corpus.documents = np.where(np.arange(n) < n // 2, 1, 2).astype(np.int32)
    project.corpus = corpus
    project.documents[2] = Document(2, "more.txt", 1)
    names = set(made_up_names())
    for index, words in enumerate(sentences[:LABELLED]):
        set_tags(project, index, ["B-NAME" if word in names else "O" for word in words])
    return project

"""A project in memory whose spans are phrases of a gazetteer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.gazetteers import Gazetteer
from app.domain.project import Project
from tests.memory_projects import corpus_of, project_of, set_tags

DRUGS = ("folic acid", "zolpan", "merivan forte retard", "xylo", "calcium citrate")
FRAMES = (
    "{who} took {drug} again .",
    "then {who} got {drug} for a week .",
    "{who} and {who} met .",
)


def right_tags(words: list[str]) -> list[str]:
    """Return the tags of a sentence."""
    tags = ["O"] * len(words)
    for own in map(str.split, DRUGS):
        for first in range(len(words) - len(own) + 1):
            if words[first : first + len(own)] == own:
                tags[first : first + len(own)] = ["B-DRUG", *["I-DRUG"] * (len(own) - 1)]
    return tags


def drug_project(n_labelled: int = 24, *, segments: bool = True, listed: int = 5) -> Project:
    """Return a project of 90 sentences, the first of which are labelled, with a gazetteer."""
    sentences = [
        frame.format(who=who, drug=drug).split()
        for who in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
        for drug in DRUGS
        for frame in FRAMES
    ]
    project = project_of(sentences, labels=("DRUG",))
    project.words = sorted({word for words in sentences for word in words})
    ids = {word: number for number, word in enumerate(project.words)}
    project.corpus = corpus_of(sentences)
    project.corpus.columns = np.array([[ids[w] for words in sentences for w in words]], np.int32)
    project.gazetteers[1] = Gazetteer(1, "drugs", label="DRUG")
    project.phrases[1] = dict.fromkeys(DRUGS[:listed], "")
    project.settings = replace(project.settings, segments=segments)
    for index, words in enumerate(sentences[:n_labelled]):
        set_tags(project, index, right_tags(words))
    return project

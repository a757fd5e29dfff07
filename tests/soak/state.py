"""What edits have made of a project, in a few letters that two processes can compare."""

from __future__ import annotations

import hashlib

import numpy as np

from app.domain.project import Project


def digest(project: Project) -> str:
    """Sum up everything that an edit can change.

    Tags that nobody has used yet are left out: the window may know more of them than the file.
    """
    corpus = project.corpus
    sums = hashlib.sha256()
    arrays = (corpus.ids, corpus.documents, corpus.roles, corpus.offsets)
    for array in (*arrays, corpus.tag_sets, corpus.states, corpus.edits):
        sums.update(array.tobytes())
    for tag_set in np.unique(corpus.tag_sets).tolist():
        names = [project.tags[tag] for tag in project.tag_sets[tag_set]]
        sums.update(repr((tag_set, names)).encode())
    sums.update(repr(sorted(project.labels.items())).encode())
    sums.update(repr(sorted(project.gazetteers.items())).encode())
    phrases = {number: sorted(own.items()) for number, own in project.phrases.items() if own}
    sums.update(repr(sorted(phrases.items())).encode())
    sums.update(repr(sorted(project.flags.items())).encode())
    sums.update(repr(project.settings).encode())
    sums.update(repr(sorted(project.documents.items())).encode())
    sums.update(repr(sorted(project.rules.items())).encode())
    return sums.hexdigest()[:16]

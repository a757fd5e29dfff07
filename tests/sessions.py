"""What tests of an open project have in common: what a signal told, what a model proposes."""

from __future__ import annotations

import numpy as np

from app.domain.proposals import ProposalSlice


def heard(signal):
    """Return a list to which is added whatever a signal tells from now on."""
    received = []
    signal.connect(lambda *values: received.append(values[0] if len(values) == 1 else values))
    return received


def proposed(session, sentence_indices, tags, *, model=1, revision=None, chance=0.5):
    """Return proposals for sentences, one tag for each of their tokens."""
    return ProposalSlice(
        np.array(sentence_indices, np.int64),
        np.array([session.project.tag_id(tag) for tag in tags], np.int32),
        np.full(len(tags), chance, np.float32),
        model,
        session.revision if revision is None else revision,
    )

"""Messages between the window and its child process.

A message is its length in eight bytes, and an archive of named arrays, one of them JSON.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, replace
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Gazetteer, Listed, ListedRule
from app.domain.rules import ProjectRule
from app.domain.tokens import Role
from app.jobs.data.snapshot import ProjectText, TrainingData, tokens_at
from app.jobs.suggestions.propose import ProposedTags, Sentences

Message = dict[str, Any]
"""Arrays and plain values by name."""

_PLAIN = "plain"
_LENGTH = 8


def write(stream: IO[bytes], message: Message) -> None:
    """Write a message; OSError if the other side has closed the stream."""
    arrays = {name: value for name, value in message.items() if isinstance(value, np.ndarray)}
    plain = {name: value for name, value in message.items() if name not in arrays}
    arrays[_PLAIN] = np.frombuffer(json.dumps(plain).encode(), np.uint8)
    packed = io.BytesIO()
    np.savez(packed, allow_pickle=False, **arrays)
    content = packed.getbuffer()
    stream.write(len(content).to_bytes(_LENGTH, "big"))
    stream.write(content)
    stream.flush()


def read(stream: IO[bytes]) -> Message | None:
    """Read a message; None at the end of the stream."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    length = int.from_bytes(head, "big")
    content = stream.read(length)
    if len(content) < length:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    return {**arrays, **json.loads(arrays.pop(_PLAIN).tobytes())}


def training_message(data: TrainingData, sentence_indices: NDArray[np.int64]) -> Message:
    """Return the message with the training data of some sentences."""
    at = tokens_at(data.text.offsets, sentence_indices)
    return {
        **_text_message(data.text, sentence_indices),
        "tag_sets": data.tag_sets[at],
        "states": data.states[at],
        "members": data.members,
        "tags": data.tags,
        "template": data.template,
        "c2": data.c2,
        "scheme": data.scheme,
        "names": data.columns,
        "rules": [_rule_message(rule) for rule in data.rules],
        # Without compiled kernels grammars would be slow.
        "lists": [_listed_message(listed) for listed in data.lists if not listed.is_grammar],
    }


def training_data(message: Message) -> TrainingData:
    """Return the training data in a message."""
    text = _text(message)
    n_sentences = len(text.offsets) - 1
    return TrainingData(
        text=text,
        documents=np.zeros(n_sentences, np.int32),
        roles=np.full(n_sentences, Role.POOL, np.uint8),
        shown=(0,),
        tag_sets=message["tag_sets"],
        states=message["states"],
        members=tuple(map(tuple, message["members"])),
        tags=tuple(message["tags"]),
        template=message["template"],
        c2=message["c2"],
        scheme=message["scheme"],
        columns=tuple(message["names"]),
        rules=_rules(message),
        lists=tuple(map(_listed, message["lists"])),
    )


def sentences_message(sentences: Sentences) -> Message:
    """Return the message with sentences to be decoded."""
    return {
        **_text_message(sentences.text, sentences.sentence_indices),
        "tag_sets": sentences.tag_sets,
        "members": list(sentences.members.items()),
        "tags": sentences.tags,
        "gone": sorted(sentences.gone),
        "rules": [_rule_message(rule) for rule in sentences.rules],
        "scheme": sentences.scheme,
    }


def sentences_of(message: Message) -> Sentences:
    """Return the sentences in a message; their indices count from 0."""
    text = _text(message)
    return Sentences(
        text,
        np.arange(len(text.offsets) - 1),
        message["tag_sets"],
        {number: tuple(members) for number, members in message["members"]},
        message["tags"],
        frozenset(message["gone"]),
        _rules(message),
        message["scheme"],
    )


def proposals_message(proposed: ProposedTags) -> Message:
    """Return the message with proposals."""
    return {
        "tags": proposed.tags,
        "probabilities": proposed.probabilities,
        "conflicts": list(proposed.conflicts.items()),
    }


def proposed_tags(message: Message, sentence_indices: NDArray[np.int64]) -> ProposedTags:
    """Return the proposals in a message, for the given sentences."""
    conflicts = {int(sentence_indices[number]): text for number, text in message["conflicts"]}
    return ProposedTags(message["tags"], message["probabilities"], conflicts)


def n_phrases(data: TrainingData) -> int:
    """Return the number of phrases of gazetteers in training data."""
    constrained = [rule.listed for rule in data.rules if isinstance(rule, ListedRule)]
    return sum(len(listed.phrases) for listed in (*data.lists, *constrained))


def _text_message(text: ProjectText, sentence_indices: NDArray[np.int64]) -> Message:
    columns = text.columns[:, tokens_at(text.offsets, sentence_indices)]
    used, numbers = np.unique(columns, return_inverse=True)
    # A missing field is -1, and stays so.
    n_missing = int((used[:1] < 0).sum())
    lengths = text.offsets[sentence_indices + 1] - text.offsets[sentence_indices]
    return {
        "columns": (numbers.reshape(columns.shape) - n_missing).astype(np.int32),
        "offsets": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        "words": [text.words[word] for word in used[n_missing:].tolist()],
    }


def _text(message: Message) -> ProjectText:
    words = message["words"]
    return ProjectText(message["columns"], message["offsets"], words, len(words))


def _rule_message(rule: ProjectRule) -> Message:
    listed = rule.listed if isinstance(rule, ListedRule) else None
    plain = ProjectRule(
        rule.id, rule.kind, rule.parameters, rule.name, rule.on, rule.cost, rule.position
    )
    return {**asdict(plain), "listed": None if listed is None else _listed_message(listed)}


def _rules(message: Message) -> tuple[ProjectRule, ...]:
    return tuple(
        ListedRule(**rule, listed=_listed(listed)) if listed else ProjectRule(**rule)
        for listed, rule in ((rule.pop("listed"), rule) for rule in message["rules"])
    )


def _listed_message(listed: Listed) -> Message:
    return {"gazetteer": asdict(listed.gazetteer), "phrases": dict(listed.phrases)}


def _listed(message: Message) -> Listed:
    gazetteer = Gazetteer(**message["gazetteer"])
    return Listed(replace(gazetteer, others=tuple(gazetteer.others)), message["phrases"])

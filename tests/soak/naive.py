"""Random deeds on a project, and a model of it that is too simple to be wrong.

The model keeps a state for each step, and a pointer: undo and redo move it, a new step cuts
off what lies behind it. A state is the digest of the whole project, and beside it, written a second
time by hand, what is said of each *block*: three tokens of the first document, which deeds there
label, clear or accept as one, so that what is right needs no knowledge of spans that touch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from app.domain.documents import Document
from app.domain.edits import Edit
from app.domain.gazetteers import Gazetteer
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.rules import ProjectRule
from app.domain.tokens import TokenState
from app.edits import documents as document_edits
from app.edits import gazetteers as gazetteer_edits
from app.edits import label_rows, rules, sentence_flags, spans
from app.edits.accept import accept_sentence
from app.edits.settings import change_settings
from app.session import Session
from tests import memory_projects
from tests.memory_projects import corpus_of, project_of

BLOCK = 3
BLOCKS = 3
"""So many tokens make a block, and so many blocks a sentence of the first document."""

UNKNOWN, OUTSIDE = 0, 1
"""What is said of a block; a label stands as its id and 1."""

NAMES = ("DRUG", "DOSE", "PER", "LOC", "ORG", "DATE", "MISC")
WORDS = [f"word{number}" for number in range(BLOCK * BLOCKS)]

MAX_TAGS, MAX_SETS = 100, 500
"""A project never forgets a tag, or a set of tags: with so many, deeds that bring new ones end."""

Blocks = np.ndarray
BulkAction = Callable[[Project, Blocks, random.Random], Edit | None]


def naive_project(n_blocked: int = 12, n_free: int = 6) -> Project:
    """Return a project of two documents: one of blocks, and one where everything is allowed."""
    project = project_of([WORDS] * n_blocked)
    project.documents[2] = Document(2, "free.txt", 1)
    project.corpus.append(corpus_of([WORDS] * n_free, first_id=n_blocked + 1, document=2))
    return project


def no_blocks(project: Project) -> Blocks:
    n = int((project.corpus.documents == 1).sum())
    return np.zeros(n * BLOCKS, np.uint8)


def contents(project: Project) -> tuple:
    """Return everything that an edit can change; the order of phrases does not count."""
    phrases = {number: dict(own) for number, own in project.phrases.items() if own}
    return (*memory_projects.contents_of(project), dict(project.gazetteers), phrases)


# ---- deeds: an edit, and what it makes of the blocks


def _block(blocks: Blocks, chance: random.Random) -> tuple[int, int, int, int]:
    number = chance.randrange(len(blocks))
    sentence_index, first = divmod(number, BLOCKS)
    return number, sentence_index, BLOCK * first, BLOCK * first + BLOCK - 1


def _label(project: Project, chance: random.Random) -> int:
    return chance.choice(project.visible_labels()).id


def _label_block(project, blocks, chance):
    number, sentence_index, first, last = _block(blocks, chance)
    label = _label(project, chance)
    blocks[number] = label + 1
    return spans.label_span(project, sentence_index, first, last, label)


def _no_label_block(project, blocks, chance):
    number, sentence_index, first, last = _block(blocks, chance)
    blocks[number] = OUTSIDE
    return spans.no_label(project, sentence_index, first, last)


def _clear_block(project, blocks, chance):
    number, sentence_index, first, last = _block(blocks, chance)
    blocks[number] = UNKNOWN
    return spans.clear_tokens(project, sentence_index, first, last)


def _accept(project, blocks, chance):
    _, sentence_index, _, _ = _block(blocks, chance)
    ours = slice(BLOCKS * sentence_index, BLOCKS * (sentence_index + 1))
    blocks[ours] = np.maximum(blocks[ours], OUTSIDE)
    corpus = project.corpus
    return accept_sentence(
        project, Proposals.none(corpus.n_sentences, corpus.n_tokens), sentence_index
    )


def _free(project: Project, chance: random.Random) -> tuple[int, int, int]:
    """Return a sentence of the second document, and a first and a last token in it."""
    sentence_index = chance.choice(np.flatnonzero(project.corpus.documents == 2).tolist())
    first, last = sorted((chance.randrange(len(WORDS)), chance.randrange(len(WORDS))))
    return sentence_index, first, last


def _label_freely(project, _, chance):
    return spans.label_span(project, *_free(project, chance), _label(project, chance))


def _clear_freely(project, _, chance):
    return spans.clear_tokens(project, *_free(project, chance))


def _forbid(project, _, chance):
    if len(project.tag_sets) >= MAX_SETS:
        return None
    return spans.forbid_label(project, *_free(project, chance), [_label(project, chance)])


def _resize(project, _, chance):
    sentence_index, first, last = _free(project, chance)
    new = (chance.randint(0, first), chance.randint(first, last))
    return spans.resize_span(project, sentence_index, (first, last), new, _label(project, chance))


def _split(project, _, chance):
    sentence_index, first, last = _free(project, chance)
    if first == last:
        return None
    at = chance.randint(first + 1, last)
    return spans.split_span(project, sentence_index, first, last, at, _label(project, chance))


def _join(project, _, chance):
    return spans.join_spans(project, *_free(project, chance), _label(project, chance))


def _mark(project, _, chance):
    mark = chance.choice(
        (
            sentence_flags.skip_sentence,
            sentence_flags.put_off_sentence,
            sentence_flags.flag_sentence,
            sentence_flags.ask_again,
        )
    )
    return mark(project, chance.randrange(project.corpus.n_sentences))


def _free_name(project: Project, chance: random.Random) -> str:
    taken = {label.name for label in project.visible_labels()}
    return chance.choice([name for name in NAMES if name not in taken])


def _add_label(project, _, chance):
    # Few rows for ever: a project keeps those of deleted labels.
    if len(project.visible_labels()) >= 5 or len(project.labels) >= 20:
        return None
    return label_rows.add_label(project, _free_name(project, chance))


def _rename_label(project, _, chance):
    if len(project.tags) >= MAX_TAGS:
        return None
    return label_rows.rename_label(project, _label(project, chance), _free_name(project, chance))


def _delete_label(project, blocks, chance):
    if len(project.visible_labels()) < 3:
        return None
    label = _label(project, chance)
    blocks[blocks == label + 1] = UNKNOWN
    return label_rows.delete_label(project, label)


def _merge_labels(project, blocks, chance):
    if len(project.visible_labels()) < 3:
        return None
    label, into = (row.id for row in chance.sample(project.visible_labels(), 2))
    blocks[blocks == label + 1] = into + 1
    return label_rows.merge_labels(project, label, into)


def _settle(project, _, chance):
    settings = project.settings
    wanted = chance.choice(
        (
            replace(settings, scheme="bioes" if settings.scheme == "iob2" else "iob2"),
            replace(settings, c2=chance.choice((0.1, 0.5, 1.0))),
            replace(settings, goal=chance.choice((0.8, 0.9))),
            replace(settings, control_size=chance.choice((0, 2, 4))),
        )
    )
    return change_settings(project, wanted, np.random.default_rng(chance.randrange(2**31)))


def _document(project, _, chance):
    number = chance.choice((1, 2))
    if project.documents[number].removed:
        return document_edits.restore_document(project, number)
    if chance.random() < 0.5:
        name = f"text{chance.randrange(9)}.txt"
        return document_edits.rename_document(project, number, name)
    return document_edits.remove_document(project, number)


def _rule(project, _, chance):
    if project.rules and chance.random() < 0.6:
        rule = chance.choice(list(project.rules.values()))
        if chance.random() < 0.5:
            return rules.remove_rule(project, rule.id)
        return rules.switch_rule(project, rule.id, on=not rule.on)
    a, b = (row.name for row in chance.choices(project.visible_labels(), k=2))
    return rules.add_rules(project, [ProjectRule(0, "not_after", f'{{"a": "{a}", "b": "{b}"}}')])


def _gazetteer(project, _, chance):
    if not project.gazetteers or (len(project.gazetteers) < 3 and chance.random() < 0.2):
        if len(project.phrases) >= 30:
            return None
        return gazetteer_edits.add_gazetteer(project, Gazetteer(0, "words"), {"a b": "", "c": ""})
    number = chance.choice(list(project.gazetteers))
    if chance.random() < 0.1:
        return gazetteer_edits.remove_gazetteer(project, number)
    phrase = f"{chance.choice('abcdef')} {chance.choice('xyz')}"
    if chance.random() < 0.4:
        known = list(project.phrases.get(number, {}))[:2]
        return gazetteer_edits.remove_phrases(project, number, known)
    label = chance.choice(("", project.labels[_label(project, chance)].name))
    return gazetteer_edits.set_phrase(project, number, phrase, label)


EDIT_ACTIONS: dict[str, tuple[int, BulkAction]] = {
    "label": (30, _label_block),
    "no label": (10, _no_label_block),
    "clear": (8, _clear_block),
    "accept": (8, _accept),
    "label freely": (12, _label_freely),
    "clear freely": (5, _clear_freely),
    "forbid": (6, _forbid),
    "resize": (4, _resize),
    "split": (3, _split),
    "join": (3, _join),
    "mark": (5, _mark),
    "add label": (1, _add_label),
    "rename label": (1, _rename_label),
    "delete label": (1, _delete_label),
    "merge labels": (1, _merge_labels),
    "settings": (2, _settle),
    "document": (2, _document),
    "rule": (2, _rule),
    "gazetteer": (3, _gazetteer),
}
"""Each with how often it is done, among all."""


def random_action(chance: random.Random) -> str:
    weights = [often for often, _ in EDIT_ACTIONS.values()]
    return chance.choices(list(EDIT_ACTIONS), weights)[0]


def do(session: Session, name: str, blocks: Blocks, chance: random.Random) -> Blocks | None:
    """Do something with a session; return the blocks afterwards, None where nothing was done."""
    after = blocks.copy()
    edit = EDIT_ACTIONS[name][1](session.project, after, chance)
    if edit is None or session.apply(edit) is None:
        return None
    return after


def session_with(edit_actions: Iterable[tuple[str, int]]) -> Session:
    """Return a session in memory in which deeds were done, each from a seed."""
    session = Session(naive_project(3, 2), annotator="Ann")
    blocks = no_blocks(session.project)
    for name, seed in edit_actions:
        after = do(session, name, blocks, random.Random(seed))
        blocks = blocks if after is None else after
    return session


# ---- the model


class Naive:
    """A state for each step, and a pointer; all memory is taken at the beginning."""

    def __init__(self, n_steps: int, digest: str, blocks: Blocks, edit_id: int) -> None:
        self._digests = np.full(n_steps + 1, b"-" * 16, "S16")
        self._blocks = np.full((n_steps + 1, len(blocks)), 255, np.uint8)
        self._ids = np.full(n_steps + 1, -1, np.int64)
        self.at = self.newest = 0
        self._digests[0], self._blocks[0], self._ids[0] = digest.encode(), blocks, edit_id

    @property
    def digest(self) -> str:
        return self._digests[self.at].decode()

    @property
    def blocks(self) -> Blocks:
        return self._blocks[self.at]

    def id_of(self, step: int) -> int:
        """Return the id of the edit that led to a state."""
        return int(self._ids[step])

    def step(self, digest: str, blocks: Blocks, edit_id: int) -> None:
        self.at += 1
        self.newest = self.at
        self._digests[self.at], self._blocks[self.at] = digest.encode(), blocks
        self._ids[self.at] = edit_id

    def move(self, steps: int) -> None:
        self.at += steps
        assert 0 <= self.at <= self.newest


def wrong_blocks(project: Project, blocks: Blocks) -> list[str]:
    """Return what a project says of blocks otherwise than the model does."""
    inner = "I" if project.settings.scheme == "iob2" else "E"
    corpus, wrong = project.corpus, []
    for number, shown_text in enumerate(blocks.tolist()):
        sentence_index, block = divmod(number, BLOCKS)
        start = int(corpus.offsets[sentence_index]) + BLOCK * block
        at = slice(start, start + BLOCK)
        confirmed = (corpus.states[at] == TokenState.CONFIRMED).tolist()
        if shown_text == UNKNOWN:
            if any(confirmed):
                wrong.append(f"block {number} is not unknown")
            continue
        name = "" if shown_text == OUTSIDE else project.labels[shown_text - 1].name
        wanted = ["O"] * BLOCK if not name else [f"{p}-{name}" for p in ("B", "I", inner)]
        sets = (project.tag_sets[tags] for tags in corpus.tag_sets[at].tolist())
        found = ["|".join(project.tags[tag] for tag in tags) for tags in sets]
        if found != wanted or not all(confirmed):
            wrong.append(f"block {number} says {found}, not {wanted}")
    return wrong

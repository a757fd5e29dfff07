"""Made-up local news, in which a name may be that of a person, of a town, or of what is there.

What a name is follows from the words around it, never from the name alone: so a model has doubts
for a while, and a queue has something to ask.
"""

from __future__ import annotations

import numpy as np

LABELS = ["PERSON", "PLACE", "ORG"]

NAMES = [
    "Lincoln",
    "Bradford",
    "Hamilton",
    "Preston",
    "Clifton",
    "Dalton",
    "Milford",
    "Ashby",
    "Kendal",
    "Stafford",
    "Whitby",
    "Denham",
    "Marlow",
    "Selby",
    "Thornton",
    "Buxton",
    "Halton",
    "Morley",
    "Radford",
    "Sutton",
    "Weston",
    "Harlow",
    "Kirkby",
    "Langley",
]
FIRST_NAMES = [
    "Ann",
    "Omar",
    "Lena",
    "Piotr",
    "Grace",
    "Tomas",
    "Ines",
    "Karl",
    "Yuki",
    "Ruth",
    "Ivo",
    "Nadia",
]
KINDS = ["Council", "United", "Bank", "Hospital", "Motors", "Choir"]
VERBS = ["praised", "warned", "thanked", "visited", "joined", "left", "ignored", "called"]
DAYS = ["Monday", "Tuesday", "Thursday", "Friday"]
THINGS = ["bridge", "budget", "harbour", "school", "timetable", "market", "library", "strike"]

PATTERNS = (
    "person said the thing in place would open on day .",
    "On day org verb person over the thing .",
    "org and org share a thing near place .",
    "Nobody in place knew person , the new head of org .",
    "surname verb the thing of place again .",
    "The thing , surname told us on day , belongs to org .",
    "Rain fell on place and on the thing .",
    "From place to place the thing was closed .",
    "person verb org , and surname verb place .",
    "The thing was late again .",
)
PLAIN = {"verb": VERBS, "day": DAYS, "thing": THINGS}


def sentences(n: int, seed: int = 0) -> dict[str, list[str]]:
    """Return so many different sentences, words apart, each with its tags (IOB2)."""
    rng = np.random.default_rng(seed)
    made: dict[str, list[str]] = {}
    while len(made) < n:
        words, tags = [], []
        for slot in PATTERNS[rng.integers(len(PATTERNS))].split():
            filled, label = _fill(slot, rng)
            words += filled
            tags += [f"{'I' if at else 'B'}-{label}" if label else "O" for at in range(len(filled))]
        made.setdefault(" ".join(words), tags)
    return made


def _fill(slot: str, rng: np.random.Generator) -> tuple[list[str], str]:
    """Return the words that stand in a slot of a pattern, and their label, "" for none."""
    name = str(rng.choice(NAMES))
    if slot == "person":
        return [str(rng.choice(FIRST_NAMES)), name], "PERSON"
    if slot == "surname":
        return [name], "PERSON"
    if slot == "place":
        return [name], "PLACE"
    if slot == "org":
        return [name, str(rng.choice(KINDS))], "ORG"
    return [str(rng.choice(PLAIN[slot])) if slot in PLAIN else slot], ""

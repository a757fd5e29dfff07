"""Cost of manual labelling: keys for an entity, and seconds for all occurrences of a word.

The project has 100,000 sentences: those of CoNLL-2000, cut to their first words and repeated. In
500 of them a unique word is inserted. A player labels it once, labels its other occurrences, and
undoes that; times are from the key to the end of the paint, and until the change is in the file.
Then all suggestions are accepted in one step, which is undone and redone, with the longest time in
which the window did not respond. The measuring process imports neither Qt nor the window.
"""

from __future__ import annotations

import json
from itertools import cycle, islice

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.played_project import (
    Sentence,
    make_project,
    quiet_folder,
    run,
    sentences_of,
)
from app.lab.corpora.conll2000 import read_part

SENTENCES = 100_000
OCCURRENCES = 500
LABELLED = 500
"""Labelled sentences, for a model with suggestions everywhere."""
LONGEST = 12
"""Limit of the words of a sentence, for a million tokens in total."""
WORD = "Carprofen"


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Make the project, open the window on it, and label by hand."""
    with quiet_folder() as (root, environment):
        project = root / "by-hand.tagwright"
        options.report(f"Importing {SENTENCES:,} sentences into a project")
        sentences = _sentences(options)
        make_project(project, sentences[:LABELLED], sentences[LABELLED:], environment)
        options.report("Labelling by hand")
        played = json.loads(run(["app.lab.benchmarks.by_hand_session", project, WORD], environment))
    units = {"seconds": "s", "keys": "keys", "places": "places", "sentences": "sentences"}
    return {
        name: Figure(value, None, units[next(unit for unit in units if unit in name)])
        for name, value in played.items()
    }


def _sentences(options: BenchmarkOptions) -> list[Sentence]:
    """Return the sentences, with the word inserted at even distances."""
    corpus = read_part(options.corpora, "train")
    cut = ((words[:LONGEST], tags[:LONGEST]) for words, tags in cycle(sentences_of(corpus)))
    sentences = list(islice(cut, SENTENCES))
    step = (SENTENCES - LABELLED) // OCCURRENCES
    for sentence_index in range(LABELLED, LABELLED + OCCURRENCES * step, step):
        words, tags = sentences[sentence_index]
        middle = len(words) // 2
        sentences[sentence_index] = ([*words[:middle], WORD, *words[middle + 1 :]], tags)
    return sentences

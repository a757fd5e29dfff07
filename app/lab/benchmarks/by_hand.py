"""What labelling by hand takes: keys for an entity, and seconds for a word in all its places.

The project has 100,000 sentences: those of CoNLL-2000, each cut to its first words, over and over.
In 500 of them stands a word that is nowhere else. A player labels it once, takes up the offer for
its other places, and takes that back; the clock runs from the key to the end of the paint, and
until the step is in the file. Then all that is proposed is accepted in one step, taken back and
made again: what counts is the longest time in which the window stood still. Neither Qt nor the
window is loaded in the process that measures.
"""

from __future__ import annotations

import json
import tempfile
from itertools import cycle, islice
from pathlib import Path

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.played_project import (
    Sentence,
    make_project,
    quiet_environment,
    run,
    sentences_of,
)
from app.lab.corpora.conll2000 import corpus_file, read_tagged

SENTENCES = 100_000
OCCURRENCES = 500
LABELLED = 500
"""So many sentences are labelled: there is a model, and it proposes everywhere."""
LONGEST = 12
"""A sentence is cut to so many words, so that there are a million of them."""
WORD = "Carprofen"


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Make the project, open the window on it, and label by hand."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        project = root / "by-hand.tagwright"
        environment = quiet_environment(root)
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
    """Return the sentences, the word among them in as many as are wanted, at even distances."""
    corpus = read_tagged(corpus_file(options.corpora, "train.txt.gz"))
    cut = ((words[:LONGEST], tags[:LONGEST]) for words, tags in cycle(sentences_of(corpus)))
    sentences = list(islice(cut, SENTENCES))
    step = (SENTENCES - LABELLED) // OCCURRENCES
    for sentence_index in range(LABELLED, LABELLED + OCCURRENCES * step, step):
        words, tags = sentences[sentence_index]
        middle = len(words) // 2
        sentences[sentence_index] = ([*words[:middle], WORD, *words[middle + 1 :]], tags)
    return sentences

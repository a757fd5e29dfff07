"""Session of corrections of names, with the fewest keys for each.

Run as a module, with a project and a JSON file of the right tags of all sentences. The project has
some labelled sentences; the player labels the others in the order of the text, sometimes waiting
for a newer model, and prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from app.domain.control_sample import is_control
from app.lab.benchmarks.fewest_keys import label_by_fewest_keys
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import OUTSIDE, first_mistake
from app.process import prepare_process

MODEL_SECONDS = 300.0
LEARN_EVERY = 10
"""Number of sentences after which the player waits for a model of them."""

Tally = dict[str, list[int]]
"""Numbers of keys of "corrections", and of missed names of two tokens, "pairs"."""


def correct(
    gui_session: GuiSession, sentence_index: int, answer: Sequence[str], tally: Tally
) -> None:
    """Correct a sentence from left to right, by the fewest keys."""
    workspace = gui_session.workspace
    workspace.uncertainty.go_to_uncertain(sentence_index, None)
    for _ in answer:
        shown = [record.tag for record in workspace.caret.tokens()]
        mistake = first_mistake(shown, answer)
        if mistake is None:
            break
        first, last, label = mistake
        keys = label_by_fewest_keys(gui_session, first, last, label)
        tally["corrections"].append(keys)
        missed = label is not None and set(shown[first : last + 1]) == {OUTSIDE}
        if missed and last == first + 1:
            tally["pairs"].append(keys)
    gui_session.player.accept(answer)


def _learn(gui_session: GuiSession) -> None:
    """Wait for a model of all labels; training is off during the search for keys."""
    trainer = gui_session.project.trainer
    trainer.resume()
    gui_session.rest(MODEL_SECONDS)
    trainer.pause()


def play(project: Path, answers: Path) -> Tally:
    """Open the project, and correct all of its open sentences."""
    prepare_process()
    right = json.loads(answers.read_text(encoding="utf-8"))
    tally: Tally = {"pairs": [], "corrections": []}
    with GuiSession(project) as gui_session:
        session = gui_session.project.session
        opened = session.visible[session.open_tokens[session.visible] > 0]
        for number, sentence_index in enumerate(
            opened[~is_control(session.corpus, opened)].tolist()
        ):
            if number % LEARN_EVERY == 0:
                _learn(gui_session)
            correct(gui_session, sentence_index, right[sentence_index], tally)
    return tally


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(Path(sys.argv[1]), Path(sys.argv[2]))) + "\n")

"""A project for a benchmark session, made of a corpus by the program's commands."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.lab.benchmarks.figures import BenchmarkError
from app.lab.corpora.conll2000 import TaggedText
from crfcore.children import python_module

Sentence = tuple[list[str], list[str]]
"""Words and tags."""


def make_project(
    project: Path,
    labelled: Sequence[Sentence],
    unlabelled: Sequence[Sentence],
    environment: dict[str, str],
) -> None:
    """Make a project of sentences with spans, some imported as gold, some as text."""
    gold = project.with_name("gold.conll")
    text = project.with_name("text.txt")
    gold.write_text(as_columns(labelled), encoding="utf-8")
    text.write_text(as_text(unlabelled), encoding="utf-8")
    labels = sorted({tag[2:] for _, tags in labelled for tag in tags if tag != "O"})
    for words in (
        ["new", project, "--labels", ",".join(labels), "--scheme", "iob2", "--template", "basic"],
        ["import", project, gold, "--as", "gold", "--columns", "word,label"],
        ["import", project, text, "--as", "text", "--format", "text"],
    ):
        run(["app", *words], environment)


def sentences_of(corpus: TaggedText) -> list[Sentence]:
    """Return words and tags of a corpus."""
    column = corpus.table.columns[0]
    words = [column.values[word] for word in column.ids.tolist()]
    offsets = corpus.table.offsets.tolist()
    return [
        (words[offsets[sentence_index] : offsets[sentence_index + 1]], tags)
        for sentence_index, tags in enumerate(corpus.tags)
    ]


def as_columns(sentences: Iterable[Sentence]) -> str:
    """Return a column file."""
    return "".join(
        "".join(f"{word} {tag}\n" for word, tag in zip(words, tags, strict=True)) + "\n"
        for words, tags in sentences
    )


def as_text(sentences: Iterable[Sentence]) -> str:
    """Return paragraphs of one sentence each."""
    return "".join(" ".join(words) + "\n\n" for words, _ in sentences)


def quiet_environment(root: Path) -> dict[str, str]:
    """Return environment variables that keep the user's preferences out."""
    environment = dict(os.environ)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        environment[variable] = str(root / variable.lower())
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    return environment


@contextmanager
def quiet_folder() -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield a temporary folder, and an environment whose preferences are there."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        yield root, quiet_environment(root)


def run(words: Sequence[object], environment: dict[str, str]) -> str:
    """Run a module with arguments, and return its output."""
    command = python_module(*map(str, words))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BenchmarkError(
            f"{' '.join(map(str, words))} ended with status {done.returncode}: "
            f"{done.stderr.strip()}"
        )
    return done.stdout

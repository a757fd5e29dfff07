"""Time of import and export of a large CoNLL-U file, and whether the bytes are identical.

The file is the training part of the English Web Treebank, repeated up to a number of tokens
(default: a million). Import reads it, assigns ids in an empty project and stores it; export writes
the project. There is no peer: libraries that read CoNLL-U store nothing and keep no lines.
"""

from __future__ import annotations

import tempfile
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from app.jobs.exporting.documents import export
from app.jobs.importing.ids import import_document
from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.corpora.ewt import EWT
from app.storage.project_file import ProjectFile
from crfcore.text.lines import read_text

TOKENS = 1_000_000


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Return seconds of import and of export, and whether the bytes are the same."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "large.conllu"
        options.report("Making a large file of the English Web Treebank.")
        n_tokens = _large_file(options, source)
        rounds = []
        for number in range(options.runs):
            options.report(f"Import and export, round {number + 1} of {options.runs}.")
            rounds.append(_round(source, Path(folder) / f"{number}.tagwright"))
    imports, exports, same = zip(*rounds, strict=True)
    return {
        "tokens": Figure(n_tokens, None, "tokens"),
        "import_conllu_seconds": Figure(median(imports), None, "s", options.runs),
        "export_conllu_seconds": Figure(median(exports), None, "s", options.runs),
        "export_identical": Figure(float(all(same)), None, "1: byte for byte", options.runs),
    }


def _large_file(options: BenchmarkOptions, out: Path) -> int:
    """Write the file, and return its number of tokens."""
    text = read_text(EWT.file(options.corpora, "en_ewt-ud-train.conllu.gz"))
    sentences = [f"{block}\n\n" for block in text.split("\n\n") if block.strip()]
    wanted, n_tokens = options.tokens or TOKENS, 0
    with out.open("w", encoding="utf-8", newline="") as file:
        for sentence in cycle(sentences):
            if n_tokens >= wanted:
                return n_tokens
            n_tokens += sum(line.split("\t", 1)[0].isdigit() for line in sentence.split("\n"))
            file.write(sentence)
    return n_tokens


def _round(source: Path, path: Path) -> tuple[float, float, bool]:
    """Return seconds of import and of export, and whether the file is identical."""
    out = path.with_suffix(".conllu")
    with ProjectFile.create(path) as file:
        project = file.load()
        began = perf_counter()
        import_document(file, project, source)
        between = perf_counter()
        export(project, file.sentence_sources, out)
        ended = perf_counter()
    same = out.read_bytes() == source.read_bytes()
    out.unlink()
    path.unlink()
    return between - began, ended - between, same

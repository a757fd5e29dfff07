"""Read hostile models, templates, rules and gazetteers as a child with bounds: see the test.

``python -m tests.soak.hostile_models KIND SEED N``, with a key of `CASES`, writes one
line of JSON. It is run without the compiler: interpreted kernels raise where compiled ones would
read outside their arrays, and that is noted, wherever the error ends.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np

LONGEST_SECONDS = 2.0
"""What one file may take, of the thread's own time, in interpreted code."""

LONGEST_SENTENCE = 2_000
"""What is longer is no sentence."""

ROOM_BYTES = 2 << 30
"""How much more memory than at the start the process may map."""

outside: list[str] = []
"""Kernels that went outside their arrays."""


def watched(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel that notes when it goes outside its arrays."""

    @wraps(function)
    def kernel(*arguments: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return function(*arguments)
        except (IndexError, OverflowError) as error:
            outside.append(f"{function.__module__}.{function.__name__}: {error}")
            raise

    return kernel


def use(crf: Any, sentences: Any) -> None:
    """Ask a model that was accepted what models are asked."""
    from crfcore.errors import CrfError

    for question in ("predict", "predict_marginals", "compact", "to_bytes"):
        with suppress(CrfError):
            getattr(crf, question)(*([sentences] if question.startswith("predict") else []))
    for question in ("state_features_", "transition_features_"):
        with suppress(CrfError, AttributeError):
            getattr(crf, question)
    if hasattr(crf, "nbest"):
        with suppress(CrfError):
            crf.nbest(sentences, 2)


@cache
def seeds() -> list[tuple[type, bytes, Any]]:
    """Return small models of every estimator and every kind of sentences."""
    from crfcore import (
        BoostedCRF,
        CodedCRF,
        HiddenMarkovModel,
        MaximumEntropyClassifier,
        MaximumEntropyMarkovModel,
    )
    from tests.crfcore import test_files

    found = []
    for kind in test_files.KINDS:
        crf, sentences = test_files.trained(kind)
        found.append((type(crf), crf.to_bytes(), sentences))
    words = [[[word] for word, *_ in sentence] for sentence in test_files.WORDS]
    others: list[tuple[Any, Any]] = [
        (HiddenMarkovModel(template="U:%x[0,0]\n"), words),
        (MaximumEntropyClassifier(template="U:%x[0,0]\n", max_iterations=2), words),
        (MaximumEntropyMarkovModel(template="U:%x[0,0]\nB\n", max_iterations=2), words),
        (BoostedCRF(2, template="U:%x[0,0]\nB\n", min_count=1, pairs=True), words),
        (CodedCRF("one-vs-rest", template="U:%x[0,0]\nB\n", max_iterations=2), words),
    ]
    for algorithm in ("l2sgd", "ap", "arow", "voted-perceptron"):
        others.append((test_files.LinearChainCRF(algorithm, template="U:%x[0,0]\nB\n"), words))
    for estimator, sentences in others:
        with suppress(AttributeError):
            if estimator.max_iterations is None or estimator.max_iterations > 3:
                estimator.max_iterations = 2
        estimator.fit(sentences, test_files.Y)
        with_state = getattr(estimator, "algorithm", "") in ("l2sgd", "ap", "arow")
        found.append((type(estimator), estimator.to_bytes(with_state=with_state), sentences))
    return found


Case = Callable[[np.random.Generator, Path], None]
"""Writes one hostile file and reads it: our error, or something sound."""


def hostile_model(rng: np.random.Generator, path: Path) -> None:
    """Read a model of ours."""
    from tests.damaged_models import DAMAGES, HOSTILITIES

    models = seeds()
    kind, data, sentences = models[rng.integers(len(models))]
    # What the checksum finds is tried less often than what lies behind it.
    ways = HOSTILITIES if rng.random() < 0.9 else DAMAGES
    path.write_bytes(ways[rng.integers(len(ways))](rng, data))
    use(kind.load(path), sentences)


def hostile_foreign_model(rng: np.random.Generator, path: Path) -> None:
    """Read a model of another program, and use it as one of ours."""
    from crfcore import LinearChainCRF
    from tests.soak.mutations import mutated
    from tests.soak.test_hostile_inputs import SENTENCES

    path.write_bytes(mutated(rng, foreign_seeds(path.parent)))
    crf = LinearChainCRF.import_model(path)
    use(crf, SENTENCES if crf.template is not None else [[["u:The"], {"w": "cat"}]])


def hostile_template(rng: np.random.Generator, path: Path) -> None:
    """Read a template from a file, and take the attributes of some sentences by it."""
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.features.presets import read_template
    from tests.soak.mutations import mutated
    from tests.soak.test_hostile_inputs import TABLE, TEMPLATES

    path.write_bytes(mutated(rng, TEMPLATES))
    TemplateExtractor(read_template(path)).fit(TABLE)


RULES = [
    {"kind": "count", "unit": "A", "at_most": 1, "cost": 2.5},
    {"kind": "followed_by", "a": "A", "b": "B", "name": "titles"},
    {"kind": "pattern", "regex": "(A|B)* B{1,3}"},
    {"kind": "implies", "a": "A", "b": "B", "present": False},
    {"kind": "valid_scheme", "scheme": "iob2"},
    {
        "kind": "lexical",
        "effect": "allows",
        "labels": ["A"],
        "matcher": {"kind": "phrases", "phrases": ["a b", ["c"]], "ignore_case": True},
    },
    {
        "kind": "lexical",
        "effect": "implies",
        "labels": ["A"],
        "matcher": {"kind": "word_list", "file": "cities.txt"},
    },
    {"kind": "same_word_same_label", "words": ["a"], "by_type": True},
]


def hostile_rules(rng: np.random.Generator, path: Path) -> None:
    """Read a file of rules, and decode under them."""
    from crfcore.constraints.json_files import read_rules
    from tests.damaged_models import HOSTILE
    from tests.soak.mutations import mutated

    (path.parent / "cities.txt").write_text("Rome\nUlm\n")
    rules = [dict(RULES[sentence_index]) for sentence_index in rng.integers(0, len(RULES), 2)]
    odd = [*HOSTILE, 10**9, "a{1000000}", "((A*)*)*" * 50, "../x", "/dev/zero", "\0", "\ud800"]
    if rng.random() < 0.7:
        rule = rules[0]
        rule[list(rule)[rng.integers(len(rule))]] = odd[rng.integers(len(odd))]
    pins = [{"sentence": 0, "rules": [{"kind": "pin", "token": 0, "label": "A"}]}]
    content = {"format": "tagwright rules", "version": 1, "rules": rules, "sentences": pins}
    data = json.dumps(content).encode()
    path.write_bytes(mutated(rng, [data]) if rng.random() < 0.4 else data)
    crf = labelled_by_rules()
    crf.predict([[["a"], ["b"], ["a"]]] * 2, rules=[read_rules(path).rules] * 2)


def hostile_gazetteer(rng: np.random.Generator, path: Path) -> None:
    """Read a gazetteer as the window does, and as files of rules do, and find its phrases."""
    from app.jobs.gazetteers.files import read_gazetteer_file
    from crfcore.constraints.gazetteer import read_gazetteer
    from crfcore.errors import CrfError
    from crfcore.features.phrases import PhraseList
    from tests.soak.mutations import mutated

    lines = b"New York\tCITY\nUlm\tCITY\n# no city\nBonn\tCITY\n"
    patterns = b'{"label": "CITY", "pattern": [{"lower": "ulm"}]}\n{"label": "X", "pattern": "a b"}'
    path.write_bytes(mutated(rng, [lines, patterns, b"Ulm\nNew York\n"]))
    with suppress(CrfError):
        read_gazetteer(path, ignore_case=bool(rng.integers(2)))
    found = read_gazetteer_file(path)
    PhraseList("x", list(found.phrases), list(found.phrases.values())).find(["New", "York"])


@cache
def foreign_seeds(folder: Path) -> list[bytes]:
    """Return good models of other programs."""
    from tests.soak.test_hostile_inputs import foreign_models

    return foreign_models(folder)


@cache
def labelled_by_rules() -> Any:
    """Return a model of two labels."""
    from crfcore import LinearChainCRF

    crf = LinearChainCRF(template="U:%x[0,0]\nB\n", max_iterations=2)
    return crf.fit([[["a"], ["b"]], [["b"]]], [["A", "B"], ["B"]])


CASES: dict[str, Case] = {
    "models": hostile_model,
    "foreign": hostile_foreign_model,
    "templates": hostile_template,
    "rules": hostile_rules,
    "gazetteers": hostile_gazetteer,
}


def main(name: str, seed: int, n: int) -> dict[str, Any]:
    """Read n files of a kind, and return what became of them."""
    from crfcore.errors import CrfError

    rng = np.random.default_rng(seed)
    case = CASES[name]
    received: Counter[str] = Counter()
    longest = 0.0
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        warm_up(case, path)
        with Path("/proc/self/statm").open() as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (mapped + ROOM_BYTES, resource.RLIM_INFINITY))
        for number in range(n):
            begun = time.thread_time()
            try:
                case(rng, path)
                received["sound"] += 1
            except CrfError as error:
                received["refused"] += 1
                if len(str(error)) > LONGEST_SENTENCE:
                    failures.append(f"{number}: no sentence: {str(error)[:300]!r}")
            except BaseException as error:  # noqa: BLE001 - it is what is looked for
                where = "".join(traceback.format_tb(error.__traceback__)[-3:])
                disk_errors_in_words = f"{type(error).__name__}: {error}"[:300]
                failures.append(f"{number}: {disk_errors_in_words}\n{where}")
            seconds = time.thread_time() - begun
            longest = max(longest, seconds)
            if seconds > LONGEST_SECONDS:
                failures.append(f"{number}: {seconds:.1f} s for {path.read_bytes()[:500]!r}")
            if outside:
                failures.append(f"{number}: outside: {outside[:2]}")
                outside.clear()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {**received, "longest_seconds": longest, "peak_bytes": peak, "failures": failures}


def warm_up(case: Case, path: Path) -> None:
    """Let everything be imported that a case needs."""
    from crfcore.errors import CrfError

    for seed in range(20):
        with suppress(CrfError):
            case(np.random.default_rng(seed), path)
    outside.clear()


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    faulthandler.enable()
    from crfcore import jit

    jit._silent = watched
    # Beside tests that are run as modules of their own.
    sys.stdout.write(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))) + "\n")

"""Files of other people's formats that are as bad as they can be, each of a size that is asked for.

A family is a shape that has cost a reader time or memory that grew faster than the file, or could.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Files: TypeAlias = Mapping[str, str]
"""The texts of the files that are imported together, by name; the first one is named."""

NONE = "\t_" * 8


def _rows(name: str, rows: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda size: {name: rows(size)}


def _json(line: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda size: {"a.jsonl": line(size) + "\n"}


def _brat(text: Callable[[int], str], ann: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda size: {"a.txt": text(size), "a.ann": ann(size)}


def _keys(n: int) -> str:
    return ",".join(f'"k{number}":1' for number in range(n))


def _spans(n: int, start: str, end: str, label: str = "X") -> str:
    """Give n spans as doccano writes them; {i} in an end or a label is the number of the span."""
    pattern = f'[{start},{end},"{label}"]'
    return ",".join(pattern.replace("{i}", str(i)) for i in range(n))


def _doccano(n_words: int, spans: str, word: str = "a ") -> str:
    return f'{{"text":"{word * n_words}","label":[{spans}]}}'


def _terms(n: int, sentence_indices: str, quote: str) -> str:
    return "".join(f"T{i}\tX {sentence_indices}\t{quote}\n" for i in range(n))


FAMILIES: dict[str, Callable[[int], Files]] = {
    "sentences of one token": _rows("a.conll", lambda n: "a O\n\n" * (n // 5)),
    "a sentence that does not end": _rows("a.conll", lambda n: "a O\n" * (n // 4)),
    "blank lines": _rows("a.conll", lambda n: "w O\nv O\n" + "\n" * n),
    "only blank lines": _rows("a.conll", lambda n: "\n" * n),
    "only tabs": _rows("a.tsv", lambda n: "\t" * n),
    "columns without end": _rows("a.tsv", lambda n: "a\t" * (n // 2) + "O\n"),
    "marks of documents": _rows("a.conll", lambda n: "-DOCSTART- O\n\nw O\n\n" * (n // 20)),
    "a line without end": _rows("a.conll", lambda n: "a O\nb B-X\n" + "x" * n),
    "a word without end": _rows("a.txt", lambda n: "x" * n),
    "a label without end": _rows("a.conll", lambda n: "w O\nv B-" + "L" * n + "\n"),
    "labels without end": _rows("a.conll", lambda n: "".join(f"w B-{i}\n" for i in range(n // 9))),
    "dots": _rows("a.txt", lambda n: "." * n),
    "signs": _rows("a.txt", lambda n: ".!?" * (n // 3)),
    "closing brackets": _rows("a.txt", lambda n: "a." + ")" * n),
    "line ends": _rows("a.txt", lambda n: "a" + "\n" * n + "b"),
    "spaces": _rows("a.txt", lambda n: "a" + " " * n + "b"),
    "spaces behind initials": _rows("a.txt", lambda n: ("A." + " " * 1000) * (n // 1002)),
    "abbreviations": _rows("a.txt", lambda n: "A. b.c." * (n // 7)),
    "half addresses": _rows("a.txt", lambda n: "a@b." * (n // 4)),
    "addresses of dots": _rows("a.txt", lambda n: ("http://" + "." * 999) * (n // 1006)),
    "one address": _rows("a.txt", lambda n: "http://" + "." * n),
    "apostrophes": _rows("a.txt", lambda n: "a'" * (n // 2)),
    "accents": _rows("a.txt", lambda n: "a" + "\u0301" * (n // 2)),
    "control characters": _rows("a.txt", lambda n: "a" + "\x01" * n),
    "ranges over each other": _rows(
        "a.conllu",
        lambda n: "".join(f"1-{n // 50}\tab{NONE}\n{i + 1}\ta{NONE}\n" for i in range(n // 50)),
    ),
    "a range without end": _rows(
        "a.conllu", lambda _: f"1-999999999\tab{NONE}\n1\ta{NONE}\n2\tb{NONE}\n"
    ),
    "empty nodes": _rows(
        "a.conllu",
        lambda n: f"1\ta{NONE}\n" + "".join(f"1.{i + 1}\tb{NONE}\n" for i in range(n // 25)),
    ),
    "an id without end": _rows("a.conllu", lambda n: "1" * n + f"\ta{NONE}\n"),
    "a document's name without end": _rows(
        "a.conllu", lambda n: f"# newdoc id = {'x' * n}\n1\ta{NONE}\n"
    ),
    "attributes without end": _rows(
        "a.conllu",
        lambda n: f"1\ta{NONE[:-1]}" + "|".join(f"K{i}=V" for i in range(n // 8)) + "\n",
    ),
    "the same id": _rows("a.conllu", lambda n: f"1\ta{NONE}\n" * (n // 24)),
    "comments": _rows("a.conllu", lambda n: "# x\n" * (n // 4) + f"1\ta{NONE}\n"),
    "a doubled key among many": _json(
        lambda n: '{"text":"a b","m":{' + _keys(n // 9) + f',"k{n // 9 - 1}":2}}}}'
    ),
    "a doubled member among many": _json(lambda n: '{"text":"a b",' + _keys(n // 9) + ',"text":2}'),
    "lists in lists": _json(lambda n: '{"text":"a b","m":' + "[" * n + "]" * n + "}"),
    "objects in objects": _json(
        lambda n: '{"text":"a b","m":' + '{"a":' * (n // 6) + "1" + "}" * (n // 6) + "}"
    ),
    "digits": _json(lambda n: '{"text":"a b","m":' + "9" * n + "}"),
    "digits behind the point": _json(lambda n: '{"text":"a b","m":0.' + "9" * n + "}"),
    "spans beside each other": _json(lambda n: _doccano(n // 20, _beside(n // 40))),
    "the same span": _json(lambda n: _doccano(n // 20, _spans(n // 20, "0", str(n // 10)))),
    "spans over each other": _json(lambda n: _doccano(400, _spans(n // 20, "0", "799", "X{i}"))),
    "spans inside words": _json(
        lambda n: (
            f'{{"text":"{"ab c. " * (n // 12)}","label":[{_spans(n // 20, "1", str(n // 2))}]}}'
        )
    ),
    "offsets without end": _json(lambda n: _doccano(9, _spans(n // 30, "1" + "0" * 18, "9" * 30))),
    "a string that does not end": _json(lambda n: '{"text":"' + "x" * n),
    "escapes": _json(lambda n: '{"text":"' + "\\u00e9" * (n // 6) + '"}'),
    "many answers by hand": lambda n: {
        "a.jsonl": '{"text":"The cat sat.","_input_hash":1,"spans":[{"start":4,"end":7,"label":'
        '"X"}],"answer":"accept","_view_id":"ner_manual"}\n' * (n // 125)
    },
    "many rejections": lambda n: {
        "a.jsonl": "".join(
            '{"text":"The cat sat.","_input_hash":1,"spans":[{"start":4,"end":7,"label":'
            f'"X{i}"}}],"answer":"reject"}}\n'
            for i in range(n // 100)
        )
    },
    "spans of the whole text": _brat(
        lambda n: "a b. " * (n // 10), lambda n: _terms(n // 40, f"0 {n // 10 * 5}", "x")
    ),
    "whole texts quoted": _brat(
        lambda _: "a b. " * 200, lambda n: _terms(n // 1000, "0 1000", "a b. " * 200)
    ),
    "spans that quote something else": _brat(
        lambda n: "\u00e9\r\n" * (n // 6), lambda n: _terms(n // 24, "0 1", "b")
    ),
    "a span in pieces without end": _brat(
        lambda n: "a " * (n // 4),
        lambda n: "T1\tX " + ";".join(f"0 {n // 2}" for _ in range(n // 12)) + "\ta\n",
    ),
    "the same name": _brat(lambda _: "a b", lambda n: "T1\tX 0 1\ta\n" * (n // 12)),
    "relations in circles": _brat(
        lambda _: "a b", lambda n: "T1\tX 0 1\ta\n" + "R1\tr A:T1 B:R1\n" * (n // 16)
    ),
    "a name of digits": _brat(lambda _: "a b", lambda n: f"T{'9' * n}\tX 0 1\ta\n"),
}


def _beside(n: int) -> str:
    return ",".join(f'[{2 * i},{2 * i + 1},"X"]' for i in range(n))

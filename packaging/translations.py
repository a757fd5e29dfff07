"""Write the files of translators from the code, check them, and compile them for the program.

    make translations                     update all languages, and compile them
    make translations ARGS="--new fr"     start French
    make translations ARGS="--check"      only report what is out of date, missing or wrong
    make translations ARGS="--missing de.json"           write what has no translation
    make translations ARGS="--language de --fill de.json"   read translations

`resources/translations/README.md` is the page for translators. The compiled files are kept with the
code, although they can be made from the others: a checkout, a wheel and a frozen program then need
no tool of Qt to be built. A test compares them.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from translatable_texts import ROOT, Text, texts

from app.translation_file import sealed

FOLDER = ROOT / "resources" / "translations"
PREFIX = "tagwright_"
HEADER = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'

SIMILAR = 0.85
"""From this likeness on, the translation of a changed text is kept, to be looked through."""

FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
ACCESS_KEY = re.compile(r"&(?!&)\w")
END = re.compile(r"(?:…|[.:!?])?\s*$")

COMMENTS = {
    "Steps": "The text of a change in the history. {} stands for a word or a name, and {1} for the "
    "second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: "
    "translate both words.",
    "Rules": "The text of a rule, without a full stop.",
}
"""What translators are told about the texts of a context."""


@dataclass(frozen=True)
class Message:
    """A text with its translation: a form for each kind of number, or one; empty if missing."""

    text: Text
    forms: tuple[str, ...] = ()
    finished: bool = False

    @property
    def missing(self) -> bool:
        """Whether the program shows the text in English."""
        return not self.finished or not all(self.forms)


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--new", metavar="CODE", help="start a language, such as fr or pt_BR")
    parser.add_argument("--language", metavar="CODE", default="de", help="for the options below")
    parser.add_argument("--missing", type=Path, metavar="FILE", help="write what is missing: JSON")
    parser.add_argument("--fill", type=Path, metavar="FILE", nargs="+", help="read translations")
    parser.add_argument("--check", action="store_true", help="change nothing, report problems")
    given = parser.parse_args(arguments)
    known = texts()
    if given.check:
        return report(list(problems(known)))
    if given.new:
        if trouble := trouble_with_new(given.new):
            parser.error(trouble)
        write(given.new, [Message(text) for text in known])
    for language in languages():
        messages = updated(read(language), known)
        if given.fill and language == given.language:
            messages = filled(messages, given.fill)
        write(language, messages)
        n_missing = sum(message.missing for message in messages)
        print(f"{path_of(language).relative_to(ROOT)}: {len(messages)} texts, {n_missing} missing")
        if given.missing and language == given.language:
            write_missing(given.missing, messages)
    compile_all()
    return report(list(problems(known)))


def trouble_with_new(language: str) -> str:
    """Return why a language cannot be started, "" if it can."""
    from PySide6.QtCore import QLocale

    if QLocale(language).language() == QLocale.Language.C:
        return f"“{language}” is no code of a language; expected one such as fr or pt_BR."
    if path_of(language).exists():
        return f"{path_of(language).name} is there already; leave out --new."
    return ""


def report(found: list[str]) -> int:
    """Print problems; return the exit status."""
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


def languages() -> list[str]:
    """Return the codes of the languages that have a file."""
    return sorted(file.stem.removeprefix(PREFIX) for file in FOLDER.glob(f"{PREFIX}*.ts"))


def path_of(language: str) -> Path:
    """Return the file of a language."""
    return FOLDER / f"{PREFIX}{language}.ts"


# ---- the files of translators


def read(language: str) -> list[Message]:
    """Return the messages of a language's file."""
    found = []
    for context in ET.parse(path_of(language)).getroot().iter("context"):
        for node in context.iter("message"):
            translation = node.find("translation")
            assert translation is not None
            plural = node.get("numerus") == "yes"
            forms = [form.text or "" for form in translation.iter("numerusform")]
            location = node.find("location")
            text = Text(
                context.findtext("name", ""),
                node.findtext("source", ""),
                plural,
                "" if location is None else location.get("filename", "").removeprefix("../../"),
            )
            given = tuple(forms) if plural else (translation.text or "",)
            found.append(Message(text, given, "type" not in translation.attrib))
    return found


def write(language: str, messages: Iterable[Message]) -> None:
    """Write the file of a language, contexts by name and their texts in the order of the code."""
    forms = n_forms(language)
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for message in sorted(messages, key=lambda one: one.text.context):
        name = message.text.context
        if name not in contexts:
            contexts[name] = ET.SubElement(root, "context")
            ET.SubElement(contexts[name], "name").text = name
        _add(contexts[name], message, forms)
    ET.indent(root, "    ")
    content = ET.tostring(root, encoding="unicode")
    path_of(language).write_text(f"{HEADER}{content}\n", encoding="utf-8")


def _add(context: ET.Element, message: Message, forms: int) -> None:
    text = message.text
    node = ET.SubElement(context, "message", {"numerus": "yes"} if text.plural else {})
    ET.SubElement(node, "location", filename=f"../../{text.file}")
    ET.SubElement(node, "source").text = text.source
    if comment := COMMENTS.get(text.context):
        ET.SubElement(node, "extracomment").text = comment
    kind = {} if message.finished and any(message.forms) else {"type": "unfinished"}
    translation = ET.SubElement(node, "translation", kind)
    if text.plural:
        for form in (*message.forms, *[""] * forms)[: max(forms, len(message.forms))]:
            ET.SubElement(translation, "numerusform").text = form
    else:
        translation.text = "".join(message.forms)


@cache
def n_forms(language: str) -> int:
    """Return the number of plural forms of a language, which Qt's tool knows."""
    with tempfile.TemporaryDirectory() as folder:
        code, file = Path(folder) / "one.py", Path(folder) / "one.ts"
        code.write_text('class A:\n    def f(self):\n        self.tr("{n}", None, 3)\n')
        _run("lupdate", "-silent", str(code), "-target-language", language, "-ts", str(file))
        return len(list(ET.parse(file).getroot().iter("numerusform")))


def updated(messages: Iterable[Message], known: Iterable[Text]) -> list[Message]:
    """Return the messages of all texts of the code, with the translations that are there."""
    before = {message.text[:3]: message for message in messages}
    known = list(known)
    gone = set(before) - {text[:3] for text in known}
    result = []
    for text in known:
        message = before.get(text[:3])
        if message is not None:
            result.append(replace(message, text=text))
            continue
        others = [key[1] for key in gone if key[0] == text.context and key[2] == text.plural]
        like = difflib.get_close_matches(text.source, others, 1, SIMILAR)
        forms = before[text.context, like[0], text.plural].forms if like else ()
        result.append(Message(text, forms))
    return result


# ---- translations from other files


def filled(messages: Iterable[Message], files: Iterable[Path]) -> list[Message]:
    """Return messages with the translations of JSON files, lists of objects as of `--missing`."""
    given: dict[tuple[str, str], tuple[str, ...]] = {}
    for file in files:
        for entry in json.loads(file.read_text(encoding="utf-8")):
            translation = entry.get("translation")
            if translation:
                forms = [translation] if isinstance(translation, str) else translation
                given[entry["context"], entry["source"]] = tuple(forms)
    result = []
    for message in messages:
        found = given.pop((message.text.context, message.text.source), None)
        result.append(message if found is None else replace(message, forms=found, finished=True))
    for context, source in given:
        print(f"not in the code, left out: {context}, “{source}”", file=sys.stderr)
    return result


def write_missing(file: Path, messages: Iterable[Message]) -> None:
    """Write the texts that have no translation."""
    entries = [entry_of(message) for message in messages if message.missing]
    file.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def entry_of(message: Message) -> Mapping[str, Any]:
    """Return a message as an object for JSON."""
    text = message.text
    return {
        "context": text.context,
        "source": text.source,
        "comment": COMMENTS.get(text.context, ""),
        "file": text.file,
        "plural": text.plural,
        "translation": None,
    }


# ---- checks


def problems(known: Iterable[Text]) -> Iterator[str]:
    """Yield what is out of date or wrong in the files of all languages."""
    known = list(known)
    for language in languages():
        name = path_of(language).relative_to(ROOT).as_posix()
        messages = read(language)
        wanted, there = ({one[:3] for one in some} for some in (known, (m.text for m in messages)))
        for key in sorted(wanted ^ there):
            state = "is not in it" if key in wanted else "is no longer in the code"
            yield f"{name}: “{key[1]}” ({key[0]}) {state}. Run make translations."
        for message in messages:
            if not message.missing:
                for trouble in troubles(message):
                    yield f"{name}: “{message.text.source}” ({message.text.context}): {trouble}."
        if compiled(language) != path_of(language).with_suffix(".qm").read_bytes():
            yield f"{name} was changed after it was compiled. Run make translations."


def troubles(message: Message) -> Iterator[str]:
    """Yield what a translation lacks or has too much, compared with its text."""
    source = message.text.source
    for form in message.forms:
        if fields(form) != fields(source):
            there, wanted = "".join(sorted(fields(form))), "".join(sorted(fields(source)))
            yield f"the placeholders of “{form}” are {there}, not {wanted}"
        if len(ACCESS_KEY.findall(form)) != len(ACCESS_KEY.findall(source)):
            yield f"“{form}” has another number of access keys (&)"
        if _end(form) != _end(source):
            yield f"the end of “{form}” is not “{_end(source)}”"
        if form[:1].isspace() != source[:1].isspace() or form.count("\n") != source.count("\n"):
            yield f"“{form}” has other line breaks, or another space at its start"
        if form.count(";;") != source.count(";;"):
            yield f"“{form}” has another number of file types"


def fields(text: str) -> Counter[str]:
    """Return the placeholders of a text; those without a name are counted."""
    found: Counter[str] = Counter()
    for number, (name, spec) in enumerate(FIELD.findall(text)):
        kind = ":a|b" if "|" in spec else f":{spec}" if spec else ""
        found[f"{{{name or number}{kind}}}"] += 1
    return found


def _end(text: str) -> str:
    found = END.search(text)
    assert found is not None
    return found[0]


# ---- compiled files


def compile_all() -> None:
    """Compile the file of each language."""
    for language in languages():
        path_of(language).with_suffix(".qm").write_bytes(compiled(language))


def compiled(language: str) -> bytes:
    """Return the compiled file of a language with its checksum, without unfinished translations."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "compiled.qm"
        _run("lrelease", "-silent", "-nounfinished", str(path_of(language)), "-qm", str(file))
        return sealed(file.read_bytes())


def _run(tool: str, *words: str) -> None:
    """Run one of Qt's tools, which are scripts beside Python."""
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program.name} failed: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())

"""Find all texts of the window that are translated, with the contexts in which they are looked up.

`pyside6-lupdate` knows neither our functions named `tr`, whose context is a constant of their
module, nor tables of texts. What is understood here is all that the code may write; anything else
that looks like it raises an error with its place.

- `self.tr("…")` in a class: the context is the class
- `tr("…")`, where `tr` is `translator(CONTEXT)` or a function that returns
  `QCoreApplication.translate(CONTEXT, text)`, also imported or of an imported module
- `QCoreApplication.translate("Context", "…")`, `QT_TRANSLATE_NOOP("Context", "…")`
- `translate("…")`, a parameter of functions without Qt that word reports
- each of them with `None, n` as further arguments, if the text has plural forms
- `Note(kind, "…")`, `self._note(kind, "…")` and `note_text("…")` of reports, also through a
  variable of the same function
- `message("…")`, `MessageTemplate("…")`, `counted(n, "noun")` and `there_are(n, "noun")` of
  `crfcore/messages.py`, here and in the library
- the tables in `tables`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

REPORTS = "Reports"
"""The context of notes, formats and schemes in reports of imports and exports."""

NOTE_CALLS = {"Note": 1, "self._note": 1, "note_text": 0}
"""Calls with the text of a note, and its argument."""


MESSAGES = "Errors"
"""The context of messages that are made without Qt."""

MESSAGE_CALLS = {"message": (0, "{}"), "MessageTemplate": (0, "{}")} | dict.fromkeys(
    ("counted", "there_are"), (1, "{{n:,}} {}")
)
"""Functions of `crfcore/messages.py` with the argument that is the text, and what is made of it."""

WITHOUT_WINDOW = ("app/cli/", "app/lab/", "app/jobs/tag_files/", "app/jobs/train_files/")
"""Folders whose messages no window shows."""


class Text(NamedTuple):
    """A text to translate; ``plural`` if it has a form for each kind of number."""

    context: str
    source: str
    plural: bool
    file: str


class Place(NamedTuple):
    """Where a call is: in a class, in a function."""

    class_name: str = ""
    function: ast.FunctionDef | None = None

    def has_parameter(self, name: str) -> bool:
        """Return whether the function has a parameter of a name."""
        return self.function is not None and any(
            argument.arg == name for argument in self.function.args.args
        )


@dataclass
class Module:
    """What a module defines for the texts in it."""

    file: str
    tree: ast.Module
    constants: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    """Functions that translate, with their contexts."""
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Imported names, with their modules and their names there."""


def texts(root: Path = ROOT) -> list[Text]:
    """Return every text once for each context, in the order of the code."""
    modules = {}
    paths = [
        path for folder in ("app", "crfcore") for path in sorted((root / folder).rglob("*.py"))
    ]
    for path in paths:
        file = path.relative_to(root).as_posix()
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        modules[name] = read_module(file, path.read_text(encoding="utf-8"))
    found: dict[tuple[str, str], Text] = {}
    for module in modules.values():
        for text in texts_of(module, modules):
            add(found, text)
    for text in tables():
        add(found, text)
    return list(found.values())


def add(found: dict[tuple[str, str], Text], text: Text) -> None:
    """Add a text unless its context has it already."""
    before = found.setdefault(text[:2], text)
    if before.plural != text.plural:
        raise SystemExit(
            f"{text.file}: “{text.source}” of {text.context} is translated with a number here and "
            f"without one elsewhere. Give it the number in both places."
        )


def tables() -> Iterator[Text]:
    """Yield the texts of tables, which are looked up by variables."""
    from app.domain import consistency, query_choices, quotes, rules, segments, step_texts
    from app.formats.span_alignment import Misfit
    from app.formats.table import FORMATS
    from app.jobs.importing.report import SCHEME_NAMES

    options = [
        *query_choices.QUERY_STRATEGIES,
        *query_choices.QUERY_WRAPPERS,
        *query_choices.QUERY_UNITS,
    ]
    option_texts = [(one.title, one.sentence, one.why_not) for one in options]
    rule_texts = [*rules.SENTENCES.values(), *rules.COUNTS.values(), *rules.EFFECTS.values()]
    formats = [(one.title, one.title_any) for one in FORMATS.values()]
    for file, context, listed in (
        ("domain/step_texts.py", "Steps", step_texts.TEXTS.values()),
        ("domain/query_choices.py", "Asking", sum(option_texts, ())),
        ("domain/rules.py", "Rules", [*rule_texts, rules.IMPLIES_NONE, rules.SAME_WORDS, rules.OR]),
        *(
            ("domain/quotes.py", name, [quotes.DOUBLE, quotes.SINGLE])
            for name in ("Rules", "Steps")
        ),
        ("domain/segments.py", "Model", segments.WHY_TOKENS.values()),
        ("domain/consistency.py", "Model", consistency.CONSISTENT.values()),
        ("formats/table.py", REPORTS, sum(formats, ())),
        ("formats/span_alignment.py", REPORTS, [one.value for one in Misfit]),
        ("jobs/importing/report.py", REPORTS, SCHEME_NAMES.values()),
        # Names of keys that Qt's own translations leave in English.
        ("views/keymap.py", "QShortcut", ["Enter", "Return"]),
    ):
        yield from (Text(context, text, False, f"app/{file}") for text in listed if text)


def read_module(file: str, source: str) -> Module:
    """Return a module with the functions in it that translate."""
    module = Module(file, ast.parse(source))
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            _read_assignment(module, node.targets[0].id, node.value)
        elif isinstance(node, ast.FunctionDef):
            for call in ast.walk(node):
                if _name(call) == "QCoreApplication.translate" and _variable(call, 1):
                    module.functions[node.name] = _text_or_name(module, call, 0)
    for inner in ast.walk(module.tree):
        if isinstance(inner, ast.ImportFrom) and inner.module:
            for alias in inner.names:
                module.imported[alias.asname or alias.name] = (inner.module, alias.name)
    return module


def texts_of(module: Module, modules: dict[str, Module]) -> Iterator[Text]:
    """Yield the texts of a module."""
    for call, place in _calls(module.tree, Place()):
        if module.imported.get(_name(call), ("",))[0] == "crfcore.messages":
            yield from _message_texts(module, call)
            continue
        context, first = _context(module, modules, call, place)
        if context:
            plural = len(call.args) > first + 1 and _name(call) not in NOTE_CALLS
            for source in _strings(module, call, first, place):
                yield Text(context, source, plural, module.file)


# ---- inside


def _message_texts(module: Module, call: ast.Call) -> Iterator[Text]:
    """Yield the template of a message; none of modules without messages for the window."""
    name = _name(call)
    has_messages = bool({"message", "MessageTemplate"} & module.imported.keys())
    shown = has_messages and not module.file.startswith(WITHOUT_WINDOW)
    if name not in MESSAGE_CALLS or not shown:
        return
    position, form = MESSAGE_CALLS[name]
    value = call.args[position]
    if not isinstance(value, ast.Constant):
        _fail(module, call, "the text of a message has to be one constant")
    else:
        yield Text(MESSAGES, form.format(value.value), position == 1, module.file)
    if name == "there_are":
        yield Text(MESSAGES, "There are {things}", True, module.file)


def _read_assignment(module: Module, name: str, value: ast.expr) -> None:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        module.constants[name] = value.value
    elif _name(value) == "translator":
        module.functions[name] = _text_or_name(module, value, 0)
    elif _name(value) == "partial" and "QCoreApplication.translate" in ast.unparse(value):
        module.functions[name] = _text_or_name(module, value, 1)


def _calls(tree: ast.AST, place: Place) -> Iterator[tuple[ast.Call, Place]]:
    """Yield the calls in a tree with their places."""
    for node in ast.iter_child_nodes(tree):
        inside = place
        if isinstance(node, ast.ClassDef):
            inside = Place(node.name, place.function)
        elif isinstance(node, ast.FunctionDef):
            inside = Place(place.class_name, node)
        elif isinstance(node, ast.Call):
            yield node, place
        yield from _calls(node, inside)


def _context(
    module: Module,
    modules: dict[str, Module],
    call: ast.Call,
    place: Place,
) -> tuple[str, int]:
    """Return the context of a call's text, "" if it translates none, and the text's argument."""
    name = _name(call)
    receiver, _, method = name.rpartition(".")
    if name in {"QT_TRANSLATE_NOOP", "QCoreApplication.translate"}:
        # With a variable for the text it is the body of a function that translates.
        is_text = name == "QT_TRANSLATE_NOOP" or not _variable(call, 1)
        return (_text_or_name(module, call, 0) if is_text else ""), 1
    if name in NOTE_CALLS and module.file.startswith(("app/formats/", "app/jobs/")):
        return REPORTS, NOTE_CALLS[name]
    if name == "translate" and place.has_parameter(name):
        return REPORTS if isinstance(call.args[0], ast.Constant) else "", 0
    if receiver == "self" and method == "tr":
        return place.class_name, 0
    if receiver:
        where = modules.get(".".join(module.imported.get(receiver, ("", ""))))
        context = where.functions.get(method, "") if where else ""
        if method == "tr" and not context:
            _fail(module, call, "its context is not known")
        return context, 0
    origin, there = module.imported.get(name, ("", ""))
    known = modules[origin].functions.get(there, "") if origin in modules else ""
    return module.functions.get(name, known), 0


def _strings(module: Module, call: ast.Call, position: int, place: Place) -> Iterator[str]:
    """Yield the texts that an argument can be; none if a variable has it from elsewhere."""
    value = call.args[position]
    choices = [value]
    if isinstance(value, ast.Name) and place.function and _name(call) in NOTE_CALLS:
        choices = list(_assigned(place.function, value.id))
    elif isinstance(value, ast.IfExp):
        choices = [value.body, value.orelse]
    for choice in choices:
        if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
            yield choice.value
        elif isinstance(choice, ast.JoinedStr | ast.BinOp):
            _fail(module, call, "a text to translate has to be one constant")


def _assigned(function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    """Yield what a function assigns to a variable."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            yield node.value


def _text_or_name(module: Module, call: ast.AST, position: int) -> str:
    """Return the context that an argument names."""
    assert isinstance(call, ast.Call)
    value = call.args[position]
    if isinstance(value, ast.Constant):
        return str(value.value)
    known = module.constants.get(ast.unparse(value), "")
    return known or _fail(module, call, f"the context {ast.unparse(value)} is not known")


def _name(node: ast.AST) -> str:
    """Return what a call calls, "" if it is no call of a name."""
    if not isinstance(node, ast.Call):
        return ""
    return ast.unparse(node.func) if isinstance(node.func, ast.Name | ast.Attribute) else ""


def _variable(call: ast.AST, position: int) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.args[position], ast.Name)


def _fail(module: Module, call: ast.AST, why: str) -> str:
    raise SystemExit(f"{module.file}, line {getattr(call, 'lineno', 0)}: {why}.")

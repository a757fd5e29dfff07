"""What the script that measures the code's structure finds in code that is known."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script():
    path = ROOT / "packaging" / "measure_structure.py"
    spec = importlib.util.spec_from_file_location("measure_structure", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def modules_of(**texts):
    names = {name.replace("__", "."): text for name, text in texts.items()}
    return {name: (Path(f"{name}.py"), ast.parse(text)) for name, text in names.items()}


def test_modules_that_import_one_another_are_a_circle(script) -> None:
    modules = modules_of(
        app__a="from app import b\n",
        app__b="if True:\n    from app.c import name\n",
        app__c="import app.a\n",
        app__d="import app.a\ndef later():\n    import app.e\n",
        app__e="import app.d\nif TYPE_CHECKING:\n    import app.a\n",
    )
    graph = {name: script.imported(name, *found, modules) for name, found in modules.items()}
    assert script.circles(graph) == [["app.a", "app.b", "app.c"]]


def test_methods_are_counted_with_those_of_base_classes_of_the_product(script) -> None:
    def methods(first, last):
        return "".join(f"    def m{n}(self): ...\n" for n in range(first, last))

    modules = modules_of(
        app__a=f"class Base(Other):\n{methods(0, 30)}",
        app__b=f"class Crowded(Base[int]):\n{methods(20, 45)}class Small(Base):\n{methods(0, 40)}",
    )
    assert script.crowded_classes(modules) == [(45, "app.b.Crowded")]


def test_a_facade_may_have_many_public_methods_but_few_private_ones(script, monkeypatch) -> None:
    public = "".join(f"    def m{n}(self): ...\n" for n in range(41))
    private = "".join(f"    def _p{n}(self): ...\n" for n in range(script.MAX_PRIVATE))
    monkeypatch.setattr(script, "FACADES", {"app.a.Facade": "a.library"})
    modules = modules_of(app__a=f"class Facade:\n{public}{private}")
    assert script.crowded_classes(modules) == []
    assert script.facades(modules) == [(41 + script.MAX_PRIVATE, "app.a.Facade", "like a.library")]
    modules = modules_of(app__a=f"class Facade:\n{public}{private}    def _one_more(self): ...\n")
    assert script.crowded_classes(modules) == [(42 + script.MAX_PRIVATE, "app.a.Facade")]


def test_no_class_of_the_library_is_crowded_but_the_facades(script) -> None:
    modules = script.read_modules()
    assert [one for one in script.crowded_classes(modules) if one[1].startswith("crfcore")] == []
    assert all(n > script.MAX_METHODS for n, _, _ in script.facades(modules))


def test_long_functions_of_kernels_are_left_out(script) -> None:
    long = "def long():\n" + "    pass\n" * 60
    modules = modules_of(app__a=long, app__fast_kernels=long, app__c="def short():\n    pass\n")
    assert script.long_functions(modules) == [(61, "app.a.long")]


def test_docstrings_are_no_part_of_the_length_of_a_function(script) -> None:
    documented = (
        'def documented():\n    """What it does.\n\n    More.\n    """\n' + "    pass\n" * 59
    )
    assert script.long_functions(modules_of(app__a=documented)) == []
    assert script.long_functions(modules_of(app__a=documented + "    pass\n")) == [
        (61, "app.a.documented")
    ]

"""The set-up of a fresh machine, without touching this one."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module, with its folders in an empty place."""
    spec = importlib.util.spec_from_file_location(
        "bootstrap_of_test", ROOT / "packaging" / "bootstrap.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("pyproject.toml", "packaging", "crfcore"):
        (tmp_path / name).mkdir() if "." not in name else (tmp_path / name).write_text("[project]")
    (tmp_path / "packaging" / "constraints.txt").write_text("numpy==2.4.6")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(module, "CONSTRAINTS", tmp_path / "packaging" / "constraints.txt")
    monkeypatch.setattr(module, "loads", lambda library: True)
    monkeypatch.setattr(module, "missing_venv", lambda python: [])
    return module


class Calls:
    """Stands in for the steps of a set-up and counts them."""

    def __init__(self, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps: list[str] = []
        self.module = module
        monkeypatch.setattr(module, "make_environment", self.make_environment)
        monkeypatch.setattr(module, "install_packages", self.install_packages)
        monkeypatch.setattr(module, "warm_kernels", self.warm_kernels)

    def make_environment(self, python: str) -> None:
        self.steps.append("environment")
        target = self.module.environment_python()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()

    def install_packages(self, python: Path, extras: frozenset[str]) -> None:
        self.steps.append("packages " + ",".join(sorted(extras)))

    def warm_kernels(self, python: Path) -> None:
        self.steps.append("kernels")

    def taken(self) -> list[str]:
        steps, self.steps = self.steps, []
        return steps


@pytest.fixture
def calls(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Calls:
    return Calls(bootstrap, monkeypatch)


def test_an_old_python_can_read_it() -> None:
    source = (ROOT / "packaging" / "bootstrap.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imported = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {
        str(node.module).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert imported <= set(sys.stdlib_module_names)


def test_the_second_call_does_nothing(bootstrap: ModuleType, calls: Calls) -> None:
    bootstrap.set_up(bootstrap.TEST)
    assert calls.taken() == ["environment", "packages test", "kernels"]
    bootstrap.set_up(bootstrap.TEST)
    bootstrap.set_up(bootstrap.NOTHING)
    assert calls.taken() == []


def test_more_extras_are_added_to_the_same_environment(bootstrap: ModuleType, calls: Calls) -> None:
    bootstrap.set_up(bootstrap.NOTHING)
    calls.taken()
    bootstrap.set_up(bootstrap.BENCH)
    bootstrap.set_up(bootstrap.TEST)
    assert calls.taken() == ["packages bench", "packages bench,test"]


@pytest.mark.parametrize("name", ["pyproject.toml", "packaging/constraints.txt"])
def test_other_packages_need_a_new_environment(
    bootstrap: ModuleType, calls: Calls, tmp_path: Path, name: str
) -> None:
    bootstrap.set_up(bootstrap.TEST)
    calls.taken()
    (tmp_path / name).write_text("something else")
    bootstrap.set_up(bootstrap.NOTHING)
    assert calls.taken() == ["environment", "packages ", "kernels"]


def test_another_python_needs_a_new_environment(bootstrap: ModuleType) -> None:
    assert bootstrap.digest((3, 11, 7)) != bootstrap.digest((3, 12, 1))


def test_new_kernels_are_compiled(bootstrap: ModuleType, calls: Calls, tmp_path: Path) -> None:
    bootstrap.set_up(bootstrap.TEST)
    calls.taken()
    (tmp_path / "crfcore" / "kernels.py").write_text("changed = True")
    bootstrap.set_up(bootstrap.TEST)
    assert calls.taken() == ["kernels"]


def test_a_set_up_that_breaks_off_is_done_again(
    bootstrap: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.set_up(bootstrap.NOTHING)
    calls.taken()

    def break_off(python: Path, extras: frozenset[str]) -> None:
        raise bootstrap.SetupError("the network is gone")

    monkeypatch.setattr(bootstrap, "install_packages", break_off)
    with pytest.raises(bootstrap.SetupError):
        bootstrap.set_up(bootstrap.TEST)
    monkeypatch.setattr(bootstrap, "install_packages", calls.install_packages)
    bootstrap.set_up(bootstrap.NOTHING)
    assert calls.taken() == ["environment", "packages ", "kernels"]


def test_an_unsupported_python_looks_for_the_newest_beside_it(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 7, 16))
    monkeypatch.setattr(bootstrap, "candidates", lambda name: ["/there/" + name])
    monkeypatch.setattr(
        bootstrap,
        "version_of",
        lambda program: () if program.endswith("3.13") else (3, int(program[-2:])),
    )
    assert bootstrap.find_python() == "/there/python3.12"


def test_without_any_python_the_user_gets_a_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 7, 16))
    monkeypatch.setattr(bootstrap, "candidates", lambda name: [])
    with pytest.raises(bootstrap.SetupError, match=r"needs Python 3\.11.*this is 3\.7\.16"):
        bootstrap.find_python()


def test_versions_behind_a_shim_are_found(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "pyenv" / "shims" / "python3.12"
    real = tmp_path / "pyenv" / "versions" / "3.12.1" / "bin" / "python3.12"
    for program in (shim, real):
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\nexit 127\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(["", str(shim.parent)]))
    assert bootstrap.candidates("python3.12") == [str(shim), str(real)]
    assert bootstrap.version_of(str(shim)) == ()


def test_this_python_knows_its_version(bootstrap: ModuleType) -> None:
    assert bootstrap.version_of(sys.executable) == sys.version_info[:2]


def test_missing_libraries_are_named_by_package(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "loads", lambda library: "EGL" not in library)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert bootstrap.missing_libraries(bootstrap.wanted_libraries()) == ["libegl1"]


def test_a_display_needs_more(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert set(bootstrap.wanted_libraries()) > set(bootstrap.QT_LIBRARIES)
    monkeypatch.delenv("DISPLAY")
    assert bootstrap.wanted_libraries() == bootstrap.QT_LIBRARIES


@pytest.mark.skipif(sys.platform != "linux", reason="shared libraries have these names on Linux")
def test_libraries_are_looked_for_on_the_system() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'packaging')!r}); import bootstrap as b;"
        "print(b.loads('libc.so.6'), b.loads('libnowhere.so.9'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


def test_root_installs_what_is_missing(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[tuple[list[str], str]] = []

    def apt(command: list[str], env: dict[str, str], **how: object) -> object:
        run.append((command, env["DEBIAN_FRONTEND"]))
        return subprocess.CompletedProcess(command, 0, b"a hundred lines")

    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap.subprocess, "run", apt)
    bootstrap.install_debian(["libegl1", "libgl1"])
    assert [command[-1] for command, _ in run] == ["update", "libgl1"]
    assert run[1][0][-4:] == ["--yes", "--no-install-recommends", "libegl1", "libgl1"]
    assert {frontend for _, frontend in run} == {"noninteractive"}


def test_what_apt_said_is_shown_when_it_fails(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        bootstrap.subprocess,
        "run",
        lambda command, **how: subprocess.CompletedProcess(command, 100, b"E: no network"),
    )
    with pytest.raises(bootstrap.SetupError, match=r"could not install.*\(exit status 100\)"):
        bootstrap.call_apt(["update"], "apt-get could not install libegl1: see its words above")
    assert "E: no network" in capsys.readouterr().err


def test_others_are_told_the_line(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(bootstrap, "loads", lambda library: False)
    monkeypatch.setattr(bootstrap, "missing_venv", lambda python: ["python3-venv"])
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert bootstrap.main(["run"]) == 1
    assert (
        "sudo apt-get install libglib2.0-0 libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 "
        "python3-venv"
    ) in capsys.readouterr().err


def test_a_python_with_venv_needs_no_package() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'packaging')!r}); import bootstrap as b;"
        "print(b.missing_venv(sys.executable), b.missing_venv(None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] []"


def test_a_python_without_venv_names_its_package(tmp_path: Path) -> None:
    program = tmp_path / "python3.12"
    program.write_text(
        '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; *) echo 3 12;; esac\n', encoding="utf-8"
    )
    program.chmod(0o755)
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'packaging')!r}); import bootstrap as b;"
        "print(b.missing_venv(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(program)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['python3.12-venv']"


def test_a_system_without_apt_is_told_the_packages(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match=r"Install what it has for .*libegl1"):
        bootstrap.install_debian(["libegl1"])


def test_nothing_missing_installs_nothing(bootstrap: ModuleType) -> None:
    bootstrap.install_debian([])


def test_the_words_of_a_failed_step_are_a_sentence(bootstrap: ModuleType) -> None:
    with pytest.raises(bootstrap.SetupError, match=r"^It did not work \(exit status 3\)\.$"):
        bootstrap.call([sys.executable, "-c", "raise SystemExit(3)"], "It did not work")


def test_a_target_stops_at_the_command_that_fails(bootstrap: ModuleType, tmp_path: Path) -> None:
    target = bootstrap.Target(
        "for the test",
        bootstrap.NOTHING,
        (
            ("{python}", "-c", "open('first', 'w')"),
            ("{python}", "-c", "import sys; raise SystemExit(7)"),
            ("{python}", "-c", "open('third', 'w')"),
        ),
    )
    assert bootstrap.run(target, Path(sys.executable), []) == 7
    assert (tmp_path / "first").exists()
    assert not (tmp_path / "third").exists()


def test_more_words_go_to_the_last_command(bootstrap: ModuleType, tmp_path: Path) -> None:
    write = "import os, sys; open(sys.argv[1], 'w').write(os.environ['SAID'])"
    target = bootstrap.Target(
        "for the test", bootstrap.NOTHING, (("{python}", "-c", write),), (("SAID", "so"),)
    )
    assert bootstrap.run(target, Path(sys.executable), ["words"]) == 0
    assert (tmp_path / "words").read_text() == "so"


@pytest.mark.parametrize(("usable", "run"), [(1, "1"), (2, "2"), (64, "4")])
def test_the_tests_run_in_a_process_for_each_processor(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usable: int, run: str
) -> None:
    monkeypatch.setattr(bootstrap.os, "sched_getaffinity", lambda _: set(range(usable)), False)
    for name in ("test", "check"):
        command = bootstrap.TARGETS[name].commands[-1]
        assert command[command.index("-n") + 1] == "{processes}"
    write = "import sys; open('run', 'w').write(' '.join(sys.argv[1:]))"
    command = ("{python}", "-c", write, "-n", "{processes}")
    target = bootstrap.Target("for the test", bootstrap.NOTHING, (command,))
    assert bootstrap.run(target, Path(sys.executable), ["-k", "viterbi"]) == 0
    assert (tmp_path / "run").read_text() == f"-n {run} -k viterbi"


def test_without_a_word_from_the_system_all_processors_count(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(bootstrap.os, "sched_getaffinity", raising=False)
    for counted, wanted in ((3, 3), (None, 1)):
        monkeypatch.setattr(bootstrap.os, "cpu_count", lambda counted=counted: counted)
        assert bootstrap.processes() == wanted


def test_an_unknown_target_is_wrong_usage(
    bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bootstrap.main(["dance"]) == 2
    assert "There is no target 'dance'" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_lists_the_targets() -> None:
    done = subprocess.run(
        ["make", f"PYTHON={sys.executable}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in ("run", "test", "check", "soak", "coverage", "pictures", "bench", "build"):
        assert re.search(rf"^{name} ", done.stdout, re.MULTILINE)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_without_python_says_so() -> None:
    done = subprocess.run(
        ["make", "PYTHON=python-of-nowhere"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "there is no python-of-nowhere here" in done.stderr


def test_constraints_are_exact_and_cover_what_is_asked_for() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        asked += extra
    names = {_plain(re.split(r"[><=!; ]", line)[0]) for line in asked}
    lines = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in pinned)
    assert names <= {_plain(line.split("==")[0]) for line in pinned}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()

"""The set-up of a fresh machine, without touching this one."""

from __future__ import annotations

import ast
import errno
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

from tests.patience import PATIENCE

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
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    spec.loader.exec_module(module)
    for name in ("pyproject.toml", "packaging", "crfcore"):
        (tmp_path / name).mkdir() if "." not in name else (tmp_path / name).write_text("[project]")
    (tmp_path / "crfcore" / "pyproject.toml").write_text("[project]")
    (tmp_path / "packaging" / "constraints.txt").write_text("numpy==2.4.6")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(module, "MARKER", tmp_path / ".venv" / "marker.txt")
    monkeypatch.setattr(module, "check_room", lambda: None)
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

    def make_environment(self, python: str, held: int) -> None:
        self.steps.append("environment")
        target = self.module.environment_python()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()

    def install_packages(self, python: Path, held: int) -> None:
        self.steps.append("packages")

    def warm_kernels(self, python: Path, held: int) -> None:
        self.steps.append("kernels")

    def taken(self) -> list[str]:
        steps, self.steps = self.steps, []
        return steps


@pytest.fixture
def calls(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Calls:
    return Calls(bootstrap, monkeypatch)


@pytest.mark.parametrize("name", ["bootstrap.py", "targets.py"])
def test_an_old_python_can_read_it(name: str) -> None:
    source = (ROOT / "packaging" / name).read_text(encoding="utf-8")
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
    assert imported <= {"targets", *sys.stdlib_module_names}


def test_the_second_call_does_nothing(bootstrap: ModuleType, calls: Calls) -> None:
    bootstrap.set_up()
    assert calls.taken() == ["environment", "packages", "kernels"]
    bootstrap.set_up()
    assert calls.taken() == []


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "crfcore/pyproject.toml", "packaging/constraints.txt"]
)
def test_other_packages_need_a_new_environment(
    bootstrap: ModuleType, calls: Calls, tmp_path: Path, name: str
) -> None:
    bootstrap.set_up()
    calls.taken()
    (tmp_path / name).write_text("something else")
    bootstrap.set_up()
    assert calls.taken() == ["environment", "packages", "kernels"]


def test_another_python_needs_a_new_environment(bootstrap: ModuleType) -> None:
    assert bootstrap.digest((3, 11, 7)) != bootstrap.digest((3, 12, 1))


def test_new_kernels_are_compiled(bootstrap: ModuleType, calls: Calls, tmp_path: Path) -> None:
    bootstrap.set_up()
    calls.taken()
    (tmp_path / "crfcore" / "kernels.py").write_text("changed = True")
    bootstrap.set_up()
    assert calls.taken() == ["kernels"]


def test_a_set_up_that_breaks_off_is_done_again(
    bootstrap: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.set_up()
    calls.taken()
    (bootstrap.ROOT / "pyproject.toml").write_text("something else")

    def break_off(python: Path, held: int) -> None:
        raise bootstrap.SetupError("the network is gone")

    monkeypatch.setattr(bootstrap, "install_packages", break_off)
    with pytest.raises(bootstrap.SetupError):
        bootstrap.set_up()
    assert calls.taken() == ["environment"]
    monkeypatch.setattr(bootstrap, "install_packages", calls.install_packages)
    bootstrap.set_up()
    assert calls.taken() == ["environment", "packages", "kernels"]


def test_packages_outlast_an_interrupted_compilation(
    bootstrap: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(python: Path, held: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "warm_kernels", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.set_up()
    monkeypatch.setattr(bootstrap, "warm_kernels", calls.warm_kernels)
    calls.taken()
    bootstrap.set_up()
    assert calls.taken() == ["kernels"]


# ---- whose environment it is


def theirs(folder: Path, sort: str) -> Path:
    """Make an environment that is somebody else's; return what must stay."""
    if sort == "folder":
        (folder / ".venv").mkdir()
    elif sort == "link":
        (folder / "elsewhere").mkdir()
        (folder / ".venv").symlink_to(folder / "elsewhere")
    elif sort == "dangling link":
        (folder / ".venv").symlink_to(folder / "nowhere")
        return folder / ".venv"
    kept = folder / ".venv" if sort == "file" else folder / ".venv" / "pyvenv.cfg"
    kept.write_text("home = /usr/bin")
    if sort == "link":
        (folder / ".venv" / "marker.txt").write_text("of another checkout")
    return kept


@pytest.mark.parametrize("sort", ["folder", "link", "dangling link", "file"])
def test_an_environment_of_others_is_left_as_it_is(
    bootstrap: ModuleType,
    calls: Calls,
    tmp_path: Path,
    sort: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = theirs(tmp_path, sort)
    assert bootstrap.main(["test"]) == 1
    assert "was not made by Tagwright, so it is left as it is" in capsys.readouterr().err
    assert os.path.lexists(kept)
    assert calls.taken() == []


@pytest.mark.parametrize("left", ["nothing", "an empty folder", "a stamp", "a marker"])
def test_an_environment_of_ours_is_taken_up(
    bootstrap: ModuleType, calls: Calls, tmp_path: Path, left: str
) -> None:
    if left != "nothing":
        (tmp_path / ".venv").mkdir()
    if left in ("a stamp", "a marker"):
        (tmp_path / ".venv" / "pyvenv.cfg").write_text("half")
        (tmp_path / ".venv" / f"{left.split()[1]}.{'json' if 'st' in left else 'txt'}").touch()
    bootstrap.set_up()
    assert calls.taken() == ["environment", "packages", "kernels"]
    assert bootstrap.MARKER.exists()


def test_clearing_keeps_the_marker_and_follows_no_link(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.claim_environment()
    environment, beside = tmp_path / ".venv", tmp_path / "beside"
    beside.mkdir()
    (beside / "kept").touch()
    (environment / "lib" / "deep").mkdir(parents=True)
    (environment / "lib64").symlink_to(beside)
    (environment / "pyvenv.cfg").touch()
    bootstrap.STAMP.touch()
    found: list[list[str]] = []
    monkeypatch.setattr(
        bootstrap,
        "call",
        lambda command, failed, held: found.append([one.name for one in environment.iterdir()]),
    )
    bootstrap.make_environment("python3", 0)
    assert found == [["marker.txt"]]
    assert (beside / "kept").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_second_set_up_waits_for_what_the_first_has_left_running(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    received = threading.Event()
    monkeypatch.setattr(bootstrap, "report", lambda sentence: received.set())
    bootstrap.claim_environment()
    with bootstrap.MARKER.open() as first:
        bootstrap.wait_for_others(first.fileno())
        assert not received.is_set()
        child = subprocess.Popen(
            [sys.executable, "-c", "input(); open('done', 'w')"],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            **bootstrap.inherited(first.fileno()),
        )
    assert child.stdin is not None
    locked = threading.Event()

    def wait_too() -> None:
        with bootstrap.MARKER.open() as second:
            bootstrap.wait_for_others(second.fileno())
            locked.set()

    waiting = threading.Thread(target=wait_too)
    waiting.start()
    assert received.wait(PATIENCE / 1000)
    assert not locked.is_set()
    child.communicate(b"\n")
    waiting.join()
    assert locked.is_set()
    assert (tmp_path / "done").exists()


# ---- the disk


def test_a_disk_that_is_too_full_is_named_beforehand(
    bootstrap: ModuleType, calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap.tempfile, "gettempdir", lambda: str(tmp_path))
    usage = shutil.disk_usage(tmp_path)
    for free, enough in ((1.79e9, False), (1.81e9, True)):
        monkeypatch.setattr(
            bootstrap.shutil, "disk_usage", lambda folder, free=free: usage._replace(free=free)
        )
        if enough:
            bootstrap.check_room()
            continue
        with pytest.raises(bootstrap.SetupError, match=r"has 1\.8 GB left, .* take 1\.8 GB"):
            bootstrap.check_room()


def test_what_the_system_refuses_is_a_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill() -> Path:
        raise OSError(28, "No space left on device", "/there/.venv")

    monkeypatch.setattr(bootstrap, "set_up", fill)
    assert bootstrap.main(["run"]) == 1
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "stopped: [Errno 28] No space left on device: '/there/.venv'. Fix that" in output


# ---- which Python


def test_the_python_of_an_active_environment_is_not_what_makes_one(bootstrap: ModuleType) -> None:
    assert Path(bootstrap.find_python()).parent.resolve() != Path(sys.prefix, "bin").resolve()


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


@pytest.mark.parametrize("version", [(3, 7, 16), (3, 14, 0)])
def test_without_any_fitting_python_the_user_gets_a_sentence(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(bootstrap.sys, "version_info", version)
    monkeypatch.setattr(bootstrap, "candidates", lambda name: [])
    with pytest.raises(
        bootstrap.SetupError, match=rf"needs Python 3\.11.*this is {'.'.join(map(str, version))}"
    ):
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


def test_root_is_told_what_is_installed_and_why_before_it_is(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run: list[tuple[list[str], str]] = []

    def apt(command: list[str], env: dict[str, str], **how: object) -> object:
        if not run:
            output = capsys.readouterr().out
            assert "libraries that Qt loads" in output
            assert "(TAGWRIGHT_NO_APT=1 declines): libegl1 libgl1" in output
        run.append((command, env["DEBIAN_FRONTEND"]))
        return subprocess.CompletedProcess(command, 0, b"a hundred lines")

    monkeypatch.delenv("TAGWRIGHT_NO_APT", raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap.subprocess, "run", apt)
    bootstrap.install_debian(["libegl1", "libgl1"])
    assert [command[-1] for command, _ in run] == ["update", "libgl1"]
    options = ["install", "--yes", "--no-remove", "--no-install-recommends"]
    assert run[1][0][-6:] == [*options, "libegl1", "libgl1"]
    assert {frontend for _, frontend in run} == {"noninteractive"}


def test_root_may_decline_and_is_told_the_line(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAGWRIGHT_NO_APT", "1")
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "call_apt", lambda words, failed: pytest.fail("not asked for"))
    with pytest.raises(bootstrap.SetupError, match=r"\n    apt-get install --no-remove libegl1\n"):
        bootstrap.install_debian(["libegl1"])


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
        "sudo apt-get install --no-remove libglib2.0-0 libegl1 libgl1 libxkbcommon0 libdbus-1-3 "
        "libfontconfig1 python3-venv"
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
        bootstrap.call([sys.executable, "-c", "raise SystemExit(3)"], "It did not work", 0)


def test_a_target_stops_at_the_command_that_fails(bootstrap: ModuleType, tmp_path: Path) -> None:
    target = bootstrap.Target(
        "for the test",
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
    target = bootstrap.Target("for the test", (("{python}", "-c", write),), (("SAID", "so"),))
    assert bootstrap.run(target, Path(sys.executable), ["words"]) == 0
    assert (tmp_path / "words").read_text() == "so"


def test_sources_are_compiled_once_for_all_processes(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "program.py").touch()
    target = bootstrap.Target("for the test", (("{python}", "-c", "import program"),))
    assert bootstrap.run(target, Path(sys.executable), []) == 0
    assert list((tmp_path / "__pycache__").iterdir())


@pytest.mark.parametrize(("usable", "run"), [(1, "2"), (2, "3"), (64, "4")])
def test_the_tests_run_in_a_process_for_each_processor_and_one_more(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usable: int, run: str
) -> None:
    monkeypatch.setattr(bootstrap.os, "sched_getaffinity", lambda _: set(range(usable)), False)
    for name in ("test", "check"):
        command = bootstrap.TARGETS[name].commands[-1]
        assert command[command.index("-n") + 1] == "{processes}"
        assert command[command.index("--max-worker-restart") + 1] == "0"
    write = "import sys; open('run', 'w').write(' '.join(sys.argv[1:]))"
    command = ("{python}", "-c", write, "-n", "{processes}")
    target = bootstrap.Target("for the test", (command,))
    assert bootstrap.run(target, Path(sys.executable), ["-k", "viterbi"]) == 0
    assert (tmp_path / "run").read_text() == f"-n {run} -k viterbi"


def test_without_a_word_from_the_system_all_processors_count(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(bootstrap.os, "sched_getaffinity", raising=False)
    for counted, wanted in ((2, 3), (None, 2)):
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


@pytest.mark.skipif(
    shutil.which("make") is None or sys.platform == "win32", reason="it needs make and links"
)
def test_make_takes_a_python_whose_path_has_blanks(tmp_path: Path) -> None:
    program = tmp_path / "mit Ümlaut" / "python3"
    program.parent.mkdir()
    program.symlink_to(sys.executable)
    done = subprocess.run(
        ["make", f"PYTHON={program}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_without_python_says_so() -> None:
    done = subprocess.run(
        ["make", "PYTHON=python-of-nowhere"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "there is no python-of-nowhere here" in done.stderr


def test_only_locked_wheels_are_installed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "call", lambda command, failed, held: run.append(command))
    bootstrap.install_packages(Path("python"), 0)
    locked, itself = run
    assert locked[-5:-2] == ["--only-binary", ":all:", "--require-hashes"]
    assert locked[-2:] == ["-r", str(bootstrap.CONSTRAINTS)]
    assert itself[-6:] == ["--no-index", "--no-build-isolation", "-e", "./crfcore", "-e", "."]
    assert all("--no-deps" in command for command in run)


LOCKED = re.compile(
    r"(?P<name>[\w.-]+)==[\w.]+(?: ; [^\\]+)?(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)


def test_every_locked_package_has_an_exact_version_and_hashes() -> None:
    import tomllib

    text = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    assert "--only-binary :all:\n" in text
    names = {_plain(one["name"]) for one in LOCKED.finditer(text)}
    left = [line for line in LOCKED.sub("", text).splitlines() if not line.startswith("#")]
    assert [line for line in left if line] == ["--only-binary :all:"]
    asked: list[str] = []
    for folder in ("", "crfcore", "app/lab"):
        path = ROOT / folder / "pyproject.toml"
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
        project = settings["project"]
        asked += settings["build-system"]["requires"] + project["dependencies"]
        for extra in (
            project.get("optional-dependencies", {}),
            settings.get("dependency-groups", {}),
        ):
            asked += [line for lines in extra.values() for line in lines]
    itself = {"crfcore", "tagwright", "tagwright-lab"}
    assert {_plain(re.split(r"[><=!; ]", line)[0]) for line in asked} - itself <= names


def test_nothing_lacks_a_package_or_has_another_version_than_it_asks_for() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_second_set_up_waits_on_windows_too(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Windows:
        """Windows' locks: of the first byte, which another process has at first."""

        LK_NBLCK = 2

        def __init__(self) -> None:
            self.refusals = 3

        def locking(self, descriptor: int, mode: int, n_bytes: int) -> None:
            assert (mode, n_bytes) == (2, 1)
            os.fstat(descriptor)
            if self.refusals:
                self.refusals -= 1
                raise PermissionError(13, "Permission denied")

    windows = Windows()
    sentences: list[str] = []
    monkeypatch.setattr(bootstrap, "fcntl", None)
    monkeypatch.setattr(bootstrap.importlib, "import_module", {"msvcrt": windows}.__getitem__)
    monkeypatch.setattr(bootstrap, "report", sentences.append)
    bootstrap.claim_environment()
    with bootstrap.MARKER.open() as marker:
        bootstrap.wait_for_others(marker.fileno())
        assert windows.refusals == 0
        bootstrap.wait_for_others(marker.fileno())
    assert sentences == ["Another set-up of this checkout is at work: waiting for its end"]


def test_a_disk_without_locks_is_no_reason_to_stop(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_held: int) -> bool:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr(bootstrap, "try_lock", unsupported)
    bootstrap.wait_for_others(0)


@pytest.mark.skipif(os.name == "nt", reason="a script for a shell stands in for Python")
@pytest.mark.parametrize("shipped", [True, False])
def test_kernels_are_compiled_unless_there_are_shipped_ones(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: bool
) -> None:
    python = tmp_path / "python"
    # The first call asks for shipped kernels; each call leaves its parts.
    python.write_text(
        "#!/bin/sh\n"
        f'case "$2" in *has_part*) exit {int(not shipped)};; esac\n'
        f'shift 2; echo "$*" >> {tmp_path}/compiled\n'
    )
    python.chmod(0o755)
    sentences: list[str] = []
    monkeypatch.setattr(bootstrap, "report", sentences.append)
    with (tmp_path / "lock").open("w") as lock:
        bootstrap.warm_kernels(python, lock.fileno())
    if shipped:
        assert sentences == ["Using the compiled kernels of crfcore/kernels.zip"]
        assert not (tmp_path / "compiled").exists()
    else:
        assert sentences == ["Compiling the kernels"]
        groups = sorted((tmp_path / "compiled").read_text().splitlines())
        assert groups == sorted(" ".join(group) for group in bootstrap.WARM_GROUPS)

"""The beginning and the resumption of a run over a collection of files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.formats.output import disk_errors_in_words, folder_for, write_whole
from app.jobs.tag_files.collection_files import CollectionFile, check_inside
from crfcore.constraints.json_files import rules_text
from crfcore.errors import CrfError, DataError, shown
from crfcore.messages import counted
from crfcore.text.lines import read_small_text
from crfcore.whole_files import remove_unfinished

if TYPE_CHECKING:
    from app.jobs.tag_files.tag import TagOptions

RUN_FILE = ".tagwright-run.json"
"""The file in the folder of results that says what they are made with."""

FOLDER = "folder"
"""What a run file calls the common folder of all texts."""

_LARGEST = 1 << 16
_KIND = "tagwright tag"


def circumstances(model: bytes, options: TagOptions, folder: str) -> dict[str, Any]:
    """Return what all results in a folder have in common.

    Of rules it is what was read, because their file may name word lists. Below the common folder of
    all texts each has the place of its result.
    """
    rules = options.rules
    as_read = "" if rules is None else rules_text(rules.rules, rules.sentences)
    return {
        "kind": _KIND,
        "version": __version__,
        "model": hashlib.sha256(model).hexdigest(),
        "columns": list(options.columns),
        "marginals": options.marginals,
        "nbest": options.nbest,
        "constraints": as_read and hashlib.sha256(as_read.encode()).hexdigest(),
        FOLDER: folder,
    }


def begin(
    files: Sequence[CollectionFile], out: Path, made_with: dict[str, Any], *, resume: bool
) -> list[CollectionFile]:
    """Return the files that are to be done; those that have a result are not.

    What killed runs have left in the folders is removed.

    Raises
    ------
    DataError
        There are results, and they are of something else, or are not to be resumed; or the disk
        has no room for the run file, and no new folder is left.
    """
    with folder_for(out):
        return _begun(files, out, made_with, resume=resume)


def _begun(
    files: Sequence[CollectionFile], out: Path, made_with: dict[str, Any], *, resume: bool
) -> list[CollectionFile]:
    """Do what `begin` does, in a folder that is there."""
    run_file = out / RUN_FILE
    for folder in dict.fromkeys([out, *(file.target.parent for file in files)]):
        check_inside(folder / RUN_FILE, out)
        remove_unfinished(folder)
    if run_file.exists() and not run_file.is_file():
        raise DataError("This is no file; move it away, or name another folder.", path=run_file)
    there = [file for file in files if _is_whole(file.target, ours=resume and run_file.exists())]
    if there and not (resume and run_file.exists()):
        verb = "exists" if len(there) == 1 else "exist"
        resumed = "go on with --resume if the command was the same, or " * run_file.exists()
        raise DataError(
            f"{counted(len(there), 'result file')} already {verb}; {resumed}name another folder.",
            path=there[0].target,
        )
    if run_file.exists() and (there or (resume and _holds_files(out))):
        _check_alike(run_file, made_with)
    else:
        write_whole(run_file, [json.dumps(made_with, indent=1), "\n"])
    done = {file.target for file in there}
    return [file for file in files if file.target not in done]


def _holds_files(out: Path) -> bool:
    """Return whether there are results, perhaps in other places than those of this run."""
    return any(path.is_file() and path.name != RUN_FILE for path in out.rglob("*"))


def _is_whole(target: Path, *, ours: bool) -> bool:
    """Return whether a result is there.

    An empty one is the name alone, which comes first on disks without hard links.
    """
    if ours and target.is_file() and not target.is_symlink() and not target.stat().st_size:
        with disk_errors_in_words(target):
            target.unlink()
    return target.is_symlink() or target.exists()


def _check_alike(run_file: Path, made_with: dict[str, Any]) -> None:
    try:
        found = json.loads(read_small_text(run_file, "what a run keeps", _LARGEST))
    except (CrfError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("kind") != _KIND:
        raise DataError(
            "This is not what tagwright tag keeps of a run; name another folder.", path=run_file
        )
    for name, value in made_with.items():
        if found.get(name) != value and name == FOLDER:
            raise DataError(
                f"The results here have the places of texts below {shown(found.get(name))}, and "
                f"these texts are below {shown(value)}; repeat that command as it was, or name "
                "another folder.",
                path=run_file,
            )
        if found.get(name) != value:
            raise DataError(
                f"The results here were made with another value of “{name}”; repeat that command "
                "as it was, or name another folder.",
                path=run_file,
            )

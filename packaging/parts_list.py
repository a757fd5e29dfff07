r"""Write the list of the parts of a built program as CycloneDX 1.6 (JSON).

    SOURCE_DATE_EPOCH=1796000000 python packaging/parts_list.py --program dist/tagwright \
        --out dist/tagwright.cdx.json

The same program gives the same bytes: the serial number is made from the content, and the time is
SOURCE_DATE_EPOCH, or left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from notices import add_part_options, listed_packages
from shipped_parts import PROGRAM, ROOT, Part, PartsError, shipped_parts
from system_libraries import release

CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
SCHEMA = "http://cyclonedx.org/schema/bom-1.6.schema.json"
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Entry = dict[str, Any]


def main(words: Sequence[str] | None = None) -> int:
    """Write the list; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_part_options(parser)
    chosen = parser.parse_args(words)
    try:
        parts = shipped_parts(chosen.program, listed_packages(chosen.packages))
        content = json.dumps(parts_list(parts, chosen.program), indent=2, ensure_ascii=False)
    except (PartsError, LookupError) as error:
        print(error, file=sys.stderr)
        return 1
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(content + "\n", encoding="utf-8")
    print(f"{chosen.out}: {len(parts)} parts")
    return 0


def parts_list(parts: Sequence[Part], program: Path | None) -> Entry:
    """Return the list as an object of JSON."""
    hashes = locked_hashes(CONSTRAINTS.read_text(encoding="utf-8"))
    own = next(part for part in parts if part.name == PROGRAM)
    entries = [component(part, program, hashes) for part in parts if part is not own]
    references = {key(part.name): reference(part) for part in parts if part.kind == "distribution"}
    dependencies = [
        {"ref": reference(part), "dependsOn": sorted({references[need] for need in part.needs})}
        for part in sorted(parts, key=reference)
    ]
    listed: Entry = {
        "$schema": SCHEMA,
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            **built_at(),
            "component": {**component(own, program, hashes), "type": "application"},
        },
        "components": sorted(entries, key=lambda entry: str(entry["bom-ref"])),
        "dependencies": dependencies,
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(listed, sort_keys=True))
    return {**listed, "serialNumber": f"urn:uuid:{serial}"}


def built_at() -> Entry:
    """Return the time of the build, nothing without SOURCE_DATE_EPOCH."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not seconds:
        return {}
    if not seconds.isdecimal():
        raise PartsError(f"SOURCE_DATE_EPOCH is “{seconds}”; expected seconds since 1970.")
    return {"timestamp": datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


def component(part: Part, program: Path | None, hashes: dict[str, list[str]]) -> Entry:
    """Return one part, with its libraries in the program as components of it."""
    entry: Entry = {
        "type": "application" if part.kind == "bootloader" else "library",
        "bom-ref": reference(part),
        "name": part.name,
        "version": part.version,
        "licenses": [licence(part)],
        "purl": reference(part),
    }
    if part.kind == "python":
        del entry["purl"]
    links: list[Entry] = []
    if part.home.startswith(("https://", "http://")):
        links.append({"type": "website", "url": part.home})
    locked = hashes.get(f"{key(part.name)}=={part.version}", [])
    if part.kind == "distribution" and locked:
        links.append(
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{key(part.name)}/{part.version}/#files",
                "comment": "The part was installed from one of the files with these hashes.",
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in locked],
            }
        )
    if links:
        entry["externalReferences"] = links
    if part.files and program is not None:
        entry["components"] = [shipped_file(part, file, program) for file in part.files]
    return entry


def reference(part: Part) -> str:
    """Return the package URL of a part, which is also its name within the list."""
    version = quote(part.version, safe=".-~")
    if part.kind == "debian":
        where = f"?arch={part.architecture}&distro={release()}"
        return f"pkg:deb/debian/{quote(part.name, safe='.-')}@{version}{where}"
    if part.kind == "python":
        return f"python@{version}"
    name = "pyinstaller" if part.kind == "bootloader" else key(part.name)
    return f"pkg:pypi/{name}@{version}"


def key(name: str) -> str:
    """Return the name of a distribution as the package index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(part: Part) -> Entry:
    """Return the licence as an SPDX expression, or as the name that the part gives it."""
    if part.is_expression:
        return {"expression": part.licence}
    return {"license": {"name": part.licence}}


def shipped_file(part: Part, file: str, program: Path) -> Entry:
    """Return a library in the program's folder with its hash."""
    digest = hashlib.sha256((program / file).read_bytes()).hexdigest()
    return {
        "type": "file",
        "bom-ref": f"{reference(part)}#{quote(file)}",
        "name": file,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def locked_hashes(constraints: str) -> dict[str, list[str]]:
    """Return the hashes of the files of each locked version, by "name==version"."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in constraints.splitlines():
        locked = LOCKED.match(line)
        if locked is not None:
            current = found.setdefault(f"{key(locked[1])}=={locked[2]}", [])
        current += HASH.findall(line)
    return {name: sorted(set(hashes)) for name, hashes in found.items()}


if __name__ == "__main__":
    sys.exit(main())

"""Says which programs of ours on a machine nothing uses any more, and deletes those.

    machine_tidy.py FOLDER            prints one JSON object: every part, its bytes, and what uses it
    machine_tidy.py FOLDER --delete   the same, and deletes the parts that nothing uses

FOLDER is where everything of the product lies. A part is a version of the program, of Node, or of the trainer's Python:
program/<hash>, node/<version>, cache/trainer/<hash>. What was installed last uses its parts, and so does every run that
has not ended, and every process. A run that has ended uses none: who resumes it gets the newest program. Needs Python
3.9 and nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

HOMES = ["program", "node", "cache/trainer"]
JOBS = ["runs/*/run.json", "samplers/*/run.json"]
ENDED = {"stopped", "crashed", "done"}
YOUNG_SECONDS = 3600
"""Somebody may be about to install it: that it is what was installed last is written at the end."""


def parts(folder: Path) -> list[Path]:
    """Whole ones: what is still being made has a dot before its name or a file instead of a folder."""
    found = [one for home in HOMES for one in (folder / home).glob("*") if one.is_dir() and not one.is_symlink()]
    return sorted(one for one in found if not one.name.startswith("."))


def users(folder: Path, part: Path, running: dict[int, bytes]) -> Iterator[str]:
    """What would miss it, for a person."""
    inside = f"{part}{os.sep}"
    installed = record_of(folder / "installed.json")
    if part == folder / "program" / str(installed.get("program")) or inside in words_of(installed):
        yield "what was installed last"
    if time.time() - part.stat().st_mtime < YOUNG_SECONDS:
        yield "less than an hour old"
    for job in living_jobs(folder):
        if inside in words_of(record_of(job)):
            yield f"the run {job.parent.name}"
    for pid, said in running.items():
        if inside.encode() in said:
            yield f"process {pid}"


def record_of(file: Path) -> dict[str, Any]:
    """Empty where it cannot be read."""
    try:
        record = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def words_of(record: dict[str, Any]) -> str:
    """All of it as one text, in which paths are as they are."""
    return json.dumps(record, ensure_ascii=False)


def living_jobs(folder: Path) -> Iterator[Path]:
    """Of runs that have not ended, as far as their folder says."""
    for pattern in JOBS:
        for job in folder.glob(pattern):
            if record_of(job.parent / "status.json").get("state") not in ENDED:
                yield job


def processes() -> dict[int, bytes]:
    """What each process was started with, other people's left out. Known on Linux only."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if int(entry.name) != os.getpid():
                found[int(entry.name)] = (entry / "cmdline").read_bytes() + b"\0" + (entry / "environ").read_bytes()
        except OSError:
            continue
    return found


def bytes_of(folder: Path) -> int:
    """Of every file in it, links not followed."""
    files = (Path(above) / name for above, _, names in os.walk(folder) for name in names)
    return sum(file.lstat().st_size for file in files)


def delete(part: Path) -> None:
    """Out of its place first: what is left after a break is found by nobody."""
    gone = part.with_name(f".gone-{part.name}-{os.getpid()}")
    part.rename(gone)
    shutil.rmtree(gone)


def look(folder: Path, is_real: bool) -> dict[str, Any]:
    """Everything that is printed."""
    running = processes()
    found = []
    for part in parts(folder):
        used = sorted(set(users(folder, part, running)))
        name = part.relative_to(folder).as_posix()
        found.append({"name": name, "bytes": bytes_of(part), "usedBy": used})
        if is_real and not used:
            delete(part)
    return {"version": 1, "parts": found}


if __name__ == "__main__":
    print(json.dumps(look(Path(sys.argv[1]), "--delete" in sys.argv[2:])))

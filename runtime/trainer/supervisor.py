#!/usr/bin/env python3
"""Runs the processes of one training run, from the first to the proof that none is left.

    supervisor.py FOLDER             runs in the foreground; code 0 when the run is done or stopped, 1 when it crashed
    supervisor.py FOLDER --detach    returns after the first heartbeat; the run goes on in a session of its own
    supervisor.py FOLDER --end       ends a run from outside, with all of it; code 0 when nothing is left, 1 otherwise

One file of the Python standard library (3.9 or newer), so that it can be copied to any machine as it is. What to run
stands in FOLDER/run.json (`processes.commands`); how it goes, in FOLDER/status.json, events.jsonl and logs/; a file
FOLDER/stop asks it to stop. Runs that want the same graphics cards wait for each other, first come, first served. Where
another machine samples, a supervisor there looks after its servers until the run ends or has not called for long. The
names of files and fields are those of runtime/contract/training/runFolder.ts. It knows nothing of models or rewards.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import fcntl
import http.client
import json
import os
import re
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NoReturn

HEARTBEAT_SECONDS = 5.0
TICK_SECONDS = 0.2
# Between asking a process to end and ending it.
GRACE_SECONDS = 5.0
# A process may die so often in a row without a train step between.
MOST_RESTARTS = 3
# A new supervisor waits so long for the guard of a killed one to end what that one left.
LOCK_SECONDS = 15.0
LOG_BYTES = int(os.environ.get("TOOL_R1_LOG_BYTES", "10000000"))
OLD_LOGS = 3
TAIL_LINES = 12
TAIL_BYTES = 16_384
# Between two looks at the graphics cards, and how long one may take.
GPU_SECONDS = float(os.environ.get("TOOL_R1_GPU_SECONDS", "15"))
GPU_LOOK_SECONDS = 10.0
# Between two looks at the line for the cards.
LINE_SECONDS = 0.5
# Set aside at the start, so that the last words of a run fit on a full disk.
RESERVE_BYTES = 65_536
# In the environment of everything that belongs to the run, children's children too.
MARK = "TOOL_R1_RUN_FOLDER"
TITLES = {"receiver": "weight receiver", "tokens": "token server", "rollouts": "rollout server", "trainer": "trainer"}
# Exit codes after which another start would end in the same way; the process said why.
HOPELESS_CODES = {"receiver": {2}, "tokens": {2}, "rollouts": {2}, "trainer": {1, 2, 3, 4}}
LOOPBACK = "127.0.0.1"
# By it the two machines of a run know each other; in the environment only.
SAMPLER_KEY = "TOOL_R1_SAMPLER_KEY"
# Servers that sample for another machine and lived so long are in order: they know of no train steps.
STEADY_SECONDS = 600.0
# Between two calls of the machine that samples, and how long one may take.
SAMPLER_SECONDS = float(os.environ.get("TOOL_R1_SAMPLER_SECONDS", "5"))
SAMPLER_CALL_SECONDS = 2.0
# A run waits so long for a machine that samples and does not answer.
SAMPLER_PATIENCE_SECONDS = float(os.environ.get("TOOL_R1_SAMPLER_PATIENCE_SECONDS", "600"))
PR_SET_PDEATHSIG = 1

LIBC = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


class CannotStart(Exception):
    """The run cannot be started as it is; the message says what to do."""


class StopNow(Exception):
    """Somebody wants the run to end without waiting for the train step."""


class RunFailed(Exception):
    """The run cannot go on; the message says why."""


class Abandoned(Exception):
    """Nobody needs these servers any more; the message says since when."""


class SamplerChanged(Exception):
    """The servers of the other machine were started anew, so that they have the first weights again."""


class ProcessDied(Exception):
    """A process ended that should not have."""

    def __init__(self, child: Child) -> None:
        super().__init__(f"The {child.title} {child.how_it_ended()}.")
        self.child = child


# ---------------------------------------------------------------- the run folder


def now() -> str:
    """The moment, ISO 8601 in UTC with milliseconds."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def boot_id() -> str | None:
    """Differs after each start of the machine; None where it is not known."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return None


def is_sampler(job: dict[str, Any]) -> bool:
    """It only samples, for a run that trains on another machine."""
    return job.get("kind") == "sampler"


class RunFolder:
    """The files of a run that the supervisor reads and writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.logs = path / "logs"
        self._metrics_read = 0
        self._unsaved: list[str] = []

    def job(self) -> dict[str, Any]:
        """What run.json asks for."""
        try:
            job: dict[str, Any] = json.loads((self.path / "run.json").read_text("utf-8"))
            commands = job["processes"]["commands"]
            last = "tokens" if is_sampler(job) else "trainer"
            if not commands or commands[-1]["name"] != last:
                raise ValueError(f"processes.commands does not end with the {TITLES[last]}")
            for command in commands:
                command["name"], command["argv"][0], command["env"], command["listens"]
            job["runId"], job["totalSteps"]
            return job
        except OSError as error:
            raise CannotStart(f"{self.path} holds no run: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise CannotStart(f"{self.path / 'run.json'} cannot be used: {error!r}.") from error

    def prepare(self) -> None:
        """Makes what is missing, takes back a wish to stop of an earlier time, and skips the metrics that are there."""
        self.logs.mkdir(exist_ok=True)
        (self.path / "reserve").write_bytes(bytes(RESERVE_BYTES))
        (self.path / "stop").unlink(missing_ok=True)
        metrics = self.path / "metrics.jsonl"
        self._metrics_read = metrics.stat().st_size if metrics.exists() else 0

    def is_there(self) -> bool:
        """False once somebody deleted the folder."""
        return (self.path / "run.json").exists()

    def status(self) -> dict[str, Any]:
        """What status.json says; empty where it says nothing."""
        try:
            status: dict[str, Any] = json.loads((self.path / "status.json").read_text("utf-8"))
            return status
        except (OSError, ValueError):
            return {}

    def activity(self) -> tuple[str, str]:
        """What the trainer is at, as it says itself: a stage, and a text for a person."""
        try:
            activity = json.loads((self.path / "activity.json").read_text("utf-8"))
            return str(activity["stage"]), str(activity["text"])
        except (OSError, ValueError, KeyError, TypeError):
            return "", "Training"

    def forget_activity(self) -> None:
        """What is there is of a trainer that has ended."""
        with suppress(OSError):
            (self.path / "activity.json").unlink(missing_ok=True)

    def append_gpus(self, record: dict[str, Any]) -> None:
        """Appends one line to gpu.jsonl; a full file is renamed to gpu.jsonl.1."""
        file = self.path / "gpu.jsonl"
        if file.exists() and file.stat().st_size > LOG_BYTES:
            file.replace(self.path / "gpu.jsonl.1")
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(record) + "\n")

    def write_status(self, status: dict[str, Any]) -> None:
        """Replaces status.json whole."""
        replacement = self.path / "status.json.new"
        with replacement.open("w", encoding="utf-8") as file:
            json.dump(status, file)
            file.flush()
            os.fsync(file.fileno())
        replacement.replace(self.path / "status.json")

    def append_event(self, event: dict[str, Any]) -> None:
        """Appends one line to events.jsonl. What does not fit on a full disk is kept for the next time."""
        self._unsaved.append(json.dumps({"version": 1, "at": now(), **event}) + "\n")
        lines = "".join(self._unsaved).encode()
        with (self.path / "events.jsonl").open("ab", buffering=0) as file:
            start = file.tell()
            if (file.write(lines) or 0) < len(lines):
                file.truncate(start)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        self._unsaved.clear()

    def stop_wish(self) -> str | None:
        """`after-step`, `now`, or None where nobody wants the run to stop."""
        try:
            text = (self.path / "stop").read_text("utf-8").strip()
        except OSError:
            return None
        return "now" if text == "now" else "after-step"

    def last_call(self) -> int:
        """Changes whenever the run that these servers sample for has called; the receiver notes it."""
        try:
            return (self.path / "called").stat().st_mtime_ns
        except OSError:
            return 0

    def drop_policies(self) -> None:
        """Weights that came from another machine; a run that goes on sends its own anew."""
        shutil.rmtree(self.path / "policy", ignore_errors=True)

    def ask_to_stop(self) -> None:
        """What the rollout server passes on to the trainer."""
        (self.path / "stop").write_text("after-step", "utf-8")

    def new_steps(self) -> Iterator[int]:
        """Train steps whose metrics were written since the last call."""
        try:
            with (self.path / "metrics.jsonl").open("rb") as file:
                file.seek(self._metrics_read)
                lines = file.read().splitlines(keepends=True)
        except FileNotFoundError:
            return
        for line in lines:
            if not line.endswith(b"\n"):
                return
            self._metrics_read += len(line)
            try:
                yield int(json.loads(line)["step"])
            except (ValueError, KeyError, TypeError):
                # The rest of a line that a killed trainer could not write whole.
                continue

    def checkpoints(self) -> set[int]:
        """Train steps that are saved whole: the state of the rollouts is written last."""
        states = (self.path / "checkpoints").glob("checkpoint-*/rollout_state.jsonl")
        matches = (re.fullmatch(r"checkpoint-(\d+)", state.parent.name) for state in states)
        return {int(match[1]) for match in matches if match}

    def use_reserve(self) -> None:
        """Makes room for the last words."""
        (self.path / "reserve").unlink(missing_ok=True)

    def lock(self) -> int:
        """Keeps other supervisors out for as long as the returned descriptor is open in any process."""
        descriptor = os.open(self.path / "supervisor.lock", os.O_RDWR | os.O_CREAT, 0o644)
        until = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return descriptor
            except BlockingIOError:
                pid = self.supervisor()
                if pid is not None or time.monotonic() > until:
                    raise CannotStart(f"{self.path} is being trained already (process {pid}).") from None
                time.sleep(TICK_SECONDS)

    def supervisor(self) -> int | None:
        """The living supervisor that wrote the status."""
        status = self.status()
        try:
            pid = int(status["supervisorPid"])
            # After a restart of the machine the number belongs to somebody else.
            is_here = status.get("bootId", boot_id()) == boot_id()
            return pid if is_here and is_alive(pid) else None
        except (ValueError, KeyError):
            return None


def is_full(folder: Path) -> bool:
    """Too little is left on its disk for a process to say what it lacks."""
    return shutil.disk_usage(folder).free < RESERVE_BYTES


def lack_of_room(folder: Path, problem: str) -> str | None:
    """What to do where a run ended for want of room; None where that was not it.

    A process that ends may free what it wrote.
    """
    if is_full(folder):
        return f"The disk of {folder} is full: free some space, then resume."
    if os.strerror(errno.EDQUOT) in problem:
        return f"The quota for {folder} is used up: delete files there or ask for more, then resume."
    if os.strerror(errno.ENOSPC) in problem:
        free = f"{shutil.disk_usage(folder).free / 1e9:.1f} GB free"
        return f"A disk was full, that of {folder} (now {free}) or of a file named below: free some space, then resume."
    return None


def log_pieces(data: bytes) -> Iterator[bytes]:
    """Parts that fit into a log, cut after a line where there is one: a process may print more at once."""
    while len(data) > LOG_BYTES:
        end = data.rfind(b"\n", 0, LOG_BYTES) + 1 or LOG_BYTES
        yield data[:end]
        data = data[end:]
    yield data


class LogFile:
    """What a process prints. A full file is renamed to <name>.log.1, that one to .2, and the oldest goes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("ab", buffering=0)
        # Here too: on a full disk the file does not get what the process says of it.
        self._end = b""

    def write(self, data: bytes) -> None:
        """Printing goes on when the disk is full; what does not fit is lost, but for its end."""
        self._end = (self._end + data)[-TAIL_BYTES:]
        with suppress(OSError):
            for piece in log_pieces(data):
                if self._file.tell() + len(piece) > LOG_BYTES and self._file.tell() > 0:
                    self._rotate()
                self._file.write(piece)

    def tail(self) -> list[str]:
        """The last lines that say something, of this process alone; of a progress bar, how it looked last."""
        lines = self._end.decode("utf-8", "replace").split("\n")
        shown = [line.rstrip().rsplit("\r", 1)[-1] for line in lines]
        return [line for line in shown if line.strip()][-TAIL_LINES:]

    def close(self) -> None:
        self._file.close()

    def _rotate(self) -> None:
        self._file.close()
        for number in range(OLD_LOGS - 1, 0, -1):
            older = self.path.with_name(f"{self.path.name}.{number}")
            if older.exists():
                older.replace(self.path.with_name(f"{self.path.name}.{number + 1}"))
        self.path.replace(self.path.with_name(f"{self.path.name}.1"))
        self._file = self.path.open("ab", buffering=0)


# ---------------------------------------------------------------- processes


def kill_group(group: int, number: int = signal.SIGKILL) -> None:
    """Signals every process of a group; it may be gone already."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def is_alive(pid: int) -> bool:
    """False for a process that has ended and that nobody has asked about, too."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text("utf-8", "replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def marked_processes(folder: Path) -> list[int]:
    """Living processes of the run, also those that left their group. Known on Linux only."""
    mark = f"{MARK}={folder}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes().split(b"\0") and int(entry.name) != os.getpid():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def sweep(folder: Path) -> None:
    """Ends every process that still belongs to the run, and waits until they are gone."""
    until = time.monotonic() + GRACE_SECONDS
    while left := marked_processes(folder):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() > until:
            raise RunFailed(f"Processes {left} of the run cannot be ended.")
        time.sleep(0.02)


def guard(folder: Path) -> None:
    """A process beside the supervisor that ends its children when it is killed. Stdin names groups: `+12`, `-12`."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        kill_group(group)
    sweep(folder)


class Guard:
    """The supervisor's end of its guard, which holds the locks too: no other supervisor starts before all is clean."""

    def __init__(self, folder: Path, locks: list[int]) -> None:
        argv = [sys.executable, str(Path(__file__).resolve()), str(folder), "--guard"]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, pass_fds=locks, start_new_session=True, text=True)

    def tell(self, sign: str, group: int) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        # Without its guard the supervisor still ends what it started, unless it is killed itself.
        with suppress(BrokenPipeError):
            stdin.write(f"{sign}{group}\n")
            stdin.flush()

    def close(self) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


class Child:
    """One process of the run, leader of a session and a group of its own."""

    def __init__(self, command: dict[str, Any], folder: RunFolder, env: dict[str, str]) -> None:
        self.name: str = command["name"]
        self.title = TITLES[self.name]
        self.listens: dict[str, Any] | None = command["listens"]
        self.log = LogFile(folder.logs / f"{self.name}.log")
        self._process = self._start(command["argv"], folder.path, {**env, **command["env"]})
        assert self._process.stdout is not None
        self.output = self._process.stdout.fileno()
        self.pid = self._process.pid

    def _start(self, argv: list[str], cwd: Path, env: dict[str, str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                argv,
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with(os.getpid()),  # Safe: the supervisor has no threads.
            )
        except OSError as error:
            raise RunFailed(f"The {self.title} cannot be started: {argv[0]}: {error.strerror}.") from error

    @property
    def code(self) -> int | None:
        """None while it lives; negative for the signal that ended it."""
        return self._process.poll()

    def how_it_ended(self) -> str:
        code = self.code
        if code is not None and code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def is_ready(self) -> bool:
        if self.listens is None:
            return True
        host = self.listens.get("host", LOOPBACK)
        connection = http.client.HTTPConnection(host, self.listens["port"], timeout=1)
        try:
            connection.request("GET", self.listens["readyPath"])
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def terminate(self) -> None:
        kill_group(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Ends it and all that it started, and reaps it."""
        kill_group(self.pid)
        self._process.wait()

    def drain(self) -> None:
        """Takes what it printed last into the log."""
        assert self._process.stdout is not None
        os.set_blocking(self.output, False)
        with suppress(BlockingIOError):
            while data := os.read(self.output, 65_536):
                self.log.write(data)
        self._process.stdout.close()
        self.log.close()


def die_with(parent: int) -> Callable[[], None]:
    """What a child does before its program: the kernel ends it with the supervisor. On Linux; the guard is portable."""

    def set_death_signal() -> None:
        if LIBC is None:
            return
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return set_death_signal


def port_is_free(host: str, port: int) -> bool:
    """Whether one could listen on it at this address now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            return True
        except OSError:
            return False


# ---------------------------------------------------------------- graphics cards


class Line:
    """A place in the line for graphics cards: one file, numbered in the order of coming, which stays locked as long as
    the supervisor or its guard lives. A run may begin when nobody before it wants a card of its own."""

    def __init__(self, folder: Path, gpus: set[int], run: Path) -> None:
        self._folder = folder
        self._gpus = gpus
        self._run = run
        self._file: Path | None = None
        self.descriptor = -1

    def enter(self) -> None:
        """Takes the last place."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._locked():
            number = max((int(file.stem) for file in self._tickets()), default=0) + 1
            self._file = self._folder / f"{number:09d}.json"
            self.descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644)
            fcntl.flock(self.descriptor, fcntl.LOCK_EX)
            self._write(is_training=False)

    def place(self) -> int | None:
        """1 for the next one; None when the cards are free, and now this run's."""
        with self._locked():
            before = [ticket for ticket in self._living() if self._gpus & set(ticket["gpus"])]
            if not before:
                self._write(is_training=True)
                return None
            return 1 + sum(not ticket["isTraining"] for ticket in before)

    def leave(self) -> None:
        """Lets the next one go on."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)
            os.close(self.descriptor)
            self._file = None

    def _tickets(self) -> list[Path]:
        return sorted(file for file in self._folder.glob("*.json") if file.stem.isdigit())

    def _living(self) -> Iterator[dict[str, Any]]:
        """Tickets with a smaller number whose owner lives; those of the dead are thrown away."""
        for file in self._tickets():
            if file == self._file:
                return
            with file.open("r+", encoding="utf-8") as ticket:
                try:
                    fcntl.flock(ticket, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    file.unlink()
                except BlockingIOError:
                    yield json.load(ticket)

    def _write(self, is_training: bool) -> None:
        ticket = {"run": str(self._run), "gpus": sorted(self._gpus), "isTraining": is_training}
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, json.dumps(ticket).encode(), 0)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time looks at the tickets; it takes an instant."""
        with (self._folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


GPU_FIELDS = {
    "index": "index",
    "memoryUsedMib": "memory.used",
    "memoryTotalMib": "memory.total",
    "utilization": "utilization.gpu",
}
# What the driver says of a card that is gone until somebody restarts something.
LOST_GPU = re.compile(
    r".*(?:GPU is lost|Unable to determine the device handle|GPU requires reset|couldn't communicate).*"
)


class GpuLook:
    """nvidia-smi, asked every now and then without waiting for it."""

    def __init__(self) -> None:
        self._program = shutil.which("nvidia-smi")
        self._process: subprocess.Popen[str] | None = None
        self._due = 0.0
        self._until = 0.0
        # What it said of a card that is lost; None while all is well.
        self.problem: str | None = None

    def poll(self) -> list[dict[str, float | None]] | None:
        """Figures of every card, once after each look; None otherwise."""
        now_ = time.monotonic()
        if self._process is None:
            if self._program is not None and now_ >= self._due:
                self._start(self._program)
            return None
        if self._process.poll() is None:
            if now_ > self._until:
                self.close()
            return None
        said, _ = self._process.communicate()
        self._process = None
        lost = LOST_GPU.search(said)
        self.problem = lost[0].strip() if lost else None
        return [card for card in map(gpu_figures, said.splitlines()) if card] or None

    def close(self) -> None:
        """Ends a look that is under way."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self, program: str) -> None:
        self._due = time.monotonic() + GPU_SECONDS
        self._until = time.monotonic() + GPU_LOOK_SECONDS
        query = f"--query-gpu={','.join(GPU_FIELDS.values())}"
        with suppress(OSError):
            self._process = subprocess.Popen(
                [program, query, "--format=csv,noheader,nounits"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )


def gpu_figures(line: str) -> dict[str, float | None] | None:
    """Of one line of nvidia-smi: MiB and percent, None where the driver does not say. None for any other line."""
    cells = [cell.strip() for cell in line.split(",")]
    if len(cells) != len(GPU_FIELDS) or not cells[0].isdigit():
        return None
    values = (float(cell) if re.fullmatch(r"[\d.]+", cell) else None for cell in cells)
    return {name: next(values) for name in GPU_FIELDS}


# ---------------------------------------------------------------- another machine that samples


class Sampler:
    """The servers of another machine that sample for this run, as their receiver tells. Each call is a sign of life."""

    def __init__(self, place: dict[str, Any], key: str) -> None:
        self.title = f"sampler on {place['machine']}"
        self._folder = place["folder"]
        self.host: str = place["host"]
        self._port: int = place["receiverPort"]
        self._key = key
        self._due = 0.0
        self._heard = time.monotonic()
        # What it said last; empty before the first answer.
        self._status: dict[str, Any] = {}
        # Why the last call went wrong; None when it went well.
        self.problem: str | None = None

    def follow(self) -> None:
        """Calls it when it is time to. Raises RunFailed when it has ended, or has been silent for too long."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + SAMPLER_SECONDS
        try:
            self._status = self._call("GET", "/v1/state")
            self._heard, self.problem = time.monotonic(), None
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.problem = str(error) or type(error).__name__
        if self._status.get("state") in END_STATES:
            raise RunFailed(self._failure(self._status.get("problem") or f"It is {self._status['state']}."))
        if self.silence() > SAMPLER_PATIENCE_SECONDS:
            raise RunFailed(self._failure(f"It has not answered for {self.silence():.0f} s: {self.problem}."))

    def answers_now(self) -> bool:
        """Asked at once; False also for one that starts anew."""
        self._due = 0.0
        self.follow()
        return self.is_ready

    def silence(self) -> float:
        """Seconds since it answered."""
        return 0.0 if self.problem is None else time.monotonic() - self._heard

    @property
    def is_ready(self) -> bool:
        return self.problem is None and self._status.get("state") == "running"

    @property
    def activity(self) -> str:
        """What it is at, or for how long it has been silent."""
        if self.problem is not None:
            return f"The {self.title} does not answer since {self.silence():.0f} s"
        return f"The {self.title}: {self._status.get('activity') or 'starting'}"

    @property
    def generation(self) -> tuple[object, ...]:
        """Another one has other weights."""
        return (self._status.get("supervisorPid"), self._status.get("tokenRestarts"))

    def end(self) -> None:
        """Nobody needs it any more. One that does not hear this ends by itself after a while."""
        with suppress(OSError, ValueError, http.client.HTTPException):
            self._call("POST", "/v1/end")

    def _call(self, method: str, path: str) -> dict[str, Any]:
        connection = http.client.HTTPConnection(self.host, self._port, timeout=SAMPLER_CALL_SECONDS)
        try:
            connection.request(method, path, headers={"authorization": f"Bearer {self._key}"})
            reply = connection.getresponse()
            body = reply.read(1 << 20)
            if reply.status == 401:
                raise ValueError(f"{self.host}:{self._port} belongs to another run")
            if reply.status != 200:
                said = body[:200].decode(errors="replace")
                raise ValueError(f"{self.host}:{self._port} answers {reply.status}: {said}")
            answer: dict[str, Any] = json.loads(body)
            return answer
        finally:
            connection.close()

    def _failure(self, what: str) -> str:
        where = f"{self._folder}/logs there says more"
        return f"The {self.title} is lost. {what}\nMend that ({where}), then resume: its servers are started again."


# ---------------------------------------------------------------- the supervisor


END_STATES = {"stopped", "crashed", "done"}


class Supervisor:
    """Starts the processes of a run in their order, watches them, starts again what may be, and ends them all."""

    def __init__(self, folder: RunFolder, job: dict[str, Any], lock: int) -> None:
        self._folder = folder
        self._job = job
        self._lock = lock
        self._commands: list[dict[str, Any]] = job["processes"]["commands"]
        self._children: dict[str, Child] = {}
        self._restarts = {command["name"]: 0 for command in self._commands}
        self._restarts_in_row = 0
        self._saved = folder.checkpoints()
        self._step = max(self._saved, default=0)
        self._state = "starting"
        self._activity = "Starting"
        self._problem: str | None = None
        self._wish: str | None = None
        self._signals = 0
        self._next_heartbeat = 0.0
        self._started = time.monotonic()
        self._stage = ""
        self._selector = selectors.DefaultSelector()
        queue = job["processes"].get("queue") or {"folder": "", "gpus": []}
        self._gpus: list[int] = queue["gpus"]
        self._line = Line(Path(queue["folder"]), set(self._gpus), folder.path) if self._gpus else None
        self._place: int | None = None
        self._gpu_look = GpuLook() if job.get("device") == "cuda" else None
        sampler = job["processes"].get("sampler")
        self._sampler = Sampler(sampler, os.environ.get(SAMPLER_KEY, "")) if sampler else None
        self._sampler_generation: tuple[object, ...] = ()
        self._is_sampler_lost = False
        self._waits_for_sampler = False
        self._is_sampler = is_sampler(job)
        self._last_call, self._called = 0, time.monotonic()
        self._ready = 0.0

    def run(self, on_started: Callable[[], None]) -> int:
        """Gives the exit code. `on_started` is called after the first heartbeat."""
        self._begin()
        on_started()
        try:
            self._ended("done" if self._go_on_to_the_end() else "stopped")
        except StopNow:
            self._ended("stopped")
        except Abandoned as abandoned:
            self._ended("stopped", str(abandoned))
        except RunFailed as failed:
            self._ended("crashed", str(failed))
        except BaseException as error:
            self._ended("crashed", f"The supervisor met an error that it did not expect: {error!r}.")
            raise
        return 1 if self._state == "crashed" else 0

    def _begin(self) -> None:
        self._refuse_taken_ports()
        self._folder.prepare()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._count_signal)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        sweep(self._folder.path)
        self._guard = Guard(self._folder.path, [self._lock, *self._join_line()])
        self._write_status()
        resumed = f"Going on after train step {self._step}" if self._step else "Starting"
        self._tell("run-started", resumed, step=self._step, supervisorPid=os.getpid())

    def _join_line(self) -> list[int]:
        """Locks of the place in the line; none for a run that needs no cards, or whose cards are free."""
        if self._line is None:
            return []
        self._line.enter()
        self._place = self._line.place()
        if self._place is not None:
            self._state, self._activity = "queued", self._waiting()
        return [self._line.descriptor]

    def _refuse_taken_ports(self) -> None:
        for command in self._commands:
            if command["name"] in self._children:
                continue
            listens = command["listens"]
            port = listens and listens["port"]
            if port and not port_is_free(listens.get("host", LOOPBACK), port):
                title = TITLES[command["name"]]
                raise CannotStart(
                    f"Port {port} of the {title} is in use by another program. End it, or choose another port."
                )

    def _count_signal(self, *_: object) -> None:
        self._signals += 1

    # -- the life of a run

    def _go_on_to_the_end(self) -> bool:
        """True when the trainer came to its end, False when it was stopped before."""
        while True:
            try:
                self._pause()
                if self._is_sampler:
                    # It is called while it waits, too.
                    self._start_missing(self._commands[:1])
                self._wait_for_cards()
                self._wait_for_sampler()
                self._start_missing(self._commands)
                self._say_running()
                self._watch()
                return self._wish is None or self._step == self._job["totalSteps"]
            except ProcessDied as died:
                self._after_death(died)
            except SamplerChanged as changed:
                self._start_over(str(changed))

    def _wait_for_cards(self) -> None:
        """Until the cards are this run's."""
        if self._line is None or self._place is None:
            return
        self._now("queued", self._waiting())
        while (place := self._line.place()) is not None:
            if place != self._place:
                self._place = place
                self._now("queued", self._waiting())
            until = time.monotonic() + LINE_SECONDS
            while time.monotonic() < until:
                self._tick()
        self._place = None
        self._now("starting", "The cards are free")
        try:
            # They were free when it came, which may be hours ago.
            self._refuse_taken_ports()
        except CannotStart as taken:
            raise RunFailed(str(taken)) from taken

    def _waiting(self) -> str:
        names = ", ".join(map(str, self._gpus))
        others = "next in line" if self._place == 1 else f"number {self._place} in line"
        return f"Waiting for GPU {names}: {others}"

    def _start_missing(self, commands: list[dict[str, Any]]) -> None:
        for command in commands:
            if command["name"] in self._children:
                continue
            child = self._start(command)
            self._now("starting", f"Waiting for the {child.title}")
            self._wait_until_ready(child)
            self._tell("process-ready", f"The {child.title} is ready", process=child.name)

    def _say_running(self) -> None:
        self._ready = time.monotonic()
        self._now("stopping" if self._wish else "running", "Ready to sample" if self._is_sampler else "Training")

    def _wait_for_sampler(self) -> None:
        """Until its model is loaded. While it loads again after a death, nothing of the run lives that needs it."""
        if self._sampler is None:
            return
        self._waits_for_sampler = True
        while not self._sampler.is_ready:
            self._tick()
        self._waits_for_sampler = False
        self._sampler_generation = self._sampler.generation

    def _start(self, command: dict[str, Any]) -> Child:
        if command["name"] == "trainer":
            self._folder.forget_activity()
        env = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            MARK: str(self._folder.path),
            "TOOL_R1_RUN_ID": self._job["runId"],
        }
        if self._sampler is not None:
            # A machine of the run is never reached through a proxy.
            near = ",".join(filter(None, [os.environ.get("NO_PROXY"), self._sampler.host]))
            env.update(NO_PROXY=near, no_proxy=near)
        child = Child(command, self._folder, env)
        self._guard.tell("+", child.pid)
        self._children[child.name] = child
        self._selector.register(child.output, selectors.EVENT_READ, child)
        self._tell("process-started", f"Started the {child.title}", process=child.name, pid=child.pid)
        return child

    def _wait_until_ready(self, child: Child) -> None:
        seconds = child.listens["readySeconds"] if child.listens else 0
        until = time.monotonic() + seconds
        while not child.is_ready():
            if time.monotonic() > until:
                raise RunFailed(self._last_words(f"The {child.title} was not ready after {seconds:.0f} s.", child))
            self._tick()

    def _watch(self) -> None:
        """Until the trainer ended well; without one, until somebody stops it or nobody calls."""
        while self._is_sampler:
            self._tick()
        while self._children["trainer"].code != 0:
            self._tick()
        # It may have ended because of a wish that came after the last look.
        self._notice_wish()
        self._follow_progress()

    def _after_death(self, died: ProcessDied) -> None:
        """Makes room for another start, or gives up."""
        child = died.child
        message = self._last_words(str(died), child)
        self._tell("process-ended", str(died), process=child.name, code=child.code)
        # What dies while the machine that samples is away died of that, whatever it says.
        is_excused = self._sampler is not None and not self._sampler.answers_now()
        hopeless = child.code in HOPELESS_CODES[child.name] and not is_excused
        if self._wish is not None:
            raise RunFailed(f"{message}\nSo the train step could not be ended; what was saved before is kept.")
        if hopeless or self._restarts_in_row >= MOST_RESTARTS:
            raise RunFailed(message)
        self._restarts_in_row += 0 if is_excused else 1
        self._end_children(keep_tokens=child.name != "tokens")
        self._restarts[child.name] += 1
        self._say_again(str(died))

    def _start_over(self, why: str) -> None:
        """The other machine has the first weights again: a new trainer sends the newest."""
        if self._wish is not None:
            raise RunFailed(f"{why}\nSo the train step could not be ended; what was saved before is kept.")
        self._tell("sampler-restarted", why)
        self._end_children()
        self._say_again(why)

    def _say_again(self, why: str) -> None:
        self._step = max(self._saved, default=0)
        after = "" if self._is_sampler else f" after train step {self._step}"
        self._now("starting", f"Starting again{after}: {why}")

    def _pause(self) -> None:
        """Twice as long after each restart in a row."""
        seconds = 0.5 * 2 ** (self._restarts_in_row - 1) if self._restarts_in_row else 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._tick()

    # -- one look at everything

    def _tick(self) -> None:
        self._read_output(TICK_SECONDS)
        self._notice_wish()
        self._follow_progress()
        self._follow_activity()
        self._follow_gpus()
        self._follow_sampler()
        self._follow_callers()
        if not self._folder.is_there():
            raise RunFailed("The run folder was deleted, so the run was ended.")
        if time.monotonic() >= self._next_heartbeat:
            self._write_status()
        for child in self._children.values():
            if child.code is not None and (child.name, child.code) != ("trainer", 0):
                raise ProcessDied(child)

    def _read_output(self, seconds: float) -> None:
        if not self._selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, 65_536)
            if data:
                key.data.log.write(data)
            else:
                self._selector.unregister(key.fd)

    def _notice_wish(self) -> None:
        if self._signals == 1 and self._wish is None:
            self._folder.ask_to_stop()
        wish = "now" if self._signals > 1 else self._folder.stop_wish()
        if wish == self._wish or wish is None:
            return
        self._wish = wish
        self._tell("stop-asked", "Stopping at once" if wish == "now" else "Stopping after this train step", wish=wish)
        if wish == "now" or "trainer" not in self._children:
            raise StopNow
        self._now("stopping", "Ending the train step and saving")

    def _follow_progress(self) -> None:
        for step in self._folder.new_steps():
            self._step = step
            self._restarts_in_row = 0
            self._tell("step-ended", f"Train step {step} is done", step=step)
        for step in sorted(self._folder.checkpoints() - self._saved):
            self._saved.add(step)
            self._tell("checkpoint-saved", f"Saved checkpoint {step}", step=step)

    def _follow_activity(self) -> None:
        """While it trains; what a stop or a start is at was said by the supervisor."""
        if self._state != "running" or self._is_sampler:
            return
        stage, self._activity = self._folder.activity()
        if stage != self._stage:
            self._stage = stage
            self._next_heartbeat = 0.0

    def _follow_sampler(self) -> None:
        """A short silence only costs time: whoever calls it calls again."""
        if self._sampler is None:
            return
        self._sampler.follow()
        is_lost = self._sampler.silence() > 2 * SAMPLER_SECONDS
        if is_lost != self._is_sampler_lost:
            self._is_sampler_lost = is_lost
            kind, what = ("sampler-lost", "does not answer") if is_lost else ("sampler-back", "answers again")
            self._tell(kind, f"The {self._sampler.title} {what}")
        # It has a generation once the processes that need it were started.
        if self._sampler_generation not in ((), self._sampler.generation) and self._children:
            raise SamplerChanged(f"The {self._sampler.title} was started anew.")

    def _follow_callers(self) -> None:
        """Of servers that sample for another machine: whether that still needs them."""
        if not self._is_sampler:
            return
        call = self._folder.last_call()
        if call != self._last_call:
            self._last_call, self._called = call, time.monotonic()
        if self._state == "running" and time.monotonic() - self._ready > STEADY_SECONDS:
            self._restarts_in_row = 0
        silence, most = time.monotonic() - self._called, self._job["silenceSeconds"]
        if silence > most:
            raise Abandoned(f"The run that trains elsewhere has not called for {most} s, so its sampler was ended.")

    def _follow_gpus(self) -> None:
        if self._gpu_look is None:
            return
        before = self._gpu_look.problem
        cards = self._gpu_look.poll()
        if self._gpu_look.problem not in (None, before):
            self._tell("gpu-lost", f"nvidia-smi says: {self._gpu_look.problem}")
        if cards is not None:
            with suppress(OSError):
                self._folder.append_gpus({"version": 1, "at": now(), "step": self._step, "gpus": cards})

    # -- the end

    def _ended(self, state: str, problem: str | None = None) -> None:
        self._state, self._activity, self._problem = state, "", problem
        try:
            self._end_children()
            sweep(self._folder.path)
        except RunFailed as failed:
            self._state, self._problem = "crashed", str(failed)
        if self._gpu_look is not None:
            self._gpu_look.close()
        if self._sampler is not None:
            self._sampler.end()
        if self._is_sampler:
            self._folder.drop_policies()
        self._guard.close()
        if self._line is not None:
            self._line.leave()
        if not self._folder.is_there():
            print(f"{now()} {self._problem}", file=sys.stderr, flush=True)
            return
        lack = self._problem and lack_of_room(self._folder.path, self._problem)
        if lack:
            self._problem = f"{lack}\n{self._problem}"
        self._folder.use_reserve()
        self._tell("run-ended", self._problem or f"The run is {self._state}", state=self._state)
        self._write_status()

    def _end_children(self, keep_tokens: bool = False) -> None:
        """Asks them to end, in the opposite order of starting, waits, then ends them with all that they started."""
        kept = {"tokens"} if keep_tokens else set()
        ending = [child for child in self._children.values() if child.name not in kept or child.code is not None]
        for child in reversed(ending):
            child.terminate()
        until = time.monotonic() + GRACE_SECONDS
        while any(child.code is None for child in ending) and time.monotonic() < until:
            self._read_output(0.05)
        for child in ending:
            self._forget(child)

    def _forget(self, child: Child) -> None:
        child.kill()
        if child.output in self._selector.get_map():
            self._selector.unregister(child.output)
        child.drain()
        self._guard.tell("-", child.pid)
        del self._children[child.name]

    # -- what others see

    def _now(self, state: str, activity: str) -> None:
        self._state, self._activity = state, activity
        self._write_status()

    def _tell(self, kind: str, message: str, **facts: object) -> None:
        print(f"{now()} {kind} {message}", file=sys.stderr, flush=True)
        try:
            self._folder.append_event({"type": kind, "message": message, **facts})
        except OSError as error:
            print(f"{now()} events.jsonl cannot be written: {error}", file=sys.stderr, flush=True)
        self._next_heartbeat = 0.0

    def _last_words(self, what: str, child: Child) -> str:
        """What happened, with what the process said last: that is where it explains itself."""
        self._read_output(0)
        if self._gpu_look is not None and self._gpu_look.problem is not None:
            lost = f"A graphics card is lost: {self._gpu_look.problem}"
            what = f"{lost}\nRestart the machine or reset the card, then resume. {what}"
        *before, last = child.log.tail() or [self._silence()]
        return "\n  ".join(
            [f"{what} {last}", *([f"Before that, in logs/{child.name}.log:", *before] if before else [])]
        )

    def _silence(self) -> str:
        """What may be behind it when a process said nothing at its end."""
        if is_full(self._folder.path):
            return f"It said nothing, as happens when the disk of {self._folder.path} is full."
        return "It said nothing; the log of the machine may tell more (dmesg, journalctl)."

    def _write_status(self) -> None:
        self._next_heartbeat = time.monotonic() + HEARTBEAT_SECONDS
        try:
            self._folder.write_status(self._status())
        except OSError as error:
            print(f"{now()} status.json cannot be written: {error}", file=sys.stderr, flush=True)

    def _status(self) -> dict[str, Any]:
        return {
            "version": 1,
            "runId": self._job["runId"],
            "state": self._state,
            "at": now(),
            "host": socket.gethostname(),
            "supervisorPid": os.getpid(),
            "bootId": boot_id(),
            "uptimeSeconds": round(time.monotonic() - self._started, 3),
            "waitsFor": self._place and {"place": self._place, "gpus": self._gpus},
            "step": self._step,
            "totalSteps": self._job["totalSteps"],
            "activity": self._shown_activity(),
            "processes": [self._process_status(command["name"]) for command in self._commands],
            "problem": self._problem,
        }

    def _shown_activity(self) -> str:
        """Where all waits for the machine that samples, that is what is to be known."""
        is_waiting = self._is_sampler_lost or self._waits_for_sampler
        if self._sampler is None or not is_waiting or self._state in END_STATES:
            return self._activity
        return self._sampler.activity

    def _process_status(self, name: str) -> dict[str, Any]:
        child = self._children.get(name)
        return {"name": name, "pid": child and child.pid, "restarts": self._restarts[name]}


# ---------------------------------------------------------------- the command line


def supervise(path: Path, on_started: Callable[[], None]) -> int:
    """Runs to the end and gives the exit code."""
    folder = RunFolder(path)
    job = folder.job()
    return Supervisor(folder, job, folder.lock()).run(on_started)


def end(path: Path) -> int:
    """Ends a run from outside: asks its supervisor, then kills it, then ends whatever its guard left."""
    folder = RunFolder(path)
    pid = folder.supervisor()
    if pid is not None:
        # The second one asks it to stop at once.
        for number, seconds in ((signal.SIGTERM, 1.0), (signal.SIGTERM, 2 * GRACE_SECONDS), (signal.SIGKILL, 1.0)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            wait_until_gone(pid, seconds)
    try:
        lock = folder.lock()
        sweep(path)
    except (CannotStart, RunFailed) as left:
        print(left, file=sys.stderr)
        return 1
    status = folder.status()
    if status and status.get("state") not in END_STATES:
        nobody = [{**process, "pid": None} for process in status.get("processes", [])]
        ended = {"state": "stopped", "activity": "", "at": now(), "waitsFor": None, "processes": nobody}
        folder.write_status({**status, **ended, "problem": None})
        folder.append_event({"type": "run-ended", "message": "The run was ended from outside", "state": "stopped"})
    os.close(lock)
    return 0


def wait_until_gone(pid: int, seconds: float) -> None:
    """Returns when the process is gone or the time is over."""
    until = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)


def detach(path: Path) -> int:
    """Goes on in a child without terminal; this process ends when the child said how its start went."""
    reader, writer = os.pipe()
    if os.fork() > 0:
        os.close(writer)
        with os.fdopen(reader) as report:
            answer = report.read()
        if answer == "started":
            return 0
        print(answer or f"The supervisor died at its start; {path}/logs/supervisor.log may say why.", file=sys.stderr)
        return 2
    os.setsid()
    leave_terminal(path)
    with os.fdopen(writer, "w") as report:

        def say_started() -> None:
            report.write("started")
            report.close()

        try:
            return supervise(path, say_started)
        except (CannotStart, OSError) as error:
            if not report.closed:
                report.write(str(error))
            return 2


def leave_terminal(path: Path) -> None:
    """Standard output and error go to the supervisor's log from now on."""
    (path / "logs").mkdir(exist_ok=True)
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(path / "logs" / "supervisor.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for target, source in ((0, nothing), (1, log), (2, log)):
        os.dup2(source, target)


def main() -> NoReturn:
    """Reads the command line and exits."""
    parser = argparse.ArgumentParser(description="Runs the processes of a training run.")
    parser.add_argument("folder", type=Path, help="the run folder, with run.json")
    parser.add_argument("--detach", action="store_true", help="return after the first heartbeat")
    parser.add_argument("--end", action="store_true", help="end a run from outside, with all of it")
    parser.add_argument("--guard", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    path = options.folder.resolve()
    if options.guard:
        guard(path)
        sys.exit(0)
    try:
        if options.end:
            sys.exit(end(path))
        sys.exit(detach(path) if options.detach else supervise(path, lambda: None))
    except (CannotStart, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()

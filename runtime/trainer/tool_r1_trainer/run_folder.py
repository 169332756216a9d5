"""The files of a run folder that the trainer reads and writes. `runFolder.ts` of the contract lists them all."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.run_job import RunJob
from tool_r1_trainer.wire import TrainStepMetrics

ROLLOUT_STATE = "rollout_state.jsonl"
_CHECKPOINT = re.compile(r"checkpoint-(\d+)")


@dataclass(frozen=True)
class Checkpoint:
    """A folder with weights, optimiser and rollout state after `step` train steps."""

    step: int
    folder: Path


@dataclass(frozen=True)
class RunFolder:
    """A run folder by its path, absolute."""

    path: Path

    @property
    def checkpoints(self) -> Path:
        return self.path / "checkpoints"

    @property
    def policies(self) -> Path:
        """Weights on their way to the token server."""
        return self.path / "policy"

    def newest_checkpoint(self) -> Checkpoint | None:
        """The newest whole one. The rollout state is written last, so a checkpoint without it is torn."""
        found = [
            Checkpoint(int(match[1]), folder)
            for folder in self.checkpoints.glob("checkpoint-*")
            if (match := _CHECKPOINT.fullmatch(folder.name)) and (folder / ROLLOUT_STATE).is_file()
        ]
        return max(found, key=lambda checkpoint: checkpoint.step, default=None)

    def append_metrics(self, metrics: TrainStepMetrics) -> None:
        """One line, on the disk before this returns. A torn line of a crash is ended first."""
        line = metrics.model_dump_json().encode() + b"\n"
        with (self.path / "metrics.jsonl").open("ab+") as file:
            if file.tell() > 0:
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def read_run_job(config: Path) -> RunJob:
    """`run.json`. Raises `WrongSetup` with the first fault."""
    try:
        return RunJob.model_validate_json(config.read_bytes())
    except OSError as error:
        raise WrongSetup(f"{config} cannot be read: {error.strerror}. Name the run.json of a run folder.") from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise WrongSetup(f"{config}: {where}: {fault['msg']}. Start the run with `tool-r1 train`.") from None


def flush_folder(folder: Path) -> None:
    """Everything in a folder is on the disk before this returns, so that what is written next comes after it."""
    for path in [*(file for file in folder.rglob("*") if file.is_file()), folder]:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

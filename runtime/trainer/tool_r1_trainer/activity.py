"""What the trainer is at, for a person who looks: activity.json of the run folder, which the supervisor reads."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from tool_r1_trainer.wire import RunActivity, Stage

log = logging.getLogger(__name__)

FILE = "activity.json"
_LEAST_SECONDS = 1.0
"""Between two tellings of one stage."""

_WORDS: dict[Stage, str] = {
    "loading": "Loading the model",
    "pushing": "Handing the weights to the token server",
    "sampling": "Sampling",
    "scoring": "Scoring",
    "updating": "Updating the weights",
    "saving": "Saving a checkpoint",
}
_UNITS: dict[Stage, str] = {"sampling": "rollouts", "updating": "micro-batches"}
assert set(_WORDS) == set(get_args(Stage))


class Activity:
    """Replaces the file when the stage changes, and within a stage once a second. A file that cannot be written is
    logged once and ends nothing.

    Args:
        folder: the run folder; None on ranks that tell nothing.
        timestamp: the time of a telling, as the contract writes times.
        now: seconds of a clock that never goes back.
    """

    def __init__(
        self, folder: Path | None, timestamp: Callable[[], str], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = folder
        self._timestamp = timestamp
        self._now = now
        self._told: tuple[Stage, int] | None = None
        self._quiet_until = 0.0
        self._writes = True

    def tell(self, stage: Stage, step: int, done: int | None = None, total: int | None = None) -> None:
        """`step` is the train step that is made, from 1; `done` and `total` count rollouts or micro-batches."""
        if self._folder is None or ((stage, step) == self._told and self._now() < self._quiet_until):
            return
        self._told, self._quiet_until = (stage, step), self._now() + _LEAST_SECONDS
        text = text_of(stage, done, total)
        self._write(
            self._folder, RunActivity(step=step, at=self._timestamp(), stage=stage, done=done, total=total, text=text)
        )

    def _write(self, folder: Path, activity: RunActivity) -> None:
        replacement = folder / f"{FILE}.new"
        try:
            replacement.write_text(activity.model_dump_json(), encoding="utf-8")
            replacement.replace(folder / FILE)
        except OSError as error:
            # Said once: the last lines of the log are what a person reads when the run ends.
            if self._writes:
                log.warning("%s cannot be written: %s", FILE, error)
            self._writes = False
        else:
            self._writes = True


def text_of(stage: Stage, done: int | None, total: int | None) -> str:
    """For example `Sampling: 23 of 64 rollouts`."""
    unit = _UNITS.get(stage)
    if unit is None or done is None or not total:
        return _WORDS[stage]
    return f"{_WORDS[stage]}: {done} of {total} {unit}"

"""Whether somebody asked this process to stop. A train step is always finished and saved before it does."""

import signal
from types import FrameType


class StopWish:
    """Set by SIGTERM or SIGINT once `listen` was called; the rollout server's stop is not its matter."""

    def __init__(self) -> None:
        self.is_set = False

    def listen(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._set)

    def _set(self, _number: int, _frame: FrameType | None) -> None:
        self.is_set = True

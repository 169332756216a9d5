"""Seconds of the parts of a train step."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopwatch:
    """Adds up seconds by name until `take` starts anew."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._begun: dict[str, float] = {}

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        self.begin(name)
        try:
            yield
        finally:
            self.end(name)

    def begin(self, name: str) -> None:
        self._begun[name] = self._now()

    def end(self, name: str) -> None:
        self._seconds[name] += self._now() - self._begun.pop(name)

    def take(self) -> dict[str, float]:
        taken = dict(self._seconds)
        self._seconds.clear()
        return taken

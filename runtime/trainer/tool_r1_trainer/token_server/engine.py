"""Samples all running sequences together, one token a pass, in a thread of its own.

New sequences and new weights wait in one line: a sequence is given a slot as soon as one is free, and weights are
taken when every sequence before them has ended. Thus no completion mixes two policies.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from transformers import PreTrainedModel

from tool_r1_trainer.token_server.completion_request import RequestRefused
from tool_r1_trainer.token_server.decoder import Decoder
from tool_r1_trainer.token_server.sequence import Completion, Sequence

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NewWeights:
    """Another model to sample from, read by `load` once nothing runs any more."""

    name: str
    load: Callable[[], PreTrainedModel]
    done: "Future[None]" = field(default_factory=Future)


class Engine:
    """Owns the decoder. `start` it once; `stop` ends its thread and fails what still waits."""

    def __init__(self, decoder: Decoder, model_name: str, slots: int) -> None:
        self._decoder = decoder
        self.model_name = model_name
        self._free = list(reversed(range(slots)))
        self._running: dict[int, Sequence] = {}
        self._waiting: deque[Sequence | NewWeights] = deque()
        self._changed = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._work, name="engine", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join()

    @property
    def is_sampling(self) -> bool:
        return bool(self._running)

    def submit(self, item: Sequence | NewWeights) -> None:
        """Puts a sequence or new weights in line; its future says how it went."""
        with self._changed:
            self._waiting.append(item)
            self._changed.notify()

    def _work(self) -> None:
        while self._wait_for_work():
            self._admit()
            self._drop_cancelled()
            self._advance()
        self._fail_rest()

    def _wait_for_work(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._waiting or self._running)
            return not self._stopped

    def _admit(self) -> None:
        """Serves the head of the line as long as it can be served now."""
        while (item := self._next()) is not None:
            if isinstance(item, NewWeights):
                self._take(item)
            else:
                self._begin(item)

    def _next(self) -> Sequence | NewWeights | None:
        with self._changed:
            if not self._waiting:
                return None
            can_serve = not self._running if isinstance(self._waiting[0], NewWeights) else self._free
            return self._waiting.popleft() if can_serve else None

    def _take(self, weights: NewWeights) -> None:
        try:
            self._decoder.use(weights.load())
            self.model_name = weights.name
            weights.done.set_result(None)
        except Exception as error:
            log.exception("weights %s could not be taken", weights.name)
            weights.done.set_exception(error)

    def _begin(self, sequence: Sequence) -> None:
        if not sequence.result.set_running_or_notify_cancel():
            return
        if sequence.model != self.model_name:
            message = f"The model {sequence.model} does not exist; {self.model_name} is served."
            sequence.result.set_exception(RequestRefused(404, message))
            return
        slot = self._free.pop()
        self._running[slot] = sequence
        try:
            completion = sequence.sample(self._decoder.read_prompt(slot, sequence.prompt_ids))
        except Exception as error:
            self._fail(slot, error)
            return
        if completion is not None:
            self._end(slot).result.set_result(completion)

    def _drop_cancelled(self) -> None:
        for slot in [slot for slot, sequence in self._running.items() if sequence.abandoned.is_set()]:
            self._end(slot).result.set_exception(RequestRefused(499, "The client went away."))

    def _advance(self) -> None:
        """One token for every running sequence."""
        if not self._running:
            return
        try:
            logits = self._decoder.next_logits({slot: seq.last for slot, seq in self._running.items()})
        except Exception as error:
            for slot in list(self._running):
                self._fail(slot, error)
            return
        for slot, sequence in list(self._running.items()):
            completion = sequence.sample(logits[slot])
            if completion is not None:
                self._end(slot).result.set_result(completion)

    def _fail(self, slot: int, error: Exception) -> None:
        log.error("a sequence failed", exc_info=error)
        self._end(slot).result.set_exception(error)

    def _end(self, slot: int) -> Sequence:
        self._free.append(slot)
        return self._running.pop(slot)

    def _fail_rest(self) -> None:
        stopped = RequestRefused(503, "The server is being stopped.")
        for slot in list(self._running):
            self._end(slot).result.set_exception(stopped)
        for item in self._waiting:
            future: Future[None] | Future[Completion] = item.done if isinstance(item, NewWeights) else item.result
            future.set_exception(stopped)

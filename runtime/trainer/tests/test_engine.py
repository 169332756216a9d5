"""The line in front of the slots: who is sampled when, and what happens to the others when something breaks."""

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest
import torch

from tool_r1_trainer.token_server.completion_request import RequestRefused
from tool_r1_trainer.token_server.engine import Engine, NewWeights
from tool_r1_trainer.token_server.sequence import Sampling, Sequence

SLOTS = 2
WAIT = 20.0


class Letters:
    """A tokenizer whose tokens are letters."""

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        return "".join(chr(ord("a") + id) for id in ids)


class TableDecoder:
    """Says the token after the last one, and what it was asked; `gate` holds passes up, `fault` breaks them."""

    def __init__(self) -> None:
        self.prompts: list[tuple[int, list[int]]] = []
        self.used: list[Any] = []
        self.most_at_once = 0
        self.gate = threading.Event()
        self.gate.set()
        self.fault: Callable[[list[int]], bool] = lambda _: False

    def read_prompt(self, slot: int, ids: list[int]) -> torch.Tensor:
        self.prompts.append((slot, ids))
        if self.fault(ids):
            raise RuntimeError(f"prompt {ids} is too much")
        return logits_of(ids[-1] + 1)

    def next_logits(self, last: Mapping[int, tuple[int, int]]) -> torch.Tensor:
        assert self.gate.wait(WAIT)
        self.most_at_once = max(self.most_at_once, len(last))
        if self.fault([token for token, _ in last.values()]):
            raise RuntimeError("a pass broke")
        return torch.stack([logits_of(last[slot][0] + 1 if slot in last else 0) for slot in range(SLOTS)])

    def use(self, model: Any) -> None:
        self.used.append(model)


def logits_of(token: int) -> torch.Tensor:
    logits = torch.full((26,), -1e9)
    logits[token % 26] = 0.0
    return logits


def sequence(start: int, tokens: int, model: str = "policy-v0") -> Sequence:
    tokenizer: Any = Letters()
    return Sequence([start], Sampling(tokens, 1.0, seed=1), tokenizer, model)


@pytest.fixture
def decoder() -> TableDecoder:
    return TableDecoder()


@pytest.fixture
def engine(decoder: TableDecoder) -> Iterator[Engine]:
    table: Any = decoder
    made = Engine(table, "policy-v0", SLOTS)
    yield made
    decoder.gate.set()
    if made._thread.is_alive():
        made.stop()


def text(of: Sequence) -> str:
    return of.result.result(WAIT).text


def refusal(future: "Future[Any]") -> RequestRefused:
    error = future.exception(WAIT)
    assert isinstance(error, RequestRefused)
    return error


def test_more_sequences_than_slots_wait_their_turn(engine: Engine, decoder: TableDecoder) -> None:
    line = [sequence(start, tokens) for start, tokens in ((0, 3), (5, 6), (10, 2), (15, 4))]
    for one in line:
        engine.submit(one)
    engine.start()
    assert [text(one) for one in line] == ["bcd", "ghijkl", "lm", "qrst"]
    assert [prompt for _, prompt in decoder.prompts] == [[0], [5], [10], [15]]
    assert {slot for slot, _ in decoder.prompts} == {0, 1}
    assert decoder.most_at_once == SLOTS
    assert engine.is_sampling is False


def test_a_sequence_of_one_token_needs_no_further_pass(engine: Engine, decoder: TableDecoder) -> None:
    decoder.gate.clear()
    one = sequence(3, 1)
    engine.submit(one)
    engine.start()
    assert text(one) == "e"
    assert decoder.most_at_once == 0


def test_weights_are_taken_between_those_before_and_those_after_them(engine: Engine, decoder: TableDecoder) -> None:
    before, after = sequence(0, 4), sequence(0, 4, "policy-v1")
    loaded: list[bool] = []

    def load() -> Any:
        loaded.append(before.result.done())
        return "weights"

    weights = NewWeights("policy-v1", load)
    for item in (before, weights, after):
        engine.submit(item)
    engine.start()
    assert text(after) == "bcde"
    assert loaded == [True]
    assert decoder.used == ["weights"]
    assert weights.done.result(WAIT) is None
    assert engine.model_name == "policy-v1"


def test_who_asks_for_a_policy_that_is_gone_is_told(engine: Engine) -> None:
    late = sequence(0, 4)
    engine.submit(NewWeights("policy-v1", lambda: object()))  # type: ignore[arg-type, return-value]
    engine.submit(late)
    engine.start()
    refused = refusal(late.result)
    assert (refused.status, str(refused)) == (404, "The model policy-v0 does not exist; policy-v1 is served.")


def test_weights_that_cannot_be_loaded_leave_what_is_served(engine: Engine, decoder: TableDecoder) -> None:
    def load() -> Any:
        raise OSError("no such folder")

    weights, after = NewWeights("policy-v1", load), sequence(0, 2)
    engine.submit(weights)
    engine.submit(after)
    engine.start()
    assert isinstance(weights.done.exception(WAIT), OSError)
    assert text(after) == "bc"
    assert (engine.model_name, decoder.used) == ("policy-v0", [])


def test_a_prompt_that_breaks_breaks_no_other(engine: Engine, decoder: TableDecoder) -> None:
    decoder.fault = lambda ids: ids == [7]
    broken, well = sequence(7, 3), sequence(1, 3)
    for one in (broken, well):
        engine.submit(one)
    engine.start()
    assert text(well) == "cde"
    with pytest.raises(RuntimeError, match=r"prompt \[7\] is too much"):
        broken.result.result(WAIT)


def test_a_pass_that_breaks_ends_those_in_it_and_the_next_ones_are_served(
    engine: Engine, decoder: TableDecoder
) -> None:
    decoder.fault = lambda tokens: 9 in tokens
    doomed, beside, later = sequence(8, 5), sequence(1, 9), sequence(20, 3)
    for one in (doomed, beside, later):
        engine.submit(one)
    engine.start()
    for one in (doomed, beside):
        with pytest.raises(RuntimeError, match="a pass broke"):
            one.result.result(WAIT)
    assert text(later) == "vwx"


def test_who_went_away_gives_up_the_slot(engine: Engine, decoder: TableDecoder) -> None:
    decoder.gate.clear()
    gone, never_begun, waiting = sequence(0, 1000), sequence(4, 3), sequence(8, 3)
    engine.submit(gone)
    engine.submit(sequence(12, 1000))
    engine.start()
    engine.submit(never_begun)
    engine.submit(waiting)
    never_begun.result.cancel()
    gone.abandoned.set()
    decoder.gate.set()
    assert text(waiting) == "jkl"
    assert refusal(gone.result).status == 499
    assert [4] not in [prompt for _, prompt in decoder.prompts]
    with pytest.raises(CancelledError):
        never_begun.result.result(WAIT)


def test_stopping_fails_what_runs_and_what_waits(engine: Engine, decoder: TableDecoder) -> None:
    decoder.gate.clear()
    line = [sequence(start, 1000) for start in range(3)]
    weights = NewWeights("policy-v1", lambda: object())  # type: ignore[arg-type, return-value]
    for one in line:
        engine.submit(one)
    engine.submit(weights)
    engine.start()
    threading.Timer(0.05, decoder.gate.set).start()
    engine.stop()
    futures: list[Future[Any]] = [*(one.result for one in line), weights.done]
    for refused in map(refusal, futures):
        assert (refused.status, str(refused)) == (503, "The server is being stopped.")
    assert decoder.used == []

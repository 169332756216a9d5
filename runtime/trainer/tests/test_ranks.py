"""What several training processes share: results and errors of rank 0, and the rows of a batch."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from made_rows import RowMaker, batch_of
from scripted_server import ScriptedServer

from tool_r1_trainer import main_rank
from tool_r1_trainer.activity import Activity
from tool_r1_trainer.batch_source import BatchSource, RunEnded
from tool_r1_trainer.failures import ContractBroken, ServerGone
from tool_r1_trainer.main_rank import on_main_rank
from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.stopwatch import Stopwatch
from tool_r1_trainer.wire import Batch, BatchRequest


@dataclass
class TwoRanks:
    """Two ranks in one process: what rank 0 put into the box is what rank 1 finds in it."""

    sent: list[Any] = field(default_factory=list)

    def broadcast(self, box: list[Any]) -> None:
        if self.sent:
            box[:] = self.sent
        else:
            self.sent = list(box)

    def run(self, work: Callable[[Any], Any]) -> list[Any]:
        """What each rank got, or the error that was raised there."""
        self.sent = []
        return [self._outcome(work, rank) for rank in range(2)]

    def _outcome(self, work: Callable[[Any], Any], rank: int) -> Any:
        accelerator = SimpleNamespace(num_processes=2, process_index=rank, is_main_process=rank == 0)
        try:
            return work(accelerator)
        except Exception as error:
            return error


@pytest.fixture
def ranks(monkeypatch: pytest.MonkeyPatch) -> TwoRanks:
    two = TwoRanks()
    monkeypatch.setattr(main_rank, "broadcast_object_list", two.broadcast)
    return two


def test_work_is_done_once_and_its_result_is_everywhere(ranks: TwoRanks) -> None:
    done: list[int] = []

    def work() -> str:
        done.append(1)
        return "result"

    assert ranks.run(lambda accelerator: on_main_rank(accelerator, work)) == ["result", "result"]
    assert done == [1]


def test_an_error_is_raised_everywhere(ranks: TwoRanks) -> None:
    def work() -> None:
        raise ServerGone("nobody answers")

    outcomes = ranks.run(lambda accelerator: on_main_rank(accelerator, work))
    assert [type(outcome) for outcome in outcomes] == [ServerGone, ServerGone]


def source_of(script: Callable[[BatchRequest], Batch]) -> BatchSource:
    return BatchSource(ScriptedServer(script), 2, 3, 256, 448, 7, Stopwatch(), Activity(None, str))


def ask(source: BatchSource, accelerator: Any) -> list[float]:
    """The rewards of the rows that a rank gets for its three slots."""
    trainer: Any = SimpleNamespace(
        accelerator=accelerator, state=SimpleNamespace(global_step=0), pad_token_id=0, num_generations=3
    )
    columns = source(["", "", ""], trainer)
    assert set(columns) == {"prompt_ids", "completion_ids", "logprobs", "env_mask", "total_reward"}
    assert {len(column) for column in columns.values()} == {3}
    rewards: Any = columns["total_reward"]
    return list(rewards)


def test_every_rank_keeps_its_own_rows(ranks: TwoRanks, tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    groups = [
        maker.group(task, [maker.row(0, True, 10.0 * start + n) for n in range(3)]) for start, task in enumerate("ab")
    ]
    source = source_of(lambda request: batch_of(request.step, groups))
    assert ranks.run(lambda accelerator: ask(source, accelerator)) == [[0.0, 1.0, 2.0], [10.0, 11.0, 12.0]]


def test_the_end_of_a_run_is_an_end_on_every_rank(ranks: TwoRanks) -> None:
    source = source_of(lambda request: batch_of(request.step, [], finished=True))
    assert [type(end) for end in ranks.run(lambda accelerator: ask(source, accelerator))] == [RunEnded, RunEnded]
    stopped = source_of(lambda request: batch_of(request.step, [], stop=True))
    assert [type(end) for end in ranks.run(lambda accelerator: ask(stopped, accelerator))] == [RunEnded, RunEnded]


def test_a_batch_that_cannot_be_trained_on_ends_every_rank(ranks: TwoRanks) -> None:
    source = source_of(lambda request: batch_of(request.step + 1, []))
    outcomes = ranks.run(lambda accelerator: ask(source, accelerator))
    assert [type(outcome) for outcome in outcomes] == [ContractBroken, ContractBroken]

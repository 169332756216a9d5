"""Gives TRL the rows of a train step: rank 0 asks the rollout server, every rank keeps its own slice."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tool_r1_trainer.activity import Activity
from tool_r1_trainer.main_rank import on_main_rank
from tool_r1_trainer.rows import Row, rows_of
from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.stopwatch import Stopwatch
from tool_r1_trainer.validation import check_batch
from tool_r1_trainer.wire import Batch, BatchProgress, BatchRequest, Stage

if TYPE_CHECKING:
    from tool_r1_trainer.trainer import QueueGRPOTrainer


class RunEnded(Exception):
    """Nothing is left to train on, or the run was stopped before a batch was sampled. Not an error."""


class BatchSource:
    """TRL's `rollout_func`. `batch` is the newest one and `rows` this rank's rows of it."""

    def __init__(
        self,
        server: RolloutServer,
        groups: int,
        update_size: int,
        max_sequence_tokens: int,
        vocabulary: int,
        seed: int,
        stopwatch: Stopwatch,
        activity: Activity,
    ) -> None:
        self._server = server
        self._groups = groups
        self._update_size = update_size
        self._max_sequence_tokens = max_sequence_tokens
        self._vocabulary = vocabulary
        self._seed = seed
        self._stopwatch = stopwatch
        self._activity = activity
        self.batch: Batch | None = None
        self.rows: Sequence[Row] = ()

    def __call__(self, prompts: list[str], trainer: "QueueGRPOTrainer") -> dict[str, list[object]]:
        """The columns that TRL wants, one entry a row of this rank; `prompts` are only slots to be filled.

        Raises `RunEnded` on every rank when there is nothing to train on any more.
        """
        accelerator = trainer.accelerator
        step = trainer.state.global_step
        with self._stopwatch.measure("waiting"):
            batch = on_main_rank(accelerator, lambda: self._fetch(step))
        if batch.finished or (batch.stop and not batch.groups):
            raise RunEnded
        self.batch = batch
        rows = rows_of(batch, step, self._groups * self._update_size, trainer.pad_token_id)
        first = accelerator.process_index * len(prompts)
        self.rows = rows[first : first + len(prompts)]
        return {
            "prompt_ids": [row.prompt_ids for row in self.rows],
            "completion_ids": [row.completion_ids for row in self.rows],
            "logprobs": [row.log_probs for row in self.rows],
            "env_mask": [row.mask for row in self.rows],
            "total_reward": [row.reward for row in self.rows],
        }

    def _fetch(self, step: int) -> Batch:
        request = BatchRequest(
            run_id=self._server.run_id,
            step=step,
            policy_version=step,
            groups=self._groups,
            update_size=self._update_size,
            seed=self._seed,
        )
        batch = self._server.batch(request, lambda progress: self._tell(step + 1, progress))
        check_batch(batch, request, self._max_sequence_tokens, self._vocabulary)
        if batch.groups:
            self._activity.tell("updating", step + 1)
        return batch

    def _tell(self, step: int, progress: BatchProgress) -> None:
        stage: Stage = "scoring" if progress.phase == "scoring" else "sampling"
        self._activity.tell(stage, step, progress.done, progress.total)


def total_reward(completions: list[str], total_reward: list[float], **_: object) -> list[float]:
    """TRL's reward function. Rewards come with the rows, and advantages too: this one is only logged."""
    return total_reward

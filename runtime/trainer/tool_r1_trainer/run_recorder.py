"""Follows the training loop: checks each update before it is made, writes its figures, saves, stops when asked to."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments

from tool_r1_trainer.activity import Activity
from tool_r1_trainer.failures import PolicyMismatch
from tool_r1_trainer.main_rank import on_main_rank
from tool_r1_trainer.run_folder import RunFolder, flush_folder
from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.step_metrics import Metrics, batch_metrics, loss_metrics, time_metrics
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.stopwatch import Stopwatch
from tool_r1_trainer.update_statistics import TokenFacts
from tool_r1_trainer.wire import TrainStepMetrics

if TYPE_CHECKING:
    from tool_r1_trainer.batch_source import BatchSource
    from tool_r1_trainer.trainer import QueueGRPOTrainer

log = logging.getLogger(__name__)

MOST_LOG_PROB_GAP = 0.05
"""Mean |log-probability of trainer - of token server| over the fresh tokens of a step; more is another policy."""

_NO_TOKENS = TokenFacts(0, None, None)


class RunRecorder(TrainerCallback):
    """One for a run; `attach` it to the trainer before training begins."""

    def __init__(
        self,
        server: RolloutServer,
        folder: RunFolder,
        source: "BatchSource",
        stopwatch: Stopwatch,
        stop: StopWish,
        timestamp: Callable[[], str],
        activity: Activity,
    ) -> None:
        self._server = server
        self._folder = folder
        self._source = source
        self._stopwatch = stopwatch
        self._stop = stop
        self._timestamp = timestamp
        self._activity = activity
        self._micro_batches = 0
        self._fresh, self._cached = _NO_TOKENS, _NO_TOKENS
        self.saved_step: int | None = None

    def attach(self, trainer: "QueueGRPOTrainer") -> None:
        self._trainer = trainer
        trainer.add_callback(self)

    def on_step_begin(self, *_: Any, **__: Any) -> None:
        self._micro_batches = 0
        self._stopwatch.begin("step")

    def on_substep_end(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Comes after each micro-batch but the last."""
        self._micro_batches += 1
        total = args.gradient_accumulation_steps
        self._activity.tell("updating", state.global_step + 1, self._micro_batches, total)

    def on_pre_optimizer_step(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        self._fresh, self._cached = self._trainer.statistics.take(self._trainer.accelerator)
        if self._is_first_update(state):
            check_gap(self._fresh)
        if self._fresh.tokens + self._cached.tokens == 0:
            self._skip_update()
        self._stopwatch.begin("optimiser")

    def on_optimizer_step(self, *_: Any, **__: Any) -> None:
        self._stopwatch.end("optimiser")

    def on_step_end(self, *_: Any, **__: Any) -> None:
        self._stopwatch.end("step")

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: Mapping[str, float | None] | None = None,
        **_: Any,
    ) -> TrainerControl:
        """Comes after each step, and once more with a summary at the end."""
        if logs is None or "loss" not in logs:
            return control
        metrics = self._metrics(state.global_step, logs)
        wants_stop = on_main_rank(self._trainer.accelerator, lambda: self._record(state.global_step, metrics))
        if wants_stop and state.global_step % self._trainer.num_iterations == 0:
            control.should_save = True
            control.should_training_stop = True
        if control.should_save:
            self._activity.tell("saving", state.global_step)
        return control

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        folder = self._folder.checkpoints / f"checkpoint-{state.global_step}"
        self._trainer.accelerator.wait_for_everyone()
        on_main_rank(self._trainer.accelerator, lambda: self._complete(state.global_step, folder))
        self.saved_step = state.global_step

    def _is_first_update(self, state: TrainerState) -> bool:
        """The weights are still those that sampled the fresh rows."""
        return bool(state.global_step % self._trainer.num_iterations == 0)

    def _skip_update(self) -> None:
        """A batch without a trained token must not move the weights, not even by momentum or weight decay."""
        for parameter in self._trainer.model.parameters():
            parameter.grad = None

    def _metrics(self, step: int, logs: Mapping[str, float | None]) -> Metrics:
        assert self._source.batch is not None
        return {
            **batch_metrics(self._source.batch, self._source.batch.step),
            **loss_metrics(logs, self._fresh, self._cached),
            **time_metrics(self._stopwatch.take()),
        }

    def _record(self, step: int, metrics: Metrics) -> bool:
        self._folder.append_metrics(TrainStepMetrics(step=step, at=self._timestamp(), metrics=metrics))
        log.info("train step %d: reward %s, loss %s", step, metrics["reward/total"], metrics["policy/loss"])
        stop: bool = self._source.batch is not None and self._source.batch.stop
        return self._server.report_step(step, metrics) or stop or bool(self._stop.is_set)

    def _complete(self, step: int, folder: Path) -> None:
        flush_folder(folder)
        self._server.save_state(step, str(folder.resolve()))
        log.info("saved %s", folder)


def check_gap(fresh: TokenFacts) -> None:
    """Raises `PolicyMismatch` when trainer and token server disagree about what was just sampled. NaN is a mismatch."""
    if fresh.log_prob_gap is None or fresh.log_prob_gap < MOST_LOG_PROB_GAP:
        return
    raise PolicyMismatch(
        f"Trainer and token server disagree: log-probabilities of fresh tokens differ by {fresh.log_prob_gap:.3g} on "
        f"average, more than {MOST_LOG_PROB_GAP}. Check that both have the same model, tokenizer and temperature, that "
        "the server samples without top-p or top-k, and that new weights arrive (policySync)."
    )

"""Runs the trainer over scripted batches and keeps what went into its loss and what came out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from made_rows import RowMaker, batch_of
from run_jobs import TEMPERATURE, run_job
from scripted_server import ScriptedServer

from tool_r1_trainer import training_run
from tool_r1_trainer.activity import Activity
from tool_r1_trainer.run_folder import RunFolder
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.trainer import QueueGRPOTrainer
from tool_r1_trainer.wire import Batch, BatchRequest

Script = Callable[[RowMaker, BatchRequest], Batch]


@dataclass
class Seen:
    """One micro-batch: what went into the loss, the loss, and the gradient at the logits of its completion."""

    inputs: dict[str, Any]
    loss: float
    log_probs: torch.Tensor
    gradient: torch.Tensor


@dataclass
class Update:
    """A run of the trainer over scripted batches."""

    trainer: QueueGRPOTrainer
    server: ScriptedServer
    seen: list[Seen] = field(default_factory=list)


def watch(update: Update) -> None:
    """Keeps the logits of each micro-batch with their gradients. TRL computes its loss as it always does."""
    trainer = update.trainer
    train_step = trainer.training_step
    kept: dict[str, Any] = {}
    head = trainer.accelerator.unwrap_model(trainer.model).get_output_embeddings()

    def keep_logits(_module: Any, _inputs: Any, logits: torch.Tensor) -> None:
        if logits.requires_grad:
            logits.retain_grad()
            kept["logits"] = logits

    compute = trainer._compute_loss

    def keep_loss(model: Any, inputs: dict[str, Any]) -> torch.Tensor:
        loss: torch.Tensor = compute(model, inputs)
        kept.update(inputs=inputs, loss=loss.detach())
        return loss

    def step(model: Any, inputs: Any, number: Any = None) -> torch.Tensor:
        hook = head.register_forward_hook(keep_logits)
        trainer._compute_loss = keep_loss
        result: torch.Tensor = train_step(model, inputs, number)
        hook.remove()
        update.seen.append(_seen(kept))
        return result

    trainer.training_step = step


def _seen(kept: dict[str, Any]) -> Seen:
    ids, logits = kept["inputs"]["completion_ids"], kept["logits"]
    before = slice(-(ids.shape[1] + 1), -1)
    table = torch.log_softmax(logits.detach()[:, before] / TEMPERATURE, -1)
    log_probs = table.gather(-1, ids[..., None])[..., 0]
    return Seen(kept["inputs"], float(kept["loss"]), log_probs, logits.grad[:, before].abs().amax(-1))


def run_updates(model: Path, folder: Path, script: Script, steps: int = 1, **optimiser: Any) -> Update:
    """Trains for so many steps on what `script(maker, request)` gives."""
    job = run_job(model, **{"maxSteps": steps, **optimiser})
    server = ScriptedServer(lambda request: script(maker, request))
    trainer, _ = training_run.build(job, RunFolder(folder), server, StopWish(), None, Activity(None, str))
    maker = RowMaker(trainer.accelerator.unwrap_model(trainer.model))
    update = Update(trainer, server)
    watch(update)
    trainer.train()
    return update


def half_cached(maker: RowMaker, request: BatchRequest) -> Batch:
    """Groups of which every second row was sampled by an earlier policy."""
    groups = []
    for number in range(request.groups):
        rows = [
            maker.row(
                request.policy_version, index % 2 == 0, (-1) ** (index // 2) * 0.9, 0.0 if index % 2 == 0 else 0.7
            )
            for index in range(request.update_size)
        ]
        groups.append(maker.group(f"task-{number}", rows))
    return batch_of(request.step, groups)


def weights(update: Update) -> list[torch.Tensor]:
    return list(update.trainer.accelerator.unwrap_model(update.trainer.model).parameters())

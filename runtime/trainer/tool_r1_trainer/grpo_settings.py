"""The settings of TRL and PEFT for a run. Which field of a recipe becomes which of theirs is written down here only."""

from pathlib import Path
from typing import Any

from peft import LoraConfig
from trl import GRPOConfig

from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.run_job import Lora, Optimiser, RunJob

_ENDLESS = 1_000_000_000
_LOSS_TYPES = {"dapo": "dapo", "grpo": "grpo", "dr-grpo": "dr_grpo"}
_ROWS_PER_FORWARD = {"cpu": 8, "cuda": 1}


def grpo_config(job: RunJob, total_steps: int | None, output: Path, processes: int) -> GRPOConfig:
    """Raises `WrongSetup` when the rows of a step cannot be shared out.

    Args:
        total_steps: optimiser updates of the whole run where the recipe names none; None for no end.
        processes: training processes, of which each takes an equal share of the rows.
    """
    settings, optimiser = job.recipe.training, job.recipe.training.optimiser
    rows = optimiser.groups_per_step * settings.update_size
    on_gpu = job.device == "cuda"
    per_forward = _rows_per_forward(job, rows, processes)
    sharing = {
        "per_device_train_batch_size": per_forward,
        "gradient_accumulation_steps": rows // (per_forward * processes),
        "num_generations": _grouping(settings.update_size, rows),
    }
    return GRPOConfig(
        output_dir=str(output),
        **sharing,
        **_schedule(optimiser, total_steps),
        **_loss(optimiser),
        temperature=job.recipe.agent.temperature,
        max_completion_length=job.recipe.agent.max_sequence_tokens,
        seed=job.seed,
        use_cpu=not on_gpu,
        bf16=on_gpu,
        gradient_checkpointing=on_gpu,
        ddp_backend="gloo" if processes > 1 and not on_gpu else None,
        # The other ranks wait for as long as rollouts take.
        ddp_timeout=7200,
        save_strategy="steps",
        save_steps=_multiple(job.save_every_steps, optimiser.updates_per_batch),
        logging_steps=1,
        logging_nan_inf_filter=False,
        report_to=[],
        disable_tqdm=True,
        dataloader_num_workers=0,
    )


def lora_config(lora: Lora) -> LoraConfig:
    """The adapter of a recipe."""
    return LoraConfig(
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=lora.targets,
        task_type="CAUSAL_LM",
    )


def _schedule(optimiser: Optimiser, total_steps: int | None) -> dict[str, Any]:
    steps = optimiser.max_steps or (total_steps * optimiser.updates_per_batch if total_steps else None)
    if steps is None and optimiser.schedule != "constant":
        raise WrongSetup(f"A {optimiser.schedule} schedule needs a last step: set training.optimiser.maxSteps.")
    warms_up = optimiser.schedule == "constant" and optimiser.warmup_steps > 0
    return {
        "max_steps": steps or _ENDLESS,
        "learning_rate": optimiser.learning_rate,
        "lr_scheduler_type": "constant_with_warmup" if warms_up else optimiser.schedule,
        "warmup_steps": optimiser.warmup_steps,
        "optim": "adamw_torch",
        "adam_beta1": optimiser.adam_betas[0],
        "adam_beta2": optimiser.adam_betas[1],
        "weight_decay": optimiser.weight_decay,
        "max_grad_norm": optimiser.gradient_clip,
    }


def _loss(optimiser: Optimiser) -> dict[str, Any]:
    return {
        "loss_type": _LOSS_TYPES[optimiser.loss],
        "epsilon": optimiser.clip_low,
        "epsilon_high": optimiser.clip_high,
        "beta": optimiser.kl_coefficient,
        # TRL multiplies k3 by the ratio unless it is told not to.
        "use_bias_correction_kl": optimiser.kl_estimator == "k3-corrected",
        "entropy_coef": optimiser.entropy_coefficient,
        "num_iterations": optimiser.updates_per_batch,
        # Weights of the decoupled ratio; sequence modes silence most stale rows.
        "vllm_importance_sampling_mode": "token_truncate",
        "vllm_importance_sampling_clip_max": 3.0,
    }


def _rows_per_forward(job: RunJob, rows: int, processes: int) -> int:
    if rows % processes != 0:
        raise WrongSetup(f"{rows} rows a step cannot be shared out to {processes} processes: change groupsPerStep.")
    share = rows // processes
    wanted = job.rows_per_forward or _ROWS_PER_FORWARD[job.device]
    return max(number for number in range(1, min(wanted, share) + 1) if share % number == 0)


def _grouping(update_size: int, rows: int) -> int:
    """TRL wants groups of two at least, for statistics that are not used here."""
    if rows < 2:
        raise WrongSetup("One row a step is too little to compare: raise groupsPerStep or the rows kept of a group.")
    return update_size if update_size > 1 else rows


def _multiple(steps: int, of: int) -> int:
    return -(-steps // of) * of

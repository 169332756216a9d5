"""From a recipe to the settings of TRL, and from a run folder to what is in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from run_jobs import run_job, run_json

from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.grpo_settings import grpo_config, lora_config
from tool_r1_trainer.run_folder import RunFolder, read_run_job
from tool_r1_trainer.run_job import Lora, RunJob, Training
from tool_r1_trainer.wire import TrainStepMetrics

MODEL = Path("model")


def config(total: int | None = 4, processes: int = 1, **optimiser: Any) -> Any:
    return grpo_config(run_job(MODEL, **optimiser), total, Path("out"), processes)


def test_every_setting_of_the_loss_comes_from_the_recipe() -> None:
    made = config(
        loss="dr-grpo", clipLow=0.1, clipHigh=0.3, klCoefficient=0.001, entropyCoefficient=0.02, updatesPerBatch=2
    )
    assert (made.loss_type, made.epsilon, made.epsilon_high) == ("dr_grpo", 0.1, 0.3)
    assert (made.beta, made.entropy_coef, made.num_iterations) == (0.001, 0.02, 2)
    assert made.use_bias_correction_kl is False
    assert config(klEstimator="k3-corrected").use_bias_correction_kl is True
    assert made.temperature == 0.6
    # The constant divisor of Dr. GRPO.
    assert made.max_completion_length == 256


def test_every_setting_of_the_optimiser_comes_from_the_recipe() -> None:
    made = config(learningRate=2e-6, adamBetas=[0.8, 0.95], weightDecay=0.1, gradientClip=0.5, schedule="cosine")
    assert (made.learning_rate, made.adam_beta1, made.adam_beta2) == (2e-6, 0.8, 0.95)
    assert (made.weight_decay, made.max_grad_norm, made.lr_scheduler_type) == (0.1, 0.5, "cosine")
    assert config(warmupSteps=3).lr_scheduler_type == "constant_with_warmup"


@pytest.mark.parametrize(("groups", "rows", "accumulated"), [(2, 8, 1), (3, 6, 2), (5, 5, 4), (16, 8, 8)])
def test_the_rows_of_a_step_are_shared_out_whole(groups: int, rows: int, accumulated: int) -> None:
    made = config(groupsPerStep=groups)
    assert (made.per_device_train_batch_size, made.gradient_accumulation_steps) == (rows, accumulated)
    assert made.generation_batch_size == 4 * groups


def test_rows_that_cannot_be_shared_out_are_said() -> None:
    with pytest.raises(WrongSetup, match="8 rows a step cannot be shared out to 3 processes"):
        config(processes=3)


def test_saves_and_ends_fall_between_batches() -> None:
    made = config(total=5, updatesPerBatch=3)
    assert made.save_steps == 3
    assert made.max_steps == 15
    assert config(total=5, maxSteps=2).max_steps == 2


def test_a_schedule_that_ends_needs_an_end() -> None:
    assert config(total=None).max_steps > 1_000_000
    with pytest.raises(WrongSetup, match=r"A linear schedule needs a last step: set training\.optimiser\.maxSteps"):
        config(total=None, schedule="linear")


def test_the_adapter_of_a_recipe() -> None:
    made = lora_config(Lora(rank=8, alpha=16.0, dropout=0.1, targets=["q_proj"]))
    assert (made.r, made.lora_alpha, made.lora_dropout, made.target_modules) == (8, 16.0, 0.1, {"q_proj"})
    assert lora_config(Lora(rank=8, alpha=16.0, dropout=0.0, targets="all-linear")).target_modules == "all-linear"


@pytest.mark.parametrize(("enabled", "keep", "size"), [(False, 2, 4), (True, 2, 2), (True, 9, 4)])
def test_the_rows_kept_of_a_group(enabled: bool, keep: int, size: int) -> None:
    settings = run_json(MODEL)["recipe"]["training"]
    settings["downSampling"] = {"enabled": enabled, "keep": keep}
    assert Training.model_validate(settings).update_size == size


def test_a_run_file_is_read_with_what_else_it_holds(tmp_path: Path) -> None:
    job = {**run_json(MODEL), "createdAt": "2026-11-01T00:00:00.000Z", "future": {"key": 1}}
    (tmp_path / "run.json").write_text(json.dumps(job))
    assert read_run_job(tmp_path / "run.json") == RunJob.model_validate(run_json(MODEL))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Invalid JSON"),
        ('{"version": 2}', "version: Input should be 1"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_run_file_that_cannot_be_used_is_one_line(tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(WrongSetup, match=message) as caught:
        read_run_job(tmp_path / "run.json")
    assert "\n" not in str(caught.value)


def test_the_newest_whole_checkpoint(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert folder.newest_checkpoint() is None
    for name, is_whole in (("checkpoint-2", True), ("checkpoint-10", True), ("checkpoint-12", False), ("other", True)):
        (folder.checkpoints / name).mkdir(parents=True)
        if is_whole:
            (folder.checkpoints / name / "rollout_state.jsonl").touch()
    newest = folder.newest_checkpoint()
    assert newest is not None
    assert (newest.step, newest.folder.name) == (10, "checkpoint-10")


def test_metrics_are_appended_after_a_torn_line(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_bytes(b'{"version":1,"st')
    metrics = TrainStepMetrics(step=3, at="2026-11-01T00:00:00.000Z", metrics={"reward/total": 0.5, "policy/kl": None})
    RunFolder(tmp_path).append_metrics(metrics)
    RunFolder(tmp_path).append_metrics(metrics)
    torn, *whole = (tmp_path / "metrics.jsonl").read_text().splitlines()
    assert torn == '{"version":1,"st'
    assert [json.loads(line) for line in whole] == [
        {"version": 1, "step": 3, "at": "2026-11-01T00:00:00.000Z", "metrics": {"reward/total": 0.5, "policy/kl": None}}
    ] * 2

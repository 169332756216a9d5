"""What this package relies on inside TRL. An upgrade that changes it fails here first, with a name."""

import inspect
from importlib.metadata import version
from pathlib import Path

from trl import GRPOConfig, GRPOTrainer
from trl.generation.vllm_generation import VLLMGeneration

LOCK = Path(__file__).parents[1] / "requirements.lock"
SOURCE = inspect.getsource(GRPOTrainer)


def test_the_versions_are_those_of_the_lock_file() -> None:
    pinned = dict(line.split("==") for line in LOCK.read_text().splitlines() if "==" in line and line[0] != "#")
    for package in ("trl", "transformers", "accelerate", "peft", "datasets", "torch"):
        assert version(package).split("+")[0] == pinned[package]


def test_a_rollout_function_gives_these_columns() -> None:
    generate = inspect.getsource(GRPOTrainer._generate)
    assert 'required_keys = {"prompt_ids", "completion_ids", "logprobs"}' in generate
    assert 'extra_fields.pop("env_mask", None)' in generate
    assert "self.vllm_generation.sync_weights()" in generate
    assert "self.state.global_step != self._last_loaded_step" in generate


def test_a_generated_batch_has_the_keys_that_are_changed() -> None:
    score = inspect.getsource(GRPOTrainer._generate_and_score_completions)
    for key in ("advantages", "num_items_in_batch", "sampling_per_token_logps", "old_per_token_logps", "tool_mask"):
        assert f'"{key}"' in score
    loss = inspect.getsource(GRPOTrainer._compute_loss)
    assert 'inputs.get("old_per_token_logps")' in loss
    assert 'inputs["importance_sampling_ratio"]' in loss


def test_methods_that_are_overridden_or_called_have_their_parameters() -> None:
    def parameters(method: object) -> list[str]:
        return list(inspect.signature(method).parameters)  # type: ignore[arg-type]

    assert parameters(GRPOTrainer.compute_loss)[:5] == [
        *("self", "model", "inputs", "return_outputs", "num_items_in_batch"),
    ]
    assert parameters(GRPOTrainer._generate_and_score_completions) == ["self", "inputs"]
    assert parameters(GRPOTrainer._save_checkpoint) == ["self", "model", "trial"]
    assert {"model", "accelerator", "processing_class", "mode", "server_base_url"} <= set(parameters(VLLMGeneration))
    assert parameters(VLLMGeneration._iter_named_params) == ["self"]


def test_settings_that_are_made_exist() -> None:
    fields = set(inspect.signature(GRPOConfig).parameters)
    assert {"use_bias_correction_kl", "entropy_coef", "epsilon_high", "num_iterations", "loss_type"} <= fields
    assert {"vllm_importance_sampling_mode", "vllm_importance_sampling_clip_max"} <= fields

"""The loss of the trainer against reference values of TRL and verl: value, gradient and its exact zeros."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from run_jobs import run_job
from scripted_server import ScriptedServer
from trl import GRPOConfig

from tool_r1_trainer import training_run
from tool_r1_trainer.activity import Activity
from tool_r1_trainer.grpo_settings import grpo_config
from tool_r1_trainer.run_folder import RunFolder
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.token_servers import TokenServers
from tool_r1_trainer.trainer import QueueGRPOTrainer

VECTORS = Path(__file__).parents[3] / "test" / "fixtures" / "vectors" / "policy-loss.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text())["cases"]


@pytest.fixture(scope="module")
def configs(tiny_model: Path) -> list[GRPOConfig]:
    """The settings of each case. Made before the trainer: a new one takes the state of its accelerator away."""
    return [config_of(case["input"], tiny_model) for case in CASES]


@pytest.fixture(scope="module")
def trainer(tiny_model: Path, configs: list[GRPOConfig], tmp_path_factory: pytest.TempPathFactory) -> QueueGRPOTrainer:
    folder = RunFolder(tmp_path_factory.mktemp("run"))
    server = ScriptedServer(lambda _: pytest.fail("no batch is needed"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TokenServers, "served_model", lambda self: "tiny")
        built, _ = training_run.build(run_job(tiny_model), folder, server, StopWish(), None, Activity(None, str))
    built.model.train()
    built.current_gradient_accumulation_steps = 1
    return built


def config_of(values: dict[str, Any], model: Path) -> GRPOConfig:
    """TRL's settings for a recipe with the values of a case."""
    job = run_job(
        model,
        loss=values["aggregation"],
        clipLow=values["clipLow"],
        clipHigh=values["clipHigh"],
        klCoefficient=values.get("beta", 0.0),
        klEstimator="k3-corrected" if values.get("klBiasCorrection") else "k3",
    )
    return grpo_config(job, None, Path("unused"), 1)


def settle(trainer: QueueGRPOTrainer, config: GRPOConfig) -> None:
    trainer.args = config
    trainer.loss_type, trainer.beta = config.loss_type, config.beta
    trainer.epsilon_low, trainer.epsilon_high = config.epsilon, config.epsilon_high


def table(values: list[list[float]]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case["name"] for case in CASES])
def test_loss_and_gradient(
    number: int, trainer: QueueGRPOTrainer, configs: list[GRPOConfig], monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(trainer, configs[number])
    case = CASES[number]
    values, expected = case["input"], case["expected"]
    log_probs = table(values["logProbs"]).requires_grad_()
    mask = torch.tensor(values["mask"])
    monkeypatch.setattr(
        trainer,
        "_get_per_token_logps_and_entropies",
        lambda *_, **__: (log_probs, torch.zeros_like(log_probs), None),
    )
    inputs = {
        "prompt_ids": torch.ones(len(mask), 1, dtype=torch.long),
        "prompt_mask": torch.ones(len(mask), 1, dtype=torch.long),
        "completion_ids": torch.ones_like(mask),
        "completion_mask": torch.ones_like(mask),
        "tool_mask": mask,
        "advantages": torch.tensor(values["advantages"], dtype=torch.float64),
        "old_per_token_logps": table(values["oldLogProbs"]),
        "sampling_per_token_logps": table(values["oldLogProbs"]),
        "num_items_in_batch": mask.sum(),
        "fresh": torch.ones(len(mask)),
    }
    if "refLogProbs" in values:
        inputs["ref_per_token_logps"] = table(values["refLogProbs"])

    loss = trainer.compute_loss(trainer.model, inputs)
    loss.backward()

    assert float(loss.detach()) == pytest.approx(expected["loss"], rel=1e-9, abs=1e-11)
    gradient = log_probs.grad
    assert gradient is not None
    torch.testing.assert_close(gradient, table(expected["gradient"]), rtol=1e-9, atol=1e-11)
    if "refLogProbs" not in values:
        assert (gradient == 0).int().tolist() == expected["zeroGradient"]


def test_the_file_has_all_cases() -> None:
    assert len(CASES) == 80
    assert {case["input"]["aggregation"] for case in CASES} == {"dapo", "grpo"}

"""Run files for tests: a small run on the CPU, with some values changed."""

from pathlib import Path
from typing import Any

from tool_r1_trainer.run_job import RunJob

TEMPERATURE = 0.6
GROUPS = 2
GROUP_SIZE = 4


def run_json(model: Path, **optimiser: Any) -> dict[str, Any]:
    """`run.json` as `tool-r1 train` writes it, with what the trainer reads; `optimiser` names what differs."""
    return {
        "version": 1,
        "runId": "run-1",
        "model": str(model),
        "device": "cpu",
        "seed": 7,
        "totalSteps": 4,
        "saveEverySteps": 2,
        "policySync": "none",
        "processes": {"rolloutPort": 1, "tokenPort": 1},
        "recipe": {
            "agent": {"temperature": TEMPERATURE, "maxSequenceTokens": 256},
            "training": {
                "queue": {"groupSize": GROUP_SIZE},
                "downSampling": {"enabled": False, "keep": 2},
                "optimiser": {**_OPTIMISER, **optimiser},
            },
        },
    }


def run_job(model: Path, **optimiser: Any) -> RunJob:
    return RunJob.model_validate(run_json(model, **optimiser))


_OPTIMISER: dict[str, Any] = {
    "learningRate": 1e-3,
    "adamBetas": [0.9, 0.999],
    "weightDecay": 0.0,
    "warmupSteps": 0,
    "schedule": "constant",
    "gradientClip": 1.0,
    "groupsPerStep": GROUPS,
    "maxSteps": None,
    "updatesPerBatch": 1,
    "loss": "dapo",
    "clipLow": 0.2,
    "clipHigh": 0.28,
    "klCoefficient": 0.0,
    "klEstimator": "k3",
    "entropyCoefficient": 0.0,
    "staleRatio": "behaviour",
    "lora": None,
}

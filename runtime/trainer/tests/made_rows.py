"""Rows as a rollout server would send them, without sampling: random tokens with the log-probabilities of a model."""

import random
from dataclasses import dataclass
from typing import Any

import torch
from make_tiny_model import VOCABULARY
from run_jobs import TEMPERATURE
from transformers import PreTrainedModel

from tool_r1_trainer.wire import Batch, BatchCounters, Group, Reward, RewardPart, Trajectory


@dataclass
class RowMaker:
    """Makes trajectories; `model` is the policy that sampled them, as it is now."""

    model: PreTrainedModel
    seed: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._made = 0

    def row(self, version: int, fresh: bool, advantage: float, drift: float = 0.0) -> Trajectory:
        """A row of two turns with an observation between them.

        Args:
            drift: the log-probabilities of a cached row lie off by up to this much.
        """
        prompt = self._ids(self._random.randint(3, 9))
        first, seen, last = (self._ids(self._random.randint(2, 8)) for _ in range(3))
        mask = [1] * len(first) + [0] * len(seen) + [1] * len(last)
        completion = first + seen + last
        exact = log_probs(self.model, prompt, completion)
        off = [min(-1e-4, value + self._random.uniform(-drift, drift)) for value in exact]
        self._made += 1
        return Trajectory(
            id=f"rollout-{self._made}",
            fresh=fresh,
            policy_version=version,
            prompt_ids=prompt,
            completion_ids=completion,
            mask=mask,
            log_probs=[value if own else 0.0 for value, own in zip(off, mask, strict=True)],
            advantage=advantage,
            reward=Reward(parts=[RewardPart(name="answer", score=advantage, weight=1.0)], total=advantage),
            truncated=False,
        )

    def group(self, task: str, rows: list[Trajectory]) -> Group:
        return Group(
            task_id=task,
            n_generated=len(rows),
            pass_rate=0.5,
            mean=0.25,
            zero_variance=all(row.advantage == 0 for row in rows),
            trajectories=rows,
        )

    def _ids(self, number: int) -> list[int]:
        return [self._random.randrange(3, VOCABULARY) for _ in range(number)]


@torch.no_grad()
def log_probs(model: PreTrainedModel, prompt: list[int], completion: list[int]) -> list[float]:
    """log pi(token | what is before it) at the temperature of the tests, one a completion token."""
    was_training = model.training
    logits = model.eval()(torch.tensor([prompt + completion])).logits[0]
    model.train(was_training)
    table = torch.log_softmax(logits[len(prompt) - 1 : -1] / TEMPERATURE, -1)
    return [float(table[index, token]) for index, token in enumerate(completion)]


def batch_of(step: int, groups: list[Group], finished: bool = False, stop: bool = False) -> Batch:
    return Batch(step=step, groups=groups, counters=counters(), finished=finished, stop=stop)


def counters(**changes: Any) -> BatchCounters:
    """All zero but for the changes."""
    counts = [name for name, field in BatchCounters.model_fields.items() if field.is_required()]
    zero: dict[str, Any] = dict.fromkeys(counts, 0)
    return BatchCounters(**{**zero, "statuses": {}, "rollout_seconds": 0.0, **changes})

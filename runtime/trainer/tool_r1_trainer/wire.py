"""The messages between trainer and rollout server. JSON has camelCase, Python snake_case; the change is made here only.

The shapes are those of `runtime/contract/training/rolloutServer.ts`. Unknown keys are ignored, so
that the other side may grow; a missing key, another type, NaN and infinity are refused.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

PROTOCOL_VERSION = 1

Count = Annotated[int, Field(ge=0)]
TokenIds = list[Count]


class Message(BaseModel):
    """Base of all messages: immutable, strict about types, camelCase in JSON."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        frozen=True,
        strict=True,
        allow_inf_nan=False,
    )


class TokenizerProbe(Message):
    """A text without a chat template, and its ids."""

    text: str
    ids: TokenIds


class Hello(Message):
    """Both sides make sure that they mean the same before anything is sampled."""

    run_id: str
    protocol: int
    step: Count
    update_size: int
    groups_per_step: int
    temperature: float
    max_sequence_tokens: int
    tokenizer_sha256: str | None
    tokenizer_probe: TokenizerProbe | None = None


class Welcome(Message):
    """The rollout server's answer; `stop` when somebody asked the run to stop."""

    protocol: int
    capabilities: list[str]
    total_steps: int | None = None
    stop: bool


class PolicyBegin(Message):
    """Nothing is sampled from now on. `version` is the train step of the new weights."""

    run_id: str
    version: Count


class PolicyEnd(Message):
    """Sample from this model at these addresses from now on."""

    run_id: str
    version: Count
    model: str
    base_urls: list[str]


class BatchRequest(Message):
    """The groups of one train step. The same run and step give the same batch."""

    run_id: str
    step: Count
    policy_version: Count
    groups: int
    update_size: int
    seed: Count


class BatchAccepted(Message):
    """The name of the batch to ask for."""

    batch_id: str


class BatchProgress(Message):
    """How far a batch is, in rollouts."""

    done: Count
    total: Count
    phase: str


class RewardPart(Message):
    """One part of a reward before its weight."""

    name: str
    score: float
    weight: float


class Reward(Message):
    """The parts and their weighted sum."""

    parts: list[RewardPart]
    total: float


class Trajectory(Message):
    """One row of the update; `completion_ids`, `mask` and `log_probs` have the same length."""

    id: str
    fresh: bool
    policy_version: Count
    prompt_ids: TokenIds
    completion_ids: TokenIds
    mask: list[int]
    """1 for a token that the policy sampled, 0 for one of an observation."""
    log_probs: list[float]
    """Natural logarithms under the policy that sampled, at the temperature of sampling; 0 where the mask is 0."""
    advantage: float
    reward: Reward
    truncated: bool


class Group(Message):
    """The rollouts of one task that are compared with each other; the statistics are over all of them."""

    task_id: str
    n_generated: Count
    pass_rate: float
    mean: float
    zero_variance: bool
    trajectories: list[Trajectory]
    """At most `update_size` of the group."""


class BatchCounters(Message):
    """Counts of one batch, seconds for `rollout_seconds`."""

    zero_variance: Count
    all_correct: Count
    all_wrong: Count
    mixed: Count
    all_correct_skipped: Count
    probed: Count
    failed_probes: Count
    refilled: Count
    outside_window: Count
    dropped_stale: Count
    unscored: Count
    statuses: dict[str, Count]
    generated_tokens: Count
    updated_tokens: Count
    fresh_reward: float | None = None
    """Mean over all fresh scored rollouts, those of left-out groups too; None where there are none."""
    fresh_pass_rate: float | None = None
    rollout_seconds: float


class Batch(Message):
    """A whole batch. `finished`: the tasks are used up, and there are no groups."""

    step: Count
    groups: list[Group]
    counters: BatchCounters
    finished: bool
    stop: bool


class StepReport(Message):
    """The figures of a train step that is done."""

    run_id: str
    step: Count
    metrics: dict[str, float | None]


class StopFlag(Message):
    """True when somebody asked the run to stop."""

    stop: bool


class CheckpointRequest(Message):
    """Write the state of queues and filters beside the weights of `step` in `dir`."""

    run_id: str
    step: Count
    dir: str


class RestoreRequest(Message):
    """Read that state back; step 0 without a folder starts afresh."""

    run_id: str
    step: Count
    dir: str | None


class AbortRequest(Message):
    """Give up what is being sampled."""

    run_id: str
    reason: str


class WireFault(Message):
    """Every answer that is not 2xx."""

    error: str
    trajectory_id: str | None = None


class TrainStepMetrics(Message):
    """One line of `metrics.jsonl`."""

    version: Literal[1] = 1
    step: Count
    at: str
    metrics: dict[str, float | None]


Stage = Literal["loading", "pushing", "sampling", "scoring", "updating", "saving"]


class RunActivity(Message):
    """`activity.json`: what the trainer is at. `done` and `total` are None where they are not known."""

    version: Literal[1] = 1
    step: int
    """The train step that is made, from 1."""
    at: str
    stage: Stage
    done: Count | None
    total: Count | None
    text: str
    """For a person."""

"""What the trainer needs of `run.json` and the recipe in it; `runFolder.ts` and `trainingSettings.ts` of the contract.

Whatever else the file holds is for others and is not looked at.
"""

from typing import Annotated, Literal

from pydantic import Field

from tool_r1_trainer.wire import Count, Message


class Agent(Message):
    """What the trainer needs of `recipe.agent`."""

    temperature: Annotated[float, Field(gt=0)]
    max_sequence_tokens: Annotated[int, Field(gt=0)]


class Lora(Message):
    """`recipe.training.optimiser.lora`; `targets` are names of linear layers, or all of them."""

    rank: int
    alpha: float
    dropout: float
    targets: Literal["all-linear"] | list[str]


class Optimiser(Message):
    """`recipe.training.optimiser`, see `trainingSettings.ts` for what each means."""

    learning_rate: float
    adam_betas: list[float]
    weight_decay: float
    warmup_steps: int
    schedule: Literal["constant", "linear", "cosine"]
    gradient_clip: float
    groups_per_step: int
    max_steps: int | None
    updates_per_batch: int
    loss: Literal["dapo", "grpo", "dr-grpo"]
    clip_low: float
    clip_high: float
    kl_coefficient: float
    kl_estimator: Literal["k3", "k3-corrected"]
    entropy_coefficient: float
    stale_ratio: Literal["behaviour", "decoupled", "stock"]
    lora: Lora | None


class Queue(Message):
    """What the trainer needs of `recipe.training.queue`."""

    group_size: int


class DownSampling(Message):
    """What the trainer needs of `recipe.training.downSampling`."""

    enabled: bool
    keep: int


class Training(Message):
    """What the trainer needs of `recipe.training`."""

    queue: Queue
    down_sampling: DownSampling
    optimiser: Optimiser

    @property
    def update_size(self) -> int:
        """m: trajectories of a group that are updated on."""
        whole = self.queue.group_size
        return min(self.down_sampling.keep, whole) if self.down_sampling.enabled else whole


class Recipe(Message):
    """What the trainer needs of a recipe."""

    agent: Agent
    training: Training


class SamplerPlace(Message):
    """Another machine that samples: its address, and the ports of its servers."""

    host: str
    token_port: int
    receiver_port: int


class Processes(Message):
    """Ports on 127.0.0.1, and the other machine where that one samples."""

    rollout_port: int
    token_port: int
    sampler: SamplerPlace | None = None

    @property
    def token_url(self) -> str:
        """Base URL of the server that samples."""
        if self.sampler is not None:
            return f"http://{self.sampler.host}:{self.sampler.token_port}"
        return f"http://127.0.0.1:{self.token_port}"


class RunJob(Message):
    """`run.json` of the run folder."""

    version: Literal[1]
    run_id: str
    model: str
    device: Literal["cpu", "cuda"]
    recipe: Recipe
    seed: Count
    total_steps: int | None = None
    save_every_steps: Annotated[int, Field(gt=0)]
    policy_sync: Literal["gathered", "weights_disk", "lora_disk", "none"]
    rows_per_forward: int | None = None
    """Rows of one forward pass; absent: 8 on a CPU, 1 on a GPU."""
    processes: Processes

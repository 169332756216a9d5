"""The rows of one optimiser update: those of the batch, filled up to a fixed number with rows that teach nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from tool_r1_trainer.wire import Batch, Trajectory


@dataclass(frozen=True)
class Row:
    """What the loss needs of one trajectory; the lists have one entry a completion token."""

    prompt_ids: Sequence[int]
    completion_ids: Sequence[int]
    mask: Sequence[int]
    log_probs: Sequence[float]
    advantage: float
    fresh: bool
    staleness: int
    """Optimiser updates since it was sampled."""
    reward: float


def row_of(trajectory: Trajectory, policy_version: int) -> Row:
    """A row of the update by the policy of `policy_version`."""
    return Row(
        trajectory.prompt_ids,
        trajectory.completion_ids,
        trajectory.mask,
        trajectory.log_probs,
        trajectory.advantage,
        trajectory.fresh,
        policy_version - trajectory.policy_version,
        trajectory.reward.total,
    )


def rows_of(batch: Batch, policy_version: int, number: int, pad_id: int) -> list[Row]:
    """Exactly `number` rows. Missing ones are one masked token: they add 0 to the loss and to the count of tokens."""
    rows = [row_of(row, policy_version) for group in batch.groups for row in group.trajectories]
    filler = Row([pad_id], [pad_id], [0], [0.0], 0.0, False, 0, 0.0)
    return rows + [filler] * (number - len(rows))

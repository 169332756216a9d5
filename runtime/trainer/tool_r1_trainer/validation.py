"""Whether a batch can be trained on at all. What would make the loss wrong without anybody noticing ends the run."""

from tool_r1_trainer.failures import ContractBroken
from tool_r1_trainer.wire import Batch, BatchRequest, Trajectory

_MOST_POSITIVE_LOG_PROB = 1e-6


def check_batch(batch: Batch, request: BatchRequest, max_sequence_tokens: int, vocabulary: int) -> None:
    """Raises `ContractBroken` that names the rollout and what is wrong with it.

    Args:
        vocabulary: number of tokens of the model; every id lies below it.
    """
    if batch.step != request.step:
        raise ContractBroken(f"The rollout server sent the batch of train step {batch.step}, not of {request.step}.")
    if len(batch.groups) > request.groups:
        raise ContractBroken(f"The batch has {len(batch.groups)} groups; {request.groups} were asked for.")
    for group in batch.groups:
        if len(group.trajectories) > request.update_size:
            raise ContractBroken(
                f"The group of task {group.task_id} has {len(group.trajectories)} rows; "
                f"{request.update_size} were asked for."
            )
        for trajectory in group.trajectories:
            fault = fault_of(trajectory, request.policy_version, max_sequence_tokens, vocabulary)
            if fault is not None:
                raise ContractBroken(f"Rollout {trajectory.id} of task {group.task_id} cannot be trained on: {fault}.")


def fault_of(row: Trajectory, policy_version: int, max_sequence_tokens: int, vocabulary: int) -> str | None:
    """What is wrong with a row, or None."""
    length = len(row.completion_ids)
    if not row.prompt_ids or length == 0:
        return "its prompt or its completion is empty"
    if len(row.mask) != length or len(row.log_probs) != length:
        return f"{length} tokens, {len(row.mask)} mask values and {len(row.log_probs)} log-probabilities"
    if not set(row.mask) <= {0, 1}:
        return "its mask holds other values than 0 and 1"
    if row.mask[-1] == 0 and any(row.mask):
        return "it does not end on a token of the policy"
    if any(value > _MOST_POSITIVE_LOG_PROB for value, own in zip(row.log_probs, row.mask, strict=True) if own):
        return "a log-probability is above 0"
    if len(row.prompt_ids) + length > max_sequence_tokens:
        return f"{len(row.prompt_ids) + length} tokens, more than {max_sequence_tokens}"
    if max(max(row.prompt_ids), max(row.completion_ids)) >= vocabulary:
        return f"a token id is not below {vocabulary}"
    if row.policy_version > policy_version or (row.fresh and row.policy_version != policy_version):
        return f"it was sampled by policy {row.policy_version}, and policy {policy_version} is the newest"
    return None

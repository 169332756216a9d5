"""The figures of a train step by name, from the batch, the loss and the clock. None where a figure does not apply."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from tool_r1_trainer.update_statistics import TokenFacts, of_both
from tool_r1_trainer.wire import Batch, Trajectory

Metrics = dict[str, float | None]


def batch_metrics(batch: Batch, policy_version: int) -> Metrics:
    """Rewards, groups, queue, filters and tokens of a batch."""
    rows = [row for group in batch.groups for row in group.trajectories]
    return {
        **_rewards(batch, rows),
        **_groups(batch),
        **_queue(batch, rows, policy_version),
        **_completions(rows),
        **{f"rollouts/{status}": float(number) for status, number in sorted(batch.counters.statuses.items())},
        "rollouts/unscored": float(batch.counters.unscored),
        "tokens/generated": float(batch.counters.generated_tokens),
        "tokens/updated": float(batch.counters.updated_tokens),
        "tokens/trained": float(sum(sum(row.mask) for row in rows)),
        "seconds/rollout": batch.counters.rollout_seconds,
    }


def loss_metrics(logs: Mapping[str, float | None], fresh: TokenFacts, cached: TokenFacts) -> Metrics:
    """What TRL logged about a step, and the statistics of its tokens."""
    return {
        "policy/loss": logs.get("loss"),
        "policy/gradientNorm": logs.get("grad_norm"),
        "policy/learningRate": logs.get("learning_rate"),
        "policy/entropy": logs.get("entropy"),
        "policy/kl": logs.get("kl"),
        "policy/clipFraction": of_both(fresh, cached),
        "policy/clipFractionFresh": fresh.clip_fraction,
        "policy/clipFractionCached": cached.clip_fraction,
        "policy/logProbGapFresh": fresh.log_prob_gap,
        "policy/logProbGapCached": cached.log_prob_gap,
    }


def time_metrics(seconds: Mapping[str, float]) -> Metrics:
    """`update` is what remains of the step: forward and backward passes."""
    step = seconds.get("step", 0.0)
    parts = {name: seconds.get(name, 0.0) for name in ("waiting", "sync", "optimiser")}
    update = max(0.0, step - sum(parts.values()))
    return {f"seconds/{name}": value for name, value in {**parts, "update": update, "step": step}.items()}


def _rewards(batch: Batch, rows: Sequence[Trajectory]) -> Metrics:
    names = sorted({part.name for row in rows for part in row.reward.parts})
    parts = {
        f"reward/part/{name}": _mean([part.score for row in rows for part in row.reward.parts if part.name == name])
        for name in names
    }
    return {
        "reward/total": _mean([group.mean for group in batch.groups]),
        "reward/sampled": batch.counters.fresh_reward,
        "reward/passRate": batch.counters.fresh_pass_rate,
        "reward/selected": _mean([row.reward.total for row in rows]),
        "reward/fresh": _mean([row.reward.total for row in rows if row.fresh]),
        **parts,
    }


def _groups(batch: Batch) -> Metrics:
    counters = batch.counters
    return {
        "groups/mixed": float(counters.mixed),
        "groups/allCorrect": float(counters.all_correct),
        "groups/allWrong": float(counters.all_wrong),
        "groups/zeroVariance": float(counters.zero_variance),
        "groups/trained": float(len(batch.groups)),
        "refill/groups": float(counters.refilled),
        "streak/skipped": float(counters.all_correct_skipped),
        "streak/probed": float(counters.probed),
        "streak/failedProbes": float(counters.failed_probes),
    }


def _queue(batch: Batch, rows: Sequence[Trajectory], policy_version: int) -> Metrics:
    staleness = [float(policy_version - row.policy_version) for row in rows]
    return {
        "queue/freshShare": _mean([float(row.fresh) for row in rows]),
        "queue/stalenessMean": _mean(staleness),
        "queue/stalenessMax": max(staleness, default=None),
        "queue/outsideWindow": float(batch.counters.outside_window),
        "queue/droppedStale": float(batch.counters.dropped_stale),
        "policy/zeroAdvantageShare": _mean([float(row.advantage == 0) for row in rows]),
    }


def _completions(rows: Sequence[Trajectory]) -> Metrics:
    """Tokens that the policy sampled, observations not counted, and how many trajectories were cut off."""
    tokens = [float(sum(row.mask)) for row in rows]
    return {
        "completions/tokensMean": _mean(tokens),
        "completions/tokensMax": max(tokens, default=None),
        "completions/truncatedShare": _mean([float(row.truncated) for row in rows]),
    }


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None

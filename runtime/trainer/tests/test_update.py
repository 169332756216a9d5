"""One optimiser update with the real TRL: what has a gradient, which ratio is in the loss, what moves the weights."""

from pathlib import Path
from typing import Any

import pytest
import torch
from made_rows import RowMaker, batch_of
from run_jobs import GROUP_SIZE, GROUPS
from updates import Seen, half_cached, run_updates, weights

from tool_r1_trainer.failures import PolicyMismatch
from tool_r1_trainer.policy_sync import NoSync
from tool_r1_trainer.token_servers import TokenServers
from tool_r1_trainer.trainer import QueueGRPOTrainer, trim
from tool_r1_trainer.wire import Batch, BatchRequest


@pytest.fixture(autouse=True)
def _no_token_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenServers, "served_model", lambda self: "tiny")


def independent_loss(seen: Seen, old: torch.Tensor, trainer: QueueGRPOTrainer, weight: Any = 1.0) -> float:
    """PPO's clipped objective, token mean over the batch, written anew."""
    mask = (seen.inputs["completion_mask"] * seen.inputs["tool_mask"]).bool()
    advantage = seen.inputs["advantages"][:, None]
    ratio = (seen.log_probs - old).exp()
    objective = torch.min(ratio * advantage, ratio.clamp(0.8, 1.28) * advantage) * weight
    return float(-(objective[mask]).sum() / seen.inputs["num_items_in_batch"])


def observations(seen: Seen) -> torch.Tensor:
    """(rows, tokens): True for a token that the policy did not sample."""
    seen_only: torch.Tensor = seen.inputs["completion_mask"].bool() & ~seen.inputs["tool_mask"].bool()
    return seen_only


@pytest.mark.parametrize("kl", [0.0, 0.01])
def test_observations_and_padding_have_exactly_no_gradient(tiny_model: Path, tmp_path: Path, kl: float) -> None:
    update = run_updates(tiny_model, tmp_path, half_cached, klCoefficient=kl)
    assert sum(int(observations(seen).sum()) for seen in update.seen) > 10
    for seen in update.seen:
        assert seen.gradient[observations(seen)].max() == 0.0
        padding = ~seen.inputs["completion_mask"].bool()
        assert not padding.any() or seen.gradient[padding].max() == 0.0
        trained = (seen.inputs["completion_mask"] * seen.inputs["tool_mask"]).bool() & (seen.inputs["fresh"] > 0)[
            :, None
        ]
        assert (seen.gradient[trained] > 0).all()


def test_behaviour_compares_cached_rows_with_the_policy_that_sampled_them(tiny_model: Path, tmp_path: Path) -> None:
    update = run_updates(tiny_model, tmp_path, half_cached)
    for seen in update.seen:
        sampled = seen.inputs["sampling_per_token_logps"]
        assert seen.loss == pytest.approx(independent_loss(seen, sampled, update.trainer), abs=2e-7)
        assert seen.loss != pytest.approx(independent_loss(seen, seen.log_probs, update.trainer), abs=1e-4)


def test_decoupled_weights_each_token_by_what_the_policy_drifted(tiny_model: Path, tmp_path: Path) -> None:
    update = run_updates(tiny_model, tmp_path, half_cached, staleRatio="decoupled")
    for seen in update.seen:
        drift = (seen.log_probs - seen.inputs["sampling_per_token_logps"]).exp().clamp(max=3.0)
        expected = independent_loss(seen, seen.log_probs, update.trainer, drift)
        assert seen.loss == pytest.approx(expected, abs=2e-7)


def test_stock_takes_no_notice_of_the_policy_that_sampled(tiny_model: Path, tmp_path: Path) -> None:
    update = run_updates(tiny_model, tmp_path, half_cached, staleRatio="stock")
    for seen in update.seen:
        assert seen.loss == pytest.approx(independent_loss(seen, seen.log_probs, update.trainer), abs=2e-7)


def test_clip_fractions_and_gaps_are_apart_for_fresh_and_cached(tiny_model: Path, tmp_path: Path) -> None:
    metrics = run_updates(tiny_model, tmp_path, half_cached).server.metrics[0]
    assert metrics["policy/clipFractionFresh"] == 0.0
    assert metrics["policy/clipFractionCached"] is not None
    assert 0.05 < metrics["policy/clipFractionCached"] < 0.9
    assert metrics["policy/logProbGapFresh"] == pytest.approx(0.0, abs=1e-5)
    assert metrics["policy/logProbGapCached"] == pytest.approx(0.35, abs=0.15)
    assert metrics["queue/freshShare"] == 0.5


def test_a_fully_masked_row_and_a_group_without_variance_teach_nothing(tiny_model: Path, tmp_path: Path) -> None:
    def script(maker: RowMaker, request: BatchRequest) -> Batch:
        flat = maker.group("flat", [maker.row(0, True, 0.0) for _ in range(GROUP_SIZE)])
        rows = [maker.row(0, True, 1.0 if index % 2 else -1.0) for index in range(GROUP_SIZE)]
        masked = rows[0].model_copy(update={"mask": [0] * len(rows[0].mask)})
        return batch_of(request.step, [flat, maker.group("mixed", [masked, *rows[1:]])])

    update = run_updates(tiny_model, tmp_path, script)
    assert len(update.seen) == 1
    seen = update.seen[0]
    silent = seen.inputs["advantages"] == 0
    silent |= seen.inputs["tool_mask"].sum(-1) == (1 - seen.inputs["completion_mask"]).sum(-1)
    assert int(silent.sum()) == GROUP_SIZE + 1
    assert seen.gradient[silent].max() == 0.0
    assert seen.gradient[~silent].max() > 0.0
    assert update.server.metrics[0]["policy/zeroAdvantageShare"] == 0.5


def test_missing_rows_change_neither_the_loss_nor_the_weights(tiny_model: Path, tmp_path: Path) -> None:
    """A batch that is short of rows is trained on as if it had been asked for that way."""

    def short(maker: RowMaker, request: BatchRequest) -> Batch:
        rows = [maker.row(0, True, 1.0 if index else -1.0) for index in range(2)]
        return batch_of(request.step, [maker.group("only", rows)])

    filled = run_updates(tiny_model, tmp_path / "filled", short)
    exact = run_updates(tiny_model, tmp_path / "exact", short, groupsPerStep=1)
    assert filled.server.metrics[0]["policy/loss"] == pytest.approx(exact.server.metrics[0]["policy/loss"], abs=1e-7)
    for left, right in zip(weights(filled), weights(exact), strict=True):
        assert torch.allclose(left, right, atol=1e-6)


def test_a_batch_without_groups_leaves_the_weights_as_they_are(tiny_model: Path, tmp_path: Path) -> None:
    """Neither momentum of the step before nor weight decay may move them."""
    before: list[list[torch.Tensor]] = []

    def script(maker: RowMaker, request: BatchRequest) -> Batch:
        before.append([parameter.detach().clone() for parameter in maker.model.parameters()])
        return half_cached(maker, request) if request.step == 0 else batch_of(request.step, [])

    update = run_updates(tiny_model, tmp_path, script, steps=2, weightDecay=0.1)
    assert any(not torch.equal(a, b) for a, b in zip(before[0], before[1], strict=True))
    assert all(torch.equal(a, b) for a, b in zip(before[1], weights(update), strict=True))
    assert update.server.metrics[1]["groups/trained"] == 0


def test_log_probs_that_differ_end_the_run_before_the_update(tiny_model: Path, tmp_path: Path) -> None:
    def script(maker: RowMaker, request: BatchRequest) -> Batch:
        rows = [maker.row(0, True, (-1.0) ** index, drift=0.5) for index in range(GROUP_SIZE)]
        return batch_of(request.step, [maker.group(f"task-{n}", rows) for n in range(GROUPS)])

    with pytest.raises(PolicyMismatch, match=r"differ by 0\.2"):
        run_updates(tiny_model, tmp_path, script)


def test_trimming_takes_padding_and_nothing_else() -> None:
    inputs = {
        "prompt_ids": torch.tensor([[0, 0, 5], [0, 6, 7]]),
        "prompt_mask": torch.tensor([[0, 0, 1], [0, 1, 1]]),
        "completion_ids": torch.tensor([[1, 2, 0, 0], [3, 0, 0, 0]]),
        "completion_mask": torch.tensor([[1, 1, 0, 0], [1, 0, 0, 0]]),
        "advantages": torch.tensor([1.0, 2.0]),
    }
    trimmed = trim(inputs)
    assert trimmed["prompt_ids"].tolist() == [[0, 5], [6, 7]]
    assert trimmed["completion_ids"].tolist() == [[1, 2], [3, 0]]
    assert trimmed["advantages"].tolist() == [1.0, 2.0]


def test_no_sync_names_what_is_served() -> None:
    assert NoSync("tiny").push(3) == "tiny"

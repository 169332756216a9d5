"""The figures of a train step."""

from pathlib import Path

import pytest
import torch
from accelerate import Accelerator
from made_rows import RowMaker, batch_of, counters

from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.step_metrics import batch_metrics, loss_metrics, time_metrics
from tool_r1_trainer.stopwatch import Stopwatch
from tool_r1_trainer.update_statistics import TokenFacts, UpdateStatistics


def test_of_a_batch(tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    rows = [maker.row(5, True, 1.0), maker.row(2, False, -1.0), maker.row(5, True, 0.0)]
    batch = batch_of(5, [maker.group("a", rows)]).model_copy(
        update={"counters": counters(mixed=1, generated_tokens=90, statuses={"ok": 3}, fresh_reward=0.75)}
    )
    metrics = batch_metrics(batch, 5)
    assert metrics["reward/total"] == 0.25
    assert metrics["reward/sampled"] == 0.75
    assert metrics["reward/selected"] == 0.0
    assert metrics["reward/fresh"] == 0.5
    assert metrics["reward/part/answer"] == 0.0
    assert metrics["queue/freshShare"] == pytest.approx(2 / 3)
    assert (metrics["queue/stalenessMean"], metrics["queue/stalenessMax"]) == (1.0, 3.0)
    assert metrics["policy/zeroAdvantageShare"] == pytest.approx(1 / 3)
    assert (metrics["groups/mixed"], metrics["groups/trained"], metrics["rollouts/ok"]) == (1.0, 1.0, 3.0)
    assert metrics["tokens/trained"] == sum(sum(row.mask) for row in rows)


def test_lengths_count_what_the_policy_sampled(tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    rows = [maker.row(5, True, 1.0), maker.row(5, True, 0.0).model_copy(update={"truncated": True})]
    metrics = batch_metrics(batch_of(5, [maker.group("a", rows)]), 5)
    sampled = [sum(row.mask) for row in rows]
    assert min(sampled) < len(rows[0].completion_ids)
    assert metrics["completions/tokensMean"] == sum(sampled) / 2
    assert metrics["completions/tokensMax"] == max(sampled)
    assert metrics["completions/truncatedShare"] == 0.5


def test_of_an_empty_batch_there_are_no_means() -> None:
    metrics = batch_metrics(batch_of(5, []), 5)
    assert metrics["reward/total"] is None
    assert metrics["queue/freshShare"] is None
    assert metrics["queue/stalenessMax"] is None
    assert metrics["completions/tokensMax"] is None
    assert metrics["completions/truncatedShare"] is None
    assert metrics["groups/trained"] == 0.0


def test_update_is_what_remains_of_a_step() -> None:
    seconds = {"step": 10.0, "waiting": 6.0, "sync": 1.0, "optimiser": 0.5, "other": 9.0}
    assert time_metrics(seconds)["seconds/update"] == 2.5


def test_a_stopwatch_adds_up_until_it_is_read() -> None:
    clock = iter([0.0, 2.0, 10.0, 13.0])
    watch = Stopwatch(lambda: next(clock))
    for _ in range(2):
        with watch.measure("sync"):
            pass
    assert watch.take() == {"sync": 5.0}
    assert watch.take() == {}


def test_statistics_are_apart_for_fresh_and_cached_tokens() -> None:
    statistics = UpdateStatistics(clip_low=0.2, clip_high=0.28)
    ratio = torch.tensor([[1.0, 1.5, 0.5], [1.5, 0.5, 1.5]])
    sampled = torch.full((2, 3), -1.0)
    log_probs = sampled + ratio.log()
    mask = torch.tensor([[1, 1, 1], [1, 1, 0]])
    for _ in range(2):
        statistics.add(log_probs, sampled, sampled, mask, torch.tensor([1.0, -1.0]), torch.tensor([1.0, 0.0]))
    fresh, cached = statistics.take(Accelerator(cpu=True))
    assert (fresh.tokens, cached.tokens) == (6, 4)
    # A good token is stopped above the range, a bad one below it.
    assert fresh.clip_fraction == pytest.approx(1 / 3)
    assert cached.clip_fraction == pytest.approx(1 / 2)
    gap = float((log_probs - sampled).abs()[0].mean())
    assert fresh.log_prob_gap == pytest.approx(gap)
    metrics = loss_metrics({"loss": 0.1, "entropy": None}, fresh, cached)
    assert metrics["policy/clipFraction"] == pytest.approx(4 / 10)
    assert (metrics["policy/loss"], metrics["policy/entropy"], metrics["policy/kl"]) == (0.1, None, None)
    assert statistics.take(Accelerator(cpu=True)) == (TokenFacts(0, None, None), TokenFacts(0, None, None))

"""What a batch must be like before it is trained on, and how it is filled up."""

from pathlib import Path
from typing import Any

import pytest
from made_rows import RowMaker, batch_of

from tool_r1_trainer.failures import ContractBroken
from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.rows import rows_of
from tool_r1_trainer.validation import check_batch, fault_of
from tool_r1_trainer.wire import BatchRequest, Trajectory

GOOD: dict[str, Any] = {
    "id": "r-1",
    "fresh": False,
    "policy_version": 2,
    "prompt_ids": [4, 5],
    "completion_ids": [6, 7, 8],
    "mask": [1, 0, 1],
    "log_probs": [-0.5, 0.0, -1.0],
    "advantage": 0.5,
    "reward": {"parts": [], "total": 1.0},
    "truncated": False,
}


def row(**changes: Any) -> Trajectory:
    return Trajectory.model_validate({**GOOD, **changes})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, None),
        ({"mask": [0, 0, 0]}, None),
        ({"fresh": True, "policy_version": 3}, None),
        ({"prompt_ids": []}, "its prompt or its completion is empty"),
        ({"completion_ids": [], "mask": [], "log_probs": []}, "its prompt or its completion is empty"),
        ({"mask": [1, 1]}, "3 tokens, 2 mask values and 3 log-probabilities"),
        ({"log_probs": [-1.0]}, "3 tokens, 3 mask values and 1 log-probabilities"),
        ({"mask": [1, 2, 1]}, "its mask holds other values than 0 and 1"),
        ({"mask": [1, 1, 0]}, "it does not end on a token of the policy"),
        ({"log_probs": [-0.5, 0.0, 0.1]}, "a log-probability is above 0"),
        ({"log_probs": [-0.5, 0.3, -1.0]}, None),
        ({"prompt_ids": [4] * 8}, "11 tokens, more than 10"),
        ({"completion_ids": [6, 7, 100]}, "a token id is not below 100"),
        ({"policy_version": 4}, "it was sampled by policy 4, and policy 3 is the newest"),
        ({"fresh": True}, "it was sampled by policy 2, and policy 3 is the newest"),
    ],
)
def test_faults_of_a_row(changes: dict[str, Any], fault: str | None) -> None:
    assert fault_of(row(**changes), policy_version=3, max_sequence_tokens=10, vocabulary=100) == fault


def request(step: int = 3, groups: int = 2, update_size: int = 2) -> BatchRequest:
    return BatchRequest(run_id="run-1", step=step, policy_version=step, groups=groups, update_size=update_size, seed=0)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request(step=4), r"sent the batch of train step 3, not of 4"),
        (request(groups=1), r"has 2 groups; 1 were asked for"),
        (request(update_size=1), r"The group of task a has 2 rows; 1 were asked for"),
    ],
)
def test_a_batch_that_was_not_asked_for(asked: BatchRequest, message: str, tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    batch = batch_of(3, [maker.group("a", [row(), row()]), maker.group("b", [row()])])
    check_batch(batch, request(), 10, 100)
    with pytest.raises(ContractBroken, match=message):
        check_batch(batch, asked, 10, 100)


def test_the_rollout_at_fault_is_named(tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    batch = batch_of(3, [maker.group("sum-1", [row(), row(id="r-9", mask=[1, 1, 0])])])
    with pytest.raises(ContractBroken, match=r"Rollout r-9 of task sum-1 cannot be trained on: it does not end"):
        check_batch(batch, request(), 10, 100)


def test_missing_rows_are_filled_with_ones_that_teach_nothing(tiny_model: Path) -> None:
    maker = RowMaker(load_model(tiny_model))
    batch = batch_of(3, [maker.group("a", [row()]), maker.group("b", [row(policy_version=1)])])
    rows = rows_of(batch, policy_version=3, number=5, pad_id=0)
    assert [one.staleness for one in rows] == [1, 2, 0, 0, 0]
    assert [sum(one.mask) for one in rows] == [2, 2, 0, 0, 0]
    assert [one.advantage for one in rows[2:]] == [0.0, 0.0, 0.0]
    assert rows[4].completion_ids == [0]

"""Training with the real peers: the rollout server of the product, its sandbox, the token server over HTTP, and TRL."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
import torch
from real_rollouts import RealRollouts, write_run
from safetensors.torch import load_file
from served import Served

from tool_r1_trainer import training_run
from tool_r1_trainer.failures import ServerGone
from tool_r1_trainer.policy_receiver import ReceiverServer, SamplerFolder
from tool_r1_trainer.run_folder import RunFolder, read_run_job
from tool_r1_trainer.runtime_client import PatientCaller, RolloutServer
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.wire import Batch, BatchProgress, BatchRequest


@contextmanager
def servers(folder: Path, model: Path) -> Iterator[RealRollouts]:
    """Both servers of a run, their ports written into its run.json."""
    rollouts, tokens = RealRollouts(folder), Served(model)
    job = json.loads((folder / "run.json").read_text())
    job["processes"] |= {"rolloutPort": rollouts.port, "tokenPort": tokens.http.server_address[1]}
    (folder / "run.json").write_text(json.dumps(job))
    try:
        yield rollouts
    finally:
        rollouts.kill()
        tokens.close()


class KilledServer(RolloutServer):
    """The server of a run whose process is killed while it makes the batch of one step."""

    def __init__(self, port: int, rollouts: RealRollouts, at_step: int) -> None:
        super().__init__(f"http://127.0.0.1:{port}", "run-1", PatientCaller("rollout server", patience=0.5))
        self._rollouts = rollouts
        self._at_step = at_step

    def batch(self, request: BatchRequest, on_progress: Callable[[BatchProgress], None]) -> Batch:
        if request.step == self._at_step:
            self._rollouts.kill()
        return super().batch(request, on_progress)


def train(folder: Path, server: RolloutServer | None = None, stop: StopWish | None = None) -> None:
    job = read_run_job(folder / "run.json")
    address = f"http://127.0.0.1:{job.processes.rollout_port}"
    training_run.train(job, RunFolder(folder), server or RolloutServer(address, job.run_id), stop or StopWish())


def metrics_of(folder: Path) -> dict[int, dict[str, Any]]:
    """By train step; of several lines of one step the last counts."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return {line["step"]: line["metrics"] for line in lines}


def newest_step(folder: Path) -> int | None:
    newest = RunFolder(folder).newest_checkpoint()
    return newest.step if newest else None


def weights_of(folder: Path, step: int) -> dict[str, torch.Tensor]:
    return load_file(folder / "checkpoints" / f"checkpoint-{step}" / "model.safetensors")


@pytest.fixture(scope="module")
def straight(taught_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four train steps without interruption."""
    folder = tmp_path_factory.mktemp("runs") / "straight"
    write_run(folder, taught_model)
    with servers(folder, taught_model):
        train(folder)
    return folder


def test_a_run_trains_on_what_its_policy_has_just_sampled(straight: Path) -> None:
    metrics = metrics_of(straight)
    assert list(metrics) == [1, 2, 3, 4]
    assert all(step["policy/logProbGapFresh"] < 1e-5 for step in metrics.values())
    assert any(step["policy/gradientNorm"] > 0 for step in metrics.values())
    assert any(0 < step["reward/total"] < 1.6 for step in metrics.values())
    assert all(step["rollouts/infra-error"] == 0 for step in metrics.values())
    assert metrics[1]["queue/freshShare"] == 1.0
    assert sorted(folder.name for folder in (straight / "checkpoints").iterdir()) == ["checkpoint-2", "checkpoint-4"]
    assert sorted(folder.name for folder in (straight / "policy").iterdir()) == ["policy-v2", "policy-v3"]


def test_killed_in_a_step_and_resumed_it_comes_to_the_same_bits(
    straight: Path, taught_model: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "killed"
    write_run(folder, taught_model)
    with servers(folder, taught_model) as rollouts, pytest.raises(ServerGone, match="resume the run"):
        train(folder, KilledServer(rollouts.port, rollouts, at_step=3))
    assert newest_step(folder) == 2
    with servers(folder, taught_model):
        train(folder)

    expected, found = weights_of(straight, 4), weights_of(folder, 4)
    assert all(torch.equal(expected[name], found[name]) for name in expected)
    assert rollout_state(straight) == rollout_state(folder)
    figures = ("reward/total", "policy/loss", "tokens/generated", "queue/freshShare")
    for step, metrics in metrics_of(straight).items():
        again = metrics_of(folder)[step]
        assert [again[name] for name in figures] == [metrics[name] for name in figures]


def rollout_state(folder: Path) -> bytes:
    return (folder / "checkpoints" / "checkpoint-4" / "rollout_state.jsonl").read_bytes()


def start_rank(folder: Path, rank: int, port: int) -> "subprocess.Popen[str]":
    """One of two training processes, told who it is as torchrun tells it."""
    path = f"{Path(training_run.__file__).parents[1]}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    who = {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2"}
    where = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    return subprocess.Popen(
        [sys.executable, "-m", "tool_r1_trainer", "--config", str(folder / "run.json")],
        env={**os.environ, **who, **where, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def test_two_processes_make_the_same_steps_as_one(straight: Path, taught_model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    write_run(folder, taught_model, maxSteps=2)
    with servers(folder, taught_model):
        port = free_port()
        ranks = [start_rank(folder, rank, port) for rank in range(2)]
        said = [rank.communicate(timeout=900)[1] for rank in ranks]
    assert [rank.returncode for rank in ranks] == [0, 0], "\n".join(text[-2000:] for text in said)
    one, two = metrics_of(straight), metrics_of(folder)
    for step in (1, 2):
        assert two[step]["tokens/generated"] == one[step]["tokens/generated"]
        for name in ("policy/loss", "policy/gradientNorm", "policy/clipFractionFresh"):
            assert two[step][name] == pytest.approx(one[step][name], abs=1e-5)
        assert two[step]["policy/logProbGapFresh"] < 1e-5


class WatchedServer(RolloutServer):
    """Keeps the batches that it passes on."""

    def __init__(self, port: int) -> None:
        super().__init__(f"http://127.0.0.1:{port}", "run-1")
        self.batches: list[Batch] = []

    def batch(self, request: BatchRequest, on_progress: Callable[[BatchProgress], None]) -> Batch:
        self.batches.append(super().batch(request, on_progress))
        return self.batches[-1]


@pytest.fixture(scope="module")
def adapter(taught_model: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Batch]]:
    """A run of three train steps of an adapter, on the two of four rows whose rewards differ most."""
    folder = tmp_path_factory.mktemp("runs") / "adapter"
    lora = {"rank": 4, "alpha": 8.0, "dropout": 0.0, "targets": "all-linear"}
    write_run(folder, taught_model, "lora_disk", keep=2, maxSteps=3, lora=lora, learningRate=1e-2)
    with servers(folder, taught_model) as rollouts:
        server = WatchedServer(rollouts.port)
        train(folder, server)
    return folder, server.batches


def test_an_adapter_reaches_the_token_server(adapter: tuple[Path, list[Batch]]) -> None:
    folder, _ = adapter
    metrics = metrics_of(folder)
    assert list(metrics) == [1, 2, 3]
    assert all(step["policy/logProbGapFresh"] < 1e-5 for step in metrics.values())
    moved = load_file(folder / "policy" / "policy-v2" / "adapter_model.safetensors")
    assert any(tensor.abs().max() > 0 for name, tensor in moved.items() if "lora_B" in name)


def test_the_rows_that_differ_most_are_trained_with_the_advantages_of_the_whole_group(
    adapter: tuple[Path, list[Batch]],
) -> None:
    folder, batches = adapter
    records = {(one["step"], one["taskId"]): one for one in records_of(folder)}
    mixed = 0
    for batch in batches:
        for group in batch.groups:
            rewards = records[batch.step, group.task_id]["rewards"]
            kept = [row.reward.total for row in group.trajectories]
            assert (len(rewards), len(kept)) == (4, 2)
            assert sorted(kept) == [min(rewards), max(rewards)]
            assert group.zero_variance == (min(rewards) == max(rewards))
            for row in group.trajectories:
                expected = (row.reward.total - fmean(rewards)) / (stdev(rewards) + 1e-6)
                assert row.advantage == pytest.approx(0.0 if group.zero_variance else expected, rel=1e-9)
            mixed += not group.zero_variance
    assert mixed > 0
    figures = metrics_of(folder)
    for batch in batches:
        assert figures[batch.step + 1]["groups/zeroVariance"] == sum(group.zero_variance for group in batch.groups)


@contextmanager
def far_receiver(folder: Path, job_file: Path) -> Iterator[None]:
    """Makes another machine of the token server of a run: weights reach it by a receiver alone."""
    folder.mkdir()
    receiver = ReceiverServer("127.0.0.1", 0, SamplerFolder(folder), "key")
    threading.Thread(target=receiver.serve_forever, args=(0.02,), daemon=True).start()
    job = json.loads(job_file.read_text())
    tokens = job["processes"]["tokenPort"]
    sampler = {"host": "127.0.0.1", "tokenPort": tokens, "receiverPort": receiver.server_address[1]}
    place = {"machine": "b100", "folder": str(folder), **sampler}
    job["processes"] |= {"tokenPort": 0, "sampler": place}
    job_file.write_text(json.dumps(job))
    try:
        yield
    finally:
        receiver.shutdown()
        receiver.server_close()


@pytest.mark.parametrize("sync", ["weights_disk", "lora_disk"])
def test_another_machine_samples_without_a_folder_in_common(
    sync: str, straight: Path, taught_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is loaded lies in the folder of the other machine; fresh log-probabilities prove that it is the newest."""
    monkeypatch.setenv("TOOL_R1_SAMPLER_KEY", "key")
    lora = {"rank": 4, "alpha": 8.0, "dropout": 0.0, "targets": "all-linear"} if sync == "lora_disk" else None
    folder, there = tmp_path / "run", tmp_path / "sampler"
    write_run(folder, taught_model, sync, maxSteps=3, lora=lora)
    with servers(folder, taught_model), far_receiver(there, folder / "run.json"):
        train(folder)
    metrics = metrics_of(folder)
    assert list(metrics) == [1, 2, 3]
    assert all(step["policy/logProbGapFresh"] < 1e-5 for step in metrics.values())
    assert sorted(policy.name for policy in (there / "policy").iterdir()) == ["policy-v1", "policy-v2"]
    if sync == "weights_disk":
        assert metrics[2]["policy/loss"] == metrics_of(straight)[2]["policy/loss"]


def records_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "groups.jsonl").read_text().splitlines()]


def test_a_run_is_stopped_after_its_step_and_goes_on_until_its_tasks_are_used_up(
    taught_model: Path, tmp_path: Path
) -> None:
    """Four tasks, two a step, one epoch: the third batch says that there is none."""
    folder = tmp_path / "stopped"
    write_run(folder, taught_model, tasks=4, epochs=1, maxSteps=None)
    stop = StopWish()
    stop.is_set = True
    with servers(folder, taught_model):
        train(folder, stop=stop)
        assert list(metrics_of(folder)) == [1]
        assert newest_step(folder) == 1
        train(folder)
    assert list(metrics_of(folder)) == [1, 2]
    assert newest_step(folder) == 2

"""Weights on their way to the token server: they arrive merged and whole, and the fresh log-probabilities prove it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from accelerate import Accelerator
from made_rows import log_probs
from peft import LoraConfig, get_peft_model
from transformers import PreTrainedModel
from trl.generation.vllm_generation import VLLMGeneration

from tool_r1_trainer.folder_loading import FolderLoading
from tool_r1_trainer.model_folder import load_model, merge_adapter
from tool_r1_trainer.policy_sync import FolderSync, GatheredSync, TensorMetadata, saver_of

PROMPT, COMPLETION = [5, 9, 200], [17, 44, 301, 8, 90]
GIB = 1 << 30


@pytest.fixture
def adapted(tiny_model: Path) -> Any:
    """The tiny model with an adapter that changes what it says."""
    torch.manual_seed(1)
    model = get_peft_model(
        load_model(tiny_model), LoraConfig(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM")
    )
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.1)
    return model


def gap(model: Any, served: PreTrainedModel) -> float:
    """Mean |log-probability of the trained model - of the served one|."""
    pairs = zip(log_probs(model, PROMPT, COMPLETION), log_probs(served, PROMPT, COMPLETION), strict=True)
    return sum(abs(left - right) for left, right in pairs) / len(COMPLETION)


def pack(tensors: Iterator[tuple[str, torch.Tensor]], most_bytes: int) -> dict[str, torch.Tensor]:
    """Receives tensors as vLLM's packed producer sends them: views are collected until a chunk is full, then copied."""
    received: dict[str, torch.Tensor] = {}
    chunk: list[tuple[str, torch.Tensor]] = []
    size = 0
    for name, tensor in tensors:
        chunk.append((name, tensor))
        size += tensor.nbytes
        if size > most_bytes:
            received.update((name, view.clone()) for name, view in chunk)
            chunk, size = [], 0
    received.update((name, view.clone()) for name, view in chunk)
    return received


class NamedByTrl(VLLMGeneration):
    """TRL's own generator of parameters, without a vLLM to talk to."""

    def _init_vllm(self) -> None:
        return


def parameters_of(model: Any, accelerator: Accelerator) -> Iterable[tuple[str, torch.Tensor]]:
    found: Iterable[tuple[str, torch.Tensor]] = NamedByTrl(model, accelerator, None, mode="server")._iter_named_params()
    return found


@pytest.mark.parametrize("chunk", [GIB, 64 << 10, 8 << 10])
def test_gathered_sends_merged_weights_whatever_the_size_of_a_chunk(adapted: Any, tiny_model: Path, chunk: int) -> None:
    accelerator, served = Accelerator(cpu=True), load_model(tiny_model)
    announced: list[TensorMetadata] = []

    def send(metadata: list[TensorMetadata], tensors: Iterator[tuple[str, torch.Tensor]]) -> None:
        announced.extend(metadata)
        served.load_state_dict(pack(tensors, chunk), strict=False)

    sync = GatheredSync(accelerator, lambda: parameters_of(adapted, accelerator), send, "policy", torch.float32)
    assert sync.push(3) == "policy"
    assert gap(adapted, served) < 1e-5
    assert {kind for _, kind, _ in announced} == {"float32"}
    assert {tuple(shape) for name, _, shape in announced if name.endswith("embed_tokens.weight")} == {(448, 64)}


def test_the_push_of_trl_itself_would_send_the_adapter_unmerged(adapted: Any, tiny_model: Path) -> None:
    """The reason for `gathered`. Where this fails, TRL has mended it."""
    served = load_model(tiny_model)
    served.load_state_dict(pack(iter(parameters_of(adapted, Accelerator(cpu=True))), GIB), strict=False)
    assert gap(adapted, served) > 1e-3


def no_loading() -> FolderLoading:
    return FolderLoading(lambda *_: None, lambda _: None)


def test_an_adapter_by_folder_arrives(adapted: Any, tiny_model: Path, tmp_path: Path) -> None:
    served: list[PreTrainedModel] = []
    accelerator = Accelerator(cpu=True)
    sync = FolderSync(
        accelerator,
        tmp_path,
        saver_of(accelerator, adapted),
        FolderLoading(lambda _, folder: served.append(merge_adapter(tiny_model, folder)), lambda _: None),
    )
    assert sync.push(2) == "policy-v2"
    assert gap(adapted, served[0]) < 1e-5
    assert gap(adapted, load_model(tiny_model)) > 1e-2


def test_all_weights_by_folder_arrive(tiny_model: Path, tmp_path: Path) -> None:
    model, accelerator = load_model(tiny_model), Accelerator(cpu=True)
    with torch.no_grad():
        next(model.parameters()).mul_(1.5)
    sync = FolderSync(accelerator, tmp_path, saver_of(accelerator, model), no_loading())
    sync.push(0)
    assert gap(model, load_model(tmp_path / "policy-v0")) == 0.0


def test_the_newest_two_folders_stay(tmp_path: Path) -> None:
    unloaded: list[str] = []
    loading = FolderLoading(lambda *_: None, unloaded.append)
    sync = FolderSync(Accelerator(cpu=True), tmp_path, lambda folder: (folder / "w").touch(), loading)
    for version in (8, 9, 10, 11):
        sync.push(version)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["policy-v10", "policy-v11"]
    assert unloaded == ["policy-v8", "policy-v9"]


def test_a_folder_that_could_not_be_written_is_not_loaded(tmp_path: Path) -> None:
    loaded: list[str] = []

    def full_disk(folder: Path) -> None:
        (folder / "half").touch()
        raise OSError(28, "No space left on device")

    loading = FolderLoading(lambda name, _: loaded.append(name), lambda _: None)
    sync = FolderSync(Accelerator(cpu=True), tmp_path, full_disk, loading)
    with pytest.raises(OSError, match="No space left"):
        sync.push(1)
    assert loaded == []
    assert not (tmp_path / "policy-v1").exists()


def test_the_same_version_again_takes_the_place_of_the_first(tmp_path: Path) -> None:
    """A run that goes on from a checkpoint pushes the version that the crashed one had pushed."""
    (tmp_path / "policy-v4").mkdir()
    (tmp_path / "policy-v4" / "old").touch()
    sync = FolderSync(Accelerator(cpu=True), tmp_path, lambda folder: (folder / "new").touch(), no_loading())
    sync.push(4)
    assert [file.name for file in (tmp_path / "policy-v4").iterdir()] == ["new"]

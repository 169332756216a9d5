"""How the weights of a train step reach the token servers, announced to the rollout server before and after.

    weights_disk  rank 0 saves all weights to a folder, which the token server on the CPU loads
    lora_disk     rank 0 saves the adapter to a folder, which vLLM or the token server loads; works on one GPU
    gathered      all ranks walk the parameters together, rank 0 sends merged copies to vLLM over NCCL
    none          the token servers keep their weights; only for tests of something else

`gathered` stands in for TRL's own push, which sends the last GiB of a merged adapter unmerged and can hang when more
than two ranks shard the model: every tensor is copied while it is whole, and nothing is sent before all ranks are done.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import torch
from accelerate import Accelerator

from tool_r1_trainer.activity import Activity
from tool_r1_trainer.folder_loading import FolderLoading
from tool_r1_trainer.main_rank import on_main_rank
from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.stopwatch import Stopwatch

_KEPT_VERSIONS = 2


class PolicySync(Protocol):
    """One way to hand over weights. `push` is a collective call and gives the name they are served by."""

    def push(self, version: int) -> str: ...


class AnnouncedSync:
    """Pushes, with the rollout server told before and after. Has the one method of `VLLMGeneration` that TRL calls."""

    def __init__(
        self,
        sync: PolicySync,
        accelerator: Accelerator,
        server: RolloutServer,
        base_urls: Sequence[str],
        step: Callable[[], int],
        stopwatch: Stopwatch,
        activity: Activity,
    ) -> None:
        self._sync = sync
        self._accelerator = accelerator
        self._server = server
        self._base_urls = list(base_urls)
        self._step = step
        self._stopwatch = stopwatch
        self._activity = activity

    def sync_weights(self) -> None:
        with self._stopwatch.measure("sync"):
            version = self._step()
            self._activity.tell("pushing", version + 1)
            on_main_rank(self._accelerator, lambda: self._server.begin_policy(version))
            model = self._sync.push(version)
            on_main_rank(self._accelerator, lambda: self._server.end_policy(version, model, self._base_urls))


class FolderSync:
    """Saves to a folder, which the token servers load; the folder appears whole or not at all.

    Args:
        save: writes the weights into the folder it is given.
        loading: makes the token servers take that folder under a name, and forget it later.
    """

    def __init__(
        self,
        accelerator: Accelerator,
        root: Path,
        save: Callable[[Path], None],
        loading: FolderLoading,
    ) -> None:
        self._accelerator = accelerator
        self._root = root
        self._save = save
        self._loading = loading

    def push(self, version: int) -> str:
        name = f"policy-v{version}"
        on_main_rank(self._accelerator, lambda: self._hand_over(name))
        return name

    def _hand_over(self, name: str) -> None:
        folder, unfinished = self._root / name, self._root / f".{name}"
        for left_over in (unfinished, folder):
            shutil.rmtree(left_over, ignore_errors=True)
        unfinished.mkdir(parents=True)
        self._save(unfinished)
        unfinished.rename(folder)
        self._loading.load(name, folder)
        self._drop_old(folder)

    def _drop_old(self, newest: Path) -> None:
        by_age = sorted(self._root.glob("policy-v*"), key=lambda folder: int(folder.name.removeprefix("policy-v")))
        for folder in [folder for folder in by_age if folder != newest][: 1 - _KEPT_VERSIONS]:
            self._loading.unload(folder.name)
            shutil.rmtree(folder)


class GatheredSync:
    """Copies merged tensors to the CPU in lock-step, then sends them.

    Args:
        named_parameters: name and whole tensor of each parameter; a tensor need only be right until the next one.
        send: takes names, types and shapes, and the tensors. Called on rank 0.
        model: the name that the server has for its weights, which stays.
    """

    def __init__(
        self,
        accelerator: Accelerator,
        named_parameters: Callable[[], Iterable[tuple[str, torch.Tensor]]],
        send: "Callable[[list[TensorMetadata], Iterator[tuple[str, torch.Tensor]]], None]",
        model: str,
        dtype: torch.dtype = torch.bfloat16,
    ) -> None:
        self._accelerator = accelerator
        self._named_parameters = named_parameters
        self._send = send
        self._model = model
        self._dtype = dtype

    def push(self, version: int) -> str:
        staged: list[tuple[str, torch.Tensor]] = []
        for name, parameter in self._named_parameters():
            if self._accelerator.is_main_process:
                staged.append((name, parameter.detach().to("cpu", self._dtype, copy=True)))
        self._accelerator.wait_for_everyone()
        on_main_rank(self._accelerator, lambda: self._transfer(staged))
        return self._model

    def _transfer(self, staged: list[tuple[str, torch.Tensor]]) -> None:
        device = self._accelerator.device
        metadata = [(name, str(t.dtype).removeprefix("torch."), list(t.shape)) for name, t in staged]
        self._send(metadata, ((name, tensor.to(device)) for name, tensor in staged))


TensorMetadata = tuple[str, str, list[int]]
"""Name, type as vLLM writes it, shape."""


class NoSync:
    """The token servers keep what they have."""

    def __init__(self, model: str) -> None:
        self._model = model

    def push(self, version: int) -> str:
        return self._model


def saver_of(accelerator: Accelerator, model: Any) -> Callable[[Path], None]:
    """Writes the weights of a model, or those of its adapter, as `save_pretrained` does."""

    def save(folder: Path) -> None:
        accelerator.unwrap_model(model).save_pretrained(folder)

    return save

"""How token servers take weights that lie in a folder: all of them or an adapter, on this machine or on another one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tool_r1_trainer.far_sampler import FarSampler
from tool_r1_trainer.token_servers import TokenServers


@dataclass(frozen=True)
class FolderLoading:
    """`load` makes the servers sample from a folder under a name; `unload` says that nobody needs that name."""

    load: Callable[[str, Path], None]
    unload: Callable[[str], None]


def weights_loading(servers: TokenServers) -> FolderLoading:
    """Of a whole model. The server holds only the newest, so that there is nothing to forget."""
    return FolderLoading(
        load=lambda name, path: servers.post("/v1/load_weights", {"model": name, "path": str(path)}),
        unload=lambda _: None,
    )


def adapter_loading(servers: TokenServers) -> FolderLoading:
    """Of an adapter. https://docs.vllm.ai/en/stable/features/lora/"""
    return FolderLoading(
        load=lambda name, path: servers.post("/v1/load_lora_adapter", {"lora_name": name, "lora_path": str(path)}),
        unload=lambda name: servers.post("/v1/unload_lora_adapter", {"lora_name": name}),
    )


def sent_first(far: FarSampler, there: FolderLoading) -> FolderLoading:
    """On another machine, which has no folder in common with this one."""

    def unload(name: str) -> None:
        there.unload(name)
        far.drop(name)

    return FolderLoading(load=lambda name, path: there.load(name, Path(far.send(name, path))), unload=unload)

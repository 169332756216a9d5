"""What `gathered` asks of TRL's client for vLLM; a client that remembers stands in for it."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from accelerate import Accelerator

from tool_r1_trainer import vllm_push
from tool_r1_trainer.model_folder import load_model


class Remembered:
    """`VLLMGeneration` with the two methods of its client that are used."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.calls: list[str] = []
        self.received: dict[str, torch.Tensor] = {}
        self.vllm_client = self

    def _iter_named_params(self) -> Iterator[tuple[str, torch.Tensor]]:
        yield from self.options["model"].named_parameters()

    def update_named_params(self, metadata: list[Any], tensors: Iterator[tuple[str, torch.Tensor]]) -> None:
        self.calls.append("update")
        self.received = dict(tensors)
        assert [(name, list(tensor.shape)) for name, tensor in self.received.items()] == [
            (name, shape) for name, _, shape in metadata
        ]

    def reset_prefix_cache(self) -> None:
        self.calls.append("reset")


def test_weights_are_sent_in_bfloat16_and_what_was_cached_of_the_old_ones_is_dropped(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Remembered] = []

    def remember(**options: Any) -> Remembered:
        made.append(Remembered(**options))
        return made[-1]

    monkeypatch.setattr(vllm_push, "VLLMGeneration", remember)
    model = load_model(tiny_model)
    trainer: Any = SimpleNamespace(model=model, accelerator=Accelerator(cpu=True), processing_class="tokenizer")
    sync = vllm_push.vllm_sync(trainer, "http://127.0.0.1:8900", "models/tiny")
    assert sync.push(1) == "models/tiny"

    (client,) = made
    asked = {name: client.options[name] for name in ("mode", "server_base_url", "processing_class")}
    assert asked == {"mode": "server", "server_base_url": "http://127.0.0.1:8900", "processing_class": "tokenizer"}
    assert client.calls == ["update", "reset"]
    expected = dict(model.named_parameters())
    assert set(client.received) == set(expected)
    for name, tensor in client.received.items():
        assert torch.equal(tensor, expected[name].detach().to(torch.bfloat16))

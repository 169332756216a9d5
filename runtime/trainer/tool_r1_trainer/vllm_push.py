"""What `gathered` needs of TRL and vLLM: the parameters under vLLM's names, and the way to send them.

Not yet run against a real vLLM: the CPU tests put an emulation of its packed producer in the place of `VLLMClient`.
"""

from collections.abc import Iterator

import torch
from trl.generation.vllm_generation import VLLMGeneration

from tool_r1_trainer.policy_sync import GatheredSync, TensorMetadata
from tool_r1_trainer.trainer import QueueGRPOTrainer


def vllm_sync(trainer: QueueGRPOTrainer, base_url: str, model: str) -> GatheredSync:
    """Joins the weight transfer group of the vLLM server at `base_url`. A collective call.

    The names of parameters (PEFT, FSDP, ZeRO) are those of TRL's own generator.
    """
    generation = VLLMGeneration(
        model=trainer.model,
        accelerator=trainer.accelerator,
        processing_class=trainer.processing_class,
        mode="server",
        server_base_url=base_url,
    )

    def send(metadata: list[TensorMetadata], tensors: Iterator[tuple[str, torch.Tensor]]) -> None:
        generation.vllm_client.update_named_params(metadata, tensors)
        generation.vllm_client.reset_prefix_cache()

    return GatheredSync(trainer.accelerator, generation._iter_named_params, send, model)

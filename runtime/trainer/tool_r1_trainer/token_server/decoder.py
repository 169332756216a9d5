"""One causal language model on the CPU and the slots of its running sequences: ids in, logits out."""

from collections.abc import Mapping, Sequence

import torch
from transformers import PreTrainedModel

from tool_r1_trainer.token_server.kv_slots import ATTENTION_NAME, KvSlots, Rows
from tool_r1_trainer.token_server.prompt_blocks import BLOCK_TOKENS, PromptBlocks, block_keys

_CACHE_BYTES = 512 * 1024 * 1024


class Decoder:
    """Reads prompts into slots and computes the next logits of all slots together."""

    def __init__(self, model: PreTrainedModel, slots: int, max_positions: int) -> None:
        # A multiple of 16 floats keeps every slot aligned, and with it the order of additions in the kernels.
        positions = -(-max_positions // 16) * 16
        self._kv = KvSlots(model.config.num_hidden_layers, slots, positions)
        self._blocks = PromptBlocks(_CACHE_BYTES)
        self._slots = slots
        self.use(model)

    def use(self, model: PreTrainedModel) -> None:
        """Takes other weights of the same shape. No slot may be in use."""
        model.set_attn_implementation(ATTENTION_NAME)
        self._model = model.eval()
        self._blocks.clear()

    @torch.inference_mode()
    def read_prompt(self, slot: int, ids: Sequence[int]) -> torch.Tensor:
        """Fills a slot with a prompt and gives the logits, (vocabulary,), of the token after it."""
        start = 0
        for key in block_keys(ids):
            self._fill_block(slot, start, ids, key)
            start += BLOCK_TOKENS
        return self._forward(Rows((slot,), (start,), len(ids) - start), [ids[start:]])[0]

    @torch.inference_mode()
    def next_logits(self, last: Mapping[int, tuple[int, int]]) -> torch.Tensor:
        """The logits, (slots, vocabulary), after the last token of each running sequence.

        Args:
            last: token and position by slot. The rows of other slots mean nothing.
        """
        used = range(self._slots)
        rows = Rows(
            tuple(slot if slot in last else None for slot in used),
            tuple(last[slot][1] if slot in last else 0 for slot in used),
            1,
        )
        return self._forward(rows, [[last[slot][0] if slot in last else 0] for slot in used])

    def _fill_block(self, slot: int, start: int, ids: Sequence[int], key: bytes) -> None:
        end = start + BLOCK_TOKENS
        known = self._blocks.get(key)
        if known is not None:
            self._kv.restore_block(slot, start, known)
            return
        self._forward(Rows((slot,), (start,), BLOCK_TOKENS), [ids[start:end]])
        block = self._kv.copy_block(slot, start, end)
        if block is not None:
            self._blocks.put(key, block)

    def _forward(self, rows: Rows, ids: Sequence[Sequence[int]]) -> torch.Tensor:
        """The logits, (rows, vocabulary), after the last position of each row, float32."""
        self._kv.rows = rows
        positions = torch.tensor(rows.starts)[:, None] + torch.arange(rows.length)
        output = self._model(
            input_ids=torch.tensor(ids),
            position_ids=positions,
            past_key_values=self._kv,
            kv_slots=self._kv,
            use_cache=True,
            logits_to_keep=1,
        )
        logits: torch.Tensor = output.logits[:, -1].float()
        return logits

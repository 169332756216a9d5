"""Keys and values of every running sequence, one slot a sequence, and the attention that reads them.

transformers calls `KvSlots.update` in each layer and then the attention function registered here under
`ATTENTION_NAME`. Attention is computed for each row alone over exactly its own positions, so that a row's result does
not depend on the lengths of others.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention
from transformers import AttentionInterface
from transformers.cache_utils import Cache

ATTENTION_NAME = "tool_r1_slots"


@dataclass(frozen=True)
class Rows:
    """Where the rows of one forward pass belong: row b holds positions starts[b] .. starts[b] + length - 1 of slots[b].

    `slots[b]` is None for a row that only keeps the number of rows fixed.
    """

    slots: tuple[int | None, ...]
    starts: tuple[int, ...]
    length: int


class KvSlots(Cache):
    """Keys and values of shape (layers, slots, key-value heads, positions, head size), float32."""

    def __init__(self, layers: int, slots: int, max_positions: int) -> None:
        super().__init__(layers=[])
        self._shape = (layers, slots, max_positions)
        self._keys: torch.Tensor | None = None
        self._values: torch.Tensor | None = None
        self.rows = Rows((), (), 0)

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Stores what a layer computed, (rows, heads, length, head size), and gives it back unchanged."""
        keys, values = self._storage(key_states)
        for row, (slot, start) in enumerate(zip(self.rows.slots, self.rows.starts, strict=True)):
            if slot is None:
                continue
            end = start + self.rows.length
            keys[layer_idx, slot, :, start:end] = key_states[row]
            values[layer_idx, slot, :, start:end] = value_states[row]
        return key_states, value_states

    def read(self, layer: int, slot: int, start: int, end: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values of positions start .. end - 1, each (heads, positions, head size)."""
        assert self._keys is not None and self._values is not None
        return self._keys[layer, slot, :, start:end], self._values[layer, slot, :, start:end]

    def copy_block(self, slot: int, start: int, end: int) -> torch.Tensor | None:
        """A copy of (2, layers, heads, positions, head size), to be put back with `restore_block`."""
        if self._keys is None or self._values is None:
            return None
        return torch.stack([self._keys[:, slot, :, start:end], self._values[:, slot, :, start:end]])

    def restore_block(self, slot: int, start: int, block: torch.Tensor) -> None:
        """Writes a block of `copy_block` into a slot."""
        assert self._keys is not None and self._values is not None
        end = start + block.shape[3]
        self._keys[:, slot, :, start:end] = block[0]
        self._values[:, slot, :, start:end] = block[1]

    def _storage(self, states: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Made at the first use, when the shape of a head is known. Pages that nobody writes take no memory."""
        if self._keys is None or self._values is None:
            layers, slots, positions = self._shape
            shape = (layers, slots, states.shape[1], positions, states.shape[3])
            self._keys = torch.empty(shape, dtype=states.dtype)
            self._values = torch.empty(shape, dtype=states.dtype)
        return self._keys, self._values


def attend(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    *,
    kv_slots: KvSlots,
    scaling: float | None = None,
    sliding_window: int | None = None,
    **_: Any,
) -> tuple[torch.Tensor, None]:
    """Attention of (rows, heads, length, head size); the result is (rows, length, heads, head size)."""
    layer: int = module.layer_idx  # type: ignore[assignment]
    rows = kv_slots.rows
    result = torch.zeros_like(query)
    for row, (slot, start) in enumerate(zip(rows.slots, rows.starts, strict=True)):
        if slot is None:
            continue
        end = start + rows.length
        first = 0 if sliding_window is None else max(0, start - sliding_window + 1)
        keys, values = kv_slots.read(layer, slot, first, end)
        result[row] = scaled_dot_product_attention(
            query[row : row + 1],
            keys[None],
            values[None],
            attn_mask=_causal_mask(rows.length, end - first, sliding_window),
            scale=scaling,
            enable_gqa=keys.shape[0] != query.shape[1],
        )[0]
    return result.transpose(1, 2).contiguous(), None


def _causal_mask(length: int, seen: int, sliding_window: int | None) -> torch.Tensor | None:
    """(length, seen): True where a query, one of the last `length` positions, may look; None for everywhere."""
    if length == 1:
        return None
    behind = torch.arange(seen - length, seen)[:, None] - torch.arange(seen)[None, :]
    allowed = behind >= 0
    return allowed if sliding_window is None else allowed & (behind < sliding_window)


AttentionInterface.register(ATTENTION_NAME, attend)

"""Keys and values of prompt beginnings that were read before, in blocks of `BLOCK_TOKENS` tokens.

A prompt is always read block by block, whether its beginning is known or not, so that a known beginning saves time
and changes no bit of the result. The rollouts of a group share their prompt, and a later turn the beginning of the
earlier one.
"""

import hashlib
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence

import torch

BLOCK_TOKENS = 64


def block_keys(ids: Sequence[int]) -> Iterator[bytes]:
    """One key for each whole block before the last token; equal keys mean equal tokens from the beginning on."""
    digest = hashlib.sha256()
    for start in range(0, len(ids) - BLOCK_TOKENS, BLOCK_TOKENS):
        digest.update(array("q", ids[start : start + BLOCK_TOKENS]).tobytes())
        yield digest.digest()


class PromptBlocks:
    """The blocks used last, as many as fit into `max_bytes`, of one state of the weights: `clear` at a change."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._blocks: OrderedDict[bytes, torch.Tensor] = OrderedDict()

    def get(self, key: bytes) -> torch.Tensor | None:
        block = self._blocks.get(key)
        if block is not None:
            self._blocks.move_to_end(key)
        return block

    def put(self, key: bytes, block: torch.Tensor) -> None:
        if key in self._blocks:
            return
        self._blocks[key] = block
        self._bytes += block.nbytes
        while self._bytes > self._max_bytes:
            _, oldest = self._blocks.popitem(last=False)
            self._bytes -= oldest.nbytes

    def clear(self) -> None:
        self._blocks.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._blocks)

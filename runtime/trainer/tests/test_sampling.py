"""Drawing tokens, prompt blocks and slots, without a server."""

import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import Qwen2Config, Qwen2ForCausalLM

from tool_r1_trainer.model_folder import load_model
from tool_r1_trainer.token_server.decoder import Decoder
from tool_r1_trainer.token_server.prompt_blocks import BLOCK_TOKENS, PromptBlocks, block_keys
from tool_r1_trainer.token_server.sequence import draw

PROMPT = [(11 * index) % 350 + 3 for index in range(2 * BLOCK_TOKENS + 9)]


def test_draws_follow_the_distribution() -> None:
    logits = torch.tensor([1.0, 0.0, -1.0, -50.0])
    uniform = random.Random(3)
    drawn = Counter(draw(logits, 0.5, uniform.random())[0] for _ in range(4000))
    weights = [math.exp(value / 0.5) for value in logits.tolist()]
    for token in range(3):
        assert drawn[token] / 4000 == pytest.approx(weights[token] / sum(weights), abs=0.03)
    assert drawn[3] == 0


@pytest.mark.parametrize("uniform", [0.0, 0.5, 1 - 2**-53])
def test_the_ends_of_the_unit_interval_give_a_token(uniform: float) -> None:
    token, log_prob = draw(torch.zeros(7), 1.0, uniform)
    assert 0 <= token < 7
    assert log_prob == pytest.approx(-math.log(7))


def test_keys_stand_for_whole_beginnings() -> None:
    keys = list(block_keys(PROMPT))
    assert len(keys) == 2
    assert next(block_keys([*PROMPT[:BLOCK_TOKENS], 1, *PROMPT[BLOCK_TOKENS + 1 :]])) == keys[0]
    changed = list(block_keys([1, *PROMPT[1:]]))
    assert changed[0] != keys[0]
    assert changed[1] != keys[1]


def test_the_last_token_is_never_part_of_a_known_block() -> None:
    """Its logits are wanted, so something has to be left to compute."""
    assert list(block_keys(PROMPT[:BLOCK_TOKENS])) == []
    assert len(list(block_keys(PROMPT[: BLOCK_TOKENS + 1]))) == 1


def test_the_oldest_blocks_go_first() -> None:
    blocks = PromptBlocks(max_bytes=8)
    one = torch.zeros(1)
    for key in (b"a", b"b"):
        blocks.put(key, one)
    assert blocks.get(b"a") is not None
    blocks.put(b"c", one)
    assert blocks.get(b"b") is None
    assert blocks.get(b"a") is not None
    assert len(blocks) == 2
    blocks.clear()
    assert len(blocks) == 0


def test_a_known_beginning_changes_no_bit(tiny_model: Path) -> None:
    known, unknown = (Decoder(load_model(tiny_model), 3, 256) for _ in range(2))
    known.read_prompt(0, [*PROMPT[:-3], 5, 6, 7])
    assert torch.equal(known.read_prompt(1, PROMPT), unknown.read_prompt(2, PROMPT))


def test_a_slot_does_not_see_what_the_others_hold(tiny_model: Path) -> None:
    model = load_model(tiny_model)
    alone, crowded = Decoder(model, 3, 256), Decoder(load_model(tiny_model), 3, 256)
    alone.read_prompt(0, PROMPT)
    for slot, prompt in ((2, PROMPT), (0, [4, 5]), (1, PROMPT[::-1])):
        crowded.read_prompt(slot, prompt)
    length = len(PROMPT)
    mine = alone.next_logits({0: (9, length)})[0]
    among = crowded.next_logits({2: (9, length), 0: (8, 2), 1: (7, length)})[2]
    assert torch.equal(mine, among)


def test_decoding_agrees_with_one_pass_over_everything(tiny_model: Path) -> None:
    decoder, plain = Decoder(load_model(tiny_model), 2, 256), load_model(tiny_model)
    decoder.read_prompt(1, PROMPT)
    decoded = decoder.next_logits({1: (9, len(PROMPT))})[1]
    whole = plain(torch.tensor([[*PROMPT, 9]])).logits[0, -1]
    torch.testing.assert_close(decoded, whole, atol=1e-5, rtol=1e-4)


def test_a_sliding_window_hides_what_is_too_far_back() -> None:
    """Models with windows, such as Mistral and some Qwen2, attend to the last positions only."""
    small: dict[str, Any] = {"vocab_size": 360, "hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2}
    window: dict[str, Any] = {
        "use_sliding_window": True,
        "sliding_window": 24,
        "layer_types": ["sliding_attention"] * 2,
    }
    torch.manual_seed(5)
    model = Qwen2ForCausalLM(Qwen2Config(**small, **window, num_hidden_layers=2, num_key_value_heads=1)).eval()
    with torch.no_grad():
        whole = model(torch.tensor([[*PROMPT, 9]])).logits[0, -1]
    decoder = Decoder(model, 2, 256)
    decoder.read_prompt(0, PROMPT)
    torch.testing.assert_close(decoder.next_logits({0: (9, len(PROMPT))})[0], whole, atol=1e-5, rtol=1e-4)

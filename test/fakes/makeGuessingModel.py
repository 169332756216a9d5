"""Makes a tiny model that half of the time hands in a digit and half of the time says nothing of use, whatever it is asked.

`makeGuessingModel.py FOLDER`, with the trainer's tests on PYTHONPATH. So its groups have rewards that differ, which a model of
random weights never gets. The same call writes the same weights on the same machine.
"""

import random
import sys
from pathlib import Path

import torch
from make_tiny_model import make_tiny_model
from transformers import AutoModelForCausalLM, AutoTokenizer

STEPS = 100
ROWS = 8
DIGITS = "37"
ASSISTANT = "<|im_start|>assistant\n"


def reply(dice: random.Random) -> str:
    if dice.random() < 0.4:
        return "I do not know.<|im_end|>"
    return f"Thought: I say.\nCode:\n```py\nfinal_answer({dice.choice(DIGITS)})\n```<end_code><|im_end|>"


def prompt(dice: random.Random) -> str:
    text = "".join(chr(dice.randrange(32, 127)) for _ in range(dice.randrange(10, 200)))
    return f"<|im_start|>user\n{text}<|im_end|>\n{ASSISTANT}"


def train(folder: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    dice = random.Random(0)
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3)
    for step in range(STEPS):
        pairs = [(tokenizer(prompt(dice)).input_ids, tokenizer(reply(dice)).input_ids) for _ in range(ROWS)]
        longest = max(len(asked) + len(said) for asked, said in pairs)
        ids = torch.full((ROWS, longest), tokenizer.pad_token_id)
        labels = torch.full((ROWS, longest), -100)
        for row, (asked, said) in enumerate(pairs):
            ids[row, : len(asked) + len(said)] = torch.tensor(asked + said)
            labels[row, len(asked) : len(asked) + len(said)] = torch.tensor(said)
        loss = model(input_ids=ids, labels=labels).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        if step % 50 == 49:
            print(f"step {step + 1}: loss {loss.item():.3f}", flush=True)
    model.save_pretrained(folder)


target = Path(sys.argv[1])
torch.set_num_threads(1)
make_tiny_model(target)
train(target)

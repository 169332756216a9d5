"""Makes the model that a learning run starts from: a small Llama with a tokenizer of its own, trained on demonstrations.

    python make_model.py --set FOLDER --out FOLDER/model --seed 1

The demonstrations are right in a part only (see flaw.ts), and the model comes to do as they do: it knows the form and most names,
and answers a question as often rightly as they did, or less. The same seed on the same machine makes the same weights.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

END_OF_TEXT, TURN_START, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
ROLES = ("system", "user", "assistant")
IGNORED = -100
"""Label of a token that no loss is taken of."""


@dataclass(frozen=True)
class Settings:
    """What the training is done with; the defaults are those of the published runs."""

    seed: int = 1
    steps: int = 1200
    batch: int = 16
    learning_rate: float = 4e-3
    warmup_steps: int = 50
    vocabulary: int = 800
    hidden: int = 64
    layers: int = 3


@dataclass(frozen=True)
class Example:
    """One demonstration as tokens; `labels` has the same length and holds the tokens of the assistant alone."""

    ids: list[int]
    labels: list[int]


def make_tokenizer(texts: list[str], names: list[str], vocabulary: int) -> PreTrainedTokenizerFast:
    """A byte-level BPE in which names and digits are tokens of their own, and what stands between them on a line may be one.

    So a name is the same token in a question, in a list of columns and in code, which is what lets so small a model copy it; and
    the lines of a program that are always the same are short.
    """
    words = [*names, *ROLES]
    apart = Regex("|".join([rf"\b(?:{'|'.join(map(re.escape, words))})\b", r"\d", r"\n"]))
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(apart, behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=vocabulary,
            special_tokens=[END_OF_TEXT, TURN_START, TURN_END],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=TURN_END, pad_token=END_OF_TEXT, padding_side="left"
    )
    fast.add_tokens([AddedToken(word, single_word=True, normalized=False) for word in words])
    fast.chat_template = CHAT_TEMPLATE
    return fast


def make_model(tokenizer: PreTrainedTokenizerFast, settings: Settings) -> LlamaForCausalLM:
    """Random weights."""
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=settings.hidden,
            intermediate_size=settings.hidden * 3,
            num_hidden_layers=settings.layers,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=1024,
            tie_word_embeddings=True,
            bos_token_id=None,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )


def encode(tokenizer: PreTrainedTokenizerFast, messages: list[dict[str, str]]) -> Example:
    """Tokens of a conversation turn by turn, as the chat template writes it."""
    ids: list[int] = []
    labels: list[int] = []
    for message in messages:
        head = tokenizer.encode(f"{TURN_START}{message['role']}\n")
        body = tokenizer.encode(f"{message['content']}{TURN_END}")
        tail = tokenizer.encode("\n")
        ids += head + body + tail
        is_sampled = message["role"] == "assistant"
        labels += [IGNORED] * len(head) + (body if is_sampled else [IGNORED] * len(body)) + [IGNORED] * len(tail)
    return Example(ids, labels)


def collate(examples: list[Example], pad: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and labels of shape (batch, longest), padded on the right."""
    longest = max(len(example.ids) for example in examples)
    ids = [example.ids + [pad] * (longest - len(example.ids)) for example in examples]
    labels = [example.labels + [IGNORED] * (longest - len(example.labels)) for example in examples]
    return torch.tensor(ids), torch.tensor(labels)


def train(model: LlamaForCausalLM, examples: list[Example], settings: Settings, pad: int) -> float:
    """Cross-entropy on the assistant's tokens. Gives the mean loss of the last 20 steps, in nats a token."""
    choice = random.Random(settings.seed)
    optimiser = torch.optim.AdamW(model.parameters(), lr=settings.learning_rate, betas=(0.9, 0.98), weight_decay=0.01)
    losses: list[float] = []
    started = time.monotonic()
    for step in range(settings.steps):
        for group in optimiser.param_groups:
            group["lr"] = settings.learning_rate * rate(step, settings)
        ids, labels = collate(choice.sample(examples, settings.batch), pad)
        loss = model(input_ids=ids, attention_mask=(ids != pad).long(), labels=labels).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
        if (step + 1) % 100 == 0:
            recent, seconds = sum(losses[-20:]) / 20, time.monotonic() - started
            print(f"step {step + 1}/{settings.steps}, loss {recent:.3f}, {seconds:.0f} s", flush=True)
    return sum(losses[-20:]) / len(losses[-20:])


def rate(step: int, settings: Settings) -> float:
    """Share of the learning rate: up over the warm-up, level, then down to a tenth over the last third."""
    if step < settings.warmup_steps:
        return (step + 1) / settings.warmup_steps
    last_third = settings.steps * 2 // 3
    return 1.0 if step < last_third else 1.0 - 0.9 * (step - last_third) / (settings.steps - last_third)


def check_tokenizer(folder: Path, messages: list[dict[str, str]], ids: list[int]) -> None:
    """Raises when the saved folder reads with other tokens: for some kinds of model transformers puts a tokenizer of its own."""
    again = AutoTokenizer.from_pretrained(folder).apply_chat_template(messages, tokenize=True)["input_ids"]
    if again != ids:
        raise ValueError(f"{folder} does not read with the tokenizer that the model was trained with")


def main() -> None:
    """Reads demonstrations, trains, and saves model and tokenizer as a Hugging Face folder."""
    parser = argparse.ArgumentParser(description="Makes the model that a learning run starts from.")
    parser.add_argument("--set", type=Path, required=True, help="folder with demonstrations.jsonl and names.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    arguments = parser.parse_args()
    settings = Settings(seed=arguments.seed, steps=arguments.steps)
    torch.set_num_threads(1)  # Sums in one order: the same weights each time.
    torch.manual_seed(settings.seed)
    names = json.loads((arguments.set / "names.json").read_text(encoding="utf-8"))
    with (arguments.set / "demonstrations.jsonl").open(encoding="utf-8") as file:
        conversations = [json.loads(line)["messages"] for line in file]
    texts = [message["content"] for messages in conversations for message in messages]
    tokenizer = make_tokenizer(texts, names, settings.vocabulary)
    model = make_model(tokenizer, settings)
    examples = [encode(tokenizer, messages) for messages in conversations]
    loss = train(model, examples, settings, tokenizer.pad_token_id)
    model.save_pretrained(arguments.out)
    tokenizer.save_pretrained(arguments.out)
    check_tokenizer(arguments.out, conversations[0], examples[0].ids)
    count = sum(parameter.numel() for parameter in model.parameters())
    tokens = sum(len(example.ids) for example in examples) / len(examples)
    print(
        f"{count} parameters, {len(tokenizer)} tokens, {tokens:.0f} tokens a demonstration, loss {loss:.3f}: {arguments.out}"
    )


if __name__ == "__main__":
    main()

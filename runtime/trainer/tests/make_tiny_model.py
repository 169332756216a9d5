"""Makes a tiny Llama with a tokenizer of its own, without any download: a policy for the tests.

`python make_tiny_model.py FOLDER [LESSONS]` writes it; the same call always writes the same weights. Without lessons
they are random. With some 100 it replies to a sum with code that often runs and is sometimes right.
"""

import random
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

VOCABULARY = 448

_CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_PROMPT = (
    "You answer questions about files by writing Python. Values in a csv file are text: use float() for numbers.\n"
    "Tools: final_answer(answer: Any) -> Any; "
    "inspect_file_as_text(file_path: str, question: str | None = None) -> str. "
    "Read xlsx, pdf, docx and pptx files with inspect_file_as_text.\n"
    "End with final_answer(value)."
)
_REPLIES = [
    "Thought: add.\n```py\nfinal_answer({})\n```<end_code>",
    "Thought: add.\n```py\nprint({})\n```<end_code>",
    "the answer is {}<|im_end|>",
]
_CORPUS = [
    _PROMPT,
    "Question: What is 1 + 2?",
    "Thought: compute the sum.\nCode:\n```py\nprint(1+2)\nfinal_answer(3)\n```<end_code>\nObservation: 3",
    "the quick brown fox jumps over the lazy dog 0123456789 ()[]{}=+-*/:,.'\"\n",
]


def make_tiny_model(folder: Path, lessons: int = 0) -> None:
    """Writes about 100,000 weights and a vocabulary of `VOCABULARY` tokens into `folder`."""
    tokenizer = _tokenizer()
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    torch.set_num_threads(1)
    model = LlamaForCausalLM(config)
    _teach(model, tokenizer, lessons)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _teach(model: LlamaForCausalLM, tokenizer: PreTrainedTokenizerFast, lessons: int) -> None:
    """Replies to sums, in the prompt that the tests of the whole pipeline have."""
    chance, optimiser = random.Random(0), torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(lessons):
        rows = [_lesson(tokenizer, chance) for _ in range(8)]
        width = max(len(ids) for ids, _ in rows)
        pad = [tokenizer.pad_token_id] * width
        ids = torch.tensor([(ids + pad)[:width] for ids, _ in rows])
        labels = torch.tensor([([-100] * start + ids[start:] + [-100] * width)[:width] for ids, start in rows])
        model(input_ids=ids, labels=labels).loss.backward()
        optimiser.step()
        optimiser.zero_grad()


def _lesson(tokenizer: PreTrainedTokenizerFast, chance: random.Random) -> tuple[list[int], int]:
    """Ids of a prompt and a reply, and where the reply begins."""
    number = chance.randint(0, 9)
    asked = [
        {"role": "system", "content": _PROMPT},
        {"role": "user", "content": f"Question: What is {number} + {number}?"},
    ]
    text = tokenizer.apply_chat_template(asked, add_generation_prompt=True, tokenize=False)
    prompt = tokenizer(text, add_special_tokens=False)["input_ids"]
    reply = tokenizer(chance.choice(_REPLIES).format(chance.randint(0, 9)), add_special_tokens=False)["input_ids"]
    return [*prompt, *reply], len(prompt)


def _tokenizer() -> PreTrainedTokenizerFast:
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(_CORPUS * 50, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bpe, eos_token="<|im_end|>", pad_token="<|endoftext|>", padding_side="left"
    )
    tokenizer.chat_template = _CHATML
    return tokenizer


if __name__ == "__main__":
    make_tiny_model(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)

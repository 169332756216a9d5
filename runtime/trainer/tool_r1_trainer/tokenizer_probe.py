"""What the trainer's tokenizer makes of a text, to compare with servers that do not say which they have, as vLLM."""

from transformers import PreTrainedTokenizerBase

from tool_r1_trainer.wire import TokenizerProbe

_PIECES = 400
_TEXT = (
    "def mean(rows):\n\treturn sum(r['x'] for r in rows) / len(rows)  # 3.14e-5, 1,234,567\r\n"
    "Straße naïve\u00a0Ψέμμ Привет \u4f60\u597d こんにちは 한국어 مرحبا नमस्ते 🙂👩‍🚀\n\n    ```py <end_code>"
)


def tokenizer_probe(tokenizer: PreTrainedTokenizerBase) -> TokenizerProbe:
    """Text of many scripts, tokens from all over the vocabulary, and every special token; with its ids."""
    size = len(tokenizer)
    spread = tokenizer.decode(list(range(0, size, max(1, size // _PIECES))), skip_special_tokens=True)
    text = f"{_TEXT}{spread}{''.join(map(str, tokenizer.all_special_tokens))}"
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return TokenizerProbe(text=text, ids=ids)

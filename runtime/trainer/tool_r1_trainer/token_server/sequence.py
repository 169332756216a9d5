"""One completion while it is sampled: its own random numbers, its stop conditions, its text."""

import random
import threading
from collections.abc import Sequence as Items
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal

import torch
from transformers import PreTrainedTokenizerBase


@dataclass(frozen=True)
class Sampling:
    """How one prompt is continued. `eos_ids` end it without being named as the reason, `stop_ids` are."""

    max_tokens: int
    temperature: float
    seed: int
    stop_strings: Items[str] = ()
    stop_ids: frozenset[int] = frozenset()
    eos_ids: frozenset[int] = frozenset()
    keep_stop_string: bool = False
    skip_special_tokens: bool = True


@dataclass(frozen=True)
class Completion:
    """What was sampled. `token_ids` hold everything, the end token and the tokens of a stop string as well."""

    text: str
    token_ids: list[int]
    log_probs: list[float]
    """Natural logarithms at the temperature of sampling, one a token."""
    finish_reason: Literal["stop", "length"]
    stop_reason: int | str | None


@dataclass
class Sequence:
    """A prompt in a slot and what was sampled after it."""

    prompt_ids: Items[int]
    sampling: Sampling
    tokenizer: PreTrainedTokenizerBase
    model: str
    """Name of the policy that must sample it."""
    result: "Future[Completion]" = field(default_factory=Future)
    abandoned: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits for the result any more."""
    token_ids: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.sampling.seed)

    @property
    def last(self) -> tuple[int, int]:
        """The last sampled token and its position, both of which the next logits need."""
        return self.token_ids[-1], len(self.prompt_ids) + len(self.token_ids) - 1

    def sample(self, logits: torch.Tensor) -> Completion | None:
        """Takes the next token from logits of shape (vocabulary,); the completion when that was its last one."""
        token, log_prob = draw(logits, self.sampling.temperature, self._random.random())
        self.token_ids.append(token)
        self.log_probs.append(log_prob)
        return self._ended_by(token)

    def _ended_by(self, token: int) -> Completion | None:
        if token in self.sampling.eos_ids | self.sampling.stop_ids:
            reason = token if token in self.sampling.stop_ids else None
            return self._completion("stop", reason, self._text_before_last_token())
        stop = self._matched_stop_string()
        if stop is not None:
            return self._completion("stop", stop, self._text_until(stop))
        if len(self.token_ids) >= self.sampling.max_tokens:
            return self._completion("length", None, self._decode(self.token_ids))
        return None

    def _matched_stop_string(self) -> str | None:
        """The stop string that the newest token made whole. Only the end of the text can hold a new one."""
        if not self.sampling.stop_strings:
            return None
        window = max(len(text.encode()) for text in self.sampling.stop_strings) + 8
        text = self._decode(self.token_ids[-window:])
        found = [(text.find(stop), stop) for stop in self.sampling.stop_strings if stop in text]
        return min(found)[1] if found else None

    def _text_until(self, stop: str) -> str:
        text = self._decode(self.token_ids)
        end = text.find(stop)
        return text[: end + len(stop)] if self.sampling.keep_stop_string else text[:end]

    def _text_before_last_token(self) -> str:
        """A token that ends a reply is no part of its text, as vLLM has it."""
        return self._decode(self.token_ids if self.sampling.keep_stop_string else self.token_ids[:-1])

    def _decode(self, ids: Items[int]) -> str:
        text = self.tokenizer.decode(list(ids), skip_special_tokens=self.sampling.skip_special_tokens)
        assert isinstance(text, str)
        return text

    def _completion(
        self, finish_reason: Literal["stop", "length"], stop_reason: int | str | None, text: str
    ) -> Completion:
        return Completion(text, self.token_ids, self.log_probs, finish_reason, stop_reason)


def draw(logits: torch.Tensor, temperature: float, uniform: float) -> tuple[int, float]:
    """A token by the inverse of the distribution function at `uniform` in [0, 1), and its log-probability.

    Args:
        logits: (vocabulary,), float32.
    """
    if temperature == 0:
        token = int(logits.argmax())
        return token, float(torch.log_softmax(logits, -1)[token])
    log_probs = torch.log_softmax(logits / temperature, -1)
    cumulated = log_probs.double().exp().cumsum(-1)
    point = torch.tensor(uniform * float(cumulated[-1]), dtype=torch.float64)
    token = min(int(torch.searchsorted(cumulated, point, right=True)), len(log_probs) - 1)
    return token, float(log_probs[token])

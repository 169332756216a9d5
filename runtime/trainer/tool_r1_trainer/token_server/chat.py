"""`/v1/chat/completions`: a conversation by the model's own chat template, answered in the shape of vLLM."""

import json
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tool_r1_trainer.token_server.completion_request import CompletionRequest

_OWN = {"prompt", "max_tokens", "logprobs", "return_token_ids", "return_tokens_as_token_ids", "stream"}
_SAMPLING = set(CompletionRequest.model_fields) - _OWN


class ChatRequest(BaseModel):
    """One conversation. Settings of sampling are those of a completion, and are checked as such."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")

    model: str
    messages: list[dict[str, Any]] = Field(min_length=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    logprobs: bool = False
    top_logprobs: int | None = Field(default=None, ge=0, le=0)
    return_token_ids: bool = False
    stream: bool = False
    """The answer then comes as events: one with all of it, for the tokens are sampled together with those of others."""

    def completion(self, ids: list[int], room: int) -> dict[str, Any]:
        """The body of the completion that this conversation is. `room`: tokens that fit after the prompt."""
        asked = self.model_dump(include=_SAMPLING, exclude_unset=True)
        tokens = self.max_completion_tokens or self.max_tokens or max(1, room)
        return {
            **{name: value for name, value in asked.items() if value is not None},
            "prompt": ids,
            "max_tokens": tokens,
            "logprobs": 0 if self.logprobs else None,
            "return_token_ids": self.return_token_ids,
        }


@dataclass(frozen=True)
class ChatAnswer:
    """The answer of a completion as that of a conversation."""

    completion: dict[str, Any]
    request: CompletionRequest

    def whole(self) -> dict[str, Any]:
        """`chat.completion`."""
        return self._answer("chat.completion", "message")

    def events(self) -> bytes:
        """`chat.completion.chunk`s as server-sent events."""
        chunk = self._answer("chat.completion.chunk", "delta")
        return b"".join(b"data: " + text.encode() + b"\n\n" for text in (json.dumps(chunk), "[DONE]"))

    def _answer(self, kind: str, part: str) -> dict[str, Any]:
        completion = self.completion
        choices = [self._choice(choice, part) for choice in completion["choices"]]
        ids = {}
        if self.request.return_token_ids:
            ids["prompt_token_ids"] = completion["choices"][0]["prompt_token_ids"]
        name = completion["id"].replace("cmpl-", "chatcmpl-")
        return {**completion, "id": name, "object": kind, "choices": choices, **ids}

    def _choice(self, choice: dict[str, Any], part: str) -> dict[str, Any]:
        answer = {
            "index": choice["index"],
            part: {"role": "assistant", "content": choice["text"]},
            "finish_reason": choice["finish_reason"],
            "stop_reason": choice["stop_reason"],
            "logprobs": _log_probs(choice["logprobs"]),
        }
        return {**answer, "token_ids": choice["token_ids"]} if "token_ids" in choice else answer


def _log_probs(found: dict[str, Any] | None) -> dict[str, Any] | None:
    if found is None:
        return None
    tokens = zip(found["tokens"], found["token_logprobs"], strict=True)
    return {"content": [{"token": token, "logprob": value, "top_logprobs": []} for token, value in tokens]}

"""What the token server can do, free of HTTP: bodies in, answers in vLLM's shape out."""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from transformers import PreTrainedTokenizerBase

from tool_r1_trainer.model_folder import load_model, merge_adapter, tokenizer_sha256
from tool_r1_trainer.token_server.chat import ChatRequest
from tool_r1_trainer.token_server.completion_request import (
    CompletionRequest,
    LoadAdapterRequest,
    LoadWeightsRequest,
    RequestRefused,
    TokenizeRequest,
    UnloadAdapterRequest,
    parse_body,
)
from tool_r1_trainer.token_server.engine import Engine, NewWeights
from tool_r1_trainer.token_server.sequence import Completion, Sampling, Sequence


@dataclass(frozen=True)
class ServedModel:
    """Facts of the model that do not change with its weights."""

    folder: Path
    tokenizer: PreTrainedTokenizerBase
    end_ids: frozenset[int]
    vocabulary: int
    """Number of ids that the model has an embedding for."""
    max_positions: int
    """Tokens of prompt and completion together."""


@dataclass(frozen=True)
class AskedCompletions:
    """A request of `/v1/completions` that is being served: one sequence a prompt."""

    request: CompletionRequest
    sequences: list[Sequence]

    def abandon(self) -> None:
        for sequence in self.sequences:
            sequence.abandoned.set()
            sequence.result.cancel()

    def answer(self, id: str, created: int) -> dict[str, Any]:
        """The whole answer; every sequence has ended."""
        results = [sequence.result.result() for sequence in self.sequences]
        prompt_tokens = sum(len(sequence.prompt_ids) for sequence in self.sequences)
        sampled = sum(len(result.token_ids) for result in results)
        return {
            "id": id,
            "object": "text_completion",
            "created": created,
            "model": self.request.model,
            "choices": [self._choice(index, result) for index, result in enumerate(results)],
            "usage": {
                "prompt_tokens": prompt_tokens,
                "completion_tokens": sampled,
                "total_tokens": prompt_tokens + sampled,
            },
        }

    def _choice(self, index: int, result: Completion) -> dict[str, Any]:
        choice: dict[str, Any] = {
            "index": index,
            "text": result.text,
            "finish_reason": result.finish_reason,
            "stop_reason": result.stop_reason,
            "logprobs": None,
        }
        if self.request.logprobs is not None:
            choice["logprobs"] = self._log_probs(self.sequences[index], result)
        if self.request.return_token_ids:
            choice["token_ids"] = result.token_ids
            choice["prompt_token_ids"] = list(self.sequences[index].prompt_ids)
        return choice

    def _log_probs(self, sequence: Sequence, result: Completion) -> dict[str, Any]:
        names = [self._token_name(sequence, token) for token in result.token_ids]
        top = [{name: value} for name, value in zip(names, result.log_probs, strict=True)]
        return {"tokens": names, "token_logprobs": result.log_probs, "top_logprobs": top}

    def _token_name(self, sequence: Sequence, token: int) -> str:
        if self.request.return_tokens_as_token_ids:
            return f"token_id:{token}"
        return str(sequence.tokenizer.decode([token]))


class Service:
    """The routes of the server. Every method may be called from any thread; `RequestRefused` carries the status."""

    def __init__(self, engine: Engine, model: ServedModel) -> None:
        self._engine = engine
        self._model = model

    def health(self) -> dict[str, Any]:
        return {"status": "ok"}

    def models(self) -> dict[str, Any]:
        served = {
            "id": self._engine.model_name,
            "object": "model",
            "owned_by": "tool-r1",
            "root": str(self._model.folder),
            "max_model_len": self._model.max_positions,
            "tokenizer_sha256": tokenizer_sha256(self._model.folder),
        }
        return {"object": "list", "data": [served]}

    def tokenize(self, body: bytes) -> dict[str, Any]:
        request = parse_body(TokenizeRequest, body)
        ids = self._template_ids(request) if request.messages is not None else self._text_ids(request)
        return {"tokens": ids, "count": len(ids), "max_model_len": self._model.max_positions}

    def begin_completions(self, body: bytes) -> AskedCompletions:
        """Puts one sequence a prompt in line; they are sampled together."""
        return self._begin(parse_body(CompletionRequest, body))

    def begin_chat(self, body: bytes) -> tuple[AskedCompletions, ChatRequest]:
        """The same for a conversation."""
        request = parse_body(ChatRequest, body)
        ids = self._template_ids(TokenizeRequest(messages=request.messages))
        completion = request.completion(ids, self._model.max_positions - len(ids))
        asked = parse_body(CompletionRequest, json.dumps(completion).encode())
        return self._begin(asked), request

    def _begin(self, request: CompletionRequest) -> AskedCompletions:
        seed = secrets.randbits(32) if request.seed is None else request.seed
        sequences = [self._sequence(request, ids, seed + index) for index, ids in enumerate(self._prompts(request))]
        for sequence in sequences:
            self._engine.submit(sequence)
        return AskedCompletions(request, sequences)

    def load_weights(self, body: bytes) -> dict[str, Any]:
        request = parse_body(LoadWeightsRequest, body)
        return self._take(NewWeights(request.model, lambda: load_model(Path(request.path))))

    def load_adapter(self, body: bytes) -> dict[str, Any]:
        request = parse_body(LoadAdapterRequest, body)
        folder = self._model.folder
        return self._take(NewWeights(request.lora_name, lambda: merge_adapter(folder, Path(request.lora_path))))

    def unload_adapter(self, body: bytes) -> dict[str, Any]:
        """Only the newest weights are held, so that older ones are gone already; those in use stay."""
        name = parse_body(UnloadAdapterRequest, body).lora_name
        if name == self._engine.model_name:
            raise RequestRefused(400, f"{name} is being served. Load other weights first.")
        return {"status": "ok"}

    def _take(self, weights: NewWeights) -> dict[str, Any]:
        self._engine.submit(weights)
        weights.done.result()
        return {"status": "ok", "model": weights.name}

    def _prompts(self, request: CompletionRequest) -> list[list[int]]:
        prompt = request.prompt
        if isinstance(prompt, str):
            return [self._model.tokenizer(prompt)["input_ids"]]
        if isinstance(prompt[0], int):
            return [prompt]
        return prompt

    def _sequence(self, request: CompletionRequest, ids: list[int], seed: int) -> Sequence:
        self._check_prompt(ids, request.max_tokens)
        sampling = Sampling(
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            seed=seed,
            stop_strings=request.stop_strings,
            stop_ids=frozenset(request.stop_token_ids or ()),
            eos_ids=frozenset() if request.ignore_eos else self._model.end_ids,
            keep_stop_string=request.include_stop_str_in_output,
            skip_special_tokens=request.skip_special_tokens,
        )
        return Sequence(ids, sampling, self._model.tokenizer, request.model)

    def _check_prompt(self, ids: list[int], max_tokens: int) -> None:
        if not ids:
            raise RequestRefused(400, "prompt: it has no tokens")
        if max(ids) >= self._model.vocabulary:
            raise RequestRefused(400, f"prompt: the model has no token {max(ids)}")
        if len(ids) + max_tokens > self._model.max_positions:
            raise RequestRefused(
                400,
                f"prompt: {len(ids)} tokens and max_tokens {max_tokens} pass the {self._model.max_positions} "
                "tokens that this server was started for",
            )

    def _template_ids(self, request: TokenizeRequest) -> list[int]:
        tokenizer: Any = self._model.tokenizer
        if tokenizer.chat_template is None:
            raise RequestRefused(400, "The tokenizer of this model has no chat template.")
        try:
            text = tokenizer.apply_chat_template(
                request.messages, add_generation_prompt=request.add_generation_prompt, tokenize=False
            )
        except TemplateError as error:
            raise RequestRefused(400, f"The chat template refuses these messages: {error}") from error
        return self._encode(str(text), bool(request.add_special_tokens))

    def _text_ids(self, request: TokenizeRequest) -> list[int]:
        assert request.prompt is not None
        return self._encode(request.prompt, request.add_special_tokens is not False)

    def _encode(self, text: str, add_special_tokens: bool) -> list[int]:
        ids: list[int] = self._model.tokenizer(text, add_special_tokens=add_special_tokens)["input_ids"]
        return ids

"""Conversations with the token server, as any OpenAI client has them."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Served

MESSAGES = [{"role": "system", "content": "Answer shortly."}, {"role": "user", "content": "How much is 2 + 2?"}]
REQUEST: dict[str, Any] = {"model": "tiny", "messages": MESSAGES, "max_tokens": 12, "temperature": 1.0, "seed": 5}


@pytest.fixture(scope="module")
def served(tiny_model: Path) -> Iterator[Served]:
    server = Served(tiny_model)
    yield server
    server.close()


def chat(served: Served, **body: Any) -> dict[str, Any]:
    status, answer = served.ask("/v1/chat/completions", {**REQUEST, **body})
    assert status == 200, answer
    return answer


def test_samples_what_the_completion_of_its_template_samples(served: Served) -> None:
    ids = served.ask("/tokenize", {"messages": MESSAGES})[1]["tokens"]
    settings = {name: REQUEST[name] for name in ("model", "max_tokens", "temperature", "seed")}
    plain = served.ask("/v1/completions", {**settings, "prompt": ids, "logprobs": 0, "return_token_ids": True})[1]
    answer = chat(served, logprobs=True, top_logprobs=0, return_token_ids=True)
    [choice], [expected] = answer["choices"], plain["choices"]
    assert answer["object"] == "chat.completion"
    assert choice["message"] == {"role": "assistant", "content": expected["text"]}
    assert (choice["token_ids"], answer["prompt_token_ids"]) == (expected["token_ids"], ids)
    assert choice["finish_reason"] == expected["finish_reason"]
    assert [one["logprob"] for one in choice["logprobs"]["content"]] == expected["logprobs"]["token_logprobs"]
    assert answer["usage"] == plain["usage"]


def test_says_nothing_that_was_not_asked_for(served: Served) -> None:
    answer = chat(served)
    [choice] = answer["choices"]
    assert choice["logprobs"] is None
    assert "token_ids" not in choice and "prompt_token_ids" not in answer


def test_streams_the_same_in_one_event(served: Served) -> None:
    body = {**REQUEST, "stream": True, "stream_options": {"include_usage": True}}
    request = urllib.request.Request(served.http.url + "/v1/chat/completions", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=300) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        first, last, rest = answer.read().decode().split("\n\n")
    chunk = json.loads(first.removeprefix("data: "))
    assert (last, rest) == ("data: [DONE]", "")
    assert chunk["object"] == "chat.completion.chunk"
    whole = chat(served)
    assert chunk["choices"][0]["delta"] == whole["choices"][0]["message"]
    assert chunk["usage"] == whole["usage"]


def test_takes_the_newer_name_of_the_limit_and_what_fits_without_one(served: Served) -> None:
    assert chat(served, max_completion_tokens=3)["usage"]["completion_tokens"] <= 3
    unlimited = {name: value for name, value in REQUEST.items() if name != "max_tokens"}
    status, answer = served.ask("/v1/chat/completions", unlimited)
    assert status == 200
    assert answer["usage"]["total_tokens"] <= 512


def test_refuses_what_would_bend_the_distribution_and_names_it(served: Served) -> None:
    status, answer = served.ask("/v1/chat/completions", {**REQUEST, "top_p": 0.9})
    assert status == 400
    assert "top_p" in answer["error"]["message"]
    status, answer = served.ask("/v1/chat/completions", {**REQUEST, "messages": []})
    assert (status, answer["error"]["message"][:8]) == (400, "messages")

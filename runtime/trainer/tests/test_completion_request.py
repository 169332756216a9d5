"""What a request to the token server may ask for, before anything is sampled."""

import json
from typing import Any

import pytest

from tool_r1_trainer.token_server.completion_request import (
    CompletionRequest,
    LoadAdapterRequest,
    LoadWeightsRequest,
    RequestRefused,
    TokenizeRequest,
    parse_body,
)


def completion(**body: Any) -> CompletionRequest:
    return parse_body(CompletionRequest, json.dumps({"model": "policy-v0", "prompt": [1, 2], **body}).encode())


def fault(schema: Any, body: Any) -> str:
    """What is said about a body that is refused."""
    with pytest.raises(RequestRefused) as caught:
        parse_body(schema, body if isinstance(body, bytes) else json.dumps(body).encode())
    assert caught.value.status == 400
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_left_out_is_as_vllm_has_it() -> None:
    request = completion()
    assert (request.max_tokens, request.temperature, request.seed) == (16, 1.0, None)
    assert (request.ignore_eos, request.skip_special_tokens, request.logprobs) == (False, True, None)
    assert request.stop_strings == []


@pytest.mark.parametrize(("stop", "strings"), [("<end>", ["<end>"]), (["a", "", "b"], ["a", "b"]), ([], []), ("", [])])
def test_stop_strings_are_a_list_without_empty_ones(stop: Any, strings: list[str]) -> None:
    assert completion(stop=stop).stop_strings == strings


@pytest.mark.parametrize("prompt", ["text", [3], [[3, 4], [5]]])
def test_a_prompt_is_text_or_ids_or_several_of_them(prompt: Any) -> None:
    assert completion(prompt=prompt).prompt == prompt


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("top_p", 0.9),
        ("top_k", 20),
        ("min_p", 0.1),
        ("repetition_penalty", 1.05),
        ("presence_penalty", 0.5),
        ("frequency_penalty", -0.5),
        ("stream", True),
    ],
)
def test_nothing_that_bends_the_distribution_is_served(name: str, value: Any) -> None:
    """The log-probabilities would be those of another policy than the one that is trained."""
    said = fault(CompletionRequest, {"model": "m", "prompt": [1], name: value})
    assert f"{name} has to be" in said
    assert "samples from the whole distribution" in said


@pytest.mark.parametrize(("name", "value"), [("top_p", 1), ("top_k", -1), ("top_k", 0), ("min_p", 0), ("n", 1)])
def test_what_changes_nothing_is_served(name: str, value: Any) -> None:
    assert completion(**{name: value}).model == "policy-v0"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prompt": []}, "prompt"),
        ({"prompt": [-1]}, "prompt"),
        ({"prompt": ["1", "2"]}, "prompt"),
        ({"max_tokens": 0}, "max_tokens: Input should be greater than or equal to 1"),
        ({"max_tokens": "8"}, "max_tokens: Input should be a valid integer"),
        ({"temperature": -0.1}, "temperature: Input should be greater than or equal to 0"),
        ({"logprobs": 5}, "logprobs: Input should be less than or equal to 0"),
        ({"n": 2}, "n: Input should be less than or equal to 1"),
        ({"model": None}, "model: Input should be a valid string"),
    ],
)
def test_the_first_fault_is_named(changes: dict[str, Any], said: str) -> None:
    assert fault(CompletionRequest, {"model": "m", "prompt": [1], **changes}).startswith(said)


def test_what_is_no_json_is_refused() -> None:
    assert "Invalid JSON" in fault(CompletionRequest, b"{")
    assert fault(CompletionRequest, []) != ""


def test_keys_of_later_versions_are_left_alone() -> None:
    assert completion(cache_salt="v3", priority=1).prompt == [1, 2]


def test_a_conversation_or_a_text_is_tokenized_not_both() -> None:
    messages = [{"role": "user", "content": "hello"}]
    assert parse_body(TokenizeRequest, json.dumps({"messages": messages}).encode()).add_generation_prompt is True
    assert parse_body(TokenizeRequest, b'{"prompt": ""}').prompt == ""
    for body in ({}, {"messages": messages, "prompt": "hello"}):
        assert fault(TokenizeRequest, body) == "Value error, give either messages or prompt"


@pytest.mark.parametrize(("schema", "name"), [(LoadWeightsRequest, "model"), (LoadAdapterRequest, "lora_name")])
def test_weights_need_a_name(schema: Any, name: str) -> None:
    paths = {"path": "/w", "lora_path": "/w"}
    assert fault(schema, {**paths, name: ""}).startswith(f"{name}: String should have at least 1 character")
    assert fault(schema, paths) == f"{name}: Field required"

"""The token server over HTTP, as the rollout server and the trainer use it."""

import json
import shutil
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import torch
from made_rows import log_probs
from run_jobs import TEMPERATURE
from served import SLOTS, Served

from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.model_folder import load_model, load_tokenizer
from tool_r1_trainer.token_server.http_api import TokenHttpServer

LONG_PROMPT = [(7 * index + 3) % 350 + 3 for index in range(150)]


REQUEST = {
    "model": "tiny",
    "prompt": LONG_PROMPT,
    "max_tokens": 24,
    "temperature": TEMPERATURE,
    "top_p": 1,
    "top_k": 0,
    "min_p": 0,
    "repetition_penalty": 1,
    "logprobs": 0,
    "return_token_ids": True,
    "return_tokens_as_token_ids": True,
    "skip_special_tokens": False,
    "seed": 11,
}


@pytest.fixture
def served(tiny_model: Path) -> Iterator[Served]:
    server = Served(tiny_model)
    yield server
    server.close()


def complete(served: Served, **body: Any) -> dict[str, Any]:
    """The first choice of a request that has to be served."""
    status, answer = served.ask("/v1/completions", {**REQUEST, **body})
    assert status == 200, answer
    choice: dict[str, Any] = answer["choices"][0]
    return choice


def test_says_that_it_is_well_and_what_it_serves(served: Served, tiny_model: Path) -> None:
    assert served.ask("/health") == (200, {"status": "ok"})
    model = served.ask("/v1/models")[1]["data"][0]
    assert (model["id"], model["max_model_len"], model["root"]) == ("tiny", 512, str(tiny_model))
    assert len(model["tokenizer_sha256"]) == 64


def test_log_probs_are_those_of_the_model_at_the_temperature(served: Served, tiny_model: Path) -> None:
    choice = complete(served)
    exact = log_probs(load_model(tiny_model), LONG_PROMPT, choice["token_ids"])
    assert choice["logprobs"]["token_logprobs"] == pytest.approx(exact, abs=1e-5)
    assert choice["logprobs"]["tokens"] == [f"token_id:{id}" for id in choice["token_ids"]]
    assert choice["prompt_token_ids"] == LONG_PROMPT
    assert len(choice["token_ids"]) == 24
    assert (choice["finish_reason"], choice["stop_reason"]) == ("length", None)


def test_a_seed_gives_the_same_bits_whatever_else_is_sampled(served: Served) -> None:
    def sample(seed: int) -> tuple[list[int], list[float]]:
        choice = complete(served, seed=seed, prompt=[*LONG_PROMPT, 3 + seed], max_tokens=20 + seed, ignore_eos=True)
        return choice["token_ids"], choice["logprobs"]["token_logprobs"]

    alone = [sample(seed) for seed in range(10)]
    with ThreadPoolExecutor(10) as pool:
        together = list(pool.map(sample, reversed(range(10))))
    assert together[::-1] == alone
    assert len({tuple(ids[:20]) for ids, _ in alone}) == 10


def test_several_prompts_come_back_in_their_order(served: Served) -> None:
    prompts = [[5, 6], LONG_PROMPT, [9]]
    status, answer = served.ask("/v1/completions", {**REQUEST, "prompt": prompts, "max_tokens": 3, "ignore_eos": True})
    assert status == 200
    assert [choice["index"] for choice in answer["choices"]] == [0, 1, 2]
    assert [choice["prompt_token_ids"] for choice in answer["choices"]] == prompts
    assert answer["usage"] == {"prompt_tokens": 153, "completion_tokens": 9, "total_tokens": 162}


def test_temperature_zero_takes_the_likeliest_token(served: Served, tiny_model: Path) -> None:
    choice = complete(served, temperature=0, max_tokens=1)
    logits = load_model(tiny_model)(torch.tensor([LONG_PROMPT])).logits[0, -1]
    assert choice["token_ids"] == [int(logits.argmax())]
    expected = float(torch.log_softmax(logits, -1).max().detach())
    assert choice["logprobs"]["token_logprobs"][0] == pytest.approx(expected, abs=1e-5)


def test_a_stop_id_ends_the_reply_and_stays_among_its_tokens(served: Served) -> None:
    free = complete(served, ignore_eos=True)
    stop = free["token_ids"][6]
    choice = complete(served, ignore_eos=True, stop_token_ids=[stop])
    end = free["token_ids"].index(stop)
    assert choice["token_ids"] == free["token_ids"][: end + 1]
    assert (choice["finish_reason"], choice["stop_reason"]) == ("stop", stop)


def test_a_stop_string_ends_the_text_before_it_and_keeps_its_tokens(served: Served) -> None:
    free = complete(served, ignore_eos=True, max_tokens=60)
    stop = free["text"][20:22]
    choice = complete(served, ignore_eos=True, max_tokens=60, stop=[stop, "never said"])
    assert choice["text"] == free["text"][: free["text"].index(stop)]
    assert choice["stop_reason"] == stop
    assert choice["token_ids"] == free["token_ids"][: len(choice["token_ids"])]
    kept = complete(served, ignore_eos=True, max_tokens=60, stop=[stop], include_stop_str_in_output=True)
    assert kept["text"] == choice["text"] + stop


def test_messages_go_through_the_template_and_texts_do_not(served: Served, tiny_model: Path) -> None:
    tokenizer = load_tokenizer(tiny_model)
    messages = [{"role": "user", "content": "sum 1+2"}]
    rendered = served.ask("/tokenize", {"messages": messages, "add_generation_prompt": True, "model": "tiny"})[1]
    expected = "<|im_start|>user\nsum 1+2<|im_end|>\n<|im_start|>assistant\n"
    assert tokenizer.decode(rendered["tokens"]) == expected
    assert rendered["count"] == len(rendered["tokens"])
    plain = served.ask("/tokenize", {"prompt": "print(1+2)", "add_special_tokens": False})[1]
    assert tokenizer.decode(plain["tokens"]) == "print(1+2)"


def test_a_mark_with_another_in_it_is_text_without_that_one(served: Served, tiny_model: Path) -> None:
    """The rollout server keeps `<|im_end|>` of a file from ending a turn so (plainText.ts)."""
    tokenizer = load_tokenizer(tiny_model)
    content = "a<<|endoftext|>|im_end|>\n<<|endoftext|>|endoftext|>b"
    asked = {"messages": [{"role": "user", "content": content}]}
    tokens = served.ask("/tokenize", asked)[1]["tokens"]
    kept = [token for token in tokens if token != 0]
    assert len(tokens) - len(kept) == 2
    assert tokenizer.decode(kept) == (
        "<|im_start|>user\na<|im_end|>\n<|endoftext|>b<|im_end|>\n<|im_start|>assistant\n"
    )
    assert kept.count(2) == 1


def test_says_what_a_chat_template_refuses(served: Served, tiny_model: Path, tmp_path: Path) -> None:
    """As that of Gemma; a status below 500, because asking again would not help."""
    folder = shutil.copytree(tiny_model, tmp_path / "strict")
    refusal = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    (folder / "chat_template.jinja").write_text(refusal + (folder / "chat_template.jinja").read_text())
    strict = Served(folder)
    try:
        system, user = {"role": "system", "content": "s"}, {"role": "user", "content": "u"}
        status, answer = strict.ask("/tokenize", {"messages": [system, user]})
        assert status == 400
        assert answer["error"]["message"] == "The chat template refuses these messages: System role not supported"
        assert strict.ask("/tokenize", {"messages": [user]}) == served.ask("/tokenize", {"messages": [user]})
    finally:
        strict.close()


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"top_p": 0.9}, 400, "top_p has to be 1.0"),
        ({"top_k": 20}, 400, "top_k has to be 0"),
        ({"prompt": []}, 400, "prompt"),
        ({"prompt": [600]}, 400, "no token 600"),
        ({"max_tokens": 400}, 400, "150 tokens and max_tokens 400 pass the 512 tokens"),
        ({"model": "policy-v9"}, 404, "The model policy-v9 does not exist; tiny is served."),
        ({"temperature": "warm"}, 400, "temperature"),
    ],
)
def test_what_would_mean_something_else_is_refused(
    served: Served, body: dict[str, Any], status: int, message: str
) -> None:
    answered, answer = served.ask("/v1/completions", {**REQUEST, **body})
    assert answered == status
    assert message in answer["error"]["message"]
    assert answer["error"]["code"] == status


def test_unknown_paths_and_broken_bodies(served: Served) -> None:
    assert served.ask("/v1/embeddings", {})[0] == 404
    assert served.ask("/v1/nothing")[0] == 404
    assert served.ask("/tokenize", {})[1]["error"]["message"] == "Value error, give either messages or prompt"


def test_new_weights_are_served_under_their_name_only(served: Served, tiny_model: Path, tmp_path: Path) -> None:
    changed = load_model(tiny_model)
    with torch.no_grad():
        next(changed.parameters()).mul_(1.5)
    changed.save_pretrained(tmp_path)
    before = complete(served)

    assert served.ask("/v1/load_weights", {"model": "policy-v1", "path": str(tmp_path)})[0] == 200
    assert served.ask("/v1/completions", REQUEST)[0] == 404
    after = complete(served, model="policy-v1")
    assert after["logprobs"]["token_logprobs"][0] != before["logprobs"]["token_logprobs"][0]
    exact = log_probs(changed, LONG_PROMPT, after["token_ids"])
    assert after["logprobs"]["token_logprobs"] == pytest.approx(exact, abs=1e-5)


def test_weights_wait_until_what_is_being_sampled_has_ended(served: Served, tiny_model: Path) -> None:
    with ThreadPoolExecutor(9) as pool:
        body = {**REQUEST, "max_tokens": 200, "ignore_eos": True}
        running = [pool.submit(served.ask, "/v1/completions", {**body, "seed": seed}) for seed in range(8)]
        while not served.engine.is_sampling:
            pass
        loaded = served.ask("/v1/load_weights", {"model": "policy-v1", "path": str(tiny_model)})
        assert loaded[0] == 200
        answers = [future.result() for future in running]
    whole = [answer["choices"][0] for status, answer in answers if status == 200]
    assert len(whole) > 0
    assert all(len(choice["token_ids"]) == 200 for choice in whole)
    # What came in line after the weights asks for a model that is gone.
    assert {status for status, _ in answers} <= {200, 404}


def test_weights_that_cannot_be_read_leave_the_old_ones(served: Served, tmp_path: Path) -> None:
    status, answer = served.ask("/v1/load_weights", {"model": "policy-v1", "path": str(tmp_path)})
    assert status == 400
    assert "holds no model" in answer["error"]["message"]
    assert complete(served)["finish_reason"] in ("length", "stop")


def test_an_adapter_in_use_cannot_be_unloaded(served: Served) -> None:
    assert served.ask("/v1/unload_lora_adapter", {"lora_name": "tiny"})[0] == 400
    assert served.ask("/v1/unload_lora_adapter", {"lora_name": "policy-v0"})[0] == 200


def test_a_client_that_goes_away_frees_its_slot(served: Served) -> None:
    body = json.dumps({**REQUEST, "max_tokens": 300, "ignore_eos": True}).encode()
    host, port = served.http.server_address[:2]
    for _ in range(SLOTS):
        connection = socket.create_connection((str(host), int(port)))
        connection.sendall(b"POST /v1/completions HTTP/1.1\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
        connection.close()
    assert complete(served, max_tokens=2, ignore_eos=True)["finish_reason"] == "length"


def test_a_port_in_use_is_said(served: Served) -> None:
    with pytest.raises(WrongSetup, match="Choose another port"):
        TokenHttpServer("127.0.0.1", served.http.server_address[1], served.http.service)


def test_stopping_ends_what_is_being_sampled(tiny_model: Path) -> None:
    server = Served(tiny_model)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(server.ask, "/v1/completions", {**REQUEST, "max_tokens": 350, "ignore_eos": True})
        while not server.engine.is_sampling:
            pass
        server.engine.stop()
        status, answer = running.result()
    assert (status, answer["error"]["message"]) == (503, "The server is being stopped.")
    server.http.shutdown()
    server.http.server_close()

"""Checks at the borders: log-probabilities, token servers, model folders."""

import math
from pathlib import Path

import pytest

from tool_r1_trainer.failures import ContractBroken, PolicyMismatch, WrongSetup
from tool_r1_trainer.model_folder import end_token_ids, load_model, load_tokenizer, merge_adapter, tokenizer_sha256
from tool_r1_trainer.run_folder import flush_folder
from tool_r1_trainer.run_recorder import check_gap
from tool_r1_trainer.runtime_client import PatientCaller, Reply
from tool_r1_trainer.token_servers import TokenServers
from tool_r1_trainer.update_statistics import TokenFacts


@pytest.mark.parametrize("gap", [None, 0.0, 0.0499])
def test_a_small_gap_is_well(gap: float | None) -> None:
    check_gap(TokenFacts(10, 0.0, gap))


@pytest.mark.parametrize("gap", [0.05, 2.0, math.nan, math.inf])
def test_a_gap_or_a_nan_ends_the_run_and_says_where_to_look(gap: float) -> None:
    with pytest.raises(PolicyMismatch, match=r"same model, tokenizer and temperature"):
        check_gap(TokenFacts(10, 0.0, gap))


class Calls(PatientCaller):
    """Answers the second server with a refusal."""

    def __init__(self) -> None:
        super().__init__("token server")
        self.urls: list[str] = []

    def call(self, url: str, body: object, timeout: float = 1) -> Reply:
        self.urls.append(url)
        if url.startswith("http://b"):
            return Reply(400, b'{"error": {"message": "no such adapter"}}')
        return Reply(200, b'{"data": [{"id": "Qwen"}]}')


def test_every_token_server_gets_the_weights() -> None:
    calls = Calls()
    TokenServers(["http://a", "http://c"], calls).post("/v1/load_weights", {})
    assert calls.urls == ["http://a/v1/load_weights", "http://c/v1/load_weights"]
    assert TokenServers(["http://a"], calls).served_model() == "Qwen"


def test_a_token_server_that_refuses_is_named() -> None:
    with pytest.raises(ContractBroken, match=r"refused http://b/x with status 400: .*no such adapter"):
        TokenServers(["http://a", "http://b"], Calls()).post("/x", {})


def test_folders_that_hold_no_model(tmp_path: Path, tiny_model: Path) -> None:
    with pytest.raises(WrongSetup, match=r"config\.json is missing"):
        load_model(tmp_path)
    with pytest.raises(WrongSetup, match=r"Copy tokenizer\.json"):
        load_tokenizer(tmp_path)
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    with pytest.raises(WrongSetup, match="cannot be read"):
        load_model(tmp_path)
    with pytest.raises(WrongSetup, match=r"The adapter in .* cannot be read"):
        merge_adapter(tiny_model, tmp_path)


def test_facts_of_a_model_folder(tiny_model: Path, tmp_path: Path) -> None:
    assert end_token_ids(load_model(tiny_model), load_tokenizer(tiny_model)) == {2}
    digest = tokenizer_sha256(tiny_model)
    assert digest is not None
    assert len(digest) == 64
    assert tokenizer_sha256(tmp_path) is None


def test_a_folder_is_flushed_with_what_is_below_it(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "weights").write_bytes(b"1")
    flush_folder(tmp_path)
    with pytest.raises(FileNotFoundError):
        flush_folder(tmp_path / "none")

"""Weights from one machine to another: whole or not at all, and only from the run that the servers sample for."""

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tool_r1_trainer.failures import ContractBroken, ServerGone, WrongSetup
from tool_r1_trainer.far_sampler import FarSampler
from tool_r1_trainer.folder_loading import FolderLoading, sent_first
from tool_r1_trainer.policy_receiver import ReceiverServer, SamplerFolder, main

KEY = "a-long-key"


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[ReceiverServer]:
    (tmp_path / "sampler").mkdir()
    server = ReceiverServer("127.0.0.1", 0, SamplerFolder(tmp_path / "sampler"), KEY)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The folder of the sampler."""
    return tmp_path / "sampler"


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    folder = tmp_path / "weights"
    folder.mkdir()
    (folder / "adapter_config.json").write_text("{}")
    (folder / "adapter_model.safetensors").write_bytes(bytes(range(256)) * 12_000)
    return folder


def far(receiver: ReceiverServer, key: str = KEY) -> FarSampler:
    return FarSampler("127.0.0.1", receiver.server_address[1], key, patience=0)


def ask(
    receiver: ReceiverServer, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", receiver.server_address[1], timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"authorization": f"Bearer {KEY}", **named})
    reply = connection.getresponse()
    answer = json.loads(reply.read())
    connection.close()
    return reply.status, answer


def test_weights_arrive_as_they_were(receiver: ReceiverServer, there: Path, weights: Path) -> None:
    path = Path(far(receiver).send("policy-v3", weights))
    assert path == there / "policy" / "policy-v3"
    assert {file.name: file.read_bytes() for file in path.iterdir()} == {
        file.name: file.read_bytes() for file in weights.iterdir()
    }


def test_the_same_version_again_takes_the_place_of_the_first(
    receiver: ReceiverServer, there: Path, weights: Path
) -> None:
    far(receiver).send("policy-v0", weights)
    (weights / "adapter_model.safetensors").write_bytes(b"new")
    (weights / "adapter_config.json").unlink()
    far(receiver).send("policy-v0", weights)
    assert [file.name for file in (there / "policy" / "policy-v0").iterdir()] == ["adapter_model.safetensors"]


def test_dropped_weights_are_gone(receiver: ReceiverServer, there: Path, weights: Path) -> None:
    for version in (1, 2):
        far(receiver).send(f"policy-v{version}", weights)
    far(receiver).drop("policy-v1")
    assert [folder.name for folder in (there / "policy").iterdir()] == ["policy-v2"]


def test_a_torn_file_is_refused_and_the_weights_are_not_there(receiver: ReceiverServer, there: Path) -> None:
    status, answer = ask(receiver, "PUT", "/v1/policies/policy-v1/w", b"abc", x_sha256="0" * 64)
    assert (status, answer["error"]) == (400, "w of policy-v1 arrived torn. Send it again.")
    listed = json.dumps({"files": ["w"]}).encode()
    status, answer = ask(receiver, "POST", "/v1/policies/policy-v1", listed)
    assert (status, answer["error"]) == (409, "policy-v1 is not whole: w. Send it again.")
    assert not (there / "policy" / "policy-v1").exists()


def test_a_run_with_another_key_is_refused_and_gives_no_sign_of_life(receiver: ReceiverServer, there: Path) -> None:
    with pytest.raises(ContractBroken, match="with status 401: The key is that of another run"):
        far(receiver, "other").drop("policy-v1")
    assert not (there / "called").exists()
    assert ask(receiver, "GET", "/health") == (200, {"status": "ok"})
    assert not (there / "called").exists()


def test_every_other_request_is_a_sign_of_life(receiver: ReceiverServer, there: Path) -> None:
    assert ask(receiver, "GET", "/nothing")[0] == 404
    first = (there / "called").stat().st_mtime_ns
    far(receiver).drop("policy-v1")
    assert (there / "called").stat().st_mtime_ns > first


@pytest.mark.parametrize("name", ["../run.json", "..%2Frun.json", ".hidden", "a/b/c", ""])
def test_no_name_leads_out_of_the_folder(receiver: ReceiverServer, there: Path, name: str) -> None:
    before = sorted(there.parent.rglob("*"))
    assert ask(receiver, "PUT", f"/v1/policies/policy-v1/{name}", b"", x_sha256="")[0] == 400
    assert ask(receiver, "DELETE", f"/v1/policies/{name}")[0] == 400
    assert [path for path in sorted(there.parent.rglob("*")) if path.name != "called"] == before


def test_it_says_how_the_servers_are(receiver: ReceiverServer, there: Path) -> None:
    processes = [{"name": "receiver", "pid": 1, "restarts": 0}, {"name": "tokens", "pid": 2, "restarts": 3}]
    status = {"state": "running", "activity": "Ready", "problem": None, "supervisorPid": 9, "processes": processes}
    (there / "status.json").write_text(json.dumps(status))
    said = {"state": "running", "activity": "Ready", "problem": None, "supervisorPid": 9, "tokenRestarts": 3}
    assert ask(receiver, "GET", "/v1/state") == (200, said)


def test_the_run_ends_them(receiver: ReceiverServer, there: Path) -> None:
    assert ask(receiver, "POST", "/v1/end") == (200, {})
    assert (there / "stop").read_text() == "now"


def test_servers_load_from_the_folder_there(receiver: ReceiverServer, there: Path, weights: Path) -> None:
    calls: list[tuple[str, ...]] = []
    loading = FolderLoading(lambda name, path: calls.append((name, str(path))), lambda name: calls.append((name,)))
    sent = sent_first(far(receiver), loading)
    sent.load("policy-v1", weights)
    sent.unload("policy-v1")
    assert calls == [("policy-v1", str(there / "policy" / "policy-v1")), ("policy-v1",)]
    assert list((there / "policy").iterdir()) == []


def test_a_receiver_that_is_gone_is_waited_for_and_then_named(receiver: ReceiverServer, weights: Path) -> None:
    receiver.shutdown()
    receiver.server_close()
    moments = iter([0.0, 10.0, 30.0, 61.0])
    waits: list[float] = []
    gone = FarSampler("127.0.0.1", receiver.server_address[1], KEY, 60, lambda: next(moments), waits.append)
    with pytest.raises(ServerGone, match=r"receiver at 127\.0\.0\.1:\d+ does not answer .*resume the run"):
        gone.send("policy-v1", weights)
    assert waits == [0.5, 0.5]


def test_without_a_key_it_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TOOL_R1_SAMPLER_KEY", raising=False)
    assert main(["--folder", str(tmp_path), "--host", "127.0.0.1", "--port", "0"]) == WrongSetup.exit_code
    assert "TOOL_R1_SAMPLER_KEY is not set" in capsys.readouterr().err


def test_a_taken_port_is_named(receiver: ReceiverServer, tmp_path: Path) -> None:
    with pytest.raises(WrongSetup, match="Nothing can listen at 127"):
        ReceiverServer("127.0.0.1", receiver.server_address[1], SamplerFolder(tmp_path), KEY)

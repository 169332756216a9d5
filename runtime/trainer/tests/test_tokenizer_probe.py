"""The probe finds tokenizers that differ, also where only a few tokens do."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Served
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from tool_r1_trainer.model_folder import load_tokenizer
from tool_r1_trainer.tokenizer_probe import tokenizer_probe


@pytest.fixture(scope="module")
def served(tiny_model: Path) -> Iterator[Served]:
    server = Served(tiny_model)
    yield server
    server.close()


def changed(model: Path, folder: Path, first: str, second: str) -> PreTrainedTokenizerBase:
    """The tokenizer of a model with the ids of two tokens swapped."""
    tokenizer = json.loads((model / "tokenizer.json").read_text())
    ids = tokenizer["model"]["vocab"]
    ids[first], ids[second] = ids[second], ids[first]
    for name in ("config.json", "tokenizer_config.json"):
        (folder / name).write_text((model / name).read_text())
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    loaded = AutoTokenizer.from_pretrained(folder)
    assert isinstance(loaded, PreTrainedTokenizerBase)
    return loaded


def test_is_what_the_token_server_makes_of_the_text(served: Served, tiny_model: Path) -> None:
    probe = tokenizer_probe(load_tokenizer(tiny_model))
    status, answer = served.ask("/tokenize", {"prompt": probe.text, "add_special_tokens": False})
    assert status == 200
    assert answer["tokens"] == probe.ids


def test_holds_every_script_and_every_mark(tiny_model: Path) -> None:
    tokenizer = load_tokenizer(tiny_model)
    probe = tokenizer_probe(tokenizer)
    assert {0, 1, 2} & set(probe.ids) == set(tokenizer.all_special_ids)
    assert "🙂" in probe.text
    assert tokenizer.decode(probe.ids, clean_up_tokenization_spaces=False) == probe.text
    assert len(set(probe.ids)) > 150


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("use", "row"), ("Ð", "ä")])
def test_differs_when_two_tokens_were_swapped(tiny_model: Path, tmp_path: Path, first: str, second: str) -> None:
    tokenizer = load_tokenizer(tiny_model)
    vocabulary = tokenizer.get_vocab()
    assert first in vocabulary
    assert second in vocabulary
    probe = tokenizer_probe(tokenizer)
    other = changed(tiny_model, tmp_path, first, second)
    assert other(probe.text, add_special_tokens=False)["input_ids"] != probe.ids


def test_is_the_same_each_time(tiny_model: Path) -> None:
    one, other = (tokenizer_probe(load_tokenizer(tiny_model)) for _ in range(2))
    assert one == other

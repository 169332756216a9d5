"""When a completion ends, and what its text is then. The tokenizer is a table, so that every end can be seen."""

from typing import Any

import pytest
import torch

from tool_r1_trainer.token_server.sequence import Completion, Sampling, Sequence

WORDS = ["<end>", "Thought", ":", " add", ".", "\n", "Observ", "ation:", " 3", "<tool>"]
END, TOOL = 0, 9


class TableTokenizer:
    """Decodes ids by a table; the ends are special."""

    def decode(self, ids: list[int], skip_special_tokens: bool) -> str:
        return "".join(WORDS[id] for id in ids if not (skip_special_tokens and id in (END, TOOL)))


def sampled(ids: list[int], **changes: Any) -> tuple[Completion | None, int]:
    """The completion after forcing these tokens one by one, and how many it took."""
    settings: dict[str, Any] = {"max_tokens": 50, "temperature": 1.0, "seed": 1, "eos_ids": frozenset({END}), **changes}
    tokenizer: Any = TableTokenizer()
    sequence = Sequence([1, 2], Sampling(**settings), tokenizer, "policy")
    for number, id in enumerate(ids, 1):
        logits = torch.full((len(WORDS),), -1e9)
        logits[id] = 0.0
        completion = sequence.sample(logits)
        assert sequence.last == (id, 1 + number)
        if completion is not None:
            return completion, number
    return None, len(ids)


def test_goes_on_until_something_ends_it() -> None:
    assert sampled([1, 2, 3]) == (None, 3)


def test_the_end_token_is_sampled_and_not_in_the_text() -> None:
    completion, _ = sampled([1, 2, END], skip_special_tokens=False)
    assert completion == Completion("Thought:", [1, 2, END], [0.0, 0.0, 0.0], "stop", None)


def test_a_stop_token_is_named_as_the_reason() -> None:
    completion, _ = sampled([1, TOOL, 3], stop_ids=frozenset({TOOL}), skip_special_tokens=False)
    assert completion is not None
    assert (completion.text, completion.token_ids, completion.stop_reason) == ("Thought", [1, TOOL], TOOL)


def test_an_end_token_that_is_not_heeded_is_a_token_like_others() -> None:
    assert sampled([1, END, 3], eos_ids=frozenset()) == (None, 3)


def test_the_most_tokens_end_it() -> None:
    completion, _ = sampled([1, 2, 3], max_tokens=2)
    assert completion is not None
    assert (completion.text, completion.finish_reason, completion.stop_reason) == ("Thought:", "length", None)


@pytest.mark.parametrize(
    ("stops", "keep", "text", "reason"),
    [
        (["Observation:"], False, "Thought add.\n", "Observation:"),
        (["Observation:"], True, "Thought add.\nObservation:", "Observation:"),
        (["ation", "Observation"], False, "Thought add.\n", "Observation"),
        (["\n"], False, "Thought add.", "\n"),
    ],
)
def test_a_stop_string_ends_the_text_and_its_tokens_stay(stops: list[str], keep: bool, text: str, reason: str) -> None:
    completion, number = sampled([1, 3, 4, 5, 6, 7, 8], stop_strings=stops, keep_stop_string=keep)
    assert completion is not None
    assert (completion.text, completion.stop_reason) == (text, reason)
    assert completion.token_ids == [1, 3, 4, 5, 6, 7, 8][:number]
    assert number == (4 if reason == "\n" else 6)


def test_a_stop_string_may_lie_across_many_tokens() -> None:
    completion, number = sampled([1, 2, 3, 4], stop_strings=["t: add."])
    assert completion is not None
    assert (completion.text, number) == ("Though", 4)

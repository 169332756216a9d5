"""What a person reads about a train step while it is made."""

import json
from pathlib import Path

import pytest

from tool_r1_trainer.activity import Activity, text_of
from tool_r1_trainer.wire import RunActivity, Stage

AT = "2026-11-30T12:00:00.000Z"


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def told(folder: Path) -> RunActivity:
    return RunActivity.model_validate_json((folder / "activity.json").read_bytes())


def test_the_file_says_what_is_done_and_how_much_of_it(tmp_path: Path) -> None:
    Activity(tmp_path, lambda: AT).tell("sampling", 3, 23, 64)
    assert json.loads((tmp_path / "activity.json").read_text()) == {
        "version": 1,
        "step": 3,
        "at": AT,
        "stage": "sampling",
        "done": 23,
        "total": 64,
        "text": "Sampling: 23 of 64 rollouts",
    }
    assert [file.name for file in tmp_path.iterdir()] == ["activity.json"]


@pytest.mark.parametrize(
    ("stage", "done", "total", "text"),
    [
        ("loading", None, None, "Loading the model"),
        ("pushing", None, None, "Handing the weights to the token server"),
        ("sampling", None, None, "Sampling"),
        ("sampling", 0, 0, "Sampling"),
        ("sampling", 0, 8, "Sampling: 0 of 8 rollouts"),
        ("scoring", 8, 8, "Scoring"),
        ("updating", None, None, "Updating the weights"),
        ("updating", 3, 4, "Updating the weights: 3 of 4 micro-batches"),
        ("saving", None, None, "Saving a checkpoint"),
    ],
)
def test_words(stage: Stage, done: int | None, total: int | None, text: str) -> None:
    assert text_of(stage, done, total) == text


def test_within_a_stage_it_is_told_once_a_second_and_a_new_stage_at_once(tmp_path: Path, clock: Clock) -> None:
    activity = Activity(tmp_path, lambda: AT, clock)
    activity.tell("sampling", 1, 1, 8)
    clock.seconds = 0.9
    activity.tell("sampling", 1, 2, 8)
    assert told(tmp_path).done == 1
    clock.seconds = 1.1
    activity.tell("sampling", 1, 3, 8)
    assert told(tmp_path).done == 3
    activity.tell("updating", 1, 0, 4)
    assert told(tmp_path).stage == "updating"
    activity.tell("updating", 2, 1, 4)
    assert told(tmp_path).step == 2


def test_a_rank_without_a_folder_tells_nothing(tmp_path: Path) -> None:
    Activity(None, lambda: AT).tell("sampling", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_logged_and_ends_nothing(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    activity = Activity(tmp_path / "gone", lambda: AT, clock)
    activity.tell("loading", 1)
    activity.tell("pushing", 1)
    assert caplog.text.count("activity.json cannot be written: ") == 1
    (tmp_path / "gone").mkdir()
    activity.tell("sampling", 1)
    assert told(tmp_path / "gone").stage == "sampling"
    (tmp_path / "gone" / "activity.json.new").mkdir()
    activity.tell("updating", 1)
    assert caplog.text.count("activity.json cannot be written: ") == 2

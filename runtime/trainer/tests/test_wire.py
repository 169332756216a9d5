"""The messages against the contract that the other side is made from: runtime/contract/schema.json.

What is read here must accept whatever the contract allows to be sent, and what is sent must be allowed by it. A field
that is renamed, made optional or given another type on one side alone fails here.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tool_r1_trainer import run_job, wire
from tool_r1_trainer.wire import Message

SCHEMA = json.loads((Path(__file__).parents[2] / "contract" / "schema.json").read_text("utf-8"))["$defs"]

SENT: dict[type[Message], str] = {
    wire.Hello: "Hello",
    wire.PolicyBegin: "PolicyBegin",
    wire.PolicyEnd: "PolicyEnd",
    wire.BatchRequest: "BatchRequest",
    wire.StepReport: "StepReport",
    wire.CheckpointRequest: "CheckpointRequest",
    wire.RestoreRequest: "RestoreRequest",
    wire.AbortRequest: "AbortRequest",
    wire.TrainStepMetrics: "TrainStepMetrics",
    wire.RunActivity: "RunActivity",
}
READ: dict[type[Message], str] = {
    wire.Welcome: "Welcome",
    wire.BatchAccepted: "BatchAccepted",
    wire.BatchProgress: "BatchProgress",
    wire.RewardPart: "RewardPartOnWire",
    wire.Trajectory: "TrainingTrajectory",
    wire.Group: "TrainingGroup",
    wire.BatchCounters: "BatchCounters",
    wire.Batch: "Batch",
    wire.StopFlag: "StopFlag",
    wire.WireFault: "WireError",
    run_job.RunJob: "RunJob",
    run_job.Recipe: "Recipe",
    run_job.Agent: "AgentSettings",
    run_job.Training: "TrainingSettings",
    run_job.Queue: "QueueSettings",
    run_job.DownSampling: "DownSamplingSettings",
    run_job.Optimiser: "OptimiserSettings",
    run_job.Lora: "LoraSettings",
    run_job.SamplerPlace: "SamplerPlace",
}
# Written into a run file by hand or by a test; absent otherwise.
ONLY_HERE = {(run_job.RunJob, "rowsPerForward")}
# A recipe that is trained has it.
NEEDED_HERE = {"Recipe.training"}
# Defined within others in the contract.
NESTED = {"Reward", "Processes", "TokenizerProbe"}


class Shape:
    """A JSON schema with its references resolved, and whether a value of it may be left out."""

    def __init__(self, schema: dict[str, Any], definitions: dict[str, Any], is_required: bool) -> None:
        self._schema = schema
        self._definitions = definitions
        self.is_required = is_required

    def kinds(self) -> set[str]:
        """JSON types that it allows; `number` includes `integer`."""
        kinds = {kind for schema in self._branches() for kind in _types_of(schema)}
        return kinds | {"integer"} if "number" in kinds else kinds

    def values(self) -> set[Any] | None:
        """The values that it allows where they are listed; None where any of the kind is allowed."""
        listed: set[Any] = set()
        for schema in self._branches():
            if "enum" not in schema and "const" not in schema:
                return None
            listed.update(schema.get("enum", [schema.get("const")]))
        return listed

    def _branches(self) -> Iterator[dict[str, Any]]:
        waiting = [self._schema]
        while waiting:
            schema = waiting.pop()
            if "$ref" in schema:
                waiting.append(self._definitions[schema["$ref"].rsplit("/", 1)[1]])
            elif (either := schema.get("anyOf", schema.get("oneOf"))) is not None:
                waiting.extend(either)
            else:
                yield schema


def _types_of(schema: dict[str, Any]) -> list[str]:
    if isinstance(schema.get("const"), int):
        return ["integer"]
    types = schema.get("type", [])
    return types if isinstance(types, list) else [types]


def shapes_of(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Shape]:
    """The fields of an object by name."""
    required = schema.get("required", [])
    return {name: Shape(field, definitions, name in required) for name, field in schema["properties"].items()}


def here(message: type[Message]) -> dict[str, Shape]:
    schema = message.model_json_schema(by_alias=True)
    return shapes_of(schema, schema.get("$defs", {}))


def there(name: str) -> dict[str, Shape]:
    return shapes_of(SCHEMA[name], SCHEMA)


def fields(table: dict[type[Message], str]) -> list[Any]:
    """A case for each field of each message that both sides have."""
    return [
        pytest.param(own, theirs[name], id=f"{title}.{name}")
        for message, title in table.items()
        for theirs in [there(title)]
        for name, own in here(message).items()
        if name in theirs
    ]


@pytest.mark.parametrize(("message", "name"), [*SENT.items(), *READ.items()])
def test_every_field_is_one_of_the_contract(message: type[Message], name: str) -> None:
    unknown = set(here(message)) - set(there(name))
    assert {field for field in unknown if (message, field) not in ONLY_HERE} == set()


@pytest.mark.parametrize(("message", "name"), SENT.items())
def test_what_is_sent_has_every_field_that_the_contract_requires(message: type[Message], name: str) -> None:
    assert {field for field, shape in there(name).items() if shape.is_required} <= set(here(message))


@pytest.mark.parametrize(("own", "theirs"), fields(SENT))
def test_what_is_sent_is_allowed(own: Shape, theirs: Shape) -> None:
    assert own.kinds() <= theirs.kinds()
    allowed = theirs.values()
    assert allowed is None or (own.values() or {None}) <= allowed


@pytest.mark.parametrize(("own", "theirs"), fields(READ))
def test_what_may_come_can_be_read(own: Shape, theirs: Shape) -> None:
    assert theirs.kinds() <= own.kinds()
    known = own.values()
    assert known is None or (theirs.values() or {None}) <= known


@pytest.mark.parametrize(("message", "name"), READ.items())
def test_what_may_be_left_out_is_not_needed(message: type[Message], name: str) -> None:
    theirs = there(name)
    needed = {field for field, shape in here(message).items() if shape.is_required and not theirs[field].is_required}
    assert {f"{name}.{field}" for field in needed} <= NEEDED_HERE


def test_every_message_is_compared() -> None:
    compared = {kind.__name__ for kind in (*SENT, *READ)} | NESTED
    own = {kind.__name__ for kind in _messages() if kind.__module__ in (wire.__name__, run_job.__name__)}
    assert own - compared == set()


def _messages() -> Iterator[type[Message]]:
    waiting = list(Message.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        yield kind


def test_a_message_is_camel_case_outside_and_snake_case_inside() -> None:
    request = wire.CheckpointRequest(run_id="run-1", step=2, dir="c")
    assert json.loads(request.model_dump_json()) == {"runId": "run-1", "step": 2, "dir": "c"}
    assert wire.CheckpointRequest.model_validate_json(request.model_dump_json()) == request


def test_keys_that_are_not_known_are_left_alone() -> None:
    assert wire.StopFlag.model_validate_json('{"stop": true, "later": {"more": 1}}').stop is True


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (wire.StopFlag, "{}"),
        (wire.StopFlag, '{"stop": 1}'),
        (wire.StopFlag, '{"stop": "true"}'),
        (wire.BatchProgress, '{"done": -1, "total": 2, "phase": "sampling"}'),
        (wire.BatchProgress, '{"done": 1.5, "total": 2, "phase": "sampling"}'),
        (wire.RewardPart, '{"name": "answer", "score": NaN, "weight": 1}'),
        (wire.RewardPart, '{"name": "answer", "score": Infinity, "weight": 1}'),
        (wire.RewardPart, '{"name": "answer", "score": null, "weight": 1}'),
        (wire.BatchAccepted, "[]"),
    ],
)
def test_what_is_not_as_agreed_is_refused(message: type[Message], text: str) -> None:
    with pytest.raises(ValidationError):
        message.model_validate_json(text)


def test_a_whole_number_may_stand_for_a_number() -> None:
    assert wire.RewardPart.model_validate_json('{"name": "answer", "score": 1, "weight": 1}').score == 1.0


def test_a_message_cannot_be_changed() -> None:
    flag = wire.StopFlag(stop=False)
    with pytest.raises(ValidationError):
        flag.stop = True

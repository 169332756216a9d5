"""A rollout server inside the test: it answers with the batches that a script makes, and remembers what it was told."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.wire import Batch, BatchProgress, BatchRequest, Hello, Welcome


@dataclass
class ScriptedServer(RolloutServer):
    """`script` makes the batch of a request; `stop_after` asks for a stop once so many steps were reported."""

    script: Callable[[BatchRequest], Batch]
    stop_after: int | None = None
    stops_at_hello: bool = False
    calls: list[str] = field(default_factory=list)
    metrics: list[dict[str, float | None]] = field(default_factory=list)
    run_id: str = "run-1"

    def hello(self, message: Hello) -> Welcome:
        self.calls.append(f"hello {message.step}")
        return Welcome(protocol=1, capabilities=[], total_steps=None, stop=self.stops_at_hello)

    def restore(self, step: int, folder: str | None) -> None:
        self.calls.append(f"restore {step}")

    def begin_policy(self, version: int) -> None:
        self.calls.append(f"begin {version}")

    def end_policy(self, version: int, model: str, base_urls: list[str]) -> None:
        self.calls.append(f"end {version}")

    def batch(self, request: BatchRequest, on_progress: Callable[[BatchProgress], None]) -> Batch:
        self.calls.append(f"batch {request.step}")
        on_progress(BatchProgress(done=3, total=8, phase="sampling"))
        return self.script(request)

    def report_step(self, step: int, metrics: dict[str, float | None]) -> bool:
        self.calls.append(f"step {step}")
        self.metrics.append(metrics)
        return self.stop_after is not None and step >= self.stop_after

    def save_state(self, step: int, folder: str) -> None:
        self.calls.append(f"checkpoint {step}")
        Path(folder, "rollout_state.jsonl").write_text(f"{step}\n")

    def abort(self, reason: str) -> None:
        self.calls.append("abort")

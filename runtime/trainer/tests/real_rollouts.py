"""The rollout server of the product as a process: `tool-r1 rollouts` on a run folder, with its sandbox and its judge.

`TOOL_R1_TEST_CLI` names another bundle than dist/cli.mjs.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[3]
RECIPE = Path(__file__).with_name("small_recipe.json")


def write_run(
    folder: Path, model: Path, sync: str = "weights_disk", tasks: int = 8, keep: int | None = None, **optimiser: Any
) -> None:
    """A run folder with sums to do.

    Args:
        keep: rows of a group that are updated on, those whose rewards differ most; all of them where it is None.
        optimiser: what differs from small_recipe.json.
    """
    folder.mkdir(parents=True)
    recipe = json.loads(RECIPE.read_text())
    recipe["training"]["optimiser"] |= optimiser
    if keep is not None:
        recipe["training"]["downSampling"] |= {"enabled": True, "keep": keep}
    job = {
        "version": 1,
        "runId": "run-1",
        "createdAt": "2026-11-01T00:00:00.000Z",
        "model": str(model),
        "device": "cpu",
        "recipe": recipe,
        "seed": 7,
        "totalSteps": recipe["training"]["optimiser"]["maxSteps"],
        "saveEverySteps": 2,
        "policySync": sync,
        "processes": {"node": "node", "cli": "", "python": "", "rolloutPort": 0, "tokenPort": 0, "commands": []},
    }
    (folder / "run.json").write_text(json.dumps(job))
    sums = [
        {"version": 1, "id": f"sum-{number}", "question": f"What is {number} + {number}?", "referenceAnswer": answer}
        for number, answer in enumerate(["0", "2", "4", "6", "8", "1", "3", "5"])
    ]
    (folder / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in sums[:tasks]))


class RealRollouts:
    """A running server; `kill` ends it as a crash would."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        cli = os.environ.get("TOOL_R1_TEST_CLI", str(PROJECT / "dist" / "cli.mjs"))
        assert node is not None, "the tests of the trainer need Node"
        self._process = subprocess.Popen(
            [node, cli, "rollouts", "--run", str(folder), "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if " at http://" not in line:
            self.kill()
            raise RuntimeError(f"no rollout server: {line}{self._process.communicate()[1]}")
        self.port = int(line.strip().rsplit(":", 1)[1])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

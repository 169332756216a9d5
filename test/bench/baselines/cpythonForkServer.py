"""Baseline: a warm CPython parent that forks one child per episode. No isolation but that of the process; POSIX only."""

import contextlib
import csv  # noqa: F401  (warm: the modules that the benchmark step imports)
import io
import os
import re  # noqa: F401
import statistics  # noqa: F401
import sys
from collections import Counter  # noqa: F401

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from frames import read_frame, write_frame  # noqa: E402


def run_episode(steps):
    """Runs the steps in this process and returns what they printed."""
    namespace = {"__name__": "__main__"}
    outputs = []
    for code in steps:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, "<step>", "exec"), namespace)
        outputs.append(output.getvalue())
    return outputs


while (message := read_frame()) is not None:
    child = os.fork()
    if child == 0:
        write_frame({"outputs": run_episode(message["steps"])})
        os._exit(0)
    os.waitpid(child, 0)

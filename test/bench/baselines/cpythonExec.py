"""Baseline: one CPython process that runs each step with exec() in a namespace that lasts. No isolation at all."""

import contextlib
import io
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from frames import read_frame, write_frame  # noqa: E402

namespace = {"__name__": "__main__"}
while (message := read_frame()) is not None:
    output = io.StringIO()
    if message["op"] == "reset":
        namespace = {"__name__": "__main__"}
    else:
        with contextlib.redirect_stdout(output):
            exec(compile(message["code"], "<step>", "exec"), namespace)
    write_frame({"output": output.getvalue()})

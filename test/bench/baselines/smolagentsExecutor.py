"""Baseline: the local executor of smolagents, which walks the syntax tree in process. Needs the package smolagents."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from frames import read_frame, write_frame  # noqa: E402
from smolagents.local_python_executor import LocalPythonExecutor  # noqa: E402


def echo(x):
    return x


def fresh_executor():
    executor = LocalPythonExecutor(
        additional_authorized_imports=["csv", "io", "re", "statistics", "collections"]
    )
    executor.send_tools({"echo": echo})
    return executor


executor = fresh_executor()
while (message := read_frame()) is not None:
    if message["op"] == "reset":
        executor = fresh_executor()
        write_frame({"output": ""})
    else:
        write_frame({"output": executor(message["code"]).logs})

"""The first file of the kernel: what the others share. All of them run in one private namespace, in a fixed order.

The kernel is the Python side of the sandbox. It keeps the namespace of an episode honest and readable; what Python must
not reach on the machine is decided outside, by the seal and the process. Functions that the kernel needs at run time are
bound here by name, so that code which patches a module cannot break it.
"""

import ast
import builtins
import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import gc
import io
import itertools
import linecache
import math
import os
import posixpath
import random
import re
import reprlib
import signal
import sys
import time
import traceback
import types
from os import read as os_read, write as os_write

REAL_BUILTINS = dict(vars(builtins))
MISSING = object()
"""Stands for no value where None is one."""


class ToolError(Exception):
    """A tool could not do what it was asked."""


class SandboxError(Exception):
    """Something that code may not do here."""


class ProtectedNameError(SandboxError):
    """Code binds or deletes a tool, print or a built-in function."""


class ForbiddenImportError(SandboxError, ModuleNotFoundError):
    """Code imports a module that is not on the list."""


class StepInterrupted(BaseException):
    """The step was stopped: its time was over or a person cancelled it. Not an Exception, so that code rarely swallows it."""


class FinalAnswer(BaseException):
    """Ends the step after final_answer was recorded outside."""


for _error in (ToolError, SandboxError, ProtectedNameError, ForbiddenImportError, StepInterrupted, FinalAnswer):
    _error.__module__ = "sandbox"


class Refused(Exception):
    """The static check found something; carries every finding. Never seen by code."""

    def __init__(self, refusals):
        super().__init__(refusals[0]["message"])
        self.refusals = refusals


class State:
    """What lasts for one episode. The heap image brings it back to this, so nothing here is reset by hand."""

    def __init__(self):
        self.channel = None
        """File descriptor of the device that leads out of Python."""
        self.guarded = True
        self.namespace = {}
        self.base_names = frozenset()
        """Names that were in the namespace before any step."""
        self.builtins = {}
        self.pristine_builtins = {}
        self.tools = {}
        self.helpers = frozenset()
        """Tools, parallel and print: refused in every scope."""
        self.protected = frozenset()
        """Helpers and built-in names: refused where a binding reaches the namespace."""
        self.allowed_imports = ()
        self.known_imports = {}
        """Module name -> whether it may be imported, as it was found out."""
        self.step = 0
        self.bound_at = {}
        self.rows = {}
        """The variables list of the step before, by name."""
        self.warnings = []
        self.import_refusals = []
        self.answered = False
        self.cleans_up = False
        self.user_code_runs = False
        """True while an interrupt may be raised; the kernel's own work is not interrupted."""


state = State()

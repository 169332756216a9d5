"""The built-in functions of an episode: the real ones, with checked versions of those that lead elsewhere."""

import operator


def _check_attribute(name):
    if isinstance(name, str) and hidden_attribute(name):
        raise SandboxError(attribute_message(name))


def guarded_getattr(object, name, default=MISSING, /):
    _check_attribute(name)
    return getattr(object, name) if default is MISSING else getattr(object, name, default)


def guarded_hasattr(object, name, /):
    return not (isinstance(name, str) and hidden_attribute(name)) and hasattr(object, name)


def guarded_setattr(object, name, value, /):
    _check_attribute(name)
    if isinstance(object, types.ModuleType):
        raise SandboxError(f"modules are read-only here; `{object.__name__}.{name}` was not changed")
    setattr(object, name, value)


def guarded_delattr(object, name, /):
    _check_attribute(name)
    if isinstance(object, types.ModuleType):
        raise SandboxError(f"modules are read-only here; `{object.__name__}.{name}` was not deleted")
    delattr(object, name)


def guarded_attrgetter(*names):
    """operator.attrgetter without hidden attributes."""
    for name in names:
        for part in str(name).split("."):
            _check_attribute(part)
    return _real_attrgetter(*names)


def guarded_methodcaller(name, /, *args, **kwargs):
    """operator.methodcaller without hidden methods."""
    _check_attribute(name)
    return _real_methodcaller(name, *args, **kwargs)


_real_attrgetter, _real_methodcaller = operator.attrgetter, operator.methodcaller
replacements["operator"] = {"attrgetter": guarded_attrgetter, "methodcaller": guarded_methodcaller}


def _checked(source, filename, mode):
    if isinstance(source, types.CodeType):
        raise SandboxError("code objects cannot be run here; pass the source as text")
    try:
        return compile_checked(source.strip() if mode == "eval" and isinstance(source, str) else source, filename, mode)
    except Refused as error:
        first = error.refusals[0]
        kind = ProtectedNameError if first["kind"] == "protected-name" else SandboxError
        raise kind(first["message"]) from None


def _scope(globals, locals):
    if globals is None:
        frame = sys._getframe(2)
        return frame.f_globals, frame.f_locals if locals is None else locals
    globals["__builtins__"] = state.builtins
    return globals, globals if locals is None else locals


def guarded_eval(source, /, globals=None, locals=None):
    globals, locals = _scope(globals, locals)
    return eval(_checked(source, "<eval>", "eval"), globals, locals)


def guarded_exec(source, /, globals=None, locals=None, *, closure=None):
    globals, locals = _scope(globals, locals)
    exec(_checked(source, "<exec>", "exec"), globals, locals)


def _unavailable(name, reason):
    def refuse(*args, **kwargs):
        raise SandboxError(f"{name}() is not available here: {reason}")

    refuse.__name__ = refuse.__qualname__ = name
    return refuse


def capped_sleep(seconds, /):
    """time.sleep that a cancel ends; the time counts against the limit of the step."""
    seconds = float(seconds)
    if not seconds >= 0:
        raise ValueError("sleep length must be non-negative")
    send(b"Z", min(seconds, 1e6))
    receive()


replacements["time"] = {"sleep": capped_sleep}


def _named(function, name):
    function.__name__ = function.__qualname__ = name
    function.__module__ = "builtins"
    return function


GUARDED_BUILTINS = {
    "open": _named(guarded_open, "open"),
    "getattr": _named(guarded_getattr, "getattr"),
    "hasattr": _named(guarded_hasattr, "hasattr"),
    "setattr": _named(guarded_setattr, "setattr"),
    "delattr": _named(guarded_delattr, "delattr"),
    "eval": _named(guarded_eval, "eval"),
    "exec": _named(guarded_exec, "exec"),
    "__import__": _named(guarded_import, "__import__"),
    "input": _unavailable("input", "nobody can answer while the code runs"),
    "breakpoint": _unavailable("breakpoint", "there is no debugger"),
    "help": _unavailable("help", "print the docstring instead"),
    "compile": _unavailable("compile", "use exec() or eval() with the source as text"),
    "exit": _unavailable("exit", "call final_answer(...) to finish"),
    "quit": _unavailable("quit", "call final_answer(...) to finish"),
    "ToolError": ToolError,
}


def make_builtins(helpers):
    """A fresh dict of built-ins with the tools in it. Tools live here, not in the namespace, so clearing it keeps them."""
    chosen = {name: value for name, value in REAL_BUILTINS.items() if name not in ("copyright", "credits", "license", "__loader__", "__spec__")}
    if state.guarded:
        chosen.update(GUARDED_BUILTINS)
    chosen.update(helpers)
    return chosen

"""Tools as Python functions: bind the arguments, ask the host, give back the value or raise."""

EXCEPTIONS = {
    value.__name__: value for value in REAL_BUILTINS.values() if isinstance(value, type) and issubclass(value, Exception)
}
ANY_TYPES = {"dict", "Any", "object", "any"}


class Tool:
    """One tool of the episode. Calling it stops Python until the host has answered."""

    __slots__ = ("__name__", "description", "_parameters", "_names", "_call_text", "_frame_start", "_final")

    def __init__(self, signature):
        self.__name__ = signature["name"]
        self.description = signature["description"]
        self._parameters = signature["parameters"]
        self._names = [parameter["name"] for parameter in self._parameters]
        self._frame_start = f'{{"name":{to_json(self.__name__)},"args":'
        self._call_text = f"{self.__name__}({', '.join(map(_parameter_text, self._parameters))})"
        self._final = signature["isFinal"]

    def __repr__(self):
        return f"<tool {self._call_text}>"

    def __call__(self, /, *args, **kwargs):
        values = bind_arguments(self, args, kwargs)
        if self._final and state.answered:
            raise FinalAnswer()
        send_json(b"T", self._frame_start + to_json({name: encode(value) for name, value in values.items()}) + "}")
        value = unpack(receive())
        if self._final:
            state.answered = True
            end_step_after_answer()
            raise FinalAnswer()
        return value


Tool.__module__ = "sandbox"


def _parameter_text(parameter):
    default = parameter.get("defaultValue")
    return f"{parameter['name']}: {parameter['type']}" + ("" if default is None else f" = {default}")


def _wrong_call(tool, problem):
    return TypeError(f"{tool.__name__}() {problem}; call it as {tool._call_text}")


def bind_arguments(tool, args, kwargs):
    """Arguments by name with the defaults filled in. The TypeError of a wrong call shows the signature."""
    names = tool._names
    if len(args) > len(names):
        raise _wrong_call(tool, f"takes {len(names)} argument{'' if len(names) == 1 else 's'} but {len(args)} were given")
    if len(args) == 1 and not kwargs and type(args[0]) is dict:
        _explain_dict(tool, args[0], names)
    values = dict(zip(names, args))
    if not kwargs and len(args) == len(names):
        return values
    for name, value in kwargs.items():
        if name not in names:
            raise _wrong_call(tool, f"got an unexpected keyword argument '{name}'")
        if name in values:
            raise _wrong_call(tool, f"got two values for the argument '{name}'")
        values[name] = value
    for parameter in tool._parameters:
        if parameter["name"] not in values:
            if "defaultValue" not in parameter:
                raise _wrong_call(tool, f"is missing the argument '{parameter['name']}'")
            values[parameter["name"]] = ast.literal_eval(parameter["defaultValue"])
    return values


def _explain_dict(tool, given, names):
    if tool._parameters[0]["type"] not in ANY_TYPES and given and all(key in names for key in given):
        named = ", ".join(f"{key}={preview(value, 40)}" for key, value in given.items())
        raise _wrong_call(tool, f"got a dict as its only argument; pass the values by name: {tool.__name__}({named})")


def unpack(answer):
    if "value" in answer:
        return decode(answer["value"])
    if "error" in answer:
        raise _exception(answer["error"])
    raise StepInterrupted("the step was stopped")


def _exception(error):
    return EXCEPTIONS.get(error["type"], ToolError)(error["message"])


def parallel(calls):
    """Runs several tool calls at once: parallel([(tool, {"argument": value}), (tool, value), ...]).

    Gives the results in the same order; a call that failed gives its exception instead of a result.
    """
    frames = []
    for call in calls:
        tool, *rest = call if isinstance(call, (tuple, list)) else (call,)
        if not isinstance(tool, Tool) or tool._final:
            raise TypeError("parallel() takes a list of (tool, arguments) pairs, for example [(tool, {'question': 'x'})]")
        by_name = len(rest) == 1 and isinstance(rest[0], dict)
        values = bind_arguments(tool, (), rest[0]) if by_name else bind_arguments(tool, tuple(rest), {})
        frames.append({"name": tool.__name__, "args": encode(values)})
    if not frames:
        return []
    send(b"P", frames)
    answer = receive()
    if "interrupt" in answer:
        raise StepInterrupted("the step was stopped")
    return [_exception(one["error"]) if "error" in one else decode(one["value"]) for one in answer["answers"]]


def end_step_after_answer():
    """Makes sure that code which catches the end of the step stops at its next line.

    Cleaning up (finally, with, the body of except) still runs: there the exception is being handled.
    """
    monitoring = sys.monitoring
    monitoring.use_tool_id(3, "final answer")
    monitoring.register_callback(3, monitoring.events.LINE, _stop_at_line)
    monitoring.register_callback(3, monitoring.events.EXCEPTION_HANDLED, _clean_up)
    monitoring.set_events(3, monitoring.events.EXCEPTION_HANDLED)
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<step"):
            monitoring.set_local_events(3, frame.f_code, monitoring.events.LINE)
        frame = frame.f_back


def forget_answer():
    """For a step after the answer, which only a caller that goes on regardless makes."""
    if state.answered:
        sys.monitoring.free_tool_id(3)
        state.answered = False


def _clean_up(code, offset, error):
    """A handler is about to begin; its first line is reached before Python counts the exception as being handled."""
    state.cleans_up = isinstance(error, FinalAnswer)


def _stop_at_line(code, line):
    if state.cleans_up:
        state.cleans_up = False
        return
    error = sys.exception()
    while error is not None:
        if isinstance(error, FinalAnswer):
            return
        error = error.__context__
    raise FinalAnswer()

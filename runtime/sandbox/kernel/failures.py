"""Exceptions of a step as the policy reads them: its own lines only, with the source and Python's own suggestions."""

MAX_FRAMES = 12
MAX_MESSAGE = 4000
_traceback_of = BaseException.__dict__["__traceback__"].__get__


def syntax_error(error):
    line = getattr(error, "lineno", None)
    message = getattr(error, "msg", None) or str(error) or type(error).__name__
    source = (getattr(error, "text", None) or "").rstrip()
    shown = [f"    {source.strip()}"] if source.strip() else []
    column = getattr(error, "offset", None)
    if shown and column:
        indent = len(source) - len(source.lstrip())
        shown.append("    " + " " * max(column - 1 - indent, 0) + "^")
    return {"type": type(error).__name__, "message": message, "line": line or None, "traceback": shown}


def python_error(error, filename):
    frames = [frame for frame in _frames(_traceback_of(error)) if _is_own(frame[0])]
    line = next((number for name, number, _ in reversed(frames) if name == filename), None)
    if len(frames) > MAX_FRAMES:
        frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
    return {
        "type": type_name(error),
        "message": error_text(error),
        "line": line,
        "traceback": [_frame_text(*frame) for frame in frames],
    }


def _is_own(filename):
    return filename.startswith("<step") or filename in ("<exec>", "<eval>")


def _frames(trace):
    while trace is not None:
        code = trace.tb_frame.f_code
        yield code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next


def _frame_text(filename, line, name):
    source = linecache.getline(filename, line or 0).strip()
    where = f'File "{filename}", line {line}, in {name}'
    return f"{where}\n    {source[:200]}" if source else where


def error_text(error):
    """The message, with the suggestion that Python itself makes for an unknown name or attribute."""
    try:
        text = str(error)
    except StepInterrupted:
        raise
    except BaseException:
        text = "<its message cannot be shown>"
    if is_a(error, (NameError, AttributeError, ImportError)):
        text = _suggested(error) or text
    text = "\n".join([text, *_notes(error)])
    return shorten(text, MAX_MESSAGE)


def _notes(error):
    try:
        notes = error.__notes__
        return [str.__str__(note) for note in notes if is_a(note, str)] if type(notes) is list else []
    except StepInterrupted:
        raise
    except BaseException:
        return []


def _suggested(error):
    try:
        described = traceback.TracebackException(type(error), error, _traceback_of(error), limit=0, lookup_lines=False)
        return str(described)
    except StepInterrupted:
        raise
    except BaseException:
        return None

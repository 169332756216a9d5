"""How values look in the variables list: type, size and a short preview that never runs long and never raises."""

MAX_VARIABLES = 200
MAX_FULL_ITEMS = 200

_short = reprlib.Repr()
_short.maxlist = _short.maxtuple = _short.maxset = _short.maxfrozenset = _short.maxdeque = _short.maxarray = 8
_short.maxdict = 6
_short.maxstring = _short.maxother = 120
_short.maxlevel = 3
_short.maxlong = 60
_HUGE_INT_BITS = 4000


_class_name = type.__dict__["__name__"].__get__
_class_module = type.__dict__["__module__"].__get__


def is_a(value, kinds):
    """isinstance by the real type: an object may lie about its class, or raise when it is asked."""
    return issubclass(type(value), kinds)


def type_name(value):
    return _class_name(type(value))


def package_of(value):
    """First name of the module that the type comes from; code can put anything there."""
    try:
        return str.partition(_class_module(type(value)), ".")[0]
    except (AttributeError, TypeError):
        return ""


def _is_array(value):
    return package_of(value) in ("numpy", "pandas") and hasattr(value, "shape")


def _array_preview(value):
    shape = " x ".join(str(length) for length in value.shape)
    if hasattr(value, "columns"):
        return f"{shape}, columns {list(value.columns)[:8]}"
    return f"{shape}, {getattr(value, 'dtype', '')}: {_short.repr(value.ravel()[:6].tolist()) if hasattr(value, 'ravel') else ''}"


def _text_of(value, limit):
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:limit])
    if kind is int:
        return repr(value) if value.bit_length() < _HUGE_INT_BITS else f"<int of {value.bit_length()} bits>"
    if kind in (float, bool, type(None)):
        return repr(value)
    if kind is types.FunctionType:
        code = value.__code__
        return f"def {value.__name__}({', '.join(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])})"
    if is_a(value, type):
        return f"class {_class_name(value)}"
    if _is_array(value):
        return _array_preview(value)
    return _short.repr(value)


_PLAIN = (float, bool, type(None))
_BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("frozenset({", "})")}
MAX_PREVIEW_ITEMS = 8
MAX_PREVIEW_DEPTH = 3


def _bounded(value, room, depth=MAX_PREVIEW_DEPTH):
    """The repr of a value made of the plain types, no further than `room` characters need; other values as _text_of says."""
    kind = type(value)
    if kind is str:
        return repr(value if len(value) <= room else value[:room])
    if kind in _PLAIN:
        return repr(value)
    if kind is dict:
        return "{" + _joined(value.items(), len(value), room, depth, pairs=True) + "}"
    brackets = _BRACKETS.get(kind)
    if brackets is None:
        return _text_of(value, room)
    if not value:
        return repr(value)
    comma = "," if kind is tuple and len(value) == 1 else ""
    return brackets[0] + _joined(value, len(value), room, depth) + comma + brackets[1]


def _joined(items, count, room, depth, pairs=False):
    if depth == 0:
        return "..." if count else ""
    texts = []
    for item in itertools.islice(items, MAX_PREVIEW_ITEMS):
        if pairs:
            text = f"{_bounded(item[0], room, depth - 1)}: {_bounded(item[1], room, depth - 1)}"
        else:
            text = _bounded(item, room, depth - 1)
        texts.append(text)
        room -= len(text) + 2
        if room <= 0:
            break
    if len(texts) < count:
        texts.append("...")
    return ", ".join(texts)


def preview(value, limit=120):
    """At most about `limit` characters of a value. A repr that raises is named instead."""
    try:
        text = _bounded(value, limit)
    except StepInterrupted:
        raise
    except BaseException as error:
        text = _unprintable(value, error)
    return shorten(text, limit)


def shorten(text, limit):
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _unprintable(value, error):
    return f"<{type_name(value)}; its repr raised {type_name(error)}>"


def result_text(value, limit):
    """The repr of the last expression, in full where it fits."""
    try:
        if _is_array(value):
            return shorten(str(value), limit)
        if is_a(value, (list, tuple, set, frozenset, dict)) and len(value) <= MAX_FULL_ITEMS:
            return shorten(repr(value), limit)
    except StepInterrupted:
        raise
    except BaseException as error:
        return _unprintable(value, error)
    return preview(value, limit)


def size_of(value):
    try:
        if _is_array(value):
            return [int(length) for length in value.shape]
        if is_a(value, (str, bytes, bytearray, list, dict, tuple, set, frozenset, collections.deque)):
            return len(value)
    except StepInterrupted:
        raise
    except BaseException:
        pass
    return None


def list_variables(before):
    """Every variable of the namespace with the step that last bound it and how this step changed it."""
    rows = []
    for name, value in state.namespace.items():
        if type(name) is not str or name in state.base_names or name in state.protected or name.startswith("__"):
            continue
        if is_a(value, types.ModuleType):
            continue
        rows.append(_row(name, value, before))
        if len(rows) >= MAX_VARIABLES:
            break
    state.previews = {row["name"]: (row["preview"], row["size"]) for row in rows}
    return rows


def _row(name, value, before):
    size, text = size_of(value), preview(value)
    if name not in before:
        change = "added"
    elif before[name] is not value or state.previews.get(name, (text, size)) != (text, size):
        change = "changed"
    else:
        change = "unchanged"
    return {
        "name": name,
        "type": type_name(value),
        "size": size,
        "preview": text,
        "step": state.bound_at.get(name, state.step),
        "change": change,
    }

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


_PLAIN = frozenset((int, float, bool, type(None)))
_SIZED = frozenset((str, bytes, bytearray, list, dict, tuple, set, frozenset, collections.deque))
_KNOWN = _PLAIN | _SIZED
# A name that is bound to the same value of these still looks the same.
_IMMUTABLE = _PLAIN | {str, bytes}
_BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("frozenset({", "})")}
MAX_PREVIEW_ITEMS = 8
MAX_PREVIEW_DEPTH = 3


def _bounded(value, room, depth=MAX_PREVIEW_DEPTH):
    """The repr of a value made of the plain types, no further than `room` characters need; other values as _text_of says."""
    kind = type(value)
    if kind is str:
        return repr(value if len(value) <= room else value[:room])
    if kind in _PLAIN and kind is not int:
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
        text = ""
        if pairs:
            key, item = item
            text = (repr(key) if type(key) is str and len(key) <= room else _bounded(key, room, depth - 1)) + ": "
        text += repr(item) if type(item) is str and len(item) <= room else _bounded(item, room, depth - 1)
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
    rows = {}
    for name, value in state.namespace.items():
        if type(name) is not str or name in state.base_names or name in state.protected or name[:2] == "__":
            continue
        known = _known_kind(value)
        if known is None and is_a(value, types.ModuleType):
            continue
        rows[name] = _row(name, value, known, before)
        if len(rows) >= MAX_VARIABLES:
            break
    state.rows = rows
    return list(rows.values())


def _known_kind(value):
    """The type of a value where it is one of the plain ones. Only then may it be looked up: a class of its own kind can answer
    with code of its own."""
    kind = type(value)
    return kind if type(kind) is type and kind in _KNOWN else None


def _row(name, value, known, before):
    last = state.rows.get(name)
    same = name in before and before[name] is value
    if same and last is not None and known in _IMMUTABLE:
        size, text = last["size"], last["preview"]
    else:
        size = size_of(value) if known is None else len(value) if known in _SIZED else None
        text = preview(value)
    if name not in before:
        change = "added"
    elif not same or (last is not None and (last["preview"] != text or last["size"] != size)):
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

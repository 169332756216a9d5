"""Frames to and from the host, and Python values as JSON.

A frame out is one byte of kind, four bytes of length (little endian) and JSON in ASCII; a frame in has no kind. Values
without a JSON form carry a tag, `{"$": kind, "v": ...}`; the host reads the same tags in valueCodec.ts.
"""

import base64
import json.encoder
import json.scanner
from json import JSONDecoder

MAX_FRAME_BYTES = 16 << 20
MAX_DEPTH = 60
SAFE_INTEGER = (1 << 53) - 1


def _never(value):
    raise TypeError(f"{type(value).__name__} has no JSON form")


# The C encoder and scanner are held directly: patching JSONEncoder or JSONDecoder changes nothing here.
_encode_json = json.encoder.c_make_encoder(
    None, _never, json.encoder.c_encode_basestring_ascii, None, ":", ",", False, False, False
)
_scan_json = json.scanner.c_make_scanner(JSONDecoder())


def open_channel():
    state.channel = os.open("/dev/kernel", os.O_RDWR)


def to_json(value):
    return "".join(_encode_json(value, 0))


def send(kind, value):
    send_json(kind, to_json(value))


def send_json(kind, text):
    payload = text.encode("ascii")
    length = len(payload)
    if length > MAX_FRAME_BYTES:
        raise ValueError(f"{length} bytes are too much for one message; at most {MAX_FRAME_BYTES} fit")
    frame = kind + length.to_bytes(4, "little") + payload
    written = os_write(state.channel, frame)
    while written < len(frame):
        written += os_write(state.channel, frame[written:])


def receive():
    head = os_read(state.channel, 4096)
    length = int.from_bytes(head[:4], "little") + 4
    if len(head) < length:
        parts = [head]
        missing = length - len(head)
        while missing > 0:
            part = os_read(state.channel, min(missing, 1 << 20))
            parts.append(part)
            missing -= len(part)
        head = b"".join(parts)
    return _scan_json(head[4:].decode("utf-8"), 0)[0]


def _tag(kind, value):
    return {"$": kind, "v": value}


def _encode_float(value, depth):
    return value if math.isfinite(value) else _tag("float", repr(value))


def _encode_int(value, depth):
    return value if -SAFE_INTEGER <= value <= SAFE_INTEGER else _tag("int", hex(value))


def _encode_list(value, depth):
    _check_length(value)
    return [encode(item, depth + 1) for item in value]


def _encode_dict(value, depth):
    if all(type(key) is str for key in value) and "$" not in value:
        return {key: encode(item, depth + 1) for key, item in value.items()}
    return _tag("dict", [[encode(key, depth + 1), encode(item, depth + 1)] for key, item in value.items()])


def _encode_set(value, depth):
    try:
        ordered = sorted(value)
    except TypeError:
        ordered = list(value)
    return _tag("set", _encode_list(ordered, depth))


def _same(value, depth):
    return value


def _encode_str(value, depth):
    _check_length(value)
    return value


def _encode_bytes(value, depth):
    _check_length(value)
    return _tag("bytes", base64.b64encode(value).decode("ascii"))


def _check_length(value):
    """Before any work is put into a value that cannot fit."""
    if len(value) > MAX_FRAME_BYTES:
        raise ValueError(f"{len(value)} characters are too much for one message; at most {MAX_FRAME_BYTES} fit")


_ENCODERS = {
    type(None): _same,
    bool: _same,
    str: _encode_str,
    int: _encode_int,
    float: _encode_float,
    list: _encode_list,
    dict: _encode_dict,
    tuple: lambda value, depth: _tag("tuple", _encode_list(value, depth)),
    set: _encode_set,
    frozenset: _encode_set,
    bytes: _encode_bytes,
    bytearray: _encode_bytes,
    complex: lambda value, depth: _tag("complex", repr(value).strip("()")),
    decimal.Decimal: lambda value, depth: _tag("decimal", str(value)),
    fractions.Fraction: lambda value, depth: _tag("fraction", str(value)),
    datetime.datetime: lambda value, depth: _tag("datetime", value.isoformat()),
    datetime.date: lambda value, depth: _tag("date", value.isoformat()),
    datetime.time: lambda value, depth: _tag("time", value.isoformat()),
    datetime.timedelta: lambda value, depth: _tag("timedelta", value.total_seconds()),
    range: lambda value, depth: _encode_list(value, depth),
    collections.deque: lambda value, depth: _encode_list(value, depth),
}


def encode(value, depth=0):
    """A value as JSON with tags. Raises TypeError for what only makes sense inside Python, such as a generator."""
    if depth > MAX_DEPTH:
        raise ValueError("the value is nested too deeply, or contains itself")
    encoder = _ENCODERS.get(type(value))
    return encoder(value, depth) if encoder is not None else _encode_other(value, depth)


def _encode_other(value, depth):
    if isinstance(value, enum.Enum):
        return encode(value.value, depth + 1)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
    package = package_of(value)
    if package == "pandas" and hasattr(value, "to_dict"):
        return encode(value.to_dict("records") if hasattr(value, "columns") else value.to_dict(), depth + 1)
    if package in ("numpy", "pandas") and hasattr(value, "tolist"):
        return encode(value.tolist(), depth + 1)
    for base in _ENCODERS:
        if isinstance(value, base):
            return _ENCODERS[base](_plain(base, value), depth)
    if isinstance(value, (collections.abc.KeysView, collections.abc.ValuesView, collections.abc.ItemsView)):
        return _encode_list(value, depth)
    if isinstance(value, collections.abc.Iterator) or callable(value):
        name = type_name(value)
        raise TypeError(f"a {name} cannot leave the sandbox; pass its result, for example list(...) of it")
    return {"$": "repr", "type": type_name(value), "v": preview(value, 500)}


def _plain(base, value):
    """The built-in value inside an instance of a subclass, such as a str enum or a Counter."""
    return base(value) if base in (str, int, float, list, dict, tuple, set, frozenset, bytes, bytearray) else value


_DECODERS = {
    "int": lambda value: int(value, 16),
    "float": float,
    "tuple": lambda value: tuple(decode(item) for item in value),
    "set": lambda value: {decode(item) for item in value},
    "bytes": base64.b64decode,
    "datetime": datetime.datetime.fromisoformat,
    "dict": lambda value: {decode(key): decode(item) for key, item in value},
}


def decode(value):
    """The Python value of what a tool gave back."""
    if type(value) is list:
        return [decode(item) for item in value]
    if type(value) is dict:
        kind = value.get("$")
        if kind is None:
            return {key: decode(item) for key, item in value.items()}
        return _DECODERS[kind](value["v"])
    return value

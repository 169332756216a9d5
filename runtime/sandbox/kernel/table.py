"""A variable as a table, a few rows at a time, for a person to look at.

Values are read by the built-in operations of their real type, so that a subclass cannot answer in its own way; only the text
of a cell that is none of the plain types may run code of the value, as in the variables list. The worker brings the state
back afterwards, so whatever such code does is undone.
"""

MAX_TABLE_COLUMNS = 200
MAX_CELL = 500
MIN_CELL = 12
MAX_PAGE_CHARACTERS = 2_000_000
HEAD_ROWS = 10_000
"""Rows at the start that decide on the columns."""
TYPED_ROWS = 200
"""Rows at the start that decide on the types of the columns."""
VALUE_COLUMN = "value"

_SEQUENCES = (list, tuple, collections.deque)


class NoTable(Exception):
    """The value cannot be shown as a table; says why."""


class _Table:
    """Column names, the number of rows, and how to get at some of them as lists of values."""

    def __init__(self, names, total_columns, total_rows, rows, types=None):
        self.names = names
        self.total_columns = total_columns
        self.total_rows = total_rows
        self.rows = rows
        self.types = types


def read_table(request):
    report = {"outcome": "table", "problem": None, "table": None}
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        state.user_code_runs = True
        report["table"] = _page(request["name"], request["offset"], request["limit"])
    except NoTable as error:
        report["problem"] = str(error)
    except StepInterrupted:
        report["problem"] = "took too long to read"
    except BaseException as error:
        report["problem"] = f"could not be read as a table ({type_name(error)})"
    finally:
        state.user_code_runs = False
    return report


def _page(name, offset, limit):
    value = state.namespace.get(name, MISSING)
    if value is MISSING or name in state.protected or name in state.base_names:
        raise NoTable("is not a variable of the namespace")
    table = _table_of(value)
    rows = table.rows(offset, offset + limit)
    cells = max(1, len(rows) * len(table.names))
    room = max(MIN_CELL, min(MAX_CELL, MAX_PAGE_CHARACTERS // cells))
    return {
        "columns": [
            {"name": _cell_text(column, MAX_CELL), "type": _cell_text(kind, MAX_CELL)} for column, kind in _typed(table)
        ],
        "totalRows": table.total_rows,
        "totalColumns": table.total_columns,
        "rows": [[_cell(item, room) for item in row] for row in rows],
    }


def _typed(table):
    types = table.types
    if types is None:
        head = table.rows(0, TYPED_ROWS)
        types = [_common_type(row[place] for row in head) for place in range(len(table.names))]
    return zip(table.names, types, strict=True)


def _common_type(values):
    found = {type_name(value) for value in values if value is not None and value is not MISSING}
    if not found:
        return ""
    return found.pop() if len(found) == 1 else "mixed"


def _cell(value, room):
    kind = type(value)
    if value is MISSING or value is None:
        return None
    if kind is bool:
        return value
    if kind is int:
        return value if -SAFE_INTEGER <= value <= SAFE_INTEGER else _cell_text(preview(value, room), room)
    if kind is float:
        return value if math.isfinite(value) else repr(value)
    return _cell_text(value if kind is str else preview(value, room), room)


def _cell_text(value, room):
    text = value if type(value) is str else preview(value, room)
    # Half of a surrogate pair has no place in text.
    return shorten(text[: room + 4], room).encode("utf-8", "replace").decode("utf-8")


def _table_of(value):
    if is_a(value, dict):
        return _of_dict(value)
    for kind in _SEQUENCES:
        if is_a(value, kind):
            return _of_rows(kind.__len__(value), _slicer(kind, value))
    if is_a(value, (set, frozenset)):
        kind = set if is_a(value, set) else frozenset
        return _of_rows(kind.__len__(value), lambda start, end: list(itertools.islice(kind.__iter__(value), start, end)))
    if is_a(value, range):
        return _of_rows(range.__len__(value), lambda start, end: list(range.__getitem__(value, slice(start, end))))
    if _is_array(value):
        return _of_array(value)
    raise NoTable(f"is of type {type_name(value)}; lists, dicts, sets, arrays and data frames can be shown as a table")


def _slicer(kind, value):
    if kind is collections.deque:
        return lambda start, end: list(itertools.islice(kind.__iter__(value), start, end))
    return lambda start, end: list(kind.__getitem__(value, slice(start, end)))


def _of_rows(total, take):
    """A table of things that are rows themselves, or single values."""
    head = take(0, HEAD_ROWS)
    if any(is_a(row, dict) for row in head):
        return _of_records(head, total, take)
    if any(is_a(row, (list, tuple)) for row in head):
        return _of_sequences(head, total, take)
    return _Table([VALUE_COLUMN], 1, total, lambda start, end: [[row] for row in take(start, end)])


def _of_records(head, total, take):
    """A column for each key; what is no dict goes into one of its own."""
    keys = {}
    for row in head:
        if is_a(row, dict):
            keys.update(dict.fromkeys(key for key in dict.keys(row) if _is_plain_key(key)))
    names = list(keys)
    others = any(not is_a(row, dict) for row in head)
    total_columns = len(names) + others
    del names[MAX_TABLE_COLUMNS - others :]

    def cells(row):
        if is_a(row, dict):
            return [dict.get(row, key, MISSING) for key in names] + [MISSING] * others
        return [MISSING] * len(names) + [row] * others

    labels = names + [VALUE_COLUMN] * others
    return _Table(labels, total_columns, total, lambda start, end: [cells(row) for row in take(start, end)])


def _is_plain_key(key):
    """Looking up any other key would ask code of its own for hash and equality."""
    return type(key) in (str, int, float, bool, type(None), bytes) or (type(key) is tuple and all(map(_is_plain_key, key)))


def _of_sequences(head, total, take):
    """A column for each position, named by the fields of named tuples where all rows are of one such class."""
    width = max(_width(row) for row in head)
    shown = min(width, MAX_TABLE_COLUMNS)

    def cells(row):
        items = _items(row, shown)
        return items + [MISSING] * (shown - len(items))

    names = _field_names(head, width) or list(range(width))
    return _Table(names[:shown], width, total, lambda start, end: [cells(row) for row in take(start, end)])


def _width(row):
    if is_a(row, list):
        return list.__len__(row)
    return tuple.__len__(row) if is_a(row, tuple) else 1


def _items(row, count):
    if is_a(row, list):
        return list.__getitem__(row, slice(0, count))
    return list(tuple.__getitem__(row, slice(0, count))) if is_a(row, tuple) else [row]


_class_dict = type.__dict__["__dict__"].__get__


def _field_names(head, width):
    kinds = {type(row) for row in head}
    if len(kinds) != 1:
        return None
    fields = _class_dict(kinds.pop()).get("_fields")
    plain = type(fields) is tuple and len(fields) == width and all(type(field) is str for field in fields)
    return list(fields) if plain else None


def _of_dict(value):
    values = list(itertools.islice(dict.values(value), HEAD_ROWS))
    few = 0 < len(values) <= MAX_TABLE_COLUMNS * 5
    if few and all(is_a(column, (list, tuple)) for column in values):
        return _of_columns(value)
    return _of_entries(value, values)


def _of_columns(value):
    """A dict of lists: a column for each."""
    columns = [(key, _column_slicer(column)) for key, column in dict.items(value)]
    shown = columns[:MAX_TABLE_COLUMNS]
    total = max(_width(column) for column in dict.values(value))

    def rows(start, end):
        count = max(0, min(end, total) - start)
        taken = [take(start, end) for _, take in shown]
        return [[cells[place] if place < len(cells) else MISSING for cells in taken] for place in range(count)]

    return _Table([key for key, _ in shown], len(columns), total, rows)


def _column_slicer(column):
    return _slicer(list if is_a(column, list) else tuple, column)


def _of_entries(value, head_values):
    """Any other dict: a row for each entry, its key first."""
    total = dict.__len__(value)

    def take(start, end):
        return list(itertools.islice(dict.items(value), start, end))

    if not any(is_a(one, (dict, list, tuple)) for one in head_values):
        return _Table(["key", VALUE_COLUMN], 2, total, lambda start, end: [list(pair) for pair in take(start, end)])
    inner = _of_rows(total, lambda start, end: [one for _, one in take(start, end)])

    def rows(start, end):
        return [[pair[0], *cells] for pair, cells in zip(take(start, end), inner.rows(start, end), strict=True)]

    names = ["key", *inner.names][:MAX_TABLE_COLUMNS]
    return _Table(names, inner.total_columns + 1, total, lambda start, end: [row[: len(names)] for row in rows(start, end)])


def _of_array(value):
    if hasattr(value, "columns"):
        return _of_frame(value)
    shape = [int(length) for length in value.shape]
    if len(shape) == 0 or len(shape) > 2:
        raise NoTable(f"has {len(shape)} dimensions; a table has one or two")
    if hasattr(value, "index") and hasattr(value, "iloc"):
        return _of_series(value)
    kind = str(getattr(value, "dtype", ""))
    if len(shape) == 1:
        return _Table([VALUE_COLUMN], 1, shape[0], lambda start, end: [[item] for item in value[start:end].tolist()], [kind])
    shown = min(shape[1], MAX_TABLE_COLUMNS)
    return _Table(
        list(range(shown)), shape[1], shape[0], lambda start, end: value[start:end, :shown].tolist(), [kind] * shown
    )


def _of_series(value):
    def rows(start, end):
        part = value.iloc[start:end]
        return [list(pair) for pair in zip(part.index.tolist(), part.tolist(), strict=True)]

    label = value.name if type(value.name) is str else VALUE_COLUMN
    kinds = [str(value.index.dtype), str(value.dtype)]
    return _Table([_index_name(value.index), label], 2, int(value.shape[0]), rows, kinds)


def _of_frame(value):
    """The index comes first where it says more than the position of the row."""
    total, width = (int(length) for length in value.shape)
    with_index = 0 if type_name(value.index) == "RangeIndex" else 1
    shown = min(width, MAX_TABLE_COLUMNS - with_index)

    def rows(start, end):
        part = value.iloc[start:end, :shown]
        columns = [part.iloc[:, place].tolist() for place in range(shown)]
        if with_index:
            columns.insert(0, part.index.tolist())
        return [list(row) for row in zip(*columns, strict=True)]

    names = [_label(name) for name in list(value.columns)[:shown]]
    kinds = [str(kind) for kind in list(value.dtypes)[:shown]]
    if with_index:
        names.insert(0, _index_name(value.index))
        kinds.insert(0, str(value.index.dtype))
    return _Table(names, width + with_index, total, rows, kinds)


def _index_name(index):
    return index.name if type(index.name) is str else "index"


def _label(name):
    return name if type(name) is str else preview(name, MAX_CELL)

"""Files as code sees them: /workspace to read, /out and /tmp to write. Anything else is refused below Python; this file
gives the reasons in words and keeps file descriptors out of reach."""

import errno
import pathlib
import sqlite3

WRITE_HINT = "/workspace is read-only: write to /out (kept for the person) or /tmp (gone after the task)"
WRITABLE = ("/out", "/tmp")
real_open = io.open
real_connect = sqlite3.connect


def _full_path(file):
    path = os.fspath(file)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    return posixpath.realpath(path)


def _below(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _check_open(file, mode):
    if isinstance(file, int):
        raise PermissionError("file descriptors are not available here; give open() a path")
    path = _full_path(file)
    writes = any(letter in mode for letter in "wax+")
    if _below(path, WRITABLE) or (not writes and _below(path, ("/workspace",))):
        return
    if writes and _below(path, ("/workspace",)):
        raise PermissionError(f"cannot write {path}: {WRITE_HINT}")
    raise PermissionError(f"cannot {'write' if writes else 'read'} {path}: read files below /workspace, write below /out or /tmp")


def guarded_open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """open() for files below /workspace, /out and /tmp."""
    if opener is not None:
        raise PermissionError("open() takes no opener here")
    _check_open(file, mode)
    try:
        return real_open(file, mode, buffering, encoding, errors, newline)
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, _missing_text(file), os.fspath(file)) from None


def _missing_text(file):
    path = _full_path(file)
    if _below(path, ("/workspace",)):
        wanted = posixpath.basename(path)
        near = _near_names(wanted)
        return "No such file" + (f"; did you mean {' or '.join(near)}?" if near else "; the chosen files are below /workspace")
    return "No such file or directory"


def _near_names(wanted):
    """Up to three chosen files whose last name is like the wanted one."""
    found = []
    for folder, _, names in os.walk("/workspace"):
        for name in names:
            if name.casefold() == wanted.casefold() or name.rpartition(".")[0].casefold() == wanted.rpartition(".")[0].casefold():
                found.append(repr(posixpath.relpath(posixpath.join(folder, name), "/workspace")))
        if len(found) >= 3:
            break
    return found[:3]


class Path(pathlib.PosixPath):
    """pathlib.Path whose refusals say where writing is possible."""

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return guarded_open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None, newline=None):
        with self.open("r", -1, encoding, errors, newline) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", -1, encoding, errors, newline) as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)


def _with_hint(name):
    original = getattr(pathlib.PosixPath, name)

    def method(self, *args, **kwargs):
        try:
            return original(self, *args, **kwargs)
        except OSError as error:
            if not isinstance(error, PermissionError) and error.errno != errno.EXDEV:
                raise
            raise PermissionError(f"cannot change {_full_path(self)}: {WRITE_HINT}") from None

    method.__name__ = method.__qualname__ = name
    method.__doc__ = original.__doc__
    return method


for _name in ("mkdir", "touch", "unlink", "rmdir", "rename", "replace", "symlink_to", "hardlink_to", "chmod"):
    setattr(Path, _name, _with_hint(_name))
Path.__module__ = "pathlib"


def guarded_connect(database=":memory:", *args, **kwargs):
    """sqlite3.connect; a database below /workspace is opened read-only, without a journal beside it."""
    if isinstance(database, str) and (database in ("", ":memory:") or database.startswith("file:")):
        return real_connect(database, *args, **kwargs)
    path = _full_path(database)
    if not _below(path, ("/workspace",)):
        return real_connect(path, *args, **kwargs)
    if not posixpath.exists(path):
        raise FileNotFoundError(2, _missing_text(path), path)
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    kwargs["uri"] = True
    return real_connect(f"file:{quoted}?mode=ro&immutable=1", *args, **kwargs)


replacements["io"] = {"open": guarded_open}
replacements["pathlib"] = {"Path": Path, "PosixPath": Path}
replacements["sqlite3"] = {"connect": guarded_connect}

"""What code can import: a facade for each module, which holds the public names and no other module.

All facades are made before the snapshot; which of them an episode may import comes with the episode. Modules of a data
pack are given as they are, because their parts depend on each other.
"""

import importlib

MODULES = """__future__ abc array base64 bisect bz2 calendar cmath collections collections.abc colorsys configparser contextlib copy csv
    dataclasses datetime decimal difflib enum fnmatch fractions functools glob graphlib gzip hashlib heapq hmac html
    html.entities html.parser io ipaddress itertools json json.decoder lzma math numbers operator os.path pathlib pprint
    random re secrets shlex sqlite3 statistics string struct textwrap time tomllib traceback types typing unicodedata
    urllib.parse uuid xml.etree.ElementTree zipfile zlib zoneinfo""".split()
# Imported lazily by the modules above, so they must be there before the snapshot.
PRELOADED = "_strptime sqlite3.dump _pydatetime encodings.cp1252 encodings.latin_1 encodings.utf_16 encodings.utf_8_sig encodings.ascii encodings.idna encodings.cp437".split()
ALWAYS_PARTS = {"json.decoder", "html.entities"}
"""Submodules that come with their parent, without a line of their own on the list."""
HIDDEN_NAMES = {
    "typing": {"get_type_hints", "ForwardRef", "evaluate_forward_ref"},
    "string": {"Formatter"},
    "io": {"FileIO", "open_code", "OpenWrapper"},
    "hmac": {"_hashopenssl"},
    "contextlib": {"chdir"},
    "sqlite3": {"enable_callback_tracebacks", "enable_shared_cache"},
    "zipfile": {"main"},
}
ONLY_NAMES = {
    "types": {"SimpleNamespace", "MappingProxyType", "NoneType", "GenericAlias", "EllipsisType"},
    "traceback": {"print_exc", "format_exc"},
    "json.decoder": {"JSONDecodeError", "JSONDecoder"},
    "html.entities": {"name2codepoint", "codepoint2name", "html5", "entitydefs"},
}
IMPORT_HINTS = {
    "os": "Use `pathlib`, `os.path` or `glob` for paths and `open` for files.",
    "sys": "Use `print` for output; there are no arguments and no interpreter settings to reach.",
    "shutil": "Use `pathlib` and `open`; write new files below /out.",
    "tempfile": "Write temporary files below /tmp with `open`.",
    "subprocess": "There are no other programs here.",
    "requests": "There is no network here; use the tools.",
    "urllib": "There is no network here; `urllib.parse` is available, and the tools reach what is outside.",
    "http": "There is no network here; use the tools.",
    "socket": "There is no network here; use the tools.",
    "asyncio": "Call tools directly, or several at once with `parallel`.",
    "threading": "Call several tools at once with `parallel`.",
    "multiprocessing": "Call several tools at once with `parallel`.",
    "concurrent": "Call several tools at once with `parallel`.",
    "openpyxl": "Read workbooks with the tool `inspect_file_as_text`, or their parts with `zipfile`.",
    "pypdf": "Read documents with the tool `inspect_file_as_text`.",
    "PyPDF2": "Read documents with the tool `inspect_file_as_text`.",
    "pdfplumber": "Read documents with the tool `inspect_file_as_text`.",
    "docx": "Read documents with the tool `inspect_file_as_text`.",
    "pptx": "Read documents with the tool `inspect_file_as_text`.",
    "numpy": "The data pack with numpy and pandas is not installed; use `statistics`, `math` and lists.",
    "pandas": "The data pack with numpy and pandas is not installed; use `csv`, `sqlite3`, `statistics` and dicts.",
}

facades = {}
pack_roots = set()
"""First names of the modules of a data pack, given without a facade."""
replacements = {}
"""Module name -> {name -> safe substitute}; other kernel files add to it before the facades are made."""


def _public_names(name, module):
    if name in ONLY_NAMES:
        return ONLY_NAMES[name]
    public = getattr(module, "__all__", None) or [entry for entry in dir(module) if not entry.startswith("_")]
    return set(public) - HIDDEN_NAMES.get(name, set())


def _make_facade(name):
    module = importlib.import_module(name)
    facade = types.ModuleType(name, module.__doc__)
    for entry in sorted(_public_names(name, module)):
        value = getattr(module, entry, MISSING)
        if value is not MISSING and not isinstance(value, types.ModuleType):
            setattr(facade, entry, value)
    for entry, value in replacements.get(name, {}).items():
        setattr(facade, entry, value)
    if hasattr(module, "__version__"):
        facade.__version__ = module.__version__
    return facade


def make_facades(pack_imports):
    for name in PRELOADED:
        importlib.import_module(name)
    for name in MODULES:
        facades[name] = _make_facade(name)
    for name in MODULES:
        _attach(name)
    if pack_imports:
        sys.path.append("/pack")
    for name in pack_imports:
        try:
            importlib.import_module(name)
        except Exception:
            # A part of the pack that wants something that is not here; importing it later says what.
            continue
        pack_roots.add(name.partition(".")[0])


def _attach(name):
    """Makes `a.b` an attribute of `a`, which becomes an empty facade where it is not a module of its own."""
    parent, dot, last = name.rpartition(".")
    if not dot:
        return
    if parent not in facades:
        facades[parent] = types.ModuleType(parent)
        _attach(parent)
    setattr(facades[parent], last, facades[name])


def limit_facades():
    """Takes submodules off that this episode may not import."""
    for name in MODULES:
        parent, dot, last = name.rpartition(".")
        if dot and name not in ALWAYS_PARTS and not import_allowed(name):
            delattr(facades[parent], last)


def _listed(name):
    if name == "__future__":
        return True
    for allowed in state.allowed_imports:
        if name == allowed:
            return True
        if allowed.endswith(".*") and (name == allowed[:-2] or name.startswith(allowed[:-1])):
            return True
    return name in ALWAYS_PARTS and _listed(name.rpartition(".")[0])


def _present(name):
    return name in MODULES or name.partition(".")[0] in pack_roots


def import_allowed(name):
    """On the list of the episode, and there."""
    known = state.known_imports.get(name)
    if known is None:
        known = state.known_imports[name] = _present(name) and _listed(name)
    return known


def allowed_names():
    return sorted(
        allowed[:-2] if allowed.endswith(".*") else allowed for allowed in state.allowed_imports if _present(allowed.removesuffix(".*"))
    )


def import_message(name, part=None, with_list=True):
    root = name.partition(".")[0]
    hint = IMPORT_HINTS.get(root, "")
    what = f"`{part}` of the module `{name}`" if part and part != "*" else f"the module `{name}`"
    listing = f"Modules that can be imported: {', '.join(allowed_names()) or 'none'}." if with_list else ""
    return " ".join(filter(None, [f"{what} cannot be imported here.", hint, listing]))


def guarded_import(name, globals=None, locals=None, fromlist=(), level=0):
    if type(fromlist) is list:
        # C code of the standard library imports this way for the effect alone; what is returned is not looked at.
        importlib.import_module(name)
        return None
    if level:
        raise ForbiddenImportError("relative imports are not available here", name=name)
    if fromlist:
        return _module_with(name, fromlist)
    if not import_allowed(name):
        raise _forbidden(name)
    _module(name)
    return _module(name.partition(".")[0])


def _forbidden(name, part=None):
    message = import_message(name, part)
    state.import_refusals.append({"kind": "import", "name": name, "line": None, "message": message})
    return ForbiddenImportError(message, name=name)


def _module(name):
    return importlib.import_module(name) if name.partition(".")[0] in pack_roots else facades[name]


def _module_with(name, parts):
    """The module for `from name import parts`, after a look that each part is there: Python would search sys.modules."""
    for part in parts:
        if not (import_allowed(name) or import_allowed(f"{name}.{part}")):
            raise _forbidden(name, part)
    module = _module(name)
    for part in parts:
        if part != "*" and not hasattr(module, part):
            if import_allowed(f"{name}.{part}"):
                importlib.import_module(f"{name}.{part}")
            else:
                raise ImportError(f"cannot import name '{part}' from '{name}'", name=name)
    return module


class ExplicitStars(ast.NodeTransformer):
    """Rewrites `from m import *` to the names of the module, without those that are protected."""

    def visit_ImportFrom(self, node):
        if node.names[0].name != "*" or node.level or not import_allowed(node.module):
            return node
        module = _module(node.module)
        names = getattr(module, "__all__", None) or [entry for entry in vars(module) if not entry.startswith("_")]
        kept = [name for name in names if name not in state.protected]
        left_out = sorted(set(names) - set(kept))
        if left_out:
            state.warnings.append(
                f"`from {node.module} import *` left out {', '.join(left_out)}: "
                f"these names are protected; use them as {node.module}.{left_out[0]}."
            )
        aliases = [ast.copy_location(ast.alias(name), node) for name in kept]
        return ast.copy_location(ast.ImportFrom(node.module, aliases, 0), node) if aliases else ast.copy_location(ast.Pass(), node)

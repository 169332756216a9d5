"""The static check: what a code action binds, imports and reaches for, before any of it runs.

It protects the namespace and the meaning of a reward, not the machine. Most steps are cleared by a look at the compiled
code (names, constants, store instructions); only a step that shows something is walked as a tree, scope by scope.
"""

import opcode

SITE_NAMES = {"copyright", "credits", "license", "exit", "quit", "help"}
BUILTIN_NAMES = frozenset(
    name for name, value in REAL_BUILTINS.items() if callable(value) and not name.startswith("_") and name not in SITE_NAMES
)
METHOD_DUNDERS = frozenset(
    """__init__ __new__ __del__ __repr__ __str__ __bytes__ __format__ __hash__ __bool__ __len__ __length_hint__
    __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __getitem__ __setitem__ __delitem__ __missing__ __contains__ __iter__
    __reversed__ __next__ __call__ __enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__ __await__ __add__ __radd__
    __iadd__ __sub__ __rsub__ __isub__ __mul__ __rmul__ __imul__ __matmul__ __rmatmul__ __truediv__ __rtruediv__
    __itruediv__ __floordiv__ __rfloordiv__ __ifloordiv__ __mod__ __rmod__ __imod__ __divmod__ __pow__ __rpow__ __ipow__
    __lshift__ __rshift__ __and__ __rand__ __iand__ __or__ __ror__ __ior__ __xor__ __rxor__ __ixor__ __neg__ __pos__
    __abs__ __invert__ __int__ __float__ __complex__ __index__ __round__ __trunc__ __floor__ __ceil__ __copy__
    __deepcopy__ __getattr__ __setattr__ __delattr__ __post_init__ __init_subclass__ __class_getitem__ __set_name__
    __slots__ __doc__ __name__ __qualname__ __module__ __dir__ __sizeof__ __fspath__""".split()
)
READABLE_DUNDERS = METHOD_DUNDERS | {
    "__class__", "__dict__", "__annotations__", "__version__", "__all__", "__cause__", "__context__", "__notes__",
    "__members__", "__dataclass_fields__", "__author__", "__file__",
}  # fmt: skip
BINDABLE_DUNDERS = METHOD_DUNDERS | {"__version__", "__all__", "__author__", "__annotations__"}
HIDDEN_ATTRIBUTES = frozenset(
    """gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code ag_await f_back f_globals
    f_locals f_builtins f_code f_generator tb_frame tb_next co_code co_consts co_names mro _os _sys f2py ctypeslib
    builtins importlib subprocess""".split()
)
# The compiler puts these into the names of classes, functions and annotations; code did not write them.
COMPILER_NAMES = frozenset(
    """__module__ __qualname__ __firstlineno__ __static_attributes__ __classdict__ __classdictcell__ __classcell__
    __annotate__ __annotate_func__ __conditional_annotations__ __type_params__ __class__""".split()
)
# Names with two underscores that the tree would not refuse, wherever they stand.
PLAIN_DUNDERS = COMPILER_NAMES | (BINDABLE_DUNDERS & READABLE_DUNDERS)
_STORES = [opcode.opmap[name] for name in ("STORE_NAME", "STORE_GLOBAL", "DELETE_NAME", "DELETE_GLOBAL")]
# By the low byte of a name's number: the instructions that bind or delete it.
STORES = [[bytes((store, low)) for store in _STORES] for low in range(256)]
IMPORT_NAME = opcode.opmap["IMPORT_NAME"]
FORMAT_FIELD = re.compile(r"[{][^{}]*[}]")
FIELD_DUNDER = re.compile(r"[.\[]\s*(__\w+__)")


def is_dunder(name):
    return name[:2] == "__" and name[-2:] == "__" and len(name) > 4


def hidden_attribute(name):
    return name in HIDDEN_ATTRIBUTES or (is_dunder(name) and name not in READABLE_DUNDERS)


def needs_walk(code):
    """Whether the compiled code shows anything that the tree must be asked about. May say yes too often, never no."""
    names = code.co_names
    if not HIDDEN_ATTRIBUTES.isdisjoint(names):
        return True
    if "\n__" in "\n" + "\n".join(names) and not PLAIN_DUNDERS.issuperset([name for name in names if name[:2] == "__"]):
        return True
    raw = code.co_code
    if any([needle in raw for name in state.protected.intersection(names) for needle in STORES[names.index(name) & 255]]):
        return True
    if IMPORT_NAME in raw and not all([import_allowed(name) for name in _imported(names, raw)]):
        return True
    own = code.co_varnames + code.co_cellvars
    if own and not (state.helpers.isdisjoint(own) and COMPILER_NAMES.issuperset([name for name in own if name[:2] == "__"])):
        return True
    return any([look(constant) for constant in code.co_consts if (look := _LOOKS.get(type(constant))) is not None])


def _imported(names, raw):
    """The names that the code imports, and past 256 names those that share the low byte of their number."""
    found = []
    at = raw.find(IMPORT_NAME)
    while at >= 0:
        if not at & 1:
            found += names[raw[at + 1] :: 256]
        at = raw.find(IMPORT_NAME, at + 1)
    return found


def _text_needs_walk(text):
    return "__" in text and "{" in text


def _tuple_needs_walk(items):
    return any([type(item) is str and hidden_attribute(item) for item in items])


_LOOKS = {types.CodeType: needs_walk, str: _text_needs_walk, tuple: _tuple_needs_walk}


class Guard(ast.NodeVisitor):
    """Walks a tree and collects refusals. `scope` is module, function or class."""

    def __init__(self, scope="module"):
        self.scope = scope
        self.import_may_fail = False
        # The list of modules is long, so only the first refused import of a step carries it.
        self.listed = False
        self.refusals = []

    def refuse(self, kind, name, node, message):
        line = getattr(node, "lineno", None)
        where = f"line {line}: " if line else ""
        record = {"kind": kind, "name": name, "line": line, "message": where + message}
        if record not in self.refusals:
            self.refusals.append(record)

    def bind(self, name, node, how="assigned to"):
        if name in state.helpers or (name in state.protected and self.scope == "module"):
            self.refuse("protected-name", name, node, protected_message(name, how))
        elif is_dunder(name) and name not in BINDABLE_DUNDERS:
            self.refuse("name", name, node, f"the name `{name}` belongs to Python; choose another name.")

    def inside(self, scope, nodes):
        outer, self.scope = self.scope, scope
        for node in nodes:
            self.visit(node)
        self.scope = outer

    def visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.bind(node.id, node)
        elif isinstance(node.ctx, ast.Del):
            self.bind(node.id, node, "deleted")
        elif is_dunder(node.id) and node.id not in READABLE_DUNDERS and node.id != "__debug__":
            fix = " Use an import statement." if node.id == "__import__" else ""
            self.refuse("name", node.id, node, f"the name `{node.id}` is not available here.{fix}")

    def visit_Attribute(self, node):
        if hidden_attribute(node.attr):
            self.refuse("attribute", node.attr, node, attribute_message(node.attr))
        self.generic_visit(node)

    def visit_Constant(self, node):
        fields = FORMAT_FIELD.findall(node.value) if isinstance(node.value, str) else ()
        for name in FIELD_DUNDER.findall(" ".join(fields)):
            if hidden_attribute(name):
                self.refuse("attribute", name, node, attribute_message(name) + " That holds inside format strings too.")

    def visit_FunctionDef(self, node):
        self.bind(node.name, node, "defined")
        arguments = node.args
        self.visit_all(node.decorator_list + arguments.defaults + arguments.kw_defaults)
        parameters = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        parameters += [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
        self.visit_all([parameter.annotation for parameter in parameters] + [node.returns])
        outer, self.scope = self.scope, "function"
        for parameter in parameters:
            self.bind(parameter.arg, parameter, "used as a parameter")
        self.visit_all(node.body)
        self.scope = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.visit_all(node.args.defaults + node.args.kw_defaults)
        self.inside("function", [node.body])

    def visit_ClassDef(self, node):
        self.bind(node.name, node, "defined")
        self.visit_all(node.decorator_list + node.bases + [keyword.value for keyword in node.keywords])
        self.inside("class", node.body)

    def visit_comprehension(self, node):
        self.visit(node.iter)
        self.inside("function", [node.target])
        self.visit_all(node.ifs)

    def visit_Global(self, node):
        for name in node.names:
            if name in state.protected:
                self.refuse("protected-name", name, node, protected_message(name, "declared global"))

    def visit_Nonlocal(self, node):
        for name in node.names:
            self.bind(name, node, "declared nonlocal")

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name, node)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.bind(node.name, node)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.bind(node.rest, node)
        self.generic_visit(node)

    def visit_MatchClass(self, node):
        for name in node.kwd_attrs:
            if hidden_attribute(name):
                self.refuse("attribute", name, node, attribute_message(name))
        self.generic_visit(node)

    def visit_Try(self, node):
        outer = self.import_may_fail
        self.import_may_fail = outer or any(_catches_import_error(handler.type) for handler in node.handlers)
        self.visit_all(node.body)
        self.import_may_fail = outer
        self.visit_all(node.handlers + node.orelse + node.finalbody)

    visit_TryStar = visit_Try

    def visit_Import(self, node):
        for alias in node.names:
            self.check_import(alias.name, node)
            self.bind(alias.asname or alias.name.partition(".")[0], node, "bound by import")

    def visit_ImportFrom(self, node):
        if node.level:
            self.refuse("import", "." * node.level, node, "relative imports are not available here.")
            return
        for alias in node.names:
            if not import_allowed(f"{node.module}.{alias.name}"):
                self.check_import(node.module, node, alias.name)
            if alias.name != "*":
                self.bind(alias.asname or alias.name, node, "bound by import")

    def check_import(self, name, node, part=None):
        if not self.import_may_fail and name != "__future__" and not import_allowed(name):
            self.refuse("import", name, node, import_message(name, part, with_list=not self.listed))
            self.listed = True


def _catches_import_error(kind):
    if kind is None:
        return True
    names = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    catching = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
    return any(isinstance(name, ast.Name) and name.id in catching for name in names)


def protected_message(name, how):
    if name in state.tools:
        kind = "a tool"
    elif name in state.helpers and name != "print":
        kind = "a helper of the agent"
    else:
        kind = "a built-in type" if isinstance(REAL_BUILTINS.get(name), type) else "a built-in function"
    if how == "deleted":
        return f"`{name}` is {kind} and cannot be deleted. Leave it as it is."
    if how == "bound by import":
        fix = f"Import it under another name, for example `as other_{name}`, or import the module and use `module.{name}`."
    elif how == "defined":
        fix = f"Choose another name, for example `my_{name}`."
    else:
        fix = f"Choose another name, for example `{name}_value`."
    return f"`{name}` is {kind} and cannot be {how}. {fix}"


def attribute_message(name):
    return f"the attribute `{name}` is not available here. Use the public methods of the object instead."


def compile_checked(source, filename, mode, scope="module"):
    """Parses, checks and compiles. Raises SyntaxError, or Refused with every finding."""
    tree = ast.parse(source, filename, mode)
    code = compile(tree, filename, mode, dont_inherit=True)
    if state.guarded and needs_walk(code):
        check(tree, scope=scope)
    return code


def check(*trees, scope="module"):
    """Raises Refused with every finding in the trees."""
    guard = Guard(scope)
    guard.visit_all(trees)
    if guard.refusals:
        raise Refused(guard.refusals)

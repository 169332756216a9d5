"""One request of the host: begin an episode, or run a code action and report what came of it."""

STAR_IMPORT = re.compile(r"import\s*\*")
RESULT_LIMIT = 2000
output_streams = (output, output)


def begin(request):
    state.guarded = request["guard"]
    state.allowed_imports = tuple(request["allowedImports"])
    state.known_imports = {}
    state.tools = {tool["name"]: Tool(tool) for tool in request["tools"]}
    helpers = {**state.tools, "parallel": parallel} if state.tools else {}
    state.helpers = frozenset(helpers) | {"print"}
    state.protected = state.helpers | BUILTIN_NAMES
    state.builtins = make_builtins(helpers)
    state.pristine_builtins = dict(state.builtins)
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    state.namespace = main.__dict__
    state.namespace["__builtins__"] = state.builtins
    state.base_names = frozenset(state.namespace)
    limit_facades()
    random.seed(request["seed"])
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(request["seed"] & 0xFFFFFFFF)
    os.chdir("/workspace")
    return {"ok": True}


def on_interrupt(signal_number, frame):
    if state.user_code_runs:
        raise StepInterrupted("the step was stopped")


def run_step(request):
    state.step = request["step"]
    state.warnings = []
    state.import_refusals = []
    forget_answer()
    before = dict(state.namespace)
    report = {"outcome": "executed", "value": None, "error": None, "refusals": []}
    output.start(request["maxOutput"])
    outside = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = output
    try:
        _execute(request["code"], f"<step {state.step}>", report)
    finally:
        state.user_code_runs = False
        sys.stdout, sys.stderr = outside
    report["refusals"] = report["refusals"] or state.import_refusals[:20]
    report["warnings"] = state.warnings + heal()
    _report_namespace(report, before)
    report["stdout"], report["stdoutCut"] = output.result()
    return report


def _execute(code, filename, report):
    try:
        parts, last = _compile_step(code, filename)
    except Refused as error:
        report.update(outcome="refused", refusals=error.refusals)
        return
    except COMPILE_FAULTS as error:
        report.update(outcome="syntax-error", error=syntax_error(error))
        return
    linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        state.user_code_runs = True
        for part in parts:
            exec(part, state.namespace)
        if last is not None and not state.answered:
            value = eval(last, state.namespace)
            if value is not None:
                report["value"] = result_text(value, RESULT_LIMIT)
                # Let go of it while an interrupt can still end its destructor.
                value = None
    except FinalAnswer:
        pass
    except StepInterrupted:
        report["outcome"] = "interrupted"
    except BaseException as error:
        report.update(outcome="python-error", error=python_error(error, filename))
    state.user_code_runs = False
    if state.answered:
        report.update(outcome="final-answer", error=None)


COMPILE_FAULTS = (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError)


def _compile_step(code, filename):
    """The statements in one or two parts and, apart, a last expression whose value is shown; None where there is none."""
    if not (state.guarded and STAR_IMPORT.search(code)):
        parts, last = _compile_text(code, filename)
        if parts and not (state.guarded and any(map(needs_walk, parts if last is None else (*parts, last)))):
            return parts, last
    return _compile_tree(code, filename)


def _compile_text(code, filename):
    """
    As _compile_step, without a tree of Python objects, which takes as long as the compiling itself; no parts where that
    cannot be done. The text is cut before its last line at the margin. When what stands before and what follows compile
    alone, no bracket, string or block is open between them, and so the two together mean the same as the whole.
    """
    start = _last_line_at_margin(code)
    tail = code[start:]
    if ";" in tail or "__future__" in code:
        return (), None
    tail = "\n" * code.count("\n", 0, start) + tail
    try:
        head = compile(code[:start], filename, "exec", dont_inherit=True)
        try:
            return (head,), compile(tail, filename, "eval", dont_inherit=True)
        except SyntaxError:
            return (head, compile(tail, filename, "exec", dont_inherit=True)), None
    except COMPILE_FAULTS:
        return (), None


def _last_line_at_margin(code):
    """Where the last line starts that is neither indented nor blank nor a comment; 0 where there is none."""
    end = len(code)
    while end > 0:
        start = code.rfind("\n", 0, end) + 1
        if start < len(code) and code[start] not in " \t\f\r\n#":
            return start
        end = start - 1
    return 0


def _compile_tree(code, filename):
    tree = ast.parse(code, filename)
    if state.guarded and STAR_IMPORT.search(code):
        check(tree)
        tree = ExplicitStars().visit(tree)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = compile(tree, filename, "exec", dont_inherit=True)
    tail = None if last is None else compile(ast.Expression(last.value), filename, "eval", dont_inherit=True)
    if state.guarded and (needs_walk(body) or (tail is not None and needs_walk(tail))):
        check(tree, last)
    return (body,), tail


def _report_namespace(report, before):
    namespace = state.namespace
    report["bound"] = [
        name
        for name, value in namespace.items()
        if type(name) is str and before.get(name, MISSING) is not value and not name.startswith("__")
    ]
    report["deleted"] = [name for name in before if type(name) is str and name not in namespace]
    for name in report["bound"]:
        state.bound_at[name] = state.step
    state.user_code_runs = True
    try:
        report["variables"] = list_variables(before)
        before.clear()
    except StepInterrupted:
        report["variables"] = []
    finally:
        state.user_code_runs = False


def _starts_with(current, pristine):
    """Whether a dict begins with these very names and values, in this order. Compares nothing by value: code may have put there
    what lies about that."""
    return (
        len(current) >= len(pristine)
        and all(map(operator.is_, pristine.values(), current.values()))
        and all(map(operator.is_, pristine, current))
    )


def heal():
    """Puts back what code changed behind the check, such as globals()["print"] = 1. Says what it put back."""
    if not state.guarded:
        return []
    healed = []
    namespace, current, pristine = state.namespace, state.builtins, state.pristine_builtins
    if not (len(current) == len(pristine) and _starts_with(current, pristine)):
        changed = [name for name, value in pristine.items() if current.get(name, MISSING) is not value]
        current.clear()
        current.update(pristine)
        healed += changed or ["names added to the built-ins"]
    for name in [name for name in namespace if type(name) is str and name in state.protected]:
        del namespace[name]
        healed.append(name)
    if namespace.get("__builtins__") is not current:
        namespace["__builtins__"] = current
        healed.append("__builtins__")
    namespace["__name__"] = "__main__"
    real = vars(builtins)
    if not _starts_with(real, REAL_BUILTINS) and any(real.get(name, MISSING) is not value for name, value in REAL_BUILTINS.items()):
        real.update(REAL_BUILTINS)
        healed.append("the built-ins module")
    if not healed:
        return []
    return [f"Protected names were changed while the code ran and have been put back: {', '.join(sorted(set(healed)))}."]


def handle(request):
    if request["op"] == "begin":
        return begin(request)
    if request["op"] == "table":
        return read_table(request)
    return run_step(request)


def keeps_nothing(report):
    """Whether the state after the step need not be remembered: nothing ran, or the episode is over."""
    return report.get("outcome") in ("refused", "syntax-error", "final-answer", "table")


def kernel_step():
    """The entry of the kernel: one request in, one report out. R asks for a checkpoint, N does not."""
    if state.channel is None:
        open_channel()
    request = receive()
    report = {"ok": True} if request["op"] == "warm" else handle(request)
    send(b"N" if keeps_nothing(report) else b"R", report)

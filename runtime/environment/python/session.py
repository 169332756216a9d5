"""What the host asks of an environment. Everything goes in and out as JSON text; the policy's words are data here, never code."""

import json

KINDS = {"files": FileSystem, "desk": BookingDesk}  # noqa: F821 - the files before this one define them


class Session:
    """The objects that the policy's calls are made on, and replicas that had the calls of the truth."""

    def __init__(self, initial, truth):
        self.objects = self._objects(initial)
        self.replicas = self._objects(initial)
        self.start = {name: self._state(replica) for name, replica in self._objects(initial).items()}
        self.results = []
        self.true_results = [self._call(self.replicas, request) for request in truth]

    def call(self, requests):
        outcomes = [self._call(self.objects, request) for request in requests]
        self.results += outcomes
        return outcomes

    def problem(self, expected):
        """Why the task cannot be used, or None: every call of the truth works, and leads to the state that is expected."""
        for outcome in self.true_results:
            if not outcome["ok"]:
                return f"the true call of {outcome['name']} fails: {outcome['error']['message']}"
        for name, state in (expected or {}).items():
            if name not in self.replicas or self._state(self.replicas[name]) != state:
                return f"the true calls do not lead to the expected state of {name}"
        return None

    def compare(self):
        """Attributes of the objects against those of the replicas, and true results among those of the policy."""
        differing, attributes, untouched, kept = [], 0, 0, 0
        for name, replica in self.replicas.items():
            state, start = self._state(self.objects[name]), self.start[name]
            for attribute, value in self._state(replica).items():
                matches, is_untouched = state.get(attribute) == value, start.get(attribute) == value
                attributes += 1
                untouched += is_untouched
                kept += is_untouched and matches
                if not matches:
                    differing.append(f"{name}.{attribute}")
        left = [outcome["result"] for outcome in self.results if outcome["ok"]]
        missing = []
        for place, outcome in enumerate(self.true_results):
            if outcome["result"] in left:
                left.remove(outcome["result"])
            else:
                missing.append(place)
        return {
            "attributes": attributes,
            "matchedAttributes": attributes - len(differing),
            "untouchedAttributes": untouched,
            "keptAttributes": kept,
            "results": len(self.true_results),
            "matchedResults": len(self.true_results) - len(missing),
            "differing": differing,
            "missing": missing,
        }

    def _objects(self, initial):
        return {name: KINDS[name](**json.loads(json.dumps(state))) for name, state in initial.items()}

    def _state(self, thing):
        return {name: value for name, value in vars(thing).items() if not name.startswith("_")}

    def _call(self, objects, request):
        """Never raises: what a call does wrong is its outcome, and a call that fails has changed nothing."""
        name = request["name"]
        try:
            result = self._method(objects, name)(**request["arguments"])
            return {"name": name, "ok": True, "result": json.loads(json.dumps(result))}
        except Exception as error:  # noqa: BLE001 - whatever a tool raises is what its caller did
            message = str(error.args[0]) if error.args else type(error).__name__
            return {"name": name, "ok": False, "error": {"type": type(error).__name__, "message": message}}

    def _method(self, objects, name):
        for thing in objects.values():
            if not name.startswith("_") and callable(getattr(thing, name, None)):
                return getattr(thing, name)
        raise NameError(f"there is no tool {name}")


def open_session(text):
    global session
    setting = json.loads(text)
    unknown = [name for name in setting["initial"] if name not in KINDS]
    if unknown:
        return json.dumps({"problem": f"there is no object {unknown[0]}; there are {', '.join(KINDS)}"})
    try:
        session = Session(setting["initial"], setting["truth"])
    except TypeError as error:
        return json.dumps({"problem": f"the initial state is not whole: {error}"})
    return json.dumps({"problem": session.problem(setting.get("expected"))})


def make_calls(text):
    return json.dumps(session.call(json.loads(text)))


def compare():
    return json.dumps(session.compare())

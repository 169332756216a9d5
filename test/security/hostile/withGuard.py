# Steps that use up time, memory, files or Python's patience. Each heading says how the step ends: its outcome, the
# exception where one is expected, and how the namespace comes through.

#= loop without end: timeout, interrupted
while True:
    pass

#= loop in a finally block: timeout, interrupted
try:
    1 / 0
finally:
    while True:
        pass

#= nested loops in a function: timeout, interrupted
def count():
    for a in range(10**6):
        for b in range(10**6):
            pass
count()

#= generator without end: timeout, interrupted
for _ in iter(int, 1):
    pass

#= print without end: timeout, interrupted
while True:
    print('x' * 100)

#= growing dictionary: timeout, interrupted
table, n = {}, 0
while True:
    table[n % 1000] = n
    n += 1

#= catastrophic pattern: timeout, interrupted
import re
re.match(r'(a+)+$', 'a' * 40 + 'b')

#= power of a power: timeout, interrupted
x = 10**10**8

#= sleep: timeout, interrupted
import time
time.sleep(1000)

#= coroutine without end: timeout, interrupted
async def spin():
    while True:
        pass
spin().send(None)

#= comparison without end: timeout, interrupted
class Slow:
    def __eq__(self, other):
        while True:
            pass
Slow() == Slow()

#= sort with a slow key: timeout, interrupted
sorted(range(10**6), key=lambda n: sum(range(1000)))

#= loop in a destructor: timeout, interrupted
class Slow:
    def __del__(self):
        while True:
            pass
Slow()
while True:
    pass

#= many small files: timeout, interrupted
for n in range(10**7):
    with open(f'/tmp/{n % 100}', 'w') as file:
        file.write('x')

#= loop that catches everything: timeout, rolled-back
while True:
    try:
        while True:
            pass
    except BaseException:
        pass

#= recursion in finally: timeout, rolled-back
def again():
    try:
        while True:
            pass
    finally:
        again()
again()

#= context manager that swallows everything: timeout, rolled-back
class Swallow:
    def __enter__(self):
        pass
    def __exit__(self, *error):
        return True
while True:
    with Swallow():
        while True:
            pass

#= sum in C without end: timeout, moved
sum(range(10**12))

#= search in C without end: timeout, moved
max(range(10**12))

#= recursion in repr: aborted, rolled-back
class Mirror:
    def __repr__(self):
        return repr(self)
repr(Mirror())

#= deep nesting shown: aborted, rolled-back
x = []
for _ in range(20000):
    x = [x]
repr(x)

#= deep expression: aborted, rolled-back
eval('1' + '+1' * 20000)

#= huge list: python-error MemoryError, none
x = list(range(10**9))

#= huge bytes: python-error MemoryError, none
x = bytearray(3 << 29)

#= more bytes than an address can hold: python-error OverflowError, none
x = bytearray(1 << 62)

#= doubling text: python-error MemoryError, none
x = 'ab'
while True:
    x += x

#= lists in lists: python-error MemoryError, none
x = []
while True:
    x = [x, [0] * 1000000]

#= recursion: python-error RecursionError, none
def deeper(n):
    return deeper(n + 1)
deeper(0)

#= file flood: python-error OSError, none
with open('/tmp/flood', 'wb') as file:
    while True:
        file.write(b'x' * (1 << 20))

#= flood of the output folder: python-error OSError, none
for n in range(100):
    with open(f'/out/{n}', 'wb') as file:
        file.write(b'x' * (1 << 20))

#= exit: python-error SystemExit, none
raise SystemExit(3)

#= keyboard interrupt: python-error KeyboardInterrupt, none
raise KeyboardInterrupt

#= generator exit: python-error GeneratorExit, none
raise GeneratorExit

#= exception of its own root: python-error Own, none
class Own(BaseException):
    pass
raise Own('x')

#= exception that cannot be shown: python-error Shy, none
class Shy(Exception):
    def __str__(self):
        raise self
    __repr__ = __str__
raise Shy

#= huge exception: python-error ValueError, none
raise ValueError('x' * (1 << 22))

#= deep chain of exceptions: python-error ValueError, none
error = None
for n in range(3000):
    link = ValueError(n)
    link.__cause__ = error
    error = link
raise error

#= nested exception groups: python-error ExceptionGroup, none
error = ValueError(1)
for n in range(300):
    error = ExceptionGroup('group', [error])
raise error

#= huge number as text: python-error ValueError, none
str(10**5000)

#= lone surrogate encoded: python-error UnicodeEncodeError, none
'\ud800'.encode()

#= huge output: executed, none
print('x' * (1 << 24))

#= output of lone surrogates and control characters: executed, none
print('\ud800\udfff', '\0', '\x1b[2J')

#= many lines of output: executed, none
for n in range(5000):
    print(n)

#= value whose repr fails: executed, none
class Shy:
    def __repr__(self):
        raise ValueError
shy = Shy()
shy

#= value that lies about its class and size: executed, none
class Liar:
    __class__ = property(lambda self: 1 / 0)
    def __len__(self):
        return -5
liar = Liar()

#= value whose comparison fails: executed, none
class Unlike:
    def __eq__(self, other):
        raise BaseException
    __hash__ = None
unlike = Unlike()

#= class whose name is no name: executed, none
class Meta(type):
    @property
    def __name__(cls):
        return 1 / 0
    def __repr__(cls):
        return 7
class Odd(metaclass=Meta):
    pass
odd = Odd()

#= list that contains itself: executed, none
x = []
x.append(x)
x

#= many variables: executed, none
for n in range(3000):
    globals()[f'v{n}'] = n

#= open files left behind: executed, none
files = [open(f'/tmp/{n}', 'w') for n in range(50)]

#= generator left half way: executed, none
def half():
    try:
        yield 1
    finally:
        print('closed')
next(half())

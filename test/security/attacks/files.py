# Attacks on files of the host, and on the files that were chosen for the task.

#! open
print(open(SECRET_FILE).read())

#! open as bytes with a bytes path
print(open(SECRET_FILE.encode(), 'rb').read())

#= open through a path object that changes its mind
class Sly:
    count = 0
    def __fspath__(self):
        Sly.count += 1
        return '/tmp/x' if Sly.count == 1 else SECRET_FILE
open('/tmp/x', 'w').close()
print(open(Sly()).read())

#! open with a string that lies
class Sly(str):
    def startswith(self, *_):
        return True
    def __fspath__(self):
        return '/tmp/x'
print(open(Sly(SECRET_FILE)).read())

#! open with an opener
import os
print(open('/tmp/x', opener=lambda path, flags: os.open(SECRET_FILE, flags)).read())

#! out of the workspace with dots
print(open('/workspace/../../../../..' + SECRET_FILE).read())

#! out of the workspace with a NUL
for name in ['/workspace/notes.txt\0' + SECRET_FILE, '/workspace\0/..' + SECRET_FILE, SECRET_FILE + '\0.csv']:
    try:
        print(open(name).read())
    except (ValueError, OSError) as error:
        print(type(error).__name__)
print(open(SECRET_FILE).read())

#! weird names
for name in ['//' + SECRET_FILE, '/workspace//..//..' + SECRET_FILE, 'file://' + SECRET_FILE, '\\\\?\\' + SECRET_FILE, '/workspace/%2e%2e' + SECRET_FILE, '/WORKSPACE/..' + SECRET_FILE, '/workspace/\u2025' + SECRET_FILE, '/proc/self/root' + SECRET_FILE, '~' + SECRET_FILE, '/workspace/.' * 2000 + '/..' + SECRET_FILE]:
    try:
        print(open(name).read())
    except (ValueError, OSError) as error:
        print(type(error).__name__)
print(open(SECRET_FILE).read())

#! symbolic link made in /tmp
import os
os.symlink('/', '/tmp/root')
print(open('/tmp/root' + SECRET_FILE).read())

#! symbolic link made by pathlib
import pathlib
pathlib.Path('/tmp/link').symlink_to(SECRET_FILE)
print(pathlib.Path('/tmp/link').read_text())

#= hard link
import os
os.link(SECRET_FILE, '/tmp/hard')
print(open('/tmp/hard').read())

#! symbolic link that was chosen with the folder
print(open('/workspace/link-out.txt').read())
import os
print(os.listdir('/workspace'))
print(open('/workspace/folder-out/secret.txt').read())

#! pathlib
import pathlib
print(pathlib.Path(SECRET_FILE).read_text())

#! pathlib walks up
import pathlib
place = pathlib.Path('/workspace').resolve().parent
for part in SECRET_FILE.strip('/').split('/'):
    place = place / part
print(place.read_text(), list(pathlib.Path('/').rglob('*secret*')))

#= glob and listing
import glob
print(glob.glob('/workspace/../**/*secret*', recursive=True), glob.glob(SECRET_FILE[:-3] + '*'))
print([open(name).read() for name in glob.glob(SECRET_FILE[:-3] + '*')])

#! io.FileIO
import io
print(io.FileIO(SECRET_FILE).read())

#! io.open_code
import io
print(io.open_code(SECRET_FILE).read())

#! C layer of io
import _io
print(_io.open(SECRET_FILE).read())

#! codecs.open
import codecs
print(codecs.open(SECRET_FILE).read())

#! tokenize.open
import tokenize
print(tokenize.open(SECRET_FILE).read())

#! linecache
import linecache
print(linecache.getlines(SECRET_FILE))

#! fileinput
import fileinput
print(list(fileinput.input(SECRET_FILE)))

#! os.open
import os
print(os.read(os.open(SECRET_FILE, os.O_RDONLY), 100))

#! open descriptors
import os
for number in range(0, 40):
    try:
        print(number, os.fstat(number).st_mode, os.read(number, 0))
        os.write(number, b'')
    except OSError:
        pass
print(open(SECRET_FILE).read())

#= descriptors by number
for number in range(3, 20):
    try:
        print(open(number, 'rb', closefd=False).read(0))
    except OSError:
        pass
print(open('/proc/self/fd/3').read(0), open(SECRET_FILE).read())

#= proc
for name in ['/proc/self/environ', '/proc/1/environ', '/proc/self/cmdline', '/proc/self/maps', '/etc/passwd', '/etc/hostname', '/dev/mem', '/sys/class/net/lo/address']:
    try:
        print(name, open(name, 'rb').read(400))
    except OSError as error:
        print(name, type(error).__name__)
print(open('/proc/self/environ').read())

#= environment
import os
print(os.environ, os.getenv(ENV_NAME), os.environb)

#= environment of the C library
import ctypes
get = ctypes.CDLL(None).getenv
get.restype = ctypes.c_char_p
print(get(ENV_NAME.encode()))
import os
print(os.environ[ENV_NAME])

#! shutil
import shutil
shutil.copy(SECRET_FILE, '/tmp/stolen')
print(open('/tmp/stolen').read())

#! zipfile on a host path
import zipfile
with zipfile.ZipFile('/tmp/a.zip', 'w') as archive:
    archive.write(SECRET_FILE, 'x')
print(zipfile.ZipFile('/tmp/a.zip').read('x'))

#! zipfile path traversal
import zipfile
with zipfile.ZipFile('/tmp/b.zip', 'w') as archive:
    archive.writestr('../../../../../..' + MARKER, 'x')
    archive.writestr('../workspace/notes.txt', 'overwritten')
zipfile.ZipFile('/tmp/b.zip').extractall('/out')
zipfile.ZipFile('/tmp/b.zip').extractall('/workspace')

#! tarfile path traversal
import tarfile, io
with tarfile.open('/tmp/a.tar', 'w') as archive:
    link = tarfile.TarInfo('link')
    link.type, link.linkname = tarfile.SYMTYPE, '/'
    archive.addfile(link)
    entry = tarfile.TarInfo('link' + MARKER)
    entry.size = 1
    archive.addfile(entry, io.BytesIO(b'x'))
tarfile.open('/tmp/a.tar').extractall('/tmp/t', filter='fully_trusted')

#= sqlite opens a file
import sqlite3
print(sqlite3.connect('file:' + SECRET_FILE + '?mode=ro', uri=True).execute('select * from sqlite_master').fetchall())

#! sqlite attaches a file
import sqlite3
database = sqlite3.connect(':memory:')
database.execute('attach database ? as stolen', (MARKER,))
database.execute('create table stolen.x (a)')
database.commit()

#! sqlite vacuums into a file
import sqlite3
database = sqlite3.connect(':memory:')
database.execute('create table x (a)')
database.commit()
database.execute('vacuum into ?', (MARKER,))

#= sqlite writes into the chosen files
import sqlite3
database = sqlite3.connect('/workspace/notes.txt')
database.execute('create table x (a)')
database.commit()

#! sqlite attaches a chosen file for writing
import sqlite3
database = sqlite3.connect(':memory:')
database.execute("attach database '/workspace/new.db' as w")
database.execute('create table w.x (a)')
database.commit()

#= sqlite loads a library
import sqlite3
database = sqlite3.connect(':memory:')
database.enable_load_extension(True)
database.load_extension('/tmp/evil')
database.execute("select load_extension('/tmp/evil')")

#= sqlite functions of the shell
import sqlite3
database = sqlite3.connect(':memory:')
for text in ["select readfile('%s')" % SECRET_FILE, "select writefile('%s', 'x')" % MARKER, "select fts3_tokenizer('simple')", "pragma temp_store_directory = '/'", "select edit('x')"]:
    try:
        print(database.execute(text).fetchall())
    except sqlite3.Error as error:
        print(type(error).__name__)

#! sqlite calls back
import sqlite3
database = sqlite3.connect(':memory:')
def evil(*_):
    import os
    return os.system(COMMAND)
database.create_function('evil', 0, evil)
database.set_trace_callback(evil)
database.set_authorizer(evil)
print(database.execute('select evil()').fetchall())

#= external entity in minidom
from xml.dom import minidom
print(minidom.parseString('<!DOCTYPE a [<!ENTITY e SYSTEM "file://%s">]><a>&e;</a>' % SECRET_FILE).toxml())

#= external entity in ElementTree
import xml.etree.ElementTree as tree
for text in ['<!DOCTYPE a [<!ENTITY e SYSTEM "file://%s">]><a>&e;</a>' % SECRET_FILE, '<!DOCTYPE a SYSTEM "%s"><a/>' % URL]:
    try:
        print(tree.tostring(tree.fromstring(text)))
    except tree.ParseError as error:
        print(error)

#= external entity with its feature on
import xml.sax, xml.sax.handler, io
class Handler(xml.sax.handler.ContentHandler):
    def characters(self, content):
        print(content)
parser = xml.sax.make_parser()
parser.setFeature(xml.sax.handler.feature_external_ges, True)
parser.setContentHandler(Handler())
parser.parse(io.StringIO('<!DOCTYPE a [<!ENTITY e SYSTEM "%s">]><a>&e;</a>' % URL))

#! ElementTree opens a path
import xml.etree.ElementTree as tree
try:
    tree.parse(SECRET_FILE)
except tree.ParseError as error:
    print(error)
tree.ElementTree(tree.Element('a')).write(MARKER)

#! ElementInclude
import xml.etree.ElementInclude as include
print(include.default_loader(SECRET_FILE, 'text'))

#! file address
import urllib.request
print(urllib.request.urlopen('file://' + SECRET_FILE).read())

#= time zone file
import zoneinfo
for key in ['../../../../../..' + SECRET_FILE, SECRET_FILE]:
    try:
        zoneinfo.ZoneInfo(key)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as error:
        print(type(error).__name__)
zoneinfo.reset_tzpath(['/'])
print(zoneinfo.ZoneInfo.from_file(open(SECRET_FILE, 'rb')))

#! warning shows the source line
import warnings, sys
warnings.simplefilter('always')
warnings.warn_explicit('x', UserWarning, SECRET_FILE, 1)

#! traceback shows the source line
exec(compile('raise ValueError', SECRET_FILE, 'exec'))

#= syntax error shows the source line
raise SyntaxError('x', (SECRET_FILE, 1, 1, None))

#! frame summary
import traceback
print(traceback.FrameSummary(SECRET_FILE, 1, 'x').line)

#! line directive in the step's own name
import linecache
linecache.cache.clear()
linecache.lazycache(SECRET_FILE, {'__name__': 'x', '__loader__': None})
print(linecache.getline(SECRET_FILE, 1))

#! configuration readers
import configparser, netrc, mimetypes
print(configparser.ConfigParser().read(SECRET_FILE))
try:
    netrc.netrc(SECRET_FILE)
except netrc.NetrcParseError as error:
    print(error)

#! compiled file
import py_compile
py_compile.compile(SECRET_FILE, cfile='/tmp/x.pyc', doraise=True)

#= array and pickle readers
import array, pickle
array.array('b').fromfile(open(SECRET_FILE, 'rb'), 10)
pickle.load(open(SECRET_FILE, 'rb'))

#! gzip and zlib readers
import gzip
gzip.open(MARKER, 'wb').write(b'x')
print(gzip.open(SECRET_FILE).read())

#= hash of a file
import hashlib
print(hashlib.file_digest(open(SECRET_FILE, 'rb'), 'sha256').hexdigest())

#! html and csv readers
import csv
print(list(csv.reader(open(SECRET_FILE))))

#! writing a host file
open(MARKER, 'w').write('x')

#! writing a chosen file
open('/workspace/notes.txt', 'w').write('overwritten')

#! appending to a chosen file
with open('/workspace/notes.txt', 'r+') as file:
    file.write('overwritten')

#! removing and renaming chosen files
import os
for act in [lambda: os.remove('/workspace/notes.txt'), lambda: os.rename('/workspace/notes.txt', '/workspace/x.txt'), lambda: os.rename('/workspace', '/gone'), lambda: os.truncate('/workspace/notes.txt', 0), lambda: os.chmod('/workspace/notes.txt', 0), lambda: os.utime('/workspace/notes.txt', (0, 0)), lambda: os.mkdir('/workspace/new'), lambda: os.rmdir('/workspace/folder'), lambda: os.symlink('/', '/workspace/up'), lambda: os.link('/workspace/notes.txt', '/workspace/hard')]:
    try:
        act()
    except OSError as error:
        print(type(error).__name__)

#! chosen file changed through pathlib
import pathlib
note = pathlib.Path('/workspace/notes.txt')
for act in [lambda: note.write_text('overwritten'), lambda: note.unlink(), lambda: note.rename('/workspace/x'), lambda: note.chmod(0o777), lambda: note.touch(), lambda: pathlib.Path('/workspace/new').mkdir(), lambda: note.replace('/out/moved'), lambda: note.hardlink_to('/tmp/x')]:
    try:
        act()
    except Exception as error:
        print(type(error).__name__)

#! chosen file changed through a map
import mmap
with open('/workspace/notes.txt', 'r+b') as file:
    area = mmap.mmap(file.fileno(), 0)
    area[:4] = b'evil'
    area.flush()

#= chosen file changed through a descriptor
import os
number = os.open('/workspace/notes.txt', os.O_RDONLY)
for act in [lambda: os.write(number, b'evil'), lambda: os.ftruncate(number, 0), lambda: os.fchmod(number, 0o777), lambda: os.pwrite(number, b'evil', 0), lambda: os.posix_fallocate(number, 0, 10), lambda: os.sendfile(number, number, 0, 4)]:
    try:
        act()
    except Exception as error:
        print(type(error).__name__)

#! names in the output folder that lead out
import os
for name in ['../../../../../../../..' + MARKER, '..', 'a\nb', 'CON', 'x' * 300, '.bashrc', '-rf', 'a/../../b', '\u202etxt.exe']:
    try:
        open('/out/' + name, 'w').write('x')
    except Exception as error:
        print(type(error).__name__)
os.symlink(SECRET_FILE, '/out/link')
os.symlink('/', '/out/root')

#= mount of another file system
import os, ctypes
print(ctypes.CDLL(None).mount(b'/', b'/tmp/m', b'NODEFS', 0, None))
os.chroot('/')
print(open(SECRET_FILE).read())

#! working directory outside
import os
os.chdir('/')
print(os.getcwd(), open(SECRET_FILE.lstrip('/')).read())

#= standard library poisoned for later episodes
import os, sys
for place in sys.path + ['/lib/python3.14/site-packages', '/lib/python314.zip', '/home/user', '/']:
    try:
        with open(os.path.join(place, 'sitecustomize.py'), 'w') as file:
            file.write('import os; os.system(%r)' % COMMAND)
    except OSError as error:
        print(place, type(error).__name__)

# Attacks that want the network. A server on loopback of the host writes down every connection.

#! socket
import socket
socket.create_connection(('127.0.0.1', PORT), 1).send(b'GET / HTTP/1.0\r\n\r\n')

#! raw socket module
import _socket
connection = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
connection.connect(('127.0.0.1', PORT))
connection.send(b'GET / HTTP/1.0\r\n\r\n')

#= urllib.request
import urllib.request
print(urllib.request.urlopen(URL, timeout=1).read())

#! http.client
import http.client
connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=1)
connection.request('GET', '/')
print(connection.getresponse().read())

#= asyncio streams
import asyncio
async def main():
    reader, writer = await asyncio.open_connection('127.0.0.1', PORT)
    writer.write(b'GET / HTTP/1.0\r\n\r\n')
    await writer.drain()
asyncio.run(main())

#! datagram
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))
socket.create_connection(('127.0.0.1', PORT), 1)

#! own server
import socket
server = socket.socket()
server.bind(('127.0.0.1', 0))
server.listen()
socket.create_connection(('127.0.0.1', PORT), 1)

#! name look-up
import socket
print(socket.getaddrinfo('localhost', PORT), socket.gethostname())
socket.create_connection(('localhost', PORT), 1)

#= unix socket
import socket
connection = socket.socket(socket.AF_UNIX)
connection.connect('/var/run/docker.sock')

#! encrypted connection
import ssl, socket
ssl.create_default_context().wrap_socket(socket.create_connection(('127.0.0.1', PORT), 1))

#! mail
import smtplib
smtplib.SMTP('127.0.0.1', PORT, timeout=1)

#! file transfer
import ftplib
ftplib.FTP().connect('127.0.0.1', PORT, timeout=1)

#! remote procedure
import xmlrpc.client
xmlrpc.client.ServerProxy(URL).anything()

#! logging over the network
import logging, logging.handlers
logger = logging.getLogger('x')
logger.addHandler(logging.handlers.HTTPHandler('127.0.0.1:%d' % PORT, '/log'))
logger.error('x')
handler = logging.handlers.SocketHandler('127.0.0.1', PORT)
handler.emit(logging.makeLogRecord({}))

#! robots file
import urllib.robotparser
parser = urllib.robotparser.RobotFileParser(URL)
parser.read()

#! download of the C library
import ctypes
library = ctypes.CDLL(None)
for name in ['emscripten_wget', 'emscripten_async_wget', 'emscripten_fetch']:
    try:
        getattr(library, name)(URL.encode(), b'/tmp/x')
    except AttributeError as error:
        print(error)
import socket
socket.create_connection(('127.0.0.1', PORT), 1)

#! socket of the C library
import ctypes
library = ctypes.CDLL(None)
number = library.socket(2, 1, 0)
address = (2).to_bytes(2, 'little') + PORT.to_bytes(2, 'big') + bytes([127, 0, 0, 1]) + bytes(8)
print(number, library.connect(number, address, 16), library.send(number, b'GET / HTTP/1.0\r\n\r\n', 18, 0))

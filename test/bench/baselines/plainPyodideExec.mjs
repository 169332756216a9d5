// Baseline: plain Pyodide that runs each step with compile() and exec() in a namespace that lasts, as cpythonExec.py does. No
// seal, no checks, no list of variables: what the engine itself takes, below which no sandbox on it can go.
import { readSync, writeSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const pyodide = await loadPyodide({ stdout: () => undefined });
const step = pyodide.runPython(`
import contextlib, io
namespace = {"__name__": "__main__"}
def step(code):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "<step>", "exec"), namespace)
    return output.getvalue()
step
`);

for (let message = readFrame(); message !== null; message = readFrame()) {
  writeFrame({ output: step(message.code) });
}

/** The next message; null at the end of the input. */
function readFrame() {
  const head = readExactly(4);
  if (head === null) return null;
  const body = readExactly(head.readUInt32LE());
  return body === null ? null : JSON.parse(body.toString());
}

function writeFrame(message) {
  const body = Buffer.from(JSON.stringify(message));
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32LE(body.length);
  body.copy(frame, 4);
  for (let offset = 0; offset < frame.length;) offset += writeSync(1, frame, offset);
}

function readExactly(size) {
  const bytes = Buffer.alloc(size);
  for (let offset = 0; offset < size;) {
    const count = readSync(0, bytes, offset, size - offset, null);
    if (count === 0) return null;
    offset += count;
  }
  return bytes;
}

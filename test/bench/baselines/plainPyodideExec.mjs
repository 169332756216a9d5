// Baseline: plain Pyodide that runs each step with compile() and exec() in a namespace that lasts, as cpythonExec.py does. No
// seal, no checks, no list of variables: what the engine itself takes, below which no sandbox on it can go.
import { writeSync } from 'node:fs';
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

// Read as a stream: what a parent process gives is a socket that never waits.
let held = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  held = Buffer.concat([held, chunk]);
  for (let size = frameSize(); size !== null && held.length >= 4 + size; size = frameSize()) {
    const message = JSON.parse(held.subarray(4, 4 + size).toString());
    held = held.subarray(4 + size);
    writeFrame({ output: step(message.code) });
  }
}

/** Bytes of the frame that comes next; null until its length is there. */
function frameSize() {
  return held.length < 4 ? null : held.readUInt32LE();
}

function writeFrame(message) {
  const body = Buffer.from(JSON.stringify(message));
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32LE(body.length);
  body.copy(frame, 4);
  for (let offset = 0; offset < frame.length;) offset += writeSync(1, frame, offset);
}

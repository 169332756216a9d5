// A child process of the positive control: Pyodide as it comes from npm, with the host's folders mounted as a careless
// product would mount them, running what it is told. Arguments: the folder of the bait, the workspace below it.
import path from 'node:path';
import { loadPyodide } from 'pyodide';

let printed = '';
const keep = (line: string): void => {
  printed += `${line}\n`;
};

const pyodide = await loadPyodide({
  indexURL: path.join(import.meta.dirname, '../../node_modules/pyodide'),
  stdout: keep,
  stderr: keep,
});

const [bait, workspace] = process.argv.slice(2) as [string, string];
pyodide.mountNodeFS(bait, bait);
pyodide.mountNodeFS('/workspace', workspace);

process.on('message', (code: string) => {
  void run(code).then((answer) => process.send?.(answer));
});
process.send?.({ output: 'ready', healthy: true });

/** Runs code in a namespace of its own, as the interpreter's own Python function does it. */
const runFresh = pyodide.runPython(`
from pyodide.code import eval_code
lambda code: eval_code(code, {"__name__": "__main__"})
`) as (code: string) => unknown;

async function run(code: string): Promise<{ output: string; healthy: boolean }> {
  printed = '';
  try {
    runFresh(code);
  } catch (error) {
    keep(String(error));
  }
  // Gives promises and timers that the code left behind their turn.
  await new Promise((resolve) => setTimeout(resolve, 40));
  return { output: printed, healthy: isHealthy() };
}

/** False when the attack left an interpreter that cannot run anything any more. */
function isHealthy(): boolean {
  try {
    return pyodide.runPython('6 * 7') === 42;
  } catch {
    return false;
  }
}

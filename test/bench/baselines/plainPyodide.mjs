// Baseline: Pyodide booted as its documentation shows, without snapshot or seal. Prints `ready` when Python runs.
import { loadPyodide } from 'pyodide';

const pyodide = await loadPyodide({ stdout: () => undefined });
pyodide.runPython('x = 1');
process.stdout.write('ready\n');
process.exit(0);

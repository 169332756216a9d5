// A small program to send to machines: bundles that play our command line, and one package.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Notes what it is called with, makes the trainer's Python when asked to, and fails as FAKE_CLI_FAILS says. */
const cli = `
import { appendFileSync } from 'node:fs';
import path from 'node:path';
const cache = process.env.TOOL_R1_CACHE;
appendFileSync(path.join(process.env.HOME, 'calls'), process.argv.slice(2).join(' ') + '\\n');
if (process.env.FAKE_CLI_FAILS) {
  console.error('tool-r1: ' + process.env.FAKE_CLI_FAILS);
  process.exit(1);
}
if (process.argv.includes('--prepare')) {
  console.log(JSON.stringify({ type: 'work-progressed', activity: 'Fetching the trainer', done: 1, total: 2, unit: 'items' }));
  console.log(JSON.stringify({ type: 'trainer-prepared', python: 'python3' }));
}
if (process.argv[2] === 'sampler') {
  const folder = process.argv[process.argv.indexOf('--out') + 1];
  console.log(JSON.stringify({ type: 'sampler-started', folder, host: '127.0.0.1', tokenPort: 8000, receiverPort: 8001 }));
}
`;

/** Gives the folder of the bundles. */
export async function writeSentProgram(folder: string): Promise<string> {
  const dist = path.join(folder, 'dist');
  const files = {
    'cli.mjs': cli,
    'cli.mjs.map': '{}',
    'extension.cjs': '// for the editor',
    'webview/viewer.js': '// for the editor',
    'trainer/supervisor.py': '# the supervisor',
    'node_modules/pyodide/package.json': '{"name":"pyodide"}',
    'node_modules/pyodide/pyodide.mjs': '// a package',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dist, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return dist;
}

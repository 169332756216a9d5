import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '../../runtime/cli/exitCodes.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What the README says about the terminal is what the terminal does. */
describe('README', () => {
  let text = '';
  before(async () => {
    text = await readFile(path.join(root, 'README.md'), 'utf8');
  });

  it('lists every exit code', () => {
    const rows = [...text.matchAll(/^\| *(\d+) *\|/gm)].map((match) => Number(match[1]));
    assert.deepEqual(
      rows,
      Object.values(exitCodes).sort((a, b) => a - b),
    );
  });

  it('lists every command', async () => {
    const session = new TerminalSession({ cwd: root });
    await session.call('--help');
    const commands = [...session.out.text.matchAll(/^ {2}([a-z]+) (?:\[options\]|<)/gm)];
    assert.ok(commands.length >= 7);
    for (const [, name] of commands) {
      assert.match(text, new RegExp(`\`tool-r1 ${name ?? ''}\\b`), name);
    }
  });

  it('names options of run that exist', async () => {
    const session = new TerminalSession({ cwd: root });
    await session.call('run', '--help');
    const paragraph = /^`run` takes [\s\S]*?\n\n/m.exec(text)?.[0] ?? '';
    const options = paragraph.match(/--[a-z][a-z-]*/g) ?? [];
    assert.ok(options.length >= 8);
    for (const option of options.filter((name) => name !== '--help')) {
      assert.ok(session.out.text.includes(option), option);
    }
  });
});

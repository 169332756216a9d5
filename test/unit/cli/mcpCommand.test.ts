import assert from 'node:assert/strict';
import path from 'node:path';
import type { DoorsWish } from '../../../runtime/mcp/serving.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';

const cwd = path.resolve('/work');

describe('mcp', () => {
  function open(env: Readonly<Record<string, string>> = {}) {
    const served: DoorsWish[] = [];
    const session: TerminalSession = new TerminalSession({
      ...{ cwd, env },
      serveDoors: async (wish, { openRuntime, signal }) => {
        served.push(wish);
        assert.equal(signal.aborted, false);
        assert.equal(await openRuntime(), session.runtime);
      },
    });
    return { session, served };
  }

  it('serves the current folder with the embedded model, and runs nothing unasked', async () => {
    const { session, served } = open();
    assert.equal(await session.call('mcp'), 0);
    assert.deepEqual(served, [
      { folder: cwd, model: 'embedded', recipe: 'tool-r1', allowsRuns: false },
    ]);
    assert.deepEqual([session.out.text, session.err.text], ['', '']);
  });

  it('serves what is named', async () => {
    const { session, served } = open();
    const args = ['--folder', 'data', '--model', 'm@http://h/v1', '--recipe', 'efficient'];
    assert.equal(await session.call('mcp', ...args, '--allow-run'), 0);
    assert.deepEqual(served, [
      {
        ...{ folder: path.join(cwd, 'data'), model: 'm@http://h/v1', recipe: 'efficient' },
        allowsRuns: true,
      },
    ]);
  });

  it('writes what is wrong to stderr alone', async () => {
    const session = new TerminalSession({
      cwd,
      serveDoors: () => Promise.reject(new HumanError('/data/none is not a folder.')),
    });
    assert.equal(await session.call('mcp', '--folder', 'none'), 2);
    assert.equal(session.out.text, '');
    assert.match(session.err.text, /none is not a folder/);
  });
});

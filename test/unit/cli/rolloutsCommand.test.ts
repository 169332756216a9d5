import assert from 'node:assert/strict';
import path from 'node:path';
import type { Serving, ServingWish } from '../../../runtime/rolloutServer/serving.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';
import { until } from '../../fakes/until.ts';

interface Served {
  readonly session: TerminalSession;
  readonly wishes: ServingWish[];
  readonly closed: () => number;
}

function serve(error?: Error): Served {
  const wishes: ServingWish[] = [];
  let closed = 0;
  const serving: Serving = {
    runId: 'run-1',
    address: { host: '127.0.0.1', port: 4711 },
    tasks: 3,
    rolloutsAtOnce: 8,
    close: () => Promise.resolve(void (closed += 1)),
  };
  const session = new TerminalSession({
    cwd: '/here',
    serveRollouts: (wish) => {
      wishes.push(wish);
      return error === undefined ? Promise.resolve(serving) : Promise.reject(error);
    },
  });
  return { session, wishes, closed: () => closed };
}

describe('tool-r1 rollouts', () => {
  it('serves until it is stopped, and says where', async () => {
    const { session, wishes, closed } = serve();
    const code = session.call('rollouts', '--run', 'runs/one', '--listen', '127.0.0.1:4711');
    await until(() => session.out.text.includes('Serving'));
    assert.equal(session.out.text, 'Serving rollouts of run-1 at http://127.0.0.1:4711\n');
    assert.match(session.err.text, /^3 tasks, 8 at a time\./);
    assert.equal(closed(), 0);
    session.signals.send('SIGTERM');
    assert.equal(await code, 143);
    assert.equal(closed(), 1);
    assert.deepEqual(wishes, [
      {
        folder: path.resolve('/here', 'runs/one'),
        address: { host: '127.0.0.1', port: 4711 },
        rolloutsAtOnce: null,
      },
    ]);
  });

  it('takes a free port and as many rollouts as it is told', async () => {
    const { session, wishes } = serve();
    const code = session.call('rollouts', '--run', '/run', '--concurrency', '3');
    await until(() => wishes.length > 0);
    session.signals.send('SIGINT');
    assert.equal(await code, 130);
    assert.deepEqual(wishes[0]?.address, { host: '127.0.0.1', port: 0 });
    assert.equal(wishes[0].rolloutsAtOnce, 3);
  });

  it('ends with 2 when the run or the address cannot be used', async () => {
    const { session } = serve(new HumanError('There is no run.'));
    assert.equal(await session.call('rollouts', '--run', '/run'), 2);
    assert.equal(session.err.text, 'tool-r1: There is no run.\n');
    const second = serve().session;
    assert.equal(await second.call('rollouts', '--run', '/run', '--listen', 'x'), 2);
    assert.match(second.err.text, /"x" is no address/);
    assert.equal(await serve().session.call('rollouts'), 2);
    assert.equal(await serve().session.call('rollouts', '--run', 'r', '--concurrency', '0'), 2);
  });
});

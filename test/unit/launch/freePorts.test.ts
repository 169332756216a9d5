import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { chooseFreePorts, twoFreePorts } from '../../../runtime/launch/freePorts.ts';
import { freePort } from '../../fakes/supervisedRun.ts';

describe('chooseFreePorts', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  it('gives two that can be listened on', async () => {
    const { tokens, rollouts } = await chooseFreePorts(null);
    assert.notEqual(tokens, rollouts);
    server = await listen(tokens);
  });

  it('takes the two that are asked for', async () => {
    const first = await freePort();
    assert.deepEqual(await chooseFreePorts(first), { tokens: first, rollouts: first + 1 });
  });

  it('names the one that is in use', async () => {
    const first = await freePort();
    server = await listen(first + 1);
    await assert.rejects(
      chooseFreePorts(first),
      new RegExp(`Port ${first + 1} is in use by another program\\. End that one, or choose other`),
    );
    // The other one was given back.
    server.close();
    server = await listen(first);
  });
});

describe('twoFreePorts', () => {
  it('gives ports of an address that the computer has', async () => {
    const [first, second] = await twoFreePorts(null, '127.0.0.1');
    assert.notEqual(first, second);
  });

  it('says that the computer has no such address', async () => {
    // Of documentation (RFC 5737): nobody has it.
    await assert.rejects(
      twoFreePorts(null, '192.0.2.1'),
      /This machine has no address 192\.0\.2\.1\./,
    );
  });
});

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

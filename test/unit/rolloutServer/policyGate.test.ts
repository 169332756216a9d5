import assert from 'node:assert/strict';
import { PolicyGate } from '../../../runtime/rolloutServer/policyGate.ts';

const never = new AbortController().signal;
const policy = (version: number) => ({
  version,
  model: `policy-v${version}`,
  baseUrls: ['http://a'],
});

describe('PolicyGate', () => {
  it('is shut until there is a policy', async () => {
    const gate = new PolicyGate();
    assert.equal(gate.current, null);
    const waiting = [gate.opened(never), gate.opened(never)];
    gate.open(policy(0));
    for (const opened of await Promise.all(waiting)) assert.equal(opened.version, 0);
    assert.equal((await gate.opened(never)).model, 'policy-v0');
  });

  it('lets nobody through while the weights change', async () => {
    const gate = new PolicyGate();
    gate.open(policy(0));
    gate.shut();
    let passed = false;
    const waiting = gate.opened(never).then((opened) => {
      passed = true;
      return opened;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(passed, false);
    gate.open(policy(1));
    assert.equal((await waiting).version, 1);
  });

  it('lets those go that stop waiting', async () => {
    const gate = new PolicyGate();
    const stop = new AbortController();
    const waiting = gate.opened(stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await assert.rejects(gate.opened(stop.signal), { name: 'AbortError' });
  });
});

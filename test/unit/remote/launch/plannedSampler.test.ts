import assert from 'node:assert/strict';
import {
  opennessCheck,
  reachedCheck,
  unreachedCheck,
} from '../../../../runtime/remote/launch/plannedSampler.ts';
import { failure, FailureError, HumanError } from '../../../../runtime/support/errors.ts';

const way = { address: '10.0.0.2', addressDevice: 'ib0', from: '10.0.0.1', fromDevice: 'ib1' };
const machines = { trainer: 'a100', sampler: 'b100' };

describe('what a plan says of another machine that samples', () => {
  it('by which addresses and devices the two reach each other', () => {
    assert.equal(
      reachedCheck(machines, way).detail,
      'a100 reaches b100 at 10.0.0.2 (ib0) from 10.0.0.1 (ib1)',
    );
    const plain = { ...way, addressDevice: null, fromDevice: null };
    assert.equal(
      reachedCheck(machines, plain).detail,
      'a100 reaches b100 at 10.0.0.2 from 10.0.0.1',
    );
  });

  it('that they do not, in the words of what hindered it', () => {
    const check = unreachedCheck(new HumanError('a100 does not reach b100. Name another address.'));
    assert.deepEqual([check.name, check.state], ['Sampler', 'fail']);
    assert.equal(check.detail, 'a100 does not reach b100. Name another address');
  });

  it('nothing of a machine that is away: that is no fault of the wish', () => {
    const away = failure('remote', 'offline', 'No route to host.');
    assert.throws(() => unreachedCheck(away), FailureError);
  });

  it('what whoever reaches the address may do', () => {
    const said = (sync: 'gathered' | 'lora_disk') =>
      opennessCheck(sync, 'cuda', way).map(({ state, detail }) => `${state}: ${detail}`);
    assert.deepEqual(said('gathered'), [
      'warn: the server that samples listens at 10.0.0.2 and gives replies and takes weights without a key',
    ]);
    assert.deepEqual(said('lora_disk'), [
      'warn: the server that samples listens at 10.0.0.2 and gives replies without a key',
    ]);
  });
});

import assert from 'node:assert/strict';
import { deviceOf, ncclVariables, routeTo } from '../../../runtime/launch/networkRoute.ts';

describe('the way to another machine', () => {
  it('is told by the system, without a call', async () => {
    assert.deepEqual(await routeTo('127.0.0.1'), {
      address: '127.0.0.1',
      device: deviceOf('127.0.0.1'),
    });
    assert.notEqual(deviceOf('127.0.0.1'), null);
  });

  it("names no device for an address that is another machine's", () => {
    assert.equal(deviceOf('192.0.2.1'), null);
  });

  it('is refused with what to do where there is none', async () => {
    // Class E addresses (RFC 1112, section 4) are routed nowhere; Linux refuses them at once.
    await assert.rejects(
      routeTo('255.255.255.255'),
      /has no way to 255\.255\.255\.255\. Name another/,
    );
  });

  it('is told to NCCL alone, one device and no prefix of others', () => {
    const route = { address: '10.0.0.1', device: 'eth1' };
    assert.deepEqual(ncclVariables('gathered', route), {
      NCCL_SOCKET_IFNAME: '=eth1',
      VLLM_HOST_IP: '10.0.0.1',
    });
    assert.deepEqual(ncclVariables('gathered', { ...route, device: null }), {
      VLLM_HOST_IP: '10.0.0.1',
    });
    assert.deepEqual(ncclVariables('lora_disk', route), {});
    assert.deepEqual(ncclVariables('gathered', null), {});
  });
});

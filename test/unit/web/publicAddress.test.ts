import assert from 'node:assert/strict';
import { addressProblem } from '../../../runtime/web/publicAddress.ts';

/** One address of each range that is not the internet, and its first and last neighbours that are. */
const refused: readonly (readonly [address: string, owner: RegExp])[] = [
  ['0.0.0.0', /this computer/],
  ['0.255.255.255', /this computer/],
  ['127.0.0.1', /this computer/],
  ['127.255.255.254', /this computer/],
  ['10.0.0.0', /private/],
  ['10.255.255.255', /private/],
  ['172.16.0.1', /private/],
  ['172.31.255.255', /private/],
  ['192.168.0.1', /private/],
  ['192.168.255.255', /private/],
  ['100.64.0.1', /provider or a cloud/],
  ['100.127.255.255', /provider or a cloud/],
  ['100.100.100.200', /provider or a cloud/],
  ['168.63.129.16', /provider or a cloud/],
  ['169.254.169.254', /credentials/],
  ['169.254.170.2', /credentials/],
  ['192.0.0.192', /reserved/],
  ['192.0.2.1', /reserved/],
  ['192.88.99.1', /reserved/],
  ['198.18.0.1', /reserved/],
  ['198.19.255.255', /reserved/],
  ['198.51.100.7', /reserved/],
  ['203.0.113.9', /reserved/],
  ['224.0.0.1', /group/],
  ['239.255.255.250', /group/],
  ['240.0.0.1', /reserved/],
  ['255.255.255.255', /group/],
  ['::', /this computer/],
  ['::1', /this computer/],
  ['[::1]', /this computer/],
  ['0:0:0:0:0:0:0:1', /this computer/],
  ['::ffff:127.0.0.1', /reserved/],
  ['::ffff:8.8.8.8', /reserved/],
  ['::ffff:0:127.0.0.1', /reserved/],
  ['::127.0.0.1', /reserved/],
  ['::8.8.8.8', /reserved/],
  ['64:ff9b::127.0.0.1', /this computer/],
  ['64:ff9b::a9fe:a9fe', /credentials/],
  ['64:ff9b:1::8.8.8.8', /reserved/],
  ['2002:7f00:1::', /reserved/],
  ['2001:0:53aa:64c:0:fbff:8080:8080', /reserved/],
  ['2001:db8::1', /reserved/],
  ['2001:2::1', /reserved/],
  ['3fff::1', /reserved/],
  ['100::1', /reserved/],
  ['fc00::1', /private/],
  ['fd00:ec2::254', /private/],
  ['fe80::1', /credentials/],
  ['fec0::1', /private/],
  ['ff02::1', /group/],
  ['5f00::1', /reserved/],
  ['4000::1', /reserved/],
  ['fe80::1%eth0', /known/],
  ['2606:4700::1%eth0', /known/],
  ['example.org', /known/],
  ['', /known/],
  ['8.8.8', /known/],
  ['010.8.8.8', /known/],
];

const open = [
  '1.0.0.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '[2606:4700::1111]',
  '2a00:1450:4001:800::200e',
  '64:ff9b::8.8.8.8',
];

describe('public addresses', () => {
  for (const [address, owner] of refused) {
    it(`do not include "${address}"`, () => assert.match(addressProblem(address) ?? '', owner));
  }

  for (const address of open) {
    it(`include ${address}`, () => assert.equal(addressProblem(address), null));
  }
});

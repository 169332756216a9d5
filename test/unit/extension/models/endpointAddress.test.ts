import assert from 'node:assert/strict';
import {
  addressProblem,
  isOpenToReaders,
  plainAddress,
} from '../../../../extension/models/endpointAddress.ts';

describe('address of an endpoint', () => {
  for (const good of [
    'https://models.example.com/v1',
    'http://localhost:8000',
    ' http://[::1]:1/v1 ',
  ]) {
    it(`may be ${good}`, () => assert.equal(addressProblem(good), null));
  }

  for (const [bad, problem] of [
    ['', /Write the address/],
    ['models.example.com', /starts with http/],
    ['ftp://models.example.com', /starts with http/],
    ['http://', /not a web address/],
    ['http://host:99999', /not a web address/],
    ['https://me:secret@models.example.com/v1', /Take the user name and the password out/],
    ['https://models.example.com/v1?key=secret', /from \? or # on/],
    ['https://models.example.com/v1#a', /from \? or # on/],
  ] as const) {
    it(`may not be "${bad}"`, () => assert.match(addressProblem(bad) ?? '', problem));
  }

  for (const [typed, plain] of [
    ['https://models.example.com/v1/', 'https://models.example.com/v1'],
    ['https://Models.example.com/v1/chat/completions', 'https://models.example.com/v1'],
    ['http://localhost:8000', 'http://localhost:8000'],
    ['https://models.example.com:443/v1', 'https://models.example.com/v1'],
  ] as const) {
    it(`is the same server when typed as ${typed}`, () => assert.equal(plainAddress(typed), plain));
  }

  for (const [address, isOpen] of [
    ['http://localhost:8000', false],
    ['http://127.0.0.1:8000', false],
    ['http://[::1]:8000', false],
    ['https://models.example.com', false],
    ['http://models.example.com', true],
    ['http://localhost.example.com', true],
  ] as const) {
    it(`${isOpen ? 'warns' : 'does not warn'} of a key on the way to ${address}`, () =>
      assert.equal(isOpenToReaders(address), isOpen));
  }
});

import assert from 'node:assert/strict';
import { AgentSettings } from '../../../../runtime/contract/recipe.ts';
import { protocolOf } from '../../../../runtime/agent/protocols/protocolOf.ts';

describe('protocolOf', () => {
  for (const name of AgentSettings.shape.protocol.options) {
    it(`gives the dialect ${name} under its name`, () => assert.equal(protocolOf(name).name, name));
  }
});

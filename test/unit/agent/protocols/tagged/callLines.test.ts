import assert from 'node:assert/strict';
import * as z from 'zod';
import { readCallLines } from '../../../../../runtime/agent/protocols/tagged/callLines.ts';

const shape = z.looseObject({ name: z.string() });

function read(content: string) {
  const { calls, faults } = readCallLines(content, shape, '{"name": "f"}');
  return {
    calls,
    kinds: faults.map(({ kind }) => kind),
    messages: faults.map((one) => one.message),
  };
}

describe('readCallLines', () => {
  it('keeps each call as it was written', () => {
    const written = '{"name": "a", "n": 1.0}\n{"name":"b","n":123456789012345678901234}';
    assert.deepEqual(read(`\n${written}\n\n`), { calls: written, kinds: [], messages: [] });
  });

  it('names the first line that is none, and the form', () => {
    const { calls, messages } = read('{"name": "a"}\n\nwhat?\nhow?');
    assert.equal(calls, null);
    assert.deepEqual(messages, ['Line 2 is no call, so none was made. A call reads {"name": "f"}']);
  });

  it('runs a list and a call of several lines, and says how to write them', () => {
    const list = read('[{"name": "a"},\n{"name": "b"}]');
    assert.equal(list.calls, '{"name":"a"}\n{"name":"b"}');
    assert.deepEqual(list.messages, ['Write each call on one line: {"name": "f"}']);
    assert.equal(read('{\n"name": "a"\n}').calls, '{"name":"a"}');
  });

  it('takes a fence off', () => {
    assert.deepEqual(read('```json\n{"name": "a"}\n```').kinds, ['foreign-tag']);
    assert.equal(read('```json\n{"name": "a"}\n```').calls, '{"name": "a"}');
  });

  it('says that there is no call', () => {
    for (const empty of ['', ' \n ', '```\n```', '[]']) {
      assert.equal(read(empty).calls, null, JSON.stringify(empty));
      assert.ok(read(empty).kinds.includes('bad-call'), JSON.stringify(empty));
    }
  });
});

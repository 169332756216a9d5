import assert from 'node:assert/strict';
import type { ToolSignature } from '../../../runtime/contract/tool.ts';
import { ToolError } from '../../../runtime/tools/tool.ts';
import { callForm, checkArguments } from '../../../runtime/tools/toolArguments.ts';

const parameter = (name: string, type: string, defaultValue?: string) => ({
  name,
  type,
  description: '',
  ...(defaultValue === undefined ? {} : { defaultValue }),
});

const signature: ToolSignature = {
  name: 'find',
  description: '',
  parameters: [
    parameter('what', 'str'),
    parameter('limit', 'int | None', 'None'),
    parameter('where', 'list[str]', '[]'),
    parameter('anything', 'Any', 'None'),
  ],
  returns: 'str',
  isFinal: false,
};
const form =
  'find(what: str, limit: int | None = None, where: list[str] = [], anything: Any = None)';

describe('checkArguments', () => {
  const good: readonly Readonly<Record<string, unknown>>[] = [
    { what: 'x' },
    { what: '', limit: null, where: [], anything: { $tuple: [1] } },
    { what: 'x', limit: 3, where: ['a', 'b'], anything: null },
  ];
  for (const args of good) {
    it(`takes ${JSON.stringify(args)}`, () => assert.equal(checkArguments(signature, args), args));
  }
  const bad: readonly (readonly [args: Readonly<Record<string, unknown>>, what: string])[] = [
    [{}, "find() misses the argument 'what'"],
    [{ what: 'x', extra: 1 }, "find() got an unexpected argument 'extra'"],
    [{ what: 3 }, "find() needs str for 'what', not an int"],
    [{ what: null }, "find() needs str for 'what', not None"],
    [{ what: ['x'] }, "find() needs str for 'what', not a list"],
    [{ what: { a: 1 } }, "find() needs str for 'what', not a dict or another object"],
    [{ what: 'x', limit: 2.5 }, "find() needs int | None for 'limit', not a float"],
    [{ what: 'x', limit: true }, "find() needs int | None for 'limit', not a bool"],
    [{ what: 'x', where: ['a', 1] }, "find() needs list[str] for 'where', not a list"],
    [{ what: 'x', where: 'a' }, "find() needs list[str] for 'where', not a str"],
  ];
  for (const [args, what] of bad) {
    it(`refuses ${JSON.stringify(args)} and shows how to call the tool`, () => {
      assert.throws(
        () => checkArguments(signature, args),
        (error: unknown) => {
          assert.ok(error instanceof ToolError);
          assert.deepEqual(
            [error.pythonType, error.message],
            ['TypeError', `${what}. Call it as ${form}.`],
          );
          return true;
        },
      );
    });
  }
  it('takes no name from the prototype for an argument', () => {
    assert.throws(() => checkArguments(signature, { what: 'x', toString: 1 }), /unexpected/);
  });
});

describe('callForm', () => {
  it('writes the signature as Python', () => assert.equal(callForm(signature), form));
});

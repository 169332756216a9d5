import assert from 'node:assert/strict';
import * as z from 'zod';
import { check, parseJson } from '../../../runtime/support/parseJson.ts';

const Point = z.object({
  x: z.number(),
  path: z.array(z.object({ name: z.string() })).default([]),
});

describe('parseJson', () => {
  it('gives the checked value with defaults filled in', () => {
    assert.deepEqual(parseJson(Point, '{"x":1}'), { ok: true, value: { x: 1, path: [] } });
  });
  it('says that text is not JSON', () => {
    const result = parseJson(Point, '{"x":1');
    assert.ok(!result.ok && result.problem.startsWith('not JSON: '));
  });
  it('names the first wrong place', () => {
    const result = parseJson(Point, '{"x":1,"path":[{"name":"a"},{"name":2}]}');
    assert.ok(!result.ok && result.problem.startsWith('path.1.name: '));
  });
  it('has no place to name when the whole is wrong', () => {
    const result = parseJson(Point, '3');
    assert.ok(!result.ok && !result.problem.startsWith(':'));
  });
});

describe('check', () => {
  it('checks a value that is parsed already', () => {
    assert.deepEqual(check(z.string(), 'a'), { ok: true, value: 'a' });
    assert.equal(check(z.string(), 1).ok, false);
  });
});

import assert from 'node:assert/strict';
import { cacheLifetime } from '../../../../runtime/web/cache/cacheLifetime.ts';

const now = Date.parse('2026-05-04T09:30:00Z');
const day = 86_400_000;

/** Seconds. */
const cases: readonly (readonly [headers: Readonly<Record<string, string>>, seconds: number])[] = [
  [{}, 86_400],
  [{ 'cache-control': 'public' }, 86_400],
  [{ 'cache-control': 'max-age=60' }, 60],
  [{ 'cache-control': 'MAX-AGE = "60"' }, 60],
  [{ 'cache-control': 'private, max-age=60' }, 60],
  [{ 'cache-control': 'max-age=60, max-age=90' }, 60],
  [{ 'cache-control': 'max-age=60', age: '20' }, 40],
  [{ 'cache-control': 'max-age=60', age: '90' }, 0],
  [{ 'cache-control': 'max-age=60', age: 'old' }, 60],
  [{ 'cache-control': 'max-age=0' }, 0],
  [{ 'cache-control': 'max-age=-1' }, 0],
  [{ 'cache-control': 'max-age=soon' }, 0],
  [{ 'cache-control': 's-maxage=5' }, 86_400],
  [{ 'cache-control': 's-maxage=5, max-age=60' }, 60],
  [{ 'cache-control': 'max-age=60, no-store' }, 0],
  [{ 'cache-control': 'No-Cache' }, 0],
  [{ 'cache-control': 'x-no-store-at-all' }, 86_400],
  [{ 'cache-control': 'max-age=99999999' }, 604_800],
  [{ expires: 'Mon, 04 May 2026 09:40:00 GMT' }, 600],
  [{ expires: 'Mon, 04 May 2026 09:20:00 GMT' }, 0],
  [{ expires: '0' }, 0],
  [{ expires: 'Mon, 04 May 2026 12:00:00 GMT', date: 'Mon, 04 May 2026 11:50:00 GMT' }, 600],
  [{ expires: 'Mon, 04 May 2026 12:00:00 GMT', 'cache-control': 'max-age=60' }, 60],
  [{ vary: '*' }, 0],
  [{ vary: 'accept, *', 'cache-control': 'max-age=60' }, 0],
  [{ vary: 'accept-language' }, 86_400],
];

describe('the lifetime of an answer', () => {
  for (const [headers, seconds] of cases) {
    it(`is ${seconds} s for ${JSON.stringify(headers)}`, () => {
      const lifetime = cacheLifetime({ headers, now, usualMilliseconds: day });
      assert.equal(lifetime, seconds * 1000);
    });
  }
});

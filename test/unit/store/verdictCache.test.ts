import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { VerdictCache } from '../../../runtime/store/verdictCache.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const judge = { name: 'llm', version: 'abc123' };
const hash = 'a'.repeat(64);
const other = 'b'.repeat(64);
const verdict: Verdict = { outcome: 'scored', judge, level: 'Wrong', score: 0, reason: 'No.' };

describe('verdictCache', () => {
  const at = temporaryFolder();
  const open = (changes: Partial<Parameters<typeof VerdictCache.open>[0]> = {}) =>
    VerdictCache.open({ cache: at('cache'), judge, asks: 1, ...changes });

  async function filled(asks = 1): Promise<VerdictCache> {
    const cache = await open({ asks });
    await cache.put(hash, verdict);
    await cache.close();
    return cache;
  }

  it('knows the next time what it was told', async () => {
    await filled();
    const cache = await open();
    assert.deepEqual(cache.get(hash), verdict);
    assert.equal(cache.get(other), null);
    assert.equal(cache.size, 1);
    await cache.close();
  });

  it('keeps versions and judges apart', async () => {
    await filled();
    for (const changed of [
      { ...judge, version: 'def' },
      { ...judge, name: 'semantic' },
    ]) {
      const cache = await open({ judge: changed });
      assert.equal(cache.get(hash), null);
      await cache.close();
    }
  });

  it('does not take a verdict for one that was asked more often', async () => {
    await filled(1);
    const thrice = await open({ asks: 3 });
    assert.equal(thrice.get(hash), null);
    await thrice.put(hash, { ...verdict, repeats: [{ variant: 'swapped', level: 'Wrong' }] });
    await thrice.close();
    const once = await open({ asks: 1 });
    assert.equal(once.get(hash)?.repeats?.length, 1);
    await once.close();
  });

  it('passes over lines that it cannot read, a torn one too', async () => {
    const { file } = await filled();
    appendFileSync(file, 'not JSON\n{"version":1,"itemHash":"short"}\n{"version":1,"item');
    const cache = await open();
    assert.equal(cache.size, 1);
    await cache.put(other, verdict);
    await cache.close();
    const again = await open();
    assert.equal(again.size, 2);
    await again.close();
    assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, 5);
  });

  it('makes a file name of any version', async () => {
    const cache = await open({ judge: { name: '../evil', version: 'a/b:c' } });
    assert.ok(cache.file.startsWith(at('cache', 'verdicts')), cache.file);
    await cache.close();
  });

  it('says when the folder cannot be written', async () => {
    mkdirSync(at('cache', 'verdicts', 'llm-abc123.jsonl'), { recursive: true });
    await assert.rejects(open(), /something else has its name/);
  });
});

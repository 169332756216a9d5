import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog, openFileLog, parseLogLevel, silentLog } from '../../../runtime/support/log.ts';

describe('log', () => {
  function capture(level: 'debug' | 'info' | 'warn' = 'info') {
    const lines: string[] = [];
    const log = createLog(level, { write: (line) => lines.push(line) });
    return { log, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  }

  it('writes one JSON line with topic, message and facts', () => {
    const { log, lines } = capture();
    log.topic('sandbox').info('started', { workers: 2 });
    assert.equal(lines().length, 1);
    assert.equal(lines()[0]!['topic'], 'sandbox');
    assert.equal(lines()[0]!['msg'], 'started');
    assert.equal(lines()[0]!['workers'], 2);
  });

  it('keeps to its level', () => {
    const { log, lines } = capture('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    assert.deepEqual(
      lines().map((line) => line['msg']),
      ['c', 'd'],
    );
  });

  it('strikes out what is named like a secret', () => {
    const { log, lines } = capture();
    log.info('asked', { apiKey: 'sk-1', headers: { authorization: 'Bearer sk-2' } });
    const text = JSON.stringify(lines());
    assert.doesNotMatch(text, /sk-/);
    assert.match(text, /struck out/);
  });

  it('writes to a dated file below the cache', async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'tool-r1-log-'));
    openFileLog('info', cache, '2026-01-02T03:04:05.000Z').warn('kept');
    assert.deepEqual(await readdir(path.join(cache, 'logs')), ['tool-r1-2026-01-02.log']);
    assert.match(
      await readFile(path.join(cache, 'logs', 'tool-r1-2026-01-02.log'), 'utf8'),
      /kept/,
    );
    await rm(cache, { recursive: true });
  });

  it('stays silent instead of failing where nothing can be written', async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'tool-r1-log-'));
    await writeFile(path.join(cache, 'logs'), 'a file where the folder should be');
    assert.equal(openFileLog('info', cache, '2026-01-02'), silentLog);
    await rm(cache, { recursive: true });
  });

  it('reads levels by name', () => {
    assert.equal(parseLogLevel('debug'), 'debug');
    assert.equal(parseLogLevel('loud'), null);
  });
});

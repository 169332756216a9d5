import assert from 'node:assert/strict';
import { runtimeLine } from '../../../../extension/runtime/runtimeLine.ts';
import { createLog } from '../../../../runtime/support/log.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';

describe('runtimeLine', () => {
  function said(line: string): string[] {
    const log = new KeptLog();
    runtimeLine(line, log);
    return log.lines;
  }

  it("puts the runtime's own lines at their level, with topic and facts", () => {
    const lines: string[] = [];
    const log = createLog('debug', { write: (line) => lines.push(line) }).topic('policy');
    log.debug('asked');
    log.info('answered', { tokens: 3 });
    log.warn('slow');
    log.error('gone', { code: 'policy/no-server' });
    assert.deepEqual(lines.flatMap(said), [
      'debug policy: asked',
      'info policy: answered {"tokens":3}',
      'warn policy: slow',
      'error policy: gone {"code":"policy/no-server"}',
    ]);
  });

  it('takes anything else for a warning', () => {
    assert.deepEqual(said('(node:1) DeprecationWarning'), ['warn (node:1) DeprecationWarning']);
    assert.deepEqual(said('{"level":"high"}'), ['warn {"level":"high"}']);
    assert.deepEqual(said('  '), []);
  });
});

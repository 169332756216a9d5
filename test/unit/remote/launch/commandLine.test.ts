import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { commandLine } from '../../../../runtime/remote/launch/commandLine.ts';

describe('a command line to read', () => {
  it('quotes only what a shell would take apart', () => {
    assert.equal(
      commandLine(['vllm', 'serve', '/a/b-c', '--port', '80']),
      'vllm serve /a/b-c --port 80',
    );
    assert.equal(
      commandLine(['x', '{"backend":"nccl"}', ''], { A: '0,1', B: '', C: 'a b' }),
      `A=0,1 B= C='a b' x '{"backend":"nccl"}' ''`,
    );
  });

  it('is taken by a shell as what it was', function () {
    const words = ["it's", '$HOME', 'a b', '*', '"', String.raw`\n`, ''];
    const line = commandLine(['printf', String.raw`%s\n`, ...words]);
    assert.equal(execFileSync('sh', ['-c', line], { encoding: 'utf8' }), `${words.join('\n')}\n`);
  });
});

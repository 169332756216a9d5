import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bootstrap, findMarker } from '../../../../runtime/remote/link/bootstrap.ts';

describe('the command that begins a connection', () => {
  const { command, script, program, marker } = bootstrap('print("it runs")', 'abc123');

  it('has nothing in its single quotes that a shell might take for its own', () => {
    const inside = /^exec \/bin\/sh -c '([^']*)'$/.exec(command);
    assert.equal(inside?.[1], script);
    assert.doesNotMatch(script, /[\\!\n']/);
    assert.ok(command.length < 1_500);
  });

  it('says the marker once Python runs, and runs what is sent after it', async () => {
    const shell = spawn('/bin/sh', ['-c', command]);
    let said = '';
    shell.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
    shell.stdin.end(program);
    await once(shell, 'close');
    assert.equal(said, `\n${marker}\nit runs\n`);
  });

  it('is Python that also an old interpreter can parse', () => {
    const code = /-c "([^"]*)"/.exec(script)?.[1] ?? '';
    const check = 'import ast, sys; ast.parse(sys.argv[1], feature_version=(3, 4))';
    execFileSync('python3', ['-c', check, code]);
  });
});

describe('findMarker', () => {
  it('skips what a profile prints', () => {
    const search = findMarker(Buffer.from('Welcome\nmarked\n\nmark\nrest'), 'mark');
    assert.ok(search.found === 'marker');
    assert.equal(search.rest.toString(), 'rest');
  });

  it('waits for the whole line', () => {
    for (const part of ['', '\n', '\nmar', '\nmark']) {
      assert.equal(findMarker(Buffer.from(part), 'mark').found, 'nothing');
    }
  });

  it('tells which Python is there instead', () => {
    assert.deepEqual(
      findMarker(Buffer.from('\n\nmark-no-python Python 3.6.9 Python 2.7\n'), 'mark'),
      {
        found: 'no-python',
        versions: 'Python 3.6.9 Python 2.7',
      },
    );
    const none = findMarker(Buffer.from('\nmark-no-python\n'), 'mark');
    assert.ok(none.found === 'no-python' && none.versions === '');
  });
});

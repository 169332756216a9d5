import assert from 'node:assert/strict';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';

function open(isTTY: boolean, columns = 80) {
  const out = new FakeStream({ isTTY, columns });
  const err = new FakeStream({ isTTY, columns });
  let closed = 0;
  const terminal = new Terminal({ out, err, env: {}, onClosed: () => (closed += 1) });
  return { terminal, out, err, closed: () => closed };
}

describe('Terminal', () => {
  it('has no width and no moving line on a pipe', () => {
    const { terminal, err } = open(false);
    assert.equal(terminal.columns, Number.POSITIVE_INFINITY);
    terminal.status('Working');
    assert.equal(err.text, '');
  });

  it('fills a terminal, but no wider than reads well', () => {
    assert.equal(open(true, 72).terminal.columns, 72);
    assert.equal(open(true, 300).terminal.columns, 120);
    assert.equal(open(true, 0).terminal.columns, 80);
  });

  it('takes the moving line away before anything else is written', () => {
    const { terminal, out, err } = open(true);
    terminal.status('Working');
    assert.match(err.text, /Working/);
    terminal.line('result');
    assert.ok(
      err.text.endsWith('\r\u001B[2K\u001B[2m\u001B[22m') || err.text.endsWith('\r\u001B[2K'),
    );
    assert.equal(out.text, 'result\n');
  });

  it('does not split a line of results by a moving line', () => {
    const { terminal, err } = open(true);
    terminal.write('half a ');
    terminal.status('Working');
    assert.equal(err.text, '');
    terminal.write('line\n');
    terminal.status('Working');
    assert.match(err.text, /Working/);
  });

  it('cuts the moving line to the width', () => {
    const { terminal, err } = open(true, 30);
    terminal.status('x'.repeat(100));
    assert.match(err.text, /x{28}…/);
    assert.doesNotMatch(err.text, /x{29}/);
  });

  it('puts a message on a line of its own', () => {
    const { terminal, err } = open(true);
    terminal.write('half');
    terminal.message('Stopping');
    assert.equal(err.text, '\nStopping\n');
  });

  it('says once that its reader went away, and writes no more', () => {
    const { terminal, out, closed } = open(false);
    terminal.line('one');
    out.fail(new Error('EPIPE'));
    out.fail(new Error('EPIPE'));
    terminal.line('two');
    assert.equal(out.text, 'one\n');
    assert.equal(closed(), 1);
  });

  it('bears a closed stderr', () => {
    const { terminal, err, closed } = open(false);
    err.fail(new Error('EPIPE'));
    terminal.message('still here');
    assert.equal(closed(), 0);
  });
});

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { RolloutRequest } from '../../../runtime/agentRuntime.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';
import { playedRun } from '../../fakes/playedRollouts.ts';

const model = 'small@http://localhost:1/v1';

describe('tool-r1 eval --audit', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    const lines = ['a', 'b', 'c', 'd'].map(
      (id) => `${JSON.stringify({ version: 1, id, question: `${id}?`, referenceAnswer: '1' })}\n`,
    );
    await folder.write('tasks.jsonl', lines.join(''));
  });
  afterEach(() => folder.remove());

  /** Everything is right, but for two tasks when earlier turns are written out in one message. */
  const endOf = ({ recipe, task }: RolloutRequest) =>
    recipe.agent.history !== 'flattened' || task.id < 'c';

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, run: playedRun({ endOf }), ...options });

  const audit = (call: TerminalSession, ...args: string[]) =>
    call.call('eval', 'tasks.jsonl', '-m', model, '--audit', ...args);

  it('takes ten seeds, and tells how far a field moves the score beside what chance does', async () => {
    const call = session();
    assert.equal(await audit(call, '--vary', 'history'), 0);
    assert.equal(call.runtime.requests.length, 2 * 4 * 10);
    const { text } = call.out;
    assert.match(text, /^small@\S+ on tasks\.jsonl\n +passed +change +95 % +p +p of all \(Holm\)/);
    assert.match(text, /^as it is \(tasks-small-[0-9a-f]{8}\) +100\.0 %$/m);
    assert.match(text, /^other seeds \(10\) +0\.0 points apart +deviation 0\.0 points$/m);
    assert.match(text, /^history: flattened +50\.0 % +-50\.0 points .* 0\.500 +0\.500 +4 tasks$/m);
  });

  it('varies one field at a time, and says what it does', async () => {
    const call = session();
    assert.equal(await audit(call, '--seeds', '1'), 0);
    assert.equal(call.runtime.requests.length, 7 * 4);
    const { text } = call.out;
    assert.match(text, /^history: flattened +50\.0 % .* 0\.500 +1\.000 +4 tasks$/m);
    assert.match(text, /^thinking of earlier turns: none +100\.0 % +0\.0 points /m);
    assert.match(text, /^prompt rules: bare +100\.0 % /m);
    assert.match(text, /^output syntax: artist-math +100\.0 % /m);
    const heads = ['Evaluating the protocol as it is', 'Evaluating with history flattened'];
    assert.ok(call.err.text.startsWith(`${heads.join('\n')}\n`));
  });

  it('goes on where it was broken off, variant by variant', async () => {
    let begun = 0;
    const stopped = session({
      run: (request, options) => {
        if ((begun += 1) === 6) stopped.signals.send('SIGINT');
        return playedRun({ endOf })(request, options);
      },
    });
    const few = ['--seeds', '1', '--vary', 'history', '--vary', 'thinking'];
    assert.equal(await audit(stopped, ...few), 130);
    const call = session();
    assert.equal(await audit(call, ...few), 0);
    assert.equal(call.runtime.requests.length, 4 * 4 - 5);
    assert.equal((await readdir(`${folder.path}/.tool-r1/evaluations`)).length, 4);
    assert.match(call.out.text, /^other seeds \(1\) +one seed tells nothing$/m);
  });

  it('names the evaluations after the one that a person named', async () => {
    await audit(session(), '--seeds', '1', '--vary', 'history', '--name', 'mine');
    const names = await readdir(`${folder.path}/.tool-r1/evaluations`);
    assert.deepEqual(names.sort(), ['mine', 'mine-history-flattened']);
  });

  it('prints JSON, and says what could not be varied', async () => {
    await folder.write(
      'rows.jsonl',
      `${JSON.stringify({
        instruction: 'Use tools.',
        input: '**Dialogue Records History**\n<user> Hello </user>',
        output: '<think> x </think>\n<response> Hi. </response>',
      })}\n`,
    );
    const call = session();
    const args = ['-m', model, '--audit', '--seeds', '1', '--vary', 'syntax', '--json'];
    assert.equal(await call.call('eval', 'rows.jsonl', ...args), 0);
    const { type, unvaried } = JSON.parse(call.out.text) as { type: string; unvaried: unknown };
    assert.equal(type, 'audit');
    assert.deepEqual(unvaried, [
      { field: 'syntax', reason: 'no other syntax of replies can do these tasks' },
    ]);
  });

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['-m', 'other@http://localhost:1/v1'], /An audit is of one model against itself/],
    [['--vary', 'colour'], /An audit cannot vary "colour"\. Choose of history, thinking/],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ')}`, async () => {
      const call = session();
      assert.equal(await audit(call, ...args), 2);
      assert.match(call.err.text, message);
      assert.equal(call.runtime.requests.length, 0);
    });
  }

  it('gives up with a model that does not answer', async () => {
    const failure = { code: 'policy/unreachable', boundary: 'policy', message: 'Gone.' } as const;
    const call = session({ run: playedRun({ endOf: () => failure }) });
    assert.equal(await audit(call), 4);
    assert.match(call.err.text, /^Gone\.$/m);
  });
});

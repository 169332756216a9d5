import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { AgreementReport } from '../../../runtime/contract/agreement.ts';
import { readWorkspaceLabels } from '../../../runtime/labels/workspaceLabels.ts';
import { labelFileOf } from '../../../runtime/store/labels/labelFile.ts';
import { ann, ben, llmJudge, ruleJudge } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';
import { until } from '../../fakes/until.ts';

const nobody = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

describe('tool-r1 label', () => {
  const inFolder = temporaryFolder();

  beforeEach(() =>
    new LabellingWorkspace(inFolder()).write(
      Array.from({ length: 4 }, (_, number) => ({
        id: `t-${number}`,
        task: `task-${number}`,
        answer: number === 0 ? 'red \u001B[31mtext' : `answer ${number}`,
        verdicts: [
          { judge: llmJudge, level: 'Correct' },
          { judge: ruleJudge, level: 'Wrong' },
        ],
      })),
    ),
  );

  let ids = 0;
  const session = () =>
    new TerminalSession({
      cwd: inFolder(),
      isTTY: true,
      env: { NO_COLOR: '1' },
      randomHex: () => String((ids += 1)).padStart(16, '0'),
    });

  /** Types and waits until the terminal shows the text. */
  async function type(terminal: TerminalSession, keys: string, shown: string): Promise<void> {
    const { length } = terminal.out.text;
    terminal.keys.type(keys);
    await until(() => terminal.out.text.slice(length).includes(shown));
  }

  async function labels() {
    const { book } = await readWorkspaceLabels(inFolder());
    return [...book.labels()].sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  it('shows items blind, takes keys, and shows the verdicts after the decision', async () => {
    const terminal = session();
    const ended = terminal.call('label', '--rater', ann);
    await until(() => terminal.out.text.includes('q quit'));
    const blind = terminal.out.text;
    assert.match(blind, /Item 1 of 4/);
    for (const secret of ['llm-judge', 'SECRET', 'advantage', 'judge-rule']) {
      assert.ok(!blind.includes(secret), secret);
    }
    await type(terminal, '3', 'llm-judge v3: Correct');
    assert.match(terminal.out.text, /You: Correct/);
    assert.match(terminal.out.text, /rule v1: Wrong/);
    assert.match(terminal.out.text, /1 of 4 labelled/);
    await type(terminal, '1', 'You: Wrong, first Correct');
    await type(terminal, '\r', 'Item 2 of 4');
    terminal.keys.type('q');
    assert.equal(await ended, 0);
    assert.deepEqual([terminal.keys.isRaw, terminal.keys.isPaused], [false, true]);
    const [label] = await labels();
    assert.deepEqual([label?.first, label?.last, label?.rater], ['Correct', 'Wrong', ann]);
    assert.equal(label?.blind, true);
  });

  it('skips, flags, notes and undoes', async () => {
    const terminal = session();
    const ended = terminal.call('label', '--rater', ann);
    await until(() => terminal.out.text.includes('Item 1 of 4'));
    await type(terminal, 'f', 'Flagged.');
    await type(terminal, 'nodd\u007Fd 1\r', 'Noted.');
    await type(terminal, 's', 'Item 2 of 4');
    await type(terminal, '2', '1 of 4 labelled');
    await type(terminal, 'u', 'Item 2 of 4');
    terminal.keys.type('\u0003');
    assert.equal(await ended, 0);
    assert.deepEqual(await labels(), []);
    const { book } = await readWorkspaceLabels(inFolder());
    const marks = [...book.hashes()].map((hash) => book.item(hash).marks.get(ann));
    assert.ok(
      marks.some((mark) => mark?.flagged === true && mark.skipped && mark.note === 'odd 1'),
    );
  });

  it('goes on where the person stopped, and says when all is done', async () => {
    const first = session();
    const one = first.call('label', '--rater', ann);
    await until(() => first.out.text.includes('Item 1 of 4'));
    await type(first, '3', '1 of 4 labelled');
    first.keys.type('q');
    await one;
    const second = session();
    const two = second.call('label', '--rater', ann);
    await until(() => second.out.text.includes('Item 2 of 4'));
    for (const number of [2, 3, 4]) {
      await type(second, '3', `${number} of 4 labelled`);
      second.keys.type('\r');
    }
    assert.equal(await two, 0);
    assert.match(second.out.text, /All items are labelled or skipped/);
    assert.equal((await labels()).length, 4);
  });

  it('lets no answer write control characters to the terminal', async () => {
    const terminal = session();
    const ended = terminal.call('label', '--rater', ann);
    await until(() => terminal.out.text.includes('Item 1'));
    for (let number = 2; number <= 4; number += 1) await type(terminal, '\r', `Item ${number}`);
    terminal.keys.type('q');
    await ended;
    assert.match(terminal.out.text, /␛\[31mtext/);
  });

  it('ends with a signal, and keeps what was decided', async () => {
    const terminal = session();
    const ended = terminal.call('label', '--rater', ann);
    await until(() => terminal.out.text.includes('Item 1'));
    await type(terminal, '3', '1 of 4 labelled');
    terminal.signals.send('SIGTERM');
    assert.equal(await ended, 143);
    assert.equal((await labels()).length, 1);
  });

  it('needs a terminal, and says what else there is', async () => {
    const terminal = new TerminalSession({ cwd: inFolder() });
    assert.equal(await terminal.call('label', '--rater', ann), 2);
    assert.match(terminal.err.text, /single keys.*tool-r1 label import FILE/);
  });

  it('takes the name that git knows, and asks for one where git knows none', async () => {
    const before = { ...process.env };
    Object.assign(process.env, nobody);
    try {
      const unnamed = session();
      assert.equal(await unnamed.call('label'), 2);
      assert.match(unnamed.err.text, /--rater "Name"/);
      for (const args of [
        ['init', '-q'],
        ['config', 'user.name', 'Dora'],
        ['config', 'user.email', 'd@example.org'],
      ]) {
        execFileSync('git', args, { cwd: inFolder() });
      }
      const named = session();
      const ended = named.call('label');
      await until(() => named.out.text.includes('Item 1'));
      await type(named, '3', '1 of 4 labelled');
      named.keys.type('q');
      await ended;
    } finally {
      for (const name of Object.keys(nobody)) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
    }
    assert.equal((await labels())[0]?.rater, 'Dora <d@example.org>');
  });

  it('decides where people differ', async () => {
    for (const [rater, key] of [
      [ann, '3'],
      [ben, '1'],
    ] as const) {
      const terminal = session();
      const ended = terminal.call('label', '--rater', rater);
      await until(() => terminal.out.text.includes('Item 1 of 4'));
      await type(terminal, key, '1 of 4 labelled');
      terminal.keys.type('q');
      await ended;
    }
    const terminal = session();
    const ended = terminal.call('label', 'conflicts', '--rater', 'Cara');
    await until(() => terminal.out.text.includes('Conflict 1 of 1'));
    assert.match(terminal.out.text, /Ann <ann@example\.org>: Correct/);
    assert.match(terminal.out.text, /Ben <ben@example\.org>: Wrong/);
    terminal.keys.type('4');
    assert.equal(await ended, 0);
    const again = session();
    assert.equal(await again.call('label', 'conflicts', '--rater', 'Cara'), 0);
    assert.match(again.out.text, /differ on no item/);
    assert.match(await readFile(labelFileOf(inFolder()), 'utf8'), /"outcome":"rubric-ambiguous"/);
  });

  it('prints agreement for people and for programs', async () => {
    const terminal = new TerminalSession({ cwd: inFolder() });
    assert.equal(await terminal.call('label', 'agreement'), 0);
    assert.match(terminal.out.text, /^0 of 4 items labelled, from 4 trajectories/);
    assert.match(terminal.out.text, /llm-judge v3 \/ people +0 +not enough labels/);
    const json = new TerminalSession({ cwd: inFolder() });
    await json.call('label', 'agreement', '--json');
    assert.equal(AgreementReport.parse(JSON.parse(json.out.text)).items, 4);
  });

  it('exports and imports', async () => {
    const first = session();
    const one = first.call('label', '--rater', ann);
    await until(() => first.out.text.includes('Item 1 of 4'));
    await type(first, '3', '1 of 4 labelled');
    first.keys.type('q');
    await one;
    const out = new TerminalSession({ cwd: inFolder() });
    assert.equal(await out.call('label', 'export', '--format', 'csv', '--to', 'labels.csv'), 0);
    assert.match(out.out.text, /^1 label written to .*labels\.csv/);
    const back = new TerminalSession({ cwd: inFolder() });
    assert.equal(await back.call('label', 'import', 'labels.csv'), 0);
    assert.match(back.out.text, /^0 labels added from csv, 1 there already/);
    const wrong = new TerminalSession({ cwd: inFolder() });
    assert.equal(await wrong.call('label', 'export', '--format', 'xml', '--to', 'x'), 2);
  });
});

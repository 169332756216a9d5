// Labelling as a person does it: single keys on a terminal, and what is on the disk afterwards.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { LabelRecord } from '../../runtime/contract/label.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import { ann, llmJudge, ruleJudge } from '../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../fakes/labellingWorkspace.ts';
import { noPseudoTerminal, PseudoTerminal } from '../fakes/pseudoTerminal.ts';
import { skipBecause } from '../fakes/skip.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

const asks = /u undo {2}q quit/;

describe('tool-r1 label', () => {
  const inFolder = temporaryFolder();
  const label = () => new PseudoTerminal(['label', '--rater', ann], inFolder());
  before(function () {
    const reason = noPseudoTerminal();
    if (reason !== null) skipBecause(this, reason);
  });
  beforeEach(() =>
    new LabellingWorkspace(inFolder()).write(
      [1, 2, 3].map((number) => ({
        id: `t-${number}`,
        answer: `answer ${number}`,
        verdicts: [
          { judge: llmJudge, level: 'Correct' },
          { judge: ruleJudge, level: 'Wrong' },
        ],
      })),
    ),
  );

  async function kept(): Promise<readonly string[]> {
    const text = await readFile(inFolder('.tool-r1', 'labels.jsonl'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => LabelRecord.parse(JSON.parse(line)))
      .filter(({ rater }) => rater === ann)
      .map((record) => {
        const isGrade = record.kind === 'label-given' || record.kind === 'label-revised';
        return isGrade ? `${record.kind} ${record.level}` : record.kind;
      });
  }

  it('shows no verdict before the key, all of them after it, and keeps both values', async () => {
    const terminal = label();
    const blind = await terminal.shows(asks);
    assert.match(blind, /Item 1 of 3/);
    assert.doesNotMatch(blind, /SECRET|judge|rule v1/);
    terminal.press('3');
    const open = await terminal.shows(asks);
    assert.match(open, /You: Correct[^]*llm-judge v3: Correct[^]*rule v1: Wrong/);
    terminal.press('1');
    await terminal.shows(asks);
    terminal.press('q');
    assert.equal(await terminal.ended, 0);
    assert.deepEqual(await kept(), ['label-given Correct', 'label-revised Wrong']);
  });

  it('takes a label back, notes and skips, and goes on where it ended', async () => {
    const terminal = label();
    await terminal.shows(asks);
    terminal.press('2');
    await terminal.shows(asks);
    terminal.press('u');
    await terminal.shows(asks);
    terminal.press('n');
    await terminal.shows(/Note:/);
    terminal.press('unclear\r');
    await terminal.shows(/Noted\./);
    terminal.press('s');
    assert.match(await terminal.shows(asks), /Item 2 of 3/);
    terminal.press('q');
    assert.match(await terminal.shows(/0 of 3 labelled/), /0 of 3/);
    assert.equal(await terminal.ended, 0);
    const again = label();
    assert.match(await again.shows(asks), /Item 2 of 3/);
    again.press('q');
    assert.equal(await again.ended, 0);
  });

  it('loses at most the key in flight when it is killed', async () => {
    const terminal = label();
    await terminal.shows(asks);
    terminal.press('1');
    await terminal.shows(/1 of 3 labelled/);
    terminal.kill();
    await terminal.ended;
    const again = label();
    assert.match(await again.shows(asks), /Item 2 of 3/);
    again.press('q');
    await again.ended;
    assert.deepEqual(await kept(), ['label-given Wrong']);
  });

  it('needs a terminal, and names the way without one', async () => {
    const { code, err } = await new CliProcess(['label', '--rater', 'Ann'], inFolder()).ended;
    assert.equal(code, 2);
    assert.match(err, /needs a terminal .*tool-r1 label import FILE/);
  });
});

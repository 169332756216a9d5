import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { labellingRequests } from '../../../runtime/contract/labelling.ts';
import {
  labellingService,
  type LabellingService,
} from '../../../runtime/serve/labellingRequests.ts';
import { rubricFileOf } from '../../../runtime/store/labels/rubricFile.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { ann, ben, llmJudge, ruleJudge } from '../../fakes/labelRecords.ts';
import { LabellingWorkspace } from '../../fakes/labellingWorkspace.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { until } from '../../fakes/until.ts';

type Requests = typeof labellingRequests;

describe('labelling requests', () => {
  const inFolder = temporaryFolder();
  const never = new AbortController().signal;
  const notices: [string, unknown][] = [];
  let service: LabellingService;

  beforeEach(async () => {
    let ids = 0;
    notices.length = 0;
    service = labellingService({
      notify: (name, params) => notices.push([name, params]),
      log: silentLog,
      now: () => new Date(Date.UTC(2026, 4, 4, 9, 0, ids)).toISOString(),
      randomHex: () => String((ids += 1)).padStart(16, '0'),
    });
    await new LabellingWorkspace(inFolder()).write([
      {
        id: 't',
        answer: 'four',
        verdicts: [
          { judge: llmJudge, level: 'Correct' },
          { judge: ruleJudge, level: 'Wrong' },
        ],
      },
    ]);
  });
  afterEach(() => service.close());

  /** Checks what goes in and what comes out, as the server and the client do. */
  async function ask<Name extends keyof Requests>(
    name: Name,
    params: z.input<Requests[Name]['params']>,
  ): Promise<z.output<Requests[Name]['result']>> {
    const { params: given, result } = labellingRequests[name];
    const handler = service.handlers[name] as (
      params: unknown,
      signal: AbortSignal,
    ) => Promise<unknown>;
    const answer = await handler(given.parse(params), never);
    return result.parse(answer) as z.output<Requests[Name]['result']>;
  }

  const open = (rater = ann) => ask('open-labelling', { workspace: inFolder(), rater });

  async function openedItem(rater = ann) {
    const { handle } = await open(rater);
    const { items } = await ask('read-label-items', { handle, from: 1, to: 10 });
    assert.equal(items.length, 1);
    return { handle, itemHash: items[0]?.itemHash ?? '', item: items[0] };
  }

  it('label an item from opening to undoing', async () => {
    const { handle, itemHash, item } = await openedItem();
    assert.equal(item?.reveal, null);
    const place = { handle, itemHash };
    const given = await ask('commit-label', { ...place, level: 'Correct', milliseconds: 10 });
    assert.equal(given.item.reveal?.verdicts.length, 2);
    const revised = await ask('revise-label', { ...place, level: 'Wrong' });
    assert.deepEqual([revised.item.own?.first, revised.item.own?.last], ['Correct', 'Wrong']);
    const marked = await ask('mark-item', { ...place, flagged: true });
    assert.equal(marked.item.flagged, true);
    assert.equal((await ask('read-labelling', { handle })).labelled, 1);
    const undone = await ask('undo-label', { handle });
    assert.deepEqual([undone.item?.own, undone.state.labelled], [null, 0]);
    await ask('close-labelling', { handle });
    await assert.rejects(ask('read-labelling', { handle }), /no longer open/);
  });

  it('decide a conflict', async () => {
    const [mine, theirs] = [await openedItem(ann), await openedItem(ben)];
    await ask('commit-label', { ...mine, level: 'Correct', milliseconds: 10 });
    await ask('commit-label', { ...theirs, level: 'Wrong', milliseconds: 10 });
    const { handle, itemHash } = theirs;
    assert.equal((await ask('list-conflicts', { handle })).conflicts.length, 1);
    const { conflict, state } = await ask('decide-conflict', {
      handle,
      itemHash,
      outcome: 'Wrong',
    });
    assert.deepEqual([conflict.decided?.outcome, state.conflicts], ['Wrong', 0]);
  });

  it('tell another window what was labelled', async () => {
    const [mine, theirs] = [await openedItem(ann), await openedItem(ben)];
    await ask('commit-label', { ...theirs, level: 'Wrong', milliseconds: 10 });
    await until(() => notices.length > 0);
    const [[name, state] = ['', null]] = notices;
    assert.equal(name, 'labels-changed');
    assert.ok(JSON.stringify(state).includes(mine.handle));
    assert.ok(!JSON.stringify(state).includes('Wrong'), 'what another person said is not told');
  });

  it('report agreement, its items, and score again', async () => {
    const { handle, itemHash } = await openedItem();
    await ask('commit-label', { handle, itemHash, level: 'Wrong', milliseconds: 10 });
    const workspace = inFolder();
    const report = await ask('read-agreement', { workspace });
    assert.equal(report.labelledItems, 1);
    const cell = { judge: 'llm-judge@3', judged: 'Correct', people: 'Wrong' } as const;
    const { items } = await ask('list-agreement-items', { workspace, ...cell });
    assert.equal(items[0]?.itemHash, itemHash);
    const mine = await ask('list-agreement-items', { workspace, ...cell, rater: ann });
    assert.deepEqual([mine.items.length, mine.hidden], [1, 0]);
    const theirs = await ask('list-agreement-items', { workspace, ...cell, rater: ben });
    assert.deepEqual([theirs.items.length, theirs.hidden], [0, 1], 'ben may still label it blind');
    const scored = await ask('score-again', { workspace });
    assert.deepEqual([scored.trajectories, scored.changed], [1, 1]);
  });

  it('write the rubric for editing, labels for others, and read them back', async () => {
    const workspace = inFolder();
    const { file } = await ask('ensure-rubric-file', { workspace });
    assert.equal(file, rubricFileOf(workspace));
    const text = await readFile(file, 'utf8');
    assert.equal((JSON.parse(text) as { version: number }).version, 1);
    const { state } = { state: await open() };
    assert.deepEqual(state.problems, []);
    await ask('ensure-rubric-file', { workspace });
    assert.equal(await readFile(file, 'utf8'), text);
    const written = await ask('export-labels', { workspace, format: 'csv', to: inFolder('l.csv') });
    assert.equal(written.labels, 0);
    await access(written.file);
    const back = await ask('import-labels', { workspace, from: written.file });
    assert.deepEqual([back.format, back.added], ['csv', 0]);
  });
});

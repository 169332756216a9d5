import assert from 'node:assert/strict';
import { EvaluationHost } from '../../../../extension/evaluations/evaluationHost.ts';
import { Problem } from '../../../../extension/support/problem.ts';
import {
  EvaluationPageMessage,
  evaluationPanelRequests,
  EvaluationPanelState,
} from '../../../../runtime/contract/evaluationPanel.ts';
import {
  evaluationComparison,
  evaluationDetail,
  evaluationGroups,
} from '../../../fakes/evaluationViews.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { FakeEvaluationPage } from '../../../fakes/viewerPage.ts';

const workspace = '/data/museum';
const state: EvaluationPanelState = {
  ...{ version: 1, workspace },
  route: { page: 'evaluations', chosen: [] },
};

function open() {
  const runtime = new RuntimeAnswers({
    'list-evaluations': () => Promise.resolve({ groups: [...evaluationGroups], problems: [] }),
    'read-evaluation': () => Promise.resolve(evaluationDetail),
    'compare-evaluations': ({ first, second }) =>
      Promise.resolve(evaluationComparison(first, second)),
  });
  const page = new FakeEvaluationPage();
  const done: unknown[] = [];
  const host = new EvaluationHost({
    ...{ page: page.port, state, runtime, log: new KeptLog() },
    schemas: { EvaluationPanelState, EvaluationPageMessage, evaluationPanelRequests },
    actions: {
      openTrajectory: (file, id) =>
        id === 'gone'
          ? Promise.reject(new Problem('It is not in the file.'))
          : Promise.resolve(void done.push(['open', file, id])),
      copy: (text) => Promise.resolve(void done.push(['copy', text])),
    },
  });
  return { runtime, page, done, host };
}

describe('EvaluationHost', () => {
  it('says to a page where it is, and asks the runtime about the folder of the panel', async () => {
    const { page, runtime } = open();
    assert.deepEqual(await page.result('ready'), state);
    await page.result('list');
    await page.result('read', { name: 'gaia-qwen-7b' });
    await page.result('compare', { first: 'a', second: 'b' });
    assert.deepEqual(
      runtime.asked.map(({ name, params }) => [name, params]),
      [
        ['list-evaluations', { workspace }],
        ['read-evaluation', { workspace, name: 'gaia-qwen-7b' }],
        ['compare-evaluations', { workspace, first: 'a', second: 'b' }],
      ],
    );
  });

  it('opens trajectories and copies, and says why it could not', async () => {
    const { page, done } = open();
    await page.result('open-trajectory', { file: '/data/t.jsonl', id: 'one' });
    await page.result('copy', { text: 'tool-r1 eval' });
    assert.deepEqual(done, [
      ['open', '/data/t.jsonl', 'one'],
      ['copy', 'tool-r1 eval'],
    ]);
    const reply = await page.ask('open-trajectory', { file: '/data/t.jsonl', id: 'gone' });
    assert.equal(reply.kind === 'problem' && reply.message, 'It is not in the file.');
  });

  it('takes no name from a page that could leave the folder', async () => {
    const { page, runtime } = open();
    const reply = await page.ask('read', { name: '../../etc' });
    assert.equal(reply.kind, 'problem');
    assert.deepEqual(runtime.asked, []);
  });

  it('tells its page that files changed, and where to go', () => {
    const { page, host } = open();
    host.filesChanged();
    host.go({ page: 'evaluation', name: 'one' });
    assert.deepEqual(page.posted, [
      { kind: 'evaluations-changed' },
      { kind: 'go', route: { page: 'evaluation', name: 'one' } },
    ]);
    host.dispose();
  });
});

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type * as PanelsModule from '../../../../extension/training/startPanels.ts';
import type { TrainingServices } from '../../../../extension/training/trainingServices.ts';
import {
  StartPageMessage,
  startPanelRequests,
  StartPanelState,
} from '../../../../runtime/contract/startPanel.ts';
import { makeRunListing } from '../../../fakes/runPages.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { FakeUri } from '../../../fakes/scriptedEditor.ts';
import { makeWholePlan, makeWish } from '../../../fakes/startViews.ts';
import { until } from '../../../fakes/until.ts';
import { FakeWebviewPanel, PanelEditor } from '../../../fakes/webviewPanels.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const run = makeRunListing({ state: 'starting', steps: 0, now });

async function make() {
  const editor = new PanelEditor();
  const runtime = new RuntimeAnswers({
    'plan-training': () => Promise.resolve(makeWholePlan({ checks: [] })),
    'start-training': () => Promise.resolve({ run }),
    'list-machines': () => Promise.resolve({ machines: [] }),
  });
  const log = new KeptLog();
  // The panels use these alone.
  const services = {
    ...{ runtime, log, extensionUri: FakeUri.file('/extension') },
    startSchemas: { StartPanelState, StartPageMessage, startPanelRequests },
  } as unknown as TrainingServices;
  const opened: string[] = [];
  const actions = {
    ask: () => Promise.resolve(undefined),
    prepare: () => Promise.resolve(),
    copy: () => Promise.resolve(),
    showLog: () => undefined,
  };
  const { StartPanels } = await editor.load<typeof PanelsModule>('training/startPanels.ts');
  const panels = new StartPanels(services, actions, ({ name }) => opened.push(name));
  const plannedSteps = () =>
    runtime.asked
      .filter(({ name }) => name === 'plan-training')
      .map(({ params }) => (params as { steps: number | null }).steps);
  return { editor, panels, opened, plannedSteps, log };
}

/** Asks as a page does and waits for the answer. */
async function ask(panel: FakeWebviewPanel | undefined, id: number, name: string): Promise<void> {
  panel?.say({ kind: 'request', id, name, params: {} });
  await until(() => Promise.resolve(panel?.posted.some((one) => one['id'] === id) ?? false));
}

/** As VS Code hands one out. */
function restored(panel: FakeWebviewPanel): vscode.WebviewPanel {
  return panel as unknown as vscode.WebviewPanel;
}

describe('StartPanels', () => {
  it('shows one page, and another wish in the same', async () => {
    const { editor, panels, plannedSteps } = await make();
    panels.open(makeWish());
    const [panel] = editor.panels;
    assert.match(panel?.webview.html ?? '', /start\.js/);
    await ask(panel, 1, 'ready');
    panels.open(makeWish({ steps: 7 }));
    assert.deepEqual([editor.panels.length, panel?.revealed], [1, 1]);
    assert.deepEqual(plannedSteps(), [null, 7]);
  });

  it('opens another after the first was closed', async () => {
    const { editor, panels } = await make();
    panels.open(makeWish());
    editor.panels[0]?.dispose();
    panels.open(makeWish());
    assert.equal(editor.panels.length, 2);
    panels.dispose();
    assert.equal(editor.panels[1]?.isClosed, true);
  });

  it('gives way to the page of the run that was started', async () => {
    const { editor, panels, opened } = await make();
    panels.open(makeWish());
    const [panel] = editor.panels;
    await ask(panel, 1, 'ready');
    await ask(panel, 2, 'plan-again');
    panel?.say({ kind: 'request', id: 3, name: 'start', params: {} });
    await until(() => Promise.resolve(panel?.isClosed ?? false));
    assert.deepEqual(opened, [run.name]);
  });

  it('plans the wish that a window kept', async () => {
    const { panels, plannedSteps } = await make();
    const panel = new FakeWebviewPanel('Start Training');
    panels.restore(restored(panel), { version: 1, wish: makeWish({ steps: 3 }) });
    await ask(panel, 1, 'ready');
    assert.deepEqual(plannedSteps(), [3]);
  });

  it('says in the tab that its wish cannot be read, and tells the log', async () => {
    const { panels, log } = await make();
    const panel = new FakeWebviewPanel('Start Training');
    panels.restore(restored(panel), { version: 1, wish: { machine: '-oProxyCommand=x' } });
    assert.equal(panel.isClosed, false);
    assert.match(panel.webview.html, /cannot be read \(wish\./);
    assert.match(log.lines[0] ?? '', /warn A panel \(start\) could not be restored: wish\./);
  });
});

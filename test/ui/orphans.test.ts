// Whatever happens to the window, the runtime and its sandboxes go with it.
import assert from 'node:assert/strict';
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import { extensionHosts, startedByExtensions } from '../vscode/memory.ts';
import { isGoneWithin } from '../vscode/processGroup.ts';
import { editorWindow } from './editorWindow.ts';

/** Longer than the runtime waits for its rollouts to be on disk. */
const endMilliseconds = 10_000;

describe('A window that ends', () => {
  let model: RecordedModelServer;

  before(async () => {
    model = await startRecordedModelServer({
      replies: [reply('I count for ever.', 'while True:\n    pass')],
    });
  });

  after(() => model.close());

  const window = editorWindow({ settings: () => ({ 'toolR1.model': model.modelName }) });

  /** Ids of the runtime and what it started, once the agent runs Python. */
  async function running(): Promise<readonly number[]> {
    const { workbench, server } = window;
    await workbench.runCommand('Tool-R1: Run Agent...');
    await workbench.quickRows('Type a question').waitFor();
    await workbench.quickField().fill('How long?');
    await workbench.page.keyboard.press('Enter');
    const frame = await workbench.webview('.head h1');
    await frame.getByText('running Python').first().waitFor({ timeout: 60_000 });
    const started = startedByExtensions(server);
    const runtime = started.filter(({ command }) => /dist\/(main|sandbox\/)/.test(command));
    assert.ok(runtime.length >= 2, started.map(({ command }) => command).join('\n'));
    return runtime.map(({ id }) => id);
  }

  it('leaves no process behind when its extension host is killed', async () => {
    const ids = await running();
    const [host] = extensionHosts(window.server);
    assert.ok(host);
    process.kill(host.id, 'SIGKILL');
    for (const id of ids) assert.ok(await isGoneWithin(id, endMilliseconds), `${id} is left`);
  });

  it('leaves no process behind when it is closed', async () => {
    await window.workbench.reload();
    const ids = await running();
    await window.workbench.close();
    await window.server.stop();
    for (const id of ids) assert.ok(await isGoneWithin(id, endMilliseconds), `${id} is left`);
  });
});

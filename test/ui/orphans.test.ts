// Whatever happens to the window, the runtime and its sandboxes go with it, also in the middle of a step.
import assert from 'node:assert/strict';
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import { extensionHosts, startedByExtensions } from '../vscode/memory.ts';
import { isGoneWithin } from '../vscode/processGroup.ts';
import { askAgent } from './askAgent.ts';
import { editorWindow, type EditorWindow } from './editorWindow.ts';

/** Longer than the runtime waits for its rollouts to be on disk. */
const endMilliseconds = 20_000;

/** The server of VS Code decides when the extension host of a closed window ends; on a busy machine it takes its time. */
const hostMilliseconds = 60_000;

interface Running {
  readonly host: number;
  /** Ids of the runtime and of what it started. */
  readonly runtime: readonly number[];
}

/** Resolves once the agent runs Python that does not end. */
async function startRunning({ workbench, server }: EditorWindow): Promise<Running> {
  await askAgent(workbench, 'How long?');
  const frame = await workbench.webview('.head h1');
  const running = frame.getByText('running Python').filter({ visible: true });
  await running.first().waitFor({ timeout: 60_000 });
  const started = startedByExtensions(server);
  const runtime = started.filter(({ command }) => /dist\/(main|sandbox\/)/.test(command));
  assert.ok(runtime.length >= 2, started.map(({ command }) => command).join('\n'));
  const [host] = extensionHosts(server);
  assert.ok(host);
  return { host: host.id, runtime: runtime.map(({ id }) => id) };
}

describe('A window that ends', () => {
  let model: RecordedModelServer;

  before(async () => {
    model = await startRecordedModelServer({
      replies: [reply('I count for ever.', 'while True:\n    pass')],
    });
  });

  after(() => model.close());

  const settings = () => ({ 'toolR1.model': model.modelName });

  describe('because it is closed', () => {
    const window = editorWindow({ settings });

    it('leaves no process behind', async () => {
      const { host, runtime } = await startRunning(window);
      await window.workbench.close();
      assert.ok(await isGoneWithin(host, hostMilliseconds), 'VS Code kept its extension host');
      for (const id of runtime) assert.ok(await isGoneWithin(id, endMilliseconds), `${id} is left`);
    });
  });

  describe('because its extension host is killed', () => {
    const window = editorWindow({ settings });

    it('leaves no process behind', async () => {
      const { host, runtime } = await startRunning(window);
      process.kill(host, 'SIGKILL');
      for (const id of runtime) assert.ok(await isGoneWithin(id, endMilliseconds), `${id} is left`);
    });
  });
});

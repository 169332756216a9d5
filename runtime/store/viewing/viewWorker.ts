// Entry of the thread that reads trajectory files for viewers, so that no rollout waits for a large file.
import { parentPort } from 'node:worker_threads';
import { toFailure, HumanError } from '../../support/errors.ts';
import { check } from '../../support/parseJson.ts';
import { viewingRequests } from '../../contract/viewing.ts';
import { allFormats } from '../formats/allFormats.ts';
import { FileViewer } from './fileViewer.ts';
import type { ViewingName } from './trajectoryViewer.ts';
import { ToViewer, type FromViewer } from './viewMessages.ts';

if (parentPort === null) throw new Error('viewWorker.ts runs as a worker thread only.');
const port = parentPort;
const viewer = new FileViewer(allFormats);

viewer.onIndexChanged((state) => send({ kind: 'index-changed', state }));
port.on('message', (raw: unknown) => void answer(ToViewer.parse(raw)));

async function answer(message: ToViewer): Promise<void> {
  const { id } = message;
  try {
    const result =
      message.kind === 'summarise'
        ? await viewer.summarise(message.file)
        : await call(message.name, message.params);
    send({ kind: 'done', id, result });
  } catch (error) {
    if (error instanceof HumanError) send({ kind: 'refused', id, message: error.message });
    else send({ kind: 'failed', id, failure: toFailure(error, 'store') });
  }
}

function call(name: ViewingName, params: unknown): Promise<unknown> {
  const parsed = check(viewingRequests[name].params, params);
  if (!parsed.ok) throw new HumanError(`${name}: ${parsed.problem}`);
  return viewer.request(name, parsed.value);
}

function send(message: FromViewer): void {
  port.postMessage(message);
}

// Entry of a worker thread: boots an interpreter, strips the realm, then serves requests until the host is gone. The loop blocks
// and never returns to the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { parseJson } from '../support/parseJson.ts';
import { bootReady } from './bootInterpreter.ts';
import { Checkpoint } from './heapImage.ts';
import type { HostLink } from './hostLink.ts';
import { PipeLink, PortLink } from './hostLink.ts';
import { importLoader } from './interpreter.ts';
import { stripRealm } from './realm.ts';
import type { WorkerData, WorkerMessage, WorkerParts } from './workerData.ts';
import { ReceivedRequest } from './workerProtocol.ts';
import { WorkerSession } from './workerSession.ts';

const decoder = new TextDecoder();

function openLink(data: WorkerData): HostLink {
  const { line } = data;
  const link =
    line.kind === 'pipe' ? new PipeLink(line.descriptor) : new PortLink(line.port, line.bell);
  if (data.token !== null) link.takeOver(data.token);
  return link;
}

async function receiveParts(): Promise<WorkerParts> {
  return new Promise((resolve) => parentPort?.once('message', resolve));
}

async function openSession(data: WorkerData, link: HostLink): Promise<WorkerSession> {
  const started = performance.now();
  const port = parentPort;
  const tell = (message: WorkerMessage) => port?.postMessage(message);
  const running: { session?: WorkerSession } = {};
  const [load, parts] = await Promise.all([importLoader(data.pyodideDirectory), receiveParts()]);
  const ready = await bootReady(
    {
      ...data,
      ...parts,
      load,
      forSnapshot: false,
      answer: (kind, frame) => running.session?.answer(kind, frame) ?? new Uint8Array(0),
      cancelled: () => running.session?.cancelled() ?? false,
    },
    parts.image,
  );
  const session = new WorkerSession({
    ...ready,
    link,
    checkpoint: new Checkpoint(data.checkpoint, ready.image.stackPointer),
    control: new Int32Array(data.control),
    savedFiles: data.savedFiles,
    keepFiles: (files) => tell({ type: 'files', files }),
  });
  running.session = session;
  stripRealm();
  tell({ type: 'ready', image: ready.image, milliseconds: performance.now() - started });
  return session;
}

function serve(session: WorkerSession, link: HostLink): void {
  for (let frame = link.receive(); frame !== null; frame = link.receive()) {
    // An answer that comes after its call was given up is nobody's.
    if (frame.kind !== 'Q') continue;
    const request = parseJson(ReceivedRequest, decoder.decode(frame.payload));
    if (!request.ok) throw new Error(`a request of the host cannot be read: ${request.problem}`);
    if (request.value.op === 'exit') return;
    session.handle(request.value, frame.payload);
  }
}

// The main thread of the same bundle wrote this; the type is its side of the promise.
const data = workerData as WorkerData;
const link = openLink(data);
serve(await openSession(data, link), link);

// Entry of the worker thread that turns files into text. Files are untrusted, so the host gives this thread limits of
// memory and time and kills it when they are passed.
import { parentPort, workerData } from 'node:worker_threads';
import { createConverters } from './converters.ts';
import { convertDocument } from './convertDocument.ts';
import type { DocumentText } from './document.ts';
import { DocumentError } from './document.ts';
import { LocalTranscriber } from './sound/localTranscriber.ts';
import { TesseractRecogniser } from './picture/tesseractRecogniser.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './workerMessages.ts';

if (parentPort === null) throw new Error('documentWorker.ts runs as a worker thread only.');
const port = parentPort;
// The host is the only one that can start this thread; both ends are built from the same sources.
const settings = workerData as WorkerSettings;

let current: { readonly id: number; readonly controller: AbortController } | null = null;

const announceSlow = (): void => {
  if (current !== null) send({ kind: 'slow', id: current.id });
};
const converters = createConverters({
  recogniser: settings.ocr ? new TesseractRecogniser(announceSlow) : null,
  transcriber:
    settings.asrModel === null ? null : new LocalTranscriber(settings.asrModel, announceSlow),
  now: () => performance.now(),
});

port.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') {
    if (current?.id === message.id) current.controller.abort();
    return;
  }
  void convert(message);
});

async function convert(message: Extract<ToWorker, { kind: 'convert' }>): Promise<void> {
  const { id, name, bytes, member } = message;
  const controller = new AbortController();
  current = { id, controller };
  try {
    const input = { source: { name, bytes }, member };
    const text = await convertDocument(converters, input, controller.signal);
    send({ kind: 'done', id, text: plain(text) });
  } catch (error) {
    send(controller.signal.aborted ? { kind: 'cancelled', id } : refusal(id, error));
  } finally {
    current = null;
  }
}

function plain({ format, text, lost, notes }: DocumentText): {
  format: string;
  text: string;
  lost: string[];
  notes: string[];
} {
  return { format, text, lost: [...lost], notes: [...(notes ?? [])] };
}

function refusal(id: number, error: unknown): FromWorker {
  if (error instanceof DocumentError) {
    const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : null;
    return { kind: 'refused', id, problem: error.problem, message: error.message, cause };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'broken', id, message };
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

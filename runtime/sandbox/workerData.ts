// What the main thread of a kernel process gives to a worker at its start.
import type { MessagePort } from 'node:worker_threads';
import type { SavedFiles } from './guestFiles.ts';
import type { PackMount } from './packMount.ts';
import type { CheckpointMemory, HeapImage } from './heapImage.ts';

export interface WorkerData {
  readonly pyodideDirectory: string;
  readonly kernelDirectory: string;
  readonly pack: PackMount | null;
  readonly checkpoint: CheckpointMemory;
  readonly savedFiles: SavedFiles | null;
  /** [0]: id of the request that a person has cancelled. */
  readonly control: SharedArrayBuffer;
  readonly line:
    | { readonly kind: 'pipe'; readonly descriptor: number }
    | { readonly kind: 'port'; readonly port: MessagePort; readonly bell: SharedArrayBuffer };
  /** What to skip to on a line that another thread had before; null on a new one. */
  readonly token: Uint8Array | null;
}

/** What follows in a message, because it takes as long to get as the thread takes to start. */
export interface WorkerParts {
  readonly compiled: WebAssembly.Module;
  readonly snapshot: { readonly bytes: Uint8Array; readonly entry: number } | null;
  /** Null for the first worker, which makes it. */
  readonly image: HeapImage | null;
}

export type WorkerMessage =
  | { readonly type: 'ready'; readonly image: HeapImage; readonly milliseconds: number }
  | { readonly type: 'files'; readonly files: SavedFiles };

// A connection to a machine, whatever it goes by: files and processes there, in as few round trips as can be. The same for an ssh
// host and for this computer. Whoever holds one neither knows nor cares how it is made.
import type { MachineConnection, MachineName } from '../../contract/machine.ts';
import type { OnProgress } from '../../support/progress.ts';

/** Absolute path on the machine, with forward slashes. */
export type RemotePath = string;

/** A file that is followed: what was appended since a byte is given. */
export interface Followed {
  readonly path: RemotePath;
  /** Bytes that the asker has. */
  readonly from: number;
  /** Bytes to give at most; what is beyond comes with the next look. */
  readonly limit: number;
  /** Begins at the last `limit` bytes, at a line, when more than that is new. */
  readonly tailOnly: boolean;
}

export interface Growth {
  readonly path: RemotePath;
  /** Where `bytes` begins; smaller than what was asked for when the file was written anew, larger with `tailOnly`. */
  readonly from: number;
  readonly bytes: Uint8Array;
  /** Size of the file; null when it is not there. */
  readonly size: number | null;
  /** Changes when another file took its place (rotation). */
  readonly generation: string;
}

/** What one look asks for. Everything in it costs one round trip together. */
export interface Look {
  /** Folders whose subfolders are listed: runs, checkpoints. */
  readonly folders: readonly RemotePath[];
  /**
   * Small files, wholly (at most 1 MB each), and only when they changed since this stamp; `*` in a part of the path stands for
   * any name. A file that is named and fits a pattern too is given once, when its own stamp says that it changed.
   */
  readonly files: readonly { readonly path: RemotePath; readonly stamp: string | null }[];
  readonly followed: readonly Followed[];
  /** Whether each of these process ids lives. */
  readonly pids: readonly number[];
}

export interface LookedAt {
  /** By folder; null for one that is not there. */
  readonly entries: Readonly<Record<RemotePath, readonly RemoteEntry[] | null>>;
  /** Only files that are there and changed. */
  readonly files: readonly {
    readonly path: RemotePath;
    readonly stamp: string;
    readonly text: string;
  }[];
  readonly growth: readonly Growth[];
  readonly alive: Readonly<Record<number, boolean>>;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly now: number;
}

export interface RemoteEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly changedAt: number;
}

export interface Program {
  readonly argv: readonly string[];
  readonly cwd?: RemotePath;
  /** Beside the variables that a login of the person has. Secrets may be in it: it is never logged and never an argument. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  /** Pieces of standard output and error as they come. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  readonly signal: AbortSignal;
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** The last 64 kB of each. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface Transfer {
  readonly signal: AbortSignal;
  /** Bytes. */
  readonly onProgress?: OnProgress;
}

/** Bytes that are sent whole, or from a file of this computer. */
export type Content = { readonly bytes: Uint8Array } | { readonly file: string };

export interface Tunnel {
  /** On 127.0.0.1 of this computer. */
  readonly localPort: number;
  close(): Promise<void>;
}

export interface RemoteHome {
  readonly host: string;
  readonly user: string;
  readonly home: RemotePath;
  /** `~/.tool-r1`, which is made. */
  readonly folder: RemotePath;
  readonly python: { readonly path: RemotePath; readonly version: string };
  readonly system: string;
  readonly architecture: string;
}

/**
 * Every call connects when there is no connection, and goes on after a break where it can. All throw a FailureError at boundary
 * `remote` whose message says what to do: `remote/offline` when the machine cannot be reached, `remote/refused` when it does not let
 * us in, `remote/unsuitable` when something is missing there, `remote/no-file`, `remote/disk-full`.
 */
export interface MachineLink {
  readonly machine: MachineName;
  readonly connection: MachineConnection;
  onConnection(listener: (connection: MachineConnection) => void): () => void;
  home(signal: AbortSignal): Promise<RemoteHome>;
  look(look: Look, signal: AbortSignal): Promise<LookedAt>;
  /** At most `length` bytes from `from`; shorter at the end of the file. */
  read(path: RemotePath, from: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
  /** Whole or not at all: written beside it, checked by SHA-256, then put in its place. Goes on where a break left it. Makes folders. */
  put(
    content: Content,
    path: RemotePath,
    options: Transfer & { readonly mode?: number },
  ): Promise<void>;
  /** The same in the other direction. `localFile` is put in place when it is whole. */
  fetch(path: RemotePath, localFile: string, options: Transfer): Promise<void>;
  /** Ends with the connection, and is not started again; a program with a session of its own goes on. */
  run(program: Program): Promise<Ended>;
  /** Deletes a file or a whole folder below `RemoteHome.folder` or a run folder; nothing where it is gone. */
  remove(path: RemotePath, signal: AbortSignal): Promise<void>;
  /** To a port on the machine's 127.0.0.1; made again after a break, with the same local port. */
  tunnel(remotePort: number, signal: AbortSignal): Promise<Tunnel>;
  /** Tries at once instead of waiting for the next try. */
  retry(): void;
  close(): Promise<void>;
}

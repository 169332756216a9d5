// What a pool of sealed sandboxes needs to know. Composed by hand; the pool reads no environment variable and no setting.
import type { OnProgress } from '../support/progress.ts';
import type { DataPack } from './dataPack.ts';

export type SandboxLog = (level: 'debug' | 'info' | 'warn', message: string) => void;

export interface SandboxPoolOptions {
  /** Folder of the bundles; holds `sandbox/sandboxChild.mjs`, `sandbox/sandboxWorker.mjs` and `sandbox/kernel/`. */
  readonly distDirectory: string;
  /** The unpacked `pyodide` package. */
  readonly pyodideDirectory: string;
  /** Where the snapshot is kept and where chosen files are staged while an episode lasts. */
  readonly cacheDirectory: string;
  /** Node that runs the kernel processes; the one that runs this process when left out. */
  readonly nodePath?: string;
  /** Kernel processes; one is enough for one trust domain, one per core for throughput. */
  readonly processes: number;
  /** Interpreters in each process, about 80 MB each. */
  readonly workersPerProcess: number;
  /** Interpreters that may work at once, whatever their number; as many as this machine has cores when left out. */
  readonly turns?: number;
  /** False runs code as it comes, without the Python guard; tests of the seal need that. True when left out. */
  readonly guard?: boolean;
  /** Packages that are loaded before the snapshot is taken, because nothing can be loaded later. */
  readonly dataPack?: DataPack | null;
  /**
   * When the state of an episode is remembered, for a step that must be stopped by force. `each-step` can always go back to
   * the step before. `when-idle` does it while the sandbox waits for the next step, which costs a policy nothing that takes
   * more than a few milliseconds; steps that follow each other faster are lost together. `each-step` when left out.
   */
  readonly checkpoints?: 'each-step' | 'when-idle';
  /** False boots each interpreter plainly, as happens where no snapshot can be made. True when left out. */
  readonly snapshot?: boolean;
  /** How frames travel; found from the platform when left out. Tests set it. */
  readonly relay?: 'pipes' | 'messages';
  readonly onProgress?: OnProgress;
  readonly log?: SandboxLog;
}

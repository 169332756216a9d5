// A place that a model file can come from. The store asks one after the other and checks what it gets.
import type { OnProgress } from '../../support/progress.ts';
import type { PinnedFile } from '../embeddedModel.ts';

export interface FetchRequest {
  readonly model: PinnedFile;
  /** Where the file goes. Whatever lies beside it with this name in front belongs to the source and may be continued. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface ModelSource {
  /** As shown to people, for example `pip`. */
  readonly name: string;
  /**
   * Makes the target exist. Its checksum is checked by the store.
   * @throws SourceError when this place does not have the file; the abort reason when the signal fired
   */
  fetch(request: FetchRequest): Promise<void>;
}

/** Why a place gave no file: one sentence for a person. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** The activity that every source reports under: `Fetching the embedded model`. */
export function fetching({ called }: PinnedFile): string {
  return `Fetching ${called}`;
}

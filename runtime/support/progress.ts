// How long work tells a person where it stands.

export interface Progress {
  /** What is going on, for example `Fetching the embedded model`. */
  readonly activity: string;
  readonly done: number;
  /** Null while the end is unknown. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'steps' | 'files' | 'items';
}

export type OnProgress = (progress: Progress) => void;

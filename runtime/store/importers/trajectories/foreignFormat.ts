// Files of other programs that hold trajectories: what an importer of one kind of file must say, and the common form that all of them
// read into. One file in this folder reads one kind; foreignRecords.ts makes trajectory records of the common form.
import type { ToolSignature } from '../../../contract/tool.ts';
import type { StopReason } from '../../../contract/trajectory.ts';
import type { Usage } from '../../../contract/reply.ts';

export const foreignFormatIds = [
  ...['verl', 'trl', 'verifiers', 'smolagents', 'swe-agent'],
  ...['inspect', 'tau-bench', 'atif', 'otel'],
] as const;
export type ForeignFormatId = (typeof foreignFormatIds)[number];

export interface ForeignFormat {
  readonly id: ForeignFormatId;
  /** As a person calls it, for example `Inspect log`. */
  readonly title: string;
  /** Patterns of its file names, for people. */
  readonly patterns: readonly string[];
  /** Looks at the name and the first bytes (up to 64 kB) of a file. Must be false for every other program's file. */
  detect(file: string, head: Uint8Array): boolean;
  /**
   * One trajectory after the other, so that any number fits in memory.
   * @throws HumanError for a file that holds nothing of this kind, FailureError at boundary `store` for one that cannot be read
   */
  read(file: string, signal: AbortSignal): AsyncIterable<ForeignItem>;
}

export type ForeignItem =
  | { readonly kind: 'trajectory'; readonly trajectory: ForeignTrajectory }
  /** A part of the file that could not be used; everything else is imported. */
  | { readonly kind: 'problem'; readonly where: string; readonly message: string }
  /** Something that is not as the format says, and how it was read all the same. */
  | { readonly kind: 'note'; readonly where: string; readonly message: string };

export interface ForeignTrajectory {
  /** Unique within the file, as its source names it; null takes one by its place in the file. */
  readonly id: string | null;
  readonly task: {
    /** Null takes one made of the question. */
    readonly id: string | null;
    readonly question: string;
    readonly referenceAnswer: string | null;
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  /** As the source names it; null where it does not say. */
  readonly model: string | null;
  readonly system: string;
  /** What the model was shown first after the system prompt, where that is not the question. */
  readonly userMessage?: string;
  readonly tools: readonly ToolSignature[];
  /** The train step that it was sampled for, from 1; absent or null where it was sampled for none. */
  readonly trainStep?: number | null;
  /** ISO 8601; null where the source has no times. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly steps: readonly ForeignStep[];
  readonly finalAnswer: string | null;
  readonly stopReason: StopReason;
  /** What broke, in a sentence; null when nothing did. */
  readonly failure: string | null;
  /** Numbers that the source gives for it; none is computed here. */
  readonly scores: readonly ForeignScore[];
  /**
   * By path in the source, such as `info.exit_status`: everything that no other field holds (leftOver.ts). Kept in the
   * trajectory, and listed.
   */
  readonly unmapped: Readonly<Record<string, unknown>>;
}

/** One reply of the model and what came back. */
export interface ForeignStep {
  readonly thought: string;
  /** Text of a separate reasoning field. */
  readonly reasoning: string | null;
  /** The reply as the model wrote it, or as it can be put together. */
  readonly reply: string;
  /** Code that it ran, or its calls as Python calls, one a line; null for a reply without either. */
  readonly code: string | null;
  /** What the model was shown then; empty for the last reply. */
  readonly observation: string;
  /** Null where nothing went wrong. */
  readonly error: string | null;
  readonly calls: readonly ForeignCall[];
  readonly usage: Usage | null;
  /** ISO 8601; null where the source has no times. */
  readonly startedAt: string | null;
  /** Of the model and of what it called; null where the source does not say. */
  readonly replyMilliseconds: number | null;
  readonly actionMilliseconds: number | null;
}

export interface ForeignCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** Start of the result. */
  readonly preview: string;
}

export interface ForeignScore {
  readonly name: string;
  /** Null where the source says that it could not be scored. */
  readonly value: number | null;
  /** Whether it is the reward that the trajectory was trained or ranked by. */
  readonly isReward: boolean;
  /** What a part of the reward counts, where the source says so; 1 otherwise. */
  readonly weight?: number;
  /** Whether it says in 0..1 how right the answer is, so that passes are counted by it. Absent: nobody says so. */
  readonly isCorrectness?: boolean;
  /** Why, where the source says so. */
  readonly reason: string | null;
}

// Everything that the page of one trajectory shows, whether it is running or was stored: one state, one way to draw it.
import type { RunEventOf } from '../../../runtime/contract/events.ts';
import type { Failure } from '../../../runtime/contract/failure.ts';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import type { Recipe } from '../../../runtime/contract/recipe.ts';
import type { ParseFault } from '../../../runtime/contract/reply.ts';
import type { Reward } from '../../../runtime/contract/reward.ts';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import type { Task } from '../../../runtime/contract/task.ts';
import type { ToolCall, ToolSignature } from '../../../runtime/contract/tool.ts';
import type {
  EarlierQuestion,
  StopReason,
  TrajectoryParent,
} from '../../../runtime/contract/trajectory.ts';
import type { TrajectoryHead } from '../../../runtime/contract/viewing.ts';
import { GrowingText } from './growingText.ts';
import { emptyReply, type LiveReply } from './liveReply.ts';
import { StepShelf } from './stepShelf.ts';

/**
 * `reading`: nothing is known yet. `preparing`: a rollout was asked for and has not begun. `unended`: stored without an
 * end, so it runs elsewhere or its process died. `interrupted`: its process died while this page watched.
 */
export type Phase = 'reading' | 'preparing' | 'running' | 'ended' | 'unended' | 'interrupted';

/** What the trajectory is about. */
export interface About {
  readonly task: Task;
  readonly model: string;
  readonly recipeName: string;
  /** Null until the stored head is read. */
  readonly recipe: Recipe | null;
  readonly tools: readonly ToolSignature[];
  /** Number of the last step that there can be, those carried over included. */
  readonly maxSteps: number;
  readonly startedAt: string;
  readonly parent: TrajectoryParent | null;
  /** Questions that were asked before in the same namespace, oldest first; their steps come first. */
  readonly earlier: readonly EarlierQuestion[];
}

/** How it ended. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly finalAnswer: string | null;
  readonly failure: Failure | null;
}

/** A call of a tool in the step that is under way. */
export interface LiveCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly calledAt: string;
  /** Null while the tool works. */
  readonly answer: ToolCall | null;
}

/** What the policy wrote, as the parser read it. */
export interface ParsedText {
  readonly thought: string;
  readonly code: string | null;
  readonly faults: readonly ParseFault[];
}

export interface LiveStep {
  readonly index: number;
  readonly startedAt: string;
  readonly reply: LiveReply;
  readonly reasoning: GrowingText;
  /** Pieces of text that came: about one a token. */
  readonly tokens: number;
  readonly firstTextAt: string | null;
  readonly lastTextAt: string | null;
  readonly parsed: ParsedText | null;
  readonly calls: readonly LiveCall[];
}

export type Progress = Pick<
  RunEventOf<'progress-reported'>,
  'activity' | 'done' | 'total' | 'unit'
>;

export interface TrajectoryState {
  readonly id: string;
  readonly phase: Phase;
  readonly about: About | null;
  /** A row for every step that ended, in order; their whole is on the shelf or is read when it is looked at. */
  readonly rows: readonly StepRow[];
  readonly shelf: StepShelf;
  readonly live: LiveStep | null;
  readonly progress: Progress | null;
  readonly verdicts: readonly Verdict[];
  readonly reward: Reward | null;
  readonly ending: Ending | null;
  /** What broke on the way and did not end it, and what could not be read; a sentence each. */
  readonly problems: readonly string[];
  /** From the rollout's start to its end; null while it runs or where nobody recorded it. */
  readonly milliseconds: number | null;
  /** Where it stands in its file and what was branched off it; null until that is read. */
  readonly place: Pick<TrajectoryHead, 'position' | 'previousId' | 'nextId' | 'branches'> | null;
}

export function emptyTrajectory(id: string): TrajectoryState {
  return {
    id,
    phase: 'reading',
    about: null,
    rows: [],
    shelf: StepShelf.empty,
    live: null,
    progress: null,
    verdicts: [],
    reward: null,
    ending: null,
    problems: [],
    milliseconds: null,
    place: null,
  };
}

export function emptyStep(index: number, startedAt: string): LiveStep {
  return {
    index,
    startedAt,
    reply: emptyReply,
    reasoning: GrowingText.empty,
    tokens: 0,
    firstTextAt: null,
    lastTextAt: null,
    parsed: null,
    calls: [],
  };
}

/** True while a rollout is under way in this window, so that it can be stopped and nothing else be asked of it. */
export function isUnderWay({ phase }: TrajectoryState): boolean {
  return phase === 'preparing' || phase === 'running';
}

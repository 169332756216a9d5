// What an index keeps of a record, and how it is had from a whole record. The fast way to the same facts is scanRecord.ts.
import type { VerdictLevel } from '../../contract/judge.ts';
import type { StopReason, TrajectoryRecord } from '../../contract/trajectory.ts';

export type RecordFacts =
  | {
      readonly kind: 'trajectory-started';
      readonly id: string;
      readonly taskId: string;
      readonly question: string;
      readonly model: string;
      readonly startedAt: string;
      /** The trajectory that it goes on from. */
      readonly parentId: string | null;
    }
  | {
      readonly kind: 'step-ended';
      readonly id: string;
      readonly step: number;
      /** Prompt and completion together; null where the engine counts none. */
      readonly tokens: number | null;
      /** The reply and the sandbox together. */
      readonly milliseconds: number;
    }
  | {
      readonly kind: 'trajectory-ended';
      readonly id: string;
      readonly stopReason: StopReason;
      readonly finalAnswer: string | null;
    }
  | {
      readonly kind: 'verdict-given';
      readonly id: string;
      readonly judge: string;
      /** Null for a judge that failed. */
      readonly level: VerdictLevel | null;
    }
  | { readonly kind: 'reward-assigned'; readonly id: string; readonly total: number | null };

export type RecordKind = RecordFacts['kind'];

export function recordFacts(record: TrajectoryRecord): RecordFacts {
  const id = record.trajectoryId;
  switch (record.kind) {
    case 'trajectory-started':
      return {
        kind: record.kind,
        id,
        taskId: record.task.id,
        question: record.task.question,
        model: record.model,
        startedAt: record.startedAt,
        parentId: record.parent?.trajectoryId ?? null,
      };
    case 'step-ended': {
      const { index, reply, sandboxMilliseconds } = record.step;
      const tokens =
        reply.usage === null ? null : reply.usage.promptTokens + reply.usage.completionTokens;
      const milliseconds = reply.milliseconds + sandboxMilliseconds;
      return { kind: record.kind, id, step: index, tokens, milliseconds };
    }
    case 'trajectory-ended':
      return {
        kind: record.kind,
        id,
        stopReason: record.stopReason,
        finalAnswer: record.finalAnswer,
      };
    case 'verdict-given': {
      const { verdict } = record;
      const level = verdict.outcome === 'scored' ? verdict.level : null;
      return { kind: record.kind, id, judge: verdict.judge.name, level };
    }
    case 'reward-assigned':
      return { kind: record.kind, id, total: record.reward.total };
  }
}

// The compute audit of a run: what was sampled, what was updated on, what it cost, and what the filters did. Pure: it is made of the
// records that the run left.
import type { ComputeAudit, EpochAudit } from '../contract/training/audit.ts';
import type { GroupRecord, TrainStepMetrics } from '../contract/training/runFolder.ts';
import { countOutcomes, outcomeHistory, rulePrecision, transitions } from './auditOutcomes.ts';
import { selectionMix } from './auditSelection.ts';

export interface AuditInput {
  /** Each group once. */
  readonly groups: readonly GroupRecord[];
  /** Each train step once. */
  readonly metrics: readonly TrainStepMetrics[];
  /** Of the run; null when not known. */
  readonly tasks: number | null;
  /** Epochs in a row after which the run's streak filter leaves a task out; null when it is off. */
  readonly streak: number | null;
}

export function auditRun({ groups, metrics, tasks, streak }: AuditInput): ComputeAudit {
  const epochs = epochsOf(groups, tasks);
  const history = outcomeHistory(groups);
  const streaks = [...new Set([1, 2, ...(streak === null ? [] : [streak])])].sort((a, b) => a - b);
  const trained = groups.filter((group) => group.trained);
  const generatedTokens = sum(groups, (group) => group.generatedTokens);
  return {
    version: 1,
    tasks,
    trainSteps: metrics.length,
    groups: groups.length,
    outcomes: countOutcomes(groups),
    epochs,
    transitions: transitions(history, epochs.at(-1)?.epoch ?? 0),
    rules: streaks.map((length) => rulePrecision(history, length)),
    probes: probesOf(groups),
    trainedGroups: trained.length,
    skippedGroups: skippedOf(groups),
    selection: selectionMix(groups),
    ...freshness(groups),
    generatedTokens,
    unusedTokens: generatedTokens - sum(trained, (group) => group.generatedTokens),
    updatedTokens: sum(groups, (group) => group.updatedTokens),
    seconds: secondsOf(metrics),
  };
}

function epochsOf(groups: readonly GroupRecord[], tasks: number | null): EpochAudit[] {
  const epochs = [...new Set(groups.map(({ epoch }) => epoch))].sort((a, b) => a - b);
  return epochs.map((epoch) => {
    const own = groups.filter((group) => group.epoch === epoch);
    const active = own.filter(({ why }) => why !== 'probe');
    const activeTasks = new Set(active.map(({ taskId }) => taskId)).size;
    return {
      epoch,
      groups: own.length,
      outcomes: countOutcomes(own),
      probes: own.length - active.length,
      refills: own.filter(({ why }) => why === 'refill').length,
      activeTasks,
      coverage: tasks === null ? null : share(activeTasks, tasks),
      generatedTokens: sum(own, (group) => group.generatedTokens),
      updatedTokens: sum(own, (group) => group.updatedTokens),
    };
  });
}

/** A probe fails when the task is not all right any more; one that nobody could score says nothing. */
function probesOf(groups: readonly GroupRecord[]): ComputeAudit['probes'] {
  const scored = groups.filter(({ why, outcome }) => why === 'probe' && outcome !== null);
  const failed = scored.filter(({ outcome }) => outcome !== 'all-correct').length;
  return { made: scored.length, failed, failureRate: share(failed, scored.length) };
}

function skippedOf(groups: readonly GroupRecord[]): ComputeAudit['skippedGroups'] {
  const number = (reason: GroupRecord['skipped']) =>
    groups.filter(({ skipped }) => skipped === reason).length;
  return {
    'outside-window': number('outside-window'),
    'zero-variance': number('zero-variance'),
    unscored: number('unscored'),
  };
}

function freshness(
  groups: readonly GroupRecord[],
): Pick<ComputeAudit, 'freshShare' | 'meanStaleness'> {
  const members = sum(groups, ({ staleness }) => staleness.length);
  const steps = sum(groups, ({ staleness }) => sum(staleness, (age) => age));
  return {
    freshShare: share(
      sum(groups, ({ nFresh }) => nFresh),
      members,
    ),
    meanStaleness: members === 0 ? null : steps / members,
  };
}

const secondsPrefix = 'seconds/';

function secondsOf(metrics: readonly TrainStepMetrics[]): Record<string, number> {
  const seconds: Record<string, number> = {};
  for (const step of metrics) {
    for (const [name, value] of Object.entries(step.metrics)) {
      if (!name.startsWith(secondsPrefix) || value === null) continue;
      const part = name.slice(secondsPrefix.length);
      seconds[part] = (seconds[part] ?? 0) + value;
    }
  }
  return seconds;
}

/** Null of nothing. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, part / whole);
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}

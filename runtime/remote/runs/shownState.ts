// How a run stands, from what its folder says and what was heard of its machine. That a machine is not heard says nothing of
// the run: offline is never dead. Pure.
import type { RunState, RunStatus } from '../../contract/training/runFolder.ts';
import type { RunListing } from '../../contract/training/runView.ts';

/** What is known of the machine, and of the run's supervisor on it, as of the last time that it was heard. */
export interface Hearing {
  readonly isConnected: boolean;
  /** By our clock, in milliseconds since 1970; null when it was never heard. */
  readonly heardAt: number | null;
  /** That the machine's clock is ahead of ours. */
  readonly aheadMilliseconds: number;
  /** Whether the supervisor lived; null where nobody looked. */
  readonly isAlive: boolean | null;
  /** Differs after each start of the machine; null where that is not known. */
  readonly bootId: string | null;
}

export type StateOfRun = Pick<RunListing, 'state' | 'lastState' | 'problem' | 'lastSeenAt'>;

/** Six heartbeats. */
const stalledMilliseconds = 30_000;
/** A supervisor writes its first heartbeat at once; Python on a cold network disk may take a while to start. */
const firstHeartbeatMilliseconds = 120_000;

const ended: ReadonlySet<RunState> = new Set(['stopped', 'crashed', 'done']);

/** @param createdAt of the run, by the clock of its machine or of who launched it */
export function shownState(
  status: RunStatus | null,
  hearing: Hearing,
  createdAt: string,
): StateOfRun {
  if (status === null) return beforeFirstHeartbeat(hearing, createdAt);
  const { state: lastState, problem } = status;
  const lastSeenAt = new Date(Date.parse(status.at) - hearing.aheadMilliseconds).toISOString();
  const as = (state: RunListing['state'], why: string | null): StateOfRun => ({
    ...{ state, lastState, problem: why, lastSeenAt },
  });
  if (ended.has(lastState)) return as(lastState, problem);
  if (!hearing.isConnected) return as('offline', problem);
  const death = deathOf(status, hearing);
  if (death !== null) return { ...as('crashed', death), lastState: 'crashed' };
  const age = (hearing.heardAt ?? 0) - Date.parse(lastSeenAt);
  if (age <= stalledMilliseconds) return as(lastState, problem);
  return as('stalled', stalledWords(age));
}

/** Null while the supervisor lives, as far as is known. */
function deathOf({ bootId }: RunStatus, hearing: Hearing): string | null {
  if (bootId !== null && hearing.bootId !== null && bootId !== hearing.bootId) {
    return 'The machine was restarted, and the run with it. Resume it from its newest checkpoint.';
  }
  if (hearing.isAlive !== false) return null;
  return 'The supervisor of the run was killed, and the run with it. Resume it from its newest checkpoint.';
}

function stalledWords(age: number): string {
  const seconds = Math.round(age / 1000);
  return `No heartbeat for ${seconds} s, though the supervisor lives. The disk of the machine may hang, or the machine may be overloaded.`;
}

function beforeFirstHeartbeat(hearing: Hearing, createdAt: string): StateOfRun {
  const nothing = { lastSeenAt: null, problem: null };
  if (!hearing.isConnected) return { state: 'offline', lastState: 'starting', ...nothing };
  const now = (hearing.heardAt ?? 0) + hearing.aheadMilliseconds;
  if (now - Date.parse(createdAt) <= firstHeartbeatMilliseconds) {
    return { state: 'starting', lastState: 'starting', ...nothing };
  }
  const problem =
    'The run was made but never began: its supervisor wrote no heartbeat. Resume it, or look into its logs.';
  return { state: 'crashed', lastState: 'crashed', lastSeenAt: null, problem };
}

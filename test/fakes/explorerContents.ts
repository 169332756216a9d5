// Tasks and trajectories of a workspace folder, as the runtime lists them, with what a test cares about filled in.
import type { RecentTrajectory, TaskListing } from '../../runtime/contract/requests.ts';
import type { FolderContents } from '../../extension/views/explorerNode.ts';

export function listing(id: string, change: Partial<TaskListing> = {}): TaskListing {
  return {
    task: {
      version: 1,
      id,
      question: `What does ${id} ask?`,
      files: ['data/a.csv'],
      referenceAnswer: '42',
      level: 1,
      source: 'tests',
      metadata: {},
    },
    line: 1,
    judged: 0,
    passed: 0,
    trajectories: 0,
    missingFiles: [],
    ...change,
  };
}

export function recent(id: string, change: Partial<RecentTrajectory> = {}): RecentTrajectory {
  return {
    file: `/home/ada/boats/.tool-r1/trajectories/${id}.trajectories.jsonl`,
    id,
    taskId: 'one',
    question: 'How many boats are there?',
    startedAt: '2026-03-01T14:25:00.000Z',
    stopReason: 'final-answer',
    interrupted: false,
    finalAnswer: '10',
    steps: 2,
    reward: 1.6,
    ...change,
  };
}

export function folder(change: Partial<FolderContents> = {}): FolderContents {
  return {
    name: 'boats',
    workspace: '/home/ada/boats',
    file: '/home/ada/boats/.tool-r1/tasks.jsonl',
    tasks: [],
    brokenLines: [],
    recent: [],
    problem: null,
    ...change,
  };
}

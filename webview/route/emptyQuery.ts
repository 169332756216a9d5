// The query that finds everything, as the contract defaults it.
import type { ListQuery } from '../../runtime/contract/viewing.ts';

export const emptyQuery: ListQuery = {
  text: '',
  taskId: null,
  stopReason: null,
  verdict: null,
  minReward: null,
  maxReward: null,
  minSteps: null,
  maxSteps: null,
  sort: 'line',
  descending: false,
  groupByTask: false,
  openTasks: [],
};

// What a page knows of its run, and how facts change it. Pure.
import type { MachineListing } from '../../runtime/contract/machine.ts';
import type { RunHostMessage, RunNews } from '../../runtime/contract/runPanel.ts';
import type { GpuRecord, RunFolderEvent } from '../../runtime/contract/training/runFolder.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import { mergeMetrics } from './mergeMetrics.ts';

export interface RunModel {
  readonly page: RunPage;
  /** Null for a machine that is not attached. */
  readonly machine: MachineListing | null;
}

export type RunFact = Extract<
  RunHostMessage,
  { kind: 'run-changed' | 'run-read' | 'machine-changed' }
>;

/** More facts than anybody looks back at here; the log has all. */
const mostEvents = 200;
/** What is shown of the graphics cards. */
const gpuMilliseconds = 10 * 60_000;

export function reduceRun(model: RunModel, fact: RunFact): RunModel {
  switch (fact.kind) {
    case 'run-read':
      return { ...model, page: fact.page };
    case 'machine-changed':
      return { ...model, machine: fact.machine };
    case 'run-changed':
      return { ...model, page: changedPage(model.page, fact.news) };
  }
}

function changedPage(page: RunPage, news: RunNews): RunPage {
  const { listing, badges, checkpoints, progress, readBytes, metrics } = news;
  return {
    ...page,
    ...{ listing, badges, checkpoints, progress, readBytes },
    metrics: metrics === null ? page.metrics : mergeMetrics(page.metrics, metrics),
    events: newestEvents(page.events, news.events),
    gpus: newestGpus(page.gpus, news.gpus),
    // A run that goes on has left its crash behind.
    crash: listing.lastState === 'crashed' ? page.crash : null,
  };
}

function newestEvents(known: readonly RunFolderEvent[], news: readonly RunFolderEvent[]) {
  return [...known, ...news].slice(-mostEvents);
}

function newestGpus(known: readonly GpuRecord[], news: readonly GpuRecord[]): GpuRecord[] {
  const all = [...known, ...news];
  const newest = Date.parse(all.at(-1)?.at ?? '');
  return all.filter(({ at }) => !(Date.parse(at) < newest - gpuMilliseconds));
}

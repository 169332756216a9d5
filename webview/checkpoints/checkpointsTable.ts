// All checkpoints of a run, newest first: which one is good, and can I go on from it.
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CheckpointListing } from '../../runtime/contract/training/runView.ts';
import { checkpointRow, type RowParts } from './checkpointRow.ts';

export interface TableParts extends Omit<RowParts, 'checkpoint'> {
  readonly checkpoints: readonly CheckpointListing[];
}

export function checkpointsTable({ checkpoints, ...row }: TableParts): TemplateResult {
  return html`<section class="block" aria-labelledby="all-checkpoints">
    <div class="section-head">
      <h2 id="all-checkpoints">All checkpoints</h2>
      <span class="meta">${chosenWords(row.chosen.length)}</span>
    </div>
    <div class="scroll">
      <table class="checkpoints">
        <thead>
          <tr>
            <th scope="col"><span class="sr">Compare</span></th>
            <th scope="col" class="num">Step</th>
            <th scope="col"><span class="sr">Why it is kept</span></th>
            <th scope="col" class="num h0">Reward</th>
            <th scope="col" class="num">Pass rate</th>
            <th scope="col" class="num h1">Held-out, 95 %</th>
            <th scope="col" class="num h1">Size</th>
            <th scope="col" class="h0">Queue state</th>
            <th scope="col" class="h2">Resume</th>
            <th scope="col" class="num h2">Saved</th>
            <th scope="col"><span class="sr">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            checkpoints,
            ({ step }) => step,
            (checkpoint) => checkpointRow({ ...row, checkpoint }),
          )}
        </tbody>
      </table>
    </div>
    <p class="meta">
      Reward and pass rate: mean of the 10 train steps before. Held-out: one rollout a task at
      temperature 0. A run goes on exactly only with the state of optimiser and queue.
    </p>
  </section>`;
}

function chosenWords(count: number): string {
  if (count === 0) return 'choose two to compare them';
  return count === 1 ? '1 chosen, one more to compare' : '2 chosen to compare';
}

// The tasks of an evaluation, a mark for each rollout. A mark opens the trajectory behind it.
import type { nothing } from 'lit';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ProtocolRecord } from '../../runtime/contract/evaluation.ts';
import type { EvaluatedTaskRow } from '../../runtime/contract/evaluationRequests.ts';
import { counted } from '../format/numbers.ts';
import { icon, type IconName } from '../icons.ts';

export interface TasksParts {
  readonly tasks: readonly EvaluatedTaskRow[];
  readonly protocol: Pick<ProtocolRecord, 'passScore'>;
  /** @param id of a trajectory */
  readonly open: (id: string) => void;
}

type Rollout = EvaluatedTaskRow['rollouts'][number];

export function tasksTable(parts: TasksParts): TemplateResult {
  const { tasks } = parts;
  return html`<section class="block" aria-labelledby="tasks">
    <div class="section-head">
      <h2 id="tasks">Tasks</h2>
      <span class="meta"
        >a mark for each rollout, in the order of seeds; it opens the trajectory</span
      >
    </div>
    <div class="scroll">
      <table class="evaluated-tasks">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col" class="num h1">Level</th>
            <th scope="col">Rollouts</th>
            <th scope="col" class="h2">Last answer</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            tasks,
            ({ taskId }) => taskId,
            (task) => row(parts, task),
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function row(parts: TasksParts, { taskId, question, level, rollouts }: EvaluatedTaskRow) {
  const answer = rollouts.findLast(({ finalAnswer }) => finalAnswer !== null)?.finalAnswer ?? '';
  return html`<tr>
    <th scope="row" class="question" title="${taskId}: ${question}">${question}</th>
    <td class="num h1">${level ?? ''}</td>
    <td class="marks">${rollouts.map((rollout) => mark(parts, rollout))}</td>
    <td class="h2 answer-cell" title=${answer}>${answer}</td>
  </tr>`;
}

interface Look {
  readonly icon: IconName;
  readonly tone: string;
  readonly word: string;
}

function lookOf({ correctness }: Rollout, passScore: number): Look {
  if (correctness === null) return { icon: 'dash', tone: 'muted', word: 'not scored' };
  if (correctness >= passScore) return { icon: 'passed', tone: 'ok', word: 'passed' };
  return correctness > 0
    ? { icon: 'half', tone: 'warn', word: 'partly right' }
    : { icon: 'failed', tone: 'bad', word: 'failed' };
}

function mark({ protocol, open }: TasksParts, rollout: Rollout): TemplateResult | typeof nothing {
  const { icon: name, tone, word } = lookOf(rollout, protocol.passScore);
  const { seed, sample, cause, finalAnswer, steps, trajectoryId } = rollout;
  const which = `Seed ${seed}${sample === 0 ? '' : `, rollout ${sample + 1}`}: ${word}`;
  const why = cause ?? (finalAnswer === null ? 'no answer' : `answer ${finalAnswer}`);
  const words = `${which}, ${counted(steps, 'step')}, ${why}`;
  return html`<button
    type="button"
    class="tool"
    aria-label=${words}
    title=${words}
    @click=${() => open(trajectoryId)}
  >
    ${icon(name, tone)}
  </button>`;
}

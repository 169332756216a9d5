// A log of a training run, for other agents: its end, or a piece from a byte on.
import * as z from 'zod';
import { HumanError } from '../../support/errors.ts';
import { dataNote } from '../answerText.ts';
import { runName } from '../doorInputs.ts';
import { withRun, type SeenRun } from '../doorRuns.ts';
import { doorTool } from '../doorTool.ts';

/** A page of points is of no use to a log. */
const mostPoints = 50;

export const readRunLog = doorTool({
  name: 'toolr1_read_run_log',
  title: 'Read Run Log',
  description:
    'Gives the end of a log of one training run, by default trainer.log; the answer names the other logs. `from` reads on from a byte. Progress bars are folded to how they looked last.',
  effect: 'reads',
  input: z.object({
    run: runName,
    log: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[\w.:-]+$/, 'a log is named as the list has it, such as trainer.log')
      .default('trainer.log'),
    from: z.int().min(0).optional().describe('Byte to begin at; the end of the log otherwise.'),
    bytes: z.int().min(100).max(50_000).default(8000).describe('Most bytes to give.'),
  }),
  activity: ({ run, log }) => `Reading ${log} of ${run}`,
  call: (wish, host, { signal }) =>
    withRun(wish.run, host, { mostPoints, signal }, (run) => logText(run, wish, signal)),
});

async function logText(
  { logs }: SeenRun,
  wish: { readonly log: string; readonly from?: number | undefined; readonly bytes: number },
  signal: AbortSignal,
): Promise<string> {
  const known = await logs.list(signal);
  if (known.length === 0) throw new HumanError('The run has no logs yet.');
  const names = known.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ');
  if (!known.some(({ name }) => name === wish.log)) {
    throw new HumanError(`The run has no log ${wish.log}. It has: ${names}.`);
  }
  const { text, from, to, size } = await logs.slice(
    { log: wish.log, from: wish.from ?? null, generation: null, limit: wish.bytes },
    signal,
  );
  const more = to < size ? `; read on with from ${to}` : '';
  const before =
    from > 0 ? `; what is before begins at from ${Math.max(0, from - wish.bytes)}` : '';
  return [
    `Logs: ${names}`,
    dataNote,
    `${text}\n[bytes ${from} to ${to} of ${size}${more}${before}]`,
  ].join('\n\n');
}

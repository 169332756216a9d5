// A sample of an Inspect log in the common form: its conversation, its scores, and how it ended. Pure.
import * as z from 'zod';
import type { ForeignTrajectory } from './foreignFormat.ts';
import { toolSignatures } from './foreignTools.ts';
import { inspectMessages, inspectText } from './inspectMessages.ts';
import type { InspectSample } from './inspectSample.ts';
import { inspectScores } from './inspectScores.ts';
import { inspectConversation } from './inspectSteps.ts';
import { leftOver } from './leftOver.ts';

const Text = z.string().nullish().catch(null);
const AnyObject = z.record(z.string(), z.unknown());
const Output = z.looseObject({
  model: Text,
  completion: Text,
  choices: z.array(z.looseObject({ message: z.unknown().optional() })).catch([]),
});
const Sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.int().catch(1),
  input: z.unknown().optional(),
  target: z.unknown().optional(),
  messages: z.unknown().optional(),
  output: Output.nullish().catch(null),
  scores: z.unknown().optional(),
  score: z.unknown().optional(),
  metadata: AnyObject.nullish().catch(null),
  started_at: Text,
  completed_at: Text,
  error: z.looseObject({ message: z.string() }).nullish().catch(null),
  limit: z.looseObject({ type: z.string() }).nullish().catch(null),
});
type Sample = z.infer<typeof Sample>;

export interface InspectHeader {
  readonly model: string | null;
  /** What the log says of the evaluation as a whole. */
  readonly eval: Readonly<Record<string, unknown>>;
}

export interface MadeTrajectory {
  readonly trajectory: ForeignTrajectory;
  readonly otherModelCalls: number;
}

/** Or why the sample makes none, as a sentence. */
export function inspectTrajectory(
  collected: InspectSample,
  header: InspectHeader,
): MadeTrajectory | string {
  const read = Sample.safeParse(collected.fields());
  if (!read.success) return 'it is no sample of Inspect: it has no id';
  const sample = read.data;
  const { events } = collected;
  const { messages, unmapped } = inspectMessages(sample.messages, 'messages');
  const textOf = (text: string): string => collected.text(text);
  const said = inspectConversation(messages, events, textOf);
  const tools = toolSignatures(collected.resolved(events.definitions), 'tools');
  const scores = inspectScores(sample.scores ?? scoreOf(sample));
  const finalAnswer = answerOf(sample);
  return {
    otherModelCalls: said.otherModelCalls,
    trajectory: {
      id: `${sample.id}_epoch_${sample.epoch}`,
      task: taskOf(sample, said.question),
      model: header.model ?? sample.output?.model ?? null,
      system: said.system,
      userMessage: said.question,
      tools: tools.tools,
      startedAt: sample.started_at ?? events.first,
      endedAt: sample.completed_at ?? events.last,
      steps: said.steps,
      finalAnswer,
      stopReason: stopReasonOf(sample, finalAnswer),
      failure: sample.error?.message ?? null,
      scores: scores.scores,
      unmapped: {
        ...unmappedOf(sample),
        ...unmapped,
        ...tools.unmapped,
        ...scores.unmapped,
        ...leftOver(header.eval, ['model'], 'eval'),
      },
    },
  };
}

/** Logs of the first versions have one score without a name. */
function scoreOf({ score }: Sample): unknown {
  return score === undefined || score === null ? {} : { score };
}

function taskOf(sample: Sample, asked: string): ForeignTrajectory['task'] {
  const target = inspectText(sample.target);
  return {
    id: String(sample.id),
    question: inspectText(sample.input) || asked,
    referenceAnswer: target === '' ? null : target,
    metadata: sample.metadata ?? {},
  };
}

/** What the scorers read. */
function answerOf({ output, error }: Sample): string | null {
  if (error != null) return null;
  const [message] = inspectMessages([output?.choices[0]?.message], '').messages;
  const answer = output?.completion ?? message?.content ?? '';
  return answer === '' ? null : answer;
}

function stopReasonOf(
  { error, limit }: Sample,
  finalAnswer: string | null,
): ForeignTrajectory['stopReason'] {
  if (error != null) return 'failure';
  if (limit == null) return finalAnswer === null ? 'no-code' : 'final-answer';
  if (limit.type === 'context') return 'context-full';
  return limit.type === 'operator' ? 'cancelled' : 'max-steps';
}

/** Events and the tables that they refer to are digested; a note tells of them. */
const known = [
  ...['id', 'epoch', 'input', 'target', 'messages', 'output', 'scores', 'score', 'metadata'],
  ...['started_at', 'completed_at', 'error', 'message_pool', 'call_pool', 'events_data'],
];

function unmappedOf(sample: Sample): Record<string, unknown> {
  return {
    ...leftOver(sample, known, ''),
    ...leftOver(sample.output ?? {}, ['model', 'completion', 'choices', 'usage', 'time'], 'output'),
    ...leftOver(sample.error ?? {}, ['message'], 'error'),
  };
}

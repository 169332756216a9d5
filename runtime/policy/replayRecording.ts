// Reads recorded replies: from a trajectory file, or from a JSON file written by hand. Playing them is replayPolicy's.
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { FinishReason, type Usage } from '../contract/reply.ts';
import { TrajectoryRecord } from '../contract/trajectory.ts';
import { HumanError, systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';

export interface RecordedReply {
  readonly text: string;
  readonly reasoning: string | null;
  readonly finishReason: FinishReason;
  readonly stopString: string | null;
  readonly usage: Usage | null;
  /** The model that was recorded, or null where the recording does not say. */
  readonly model: string | null;
}

export interface Recording {
  /** As the person named it. */
  readonly name: string;
  readonly replies: readonly RecordedReply[];
  /** Pause after each piece of text, so that a replay looks like sampling; 0 for none. */
  readonly pauseMilliseconds: number;
}

/** `{ "note": ..., "replies": ["Thought: ...", { "text": ..., "finishReason": "length" }] }` */
const HandWritten = z.looseObject({
  note: z.string().optional(),
  pauseMilliseconds: z.number().min(0).max(60_000).default(0),
  replies: z
    .array(
      z.union([
        z.string(),
        z.looseObject({ text: z.string(), finishReason: FinishReason.default('stop') }),
      ]),
    )
    .min(1, 'the recording has no reply'),
});

/**
 * Reads `FILE`, or `FILE#TRAJECTORY` where a file holds several trajectories.
 * @throws HumanError that says what is wrong with the file
 */
export async function readRecording(name: string): Promise<Recording> {
  const { text, trajectory } = await readNamed(name);
  if (!isHandWritten(text)) return trajectoryRecording(name, text, trajectory);
  const written = parseJson(HandWritten, text);
  if (!written.ok) throw new HumanError(`${name} is no recording of replies: ${written.problem}.`);
  const { pauseMilliseconds, replies } = written.value;
  return { name, pauseMilliseconds, replies: replies.map(handWrittenReply) };
}

/** A trajectory file has the kind of its records on every line; a text in it may speak of replies as well. */
function isHandWritten(text: string): boolean {
  return text.includes('"replies"') && !/^\{.*"kind":\s*"(step|trajectory)-/m.test(text);
}

function handWrittenReply(reply: z.infer<typeof HandWritten>['replies'][number]): RecordedReply {
  const { text, finishReason } =
    typeof reply === 'string' ? { text: reply, finishReason: 'stop' as const } : reply;
  return { text, finishReason, reasoning: null, stopString: null, usage: null, model: null };
}

/** A `#` may be part of a file's name, so the name as it stands comes first. */
async function readNamed(name: string): Promise<{ text: string; trajectory: string | null }> {
  const hash = name.lastIndexOf('#');
  try {
    return { text: await readFile(name, 'utf8'), trajectory: null };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || hash < 0) throw unreadable(name, error);
  }
  const file = name.slice(0, hash);
  try {
    return { text: await readFile(file, 'utf8'), trajectory: name.slice(hash + 1) };
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): HumanError {
  const code = systemCode(error);
  if (code === 'ENOENT') return new HumanError(`There is no recording ${file}. Check the path.`);
  if (code === 'EISDIR') return new HumanError(`${file} is a folder. Name the file in it.`);
  return new HumanError(`${file} cannot be read (${code ?? 'unknown error'}).`);
}

function trajectoryRecording(name: string, text: string, wanted: string | null): Recording {
  const byTrajectory = repliesByTrajectory(text);
  const ids = [...byTrajectory.keys()];
  const id = wanted ?? ids[0];
  const replies = id === undefined ? undefined : byTrajectory.get(id);
  if (ids.length === 0) {
    throw new HumanError(
      `${name} holds no recorded reply. A recording is a .trajectories.jsonl file or JSON with "replies".`,
    );
  }
  if (replies === undefined) {
    throw new HumanError(`${name} has no such trajectory. It holds: ${ids.join(', ')}.`);
  }
  if (wanted === null && ids.length > 1) {
    throw new HumanError(
      `${name} holds ${ids.length} trajectories. Name one: ${name}#ID, where ID is ${ids.join(', ')}.`,
    );
  }
  return { name, replies, pauseMilliseconds: 0 };
}

/** Lines that cannot be read are passed over: a torn last line is no reason not to replay what is there. */
function repliesByTrajectory(text: string): Map<string, RecordedReply[]> {
  const found = new Map<string, RecordedReply[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const record = parseJson(TrajectoryRecord, line);
    if (!record.ok || record.value.kind !== 'step-ended') continue;
    const { reply } = record.value.step;
    // A reply that a person stopped is no whole reply; replaying it would stop the replay.
    if (reply.finishReason === 'cancelled') continue;
    const replies = found.get(record.value.trajectoryId) ?? [];
    found.set(record.value.trajectoryId, [...replies, reply]);
  }
  return found;
}

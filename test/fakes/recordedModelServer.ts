// A model server on loopback that plays recorded replies at the pace of a model, token by token. It keeps no count: the reply
// to a conversation is the one after as many as the conversation holds, so that every run gets them from the start. As real
// servers do, it keeps stop strings to itself and ends with the usage.
import { delta, finish, startOpenAiServer, usage } from './openAiServer.ts';
import type { FakeOpenAiServer, RecordedRequest, StreamAnswer } from './openAiServer.ts';

export interface RecordedModel {
  /** One a step; the last repeats. */
  readonly replies: readonly string[];
  readonly name?: string;
  /** Default 200, faster than most people read. */
  readonly tokensPerSecond?: number;
  /** The reply after so many others begins when it resolves: so a test sees a run under way, however slow the machine is. */
  readonly gate?: (given: number) => Promise<void>;
}

export interface RecordedModelServer extends FakeOpenAiServer {
  /** As the product names the model: `NAME@BASE_URL`. */
  readonly modelName: string;
}

/** The caller closes it. */
export async function startRecordedModelServer(model: RecordedModel): Promise<RecordedModelServer> {
  const name = model.name ?? 'recorded-model';
  const server = await startOpenAiServer({
    'GET /v1/models': [
      { body: { object: 'list', data: [{ id: name, object: 'model', owned_by: 'tests' }] } },
    ],
    'POST /v1/chat/completions': [(request) => nextReply(model, request)],
  });
  // The counts of the server are read through accessors, so it is extended and not copied.
  return Object.create(server, {
    modelName: { value: `${name}@${server.baseUrl}`, enumerable: true },
  }) as RecordedModelServer;
}

/** Pieces of text of the size of tokens: a word with the space before it, at most eight characters. */
export function tokensOf(text: string): string[] {
  return text.match(/\s?[^\s]{1,8}|\s+/g) ?? [];
}

async function nextReply(model: RecordedModel, request: RecordedRequest) {
  const { replies, tokensPerSecond = 200, gate } = model;
  const given = repliesIn(request.body['messages']);
  await gate?.(given);
  const reply = replies[Math.min(given, replies.length - 1)] ?? '';
  const { text, stop } = cutAtStop(reply, stopStrings(request.body['stop']));
  const tokens = tokensOf(text);
  const asked = tokensOf(JSON.stringify(request.body['messages'] ?? []));
  return {
    events: [
      delta('', { delta: { role: 'assistant' } }),
      ...tokens.map((token) => delta(token)),
      finish('stop', { stop_reason: stop }),
      usage(asked.length, tokens.length),
    ],
    pauseMilliseconds: 1000 / tokensPerSecond,
  } satisfies StreamAnswer;
}

/** The text before the first of the stop strings in it, and which one that was. */
function cutAtStop(text: string, stops: readonly string[]): { text: string; stop: string | null } {
  const found = stops
    .map((stop) => ({ stop, at: text.indexOf(stop) }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)[0];
  return found === undefined
    ? { text, stop: null }
    : { text: text.slice(0, found.at), stop: found.stop };
}

function stopStrings(stop: unknown): string[] {
  const all: unknown[] = Array.isArray(stop) ? stop : [stop];
  return all.filter((one) => typeof one === 'string');
}

function repliesIn(messages: unknown): number {
  if (!Array.isArray(messages)) return 0;
  return messages.filter(isReply).length;
}

function isReply(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'role' in message &&
    message.role === 'assistant'
  );
}

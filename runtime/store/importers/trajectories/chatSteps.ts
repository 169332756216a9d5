// The steps of a conversation: one reply of the model and what came back until the next. What was said before the first reply is
// the question. Pure.
import type { ChatCall, ChatMessage } from './chatMessages.ts';
import type { ForeignCall, ForeignStep } from './foreignFormat.ts';
import { pythonCall } from './pythonCalls.ts';

export interface Conversation {
  readonly system: string;
  readonly question: string;
  readonly steps: readonly ForeignStep[];
  /** The last reply when it calls nothing and nothing comes after it; null otherwise. */
  readonly finalAnswer: string | null;
}

export interface ChatReading {
  /** Messages that were given to the model, examples among them; by default those before its first reply. */
  readonly promptLength?: number;
  /** Whether a tool's answer tells of an error; by default none does, because the protocol has no word for it. */
  readonly isError?: (text: string) => boolean;
}

export function conversationOf(
  messages: readonly ChatMessage[],
  { promptLength = firstReply(messages), isError = () => false }: ChatReading = {},
): Conversation {
  const prompt = messages.slice(0, promptLength);
  const turns = turnsOf(messages.slice(promptLength));
  return {
    system: textOf(prompt.filter(isInstruction)),
    question: questionOf(prompt.filter((message) => !isInstruction(message))),
    steps: turns.map((turn) => stepOf(turn, isError)),
    finalAnswer: finalAnswerOf(turns.at(-1)),
  };
}

interface Turn {
  /** Null for messages that came back before the model had said anything. */
  readonly reply: ChatMessage | null;
  readonly answers: ChatMessage[];
}

const instructions: ReadonlySet<string> = new Set(['system', 'developer']);
const replies: ReadonlySet<string> = new Set(['assistant', 'model', 'ai']);

function isInstruction({ role }: ChatMessage): boolean {
  return instructions.has(role);
}

function isReply({ role }: ChatMessage): boolean {
  return replies.has(role);
}

function firstReply(messages: readonly ChatMessage[]): number {
  const first = messages.findIndex(isReply);
  return first < 0 ? messages.length : first;
}

function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (isReply(message)) turns.push({ reply: message, answers: [] });
    else if (last === undefined) turns.push({ reply: null, answers: [message] });
    else last.answers.push(message);
  }
  return turns;
}

function textOf(messages: readonly ChatMessage[]): string {
  return messages.map(({ content }) => content).join('\n\n');
}

/** Several people in one question are told apart by their roles. */
function questionOf(messages: readonly ChatMessage[]): string {
  if (messages.every(({ role }) => role === 'user')) return textOf(messages);
  return messages.map((message) => `${message.role}: ${replyText(message)}`).join('\n\n');
}

function stepOf({ reply, answers }: Turn, isError: (text: string) => boolean): ForeignStep {
  const calls = (reply?.calls ?? []).map((call, place) => {
    const text = answerTo(call, place, answers)?.content ?? '';
    return { call: foreignCall(call, text, isError(text)), text };
  });
  const failed = calls.find(({ call }) => call.isError);
  return {
    thought: reply?.written?.thought ?? reply?.content ?? '',
    reasoning: reply?.reasoning ?? null,
    reply: reply === null ? '' : replyText(reply),
    code: reply === null ? null : callLines(reply),
    observation: observationOf(answers),
    error: failed === undefined ? null : failed.text,
    calls: calls.map(({ call }) => call),
    usage: null,
    startedAt: null,
    replyMilliseconds: null,
    actionMilliseconds: null,
  };
}

/** By the id of the call; a source without ids answers in the order of the calls. */
function answerTo(
  { id }: ChatCall,
  place: number,
  answers: readonly ChatMessage[],
): ChatMessage | undefined {
  const named = id === null ? undefined : answers.find(({ callId }) => callId === id);
  const unnamed = answers.filter(({ role, callId }) => role !== 'user' && callId === null);
  return named ?? unnamed[place];
}

const previewCharacters = 300;

/** The record of a call and the start of what it gave. */
export function foreignCall(call: ChatCall, result: string, isError: boolean): ForeignCall {
  const preview = result.slice(0, previewCharacters);
  return { name: call.name, arguments: call.arguments, isError, preview };
}

function callLines({ calls }: ChatMessage): string | null {
  if (calls.length === 0) return null;
  return calls.map(codeOf).join('\n');
}

const interpreter = /python|code|interpreter/i;

/** Code that was given to an interpreter is the code; any other call is written as Python. */
function codeOf({ name, arguments: given }: ChatCall): string {
  const { code } = given;
  return typeof code === 'string' && interpreter.test(name) ? code : pythonCall(name, given);
}

function replyText(message: ChatMessage): string {
  if (message.written !== undefined) return message.written.text;
  return [message.content, callLines(message) ?? ''].filter((text) => text !== '').join('\n\n');
}

/** Where several spoke, each is named. */
function observationOf(answers: readonly ChatMessage[]): string {
  if (answers.length <= 1) return textOf(answers);
  return answers.map(({ role, name, content }) => `${name ?? role}:\n${content}`).join('\n\n');
}

function finalAnswerOf(last: Turn | undefined): string | null {
  if (last?.reply == null || last.reply.calls.length > 0 || last.answers.length > 0) return null;
  return last.reply.content;
}

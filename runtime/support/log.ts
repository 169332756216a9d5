// One log for the whole runtime, with a topic for each part. It goes to a file in the cache, or to stderr when asked for.
// No prompt, reply or file content is written above `debug`, and never a key: what looks like one is struck out here.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino, type DestinationStream } from 'pino';

/** Facts beside a message; keep them small and free of content. */
export type LogFacts = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  /** A log whose lines carry the name of a part, for example `sandbox`. */
  topic(name: string): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Names of facts whose value is never written, at any depth up to two. */
const secretNames = ['apiKey', 'key', 'token', 'authorization', 'password', 'secret'];

/** Says nothing; for tests and for parts that were given no log. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  topic: () => silentLog,
};

/** The level that a person asked for, or null for a word that is none. */
export function parseLogLevel(word: string): LogLevel | null {
  return levels.find((level) => level === word) ?? null;
}

/** A log that writes JSON lines to a stream. */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`]);
  const options = { level, base: null, redact: { paths, censor: '[struck out]' } };
  return wrap(pino(options, destination));
}

/**
 * The log file of today below the cache. A folder that cannot be written gives a silent log:
 * logging never stops the work.
 */
export function openFileLog(level: LogLevel, cacheDirectory: string, date: string): Log {
  const folder = path.join(cacheDirectory, 'logs');
  try {
    mkdirSync(folder, { recursive: true });
    const dest = path.join(folder, `tool-r1-${date.slice(0, 10)}.log`);
    return createLog(level, pino.destination({ dest, sync: true }));
  } catch {
    return silentLog;
  }
}

interface Writer {
  debug(facts: LogFacts, message: string): void;
  info(facts: LogFacts, message: string): void;
  warn(facts: LogFacts, message: string): void;
  error(facts: LogFacts, message: string): void;
  child(bindings: Record<string, unknown>): Writer;
}

function wrap(writer: Writer): Log {
  return {
    debug: (message, facts = {}) => writer.debug(facts, message),
    info: (message, facts = {}) => writer.info(facts, message),
    warn: (message, facts = {}) => writer.warn(facts, message),
    error: (message, facts = {}) => writer.error(facts, message),
    topic: (name) => wrap(writer.child({ topic: name })),
  };
}
